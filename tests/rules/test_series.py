import pytest

from rules.parsing import parse_security
from rules.refusals import Malformed
from rules.security_commands import RequestDraw
from rules.series import Series, number_of, record_id, series_of


@pytest.mark.parametrize(
    ("series", "made"),
    [
        pytest.param(Series.CASE, "two-year-town-2026-0001", id="case"),
        pytest.param(Series.SECURITY, "two-year-town-S-2026-0001", id="security"),
    ],
)
def test_an_id_tells_its_series_and_its_number(series: Series, made: str) -> None:
    assert record_id("two-year-town", series, 2026, 1) == made
    assert series_of(made) is series
    assert number_of(made, "two-year-town") == "2026-0001"


@pytest.mark.parametrize("odd", ["", "webster", "S-2026-0001x", "webster-s-2026-0001", "XS-2026-0001"])
def test_what_is_no_id_of_a_security_is_none(odd: str) -> None:
    assert series_of(odd) is Series.CASE


def test_a_command_on_a_security_is_read_like_any_other() -> None:
    read = parse_security("request-draw", {"case": "c", "amount": "60.50", "on": "2026-03-16", "reason": "x"})

    assert isinstance(read, RequestDraw)
    with pytest.raises(Malformed) as caught:
        parse_security("request-draw", {"case": "c", "amount": 60.505, "on": 3, "reasons": "x"})
    said = caught.value.facts.what
    assert "amount is 60.505: an amount has at most two decimals." in said
    assert "reasons is not known here. Did you mean reason?" in said
    with pytest.raises(Malformed, match=r"no command 'record-cost'"):
        parse_security("record-cost", {})
