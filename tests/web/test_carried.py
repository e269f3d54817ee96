"""What was typed is not lost where the session ended meanwhile: it goes through signing in and comes back, unsent."""

import re
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from structlog.testing import capture_logs

from activities.sign_in import IDLE, end_sessions
from activities.users import set_password
from tests.web.browsing import Browsing
from tests.web.house import HOST, PASSWORD, FormPage, House, Visitor
from web.carried import MOST

RTL = "\u202bשלום עולם\u202c العربية"
QUOTED = '"Quotes" & <b>tags</b>, O\'Neil; ' * 320
LONG = f"{QUOTED}\n\n{RTL}\n"
OURS = {"origin": HOST}


async def typed_too_late(house: House, text: str = LONG, **more: Any) -> tuple[str, Visitor, Any]:
    """Type a note into a form, and send it when the session is over."""
    path, visitor = f"/cases/{await house.open_case()}/do/add-note", house.visitor("officer")
    form = FormPage.read((await visitor.get(path)).text, path).values
    house.clock.ahead += IDLE + timedelta(minutes=1)
    return path, visitor, await visitor.client.post(path, data=form | {"text": text}, headers=OURS, **more)


async def signed_in_again(visitor: Visitor, shown: Any, **changes: Any) -> Any:
    form = FormPage.read(shown.text, "/sign-in").values
    who = {"name": "officer", "password": PASSWORD} | changes
    return await visitor.client.post("/sign-in", data=form | who, headers=OURS)


async def led_back(visitor: Visitor, path: str, shown: Any) -> Any:
    form = FormPage.read(shown.text, path).values
    return await visitor.client.post(path, data=form, headers=OURS)


async def test_ten_thousand_characters_come_back_after_signing_in_and_are_sent_once(house: House) -> None:
    assert len(LONG) > 10_000

    path, visitor, asked = await typed_too_late(house)
    led = await signed_in_again(visitor, asked)
    again = await led_back(visitor, path, led)
    nothing_yet = house.town.op_ids(path.split("/")[2])
    form = FormPage.read(again.text, path).values
    sent = await visitor.client.post(path, data=form)

    assert (asked.status_code, led.status_code, again.status_code, sent.status_code) == (401, 200, 200, 303)
    assert "What you typed is kept on this page" in asked.text
    assert "This is what you typed; nothing has been sent yet." in again.text
    assert form["text"] == LONG.strip()
    assert nothing_yet == []
    assert len(house.town.op_ids(path.split("/")[2])) == 1


async def test_a_wrong_password_loses_nothing(house: House) -> None:
    path, visitor, asked = await typed_too_late(house)

    wrong = await signed_in_again(visitor, asked, password="not this one")
    again = await led_back(visitor, path, await signed_in_again(visitor, wrong))

    assert wrong.status_code == 422
    assert FormPage.read(again.text, path).values["text"] == LONG.strip()


async def test_what_was_typed_is_in_no_address_cookie_or_log(house: House) -> None:
    with capture_logs() as logged:
        path, visitor, asked = await typed_too_late(house, "something private")
        led = await signed_in_again(visitor, asked)
        await led_back(visitor, path, led)

    cookies = "".join(each.value or "" for each in visitor.client.cookies.jar)
    assert "something private" not in f"{logged}{cookies}"
    assert all("location" not in each.headers for each in (asked, led))


async def test_a_file_cannot_be_kept_and_the_page_says_so(house: House) -> None:
    path, visitor = f"/cases/{await house.open_case()}/do/attach-evidence", house.visitor("officer")
    house.clock.ahead += IDLE + timedelta(minutes=1)
    typed = {"_csrf": visitor.csrf, "caption": "the north fence"}

    asked = await visitor.client.post(
        path, data=typed, files={"path": ("fence.jpg", b"\xff\xd8\xff", "image/jpeg")}
    )
    again = await led_back(visitor, path, await signed_in_again(visitor, asked))

    said = "A file cannot be kept through signing in. Choose it again: fence.jpg."
    assert said in asked.text
    assert said in again.text
    assert FormPage.read(again.text, path).values["caption"] == "the north fence"


async def test_a_form_opened_before_signing_in_elsewhere_is_shown_again(house: House) -> None:
    path, visitor = f"/cases/{await house.open_case()}/do/add-note", house.visitor("officer")
    form = FormPage.read((await visitor.get(path)).text, path).values
    await visitor.sign_in("officer")

    stale = await visitor.client.post(path, data=form | {"text": LONG}, headers=OURS)
    again = await led_back(visitor, path, stale)

    assert stale.status_code == 403
    assert FormPage.read(again.text, path).values["text"] == LONG.strip()


async def test_who_signed_in_in_another_tab_goes_on_from_this_one(house: House) -> None:
    path, visitor, asked = await typed_too_late(house)
    carried = {"carried": FormPage.read(asked.text, "/sign-in").values["carried"]}

    not_yet = await visitor.client.post("/sign-in/go-on", data=carried, headers=OURS)
    await visitor.sign_in("officer")
    again = await led_back(visitor, path, await visitor.client.post("/sign-in/go-on", data=carried))

    assert not_yet.status_code == 401
    assert FormPage.read(again.text, path).values["text"] == LONG.strip()


async def test_a_password_that_is_due_is_chosen_first_and_nothing_is_lost(house: House) -> None:
    name = house.new_user()
    path, visitor = f"/cases/{await house.open_case()}/do/add-note", house.visitor(name)
    set_password(house.engine, name, PASSWORD, must_change=True)
    end_sessions(house.engine, name, now=house.clock())

    asked = await visitor.client.post(path, data={"_csrf": visitor.csrf, "text": "typed"}, headers=OURS)
    led = await signed_in_again(visitor, asked, name=name)
    too_early = await led_back(visitor, path, led)
    token = FormPage.read(led.text, path).values["_csrf"]
    new = {"current": PASSWORD, "new": "another good password", "again": "another good password"}
    await visitor.client.post("/password", data=new | {"_csrf": token})
    again = await led_back(visitor, path, too_early)

    assert 'href="/password"' in led.text
    assert too_early.status_code == 401
    assert FormPage.read(again.text, path).values["text"] == "typed"


async def test_what_is_too_long_to_be_kept_is_said_to_be(house: House) -> None:
    _, _, asked = await typed_too_late(house, "x" * (MOST + 1))

    assert asked.status_code == 413
    assert "Go back in your browser and copy it" in asked.text


@pytest.mark.parametrize(
    "headers", [{"origin": "https://evil.test"}, {"sec-fetch-site": "cross-site"}], ids=["origin", "site"]
)
async def test_what_another_page_sends_is_not_kept(house: House, headers: dict[str, str]) -> None:
    path = f"/cases/{await house.open_case()}/do/add-note"

    sent = await house.stranger().client.post(path, data={"text": "planted"}, headers=headers)

    assert sent.status_code == 403
    assert "planted" not in sent.text
    assert "carried" not in sent.text


async def test_only_what_we_signed_is_led_back_to_and_only_to_forms_of_ours(house: House) -> None:
    visitor = house.visitor("officer")
    forged = house.app.state.office.seal.pack(["/sign-out", [], []], "flash")

    for carried in (forged, "nonsense", ""):
        sent = await visitor.client.post("/sign-in/go-on", data={"carried": carried})
        assert (sent.status_code, sent.headers["location"]) == (303, "/")
    elsewhere = await house.stranger().client.post("/users", data={"name": "typed", "village": "webster"})
    assert (elsewhere.status_code, elsewhere.headers["location"]) == (303, "/sign-in")


async def test_another_who_signs_in_sees_the_form_only_if_it_is_theirs_to_see(house: House) -> None:
    path, visitor, asked = await typed_too_late(house, "typed by the officer")

    led = await signed_in_again(visitor, asked, name="neighbor")
    shown = await led_back(visitor, path, led)

    assert shown.status_code == 404


def the_form(name: str) -> tuple[str, dict[str, str]]:
    forms: dict[str, tuple[str, dict[str, str]]] = {
        "officer": ("/open-case", {"_village": "webster", "property.address": "1 Kept Lane"}),
        "clerk": ("/post-security", {"_village": "webster", "number": "LC-KEPT"}),
        "attorney": (
            "/interpretations/webster/appeal_stay",
            {"authority": "People v. Kept", "confirmed": "1"},
        ),
    }
    return forms[name]


@pytest.mark.parametrize("name", ["officer", "clerk", "attorney"])
async def test_forms_that_are_of_no_case_come_back_too(house: House, name: str) -> None:
    path, typed = the_form(name)
    visitor = house.stranger()

    asked = await visitor.client.post(path, data=typed, headers=OURS)
    again = await led_back(visitor, path, await signed_in_again(visitor, asked, name=name))

    kept = FormPage.read(again.text, path).values
    assert again.status_code == 200
    assert all(
        kept[field] == value for field, value in typed.items() if not field.startswith(("_", "confirmed"))
    )


async def test_the_reason_of_a_correction_comes_back_and_nothing_is_issued(house: House) -> None:
    case = await house.open_case()
    visitor, officer = house.stranger(), house.visitor("officer")
    await officer.send(f"/cases/{case}/papers", {"kind": "statement-of-account"})
    listed = (await officer.get(f"/cases/{case}/papers")).text
    found = re.search(rf'href="(/cases/{case}/papers/[\w-]+/correct)"', listed)
    assert found, listed

    asked = await visitor.client.post(found[1], data={"reason": "the wrong lot", "_op": ""}, headers=OURS)
    again = await led_back(visitor, found[1], await signed_in_again(visitor, asked))

    assert FormPage.read(again.text, found[1]).values["reason"] == "the wrong lot"
    assert (await visitor.get(f"/cases/{case}/papers")).text.count("/correct") == listed.count("/correct")


@pytest.mark.parametrize("script", [True, False], ids=["with scripts", "without"])
async def test_in_a_browser_the_form_comes_back_as_it_was_left(
    chromium: Browsing, house: House, tmp_path: Path, *, script: bool
) -> None:
    case = await house.open_case()
    async with chromium.page("officer", java_script_enabled=script) as page:
        await page.goto(f"/cases/{case}/do/add-note")
        await page.locator("textarea").fill(LONG)
        end_sessions(house.engine, "officer", now=house.clock())
        await page.locator("button.main").click()
        await page.get_by_label("Name").fill("officer")
        await page.get_by_label("Password").fill(PASSWORD)
        await page.get_by_role("button", name="Sign in").click()
        if not script:
            await page.get_by_role("button", name="Go on to the form").click()
        await page.get_by_text("nothing has been sent yet").wait_for()

        assert await page.locator("textarea").input_value() == LONG.strip()
        assert re.search(r"/cases/[\w-]+/do/add-note$", page.url)
        await page.locator("button.main").click()
        await page.get_by_text("Add note: done.").wait_for()
