"""Where commands are given: the database to look in, the door to the engine, and who stands before it.

A case or a security of a village that is not the user's is answered like one that does not exist.
"""

import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Self, TypeVar

from sqlalchemy import Engine
from sqlmodel import Session

from activities.messages import Order
from activities.numbers import reserve
from console.orders import AnyCommand, content_of, document_of, fields_of
from console.place import Place
from models.session import read
from queries import cases, securities
from queries.interpretations import law_in
from queries.record import fold_case, fold_security, nothing
from queries.setting import roles_of, setting_for
from queries.users import find_user, villages_of
from queries.views import ActionView, CaseLine, CaseView
from rules import engine as rules
from rules import security_engine
from rules.calendar import local_day
from rules.commands import AttachEvidence, OpenCase
from rules.law import Law
from rules.refusals import NotFound, Refusal, RefusalFacts
from rules.security_commands import PostSecurity, SecurityCommand
from rules.series import Series, series_of
from rules.values import Phase, Role
from runtime.clock import now
from runtime.database import open_engine
from runtime.settings import Settings

if TYPE_CHECKING:  # the engine's client is half of the time of a start, and looking needs none
    from activities.evidence import Taken
    from workflows.client import Door

T = TypeVar("T")


class Refused(Exception):  # noqa: N818  an answer of the case, not a fault
    """The case refused a command."""

    def __init__(self, facts: RefusalFacts) -> None:
        super().__init__(facts.sentence())
        self.facts = facts


class Look(NamedTuple):
    """A session with what every query asks for: the law, the instant, and who looks."""

    session: Session
    law: Law
    now: datetime
    roles: frozenset[Role]
    actor: str

    def through(self, query: Callable[..., T], *named: object) -> T:
        """Return what a query finds."""
        return query(self.session, self.law, *named, now=self.now, roles=self.roles, actor=self.actor)


@dataclass(frozen=True)
class Desk:
    """One user at the database and the engine of one data folder."""

    settings: Settings
    engine: Engine
    user: str

    @classmethod
    @contextmanager
    def at(cls, place: Place) -> Iterator[Self]:
        """Open the desk of a data folder for a user, and close it in the end."""
        user, settings = place.user, place.settings
        engine = open_engine(settings.database_url)
        try:
            yield cls(settings, engine, user)
        finally:
            engine.dispose()

    # --- looking ----------------------------------------------------------------------------------------

    @contextmanager
    def looking_at(self, record: str, series: Series) -> Iterator[Look]:
        """Look at a case or a security of the user's villages; raise NotFound."""
        with read(self.engine) as session:
            yield self._look(session, self._village(session, record, series))

    @contextmanager
    def looking_in(self, village: str) -> Iterator[Look]:
        """Look into one of the user's villages; raise NotFound."""
        with read(self.engine) as session:
            if village not in self._mine(session):
                raise _no_village(village)
            yield self._look(session, village)

    def show(self, case_id: str) -> CaseView:
        """Return a case as it stands now; raise NotFound."""
        with self.looking_at(case_id, Series.CASE) as look:
            return look.through(cases.show, case_id)

    def actions(self, record: str, series: Series) -> tuple[ActionView, ...]:
        """Return what this user may do on a case or a security now, and why not the rest; raise NotFound."""
        query = securities.actions if series is Series.SECURITY else cases.actions
        with self.looking_at(record, series) as look:
            return look.through(query, record)

    def villages(self, only: str | None = None) -> tuple[str, ...]:
        """Return the user's villages, or the one asked for; raise NotFound for another's and for an unknown user."""
        with read(self.engine) as session:
            mine = self._mine(session)
        if only is None:
            return mine
        if only not in mine:
            raise _no_village(only)
        return (only,)

    def list(self, phase: Phase | None, village: str | None) -> tuple[CaseLine, ...]:
        """Return the cases of the user's villages, or of one of them; raise NotFound for another's village."""
        mine = self.villages(village)
        with read(self.engine) as session:
            return cases.list_cases(session, mine, phase, village)

    # --- acting -----------------------------------------------------------------------------------------

    async def open(self, command: OpenCase, *, op_id: str | None = None) -> dict[str, Any]:
        """Open a case; return its id and what was made; raise Refused, NotFound."""
        with self.looking_in(command.village) as look:
            setting = look.through(setting_for, None)
        rules.open_case(f"{command.village}-0", command, setting)  # refuse before a number is given out
        key = op_id or secrets.token_hex(16)
        year = (command.opened_on or setting.today).year
        case_id = reserve(self.engine, command.village, year, key)
        return await self._send(case_id, command.village, command.name_, fields_of(command), key)

    async def post(self, command: PostSecurity, *, op_id: str | None = None) -> dict[str, Any]:
        """Post a security; return its id and what was made; raise Refused, NotFound."""
        with self.looking_in(command.village) as look:
            setting = look.through(setting_for, None)
            if command.case is not None and command.village != self._village(
                look.session, command.case, Series.CASE
            ):
                raise nothing(command.case)
        security_engine.open_security(f"{command.village}-S-0", command, setting)
        key = op_id or secrets.token_hex(16)
        number = reserve(self.engine, command.village, command.posted_on.year, key, Series.SECURITY)
        return await self._send(number, command.village, command.name_, fields_of(command), key)

    async def act(self, record: str, command: AnyCommand, *, op_id: str | None = None) -> dict[str, Any]:
        """Give a command on a case or a security; return what it did; raise Refused, NotFound."""
        series = Series.SECURITY if isinstance(command, SecurityCommand) else Series.CASE
        with self.looking_at(record, series) as look:
            law, village = look.law, look.law.village.key
            today = local_day(look.now, law.village.zone)
            if (
                op_id is None
            ):  # under a key it may have been carried out before, and is answered as it was then
                refusal = _may(look, record, command)
                if refusal is not None:
                    raise refusal
        fields = fields_of(command)
        if isinstance(command, AttachEvidence) and command.path is not None:
            del fields["path"]
            fields = self.take(Path(command.path)).fields(fields, law.village.zone, today)
        return await self._send(record, village, command.name_, fields, op_id or secrets.token_hex(16))

    def attaching(self, case_id: str) -> tuple[frozenset[str], str, date]:
        """Return the hashes of what is attached to a case, its zone and its day; raise a Refusal where none may be."""
        with self.looking_at(case_id, Series.CASE) as look:
            case, zone = fold_case(look.session, case_id), look.law.village.zone
            refusal = rules.may(case, AttachEvidence.name_, look.through(setting_for, case))
            if refusal is not None:
                raise refusal
            return case.evidence, zone, local_day(look.now, zone)

    def take(self, path: Path) -> "Taken":
        """Read, check and keep a file of evidence; raise Usage or a Refusal."""
        from activities.evidence import take  # noqa: PLC0415  it loads what opens pictures

        return take(self.engine, content_of(path), path.name, self.settings.scanner)

    async def door(self) -> "Door":
        """Return the door to the engine; raise EngineUnreachable."""
        from runtime.temporal import connect  # noqa: PLC0415
        from workflows.client import Door  # noqa: PLC0415

        return Door(await connect(self.settings))

    async def _send(
        self, record: str, village: str, command: str, fields: dict[str, Any], op_id: str
    ) -> dict[str, Any]:
        order = Order(
            case=record, village=village, command=command, fields=fields, op_id=op_id, actor=self.user
        )
        door = await self.door()
        ways = {OpenCase.name_: door.open, PostSecurity.name_: door.post}
        effect = await ways.get(command, door.act)(order)
        if effect.refusal is not None:
            raise Refused(effect.refusal)
        return document_of(order, effect)

    def _look(self, session: Session, village: str) -> Look:
        roles = roles_of(session, self.user, village)
        law = law_in(session, village, self.settings.ordinances)
        return Look(session, law, now(), roles, self.user)

    def _village(self, session: Session, record: str, series: Series) -> str:
        mine = self._mine(session)
        if series_of(record) is not series:
            raise _other_series(record, series)
        of = securities.village_of if series is Series.SECURITY else cases.village_of
        village = of(session, record)
        if village not in mine:
            raise nothing(record)
        return village

    def _mine(self, session: Session) -> tuple[str, ...]:
        if find_user(session, self.user) is None:
            raise NotFound(f"There is no user {self.user}.", remedy="abate user list names them.", field="as")
        return villages_of(session, self.user)


def _no_village(village: str) -> NotFound:
    return NotFound(
        f"There is no village {village}.", remedy="abate ordinance list names them.", field="village"
    )


def _other_series(record: str, wanted: Series) -> NotFound:
    """Return the refusal of an id of the other series, which says where it is to be looked for."""
    if wanted is Series.CASE:
        remedy = f"It is the number of a security: abate security show {record}"
        return NotFound(f"There is no case {record}.", remedy=remedy, field="case")
    remedy = "The number of a security has an S in it; abate security list names them."
    return NotFound(f"There is no security {record}.", remedy=remedy, field="security")


def _may(look: Look, record: str, command: AnyCommand) -> Refusal | None:
    """Return why a command cannot be given, as far as can be told before the engine is asked."""
    if isinstance(command, SecurityCommand):
        security = fold_security(look.session, record)
        return security_engine.may(security, command.name_, look.through(setting_for, None))
    case = fold_case(look.session, record)
    return rules.may(case, command.name_, look.through(setting_for, case))
