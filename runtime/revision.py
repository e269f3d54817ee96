"""Whether the tables of a database are those of this release: a worker must not write into older ones."""

from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, inspect, text
from sqlalchemy.exc import DBAPIError

from models.session import READ_ONLY, DatabaseUnreachable
from runtime.database import alembic_config


class NotMigrated(Exception):  # noqa: N818 - the name says what is so
    """The tables are not those of this release."""

    def __init__(self, found: str | None, wanted: str | None) -> None:
        """Say what was found, what is wanted, and what to do."""
        super().__init__(
            f"the database is at revision {found or 'none'}, this release needs {wanted}: "
            "run python -m runtime.migrate first"
        )


def check_migrated(engine: Engine) -> None:
    """Raise NotMigrated where the tables are older or newer than this release; DatabaseUnreachable."""
    try:
        with engine.execution_options(**{READ_ONLY: True}).connect() as connection:
            found = _found(connection)
            wanted = ScriptDirectory.from_config(alembic_config(connection)).get_current_head()
    except DBAPIError as error:
        raise DatabaseUnreachable.at(engine, error) from error
    if found != wanted:
        raise NotMigrated(found, wanted)


def _found(connection: Connection) -> str | None:
    # Not through alembic, which logs what it is about to do, and here does nothing.
    if not inspect(connection).has_table("alembic_version"):
        return None
    revision: str | None = connection.scalar(text("SELECT version_num FROM alembic_version"))
    return revision
