"""The desk, the list, a search and a case's page over 100,000 cases and 5 million offenses, against their own SQL.

Each page is asked for through the whole application on SQLite; its statements, kept as they were sent, are then run
again on the bare driver, rows fetched. Target: at the 95th percentile a page takes at most four times its SQL, or
no longer than a person notices: where the SQL is next to nothing, signing in and writing the page are all there is.
"""

import asyncio
import logging
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from httpx2 import ASGITransport, AsyncClient
from sqlalchemy import Engine, event

from activities.sign_in import begin_session
from activities.users import add_user
from bench.register import CASES, TODAY, fill
from rules.values import Role
from runtime.database import migrate, open_engine
from runtime.logging import configure_logging
from runtime.settings import load_settings
from web.app import create_app

ROUNDS: Final = 40
ALLOWED_RATIO: Final = 4.0
UNNOTICED_MS: Final = 100.0
NEWEST: Final = f"webster-2026-{CASES:06}"
PAGES: Final = {
    "desk": "/",
    "list": "/cases",
    "list, page 500": "/cases?page=500",
    "list, overdue": "/cases?overdue=yes&role=officer",
    "list, by due date": "/cases?sort=due",
    "search, a number": f"/cases?q={NEWEST}",
    "search, a name": "/cases?q=builders+777",
    "search, few": "/cases?q=elm+4242+street",
    "parties": "/parties?q=builders+42",
    "properties": "/properties?q=elm",
    "board": "/board",
    "case": f"/cases/{NEWEST}",
}
Statement = tuple[str, Any]


def run() -> None:
    """Fill the register, measure every page, and print a line for each."""
    configure_logging("json", level=logging.WARNING)  # a line for each request is no part of the measure
    with tempfile.TemporaryDirectory(prefix="abate-bench-") as folder:
        path = Path(folder) / "abate.db"
        engine = open_engine(f"sqlite:///{path}")
        migrate(engine)
        add_user(
            engine, "everybody", {"webster": [Role.OFFICER, Role.ATTORNEY, Role.CLERK]}, password="bench " * 3
        )
        begin = time.perf_counter()
        offenses = fill(engine)
        print(f"{CASES:,} cases and {offenses:,} offenses in {time.perf_counter() - begin:.0f} s")
        asyncio.run(_measure(engine, path, Path(folder)))
        engine.dispose()


async def _measure(engine: Engine, path: Path, folder: Path) -> None:
    no_door: Any = None  # nothing is entered here
    app = create_app(engine, no_door, load_settings(data=folder, environ={}), lambda: TODAY)
    secret = begin_session(engine, "everybody", now=TODAY, agent="bench")
    cookies = {"abate": app.state.office.seal.sign(secret, "session")}
    print(f"{'':22}{'page p50':>10}{'p95 ms':>9}{'SQL p95':>9}{'ratio':>7}{'kB':>7}{'statements':>12}")
    async with AsyncClient(transport=ASGITransport(app), base_url="http://bench", cookies=cookies) as client:
        for name, address in PAGES.items():
            await _page(client, engine, path, name, address)


async def _page(client: AsyncClient, engine: Engine, path: Path, name: str, address: str) -> None:
    with _heard(engine) as statements:
        answer = await client.get(address)
    assert answer.status_code == 200, (address, answer.status_code)
    took = []
    for _ in range(ROUNDS):
        begin = time.perf_counter()
        await client.get(address)
        took.append(time.perf_counter() - begin)
    connection = sqlite3.connect(path)
    sql = _timed(lambda: _replay(connection, statements))
    connection.close()
    ratio = _p95(took) / _p95(sql)
    verdict = "" if ratio <= ALLOWED_RATIO or _p95(took) * 1000 <= UNNOTICED_MS else "  MISSED"
    print(
        f"{name:22}{statistics.median(took) * 1000:>10.1f}{_p95(took) * 1000:>9.1f}{_p95(sql) * 1000:>9.1f}"
        f"{ratio:>7.2f}{len(answer.content) / 1000:>7.1f}{len(statements):>12}{verdict}"
    )


def _timed(work: Callable[[], None]) -> list[float]:
    took = []
    for _ in range(ROUNDS):
        begin = time.perf_counter()
        work()
        took.append(time.perf_counter() - begin)
    return took


def _replay(connection: sqlite3.Connection, statements: list[Statement]) -> None:
    for text, values in statements:
        connection.execute(text, values).fetchall()


@contextmanager
def _heard(engine: Engine) -> Iterator[list[Statement]]:
    """Yield the list of the statements that are sent meanwhile, the driver's own orders left out."""
    heard: list[Statement] = []

    def hear(_c: object, _cursor: object, text: str, values: Any, _x: object, many: bool) -> None:  # noqa: FBT001  SQLAlchemy hands it over
        if not many and text.lstrip().upper().startswith("SELECT"):
            heard.append((text, values))

    event.listen(engine, "before_cursor_execute", hear)
    try:
        yield heard
    finally:
        event.remove(engine, "before_cursor_execute", hear)


def _p95(took: list[float]) -> float:
    return statistics.quantiles(took, n=20)[-1]
