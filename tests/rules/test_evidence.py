"""What proves an offense date: inspections that found the violation that day, or around it (LAW.md § 3)."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.offenses import Evidence, grade, grades
from rules.values import Finding

OBSERVED_ON = date(2026, 5, 1)
MAY = [OBSERVED_ON + timedelta(days=n) for n in range(31)]
C, OK, NOT = Finding.CONTINUING, Finding.COMPLIANT, Finding.NOT_CHECKED
INSPECTIONS = st.lists(st.tuples(st.sampled_from(MAY), st.sampled_from(Finding)), max_size=8)


@pytest.mark.parametrize(
    ("day", "findings", "evidence"),
    [
        pytest.param(1, [], Evidence.OBSERVED, id="the day it was observed"),
        pytest.param(2, [], Evidence.UNSUPPORTED, id="after the last finding"),
        pytest.param(5, [(9, C)], Evidence.INFERRED, id="between two that found it"),
        pytest.param(9, [(9, C)], Evidence.OBSERVED, id="found that very day"),
        pytest.param(10, [(9, C)], Evidence.UNSUPPORTED, id="later than the last that found it"),
        pytest.param(7, [(5, OK), (9, C)], Evidence.UNSUPPORTED, id="after one of compliance"),
        pytest.param(3, [(5, OK), (9, C)], Evidence.UNSUPPORTED, id="before one of compliance"),
        pytest.param(5, [(5, OK), (9, C)], Evidence.UNSUPPORTED, id="found in compliance that day"),
        pytest.param(8, [(5, OK), (7, C), (9, C)], Evidence.INFERRED, id="between two after a relapse"),
        pytest.param(
            5, [(5, C), (5, OK)], Evidence.UNSUPPORTED, id="both on one day: compliance is believed"
        ),
        pytest.param(1, [(1, OK)], Evidence.UNSUPPORTED, id="compliance on the day of observation"),
        pytest.param(5, [(7, NOT)], Evidence.UNSUPPORTED, id="an inspection that did not look"),
        pytest.param(5, [(7, NOT), (9, C)], Evidence.INFERRED, id="one that did not look breaks nothing"),
        pytest.param(8, [(9, C), (3, C)], Evidence.INFERRED, id="in any order"),
    ],
)
def test_a_day_has_its_evidence(day: int, findings: list[tuple[int, Finding]], evidence: Evidence) -> None:
    seen = [(date(2026, 5, on), finding) for on, finding in findings]

    assert grade(date(2026, 5, day), OBSERVED_ON, seen) is evidence


def test_a_day_before_the_observation_is_unsupported() -> None:
    assert grade(OBSERVED_ON - timedelta(days=1), OBSERVED_ON, [(OBSERVED_ON, C)]) is Evidence.UNSUPPORTED


@given(INSPECTIONS)
def test_many_days_are_graded_as_each_alone(findings: list[tuple[date, Finding]]) -> None:
    assert grades(MAY, OBSERVED_ON, findings) == [grade(day, OBSERVED_ON, findings) for day in MAY]


@given(INSPECTIONS, st.sampled_from(MAY))
def test_a_finding_of_compliance_never_makes_evidence(
    findings: list[tuple[date, Finding]], compliant_on: date
) -> None:
    before = grades(MAY, OBSERVED_ON, findings)
    after = grades(MAY, OBSERVED_ON, [*findings, (compliant_on, OK)])

    assert all(then is now or now is Evidence.UNSUPPORTED for then, now in zip(before, after, strict=True))
