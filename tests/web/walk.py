"""Every page there is, found from the application's own routes: a new page is walked without being named here.

Parameters are filled from the demonstration, whose cases are as full as real ones.
"""

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from fastapi.routing import APIRoute

from tests.web.test_role_matrix import COMMANDS, LETTERS, ON_SECURITIES, PAGES
from web.routes import ROUTERS

COURT: Final = "05-webster-settlement"
LEVIED: Final = "15-webster-levied"
REPEATED: Final = "09-williamsville-repeat-offender second"
FIVE_YEARS: Final = "07-webster-five-years"
STOPPED: Final = "10-williamsville-stop-work"
PHOTOGRAPHED: Final = "18-webster-photographs"
DRAWN: Final = "14-webster-letter-of-credit-running-out"
FORMS_OF: Final = (COURT, LEVIED, REPEATED)
"""The cases whose forms are walked in turn: between them there is something to choose in every field."""

LEFT_OUT: Final = {
    "/static/{name}": "a file",
    "/cases/{case_id}/evidence/{sha256}": "a file",
    "/cases/{case_id}/evidence/{sha256}/thumb": "a file",
    "/cases/{record_id}/papers/{key}": "a file",
    "/securities/{record_id}/papers/{key}": "a file",
    "/securities/{record_id}/papers/{key}/correct": "its papers come from the engine; a case has the same form",
    "/sign-in/with-provider": "leads elsewhere",
    "/sign-in/back": "leads elsewhere",
    "/calendar/{secret}.ics": "a file",
    "/unsubscribe/{token}": "its address is in a mail alone: walked by test_reminders.py",
}


PAPER: Final = "p1"
"""The number of the one paper that is issued for the walk."""


class Stop(NamedTuple):
    """One page: who looks at it, None for nobody, and its address."""

    who: str | None
    path: str


def pages(cases: Mapping[str, str], securities: Mapping[str, str]) -> list[Stop]:
    """Return every page, and again each that looks otherwise with other facts; records are given by their names."""
    found = [_stop(who, path, cases, securities) for who, path in _addresses() if "{command}" not in path]
    return [*found, *_otherwise(cases, securities)]


def forms(cases: Mapping[str, str], securities: Mapping[str, str]) -> list[Stop]:
    """Return the form of every command."""
    found = [
        Stop(LETTERS[letters[0]], f"/cases/{cases[FORMS_OF[number % len(FORMS_OF)]]}/do/{command}")
        for number, (command, letters) in enumerate(COMMANDS.items())
    ]
    on_securities = [
        Stop(LETTERS[letters[0]], f"/securities/{securities[DRAWN]}/do/{command}")
        for command, letters in ON_SECURITIES.items()
    ]
    return [*found, *on_securities]


def _addresses() -> Iterator[Stop]:
    """Yield the addresses of pages as the routes give them, each with one who may look."""
    for part in ROUTERS:
        for route in part.router.routes if not part.programs else ():
            if isinstance(route, APIRoute) and "GET" in (route.methods or ()) and _is_page(route.path):
                yield Stop(None if part.public else LETTERS[PAGES.get(route.path, "a")[0]], route.path)


def _is_page(address: str) -> bool:
    """Tell whether an address is no file's: of those that have a name, the name has a dot."""
    return address not in LEFT_OUT and "." not in address.rpartition("/")[2]


def _stop(who: str | None, address: str, cases: Mapping[str, str], securities: Mapping[str, str]) -> Stop:
    fill = {
        "case_id": cases[LEVIED if address.endswith("/account") else COURT],
        "record_id": securities[DRAWN] if address.startswith("/securities/") else cases[COURT],
        "security_id": securities[DRAWN],
        "village": "webster",
        "key:path": "corporation%3Amudlark-homes",
        "question": "tier_reading",
        "key": PAPER,
    }
    for name, value in fill.items():
        address = address.replace(f"{{{name}}}", value)
    assert "{" not in address, f"{address}: say in tests/web/walk.py what to fill in"
    return Stop(who, address)


def _otherwise(cases: Mapping[str, str], securities: Mapping[str, str]) -> list[Stop]:
    repeated, imaginary = cases[REPEATED], "corporation%3Aimaginary-street-holdings"
    return [
        Stop("officer", "/?whose=all"),
        Stop("officer", "/cases?q=no+such+thing"),
        Stop("officer", "/open-case?village=webster"),
        Stop("officer", f"/cases/{cases[FIVE_YEARS]}?year=2023&violation=v1"),
        Stop("officer", f"/cases/{cases[LEVIED]}"),
        Stop("officer", f"/cases/{cases[PHOTOGRAPHED]}"),
        Stop("officer", f"/cases/{cases[PHOTOGRAPHED]}/evidence"),
        Stop("officer", "/nowhere"),
        Stop("attorney", f"/cases/{repeated}"),
        Stop("attorney", f"/cases/{repeated}/what-if?by=2027-11-30&cured=2020-01-01"),
        Stop("attorney", f"/parties/williamsville/{imaginary}"),
        Stop("attorney", f"/cases/{cases[STOPPED]}"),
        Stop("clerk", "/post-security?village=webster"),
        Stop("clerk", "/levy?village=webster&year=2026"),
        Stop("viewer", f"/cases/{cases[FIVE_YEARS]}"),
        Stop("viewer", f"/securities/{securities['17-webster-two-of-three']}"),
        Stop("viewer", "/users"),  # refused
    ]
