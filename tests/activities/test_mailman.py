"""The outbox is emptied through a real SMTP server that fails on the way: each mail arrives, and once."""

import asyncio
import sys
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, select
from sqlmodel import col

from activities import mailman
from activities.accounts import take_role
from activities.mail_claim import GIVE_UP, LEASE, claim, settle
from activities.outbox import put_digest
from activities.reminders import choose, unsubscribe
from activities.smtp import Fate, Outcome
from documents.letter import DigestFacts, Line, Pile
from models.mail import MailRow
from models.session import DatabaseUnreachable, read, write
from rules.reminders import MailKind
from rules.values import Role
from tests.activities.support import ROLES, Town
from tests.post_office import DROP, HOLD, KEPT_AND_DROP, PostOffice, post_office
from tests.workflows.until import until

TOMORROW = timedelta(days=1)
ROOT = Path(__file__).parents[2]


@pytest.fixture
async def office(engine: Engine) -> AsyncIterator[PostOffice]:
    Town(engine)
    for role in ROLES:
        choose(engine, role, f"{role}@webster.test", ())
    async with post_office(engine) as found:
        yield found


def put(office: PostOffice, *people: str, until: timedelta = 30 * TOMORROW, day: int = 1) -> None:
    """Put a digest of two due dates into the outbox for each."""
    at = office.clock()
    line = Line(
        record="webster-2026-0001", where="41 Elm St", what="remedy date", of="v1", due=date(2026, 6, day),
        section="§ 130-28C(4)", explanation="v1 is to be remedied",
    )  # fmt: skip
    pile = Pile(title="Overdue", count=1, tally="1", lines=(line,))
    facts = DigestFacts(village="Webster", day=line.due, piles=(pile,))
    with write(office.engine) as session:
        for user in people:
            put_digest(session, "webster", user, facts, at=at, until=at + until)


def states(office: PostOffice) -> dict[str, tuple[str, int]]:
    with read(office.engine) as session:
        return {row.user: (row.state, row.attempts) for row in session.scalars(select(MailRow))}


def troubles(office: PostOffice) -> list[str | None]:
    with read(office.engine) as session:
        return list(session.scalars(select(col(MailRow.trouble)).order_by(col(MailRow.user))))


async def test_each_is_sent_once_and_what_it_told_is_kept_no_longer(office: PostOffice) -> None:
    put(office, *ROLES)

    first, again = await office.send(), await office.send()

    assert (first.sent, again.sent) == (4, 0)
    assert [to for to, _ in office.inbox.told] == sorted(f"{role}@webster.test" for role in ROLES)
    assert set(states(office).values()) == {("sent", 1)}
    with read(office.engine) as session:
        rows = session.scalars(select(MailRow)).all()
    assert {row.message_id for row in rows} == set(office.inbox.ids)
    assert {row.facts for row in rows} == {""}


@pytest.mark.parametrize(
    "plan",
    [
        pytest.param({"at_data": ["451 try later"]}, id="451 after the message"),
        pytest.param({"at_rcpt": ["450 greylisted", "451 still"]}, id="greylisted twice"),
        pytest.param({"at_rcpt": ["421 closing"]}, id="421 at the recipient"),
        pytest.param({"at_data": ["421 closing"]}, id="421 after the message"),
        pytest.param({"at_data": [DROP, DROP]}, id="dropped after the message, twice"),
        pytest.param({"at_data": ["250 OK", DROP, "451 later"]}, id="the second dropped, then later"),
    ],
)
async def test_after_trouble_on_the_way_each_has_arrived_exactly_once(
    office: PostOffice, plan: dict[str, list[str]]
) -> None:
    put(office, "officer", "attorney", "clerk")
    office.inbox.at_data, office.inbox.at_rcpt = [*plan.get("at_data", ())], [*plan.get("at_rcpt", ())]

    runs = await office.send_until_nothing_waits()

    assert len(office.inbox.mails) == len(set(office.inbox.ids)) == 3
    assert {state for state, _ in states(office).values()} == {"sent"}
    assert len(runs) > 1


async def test_what_a_server_took_without_saying_so_comes_again_under_the_same_id(office: PostOffice) -> None:
    put(office, "clerk")
    office.inbox.at_data = [KEPT_AND_DROP]

    await office.send_until_nothing_waits()

    first, second = office.inbox.mails
    assert first["Message-ID"] == second["Message-ID"]
    assert first.as_bytes() == second.as_bytes()


async def test_a_recipient_who_is_refused_is_noted_and_not_tried_again(office: PostOffice) -> None:
    put(office, "clerk", "officer")
    office.inbox.at_rcpt = ["550 5.1.1 no such user"]

    await office.send_until_nothing_waits()

    assert sorted(states(office).values()) == [("refused", 1), ("sent", 1)]
    assert "550" in (next(filter(None, troubles(office))) or "")
    assert len(office.inbox.mails) == 1


async def test_a_server_that_is_not_there_is_tried_ever_more_seldom_and_given_up_after_days(
    office: PostOffice,
) -> None:
    put(office, "clerk")
    nobody = replace(office.post, server=replace(office.post.server, port=1))
    away, pauses = replace(office, post=nobody), []

    for _ in range(9):
        run = await away.send()
        assert run.next_at is not None
        pauses.append(round((run.next_at - office.clock()) / timedelta(minutes=1)))
        office.clock.ahead += run.next_at - office.clock()
    office.clock.ahead += GIVE_UP
    last = await away.send()

    assert pauses == [1, 2, 4, 8, 16, 32, 60, 60, 60]
    assert (last.next_at, states(office)["clerk"]) == (None, ("given_up", 10))
    assert office.inbox.mails == []


async def test_a_server_at_fault_is_not_asked_for_each_mail(office: PostOffice) -> None:
    put(office, *ROLES)
    office.inbox.at_rcpt = ["421 busy"] * 9

    run = await office.send()

    assert (run.later, len(office.inbox.at_rcpt)) == (1, 8)


async def test_two_mailmen_at_once_send_each_mail_once(office: PostOffice) -> None:
    for day in range(1, 11):
        put(office, *ROLES, day=day)

    runs = await asyncio.gather(*(office.send() for _ in range(3)))

    assert sum(run.sent for run in runs) == 40
    assert len(office.inbox.ids) == len(set(office.inbox.ids)) == 40


async def test_processes_that_send_at_once_and_one_of_which_is_killed_send_each_mail_once(
    office: PostOffice,
) -> None:
    for day in range(1, 6):
        put(office, *ROLES, day=day)
    office.inbox.at_data = ["250 OK", HOLD]

    senders = [await _sender(office) for _ in range(2)]
    async with asyncio.timeout(40):
        await office.inbox.held.wait()
        await until(lambda: [each.returncode for each in senders].count(0) == 1, within=30)
    (held,) = [each for each in senders if each.returncode is None]
    held.kill()
    for each in senders:
        await each.communicate()
    office.clock.ahead += LEASE
    last = await office.send()

    assert last.sent == 1
    assert len(office.inbox.ids) == len(set(office.inbox.ids)) == 20
    assert {state for state, _ in states(office).values()} == {"sent"}


async def _sender(office: PostOffice) -> asyncio.subprocess.Process:
    url = office.engine.url.render_as_string(hide_password=False)
    tokens = ("-m", "tests.activities.mailman_process", url, str(office.inbox.port))
    pipe = asyncio.subprocess.PIPE
    return await asyncio.create_subprocess_exec(sys.executable, *tokens, cwd=ROOT, stdout=pipe, stderr=pipe)


async def test_what_a_sender_left_behind_is_taken_over_when_its_claim_has_run_out(office: PostOffice) -> None:
    put(office, "clerk")
    lost = claim(office.engine, office.clock())
    assert lost is not None

    before = await office.send()
    office.clock.ahead += LEASE
    after = await office.send()
    late = settle(office.engine, lost, Outcome(Fate.LATER, "too late"), "<x@y>", office.clock())

    assert (before.sent, after.sent, late) == (0, 1, None)
    assert before.next_at is not None
    assert states(office)["clerk"] == ("sent", 2)


async def test_a_database_away_for_a_moment_does_not_make_a_mail_go_twice(
    office: PostOffice, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(office, "clerk")
    away = iter([DatabaseUnreachable("there", "restarting")])

    def settled(*told: Any) -> Any:
        for error in away:
            raise error
        return settle(*told)

    monkeypatch.setattr(mailman, "settle", settled)
    await office.send_until_nothing_waits()

    assert len(office.inbox.mails) == 1
    assert states(office)["clerk"] == ("sent", 1)


async def test_what_is_given_up_does_not_leave_the_others_waiting(office: PostOffice) -> None:
    put(office, "attorney", "clerk")
    office.clock.ahead = GIVE_UP
    put(office, "officer", day=2)
    office.inbox.at_rcpt = ["421 busy", "421 busy"]

    await office.send_until_nothing_waits()

    assert sorted(state for state, _ in states(office).values()) == ["given_up", "given_up", "sent"]


async def test_a_digest_of_yesterday_is_not_sent(office: PostOffice) -> None:
    put(office, "clerk", until=timedelta(hours=3))
    office.clock.ahead = timedelta(hours=4)

    await office.send_until_nothing_waits()

    assert office.inbox.mails == []
    assert states(office)["clerk"] == ("dropped", 0)


async def test_who_has_left_or_unsubscribed_or_has_no_address_since_is_not_sent_it(
    office: PostOffice,
) -> None:
    put(office, *ROLES)
    take_role(office.engine, "officer", "webster", Role.OFFICER)
    choose(office.engine, "clerk", "", ())
    unsubscribe(office.engine, "viewer", MailKind.DIGEST)

    await office.send_until_nothing_waits()

    assert [to for to, _ in office.inbox.told] == ["attorney@webster.test"]


async def test_a_mail_goes_to_the_address_of_today(office: PostOffice) -> None:
    put(office, "clerk")
    choose(office.engine, "clerk", "elsewhere@webster.test", ())

    await office.send()

    assert [to for to, _ in office.inbox.told] == ["elsewhere@webster.test"]


async def test_a_mail_that_cannot_be_written_does_not_keep_the_others(office: PostOffice) -> None:
    put(office, "attorney", "clerk")
    with write(office.engine) as session:
        row = session.scalars(select(MailRow).where(col(MailRow.user) == "attorney")).one()
        row.facts = "{}"

    run = await office.send()

    assert (run.sent, run.later) == (1, 1)
    assert states(office)["attorney"] == ("queued", 1)


async def test_a_message_says_how_to_hear_no_more_and_that_nobody_is_to_answer(office: PostOffice) -> None:
    put(office, "clerk")

    await office.send()

    (mail,) = office.inbox.mails
    assert mail["List-Unsubscribe"].startswith("<https://abate.test/unsubscribe/")
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert mail["Auto-Submitted"] == "auto-generated"
    assert mail.get_content_type() == "multipart/alternative"
    assert [part.get_content_type() for part in mail.iter_parts()] == ["text/plain", "text/html"]
    assert all(
        "https://abate.test/cases/webster-2026-0001" in part.get_content() for part in mail.iter_parts()
    )
