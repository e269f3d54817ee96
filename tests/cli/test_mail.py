"""How it stands with the mails, at the command line: counted by state, and what met with trouble by name."""

import pytest
from sqlalchemy import Engine, delete, select
from sqlmodel import col

from activities.outbox import put_digest
from activities.users import add_user, seed
from documents.letter import DigestFacts
from models.mail import MailRow
from models.session import write
from rules.values import Role
from runtime.clock import now
from tests.cli.terminal import Said, here


@pytest.fixture
def engine(sqlite_engine: Engine) -> Engine:
    """Give a database with a mail that was refused and one that waits, in Webster, and one in Williamsville."""
    seed(sqlite_engine)
    add_user(sqlite_engine, "wes", {"williamsville": [Role.OFFICER]})
    with write(sqlite_engine) as session:
        for user, village in (("officer", "webster"), ("clerk", "webster"), ("wes", "williamsville")):
            facts = DigestFacts(village=village, day=now().date(), piles=())
            put_digest(session, village, user, facts, at=now(), until=now())
        row = session.scalars(select(MailRow).where(col(MailRow.user) == "clerk")).one()
        row.state, row.trouble = "refused", "550 no such user"
    return sqlite_engine


def ask(capsys: pytest.CaptureFixture[str], engine: Engine, *more: str) -> Said:
    folder = str(engine.url.database).removesuffix("/abate.db")
    return here(capsys, "mail", "status", "--data", folder, *more)


def test_the_mails_are_counted_and_what_met_with_trouble_is_named(
    capsys: pytest.CaptureFixture[str], engine: Engine
) -> None:
    said = ask(capsys, engine, "--json").json

    assert {state: number for state, number in said["mails"].items() if number} == {"queued": 2, "refused": 1}
    assert [(each["user"], each["trouble"]) for each in said["trouble"]] == [("clerk", "550 no such user")]


def test_it_is_told_in_words(capsys: pytest.CaptureFixture[str], engine: Engine) -> None:
    said = ask(capsys, engine).out

    assert "2 queued, 1 refused." in said
    assert "550 no such user" in said


def test_before_the_first_mail_it_says_what_none_may_be_for(
    capsys: pytest.CaptureFixture[str], engine: Engine
) -> None:
    with write(engine) as session:
        session.execute(delete(MailRow))

    assert ask(capsys, engine).out == "No mail yet; where ABATE_SMTP_URL is not set, none is sent.\n"


def test_nobody_counts_the_mails_of_another_village(
    capsys: pytest.CaptureFixture[str], engine: Engine
) -> None:
    said = ask(capsys, engine, "--json", "--as", "wes").json

    assert said["mails"]["queued"] == 1
    assert said["trouble"] == []
