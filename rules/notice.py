"""The notice of violation: to whom, its contents, its service, its withdrawal.

The notice is frozen as issued. Mailed, posted and delivered are kept apart;
when service is complete is the village's rule.
"""

from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from typing import Any

from rules.acts import (
    ATTORNEY,
    OFFICER,
    STAFF,
    Act,
    Due,
    Events,
    Fold,
    Setting,
    due,
    next_key,
    not_before,
    ordinance_on,
    respondent,
    violation,
)
from rules.case import Case, FailedService, Notice, Respondent, Service, Violation
from rules.commands import ExtendRemedyDate, IssueNotice, RecordFailedService, ServeNotice, WithdrawNotice
from rules.events import Event, NoticeIssued, NoticeServed, NoticeWithdrawn, RemedyDateExtended, ServiceFailed
from rules.law import Ordinance, Tier
from rules.refusals import Conflict, Incomplete, NotAllowed, OutOfOrder
from rules.standing import appeal_window, governing, in_time, latest_notice, standing_notices
from rules.values import RespondentRole

DATES = ("mailed_on", "posted_on", "delivered_on")


def _may_issue(case: Case, setting: Setting) -> None:
    """Refuse where notices of every violation to everyone they could be addressed to stand already."""
    addressable = {role for version in setting.law.versions for role in version.notice.addressees}
    people = [person for person in case.respondents.values() if person.role in addressable]
    open_to = {each.key for each in case.violations.values() if each.annulled_on is None}
    if not people or not open_to:
        return
    if all(_told(case, person).issuperset(open_to) for person in people):
        raise Conflict(
            "A notice of every violation to everyone it could be addressed to already stands: "
            f"{', '.join(notice.key for notice in standing_notices(case))}.",
            section=governing(case, setting.law).notice.section,
            remedy="Serve that one, or withdraw it before issuing another. A respondent or a violation it lacks is "
            "added first.",
        )


def _issue(case: Case, command: IssueNotice, setting: Setting) -> Events:
    version = ordinance_on(setting.law, command.on, "The notice is dated")
    people = tuple(respondent(case, key) for key in dict.fromkeys(command.respondents))
    covered = _covered(case, command.on, version)
    _check_addressees(case, people, covered, version)
    _check_repeated(case, people, covered)
    _check_contents(case, people, covered, version)
    return (
        NoticeIssued(
            on=command.on,
            notice=next_key("n", case.notices),
            respondents=tuple(person.key for person in people),
            violations=tuple(each.key for each in covered),
            ordinance=version.section,
            in_force=version.in_force,
            contents=tuple(_contents(case, people, covered, version)),
        ),
    )


def _covered(case: Case, on: date, version: Ordinance) -> tuple[Violation, ...]:
    """Return the violations that existed on the day of the notice, whatever has been entered since."""
    standing = [each for each in case.violations.values() if each.annulled_on is None]
    covered = tuple(v for v in standing if v.observed_on <= on and (v.cured_on is None or v.cured_on > on))
    section = version.notice.section
    if not covered and standing:
        first = min(standing, key=lambda each: each.observed_on)
        not_before(on, first.observed_on, "The notice", f"{first.key} was observed", section=section)
    if not covered:
        raise NotAllowed(
            f"No violation of the case existed on {on}.", section=section, remedy="Add a violation first."
        )
    return covered


def _check_addressees(
    case: Case, people: tuple[Respondent, ...], covered: tuple[Violation, ...], version: Ordinance
) -> None:
    rule = version.notice
    for person in people:
        if person.role not in rule.addressees:
            raise NotAllowed(
                f"A notice of violation is not addressed to a {_words(person.role)} ({person.key}).",
                section=rule.section,
                remedy=f"It goes to: {', '.join(map(_words, rule.addressees))}.",
                field="respondents",
            )
    owners = [person for person in case.respondents.values() if person.role in rule.required]
    told = set().union(*(_told(case, owner) for owner in owners))
    reached = any(owner in people for owner in owners) or told.issuperset(each.key for each in covered)
    if rule.required and not reached:
        raise Incomplete(
            f"A notice of violation must be addressed to the {' or '.join(map(_words, rule.required))}.",
            section=rule.section,
            remedy="Name that respondent; add it to the case first if it is not there.",
            field="respondents",
        )


def _words(role: RespondentRole | str) -> str:
    return str(role).replace("_", " ")


def _check_repeated(case: Case, people: tuple[Respondent, ...], covered: tuple[Violation, ...]) -> None:
    for person in people:
        if _told(case, person).issuperset(each.key for each in covered):
            raise Conflict(
                f"A notice of these violations to {person.key} already stands.",
                remedy="Serve that one, or withdraw it before issuing another.",
                field="respondents",
            )


def _told(case: Case, person: Respondent) -> set[str]:
    """Return the violations of which a notice to a respondent stands."""
    named = (notice for notice in standing_notices(case) if person.key in notice.respondents)
    return {key for notice in named for key in notice.violations}


def _missing(
    case: Case, people: tuple[Respondent, ...], covered: tuple[Violation, ...]
) -> Iterator[tuple[str, str]]:
    for person in people:
        if not person.address:
            yield "parties", f"the address of {person.key} ({person.name})"
    if not (case.property.address or case.property.description):
        yield "location", "the address or a description of the place"
    for each in covered:
        if not each.remedy:
            yield "remedy", f"the remedial measures for {each.key}"
        if each.remedy_by is None:
            yield "remedy", f"the time schedule (remedy_by) for {each.key}"


def _check_contents(
    case: Case, people: tuple[Respondent, ...], covered: tuple[Violation, ...], version: Ordinance
) -> None:
    sections = {content.key: content.section for content in version.notice.contents}
    missing = [(sections[key], what) for key, what in _missing(case, people, covered) if key in sections]
    if missing:
        named = "; ".join(f"{what} [{section}]" for section, what in missing)
        raise Incomplete(
            f"The notice of violation lacks {named}.",
            section=missing[0][0],
            remedy="Record each of these, then issue the notice.",
        )


def _contents(
    case: Case, people: tuple[Respondent, ...], covered: tuple[Violation, ...], version: Ordinance
) -> Iterator[dict[str, Any]]:
    place = case.property
    said = {
        "parties": [f"{person.name}, {person.address}" for person in people],
        "location": [
            text
            for text in (place.address, place.parcel and f"parcel {place.parcel}", place.description)
            if text
        ],
        "nature": [f"{each.provision}: {each.nature}" for each in covered],
        "remedy": [f"{each.remedy} by {each.remedy_by}" for each in covered],
        "penalties": list(
            dict.fromkeys(line for each in covered for line in _penalties(version, each.provision))
        ),
        "appeal": _appeal(version),
    }
    for content in version.notice.contents:
        yield {"content": content.key, "section": content.section, "text": said[content.key]}


def _penalties(version: Ordinance, provision: str) -> Iterator[str]:
    penalty = version.penalty_for(provision)
    for tier in penalty.tiers:
        yield f"{_fine(tier)} [{tier.section}]"
    if penalty.jail is not None:
        term = f"{penalty.jail.days} days" if penalty.jail.days else f"{penalty.jail.months} months"
        yield f"imprisonment of up to {term}, with or instead of a fine [{penalty.jail.section}]"
    yield f"{penalty.unit_words} [{penalty.unit_section}]"


def _fine(tier: Tier) -> str:
    low, high = tier.minimum, tier.maximum
    if high is None:
        return (
            f"a fine of not less than {_money(low)}, no maximum stated" if low else "a fine, no amount stated"
        )
    return f"a fine of {_money(low)} to {_money(high)}" if low else f"a fine of up to {_money(high)}"


def _money(amount: Decimal | None) -> str:
    return "$0" if amount is None else f"${amount:,.2f}".removesuffix(".00")


def _appeal(version: Ordinance) -> list[str]:
    if version.appeal is None:
        return ["no appeal is provided"]
    within = version.appeal.within
    length = f"{within.days} days" if within.days else f"{within.months or within.years} months"
    return [f"may be appealed to {version.appeal.to} in writing within {length} of {within.starts_from}"]


# --- service --------------------------------------------------------------------------------------------


def _has_notice(case: Case, setting: Setting) -> None:
    if not any(notice.withdrawn_on is None for notice in case.notices.values()):
        raise NotAllowed("No notice of violation has been issued.", remedy="Issue the notice first.")


def _notice_for(case: Case, key: str) -> Notice:
    respondent(case, key)
    notice = latest_notice(case, key)
    if notice is None:
        raise NotAllowed(
            f"No standing notice names {key}.",
            remedy="Issue a notice to this respondent first.",
            field="respondent",
        )
    return notice


def _serve(case: Case, command: ServeNotice, setting: Setting) -> Events:
    notice = _notice_for(case, command.respondent)
    given = {name: day for name in DATES if (day := getattr(command, name)) is not None}
    for name, day in given.items():
        not_before(day, notice.on, name, f"the notice {notice.key} was issued", section=None)
    if command.delivered_on and command.mailed_on:
        not_before(command.delivered_on, command.mailed_on, "delivered_on", "it was mailed")
    _check_recorded(notice, command, given)
    return (
        NoticeServed(
            on=max(given.values()),
            notice=notice.key,
            respondent=command.respondent,
            mode=command.mode,
            by=command.by,
            proof=command.proof,
            correction_reason=command.correction_reason,
            **given,
        ),
    )


def _check_recorded(notice: Notice, command: ServeNotice, given: dict[str, date]) -> None:
    known = next((s for s in notice.services.get(command.respondent, ()) if s.mode is command.mode), None)
    if known is None:
        return
    recorded = {name: getattr(known, name) for name in DATES}
    _check_delivered_after_mailed({**recorded, **given})
    told: dict[str, object] = dict(given)
    if all(recorded[name] == day for name, day in given.items()):
        told = _new_words(known, command)
    before = {**recorded, "by": known.by, "proof": known.proof}
    changed = [name for name, value in told.items() if before[name] not in (None, value)]
    if changed and command.correction_reason is None:
        name = changed[0]
        raise Conflict(
            f"{name} is already recorded as {before[name]}.",
            remedy="Give correction_reason to replace it; the earlier entry stays in the record.",
            field=name,
        )


def _check_delivered_after_mailed(days: dict[str, date | None]) -> None:
    mailed, delivered = days["mailed_on"], days["delivered_on"]
    if mailed and delivered and delivered < mailed:
        raise OutOfOrder(
            f"delivered_on {delivered} is before it was mailed on {mailed}.",
            field="delivered_on",
            remedy="Correct one of the two days.",
        )


def _new_words(known: Service, command: ServeNotice) -> dict[str, object]:
    """Return who served and the proof, where an entry that repeats the dates tells more; raise Conflict where not."""
    told = {name: getattr(command, name) for name in ("by", "proof")}
    new = {name: words for name, words in told.items() if words not in (None, getattr(known, name))}
    if not new:
        raise Conflict(
            f"This service on {command.respondent} is already recorded.", remedy="There is nothing to add."
        )
    return new


def _failed(case: Case, command: RecordFailedService, setting: Setting) -> Events:
    notice = _notice_for(case, command.respondent)
    not_before(command.on, notice.on, "The attempt at service", f"the notice {notice.key} was issued")
    return (
        ServiceFailed(
            on=command.on,
            notice=notice.key,
            respondent=command.respondent,
            reason=command.reason,
            mode=command.mode,
            outcome=command.outcome,
        ),
    )


def _withdraw(case: Case, command: WithdrawNotice, setting: Setting) -> Events:
    standing = [notice for notice in case.notices.values() if notice.withdrawn_on is None]
    for notice in standing:
        not_before(command.on, notice.on, "The withdrawal", f"the notice {notice.key} was issued")
    return (NoticeWithdrawn(on=command.on, notices=tuple(n.key for n in standing), reason=command.reason),)


def _extend(case: Case, command: ExtendRemedyDate, setting: Setting) -> Events:
    found = violation(case, command.violation)
    if not found.is_open:
        raise NotAllowed(f"{found.key} is no longer open.", remedy="There is no remedy date left to extend.")
    earliest = found.remedy_by or found.observed_on
    if command.to <= earliest:
        raise OutOfOrder(
            f"{command.to} is no extension: it is not after {earliest}.",
            remedy=f"Give a day after {earliest}.",
            field="to",
        )
    return (RemedyDateExtended(on=setting.today, violation=found.key, to=command.to, reason=command.reason),)


# --- folds ----------------------------------------------------------------------------------------------


def _issued(case: Case, event: NoticeIssued) -> Case:
    return case.with_notice(
        Notice(
            key=event.notice,
            on=event.on,
            respondents=event.respondents,
            violations=event.violations,
            contents=event.contents,
        )
    )


def _served(case: Case, event: NoticeServed) -> Case:
    notice = case.notices[event.notice]
    services = {service.mode: service for service in notice.services.get(event.respondent, ())}
    before = services.get(event.mode, Service(mode=event.mode))
    given = {name: getattr(event, name) for name in (*DATES, "by", "proof")}
    services[event.mode] = before.but(**{name: value for name, value in given.items() if value is not None})
    return case.with_notice(
        notice.but(services={**notice.services, event.respondent: tuple(services.values())})
    )


def _service_failed(case: Case, event: ServiceFailed) -> Case:
    notice = case.notices[event.notice]
    attempt = FailedService(
        respondent=event.respondent,
        on=event.on,
        reason=event.reason,
        mode=event.mode,
        outcome=event.outcome,
    )
    return case.with_notice(notice.but(failures=(*notice.failures, attempt)))


def _withdrawn(case: Case, event: NoticeWithdrawn) -> Case:
    for key in event.notices:
        case = case.with_notice(case.notices[key].but(withdrawn_on=event.on))
    appeals = tuple(
        appeal.but(ended_on=event.on, moot=True)
        if appeal.notice in event.notices and not appeal.is_over
        else appeal
        for appeal in case.appeals
    )
    return case.but(appeals=appeals)


def _extended(case: Case, event: RemedyDateExtended) -> Case:
    return case.with_violation(case.violations[event.violation].but(remedy_by=event.to))


FOLDS: dict[type[Event], Fold] = {
    NoticeIssued: _issued,
    NoticeServed: _served,
    ServiceFailed: _service_failed,
    NoticeWithdrawn: _withdrawn,
    RemedyDateExtended: _extended,
}

ACTS = (
    Act(IssueNotice, OFFICER, _issue, _may_issue),
    Act(ServeNotice, STAFF - ATTORNEY, _serve, _has_notice),
    Act(RecordFailedService, STAFF - ATTORNEY, _failed, _has_notice),
    Act(WithdrawNotice, OFFICER | ATTORNEY, _withdraw, _has_notice),
    Act(ExtendRemedyDate, OFFICER | ATTORNEY, _extend),
)


def agenda(case: Case, setting: Setting) -> Iterator[Due]:
    """Yield each respondent's appeal window while it is open or not yet noted as closed."""
    for notice in standing_notices(case):
        for key in notice.respondents:
            window = appeal_window(notice, key, setting.law)
            appealed = any(
                (a.notice, a.respondent) == (notice.key, key) and in_time(a, case, setting.law)
                for a in case.appeals
            )
            if window is None or appealed:
                continue
            item = due(
                "appeal_window", window.due, of=key, section=window.section, explanation=window.explanation
            )
            if item.key not in case.passed:
                yield item
