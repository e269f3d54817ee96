"""The attorney's board, and what a case's figures would be on other facts."""

from collections.abc import Callable
from datetime import date
from typing import Annotated, NamedTuple

from fastapi import APIRouter, Depends, Request, Response

from models.session import read
from queries.board import Asking, Rank, board
from rules.case import Case
from rules.judgments import judgments, look_back_on
from rules.penalties import Prior
from rules.refusals import Malformed, Refusal
from rules.values import Role
from rules.what_if import Outlook, if_cured, if_nothing_changes, if_vacated, outlook, priors
from web.auth import Me, Person, need
from web.office import Here
from web.render import page
from web.subjects import CASES, Looked

router = APIRouter()
READERS = (Role.ATTORNEY, Role.VIEWER)
Reader = Annotated[Person, Depends(need(*READERS))]
PAGE = 12
LAST_PAGE = 20
RANKS = {
    Rank.TIER: "highest tier first, then by exposure",
    Rank.LIMIT: "first time limit first",
    Rank.EXPOSURE: "by exposure",
}


@router.get("/board")
def show(request: Request, here: Here, me: Reader, rank: str = "") -> Response:
    """Show the board of the villages in which the person is attorney or looks on."""
    villages = me.villages_as(*READERS)
    wanted = Rank(rank) if rank in tuple(Rank) else Rank.TIER
    asked = request.query_params.get("page", "1")
    number = min(int(asked), LAST_PAGE) if asked in set(map(str, range(1, LAST_PAGE + 1))) else 1
    with read(here.engine) as session:
        laws = {key: here.law_in(session, key) for key in villages}
        asking = Asking(laws, here.clock(), me.roles, me.name)
        found = board(session, asking, wanted, offset=(number - 1) * PAGE, limit=PAGE)
    return page(
        request,
        "board.html",
        board=found,
        rank=wanted,
        ranks=RANKS,
        number=number,
        pages=-(-found.looked_at // PAGE),
        attorney_in=me.villages_as(Role.ATTORNEY),
    )


# --- what if ----------------------------------------------------------------------------------------------


class Scenario(NamedTuple):
    """One supposition in words, with the figures on it or why there are none."""

    words: str
    outlook: Outlook | None
    trouble: str | None = None


@router.get("/cases/{case_id}/what-if")
def what_if(
    request: Request, here: Here, me: Me, case_id: str, by: str = "", cured: str = "", vacated: str = ""
) -> Response:
    """Show today's figures of a case and, beside them, those on what is supposed."""
    looked = CASES.look(here, me, case_id)
    case, setting = looked
    known = priors(case, setting)
    scenarios = list(_scenarios(looked, known, by, cured, vacated)) if case.violations else []
    return page(
        request,
        "what_if.html",
        case=case,
        today=setting.today,
        now=outlook(case, setting),
        scenarios=scenarios,
        priors=known,
        judgments=judgments(known, look_back_on(setting.law, setting.today)),
        typed={"by": by, "cured": cured, "vacated": vacated},
        standing=setting.law.village.interpretations,
    )


def _scenarios(
    looked: Looked[Case], known: tuple[Prior, ...], by: str, cured: str, vacated: str
) -> list[Scenario]:
    case, setting = looked
    found = []
    if by:
        found.append(
            _tried(f"If nothing changes by {by}", lambda: if_nothing_changes(case, setting, _day(by)))
        )
    if cured:
        found.append(_tried(f"If cured on {cured}", lambda: if_cured(case, setting, _day(cured))))
    if vacated:
        words, fallen = _fallen(known, vacated)
        found.append(_tried(f"If {words} is vacated", lambda: if_vacated(case, setting, fallen)))
    return found


def _fallen(known: tuple[Prior, ...], vacated: str) -> tuple[str, list[Prior]]:
    """Return the counts meant and their name: `case count`, or by its day all of one judgment."""
    of, _, key = vacated.partition(" ")
    if key:
        return f"the judgment on {key} of {of}", [
            each for each in known if (each.case, each.count) == (of, key)
        ]
    return f"the judgment of {of}", [each for each in known if each.convicted_on.isoformat() == of]


def _tried(words: str, work: Callable[[], Outlook]) -> Scenario:
    try:
        return Scenario(words, work())
    except Refusal as refusal:
        return Scenario(words, None, refusal.facts.sentence())


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError as error:
        raise Malformed("This is no date.", remedy="Write it like 2026-06-30.") from error
