"""A house that people also come into through a provider, and the way there and back."""

from dataclasses import dataclass, replace
from itertools import count
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx2

from activities.identities import SUBJECT, prepare
from activities.users import add_user
from runtime.settings import OidcSettings
from tests.web.house import PEOPLE, House, Visitor
from tests.web.provider import CLIENT, SECRET, TestProvider
from web.app import create_app

_names = count(1)


@dataclass(frozen=True)
class Town:
    """A house with a provider."""

    house: House
    provider: TestProvider

    def known(self, claim: str = SUBJECT) -> str:
        """Add a user who has no password, whose account at the provider is prepared, and return the name."""
        name = f"known{next(_names)}"
        add_user(self.house.engine, name, PEOPLE["officer"])
        value = f"subject-of-{name}" if claim == SUBJECT else f"{name.upper()}@Village.example"
        prepare(self.house.engine, name, self.provider.issuer, claim, value)
        return name

    async def come_back(self, visitor: Visitor, login: str, then: str = "/cases") -> Any:
        """Go to the provider, sign in there as someone, and come back."""
        return await visitor.get(await self.back_from(visitor, login, then))

    async def back_from(self, visitor: Visitor, login: str, then: str = "/cases") -> str:
        """Return the address that the provider sends the browser back to."""
        left = await visitor.get("/sign-in/with-provider", params={"then": then})
        async with httpx2.AsyncClient() as browser:
            page = await browser.get(left.headers["location"])
            asked = parse_qs(urlsplit(left.headers["location"]).query)
            form = {name: values[0] for name, values in asked.items()} | {"login": login}
            sent = await browser.post(str(page.url).partition("?")[0], data=form)
        back = urlsplit(sent.headers["location"])
        return f"{back.path}?{back.query}"


def with_provider(house: House, issuer: str) -> House:
    settings = replace(
        house.app.state.office.settings, oidc=OidcSettings(issuer, CLIENT, SECRET, "Village Login")
    )
    app = create_app(house.engine, house.door, settings, house.clock)
    return House(app, house.engine, house.door, house.clock)
