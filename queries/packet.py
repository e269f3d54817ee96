"""Gathers the file of a case: what its packet says, and the files that are shown in it or attached to it."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import Final, NamedTuple

from sqlmodel import Session, col, select

from documents.blocks import Block, Column, Facts, Grid, Items, Warn, Words
from documents.catalog import STATEMENTS
from documents.occasion import Asked
from documents.packet import Attached, Chapter, Packet, Picture, ordinance_words
from documents.paper import Issue
from documents.photos import copy_of
from documents.wording import about, day, listed, plain, readings
from models.document import DocumentFileRow, DocumentRow
from models.evidence import EvidenceFileRow
from queries.documents import documents, key_of, verify_documents
from queries.evidence import FileView, files
from queries.people import PersonView, people
from queries.record import Recorded, load, no_case, verify
from queries.setting import setting_for
from queries.tellings import marks_of
from rules import engine
from rules.acts import Setting
from rules.case import Case
from rules.law import Law, Question
from rules.series import Series, series_of
from rules.standing import governing, phase
from rules.values import Role

LONGEST_SIDE: Final = 1600
"""Pixels of a photograph in the packet: fine enough for a page, small enough to be sent by mail."""

SCHEDULE: Final = "schedule-of-offenses"


class Gathered(NamedTuple):
    """A packet, and the files that it names."""

    packet: Packet
    files: dict[str, bytes]


class Known(NamedTuple):
    """All that a packet is made of, read once."""

    case: Case
    setting: Setting
    record: Sequence[Recorded]
    papers: Sequence[DocumentRow]
    people: dict[str, PersonView]
    evidence: Sequence[FileView]
    photographs: dict[str, bytes]
    faults: tuple[str, ...]

    @property
    def law(self) -> Law:
        """The law the case is under."""
        return self.setting.law


def gather(
    session: Session, law: Law, case_id: str, *, now: datetime, roles: frozenset[Role], actor: str
) -> Gathered:
    """Return the packet of a case as it stands at an aware instant; raise NotFound."""
    known = _known(session, law, case_id, now=now, roles=roles, actor=actor)
    packet = Packet(
        record=case_id,
        letterhead=law.village.letterhead,
        blocks=tuple(_front(known)),
        chapters=tuple(_chapters(known)),
        attached=tuple(_attached(known.papers)),
    )
    shown = {_name(sha256): content for sha256, content in known.photographs.items()}
    return Gathered(packet, shown | _paper_files(session, known.papers))


def _known(
    session: Session, law: Law, case_id: str, *, now: datetime, roles: frozenset[Role], actor: str
) -> Known:
    record = load(session, case_id) if series_of(case_id) is Series.CASE else ()
    case = engine.fold(entry.event for entry in record)
    if case is None or not roles or case.village != law.village.key:
        raise no_case(case_id)
    setting = setting_for(session, law, case, now=now, actor=actor, roles=roles)
    evidence = files(session, record, law.village.zone)[::-1]
    broken = verify(session, case_id)
    return Known(
        case=case,
        setting=setting,
        record=record,
        papers=documents(session, case_id),
        people=people(session, case, setting),
        evidence=evidence,
        photographs=dict(_photographs(session, evidence)),
        faults=(*([broken] if broken else ()), *verify_documents(session, case_id)),
    )


def _photographs(session: Session, evidence: Sequence[FileView]) -> Iterator[tuple[str, bytes]]:
    """Yield the photographs of the evidence as they leave the house, by the hash of the original."""
    for sha256 in dict.fromkeys(each.sha256 for each in evidence if each.stored):
        row = session.get(EvidenceFileRow, sha256)
        copy = None if row is None else copy_of(row.content, longest=LONGEST_SIDE)
        if copy is not None:
            yield sha256, copy


def _name(sha256: str) -> str:
    return f"{sha256[:12]}.jpg"  # short: what is printed is broken where it is long


def _paper_files(session: Session, papers: Sequence[DocumentRow]) -> dict[str, bytes]:
    wanted = select(DocumentFileRow).where(col(DocumentFileRow.sha256).in_([row.sha256 for row in papers]))
    kept = {row.sha256: row.content for row in session.exec(wanted)}
    return {_paper_name(row): kept[row.sha256] for row in papers if row.sha256 in kept}


def _paper_name(row: DocumentRow) -> str:
    return f"{key_of(row.number)}.pdf"


def _attached(papers: Sequence[DocumentRow]) -> Iterator[Attached]:
    for row in papers:
        told = f"{row.title} {key_of(row.number)}, as issued; SHA-256 {row.sha256}"
        yield Attached(name=_paper_name(row), description=told)


# --- what it says ---------------------------------------------------------------------------------------


def _front(known: Known) -> Iterator[Block]:
    case, today = known.case, known.setting.today
    rows = (
        ("Case", case.id),
        ("Village", known.law.village.name),
        *about(case),
        (
            "Respondents",
            listed(f"{who.name} ({plain(who.role)})" for who in case.respondents.values()) or "none",
        ),
        ("Ordinance", f"{governing(case, known.law).section}, {known.law.village.name}"),
        ("Opened", day(case.opened_on)),
        ("Phase", plain(phase(case, known.law, today))),
        ("As of", day(today)),
        ("Last entry", f"{len(known.record)}, SHA-256 {known.record[-1].hash}"),
    )
    yield Facts(rows=rows)
    for fault in known.faults:
        yield Warn(text=f"The record is not whole: {fault}")
    yield Words(
        text="The papers stand here in the words they were issued in. The files themselves, byte for byte, are "
        "attached to this document; each is known by its SHA-256. Exposure is what a court could impose on "
        "conviction; nothing of it is owed."
    )


def _chapters(known: Known) -> Iterator[Chapter]:
    yield Chapter(title="Chronology", blocks=(_chronology(known),))
    yield Chapter(title="Respondents and Service", blocks=tuple(_service(known)))
    if known.case.violations:
        schedule = STATEMENTS[SCHEDULE].make(Asked(known.case, known.setting, None))
        yield Chapter(title=schedule.title, blocks=schedule.blocks)
    yield Chapter(title="Papers", blocks=(_papers(known),), papers=tuple(map(_issue, known.papers)))
    yield Chapter(title="Evidence", blocks=(_evidence(known),), pictures=tuple(_pictures(known)))
    version = governing(known.case, known.law)
    in_force = Words(
        text=f"{version.title}, {version.section}, in force since {day(version.in_force)}. {version.source}"
    )
    yield Chapter(title="The Ordinance in Force", blocks=(in_force, *ordinance_words(version)))
    yield Chapter(title="Readings of the Law", blocks=(Items(items=readings(known.law, *Question)),))
    yield Chapter(title="Record", blocks=(_entries(known),))


def _chronology(known: Known) -> Block:
    marks = sorted(marks_of(known.case, (entry.event for entry in known.record)), key=lambda mark: mark.on)
    return Grid(
        caption="What happened, by the day it happened or is set for",
        columns=(Column(title="Day"), Column(title="What", weight=3)),
        rows=(
            (day(known.case.opened_on), "case opened"),
            *((day(mark.on), mark.words) for mark in marks),
        ),
    )


def _service(known: Known) -> Iterator[Block]:
    for key, who in known.case.respondents.items():
        person = known.people[key]
        clock = person.clock.explanation if person.clock else "has not begun to run"
        rows = (
            ("Respondent", f"{who.name}, {plain(who.role)} ({key})"),
            ("Address", who.address or "none on file"),
            *((f"By {plain(each.mode)}", _dates(each.model_dump())) for each in person.services),
            *((f"Failed {day(each.on)}", each.reason) for each in person.failures),
            ("Time to appeal", clock),
        )
        yield Facts(rows=rows)
    if not known.case.respondents:
        yield Words(text="No respondent is named.")


def _dates(service: dict[str, object]) -> str:
    names = ("mailed_on", "posted_on", "delivered_on", "completed_on")
    told = [f"{name.removesuffix('_on')} {service[name]}" for name in names if service[name]]
    more = [str(service[name]) for name in ("by", "proof") if service[name]]
    return "; ".join([f"notice {service['notice']}", *told, *more])


def _papers(known: Known) -> Block:
    replaced = {row.replaces: row.number for row in known.papers if row.replaces}
    rows = (
        (
            key_of(row.number),
            row.title + (f" (replaced by {key_of(replaced[row.number])})" if row.number in replaced else ""),
            day(row.dated),
            row.issued_by,
            row.sha256,
        )
        for row in known.papers
    )
    return _grid(
        "Papers issued",
        (("No.", 1), ("Paper", 4), ("Dated", 3), ("Issued by", 2), ("SHA-256 of the file", 4)),
        rows,
    )


def _grid(caption: str, columns: Iterable[tuple[str, int]], rows: Iterable[tuple[str, ...]]) -> Grid:
    """Return a table of columns by title and weight."""
    of = tuple(Column(title=title, weight=weight) for title, weight in columns)
    return Grid(caption=caption, columns=of, rows=tuple(rows))


def _issue(row: DocumentRow) -> Issue:
    return Issue.model_validate_json(row.data)


def _evidence(known: Known) -> Block:
    rows = (
        (str(each.number), _shown(each), _taken(each), f"{each.filename}, {each.size:,} bytes", each.sha256)
        for each in known.evidence
    )
    return _grid("Evidence", (("No.", 1), ("What it shows", 4), ("Of", 3), ("File", 3), ("SHA-256", 4)), rows)


def _pictures(known: Known) -> Iterator[Picture]:
    for each in known.evidence:
        if each.sha256 in known.photographs:
            rows = (("Of", _taken(each)), ("Entered by", each.actor), ("SHA-256", each.sha256))
            title = f"Exhibit {each.number}: {_shown(each)}"
            yield Picture(name=_name(each.sha256), title=title, alt=each.caption, blocks=(Facts(rows=rows),))


def _shown(exhibit: FileView) -> str:
    """Return what an exhibit shows; nothing of what its camera noted, for the packet goes to all parties."""
    told = f" ({exhibit.violation} {exhibit.shows})" if exhibit.shows else ""
    return f"{exhibit.caption}{told}"


def _taken(exhibit: FileView) -> str:
    by = f", by {exhibit.taken_by}" if exhibit.taken_by else ""
    if exhibit.taken_on is None:
        return f"day not recorded{by}"
    return f"{day(exhibit.taken_on)}{', at the inspection' if exhibit.inspection_on else ''}{by}"


def _entries(known: Known) -> Block:
    rows = (
        (str(each.seq), each.kind.replace("-", " "), day(each.effective_on), each.actor, each.hash)
        for each in known.record
    )
    return _grid(
        "Every entry, each sealed to the one before it",
        (("No.", 1), ("What", 3), ("Of", 3), ("Entered by", 2), ("SHA-256", 4)),
        rows,
    )
