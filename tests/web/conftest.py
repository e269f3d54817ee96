"""The house that the tests of the web application visit, and the real browser they visit it with."""

import shutil
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack
from datetime import timedelta
from pathlib import Path

import pytest
from temporalio.contrib.pydantic import pydantic_data_converter
from temporalio.testing import WorkflowEnvironment

from activities.every import every_activity
from activities.users import add_user
from runtime.database import open_engine
from runtime.embedded import server_binary
from runtime.settings import load_settings
from runtime.worker_factory import running_worker
from tests.conftest import SEARCH_ATTRIBUTES
from tests.web.browsing import Browsing, browsing
from tests.web.house import PASSWORD, PEOPLE, Clock, House
from tests.web.provider import running_provider
from tests.web.through_provider import Town, with_provider
from web.app import create_app
from workflows.client import Door

QUEUE = "web"


@pytest.fixture(scope="session")
async def session_house(
    _migrated_file: Path, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[House]:
    """Build the house once: an engine of its own, because its cases bear the numbers that others' do."""
    folder = tmp_path_factory.mktemp("house")
    shutil.copyfile(_migrated_file, folder / "abate.db")
    engine = open_engine(f"sqlite:///{folder / 'abate.db'}")
    for name, roles in PEOPLE.items():
        add_user(engine, name, roles, password=PASSWORD)
    async with AsyncExitStack() as stack:
        server = await stack.enter_async_context(
            await WorkflowEnvironment.start_local(
                dev_server_existing_path=str(server_binary()),
                dev_server_log_level="error",
                data_converter=pydantic_data_converter,
                search_attributes=SEARCH_ATTRIBUTES,
            )
        )
        worker = running_worker(server.client, every_activity(engine), task_queue=QUEUE)
        await stack.enter_async_context(worker)
        door, clock = Door(server.client, task_queue=QUEUE), Clock()
        app = create_app(engine, door, load_settings(data=folder, environ={}), clock)
        yield House(app, engine, door, clock)
    engine.dispose()


@pytest.fixture
def house(session_house: House) -> Iterator[House]:
    """Give the house, its clock set to the present."""
    yield session_house
    session_house.clock.ahead = timedelta(0)


@pytest.fixture
async def town(house: House) -> AsyncIterator[Town]:
    """Give the house with a provider, whose answers a test may change."""
    async with running_provider() as provider:
        yield Town(with_provider(house, provider.issuer), provider)


@pytest.fixture(scope="session")
async def session_browsing(session_house: House) -> AsyncIterator[Browsing]:
    """Start the browser once and serve the house to it."""
    async with browsing(session_house) as found:
        yield found


@pytest.fixture
def chromium(session_browsing: Browsing, house: House) -> Browsing:
    """Give the browser; skipped, with the reason, where there is none."""
    return session_browsing
