"""What goes to the terminal: on stdout one JSON document or words for people, on stderr what went wrong.

Money is a number of dollars: whole where it is whole, else with its cents.
"""

import json
import sys
from collections.abc import Iterable, Sequence
from datetime import date, datetime
from decimal import Decimal
from functools import cache
from typing import Any

from pydantic import BaseModel
from rich.console import Console
from rich.table import Table
from rich.text import Text

# Names and notes are other people's words: none of them moves the cursor or rings the bell.
_CONTROLS = dict.fromkeys([*range(9), *range(11, 32), *range(127, 160)])
_WIDE = 200  # what is read by a program or kept in a file is not folded at eighty columns


def document(value: Any) -> None:
    """Print one JSON document on stdout."""
    print(json.dumps(jsonable(value), ensure_ascii=False, indent=2))  # noqa: T201  what stdout is for


def sentence(text: str) -> None:
    """Print words on stdout."""
    out().print(_plain(text), soft_wrap=True)


def heading(text: str) -> None:
    """Print a heading on stdout."""
    out().print(Text("\n").append(_plain(text, style="bold")), soft_wrap=True)


def trouble(text: str) -> None:
    """Print what went wrong, or what someone should know, on stderr, as one line."""
    err().print(
        Text("abate: ", style="bold").append(_plain(" ".join(text.split()), style="not bold")), soft_wrap=True
    )


def result(done: Any, said: str, *, as_document: bool) -> None:
    """Print what a command did: a document where one was asked for or no person reads along, else a sentence."""
    if as_document or not sys.stdout.isatty():
        document(done)
    else:
        sentence(said)


def table(columns: Sequence[str], rows: Iterable[Sequence[Any]], *, bare: bool = False) -> None:
    """Print a table; empty cells for None, no line of names where it is `bare`."""
    drawn = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), show_header=not bare)
    for name in columns:
        drawn.add_column(name, overflow="fold")
    for row in rows:
        drawn.add_row(*("" if cell is None else _plain(words(cell)) for cell in row))
    out().print(drawn)


def words(value: Any) -> str:
    """Return a value as people read it: dates in ISO form, money with its sign."""
    if isinstance(value, Decimal):
        return dollars(value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def dollars(amount: Decimal | None) -> str:
    """Return a sum as people write it; None is a maximum that the text does not state."""
    if amount is None:
        return "no maximum stated"
    return f"{'-' if amount < 0 else ''}${abs(amount):,.2f}".removesuffix(".00")


def signed(amount: Decimal) -> str:
    """Return a change of a balance as people write it: +$40, -$6,000."""
    return dollars(amount) if amount < 0 else f"+{dollars(amount)}"


def jsonable(value: Any) -> Any:
    """Return a value in its JSON form."""
    if isinstance(value, BaseModel):
        return {name: jsonable(each) for name, each in value}
    if isinstance(value, dict):
        return {str(name): jsonable(each) for name, each in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [jsonable(each) for each in value]
    if isinstance(value, Decimal):
        return int(value) if value == value.to_integral_value() else float(round(value, 2))
    if isinstance(value, date | datetime):
        return value.isoformat()
    return value


def _plain(text: str, style: str = "") -> Text:
    return Text(text.translate(_CONTROLS), style=style)


@cache
def out() -> Console:
    """Return the console of stdout."""
    return _console(stderr=False)


@cache
def err() -> Console:
    """Return the console of stderr."""
    return _console(stderr=True)


def _console(*, stderr: bool) -> Console:
    stream = sys.stderr if stderr else sys.stdout
    return Console(stderr=stderr, highlight=False, emoji=False, width=None if stream.isatty() else _WIDE)
