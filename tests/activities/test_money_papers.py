"""Papers about money in the record: of a draw with the letter's words or without them, and the account asked for."""

from typing import Any

import pytest
from sqlalchemy import Engine

from activities.messages import CaseRef, PapersIssued
from activities.papers import Papers
from activities.statements import Asking, issue_statement
from models.session import read
from ordinances.load import load_law
from queries.documents import document_views, stored_paper
from rules.refusals import WrongRole
from rules.values import Role
from tests.activities.support import Town
from tests.activities.treasury import asked
from tests.documents.reading import flat, text_of

STATEMENT = (
    "The Village of Webster certifies that the applicant has failed to maintain the stormwater facility."
)


@pytest.fixture
def town(engine: Engine) -> Town:
    return Town(engine, "2026-06-01")


def issue(town: Town, record: str) -> PapersIssued:
    return Papers(town.engine).issue_papers(CaseRef(case=record, village="webster", at=town.at))


def kinds(town: Town, record: str) -> list[str]:
    with read(town.engine) as session:
        return [each.kind for each in document_views(session, record)]


def text(town: Town, record: str, key: str) -> str:
    with read(town.engine) as session:
        return flat(text_of(stored_paper(session, record, key).content))


def approved(town: Town, **letter: Any) -> tuple[str, str]:
    case, security = town.worked(), town.post(**letter)
    asked(town, security, case, 6000)
    town.act(security, "approve-draw", "attorney", draw="d1")
    return case, security


def account(town: Town, case: str, role: Role) -> str:
    asking = Asking(case, "cleo", frozenset({role}), town.at, "op-account")
    return issue_statement(town.engine, load_law("webster"), asking, "statement-of-account")


def test_a_draw_approved_issues_a_draft_with_the_letter_s_words(town: Town) -> None:
    _, security = approved(town, draw_statement=STATEMENT)

    issue(town, security)

    assert kinds(town, security) == ["security-receipt", "sight-draft"]
    assert STATEMENT in text(town, security, "p2")


def test_a_letter_without_its_words_keeps_no_other_paper_back_and_says_what_is_lacking(town: Town) -> None:
    _, security = approved(town)

    done = issue(town, security)

    assert kinds(town, security) == ["security-receipt"]
    assert [(each.field, each.section) for each in done.lacking] == [("draw_statement", "§ 130-24F")]


def test_the_letter_s_words_told_by_an_amendment_issue_the_draft_that_was_lacking(town: Town) -> None:
    _, security = approved(town)
    issue(town, security)

    done = town.act(
        security,
        "amend-security",
        on="2026-05-30",
        reason="copied from the original",
        draw_statement=STATEMENT,
    )
    issue(town, security)

    assert [each.kind for each in done.follow_ups] == ["papers"]
    assert kinds(town, security) == ["security-receipt", "sight-draft"]
    assert STATEMENT in text(town, security, "p2")


def test_the_account_names_the_section_of_the_security_that_paid(town: Town) -> None:
    case, security = approved(town)
    town.act(security, "record-draw-result", draw="d1", on="2026-03-20", honored=True)

    key = account(town, case, Role.CLERK)

    told = text(town, case, key)
    assert "[§ 130-24F] -6,000.00 4,000.00" in told
    assert "Drawn $6,000.00 on securities" in told


def test_who_only_looks_asks_for_no_statement_of_account(town: Town) -> None:
    with pytest.raises(WrongRole):
        account(town, town.worked(), Role.VIEWER)
