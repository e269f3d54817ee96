"""Appeals from the notice: late ones are recorded as late and a person rules; the stay is the village's interpretation.

A stay runs from the day of filing through the day before the decision or the certificate of imminent peril.
"""

from collections.abc import Iterator
from datetime import timedelta

from rules.acts import (
    ATTORNEY,
    CLERK,
    OFFICER,
    STAFF,
    Act,
    Due,
    Events,
    Fold,
    Setting,
    due,
    not_before,
    respondent,
    violation,
)
from rules.calendar import say
from rules.case import Appeal, Case, Hearing, Notice
from rules.commands import (
    CertifyImminentPeril,
    DecideAppeal,
    FileAppeal,
    ReleaseStayed,
    RuleOnTimeliness,
    ScheduleHearing,
    WithdrawAppeal,
)
from rules.events import (
    AppealDecided,
    AppealFiled,
    AppealWithdrawn,
    Event,
    HearingScheduled,
    PerilCertified,
    StayedReleased,
    TimelinessRuled,
)
from rules.law import Question
from rules.refusals import Conflict, Incomplete, NotAllowed, OutOfOrder
from rules.standing import (
    appeal_window,
    governing,
    latest_appeal_window,
    latest_notice,
    pending,
    served_on,
    stays,
    unruled,
)
from rules.values import AppealOutcome, Ruling


def _section(case: Case, setting: Setting) -> str:
    version = governing(case, setting.law)
    return version.appeal.section if version.appeal else version.section


def stay_section(setting: Setting) -> str | None:
    """Return the statute under which an appeal stays enforcement, where the state has one."""
    rule = setting.law.state.appeal_stay
    return None if rule is None else rule.section


def _can_appeal(case: Case, setting: Setting) -> None:
    version = governing(case, setting.law)
    if version.appeal is None:
        raise NotAllowed("The ordinance provides no appeal from the notice.", section=version.section)
    notices = [notice for notice in case.notices.values() if notice.withdrawn_on is None]
    if not any(served_on(notice, key, setting.law) for notice in notices for key in notice.respondents):
        raise NotAllowed(
            "No respondent has been served; only a served respondent appeals.",
            section=version.appeal.section,
            remedy="Record service first.",
        )


def _file(case: Case, command: FileAppeal, setting: Setting) -> Events:
    respondent(case, command.respondent)
    notice = latest_notice(case, command.respondent)
    served = None if notice is None else served_on(notice, command.respondent, setting.law)
    if notice is None or served is None:
        raise NotAllowed(
            f"{command.respondent} has not been served with a standing notice; only a served respondent appeals.",
            section=_section(case, setting),
            remedy="Record service on this respondent first.",
            field="respondent",
        )
    section = _section(case, setting)
    not_before(command.on, served, "The appeal", f"{command.respondent} was served", section=section)
    earlier = [a for a in case.appeals if (a.notice, a.respondent) == (notice.key, command.respondent)]
    if earlier:
        raise Conflict(
            f"{command.respondent} has already appealed from {notice.key}, on {earlier[-1].filed_on}.",
            section=section,
            remedy="One notice is appealed once; a notice issued later can be appealed anew.",
        )
    return (
        AppealFiled(on=command.on, notice=notice.key, respondent=command.respondent, grounds=command.grounds),
    )


def _has_late(case: Case, setting: Setting) -> None:
    if not unruled(case, setting.law):
        raise NotAllowed(
            "No late appeal waits for a ruling.",
            section=_section(case, setting),
            remedy="An appeal filed in time needs none; decide-appeal records the decision.",
        )


def _rule(case: Case, command: RuleOnTimeliness, setting: Setting) -> Events:
    respondent(case, command.respondent)
    if command.respondent not in {appeal.respondent for appeal in unruled(case, setting.law)}:
        raise NotAllowed(
            f"No late appeal of {command.respondent} waits for a ruling.",
            field="respondent",
            remedy="An appeal filed in time needs none; decide-appeal records the decision.",
        )
    return (
        TimelinessRuled(
            on=setting.today, respondent=command.respondent, accepted=command.accepted, reason=command.reason
        ),
    )


def _is_pending(case: Case, setting: Setting) -> None:
    if not pending(case, setting.law):
        raise NotAllowed(
            "No appeal is pending.", section=_section(case, setting), remedy="Record the appeal first."
        )


def _has_stay(case: Case, setting: Setting) -> None:
    _is_pending(case, setting)
    if not any(stay.until is None for stay in stays(case, setting.law)):
        raise NotAllowed(
            "Nothing is stayed, so there is no stay to end.",
            section=stay_section(setting),
            remedy="Enforcement goes on without a certificate.",
        )


def _certify(case: Case, command: CertifyImminentPeril, setting: Setting) -> Events:
    first = min(stay.first for stay in stays(case, setting.law) if stay.until is None)
    not_before(command.on, first, "The certificate", "the appeal was filed", section=stay_section(setting))
    return (PerilCertified(on=command.on, facts=command.facts),)


def _schedule(case: Case, command: ScheduleHearing, setting: Setting) -> Events:
    first = min(appeal.filed_on for appeal in pending(case, setting.law))
    not_before(command.on, first, "The hearing", "the appeal was filed", section=_section(case, setting))
    return (
        HearingScheduled(
            on=setting.today,
            hearing_on=command.on,
            body=command.body,
            hour=command.hour,
            place=command.place,
        ),
    )


def _decide(case: Case, command: DecideAppeal, setting: Setting) -> Events:
    appeals = pending(case, setting.law)
    section = _section(case, setting)
    for appeal in appeals:
        not_before(
            command.on, appeal.filed_on, "The decision", f"{appeal.respondent} appealed", section=section
        )
    if command.filed_on is not None:
        not_before(command.filed_on, command.on, "filed_on", "the decision")
    return (
        AppealDecided(
            on=command.on,
            outcome=command.outcome,
            respondents=tuple(appeal.respondent for appeal in appeals),
            violations=_rulings(case, command, appeals),
            remedy_by=command.remedy_by,
            filed_on=command.filed_on,
            dated_through=setting.today - timedelta(days=1),
        ),
    )


def _rulings(case: Case, command: DecideAppeal, appeals: tuple[Appeal, ...]) -> dict[str, Ruling]:
    appealed = {key for appeal in appeals for key in case.notices[appeal.notice].violations}
    given = command.violations or {}
    for key in given:
        violation(case, key)
        if key not in appealed:
            raise NotAllowed(
                f"{key} is not in the notice appealed from.",
                field="violations",
                remedy="Rule on the violations of that notice only.",
            )
    if command.outcome is AppealOutcome.MODIFIED:
        if not given and command.remedy_by is None:
            raise Incomplete(
                "A modification says what it changes.",
                remedy="Give violations, remedy_by or both.",
                field="violations",
            )
        return {key: given.get(key, Ruling.AFFIRMED) for key in sorted(appealed)}
    _check_whole(command, given)
    return dict.fromkeys(sorted(appealed), Ruling(command.outcome.value))


def _check_whole(command: DecideAppeal, given: dict[str, Ruling]) -> None:
    if any(ruling.value != command.outcome.value for ruling in given.values()):
        raise OutOfOrder(
            f"Some violations are ruled otherwise than {command.outcome}.",
            remedy="Record the outcome as modified.",
            field="outcome",
        )


def _withdraw(case: Case, command: WithdrawAppeal, setting: Setting) -> Events:
    respondent(case, command.respondent)
    own = [a for a in case.appeals if a.respondent == command.respondent and not a.is_over]
    if not own:
        raise NotAllowed(
            f"{command.respondent} has no appeal to withdraw.",
            field="respondent",
            remedy="Record the appeal first, where one was filed.",
        )
    not_before(
        command.on,
        own[-1].filed_on,
        "The withdrawal",
        "the appeal was filed",
        section=_section(case, setting),
    )
    return (AppealWithdrawn(on=command.on, respondent=command.respondent),)


def _has_appeal(case: Case, setting: Setting) -> None:
    if all(appeal.is_over for appeal in case.appeals):
        raise NotAllowed(
            "No appeal is pending.",
            section=_section(case, setting),
            remedy="Record the appeal first, where one was filed.",
        )


def _stay_ended(case: Case, setting: Setting) -> None:
    if setting.law.choice(Question.STAYED_OFFENSES) == "drop":
        raise NotAllowed(
            "The village reads stayed offenses as dropped; none can be released.",
            section=stay_section(setting),
            remedy="Only another decision of the question stayed_offenses changes that.",
        )
    if pending(case, setting.law):
        raise NotAllowed(
            "The appeal is pending; stayed offenses wait for the decision.",
            section=stay_section(setting),
            remedy="Record the decision with decide-appeal first.",
        )
    if not any(stay.until for stay in stays(case, setting.law)):
        raise NotAllowed(
            "No offenses are stayed.", section=stay_section(setting), remedy="There is nothing to release."
        )


def _release(case: Case, command: ReleaseStayed, setting: Setting) -> Events:
    found = violation(case, command.violation)
    if found.annulled_on is not None:
        raise NotAllowed(
            f"{found.key} was annulled on {found.annulled_on}; its offenses are void.",
            field="violation",
            remedy="There is nothing to release.",
        )
    ends = [stay.until for stay in stays(case, setting.law) if stay.until]
    if found.released_on is not None and found.released_on >= max(ends):
        raise Conflict(
            f"The stayed offenses of {found.key} were already released.",
            field="violation",
            remedy="There is nothing left to release.",
        )
    return (StayedReleased(on=setting.today, violation=found.key, reason=command.reason),)


# --- folds ----------------------------------------------------------------------------------------------


def _filed(case: Case, event: AppealFiled) -> Case:
    appeal = Appeal(
        notice=event.notice, respondent=event.respondent, filed_on=event.on, grounds=event.grounds
    )
    return case.but(appeals=(*case.appeals, appeal))


def _ruled(case: Case, event: TimelinessRuled) -> Case:
    ruled = (a.but(accepted=event.accepted) if _waits(a, event.respondent) else a for a in case.appeals)
    return case.but(appeals=tuple(ruled))


def _waits(appeal: Appeal, respondent_key: str) -> bool:
    return appeal.respondent == respondent_key and not appeal.is_over and appeal.accepted is None


def _decided(case: Case, event: AppealDecided) -> Case:
    appeals = tuple(
        appeal.but(outcome=event.outcome, ended_on=event.on)
        if appeal.respondent in event.respondents and not appeal.is_over
        else appeal
        for appeal in case.appeals
    )
    case = case.but(appeals=appeals)
    for key, ruling in event.violations.items():
        found = case.violations[key]
        if ruling is Ruling.ANNULLED:
            found = found.but(annulled_on=event.on, dated_through=event.dated_through)
        elif event.remedy_by is not None:
            found = found.but(remedy_by=event.remedy_by)
        case = case.with_violation(found)
    return case


def _withdrawn(case: Case, event: AppealWithdrawn) -> Case:
    appeals = tuple(
        appeal.but(ended_on=event.on, withdrawn=True)
        if appeal.respondent == event.respondent and not appeal.is_over
        else appeal
        for appeal in case.appeals
    )
    return case.but(appeals=appeals)


def _released(case: Case, event: StayedReleased) -> Case:
    return case.with_violation(case.violations[event.violation].but(released_on=event.on))


FOLDS: dict[type[Event], Fold] = {
    AppealFiled: _filed,
    TimelinessRuled: _ruled,
    PerilCertified: lambda case, event: case.but(perils=(*case.perils, event.on)),
    HearingScheduled: lambda case, event: case.but(
        hearings=(*case.hearings, Hearing(on=event.hearing_on, body=event.body))
    ),
    AppealDecided: _decided,
    AppealWithdrawn: _withdrawn,
    StayedReleased: _released,
}

ACTS = (
    Act(FileAppeal, STAFF, _file, _can_appeal),
    Act(RuleOnTimeliness, ATTORNEY, _rule, _has_late),
    Act(CertifyImminentPeril, OFFICER, _certify, _has_stay),
    Act(ScheduleHearing, STAFF, _schedule, _is_pending),
    Act(DecideAppeal, ATTORNEY | CLERK, _decide, _is_pending),
    Act(WithdrawAppeal, STAFF, _withdraw, _has_appeal),
    Act(ReleaseStayed, ATTORNEY, _release, _stay_ended),
)


def agenda(case: Case, setting: Setting) -> Iterator[Due]:
    """Yield the hearing of a pending appeal and the ruling a late one waits for."""
    section = _section(case, setting)
    if pending(case, setting.law) and case.hearings:
        hearing = case.hearings[-1]
        words = f"hearing of the appeal before the {hearing.body}"
        yield due("hearing", hearing.on, of=hearing.body, section=section, explanation=words)
    for appeal in unruled(case, setting.law):
        yield _ruling_due(case, appeal, case.notices[appeal.notice], setting, section)


def _ruling_due(case: Case, appeal: Appeal, notice: Notice, setting: Setting, section: str) -> Due:
    window = appeal_window(notice, appeal.respondent, setting.law)
    latest = latest_appeal_window(notice, appeal.respondent, setting.law)
    closed = f"; the window closed on {say(window.due)}" if window else ""
    if window and latest and latest.due > window.due:
        closed += f", and reckoned from the later service it runs through {say(latest.due)}"
    words = f"the appeal of {appeal.respondent} was filed on {say(appeal.filed_on)}{closed}: the attorney rules on it"
    return due("timeliness_ruling", appeal.filed_on, of=appeal.respondent, section=section, explanation=words)
