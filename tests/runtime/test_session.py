"""Reading cannot write, writing commits whole or not at all, and writers queue."""

import threading
from pathlib import Path

import pytest
from sqlalchemy import Column, Engine, Integer, MetaData, Table, func, insert, select
from sqlalchemy.exc import DBAPIError

from models.session import DatabaseUnreachable, read, write
from runtime.database import open_engine

metadata = MetaData()
counter = Table("counter", metadata, Column("id", Integer, primary_key=True), Column("value", Integer))


@pytest.fixture
def engine(empty_engine: Engine) -> Engine:
    with write(empty_engine) as session:
        metadata.create_all(session.connection())
        session.execute(insert(counter).values(id=1, value=0))
    return empty_engine


def _value(engine: Engine) -> int:
    with read(engine) as session:
        return int(session.execute(select(counter.c.value)).scalar_one())


def test_what_is_written_is_read(engine: Engine) -> None:
    with write(engine) as session:
        session.execute(counter.update().values(value=7))

    assert _value(engine) == 7


def test_an_error_undoes_the_whole_transaction(engine: Engine) -> None:
    with pytest.raises(RuntimeError, match="half way"), write(engine) as session:
        session.execute(counter.update().values(value=7))
        raise RuntimeError("half way")

    assert _value(engine) == 0


def test_a_read_session_refuses_to_write(engine: Engine) -> None:
    with pytest.raises(DBAPIError, match=r"readonly|read-only"), read(engine) as session:
        session.execute(counter.update().values(value=7))

    assert _value(engine) == 0


def test_a_connection_that_read_can_write_afterwards(engine: Engine) -> None:
    for expected in range(3):
        assert _value(engine) == expected

        with write(engine) as session:
            session.execute(counter.update().values(value=counter.c.value + 1))


def test_a_read_sees_one_moment_throughout(engine: Engine) -> None:
    with read(engine) as session:
        before = session.execute(select(counter.c.value)).scalar_one()
        with write(engine) as writer:
            writer.execute(counter.update().values(value=7))
        after = session.execute(select(func.max(counter.c.value))).scalar_one()

    assert (before, after) == (0, 0)
    assert _value(engine) == 7


def test_many_writers_lose_no_update(engine: Engine) -> None:
    def work() -> None:
        for _ in range(10):
            with write(engine) as session:
                found = session.execute(select(counter.c.value).with_for_update()).scalar_one()
                session.execute(counter.update().values(value=found + 1))

    threads = [threading.Thread(target=work) for _ in range(8)]

    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert _value(engine) == 80


def test_writers_of_two_engines_on_one_file_lose_no_update(tmp_path: Path) -> None:
    (tmp_path / "abate.db").touch()
    engines = [open_engine(f"sqlite:///{tmp_path / 'abate.db'}") for _ in range(2)]
    with write(engines[0]) as session:
        metadata.create_all(session.connection())
        session.execute(insert(counter).values(id=1, value=0))

    def work(engine: Engine) -> None:
        for _ in range(10):
            with write(engine) as session:
                session.execute(counter.update().values(value=counter.c.value + 1))

    threads = [threading.Thread(target=work, args=(engine,)) for engine in engines * 2]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert _value(engines[1]) == 40
    for engine in engines:
        engine.dispose()


def test_a_missing_sqlite_file_is_unreachable_and_is_not_made(tmp_path: Path) -> None:
    engine = open_engine(f"sqlite:///{tmp_path / 'nowhere.db'}")

    with pytest.raises(DatabaseUnreachable, match="unable to open"), read(engine):
        pass

    assert not (tmp_path / "nowhere.db").exists()


def test_an_unreachable_postgresql_is_named_without_its_password() -> None:
    engine = open_engine("postgresql://abate:hunter2@127.0.0.1:1/abate")

    with pytest.raises(DatabaseUnreachable) as raised, write(engine):
        pass

    assert "127.0.0.1" in str(raised.value)
    assert "hunter2" not in str(raised.value)
    assert "\n" not in str(raised.value)
