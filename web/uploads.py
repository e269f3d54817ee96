"""Files that are attached to a case: taken as soon as they are sent, then attached one by one under the same words.

What was taken is kept where the form is refused, and need not be chosen again.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Final

import structlog
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData, UploadFile

from activities.evidence import Taken, own_name, refused, take
from activities.scanner import CannotBeChecked
from documents.wording import listed
from rules.acts import Setting
from rules.calendar import say
from rules.commands import AttachEvidence, Command
from rules.parsing import parse
from rules.refusals import Malformed, Refusal
from web import counter
from web.auth import Person
from web.forms import Kept, Sent
from web.office import Office
from web.subjects import CASES
from web.words import count

log = structlog.get_logger(__name__)

MOST_BYTES: Final = 25_000_000
MOST_FILES: Final = 20
FIELD: Final = "path"
KEPT: Final = "_kept"
FEW: Final = 3  # files that a sentence names


async def receive(here: Office, me: Person, form: FormData, kept: list[Taken]) -> None:
    """Add to `kept` the files that came with a form, now or before; raise a Refusal for one that is not taken."""
    kept.extend(known(here, me, form))
    sent = [each for each in form.getlist(FIELD) if isinstance(each, UploadFile) and each.filename]
    if len(kept) + len(sent) > MOST_FILES:
        raise _wrong(f"can be {MOST_FILES} at a time; attach the others afterwards")
    for upload in sent:
        name = own_name(upload.filename or "")
        content = await upload.read(MOST_BYTES + 1)
        if len(content) > MOST_BYTES:
            raise refused(name, f"is larger than {MOST_BYTES // 1_000_000} MB")
        try:
            file = await run_in_threadpool(take, here.engine, content, name, here.settings.scanner)
        except CannotBeChecked as refusal:
            log.warning("scanner.failed", why=refusal.why)
            raise
        if file.sha256 not in {each.sha256 for each in kept}:
            kept.append(file)
    if not kept:
        raise _wrong("is missing; choose one")


async def attach(
    here: Office, me: Person, case_id: str, setting: Setting, sent: Sent, kept: list[Taken]
) -> str:
    """Attach the files that were kept and say what was done; raise a Refusal, with those not attached left in `kept`.

    Each is a command of its own, with its own key: sent again after half of them, none is attached twice.
    """
    orders = [(file, _command(file, sent, setting)) for file in kept]
    done: list[Taken] = []
    there: list[Taken] = []
    for file, command in orders:
        try:
            await counter.act(here, me, case_id, command, f"{sent.op} {file.sha256}")
            done.append(file)
        except Refusal:
            if len(orders) == 1 or not await run_in_threadpool(_is_there, here, me, case_id, file):
                raise
            there.append(file)
        kept.remove(file)
    return " ".join(_said(done, there, [command for _, command in orders], setting))


def known(here: Office, me: Person, form: FormData) -> Iterator[Taken]:
    """Yield the files that this person's form says were kept, where we signed that."""
    for packed in form.getlist(KEPT):
        found: Any = here.seal.unpack(str(packed), _purpose(me))
        if found:
            yield Taken(*found)


def packed(here: Office, me: Person, kept: Sequence[Taken]) -> tuple[Kept, ...]:
    """Return what a form says of kept files: signed, so that nobody names a file they never had."""
    return tuple(Kept(here.seal.pack(list(file), _purpose(me)), file.filename) for file in kept)


def _purpose(me: Person) -> str:
    return f"kept {me.name}"


def _command(file: Taken, sent: Sent, setting: Setting) -> Command:
    return parse(AttachEvidence.name_, file.fields(sent.values, setting.law.village.zone, setting.today))


def _is_there(here: Office, me: Person, case_id: str, file: Taken) -> bool:
    return file.sha256 in CASES.look(here, me, case_id).record.evidence


def _said(
    done: Sequence[Taken], there: Sequence[Taken], commands: Sequence[Command], setting: Setting
) -> Iterator[str]:
    """Yield what was done, what was there before, and where a camera noted another day."""
    yield f"Attach evidence: {_named(done)} attached."
    if there:
        yield f"In the case before: {_named(there)}."
    days = {command.sha256: command.taken_on for command in commands if isinstance(command, AttachEvidence)}
    zone = setting.law.village.zone
    for file in done:
        noted, given = file.day(zone), days[file.sha256]
        if noted is not None and given is not None and noted != given:
            yield f"Mind: the camera dates {file.filename} {say(noted)}, you {say(given)}."


def _named(files: Sequence[Taken]) -> str:
    names = [file.filename for file in files]
    return listed(names) if 0 < len(names) <= FEW else count(len(names), "file")


def _wrong(what: str) -> Malformed:
    refusal = Malformed(f"The file {what}.", field=FIELD)
    refusal.problems = (((FIELD,), what),)
    return refusal
