"""How long things may take, how often they are tried, and what they are called, each with its reason."""

from datetime import timedelta
from typing import Final

from temporalio.common import RetryPolicy, SearchAttributeKey, SearchAttributePair, TypedSearchAttributes

from rules.series import number_of, series_of

TASK_QUEUE: Final = "abate"
"""One queue for everything: a village's traffic needs no second one, and one is simpler to watch."""

VILLAGE: Final = SearchAttributeKey.for_keyword("Village")
PHASE: Final = SearchAttributeKey.for_keyword("Phase")
NEXT_DUE: Final = SearchAttributeKey.for_datetime("NextDue")
"""Midnight UTC of the legal day: the day itself reads off it, whatever the village's zone."""

RECORD_ATTEMPT: Final = timedelta(seconds=10)
"""One transaction takes milliseconds. What is longer than this was on a worker that died, which shows only when
the attempt's time is up; and an attempt given up too early still commits, and the next one finds its work done."""

RECORD_RETRY: Final = RetryPolicy(
    initial_interval=timedelta(milliseconds=250),
    backoff_coefficient=2.0,
    maximum_interval=timedelta(seconds=30),
    maximum_attempts=0,
)
"""For ever: a command taken is carried out once the database is back, at most half a minute later."""

PAPERS_ATTEMPT: Final = timedelta(minutes=2)
"""A paper takes hundredths of a second; a record that was moved here may be owed a hundred of them."""

PAPERS_RETRY: Final = RetryPolicy(
    initial_interval=timedelta(seconds=1),
    backoff_coefficient=3.0,
    maximum_interval=timedelta(minutes=10),
    maximum_attempts=8,
)
"""About an hour. What cannot be set then waits for a person or for the audit, and holds up no other errand."""

MAIL: Final = "mail"
"""The one workflow that empties the outbox of an installation."""

MAIL_HEARTBEAT: Final = timedelta(minutes=5)
"""One mail takes two minutes at most, and reports when it is done."""

DIGEST_ATTEMPT: Final = timedelta(minutes=10)
"""A desk takes hundredths of a second, and a village has a dozen people."""

DIGEST_LIMIT: Final = timedelta(hours=12)
"""A morning's digest is of no use at night."""

SWEEP_ATTEMPT: Final = timedelta(hours=6)
"""A run over all cases; it heartbeats, so an attempt that died is noticed long before."""

SWEEP_HEARTBEAT: Final = timedelta(minutes=2)
"""A page takes seconds; two minutes leave room for a database under load."""

SWEEP_RETRY: Final = RetryPolicy(
    initial_interval=timedelta(seconds=1), backoff_coefficient=2.0, maximum_interval=timedelta(minutes=5)
)
"""For ever, too: what is written once is skipped, so a later attempt goes on where the former ended."""

POKES_AT_ONCE: Final = 200
"""The engine takes 2,000 signals under way from one run."""

NAMED: Final = 1000
"""Cases an audit names in its answer: one message holds 2 MiB."""

REMEMBERED: Final = 64
"""Answers a case carries along by op_id. More than can be in flight (10); older ones are found in SQL."""

SETTLE: Final = timedelta(milliseconds=1)
"""A pause before a run ends: an update that completes with it could be applied twice (temporal#6375)."""

DOOR_LIMIT: Final = timedelta(seconds=12)
"""What a person waits for an answer before being told why there is none."""

SUMMARY_BYTES: Final = 180
"""The engine refuses summaries of more than 200 bytes or so (its default limit is 400)."""


def workflow_id(record: str, village: str) -> str:
    """Name the workflow of a case or a security: case/webster/2026-0001, security/webster/2026-0001."""
    return f"{series_of(record)}/{village}/{number_of(record, village)}"


def village_attribute(village: str) -> TypedSearchAttributes:
    """Name the village a workflow belongs to, from its first moment on."""
    return TypedSearchAttributes([SearchAttributePair(VILLAGE, village)])


def short(words: str) -> str:
    """Cut a sentence to what a summary in the engine may hold."""
    data = words.encode()
    return words if len(data) <= SUMMARY_BYTES else data[: SUMMARY_BYTES - 3].decode(errors="ignore") + "…"
