"""A case with everything its page shows, read once and worked out once."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlmodel import Session

from queries import evidence, papers
from queries.calendars import Calendar, calendars
from queries.cases import actions_on
from queries.documents import DocumentView, document_views
from queries.entries import entry_view
from queries.exposure_history import Level, history
from queries.people import PersonView, people
from queries.portrait import portrait, worked_out
from queries.record import Recorded, load_verified, no_case
from queries.securities import concerning
from queries.setting import setting_for
from queries.timeline import Timeline, timeline
from queries.views import ActionView, CaseView
from rules import engine
from rules.acts import Setting
from rules.case import Case
from rules.law import Law
from rules.series import Series, series_of
from rules.values import Role, Value


class Asked(Value):
    """What a reader asked to see of a case: the calendar of one violation in one year."""

    year: int | None = None
    violation: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseFile:
    """A case as its page shows it; `broken` names the first event that breaks the chain, if one does."""

    view: CaseView
    actions: tuple[ActionView, ...]
    broken: str | None
    people: dict[str, PersonView]
    calendars: dict[str, Calendar]
    timeline: Timeline
    history: tuple[Level, ...]
    sentenced_as: dict[str, int | None]
    documents: tuple[DocumentView, ...]
    notices: tuple[papers.NoticeView, ...]
    files: tuple[evidence.FileView, ...]
    settlements: tuple[papers.SettlementView, ...]
    injunction: tuple[papers.InjunctionView, ...]


def case_file(
    session: Session,
    law: Law,
    case_id: str,
    asked: Asked,
    *,
    now: datetime,
    roles: frozenset[Role],
    actor: str,
) -> CaseFile:
    """Return a case's file as it stands at an aware instant; raise NotFound."""
    record, broken = load_verified(session, case_id) if series_of(case_id) is Series.CASE else ((), None)
    case = engine.fold(entry.event for entry in record)
    if case is None or not roles:
        raise no_case(case_id)
    setting = setting_for(session, law, case, now=now, actor=actor, roles=roles)
    return _file(session, case, setting, record, broken, asked)


def _file(
    session: Session,
    case: Case,
    setting: Setting,
    record: Sequence[Recorded],
    broken: str | None,
    asked: Asked,
) -> CaseFile:
    worked = worked_out(case, setting)
    securities = concerning(session, case)
    entries = [entry_view(each) for each in record]
    whole = broken is None
    return CaseFile(
        view=portrait(case, setting, entries, chain_ok=whole, worked=worked, securities=securities),
        actions=actions_on(case, setting, securities),
        broken=broken,
        people=people(session, case, setting),
        calendars=calendars(case, setting, worked.statuses, asked.year, asked.violation),
        timeline=timeline(case, setting, record, worked.statuses),
        history=history(case, setting, worked.statuses, worked.exposures),
        sentenced_as={key: each.sentenced_as for key, each in case.counts.items()},
        documents=document_views(session, case.id),
        notices=papers.notices(case, record),
        files=evidence.files(session, record, setting.law.village.zone),
        settlements=papers.settlements(case, setting, record),
        injunction=tuple(papers.injunction(record)),
    )
