"""What tests of the activities share."""

import pytest


@pytest.fixture
def without_papers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave the setting of papers out of an audit, which takes longest and has tests of its own."""
    monkeypatch.setattr("activities.audit.missing_papers", lambda *_: ())
