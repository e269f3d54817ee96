"""A security as paper: its receipt, an end announced, its reduction and its release."""

from collections.abc import Iterator
from typing import Final

from documents.blocks import Block, Column, Facts, Grid, Heading, Items, Warn, Words
from documents.occasion import SecurityMakers, SecurityOccasion
from documents.paper import Paper
from documents.security_words import (
    NOT_RECORDED,
    about_security,
    in_its_words,
    last_day,
    of_village,
    remains,
    signed,
    to_issuer,
)
from documents.wording import day, money, plain, weekday
from rules.guarantee import Security, conditions, days_before, guarantee_of
from rules.ledger import NOUGHT
from rules.security_acts import section_of
from rules.security_events import (
    NonrenewalNoticed,
    SecurityPosted,
    SecurityReduced,
    SecurityReleased,
)
from rules.values import Role, SecurityKind

# --- its receipt ----------------------------------------------------------------------------------------


def _receipt(of: SecurityOccasion) -> Iterator[Paper]:
    event: SecurityPosted = of.event
    yield Paper(
        kind="security-receipt",
        title="Receipt for a Security",
        dated=event.on,
        to=to_issuer(of.security),
        about=about_security(of.security),
        blocks=(
            Words(
                text=f"The {of.law.village.name} has received the security described here, to be held as follows."
            ),
            Facts(rows=tuple(_received(of))),
            Heading(text="What it secures", section=event.section),
            *in_its_words(of),
            Heading(text="When it is released", section=event.section),
            *_needs(of),
            signed(of, Role.CLERK),
        ),
    )


def _received(of: SecurityOccasion) -> Iterator[tuple[str, str]]:
    event, rule = of.event, guarantee_of(of.security, of.law)
    yield "Amount", money(event.amount)
    if event.estimated_cost is not None:
        yield "Estimated cost", money(event.estimated_cost)
    if rule is not None and rule.percent_of_estimate and event.estimated_cost:
        least = event.estimated_cost * rule.percent_of_estimate / 100
        yield "Least amount", f"{money(least)}, {rule.percent_of_estimate} % of the estimate [{rule.section}]"
    if event.form is SecurityKind.LETTER_OF_CREDIT:
        yield "Irrevocable", "yes" if event.irrevocable else "no"
    yield "Original kept at", event.original_at or "not on record"
    yield "Can be drawn", last_day(of.security, event.on)
    if event.evergreen_notice_days is not None:
        yield "Renews", f"unless the issuer gives notice {event.evergreen_notice_days} days before"
    if event.draw_notice_days is not None:
        yield "Notice", f"{event.draw_notice_days} days before anything can be demanded"
    if event.form is SecurityKind.CASH_ESCROW and rule is not None and rule.interest_reinvested:
        yield "Interest", "is reinvested in the account each year until release"


def _needs(of: SecurityOccasion) -> Iterator[Block]:
    wanted = [each.what for each in conditions(of.security, of.law)]
    if wanted:
        yield Words(text="It is released in full only once all of these stand:")
        yield Items(items=tuple(wanted))
    else:
        yield Words(text="It is held until the village releases it, as the words above say.")


# --- its end announced ----------------------------------------------------------------------------------


def _memo(of: SecurityOccasion) -> Iterator[Paper]:
    event: NonrenewalNoticed = of.event
    held, section = of.security, section_of(of.security, of.law)
    late = "Notice of Nonrenewal, Late: Replace or Draw" if event.late else None
    yield Paper(
        kind="nonrenewal-memo",
        title=late or "Not Renewed: Replace or Draw",
        dated=event.on,
        to=(of_village(of, "Village Attorney"), of_village(of, "Village Clerk")),
        about=about_security(held),
        blocks=(
            Warn(
                text=f"Replace it or draw by {weekday(event.expires_on)}. The day never moves to a later one."
            ),
            *_lateness(held, event),
            Facts(
                rows=(
                    ("Issuer's notice", weekday(event.on)),
                    ("It ends", weekday(event.expires_on)),
                    ("Left", f"{money(remains(held))}, of which {money(held.pending)} is asked for already"),
                )
            ),
            Heading(text="Replace it", section=section),
            Words(text=_replacement(of)),
            Heading(text="Or draw", section=section),
            Items(items=tuple(_ways_to_draw(held, event)), numbered=True),
            Heading(text="Days to look again", section=of.law.state.expiry_ladder.authority),
            _ladder(of, event),
            signed(of, Role.CLERK),
        ),
    )


def _lateness(held: Security, event: NonrenewalNoticed) -> Iterator[Block]:
    if event.late and held.evergreen_notice_days is not None:
        last = days_before(event.expires_on, held.evergreen_notice_days)
        yield Words(
            text=f"The paper renews unless the issuer gives notice {held.evergreen_notice_days} days before, by "
            f"{weekday(last)}. This notice is later, so by its own words the paper renews for another year. Until the "
            "issuer has agreed to that in writing, or the Village Attorney has decided, act as if it ended."
        )


def _replacement(of: SecurityOccasion) -> str:
    rule = guarantee_of(of.security, of.law)
    kinds = _either(rule.kinds) if rule else f"a {plain(of.security.kind)}"
    irrevocable = " A letter of credit must be irrevocable." if rule and rule.must_be_irrevocable else ""
    return (
        f"Ask for a new security for {plain(of.security.purpose)}: {kinds}.{irrevocable} It must be posted "
        "before this one ends, so that no day is without one."
    )


def _either(kinds: tuple[str, ...]) -> str:
    return f"a {' or a '.join(map(plain, kinds))}"


def _ways_to_draw(security: Security, event: NonrenewalNoticed) -> Iterator[str]:
    yield "Only for recorded cost of the village's work that nothing has recovered; never for a fine."
    yield "One person asks for the draw, another approves it."
    if security.draw_notice_days is not None:
        last = days_before(event.expires_on, security.draw_notice_days)
        until = (
            f"give it by {weekday(last)}"
            if last >= event.on
            else f"its last day was {weekday(last)}; replace it"
        )
        yield f"The paper asks for {security.draw_notice_days} days' notice: {until}."
    if security.kind is SecurityKind.LETTER_OF_CREDIT:
        kept = security.original_at or NOT_RECORDED
        yield f"Present the original with the letter's exact statement. It is kept at: {kept}."
        yield f"The statement is {'on record' if security.draw_statement else NOT_RECORDED}."


def _ladder(of: SecurityOccasion, event: NonrenewalNoticed) -> Grid:
    rungs = [(days, days_before(event.expires_on, days)) for days in of.law.state.expiry_ladder.days]
    ahead = tuple((f"{days} days before", weekday(on)) for days, on in rungs if on >= event.on)
    return Grid(
        caption="From this notice to the last day",
        columns=(Column(title="What"), Column(title="Day", weight=2)),
        rows=(*ahead, ("last day", weekday(event.expires_on))),
    )


# --- reduced and released -------------------------------------------------------------------------------


def _reduction(of: SecurityOccasion) -> Iterator[Paper]:
    event: SecurityReduced = of.event
    yield Paper(
        kind="security-reduction",
        title="Partial Release of Security",
        dated=event.on,
        to=to_issuer(of.security),
        about=about_security(of.security),
        blocks=(
            Words(
                text=f"The {of.law.village.name} releases {money(event.amount)} of the security described here as of "
                f"{day(event.on)}. The rest stays in force on its terms."
            ),
            Facts(
                rows=(
                    ("Posted", money(of.security.amount)),
                    ("Released now", money(event.amount)),
                    ("Released so far", money(of.security.reduced)),
                    ("Drawn so far", money(of.security.drawn)),
                    ("Remains in force", money(remains(of.security))),
                )
            ),
            Heading(text="Why", section=section_of(of.security, of.law)),
            Words(text=event.reason),
            Heading(text="What the full release still needs"),
            *_standing(of),
            *in_its_words(of),
            signed(of, Role.CLERK),
        ),
    )


def _standing(of: SecurityOccasion) -> Iterator[Block]:
    rows = tuple(
        (each.what, day(each.met_on) if each.met_on and each.met_on <= of.event.on else "not yet")
        for each in conditions(of.security, of.law)
    )
    if rows:
        yield Grid(
            caption=f"Conditions of release on {day(of.event.on)}",
            columns=(Column(title="Condition", weight=3), Column(title="Stands since", weight=2)),
            rows=rows,
        )
    else:
        yield Words(
            text="The ordinance names no milestone; the release itself acknowledges what its words ask for."
        )


def _release(of: SecurityOccasion) -> Iterator[Paper]:
    event: SecurityReleased = of.event
    yield Paper(
        kind="security-release",
        title="Release of Security",
        dated=event.on,
        to=to_issuer(of.security),
        about=about_security(of.security),
        blocks=(
            Words(
                text=f"The {of.law.village.name} releases the security described here in full as of {day(event.on)}, "
                "and the issuer and the surety from liability under it."
            ),
            Heading(text="What its release needs, and what stands", section=event.section),
            *_standing(of),
            *in_its_words(of),
            Heading(text="What is given back"),
            Words(text=_given_back(of.security)),
            signed(of, Role.CLERK),
        ),
    )


def _given_back(security: Security) -> str:
    left = money(max(remains(security), NOUGHT))
    if security.kind is SecurityKind.CASH_ESCROW:
        interest = f", {money(security.credited)} of interest with it" if security.credited else ""
        return f"The balance of the escrow, {left}{interest}, is paid back to {security.issuer}."
    kept = f" It is kept at: {security.original_at}." if security.original_at else ""
    return f"{left} was left of it. The original is returned to the issuer with this release.{kept}"


SECURITY_PAPERS: Final[SecurityMakers] = {
    SecurityPosted: (_receipt,),
    NonrenewalNoticed: (_memo,),
    SecurityReduced: (_reduction,),
    SecurityReleased: (_release,),
}
