"""Which workflow a record has, by the series of its id."""

from rules.series import Series, series_of
from workflows.security import SecurityFile
from workflows.violation_case import ViolationCase

ENTITIES = (ViolationCase, SecurityFile)


def entity_of(record: str) -> type[ViolationCase] | type[SecurityFile]:
    """Return the workflow of a case or of a security."""
    return SecurityFile if series_of(record) is Series.SECURITY else ViolationCase
