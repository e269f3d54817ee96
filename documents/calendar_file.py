"""Writes a calendar as an iCalendar file (RFC 5545, RFC 7986): all-day events whose UIDs stay while their days move."""

from collections.abc import Iterable, Mapping
from datetime import date, datetime, timedelta
from typing import Final
from urllib.parse import quote

from icalendar import Calendar, Event

from documents.letter import Links
from documents.plain_line import one_line
from rules.values import Value

LOOK_AGAIN: Final = timedelta(hours=1)
_LONGEST: Final = 400


class Entry(Value):
    """One event: its key in its record, what, where and why, on which day, and which revision of it this is."""

    record: str
    village: str
    where: str
    key: str
    kind: str
    of: str | None
    due: date
    section: str | None
    explanation: str
    sequence: int
    changed_at: datetime
    gone: bool


def calendar_file(entries: Iterable[Entry], office: str, names: Mapping[str, str]) -> bytes:
    """Return the file; `office` is the address of the pages, `names` those of the villages by their keys.

    The same entries give the same bytes.
    """
    made = Calendar()
    made.add("prodid", "-//Abate//Agenda//EN")
    made.add("version", "2.0")
    made.add("calscale", "GREGORIAN")
    title = f"Abate: {', '.join(names.values())}" if names else "Abate"
    made.add("name", title)
    made.add("x-wr-calname", title)
    made.add("refresh-interval", LOOK_AGAIN, parameters={"VALUE": "DURATION"})
    made.add("x-published-ttl", "PT1H")  # what programs before RFC 7986 go by
    for entry in entries:
        made.add_component(_event(entry, office, names))
    content: bytes = made.to_ical()
    return content


def _event(entry: Entry, office: str, names: Mapping[str, str]) -> Event:
    made, page = Event(), Links(office, "").to(entry.record)
    made.add("uid", f"{entry.record}/{quote(entry.key, safe=':')}@abate")
    made.add("dtstamp", entry.changed_at)
    made.add("last-modified", entry.changed_at)
    made.add("sequence", entry.sequence)
    made.add("status", "CANCELLED" if entry.gone else "CONFIRMED")
    made.add("dtstart", entry.due)
    made.add("dtend", entry.due + timedelta(days=1))
    made.add("summary", _summary(entry))
    section = f" [{one_line(entry.section)}]" if entry.section else ""
    made.add("description", f"{one_line(entry.explanation, _LONGEST)}{section}\n{page}")
    made.add("url", page)
    made.add("categories", [one_line(names.get(entry.village, entry.village))])
    made.add("transp", "TRANSPARENT")
    made.add("class", "PRIVATE")
    return made


def _summary(entry: Entry) -> str:
    what = entry.kind.replace("_", " ")
    of = f" ({one_line(entry.of)})" if entry.of else ""
    where = f", {one_line(entry.where, 120)}" if entry.where else ""
    return f"{what[:1].upper()}{what[1:]}{of}: {entry.record}{where}"
