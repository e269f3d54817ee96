"""Every paper of the demonstration, of both villages: called for or asked for, each sound, and each case's packet."""

import io
from collections.abc import Iterator
from datetime import UTC, date, datetime
from typing import Any, NamedTuple

import pytest
from pdfua import validate
from sqlalchemy import Engine

from activities.messages import Effect, Order
from activities.packets import Reader, packet_pdf
from activities.papers import issue_called_for
from activities.record import Records
from activities.statements import Asking, issue_statement
from demo.load import load
from documents.blocks import Grid
from documents.catalog import STATEMENTS
from documents.paper import Issue
from documents.penalties import top
from documents.render import Rendered
from documents.wording import money
from models.session import read
from ordinances.load import load_law
from queries.cases import show
from queries.documents import document, documents, stored_paper
from queries.paper_list import paper_list
from queries.record import fold_case
from queries.views import Figures
from rules.refusals import Incomplete
from rules.values import Role
from runtime.database import open_engine
from tests.activities.support import Town, village_of
from tests.documents.reading import is_accessible, stays_on_the_page

TODAY = date(2026, 11, 30)
AT = datetime(2026, 11, 30, 17, tzinfo=UTC)
ALL = frozenset({Role.OFFICER, Role.ATTORNEY, Role.CLERK})


class Counter:
    """Takes orders as the door does and carries them out at once, without an engine."""

    def __init__(self, engine: Engine) -> None:
        self._records = Records(engine)
        self.records: list[str] = []

    async def act(self, order: Order) -> Effect:
        return self._records.record(order.model_copy(update={"at": AT}))

    async def open(self, order: Order) -> Effect:
        self.records.append(order.case)
        return await self.act(order)

    async def post(self, order: Order) -> Effect:
        return await self.open(order)


class Demonstration(NamedTuple):
    engine: Engine
    records: tuple[str, ...]

    @property
    def cases(self) -> tuple[str, ...]:
        return tuple(each for each in self.records if "-S-" not in each)


@pytest.fixture(scope="module")
async def demo(tmp_path_factory: pytest.TempPathFactory, _migrated_file: Any) -> Any:
    path = tmp_path_factory.mktemp("demo") / "abate.db"
    path.write_bytes(_migrated_file.read_bytes())
    engine = open_engine(f"sqlite:///{path}")
    Town(engine)
    counter: Any = Counter(engine)
    await load(engine, counter, TODAY)
    for record in counter.records:
        issue_called_for(engine, load_law(village_of(record)), record)
    yield Demonstration(engine, tuple(counter.records))
    engine.dispose()


def issued(demo: Demonstration) -> Iterator[tuple[str, Rendered[Issue]]]:
    """Give every paper of the demonstration with its file."""
    with read(demo.engine) as session:
        for record in demo.records:
            for row in documents(session, record):
                content = stored_paper(session, record, f"p{row.number}").content
                yield f"{record} {row.kind}", Rendered(content, Issue.model_validate_json(row.data), {})


async def test_what_the_events_call_for_is_issued_in_both_villages_and_nothing_is_left_over(
    demo: Demonstration,
) -> None:
    with read(demo.engine) as session:
        lists = [paper_list(session, load_law(village_of(each)), each, ALL) for each in demo.records]
    kinds = {each.kind for papers in lists for each in papers.issued}

    assert [each for papers in lists for each in papers.awaited] == []
    assert {papers.village for papers in lists if papers.issued} == {"webster", "williamsville"}
    assert len(kinds) >= 25, sorted(kinds)


async def test_every_paper_of_the_demonstration_is_sound(demo: Demonstration) -> None:
    for name, rendered in issued(demo):
        try:
            is_accessible(rendered)
            stays_on_the_page(rendered)
        except AssertionError as fault:
            raise AssertionError(f"{name}: {fault}") from fault


async def test_every_statement_of_every_case_is_sound(demo: Demonstration) -> None:
    made: set[str] = set()
    for case in demo.cases:
        law = load_law(village_of(case))
        for statement in STATEMENTS.values():
            with read(demo.engine) as session:
                keys = (
                    [None] if statement.keys is None else list(statement.keys(fold_case(session, case)))[:1]
                )
            for key in keys:
                asking = Asking(case, "attorney", ALL, AT, f"{statement.kind}-{key}")
                try:
                    issue_statement(demo.engine, law, asking, statement.kind, key)
                except Incomplete:
                    continue
                made.add(statement.kind)

    assert made == set(STATEMENTS)
    for _, rendered in issued(demo):
        if rendered.issue.paper.kind in STATEMENTS:
            is_accessible(rendered)


async def test_every_case_has_a_packet(demo: Demonstration) -> None:
    for case in demo.cases:
        content = packet_pdf(demo.engine, load_law(village_of(case)), case, Reader("attorney", ALL, AT))
        opened: Any = io.BytesIO(content)
        assert [finding.message for finding in validate(opened).findings] == [], case


async def test_a_schedule_says_what_the_case_shows_under_both_readings(demo: Demonstration) -> None:
    compared, tiers = 0, 0
    for case in demo.cases:
        law = load_law(village_of(case))
        with read(demo.engine) as session:
            shown = show(session, law, case, now=AT, roles=ALL, actor="attorney").exposure
            if not fold_case(session, case).violations:
                continue
        key = issue_statement(
            demo.engine, law, Asking(case, "attorney", ALL, AT, "compared"), "schedule-of-offenses"
        )
        with read(demo.engine) as session:
            told = Issue.model_validate_json(document(session, case, key).data)
        grids = [each for each in told.paper.blocks if isinstance(each, Grid)]
        (rows,) = [each.rows for each in grids if each.caption.startswith("Both readings")]
        own = {row[1].rpartition("(")[2].rstrip(")"): row[2:] for row in rows if "(the village)" in row[0]}
        other = [row[2:] for row in rows if "(the village)" not in row[0]]

        assert {who: row for who, row in own.items() if who in shown.by_respondent} == {
            who: printed(each, capped=own[who][2].endswith("cap)"))
            for who, each in shown.by_respondent.items()
        }, case
        assert printed(shown.other_reading, capped=other[0][2].endswith("cap)")) in other, case
        compared += 1
        tiers += shown.other_reading.maximum != shown.maximum
    assert (compared > 5, tiers > 0) == (True, True)


def printed(figures: Figures, *, capped: bool) -> tuple[str, ...]:
    most = money(figures.minimum) if figures.count == 0 else top(figures.maximum)
    return f"{figures.count:,}", money(figures.minimum), f"{most}{' (held down by a cap)' if capped else ''}"
