"""The pages people live on over a register of cases and 50 times as many offenses, against their own SQL.

Each page is asked for through the whole application; its statements, kept as they were sent, are then run again on
a connection of the same engine in one transaction, by the bare driver, rows fetched. An `empty` page, one statement
and a form, is what the framework, signing in and a layout cost by themselves: with the SQL it is the floor of a page,
as a bare workflow is that of a command. The three alternate, so that they see the same machine.
Target: at the median a page takes at most four times its floor (`docs/decisions/page-speed.md`); the 95th percentile
and how many times its SQL alone it takes are printed beside it.
"""

import asyncio
import logging
import statistics
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple

from httpx2 import ASGITransport, AsyncClient
from sqlalchemy import Engine, event, func, select

from activities.sign_in import begin_session
from activities.users import add_user
from bench.register import CASES, FIVE_YEARS, TODAY, fill, newest
from models.case import CaseRow
from models.session import READ_ONLY, read
from queries.tables import table
from rules.values import Role
from runtime.database import migrate, open_engine
from runtime.logging import configure_logging
from runtime.memory import settle
from runtime.settings import load_settings
from tests.postgres import running_postgres
from web.app import create_app

ROUNDS: Final = 40
LONGEST_S: Final = 10.0
"""After so long a page has been asked for often enough, and is done."""
FEWEST: Final = 5
ALLOWED_RATIO: Final = 4.0
EMPTY: Final = "/password"
USER: Final = "everybody"
ROLES: Final = {"webster": [Role.OFFICER, Role.ATTORNEY, Role.CLERK]}
Statement = tuple[str, Any]


class Taken(NamedTuple):
    """How long a page, its SQL and an empty page took, in seconds, round by round."""

    page: list[float]
    sql: list[float]
    empty: list[float]

    def told(self) -> str:
        """Return page and SQL in milliseconds at median and 95th percentile, and the page over its SQL and floor."""
        page, sql = _at(self.page), _at(self.sql)
        over_sql = page[0] / sql[0]
        return f"{page[0]:>9.1f}{page[1]:>8.1f}{sql[0]:>9.2f}{sql[1]:>8.2f}{over_sql:>8.2f}{self.over_floor:>9.2f}"

    @property
    def over_floor(self) -> float:
        """How many times its floor a page takes at the median."""
        floor = statistics.median(self.sql) + statistics.median(self.empty)
        return statistics.median(self.page) / floor


def pages(cases: int) -> dict[str, str]:
    """Return the addresses of what is measured, by name."""
    number = newest(cases)
    deep = cases // 100  # pages of 50: half way down
    return {
        "empty": EMPTY,
        "desk": "/",
        "desk, everyone's": "/?whose=all",
        "list": "/cases",
        "list, half way": f"/cases?page={deep}",
        "list, a phase": "/cases?phase=opened",
        "list, overdue": "/cases?overdue=yes&role=officer",
        "list, by due date": "/cases?sort=due",
        "list, by place": "/cases?sort=address",
        "search, a number": f"/cases?q={number}",
        "search, a name": "/cases?q=builders+777",
        "search, an address": "/cases?q=elm+4242+street",
        "search, a parcel": "/cases?q=041-17-3-4567",
        "search, words": "/cases?q=silt+fence",
        "parties": "/parties?q=builders+42",
        "properties": "/properties?q=elm",
        "board": "/board",
        "case": f"/cases/{number}",
        "case, five years": f"/cases/{FIVE_YEARS}",
    }


def run(
    *, register: int = CASES, database: Sequence[str] | None = None, page: Sequence[str] | None = None
) -> None:
    """Measure every page, or those named, on each database, and print a line for each."""
    configure_logging("json", level=logging.WARNING)  # a line for each request is no part of the measure
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="abate-bench-")))
        for url in database or _both(stack, folder):
            engine = open_engine(url)
            stack.callback(engine.dispose)
            cases = _prepare(engine, register)
            asyncio.run(_measure(engine, folder, cases, page))


def _both(stack: ExitStack, folder: Path) -> Iterator[str]:
    yield f"sqlite:///{folder / 'abate.db'}"
    server = stack.enter_context(running_postgres())
    yield server.url(server.create())


def _prepare(engine: Engine, register: int) -> int:
    """Make the register unless there is one; return how many cases there are."""
    migrate(engine)
    count = select(func.count()).select_from(table(CaseRow)).where(table(CaseRow).c.year == TODAY.year)
    with read(engine) as session:
        there = session.scalar(count) or 0
    if there:
        print(f"{engine.dialect.name}: a register of {there:,} cases is there")
        return there
    begin = time.perf_counter()
    add_user(engine, USER, ROLES, password="bench " * 3)
    offenses = fill(engine, register)
    took = time.perf_counter() - begin
    print(f"{engine.dialect.name}: {register:,} cases and {offenses:,} offenses made in {took:.0f} s")
    return register


async def _measure(engine: Engine, folder: Path, cases: int, wanted: Sequence[str] | None) -> None:
    no_door: Any = None  # nothing is entered here
    settle()  # as the server does
    app = create_app(engine, no_door, load_settings(data=folder, environ={}), lambda: TODAY)
    secret = begin_session(engine, USER, now=TODAY, agent="bench")
    cookies = {"abate": app.state.office.seal.sign(secret, "session")}
    times = f"{'page p50':>9}{'p95 ms':>8}{'SQL p50':>9}{'p95 ms':>8}{'/ SQL':>8}{'/ floor':>9}"
    print(f"{'':20}{times}{'kB':>7}{'statements':>12}")
    async with AsyncClient(transport=ASGITransport(app), base_url="http://bench", cookies=cookies) as client:
        for name, address in pages(cases).items():
            if not wanted or name in wanted:
                await _page(client, engine, name, address)


async def _page(client: AsyncClient, engine: Engine, name: str, address: str) -> None:
    await client.get(address)
    with _heard(engine) as statements:
        answer = await client.get(address)
    assert answer.status_code == 200, (address, answer.status_code)
    taken, begun = Taken([], [], []), time.perf_counter()
    while len(taken.page) < ROUNDS and not (
        len(taken.page) >= FEWEST and time.perf_counter() - begun > LONGEST_S
    ):
        taken.page.append(await _asked(client, address))
        taken.sql.append(_replay(engine, statements))
        taken.empty.append(await _asked(client, EMPTY))
    verdict = "" if taken.over_floor <= ALLOWED_RATIO else "  MISSED"
    size = len(answer.content) / 1000
    print(f"{name:20}{taken.told()}{size:>7.1f}{len(statements):>12}{verdict}", flush=True)


async def _asked(client: AsyncClient, address: str) -> float:
    begin = time.perf_counter()
    await client.get(address)
    return time.perf_counter() - begin


def _replay(engine: Engine, statements: list[Statement]) -> float:
    """Run statements by the driver alone, rows fetched, in one transaction that reads; return the seconds it took."""
    with engine.execution_options(**{READ_ONLY: True}).connect() as connection, connection.begin():
        cursor = connection.connection.cursor()
        begin = time.perf_counter()
        for text, values in statements:
            cursor.execute(text, values)
            cursor.fetchall()
        return time.perf_counter() - begin


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


def _at(took: list[float]) -> tuple[float, float]:
    """Return the median and the 95th percentile in milliseconds."""
    return statistics.median(took) * 1000, statistics.quantiles(took, n=20)[-1] * 1000
