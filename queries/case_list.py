"""The list of cases: searched, filtered, sorted and paged in SQL, the same on every database.

A word is found anywhere in the number, the property, the respondents and the violations of a case; all words of a
search must be. A whole number, with or without the village, finds that case alone.
"""

import re
from collections.abc import Iterator, Mapping
from datetime import date
from enum import StrEnum
from functools import lru_cache
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, Integer, Select, and_, bindparam, func, or_, select, union_all
from sqlmodel import Session

from models.case import CaseRow
from models.deadline import DeadlineRow
from models.respondent import RespondentRow
from queries.desk import Place
from queries.tables import table
from queries.views import CaseLine
from rules.searching import wanted
from rules.values import Phase, Role, Value
from rules.waiting import kinds_for, late_kinds

A_NUMBER = re.compile(r"(?:(?P<village>[\w-]+)-)?(?P<year>\d{4})-(?P<number>\d{4,9})")
PAGE = 50
MOST_COUNTED = 1_000
STATEMENTS_KEPT: Final = 256
CASE, DEADLINE, RESPONDENT = table(CaseRow), table(DeadlineRow), table(RespondentRow)
LINE = (
    "id", "village", "phase", "address", "parcel", "description", "headline",
    "opened_on", "closed_on", "next_due", "open_violations",
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
    shape, values = _asked(places, wish)
    if not shape.villages:
        return ()
    values |= {"offset": offset, "limit": limit, "through": offset + limit}
    rows = session.connection().execute(_page(shape), values).all()
    names = _names(session, [row[0] for row in rows])
    return tuple(_listed(row, names) for row in rows)


def count_cases(session: Session, places: Mapping[str, Place], wish: Wish) -> int:
    """Return how many cases are wished for, where no more than `MOST_COUNTED`, else one more than that."""
    shape, values = _asked(places, wish)
    return session.connection().scalar(_count(shape), values) or 0 if shape.villages else 0


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


# --- what is asked: a statement for each shape of a wish, made once -----------------------------------------


class Shape(NamedTuple):
    """What of a wish makes another statement; all else is told with it."""

    villages: tuple[str, ...]
    phase: bool
    role: Role | None
    overdue: bool
    number: bool
    words: int
    sort: Sort


def _asked(places: Mapping[str, Place], wish: Wish) -> tuple[Shape, dict[str, Any]]:
    """Return the shape of a wish and its values."""
    number = A_NUMBER.fullmatch(wish.text.strip().lower())
    of = number["village"] if number else None
    here = [key for key in places if wish.village in (None, key) and of in (None, key)]
    values: dict[str, Any] = {f"today{n}": places[key].today for n, key in enumerate(here)}
    words: tuple[str, ...] = ()
    if wish.phase is not None:
        values["phase"] = wish.phase.value
    if number is not None:
        values |= {"year": int(number["year"]), "number": int(number["number"])}
    else:
        words = wanted(wish.text)  # letters, digits and spaces alone: nothing in it is a pattern
        values |= {f"word{n}": f"%{word}%" for n, word in enumerate(words)}
    return Shape(
        tuple(here),
        wish.phase is not None,
        wish.role,
        wish.overdue,
        number is not None,
        len(words),
        wish.sort,
    ), values


@lru_cache(STATEMENTS_KEPT)
def _page(shape: Shape) -> Select[Any]:
    """Return the lines of a page; of several villages the first of each, which its index gives in order."""
    order, lines = ORDERS[shape.sort], select(*(CASE.c[name] for name in LINE), _overdue_since(shape))
    if len(shape.villages) == 1:
        ids: Any = _wished(select(CASE.c.id), shape, 0).order_by(*order).limit(_int("limit"))
        return lines.where(CASE.c.id.in_(ids.offset(_int("offset")))).order_by(*order)
    firsts = [
        select(_wished(select(CASE.c.id), shape, n).order_by(*order).limit(_int("through")).subquery())
        for n, _ in enumerate(shape.villages)
    ]
    lines = lines.where(CASE.c.id.in_(union_all(*firsts)))
    return lines.order_by(*order).limit(_int("limit")).offset(_int("offset"))


@lru_cache(STATEMENTS_KEPT)
def _count(shape: Shape) -> Select[Any]:
    each = [
        _wished(select(CASE.c.id), shape, n).limit(MOST_COUNTED + 1) for n, _ in enumerate(shape.villages)
    ]
    some = union_all(*(select(part.subquery()) for part in each)).subquery()
    return select(func.count()).select_from(select(some).limit(MOST_COUNTED + 1).subquery())


def _int(name: str) -> Any:
    return bindparam(name, type_=Integer)


def _wished(query: Select[Any], shape: Shape, village: int) -> Select[Any]:
    """Return a query held to what is wished for of one of the villages."""
    query = query.where(CASE.c.village == shape.villages[village])
    if shape.phase:
        query = query.where(CASE.c.phase == bindparam("phase"))
    if shape.number:
        query = query.where(CASE.c.year == bindparam("year"), CASE.c.number == bindparam("number"))
    if shape.role is not None or shape.overdue:
        query = query.where(CASE.c.id.in_(_with_work(shape, village)))
    return query.where(*(CASE.c.search.like(bindparam(f"word{n}")) for n in range(shape.words)))


def _with_work(shape: Shape, village: int) -> Select[Any]:
    """Return the cases in which work is due, of a role and overdue where that is wished."""
    kinds = kinds_for(frozenset({shape.role} if shape.role else ()))
    due = _late(kinds, village) if shape.overdue else DEADLINE.c.kind.in_(kinds)
    return select(DEADLINE.c.case_id).where(DEADLINE.c.village == shape.villages[village], due)


def _late(kinds: Any, village: int) -> ColumnElement[bool]:
    return and_(DEADLINE.c.kind.in_(late_kinds(kinds)), DEADLINE.c.due < bindparam(f"today{village}"))


def _overdue_since(shape: Shape) -> Any:
    """Return since when work of anyone's is overdue in a case."""
    kinds = kinds_for(frozenset())
    here = [
        and_(CASE.c.village == key, _late(kinds, n)) if shape.villages[1:] else _late(kinds, n)
        for n, key in enumerate(shape.villages)
    ]
    first = select(func.min(DEADLINE.c.due)).where(DEADLINE.c.case_id == CASE.c.id, or_(*here))
    return first.correlate(CASE).scalar_subquery().label("overdue_since")


NEWEST = (CASE.c.year.desc(), CASE.c.number.desc(), CASE.c.village.desc())
ORDERS: dict[Sort, tuple[Any, ...]] = {
    Sort.NEWEST: NEWEST,
    Sort.OLDEST: (CASE.c.year, CASE.c.number, CASE.c.village),
    Sort.DUE: (CASE.c.next_due.nulls_last(), *NEWEST),
    Sort.ADDRESS: (CASE.c.place, *NEWEST),
    Sort.PHASE: (CASE.c.phase, *NEWEST),
}


# --- what is answered -------------------------------------------------------------------------------------

_NAMES: Final = (
    select(RESPONDENT.c.case_id, RESPONDENT.c.name)
    .where(RESPONDENT.c.case_id.in_(bindparam("cases", expanding=True)))
    .order_by(RESPONDENT.c.case_id, func.length(RESPONDENT.c.key), RESPONDENT.c.key)
)


def _names(session: Session, cases: list[str]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for case, name in session.connection().execute(_NAMES, {"cases": cases}) if cases else ():
        found.setdefault(case, []).append(name)
    return found


def _listed(row: Any, names: Mapping[str, list[str]]) -> Listed:
    told = dict(zip((*LINE, "overdue_since"), row, strict=True))
    described = told.pop("description")
    told["address"] = told["address"] or told["parcel"] or described or ""
    return Listed(**told, respondents=tuple(names.get(told["id"], ())))
