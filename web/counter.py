"""Where a signed-in person looks at cases and gives commands on them.

A case of a village that is not the person's is answered like one that does not exist. What the law refuses is
refused here at once, by the same rules; the engine decides again, and its word counts.
"""

import hashlib
from typing import NamedTuple

from sqlmodel import Session
from starlette.concurrency import run_in_threadpool

from activities.messages import Effect, Order
from activities.numbers import reserve
from models.session import read
from queries import cases
from queries.record import fold_case, no_case
from queries.replays import was_carried_out
from queries.setting import setting_for
from queries.views import ActionView, CaseView
from rules import engine
from rules.acts import Setting
from rules.case import Case
from rules.commands import Command, OpenCase
from rules.refusals import NotFound
from web.auth import Person
from web.errors import Answered
from web.office import Office


class Looked(NamedTuple):
    """A case as its events tell it, and what surrounds a decision on it now."""

    case: Case
    setting: Setting


def village_of(session: Session, me: Person, case_id: str) -> str:
    """Return the village of a case the person may see; raise NotFound."""
    village = cases.village_of(session, case_id)
    if village not in me.roles:
        raise no_case(case_id)
    return village


def look(here: Office, me: Person, case_id: str) -> Looked:
    """Return a case and its setting; raise NotFound."""
    with read(here.engine) as session:
        return _look(here, session, me, case_id)


def show(here: Office, me: Person, case_id: str) -> tuple[CaseView, tuple[ActionView, ...]]:
    """Return a case as it stands now, and what may be done on it; raise NotFound."""
    with read(here.engine) as session:
        village = village_of(session, me, case_id)
        law, roles, now = here.law(village), me.roles_in(village), here.clock()
        view = cases.show(session, law, case_id, now=now, roles=roles, actor=me.name)
        return view, cases.actions(session, law, case_id, now=now, roles=roles, actor=me.name)


def opening(here: Office, me: Person, village: str) -> Setting:
    """Return the setting in which a case of a village is opened; raise NotFound where it is not the person's."""
    if village not in me.roles:
        raise NotFound(
            f"There is no village {village}.", remedy="Choose one of your villages.", field="village"
        )
    with read(here.engine) as session:
        return setting_for(
            session,
            here.law(village),
            None,
            now=here.clock(),
            actor=me.name,
            roles=me.roles_in(village),
        )


def key_of(me: Person, op: str) -> str:
    """Return the key of a command: what the form or the program gave, and whose it is.

    So nobody repeats another's command by its key, nor gets to see what that one did.
    """
    return hashlib.sha256(f"{me.name}\0{op}".encode()).hexdigest()[:32]


async def act(here: Office, me: Person, case_id: str, command: Command, op: str) -> Effect:
    """Give a command on a case; raise a Refusal, EngineUnreachable, EngineBusy."""
    key = key_of(me, op)
    village = await run_in_threadpool(_check, here, me, case_id, command, key)
    return _answered(await here.door.act(_order(me, case_id, village, command, key)))


async def open_case(here: Office, me: Person, command: OpenCase, op: str) -> tuple[str, Effect]:
    """Open a case, and return its id; raise a Refusal, EngineUnreachable, EngineBusy."""
    key = key_of(me, op)
    case_id = await run_in_threadpool(_reserve, here, me, command, key)
    return case_id, _answered(await here.door.open(_order(me, case_id, command.village, command, key)))


# --- inside -----------------------------------------------------------------------------------------------


def _look(here: Office, session: Session, me: Person, case_id: str) -> Looked:
    village = village_of(session, me, case_id)
    case = fold_case(session, case_id)
    roles = me.roles_in(village)
    setting = setting_for(session, here.law(village), case, now=here.clock(), actor=me.name, roles=roles)
    return Looked(case, setting)


def _check(here: Office, me: Person, case_id: str, command: Command, key: str) -> str:
    """Return the village; raise the Refusal of a command that was not carried out already."""
    with read(here.engine) as session:
        case, setting = _look(here, session, me, case_id)
        done = was_carried_out(session, case_id, key)
    if not done:
        engine.decide(case, command, setting)
    return case.village


def _reserve(here: Office, me: Person, command: OpenCase, key: str) -> str:
    """Return the number of the new case, given out once the law allows it."""
    setting = opening(here, me, command.village)
    engine.open_case(f"{command.village}-0", command, setting)
    return reserve(here.engine, command.village, (command.opened_on or setting.today).year, key)


def _order(me: Person, case_id: str, village: str, command: Command, key: str) -> Order:
    fields = command.model_dump(mode="json", by_alias=True, exclude_unset=True)
    return Order(
        case=case_id, village=village, command=command.name_, fields=fields, op_id=key, actor=me.name
    )


def _answered(effect: Effect) -> Effect:
    if effect.refusal is not None:
        raise Answered(effect.refusal)
    return effect
