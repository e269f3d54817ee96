"""What surrounds a decision on a case: the law, the day, who asks, and the respondents' other cases.

A respondent's other cases are those of the same party in the same village under the same family of sections.
"""

from collections.abc import Collection
from datetime import date, datetime

from sqlalchemy import select
from sqlmodel import Session, col

from models.count import CountRow
from models.membership import MembershipRow
from models.offense import OffenseRow
from models.respondent import RespondentRow
from rules.acts import Setting
from rules.calendar import local_day
from rules.case import Case
from rules.exposure import Status
from rules.law import Law
from rules.parties import party_key
from rules.penalties import Prior
from rules.values import Outcome, Role

OPEN = (Status.COUNTABLE.value, Status.CHARGED.value)


def roles_of(session: Session, user: str, village: str) -> frozenset[Role]:
    """Return what a user is in a village; nothing at all where the village is not theirs."""
    held = select(col(MembershipRow.role)).where(
        col(MembershipRow.user) == user, col(MembershipRow.village) == village
    )
    return frozenset(map(Role, session.scalars(held)))


def setting_for(
    session: Session, law: Law, case: Case | None, *, now: datetime, actor: str, roles: frozenset[Role]
) -> Setting:
    """Return the setting of a decision at an aware instant; without a case, that of opening one."""
    setting = Setting(law=law, now=now, today=local_day(now, law.village.zone), roles=roles, actor=actor)
    if case is None or not case.respondents or not _looks_back(law):
        return setting
    parties = {key: party_key(who) for key, who in case.respondents.items()}
    priors = _priors(session, law, case, set(parties.values()))
    elsewhere = _elsewhere(session, case, set(parties.values()))
    return setting.model_copy(
        update={
            "priors": {key: tuple(priors[party]) for key, party in parties.items() if party in priors},
            "elsewhere": {
                key: tuple(elsewhere[party]) for key, party in parties.items() if party in elsewhere
            },
        }
    )


def _looks_back(law: Law) -> bool:
    return any(penalty.look_back for version in law.versions for penalty in version.penalties.values())


def _priors(session: Session, law: Law, case: Case, parties: Collection[str]) -> dict[str, list[Prior]]:
    standing = (
        select(
            col(CountRow.party_key),
            col(CountRow.offense_on),
            col(CountRow.disposed_on),
            col(CountRow.case_id),
            col(CountRow.key),
        )
        .where(col(CountRow.village) == case.village, col(CountRow.section) == law.versions[0].section)
        .where(col(CountRow.party_key).in_(parties), col(CountRow.case_id) != case.id)
        .where(col(CountRow.outcome) == Outcome.CONVICTED.value, col(CountRow.vacated_on).is_(None))
        .order_by(
            col(CountRow.disposed_on), col(CountRow.offense_on), col(CountRow.case_id), col(CountRow.key)
        )
    )
    found: dict[str, list[Prior]] = {}
    for party, offense_on, convicted_on, other, key in session.execute(standing):
        prior = Prior(offense_on=offense_on, convicted_on=convicted_on, case=other, count=key)
        found.setdefault(party, []).append(prior)
    return found


def _elsewhere(session: Session, case: Case, parties: Collection[str]) -> dict[str, list[date]]:
    # Distinct, because one party may stand in a case twice, as its owner and as its developer.
    dated = (
        select(
            col(RespondentRow.party_key),
            col(OffenseRow.case_id),
            col(OffenseRow.violation),
            col(OffenseRow.offense_on),
        )
        .join(OffenseRow, col(OffenseRow.case_id) == col(RespondentRow.case_id))
        .where(col(RespondentRow.village) == case.village, col(RespondentRow.party_key).in_(parties))
        .where(col(RespondentRow.case_id) != case.id, col(OffenseRow.status).in_(OPEN))
        .distinct()
        .order_by(col(OffenseRow.offense_on))
    )
    found: dict[str, list[date]] = {}
    for party, _, _, offense_on in session.execute(dated):
        found.setdefault(party, []).append(offense_on)
    return found
