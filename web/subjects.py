"""The two kinds of record that commands are given on, cases and securities: what differs between them, in one table.

What is of a village that is not the person's is answered like what does not exist.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final, Generic, NamedTuple, TypeVar

from sqlmodel import Session

from models.session import read
from queries import cases, securities
from queries.record import fold_case, fold_security, nothing
from queries.security_views import SecurityView
from queries.setting import setting_for
from queries.views import ActionView, CaseView
from rules import engine, security_engine
from rules.acts import Setting
from rules.case import Case
from rules.commands import COMMANDS, Command, ServeNotice
from rules.guarantee import Security
from rules.parsing import parse, parse_security
from rules.refusals import Refusal
from rules.security_commands import SECURITY_COMMANDS, SecurityCommand
from web import given
from web.auth import Person
from web.choices import Choices, choices_of, choices_on
from web.office import Office
from web.sections import Cited, cited, cited_for, cited_for_service
from web.words import plain

AnyCommand = Command | SecurityCommand
Record = Case | Security
R = TypeVar("R", bound=Record)
V = TypeVar("V")


class Looked(NamedTuple, Generic[R]):
    """A record as its events tell it, and what surrounds a decision on it now."""

    record: R
    setting: Setting


class Subject(NamedTuple, Generic[R, V]):
    """One kind of record: its address, where it is found, and how its commands are read, offered and judged."""

    path: str
    title: str
    models: Mapping[str, type[AnyCommand]]
    parse: Callable[[str, Mapping[str, Any]], AnyCommand]
    found_in: Callable[[Session, str], str]
    fold: Callable[[Session, str], R]
    view: Callable[..., V]
    actions: Callable[..., tuple[ActionView, ...]]
    choices: Callable[[R], Choices]
    may: Callable[[R, str, Setting], Refusal | None]
    cited: Callable[[R, str, Setting], Cited | None]
    place: Callable[[R], str]
    given: Callable[[R, str, Setting], dict[str, Any]]

    def address(self, record_id: str, command: str | None = None) -> str:
        """Return the address of a record's page, or of the form of a command on it."""
        page = f"/{self.path}/{record_id}"
        return f"{page}/do/{command}" if command else page

    def village_of(self, session: Session, me: Person, record_id: str) -> str:
        """Return the village of a record the person may see; raise NotFound."""
        village = self.found_in(session, record_id)
        if village not in me.roles:
            raise nothing(record_id)
        return village

    def look(self, here: Office, me: Person, record_id: str) -> Looked[R]:
        """Return a record and its setting; raise NotFound."""
        with read(here.engine) as session:
            return self.look_in(session, here, me, record_id)

    def look_in(self, session: Session, here: Office, me: Person, record_id: str) -> Looked[R]:
        """Return a record and its setting, in a session; raise NotFound."""
        village = self.village_of(session, me, record_id)
        record, law = self.fold(session, record_id), here.law_in(session, village)
        case = record if isinstance(record, Case) else None
        roles = me.roles_in(village)
        return Looked(record, setting_for(session, law, case, now=here.clock(), actor=me.name, roles=roles))

    def show(self, here: Office, me: Person, record_id: str) -> tuple[V, tuple[ActionView, ...]]:
        """Return a record as it stands now, and what may be done on it; raise NotFound."""
        with read(here.engine) as session:
            village = self.village_of(session, me, record_id)
            law, roles, now = here.law_in(session, village), me.roles_in(village), here.clock()
            view = self.view(session, law, record_id, now=now, roles=roles, actor=me.name)
            return view, self.actions(session, law, record_id, now=now, roles=roles, actor=me.name)


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


AnySubject = Subject[Any, Any]
CASES: Final[Subject[Case, CaseView]] = Subject(
    path="cases",
    title="Cases",
    models={name: COMMANDS[name] for name in engine.case_commands()},
    parse=parse,
    found_in=cases.village_of,
    fold=fold_case,
    view=cases.show,
    actions=cases.actions,
    choices=choices_of,
    may=engine.may,
    cited=_of_case,
    place=_place_of_case,
    given=given.of_case,
)
SECURITIES: Final[Subject[Security, SecurityView]] = Subject(
    path="securities",
    title="Securities",
    models={name: SECURITY_COMMANDS[name] for name in _given_names()},
    parse=parse_security,
    found_in=securities.village_of,
    fold=fold_security,
    view=securities.show,
    actions=securities.actions,
    choices=choices_on,
    may=security_engine.may,
    cited=_of_security,
    place=_place_of_security,
    given=given.of_security,
)
