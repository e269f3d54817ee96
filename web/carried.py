"""What was typed into a form whose session had ended: carried through signing in and shown again, never sent by itself.

It travels signed in one hidden field of the page that asks to sign in. No address, cookie, log or table holds it.
"""

import re
from typing import Final, NamedTuple, Self

from fastapi import Request, Response
from starlette.datastructures import FormData
from starlette.exceptions import HTTPException

from web import doorway
from web.auth import MOST_FIELDS
from web.errors import TooLarge
from web.render import flash_into, page
from web.seal import Seal

FORMS: Final = re.compile(
    r"/(?:cases|securities)/[\w-]{1,100}/(?:do/[a-z-]{1,60}|papers/[\w-]{1,60}/correct)"
    r"|/interpretations/[\w-]{1,60}/[a-z_]{1,60}|/open-case|/post-security"
)
"""The addresses whose forms are shown again with what was typed, and do nothing, where `_again` is sent with it."""

MOST: Final = 1_000_000  # characters: a long day's typing, and no burden to a browser
AGAIN: Final = "_again"
PURPOSE: Final = "carried"
_OURS: Final = frozenset({"_csrf", AGAIN})


class Carried(NamedTuple):
    """The address of a form, its fields as they were sent, and the names of files, which cannot be carried."""

    path: str
    fields: list[list[str]]
    files: list[str]

    @classmethod
    async def of(cls, request: Request) -> Self | None:
        """Return what a request carries, or None where it is of no such form; raise TooLarge."""
        if request.method != "POST" or not FORMS.fullmatch(request.url.path):
            return None
        try:
            form = await request.form(max_fields=MOST_FIELDS)
        except HTTPException:  # no form at all
            return None
        found = cls(request.url.path, _fields(form), _files(form))
        await request.close()
        return found if found._checked() else None

    @classmethod
    def opened(cls, seal: Seal, packed: str) -> Self | None:
        """Return what a hidden field holds, if we signed it."""
        found = seal.unpack(packed, PURPOSE) if packed else None
        return cls(*found) if found else None

    def packed(self, seal: Seal) -> str:
        """Return what goes into a hidden field."""
        return seal.pack(list(self), PURPOSE)

    @property
    def lost(self) -> str | None:
        """What to say of the files, if there were any."""
        if not self.files:
            return None
        named = ", ".join(self.files)
        return f"A file cannot be kept through signing in. Choose it again: {named}."

    def _checked(self) -> bool:
        if sum(len(name) + len(value) for name, value in self.fields) > MOST:
            raise TooLarge(
                "You are signed out, and what you typed is too long to be kept through signing in.",
                remedy="Go back in your browser and copy it, then sign in and paste it.",
            )
        return bool(self.fields or self.files)


def ask_to_sign_in(request: Request, seal: Seal, carried: Carried) -> Response:
    """Return the page that asks to sign in, with what was typed in it."""
    packed = carried.packed(seal)
    return doorway.ask(request, status=401, then=carried.path, carried=packed, lost=carried.lost)


def lead_back(
    request: Request, carried: Carried, token: str, said: str, *, status: int = 200, due: bool = False
) -> Response:
    """Return the page that leads back to the form, under the token of the session there is now.

    `due` where a password of one's own has to be chosen before.
    """
    shown = {"carried": carried, "token": token, "again": AGAIN, "said": said, "due": due}
    answer = page(request, "lead_back.html", status=status, **shown)
    kept = "This is what you typed; nothing has been sent yet."
    flash_into(request, answer, f"{kept} {carried.lost}" if carried.lost else kept)
    return answer


def _fields(form: FormData) -> list[list[str]]:
    return [
        [name, value] for name, value in form.multi_items() if isinstance(value, str) and name not in _OURS
    ]


def _files(form: FormData) -> list[str]:
    files = (value for _, value in form.multi_items() if not isinstance(value, str))
    return [file.filename[:100] for file in files if file.filename]
