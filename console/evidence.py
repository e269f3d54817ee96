"""`abate evidence add`: photographs and folders of them, each attached once by its content."""

import asyncio
import hashlib
from collections.abc import Iterator, Sequence
from datetime import date
from pathlib import Path
from typing import Annotated, Any, Final, Literal, NamedTuple

from cyclopts import App, Parameter
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from console import speak
from console.case import HERE, Case, Here
from console.desk import Desk, Refused
from console.exits import DONE, REFUSED
from console.figures import Day, Json
from console.orders import content_of
from console.usage import Usage
from rules.calendar import say
from rules.commands import AttachEvidence
from rules.parsing import parse
from rules.refusals import Refusal

ATTACHED: Final = "attached"
THERE: Final = "already in the case"
NOT_TAKEN: Final = "not taken"
OF_ALL: Final = frozenset({"wrong_role", "not_found", "closed", "not_checked"})
"""Refusals that would meet every file alike."""

app = App(name="evidence")


class Outcome(NamedTuple):
    """What became of one file; `on` is the day it is said to be of, `why` the reason it was not taken."""

    file: str
    outcome: str
    on: date | None = None
    why: str | None = None


@app.command(sort_key=1)
def add(
    case: Case,
    files: Annotated[tuple[Path, ...], Parameter(help="Photographs, videos, PDFs, and folders of them.")],
    /,
    *,
    caption: Annotated[str, Parameter(help="What they show; the same for all of them.")],
    taken_on: Annotated[
        Day | None, Parameter(help="Day they were taken; else what each camera noted.")
    ] = None,
    taken_by: Annotated[str | None, Parameter(help="Who took them, and can testify to it.")] = None,
    inspection_on: Annotated[Day | None, Parameter(help="Day of the inspection they were taken at.")] = None,
    violation: Annotated[str | None, Parameter(help="The violation that they show, e.g. v1.")] = None,
    shows: Annotated[
        Literal["continuing", "compliant"] | None, Parameter(help="What they show of it on that day.")
    ] = None,
    json: Json = False,
    here: Here = HERE,
) -> int:
    """Attach photographs and files, or all of a folder; what is in the case already is left."""
    given = {
        "caption": caption,
        "taken_on": taken_on.isoformat() if taken_on else None,
        "taken_by": taken_by,
        "inspection_on": inspection_on.isoformat() if inspection_on else None,
        "violation": violation,
        "shows": shows,
    }
    told = {name: value for name, value in given.items() if value is not None}
    parse(AttachEvidence.name_, told)
    found = list(dict.fromkeys(each for path in files for each in _files_of(path)))
    if not found:
        raise Usage("There is no file in what you named.")
    with Desk.at(here) as desk:
        done = asyncio.run(_add(desk, case, found, told))
    _tell(done, as_document=json)
    return REFUSED if any(each.outcome == NOT_TAKEN for each in done) else DONE


def _files_of(path: Path) -> Iterator[Path]:
    """Yield a file, or every file of a folder and the folders in it, but for hidden ones; raise Usage."""
    if not path.exists():
        raise Usage(f"Cannot read {path}: there is no such file or folder.")
    if not path.is_dir():
        yield path
        return
    for each in sorted(path.rglob("*")):
        if each.is_file() and not any(part.startswith(".") for part in each.relative_to(path).parts):
            yield each


async def _add(desk: Desk, case: str, files: Sequence[Path], given: dict[str, Any]) -> list[Outcome]:
    known, zone, today = desk.attaching(case)
    attached, done = set(known), list[Outcome]()
    bar = Progress(
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(),
        console=speak.err(), transient=True, disable=not speak.err().is_terminal,
    )  # fmt: skip
    with bar:
        for file in bar.track(files, description=f"attaching to {case}"):
            sha256 = hashlib.sha256(content_of(file)).hexdigest()
            if sha256 in attached:
                done.append(Outcome(str(file), THERE))
                continue
            done.append(await _attach(desk, case, file, given, zone, today))
            attached.add(sha256)
    return done


async def _attach(
    desk: Desk, case: str, file: Path, given: dict[str, Any], zone: str, today: date
) -> Outcome:
    try:
        fields = desk.take(file).fields(given, zone, today)
        command = parse(AttachEvidence.name_, fields)
        assert isinstance(command, AttachEvidence)
        await desk.act(case, command)
    except (Refusal, Refused) as refusal:
        if refusal.facts.kind in OF_ALL:
            raise
        return Outcome(str(file), NOT_TAKEN, why=str(refusal))
    return Outcome(str(file), ATTACHED, command.taken_on or command.inspection_on)


def _tell(done: Sequence[Outcome], *, as_document: bool) -> None:
    if as_document:
        speak.document([each._asdict() for each in done])
        return
    for each in done:
        more = each.why or (f"of {say(each.on)}" if each.on else "its day is not known")
        speak.sentence(f"{each.file}: {each.outcome}{'' if each.outcome == THERE else f', {more}'}")
    counted = (
        (outcome, sum(each.outcome == outcome for each in done)) for outcome in (ATTACHED, THERE, NOT_TAKEN)
    )
    speak.sentence(", ".join(f"{number} {outcome}" for outcome, number in counted if number) + ".")
