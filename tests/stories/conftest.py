"""What the stories stand on besides the fixtures of all tests."""

from tests.workflows.conftest import skipping

__all__ = ["skipping"]
