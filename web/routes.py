"""Every part of the application, in the order of the navigation: a new page is one line here.

A part's `tab` is its entry in the navigation. A part that is not `public` is for those who have signed in, and
whatever changes something in it must come from one of our own forms; `programs` are let in by their token instead, and
whoever has an address that is a secret, `by_secret`, by that.
"""

from typing import NamedTuple

from fastapi import APIRouter

from rules.values import Role
from web import api, assets, commands
from web.pages import (
    account,
    board,
    calendar_feed,
    case,
    case_list,
    desk,
    evidence,
    interpretations,
    law,
    levy,
    opening,
    packets,
    papers,
    parties,
    posting,
    properties,
    provider,
    reminders,
    securities,
    sessions,
    sign_in,
    statements,
    tokens,
    users,
)
from web.render import Tab


class Part(NamedTuple):
    """One router and its place in the navigation."""

    router: APIRouter
    tab: Tab | None = None
    public: bool = False
    programs: bool = False
    by_secret: bool = False


ROUTERS: tuple[Part, ...] = (
    Part(desk.router, Tab("My desk", "/")),
    Part(case_list.router, Tab("Cases", "/cases")),
    Part(board.router, Tab("Board", "/board", frozenset(board.READERS))),
    Part(parties.router, Tab("Parties", "/parties")),
    Part(properties.router, Tab("Properties", "/properties")),
    Part(securities.router, Tab("Securities", "/securities")),
    Part(levy.router, Tab("Levy", "/levy")),
    Part(law.router, Tab("Law", "/ordinances")),
    Part(users.router, Tab("Users", "/users", frozenset({Role.ADMIN}))),
    # without a place in the navigation
    Part(case.router),
    Part(evidence.router),
    Part(interpretations.router),
    Part(commands.router),
    Part(opening.router),
    Part(posting.router),
    Part(statements.router),
    Part(papers.router),
    Part(packets.router),
    Part(account.router),
    Part(sessions.router),
    Part(tokens.router),
    Part(reminders.router),
    Part(sign_in.router, public=True),
    Part(provider.router, public=True),
    Part(assets.router, public=True),
    Part(reminders.by_token, by_secret=True),
    Part(calendar_feed.router, by_secret=True),
    Part(api.router, programs=True),
)
