"""The respondents of a case as an officer needs them: every service with its dates apart, the clock, the party.

A clock that does not run yet says for which dates it waits.
"""

from collections.abc import Iterator
from datetime import date
from typing import Final

from sqlalchemy import bindparam, select
from sqlmodel import Session

from models.respondent import RespondentRow
from queries.tables import table
from rules.acts import Setting
from rules.calendar import Reckoned
from rules.case import Case, Notice, Respondent, Service
from rules.law import Law
from rules.parties import party_key
from rules.penalties import Prior
from rules.standing import (
    appeal_window,
    completed_on,
    latest_appeal_window,
    latest_notice,
    served_on,
)
from rules.values import ServiceFailure, ServiceMode, Value

MOST_OTHERS: Final = 20


_RESPONDENT: Final = table(RespondentRow)
_OTHERS: Final = (  # with every page of a case: so it is made once
    select(_RESPONDENT.c.party_key, _RESPONDENT.c.case_id)
    .where(_RESPONDENT.c.village == bindparam("village"), _RESPONDENT.c.case_id != bindparam("case"))
    .where(_RESPONDENT.c.party_key.in_(bindparam("parties", expanding=True)))
    .distinct()
    .order_by(_RESPONDENT.c.case_id.desc())
)


class ServiceView(Value):
    """One mode of service of one notice; `waits_for` names the dates its completion still lacks."""

    notice: str
    mode: ServiceMode
    mailed_on: date | None
    posted_on: date | None
    delivered_on: date | None
    completed_on: date | None
    waits_for: tuple[str, ...]
    authority: str | None
    by: str | None
    proof: str | None


class Failure(Value):
    """An attempt at service that failed."""

    notice: str
    on: date
    reason: str
    mode: ServiceMode | None
    outcome: ServiceFailure | None


class PersonView(Value):
    """One respondent: services, the appeal clock and how it was reckoned, the party and its other cases.

    `latest` is the window reckoned from the last complete service, where that gives a later day.
    """

    notice: str | None
    served_on: date | None
    clock: Reckoned | None
    latest: Reckoned | None
    services: tuple[ServiceView, ...]
    failures: tuple[Failure, ...]
    party_key: str
    linked_by_hand: bool
    other_cases: tuple[str, ...]
    priors: tuple[Prior, ...]


def people(session: Session, case: Case, setting: Setting) -> dict[str, PersonView]:
    """Return what there is to see of each respondent."""
    others = _other_cases(session, case)
    return {
        key: _person(case, each, setting, others.get(party_key(each), ()))
        for key, each in case.respondents.items()
    }


def _person(case: Case, person: Respondent, setting: Setting, others: tuple[str, ...]) -> PersonView:
    law = setting.law
    notice = latest_notice(case, person.key)
    clock = appeal_window(notice, person.key, law) if notice else None
    latest = latest_appeal_window(notice, person.key, law) if notice else None
    return PersonView(
        notice=notice.key if notice else None,
        served_on=served_on(notice, person.key, law) if notice else None,
        clock=clock,
        latest=latest if clock and latest and latest.due > clock.due else None,
        services=tuple(each for one in case.notices.values() for each in _services(one, person.key, law)),
        failures=tuple(
            Failure(notice=one.key, **each.model_dump(exclude={"respondent"}))
            for one in case.notices.values()
            for each in one.failures
            if each.respondent == person.key
        ),
        party_key=party_key(person),
        linked_by_hand=person.party is not None,
        other_cases=others,
        priors=setting.priors.get(person.key, ()),
    )


def _services(notice: Notice, respondent: str, law: Law) -> Iterator[ServiceView]:
    for each in notice.services.get(respondent, ()):
        rule = law.village.service.get(each.mode)
        yield ServiceView(
            notice=notice.key,
            **each.model_dump(),
            completed_on=completed_on(each, law),
            waits_for=_missing(each, rule.completes_on if rule else ()),
            authority=rule.authority if rule else None,
        )


def _missing(service: Service, needed: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(name.removesuffix("_on") for name in needed if getattr(service, name) is None)


def _other_cases(session: Session, case: Case) -> dict[str, tuple[str, ...]]:
    """Return the village's other cases by party, the latest first."""
    keys = {party_key(each) for each in case.respondents.values()}
    asked = {"village": case.village, "parties": sorted(keys), "case": case.id}
    found: dict[str, tuple[str, ...]] = {}
    for party, other in session.connection().execute(_OTHERS, asked):
        if len(found.get(party, ())) < MOST_OTHERS:
            found[party] = (*found.get(party, ()), other)
    return found
