"""`abate paper` and `abate case packet`: what is listed, written, issued and corrected, and what is said where not."""

import zipfile
from pathlib import Path
from typing import NamedTuple

import pytest
from sqlalchemy import Engine

from activities.messages import CaseRef
from activities.papers import Papers
from activities.users import add_user
from rules.values import Role
from tests.activities.support import Town
from tests.cli.terminal import Said, check, here


class Counter(NamedTuple):
    """A case with its notice issued, and a terminal in its office."""

    town: Town
    case: str
    data: str
    capsys: pytest.CaptureFixture[str]

    def ask(self, *tokens: str, who: str = "officer") -> Said:
        return here(self.capsys, *tokens, "--data", self.data, "--as", who)

    def paper(self, verb: str, *more: str, who: str = "officer") -> Said:
        return self.ask("paper", verb, self.case, *more, who=who)


@pytest.fixture
def counter(sqlite_engine: Engine, capsys: pytest.CaptureFixture[str]) -> Counter:
    town = Town(sqlite_engine)
    add_user(sqlite_engine, "wes", {"williamsville": [Role.OFFICER]})
    case = town.served()
    Papers(sqlite_engine).issue_papers(CaseRef(case=case, village="webster", at=town.at))
    return Counter(town, case, str(sqlite_engine.url.database).removesuffix("/abate.db"), capsys)


def test_a_paper_is_listed_and_written_as_it_was_issued(counter: Counter, tmp_path: Path) -> None:
    listed = counter.paper("list", "--json").json
    written = counter.paper("get", "p1", "--output", str(tmp_path / "notice.pdf"))

    assert [each["key"] for each in listed["issued"]] == ["p1"]
    assert written.code == 0
    assert (tmp_path / "notice.pdf").stat().st_size == listed["issued"][0]["size"]


def test_only_what_is_yours_to_ask_for_is_offered(counter: Counter) -> None:
    assert "May be asked for: abate paper issue" in counter.paper("list").out
    assert "May be asked for" not in counter.paper("list", who="viewer").out


def test_a_statement_is_issued_once_under_its_key_and_no_other_under_the_same(counter: Counter) -> None:
    issued = [counter.paper("issue", "schedule-of-offenses", "--op-id", "k", "--json") for _ in range(2)]

    assert [each.json["paper"] for each in issued] == ["p2", "p2"]
    check(counter.paper("issue", "statement-of-account", "--op-id", "k"), 3, "under a key of its own")


def test_a_paper_is_corrected_by_a_new_one(counter: Counter) -> None:
    why = ("--reason", "it had moved")
    check(counter.paper("correct", "p1", *why), 3, "Nothing that p1 says has changed")
    counter.town.act(counter.case, "correct-respondent", respondent="r1", address="9 New St", reason="x")

    assert counter.paper("correct", "p1", *why, "--json").json["paper"] == "p2"


@pytest.mark.parametrize(
    ("tokens", "who", "code", "words"),
    [
        (("get", "p9"), "officer", 4, "There is no paper p9"),
        (("get", "../../p1"), "officer", 4, "There is no paper"),
        (("get", "p1"), "wes", 4, "There is no case"),
        (("list",), "wes", 4, "There is no case"),
        (("issue", "nonsense"), "officer", 4, "Ask for one of"),
        (("issue", "schedule-of-a-violation", "--of", "v9"), "officer", 4, "Give one of v1"),
        (("issue", "schedule-of-offenses", "--of", "v1"), "officer", 3, "Leave the key out"),
        (("issue", "schedule-of-offenses"), "viewer", 3, "Ask one of them"),
        (("issue", "schedule-of-offenses"), "wes", 4, "There is no case"),
        (("correct", "p1", "--reason", " "), "officer", 2, "Say what was wrong"),
        (("correct", "p1", "--reason", "x"), "viewer", 3, "Ask one of them"),
        (("get", "p1", "--output", "/nowhere/at.pdf"), "officer", 2, "Cannot write"),
    ],
)
def test_what_cannot_be_had_is_said_with_what_to_do(
    counter: Counter, tokens: tuple[str, ...], who: str, code: int, words: str
) -> None:
    check(counter.paper(*tokens, who=who), code, words)


def test_the_file_of_a_case_is_written_for_whoever_may_see_it(counter: Counter, tmp_path: Path) -> None:
    where = str(tmp_path / "case.zip")
    check(counter.ask("case", "packet", counter.case, "--zip", where, who="wes"), 4, "There is no case")
    check(counter.ask("case", "packet", counter.case), 2, "Say where to")

    assert counter.ask("case", "packet", counter.case, "--zip", where, who="viewer").code == 0
    assert "check.py" in zipfile.ZipFile(where).namelist()
