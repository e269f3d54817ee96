"""What a paper costs: notices of violation set as PDF, against Typst alone on an empty sheet of the same layout.

Pairs alternate, so that both see the same machine; every notice is another one, of either village in turn. Target: a
notice takes at most thirty milliseconds more than the empty sheet, on the average of the run.
"""

import statistics
import time
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime
from functools import partial
from typing import Any, Final, NamedTuple

import typst
from rich.console import Console
from rich.progress import track

from documents.catalog import papers_of
from documents.paper import Issue, Paper
from documents.render import LAYOUT, render
from ordinances.load import load_law
from rules import engine
from rules.acts import Setting
from rules.case import Case
from rules.commands import COMMANDS, OpenCase
from rules.law import Law
from rules.values import Role

NOTICES: Final = 200
WARM_UP: Final = 4
VILLAGES: Final = ("webster", "williamsville")
AT: Final = datetime(2026, 6, 1, 15, tzinfo=UTC)
TARGET_MS: Final = 30.0
"""The most a notice may take beyond the empty sheet, in milliseconds."""


class Took(NamedTuple):
    """What one compile took, in milliseconds: by the clock, and of the processor, which others' work leaves alone."""

    clock: float
    processor: float


def run(*, notices: int = NOTICES) -> float:
    """Measure, print both and what a notice takes beyond the empty sheet in milliseconds, and return that."""
    pairs: list[tuple[Took, Took]] = []
    screen = Console(stderr=True)
    issues = [*_issues(WARM_UP + notices)]
    for issue in track(
        issues, "setting notices", console=screen, transient=True, disable=not screen.is_terminal
    ):
        empty = issue.model_copy(update={"paper": _emptied(issue.paper)})
        pairs.append((_timed(partial(_bare, empty)), _timed(partial(render, issue, AT))))
    return _report(pairs[WARM_UP:])


def _bare(issue: Issue) -> None:
    """Compile with nothing of ours around it."""
    compiler = typst.Compiler(
        str(LAYOUT / issue.layout),
        root=str(LAYOUT),
        ignore_system_fonts=True,
        sys_inputs={"document": issue.model_dump_json()},
    )
    compiler.compile(format="pdf", timestamp=AT, pdf_standards="ua-1")


def _timed(work: Callable[[], object]) -> Took:
    clock, processor = time.perf_counter(), time.process_time()
    work()
    return Took((time.perf_counter() - clock) * 1000, (time.process_time() - processor) * 1000)


def _report(pairs: list[tuple[Took, Took]]) -> float:
    for name, times in zip(("empty sheet", "notice"), zip(*pairs, strict=True), strict=True):
        p50, p95 = (statistics.quantiles([each.clock for each in times], n=100)[at - 1] for at in (50, 95))
        print(f"{name:12} p50 {p50:7.1f} ms  p95 {p95:7.1f} ms  n {len(times)}")
    beyond = statistics.fmean(full.clock - bare.clock for bare, full in pairs)
    work = statistics.fmean(full.processor - bare.processor for bare, full in pairs)
    verdict = "" if beyond <= TARGET_MS else "  MISSED"
    print(f"a notice takes {beyond:.1f} ms beyond the empty sheet (target {TARGET_MS:.0f}){verdict}")
    print(f"of the processor {work:.1f} ms, whatever else ran")
    return beyond


# --- the papers -----------------------------------------------------------------------------------------


def _issues(number: int) -> Iterator[Issue]:
    laws = [load_law(village) for village in VILLAGES]
    for place in range(number):
        law = laws[place % len(laws)]
        yield Issue(
            paper=_notice(law, place),
            record=f"{law.village.key}-2026-{place:04}",
            key="p1",
            letterhead=law.village.letterhead,
        )


def _emptied(paper: Paper) -> Paper:
    return paper.model_copy(update={"to": (), "about": (), "blocks": (), "rests_on": ()})


def _notice(law: Law, place: int) -> Paper:
    case: Case | None = None
    for event in _life(law, place):
        case = engine.evolve(case, event)
    assert case is not None
    return papers_of(law, case, event)[0]


def _life(law: Law, place: int) -> Iterator[Any]:
    violation = {
        "provision": "§ 130-23B",
        "nature": f"silt fence {place} down along the north line of the site",
        "observed_on": "2026-05-04",
        "remedy": f"reset silt fence {place} and clear the gutter",
        "remedy_by": "2026-06-20",
    }
    opening = {
        "village": law.village.key,
        "property": {"address": f"{place} Elm Street", "parcel": f"079.18-1-{place}"},
        "respondents": [
            {
                "name": f"Elm {place} LLC",
                "role": "landowner",
                "address": "9 Main Street",
                "kind": "corporation",
            }
        ],
        "violations": [violation],
    }
    number = f"{law.village.key}-2026-{place:04}"
    opened = engine.open_case(number, OpenCase.model_validate(opening), _setting(law))
    case: Case | None = None
    for event in opened:
        case = engine.evolve(case, event)
        yield event
    assert case is not None
    issue = COMMANDS["issue-notice"].model_validate({"on": "2026-05-05", "respondents": ["r1"]})
    yield from engine.decide(case, issue, _setting(law))


def _setting(law: Law) -> Setting:
    return Setting(law=law, now=AT, today=date(2026, 6, 1), roles=frozenset({Role.OFFICER}), actor="officer")


if __name__ == "__main__":
    run()
