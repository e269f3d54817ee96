"""Whose work each due date is: every kind stands in the one table, with a command that a role of it may give."""

import re
from pathlib import Path

import pytest

from rules.engine import ACTS
from rules.searching import normal, wanted
from rules.security_engine import ACTS as SECURITY_ACTS
from rules.values import Role
from rules.waiting import WORK, kinds_for, late_kinds

RULES = Path(__file__).parents[2] / "rules"


def test_every_kind_the_rules_give_is_somebodys_work() -> None:
    told = "\n".join(path.read_text(encoding="utf-8") for path in RULES.glob("*.py"))

    given = set(re.findall(r'\bdue\(\s*"([a-z_]+)"', told))

    assert given | {"emergency_maintenance", "restoration"} == WORK.keys()


@pytest.mark.parametrize("kind", WORK)
def test_the_command_is_one_that_one_of_the_roles_may_give(kind: str) -> None:
    work = WORK[kind]
    act = ACTS.get(work.command or "") or SECURITY_ACTS[work.command or ""]

    assert work.roles & act.roles
    assert work.of is None or work.of in act.command.model_fields


def test_an_officer_sees_the_officers_and_a_viewer_all() -> None:
    assert "draw_approval" not in kinds_for(frozenset({Role.OFFICER}))
    assert kinds_for(frozenset({Role.VIEWER})) == tuple(WORK)


def test_a_window_that_closed_is_not_overdue() -> None:
    assert set(late_kinds(("appeal_window", "remedy_date"))) == {"remedy_date"}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("O'Brien & Söhne", "obrien sohne"),
        ("079.18-1-23", "079 18 1 23"),
        ("STRASSE straße", "strasse strasse"),
        ("50% off_", "50 off"),
        ("\x00", ""),
    ],
)
def test_text_is_written_as_it_is_found(text: str, found: str) -> None:
    assert normal(text) == found


def test_each_word_is_looked_for_and_its_parts_stay_together() -> None:
    assert wanted("elm 079.18-1-23 —") == ("elm", "079 18 1 23")
