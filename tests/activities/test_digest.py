"""The morning's digest: what is on the desk, for whom something is there, once a day."""

from datetime import datetime, timedelta

import pytest
from sqlalchemy import Engine, select
from sqlmodel import col

from activities.digest import Digests
from activities.mail_messages import DigestOrder
from activities.outbox import KEPT
from activities.reminders import choose
from documents.letter import DigestFacts, Line
from models.mail import MailRow
from models.session import read, write
from queries.desk import Place, desk
from rules.reminders import MailKind, MailState
from rules.values import Role
from tests.activities.support import ROLES, Town, noon
from tests.post_office import post_office


@pytest.fixture
def town(engine: Engine) -> Town:
    """Give a town whose people all have an address."""
    town = Town(engine)
    for role in ROLES:
        choose(engine, role, f"{role}@webster.test", ())
    return town


def write_them(town: Town, day: str | datetime = "2026-06-01", *, sends_mail: bool = True) -> int:
    at = noon(day) if isinstance(day, str) else day
    digests = Digests(town.engine, sends_mail=sends_mail)
    return digests.write_digests(DigestOrder(village="webster", at=at)).queued


def facts(town: Town) -> dict[str, DigestFacts]:
    with read(town.engine) as session:
        rows = session.scalars(select(MailRow).where(col(MailRow.kind) == MailKind.DIGEST.value))
        return {row.user: DigestFacts.model_validate_json(row.facts) for row in rows}


def test_a_digest_tells_what_stands_on_the_desk(town: Town) -> None:
    for remedy_by in ("2026-05-29", "2026-06-01", "2026-06-04", "2026-07-30"):
        town.open(observed_on="2026-05-01", remedy_by=remedy_by)

    write_them(town)

    place = Place(today=noon("2026-06-01").date(), roles=frozenset({Role.OFFICER}))
    with read(town.engine) as session:
        heaps = desk(session, {"webster": place})
    told = facts(town)["officer"]
    assert [pile.title for pile in told.piles] == ["Overdue", "Due today", "Due in the next seven days"]
    assert [line.record for pile in told.piles for line in pile.lines] == [
        task.record for heap in heaps.values() for task in heap.tasks
    ]
    assert told.piles[1].lines[0] == Line(
        record="webster-2026-0002",
        where="41 Elm St",
        what="remedy date",
        of="v1",
        due=noon("2026-06-01").date(),
        section="§ 130-28C(4)",
        explanation="v1 is to be remedied by Mon 1 Jun 2026",
    )


def test_for_whom_nothing_is_due_there_is_none(town: Town) -> None:
    town.open(remedy_by="2026-06-04")

    queued = write_them(town)

    assert set(facts(town)) == {"officer", "viewer"}
    assert queued == 2


def test_what_only_waits_is_told_too(town: Town) -> None:
    case, security = town.worked(), town.post()
    town.act(security, "request-draw", actor="clerk", case_=case, amount=60, on="2026-06-01", reason="x")

    write_them(town, "2026-06-20")

    assert "draw approval" in [line.what for pile in facts(town)["attorney"].piles for line in pile.lines]


def test_there_is_one_a_day_however_often_it_is_asked_for(town: Town) -> None:
    town.open(remedy_by="2026-06-01")

    queued = [write_them(town), write_them(town), write_them(town, noon("2026-06-01") + timedelta(hours=9))]
    tomorrow = write_them(town, "2026-06-02")

    assert (queued, tomorrow) == ([2, 0, 0], 2)


def test_without_a_mail_server_there_is_none(town: Town) -> None:
    town.open(remedy_by="2026-06-01")

    assert write_them(town, sends_mail=False) == 0
    assert facts(town) == {}


def test_who_does_not_want_it_and_who_is_of_another_village_has_none(town: Town) -> None:
    town.open("williamsville", remedy_by="2026-06-01")
    town.open(remedy_by="2026-06-01")
    choose(town.engine, "officer", "officer@webster.test", [MailKind.DIGEST])

    write_them(town)

    assert set(facts(town)) == {"viewer"}
    assert {line.record for pile in facts(town)["viewer"].piles for line in pile.lines} == {
        "webster-2026-0001"
    }


def test_mails_settled_long_ago_are_forgotten(town: Town) -> None:
    town.open(remedy_by="2026-06-01")
    write_them(town)
    with write(town.engine) as session:
        for row in session.scalars(select(MailRow)):
            row.state, row.settled_at = MailState.SENT.value, noon("2026-06-01")

    write_them(town, noon("2026-06-01") + KEPT + timedelta(days=1))

    with read(town.engine) as session:
        assert {row.event for row in session.scalars(select(MailRow))} == {"2026-08-31"}


async def test_other_peoples_words_do_no_harm_in_a_mail(town: Town) -> None:
    street = 'Ünter "den" <b>Linden</b> & Söhne שלום\u202e\r\nBcc: all@x.test'
    town.open(remedy_by="2026-06-01", where={"address": street})
    write_them(town)

    async with post_office(town.engine) as office:
        office.clock.ahead = noon("2026-06-01") - office.clock()
        await office.send()

    mail = office.inbox.mails[0]
    text, html = (part.get_content() for part in mail.iter_parts())
    assert mail["Subject"] == "Village of Webster, Mon 1 Jun 2026: 1 due today"
    assert mail["Bcc"] is None
    assert 'Ünter "den" <b>Linden</b> & Söhne שלום Bcc: all@x.test' in text
    assert "Ünter &#34;den&#34; &lt;b&gt;Linden&lt;/b&gt; &amp; Söhne שלום Bcc" in html
    assert "\u202e" not in text + html
