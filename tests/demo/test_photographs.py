"""The case with photographs: exhibits as cameras make them, and a cover sheet in Spanish for the owner."""

import io
import shutil
from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import date, time, timedelta
from pathlib import Path

import pytest
from PIL import Image
from sqlalchemy import Engine, func, select

from activities.papers import issue_called_for
from demo.photographs import Camera, Photograph
from demo.scenes import SCENES, SIZE
from demo.script import scripts
from documents.paper import Issue
from models.event import EventRow
from models.evidence import EvidenceFileRow
from models.session import read
from ordinances.load import load_law
from queries.cases import show
from queries.documents import documents
from queries.evidence import FileView, files
from queries.record import fold_case, load
from rules.exhibits import bearing
from rules.values import Role
from runtime.database import open_engine
from tests.activities.support import Town, noon
from tests.web.demo_cases import load_demo

TODAY = date(2026, 11, 30)
KEY = "18-webster-photographs"
ZONE = "America/New_York"
MOST_BYTES = 60_000


def ago(days: int) -> date:
    return TODAY - timedelta(days=days)


@dataclass(frozen=True)
class Demonstration:
    engine: Engine
    case: str

    def exhibits(self) -> dict[int, FileView]:
        with read(self.engine) as session:
            return {each.number: each for each in files(session, load(session, self.case), ZONE)}

    def size(self) -> tuple[int, ...]:
        with read(self.engine) as session:
            counted = [select(func.count()).select_from(each) for each in (EventRow, EvidenceFileRow)]
            return tuple(session.scalar(each) or 0 for each in counted)


@pytest.fixture(scope="module")
async def demo(
    _migrated_file: Path, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Demonstration]:
    path = tmp_path_factory.mktemp("photographs") / "abate.db"
    shutil.copyfile(_migrated_file, path)
    engine = open_engine(f"sqlite:///{path}")
    Town(engine, TODAY.isoformat())
    cases = await load_demo(engine, TODAY)
    yield Demonstration(engine, cases[KEY])
    engine.dispose()


async def test_its_photographs_are_exhibits_with_what_the_cameras_noted(demo: Demonstration) -> None:
    found = demo.exhibits()

    assert {number: each.taken_on for number, each in found.items()} == {
        1: ago(20), 2: ago(12), 3: ago(7), 4: ago(5)
    }  # fmt: skip
    assert all(each.stored and each.small and (each.width, each.height) == SIZE for each in found.values())
    assert all(each.size < MOST_BYTES for each in found.values())
    first = found[1]
    assert (str(first.taken_at), first.place) == ("2026-11-10 09:41:12-05:00", "43.21233, -77.43014")
    assert (first.filename, first.camera) == ("IMG_20261110_094112.jpg", "Nonesuch Phone 5")


async def test_one_camera_is_a_day_behind_and_knows_no_place(demo: Demonstration) -> None:
    found = demo.exhibits()

    assert [number for number, each in found.items() if each.differs] == [3]
    assert (found[3].taken_on, found[3].camera_on, found[3].place) == (ago(7), ago(8), None)


async def test_they_bear_on_named_days_of_both_violations(demo: Demonstration) -> None:
    with read(demo.engine) as session:
        case = fold_case(session, demo.case)

    fence, inlet = bearing(case, "v1"), bearing(case, "v2")

    assert {day: [each.number for each in on.showing] for day, on in fence.items()} == {
        ago(20): [1], ago(5): []
    }  # fmt: skip
    assert [each.number for each in fence[ago(5)].contrary] == [4]
    assert {day: [each.number for each in on.showing] for day, on in inlet.items()} == {
        ago(12): [2], ago(7): [3]
    }  # fmt: skip


async def test_the_owner_was_served_by_two_modes_and_the_notice_has_a_cover_sheet_in_spanish(
    demo: Demonstration,
) -> None:
    issue_called_for(demo.engine, load_law("webster"), demo.case)

    with read(demo.engine) as session:
        papers = [Issue.model_validate_json(row.data).paper for row in documents(session, demo.case)]
        law, roles = load_law("webster"), frozenset({Role.OFFICER})
        shown = show(session, law, demo.case, now=noon(TODAY.isoformat()), roles=roles, actor="officer")

    told = [(each.kind, each.language) for each in papers]
    assert {("notice-of-violation", "en"), ("cover-sheet", "es")} <= set(told)
    owner = shown.respondents["r1"]
    assert (owner.served_on, owner.served_on_latest) == (ago(13), ago(11))


@pytest.mark.parametrize("later", [0, 1, 40])
async def test_loaded_again_on_whatever_day_nothing_is_added(demo: Demonstration, later: int) -> None:
    before = demo.size()

    await load_demo(demo.engine, TODAY + timedelta(days=later))

    assert demo.size() == before


@pytest.mark.parametrize("scene", SCENES)
def test_a_photograph_of_a_day_is_the_same_bytes_each_time(scene: str) -> None:
    photograph = Photograph(scene=scene, on=TODAY, at=time(16, 52), camera=Camera.OLD)

    made = photograph.jpeg(ZONE)

    assert made == photograph.jpeg(ZONE)
    assert made != photograph.model_copy(update={"on": ago(1)}).jpeg(ZONE)
    assert len(made) < MOST_BYTES


def test_no_two_scenes_look_alike() -> None:
    small = [
        Image.open(io.BytesIO(Photograph(scene=each, on=TODAY, at=time(12)).jpeg(ZONE))).resize((8, 8))
        for each in SCENES
    ]

    assert len({each.tobytes() for each in small}) == len(SCENES)


def test_every_scene_is_shown() -> None:
    steps = [step for script in scripts(TODAY) for step in script.steps]

    assert {step.photograph.scene for step in steps if step.photograph} == set(SCENES)
