"""Addresses, and migrations that run once however many processes ask."""

import threading
from pathlib import Path

import pytest
from sqlalchemy import Engine, inspect, text

from models.session import DatabaseUnreachable, read, write
from runtime import database
from runtime.database import DatabaseUnsupported, migrate, open_engine, ping

ENV = """
from alembic import context

context.configure(connection=context.config.attributes["connection"], render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
"""
FIRST = """
import sqlalchemy as sa
from alembic import op

revision, down_revision = "0001", None


def upgrade():
    op.create_table("parent", sa.Column("id", sa.Integer, primary_key=True))
    op.create_table(
        "child",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("parent_id", sa.Integer, sa.ForeignKey("parent.id", ondelete="CASCADE")),
    )
    op.execute("INSERT INTO parent VALUES (1)")
    op.execute("INSERT INTO child VALUES (1, 1)")
"""
SECOND = """
import sqlalchemy as sa
from alembic import op

revision, down_revision = "0002", "0001"


def upgrade():
    with op.batch_alter_table("parent", recreate="auto") as batch:
        batch.alter_column("id", type_=sa.BigInteger)
        batch.add_column(sa.Column("name", sa.String))
"""


@pytest.fixture
def scripts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give a folder of migrations of its own, with a % in its name, and one revision in it."""
    folder = tmp_path / "100 % migrations"
    (folder / "versions").mkdir(parents=True)
    (folder / "env.py").write_text(ENV)
    (folder / "versions" / "0001.py").write_text(FIRST)
    monkeypatch.setattr(database, "MIGRATIONS", folder)
    return folder


def _rows(engine: Engine, table: str) -> int:
    with read(engine) as session:
        return int(session.execute(text(f"SELECT count(*) FROM {table}")).scalar_one())


def test_migrating_again_changes_nothing(scripts: Path, empty_engine: Engine) -> None:
    migrate(empty_engine)
    migrate(empty_engine)

    assert _rows(empty_engine, "parent") == 1


def test_a_later_revision_rebuilds_a_table_and_keeps_its_children(
    scripts: Path, empty_engine: Engine
) -> None:
    migrate(empty_engine)
    (scripts / "versions" / "0002.py").write_text(SECOND)

    migrate(empty_engine)

    assert "name" in {column["name"] for column in inspect(empty_engine).get_columns("parent")}
    assert _rows(empty_engine, "child") == 1


def test_a_migration_that_fails_leaves_nothing_behind(scripts: Path, empty_engine: Engine) -> None:
    (scripts / "versions" / "0001.py").write_text(FIRST + "    raise RuntimeError('half way')\n")

    with pytest.raises(RuntimeError, match="half way"):
        migrate(empty_engine)

    assert inspect(empty_engine).get_table_names() == []


def test_a_migration_that_orphans_a_row_is_undone(scripts: Path, sqlite_url: str) -> None:
    (scripts / "versions" / "0001.py").write_text(FIRST + '    op.execute("DELETE FROM parent")\n')
    engine = open_engine(sqlite_url)

    with pytest.raises(RuntimeError, match="a row of child without its parent"):
        migrate(engine)

    assert inspect(engine).get_table_names() == []
    engine.dispose()


def test_foreign_keys_hold_after_a_migration(scripts: Path, empty_engine: Engine) -> None:
    migrate(empty_engine)

    with pytest.raises(Exception, match=r"(?i)foreign key"), write(empty_engine) as session:
        session.execute(text("INSERT INTO child VALUES (2, 99)"))


def test_processes_that_migrate_at_once_do_it_once(scripts: Path, empty_engine: Engine) -> None:
    failed: list[Exception] = []

    def work() -> None:
        try:
            migrate(empty_engine)
        except Exception as error:  # noqa: BLE001 - whatever it is, the test is to see it
            failed.append(error)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert failed == []
    assert _rows(empty_engine, "parent") == 1


def test_migrating_makes_the_folder_and_the_file(scripts: Path, tmp_path: Path) -> None:
    path = tmp_path / "data" / "50 % of #1" / "abate.db"
    engine = open_engine(f"sqlite:///{path}")

    migrate(engine)
    ping(engine)
    engine.dispose()

    assert path.is_file()


def test_a_sqlite_file_is_written_through_a_log_and_to_the_disk(sqlite_url: str) -> None:
    engine = open_engine(sqlite_url)
    Path(engine.url.database or "").touch()

    with write(engine) as session:
        found = {
            name: session.execute(text(f"PRAGMA {name}")).scalar_one()
            for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        }
    engine.dispose()

    assert found == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 10_000}


@pytest.mark.parametrize("url", ["mysql://db/abate", "sqlite://", "postgresql+psycopg2://db/abate"])
def test_another_kind_of_database_is_refused_with_what_would_do(url: str) -> None:
    with pytest.raises(DatabaseUnsupported, match="use sqlite"):
        open_engine(url)


def test_a_ping_tells_a_database_that_is_there_from_one_that_is_not(empty_engine: Engine) -> None:
    ping(empty_engine)

    gone = open_engine("postgresql://127.0.0.1:1/abate")
    with pytest.raises(DatabaseUnreachable):
        ping(gone)
