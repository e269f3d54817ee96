"""One version of an ordinance in plain sentences under headings, each with its section."""

from collections.abc import Iterable, Iterator

from ordinances.wording import cited, fine, length, listed, money, term, whole_period
from rules.calendar import say
from rules.law import Basis, Guarantee, Ordinance, Penalty, Period, Review, Trigger, Unit

UNITS = {
    Unit.DAY: "Each calendar day on which the violation exists is a separate offense.",
    Unit.WEEK: "The day of observation is an offense, and each completed week after it a separate one.",
    Unit.WEEK_OR_PART: "The day of observation is an offense, and each week begun after it a separate one.",
    Unit.MONTH: "The day of observation is an offense, and the same day of each later month a separate one.",
    Unit.CURE_PERIOD: "Each period to cure that runs out with the violation uncured is an offense.",
}
BASES = {
    Basis.CONVICTION: "Nothing is owed before a court convicts.",
    Basis.ASSESSMENT: "The village assesses the fine; no conviction is needed.",
}
TRIGGERS = {
    Trigger.PRIOR_CONVICTION: "Earlier judgments of conviction raise the tier; the reading is under Interpretations.",
    Trigger.PRIOR_OFFENSE: "Earlier offenses raise the tier; the reading is under Interpretations.",
    Trigger.UNCURED_NOTICE: "Each period to cure that ran out before raises the tier.",
}
Part = tuple[str, Iterable[str]]


def version_sections(version: Ordinance) -> Iterator[Part]:
    """Yield the headings of a version, each with its sentences."""
    yield "The ordinance", _head(version)
    yield "Notice of violation", _notice(version)
    yield "Appeal", _appeal(version)
    yield "Stop work", _stop_work(version)
    for key, penalty in version.penalties.items():
        yield ("Penalties" if key == "default" else f"Penalties: {key}"), _penalty(penalty)
    yield "Occupancy and injunction", _occupancy(version)
    yield "Work by the village", _abatement(version)
    yield "Lien", _lien(version)
    yield "Security", _security(version)


def _head(version: Ordinance) -> Iterator[str]:
    yield f"{version.title}, {version.section}; {version.source}."
    yield f"In force from {say(version.in_force)}. {version.in_force_note}"


def _notice(version: Ordinance) -> Iterator[str]:
    notice = version.notice
    to = f"The village {notice.duty} issue it, to {listed(notice.addressees, 'or')}"
    also = f"; {listed(notice.required, 'or')} must be among them" if notice.required else ""
    yield cited(f"{to}{also}.", notice.section)
    for content in notice.contents:
        yield cited(f"It contains: “{content.words}”.", content.section)


def _appeal(version: Ordinance) -> Iterator[str]:
    if version.appeal is None:
        yield "The ordinance gives no appeal from the notice."
    else:
        within = whole_period(version.appeal.within)
        yield cited(f"To {version.appeal.to}, within {within}.", version.appeal.section)
        yield from _review(version.appeal.review)
    if version.notice_before_hearing:
        notice = version.notice_before_hearing
        yield cited(f"Notice of a hearing is given {whole_period(notice)}.", notice.section)


def _review(review: Review | None) -> Iterator[str]:
    if review is not None:
        yield cited(f"“{review.words}” Begun within {whole_period(review.within)}.", review.section)


def _stop_work(version: Ordinance) -> Iterator[str]:
    order, hold = version.stop_work, version.inspection_hold
    if order is None:
        yield "The ordinance gives no stop-work order."
    else:
        how = "with receipt of the notice of violation" if order.arises == "notice" else "by a separate order"
        may = f"all but {order.carve_out} stops" if order.carve_out else "all work stops, none is excepted"
        lift = "confirms compliance in writing" if order.lift_in_writing else "confirms compliance"
        yield cited(f"It arises {how}; {may}, until the village {lift}.", order.section)
        yield cited(f"“{order.words}”", order.section)
    if hold is None:
        yield "The ordinance gives no hold after an inspection."
        return
    but = f", except {hold.allowed_work}," if hold.allowed_work else ""
    form = "; told in writing" if hold.in_writing else ""
    yield cited(
        f"After an inspection that finds a violation no further work{but} goes on{form}.", hold.section
    )


def _penalty(penalty: Penalty) -> Iterator[str]:
    if penalty.provisions:
        yield f"For violations of {listed(penalty.provisions)} only."
    yield cited(BASES[penalty.basis], penalty.section)
    yield cited(f"{UNITS[penalty.unit]} “{penalty.unit_words}”", penalty.unit_section)
    for period in penalty.cure_periods:
        yield cited(
            f"A period to cure is {whole_period(period)}; the last one named repeats.", period.section
        )
    yield from _tiers(penalty)
    if penalty.jail is None:
        yield "No imprisonment is provided."
    else:
        longest = term(days=penalty.jail.days, months=penalty.jail.months)
        yield cited(
            f"Imprisonment of at most {longest}, with the fine or instead of it.", penalty.jail.section
        )
    if penalty.cap:
        per = penalty.cap.per.replace("_", " ")
        yield cited(f"At most {money(penalty.cap.amount)} in each {per}.", penalty.cap.section)


def _tiers(penalty: Penalty) -> Iterator[str]:
    for tier, following in zip(penalty.tiers, (*penalty.tiers[1:], None), strict=True):
        last = following.ordinal - 1 if following else None
        which = _ordinals(tier.ordinal, last)
        yield cited(f"{which}: {fine(tier)}.", tier.section)
    if penalty.trigger is None:
        yield "The fine never escalates."
    else:
        yield cited(TRIGGERS[penalty.trigger], penalty.section)
    if penalty.look_back:
        back = term(years=penalty.look_back.years, months=penalty.look_back.months)
        reach = f"They count within {back}, offense date to offense date, the anniversary excluded."
        yield cited(reach, penalty.look_back.section)


def _ordinals(first: int, last: int | None) -> str:
    if last is None:
        return "Every offense" if first == 1 else f"Offense {first} and later"
    return f"Offense {first}" if first == last else f"Offenses {first} to {last}"


def _occupancy(version: Ordinance) -> Iterator[str]:
    if version.occupancy is None:
        yield "The ordinance gives no hold on occupancy."
    elif version.occupancy.holds == "automatic":
        yield cited(
            "Occupancy is withheld by itself until corrections are accepted.", version.occupancy.section
        )
    else:
        yield cited("The officer may withhold occupancy.", version.occupancy.section)
    if version.injunction is None:
        yield "The ordinance names no injunction."
    else:
        yield cited("The violation may be restrained by injunction.", version.injunction.section)


def _abatement(version: Ordinance) -> Iterator[str]:
    work = version.abatement
    if work is None:
        yield "The ordinance does not let the village do the work."
        return
    notice = f"a {work.by.replace('_', ' ')}"
    yield cited(f"The village may do the work a {work.after.replace('_', ' ')} after {notice}.", work.section)
    yield cited(f"“{work.words}”", work.section)
    if work.emergency:
        yield cited(
            f"In danger to public safety or health it may do so after {_emergency(work.emergency.within)}.",
            work.emergency.section,
        )


def _emergency(period: Period) -> str:
    return f"{length(period)} from {period.starts_from} of a written notice"


def _lien(version: Ordinance) -> Iterator[str]:
    lien = version.lien
    if lien is None:
        yield "The ordinance gives no lien."
        return
    yield cited("The cost of the work is a lien on the property; a fine never is.", lien.section)
    users = "may" if lien.prorated_among_users else "is not said to"
    yield cited(f"The cost {users} be prorated among the beneficial users.", lien.section)
    bill = "may" if lien.on_tax_bill else "is not said to"
    yield cited(f"The cost {bill} go on the tax bill.", lien.section)


def _security(version: Ordinance) -> Iterator[str]:
    for guarantee in version.guarantees:
        yield from _guarantee(guarantee)
    if not version.guarantees:
        yield "The ordinance requires no security."


def _guarantee(guarantee: Guarantee) -> Iterator[str]:
    purpose, section = guarantee.purpose.capitalize(), guarantee.section
    firm = "; a letter of credit must be irrevocable" if guarantee.must_be_irrevocable else ""
    yield cited(f"{purpose}: {listed(guarantee.kinds, 'or')}{firm}.", section)
    if guarantee.percent_of_estimate is None:
        yield cited(f"{purpose}: the village sets the amount.", section)
    else:
        yield cited(f"{purpose}: {guarantee.percent_of_estimate} percent of the estimated cost.", section)
    if guarantee.release_needs:
        yield cited(f"{purpose}: released only on {listed(guarantee.release_needs)}.", section)
    else:
        yield cited(f"{purpose}: released when the village says so; no further condition.", section)
    if guarantee.minimum_term:
        yield cited(f"{purpose}: for at least {whole_period(guarantee.minimum_term)}.", section)
    part = "may be released in part" if guarantee.partial_release else "no release in part is provided"
    interest = "; interest on cash is reinvested" if guarantee.interest_reinvested else ""
    yield cited(f"{purpose}: {part}{interest}.", section)
    yield cited(f"“{guarantee.words}”", section)
