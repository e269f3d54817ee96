"""What the court and the parties make of counts: dispositions, vacated convictions, payments, settlements, injunctions.

The court sets fine, jail and surcharge; they are recorded as pronounced,
and a departure from the tier needs its reason.
"""

from collections.abc import Iterator
from decimal import Decimal

from rules import penalties
from rules.acts import (
    ATTORNEY,
    CLERK,
    Act,
    Due,
    Events,
    Fold,
    Setting,
    count,
    current,
    due,
    next_key,
    not_before,
)
from rules.calendar import say
from rules.case import Case, Count, Payment, Settlement
from rules.commands import (
    RecordDisposition,
    RecordFinePayment,
    RecordInjunction,
    ReferForInjunction,
    Settle,
    VacateConviction,
)
from rules.events import (
    ConvictionVacated,
    CountsSettled,
    DispositionRecorded,
    Event,
    FinePaid,
    InjunctionRecorded,
    InjunctionReferred,
    Pronounced,
)
from rules.exposure import fines_on, priors_of
from rules.ledger import dollars
from rules.penalties import Fine
from rules.refusals import Conflict, Incomplete, NotAllowed
from rules.standing import governing, has_lapsed, is_disposed, settlement_paid_on
from rules.values import Outcome


def _section(case: Case, setting: Setting) -> str:
    return governing(case, setting.law).penalties["default"].section


def _has_pending(case: Case, setting: Setting) -> None:
    if all(is_disposed(each, case, setting.today) for each in case.counts.values()):
        raise NotAllowed(
            "No count pends before the court.",
            section=_section(case, setting),
            remedy="Charge offenses first.",
        )


def _pending(case: Case, key: str, setting: Setting) -> Count:
    found = count(case, key)
    if is_disposed(found, case, setting.today):
        raise Conflict(
            f"{key} has been disposed of: {found.outcome}, on {found.disposed_on}.",
            remedy="Vacate the conviction first, where it fell.",
            field="counts",
        )
    return found


def fine_of(case: Case, found: Count, setting: Setting) -> Fine:
    """Return the range of a count's fine in the village's reading, on what stands now."""
    priors = [
        prior
        for prior in priors_of(case, found.respondent, setting)
        if prior.count != found.key or prior.case != case.id
    ]
    return fines_on(case, found.violation, found.respondent, {found.offense_on}, priors, setting)[0]


def _dispose(case: Case, command: RecordDisposition, setting: Setting) -> Events:
    counts = [_pending(case, key, setting) for key in dict.fromkeys(command.counts)]
    for each in counts:
        not_before(
            command.on,
            each.filed_on,
            "The disposition",
            f"{each.key} was filed",
            section=_section(case, setting),
        )
    fines = [fine_of(case, each, setting) for each in counts]
    if command.outcome is not Outcome.CONVICTED:
        _check_no_sentence(command, _section(case, setting))
    for each, fine in zip(counts, fines, strict=True):
        _check_fine(each, fine, command)
        _check_jail(case, each, command, setting)
    return (
        DispositionRecorded(
            on=command.on,
            outcome=command.outcome,
            counts=tuple(_pronounced(each, fine) for each, fine in zip(counts, fines, strict=True)),
            fine=command.fine,
            jail_days=command.jail_days,
            surcharge=command.surcharge,
            departure_reason=command.departure_reason,
        ),
    )


def _pronounced(each: Count, fine: Fine) -> Pronounced:
    return Pronounced(
        count=each.key, ordinal=fine.ordinal, minimum=fine.minimum, maximum=fine.maximum, section=fine.section
    )


def _check_no_sentence(command: RecordDisposition, section: str) -> None:
    if command.fine or command.jail_days or command.surcharge:
        raise NotAllowed(
            f"A count {command.outcome} carries no fine, jail or surcharge.",
            section=section,
            remedy="Fines are punishments on conviction; a settlement sum goes with the command settle.",
            field="fine",
        )


def _check_fine(each: Count, fine: Fine, command: RecordDisposition) -> None:
    amount = command.fine
    if amount is None or command.departure_reason:
        return
    if amount < fine.minimum or (fine.maximum is not None and amount > fine.maximum):
        low = f"${fine.minimum:,.2f}".removesuffix(".00")
        top = (
            "no maximum stated"
            if fine.maximum is None
            else f"at most ${fine.maximum:,.2f}".removesuffix(".00")
        )
        raise NotAllowed(
            f"${amount:,.2f} is outside the range for {each.key}, ordinal {fine.ordinal}: at least {low}, {top}.",
            section=fine.section,
            remedy="Check the amount, or give departure_reason where the court pronounced it all the same.",
            field="fine",
        )


def _check_jail(case: Case, each: Count, command: RecordDisposition, setting: Setting) -> None:
    if not command.jail_days or command.departure_reason:
        return
    provision = case.violations[each.violation].provision
    penalty = current(setting.law, each.offense_on).penalty_for(provision)
    most = penalties.jail_limit_days(penalty, command.on)
    if penalty.jail is None or most is None or command.jail_days > most:
        allowed = "none is provided" if most is None else f"at most {most} days"
        raise NotAllowed(
            f"{command.jail_days} days of jail is outside what the ordinance provides: {allowed}.",
            section=penalty.jail.section if penalty.jail else penalty.section,
            remedy="Check the term, or give departure_reason where the court pronounced it all the same.",
            field="jail_days",
        )


def _has_conviction(case: Case, setting: Setting) -> None:
    if not any(each.is_conviction for each in case.counts.values()):
        raise NotAllowed(
            "No conviction stands in this case.",
            section=_section(case, setting),
            remedy="Only a conviction that stands is vacated.",
        )


def _vacate(case: Case, command: VacateConviction, setting: Setting) -> Events:
    found = count(case, command.count)
    if not found.is_conviction or found.disposed_on is None:
        raise NotAllowed(
            f"{found.key} is not a standing conviction.",
            section=_section(case, setting),
            field="count",
            remedy="Only a conviction that stands is vacated.",
        )
    not_before(
        command.on,
        found.disposed_on,
        "The order",
        f"{found.key} was convicted",
        section=_section(case, setting),
    )
    return (ConvictionVacated(on=command.on, count=found.key, reason=command.reason),)


def _pay(case: Case, command: RecordFinePayment, setting: Setting) -> Events:
    found = count(case, command.count)
    owed = _owed(case, found)
    if owed is None or found.disposed_on is None:
        raise NotAllowed(
            f"Nothing is owed on {found.key}: it carries no fine pronounced by the court and no settlement.",
            section=_section(case, setting),
            remedy="Until conviction an offense is exposure, never a debt.",
            field="count",
        )
    _check_payment_day(case, found, command, setting)
    left = owed - _paid(case, found)
    if command.amount > left:
        raise NotAllowed(
            f"${command.amount:,.2f} is more than the ${left:,.2f} still owed on {found.key}.",
            section=_section(case, setting),
            remedy="Record what was owed; a surplus is returned, not booked as a fine.",
            field="amount",
        )
    return (FinePaid(on=command.on, count=found.key, amount=command.amount, receipt=command.receipt),)


def _check_payment_day(case: Case, found: Count, command: RecordFinePayment, setting: Setting) -> None:
    if found.settlement is None:
        not_before(
            command.on, found.disposed_on or found.filed_on, "The payment", f"{found.key} was disposed of"
        )
        return
    not_before(command.on, found.filed_on, "The payment", f"{found.key} was filed")
    settlement = case.settlements[found.settlement]
    if has_lapsed(settlement, case, setting.today) and command.on > settlement.due_on:
        raise NotAllowed(
            f"Settlement {settlement.key} reverted: it was unpaid on {settlement.due_on}. {found.key} pends again.",
            section=_section(case, setting),
            remedy="Settle anew, or record the disposition.",
            field="on",
        )


def _owed(case: Case, found: Count) -> Decimal | None:
    if found.settlement is not None:
        return case.settlements[found.settlement].amount
    if found.is_conviction and (found.fine or found.surcharge):
        return (found.fine or Decimal(0)) + (found.surcharge or Decimal(0))
    return None


def _paid(case: Case, found: Count) -> Decimal:
    keys = case.settlements[found.settlement].counts if found.settlement else (found.key,)
    return sum((case.counts[key].paid for key in keys), Decimal(0))


def _settle(case: Case, command: Settle, setting: Setting) -> Events:
    counts = [_pending(case, key, setting) for key in dict.fromkeys(command.counts)]
    # Entered after its date without a day of its own, it was made once the last count was filed, at the earliest.
    late = max(each.filed_on for each in counts) if command.due_on < setting.today else setting.today
    on = command.on or late
    for each in counts:
        not_before(
            on, each.filed_on, "The settlement", f"{each.key} was filed", section=_section(case, setting)
        )
    not_before(command.due_on, on, "due_on", "the settlement")
    return (
        CountsSettled(
            on=on,
            settlement=next_key("s", case.settlements),
            counts=tuple(each.key for each in counts),
            amount=command.amount,
            due_on=command.due_on,
            terms=command.terms,
        ),
    )


def _has_injunction(case: Case, setting: Setting) -> None:
    version = governing(case, setting.law)
    if version.injunction is None:
        raise NotAllowed("The ordinance provides no injunction.", section=version.section)


def _refer(case: Case, command: ReferForInjunction, setting: Setting) -> Events:
    first = min(violation.observed_on for violation in case.violations.values())
    not_before(command.on, first, "The referral", "the violation was observed")
    return (InjunctionReferred(on=command.on, authorized_by=command.authorized_by),)


def _was_referred(case: Case, setting: Setting) -> None:
    _has_injunction(case, setting)
    if case.injunction_referred_on is None:
        rule = governing(case, setting.law).injunction
        raise NotAllowed(
            "The case was not referred for an injunction.",
            section=rule.section if rule else None,
            remedy="Record the referral with refer-for-injunction first.",
        )


def _enjoin(case: Case, command: RecordInjunction, setting: Setting) -> Events:
    if case.injunction_referred_on is None:
        raise Incomplete(
            "The case was not referred for an injunction.",
            remedy="Record the referral with refer-for-injunction first.",
        )
    not_before(command.on, case.injunction_referred_on, "The outcome", "the referral")
    return (InjunctionRecorded(on=command.on, outcome=command.outcome),)


# --- folds ----------------------------------------------------------------------------------------------


def _disposed(case: Case, event: DispositionRecorded) -> Case:
    return case.with_counts(
        *(
            case.counts[each.count].but(
                outcome=event.outcome,
                disposed_on=event.on,
                sentenced_as=each.ordinal,
                fine=event.fine,
                jail_days=event.jail_days,
                surcharge=event.surcharge,
                departure_reason=event.departure_reason,
                settlement=None,
                vacated_on=None,
            )
            for each in event.counts
        )
    )


def _vacated(case: Case, event: ConvictionVacated) -> Case:
    return case.with_counts(case.counts[event.count].but(vacated_on=event.on))


def _paid_on(case: Case, event: FinePaid) -> Case:
    found = case.counts[event.count]
    payment = Payment(on=event.on, amount=event.amount, receipt=event.receipt)
    return case.with_counts(found.but(payments=(*found.payments, payment)))


def _settled(case: Case, event: CountsSettled) -> Case:
    settlement = Settlement(
        key=event.settlement, on=event.on, counts=event.counts, amount=event.amount, due_on=event.due_on
    )
    counts = (
        case.counts[key].but(
            outcome=Outcome.SETTLED, disposed_on=event.on, settlement=event.settlement, vacated_on=None
        )
        for key in event.counts
    )
    case = case.with_counts(*counts)
    return case.but(settlements={**case.settlements, settlement.key: settlement})


FOLDS: dict[type[Event], Fold] = {
    DispositionRecorded: _disposed,
    ConvictionVacated: _vacated,
    FinePaid: _paid_on,
    CountsSettled: _settled,
    InjunctionReferred: lambda case, event: case.but(injunction_referred_on=event.on),
    InjunctionRecorded: lambda case, event: case,
}

ACTS = (
    Act(RecordDisposition, ATTORNEY, _dispose, _has_pending),
    Act(VacateConviction, ATTORNEY, _vacate, _has_conviction, when_closed=True),
    Act(RecordFinePayment, CLERK, _pay, when_closed=True),
    Act(Settle, ATTORNEY, _settle, _has_pending),
    Act(ReferForInjunction, ATTORNEY, _refer, _has_injunction),
    Act(RecordInjunction, ATTORNEY, _enjoin, _was_referred),
)


def agenda(case: Case, setting: Setting) -> Iterator[Due]:
    """Yield the dates of unpaid settlements and the return dates of pending counts."""
    for settlement in case.settlements.values():
        live = any(case.counts[key].settlement == settlement.key for key in settlement.counts)
        if live and settlement_paid_on(settlement, case) is None and not _noted(case, settlement, setting):
            amount, until = dollars(settlement.amount), say(settlement.due_on)
            words = f"settlement {settlement.key} of {amount} reverts if unpaid by {until}"
            yield due(
                "settlement_due",
                settlement.due_on,
                of=settlement.key,
                section=_section(case, setting),
                explanation=words,
            )
    returns = {
        (each.returnable_on, each.court)
        for each in case.counts.values()
        if not is_disposed(each, case, setting.today)
    }
    for day, court in sorted(returns):
        words = f"counts are returnable before the {court}"
        yield due("returnable", day, of=None, section=_section(case, setting), explanation=words)


def _noted(case: Case, settlement: Settlement, setting: Setting) -> bool:
    key = f"settlement_due:{settlement.key}:{settlement.due_on.isoformat()}"
    return key in case.passed and has_lapsed(settlement, case, setting.today)
