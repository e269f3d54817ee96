"""Where a signed-in person gives commands on cases and securities.

What the law refuses is refused here at once, by the same rules; the engine decides again, and its word counts.
"""

import hashlib
from typing import Any

from sqlmodel import Session
from starlette.concurrency import run_in_threadpool

from activities.messages import Effect, Order
from activities.numbers import reserve
from models.session import read
from queries.record import fold_case, no_case
from queries.replays import was_carried_out
from queries.setting import setting_for
from rules import engine, security_engine
from rules.acts import Setting
from rules.case import Case
from rules.commands import OpenCase
from rules.guarantee import Security
from rules.refusals import NotFound
from rules.security_commands import PostSecurity, SecurityCommand
from rules.series import Series
from web.auth import Person
from web.errors import Answered
from web.office import Office
from web.subjects import CASES, SECURITIES, AnyCommand, AnySubject


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


async def act(here: Office, me: Person, record_id: str, command: AnyCommand, op: str) -> Effect:
    """Give a command on a case or a security; raise a Refusal, EngineUnreachable, EngineBusy."""
    key = key_of(me, op)
    village = await run_in_threadpool(_check, here, me, record_id, command, key)
    return _answered(await here.door.act(order_of(me, record_id, village, command, key)))


async def open_case(here: Office, me: Person, command: OpenCase, op: str) -> tuple[str, Effect]:
    """Open a case, and return its id; raise a Refusal, EngineUnreachable, EngineBusy."""
    key = key_of(me, op)
    case_id = await run_in_threadpool(_reserve, here, me, command, key)
    return case_id, _answered(await here.door.open(order_of(me, case_id, command.village, command, key)))


async def post(here: Office, me: Person, command: PostSecurity, op: str) -> tuple[str, Effect]:
    """Post a security, and return its id; raise a Refusal, EngineUnreachable, EngineBusy."""
    key = key_of(me, op)
    security_id = await run_in_threadpool(_reserve_security, here, me, command, key)
    return security_id, _answered(
        await here.door.post(order_of(me, security_id, command.village, command, key))
    )


# --- inside -----------------------------------------------------------------------------------------------


def _check(here: Office, me: Person, record_id: str, command: AnyCommand, key: str) -> str:
    """Return the village; raise the Refusal of a command that was not carried out already."""
    subject: AnySubject = SECURITIES if isinstance(command, SecurityCommand) else CASES
    with read(here.engine) as session:
        record, setting = subject.look_in(session, here, me, record_id)
        if not was_carried_out(session, record_id, key):
            _decide(session, record, command, setting)
    return setting.law.village.key


def _decide(session: Session, record: Any, command: AnyCommand, setting: Setting) -> None:
    if isinstance(command, SecurityCommand):
        security_engine.decide(record, command, setting, _case_of(session, record, command))
    else:
        engine.decide(record, command, setting)


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
            if CASES.village_of(session, me, command.case) != command.village:
                raise no_case(command.case)
    security_engine.open_security(f"{command.village}-S-0", command, setting)
    return reserve(here.engine, command.village, command.posted_on.year, key, Series.SECURITY)


def _reserve(here: Office, me: Person, command: OpenCase, key: str) -> str:
    """Return the number of the new case, given out once the law allows it."""
    setting = opening(here, me, command.village)
    engine.open_case(f"{command.village}-0", command, setting)
    return reserve(here.engine, command.village, (command.opened_on or setting.today).year, key)


def order_of(me: Person, case_id: str, village: str, command: AnyCommand, key: str) -> Order:
    """Return a command as it travels."""
    fields = command.model_dump(mode="json", by_alias=True, exclude_unset=True)
    return Order(
        case=case_id, village=village, command=command.name_, fields=fields, op_id=key, actor=me.name
    )


def _answered(effect: Effect) -> Effect:
    if effect.refusal is not None:
        raise Answered(effect.refusal)
    return effect
