"""Opening a case: the form of the command, once the village is known."""

from dataclasses import replace
from typing import Any

from fastapi import APIRouter, Request, Response
from starlette.concurrency import run_in_threadpool

from rules import engine
from rules.acts import Setting
from rules.commands import OpenCase
from rules.parsing import parse
from rules.refusals import Refusal, WrongRole
from web import counter, linking
from web.auth import Me
from web.choices import Choices
from web.errors import UNREACHABLE, sentence_of, status_of
from web.forms import Form, Sent, Trouble, form_of, prefilled
from web.office import Here
from web.render import go, page

router = APIRouter()
ACTION = "/open-case"
CHOICES = Choices(hidden=frozenset({("village",)}))
# One respondent is known most of the time; a row left blank counts for nothing.
BLANK: dict[str, Any] = {"respondents": [{}]}
UNAVAILABLE = 503


@router.get("/open-case")
def ask(request: Request, here: Here, me: Me, village: str = "") -> Response:
    """Show the form for a village, or let one choose a village first."""
    mine = me.villages_as(*engine.OPENERS)
    if not mine:
        raise WrongRole("Cases are opened by the officer.", remedy="Ask one who has that role.")
    if not village and len(mine) > 1:
        places = [(key, here.law(key).village.name) for key in mine]
        return page(request, "choose_village.html", places=places)
    setting = counter.opening(here, me, village or mine[0])
    given = BLANK | prefilled(request, OpenCase, CHOICES)
    form = form_of(OpenCase, OpenCase.name_, ACTION, CHOICES, given)
    return _page(request, setting, form)


@router.post("/open-case")
async def do(request: Request, here: Here, me: Me) -> Response:
    """Open the case, or show the form again with what is wrong."""
    sent = await Sent.of(request, OpenCase, CHOICES)
    village = str(sent.form.get("_village", ""))
    setting = await run_in_threadpool(counter.opening, here, me, village)
    form = form_of(OpenCase, OpenCase.name_, ACTION, CHOICES, sent.values, op=sent.op, more=sent.more)
    if sent.only_rows:
        return _page(request, setting, form)
    try:
        command = parse(OpenCase.name_, sent.values | {"village": village})
        assert isinstance(command, OpenCase)
        key = counter.key_of(me, sent.op)
        await run_in_threadpool(linking.ask, here, village, command, sent.values, key=key)
        case_id, _ = await counter.open_case(here, me, command, sent.op)
    except Refusal as refusal:
        form = form_of(OpenCase, OpenCase.name_, ACTION, CHOICES, sent.values, refusal=refusal)
        return _page(request, setting, form, status=status_of(refusal.facts))
    except UNREACHABLE as error:
        form = replace(form, troubles=(Trouble(sentence_of(error)),))
        return _page(request, setting, form, status=UNAVAILABLE)
    return go(request, f"/cases/{case_id}", flash=f"{case_id} is opened.")


def _page(request: Request, setting: Setting, form: Form, *, status: int = 200) -> Response:
    ordinance = setting.law.on(setting.today) or setting.law.versions[0]
    village = setting.law.village
    return page(request, "open_case.html", status=status, village=village, form=form, ordinance=ordinance)
