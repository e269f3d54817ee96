"""What cannot be read as a command is said in one sentence, with what would do."""

import pytest

from tests.cli.terminal import check, here


@pytest.mark.parametrize(
    ("tokens", "words"),
    [
        pytest.param("dedline", 'Did you mean "deadline"?', id="no command"),
        pytest.param("case shw x", 'Did you mean "show"?', id="no command in a group"),
        pytest.param("case show", "CASE is missing; abate case show --help", id="nothing named"),
        pytest.param(
            "case show x y", "'y' is one word too many; abate case show --help", id="a word too many"
        ),
        pytest.param("case list --phase finl", 'Did you mean "final"?', id="no phase"),
        pytest.param("case list --verbose", "Unknown option: --verbose", id="no option"),
        pytest.param("case open --json", "--json needs a value", id="no value"),
        pytest.param("up --port abc", "give a number from 0 to 65535", id="no port"),
        pytest.param("up --port 99999", "give a number from 0 to 65535", id="no such port"),
        pytest.param("accrue --through 2026-1-1", "write a date as 2026-01-31", id="no date"),
        pytest.param("user set-password", "NAME is missing", id="no name"),
    ],
)
def test_it_is_one_sentence(capsys: pytest.CaptureFixture[str], tokens: str, words: str) -> None:
    check(here(capsys, *tokens.split()), 2, words)


def test_what_others_wrote_moves_no_cursor(capsys: pytest.CaptureFixture[str]) -> None:
    said = here(capsys, "act", "x", "add-note", "--text", "a", "\x1b[31mred\x07")

    check(said, 2, "--text takes one value")
    assert "\x1b" not in said.err
