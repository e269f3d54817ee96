"""Properties of the record that hold whatever is entered, on both databases."""

from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import Engine
from sqlmodel import col, select

from activities.audit import Audits
from activities.messages import AuditOrder
from activities.rebuild import rebuild
from models.offense import OffenseRow
from models.session import read
from ordinances.load import load_law
from queries.record import fold_case, verify
from rules.exposure import Status, dated
from tests.activities.histories import Play, emptied, rows
from tests.activities.support import Town

PROPERTY = settings(max_examples=10, suppress_health_check=[HealthCheck.function_scoped_fixture])
CHANCE = st.randoms(use_true_random=False, note_method_calls=False)
LENGTH = st.integers(5, 40)


@pytest.mark.usefixtures("without_papers")
@PROPERTY
@given(CHANCE, LENGTH)
def test_rows_are_what_the_events_tell(engine: Engine, chance: Random, length: int) -> None:
    play = Play(Town(emptied(engine))).draw(chance, length)

    _check_rebuilt(play)
    _check_audited(play)
    _check_against_the_rules(play)


@PROPERTY
@given(CHANCE, LENGTH)
def test_nights_in_any_pattern_date_every_offense_once(engine: Engine, chance: Random, length: int) -> None:
    play = Play(Town(emptied(engine))).draw(chance, length).night()
    with_nights = rows(engine)
    Play(Town(emptied(engine))).again(play.steps[:-1], nights=False).night()

    assert rows(engine) == with_nights


def _check_rebuilt(play: Play) -> None:
    """Check that rebuilding gives the very same rows."""
    before = rows(play.town.engine)

    assert rebuild(play.town.engine) == ()
    assert rows(play.town.engine) == before


def _check_audited(play: Play) -> None:
    """Check that an audit finds nothing but nights that were missed, and nothing at all the second time."""
    order = AuditOrder(at=play.town.at)

    found = Audits(play.town.engine).audit(order)

    assert {each.kind for each in found.differences} <= {"offense_missing"}
    assert found.cases == len(play.cases)
    assert Audits(play.town.engine).audit(order).differences == ()


def _check_against_the_rules(play: Play) -> None:
    """Check that the offenses kept are those the rules tell, and else void; on the day after, when all are dated."""
    play.take(("days", 1))
    play.wake_all().night()
    for case_id in play.cases:
        with read(play.town.engine) as session:
            assert verify(session, case_id) is None
            case = fold_case(session, case_id)
            kept = session.exec(select(OffenseRow).where(col(OffenseRow.case_id) == case_id)).all()
        law, today = load_law(case.village), play.town.at.date()
        for violation in case.violations.values():
            told = {each.on: each.status.value for each in dated(case, violation, law, today)}
            own = {row.offense_on: row.status for row in kept if row.violation == violation.key}
            assert told.items() <= own.items()
            assert {own[day] for day in own.keys() - told.keys()} <= {Status.VOID.value}
