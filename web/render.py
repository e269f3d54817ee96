"""Makes pages from templates, and redirections that carry one sentence to the next page.

Every template has: `me` (the person, or None), `tabs`, `here` (the path), `csrf`, `flash`, `zone`, `static(name)`.
"""

from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from fastapi import Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from rules.values import Role
from web.auth import Person, cookie_name, csrf_of
from web.office import Office
from web.told import told
from web.words import FILTERS

TEMPLATES: Final = Path(__file__).with_name("templates")
SEE_OTHER: Final = 303


class Tab(NamedTuple):
    """One entry of the navigation; with roles, for those alone who have one of them in some village."""

    label: str
    path: str
    roles: frozenset[Role] = frozenset()

    def is_for(self, person: Person) -> bool:
        """Tell whether a person sees it."""
        return not self.roles or person.is_any(*self.roles)


@cache  # compiling the templates takes a second, and they are the same for every application of a process
def environment() -> Environment:
    """Make what reads the templates: everything escaped, nothing undefined passed over."""
    made = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters.update(FILTERS, told=told)
    return made


def page(request: Request, template: str, *, status: int = 200, **context: Any) -> HTMLResponse:
    """Return a page; the flash sentence, if there was one, has been read by it and goes."""
    office: Office = request.app.state.office
    me: Person | None = getattr(request.state, "person", None)
    flash = office.seal.unpack(request.cookies.get("flash", ""), "flash")
    text = request.app.state.templates.get_template(template).render(
        me=me,
        tabs=[tab for tab in request.app.state.tabs if me is not None and tab.is_for(me)],
        here=request.url.path,
        csrf=csrf_of(request, office.seal),
        flash=flash if isinstance(flash, str) else None,
        zone=_zone(office, me),
        static=request.app.state.assets.url,
        **context,
    )
    answer = HTMLResponse(text, status_code=status)
    if "flash" in request.cookies:
        answer.delete_cookie("flash", httponly=True, samesite="lax")
    return answer


def go(request: Request, path: str, *, flash: str | None = None) -> RedirectResponse:
    """Return a redirection to a page of ours, after something was done; the sentence is shown there."""
    answer = RedirectResponse(path, status_code=SEE_OTHER)
    if flash is not None:
        flash_into(request, answer, flash)
    return answer


def flash_into(request: Request, answer: Response, sentence: str) -> None:
    """Give an answer a sentence that the next page shows."""
    office: Office = request.app.state.office
    packed = office.seal.pack(sentence, "flash")
    secure = request.url.scheme == "https"
    answer.set_cookie("flash", packed, max_age=60, httponly=True, samesite="lax", secure=secure)


def set_session(request: Request, answer: Response, secret: str) -> None:
    """Put a session's secret into the browser's cookie, signed."""
    office: Office = request.app.state.office
    secure = request.url.scheme == "https"
    signed = office.seal.sign(secret, "session")
    answer.set_cookie(cookie_name(request), signed, httponly=True, samesite="lax", secure=secure, path="/")


def _zone(office: Office, me: Person | None) -> str:
    """Return the zone in which instants are told where no village's own is given."""
    return office.law(me.villages[0]).village.zone if me is not None and me.villages else "UTC"
