"""The pages of papers: the list, the file as it was issued, statements, corrections, and who may do what."""

import io
from typing import Any

import pytest
from pypdf import PdfReader

from documents.catalog import STATEMENTS
from models.session import read
from queries.documents import document_views
from queries.record import fold_case
from rules.values import Role
from tests.web.house import House
from tests.web.programs import ask, token_of
from tests.workflows.town_hall import TownHall, opening
from tests.workflows.until import until

ROLES = ("officer", "attorney", "clerk", "viewer", "admin")


async def noticed(house: House) -> str:
    """Open a case, issue the notice, and wait until its paper is there."""
    case = await house.open_case()
    await house.town.act(case, "issue-notice", {"on": "2026-05-04", "respondents": ["r1"]})

    async def there() -> bool:
        with read(house.engine) as session:
            return bool(document_views(session, case))

    await until(there)
    return case


async def test_the_notice_is_listed_and_sent_as_it_was_issued(house: House) -> None:
    case = await noticed(house)
    visitor = house.visitor("officer")
    listed = (await visitor.get(f"/cases/{case}/papers")).text
    sent = await visitor.get(f"/cases/{case}/papers/p1")

    assert "Notice of Violation" in listed
    assert f"/cases/{case}/papers/p1/correct" in listed
    assert f"/cases/{case}/papers/p1" in (await visitor.get(f"/cases/{case}")).text
    assert sent.headers["content-type"] == "application/pdf"
    assert "Notice of Violation" in PdfReader(io.BytesIO(sent.content)).pages[0].extract_text()
    assert sent.content == (await visitor.get(f"/cases/{case}/papers/p1")).content


async def test_a_paper_is_shown_without_scripts_within_no_other_page_and_kept_by_nobody(house: House) -> None:
    sent = await house.visitor("officer").get(f"/cases/{await noticed(house)}/papers/p1")

    policy = sent.headers["content-security-policy"]
    assert ("default-src 'none'" in policy, "script" in policy) == (True, False)
    assert "frame-ancestors 'none'" in policy
    assert (sent.headers["cache-control"], sent.headers["x-content-type-options"]) == ("no-store", "nosniff")
    assert sent.headers["content-disposition"].startswith("inline; filename*=UTF-8''webster-")


LACKING: dict[str, tuple[str, str, dict[str, Any], int, str, str]] = {
    "Webster, without an owner": (
        "webster", "officer", {"respondents": [{"name": "B Co", "role": "contractor", "address": "1 Rd"}]},
        409, "contractor", "§ 130-28C",
    ),
    "Williamsville, without a remedy date": (
        "williamsville", "neighbor",
        {"violations": [{"provision": "§ 112-28C", "nature": "silt", "observed_on": "2026-05-04", "remedy": "x"}]},
        422, "time schedule", "§ 112-28",
    ),
}  # fmt: skip


@pytest.mark.parametrize("lacking", LACKING.values(), ids=LACKING)
async def test_a_notice_that_lacks_something_is_refused_by_its_section_on_the_page_and_to_a_program(
    house: House, lacking: tuple[str, str, dict[str, Any], int, str, str]
) -> None:
    village, who, changes, status, word, section = lacking
    town = TownHall(house.engine, house.door, village=village)
    case = await town.open(opening(village, **changes), role="both")
    fields = {"on": "2026-05-04", "respondents": ["r1"]}

    page = await house.visitor(who).fill(f"/cases/{case}/do/issue-notice", fields)
    told = await ask(house, await token_of(house, who), f"/cases/{case}/commands/issue-notice", fields)

    assert (page.status_code, told.status_code) == (status, status)
    assert (word in page.text, section in page.text) == (True, True)
    assert (word in told.json()["detail"], told.json()["section"].startswith(section)) == (True, True)


async def test_a_paper_is_corrected_once_the_record_is_and_not_before(house: House) -> None:
    case = await noticed(house)
    visitor, at = house.visitor("officer"), f"/cases/{case}/papers/p1/correct"
    too_soon = await visitor.fill(at, {"reason": "the address was wrong"})
    without = await visitor.fill(at, {"reason": " "})
    fixed = {"respondent": "r1", "address": "9 New Street", "reason": "it had moved"}
    await house.town.act(case, "correct-respondent", fixed)
    done = await visitor.fill(at, {"reason": "the address was wrong"})
    listed = (await visitor.get(f"/cases/{case}/papers")).text

    assert (too_soon.status_code, "has changed since it was issued" in too_soon.text) == (409, True)
    assert "the address was wrong" in too_soon.text, "what was typed is still there"
    assert (without.status_code, "A correction gives its reason" in without.text) == (422, True)
    assert (done.status_code, done.headers["location"]) == (303, f"/cases/{case}/papers#p2")
    assert "replaced by p2" in listed


@pytest.mark.parametrize("name", [*ROLES, "neighbor"])
async def test_papers_are_for_whom_the_case_is_and_corrections_for_who_works_on_it(
    house: House, name: str
) -> None:
    case = await noticed(house)
    visitor = house.visitor(name)
    seen = [(await visitor.get(f"/cases/{case}/papers{more}")).status_code for more in ("", "/p1")]
    form = (await visitor.get(f"/cases/{case}/papers/p1/correct")).status_code
    sent = (await visitor.send(f"/cases/{case}/papers/p1/correct", {"reason": "x"})).status_code

    if name == "neighbor":
        assert (*seen, form, sent) == (404, 404, 404, 404)
    else:
        works = name in {"officer", "attorney", "clerk"}
        assert seen == [200, 200]
        assert (form, sent) == ((200, 409) if works else (403, 403))


@pytest.mark.parametrize("kind", list(STATEMENTS))
@pytest.mark.parametrize("name", [*ROLES, "neighbor"])
async def test_a_statement_is_issued_to_whom_it_is_for(house: House, kind: str, name: str) -> None:
    case = await served(house)
    asked = {"kind": kind, "of": of(house, case, kind)}
    answered = (await house.visitor(name).send(f"/cases/{case}/papers", asked)).status_code

    if name == "neighbor":
        assert answered == 404
    elif Role(name) in STATEMENTS[kind].roles:
        assert answered in {303, 404, 409, 422}, "taken, or refused for what the case has not"
    else:
        assert answered == 403


async def test_what_is_no_paper_is_not_there(house: House) -> None:
    case = await house.open_case()
    visitor = house.visitor("officer")

    for at in ("p1", "p0", "p1x", "p1/correct", "%20"):
        assert (await visitor.get(f"/cases/{case}/papers/{at}")).status_code == 404, at
    assert (await visitor.get(f"/securities/{case}/papers")).status_code == 404
    assert (await visitor.send(f"/cases/{case}/papers", {"kind": "poem"})).status_code == 404


async def test_a_double_click_on_a_statement_issues_one(house: House) -> None:
    case = await served(house)
    kind = next(each for each in STATEMENTS.values() if each.keys is None)
    visitor = house.visitor(min(kind.roles))
    for _ in range(2):
        await visitor.send(f"/cases/{case}/papers", {"kind": kind.kind, "_op": "a" * 32})

    with read(house.engine) as session:
        assert [each.kind for each in document_views(session, case)].count(kind.kind) == 1


async def served(house: House) -> str:
    case = await house.open_case()
    await house.town.act(case, "issue-notice", {"on": "2026-05-04", "respondents": ["r1"]})
    told: dict[str, Any] = {
        "respondent": "r1",
        "mode": "personal",
        "delivered_on": "2026-05-05",
        "by": "Olson",
    }
    await house.town.act(case, "serve-notice", told)
    return case


def of(house: House, case: str, kind: str) -> str:
    """Give the first key that a statement may be about, or none."""
    keys = STATEMENTS[kind].keys
    with read(house.engine) as session:
        return "" if keys is None else next(iter(keys(fold_case(session, case))), "")
