"""The form of every command: filled in, refused with what was typed in it, and sent twice."""

import asyncio
import html
from datetime import timedelta

import pytest

from rules import engine
from rules.commands import COMMANDS
from tests.web.house import FormPage, House
from web import twice
from web.told import told

NASTY = {
    "script": "<script>alert(1)</script>",
    "quotes": "\"'><img src=x onerror=alert(1)>",
    "from right to left": "\u202eשלום עולם\u202c",
    "emoji": "👩‍🚒 burned 🔥",
    "long": "x" * 10_000,
    "lines": "one\n\n  two\nthree",
    "braces": "{{ 7*7 }} {% raw %}",
}


@pytest.mark.parametrize("command", engine.case_commands())
async def test_every_command_has_a_form_that_names_its_fields(house: House, command: str) -> None:
    case = await house.open_case()

    shown = await house.visitor("officer").get(f"/cases/{case}/do/{command}")

    assert shown.status_code == 200
    assert told((COMMANDS[command].__doc__ or "").split("\n")[0], command) in html.unescape(shown.text)


async def test_an_inspection_is_recorded_through_its_form(house: House) -> None:
    case = await house.open_case()
    visitor = house.visitor("officer")
    typed = {"on": "2026-05-20", "inspector": "J. Doe", "findings.v1": "continuing", "note": "Still down."}

    done = await visitor.fill(f"/cases/{case}/do/record-inspection", typed)
    after = await visitor.get(done.headers["location"])

    assert (done.status_code, done.headers["location"]) == (303, f"/cases/{case}")
    assert "Record inspection: done." in after.text
    assert "Still down." in after.text
    assert house.town.events(case)[-1].actor == "officer"


async def test_a_notice_is_issued_and_served_through_forms(house: House) -> None:
    case = await house.open_case()
    visitor = house.visitor("officer")

    issued = await visitor.fill(f"/cases/{case}/do/issue-notice", {"on": "2026-05-06", "respondents": ["r1"]})
    served = await visitor.fill(
        f"/cases/{case}/do/serve-notice?respondent=r1", {"mode": "personal", "delivered_on": "2026-05-07"}
    )

    assert (issued.status_code, served.status_code) == (303, 303)
    assert "notice-served" in [event.kind for event in house.town.events(case)]


async def test_what_was_typed_stays_and_each_error_stands_beside_its_field(house: House) -> None:
    case = await house.open_case()
    typed = {"on": "2026-13-45", "inspector": "", "findings.v1": "compliant", "note": NASTY["lines"]}

    refused = await house.visitor("officer").fill(f"/cases/{case}/do/record-inspection", typed)

    again = FormPage.read(refused.text, f"/cases/{case}/do/record-inspection").values
    assert refused.status_code == 422
    assert (again["on"], again["findings.v1"], again["note"]) == ("2026-13-45", "compliant", NASTY["lines"])
    assert '<a href="#f-on">Date is &#39;2026-13-45&#39;, not a date written YYYY-MM-DD.</a>' in refused.text
    assert '<a href="#f-inspector">Inspector is missing.</a>' in refused.text
    assert 'id="f-inspector" name="inspector"' in refused.text
    assert 'aria-describedby="f-inspector-error" aria-invalid="true"' in refused.text


async def test_a_refusal_of_the_law_names_its_section_and_keeps_the_form(house: House) -> None:
    case = await house.open_case()
    typed = {"on": "2031-01-01", "words": "to be remembered", "to": "the owner"}

    future = await house.visitor("officer").fill(f"/cases/{case}/do/give-verbal-warning", typed)
    not_yet = await house.visitor("officer").fill(
        f"/cases/{case}/do/serve-notice",
        {"respondent": "r1", "mode": "personal", "delivered_on": "2026-05-06"},
    )

    assert future.status_code == 422
    assert "in the future" in future.text
    assert "to be remembered" in future.text
    assert not_yet.status_code == 409
    assert "§ 130-28" in not_yet.text


async def test_a_command_of_another_role_is_refused(house: House) -> None:
    case = await house.open_case()
    viewer = house.visitor("viewer")

    shown = await viewer.get(f"/cases/{case}/do/add-note")
    sent = await viewer.send(f"/cases/{case}/do/add-note", {"text": "x"})

    assert "“Add note” is for the" in shown.text
    assert sent.status_code == 403
    assert house.town.op_ids(case) == []


async def test_a_form_sent_twice_counts_once(house: House) -> None:
    case = await house.open_case()
    visitor = house.visitor("officer")
    shown = await visitor.get(f"/cases/{case}/do/add-note")
    values = FormPage.read(shown.text, f"/cases/{case}/do/add-note").values | {"text": "once"}

    both = await asyncio.gather(
        *(visitor.client.post(f"/cases/{case}/do/add-note", data=values) for _ in range(2))
    )
    third = await visitor.client.post(f"/cases/{case}/do/add-note", data=values)

    assert [each.status_code for each in (*both, third)] == [303, 303, 303]
    assert len(house.town.op_ids(case)) == 1


async def test_a_form_gone_back_to_and_sent_with_other_words_says_that_these_are_not_recorded(
    house: House,
) -> None:
    case = await house.open_case()
    visitor = house.visitor("officer")
    address = f"/cases/{case}/do/add-note"
    values = FormPage.read((await visitor.get(address)).text, address).values
    await visitor.client.post(address, data=values | {"text": "seen"})

    again = await visitor.client.post(address, data=values | {"text": "seen, with the owner"})
    form = FormPage.read(again.text, address)
    then = await visitor.client.post(address, data=form.values)

    assert again.status_code == 409
    assert (
        "This form was sent before, filled in otherwise, and that was recorded; this was not." in again.text
    )
    assert form.values["text"] == "seen, with the owner"
    assert then.status_code == 303
    assert len(house.town.op_ids(case)) == 2


async def test_the_very_same_under_another_key_is_asked_about_and_then_recorded(house: House) -> None:
    case = await house.open_case()
    visitor = house.visitor("officer")
    address = f"/cases/{case}/do/add-note"
    sent = [await visitor.send(address, {"text": "nobody met"})]
    op_ids = [len(house.town.op_ids(case))]

    for _ in range(2):  # asked each time anew, and a double click on the answer counts once
        asked = await visitor.send(address, {"text": "nobody met"})
        form = FormPage.read(asked.text, address)
        sent += [asked, *[await visitor.client.post(address, data=form.values) for _ in range(2)]]
        op_ids.append(len(house.town.op_ids(case)))
        assert form.values["text"] == "nobody met"

    assert "You recorded the very same on " in sent[1].text
    assert [each.status_code for each in sent] == [303, 409, 303, 303, 409, 303, 303]
    assert op_ids == [1, 2, 3]


async def test_another_person_is_not_asked_and_nobody_after_a_day(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    case = await house.open_case()
    address = f"/cases/{case}/do/add-note"
    first = await house.visitor("officer").send(address, {"text": "nobody met"})

    another = await house.visitor("attorney").send(address, {"text": "nobody met"})
    monkeypatch.setattr(twice, "WITHIN", timedelta(0))
    later = await house.visitor("officer").send(address, {"text": "nobody met"})

    assert [each.status_code for each in (first, another, later)] == [303, 303, 303]


async def test_two_people_with_the_same_key_are_two_commands(house: House) -> None:
    case = await house.open_case()
    for name in ("officer", "attorney"):
        sent = await house.visitor(name).send(f"/cases/{case}/do/add-note", {"text": name, "_op": "a" * 32})
        assert sent.status_code == 303

    assert len(house.town.op_ids(case)) == 2


@pytest.mark.parametrize("text", NASTY.values(), ids=NASTY)
async def test_any_text_comes_back_whole_and_runs_nothing(house: House, text: str) -> None:
    case = await house.open_case()
    visitor = house.visitor("officer")

    done = await visitor.fill(f"/cases/{case}/do/add-note", {"text": text})
    shown = await visitor.get(f"/cases/{case}")
    again = await visitor.fill(
        f"/cases/{case}/do/give-verbal-warning", {"on": "", "to": text[:300], "words": text}
    )

    assert done.status_code == 303
    assert text in html.unescape(shown.text)
    assert "<script>alert" not in shown.text
    assert "<img src=x" not in shown.text
    assert FormPage.read(again.text, f"/cases/{case}/do/give-verbal-warning").values["words"] == text


async def test_a_text_that_cannot_be_kept_is_said_at_its_field(house: House) -> None:
    case = await house.open_case()

    refused = await house.visitor("officer").fill(f"/cases/{case}/do/add-note", {"text": "nought \0 byte"})

    assert refused.status_code == 422
    assert "holds a character that cannot be kept" in refused.text


async def test_a_command_that_people_do_not_give_has_no_form(house: House) -> None:
    case = await house.open_case()
    visitor = house.visitor("officer")

    for name in ("deadline-passed", "open-case", "no-such-command"):
        assert (await visitor.get(f"/cases/{case}/do/{name}")).status_code == 404


async def test_the_language_of_a_respondent_is_chosen_by_its_name(house: House) -> None:
    case = await house.open_case()
    visitor = house.visitor("officer")

    shown = html.unescape((await visitor.get(f"/cases/{case}/do/add-respondent")).text)
    typed = {"name": "Rosa Díaz", "role": "applicant", "address": "2 Elm Street", "language": "es"}
    done = await visitor.fill(f"/cases/{case}/do/add-respondent", typed)

    assert "Language of cover sheets" in shown
    assert ">Spanish</option>" in shown
    assert done.status_code == 303
    assert '"language":"es"' in house.town.events(case)[-1].data


async def test_what_became_of_a_failed_service_is_chosen(house: House) -> None:
    case = await house.open_case()

    shown = html.unescape(
        (await house.visitor("officer").get(f"/cases/{case}/do/record-failed-service")).text
    )

    assert "What became of it" in shown
    assert "Mode that was tried" in shown
    assert ">unclaimed</option>" in shown
