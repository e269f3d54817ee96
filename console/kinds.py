"""What commands are given on, a case or a security: the same words and the same help for both, from their models."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from pydantic import BaseModel

from console.orders import AnyCommand
from rules import engine, security_engine
from rules.commands import COMMANDS
from rules.parsing import parse, parse_security
from rules.security_commands import SECURITY_COMMANDS
from rules.series import Series


class Kind(NamedTuple):
    """One of the two: `begins` is how its command line begins, `acts` says who may give which command."""

    noun: str
    begins: str
    series: Series
    commands: Callable[[], tuple[str, ...]]
    models: Mapping[str, type[BaseModel]]
    acts: Mapping[str, Any]
    parse: Callable[[str, Mapping[str, Any]], AnyCommand]

    @property
    def usage(self) -> str:
        """How a command is given on it."""
        return f"{self.begins} COMMAND [--FIELD VALUE …]   or   {self.begins} COMMAND --json FILE|-"


CASE = Kind("case", "abate act CASE", Series.CASE, engine.case_commands, COMMANDS, engine.ACTS, parse)
SECURITY = Kind(
    "security",
    "abate security act SECURITY",
    Series.SECURITY,
    security_engine.security_commands,
    SECURITY_COMMANDS,
    security_engine.ACTS,
    parse_security,
)
