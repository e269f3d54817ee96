"""Many requests at once on PostgreSQL: every thread that answers one has a connection of its own."""

import asyncio
import threading
from dataclasses import replace
from typing import Any

import pytest
from anyio.to_thread import current_default_thread_limiter
from sqlalchemy import Engine

from activities.users import add_user
from queries.sign_in import sessions_of
from runtime.database import open_engine
from tests.web.house import PEOPLE, House
from web.app import create_app

THREADS, REQUESTS = 20, 60


@pytest.fixture
async def crowded(house: House, postgresql_engine: Engine) -> Any:
    """Give the house on PostgreSQL, with twenty threads and as many connections as they ask for."""
    settings = replace(house.app.state.office.settings, web_threads=THREADS)
    url = postgresql_engine.url.render_as_string(hide_password=False)
    engine = open_engine(url, threads=settings.connections)
    add_user(engine, "officer", PEOPLE["officer"])
    limiter = current_default_thread_limiter()
    before, limiter.total_tokens = limiter.total_tokens, THREADS
    yield House(create_app(engine, house.door, settings, house.clock), engine, house.door, house.clock)
    limiter.total_tokens = before
    engine.dispose()


async def test_sixty_requests_at_once_are_all_answered(
    crowded: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    all_at_once = threading.Barrier(THREADS)

    def in_a_crowd(*given: Any, **more: Any) -> Any:
        all_at_once.wait(timeout=20)  # until every thread there is holds a connection
        return sessions_of(*given, **more)

    monkeypatch.setattr("web.pages.sessions.sessions_of", in_a_crowd)
    visitor = crowded.visitor("officer")

    answered = await asyncio.gather(*(visitor.get("/sessions") for _ in range(REQUESTS)))

    assert [each.status_code for each in answered] == [200] * REQUESTS
