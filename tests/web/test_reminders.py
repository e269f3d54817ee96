"""What a person is sent and where, chosen on a page; the way out of a kind of mail for whoever holds its address."""

from dataclasses import replace
from datetime import timedelta

import pytest
from sqlalchemy import select
from sqlmodel import col

from activities.accounts import take_role
from activities.outbox import put_digest
from activities.reminders import choose
from activities.unsubscribing import Wish, token_of
from activities.users import add_user
from documents.letter import DigestFacts
from models.mail import MailRow, UnsubscribedRow
from models.session import read, write
from queries.reminders import Wishes, wishes_of
from rules.reminders import MailKind
from rules.values import Role
from runtime.settings import MailSettings
from runtime.web_key import web_key
from tests.web.browsing import Browsing, axe_finds, overflows
from tests.web.house import House
from tests.workflows.town_hall import opening

DIGEST, APPEAL, DRAW = MailKind.DIGEST, MailKind.APPEAL, MailKind.DRAW


def wishes(house: House, user: str) -> Wishes:
    with read(house.engine) as session:
        return wishes_of(session, user)


def way_out(house: House, user: str, kind: MailKind) -> str:
    key = web_key(house.app.state.office.settings)
    return f"/unsubscribe/{token_of(key, Wish(user, kind))}"


async def test_a_person_chooses_an_address_and_the_kinds(house: House) -> None:
    user = house.new_user()
    visitor = house.visitor(user)

    answer = await visitor.send("/reminders", {"email": " me@webster.test ", "kinds": ["digest"]})
    shown = (await visitor.get("/reminders")).text

    assert (answer.status_code, answer.headers["location"]) == (303, "/reminders")
    assert wishes(house, user) == Wishes(
        email="me@webster.test", unwanted=frozenset({APPEAL}), calendar_since=None
    )
    assert 'value="me@webster.test"' in shown
    assert "This installation sends no mail" in shown


async def test_only_what_is_for_ones_roles_is_offered_and_the_rest_stays_as_chosen(house: House) -> None:
    user = house.new_user()
    choose(house.engine, user, "me@webster.test", [DRAW])

    shown = (await house.visitor(user).get("/reminders")).text
    await house.visitor(user).send("/reminders", {"email": "me@webster.test", "kinds": ["digest", "appeal"]})

    assert ('value="appeal"' in shown, 'value="draw"' in shown) == (True, False)
    assert wishes(house, user).unwanted == {DRAW}


@pytest.mark.parametrize(
    "typed", ["me", "me@", "me@x", "a b@x.test", "me@x.test\r\nBcc: you@x.test", "ü@x.test"]
)
async def test_what_is_no_address_is_refused_with_what_was_typed(house: House, typed: str) -> None:
    user = house.new_user()

    answer = await house.visitor(user).send("/reminders", {"email": typed})

    assert answer.status_code == 422
    assert "is no e-mail address" in answer.text
    assert wishes(house, user).email is None


async def test_where_mail_is_sent_the_page_does_not_say_otherwise_and_shows_what_was_sent(
    house: House,
) -> None:
    user = house.new_user()
    choose(house.engine, user, "me@webster.test", ())
    at = house.clock()
    with write(house.engine) as session:
        facts = DigestFacts(village="Webster", day=at.date(), piles=())
        put_digest(session, "webster", user, facts, at=at, until=at)
        row = session.scalars(select(MailRow).where(col(MailRow.user) == user)).one()
        row.state, row.trouble = "refused", "550 <b>no such user</b>"
    office = house.app.state.office
    mail = MailSettings("mx.test", 587, "starttls", "abate@webster.test")
    house.app.state.office = replace(office, settings=replace(office.settings, mail=mail))

    shown = (await house.visitor(user).get("/reminders")).text
    house.app.state.office = office

    assert "This installation sends no mail" not in shown
    assert "550 &lt;b&gt;no such user&lt;/b&gt;" in shown


async def test_mails_of_a_village_one_has_left_are_not_shown(house: House) -> None:
    user = house.new_user(roles={"webster": [Role.OFFICER], "williamsville": [Role.OFFICER]})
    at = house.clock()
    with write(house.engine) as session:
        for village in ("webster", "williamsville"):
            put_digest(
                session, village, user, DigestFacts(village=village, day=at.date(), piles=()), at=at, until=at
            )
    visitor = house.visitor(user)
    both = (await visitor.get("/reminders")).text
    take_role(house.engine, user, "williamsville", Role.OFFICER)

    left = (await visitor.get("/reminders")).text

    of = '<span class="key">{}</span>'.format
    assert of("williamsville") in both
    assert of("webster") in both
    assert of("williamsville") not in left
    assert of("webster") in left


# --- the way out ------------------------------------------------------------------------------------------


async def test_looking_at_the_way_out_ends_nothing_and_its_button_does(house: House) -> None:
    user = house.new_user()
    stranger, path = house.stranger().client, way_out(house, user, DIGEST)

    asked = await stranger.get(path)
    before = wishes(house, user).unwanted
    done = await stranger.post(path)

    assert (asked.status_code, done.status_code) == (200, 200)
    assert (before, wishes(house, user).unwanted) == (frozenset(), frozenset({DIGEST}))
    assert asked.headers["X-Robots-Tag"].startswith("noindex")
    assert asked.headers["Referrer-Policy"] == "no-referrer"


async def test_a_mail_program_ends_it_with_one_click_as_often_as_it_likes(house: House) -> None:
    user = house.new_user()
    path, click = way_out(house, user, APPEAL), {"List-Unsubscribe": "One-Click"}
    foreign = {"origin": "https://mail.example", "sec-fetch-site": "cross-site"}

    answers = [await house.stranger().client.post(path, data=click, headers=foreign) for _ in range(2)]

    assert [each.status_code for each in answers] == [200, 200]
    assert wishes(house, user).unwanted == {APPEAL}


async def test_the_way_out_works_for_its_owner_who_is_signed_in_too(house: House) -> None:
    user = house.new_user()

    answer = await house.visitor(user).client.post(way_out(house, user, DIGEST))

    assert answer.status_code == 200
    assert wishes(house, user).unwanted == {DIGEST}


@pytest.mark.parametrize("method", ["get", "post"])
async def test_a_way_out_that_is_not_ours_is_not_there(house: House, method: str) -> None:
    user = house.new_user()
    good = way_out(house, user, DIGEST)
    forged = f"/unsubscribe/{token_of('another key', Wish(user, DIGEST))}"
    gone = way_out(house, "nobody-any-more", DIGEST)

    for path in (forged, good[:-1], f"{good}x", "/unsubscribe/x"):
        assert (await house.stranger().client.request(method, path)).status_code == 404, path
    if method == "post":
        assert (await house.stranger().client.post(gone)).status_code == 404
    with read(house.engine) as session:
        assert session.get(UnsubscribedRow, (user, "digest")) is None


# --- the calendar -----------------------------------------------------------------------------------------


async def test_a_calendar_is_shown_once_renewed_and_ended(house: House) -> None:
    visitor = house.visitor(house.new_user())
    made = [_address(await visitor.send("/reminders/calendar")) for _ in range(2)]
    stranger = house.stranger().client

    statuses = [(await stranger.get(path)).status_code for path in made]
    again = (await visitor.get("/reminders")).text
    await visitor.send("/reminders/calendar/end")
    ended = (await stranger.get(made[1])).status_code

    assert (statuses, ended) == ([404, 200], 404)
    assert "/calendar/" not in again.replace('action="/reminders/calendar', "")


async def test_a_calendar_needs_no_session_and_is_nobody_elses_to_keep(house: House) -> None:
    tomorrow = str(house.clock().date() + timedelta(days=1))
    violations = opening(remedy_by=tomorrow)["violations"]
    case = await house.open_case(violations=violations)
    path = _address(await house.visitor("officer").send("/reminders/calendar"))

    answer = await house.stranger().client.get(path)

    assert answer.headers["content-type"] == "text/calendar; charset=utf-8"
    assert answer.headers["cache-control"] == "private, no-store"
    assert answer.headers["x-robots-tag"].startswith("noindex")
    assert f"UID:{case}/remedy_date:v1@abate" in answer.text.replace("\r\n ", "")
    assert "Elm LLC" not in answer.text


async def test_a_calendar_tells_nothing_of_another_village_and_nothing_to_who_has_left(house: House) -> None:
    case = await house.open_case()
    leaver = house.new_user(roles={})
    add_user(house.engine, leaver, {})
    places = [
        _address(await house.visitor(name).send("/reminders/calendar")) for name in ("neighbor", leaver)
    ]

    for path in places:
        assert case not in (await house.stranger().client.get(path)).text


async def test_a_wrong_secret_is_answered_like_any_page_that_is_not_there(house: House) -> None:
    stranger = house.stranger().client

    wrong, nowhere = await stranger.get("/calendar/abc.ics"), await stranger.get("/nowhere")

    assert (wrong.status_code, nowhere.status_code) == (404, 404)
    assert wrong.text == nowhere.text.replace("/nowhere", "/calendar/abc.ics")


@pytest.mark.parametrize("look", ["narrow", "dark"])
async def test_the_page_is_accessible_and_fits(chromium: Browsing, house: House, look: str) -> None:
    user = house.new_user(roles={"webster": (Role.CLERK,)})
    async with chromium.page(user, look=look) as page:
        await page.goto("/reminders")
        await page.get_by_label("Your e-mail address").fill("clerk@webster.test")
        await page.get_by_role("button", name="Save").click()
        await page.get_by_role("button", name="Make an address").click()
        await page.get_by_text("It is shown this once").wait_for()

        assert await axe_finds(page) == []
        assert not await overflows(page)
        await page.goto(way_out(house, user, DIGEST))
        assert await axe_finds(page) == []
        assert not await overflows(page)
        await page.get_by_role("button", name="Send me no more of these").click()
        await page.get_by_text("You are sent no more of these").wait_for()
        assert await axe_finds(page) == []
    assert wishes(house, user).unwanted == {DIGEST}
    assert wishes(house, user).email == "clerk@webster.test"


def _address(answer: object) -> str:
    text: str = getattr(answer, "text", "")
    return "/calendar/" + text.partition("/calendar/")[2].partition("<")[0] if "<code>" in text else ""
