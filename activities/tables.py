"""Writes rows in bulk, on SQLite and PostgreSQL alike: what is there already is left or made to agree."""

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any, NamedTuple

from sqlalchemy import Select, bindparam, delete, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlmodel import Session, SQLModel

from queries.tables import table

Row = Mapping[str, Any]
Key = tuple[Any, ...]


class Change(NamedTuple):
    """What has to be done to a table: rows to add, rows to make agree, keys of rows to take away."""

    added: list[Row]
    changed: list[Row]
    gone: list[Key]


def by_key(model: type[SQLModel], rows: Iterable[Row]) -> dict[Key, Row]:
    """Return rows by their primary key."""
    names = _keys(model)
    return {tuple(row[name] for name in names): row for row in rows}


@cache
def _keys(model: type[SQLModel]) -> tuple[str, ...]:
    return tuple(column.name for column in table(model).primary_key)


def rows_of(session: Session, model: type[SQLModel], case_id: str) -> dict[Key, Row]:
    """Return the rows of a case by their primary key."""
    return by_key(model, map(dict, session.execute(_of_case(model), {"of": case_id}).mappings()))


@cache  # with every command, of every table: so they are made once
def _of_case(model: type[SQLModel]) -> Select[Any]:
    of = table(model)
    column = of.c.get("case_id", of.c.get("id"))
    assert column is not None
    return select(of).where(column == bindparam("of"))


def difference(there: Mapping[Key, Row], wanted: Mapping[Key, Row]) -> Change:
    """Return what makes the rows that are there into those wanted."""
    return Change(
        added=[row for key, row in wanted.items() if key not in there],
        changed=[row for key, row in wanted.items() if key in there and there[key] != row],
        gone=[key for key in there if key not in wanted],
    )


def apply(session: Session, model: type[SQLModel], change: Change) -> None:
    """Carry out a change."""
    of = table(model)
    names = [column.name for column in of.primary_key]
    if change.gone:
        session.execute(
            delete(of).where(*(of.c[name] == bindparam(f"key_{name}") for name in names)),
            [{f"key_{name}": value for name, value in zip(names, key, strict=True)} for key in change.gone],
        )
    if change.changed:
        others = [column.name for column in of.c if column.name not in names]
        session.execute(
            update(of)
            .where(*(of.c[name] == bindparam(f"key_{name}") for name in names))
            .values({name: bindparam(f"new_{name}") for name in others}),
            [
                {f"{'key' if name in names else 'new'}_{name}": value for name, value in row.items()}
                for row in change.changed
            ],
        )
    if change.added:
        session.execute(insert(of), list(map(dict, change.added)))


def insert_or_ignore(session: Session, model: type[SQLModel], rows: list[dict[str, Any]]) -> None:
    """Insert rows, leaving alone those whose key is there already."""
    dialect = session.get_bind().dialect.name
    make: Callable[..., Any] = postgresql.insert if dialect == "postgresql" else sqlite.insert
    session.execute(make(table(model)).on_conflict_do_nothing(), rows)
