"""What the schema refuses of a law that could be read two ways, and what the two texts must yield."""

from datetime import date
from typing import Any

import pytest
from pydantic import ValidationError

from ordinances.load import HERE, load_law, read_toml
from rules.law import Jail, Law, Levy, LookBack, Ordinance, Period, Tier, Village

WEBSTER = HERE / "ny" / "webster"


def ordinance(**changes: Any) -> Ordinance:
    return Ordinance.model_validate(
        read_toml(WEBSTER / "130" / "2020-11-12.toml") | {"examples": []} | changes
    )


def village(**changes: Any) -> Village:
    return Village.model_validate(read_toml(WEBSTER / "village.toml") | changes)


def test_a_minimum_above_the_maximum_is_refused() -> None:
    with pytest.raises(ValidationError, match="minimum 700 is above maximum 350"):
        Tier.model_validate({"ordinal": 1, "minimum": 700, "maximum": 350, "section": "§ 1", "words": ""})


@pytest.mark.parametrize("lengths", [{}, {"days": 1, "months": 1}, {"days": 0}])
def test_a_period_of_no_one_length_is_refused(lengths: dict[str, int]) -> None:
    with pytest.raises(ValidationError):
        Period.model_validate({"starts_from": "service", "rolls": True, "section": "§ 1"} | lengths)


@pytest.mark.parametrize("lengths", [{}, {"days": 15, "months": 1}])
def test_a_jail_term_of_no_one_length_is_refused(lengths: dict[str, int]) -> None:
    with pytest.raises(ValidationError, match="give exactly one of days, months"):
        Jail.model_validate({"section": "§ 1"} | lengths)


@pytest.mark.parametrize("lengths", [{}, {"years": 5, "months": 60}])
def test_a_look_back_of_no_one_length_is_refused(lengths: dict[str, int]) -> None:
    with pytest.raises(ValidationError, match="give exactly one of years, months"):
        LookBack.model_validate({"section": "§ 1"} | lengths)


def test_an_ordinance_without_a_default_penalty_is_refused() -> None:
    penalty = read_toml(WEBSTER / "130" / "2020-11-12.toml")["penalties"]["default"]

    with pytest.raises(ValidationError, match=r"penalties\.default is missing"):
        ordinance(penalties={"other": penalty})


def test_a_village_that_leaves_a_question_open_is_refused() -> None:
    made = read_toml(WEBSTER / "village.toml")["interpretations"]
    del made["appeal_stay"]

    with pytest.raises(ValidationError, match=r"interpretations\.appeal_stay is missing"):
        village(interpretations=made)


def test_a_village_without_a_levy_needs_no_cut_off() -> None:
    made = read_toml(WEBSTER / "village.toml")["interpretations"]
    del made["tax_roll_cutoff"]

    assert village(interpretations=made, levy=None).levy is None


def test_a_cut_off_that_is_no_day_is_refused() -> None:
    made = read_toml(WEBSTER / "village.toml")["interpretations"]
    made["tax_roll_cutoff"]["choice"] = "02-29"

    with pytest.raises(ValidationError, match="'02-29' is not a day of every year"):
        village(interpretations=made)


def test_a_levy_on_a_day_that_is_none_is_refused() -> None:
    with pytest.raises(ValidationError, match="'13-01' is not a day of every year"):
        Levy.model_validate(
            {"fiscal_year_starts": "13-01", "confirm_by": "04-14", "certify_by": "05-15", "section": ""}
        )


def test_a_role_nobody_has_is_refused() -> None:
    notice = read_toml(WEBSTER / "130" / "2020-11-12.toml")["notice"]

    with pytest.raises(ValidationError, match="'owner' is not one of landowner"):
        ordinance(notice=notice | {"addressees": ["owner"], "required": []})
    with pytest.raises(ValidationError, match="'developer' is not among the addressees"):
        ordinance(notice=notice | {"required": ["developer"]})


def test_versions_out_of_order_are_refused() -> None:
    law = load_law("webster")
    later = ordinance(in_force=date(2027, 1, 1))

    with pytest.raises(ValidationError, match="oldest first"):
        Law(state=law.state, village=law.village, versions=(later, law.versions[0]))
    assert (
        Law(state=law.state, village=law.village, versions=(law.versions[0], later)).on(later.in_force)
        is later
    )


def test_a_version_of_another_village_is_refused() -> None:
    law = load_law("webster")

    with pytest.raises(ValidationError, match="not of webster"):
        Law(state=law.state, village=law.village, versions=load_law("williamsville").versions)


def test_webster_and_williamsville_differ_where_their_texts_do() -> None:
    (webster,), (williamsville,) = load_law("webster").versions, load_law("williamsville").versions

    assert (webster.notice.duty, williamsville.notice.duty) == ("shall", "may")
    assert webster.stop_work is not None
    assert webster.stop_work.arises == "notice"
    assert webster.stop_work.carve_out is None
    assert webster.stop_work.lift_in_writing
    assert williamsville.stop_work is not None
    assert williamsville.stop_work.arises == "order"
    assert williamsville.stop_work.carve_out
    assert not williamsville.stop_work.lift_in_writing
    assert [content.key for content in webster.notice.contents] == [
        c.key for c in williamsville.notice.contents
    ]
    appeals = [version.period("appeal") for version in (webster, williamsville)]
    assert [(appeal.days, appeal.starts_from) for appeal in appeals if appeal] == [(15, "service")] * 2
    assert williamsville.period("emergency_maintenance") is None


def test_a_provision_with_a_penalty_of_its_own_has_that_and_others_the_default() -> None:
    (version,) = load_law("romeoville-like").versions

    assert version.penalty_for("§ 160-40(b)").cap is not None
    assert version.penalty_for("§ 160-12").cap is None
