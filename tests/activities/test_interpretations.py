"""A decision is recorded once and never changed, and what every case of the village stands on follows it."""

from concurrent.futures import ThreadPoolExecutor
from datetime import date
from typing import Any

import pytest
from sqlalchemy import Engine, event, select
from sqlmodel import col

from activities.accrual import Accruals
from activities.audit import Audits
from activities.interpretations import Interpretations
from activities.messages import AccrualOrder, AuditOrder, Decided, DecisionOrder, Revision
from models.interpretation import InterpretationRow
from models.offense import OffenseRow
from models.session import read
from models.violation import ViolationRow
from queries.cases import show
from queries.decision_preview import Looker, preview
from queries.interpretations import interpretations_of, law_in
from rules.law import Question, Reading
from rules.values import Role
from tests.activities.support import Town

FIELDS = {
    "question": "tier_reading",
    "choice": "prior_offense",
    "authority": "opinion of counsel",
    "decided_by": "A. Counsel",
    "decided_on": "2026-05-04",
}
STAYS = FIELDS | {"question": "appeal_stay", "choice": "statutory"}
ATTORNEY = frozenset({Role.ATTORNEY})


@pytest.fixture
def town(engine: Engine) -> Town:
    return Town(engine, "2026-06-01")


def decide(
    town: Town, village: str, fields: dict[str, Any], *, op: str = "k", actor: str = "attorney"
) -> Decided:
    order = DecisionOrder(village=village, fields=fields, op_id=op, actor=actor, at=town.at)
    return Interpretations(town.engine).record_decision(order)


def revise(town: Town, village: str) -> list[str]:
    """Carry a revision through and return the cases it pokes."""
    after: str | None = ""
    poked: list[str] = []
    while after is not None:
        done = Interpretations(town.engine).revise(Revision(village=village, after=after, at=town.at))
        after, poked = done.after, [*poked, *(each.case for each in done.follow_ups)]
    return poked


def decisions(town: Town) -> list[tuple[str, int, str]]:
    with read(town.engine) as session:
        rows = session.scalars(select(InterpretationRow).order_by(col(InterpretationRow.number))).all()
        return [(row.village, row.number, row.choice) for row in rows]


def statuses(town: Town, case: str) -> dict[str, str]:
    with read(town.engine) as session:
        rows = session.scalars(select(OffenseRow).where(col(OffenseRow.case_id) == case)).all()
        return {row.offense_on.isoformat(): row.status for row in rows}


def differing(town: Town) -> list[str]:
    """Return what the audit finds of rows; papers are issued by workflows, of which there are none here."""
    found = Audits(town.engine).audit(AuditOrder(at=town.at)).differences
    return [each.detail for each in found if each.kind != "paper_missing"]


# --- recording ------------------------------------------------------------------------------------------


def test_a_decision_is_recorded_once_and_a_later_one_supersedes_it(town: Town) -> None:
    first, again = decide(town, "williamsville", FIELDS), decide(town, "williamsville", FIELDS)
    back = decide(town, "williamsville", FIELDS | {"choice": "prior_conviction"}, op="k2")

    assert (first.number, again.number, back.number) == (1, 1, 2)
    assert (first.replayed, again.replayed) == (False, True)
    assert decisions(town) == [
        ("williamsville", 1, "prior_offense"),
        ("williamsville", 2, "prior_conviction"),
    ]
    with read(town.engine) as session:
        (told, *_) = interpretations_of(session, "williamsville", date(2026, 6, 1))
    assert (told.choice, told.decided_by, told.default) == (
        "prior_conviction",
        "A. Counsel",
        "prior_conviction",
    )
    assert [(each.number, each.choice, each.recorded_by) for each in told.history] == [
        (2, "prior_conviction", "attorney"),
        (1, "prior_offense", "attorney"),
    ]


def test_a_decision_is_the_law_of_its_village_alone(town: Town) -> None:
    decide(town, "williamsville", FIELDS)

    with read(town.engine) as session:
        assert law_in(session, "williamsville").reading is Reading.PRIOR_OFFENSE
        assert law_in(session, "webster").reading is Reading.PRIOR_CONVICTION


@pytest.mark.parametrize("actor", ["officer", "clerk", "viewer"])
def test_no_other_role_decides(town: Town, actor: str) -> None:
    refused = decide(town, "webster", STAYS, actor=actor).refusal

    assert refused is not None
    assert refused.kind == "wrong_role"
    assert decisions(town) == []


def test_to_a_stranger_the_village_is_not_there(town: Town) -> None:
    refused = [decide(town, "webster", STAYS, actor="stranger"), decide(town, "nowhere", STAYS)]

    assert [each.refusal.what for each in refused if each.refusal] == [
        "There is no village webster.",
        "There is no village nowhere.",
    ]


def test_decisions_made_at_once_follow_one_another(town: Town) -> None:
    with ThreadPoolExecutor(4) as threads:
        made = list(threads.map(lambda n: decide(town, "webster", STAYS, op=f"k{n % 3}"), range(6)))

    assert sorted({each.number for each in made}) == [1, 2, 3]
    assert sorted(number for _, number, _ in decisions(town)) == [1, 2, 3]
    assert sum(each.replayed for each in made) == 3


@pytest.mark.parametrize(
    "other", [{"choice": "none"}, {"authority": "another memo"}, {"decided_on": "2026-01-02"}], ids=str
)
def test_a_key_is_not_used_for_two_decisions(town: Town, other: dict[str, str]) -> None:
    decide(town, "webster", STAYS)

    refused = decide(town, "webster", STAYS | other).refusal

    assert refused is not None
    assert refused.kind == "conflict"
    assert decide(town, "williamsville", FIELDS).number == 1  # the same key in another village is another


# --- what follows ---------------------------------------------------------------------------------------


def _appealed(town: Town) -> str:
    """Open a case in Webster in which an appeal pends since 5 May."""
    case = town.on("2026-05-04").served(observed_on="2026-05-04")
    town.on("2026-05-05").act(case, "file-appeal", "officer", respondent="r1", on="2026-05-05", grounds="x")
    town.on("2026-05-11").look(case)
    return case


def test_a_stay_switched_on_while_an_appeal_pends_stays_its_offenses(town: Town) -> None:
    case = _appealed(town)
    assert set(statuses(town, case).values()) == {"accrued"}
    with read(town.engine) as session:
        looker = Looker(town.at, "attorney", ATTORNEY)
        seen = preview(session, law_in(session, "webster"), Question.APPEAL_STAY, "statutory", looker)

    assert decide(town, "webster", STAYS).refusal is None
    revise(town, "webster")

    assert statuses(town, case) == {"2026-05-04": "accrued"} | {
        f"2026-05-{day:02}": "stayed" for day in range(5, 11)
    }
    refused = town.refuse(
        case, "charge-offenses", respondent="r1", violation="v1", dates=["2026-05-04"],
        court="Court", returnable_on="2026-07-01", allow_unsupported=True,
    )  # fmt: skip
    assert refused.section == "Village Law § 7-712-a(6)"
    assert (seen.open_cases, seen.exposures, seen.stays) == (1, 1, 1)
    assert (seen.now.count, seen.then.count) == (7, 1)
    assert seen.changed[0].then.stayed


def test_the_nightly_run_and_the_audit_read_the_law_as_decided(town: Town) -> None:
    case = _appealed(town)
    decide(town, "webster", STAYS)
    revise(town, "webster")

    town.after(2)
    Accruals(town.engine).date_offenses(AccrualOrder(village="webster", at=town.at))

    assert statuses(town, case)["2026-05-12"] == "stayed"
    assert differing(town) == []


def test_a_second_revision_changes_nothing_and_pokes_nobody(town: Town) -> None:
    case = town.on("2026-05-04").served(observed_on="2026-05-04")
    town.on("2026-05-11").look(case)
    decide(town, "webster", FIELDS | {"question": "classification", "choice": "unclassified_misdemeanor"})

    assert revise(town, "webster") == [case]  # its limit of time is a year later
    assert revise(town, "webster") == []


def test_offenses_before_service_are_void_where_they_start_by_service(town: Town) -> None:
    case = town.on("2026-05-04").open(observed_on="2026-05-04")
    town.on("2026-05-11").look(case)
    decide(town, "webster", FIELDS | {"question": "offense_start", "choice": "service"})
    revise(town, "webster")

    assert set(statuses(town, case).values()) == {"void"}
    with read(town.engine) as session:
        (row,) = session.scalars(select(ViolationRow)).all()
        assert row.next_offense_on is None
    assert differing(town) == []


def test_two_earlier_offenses_raise_the_tier_once_it_is_so_decided(town: Town) -> None:
    town.on("2025-04-07").served("williamsville", observed_on="2025-03-24")
    case = town.on("2026-05-11").served("williamsville", observed_on="2026-05-04")
    town.on("2026-05-25").look(case)
    with read(town.engine) as session:
        law = law_in(session, "williamsville")
        seen = preview(
            session, law, Question.TIER_READING, "prior_offense", Looker(town.at, "attorney", ATTORNEY)
        )

    decide(town, "williamsville", FIELDS)
    revise(town, "williamsville")
    with read(town.engine) as session:
        law = law_in(session, "williamsville")
        shown = show(session, law, case, now=town.at, roles=ATTORNEY, actor="attorney").exposure

    before, after = seen.now, seen.then
    changed = {each.id: each for each in seen.changed}
    assert case in changed
    assert before.count == after.count
    assert before.minimum < after.minimum
    assert changed[case].exposure
    assert not changed[case].stay
    assert (shown.reading, shown.minimum) == (Reading.PRIOR_OFFENSE, changed[case].then.exposure.minimum)
    assert shown.interpretations[0].decided_by == "A. Counsel"


def test_an_untouched_village_is_looked_at_by_no_revision(town: Town) -> None:
    town.served("williamsville", observed_on="2026-05-04")
    decide(town, "webster", STAYS)

    assert Interpretations(town.engine).revise(Revision(village="webster", at=town.at)).records == 0


def test_the_law_of_a_village_costs_one_look_up(town: Town) -> None:
    decide(town, "webster", STAYS)
    asked: list[str] = []

    def note(_conn: Any, _cursor: Any, statement: str, *_more: Any) -> None:
        asked.append(statement)

    with read(town.engine) as session:
        event.listen(town.engine, "before_cursor_execute", note)
        law_in(session, "webster")
        event.remove(town.engine, "before_cursor_execute", note)

    assert [statement.partition(" ")[0] for statement in asked] == ["SELECT"]
