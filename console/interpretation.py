"""`abate interpretation`: how a village reads the doubtful questions of law, and what its attorney decides."""

import asyncio
import secrets
from typing import Annotated

from cyclopts import App, Parameter

from activities.messages import Decided, DecisionOrder
from console import speak
from console.case import HERE, Here
from console.desk import Desk, Refused
from console.figures import Day, Json
from queries.decision_preview import Changed, Looker, Preview, preview
from queries.interpretations import QuestionView, interpretations_of
from queries.views import Figures
from rules import interpretations as rules
from rules.calendar import local_day
from rules.parsing import parse_as

Village = Annotated[str, Parameter(help="Key of the village, e.g. webster.")]
Question = Annotated[str, Parameter(help="The question, as list names it, e.g. tier_reading.")]
Choice = Annotated[str, Parameter(help="One of the choices that the question offers.")]

app = App(name="interpretation")


@app.command(name="list", sort_key=1)
def list_(*, village: Village, json: Json = False, here: Here = HERE) -> None:
    """Every doubtful question: how it is read, by whose decision, and what was decided before."""
    with Desk.at(here) as desk, desk.looking_in(village) as look:
        today = local_day(look.now, look.law.village.zone)
        found = interpretations_of(look.session, village, today, desk.settings.ordinances)
    if json:
        speak.document([each.model_dump(mode="json") for each in found])
        return
    speak.table(("question", "choice", "decided by", "on", "authority"), map(_row, found))


@app.command(name="preview", sort_key=2)
def foresee(
    *, village: Village, question: Question, choice: Choice, json: Json = False, here: Here = HERE
) -> None:
    """What a choice would change in the open cases; nothing is recorded."""
    with Desk.at(here) as desk, desk.looking_in(village) as look:
        rules.check_may(look.roles)
        wanted = rules.question_of(look.law, question)
        looker = Looker(look.now, look.actor, look.roles)
        found = preview(look.session, look.law, wanted, rules.choice_of(wanted, choice), looker)
    if json:
        speak.document(found.model_dump(mode="json"))
    else:
        _tell(found)


@app.command(sort_key=3)
def decide(
    *,
    village: Village,
    question: Question,
    choice: Choice,
    authority: Annotated[str, Parameter(help="On what it rests: section, opinion, resolution.")],
    decided_by: Annotated[str, Parameter(help="Who decided it.")],
    decided_on: Annotated[Day, Parameter(help="Day on which it was decided.")],
    op_id: Annotated[
        str | None, Parameter(help="Key of the command: repeated under it, it is recorded once.")
    ] = None,
    json: Json = False,
    here: Here = HERE,
) -> None:
    """Record a decision: from then on it holds in every case of the village."""
    fields = {
        "question": question,
        "choice": choice,
        "authority": authority,
        "decided_by": decided_by,
        "decided_on": decided_on.isoformat(),
    }
    with Desk.at(here) as desk:
        made = asyncio.run(_record(desk, village, fields, op_id or secrets.token_hex(16)))
    if made.refusal is not None:
        raise Refused(made.refusal)
    if json:
        speak.document({"village": village, **fields, "number": made.number})
    else:
        speak.sentence(f"Recorded as decision {made.number} of {village}: {question} is read as {choice}.")


async def _record(desk: Desk, village: str, fields: dict[str, str], op_id: str) -> Decided:
    with desk.looking_in(village) as look:
        today = local_day(look.now, look.law.village.zone)
        rules.decide(look.law, parse_as(rules.DecideQuestion, fields), today=today, roles=look.roles)
    door = await desk.door()
    return await door.decide(DecisionOrder(village=village, fields=fields, op_id=op_id, actor=desk.user))


def _row(view: QuestionView) -> tuple[object, ...]:
    return (
        view.question,
        view.choice,
        view.decided_by or "default, not decided by counsel",
        view.decided_on,
        view.authority,
    )


def _tell(found: Preview) -> None:
    speak.sentence(
        f"Of {found.open_cases} open cases {len(found.changed)} change: the exposure of {found.exposures},"
        f" the stay of {found.stays}, what falls due in {found.clocks}."
    )
    if found.looked_at < found.open_cases:
        speak.sentence(f"Only the oldest {found.looked_at} were looked at; the decision holds in all.")
    speak.sentence(f"Exposure of all, as read now: {_figures(found.now)}; then: {_figures(found.then)}.")
    if found.changed:
        columns = ("case", "exposure now", "exposure then", "stayed now", "then", "next due now", "then")
        speak.table(columns, map(_change, found.changed))


def _change(each: Changed) -> tuple[object, ...]:
    now, then = each.now, each.then
    figures = _figures(now.exposure), _figures(then.exposure)
    return (each.id, *figures, now.stayed, then.stayed, now.next_due, then.next_due)


def _figures(found: Figures) -> str:
    return f"{speak.dollars(found.minimum)} to {speak.dollars(found.maximum)}"
