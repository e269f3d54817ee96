"""The engine behind `models/session.py`: SQLite in a file, or PostgreSQL through psycopg, from one address.

SQLite's Python driver opens transactions late and lets two readers turn writers, of which one then fails. So
the driver is told to open none, and each transaction here begins by what it is for: `BEGIN IMMEDIATE`, or a
`BEGIN` that can only read.

What a statement was given is hidden in errors: these are logged, and names, hashes of passwords and mails are in it.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection, Engine, create_engine, event, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import ConnectionPoolEntry

from models.session import READ_ONLY, DatabaseUnreachable
from runtime.settings import CONNECTIONS

if TYPE_CHECKING:
    from alembic.config import Config

MIGRATIONS = Path(__file__).resolve().parent.parent / "migrations"

BUSY_TIMEOUT_MS = 10_000
_KEPT = 8  # connections to PostgreSQL that stay open between two crowds
_MIGRATION_LOCK = 4_104_130  # any number, as long as every process takes the same


class DatabaseUnsupported(ValueError):  # noqa: N818 - the name says what is so
    """An address of a kind of database that Abate does not keep cases in."""

    def __init__(self, url: URL) -> None:
        """Name the kind and the two that would do."""
        super().__init__(f"{url.drivername} is not supported: use sqlite:///FILE or postgresql+psycopg://…")


def open_engine(url: str, *, threads: int = CONNECTIONS) -> Engine:
    """Make the engine for an address; nothing is opened yet. Raises DatabaseUnsupported.

    `threads` is how many may ask for a connection at once: none of them ever waits for another's.
    """
    parsed = make_url(url)
    if parsed.drivername in {"postgresql", "postgres"}:
        parsed = parsed.set(drivername="postgresql+psycopg")
    if parsed.get_backend_name() == "sqlite" and parsed.database:
        return _sqlite(parsed, threads)
    if parsed.drivername == "postgresql+psycopg":
        return _postgresql(parsed, threads)
    raise DatabaseUnsupported(parsed)


def migrate(engine: Engine) -> None:
    """Bring the tables to the newest revision, one process at a time; raises DatabaseUnreachable."""
    if engine.dialect.name == "sqlite":
        path = _path(engine.url)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    from alembic import command  # noqa: PLC0415 - a tenth of a second that only this needs

    with _migrating(engine) as connection:
        command.upgrade(alembic_config(connection), "head")


def alembic_config(connection: Connection) -> "Config":
    """Give alembic our scripts and the connection; `migrations/env.py` uses the one in `attributes`."""
    from alembic.config import Config  # noqa: PLC0415 - likewise

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    return config


def ping(engine: Engine) -> None:
    """Ask the database for one answer; raises DatabaseUnreachable."""
    try:
        with engine.execution_options(**{READ_ONLY: True}).connect() as connection:
            connection.execute(text("SELECT 1"))
    except DBAPIError as error:
        raise DatabaseUnreachable.at(engine, error) from error


def _sqlite(url: URL, threads: int) -> Engine:
    opened = partial(_open_file, _path(url))
    engine = create_engine(url, creator=opened, pool_size=threads, max_overflow=0, hide_parameters=True)
    event.listen(engine, "connect", _prepare_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def _open_file(path: Path) -> sqlite3.Connection:
    # mode=rw: only `migrate` makes the file, so that a mistyped folder is an error and not an empty register.
    return sqlite3.connect(
        f"{path.as_uri()}?mode=rw", uri=True, check_same_thread=False, isolation_level=None
    )


def _postgresql(url: URL, threads: int) -> Engine:
    connect = {"connect_timeout": 5, "application_name": "abate"}
    kept = min(_KEPT, threads)
    return create_engine(
        url,
        pool_size=kept,
        max_overflow=threads - kept,
        pool_pre_ping=True,
        connect_args=connect,
        hide_parameters=True,
    )


def _prepare_sqlite(connection: sqlite3.Connection, _record: ConnectionPoolEntry) -> None:
    for pragma in (
        f"busy_timeout = {BUSY_TIMEOUT_MS}",
        "journal_mode = WAL",
        "synchronous = FULL",
        "foreign_keys = ON",
    ):
        connection.execute(f"PRAGMA {pragma}")


def _begin_sqlite(connection: Connection) -> None:
    read_only = connection.get_execution_options().get(READ_ONLY, False)
    connection.exec_driver_sql(f"PRAGMA query_only = {'ON' if read_only else 'OFF'}")
    connection.exec_driver_sql("BEGIN" if read_only else "BEGIN IMMEDIATE")


def _path(url: URL) -> Path:
    return Path(url.database or "").absolute()


@contextmanager
def _migrating(engine: Engine) -> Iterator[Connection]:
    """Yield a connection in the one transaction of a migration, others kept out until it ends."""
    lock = _sqlite_migration if engine.dialect.name == "sqlite" else _postgresql_migration
    try:
        connection = engine.connect()
    except DBAPIError as error:
        raise DatabaseUnreachable.at(engine, error) from error
    with connection, lock(connection):
        yield connection


@contextmanager
def _sqlite_migration(connection: Connection) -> Iterator[None]:
    # SQLite alters a table by making a new one: with foreign keys on, dropping the old one would drop its
    # children.
    driver = connection.connection.driver_connection
    assert isinstance(driver, sqlite3.Connection)
    driver.execute("PRAGMA foreign_keys = OFF")
    try:
        with connection.begin():
            yield
            broken = connection.exec_driver_sql("PRAGMA foreign_key_check").first()
            if broken is not None:
                raise RuntimeError(f"the migration leaves a row of {broken[0]} without its {broken[2]}")
    finally:
        driver.execute("PRAGMA foreign_keys = ON")


@contextmanager
def _postgresql_migration(connection: Connection) -> Iterator[None]:
    with connection.begin():
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _MIGRATION_LOCK})
        yield
