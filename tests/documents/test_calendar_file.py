"""The calendar as a file: read back by a parser of the format, folded and escaped, the same bytes each time."""

from datetime import UTC, date, datetime
from typing import Any

from icalendar import Calendar

from documents.calendar_file import Entry, calendar_file

OFFICE = "https://abate.test"
NAMES = {"webster": "Village of Webster"}


def entry(**changed: Any) -> Entry:
    usual: dict[str, Any] = {
        "record": "webster-2026-0003",
        "village": "webster",
        "where": "41 Elm St",
        "key": "hearing:Zoning Board",
        "kind": "hearing",
        "of": "Zoning Board",
        "due": date(2026, 6, 4),
        "section": "§ 130-28",
        "explanation": "hearing of the appeal",
        "sequence": 7,
        "changed_at": datetime(2026, 6, 1, 17, tzinfo=UTC),
        "gone": False,
    }
    return Entry(**usual | changed)


def read(*entries: Entry) -> list[Any]:
    return list(Calendar.from_ical(calendar_file(entries, OFFICE, NAMES)).walk("VEVENT"))


def test_an_entry_is_a_day_with_its_uid_revision_and_page() -> None:
    (event,) = read(entry())

    assert event["UID"] == "webster-2026-0003/hearing:Zoning%20Board@abate"
    assert (event["DTSTART"].dt, event["DTEND"].dt) == (date(2026, 6, 4), date(2026, 6, 5))
    assert event["DTSTART"].params["VALUE"] == "DATE"
    assert (event["SEQUENCE"], event["STATUS"]) == (7, "CONFIRMED")
    assert event["LAST-MODIFIED"].dt == event["DTSTAMP"].dt == datetime(2026, 6, 1, 17, tzinfo=UTC)
    assert event["SUMMARY"] == "Hearing (Zoning Board): webster-2026-0003, 41 Elm St"
    assert event["DESCRIPTION"] == f"hearing of the appeal [§ 130-28]\n{event['URL']}"
    assert event["URL"] == f"{OFFICE}/cases/webster-2026-0003"


def test_what_has_left_the_agenda_is_canceled_under_the_same_uid() -> None:
    before, after = read(entry())[0], read(entry(gone=True, sequence=8))[0]

    assert before["UID"] == after["UID"]
    assert (after["STATUS"], after["SEQUENCE"]) == ("CANCELLED", 8)


def test_a_security_leads_to_its_own_page() -> None:
    assert read(entry(record="webster-S-2026-0001"))[0]["URL"] == f"{OFFICE}/securities/webster-S-2026-0001"


def test_the_calendar_says_what_it_is_and_when_to_look_again() -> None:
    made = Calendar.from_ical(calendar_file([], OFFICE, NAMES))
    lines = calendar_file([], OFFICE, NAMES).decode().splitlines()

    assert made["PRODID"] == "-//Abate//Agenda//EN"
    assert made["X-WR-CALNAME"] == "Abate: Village of Webster"
    assert "REFRESH-INTERVAL;VALUE=DURATION:PT1H" in lines
    assert "X-PUBLISHED-TTL:PT1H" in lines


def test_hostile_text_stays_in_its_line() -> None:
    nasty = 'é; "x", \\ 12345\r\nEND:VEVENT\r\nשלום \u202e' + "long " * 60

    content = calendar_file([entry(where=nasty, explanation=nasty)], OFFICE, NAMES)
    (event,) = Calendar.from_ical(content).walk("VEVENT")

    assert all(len(line) <= 75 for line in content.split(b"\r\n"))
    assert not any(line == b"END:VEVENT" for line in content.split(b"\r\n")[:-3])
    assert 'é; "x", \\ 12345 END:VEVENT שלום long' in str(event["SUMMARY"])
    assert "\u202e" not in content.decode()


def test_the_same_entries_give_the_same_bytes() -> None:
    assert calendar_file([entry()], OFFICE, NAMES) == calendar_file([entry()], OFFICE, NAMES)
