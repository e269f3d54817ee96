"""Where a signed-in person looks at cases and securities and gives commands on them.

What is of a village that is not the person's is answered like what does not exist. What the law refuses is
refused here at once, by the same rules; the engine decides again, and its word counts.
"""

import hashlib
from typing import NamedTuple

from sqlmodel import Session
from starlette.concurrency import run_in_threadpool

from activities.messages import Effect, Order
from activities.numbers import reserve
from models.session import read
from queries import cases, securities
from queries.record import fold_case, fold_security, no_case, no_security
from queries.replays import was_carried_out
from queries.security_views import SecurityView
from queries.setting import setting_for
from queries.views import ActionView, CaseView
from rules import engine, security_engine
from rules.acts import Setting
from rules.case import Case
from rules.commands import Command, OpenCase
from rules.guarantee import Security
from rules.refusals import NotFound
from rules.security_commands import PostSecurity, SecurityCommand
from rules.series import Series
from web.auth import Person
from web.errors import Answered
from web.office import Office


class Looked(NamedTuple):
    """A case as its events tell it, and what surrounds a decision on it now."""

    case: Case
    setting: Setting


class LookedAtSecurity(NamedTuple):
    """A security as its events tell it, and what surrounds a decision on it now."""

    security: Security
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
        law, roles, now = here.law_in(session, village), me.roles_in(village), here.clock()
        view = cases.show(session, law, case_id, now=now, roles=roles, actor=me.name)
        return view, cases.actions(session, law, case_id, now=now, roles=roles, actor=me.name)


def village_of_security(session: Session, me: Person, security_id: str) -> str:
    """Return the village of a security the person may see; raise NotFound."""
    village = securities.village_of(session, security_id)
    if village not in me.roles:
        raise no_security(security_id)
    return village


def look_at_security(here: Office, me: Person, security_id: str) -> LookedAtSecurity:
    """Return a security and its setting; raise NotFound."""
    with read(here.engine) as session:
        return _look_at_security(here, session, me, security_id)


def show_security(here: Office, me: Person, security_id: str) -> tuple[SecurityView, tuple[ActionView, ...]]:
    """Return a security as it stands now, and what may be done on it; raise NotFound."""
    with read(here.engine) as session:
        village = village_of_security(session, me, security_id)
        law, roles, now = here.law_in(session, village), me.roles_in(village), here.clock()
        view = securities.show(session, law, security_id, now=now, roles=roles, actor=me.name)
        return view, securities.actions(session, law, security_id, now=now, roles=roles, actor=me.name)


def opening(here: Office, me: Person, village: str) -> Setting:
    """Return the setting in which a case of a village is opened; raise NotFound where it is not the person's."""
    if village not in me.roles:
        raise NotFound(
            f"There is no village {village}.", remedy="Choose one of your villages.", field="village"
        )
    with read(here.engine) as session:
        return setting_for(
            session,
            here.law_in(session, village),
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


async def act(
    here: Office, me: Person, record_id: str, command: Command | SecurityCommand, op: str
) -> Effect:
    """Give a command on a case or a security; raise a Refusal, EngineUnreachable, EngineBusy."""
    key = key_of(me, op)
    if isinstance(command, SecurityCommand):
        village = await run_in_threadpool(_check_security, here, me, record_id, command, key)
    else:
        village = await run_in_threadpool(_check, here, me, record_id, command, key)
    return _answered(await here.door.act(_order(me, record_id, village, command, key)))


async def open_case(here: Office, me: Person, command: OpenCase, op: str) -> tuple[str, Effect]:
    """Open a case, and return its id; raise a Refusal, EngineUnreachable, EngineBusy."""
    key = key_of(me, op)
    case_id = await run_in_threadpool(_reserve, here, me, command, key)
    return case_id, _answered(await here.door.open(_order(me, case_id, command.village, command, key)))


async def post(here: Office, me: Person, command: PostSecurity, op: str) -> tuple[str, Effect]:
    """Post a security, and return its id; raise a Refusal, EngineUnreachable, EngineBusy."""
    key = key_of(me, op)
    security_id = await run_in_threadpool(_reserve_security, here, me, command, key)
    return security_id, _answered(
        await here.door.post(_order(me, security_id, command.village, command, key))
    )


# --- inside -----------------------------------------------------------------------------------------------


def _look(here: Office, session: Session, me: Person, case_id: str) -> Looked:
    village = village_of(session, me, case_id)
    case = fold_case(session, case_id)
    roles = me.roles_in(village)
    setting = setting_for(
        session, here.law_in(session, village), case, now=here.clock(), actor=me.name, roles=roles
    )
    return Looked(case, setting)


def _check(here: Office, me: Person, case_id: str, command: Command, key: str) -> str:
    """Return the village; raise the Refusal of a command that was not carried out already."""
    with read(here.engine) as session:
        case, setting = _look(here, session, me, case_id)
        done = was_carried_out(session, case_id, key)
    if not done:
        engine.decide(case, command, setting)
    return case.village


def _look_at_security(here: Office, session: Session, me: Person, security_id: str) -> LookedAtSecurity:
    village = village_of_security(session, me, security_id)
    security, roles = fold_security(session, security_id), me.roles_in(village)
    setting = setting_for(
        session, here.law_in(session, village), None, now=here.clock(), actor=me.name, roles=roles
    )
    return LookedAtSecurity(security, setting)


def _check_security(here: Office, me: Person, security_id: str, command: SecurityCommand, key: str) -> str:
    with read(here.engine) as session:
        security, setting = _look_at_security(here, session, me, security_id)
        if not was_carried_out(session, security_id, key):
            case = _case_of(session, security, command)
            security_engine.decide(security, command, setting, case)
    return security.village


def _case_of(session: Session, security: Security, command: SecurityCommand) -> Case | None:
    """Return the case a draw is for; None where the village has none of that id."""
    case_id = security_engine.case_of(security, command)
    try:
        case = None if case_id is None else fold_case(session, case_id)
    except NotFound:
        return None
    return case if case is not None and case.village == security.village else None


def _reserve_security(here: Office, me: Person, command: PostSecurity, key: str) -> str:
    """Return the number of the new security, given out once the law allows it."""
    setting = opening(here, me, command.village)
    if command.case is not None:
        with read(here.engine) as session:
            if village_of(session, me, command.case) != command.village:
                raise no_case(command.case)
    security_engine.open_security(f"{command.village}-S-0", command, setting)
    return reserve(here.engine, command.village, command.posted_on.year, key, Series.SECURITY)


def _reserve(here: Office, me: Person, command: OpenCase, key: str) -> str:
    """Return the number of the new case, given out once the law allows it."""
    setting = opening(here, me, command.village)
    engine.open_case(f"{command.village}-0", command, setting)
    return reserve(here.engine, command.village, (command.opened_on or setting.today).year, key)


def _order(me: Person, case_id: str, village: str, command: Command | SecurityCommand, key: str) -> Order:
    fields = command.model_dump(mode="json", by_alias=True, exclude_unset=True)
    return Order(
        case=case_id, village=village, command=command.name_, fields=fields, op_id=key, actor=me.name
    )


def _answered(effect: Effect) -> Effect:
    if effect.refusal is not None:
        raise Answered(effect.refusal)
    return effect
