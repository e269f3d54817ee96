"""The nightly run over 100,000 open daily violations, against a bare executemany of the very same rows.

Targets: at most three times the floor, less than 200 MB more memory, and thirty missed nights at the same rate.
"""

import tempfile
import time
from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

from sqlalchemy import Engine, MetaData, insert, text
from sqlalchemy.schema import CreateTable

from activities.accrual import Accruals
from activities.messages import AccrualOrder
from models.case import CaseRow
from models.deadline import DeadlineRow
from models.offense import OffenseRow
from models.session import read, write
from models.village import VillageRow
from models.violation import ViolationRow
from queries.tables import table
from runtime.database import migrate, open_engine
from tests.postgres import running_postgres

VIOLATIONS = 100_000
TODAY = date(2026, 6, 1)
ALLOWED_RATIO = 3.0
ALLOWED_MB = 200.0
MISSED = (1, 30)
CHUNK = 10_000


def run() -> None:
    """Measure on SQLite in a file, then on PostgreSQL; print a line for each."""
    print(f"{'':24}{'offenses':>10}{'floor s':>9}{'run s':>8}{'ratio':>7}{'rows/s':>10}{'MB':>7}")
    with tempfile.TemporaryDirectory(prefix="abate-bench-") as folder:
        for nights in MISSED:
            _measure(f"sqlite, {nights} night(s)", f"sqlite:///{folder}/{nights}.db", nights)
    with running_postgres() as server:
        for nights in MISSED:
            _measure(f"postgresql, {nights} night(s)", server.url(server.create()), nights)


def _measure(name: str, url: str, nights: int) -> None:
    engine = open_engine(url)
    migrate(engine)
    _fill(engine, nights)
    before = _peak_mb(reset=True)
    seconds, offenses = _night(engine)
    grown = _peak_mb() - before
    again, none = _night(engine)
    floor = _floor(engine, _rows(nights))
    engine.dispose()
    assert offenses == VIOLATIONS * nights, offenses
    assert none == 0, none
    ratio, rate = seconds / floor, offenses / seconds
    verdict = "" if ratio <= ALLOWED_RATIO and grown < ALLOWED_MB else "  MISSED"
    print(
        f"{name:24}{offenses:>10,}{floor:>9.2f}{seconds:>8.2f}{ratio:>7.2f}{rate:>10,.0f}{grown:>7.1f}{verdict}"
    )
    print(f"{'  run again':24}{none:>10,}{'':>9}{again:>8.2f}")


def _night(engine: Engine) -> tuple[float, int]:
    at = datetime.combine(TODAY, datetime.min.time(), UTC) + timedelta(hours=12)
    begin = time.perf_counter()
    result = Accruals(engine).date_offenses(AccrualOrder(village="webster", at=at))
    return time.perf_counter() - begin, result.offenses


# --- the floor: the same rows, already in memory and in order, into a table like it that is empty -----


def _rows(nights: int) -> list[tuple[str, str, str, str]]:
    days = [(TODAY - timedelta(days=nights - night)).isoformat() for night in range(nights)]
    return [(case, "v1", day, "accrued") for case in _cases() for day in days]


def _floor(engine: Engine, rows: Sequence[tuple[str, str, str, str]]) -> float:
    mark = "?" if engine.dialect.name == "sqlite" else "%s"
    twin = CreateTable(table(OffenseRow).to_metadata(MetaData(), name="floor"))
    with write(engine) as session:
        session.execute(twin)
    with write(engine) as session:
        cursor = session.connection().connection.cursor()
        begin = time.perf_counter()
        cursor.executemany(f"INSERT INTO floor VALUES ({mark}, {mark}, {mark}, {mark})", rows)
        session.commit()
        return time.perf_counter() - begin


# --- what is there before the night ---------------------------------------------------------------------


def _cases() -> Iterator[str]:
    return (f"webster-2026-{number:06}" for number in range(1, VIOLATIONS + 1))


def _fill(engine: Engine, nights: int) -> None:
    with write(engine) as session:
        session.add(VillageRow(key="webster"))
    cases = list(_cases())
    for start in range(0, VIOLATIONS, CHUNK):
        chunk = cases[start : start + CHUNK]
        with write(engine) as session:
            session.execute(insert(table(CaseRow)), list(map(_case, chunk)))
            session.execute(insert(table(ViolationRow)), [_violation(case, nights) for case in chunk])
            session.execute(insert(table(DeadlineRow)), list(map(_deadline, chunk)))
    with read(engine) as session:
        assert session.execute(text("SELECT count(*) FROM violation")).scalar_one() == VIOLATIONS


def _case(case: str) -> dict[str, object]:
    village, year, number = case.rsplit("-", 2)
    facts = {
        "phase": "opened",
        "opened_on": TODAY,
        "headline": "",
        "open_violations": 1,
        "seq": 2,
        "head": "",
    }
    return {"id": case, "village": village, "year": int(year), "number": int(number), "as_of": TODAY, **facts}


def _violation(case: str, nights: int) -> dict[str, object]:
    first = TODAY - timedelta(days=nights)
    going_on = {"stayed": False, "next_offense_on": first, "step_days": 1}
    return {
        "case_id": case,
        "key": "v1",
        "village": "webster",
        "provision": "§ 130-23A",
        "observed_on": first - timedelta(days=100),
        **going_on,
    }


def _deadline(case: str) -> dict[str, object]:
    day = TODAY + timedelta(days=300)
    when = {"due": day, "wakes_on": day, "passed": False, "explanation": "one year from the first offense"}
    return {"case_id": case, "village": "webster", "key": "limitation:v1", "kind": "limitation", **when}


# --- memory ---------------------------------------------------------------------------------------------


def _peak_mb(*, reset: bool = False) -> float:
    """Return the most memory this process has held since the last reset, in MB."""
    if reset:
        Path("/proc/self/clear_refs").write_text("5", encoding="ascii")
    status = Path("/proc/self/status").read_text(encoding="ascii")
    line = next(line for line in status.splitlines() if line.startswith("VmHWM"))
    return int(line.split()[1]) / 1024
