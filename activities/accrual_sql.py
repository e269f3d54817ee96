"""The two statements of the nightly run, in the words of each database: add the offenses, move the violations on."""

from datetime import date
from typing import NamedTuple

from sqlalchemy import Date, TextClause, bindparam, text
from sqlmodel import Session

AT_ONCE = 366
"""Offenses of one violation to a pass on SQLite, whose series of numbers is made anew for each page."""

_DUE = """
    village = :village AND case_id > :after AND case_id <= :last
    AND next_offense_on IS NOT NULL AND next_offense_on <= :through AND step_days IS NOT NULL
"""
_STATUS = "CASE WHEN stayed THEN 'stayed' ELSE 'accrued' END"


class Page(NamedTuple):
    """The violations of a village after one case and up to another, and the day to date them through."""

    village: str
    after: str
    last: str
    through: date


def _dated(sql: str) -> TextClause:
    return text(sql).bindparams(bindparam("through", type_=Date))


# Both work through the page in order of case, so that two runs at once wait for each other and never crosswise.
_POSTGRESQL = _dated(f"""
    WITH due AS (
        SELECT case_id, key, next_offense_on AS first, step_days AS step, stayed
        FROM violation WHERE {_DUE} ORDER BY case_id, key FOR UPDATE
    ), moved AS (
        UPDATE violation SET next_offense_on = first + step * ((:through - first) / step + 1)
        FROM due WHERE violation.case_id = due.case_id AND violation.key = due.key
        RETURNING 1
    ), written AS (
        INSERT INTO offense (case_id, violation, offense_on, status)
        SELECT case_id, key, first + step * number, {_STATUS}
        FROM due, generate_series(0, (:through - first) / step) AS number
        ON CONFLICT DO NOTHING
        RETURNING 1
    )
    SELECT (SELECT count(*) FROM moved), (SELECT count(*) FROM written)
""")  # noqa: S608  put together from our own words

_MISSED = "CAST(julianday(:through) - julianday(next_offense_on) AS INTEGER) / step_days"
_SQLITE_MOST = _dated(f"SELECT min(:most, max({_MISSED})) FROM violation WHERE {_DUE}")  # noqa: S608
_SQLITE_ADD = _dated(f"""
    INSERT OR IGNORE INTO offense (case_id, violation, offense_on, status)
    WITH RECURSIVE series(number) AS (SELECT 0 UNION ALL SELECT number + 1 FROM series WHERE number < :most)
    SELECT case_id, key, date(next_offense_on, '+' || (step_days * number) || ' days'), {_STATUS}
    FROM violation CROSS JOIN series WHERE {_DUE} AND number <= {_MISSED}
    ORDER BY case_id, key
""")  # noqa: S608
_SQLITE_MOVE = _dated(f"""
    UPDATE violation
    SET next_offense_on = date(next_offense_on, '+' || (step_days * (min(:most, {_MISSED}) + 1)) || ' days')
    WHERE {_DUE}
""")  # noqa: S608


_UNFORESEEN = _dated("""
    SELECT DISTINCT violation.case_id FROM violation
    LEFT JOIN deadline ON deadline.case_id = violation.case_id AND deadline.key = 'limitation:' || violation.key
    WHERE violation.village = :village AND violation.case_id > :after AND violation.case_id <= :last
    AND next_offense_on > :through AND deadline.key IS NULL
    ORDER BY violation.case_id LIMIT :most
""")


def unforeseen(session: Session, page: Page, most: int) -> list[str]:
    """Return cases of a page, dated by now, whose agenda lacks the limit of time that came with a first offense."""
    return list(session.scalars(_UNFORESEEN, {**page._asdict(), "most": most}))


def date_page(session: Session, page: Page) -> tuple[int, int]:
    """Date the offenses of a page that follow one another by a number of days; return violations and offenses."""
    if session.get_bind().dialect.name == "postgresql":
        violations, offenses = session.execute(_POSTGRESQL, page._asdict()).one()
        return violations, offenses
    return _on_sqlite(session, page)


def _on_sqlite(session: Session, page: Page) -> tuple[int, int]:
    """Go over the page until nothing is due: once, save after more than a year of missed nights."""
    violations = offenses = 0
    bounds = {**page._asdict(), "most": AT_ONCE}
    connection = session.connection()
    while (most := connection.execute(_SQLITE_MOST, bounds).scalar_one()) is not None:
        series = {**bounds, "most": most}
        offenses += connection.execute(_SQLITE_ADD, series).rowcount
        violations = max(violations, connection.execute(_SQLITE_MOVE, series).rowcount)
    return violations, offenses
