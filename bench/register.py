"""A register of cases with 50 offenses each, written in bulk: one life of a case by the rules, many times over.

Each case has events of its own, sealed in a chain, so that its page can be shown; rows are those of the projection.
One more case, the oldest, has gone on for five years.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from datetime import UTC, date, datetime, timedelta
from typing import Any, Final

from sqlalchemy import Date, Engine, Select, func, insert, literal, select, text, true, union_all

from activities.rows import Footing, projection
from models.case import CaseRow
from models.case_number import CaseNumberRow
from models.event import EventRow
from models.offense import OffenseRow
from models.party import PartyRow
from models.session import write
from ordinances.load import load_law
from queries.chain import GENESIS, canonical, seal
from queries.tables import table
from rules import engine as rules
from rules.acts import Setting
from rules.case import Case
from rules.commands import COMMANDS, OpenCase
from rules.events import Event
from rules.searching import normal
from rules.values import Role

CASES: Final = 10_000
"""As many as `make bench` makes where it is not told otherwise; the target is set for 100,000."""
CHUNK: Final = 2_000
OFFENSES: Final = 50
TODAY: Final = datetime(2026, 6, 1, 15, tzinfo=UTC)
STREETS: Final = ("Elm Street", "Oak Lane", "Main Street", "Ash Road", "Lakeshore Drive", "Mill Road")
FIVE_YEARS: Final = "webster-2021-000001"
FIVE_YEARS_AGO: Final = date(2021, 6, 1)
LIVES: Final = 60  # so many remedy dates, that they are spread
Rows = dict[Any, list[dict[str, Any]]]
Life = tuple[tuple[Event, ...], Mapping[Any, list[dict[str, Any]]]]


def newest(cases: int) -> str:
    """Return the number of the newest case of a register."""
    return f"webster-2026-{cases:06}"


def fill(engine: Engine, cases: int = CASES) -> int:
    """Write the register; return how many offenses there are."""
    today = TODAY.date()
    lives = [
        _life(today - timedelta(days=OFFENSES), today + timedelta(days=number - 3)) for number in range(LIVES)
    ]
    for start in range(1, cases + 1, CHUNK):
        rows: Rows = defaultdict(list)
        for number in range(start, min(start + CHUNK, cases + 1)):
            _write_case(rows, number, newest(number), lives[number % LIVES])
        _insert(engine, rows)
    of_many = _write_offenses(engine, lives[0][1][OffenseRow])
    of_one = _write_five_years(engine)
    with write(engine) as session:
        session.execute(text("ANALYZE"))
    return of_many + of_one


def _insert(engine: Engine, rows: Rows) -> None:
    with write(engine) as session:
        for model, many in rows.items():
            if many:
                session.execute(insert(table(model)), many)


def _write_offenses(engine: Engine, of_one: list[dict[str, Any]]) -> int:
    """Give every case the offenses of one, in the database's own time; return how many there are."""
    day = union_all(*(select(literal(row["offense_on"], Date).label("day")) for row in of_one)).subquery()
    offense = table(OffenseRow)
    every: Select[Any] = select(table(CaseRow).c.id, literal("v1"), day.c.day, literal(of_one[0]["status"]))
    every = every.select_from(table(CaseRow).join(day, true()))  # in order of the key as they stand
    with write(engine) as session:
        session.execute(insert(offense).from_select([column.name for column in offense.c], every))
        return session.scalar(select(func.count()).select_from(offense)) or 0


def _write_five_years(engine: Engine) -> int:
    """Write the case that has gone on for five years; return how many offenses it has."""
    rows: Rows = defaultdict(list)
    life = _life(FIVE_YEARS_AGO, FIVE_YEARS_AGO + timedelta(days=30))
    _write_case(rows, 1, FIVE_YEARS, life)
    rows.pop(PartyRow)  # the first case's
    rows[OffenseRow] = [row | {"case_id": FIVE_YEARS} for row in life[1][OffenseRow]]
    _insert(engine, rows)
    return len(rows[OffenseRow])


def _life(observed: date, remedy_by: date) -> Life:
    """Return the events of one case and its rows: opened, and its offenses dated."""
    law, day = load_law("webster"), TODAY.date()
    fields = {
        "village": "webster",
        "property": {"address": "ADDRESS", "parcel": "PARCEL"},
        "respondents": [{"name": "NAME", "role": "landowner", "address": "PO Box 1", "kind": "corporation"}],
        "violations": [
            {
                "provision": "§ 130-23B",
                "nature": "silt fence down",
                "observed_on": observed.isoformat(),
                "remedy": "reset it",
                "remedy_by": remedy_by.isoformat(),
            }
        ],
    }
    command = COMMANDS["open-case"].model_validate(fields)
    assert isinstance(command, OpenCase)
    now = Setting(law=law, now=TODAY, today=day, roles=frozenset({Role.OFFICER}), actor="officer")
    events = rules.open_case("webster-2026-0", command, now)
    case = rules.fold(events)
    assert isinstance(case, Case)
    return events, projection(case, law, Footing(len(events), "", day))


def _write_case(rows: Rows, number: int, case: str, life: Life) -> None:
    events, projected = life
    year = int(case.split("-")[1])
    told = {
        "ADDRESS": f"{number % 9_000 + 1} {STREETS[number % len(STREETS)]}",
        "PARCEL": f"{number % 97:03}.{number % 89:02}-{number % 7}-{number}",
        "NAME": f"Builders {number % 30_000} LLC",
        "webster-2026-0": case,
    }
    key = {"village": "webster", "series": "case", "year": year, "number": number}
    rows[CaseNumberRow].append({**key, "case_id": case, "op_id": f"op-{case}"})
    head = _write_events(rows, case, events, told)
    party = f"corporation:builders-{number % 30_000}"
    if number <= 30_000 and number % 30_000:
        name = told["NAME"]
        rows[PartyRow].append(
            {"village": "webster", "key": party, "name": name, "kind": "corporation", "search": normal(name)}
        )
    here = {
        "case_id": case,
        "id": case,
        "party_key": party,
        "year": year,
        "number": number,
        "head": head,
        "name": told["NAME"],
    }
    here |= {"address": told["ADDRESS"], "parcel": told["PARCEL"], "place": normal(told["PARCEL"])}
    here["search"] = normal(" ".join([case, *told.values(), "PO Box 1 § 130-23B silt fence down"]))
    for model, many in projected.items():
        if model is OffenseRow:
            continue
        rows.setdefault(model, []).extend(
            {name: here.get(name, value) for name, value in row.items()} for row in many
        )


def _write_events(rows: Rows, case: str, events: tuple[Event, ...], told: Mapping[str, str]) -> str:
    """Write the sealed events of a case; return the hash of the last."""
    head = GENESIS
    for seq, data in enumerate(_data(events, told), start=1):
        row = EventRow(
            case_id=case, seq=seq, op_id=f"open-{case}", part=seq - 1, kind=events[seq - 1].kind, data=data,
            actor="officer", effective_on=events[seq - 1].on, recorded_at=TODAY, prev_hash=head, hash="",
        )  # fmt: skip
        head = seal(row)
        rows[EventRow].append(row.model_dump() | {"hash": head})
    return head


def _data(events: tuple[Event, ...], told: Mapping[str, str]) -> Iterator[str]:
    for each in events:
        text = canonical(each.model_dump(mode="json"))
        for mark, value in told.items():
            text = text.replace(mark, value)
        yield text
