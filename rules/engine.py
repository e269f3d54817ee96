"""The whole law of a case in four functions: `decide`, `evolve`, `may` and `agenda`, put together from its subjects.

The same code serves the instant refusal on a page, the decision in the transaction, and the tests.
"""

from collections.abc import Iterable
from datetime import date
from itertools import chain

from rules import (
    abatement,
    appeal,
    assessment,
    charging,
    compliance,
    exhibits,
    intake,
    lien,
    notice,
    occupancy,
    prosecution,
    stop_work,
)
from rules.acts import Act, Due, Events, Fold, Setting
from rules.case import Case
from rules.commands import COMMANDS, Command, DeadlinePassed, OpenCase
from rules.events import CaseOpened, DeadlineNoted, Event
from rules.facts import fact_dates
from rules.refusals import CaseClosed, FutureFact, Malformed, Refusal, WrongRole
from rules.values import Role, Value, either

SUBJECTS = (
    intake,
    exhibits,
    notice,
    appeal,
    stop_work,
    compliance,
    charging,
    prosecution,
    occupancy,
    abatement,
    assessment,
    lien,
)
CLOCKS = (
    intake.agenda,
    notice.agenda,
    appeal.agenda,
    charging.agenda,
    prosecution.agenda,
    abatement.agenda,
    assessment.agenda,
    lien.agenda,
)


def _note_deadlines(case: Case, command: DeadlinePassed, setting: Setting) -> Events:
    over = [item for item in agenda(case, setting) if item.key in command.keys and not item.passed]
    return tuple(
        DeadlineNoted(
            on=item.wakes_on,
            key=item.key,
            deadline=item.kind,
            of=item.of,
            section=item.section,
            explanation=item.explanation,
        )
        for item in over
        if item.wakes_on < setting.today
    )


ENGINE = Act(DeadlinePassed, frozenset({Role.SYSTEM}), _note_deadlines)
ACTS: dict[str, Act] = {
    act.command.name_: act for act in chain(*(subject.ACTS for subject in SUBJECTS), [ENGINE])
}
FOLDS: dict[type[Event], Fold] = {
    DeadlineNoted: lambda case, event: case.but(passed=case.passed | {event.key}),
    **{event: fold for subject in SUBJECTS for event, fold in subject.FOLDS.items()},
}
OPENERS = intake.ACTS[0].roles  # who adds respondents opens cases


def evolve(case: Case | None, event: Event) -> Case:
    """Return the case after one more event; the first one opens it."""
    if isinstance(event, CaseOpened):
        return intake.opened(event)
    if case is None:
        message = f"{event.kind} comes before the case was opened"
        raise ValueError(message)
    return FOLDS[type(event)](case, event)


def fold(events: Iterable[Event]) -> Case | None:
    """Return the case that its events tell of, or None where there are none."""
    case: Case | None = None
    for event in events:
        case = evolve(case, event)
    return case


def open_case(case_id: str, command: OpenCase, setting: Setting) -> Events:
    """Decide the opening of a case under its reserved number; raise a Refusal where the law refuses it."""
    check_role(command.name_, OPENERS, setting)
    check_future(command, setting.today)
    return intake.open_case(case_id, command, setting)


def decide(case: Case, command: Command, setting: Setting) -> Events:
    """Decide a command on a case; return what happened, or raise the Refusal that says why not and what to do."""
    act = _act(command.name_)
    refusal = may(case, command.name_, setting)
    if refusal is not None:
        raise refusal
    check_future(command, setting.today)
    return act.decide(case, command, setting)


def may(case: Case, name: str, setting: Setting) -> Refusal | None:
    """Return why a command cannot be given on this case by this user now, or None where it can."""
    act = _act(name)
    try:
        check_role(name, act.roles, setting)
        if case.closed_on is not None and not act.when_closed:
            raise CaseClosed(
                f"{case.id} is closed since {case.closed_on}.", remedy="Reopen it first, with the reason."
            )
        act.guard(case, setting)
    except Refusal as refusal:
        return refusal
    return None


def agenda(case: Case, setting: Setting) -> tuple[Due, ...]:
    """Return everything that falls due in an open case, earliest first; `passed` once the engine has noted it."""
    if case.closed_on is not None:
        return ()
    items = chain.from_iterable(clock(case, setting) for clock in CLOCKS)
    noted = (item.model_copy(update={"passed": item.key in case.passed}) for item in items)
    return tuple(sorted(noted, key=lambda item: (item.due, item.kind, item.of or "")))


def _act(name: str) -> Act:
    act = ACTS.get(name)
    if act is None:
        known = ", ".join(sorted(ACTS))
        raise Malformed(f"There is no command {name!r} on a case.", remedy=f"The commands are: {known}.")
    return act


def check_role(name: str, roles: frozenset[Role], setting: Setting) -> None:
    """Raise WrongRole where none of the user's roles may give a command."""
    if not roles & setting.roles:
        allowed = either(roles)
        held = f"as {', '.join(sorted(setting.roles))}" if setting.roles else "without a role in this village"
        raise WrongRole(
            f"{name} is for {allowed}; {setting.actor} acts {held}.", remedy="Ask one who has that role."
        )


def check_future(command: Value, today: date) -> None:
    """Raise FutureFact where a command tells a fact dated after today in the village."""
    for field, day in fact_dates(command):
        if day > today:
            raise FutureFact(
                f"{field.rpartition('.')[2]} is {day}, in the future: today is {today} in the village.",
                remedy="A fact is recorded on its day or later.",
                field=field,
            )


def case_commands() -> tuple[str, ...]:
    """Return the names of the commands a person can give on a case, in the order the models are written."""
    return tuple(name for name in COMMANDS if name in ACTS and name != DeadlinePassed.name_)
