"""The nightly run: every separate offense a row, once, whatever nights were missed; nothing that is not one."""

from datetime import UTC, date, datetime
from pathlib import Path

import pytest
from sqlalchemy import Engine
from sqlmodel import col, select
from temporalio.testing import ActivityEnvironment

from activities import accrual_sql
from activities.accrual import Accruals
from activities.messages import AccrualOrder, AccrualResult
from activities.record import Records
from models.offense import OffenseRow
from models.session import read
from tests.activities.histories import rows
from tests.activities.support import Town


@pytest.fixture
def town(engine: Engine) -> Town:
    return Town(engine, "2026-06-01")


def night(
    town: Town, village: str = "webster", *, page: int = 3, through: date | None = None
) -> AccrualResult:
    """Run the night of a village."""
    order = AccrualOrder(village=village, through=through, at=town.at)
    return Accruals(town.engine, page=page).date_offenses(order)


def kept(town: Town, case: str) -> dict[str, str]:
    """Give the offenses of a case by their dates."""
    with read(town.engine) as session:
        found = session.exec(
            select(OffenseRow).where(col(OffenseRow.case_id) == case).order_by(col(OffenseRow.offense_on))
        )
        return {row.offense_on.isoformat(): row.status for row in found}


def test_a_night_dates_the_day_before(town: Town) -> None:
    case = town.open()

    result = night(town.on("2026-06-02"))

    assert kept(town, case) == {"2026-06-01": "accrued"}
    assert (result.violations, result.offenses, result.through) == (1, 1, date(2026, 6, 1))


def test_a_second_run_writes_nothing(town: Town) -> None:
    for _ in range(5):
        town.open()
    town.after(9)
    night(town)
    written = rows(town.engine)

    again = night(town)

    assert (again.violations, again.offenses) == (0, 0)
    assert rows(town.engine) == written


def test_missed_nights_are_dated_by_the_next_one(town: Town) -> None:
    cases = [town.open() for _ in range(7)]

    result = night(town.after(30))

    assert result.offenses == 7 * 30
    assert all(len(kept(town, case)) == 30 for case in cases)


def test_more_than_a_year_of_missed_nights_is_dated_as_well(
    town: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(accrual_sql, "AT_ONCE", 10)
    case = town.open()

    result = night(town.after(75))

    assert result.offenses == 75
    assert list(kept(town, case)) == sorted(kept(town, case))
    assert len(kept(town, case)) == 75


def test_weeks_keep_their_weekday(town: Town) -> None:
    case = town.open("williamsville", observed_on="2026-05-28")

    night(town.on("2026-06-19"), "williamsville")

    assert list(kept(town, case)) == ["2026-05-28", "2026-06-04", "2026-06-11", "2026-06-18"]


def test_neither_a_leap_day_nor_the_clock_loses_or_doubles_a_day(engine: Engine) -> None:
    town = Town(engine, "2027-10-30")
    case = town.open()

    for _ in range(20):
        night(town.after(8))

    assert len(kept(town, case)) == 160
    assert {"2027-11-07", "2028-02-29", "2028-03-12"} <= kept(town, case).keys()


def test_the_day_is_that_of_the_village_not_of_greenwich(town: Town) -> None:
    case = town.open()
    town.at = datetime(2026, 6, 3, 3, 59, tzinfo=UTC)  # still 2 June in New York

    night(town)

    assert list(kept(town, case)) == ["2026-06-01"]


def test_what_is_stayed_is_dated_as_stayed(town: Town) -> None:
    case = town.served("williamsville")
    town.on("2026-06-04").act(case, "file-appeal", respondent="r1", on="2026-06-04", grounds="x")

    night(town.on("2026-06-16"), "williamsville")

    assert kept(town, case) == {"2026-06-01": "accrued", "2026-06-08": "stayed", "2026-06-15": "stayed"}


def test_what_is_cured_or_closed_is_dated_no_further(town: Town) -> None:
    case = town.open()
    town.on("2026-06-05").act(case, "confirm-compliance", violation="v1", cured_on="2026-06-03")

    night(town.on("2026-06-20"))

    accrued = [day for day, status in kept(town, case).items() if status == "accrued"]
    assert accrued == ["2026-06-01", "2026-06-02"]
    assert list(kept(town, case))[-1] == "2026-06-04"


def test_a_day_voided_before_it_was_dated_stays_void(town: Town) -> None:
    case = town.open()
    town.on("2026-06-05").act(
        case, "void-offenses", violation="v1", from_="2026-06-04", to="2026-06-05", reason="no proof"
    )

    night(town.on("2026-06-08"))

    void = [day for day, status in kept(town, case).items() if status == "void"]
    assert void == ["2026-06-04", "2026-06-05"]
    assert len(kept(town, case)) == 7


def test_a_month_as_the_unit_is_dated_by_the_rules(town: Town, tmp_path: Path) -> None:
    ordinances = _with_monthly_offenses(tmp_path)
    town.join("monthly").records = Records(town.engine, ordinances)
    case = town.open("monthly", observed_on="2026-05-31")

    order = AccrualOrder(village="monthly", at=town.on("2026-09-01").at)
    result = Accruals(town.engine, ordinances).date_offenses(order)

    assert list(kept(town, case)) == ["2026-05-31", "2026-06-30", "2026-07-31", "2026-08-31"]
    assert (result.violations, result.offenses) == (1, 3)


def test_today_cannot_be_dated_yet(town: Town) -> None:
    town.open()

    result = night(town, through=date(2026, 6, 1))

    assert result.refusal is not None
    assert result.refusal.kind == "future_fact"
    assert "the last day that is over is 2026-05-31" in result.refusal.what


def test_a_run_can_stop_short_of_yesterday_and_the_next_goes_on(town: Town) -> None:
    case = town.open()

    first = night(town.on("2026-06-11"), through=date(2026, 6, 5))
    second = night(town)

    assert (first.offenses, second.offenses) == (5, 5)
    assert len(kept(town, case)) == 10


def test_a_village_that_is_not_there_is_refused(town: Town) -> None:
    assert night(town, "atlantis").refusal is not None


def test_each_village_has_a_night_of_its_own(town: Town) -> None:
    case = town.open("williamsville")

    night(town.after(20), "webster")

    assert kept(town, case) == {}


def test_a_first_offense_brings_its_limit_of_time_to_the_agenda(town: Town) -> None:
    case = town.open()
    assert "limitation" not in {timer.kind for timer in town.look(case).timers}

    result = night(town.after(1))

    assert [poke.case for poke in result.follow_ups] == [case]
    assert "limitation" in {timer.kind for timer in town.look(case).timers}
    assert night(town.after(1)).follow_ups == ()


def test_a_run_goes_on_where_an_earlier_attempt_left_off(town: Town) -> None:
    cases = [town.open() for _ in range(6)]
    town.after(4)
    environment = ActivityEnvironment()
    said: list[tuple[object, ...]] = []
    environment.on_heartbeat = lambda *details: said.append(details)
    order = AccrualOrder(village="webster", at=town.at)

    environment.run(Accruals(town.engine, page=2).date_offenses, order)
    environment.info = type(environment.info)(
        **{**vars(environment.info), "heartbeat_details": said[0], "attempt": 2}
    )
    result = environment.run(Accruals(town.engine, page=2).date_offenses, order)

    assert [details[1] for details in said[:3]] == [cases[1], cases[3], cases[5]]
    assert result.offenses == said[0][3] == 8


def _with_monthly_offenses(folder: Path) -> Path:
    """Make a village of Webster's law in which each month is a separate offense."""
    webster = Path(__file__).parents[2] / "ordinances" / "ny" / "webster"
    place = folder / "ny" / "monthly"
    (place / "1").mkdir(parents=True)
    (place / "village.toml").write_text(
        (webster / "village.toml").read_text().replace('"webster"', '"monthly"')
    )
    [text] = [path.read_text() for path in webster.glob("*/*.toml")]
    text = text.replace('village = "webster"', 'village = "monthly"').replace(
        'unit = "day"', 'unit = "month"'
    )
    [old] = [path.name for path in webster.glob("*/*.toml")]
    (place / "1" / old).write_text(text)
    return folder
