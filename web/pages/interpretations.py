"""How the doubtful questions of law are read, what turns on each, and where the attorney records a decision.

A decision is sent twice: first to see what it changes, then to record it.
"""

from typing import Annotated, Any, Final, NamedTuple

from fastapi import APIRouter, Depends, Form, Request, Response
from starlette.concurrency import run_in_threadpool

from queries.interpretations import QuestionView
from rules.interpretations import DECIDERS
from rules.law import Question
from rules.refusals import Refusal
from web import decisions
from web.auth import Me, Person, need
from web.carried import AGAIN
from web.errors import UNREACHABLE, sentence_of, status_of
from web.forms import OP, Trouble, new_op
from web.office import Here
from web.render import go, page
from web.told import told_refusal
from web.words import plain, unscored

router = APIRouter()
Decider = Annotated[Person, Depends(need(*DECIDERS))]
Typed = Annotated[str, Form()]
UNAVAILABLE: Final = 503
FIELDS: Final = ("choice", "authority", "decided_by", "decided_on")

CHANGES: Final[dict[Question, dict[str, str]]] = {
    Question.TIER_READING: {
        "prior_conviction": "An offense is a second one only where it was committed after the judgment on an"
        " earlier one; until then every separate offense stands in the first tier.",
        "prior_offense": "Every earlier offense counts, judged or not: the second day of a violation is a second"
        " offense already, and the exposure climbs through the tiers within one case.",
    },
    Question.APPEAL_STAY: {
        "statutory": "While an appeal pends nothing is charged, assessed or drawn, unless imminent peril is"
        " certified.",
        "none": "An appeal stays nothing: charges, village work and its cost go on while it pends.",
    },
    Question.CLASSIFICATION: {
        "violation": "The earlier time limit governs: limitation dates on the desk and the board are those of"
        " a violation. So it is, too, until the class is decided.",
        "unclassified_misdemeanor": "The longer time limit governs, once decided: limitation dates on the desk"
        " and the board are those of a misdemeanor.",
    },
    Question.OFFENSE_START: {
        "observed": "Separate offenses are charged from the day the violation was first observed.",
        "service": "Separate offenses are charged only from the day the notice was served.",
    },
    Question.STAYED_OFFENSES: {
        "hold": "Offenses dated during a stay are kept apart: they count once they are released by a command.",
        "drop": "Offenses dated during a stay never count.",
    },
}
"""What a choice changes, in words; a choice that is not here is shown by its name and section alone."""
FREE: Final = {
    Question.APPEAL_BODY: "The body that is named in notices and before which an appeal is scheduled.",
    Question.TAX_ROLL_CUTOFF: "A charge confirmed after this day goes to the levy of the following fiscal year.",
}


class Reading(NamedTuple):
    """One doubtful question, how a village reads it, and what follows from that and from the other choices."""

    view: QuestionView
    choice: str
    follows: str
    others: tuple[tuple[str, str], ...]


@router.get("/interpretations")
def interpretations(request: Request, here: Here, me: Me) -> Response:
    """Show how each of the person's villages reads the doubtful questions."""
    places = [
        (here.law(village).village, tuple(map(_reading, decisions.questions(here, me, village))))
        for village in me.villages
    ]
    return page(request, "interpretations.html", places=places, decides_in=me.villages_as(*DECIDERS))


@router.get("/interpretations/{village}/{question}")
def ask(request: Request, here: Here, me: Decider, village: str, question: str) -> Response:
    """Show the form for a decision."""
    view = decisions.question(here, me, village, question)
    return _form(request, here, view, village, dict.fromkeys(FIELDS, ""))


@router.post("/interpretations/{village}/{question}")
async def do(
    request: Request,
    here: Here,
    me: Decider,
    village: str,
    question: str,
    *,
    choice: Typed = "",
    authority: Typed = "",
    decided_by: Typed = "",
    decided_on: Typed = "",
    confirmed: Typed = "",
    op: Annotated[str, Form(alias="_op")] = "",
    again: Annotated[str, Form(alias=AGAIN)] = "",
) -> Response:
    """Show what the decision changes or, once that is confirmed, record it."""
    view = await run_in_threadpool(decisions.question, here, me, village, question)
    typed = dict(zip(FIELDS, (choice, authority, decided_by, decided_on), strict=True))
    fields = {"question": question} | {name: text for name, text in typed.items() if text.strip()}
    key = op if OP.fullmatch(op) else new_op()
    if again:
        return _form(request, here, view, village, typed, key=key)
    try:
        if confirmed:
            await decisions.record(here, me, village, fields, key)
            return go(request, "/interpretations", flash=f"Recorded: {view.asked}: {_said(view, choice)}.")
        weighed = await run_in_threadpool(decisions.weigh, here, me, village, fields)
    except Refusal as refusal:
        said = unscored(told_refusal(refusal.facts).sentence())
        trouble = Trouble(said, f"f-{refusal.facts.field or 'choice'}")
        return _form(request, here, view, village, typed, status=status_of(refusal.facts), trouble=trouble)
    except UNREACHABLE as error:
        trouble = Trouble(sentence_of(error))
        return _form(request, here, view, village, typed, status=UNAVAILABLE, trouble=trouble, key=key)
    return page(
        request,
        "decision_weighed.html",
        view=view,
        place=here.law(village).village,
        decision=weighed.decision,
        preview=weighed.preview,
        said=lambda each: _said(view, each),
        hidden=typed | {"_op": key, "confirmed": "1"},
        action=_address(village, view),
    )


def _form(
    request: Request,
    here: Here,
    view: QuestionView,
    village: str,
    typed: dict[str, str],
    *,
    status: int = 200,
    trouble: Trouble | None = None,
    key: str | None = None,
) -> Response:
    context: dict[str, Any] = {
        "reading": _reading(view),
        "view": view,
        "place": here.law(village).village,
        "today": here.today(village),
        "offered": [(each, plain(each), CHANGES.get(view.question, {}).get(each)) for each in view.offered],
    }
    return page(
        request,
        "decide.html",
        status=status,
        typed=typed,
        troubles=[trouble] if trouble else [],
        wrong={trouble.field: trouble.text} if trouble else {},
        op=key or new_op(),
        action=_address(village, view),
        **context,
    )


def _address(village: str, view: QuestionView) -> str:
    return f"/interpretations/{village}/{view.question}"


def _reading(view: QuestionView) -> Reading:
    words = CHANGES.get(view.question, {})
    follows = words.get(view.choice) or FREE.get(view.question, "")
    others = tuple((plain(each), words.get(each, "")) for each in view.offered if each != view.choice)
    return Reading(view, _said(view, view.choice), follows, others)


def _said(view: QuestionView, choice: str) -> str:
    return plain(choice) if choice in view.offered else choice
