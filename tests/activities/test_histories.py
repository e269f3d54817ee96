"""Properties of the record that hold whatever is entered, on both databases."""

from random import Random

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

PROPERTY = settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
CHANCE = st.randoms(use_true_random=False, note_method_calls=False)
LENGTH = st.integers(5, 45)


@PROPERTY
@given(CHANCE, LENGTH)
def test_rebuilding_gives_the_very_same_rows(engine: Engine, chance: Random, length: int) -> None:
    Play(Town(emptied(engine))).draw(chance, length)
    before = rows(engine)

    left = rebuild(engine)

    assert left == ()
    assert rows(engine) == before


@PROPERTY
@given(CHANCE, LENGTH)
def test_the_audit_finds_only_nights_that_were_missed(engine: Engine, chance: Random, length: int) -> None:
    play = Play(Town(emptied(engine))).draw(chance, length)

    found = Audits(engine).audit(AuditOrder(at=play.town.at))
    again = Audits(engine).audit(AuditOrder(at=play.town.at))

    assert {each.kind for each in found.differences} <= {"offense_missing"}
    assert again.differences == ()
    assert found.cases == len(play.cases)


@PROPERTY
@given(CHANCE, LENGTH)
def test_nights_in_any_pattern_date_every_offense_once(engine: Engine, chance: Random, length: int) -> None:
    play = Play(Town(emptied(engine))).draw(chance, length).night()
    with_nights = rows(engine)
    Play(Town(emptied(engine))).again(play.steps[:-1], nights=False).night()

    assert rows(engine) == with_nights


@PROPERTY
@given(CHANCE, LENGTH)
def test_the_offenses_kept_are_those_the_rules_tell(engine: Engine, chance: Random, length: int) -> None:
    play = Play(Town(emptied(engine))).draw(chance, length)
    play.take(("days", 1))  # an offense of today is kept only where it was charged
    play.wake_all().night()

    for case_id in play.cases:
        with read(engine) as session:
            assert verify(session, case_id) is None
            case = fold_case(session, case_id)
            law = load_law(case.village)
            kept = session.exec(select(OffenseRow).where(col(OffenseRow.case_id) == case_id)).all()
        for violation in case.violations.values():
            told = {each.on: each.status.value for each in dated(case, violation, law, play.town.at.date())}
            own = {row.offense_on: row.status for row in kept if row.violation == violation.key}
            assert told.items() <= own.items()
            assert {own[day] for day in own.keys() - told.keys()} <= {Status.VOID.value}
