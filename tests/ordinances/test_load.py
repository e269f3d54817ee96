"""Loading: the villages there are, their versions by date, and what a folder of one's own can add."""

from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest

from ordinances.load import LawFileFault, load_all, load_law, villages
from rules.calendar import due
from rules.penalties import what_if
from rules.refusals import NotFound
from rules.values import ServiceMode

from .conftest import Edit


def test_the_villages_are_two_real_ones_and_three_specimens() -> None:
    real = [key for key, law in load_all().items() if not law.village.specimen]

    assert real == ["webster", "williamsville"]
    assert villages() == ("laporte-like", "romeoville-like", "two-year-town", "webster", "williamsville")


def test_an_unknown_village_is_refused_and_the_known_ones_named() -> None:
    with pytest.raises(NotFound) as refused:
        load_law("wobster")

    assert "wobster" in refused.value.facts.what
    assert "webster, williamsville" in (refused.value.facts.remedy or "")


def test_amounts_are_decimal_and_what_is_not_stated_is_none() -> None:
    (tier,) = load_law("webster").versions[0].penalties["default"].tiers

    assert tier.minimum == Decimal(250)
    assert isinstance(tier.minimum, Decimal)
    assert tier.maximum is None


@pytest.mark.parametrize("village", ["webster", "williamsville"])
def test_a_real_village_says_when_each_mode_of_service_is_complete(village: str) -> None:
    assert set(load_law(village).village.service) == set(ServiceMode)


def test_a_law_is_read_once() -> None:
    assert load_law("webster") is load_law("webster")


def test_an_amendment_takes_over_on_its_day_and_leaves_earlier_offenses_as_they_were(amended: Path) -> None:
    law = load_law("williamsville", amended)

    exposure = what_if(law, observed_on=date(2026, 12, 21), through=date(2027, 1, 10))

    assert [version.in_force for version in law.versions] == [date(2018, 11, 26), date(2027, 1, 1)]
    assert law.on(date(2026, 12, 31)) is law.versions[0]
    assert law.on(date(2027, 1, 1)) is law.versions[1]
    assert [(fine.date.isoformat(), fine.maximum) for fine in exposure.offenses] == [
        ("2026-12-21", Decimal(350)),
        ("2026-12-28", Decimal(350)),
        ("2027-01-04", Decimal(500)),
    ]


def test_an_amendment_in_a_folder_of_ones_own_leaves_the_package_alone(amended: Path) -> None:
    load_law("williamsville", amended)

    assert len(load_law("williamsville").versions) == 1


def test_no_version_is_in_force_before_the_first() -> None:
    assert load_law("williamsville").on(date(2018, 11, 25)) is None


def test_a_new_village_is_a_folder_of_data_files(endicott: Path) -> None:
    law = load_law("endicott", endicott)

    assert "endicott" in villages(endicott)
    assert law.state == load_law("webster").state
    appeal = law.versions[0].period("appeal")
    assert appeal is not None
    assert due(appeal, date(2026, 10, 5), law).due == date(
        2026, 10, 19
    )  # one day sooner than where it is excluded


def test_a_village_given_twice_is_refused(endicott: Path) -> None:
    place = endicott / "ny" / "endicott"
    place.rename(place.with_name("webster"))

    with pytest.raises(LawFileFault, match="'webster' has a file already"):
        villages(endicott)


def test_a_version_given_twice_is_refused(amended: Path, edit: Edit) -> None:
    later = amended / "ny" / "williamsville" / "112" / "2027-01-01.toml"
    edit(later, "in_force = 2027-01-01", "in_force = 2018-11-26")
    later.rename(later.with_name("2018-11-26.toml"))

    with pytest.raises(LawFileFault, match="a version in force on 2018-11-26 is there already"):
        load_law("williamsville", amended)


def test_a_version_under_another_name_than_its_day_is_refused(amended: Path) -> None:
    later = amended / "ny" / "williamsville" / "112" / "2027-01-01.toml"
    later.rename(later.with_name("2027-01-02.toml"))

    with pytest.raises(LawFileFault, match="in_force"):
        load_law("williamsville", amended)


def test_a_version_of_another_section_is_refused(amended: Path, edit: Edit) -> None:
    later = amended / "ny" / "williamsville" / "112" / "2027-01-01.toml"
    edit(later, 'section = "§ 112-28"\n', 'section = "§ 113-28"\n')

    with pytest.raises(LawFileFault, match="section is '§ 113-28'"):
        load_law("williamsville", amended)


def test_a_village_in_a_folder_of_another_name_is_refused(endicott: Path) -> None:
    place = endicott / "ny" / "endicott"
    place.rename(place.with_name("elmira"))

    with pytest.raises(LawFileFault, match="key is 'endicott', and its place says 'elmira'"):
        load_law("elmira", endicott)


def test_a_village_without_its_state_is_refused(endicott: Path, edit: Edit) -> None:
    edit(endicott / "ny" / "endicott" / "village.toml", 'state = "ny"', 'state = "oh"')
    (endicott / "ny").rename(endicott / "oh")

    with pytest.raises(LawFileFault, match=r"there is no oh/state\.toml"):
        load_law("endicott", endicott)


def test_a_village_without_an_ordinance_is_refused(endicott: Path) -> None:
    (endicott / "ny" / "endicott" / "130" / "2020-11-12.toml").unlink()

    with pytest.raises(LawFileFault, match="no version of its ordinance"):
        load_law("endicott", endicott)


def test_a_place_outside_all_time_zones_is_refused(endicott: Path, edit: Edit) -> None:
    edit(endicott / "ny" / "endicott" / "village.toml", "America/New_York", "America/Endicott")

    with pytest.raises(LawFileFault, match="time zone"):
        load_law("endicott", endicott)


def test_a_faulty_file_is_refused_with_line_and_key(amended: Path, edit: Edit) -> None:
    later = amended / "ny" / "williamsville" / "112" / "2027-01-01.toml"
    edit(later, 'duty = "may"', 'duty = "might"')

    with pytest.raises(LawFileFault, match=r"line 14: notice.duty 'might' is not one of 'may' or 'shall'"):
        load_law("williamsville", amended)


def test_a_file_saved_by_a_windows_editor_is_read(endicott: Path) -> None:
    path = endicott / "ny" / "endicott" / "village.toml"
    text = path.read_text(encoding="utf-8")
    path.write_bytes(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode())

    assert load_law("endicott", endicott).village.name == "Village of Endicott"
