"""What falls due for a security: its expiry and renewals, the interest, the one-year inspection, draws that wait."""

from collections.abc import Callable, Iterator
from itertools import count

from rules.acts import Due, Setting, due
from rules.calendar import plus_years, say
from rules.guarantee import DrawState, Security, days_before, expiry, guarantee_of, milestone_on
from rules.security_acts import section_of
from rules.values import Milestone, SecurityKind

Clock = Callable[[Security, Setting], Iterator[Due]]


def _expiry(security: Security, setting: Setting) -> Iterator[Due]:
    ends, section = expiry(security, setting.today), section_of(security, setting.law)
    if ends is None:
        return
    if security.evergreen_notice_days is not None and security.nonrenewal_on is None:
        yield from _late_notice(security, security.evergreen_notice_days, section)
        yield from _renewals(security, security.evergreen_notice_days, setting)
        return
    if security.nonrenewal_on is not None:
        words = f"not renewed (notice of {say(security.nonrenewal_on)}): replace it or draw by {say(ends)}"
        yield due("replace_or_draw", ends, of=None, section=section, explanation=words)
    for days in setting.law.state.expiry_ladder.days:
        rung = days_before(ends, days)
        if rung >= security.posted_on:
            words = f"{days} days before it expires on {say(ends)}; an expiry never rolls to a later day"
            yield due("security_expiry", rung, of=f"{days} days", section=section, explanation=words)
    yield due("security_expiry", ends, of=None, section=section, explanation=f"it expires on {say(ends)}")


def _late_notice(security: Security, notice_days: int, section: str) -> Iterator[Due]:
    """Yield the day to be safe by after a notice that came too late: the issuer may not see it as the letter does."""
    on, ends = security.late_notice_on, security.late_notice_of
    if on is None or ends is None:
        return
    words = (
        f"notice of {say(on)} came later than {notice_days} days before {say(ends)}: by its own words the letter "
        "renews; the attorney sees to it that the issuer agrees, or it is replaced or drawn by that day"
    )
    item = due("replace_or_draw", ends, of=None, section=section, explanation=words)
    if item.key not in security.passed:
        yield item


def _renewals(security: Security, notice_days: int, setting: Setting) -> Iterator[Due]:
    """Yield the last day for notice of each term: those that passed and are not noted yet, and the one ahead."""
    section = section_of(security, setting.law)
    for years in count():
        renews = plus_years(security.expires_on or setting.today, years)
        last = days_before(renews, notice_days)
        words = f"last day for the issuer to give notice; without it the letter renews past {say(renews)}"
        item = due("evergreen_notice", last, of=None, section=section, explanation=words)
        if last >= security.posted_on and item.key not in security.passed:
            yield item
        if last >= setting.today:
            return


def _interest(security: Security, setting: Setting) -> Iterator[Due]:
    rule = guarantee_of(security, setting.law)
    if rule is None or not rule.interest_reinvested or security.kind is not SecurityKind.CASH_ESCROW:
        return
    last = max((credit.on for credit in security.interest), default=security.posted_on)
    words = "the year's interest on the escrow is reinvested"
    for years in count(1):
        anniversary = plus_years(security.posted_on, years)
        if anniversary > last:
            yield due("escrow_interest", anniversary, of=None, section=rule.section, explanation=words)
        if anniversary > last and anniversary >= setting.today:
            return


def _inspection(security: Security, setting: Setting) -> Iterator[Due]:
    rule = guarantee_of(security, setting.law)
    accepted = milestone_on(security, Milestone.FINAL_ACCEPTANCE)
    if rule is None or accepted is None or Milestone.ONE_YEAR_INSPECTION not in rule.release_needs:
        return
    if milestone_on(security, Milestone.ONE_YEAR_INSPECTION) is None:
        words = f"one year from final acceptance on {say(accepted)}: inspect before release"
        yield due(
            "one_year_inspection", plus_years(accepted, 1), of=None, section=rule.section, explanation=words
        )


def _waiting(security: Security, setting: Setting) -> Iterator[Due]:
    section = section_of(security, setting.law)
    for draw in security.draws.values():
        if draw.state is DrawState.REQUESTED:
            words = f"{draw.key} for {draw.case} was asked for by {draw.asked_by} and waits for another's approval"
            yield due("draw_approval", draw.on, of=draw.key, section=section, explanation=words)


CLOCKS: tuple[Clock, ...] = (_expiry, _interest, _inspection, _waiting)
