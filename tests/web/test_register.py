"""The register of securities, posting and drawing through forms, accounts, the levy, and the law as encoded."""

import re

from httpx2 import Response

from tests.web.house import House

LETTER = {
    "kind": "letter_of_credit",
    "purpose": "maintenance",
    "amount": "12,000",
    "issuer": "Lakeshore <b>Bank</b>",
    "number": "LC-1042",
    "posted_on": "2025-06-01",
    "expires_on": "2027-05-31",
    "irrevocable": "true",
}


async def _post(house: House, **changes: str) -> Response:
    return await house.visitor("clerk").fill("/post-security", LETTER | changes)


async def test_a_letter_is_posted_through_its_form_and_stands_in_the_register(house: House) -> None:
    posted = await _post(house)
    page = await house.visitor("clerk").get(posted.headers["location"])
    register = await house.visitor("viewer").get("/securities?status=active")

    assert (posted.status_code, page.status_code) == (303, 200)
    assert "Lakeshore &lt;b&gt;Bank&lt;/b&gt;" in page.text
    assert "$12,000" in page.text
    assert "chain whole" in page.text
    assert posted.headers["location"] in register.text


async def test_what_the_village_requires_is_said_and_what_was_typed_stays(house: House) -> None:
    refused = await _post(house, kind="performance_bond")

    assert refused.status_code == 409
    assert "A maintenance security is not a performance bond" in refused.text
    assert "Lakeshore" in refused.text


async def test_a_draw_is_asked_for_by_one_and_approved_by_another(house: House) -> None:
    case, security = await house.town.worked(), await house.town.post()
    asked = {"case": case, "amount": "5,000", "on": "2026-04-01", "reason": "the work of March"}
    at = f"/securities/{security}/do"

    request = await house.visitor("clerk").fill(f"{at}/request-draw", asked)
    own = await house.visitor("clerk").fill(f"{at}/approve-draw", {"draw": "d1"})
    approved = await house.visitor("attorney").fill(f"{at}/approve-draw", {"draw": "d1"})
    shown = await house.visitor("viewer").get(f"/securities/{security}")

    assert (request.status_code, own.status_code, approved.status_code) == (303, 403, 303)
    assert "by clerk" in shown.text
    assert "$5,000" in shown.text


async def test_a_draw_is_withdrawn_and_terms_amended_through_forms_and_the_page_shows_both(
    house: House,
) -> None:
    case, security = await house.town.worked(), await house.town.post()
    asked = {"case": case, "amount": "5,000", "on": "2026-04-01", "reason": "the work of March"}
    at = f"/securities/{security}/do"
    await house.visitor("officer").fill(f"{at}/request-draw", asked)
    told = {"draw": "d1", "on": "2026-04-02", "reason": "paid <at once>"}
    terms = {"on": "2026-04-02", "reason": "amendment 1", "issuer_address": "1 Main <Street>"}

    others = await house.visitor("clerk").fill(f"{at}/decline-draw", told)
    own = await house.visitor("officer").fill(f"{at}/decline-draw", told)
    amended = await house.visitor("clerk").fill(f"{at}/amend-security", terms)
    shown = await house.visitor("viewer").get(f"/securities/{security}")

    assert (others.status_code, own.status_code, amended.status_code) == (409, 303, 303)
    assert "who asked for it withdraws it" in others.text
    assert "Withdrawn: paid &lt;at once&gt;" in shown.text
    assert "Demands on the issuer go to: 1 Main &lt;Street&gt;" in shown.text


async def test_a_dishonored_draw_is_told_as_such_in_the_case_and_as_no_sum_in_either_record(
    house: House,
) -> None:
    case, security = await house.town.worked(), await house.town.post()
    asked = {"case": case, "amount": "5,000", "on": "2026-04-01", "reason": "the work of March"}
    at = f"/securities/{security}/do"
    await house.visitor("officer").fill(f"{at}/request-draw", asked)
    await house.visitor("attorney").fill(f"{at}/approve-draw", {"draw": "d1"})
    result = {"draw": "d1", "on": "2026-04-02", "honored": "false"}

    recorded = await house.visitor("clerk").fill(f"{at}/record-draw-result", result)
    of_case, of_security = [
        (await house.visitor("viewer").get(path)).text
        for path in (f"/cases/{case}", f"/securities/{security}")
    ]

    assert recorded.status_code == 303
    assert f"draw d1 on {security} dishonored, nothing paid" in of_case
    assert _entry(of_case) == f"security: {security}; draw: d1; recovered: nothing; outcome: dishonored"
    assert _entry(of_security) == "draw: d1; honored: no; amount: nothing"


def _entry(html: str) -> str:
    """Give the details of the entry of the draw's end."""
    row = html.partition('<td data-label="What">Draw ended')[2].partition('<td data-label="Entered">')[0]
    return " ".join(re.sub("<[^>]*>", "", row).split())


async def test_more_than_the_recorded_cost_is_not_drawn(house: House) -> None:
    case, security = await house.town.worked(cost=1_000), await house.town.post()
    asked = {"case": case, "amount": "5,000", "on": "2026-04-01", "reason": "too much"}

    refused = await house.visitor("clerk").fill(f"/securities/{security}/do/request-draw", asked)

    assert refused.status_code == 409
    assert "A draw is for recorded cost only" in refused.text


async def test_a_security_of_another_village_is_not_there(house: House) -> None:
    security, case = await house.town.post(), await house.open_case()
    neighbor = house.visitor("neighbor")

    for path in (
        f"/securities/{security}",
        f"/securities/{security}/do/request-draw",
        f"/cases/{case}/account",
        f"/cases/{security}",
        "/levy?village=webster",
        "/levy.csv?village=webster&year=2026",
        "/ordinances/webster",
        "/statements/webster/nobody",
    ):
        assert (await neighbor.get(path)).status_code == 404, path
    assert security not in (await neighbor.get("/securities")).text


async def test_the_account_and_the_levy_show_what_the_queries_say(house: House) -> None:
    case = await house.town.worked(cost=3_210)
    clerk = house.visitor("clerk")

    account, levy = await clerk.get(f"/cases/{case}/account"), await clerk.get("/levy?year=2026")
    csv, xlsx = [await clerk.get(f"/levy.{kind}?village=webster&year=2026") for kind in ("csv", "xlsx")]
    wrong = await clerk.get("/levy?year=12")

    assert "$3,210" in account.text
    assert "Levy of the Village of Webster" in levy.text
    assert csv.text.splitlines()[0].startswith("parcel,owner,amount")
    assert xlsx.content.startswith(b"PK")
    assert wrong.status_code == 422


async def test_the_law_is_readable_and_what_is_a_default_is_said(house: House) -> None:
    viewer = house.visitor("viewer")

    law, read, every = [
        await viewer.get(path) for path in ("/ordinances/webster", "/interpretations", "/ordinances")
    ]

    assert "in force today" in law.text
    assert "§ 130-28" in law.text
    assert "Default: not decided by counsel." in read.text
    assert "/ordinances/webster" in every.text
