"""A register of 100,000 cases with 50 offenses each, written in bulk: one life of a case by the rules, many times over.

Each case has events of its own, sealed in a chain, so that its page can be shown; rows are those of the projection.
"""

import json
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from sqlalchemy import Engine, Select, func, insert, literal, literal_column, select, true

from activities.rows import Footing, projection
from activities.tables import table
from models.case import CaseRow
from models.case_number import CaseNumberRow
from models.event import EventRow
from models.offense import OffenseRow
from models.party import PartyRow
from models.session import write
from ordinances.load import load_law
from queries.chain import GENESIS, canonical, seal
from rules import engine as rules
from rules.acts import Setting
from rules.case import Case
from rules.commands import COMMANDS, OpenCase
from rules.events import Event
from rules.searching import normal
from rules.values import Role

CASES: Final = 100_000
CHUNK: Final = 2_000
OFFENSES: Final = 50
TODAY: Final = datetime(2026, 6, 1, 15, tzinfo=UTC)
STREETS: Final = ("Elm Street", "Oak Lane", "Main Street", "Ash Road", "Lakeshore Drive", "Mill Road")
LIVES: Final = 60  # so many days of beginning, that dates are spread


def fill(engine: Engine) -> int:
    """Write the register; return how many offenses there are."""
    lives = [_life(number) for number in range(LIVES)]
    for start in range(1, CASES + 1, CHUNK):
        rows: dict[Any, list[dict[str, Any]]] = {CaseNumberRow: [], EventRow: [], PartyRow: []}
        for number in range(start, min(start + CHUNK, CASES + 1)):
            _write_case(rows, number, lives[number % LIVES])
        with write(engine) as session:
            for model, many in rows.items():
                if many:
                    session.execute(insert(table(model)), many)
    return _write_offenses(engine, lives[0][1][OffenseRow])


def _write_offenses(engine: Engine, of_one: list[dict[str, Any]]) -> int:
    """Give every case the offenses of one, in the database's own time; return how many there are."""
    days: Select[Any] = select(literal_column("value").label("day")).select_from(
        func.json_each(json.dumps([row["offense_on"].isoformat() for row in of_one])).alias("days")
    )
    day, offense = days.subquery(), table(OffenseRow)
    every = select(table(CaseRow).c.id, literal("v1"), day.c.day, literal(of_one[0]["status"]))
    every = every.select_from(table(CaseRow).join(day, true()))  # in order of the key as they stand
    with write(engine) as session:
        session.execute(insert(offense).from_select([column.name for column in offense.c], every))
        return session.scalar(select(func.count()).select_from(offense)) or 0


def _life(number: int) -> tuple[tuple[Event, ...], Mapping[Any, list[dict[str, Any]]]]:
    """Return the events of one case and its rows: opened, its offenses dated, its remedy date near today."""
    law, day = load_law("webster"), TODAY.date()
    observed = day - timedelta(days=OFFENSES)
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
                "remedy_by": (day + timedelta(days=number - 3)).isoformat(),
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


def _write_case(rows: dict[Any, list[dict[str, Any]]], number: int, life: tuple[Any, Any]) -> None:
    events, projected = life
    case = f"webster-2026-{number:06}"
    told = {
        "ADDRESS": f"{number % 9_000 + 1} {STREETS[number % len(STREETS)]}",
        "PARCEL": f"{number % 97:03}.{number % 89:02}-{number % 7}-{number}",
        "NAME": f"Builders {number % 30_000} LLC",
        "webster-2026-0": case,
    }
    key = {"village": "webster", "series": "case", "year": 2026, "number": number}
    rows[CaseNumberRow].append({**key, "case_id": case, "op_id": f"op-{number}"})
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


def _write_events(
    rows: dict[Any, list[dict[str, Any]]], case: str, events: tuple[Event, ...], told: Mapping[str, str]
) -> str:
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
