"""The board: what escalates, from the facts of each case, and only of one's own villages."""

from datetime import date

import pytest
from sqlalchemy import Engine

from models.session import read
from ordinances.load import load_law
from queries.board import Asking, Board, Rank, board
from rules.values import Role
from tests.activities.support import Town

ATTORNEY = frozenset({Role.ATTORNEY})


@pytest.fixture
def town(engine: Engine) -> Town:
    return Town(engine, "2026-06-01")


def _board(
    town: Town, rank: Rank = Rank.TIER, villages: tuple[str, ...] = ("webster", "williamsville")
) -> Board:
    laws = {key: load_law(key) for key in villages}
    asking = Asking(laws, town.at, dict.fromkeys(villages, ATTORNEY), "attorney")
    with read(town.engine) as session:
        return board(session, asking, rank)


def _convicted(town: Town, fine: int = 300) -> str:
    case = town.on("2026-03-02").served("williamsville", observed_on="2026-02-02")
    town.on("2026-04-20").act(
        case, "charge-offenses", respondent="r1", violation="v1", dates=["2026-02-02"],
        court="Court", returnable_on="2026-05-01", allow_unsupported=True,
    )  # fmt: skip
    town.act(case, "record-disposition", counts=["c1"], outcome="convicted", on="2026-04-20", fine=fine)
    return case


def test_a_line_has_both_readings_evidence_limits_and_judgments(town: Town) -> None:
    convicted = _convicted(town)

    (line,) = _board(town.on("2026-06-01")).lines

    assert line.id == convicted
    assert [figure.reading for figure in line.outlook.figures] == ["prior_conviction", "prior_offense"]
    assert line.tier >= 2
    assert [each.falls_out_on for each in line.judgments] == [date(2031, 2, 2)]
    assert line.evidence.unsupported == line.outlook.figures[0].count
    assert [each.of for each in line.limits] == ["v1"]
    assert line.time_barred == 0


def test_offenses_past_their_limit_are_counted(town: Town) -> None:
    town.on("2026-06-01").open(observed_on="2025-05-25", remedy_by="2026-06-20")

    (line,) = _board(town).lines

    assert line.time_barred == 7


def test_the_highest_tier_comes_first_or_the_first_limit(town: Town) -> None:
    raised = _convicted(town)
    first = town.on("2026-06-01").open(observed_on="2025-09-01", remedy_by="2026-06-20")

    assert [line.id for line in _board(town).lines] == [raised, first]
    assert [line.id for line in _board(town, Rank.LIMIT).lines] == [first, raised]


def test_thresholds_stand_once_they_are_reached(town: Town) -> None:
    town.open(observed_on="2026-05-20")

    before, after = _board(town).lines[0], _board(town.after(40)).lines[0]

    assert before.thresholds == ()
    assert [each.due for each in after.thresholds] == [date(2026, 6, 18)]


def test_an_appeal_and_its_stay_are_told(town: Town) -> None:
    case = town.served("williamsville")
    town.after(3).act(case, "file-appeal", respondent="r1", on="2026-06-03", grounds="wrong line")

    (line,) = _board(town).lines

    assert (line.stayed, line.appeals) == (True, (("r1", "pending"),))


def test_a_closed_case_and_another_village_are_not_on_it(town: Town) -> None:
    case = town.open(observed_on="2026-05-20")
    town.act(case, "confirm-compliance", violation="v1", cured_on="2026-05-25")

    assert [line.id for line in _board(town).lines] == [case]
    assert _board(town, villages=("williamsville",)).lines == ()
    town.act(case, "close-case", on="2026-06-01", reason="done")
    assert _board(town).lines == ()
    assert _board(town).open_cases == 0
