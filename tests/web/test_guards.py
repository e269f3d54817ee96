"""What keeps foreign pages, foreign villages and accidents out."""

import re

import pytest
from structlog.testing import capture_logs

from activities.messages import Effect, Order
from runtime.database import open_engine
from tests.web.house import HOST, FormPage, House
from web.app import create_app
from workflows.client import Door
from workflows.errors import EngineBusy, EngineUnreachable


async def test_a_form_without_the_sessions_token_is_not_accepted(house: House) -> None:
    case = await house.open_case()
    visitor = house.visitor("officer")
    path = f"/cases/{case}/do/add-note"

    without = await visitor.client.post(path, data={"text": "forged"})
    anothers = await visitor.client.post(
        path, data={"text": "forged", "_csrf": house.visitor("officer").csrf}
    )

    assert (without.status_code, anothers.status_code) == (403, 403)
    assert house.town.op_ids(case) == []


@pytest.mark.parametrize(
    "headers",
    [{"origin": "https://evil.test"}, {"origin": "null"}, {"sec-fetch-site": "cross-site"},
     {"sec-fetch-site": "same-site"}],
    ids=["another origin", "no origin to speak of", "another site", "a sister of ours"],
)  # fmt: skip
async def test_what_another_page_sends_is_not_accepted_even_with_the_token(
    house: House, headers: dict[str, str]
) -> None:
    case = await house.open_case()

    sent = await house.visitor("officer").send(f"/cases/{case}/do/add-note", {"text": "x"}, headers=headers)
    signed_in = await house.stranger().sign_in("officer", headers=headers)

    assert (sent.status_code, signed_in.status_code) == (403, 403)


async def test_our_own_origin_is_accepted(house: House) -> None:
    signed_in = await house.stranger().sign_in("officer", headers={"origin": HOST})

    assert signed_in.status_code == 303


async def test_every_answer_carries_the_headers_that_bind_a_browser(house: House) -> None:
    visitor = house.visitor("officer")
    for path in ("/cases", "/sign-in", "/nowhere", "/api/v1/cases"):
        headers = (await visitor.get(path)).headers

        assert "default-src 'self'" in headers["content-security-policy"]
        assert "unsafe-inline" not in headers["content-security-policy"]
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "same-origin"
        assert headers["cache-control"] == "no-store"
        assert "strict-transport-security" not in headers
    secure = await house.stranger(secure=True).get("/sign-in")
    assert "max-age=" in secure.headers["strict-transport-security"]


async def test_files_bear_a_name_of_their_content_and_are_kept_for_good(house: House) -> None:
    shown = (await house.stranger().get("/sign-in")).text
    names = re.findall(r'(?:href|src)="(/static/[^"]+)"', shown)

    assert len(names) == 3
    for name in names:
        sent = await house.stranger().get(name)
        assert re.search(r"\.[0-9a-f]{12}\.", name)
        assert "immutable" in sent.headers["cache-control"]
    assert (await house.stranger().get("/static/abate.css")).status_code == 404


async def test_a_case_of_another_village_is_answered_like_none(house: House) -> None:
    case = await house.open_case()
    neighbor = house.visitor("neighbor")

    for path in (f"/cases/{case}", f"/cases/{case}/do/add-note"):
        others, none = await neighbor.get(path), await neighbor.get(path.replace(case, "webster-2031-0999"))
        assert others.status_code == none.status_code == 404
        assert others.text.replace(case, "webster-2031-0999") == none.text
    sent = await neighbor.send(f"/cases/{case}/do/add-note", {"text": "x"})
    assert sent.status_code == 404
    assert case not in (await neighbor.get("/cases?village=webster")).text


async def test_what_is_too_large_is_refused_before_it_is_read(house: House) -> None:
    sent = await house.visitor("officer").client.post(
        "/password", data={"current": "x"}, headers={"content-length": "99999999"}
    )

    assert sent.status_code == 413


class FakeDoor(Door):
    """A door behind which nobody is, or nobody has time."""

    def __init__(self, error: Exception) -> None:
        self._error = error

    async def act(self, order: Order) -> Effect:
        raise self._error


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (EngineUnreachable("secret-host:7233", "refused"), "The engine that carries out commands cannot"),
        (EngineBusy("a case", "no answer", "repeat"), "sending the same form again counts once"),
    ],
    ids=["unreachable", "busy"],
)
async def test_a_form_is_kept_under_its_key_where_the_engine_does_not_answer(
    house: House, error: Exception, words: str
) -> None:
    path = f"/cases/{await house.open_case()}/do/add-note"
    office = house.app.state.office
    app = create_app(house.engine, FakeDoor(error), office.settings, house.clock)
    visitor = House(app, house.engine, house.door, house.clock).visitor("officer")
    before = FormPage.read((await visitor.get(path)).text, path).values

    shown = await visitor.client.post(path, data=before | {"text": "not lost"})

    after = FormPage.read(shown.text, path).values
    assert shown.status_code == 503
    assert words in shown.text
    assert "secret-host" not in shown.text
    assert (after["_op"], after["text"]) == (before["_op"], "not lost")


async def test_a_database_out_of_reach_is_said_in_a_sentence_without_its_address(house: House) -> None:
    office = house.app.state.office
    app = create_app(open_engine("sqlite:////nowhere/secret.db"), house.door, office.settings, house.clock)
    visitor = House(app, house.engine, house.door, house.clock).visitor("officer")

    page, problem = (
        await visitor.get("/cases"),
        await visitor.client.get("/api/v1/cases", headers={"authorization": "Bearer x"}),
    )

    assert (page.status_code, problem.status_code) == (503, 503)
    assert "The database cannot be reached at the moment" in page.text
    assert problem.headers["content-type"] == "application/problem+json"
    assert "secret" not in page.text + problem.text


async def test_a_fault_of_ours_shows_no_traceback(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object, **__: object) -> None:
        raise RuntimeError("what nobody should read")

    monkeypatch.setattr("web.pages.sessions.sessions_of", fails)
    visitor = house.visitor("officer")

    with capture_logs() as logged:
        shown = await visitor.get("/sessions")

    assert shown.status_code == 500
    assert "request.failed" in [each["event"] for each in logged]
    assert "Something went wrong on our side" in shown.text
    assert "what nobody should read" not in shown.text
