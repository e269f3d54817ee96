"""Checking a data file: each fault on its exact line, in words a lawyer understands, and no fault invented."""

from pathlib import Path
from shutil import copytree, ignore_patterns

import pytest

from ordinances.check import check_file
from ordinances.load import HERE

from .conftest import Edit

Row = tuple[int, str, str]

ORDINANCE = """\
village = "elmira"
section = "§ 1-1"
title = "Mud"
in_force = 2020-01-01
in_force_note = "invented"
source = "invented"

[notice]
section = "§ 1-2"
duty = "may"
addressees = ["landowner", "developer"]
contents = [
    { key = "nature", section = "§ 1-2A", words = "what" },
    { key = "remedy", section = "§ 1-2B", words = \"\"\"
how, and
by when\"\"\" },
]

[appeal]
to = "the Board"
section = "§ 1-3"
within.days = 15
within.starts_from = "service"
within.rolls = true
within.section = "§ 1-3"

[penalties."default"]
section = "§ 1-4"
basis = "conviction"
unit = "week"
unit_section = "§ 1-4"
unit_words = "each week"
trigger = "prior_conviction"
look_back = { years = 5, section = "§ 1-4" }

[[penalties.default.tiers]]
ordinal = 1
maximum = 350
section = "§ 1-4, first"
words = "up to $350"

[[penalties.default.tiers]]
ordinal = 2
minimum = 350
maximum = 700
section = "§ 1-4, second"
words = "$350 to $700"

[penalties.default.jail]
days = 15
section = "§ 1-4"
"""

NOT_A_VALUE = "not a value: words in quotation marks, dates as 2026-01-31, numbers without $ or ,"
OPEN_LIST = "a list is not closed with ], or a comma is missing in it"
OPEN_QUOTE = "a quotation mark is not closed"
NO_SIGN = "there is no = after the key"
NO_STATEMENT = "neither a key with its value nor a [table]"

COMMAS = "something stands after the value: one key to a line, no commas in numbers"
ROLES = "'tenant' is not one of landowner, developer, applicant, contractor, beneficial_user, other"
CONTENTS = "'name' is not one of 'parties', 'location', 'nature', 'remedy', 'penalties' or 'appeal'"
NO_DATE = "not a date: write it as 2026-01-31, without quotation marks"
ONE_LENGTH = "give exactly one of days, months, years"
CURLY = "; curly quotation marks are taken for letters, use straight ones"

# Each row: the line replaced, what it is replaced with, and the problems then: their line, key and words.
FAULTS = [
    # wrong, missing and unknown keys
    (4, "", [(1, "in_force", "missing")]),
    (4, 'in_force = "January"', [(4, "in_force", NO_DATE)]),
    (6, 'source = "invented"\ncolor = "red"', [(7, "color", "unknown key")]),
    (10, 'duty = "might"', [(10, "notice.duty", "'might' is not one of 'may' or 'shall'")]),
    (10, 'dutty = "may"', [(10, "notice.dutty", "unknown key; did you mean 'duty'?")]),
    (10, "", [(8, "notice.duty", "missing")]),
    (11, 'addressees = [\n"landowner",\n"tenant"\n]', [(13, "notice.addressees[2]", ROLES)]),
    (11, "addressees = []", [(11, "notice.addressees", "must hold at least one")]),
    (11, 'addressees = "landowner"', [(11, "notice.addressees", "not a list: put it in [ ]")]),
    (13, '{ key = "nature", words = "what" },', [(13, "notice.contents[1].section", "missing")]),
    (13, '{ key = "name", section = "§", words = "" },', [(13, "notice.contents[1].key", CONTENTS)]),
    (
        14,
        '{ key = "nature", section = "§", words = """',
        [(14, "notice.contents[2].key", "'nature' stands twice")],
    ),
    (15, "key = 1", []),
    (15, "[notice]", []),
    (20, "to = 7", [(20, "appeal.to", "not text: put it in quotation marks")]),
    (22, "within.dyas = 15", [(22, "appeal.within.dyas", "unknown key; did you mean 'days'?")]),
    (22, "within.days = 0", [(22, "appeal.within.days", "0 must be greater than or equal to 1")]),
    (22, "within.days = 15\nwithin.months = 1", [(22, "appeal.within.days", ONE_LENGTH)]),
    (22, "", [(23, "appeal.within", ONE_LENGTH)]),
    (22, 'within.days = "a few"', [(22, "appeal.within.days", "not a whole number")]),
    (22, "within.days = 1.5", [(22, "appeal.within.days", "not a whole number")]),
    (24, 'within.rolls = "perhaps"', [(24, "appeal.within.rolls", "not true or false")]),
    (25, "", [(22, "appeal.within.section", "missing")]),
    (
        27,
        "[penalties.other]",
        [(27, f"penalties.other.{key}", "missing") for key in ("tiers",)]
        + [
            (36, f"penalties.default.{key}", "missing")
            for key in ("basis", "section", "unit", "unit_section", "unit_words")
        ],
    ),
    (34, "", [(27, "penalties.default", "an escalating penalty needs look_back")]),
    (34, "look_back = { years = 5 }", [(34, "penalties.default.look_back.section", "missing")]),
    (37, "ordinal = 3", [(36, "penalties.default.tiers", "tiers begin at ordinal 1 and ascend")]),
    (44, "minimum = 900", [(44, "penalties.default.tiers[2].minimum", "minimum 900 is above maximum 700")]),
    (44, "minimum = true", [(44, "penalties.default.tiers[2].minimum", "not a number")]),
    (
        45,
        "maxmum = 700\nminimun = 3",
        [
            (45, "penalties.default.tiers[2].maxmum", "unknown key; did you mean 'maximum'?"),
            (46, "penalties.default.tiers[2].minimun", "unknown key; did you mean 'minimum'?"),
        ],
    ),
    (49, "[penalties.default.jale]", [(49, "penalties.default.jale", "unknown key; did you mean 'jail'?")]),
    (50, "days = 15\nmonths = 6", [(50, "penalties.default.jail.days", "give exactly one of days, months")]),
    # faults of syntax
    (4, "in_force = 2020-02-30", [(4, "in_force", "there is no such day")]),
    (
        12,
        "contents = ",
        [(12, "contents", NOT_A_VALUE), *((line, "", NO_STATEMENT) for line in (13, 14, 17))],
    ),
    (13, '{ key = "nature", section = "§", words = "what" }', [(14, "contents", OPEN_LIST)]),
    (16, "by when", [(14, "contents", OPEN_QUOTE)]),
    (17, "", [(12, "contents", OPEN_LIST)]),
    (44, "minimum = $350", [(44, "minimum", NOT_A_VALUE)]),
    (45, "maximum = 1,000", [(45, "maximum", COMMAS)]),
    (45, "minimum = 700", [(45, "minimum", "the key stands twice")]),
    (47, "words = “$350”", [(47, "words", NOT_A_VALUE + CURLY)]),
    (47, 'words = "$350 to $700', [(47, "words", OPEN_QUOTE)]),
    (47, "words", [(47, "words", NO_SIGN)]),
    (47, "words = ", [(47, "words", NOT_A_VALUE)]),
    (49, "[penalties.default.jail", [(49, "penalties.default.jail", "a table's name is not closed with ]")]),
    (49, "[notice]", [(49, "notice", "the table stands twice")]),
]


def with_line(number: int, text: str) -> str:
    lines = ORDINANCE.splitlines()
    lines[number - 1] = text
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize(("line", "text", "problems"), FAULTS)
def test_a_fault_is_found_on_its_line(tmp_path: Path, line: int, text: str, problems: list[Row]) -> None:
    path = tmp_path / "draft.toml"
    path.write_text(with_line(line, text), encoding="utf-8")

    assert [tuple(problem) for problem in check_file(path)] == problems


def test_all_faults_are_found_at_once(tmp_path: Path) -> None:
    text = ORDINANCE.replace("minimum = 350", "minimum = 900").replace(
        'to = "the Board"', 'two = "the Board"'
    )
    text = text.replace('duty = "may"\n', "").replace("in_force = 2020-01-01", "in_force = 2020-13-01")
    path = tmp_path / "draft.toml"
    path.write_text(text.replace("days = 15\nsection", "days = fifteen\nsection"), encoding="utf-8")

    found = [(problem.line, problem.key) for problem in check_file(path)]

    assert found == [
        (4, "in_force"),
        (8, "notice.duty"),
        (19, "appeal.two"),
        (43, "penalties.default.tiers[2].minimum"),
        (49, "days"),
    ]


def test_what_may_stand_in_a_faulty_line_is_not_called_missing(tmp_path: Path) -> None:
    path = tmp_path / "draft.toml"
    path.write_text(ORDINANCE.replace("[notice]", "[notice"), encoding="utf-8")

    assert [tuple(problem) for problem in check_file(path)] == [
        (8, "notice", "a table's name is not closed with ]")
    ]


def test_words_of_the_law_that_look_like_keys_are_no_fault(tmp_path: Path) -> None:
    path = tmp_path / "draft.toml"
    path.write_text(ORDINANCE.replace("how, and", "[appeal]\nto = nobody # at all\n'''"), encoding="utf-8")

    assert check_file(path) == ()


@pytest.mark.parametrize("path", sorted(HERE.glob("**/*.toml")), ids=lambda path: str(path.relative_to(HERE)))
def test_a_file_of_the_package_has_no_fault(path: Path) -> None:
    assert check_file(path) == ()


NO_SUCH_DAY = "is not a day of every year, written MM-DD"


@pytest.mark.parametrize(
    ("name", "old", "new", "problem"),
    [
        ("state.toml", "[limitation.violation]", "[limitation.violaton]", "did you mean 'violation'?"),
        ("state.toml", "nth = -1", "nth = 6", "6 must be less than or equal to 5"),
        ("state.toml", "month = 12\nday = 25", "month = 12\nday = 32", "32 must be less than or equal to 31"),
        ("state.toml", "month = 6\nday = 19", "month = 6\nday = 31", f"'06-31' {NO_SUCH_DAY}"),
        (
            "village.toml",
            'choice = "prior_conviction"',
            'choice = "prior"',
            "'prior' is not one of prior_conviction",
        ),
        (
            "village.toml",
            "[interpretations.tier_reading]",
            "[interpretations.tier_raeding]",
            "did you mean 'tier_reading'?",
        ),
        (
            "village.toml",
            "[service.personal]",
            "[service.pigeon]",
            "a mode is one of personal, certified_mail",
        ),
        ("village.toml", 'certify_by = "05-15"', 'certify_by = "15 May"', f"'15 May' {NO_SUCH_DAY}"),
        (
            "village.toml",
            'key = "webster"',
            'key = "Webster!"',
            "may hold only small letters, digits and hyphens",
        ),
        ("village.toml", 'zone = "America/New_York"', 'zone = "Webster"', "'Webster' is not a time zone"),
        ("village.toml", 'key = "webster"', 'key = "webstar"', "the file's place says webster"),
        (
            "2020-11-12.toml",
            "in_force = 2020-11-12",
            "in_force = 2021-11-12",
            "the file's place says 2020-11-12",
        ),
        ("2020-11-12.toml", 'village = "webster"', 'village = "wobster"', "the file's place says webster"),
        ("2020-11-12.toml", "stayed = 10", "stayd = 10", "did you mean 'stayed'?"),
        ("2020-11-12.toml", "until = 2026-05-20", "til = 2026-05-20", "did you mean 'until'?"),
        ("2020-11-12.toml", "due = 2026-07-03", "dew = 2026-07-03", "did you mean 'due'?"),
        ("2020-11-12.toml", "minimum = 22500", "minimum = 1\nmaximum = 9", "either maximum, or no_maximum"),
    ],
)
def test_a_fault_in_each_kind_of_file_is_found(
    tmp_path: Path, edit: Edit, name: str, old: str, new: str, problem: str
) -> None:
    copytree(HERE / "ny", tmp_path / "ny", ignore=ignore_patterns("williamsville", "two-year-town"))
    (path,) = tmp_path.glob(f"**/{name}")
    before = path.read_text(encoding="utf-8")
    edit(path, old, new)

    (found,) = check_file(path)

    assert problem in found.what
    assert found.line == before[: before.index(old)].count("\n") + 1 + new.count("\n")


def test_an_example_of_a_period_the_ordinance_does_not_give_is_found(tmp_path: Path) -> None:
    path = tmp_path / "draft.toml"
    example = """
[[examples]]
kind = "deadline"
rule = "emergency_maintenance"
from = 2026-01-01
due = 2026-01-05
why = "there is none"
"""
    path.write_text(ORDINANCE + example, encoding="utf-8")

    assert [tuple(problem) for problem in check_file(path)] == [
        (55, "examples[1].rule", "the ordinance gives no period for emergency_maintenance")
    ]


def test_a_file_in_another_encoding_is_told(tmp_path: Path) -> None:
    path = tmp_path / "draft.toml"
    path.write_bytes(ORDINANCE.encode("latin-1"))

    assert [tuple(problem) for problem in check_file(path)] == [
        (2, "", "not readable as text: save the file in the encoding UTF-8")
    ]


def test_an_empty_file_lacks_everything(tmp_path: Path) -> None:
    path = tmp_path / "village.toml"
    path.write_text("", encoding="utf-8")

    problems = check_file(path)

    assert {problem.line for problem in problems} == {1}
    assert {"key", "zone", "interpretations"} <= {problem.key for problem in problems}
