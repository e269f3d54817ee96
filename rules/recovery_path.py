"""The way from the village's work to a lien and the tax roll: which steps come next for a case, from when, by when.

A lien without notice and hearing is void (LAW.md § 6), so the order of the steps is the law's and not a habit.
"""

from collections.abc import Iterator
from datetime import date

from rules.abatement import uncommitted
from rules.acts import Setting
from rules.calendar import say, shift
from rules.case import Assessment, Case
from rules.dues import dues
from rules.law import Levy, Lien
from rules.ledger import balances, dollars
from rules.lien import day_for, levy_year
from rules.standing import governing, is_stayed
from rules.values import Value


class Step(Value):
    """One step: the command, its section, the days it can be taken on where the law names them, and why it is next.

    `now`: it can be taken today.
    """

    command: str
    section: str
    not_before: date | None = None
    by: date | None = None
    now: bool
    words: str


def steps(case: Case, setting: Setting) -> Iterator[Step]:
    """Yield the next step for cost that is open, then those for what is assessed; nothing where the law gives none."""
    version = governing(case, setting.law)
    if case.closed_on is not None or version.lien is None or version.abatement is None:
        return
    free = not is_stayed(case, setting.law, setting.today)
    for step in (*_for_cost(case, setting, version.lien), *_for_lien(case, setting, version.lien)):
        due = step.not_before is None or step.not_before <= setting.today
        yield step.model_copy(update={"now": due and (free or step.command not in STAYED)})


STAYED = frozenset(
    {"order-restoration", "give-maintenance-notice", "authorize-village-work", "give-cost-notice",
     "confirm-assessment", "certify-for-levy"}
)  # fmt: skip


def _for_cost(case: Case, setting: Setting, lien: Lien) -> Iterator[Step]:
    work = case.abatement
    if not work.costs:
        yield from _before_cost(case, setting)
    elif work.cost_notice is not None and work.heard_on is None:
        words = f"the hearing on {dollars(work.cost_notice.amount)} of cost, of which notice was served"
        yield _step("record-cost-hearing", lien.section, words, not_before=work.cost_notice.hearing_on)
    elif work.cost_notice is not None:
        levy = setting.law.village.levy
        words = "the board's resolution that confirms the amount; the lien attaches that day"
        yield _step("confirm-assessment", levy.section if levy else lien.section, words)
    elif uncommitted(case) > 0:
        words = f"notice of the amount, {dollars(uncommitted(case))} at most, and of a hearing on it"
        yield _step("give-cost-notice", lien.section, words)


def _before_cost(case: Case, setting: Setting) -> Iterator[Step]:
    rule, work = governing(case, setting.law).abatement, case.abatement
    if rule is None:
        return
    if work.authorized_on is not None:
        yield _step("record-cost", rule.section, "the costs of the work, each with its document")
    elif work.notices:
        first = min(notice.do_by for notice in work.notices)
        words = f"the time given runs through {say(first)}; the village may do the work from the day after"
        yield _step("authorize-village-work", rule.section, words, not_before=shift(first, 1))
    else:
        restoration = rule.by == "restoration_order"
        command = "order-restoration" if restoration else "give-maintenance-notice"
        yield _step(
            command, rule.section, "the village does the work only after notice and the time it gives"
        )


def _for_lien(case: Case, setting: Setting, lien: Lien) -> Iterator[Step]:
    work, stand, levy = case.abatement, balances(case.abatement.entries), setting.law.village.levy
    if levy is not None:
        for key in dues(work).unpaid:
            yield _certify(work.assessments[key], levy, lien, setting)
    if stand.lien:
        yield _step("record-cost-payment", lien.section, f"{dollars(stand.lien)} of the lien is unpaid")
    elif work.assessments and work.lien_released_on is None:
        yield _step("release-lien", lien.section, "the lien is paid")


def _certify(assessment: Assessment, levy: Levy, lien: Lien, setting: Setting) -> Step:
    year, through = levy_year(assessment, levy, setting), assessment.payable_through
    over = through < setting.today
    stands = "was not paid in the days without penalty," if over else "is payable without penalty"
    words = f"{assessment.key} {stands} through {through}; what is unpaid then goes to the levy of {year}"
    words += tax_bill_doubt(lien, levy)
    closes = day_for(levy.certify_by, year, levy)
    section = levy.payable_within.section if levy.payable_within else levy.section
    return _step("certify-for-levy", section, words, not_before=shift(through, 1), by=closes)


def tax_bill_doubt(lien: Lien, levy: Levy) -> str:
    """Return what counsel confirms first where the ordinance makes the cost a lien and does not name the tax bill."""
    if lien.on_tax_bill:
        return ""
    return (
        f"; {lien.section} does not name the tax bill: counsel confirms that {levy.section} carries it there"
    )


def _step(
    command: str, section: str, words: str, *, not_before: date | None = None, by: date | None = None
) -> Step:
    return Step(command=command, section=section, not_before=not_before, by=by, now=False, words=words)
