"""Parties and properties: looked up, linked and unlinked by an entry, and never linked unasked."""

from typing import Any

from tests.web.house import FormPage, House
from tests.workflows.town_hall import opening

WHAT = {
    "property.address": "5 Link Road",
    "respondents.0.role": "landowner",
    "respondents.0.kind": "corporation",
    "violations.0.provision": "§ 130-23B",
    "violations.0.nature": "silt fence down",
    "violations.0.observed_on": "2026-05-04",
}


def _opening(name: str, **more: Any) -> dict[str, Any]:
    person = {"name": name, "role": "landowner", "address": "9 Main Street", "kind": "corporation"}
    return opening() | {"respondents": [person]} | more


async def test_a_party_is_looked_up_and_shows_its_cases(house: House) -> None:
    case = await house.town.open(_opening("Quince & Daughters Inc"))
    clerk = house.visitor("clerk")

    found = (await clerk.get("/parties?q=quince")).text
    shown = await clerk.get("/parties/webster/corporation%3Aquince-daughters")

    assert 'href="/parties/webster/corporation%3Aquince-daughters"' in found
    assert f'href="/cases/{case}"' in shown.text


async def test_a_party_and_a_property_of_another_village_are_not_there(house: House) -> None:
    await house.town.open(_opening("Rowan LLC", property={"address": "8 Rowan Row"}))
    neighbor = house.visitor("neighbor")

    assert (await neighbor.get("/parties/webster/corporation:rowan")).status_code == 404
    assert "Rowan" not in (await neighbor.get("/parties")).text
    assert "Rowan" not in (await neighbor.get("/properties")).text


async def test_a_link_is_made_and_undone_through_the_forms_the_page_leads_to(house: House) -> None:
    await house.town.open(_opening("Sorrel One LLC"))
    other = await house.town.open(_opening("Sorrel Two LLC"))
    officer, party = house.visitor("officer"), "/parties/webster/corporation%3Asorrel-one"
    link = f"/cases/{other}/do/correct-respondent?respondent=r1&party=corporation%3Asorrel-one"

    assert link.replace("&", "&amp;") in (await officer.get(party)).text
    linked = await officer.fill(link, {"reason": "one owner"})
    shown = (await officer.get(party)).text
    unlink = f"/cases/{other}/do/correct-respondent?respondent=r1&unlink=true"
    unlinked = await officer.fill(unlink, {"reason": "two owners"})

    assert (linked.status_code, unlinked.status_code) == (303, 303)
    assert unlink.replace("&", "&amp;") in shown
    assert f'href="/cases/{other}">' in shown.partition("Cases</h2>")[2].partition("Counts</h2>")[0]
    assert "by hand" not in (await officer.get(party)).text


async def test_a_namesake_is_asked_about_and_linked_by_sending_the_form_again(house: House) -> None:
    known = await house.town.open(_opening("Tansy LLC"))
    case, officer = await house.open_case(), house.visitor("officer")
    path, person = (
        f"/cases/{case}/do/add-respondent",
        {"name": "TANSY Inc", "role": "developer", "kind": "corporation"},
    )

    asked = await officer.fill(path, person)
    form = FormPage.read(asked.text, path)
    added = await officer.client.post(path, data=form.values)

    assert asked.status_code == 422
    assert f"Tansy LLC is known from 1 case, first {known}" in asked.text
    assert form.values["party"] == "corporation:tansy"
    assert added.status_code == 303
    assert f"/cases/{case}" in (await officer.get("/parties/webster/corporation%3Atansy")).text


async def test_a_namesake_is_kept_apart_by_another_key(house: House) -> None:
    await house.town.open(_opening("Umber LLC"))
    officer = house.visitor("officer")

    asked = await officer.fill("/open-case", WHAT | {"respondents.0.name": "Umber"})
    form = FormPage.read(asked.text, "/open-case")
    opened = await officer.client.post(
        "/open-case", data=form.values | {"respondents.0.party": "corporation:umber-2"}
    )
    again = await officer.client.post(
        "/open-case", data=form.values | {"respondents.0.party": "corporation:umber-2"}
    )

    assert form.values["respondents.0.party"] == "corporation:umber"
    assert opened.headers["location"] == again.headers["location"]
    assert (await officer.get("/parties/webster/corporation%3Aumber-2")).status_code == 200


async def test_a_form_sent_twice_is_not_asked_about_itself(house: House) -> None:
    officer = house.visitor("officer")
    values = FormPage.read((await officer.get("/open-case")).text, "/open-case").values
    values |= WHAT | {"respondents.0.name": "Verbena Only LLC"}

    first, second = [await officer.client.post("/open-case", data=values) for _ in range(2)]

    assert first.headers["location"] == second.headers["location"]


async def test_a_property_has_its_cases(house: House) -> None:
    where = {"address": "6 Walnut Way", "parcel": "079.99-9-9"}
    one, other = [await house.town.open(_opening("X", property=where)) for _ in range(2)]

    shown = (await house.visitor("viewer").get("/properties?q=079.99-9")).text

    assert f'href="/cases/{one}"' in shown
    assert f'href="/cases/{other}"' in shown
    assert "2 cases, 2 open" in shown
