"""What proves an offense date, in words: who found the violation on it or, failing that, before and after it.

The day of observation is a finding of its own. Nothing is said of a day beyond what inspections found.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from documents.wording import day, listed
from rules.case import Case, Exhibit, Violation
from rules.exhibits import Bearing
from rules.offenses import Evidence
from rules.values import Finding


class Found(NamedTuple):
    """One finding: on which day, by whom where that is known, and whether the violation continued."""

    on: date
    by: str | None
    continuing: bool

    @property
    def told(self) -> str:
        """When and by whom, as it follows "found"."""
        return f"on {day(self.on)} {self.whose}"

    @property
    def whose(self) -> str:
        """By whom, as it follows a finding."""
        return f"by {self.by}" if self.by else "(by whom is not recorded)"


def findings(case: Case, violation: Violation) -> list[Found]:
    """Return every finding of a violation, the day of observation first among its day's, in order of date."""
    found = [Found(violation.observed_on, violation.observed_by, continuing=True)]
    for inspection in case.inspections:
        said = inspection.findings.get(violation.key, Finding.NOT_CHECKED)
        if said is not Finding.NOT_CHECKED:
            found.append(Found(inspection.on, inspection.inspector, said is Finding.CONTINUING))
    return sorted(found, key=lambda each: each.on)


def proof(found: Sequence[Found], on: date, grade: Evidence) -> str:
    """Say what proves an offense date of this grade; `found` are the violation's findings in order of date."""
    first, after = _place(found, on)
    if grade is Evidence.OBSERVED:
        named = _named(found[first:after])
        return (
            f"Observed. {listed(named)} found the violation on this day."
            if named
            else "Observed. The violation was found on this day; the record does not say by whom."
        )
    if grade is Evidence.INFERRED:
        before, later = found[first - 1], found[after]
        return (
            f"Inferred. The violation was found {before.told} and {later.told}; "
            "no finding between these two is of compliance."
        )
    return f"Unsupported. {_lacking(found, first, after)}"


def supported(grade: Evidence, found: Bearing) -> str:
    """Return the grade of an offense date with the exhibits of that day, as it stands in a list."""
    showing = f", {_cited(found.showing)}" if found.showing else ""
    contrary = f"; against it {_cited(found.contrary)}" if found.contrary else ""
    return f"{grade}{showing}{contrary}"


def _cited(exhibits: Sequence[Exhibit]) -> str:
    numbers = listed(str(each.number) for each in exhibits)
    return f"exhibit{'s' if len(exhibits) > 1 else ''} {numbers}"


def pictured(found: Bearing) -> str:
    """Say which exhibits show the violation on a day, what each is of and who took it; nothing where none does."""
    told = listed(
        f"exhibit {each.number}{f', taken by {each.taken_by}' if each.taken_by else ''} ({each.caption})"
        for each in found.showing
    )
    return f" It is shown on this day by {told}." if told else ""


def contradicted(found: Bearing) -> str | None:
    """Say which exhibits show compliance on a day; None where none does."""
    if not found.contrary:
        return None
    return f"{_cited(found.contrary)} show{'s' if len(found.contrary) == 1 else ''} compliance on this day"


def witnesses(found: Sequence[Found], on: date) -> tuple[str, ...]:
    """Return who found the violation on a day or, failing that, next before and after it."""
    first, after = _place(found, on)
    return _named(found[first:after] or [*found[max(first - 1, 0) : first], *found[after : after + 1]])


def _place(found: Sequence[Found], on: date) -> tuple[int, int]:
    """Return where the findings of a day begin and end."""
    days = [each.on for each in found]
    return bisect_left(days, on), bisect_right(days, on)


def _named(found: Sequence[Found]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(each.by for each in found if each.continuing and each.by))


def _lacking(found: Sequence[Found], first: int, after: int) -> str:
    """Say why a day is unsupported: compliance was found on it or next to it, or nothing was found since."""
    for each in found[first:after]:
        if not each.continuing:
            return f"Compliance was found on this day {each.whose}."
    if first == 0:
        return "No finding of the violation lies before this day."
    before = found[first - 1]
    if not before.continuing:
        return f"Before this day compliance was found {before.told}."
    if after == len(found):
        return f"The violation was last found {before.told}, and by nobody on or after this day."
    return f"After this day compliance was found {found[after].told}."
