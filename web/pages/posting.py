"""Posting a security: the form of the command, once the village is known."""

from dataclasses import replace

from fastapi import APIRouter, Request, Response
from starlette.concurrency import run_in_threadpool

from rules.acts import Setting
from rules.parsing import parse_security
from rules.refusals import Refusal, WrongRole
from rules.security import POSTERS
from rules.security_commands import PostSecurity
from web import counter
from web.auth import Me
from web.choices import Choices
from web.errors import UNREACHABLE, sentence_of, status_of
from web.forms import Form, Sent, Trouble, form_of, prefilled
from web.office import Here
from web.render import go, page

router = APIRouter()
ACTION = "/post-security"
CHOICES = Choices(hidden=frozenset({("village",)}))
UNAVAILABLE = 503


@router.get(ACTION)
def ask(request: Request, here: Here, me: Me, village: str = "") -> Response:
    """Show the form for a village, or let one choose a village first."""
    mine = me.villages_as(*POSTERS)
    if not mine:
        raise WrongRole("Securities are posted by the clerk.", remedy="Ask one who has that role.")
    if not village and len(mine) > 1:
        places = [(key, here.law(key).village.name) for key in mine]
        return page(request, "choose_village.html", places=places, what="Post a security", action=ACTION)
    setting = counter.opening(here, me, village or mine[0])
    return _page(request, setting, _form(prefilled(request, PostSecurity, CHOICES)))


@router.post(ACTION)
async def do(request: Request, here: Here, me: Me) -> Response:
    """Post the security, or show the form again with what is wrong."""
    sent = await Sent.of(request, PostSecurity, CHOICES)
    village = str(sent.form.get("_village", ""))
    setting = await run_in_threadpool(counter.opening, here, me, village)
    form = form_of(PostSecurity, PostSecurity.name_, ACTION, CHOICES, sent.values, op=sent.op, more=sent.more)
    if sent.only_rows:
        return _page(request, setting, form)
    try:
        command = parse_security(PostSecurity.name_, sent.values | {"village": village})
        assert isinstance(command, PostSecurity)
        security_id, _ = await counter.post(here, me, command, sent.op)
    except Refusal as refusal:
        form = form_of(PostSecurity, PostSecurity.name_, ACTION, CHOICES, sent.values, refusal=refusal)
        return _page(request, setting, form, status=status_of(refusal.facts))
    except UNREACHABLE as error:
        form = replace(form, troubles=(Trouble(sentence_of(error)),))
        return _page(request, setting, form, status=UNAVAILABLE)
    return go(request, f"/securities/{security_id}", flash=f"{security_id} is posted.")


def _form(values: dict[str, object]) -> Form:
    return form_of(PostSecurity, PostSecurity.name_, ACTION, CHOICES, values)


def _page(request: Request, setting: Setting, form: Form, *, status: int = 200) -> Response:
    version = setting.law.on(setting.today) or setting.law.versions[0]
    return page(
        request,
        "post_security.html",
        status=status,
        village=setting.law.village,
        form=form,
        guarantees=version.guarantees,
    )
