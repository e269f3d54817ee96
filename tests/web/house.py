"""A web application over a real database and a real engine, its people, and what a visitor does with its pages."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from html.parser import HTMLParser
from itertools import count
from typing import Any

from fastapi import FastAPI
from httpx2 import ASGITransport, AsyncClient, Response
from sqlalchemy import Engine

from activities.sign_in import begin_session, hashed
from activities.users import add_user
from rules.values import Role
from runtime.clock import now
from tests.workflows.town_hall import TownHall, opening
from workflows.client import Door

PASSWORD = "correct horse battery"  # of everybody
HOST = "http://abate.test"
PEOPLE: dict[str, dict[str, tuple[Role, ...]]] = {
    "officer": {"webster": (Role.OFFICER,)},
    "attorney": {"webster": (Role.ATTORNEY,)},
    "clerk": {"webster": (Role.CLERK,)},
    "viewer": {"webster": (Role.VIEWER,)},
    "admin": {"webster": (Role.ADMIN,)},
    "neighbor": {"williamsville": (Role.OFFICER, Role.ATTORNEY, Role.CLERK, Role.ADMIN)},
    "both": {"webster": (Role.OFFICER,), "williamsville": (Role.OFFICER,)},
}
_names = count(1)


@dataclass
class Clock:
    """The real clock, moved on by hand."""

    ahead: timedelta = timedelta(0)

    def __call__(self) -> datetime:
        return now() + self.ahead


@dataclass(frozen=True)
class House:
    """The application and what it stands on."""

    app: FastAPI
    engine: Engine
    door: Door
    clock: Clock

    @property
    def town(self) -> TownHall:
        """Webster's office, to open cases and give commands without a page."""
        return TownHall(self.engine, self.door)

    async def open_case(self, **changes: Any) -> str:
        """Open a case in Webster and return its id."""
        return await self.town.open(opening(**changes))

    def stranger(self, *, secure: bool = False, address: str | None = None) -> "Visitor":
        """Give a browser in which nobody is signed in, at an address of its own where none is given."""
        base = HOST.replace("http:", "https:") if secure else HOST
        number = next(_names)
        address = address or f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"
        transport = ASGITransport(self.app, client=(address, 1))
        return Visitor(self, AsyncClient(transport=transport, base_url=base))

    def visitor(self, name: str, *, secure: bool = False) -> "Visitor":
        """Give a browser in which a user is signed in."""
        stranger = self.stranger(secure=secure)
        secret = begin_session(self.engine, name, now=self.clock(), agent="a test")
        office = self.app.state.office
        cookie = "__Host-abate" if secure else "abate"
        stranger.client.cookies.set(cookie, office.seal.sign(secret, "session"))
        stranger.csrf = office.seal.mark(secret, "form")
        stranger.key = hashed(secret)
        return stranger

    def new_user(self, *, must_change: bool = False, roles: Any = None) -> str:
        """Add a user whom no other test knows, and return the name."""
        name = f"user{next(_names)}"
        held = PEOPLE["officer"] if roles is None else roles
        add_user(self.engine, name, held, password=PASSWORD, must_change=must_change)
        return name


@dataclass
class Visitor:
    """A browser: follows no redirection by itself, and sends the token of its session with every form."""

    house: House
    client: AsyncClient
    csrf: str = ""
    key: str = ""

    async def get(self, path: str, **more: Any) -> Response:
        return await self.client.get(path, **more)

    async def send(self, path: str, data: dict[str, Any] | None = None, **more: Any) -> Response:
        """Send a form with these values and the session's token."""
        return await self.client.post(path, data={"_csrf": self.csrf, **(data or {})}, **more)

    async def fill(
        self, path: str, data: dict[str, Any], *, action: str | None = None, **more: Any
    ) -> Response:
        """Open a page, fill its form in over what stands there, and send it; None takes a field out."""
        shown = await self.get(path)
        assert shown.status_code == 200, shown.text
        form = FormPage.read(shown.text, action or path.partition("?")[0])
        values = {name: value for name, value in {**form.values, **data}.items() if value is not None}
        return await self.client.post(form.action, data=values, **more)

    async def sign_in(self, name: str, password: str = PASSWORD, **more: Any) -> Response:
        """Sign in through the page."""
        return await self.client.post("/sign-in", data={"name": name, "password": password}, **more)


@dataclass
class FormPage(HTMLParser):
    """The values that a form of a page would send if nobody touched it."""

    action: str
    values: dict[str, Any] = field(default_factory=dict)
    _inside: bool = False
    _select: str | None = None
    _area: str | None = None

    def __post_init__(self) -> None:
        super().__init__()

    @classmethod
    def read(cls, html: str, action: str) -> "FormPage":
        """Read the form with this action."""
        found = cls(action)
        found.feed(html)
        assert found.values, f"no form for {action}"
        return found

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = dict(attrs)
        if tag == "form":
            self._inside = told.get("action") == self.action
        if not self._inside:
            return
        name = told.get("name") or ""
        if tag == "input" and name:
            self._take_input(name, told)
        elif tag == "select":
            self._select = name
            self.values.setdefault(name, "")
        elif tag == "option" and self._select and "selected" in told:
            self.values[self._select] = told.get("value") or ""
        elif tag == "textarea":
            self._area = name
            self.values[name] = ""

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._inside = False
        elif tag == "select":
            self._select = None
        elif tag == "textarea" and self._area:
            # The first line break after the tag is not the value's.
            self.values[self._area] = self.values[self._area].removeprefix("\n")
            self._area = None

    def handle_data(self, data: str) -> None:
        if self._area:
            self.values[self._area] += data

    def _take_input(self, name: str, told: dict[str, str | None]) -> None:
        value = told.get("value") or ""
        if told.get("type") in {"checkbox", "radio"}:
            if "checked" in told:
                before = self.values.get(name)
                self.values[name] = [*(before or []), value] if told.get("type") == "checkbox" else value
        elif told.get("type") != "file":
            self.values[name] = value
