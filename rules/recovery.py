"""What a village may recover of its cost now, by draw and by lien, side by side; and why not.

A cost is recovered once: both figures are of the same open cost, which nothing has recovered, assessed or set aside.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from decimal import Decimal

from rules.abatement import refuse_stayed, uncommitted
from rules.acts import Setting
from rules.case import Case
from rules.draws import check_draw, most_of
from rules.guarantee import Draw, DrawState, Security, SecurityStatus, expiry, is_live, status
from rules.ledger import NOUGHT, dollars
from rules.recovery_path import Step, steps
from rules.refusals import Refusal, RefusalFacts
from rules.security_acts import section_of
from rules.standing import governing
from rules.values import SecurityKind, Value


class Source(Value):
    """A security that could be drawn for the case: what is left of it, and the most that can be asked for now.

    `case` is the one it is linked to; `pending` what of `left` is asked for already, for whatever case.
    """

    security: str
    kind: SecurityKind
    issuer: str
    number: str
    case: str | None
    status: SecurityStatus
    expires_on: date | None
    left: Decimal
    pending: Decimal
    most: Decimal
    section: str
    why: str | None
    wants: str | None


class Pending(Value):
    """A draw for the case that has no result yet."""

    security: str
    draw: str
    amount: Decimal
    on: date
    state: DrawState


class ByDraw(Value):
    """What can be asked for by draw now, in dollars over all securities, or why nothing can."""

    most: Decimal
    section: str
    why: str | None
    securities: tuple[Source, ...]
    pending: tuple[Pending, ...]


class ByLien(Value):
    """What can be assessed now, in dollars, or why nothing can; and the steps that come next on the way to the roll."""

    most: Decimal
    section: str
    why: str | None
    next: str | None
    steps: tuple[Step, ...]


class Recovery(Value):
    """Both ways side by side; together they recover no more than `open`."""

    open: Decimal
    set_aside: Decimal
    draw: ByDraw
    lien: ByLien


def recovery(case: Case, setting: Setting, securities: Iterable[Security]) -> Recovery:
    """Return what can be recovered on the setting's day by draw, of these securities of the village, and by lien."""
    return Recovery(
        open=uncommitted(case),
        set_aside=sum(case.abatement.draws.values(), NOUGHT),
        draw=_by_draw(case, setting, list(securities)),
        lien=_by_lien(case, setting),
    )


def _nothing_open(case: Case, setting: Setting) -> RefusalFacts | None:
    """Return why nothing can be recovered in any way, or None."""
    section = _lien_section(case, setting)
    if not case.abatement.costs:
        return RefusalFacts(kind="not_allowed", what="No cost of village work is recorded.", section=section)
    if case.closed_on is not None:
        return RefusalFacts(
            kind="closed", what=f"{case.id} is closed since {case.closed_on}.", section=section
        )
    if uncommitted(case) <= 0:
        aside = sum(case.abatement.draws.values(), NOUGHT)
        pends = f"; {dollars(aside)} is set aside for draws that pend" if aside else ""
        return RefusalFacts(
            kind="not_allowed", what=f"No cost is open: all is recovered or assessed{pends}.", section=section
        )
    try:
        refuse_stayed(case, setting, setting.today)
    except Refusal as refusal:
        return refusal.facts
    return None


def _lien_section(case: Case, setting: Setting) -> str:
    version = governing(case, setting.law)
    return version.lien.section if version.lien else version.section


# --- by draw --------------------------------------------------------------------------------------------


def _by_draw(case: Case, setting: Setting, securities: Sequence[Security]) -> ByDraw:
    here = [
        each for each in securities if each.village == case.village and _concerns(each, case, setting.today)
    ]
    sources = sorted((_source(each, case, setting) for each in here), key=lambda each: _rank(each, case))
    most = min(uncommitted(case), sum((each.most for each in sources), NOUGHT))
    drawable = [each for each in sources if each.most]
    facts = _nothing_open(case, setting)
    why = facts.what if facts else (None if drawable else _no_source(sources))
    section = (facts.section if facts else None) or next(
        (each.section for each in drawable or sources), _lien_section(case, setting)
    )
    pending = tuple(_pending(each, draw) for each in here for draw in _draws_for(each, case))
    return ByDraw(
        most=NOUGHT if why else most, section=section, why=why, securities=tuple(sources), pending=pending
    )


def _concerns(security: Security, case: Case, today: date) -> bool:
    """Whether a security is linked to the case, drawn on for it, or live and linked to no other."""
    if security.case == case.id or any(draw.case == case.id for draw in security.draws.values()):
        return True
    return security.case is None and is_live(security, today)


def _rank(source: Source, case: Case) -> tuple[bool, str]:
    """Order those linked to the case first."""
    return source.case != case.id, source.security


def _no_source(sources: Sequence[Source]) -> str:
    if not sources:
        return "The village holds no security that could be drawn."
    return " ".join(dict.fromkeys(each.why for each in sources if each.why)) or "Nothing is left to draw."


def _source(security: Security, case: Case, setting: Setting) -> Source:
    facts = _why_not(security, case, setting)
    return Source(
        security=security.id,
        kind=security.kind,
        issuer=security.issuer,
        number=security.number,
        case=security.case,
        status=status(security, setting.today),
        expires_on=expiry(security, setting.today),
        left=security.left,
        pending=security.pending,
        most=NOUGHT if facts else most_of(security, case),
        section=(facts.section if facts else None) or section_of(security, setting.law),
        why=facts.what if facts else None,
        wants="; ".join(_wants(security)) or None,
    )


def _why_not(security: Security, case: Case, setting: Setting) -> RefusalFacts | None:
    try:
        check_draw(security, case, setting, on=setting.today, named=case.id)
    except Refusal as refusal:
        return refusal.facts
    if security.left - security.pending <= 0:
        return RefusalFacts(kind="not_allowed", what=f"Nothing is left of {security.id} to ask for.")
    return None


def _wants(security: Security) -> Iterator[str]:
    """Yield what the paper itself makes a condition of payment."""
    if security.draw_notice_days is not None:
        yield f"{security.draw_notice_days} days' notice before anything can be demanded"
    if security.draw_statement:
        yield f"this exact statement: {security.draw_statement}"
    if security.original_at:
        yield f"the original, kept at {security.original_at}"


def _draws_for(security: Security, case: Case) -> list[Draw]:
    return [draw for draw in security.draws.values() if draw.case == case.id and draw.is_pending]


def _pending(security: Security, draw: Draw) -> Pending:
    return Pending(security=security.id, draw=draw.key, amount=draw.amount, on=draw.on, state=draw.state)


# --- by lien --------------------------------------------------------------------------------------------


def _by_lien(case: Case, setting: Setting) -> ByLien:
    section, ahead = _lien_section(case, setting), tuple(steps(case, setting))
    facts = _no_lien(case, setting) or _nothing_open(case, setting)
    notice = case.abatement.cost_notice
    most = uncommitted(case) if notice is None else min(uncommitted(case), notice.amount)
    return ByLien(
        most=NOUGHT if facts else most,
        section=(facts.section if facts else None) or section,
        why=facts.what if facts else None,
        next=ahead[0].command if ahead else None,
        steps=ahead,
    )


def _no_lien(case: Case, setting: Setting) -> RefusalFacts | None:
    version = governing(case, setting.law)
    if version.lien is not None:
        return None
    what = "The ordinance gives no lien for the cost of the work."
    return RefusalFacts(kind="not_allowed", what=what, section=version.section)


# --- in words -------------------------------------------------------------------------------------------


def sentences(found: Recovery) -> tuple[str, str]:
    """Return what can be recovered by draw and by lien, a sentence each, with its section."""
    return _draw_in_words(found.draw), _lien_in_words(found.lien)


def _draw_in_words(found: ByDraw) -> str:
    pends = "".join(
        f" {each.draw} of {each.security} for {dollars(each.amount)} is {each.state}."
        for each in found.pending
    )
    if found.why is not None:
        return f"By draw: nothing now. {found.why} [{found.section}]{pends}"
    return (
        f"By draw: up to {dollars(found.most)} now, of {_sources_in_words(found.securities)};"
        f" request-draw by one person, approved by another [{found.section}].{pends}"
    )


def _sources_in_words(sources: Sequence[Source]) -> str:
    """Name what can be drawn; whether one that is linked to no case secures these works, a person has to see."""
    linked, free = [
        ", ".join(
            f"{each.security} ({dollars(each.most)})"
            for each in sources
            if each.most and bool(each.case) is of
        )
        for of in (True, False)
    ]
    checked = f"{free}, linked to no case: see that it secures these works"
    return " and ".join(part for part in (linked, checked if free else "") if part)


def _lien_in_words(found: ByLien) -> str:
    nexts = "".join(f" Next: {_step_in_words(step)}." for step in found.steps)
    if found.why is not None:
        return f"By lien: nothing anew. {found.why} [{found.section}]{nexts}"
    return f"By lien: up to {dollars(found.most)}, after notice, hearing and resolution [{found.section}].{nexts}"


def _step_in_words(step: Step) -> str:
    from_ = f" from {step.not_before}" if step.not_before and not step.now else ""
    until = f" by {step.by}" if step.by else ""
    return f"{step.command}{from_}{until}, {step.words} [{step.section}]"
