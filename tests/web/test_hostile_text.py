"""Hostile text in every field of every command: it comes back whole, and runs nothing."""

import html
from typing import Any

import pytest

from rules import engine
from rules.shapes import properties
from tests.web.house import FormPage, House
from tests.web.least import fields_of, inputs_of
from web.subjects import CASES, SECURITIES, AnySubject

MARK = "<script>alert(1)</script> \"'><img src=x onerror=alert(2)> \u202eשלום\u202c 👩‍🚒 {{ 7*7 }}"
LONG = 10_000
OUR_OWN = {"path", "sha256", "filename"}  # of a file that is attached, which no form types


def _texts(subject: AnySubject, command: str) -> dict[str, str]:
    """Return a hostile text for every free text of a command, as long as it takes up to 10,000 characters."""
    shapes, _ = properties(subject.models[command])
    free = {
        name: shape
        for name, shape in shapes.items()
        if shape.get("type") == "string"
        and not {"enum", "pattern", "format"} & set(shape)
        and name not in OUR_OWN
    }
    return {
        name: MARK + "x" * (min(LONG, shape.get("maxLength", 300)) - len(MARK))
        for name, shape in free.items()
    }


GIVEN = [
    pytest.param(subject, command, id=f"{subject.path} {command}")
    for subject in (CASES, SECURITIES)
    for command in subject.models
    if _texts(subject, command)
]


@pytest.mark.parametrize(("subject", "command"), GIVEN)
async def test_a_refused_form_gives_every_text_back_whole(
    house: House, subject: AnySubject, command: str
) -> None:
    record = await (house.town.post() if subject is SECURITIES else house.open_case())
    texts = _texts(subject, command)
    inputs: dict[str, Any] = inputs_of(fields_of(subject.models[command])) | texts | {"on": "no day"}

    refused = await house.visitor("viewer").send(f"/{subject.path}/{record}/do/{command}", inputs)

    again = FormPage.read(refused.text, f"/{subject.path}/{record}/do/{command}").values
    assert refused.status_code in {403, 422}
    assert {name: again[name] for name in texts} == texts
    assert "<script>alert" not in refused.text
    assert "<img src=x" not in refused.text


async def test_what_is_recorded_is_shown_whole_and_escaped(house: House) -> None:
    name, text = MARK, MARK + "y" * (LONG - len(MARK))
    person = {"name": name, "role": "landowner", "address": name, "kind": "corporation"}
    violation = {"provision": "§ 130-23B", "nature": text, "observed_on": "2026-05-04", "remedy": text}
    case = await house.open_case(
        property={"address": name, "parcel": name, "description": text},
        respondents=[person],
        violations=[violation],
    )
    security = await house.town.post(issuer=name, number=name, draw_statement=text, original_at=name)
    visitor = house.visitor("attorney")

    for path, whole in (
        (f"/cases/{case}", text),
        (f"/cases/{case}/do/add-note", name),
        (f"/cases/{case}/account", name),
        (f"/securities/{security}", text),
        (f"/securities/{security}/do/request-draw", name),
        ("/securities", name[:40]),
        ("/cases?q=alert", name[:40]),
        ("/parties?q=alert", name[:40]),
    ):
        shown = (await visitor.get(path)).text
        assert "<script>alert" not in shown, path
        assert "<img src=x" not in shown, path
        assert whole in html.unescape(shown), path


def test_every_command_with_a_text_is_tried() -> None:
    assert len(GIVEN) > len(engine.case_commands()) // 2
