"""Every address and every command with every role, with nobody, and with a user of the other village.

What may be done is in the tables below and nowhere else; an address or a command that is missing from them fails.
"""

import pytest
from fastapi.routing import APIRoute

from rules import engine
from tests.web.house import House
from tests.web.least import fields_of, inputs_of
from tests.web.programs import ask, token_of
from web.carried import FORMS
from web.routes import ROUTERS
from web.subjects import CASES, SECURITIES, AnySubject

ROLES = ("officer", "attorney", "clerk", "viewer", "admin")
EVERYONE = frozenset(ROLES)
LETTERS = {"o": "officer", "a": "attorney", "c": "clerk", "v": "viewer", "d": "admin"}

PAGES: dict[
    str, str
] = {  # by address: who may look; `*` is of one record or village, and not there for others
    "/": "oacvd",
    "/cases": "oacvd",
    "/cases.csv": "oacvd",
    "/cases.xlsx": "oacvd",
    "/board": "av",
    "/parties": "oacvd",
    "/properties": "oacvd",
    "/securities": "oacvd",
    "/ordinances": "oacvd",
    "/interpretations": "oacvd",
    "/users": "d",
    "/open-case": "o",
    "/post-security": "c",
    "/password": "oacvd",
    "/sessions": "oacvd",
    "/tokens": "oacvd",
    "/reminders": "oacvd",
    "/levy": "oacvd*",
    "/levy.csv": "oacvd*",
    "/levy.xlsx": "oacvd*",
    "/ordinances/{village}": "oacvd*",
    "/interpretations/{village}/{question}": "a*",
    "/parties/{village}/{key:path}": "oacvd*",
    "/statements/{village}/{key:path}": "oacvd*",
    "/cases/{case_id}": "oacvd*",
    "/cases/{case_id}/account": "oacvd*",
    "/cases/{case_id}/evidence": "oacvd*",
    "/cases/{case_id}/what-if": "oacvd*",
    "/cases/{record_id}/do/{command}": "oacvd*",
    "/cases/{record_id}/papers": "oacvd*",
    "/cases/{case_id}/packet.pdf": "oacvd*",
    "/cases/{case_id}/packet.zip": "oacvd*",
    "/securities/{security_id}": "oacvd*",
    "/securities/{record_id}/do/{command}": "oacvd*",
    "/securities/{record_id}/papers": "oacvd*",
}
ELSEWHERE = {  # tried by tests of their own: they change the visitor's own things, or are for everybody
    "GET /cases/{case_id}/evidence/{sha256}",
    "GET /cases/{case_id}/evidence/{sha256}/thumb",
    *(
        f"GET /{kind}/{{record_id}}/papers/{{key}}{form}"
        for kind in ("cases", "securities")
        for form in ("", "/correct")
    ),
    *(f"POST /{kind}/{{record_id}}/papers/{{key}}/correct" for kind in ("cases", "securities")),
    "POST /cases/{record_id}/papers",
    "GET /sign-in",
    "GET /sign-in/with-provider",
    "GET /sign-in/back",
    "POST /sign-in/go-on",
    "GET /static/{name}",
    "POST /sign-in",
    "POST /sign-out",
    "POST /password",
    "POST /sessions/end",
    "POST /tokens",
    "POST /tokens/revoke",
    "POST /reminders",
    "POST /reminders/calendar",
    "POST /reminders/calendar/end",
    "GET /unsubscribe/{token}",  # for whoever holds the address
    "POST /unsubscribe/{token}",
    "GET /calendar/{secret}.ics",
    "POST /views",
    "POST /views/drop",
    "POST /cases/{record_id}/do/{command}",  # by COMMANDS
    "POST /securities/{record_id}/do/{command}",
}
SENT = {"/users": "d", "/users/role": "d", "/users/password": "d", "/users/revoke": "d", "/open-case": "o",
        "/post-security": "c", "/interpretations/{village}/{question}": "a"}  # fmt: skip
COMMANDS: dict[str, str] = {
    **dict.fromkeys(
        ["add-respondent", "add-violation", "give-verbal-warning", "record-inspection", "issue-notice"], "o"
    ),
    **dict.fromkeys(
        ["certify-imminent-peril", "order-stop-work", "place-inspection-hold", "record-breach"], "o"
    ),
    **dict.fromkeys(["confirm-compliance", "correct-cure-date", "hold-occupancy", "order-restoration"], "o"),
    "give-maintenance-notice": "o",
    **dict.fromkeys(
        ["correct-respondent", "add-note", "attach-evidence", "close-case", "reopen-case"], "oac"
    ),
    **dict.fromkeys(["file-appeal", "withdraw-appeal", "schedule-hearing"], "oac"),
    **dict.fromkeys(["set-exposure-threshold", "decide-appeal"], "ac"),
    **dict.fromkeys(["serve-notice", "record-failed-service", "record-cost", "give-cost-notice"], "oc"),
    **dict.fromkeys(["withdraw-notice", "extend-remedy-date", "lift-stop-work", "release-occupancy"], "oa"),
    **dict.fromkeys(["void-offenses", "authorize-village-work"], "oa"),
    **dict.fromkeys(["rule-on-timeliness", "release-stayed", "charge-offenses", "record-disposition"], "a"),
    **dict.fromkeys(["vacate-conviction", "settle", "refer-for-injunction", "record-injunction"], "a"),
    **dict.fromkeys(["record-fine-payment", "record-cost-hearing", "confirm-assessment"], "c"),
    **dict.fromkeys(
        ["prorate", "record-cost-payment", "record-lien", "release-lien", "certify-for-levy"], "c"
    ),
}
ON_SECURITIES: dict[str, str] = {
    **dict.fromkeys(["record-renewal", "record-nonrenewal", "credit-interest", "record-draw-result"], "c"),
    "request-draw": "oac",
    "decline-draw": "oac",  # the attorney; who asked for it, where that was somebody else
    "approve-draw": "a",
    "amend-security": "c",
    "record-milestone": "oc",
    **dict.fromkeys(["reduce-security", "release-security"], "ac"),
}
TABLES: tuple[tuple[AnySubject, dict[str, str]], ...] = ((CASES, COMMANDS), (SECURITIES, ON_SECURITIES))
ASKED, DENIED, MISSING, ELSEWHERE_TO = 401, 403, 404, 303


def _may(letters: str) -> set[str]:
    return {LETTERS[letter] for letter in letters if letter in LETTERS}


# --- the tables are whole ---------------------------------------------------------------------------------


def test_every_address_and_every_command_is_in_a_table() -> None:
    routes = [
        r for part in ROUTERS if not part.programs for r in part.router.routes if isinstance(r, APIRoute)
    ]
    found = {f"{method} {route.path}" for route in routes for method in route.methods or ()}

    assert found == {f"GET {path}" for path in PAGES} | {f"POST {path}" for path in SENT} | ELSEWHERE
    assert set(COMMANDS) == set(engine.case_commands()) == set(CASES.models)
    assert set(ON_SECURITIES) == set(SECURITIES.models)


# --- looking ----------------------------------------------------------------------------------------------


async def _paths(house: House) -> dict[str, str]:
    case, security = await house.open_case(), await house.town.post()
    fill = {"case_id": case, "security_id": security, "record_id": case, "village": "webster"}
    fill |= {"command": "add-note", "key:path": "c:elm", "question": "appeal_stay"}
    made = {path: path for path in PAGES}
    for path in PAGES:
        at = fill | ({"record_id": security, "command": "request-draw"} if "/securities/" in path else {})
        for name, value in at.items():
            made[path] = made[path].replace(f"{{{name}}}", value)
        if path.startswith("/levy"):
            made[path] += "?village=webster&year=2026"
    listed = (await house.visitor("officer").get("/parties?q=elm")).text
    key = listed.partition('href="/parties/webster/')[2].partition('"')[0]
    return {path: each.replace("c:elm", key) for path, each in made.items()}


async def test_every_page_is_for_whom_the_table_says(house: House) -> None:
    paths = await _paths(house)
    nobody = house.stranger()
    visitors = {name: house.visitor(name) for name in (*ROLES, "neighbor")}

    for path, letters in PAGES.items():
        signed_out = await nobody.get(paths[path])
        assert (signed_out.status_code, signed_out.headers["location"][:8]) == (303, "/sign-in"), path
        for name in ROLES:
            answered = (await visitors[name].get(paths[path])).status_code
            assert answered == (200 if name in _may(letters) else DENIED), (path, name, answered)
        if "*" in letters:
            assert (await visitors["neighbor"].get(paths[path])).status_code == MISSING, path


async def test_what_is_sent_is_taken_from_whom_the_table_says(house: House) -> None:
    for path, letters in SENT.items():
        village = {"village": "webster", "_village": "webster", "role": "viewer", "name": "nobody-known"}
        signed_out = await house.stranger().client.post(path, data=village)
        assert signed_out.status_code == (ASKED if FORMS.fullmatch(path) else ELSEWHERE_TO), path
        assert "<h1>Sign in</h1>" in signed_out.text or signed_out.headers["location"] == "/sign-in", path
        for name in set(ROLES) - _may(letters):
            fields = fields_of(CASES.models["add-note"]) | village
            answered = (await house.visitor(name).send(path, fields)).status_code
            assert answered in {DENIED, 422}, (path, name, answered)
        theirs = (await house.visitor("neighbor").send(path, village)).status_code
        assert theirs == MISSING, (path, theirs)


# --- acting -----------------------------------------------------------------------------------------------


@pytest.mark.timeout(300)
@pytest.mark.parametrize("name", [*ROLES, "neighbor"])
async def test_every_command_is_taken_from_whom_the_table_says(house: House, name: str) -> None:
    token, visitor = await token_of(house, name), house.visitor(name)
    records = {"cases": await house.open_case(), "securities": await house.town.post()}
    for subject, table in TABLES:
        record = records[subject.path]
        for command, letters in table.items():
            fields = fields_of(subject.models[command])
            by_program = await ask(house, token, f"/{subject.path}/{record}/commands/{command}", fields)
            by_form = await visitor.send(f"/{subject.path}/{record}/do/{command}", inputs_of(fields))
            for face, answered in (("program", by_program.status_code), ("form", by_form.status_code)):
                at = (face, command, answered)
                if name == "neighbor":
                    assert answered == MISSING, at
                elif name in _may(letters):
                    assert answered not in {401, DENIED, 500}, at
                else:
                    assert answered == DENIED, at


async def test_nobody_gives_a_command_without_signing_in(house: House) -> None:
    records = {"cases": await house.open_case(), "securities": await house.town.post()}
    client = house.stranger().client
    for subject, table in TABLES:
        for command in table:
            at = f"{subject.path}/{records[subject.path]}"
            by_program = await client.post(f"/api/v1/{at}/commands/{command}", json={})
            by_form = await client.post(f"/{at}/do/{command}", data={})
            assert (by_program.status_code, by_form.status_code) == (401, ELSEWHERE_TO), command
    assert house.town.op_ids(records["cases"]) == []
