"""What travels between workflows and activities of the reminders: plain frozen values, fields only ever added."""

from datetime import datetime
from typing import Final

from rules.values import Value

MAIL: Final = "mail"
"""The kind of a follow-up: something was put into the outbox."""


class DigestOrder(Value):
    """Put this morning's digests of a village into the outbox; `at` is filled in by the workflow."""

    village: str
    at: datetime | None = None


class DigestResult(Value):
    """How many digests were put into the outbox; those of today that were there already are not counted."""

    village: str
    queued: int


class MailRun(Value):
    """What one run over the outbox did, and when it is to be looked at again: None, once something is put into it."""

    sent: int = 0
    refused: int = 0
    later: int = 0
    next_at: datetime | None = None
