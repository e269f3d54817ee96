"""The two ways to the database: `read`, which cannot write, and `write`, one transaction.

SQLite has one writer at a time: the writers of a process queue on a lock here, and those of other processes
wait on `BEGIN IMMEDIATE` (see `runtime/database.py`), so none fails half way because another got in first.
"""

import threading
from collections import defaultdict
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext

from sqlalchemy import Engine
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlmodel import Session

READ_ONLY = "abate_read_only"
"""Execution option that the SQLite engine's `begin` event looks at."""

_SQLITE_READ = {READ_ONLY: True}
# One snapshot for the whole read, as SQLite gives: a page never mixes two moments.
_POSTGRESQL_READ = {READ_ONLY: True, "postgresql_readonly": True, "isolation_level": "REPEATABLE READ"}

_locks: defaultdict[str, threading.RLock] = defaultdict(threading.RLock)
_locks_guard = threading.Lock()


class DatabaseUnreachable(Exception):  # noqa: N818 - the name says what is so
    """The database cannot be opened, or does not let us in; built from its address without the password."""

    def __init__(self, address: str, reason: str) -> None:
        """Say which database, and in the driver's first line why."""
        self.address = address
        self.reason = (reason.strip().splitlines() or ["no reason given"])[0]
        super().__init__(f"cannot reach the database at {address}: {self.reason}")

    @classmethod
    def at(cls, engine: Engine, error: Exception) -> "DatabaseUnreachable":
        """Build it from what the driver raised, its own words before SQLAlchemy's."""
        address = engine.url.render_as_string(hide_password=True)
        return cls(address, str(getattr(error, "orig", None) or error))


@contextmanager
def read(engine: Engine) -> Iterator[Session]:
    """Yield a session on one snapshot that refuses to write; raises DatabaseUnreachable."""
    options = _SQLITE_READ if engine.dialect.name == "sqlite" else _POSTGRESQL_READ
    with Session(engine.execution_options(**options), autoflush=False) as session:
        _connect(session, engine)
        yield session


@contextmanager
def write(engine: Engine) -> Iterator[Session]:
    """Yield a session in one write transaction: committed at the end, rolled back on any error.

    Never nest one inside another: on SQLite the second waits for the first until `busy_timeout`, and fails.
    Raises DatabaseUnreachable.
    """
    with _turn(engine), Session(engine, expire_on_commit=False) as session, session.begin():
        _connect(session, engine)
        yield session


def _connect(session: Session, engine: Engine) -> None:
    # The connection is made now, so that a database out of reach is told apart from a statement that fails.
    try:
        session.connection()
    except (DBAPIError, PoolTimeout) as error:
        raise DatabaseUnreachable.at(engine, error) from error


def _turn(engine: Engine) -> AbstractContextManager[object]:
    if engine.dialect.name != "sqlite":
        return nullcontext()
    with _locks_guard:
        return _locks[str(engine.url.database)]
