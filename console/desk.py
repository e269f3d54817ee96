"""Where commands on cases are given: the database to look in, the door to the engine, and who stands before it.

A case of a village that is not the user's is answered like one that does not exist.
"""

import mimetypes
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from sqlalchemy import Engine
from sqlmodel import Session

from activities.evidence import store
from activities.messages import Effect, Order
from activities.numbers import reserve
from console.place import Place, law_of
from console.usage import Usage
from models.session import read
from queries import cases
from queries.record import fold_case, no_case
from queries.setting import roles_of, setting_for
from queries.users import find_user, villages_of
from queries.views import ActionView, CaseLine, CaseView
from rules import engine as rules
from rules.acts import Setting
from rules.case import Case
from rules.commands import AttachEvidence, Command, OpenCase
from rules.refusals import NotFound, RefusalFacts
from rules.values import Phase
from runtime.clock import now
from runtime.database import open_engine
from runtime.settings import Settings

if TYPE_CHECKING:  # the engine's client is half of the time of a start, and looking needs none
    from workflows.client import Door

MOST_BYTES = 100_000_000  # of one file; a database is no archive of films


class Refused(Exception):  # noqa: N818  an answer of the case, not a fault
    """The case refused a command."""

    def __init__(self, facts: RefusalFacts) -> None:
        super().__init__(facts.sentence())
        self.facts = facts


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

    def show(self, case_id: str) -> CaseView:
        """Return a case as it stands now; raise NotFound."""
        with read(self.engine) as session:
            law = law_of(self._village(session, case_id), self.settings)
            roles = roles_of(session, self.user, law.village.key)
            return cases.show(session, law, case_id, now=now(), roles=roles, actor=self.user)

    def actions(self, case_id: str) -> tuple[ActionView, ...]:
        """Return what this user may do on a case now, and why not the rest; raise NotFound."""
        with read(self.engine) as session:
            law = law_of(self._village(session, case_id), self.settings)
            roles = roles_of(session, self.user, law.village.key)
            return cases.actions(session, law, case_id, now=now(), roles=roles, actor=self.user)

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
        with read(self.engine) as session:
            setting = self._setting(session, command.village, None)
        case_id = f"{command.village}-0"
        rules.open_case(case_id, command, setting)  # refuse before a number is given out
        key = op_id or secrets.token_hex(16)
        year = (command.opened_on or setting.today).year
        case_id = reserve(self.engine, command.village, year, key)
        return await self._send(case_id, command.village, command.name_, _fields(command), key)

    async def act(self, case_id: str, command: Command, *, op_id: str | None = None) -> dict[str, Any]:
        """Give a command on a case; return what it did; raise Refused, NotFound."""
        with read(self.engine) as session:
            village = self._village(session, case_id)
            if (
                op_id is None
            ):  # under a key it may have been carried out before, and is answered as it was then
                self._check(session, case_id, village, command)
        fields = self._attached(command) if isinstance(command, AttachEvidence) else _fields(command)
        return await self._send(case_id, village, command.name_, fields, op_id or secrets.token_hex(16))

    async def door(self) -> "Door":
        """Return the door to the engine; raise EngineUnreachable."""
        from runtime.temporal import connect  # noqa: PLC0415
        from workflows.client import Door  # noqa: PLC0415

        return Door(await connect(self.settings))

    async def _send(
        self, case: str, village: str, command: str, fields: dict[str, Any], op_id: str
    ) -> dict[str, Any]:
        order = Order(
            case=case, village=village, command=command, fields=fields, op_id=op_id, actor=self.user
        )
        door = await self.door()
        effect = await (door.open(order) if command == OpenCase.name_ else door.act(order))
        if effect.refusal is not None:
            raise Refused(effect.refusal)
        return _document(order, effect)

    def _attached(self, command: AttachEvidence) -> dict[str, Any]:
        """Return the fields of an attachment whose file, if one is named, has been read and kept."""
        fields = _fields(command)
        path = fields.pop("path", None)
        if path is None:
            return fields
        content = _content(Path(path))
        media_type = mimetypes.guess_type(path)[0] or "application/octet-stream"
        sha256 = store(self.engine, content, media_type)
        return {**fields, "sha256": sha256, "filename": Path(path).name, "size": len(content)}

    def _check(self, session: Session, case_id: str, village: str, command: Command) -> None:
        case = fold_case(session, case_id)
        refusal = rules.may(case, command.name_, self._setting(session, village, case))
        if refusal is not None:
            raise refusal

    def _setting(self, session: Session, village: str, case: Case | None) -> Setting:
        roles = roles_of(session, self.user, village)
        if not roles and village not in self._mine(session):
            raise _no_village(village)
        law = law_of(village, self.settings)
        return setting_for(session, law, case, now=now(), actor=self.user, roles=roles)

    def _village(self, session: Session, case_id: str) -> str:
        mine, village = self._mine(session), cases.village_of(session, case_id)
        if village not in mine:
            raise no_case(case_id)
        return village

    def _mine(self, session: Session) -> tuple[str, ...]:
        if find_user(session, self.user) is None:
            raise NotFound(f"There is no user {self.user}.", remedy="abate user list names them.", field="as")
        return villages_of(session, self.user)


def _no_village(village: str) -> NotFound:
    return NotFound(
        f"There is no village {village}.", remedy="abate ordinance list names them.", field="village"
    )


def _fields(command: Command) -> dict[str, Any]:
    return command.model_dump(mode="json", by_alias=True, exclude_unset=True)


def _document(order: Order, effect: Effect) -> dict[str, Any]:
    return {
        "case": order.case,
        "command": order.command,
        "phase": effect.phase,
        "headline": effect.headline,
        "next_due": effect.next_due,
        "op_id": order.op_id,
        "replayed": effect.replayed,
        **effect.result,
    }


def _content(path: Path) -> bytes:
    try:
        if path.stat().st_size > MOST_BYTES:
            raise Usage(f"{path} is larger than {MOST_BYTES // 1_000_000} MB.")
        return path.read_bytes()
    except OSError as fault:
        raise Usage(f"Cannot read {path}: {fault.strerror}.") from None
