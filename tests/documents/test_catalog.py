"""The list of the papers that can be asked for."""

import pytest

from documents.catalog import STATEMENTS

SMALL = {"a", "of"}


@pytest.mark.parametrize("kind", list(STATEMENTS))
def test_every_statement_is_offered_under_a_title_in_capitals(kind: str) -> None:
    first, *others = STATEMENTS[kind].title.split()

    assert first[0].isupper()
    assert all(word[0].isupper() or word in SMALL for word in others)
