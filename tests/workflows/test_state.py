"""What a case's workflow carries along, and how it takes what an older or a newer release left behind."""

from datetime import UTC, date, datetime

from activities.messages import Effect, FollowUp
from rules.refusals import RefusalFacts
from rules.series import number_of
from rules.values import Phase
from tests.workflows.fakes import CASE, order, timer
from workflows import words
from workflows.policy import REMEMBERED, SUMMARY_BYTES, workflow_id
from workflows.state import SCHEMA, CaseState, upgraded

STATE = CaseState(case=CASE, village="webster")
NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)


def test_a_refusal_changes_nothing() -> None:
    refused = Effect(refusal=RefusalFacts(kind="not_allowed", what="No."))

    assert STATE.after(order("add-note"), refused) == STATE


def test_the_oldest_answers_are_forgotten_first() -> None:
    state = STATE
    for number in range(REMEMBERED + 2):
        state = state.after(order("add-note", op_id=f"op-{number}"), Effect(phase=Phase.OPENED))

    assert len(state.applied) == REMEMBERED
    assert "op-1" not in state.applied
    assert "op-2" in state.applied
    assert state.asked.keys() == state.applied.keys()


def test_an_answer_is_to_what_was_asked_for_and_to_whom() -> None:
    asked = order("add-note", op_id="form-1", text="seen")
    state = STATE.after(asked, Effect(phase=Phase.OPENED, seq=5))

    again = state.answer_to(asked.model_copy(update={"at": NOON}))
    others = [
        state.answer_to(order("add-note", op_id="form-1", text="not seen")),
        state.answer_to(order("give-verbal-warning", op_id="form-1", text="seen")),
        state.answer_to(order("add-note", op_id="form-1", actor="another", text="seen")),
    ]

    assert again is not None
    assert (again.seq, again.replayed, again.refusal) == (5, True, None)
    assert [each.refusal.kind for each in others if each and each.refusal] == ["conflict"] * 3
    assert state.answer_to(order("add-note", op_id="form-2")) is None


def test_what_an_older_release_answered_is_not_compared() -> None:
    older = STATE.model_copy(update={"applied": {"form-1": Effect(phase=Phase.OPENED, seq=5)}})

    answer = older.answer_to(order("add-note", op_id="form-1", text="anything"))

    assert answer is not None
    assert answer.replayed


def test_what_follows_is_kept_until_it_is_done() -> None:
    poke = FollowUp(kind="poke", case="webster-2026-0002", village="webster")
    state = STATE.after(order("add-note"), Effect(phase=Phase.OPENED, follow_ups=(poke,))).after(
        order("add-note"), Effect(phase=Phase.OPENED)
    )

    assert state.follow_ups == (poke,)
    assert state.without_errand().follow_ups == ()


def test_what_is_stuck_does_not_keep_the_rest_from_its_day() -> None:
    timers = (timer("remedy:v1", date(2026, 5, 1)), timer("appeal:r1", date(2026, 7, 1)))
    state = STATE.seen(Effect(phase=Phase.SERVED, timers=timers)).held_up(["remedy:v1"], "why")

    assert state.overdue(NOON) == ()
    assert state.next_timer == timers[1]
    assert state.seen(Effect(phase=Phase.SERVED, timers=timers)).overdue(NOON) == timers[:1]


def test_fields_of_a_newer_release_do_not_stop_an_older_one() -> None:
    newer = {**STATE.model_dump(mode="json"), "schema_number": SCHEMA + 1, "of_next_year": "something"}

    assert upgraded(CaseState.model_validate(newer)) == STATE


def test_ids_name_village_and_number_alone() -> None:
    assert workflow_id("two-year-town-2026-0003", "two-year-town") == "case/two-year-town/2026-0003"
    assert number_of("webster-2026-0001", "webster") == "2026-0001"


def test_texts_for_the_engine_are_short_and_name_nobody() -> None:
    given = order("add-respondent", name="Jane Roe", address="9 Main Street")
    said = [words.recording(given), words.under_way(given), words.done(given, None)]
    told = words.details(STATE.held_up(["remedy:v1"], "passed but not noted: remedy:v1"), said[-1])

    assert not any("Roe" in text or "Main" in text or given.actor in text for text in [*said, told])
    assert "Needs attention" in told
    assert len(words.recording(order("deadline-passed", keys=["é" * 50] * 9)).encode()) <= SUMMARY_BYTES
