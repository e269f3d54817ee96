"""Opening a case in the browser."""

from tests.web.house import FormPage, House

WHAT = {
    "property.address": "41 Elm Street",
    "respondents.0.name": "Elm & Sons LLC",
    "respondents.0.role": "landowner",
    "respondents.0.kind": "corporation",
    "respondents.0.party": "elm-and-sons",
    "respondents.0.address": "9 Main Street",
    "violations.0.provision": "§ 130-23B",
    "violations.0.nature": "silt fence down",
    "violations.0.observed_on": "2026-05-04",
}


async def test_a_case_is_opened_through_its_form(house: House) -> None:
    officer = house.visitor("officer")

    opened = await officer.fill("/open-case", WHAT)
    shown = await officer.get(opened.headers["location"])

    assert opened.status_code == 303
    assert opened.headers["location"].startswith("/cases/webster-2026-")
    assert "is opened." in shown.text
    assert "Elm &amp; Sons LLC" in shown.text


async def test_the_same_form_sent_twice_opens_one_case(house: House) -> None:
    officer = house.visitor("officer")
    values = FormPage.read((await officer.get("/open-case")).text, "/open-case").values | WHAT

    first, second = [await officer.client.post("/open-case", data=values) for _ in range(2)]

    assert first.headers["location"] == second.headers["location"]


async def test_rows_are_added_and_taken_away_without_scripts_and_nothing_typed_is_lost(house: House) -> None:
    officer = house.visitor("officer")

    more = await officer.fill("/open-case", WHAT | {"_more": "violations"})
    values = FormPage.read(more.text, "/open-case").values
    two = await officer.client.post(
        "/open-case", data=values | {"violations.1.nature": "the second", "_more": "respondents"}
    )
    fewer = await officer.client.post(
        "/open-case", data=FormPage.read(two.text, "/open-case").values | {"_fewer": "violations.0"}
    )
    left = FormPage.read(fewer.text, "/open-case").values

    assert values["violations.1.nature"] == ""
    assert values["respondents.0.name"] == WHAT["respondents.0.name"]
    assert "respondents.1.name" in FormPage.read(two.text, "/open-case").values
    assert left["violations.0.nature"] == "the second"
    assert "violations.1.nature" not in left
    assert left["_op"] == values["_op"]


async def test_what_is_missing_in_a_row_is_said_at_its_field(house: House) -> None:
    refused = await house.visitor("officer").fill("/open-case", WHAT | {"violations.0.nature": ""})

    assert refused.status_code == 422
    assert 'href="#f-violations-0-nature">Nature is missing.' in refused.text
    assert 'value="Elm &amp; Sons LLC"' in refused.text


async def test_who_works_for_two_villages_chooses_one_and_no_third(house: House) -> None:
    both = house.visitor("both")

    choice = await both.get("/open-case")
    chosen = await both.get("/open-case?village=williamsville")
    third = await both.get("/open-case?village=sandbox")

    assert "/open-case?village=webster" in choice.text
    assert "§ 112-28" in chosen.text
    assert third.status_code == 404
    assert (await house.visitor("clerk").get("/open-case")).status_code == 403
