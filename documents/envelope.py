"""Puts a letter into a message: the headers a mail server and a reader's program go by.

The same mail makes the same message however often it is made, so that whoever receives it twice can tell.
"""

import hashlib
from datetime import datetime
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import EmailPolicy
from email.utils import format_datetime, parseaddr
from typing import Final, NamedTuple

from documents.letter import Letter


class Wire(EmailPolicy):
    """The wire's own form of a message; an address is left in one piece, which folding would encode past reading."""

    def fold_binary(self, name: str, value: str) -> bytes:
        """Return a header as it goes out."""
        if name in WHOLE:
            return f"{name}: {value}\r\n".encode("ascii")
        folded: bytes = super().fold_binary(name, value)
        return folded


WHOLE: Final = frozenset({"List-Unsubscribe", "Message-ID"})
WIRE: Final = Wire(linesep="\r\n")


class Stamp(NamedTuple):
    """From whom, to which address, when it was queued (aware UTC), under which id, and how to hear no more of it."""

    sender: str
    to: str
    queued_at: datetime
    message_id: str
    unsubscribe: str


def message_id(mail_id: str, sender: str) -> str:
    """Return the Message-ID of a mail: it follows from what is unique of it."""
    return f"<{mail_id}@{parseaddr(sender)[1].rpartition('@')[2]}>"


def seal(letter: Letter, stamp: Stamp) -> EmailMessage:
    """Return the message: multipart/alternative, text before HTML, in ASCII on the wire."""
    made = EmailMessage(policy=WIRE)
    name, address = parseaddr(stamp.sender)
    made["From"] = Address(name, addr_spec=address)
    made["To"] = Address(addr_spec=stamp.to)
    made["Subject"] = letter.subject
    made["Date"] = format_datetime(stamp.queued_at)
    made["Message-ID"] = stamp.message_id
    made["List-Unsubscribe"] = f"<{stamp.unsubscribe}>"
    if stamp.unsubscribe.startswith("https://"):  # RFC 8058: one click is for https alone
        made["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    made["Auto-Submitted"] = "auto-generated"  # RFC 3834: nobody's absence note answers it
    made.set_content(letter.text, cte="quoted-printable")
    made.add_alternative(letter.html, subtype="html", cte="quoted-printable")
    made.set_boundary(f"=_{hashlib.sha256(stamp.message_id.encode()).hexdigest()[:32]}")
    return made
