"""Every activity there is, bound to one database."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from sqlalchemy import Engine

from activities.accrual import Accruals
from activities.audit import Audits
from activities.digest import Digests
from activities.interpretations import Interpretations
from activities.mailman import Mailman
from activities.papers import Papers
from activities.post import Post
from activities.record import Records


def every_activity(
    engine: Engine, ordinances: Path | None = None, post: Post | None = None
) -> list[Callable[..., Any]]:
    """Return what a worker carries out; `ordinances` is a folder of laws beside our own.

    `post` is what mails are sent with; without it none is, and none is put into the outbox.
    """
    sends_mail = post is not None
    digests, mailman = Digests(engine, ordinances, sends_mail=sends_mail), Mailman(engine, post)
    records, papers, accruals, audits, decisions = (
        Records(engine, ordinances, sends_mail=sends_mail),
        Papers(engine, ordinances),
        Accruals(engine, ordinances),
        Audits(engine, ordinances),
        Interpretations(engine, ordinances),
    )
    return [
        records.record,
        records.load,
        papers.issue_papers,
        accruals.date_offenses,
        audits.audit,
        audits.open_cases,
        decisions.record_decision,
        decisions.revise,
        digests.write_digests,
        mailman.send_mail,
    ]
