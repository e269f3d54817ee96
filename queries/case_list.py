"""The list of cases: searched, filtered, sorted and paged in SQL, the same on every database.

A word is found anywhere in the number, the property, the respondents and the violations of a case; all words of a
search must be. A whole number, with or without the village, finds that case alone.
"""

import re
from collections.abc import Iterator, Mapping
from datetime import date
from enum import StrEnum
from typing import Any

from sqlalchemy import ColumnElement, Select, and_, false, func, or_, select, tuple_, union_all
from sqlmodel import Session, col

from models.case import CaseRow
from models.deadline import DeadlineRow
from models.respondent import RespondentRow
from queries.desk import Place, overdue
from queries.views import CaseLine
from rules.searching import wanted
from rules.values import Phase, Role, Value
from rules.waiting import kinds_for

A_NUMBER = re.compile(r"(?:(?P<village>[\w-]+)-)?(?P<year>\d{4})-(?P<number>\d{4,9})")
PAGE = 50
MOST_COUNTED = 1_000
LINE = tuple(
    getattr(CaseRow, name)
    for name in (
        "id", "village", "phase", "address", "parcel", "description", "headline",
        "opened_on", "closed_on", "next_due", "open_violations",
    )
)  # fmt: skip


class Sort(StrEnum):
    """The orders of the list."""

    NEWEST = "newest"
    OLDEST = "oldest"
    DUE = "due"
    ADDRESS = "address"
    PHASE = "phase"


class Wish(Value):
    """What a person wants to see of the cases."""

    text: str = ""
    phase: Phase | None = None
    village: str | None = None
    role: Role | None = None
    overdue: bool = False
    sort: Sort = Sort.NEWEST


class Listed(CaseLine):
    """A case in the list: its parcel, its respondents in the order of their keys, and since when work is overdue."""

    parcel: str | None
    respondents: tuple[str, ...]
    overdue_since: date | None


def find_cases(
    session: Session, places: Mapping[str, Place], wish: Wish, *, offset: int = 0, limit: int = PAGE
) -> tuple[Listed, ...]:
    """Return the cases wished for of these villages, from an offset on, at most so many."""
    rows = session.execute(_page(places, wish, offset, limit)).mappings().all()
    ids = [row["id"] for row in rows]
    names, late = _names(session, ids), _late(session, places, ids)
    return tuple(_listed(row, names, late) for row in rows)


def count_cases(session: Session, places: Mapping[str, Place], wish: Wish) -> int:
    """Return how many cases are wished for, where no more than `MOST_COUNTED`, else one more than that."""
    some = _wished(select(col(CaseRow.id)), places, wish).limit(MOST_COUNTED + 1).subquery()
    return session.scalar(select(func.count()).select_from(some)) or 0


def all_found(
    session: Session, places: Mapping[str, Place], wish: Wish, *, chunk: int = 1_000, most: int | None = None
) -> Iterator[Listed]:
    """Yield every case wished for, or at most so many, fetched by the thousand."""
    offset = 0
    while most is None or offset < most:
        found = find_cases(session, places, wish, offset=offset, limit=chunk)
        yield from found
        if len(found) < chunk:
            return
        offset += chunk


# --- what is asked ----------------------------------------------------------------------------------------


def _page(places: Mapping[str, Place], wish: Wish, offset: int, limit: int) -> Select[Any]:
    """Return the lines of a page; of several villages the first of each, which its index gives in order."""
    order, here = ORDERS[wish.sort], [key for key in places if wish.village in (None, key)]
    parts: list[Any] = [
        _wished(select(col(CaseRow.id)), {key: places[key]}, wish).order_by(*order).limit(offset + limit)
        for key in here
    ]
    lines: Select[Any] = select(*LINE).order_by(*order).limit(limit)
    if len(parts) == 1:
        return lines.where(col(CaseRow.id).in_(parts[0].limit(limit).offset(offset)))
    firsts = [select(part.subquery()) for part in parts]
    return lines.where(col(CaseRow.id).in_(union_all(*firsts)) if firsts else false()).offset(offset)


def _wished(query: Select[Any], places: Mapping[str, Place], wish: Wish) -> Select[Any]:
    here = {key: place for key, place in places.items() if wish.village in (None, key)}
    alone = next(iter(here)) if len(here) == 1 else None
    whose = col(CaseRow.village) == alone if alone else col(CaseRow.village).in_(list(here))
    query = query.where(whose)
    if wish.phase is not None:
        query = query.where(col(CaseRow.phase) == wish.phase.value)
    if wish.role is not None or wish.overdue:
        query = query.where(col(CaseRow.id).in_(_with_work(here, wish)))
    return query.where(*_searched(wish.text))


def _with_work(places: Mapping[str, Place], wish: Wish) -> Select[Any]:
    """Return the cases in which work is due, of a role and overdue where that is wished."""
    roles = frozenset({wish.role} if wish.role else ())
    seen = {key: place.model_copy(update={"roles": roles}) for key, place in places.items()}
    kinds = kinds_for(roles)
    there = [
        and_(
            col(DeadlineRow.village) == key,
            overdue(place) if wish.overdue else col(DeadlineRow.kind).in_(kinds),
        )
        for key, place in seen.items()
    ]
    return select(col(DeadlineRow.case_id)).where(or_(false(), *there))


def _searched(text: str) -> Iterator[ColumnElement[bool]]:
    number = A_NUMBER.fullmatch(text.strip().lower())
    if number is not None:
        yield tuple_(col(CaseRow.year), col(CaseRow.number)) == (int(number["year"]), int(number["number"]))
        if number["village"]:
            yield col(CaseRow.village) == number["village"]
        return
    for part in wanted(text):  # letters, digits and spaces alone: nothing in it is a pattern
        yield col(CaseRow.search).like(f"%{part}%")


NEWEST = (col(CaseRow.year).desc(), col(CaseRow.number).desc(), col(CaseRow.village).desc())
ORDERS: dict[Sort, tuple[Any, ...]] = {
    Sort.NEWEST: NEWEST,
    Sort.OLDEST: (col(CaseRow.year), col(CaseRow.number), col(CaseRow.village)),
    Sort.DUE: (col(CaseRow.next_due).is_(None), col(CaseRow.next_due), *NEWEST),
    Sort.ADDRESS: (col(CaseRow.place), *NEWEST),
    Sort.PHASE: (col(CaseRow.phase), *NEWEST),
}


# --- what is answered -------------------------------------------------------------------------------------


def _names(session: Session, cases: list[str]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    rows = select(col(RespondentRow.case_id), col(RespondentRow.name)).where(
        col(RespondentRow.case_id).in_(cases)
    )
    ordered = rows.order_by(
        col(RespondentRow.case_id), func.length(RespondentRow.key), col(RespondentRow.key)
    )
    for case, name in session.execute(ordered) if cases else ():
        found.setdefault(case, []).append(name)
    return found


def _late(session: Session, places: Mapping[str, Place], cases: list[str]) -> dict[str, date]:
    """Return since when work of anyone's is overdue in each case in which it is."""
    seen = {key: place.model_copy(update={"roles": frozenset()}) for key, place in places.items()}
    there = [and_(col(DeadlineRow.village) == key, overdue(place)) for key, place in seen.items()]
    query = (
        select(col(DeadlineRow.case_id), func.min(col(DeadlineRow.due)))
        .where(col(DeadlineRow.case_id).in_(cases), or_(false(), *there))
        .group_by(col(DeadlineRow.case_id))
    )
    return {case: first for case, first in session.execute(query)} if cases else {}  # noqa: C416


def _listed(row: Mapping[Any, Any], names: Mapping[str, list[str]], late: Mapping[str, date]) -> Listed:
    told = {name: row[name] for name in Listed.model_fields if name in row}
    told["address"] = row["address"] or row["parcel"] or row["description"] or ""
    case = row["id"]
    return Listed(**told, respondents=tuple(names.get(case, ())), overdue_since=late.get(case))
