"""Papers that a person asks for: statements as of today, and corrections of what was issued."""

from datetime import datetime
from typing import Final, NamedTuple

from sqlalchemy import Engine
from sqlmodel import Session

from activities.papers import Draft, issue
from documents.catalog import STATEMENTS, papers_of
from documents.occasion import Asked, Statement
from documents.paper import Issue, Paper
from models.document import DocumentRow
from models.session import read
from queries.documents import correction_of, document, first_of, key_of
from queries.record import fold_case, fold_security, load, nothing
from queries.securities import drawn_for
from queries.setting import setting_for
from rules.acts import STAFF
from rules.case import Case
from rules.guarantee import Security
from rules.law import Law
from rules.refusals import Conflict, Malformed, NotAllowed, NotFound, WrongRole
from rules.security_acts import section_of
from rules.series import Series, series_of
from rules.values import Role

LONGEST: Final = 20_000
"""Characters of a reason, as of every text in the record: it is printed whole."""


class Asking(NamedTuple):
    """Who asks for a paper of a record, when (an aware instant), and under which key: asked twice, issued once."""

    record: str
    actor: str
    roles: frozenset[Role]
    at: datetime
    op_id: str


def issue_statement(engine: Engine, law: Law, asking: Asking, kind: str, of: str | None = None) -> str:
    """Issue a statement of a case as of today and return its key; raise a Refusal that says why not."""
    statement = _statement(kind)
    _check_role(statement.title, statement.roles, asking)
    with read(engine) as session:
        case = _case(session, law, asking.record)
        _check_key(statement, case, of)
        asked = _asked(session, law, case, asking, of)
    paper = statement.make(asked)
    return issue(engine, law, Draft(asking.record, paper, asking.actor, asking.at, op_id=asking.op_id))


def correct(engine: Engine, law: Law, asking: Asking, key: str, reason: str) -> str:
    """Issue a paper anew from the facts as they are recorded now, naming the one it replaces; return its key.

    Raise a Refusal: NotFound, WrongRole, or Conflict where nothing changed or another correction exists.
    """
    if not reason.strip():
        raise Malformed("A correction gives its reason.", remedy="Say what was wrong.", field="reason")
    if len(reason) > LONGEST:
        raise Malformed(
            f"The reason is longer than {LONGEST:,} characters.",
            remedy="Say in a sentence what was wrong.",
            field="reason",
        )
    with read(engine) as session:
        row = document(session, asking.record, key)
        _check_role("A correction", _correctors(row), asking)
        paper = _anew(session, law, row, asking)
        other = correction_of(session, row)
    if other is not None and other.op_id != asking.op_id:
        raise Conflict(
            f"{key} was replaced by {key_of(other.number)}.", remedy="Correct that one.", field="paper"
        )
    if other is None and paper == Issue.model_validate_json(row.data).paper:
        raise Conflict(
            f"Nothing that {key} says has changed since it was issued.",
            remedy="Correct the fact it is wrong about first, then the paper.",
            field="paper",
        )
    draft = Draft(
        asking.record, paper, asking.actor, asking.at, op_id=asking.op_id, replaces=row.number, reason=reason
    )
    return issue(engine, law, draft)


def _statement(kind: str) -> Statement:
    found = STATEMENTS.get(kind)
    if found is None:
        raise NotFound(
            f"There is no statement {kind}.", remedy=f"Ask for one of {', '.join(STATEMENTS)}.", field="kind"
        )
    return found


def _check_role(what: str, roles: frozenset[Role], asking: Asking) -> None:
    if not asking.roles:
        raise nothing(asking.record)
    if not asking.roles & roles:
        raise WrongRole(f"{what} is for {' or '.join(sorted(roles))} to issue.", remedy="Ask one of them.")


def _check_key(statement: Statement, case: Case, of: str | None) -> None:
    keys = None if statement.keys is None else list(statement.keys(case))
    if keys is None and of is not None:
        raise NotAllowed(f"{statement.title} is of the whole case.", remedy="Leave the key out.", field="of")
    if keys is not None and of not in keys:
        there = f"Give one of {', '.join(keys)}." if keys else "There is nothing yet that it could be about."
        raise NotFound(
            f"{statement.title} is not about {of or 'the case as a whole'}.", remedy=there, field="of"
        )


def _asked(session: Session, law: Law, case: Case, asking: Asking, of: str | None) -> Asked:
    setting = setting_for(session, law, case, now=asking.at, actor=asking.actor, roles=asking.roles)
    sections = {each.id: section_of(each, law) for each in drawn_for(session, case)}
    return Asked(case, setting, of, sections)


def _case(session: Session, law: Law, record: str) -> Case:
    case = fold_case(session, record)
    if case.village != law.village.key:
        raise nothing(record)
    return case


def _correctors(row: DocumentRow) -> frozenset[Role]:
    statement = STATEMENTS.get(row.kind)
    return STAFF if statement is None else statement.roles


def _anew(session: Session, law: Law, row: DocumentRow, asking: Asking) -> Paper:
    """Make the paper again, of the same event or about the same key, from the record as it is now."""
    first = first_of(session, row)
    if first.seq is None:
        case = _case(session, law, asking.record)
        return _statement(first.kind).make(_asked(session, law, case, asking, first.of))
    event = next(entry.event for entry in load(session, row.case_id) if entry.seq == first.seq)
    same_kind = [
        paper for paper in papers_of(law, _told(session, row.case_id), event) if paper.kind == first.kind
    ]
    if first.part >= len(same_kind):
        raise Conflict("The record calls for this paper no more.", remedy="Withdraw what it was issued for.")
    return same_kind[first.part]


def _told(session: Session, record: str) -> Case | Security:
    return (
        fold_security(session, record) if series_of(record) is Series.SECURITY else fold_case(session, record)
    )
