"""What the tests stand on: both databases, and both kinds of Temporal server, all from the pinned wheels."""

import os
import shutil
import sysconfig
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
import structlog
from hypothesis import settings as hypothesis_settings
from sqlalchemy import Engine
from temporalio.common import SearchAttributeKey
from temporalio.contrib.pydantic import pydantic_data_converter
from temporalio.testing import WorkflowEnvironment

from runtime.clock import use_pinned_zones
from runtime.database import migrate, open_engine
from runtime.embedded import server_binary
from tests.cli.office import Office, office
from tests.postgres import Postgres, running_postgres

use_pinned_zones()
# A plain traceback where a fault is logged: the pretty one shows what every variable holds, and takes a minute.
_plain = structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback)
structlog.configure(processors=[*structlog.get_config()["processors"][:-1], _plain])

# A slow machine is no failure of a property, and a property that fails says how to see it again.
hypothesis_settings.register_profile("abate", deadline=None, print_blob=True)
# `make soak` looks ten thousand times; CI looks often enough to see a slip of the day.
hypothesis_settings.register_profile("soak", deadline=None, print_blob=True, max_examples=10_000)
hypothesis_settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "abate"))

LONGEST = (
    "web/test_accessible.py",
    "cli/test_up.py",
    "documents/test_demo_papers.py",
    "workflows/test_kills.py",
    "web/stories/",
    "web/test_interpretations.py",
    "web/test_role_matrix.py",
    "stories/test_by_cli.py",
)
"""Files that take long, the longest first: begun last, they would leave one core waiting for the other."""

BOTH = ["sqlite", "postgresql"]
SEARCH_ATTRIBUTES: list[SearchAttributeKey[Any]] = [
    SearchAttributeKey.for_keyword("Village"),
    SearchAttributeKey.for_keyword("Phase"),
    SearchAttributeKey.for_datetime("NextDue"),
]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the files that take longest first, all else as it was."""
    items.sort(
        key=lambda item: next((n for n, name in enumerate(LONGEST) if name in item.nodeid), len(LONGEST))
    )


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    """Give the address of a SQLite file that does not exist yet."""
    return f"sqlite:///{tmp_path / 'abate.db'}"


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[Postgres]:
    """Run one PostgreSQL for the session."""
    with running_postgres() as server:
        yield server


@pytest.fixture
def postgres_url(postgres_server: Postgres) -> Iterator[str]:
    """Give the address of a fresh, empty PostgreSQL database."""
    name = postgres_server.create()
    yield postgres_server.url(name)
    postgres_server.drop(name)


@pytest.fixture(params=BOTH)
def empty_engine(request: pytest.FixtureRequest) -> Iterator[Engine]:
    """Give an engine on each kind of database in turn, without a table in it."""
    kind: str = request.param
    engine = open_engine(request.getfixturevalue("sqlite_url" if kind == "sqlite" else "postgres_url"))
    if kind == "sqlite":
        Path(engine.url.database or "").touch()
    yield engine
    engine.dispose()


@pytest.fixture(params=BOTH)
def engine(request: pytest.FixtureRequest) -> Engine:
    """Give an engine on each kind of database in turn, migrated and without a row in it."""
    engine: Engine = request.getfixturevalue(f"{request.param}_engine")
    return engine


@pytest.fixture
def sqlite_engine(_migrated_file: Path, tmp_path: Path) -> Iterator[Engine]:
    """Give an engine on a migrated SQLite file, for what need not be seen on both."""
    shutil.copyfile(_migrated_file, tmp_path / "abate.db")
    engine = open_engine(f"sqlite:///{tmp_path / 'abate.db'}")
    yield engine
    engine.dispose()


@pytest.fixture
def postgresql_engine(_migrated_database: str, postgres_server: Postgres) -> Iterator[Engine]:
    """Give an engine on a migrated PostgreSQL database."""
    name = postgres_server.create(template=_migrated_database)
    engine = open_engine(postgres_server.url(name))
    yield engine
    engine.dispose()
    postgres_server.drop(name)


@pytest.fixture(scope="session")
def _migrated_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    # Migrated once and copied for each test: as true as migrating for each, and many times faster.
    path = tmp_path_factory.mktemp("migrated") / "abate.db"
    _migrate(f"sqlite:///{path}")
    return path


@pytest.fixture(scope="session")
def _migrated_database(postgres_server: Postgres) -> str:
    name = postgres_server.create("abate_migrated")
    _migrate(postgres_server.url(name))
    return name


def _migrate(url: str) -> None:
    engine = open_engine(url)
    migrate(engine)
    engine.dispose()


@pytest.fixture
async def time_skipping() -> AsyncIterator[WorkflowEnvironment]:
    """Run a Temporal server whose clock jumps ahead while a result is awaited; its time is one test's own."""
    binary = Path(sysconfig.get_path("scripts")) / "temporal-test-server"
    async with await WorkflowEnvironment.start_time_skipping(
        test_server_existing_path=str(binary), data_converter=pydantic_data_converter
    ) as environment:
        yield environment


@pytest.fixture(scope="session")
async def dev_server() -> AsyncIterator[WorkflowEnvironment]:
    """Run the real server for the session, in memory; use ids and task queues of a test's own."""
    async with await WorkflowEnvironment.start_local(
        dev_server_existing_path=str(server_binary()),
        dev_server_log_level="error",
        data_converter=pydantic_data_converter,
        search_attributes=SEARCH_ATTRIBUTES,
    ) as environment:
        yield environment


@pytest.fixture(scope="session")
def running_office(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Office]:
    """Run `abate up` for the session; cases are many, and each test opens its own."""
    with office(tmp_path_factory.mktemp("office") / "data") as running:
        yield running
