"""The two kinds of record that commands are given on, cases and securities: what differs between them, in one table."""

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from rules import engine, security_engine
from rules.acts import Setting
from rules.case import Case
from rules.commands import COMMANDS, Command, ServeNotice
from rules.guarantee import Security
from rules.parsing import parse, parse_security
from rules.refusals import Refusal
from rules.security_commands import SECURITY_COMMANDS, SecurityCommand
from web import counter, given
from web.auth import Person
from web.choices import Choices, choices_of, choices_on
from web.office import Office
from web.sections import Cited, cited, cited_for, cited_for_service
from web.words import plain

AnyCommand = Command | SecurityCommand
Record = Case | Security


class Subject(NamedTuple):
    """One kind of record: its address, its commands, and how they are read, looked up and judged."""

    path: str
    title: str
    models: Mapping[str, type[AnyCommand]]
    parse: Callable[[str, Mapping[str, Any]], AnyCommand]
    look: Callable[[Office, Person, str], tuple[Any, Setting]]
    choices: Callable[[Any], Choices]
    may: Callable[[Any, str, Setting], Refusal | None]
    cited: Callable[[Any, str, Setting], Cited | None]
    place: Callable[[Any], str]
    given: Callable[[Any, str, Setting], dict[str, Any]]

    def address(self, record_id: str, command: str | None = None) -> str:
        """Return the address of a record's page, or of the form of a command on it."""
        page = f"/{self.path}/{record_id}"
        return f"{page}/do/{command}" if command else page


def _given_names() -> tuple[str, ...]:
    return tuple(name for name in security_engine.security_commands() if name in security_engine.ACTS)


def _of_case(_: Case, command: str, setting: Setting) -> Cited | None:
    ordinance = setting.law.on(setting.today) or setting.law.versions[0]
    if command == ServeNotice.name_:
        return cited_for_service(ordinance, setting.law.village.service)
    return cited(command, ordinance)


def _of_security(security: Security, _: str, setting: Setting) -> Cited | None:
    return cited_for(setting.law, security.posted_on, security.purpose)


def _place_of_case(case: Case) -> str:
    return case.property.address or case.property.parcel or case.property.description or ""


def _place_of_security(security: Security) -> str:
    return f"{plain(security.kind)} {security.number} of {security.issuer}"


CASES: Final = Subject(
    path="cases",
    title="Cases",
    models={name: COMMANDS[name] for name in engine.case_commands()},
    parse=parse,
    look=counter.look,
    choices=choices_of,
    may=engine.may,
    cited=_of_case,
    place=_place_of_case,
    given=given.of_case,
)
SECURITIES: Final = Subject(
    path="securities",
    title="Securities",
    models={name: SECURITY_COMMANDS[name] for name in _given_names()},
    parse=parse_security,
    look=counter.look_at_security,
    choices=choices_on,
    may=security_engine.may,
    cited=_of_security,
    place=_place_of_security,
    given=given.of_security,
)
