"""The form of any command on a case, at `/cases/{case}/do/{command}`: one handler for all of them."""

from dataclasses import replace
from typing import Any

from fastapi import APIRouter, Request, Response
from starlette.concurrency import run_in_threadpool

from rules import engine
from rules.commands import COMMANDS, AttachEvidence, Command
from rules.parsing import parse
from rules.refusals import Malformed, Refusal, WrongRole
from web import counter, uploads
from web.auth import Me, Person
from web.choices import choices_of
from web.counter import Looked
from web.errors import UNREACHABLE, no_page, sentence_of, status_of
from web.forms import Form, Sent, Trouble, form_of, prefilled
from web.office import Here, Office
from web.render import go, page
from web.sections import cited
from web.words import sentence, title

router = APIRouter()
UNAVAILABLE = 503


@router.get("/cases/{case_id}/do/{command}")
def ask(request: Request, here: Here, me: Me, case_id: str, command: str) -> Response:
    """Show the form of a command."""
    model, looked = _model(command), counter.look(here, me, case_id)
    choices = choices_of(looked.case)
    form = form_of(model, command, _address(case_id, command), choices, prefilled(request, model, choices))
    return _page(request, looked, form)


@router.post("/cases/{case_id}/do/{command}")
async def do(request: Request, here: Here, me: Me, case_id: str, command: str) -> Response:
    """Give the command, or show the form again with what is wrong."""
    model, looked = _model(command), await run_in_threadpool(counter.look, here, me, case_id)
    choices = choices_of(looked.case)
    sent = await Sent.of(request, model, choices)
    again = _Again(model, case_id, command, looked, sent)
    if sent.only_rows:
        return _page(request, looked, again.form(op=sent.op, more=sent.more))
    kept: uploads.Kept | None = None
    try:
        kept = await _attached(here, me, looked, sent) if model is AttachEvidence else None
        done = parse(command, sent.values | (kept.fields if kept else {}))
        effect = await counter.act(here, me, case_id, done, sent.op)
    except Refusal as refusal:
        form = _holding(again.form(refusal=refusal), kept, here, me)
        return _page(request, looked, form, status=status_of(refusal.facts))
    except UNREACHABLE as error:
        form = _holding(again.form(op=sent.op), kept, here, me)
        form = replace(form, troubles=(Trouble(sentence_of(error)),))
        return _page(request, looked, form, status=UNAVAILABLE)
    said = (
        f"{title(command)}: done. {sentence(effect.headline)}"
        if effect.headline
        else f"{title(command)}: done."
    )
    return go(request, f"/cases/{case_id}", flash=said)


class _Again:
    """Makes the form anew with what was typed."""

    def __init__(self, model: type[Command], case_id: str, command: str, looked: Looked, sent: Sent) -> None:
        self._model, self._command, self._values = model, command, sent.values
        self._action, self._choices = _address(case_id, command), choices_of(looked.case)

    def form(self, **changes: Any) -> Form:
        return form_of(self._model, self._command, self._action, self._choices, self._values, **changes)


def _model(command: str) -> type[Command]:
    if command not in engine.case_commands():
        raise no_page()
    return COMMANDS[command]


def _address(case_id: str, command: str) -> str:
    return f"/cases/{case_id}/do/{command}"


def _page(request: Request, looked: Looked, form: Form, *, status: int = 200) -> Response:
    case, setting = looked
    refusal = engine.may(case, form.command, setting)
    ordinance = setting.law.on(setting.today) or setting.law.versions[0]
    return page(
        request,
        "command.html",
        status=status,
        case=case,
        form=form,
        cited=cited(form.command, ordinance),
        not_now=refusal.facts if refusal and not form.troubles else None,
        may_send=not isinstance(refusal, WrongRole),
    )


# --- an attached file -------------------------------------------------------------------------------------


async def _attached(here: Office, me: Person, looked: Looked, sent: Sent) -> uploads.Kept:
    """Return the file sent with a form, now or before; raise a Refusal where there is none or it is not taken."""
    refusal = engine.may(looked.case, AttachEvidence.name_, looked.setting)
    if refusal is not None:
        raise refusal
    upload = uploads.chosen(sent.form, "path")
    if upload is not None:
        content = await upload.read(uploads.MOST_BYTES + 1)
        return await run_in_threadpool(uploads.keep, here.engine, upload, content)
    before = uploads.Kept.opened(here.seal, str(sent.form.get("_kept", "")), me.name)
    if before is None:
        missing = Malformed("Choose a file.", field="path")
        missing.problems = ((("path",), "is missing; choose one"),)
        raise missing
    return before


def _holding(form: Form, kept: uploads.Kept | None, here: Office, me: Person) -> Form:
    if kept is None:
        return form
    return replace(form, kept=kept.packed(here.seal, me.name), kept_name=kept.filename)
