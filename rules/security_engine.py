"""The whole law of a security in four functions: `decide`, `evolve`, `may` and `agenda`."""

from collections.abc import Callable, Iterable
from itertools import chain
from typing import Any

from rules.acts import Due, Setting
from rules.case import Case
from rules.engine import check_future, check_role
from rules.events import Event
from rules.guarantee import (
    Credit,
    Draw,
    DrawState,
    Security,
    Step,
    is_live,
)
from rules.posting import post
from rules.refusals import Malformed, Refusal
from rules.security import POSTERS, SECURITY_ACTS
from rules.security_acts import Decided, SecurityAct, SecurityEvents
from rules.security_clocks import CLOCKS
from rules.security_commands import SECURITY_COMMANDS, PostSecurity, SecurityCommand, SecurityDeadlinePassed
from rules.security_events import (
    DrawApproved,
    DrawDeclined,
    DrawEnded,
    DrawRequested,
    InterestCredited,
    MilestoneReached,
    NonrenewalNoticed,
    SecurityAmended,
    SecurityDeadlineNoted,
    SecurityPosted,
    SecurityReduced,
    SecurityReleased,
    SecurityRenewed,
)
from rules.security_terms import TERMS
from rules.values import Role

Fold = Callable[[Security, Any], Security]


def _note(
    security: Security, command: SecurityDeadlinePassed, setting: Setting, case: Case | None
) -> Decided:
    over = [item for item in agenda(security, setting) if item.key in command.keys and not item.passed]
    return Decided(
        tuple(
            SecurityDeadlineNoted(
                on=item.wakes_on,
                key=item.key,
                deadline=item.kind,
                of=item.of,
                section=item.section,
                explanation=item.explanation,
            )
            for item in over
            if item.wakes_on < setting.today
        )
    )


ENGINE = SecurityAct(SecurityDeadlinePassed, frozenset({Role.SYSTEM}), _note, lambda security, setting: None)
ACTS: dict[str, SecurityAct] = {act.command.name_: act for act in (*SECURITY_ACTS, ENGINE)}


def open_security(security_id: str, command: PostSecurity, setting: Setting) -> SecurityEvents:
    """Decide the posting of a security under its reserved number; raise a Refusal where the law refuses it."""
    check_role(command.name_, POSTERS, setting)
    check_future(command, setting.today)
    return post(security_id, command, setting)


def decide(
    security: Security, command: SecurityCommand, setting: Setting, case: Case | None = None
) -> Decided:
    """Decide a command on a security; `case` is the one its draw is for. Raises a Refusal that says why not."""
    refusal = may(security, command.name_, setting)
    if refusal is not None:
        raise refusal
    check_future(command, setting.today)
    return _act(command.name_).decide(security, command, setting, case)


def may(security: Security, name: str, setting: Setting) -> Refusal | None:
    """Return why a command cannot be given on this security by this user now, or None where it can."""
    act = _act(name)
    try:
        check_role(name, act.roles, setting)
        act.guard(security, setting)
    except Refusal as refusal:
        return refusal
    return None


def case_of(security: Security, command: SecurityCommand) -> str | None:
    """Return the case that a command on a draw touches."""
    named = getattr(command, "case", None)
    draw = security.draws.get(getattr(command, "draw", ""))
    return named or (draw.case if draw else None)


def _act(name: str) -> SecurityAct:
    act = ACTS.get(name)
    if act is None:
        known = ", ".join(sorted(ACTS))
        raise Malformed(f"There is no command {name!r} on a security.", remedy=f"The commands are: {known}.")
    return act


def security_commands() -> tuple[str, ...]:
    """Return the names of the commands a person can give on a security."""
    return tuple(name for name in SECURITY_COMMANDS if name in ACTS and name != SecurityDeadlinePassed.name_)


# --- folds ----------------------------------------------------------------------------------------------


def _posted(event: SecurityPosted) -> Security:
    given = event.model_dump(exclude={"on", "security", "form", "section"})
    return Security(id=event.security, kind=event.form, posted_on=event.on, **given)


def _requested(security: Security, event: DrawRequested) -> Security:
    draw = Draw(
        key=event.draw,
        case=event.case,
        on=event.on,
        amount=event.amount,
        reason=event.reason,
        asked_by=event.asked_by,
    )
    return _with_draw(security, draw)


def _approved(security: Security, event: DrawApproved) -> Security:
    draw = security.draws[event.draw]
    worded = security.but(draw_statement=security.draw_statement or event.draw_statement)
    return _with_draw(worded, draw.but(state=DrawState.APPROVED, approved_by=event.approved_by))


def _ended(security: Security, event: DrawEnded) -> Security:
    state = DrawState.HONORED if event.honored else DrawState.DISHONORED
    draw = security.draws[event.draw].but(state=state, ended_on=event.on, paid=event.amount)
    return _with_draw(security, draw.but(presented_on=event.presented_on))


def _declined(security: Security, event: DrawDeclined) -> Security:
    state = DrawState.WITHDRAWN if event.withdrawn else DrawState.DECLINED
    draw = security.draws[event.draw]
    return _with_draw(security, draw.but(state=state, ended_on=event.on, why_ended=event.reason))


def _amended(security: Security, event: SecurityAmended) -> Security:
    return security.but(**{name: told for name in TERMS if (told := getattr(event, name)) is not None})


def _renewed(security: Security, event: SecurityRenewed) -> Security:
    return security.but(
        expires_on=event.expires_on, nonrenewal_on=None, late_notice_on=None, late_notice_of=None
    )


def _not_renewed(security: Security, event: NonrenewalNoticed) -> Security:
    if event.late:
        return security.but(late_notice_on=event.on, late_notice_of=event.expires_on)
    return security.but(nonrenewal_on=event.on, expires_on=event.expires_on)


def _with_draw(security: Security, draw: Draw) -> Security:
    return security.but(draws={**security.draws, draw.key: draw})


def _reached(security: Security, event: MilestoneReached) -> Security:
    step = Step(milestone=event.milestone, on=event.on, passed=event.passed)
    return security.but(milestones=(*security.milestones, step))


def _credited(security: Security, event: InterestCredited) -> Security:
    return security.but(interest=(*security.interest, Credit(on=event.on, amount=event.amount)))


FOLDS: dict[type[Event], Fold] = {
    SecurityAmended: _amended,
    SecurityRenewed: _renewed,
    NonrenewalNoticed: _not_renewed,
    InterestCredited: _credited,
    DrawRequested: _requested,
    DrawApproved: _approved,
    DrawEnded: _ended,
    DrawDeclined: _declined,
    MilestoneReached: _reached,
    SecurityReduced: lambda security, event: security.but(reduced=security.reduced + event.amount),
    SecurityReleased: lambda security, event: security.but(released_on=event.on),
    SecurityDeadlineNoted: lambda security, event: security.but(passed=security.passed | {event.key}),
}


def evolve(security: Security | None, event: Event) -> Security:
    """Return the security after one more event; the first one posts it."""
    if isinstance(event, SecurityPosted):
        return _posted(event)
    if security is None:
        message = f"{event.kind} comes before the security was posted"
        raise ValueError(message)
    return FOLDS[type(event)](security, event)


def fold(events: Iterable[Event]) -> Security | None:
    """Return the security that its events tell of, or None where there are none."""
    security: Security | None = None
    for event in events:
        security = evolve(security, event)
    return security


# --- what falls due -------------------------------------------------------------------------------------


def agenda(security: Security, setting: Setting) -> tuple[Due, ...]:
    """Return what falls due for a security, earliest first; `passed` once noted.

    Once it has expired, only what has passed and is not noted yet; nothing once it is released or exhausted.
    """
    if security.left == 0:
        return ()
    items = chain.from_iterable(clock(security, setting) for clock in CLOCKS)
    noted = (item.model_copy(update={"passed": item.key in security.passed}) for item in items)
    live = is_live(security, setting.today)
    kept = (item for item in noted if live or (item.wakes_on < setting.today and not item.passed))
    return tuple(sorted(kept, key=lambda item: (item.due, item.kind, item.of or "")))
