"""How values are written for people: days, instants, money, names of things; the filters of the templates."""

import re
from collections.abc import Callable
from datetime import date, datetime
from decimal import Decimal
from functools import lru_cache
from typing import Any, Final
from zoneinfo import ZoneInfo

from markupsafe import Markup, escape

from rules.calendar import say
from rules.values import either

DAYS_KEPT: Final = 4_096
KEY: Final = re.compile(r"[a-z]\d+\b")  # of a respondent, a violation, a count, a draw: r1, v2, c3, d4


def plain(name: str) -> str:
    """Return a key of ours as words: `under_appeal` is "under appeal", `serve-notice` is "serve notice"."""
    return name.replace("_", " ").replace("-", " ")


def unscored(text: str) -> str:
    """Return a sentence of ours without the underscores of the names in it."""
    return text.replace("_", " ")


def title(name: str) -> str:
    """Return a key of ours as a title: `serve-notice` is "Serve notice"."""
    words = plain(name)
    return words[:1].upper() + words[1:]


def money(amount: Decimal | int | None) -> str:
    """Return a sum as people write it; None is a maximum that the text does not state."""
    if amount is None:
        return "no maximum stated"
    return f"{'-' if amount < 0 else ''}${abs(amount):,.2f}".removesuffix(".00")


@lru_cache(DAYS_KEPT)  # a page tells the same few days over and over
def day(on: date | None, empty: str = "—") -> Markup | str:
    """Return a legal day in a <time>: ISO for programs, words for people."""
    return empty if on is None else Markup('<time datetime="{}">{}</time>').format(on.isoformat(), say(on))


def instant(at: datetime | None, zone: str = "UTC", empty: str = "—") -> Markup | str:
    """Return an instant in a <time>, told in a zone."""
    if at is None:
        return empty
    local = at.astimezone(ZoneInfo(zone))
    return Markup('<time datetime="{}">{} {}</time>').format(
        at.isoformat(timespec="seconds"), say(local.date()), local.strftime("%H:%M")
    )


def count(number: int, one: str, many: str | None = None) -> str:
    """Return a number with its noun: "1 case", "12 cases"."""
    return f"{number:,} {one if number == 1 else many or f'{one}s'}"


def sentence(text: str) -> str:
    """Return words with a capital letter and a full stop; a key such as `d2` begins as it is written."""
    text = text.strip()
    text = text if KEY.match(text) else text[:1].upper() + text[1:]
    return text if text.endswith((".", "?", "!", "…")) else f"{text}."


def shown(value: Any) -> Markup | str:
    """Return any value of an event or a view as people read it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, date) and not isinstance(value, datetime):
        return day(value)
    if isinstance(value, Decimal):
        return money(value)
    if isinstance(value, dict):
        pairs = ((plain(str(key)), shown(each)) for key, each in value.items() if each is not None)
        return Markup("; ").join(Markup("{}: {}").format(*pair) for pair in pairs)
    if isinstance(value, list | tuple):
        return Markup(", ").join(shown(each) for each in value)
    return "" if value is None else escape(value)


FILTERS: Final[dict[str, Callable[..., Any]]] = {
    "plain": plain,
    "title_of": title,
    "money": money,
    "day": day,
    "instant": instant,
    "count_of": count,
    "either": either,
    "sentence": sentence,
    "shown": shown,
}
