"""The form of any command on a case or a security, at `/cases/{id}/do/{command}`: one handler for all of them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

from fastapi import APIRouter, Request, Response
from starlette.concurrency import run_in_threadpool

from activities.evidence import Taken
from rules.acts import Setting
from rules.commands import AddRespondent, AttachEvidence
from rules.refusals import Refusal, WrongRole
from web import counter, linking, twice, uploads
from web.auth import Me, Person
from web.errors import UNREACHABLE, no_page, sentence_of, status_of
from web.forms import Form, Sent, Trouble, form_of, prefilled
from web.given import only_choices
from web.office import Here, Office
from web.render import go, page
from web.subjects import CASES, SECURITIES, AnyCommand, AnySubject, Record
from web.told import told, told_refusal
from web.words import sentence, title

router = APIRouter()
UNAVAILABLE = 503


@router.get("/cases/{record_id}/do/{command}")
def ask(request: Request, here: Here, me: Me, record_id: str, command: str) -> Response:
    """Show the form of a command on a case."""
    return _ask(request, At.the(CASES, here, me, record_id, command))


@router.get("/securities/{record_id}/do/{command}")
def ask_security(request: Request, here: Here, me: Me, record_id: str, command: str) -> Response:
    """Show the form of a command on a security."""
    return _ask(request, At.the(SECURITIES, here, me, record_id, command))


@router.post("/cases/{record_id}/do/{command}")
async def do(request: Request, here: Here, me: Me, record_id: str, command: str) -> Response:
    """Give a command on a case, or show the form again with what is wrong."""
    at = await run_in_threadpool(At.the, CASES, here, me, record_id, command)
    return await _do(request, here, me, at)


@router.post("/securities/{record_id}/do/{command}")
async def do_on_security(request: Request, here: Here, me: Me, record_id: str, command: str) -> Response:
    """Give a command on a security, or show the form again with what is wrong."""
    at = await run_in_threadpool(At.the, SECURITIES, here, me, record_id, command)
    return await _do(request, here, me, at)


@dataclass(frozen=True)
class At:
    """Where a command is about to be given: the kind of record, the record, its setting, the command's model."""

    subject: AnySubject
    record: Record
    setting: Setting
    command: str

    @classmethod
    def the(cls, subject: AnySubject, here: Office, me: Person, record_id: str, command: str) -> Self:
        """Look at the record; raise NotFound where there is none, or no such command."""
        if command not in subject.models:
            raise no_page()
        record, setting = subject.look(here, me, record_id)
        return cls(subject, record, setting, command)

    @property
    def model(self) -> type[AnyCommand]:
        """The command's model."""
        return self.subject.models[self.command]

    @property
    def refusal(self) -> Refusal | None:
        """Why the command cannot be given now by this person, if it cannot."""
        return self.subject.may(self.record, self.command, self.setting)

    def form(self, values: dict[str, Any], **changes: Any) -> Form:
        """Make the form with what was typed."""
        address = self.subject.address(self.record.id, self.command)
        choices = self.subject.choices(self.record)
        return form_of(self.model, self.command, address, choices, values, **changes)


def _ask(request: Request, at: At) -> Response:
    choices = at.subject.choices(at.record)
    given = only_choices(at.model, choices) | at.subject.given(at.record, at.command, at.setting)
    return _page(request, at, at.form(given | prefilled(request, at.model, choices)))


async def _do(request: Request, here: Office, me: Person, at: At) -> Response:
    sent = await Sent.of(request, at.model, at.subject.choices(at.record))
    if sent.only_rows:
        before = list(uploads.known(here, me, sent.form))
        again = at.form(sent.values, op=sent.op, more=sent.more)
        return _page(request, at, _holding(again, before, here, me))
    kept: list[Taken] = []
    try:
        said = await _carried_out(here, me, at, sent, kept)
    except Refusal as refusal:
        key = refusal.op if isinstance(refusal, twice.SameAgain) else None
        form = _holding(at.form(sent.values, refusal=refusal, op=key), kept, here, me)
        return _page(request, at, form, status=status_of(refusal.facts))
    except UNREACHABLE as error:
        form = _holding(at.form(sent.values, op=sent.op), kept, here, me)
        form = replace(form, troubles=(Trouble(sentence_of(error)),))
        return _page(request, at, form, status=UNAVAILABLE)
    return go(request, at.subject.address(at.record.id), flash=said)


async def _carried_out(here: Office, me: Person, at: At, sent: Sent, kept: list[Taken]) -> str:
    """Give the command and say what was done; files are put into `kept` as long as they are not attached."""
    if at.model is AttachEvidence:
        if at.refusal is not None:
            raise at.refusal
        await uploads.receive(here, me, sent.form, kept)
        return await uploads.attach(here, me, at.record.id, at.setting, sent, kept)
    done = at.subject.parse(at.command, sent.values)
    if isinstance(done, AddRespondent) and at.refusal is None:
        await run_in_threadpool(linking.ask, here, at.record.village, done, sent.values, case=at.record.id)
    await run_in_threadpool(twice.ask, here, me, at.record, done, sent.op)
    effect = await counter.act(here, me, at.record.id, done, sent.op)
    return f"{title(at.command)}: done. {sentence(told(effect.headline)) if effect.headline else ''}".strip()


def _holding(form: Form, kept: Sequence[Taken], here: Office, me: Person) -> Form:
    return replace(form, kept=uploads.packed(here, me, kept))


def _page(request: Request, at: At, form: Form, *, status: int = 200) -> Response:
    refusal = at.refusal
    return page(
        request,
        "command.html",
        status=status,
        record=at.record,
        back=at.subject.address(at.record.id),
        place=at.subject.place(at.record),
        form=form,
        cited=at.subject.cited(at.record, form.command, at.setting),
        not_now=told_refusal(refusal.facts, at.command) if refusal and not form.troubles else None,
        may_send=not isinstance(refusal, WrongRole),
    )
