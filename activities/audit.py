"""The audit: every case and security recomputed from its events and held against its rows.

Rows that differ are made anew. A record that was changed is named and left alone: it is evidence.
"""

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import NamedTuple, Self

from sqlalchemy import Engine
from temporalio import activity

from activities.audit_papers import changed_papers, missing_papers
from activities.compare import Found
from activities.effects import POKE
from activities.examine import Seen, examine
from activities.held import held
from activities.messages import AuditOrder, AuditResult, CaseRef, Difference, FollowUp, OpenCases
from activities.parties import agree_all_parties
from activities.project import hold
from activities.record import law_of, moment
from activities.register import Place, page_of_cases
from activities.wakers import wakers
from models.session import read, write
from queries.open import open_records
from queries.record import row_of
from rules.calendar import local_day

PAGE = 100
OPEN_PAGE = 500
NAMED = 1000
"""Differences, and cases to poke, in one message; what is beyond is counted, or left to the next audit."""


class Progress(NamedTuple):
    """How far an audit has come, and what it found so far."""

    after: str = ""
    cases: int = 0
    events: int = 0
    unnamed: int = 0
    differences: tuple[Difference, ...] = ()
    follow_ups: tuple[FollowUp, ...] = ()

    def with_found(self, found: tuple[Difference, ...]) -> Self:
        """Return this with more differences, named as far as a message holds them."""
        kept = (*self.differences, *found)
        return self._replace(differences=kept[:NAMED], unnamed=self.unnamed + max(0, len(kept) - NAMED))

    def result(self) -> AuditResult:
        """Return what the audit answers."""
        more = Difference(case="", kind="more", detail=f"{self.unnamed} more differences", repaired=False)
        return AuditResult(
            cases=self.cases,
            events=self.events,
            differences=(*self.differences, more) if self.unnamed else self.differences,
            follow_ups=self.follow_ups,
        )


class Audits:
    """The activities `audit` and `open_cases`; `ordinances` is a folder of laws beside our own."""

    def __init__(self, engine: Engine, ordinances: Path | None = None) -> None:
        self._engine = engine
        self._ordinances = ordinances

    @activity.defn
    def audit(self, order: AuditOrder) -> AuditResult:
        """Recompute the records of a village, or of all; make differing rows anew, name what was tampered with."""
        at = moment(order.at)
        progress = _resumed()
        while True:
            with read(self._engine) as session:
                page = page_of_cases(session, progress.after, PAGE)
            if not page:
                break
            for place in page:
                if order.village in (None, place.village):
                    progress = self._look_at(place, at, progress)
            progress = progress._replace(after=page[-1].case)
            _heartbeat(progress)
        return progress.with_found(agree_all_parties(self._engine, order.village)).result()

    @activity.defn
    def open_cases(self, order: AuditOrder) -> OpenCases:
        """Return a page of the open cases and securities after `order.after`, of a village or of all."""
        with read(self._engine) as session:
            found = open_records(session, order.village, after=order.after or "", limit=OPEN_PAGE + 1)
        cases = tuple(CaseRef(case=each.id, village=each.village) for each in found[:OPEN_PAGE])
        return OpenCases(cases=cases, more=len(found) > OPEN_PAGE)

    def _look_at(self, place: Place, at: datetime, progress: Progress) -> Progress:
        with read(self._engine) as session:
            seen = examine(session, place, at, self._ordinances)
        anew = seen.sound and bool(seen.found or seen.is_old)
        moved = anew and self._make_anew(place, seen, at)
        progress = progress._replace(cases=progress.cases + 1, events=progress.events + seen.events)
        progress = progress.with_found(tuple(_named(place, each, repaired=anew) for each in seen.found))
        progress = progress.with_found(tuple(self._look_at_papers(place, at, sound=seen.sound)))
        if not moved or len(progress.follow_ups) >= NAMED:
            return progress
        poke = FollowUp(
            kind=POKE, case=place.case, village=place.village or "", note="its agenda is another now"
        )
        return progress._replace(follow_ups=(*progress.follow_ups, poke))

    def _look_at_papers(self, place: Place, at: datetime, *, sound: bool) -> Iterator[Difference]:
        """Name the papers that were changed, and issue those that a sound record lacks."""
        for each in changed_papers(self._engine, place.case):
            yield _named(place, each, repaired=False)
        if not sound or place.village is None:
            return
        with read(self._engine) as session:
            law = law_of(session, place.village, self._ordinances)
        for each in missing_papers(self._engine, law, place.case, at):
            yield _named(place, each, repaired=True)

    def _make_anew(self, place: Place, seen: Seen, at: datetime) -> bool:
        """Make the rows of a record those of today; tell whether what wakes it has changed."""
        with write(self._engine) as session:
            hold(session, place.case)
            law = law_of(session, place.village or "", self._ordinances)
            before = wakers(session, place.case)
            row = row_of(session, place.case)
            if seen.is_ahead and row is not None:
                row.as_of = local_day(at, law.village.zone)
                session.flush()
            held(session, law, place.case, at).look()
            return before != wakers(session, place.case)


def _named(place: Place, found: Found, *, repaired: bool) -> Difference:
    return Difference(case=place.case, kind=found.kind, detail=found.detail, repaired=repaired)


# --- how far it has come --------------------------------------------------------------------------------


def _heartbeat(progress: Progress) -> None:
    if activity.in_activity():
        said = [each.model_dump(mode="json") for each in progress.differences]
        pokes = [each.model_dump(mode="json") for each in progress.follow_ups]
        activity.heartbeat(*progress[:4], said, pokes)


def _resumed() -> Progress:
    """Return where an earlier attempt at this audit left off."""
    details = activity.info().heartbeat_details if activity.in_activity() else ()
    if len(details) != len(Progress._fields):
        return Progress()
    after, cases, events, unnamed, said, pokes = details
    return Progress(
        after=after,
        cases=cases,
        events=events,
        unnamed=unnamed,
        differences=tuple(map(Difference.model_validate, said)),
        follow_ups=tuple(map(FollowUp.model_validate, pokes)),
    )
