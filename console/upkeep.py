"""`abate accrue`, `audit`, `recover` and `rebuild`: the runs over many cases, by hand and watched."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date
from typing import Annotated, Any

from cyclopts import Parameter
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from activities.messages import AccrualResult, AuditResult, CaseRef
from activities.rebuild import rebuild as make_anew
from console import speak
from console.case import HERE, Here
from console.desk import Desk, Refused
from console.exits import DONE, FAULT
from console.figures import Day, Json
from models.session import read
from queries.open import open_records

Only = Annotated[str | None, Parameter(help="Only this village.")]
Told = Callable[[tuple[Any, ...]], None]


def accrue(
    *,
    village: Only = None,
    through: Annotated[Day | None, Parameter(help="Last day to date offenses of; else yesterday.")] = None,
    json: Json = False,
    here: Here = HERE,
) -> None:
    """Make rows of the separate offenses due, as the nightly run does; a second run adds nothing."""
    with Desk.at(here) as desk:
        found = asyncio.run(_accrue(desk, desk.villages(village), through))
    if json:
        speak.document([each.model_dump(mode="json", exclude={"follow_ups", "refusal"}) for each in found])
        return
    for each in found:
        speak.sentence(
            f"{each.village}: {each.offenses} offenses of {each.violations} violations dated through {each.through}."
        )


async def _accrue(desk: Desk, villages: tuple[str, ...], through: date | None) -> list[AccrualResult]:
    door = await desk.door()
    found: list[AccrualResult] = []
    for village in villages:
        with _watched(f"dating offenses of {village}") as told:
            done = await door.accrue(village, through, progress=told)
        if done.refusal is not None:
            raise Refused(done.refusal)
        found.append(done)
    return found


def audit(*, village: Only = None, json: Json = False, here: Here = HERE) -> int:
    """Recompute the open cases from their events, compare, repair what is missing, report what differs."""
    with Desk.at(here) as desk:
        if village is not None:
            desk.villages(village)
        found = asyncio.run(_audit(desk, village))
    if json:
        speak.document(found.model_dump(mode="json"))
    else:
        differ = f"{len(found.differences)} difference{'' if len(found.differences) == 1 else 's'}"
        speak.sentence(f"{found.cases} cases, {found.events} events: {differ}.")
        rows = [
            (each.case, each.kind.replace("_", " "), each.detail, each.repaired) for each in found.differences
        ]
        if rows:
            speak.table(("case", "what", "", "repaired"), rows)
    return DONE if all(each.repaired for each in found.differences) else FAULT


async def _audit(desk: Desk, village: str | None) -> AuditResult:
    door = await desk.door()
    with _watched("auditing") as told:
        return await door.audit(village, progress=told)


def recover(*, json: Json = False, here: Here = HERE) -> None:
    """Start the workflow of every open case and security that the engine does not run."""
    with Desk.at(here) as desk:
        started = asyncio.run(_recover(desk))
    if json:
        speak.document({"started": started})
    else:
        speak.sentence(
            f"{len(started)} started: {', '.join(started)}."
            if started
            else "Every open case and security is running."
        )


async def _recover(desk: Desk) -> list[str]:
    door, mine = await desk.door(), desk.villages()
    with read(desk.engine) as session:
        found = open_records(session)
    cases = [CaseRef(case=each.id, village=each.village) for each in found if each.village in mine]
    with _watched(f"looking for {len(cases)} open cases and securities"):
        return await door.recover(cases)


def rebuild(*, json: Json = False, here: Here = HERE) -> int:
    """Make every table anew from the record; a case whose record is not whole keeps its rows and is named."""
    with Desk.at(here) as desk, _watched("rebuilding") as told:
        left = make_anew(
            desk.engine, desk.settings.ordinances, lambda done, of: told((f"{done} of {of} cases",))
        )
    if json:
        speak.document({"left": [each.model_dump(mode="json") for each in left]})
    elif left:
        speak.table(("case", "left as it was, because"), [(each.case, each.detail) for each in left])
    else:
        speak.sentence("Every table is as the record tells.")
    return FAULT if left else DONE


@contextmanager
def _watched(what: str) -> Iterator[Told]:
    """Show on a terminal that a long run goes on, and what its activities say of their progress."""
    shown = Progress(
        SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn(),
        console=speak.err(), transient=True, disable=not speak.err().is_terminal,
    )  # fmt: skip
    with shown:
        task = shown.add_task(what)
        yield lambda said: shown.update(task, description=f"{what}: {', '.join(map(str, said))}")
