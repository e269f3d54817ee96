"""The statements of the nightly run, in the words of each database: add the offenses, move the violations on.

A page is a range of cases, so that all violations of a case move on together.
"""

from datetime import date
from typing import NamedTuple

from sqlalchemy import Date, TextClause, bindparam, text
from sqlmodel import Session

AT_ONCE = 366
"""Offenses of one violation to a pass on SQLite, whose series of numbers is made anew for each page."""


class Page(NamedTuple):
    """The violations of a village after one case and up to another, and the day to date them through."""

    village: str
    after: str
    last: str
    through: date


class Look(NamedTuple):
    """What is due in a page: how many violations, how many of them without a fixed step or on their first day."""

    due: int
    unstepped: int
    fresh: int
    earliest: date | None
    shortest: int | None

    def missed(self, through: date) -> int:
        """Return how many offenses of one violation follow its first one due, at most."""
        if self.earliest is None or self.shortest is None:
            return 0
        return (through - self.earliest).days // self.shortest


def _dated(sql: str) -> TextClause:
    return text(sql).bindparams(bindparam("through", type_=Date))


# The first line is what the index on open violations is on.
_DUE = """
    village = :village AND cured_on IS NULL AND annulled_on IS NULL AND case_id > :after AND case_id <= :last
    AND next_offense_on <= :through
"""
_LAST = text("""
    SELECT max(case_id) FROM (
        SELECT case_id FROM violation
        WHERE village = :village AND cured_on IS NULL AND annulled_on IS NULL AND case_id > :after
        ORDER BY case_id LIMIT :size
    ) AS page
""")
_LOOK = _dated(f"""
    SELECT count(*) AS due, count(*) - count(step_days) AS unstepped,
        count(CASE WHEN next_offense_on = observed_on OR :by_service THEN 1 END) AS fresh,
        min(next_offense_on) AS earliest, min(step_days) AS shortest
    FROM violation WHERE {_DUE}
""").columns(earliest=Date)
_UNSTEPPED = _dated(f"SELECT DISTINCT case_id FROM violation WHERE {_DUE} AND step_days IS NULL")
_UNFORESEEN = _dated(f"""
    SELECT DISTINCT violation.case_id FROM violation LEFT JOIN deadline
        ON deadline.case_id = violation.case_id AND deadline.key = 'limitation:' || violation.key
    WHERE {_DUE.replace("village =", "violation.village =").replace("case_id", "violation.case_id")}
        AND deadline.key IS NULL
    ORDER BY violation.case_id LIMIT :most
""")

_STATUS = "CASE WHEN stayed THEN 'stayed' ELSE 'accrued' END"
# In order of case, so that two runs at once wait for each other and never crosswise.
_POSTGRESQL = _dated(f"""
    WITH due AS (
        SELECT case_id, key, next_offense_on AS first, step_days AS step, stayed
        FROM violation WHERE {_DUE} AND step_days IS NOT NULL ORDER BY case_id, key FOR UPDATE
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
""")

# On most nights one offense is due of each violation, and no days need to be counted.
_MISSED = "CAST(julianday(:through) - julianday(next_offense_on) AS INTEGER) / step_days"
_SQLITE_ADD = _dated(f"""
    INSERT OR IGNORE INTO offense (case_id, violation, offense_on, status)
    WITH RECURSIVE series(number) AS (SELECT 0 UNION ALL SELECT number + 1 FROM series WHERE number < :most)
    SELECT case_id, key,
        CASE number WHEN 0 THEN next_offense_on
            ELSE date(next_offense_on, '+' || (step_days * number) || ' days') END,
        {_STATUS}
    FROM violation CROSS JOIN series
    WHERE {_DUE} AND step_days IS NOT NULL AND (number = 0 OR number <= {_MISSED})
    ORDER BY case_id, key
""")
_SQLITE_MOVE = _dated(f"""
    UPDATE violation SET next_offense_on = date(next_offense_on, '+' || (
        step_days * CASE :most WHEN 0 THEN 1 ELSE min(:most, {_MISSED}) + 1 END
    ) || ' days')
    WHERE {_DUE} AND step_days IS NOT NULL
""")


def last_of_page(session: Session, village: str, after: str, size: int) -> str | None:
    """Return the last case of a page of so many open violations, or None after the last page."""
    last: str | None = session.execute(_LAST, {"village": village, "after": after, "size": size}).scalar_one()
    return last


def look(session: Session, page: Page, *, by_service: bool) -> Look:
    """Return what is due in a page; where offenses start by service, any may be on its first day."""
    return Look(*session.execute(_LOOK, {**page._asdict(), "by_service": by_service}).one())


def unforeseen(session: Session, page: Page, most: int) -> list[str]:
    """Return cases of a page with an offense due and without the limit of time that comes with the first one."""
    return list(session.scalars(_UNFORESEEN, {**page._asdict(), "most": most}))


def unstepped(session: Session, page: Page) -> list[str]:
    """Return the cases of a page with an offense due that is not followed by others at a fixed step."""
    return list(session.scalars(_UNSTEPPED, page._asdict()))


def date_page(session: Session, page: Page, missed: int) -> int:
    """Date the offenses of a page that follow one another at a fixed step; return how many there are."""
    if session.get_bind().dialect.name == "postgresql":
        _, offenses = session.execute(_POSTGRESQL, page._asdict()).one()
        return int(offenses)
    connection, offenses = session.connection(), 0
    for start in range(0, missed + 1, AT_ONCE + 1):
        series = {**page._asdict(), "most": min(missed - start, AT_ONCE)}
        offenses += connection.execute(_SQLITE_ADD, series).rowcount
        connection.execute(_SQLITE_MOVE, series)
    return offenses
