"""How the sentences of the rules read on a page: days in words, commands and fields as their forms name them."""

import pytest

from rules.refusals import FutureFact, NotAllowed
from tests.web.house import House
from tests.web.test_opening import WHAT
from web.told import told, told_refusal
from web.words import sentence


@pytest.mark.parametrize(
    ("text", "reads"),
    [
        pytest.param("Use confirm-compliance.", "Use “Confirm compliance”.", id="command"),
        pytest.param("next: hearing 2026-12-10.", "next: hearing Thu 10 Dec 2026.", id="day"),
        pytest.param(
            "from 2026-05-04 (Mon 4 May 2026), or", "from Mon 4 May 2026, or", id="day told both ways"
        ),
        pytest.param("Settle each of these first.", "Settle each of these first.", id="a word as any other"),
        pytest.param("webster-2026-0001 is closed.", "webster-2026-0001 is closed.", id="number of a case"),
        pytest.param("'2026-12-10' is no day.", "'2026-12-10' is no day.", id="what was typed"),
        pytest.param("2026-02-31", "2026-02-31", id="no day at all"),
        pytest.param("ask cured_on@example.org", "ask cured_on@example.org", id="address"),
        pytest.param("Give remedy_by.", "Give “Remedy by”.", id="field"),
        pytest.param("`cured_on` is a day", "“First day in compliance” is a day", id="field in a summary"),
    ],
)
def test_a_sentence_reads_as_people_write(text: str, reads: str) -> None:
    assert told(text) == reads


def test_a_sentence_that_begins_with_a_key_keeps_it_as_it_is_everywhere_else() -> None:
    assert sentence("d2 waits for approval") == "d2 waits for approval."
    assert sentence("deadline passed") == "Deadline passed."


def test_a_field_is_named_as_its_form_names_it() -> None:
    future = FutureFact("on is 2026-12-20, in the future.", field="on")
    outside = NotAllowed("It is outside.", remedy="Give departure_reason.", field="fine")

    assert told_refusal(future.facts, "file-appeal").what == "“Filed on” is Sun 20 Dec 2026, in the future."
    assert told_refusal(outside.facts, "record-disposition").remedy == "Give “Why the court left the range”."


async def test_a_day_in_the_future_is_said_beside_its_field_of_its_row(house: House) -> None:
    second = {
        "violations.1.provision": "§ 130-20A",
        "violations.1.nature": "mud in the creek",
        "violations.1.observed_on": "2099-01-05",
    }

    refused = await house.visitor("officer").fill("/open-case", WHAT | second)

    assert refused.status_code == 422
    assert '<a href="#f-violations-1-observed_on">“First observed on” is Mon 5 Jan 2099' in refused.text


async def test_what_is_missing_is_said_in_whole_sentences(house: House) -> None:
    case = await house.open_case()
    officer = house.visitor("officer")

    lifted = await officer.fill(f"/cases/{case}/do/lift-stop-work", {"in_writing": ""})
    issued = await officer.fill(f"/cases/{case}/do/issue-notice", {"on": "", "respondents": None})

    assert "“Was the confirmation given in writing?” is missing." in lifted.text
    assert "Respondents are missing." in issued.text


async def test_a_notice_with_nobody_to_go_to_leads_to_adding_a_respondent(house: House) -> None:
    case = await house.open_case(respondents=[])
    officer = house.visitor("officer")

    shown = await officer.get(f"/cases/{case}/do/issue-notice")
    led = await officer.get(f"/cases/{case}/do/add-respondent")

    assert '<a href="add-respondent">Add a respondent</a> first.' in shown.text
    assert led.status_code == 200


async def test_a_step_that_comes_before_is_named_as_the_page_names_it(house: House) -> None:
    case = await house.open_case()
    officer = house.visitor("officer")

    shown = await officer.get(f"/cases/{case}")
    asked = await officer.get(f"/cases/{case}/do/correct-cure-date")

    assert "Use “Confirm compliance”." in shown.text
    assert "Use “Confirm compliance”." in asked.text
    assert "confirm-compliance." not in shown.text + asked.text


async def test_what_comes_next_is_told_with_its_day_in_words(house: House) -> None:
    case = await house.open_case()
    officer = house.visitor("officer")

    done = await officer.fill(f"/cases/{case}/do/add-note", {"text": "seen from the road"})
    shown = await officer.get(done.headers["location"])

    said = shown.text.partition('role="status"')[2].partition("</")[0]
    assert "Add note: done." in said
    assert "2026-" not in said.replace(case, "")
