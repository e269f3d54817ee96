"""What a command on a security is: who may give it, the guard and the decision; and under which section it falls."""

from collections.abc import Callable
from typing import Any, NamedTuple

from rules.acts import Events, Setting
from rules.case import Case
from rules.guarantee import Security, guarantee_of
from rules.law import Law
from rules.refusals import NotAllowed
from rules.security_commands import SecurityCommand
from rules.security_events import SecurityEvent
from rules.values import Role

SecurityEvents = tuple[SecurityEvent, ...]


class Decided(NamedTuple):
    """What a decision adds to the security's record, and to that of the case it is for."""

    security: SecurityEvents
    case: Events = ()


class SecurityAct(NamedTuple):
    """A command on a security with the roles that may give it, the guard and the decision."""

    command: type[SecurityCommand]
    roles: frozenset[Role]
    decide: Callable[[Security, Any, Setting, Case | None], Decided]
    guard: Callable[[Security, Setting], None]


def section_of(security: Security, law: Law) -> str:
    """Return the section under which a security was posted."""
    rule = guarantee_of(security, law)
    return rule.section if rule else law.versions[0].section


def is_not_released(security: Security, setting: Setting) -> None:
    """Raise NotAllowed where the security was released."""
    if security.released_on is not None:
        raise NotAllowed(
            f"{security.id} was released on {security.released_on}.",
            section=section_of(security, setting.law),
            remedy="A released security takes no further entry.",
        )
