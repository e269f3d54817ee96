"""Exhibits as the read side gives them, on both databases."""

from datetime import date
from typing import Any

import pytest
from sqlalchemy import Engine, delete
from sqlmodel import col

from activities.evidence import store
from models.evidence import EvidenceFactsRow, EvidenceFileRow
from models.session import read, write
from ordinances.load import load_law
from queries.cases import show
from queries.evidence import FileView, files, small_picture
from queries.record import load
from rules.values import Role
from tests.activities.support import Town
from tests.documents.photographs import HERE, PLACE, jpeg

ZONE = "America/New_York"
PHOTO = jpeg(DateTimeOriginal="2026:06:02 08:00:00", OffsetTimeOriginal="+09:00", Model="Acme", gps=HERE)


@pytest.fixture
def town(engine: Engine) -> Town:
    return Town(engine)


def _attach(town: Town, case: str, content: bytes, **fields: Any) -> str:
    sha256 = store(town.engine, content, "image/jpeg")
    given = {"caption": "Fence", "filename": "a.jpg", "size": len(content), **fields}
    town.act(case, "attach-evidence", sha256=sha256, **given)
    return sha256


def _files(town: Town, case: str) -> tuple[FileView, ...]:
    with read(town.engine) as session:
        return files(session, load(session, case), ZONE)


def test_the_cameras_day_is_that_of_the_village(town: Town) -> None:
    case = town.open()
    _attach(town, case, PHOTO, taken_on="2026-06-01")

    (file,) = _files(town, case)

    assert (file.number, file.camera_on, file.place) == (1, date(2026, 6, 1), PLACE)
    assert (file.differs, file.small) == (False, True)


def test_a_file_stored_before_anybody_asked_tells_the_same(town: Town) -> None:
    case = town.open()
    sha256 = _attach(town, case, PHOTO, taken_on="2026-05-30")
    before = _files(town, case)
    with read(town.engine) as session:
        small = small_picture(session, load(session, case), case, sha256, 320)
    with write(town.engine) as session:
        session.execute(delete(EvidenceFactsRow))

    with read(town.engine) as session:
        again = small_picture(session, load(session, case), case, sha256, 320)

    assert _files(town, case) == before
    assert again == small
    assert before[0].differs


def test_a_file_that_is_not_at_hand_is_still_an_exhibit(town: Town) -> None:
    case = town.open()
    _attach(town, case, PHOTO)
    _attach(town, case, jpeg(), violation="v1")
    with write(town.engine) as session:
        session.execute(delete(EvidenceFactsRow))
        session.execute(delete(EvidenceFileRow).where(col(EvidenceFileRow.size) == len(PHOTO)))

    (last, first) = _files(town, case)

    assert (first.number, first.stored, first.small) == (1, False, False)
    assert (last.number, last.violation, last.stored, last.differs) == (2, "v1", True, False)


def test_offense_dates_that_exhibits_show_are_counted(town: Town) -> None:
    case = town.open()
    town = town.after(5)
    shown = {"violation": "v1", "shows": "continuing"}
    _attach(town, case, PHOTO, taken_on="2026-06-01", **shown)
    _attach(town, case, jpeg(), taken_on="2026-06-01", **shown)
    _attach(town, case, jpeg(Software="x"), taken_on="2026-06-02", **shown | {"shows": "compliant"})

    with read(town.engine) as session:
        roles = frozenset({Role.OFFICER})
        view = show(session, load_law("webster"), case, now=town.at, roles=roles, actor="officer")

    assert view.violations["v1"].exhibits == 1
