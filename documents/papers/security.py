"""A security as paper: its receipt, what is asked of its issuer, its reduction, its release, and an end announced.

A draw is for recorded cost of the village's work, never for a fine; a letter of credit pays on its exact words.
"""

from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from typing import Final

from documents.amount_in_words import in_words
from documents.blocks import Block, Column, Facts, Grid, Heading, Items, Quote, Signature, Warn, Words
from documents.cost_tables import hall
from documents.occasion import SecurityMakers, SecurityOccasion
from documents.paper import Addressee, Paper
from documents.wording import day, money, plain, weekday
from rules.calendar import shift
from rules.guarantee import Draw, DrawState, Security, conditions, days_before, expiry, guarantee_of
from rules.ledger import NOUGHT
from rules.refusals import Incomplete
from rules.security_acts import section_of
from rules.security_events import (
    DrawApproved,
    DrawDeclined,
    DrawRequested,
    NonrenewalNoticed,
    SecurityAmended,
    SecurityPosted,
    SecurityReduced,
    SecurityReleased,
)
from rules.values import Role, SecurityKind

NOT_RECORDED: Final = "not on record: take it from the paper itself"


# --- what all of them say -------------------------------------------------------------------------------


def _about(security: Security, *more: tuple[str, str]) -> tuple[tuple[str, str], ...]:
    rows = (
        ("Security", f"{plain(security.kind)} no. {security.number} of {security.issuer}"),
        ("Purpose", plain(security.purpose)),
        ("Posted", f"{day(security.posted_on)}, for {money(security.amount)}"),
    )
    linked = (("Case", security.case),) if security.case else ()
    return (*rows, *linked, *more)


def _issuer(security: Security) -> tuple[Addressee, ...]:
    return (Addressee(name=security.issuer, address=security.issuer_address),)


def _of_village(of: SecurityOccasion, office: str) -> Addressee:
    return Addressee(name=f"{office}, {of.law.village.name}")


def _law(of: SecurityOccasion) -> tuple[Block, ...]:
    rule = guarantee_of(of.security, of.law)
    return () if rule is None else (Quote(words=rule.words, source=rule.section),)


def _remains(security: Security) -> Decimal:
    """Return the face with its interest, less what was drawn and released in part; a release takes nothing of it."""
    return security.amount + security.credited - security.drawn - security.reduced


def _last_day(security: Security, on: date) -> str:
    ends = expiry(security, on)
    if ends is None:
        return "it has no day of expiry"
    if ends < on:
        return f"it expired on {weekday(ends)}; an expiry never moves to a later day"
    renews = security.evergreen_notice_days is not None and security.nonrenewal_on is None
    more = ", unless it renews by its own terms" if renews else ""
    return f"through {weekday(ends)}{more}; an expiry never moves to a later day"


def _signed(of: SecurityOccasion, role: Role) -> Signature:
    return Signature(office=f"Village {role.value.title()}, {of.law.village.name}")


# --- its receipt ----------------------------------------------------------------------------------------


def _receipt(of: SecurityOccasion) -> Iterator[Paper]:
    event: SecurityPosted = of.event
    yield Paper(
        kind="security-receipt",
        title="Receipt for a Security",
        dated=event.on,
        to=_issuer(of.security),
        about=_about(of.security),
        blocks=(
            Words(
                text=f"The {of.law.village.name} has received the security described here, to be held as follows."
            ),
            Facts(rows=tuple(_received(of))),
            Heading(text="What it secures", section=event.section),
            *_law(of),
            Heading(text="When it is released", section=event.section),
            *_needs(of),
            _signed(of, Role.CLERK),
        ),
    )


def _received(of: SecurityOccasion) -> Iterator[tuple[str, str]]:
    event, rule = of.event, guarantee_of(of.security, of.law)
    yield "Amount", money(event.amount)
    if event.estimated_cost is not None:
        yield "Estimated cost", money(event.estimated_cost)
    if rule is not None and rule.percent_of_estimate and event.estimated_cost:
        least = event.estimated_cost * rule.percent_of_estimate / 100
        yield "Least amount", f"{money(least)}, {rule.percent_of_estimate} % of the estimate [{rule.section}]"
    if event.form is SecurityKind.LETTER_OF_CREDIT:
        yield "Irrevocable", "yes" if event.irrevocable else "no"
    yield "Original kept at", event.original_at or "not on record"
    yield "Can be drawn", _last_day(of.security, event.on)
    if event.evergreen_notice_days is not None:
        yield "Renews", f"unless the issuer gives notice {event.evergreen_notice_days} days before"
    if event.draw_notice_days is not None:
        yield "Notice", f"{event.draw_notice_days} days before anything can be demanded"
    if event.form is SecurityKind.CASH_ESCROW and rule is not None and rule.interest_reinvested:
        yield "Interest", "is reinvested in the account each year until release"


def _needs(of: SecurityOccasion) -> Iterator[Block]:
    wanted = [each.what for each in conditions(of.security, of.law)]
    if wanted:
        yield Words(text="It is released in full only once all of these stand:")
        yield Items(items=tuple(wanted))
    else:
        yield Words(text="It is held until the village releases it, as the words above say.")


# --- a draw ---------------------------------------------------------------------------------------------


def _notice(of: SecurityOccasion) -> Iterator[Paper]:
    """Yield the notice that a bond makes a condition; it runs from the day of the request."""
    event: DrawRequested = of.event
    bond = of.security
    if bond.kind is not SecurityKind.PERFORMANCE_BOND or bond.draw_notice_days is None:
        return
    yield Paper(
        kind="notice-to-surety",
        title="Notice of Default to Surety",
        dated=event.on,
        of=event.draw,
        to=_issuer(bond),
        about=_about(bond),
        blocks=(
            Words(
                text=f"The {of.law.village.name} gives you the notice that your bond makes a condition of payment."
            ),
            *_default(of, bond.draws[event.draw]),
            Heading(text="Time"),
            Warn(text=_time_of(bond.draws[event.draw], bond.draw_notice_days)),
            Words(text="No payment is asked for yet. A demand follows once another officer has approved it."),
            _signed(of, Role.ATTORNEY),
        ),
    )


def _draw(of: SecurityOccasion) -> Iterator[Paper]:
    event: DrawApproved = of.event
    makers = {
        SecurityKind.PERFORMANCE_BOND: _demand,
        SecurityKind.LETTER_OF_CREDIT: _draft,
        SecurityKind.CASH_ESCROW: _withdrawal,
    }
    yield makers[of.security.kind](of, of.security.draws[event.draw])


def _default(of: SecurityOccasion, draw: Draw) -> tuple[Block, ...]:
    return (
        Heading(text="The default", section=section_of(of.security, of.law)),
        Words(text=draw.reason),
        Facts(
            rows=(
                ("Case", draw.case),
                ("Amount", money(draw.amount)),
                ("Bond number", of.security.number),
                *(() if of.security.issuer_address else (("Surety's address", NOT_RECORDED),)),
            )
        ),
        _cost_only(draw),
    )


def _cost_only(draw: Draw) -> Words:
    return Words(
        text=f"The amount is cost of the village's work that is recorded in {draw.case} and that nothing else has "
        "recovered. No fine or penalty is part of it."
    )


def _time_of(draw: Draw, days: int) -> str:
    earliest = shift(draw.on, days)
    return (
        f"The bond asks for {days} days' notice. It was given on {weekday(draw.on)}. If the default is not cured and "
        f"nothing is paid by {weekday(days_before(earliest, 1))}, payment is demanded on {weekday(earliest)}."
    )


def _demand(of: SecurityOccasion, draw: Draw) -> Paper:
    bond, village = of.security, of.law.village
    days = bond.draw_notice_days
    when = (
        "The village's record of the bond names no notice as a condition. Payment is demanded on receipt of this."
        if days is None
        else _time_of(draw, days)
    )
    return Paper(
        kind="demand-on-surety",
        title="Demand on Surety",
        dated=of.event.on,
        of=draw.key,
        to=_issuer(bond),
        about=_about(bond),
        blocks=(
            Warn(text=f"The {village.name} demands {money(draw.amount)} under bond no. {bond.number}."),
            Words(text=f"{in_words(draw.amount)}."),
            *_default(of, draw),
            Heading(text="Notice and day of payment"),
            Warn(text=when),
            Facts(
                rows=(
                    ("Can be called", _last_day(bond, of.event.on)),
                    ("Pay to", f"{village.name}, {hall(of.law)}"),
                    ("Name", f"bond {bond.number}, {draw.case}, {draw.key}"),
                )
            ),
            Words(
                text="If you deny the demand or part of it, say so in writing to the Village Attorney, with the terms "
                "of the bond that you rely on. The village reserves its rights under the bond."
            ),
            _signed(of, Role.ATTORNEY),
        ),
    )


def _draft(of: SecurityOccasion, draw: Draw) -> Paper:
    letter, village = of.security, of.law.village
    words = letter.draw_statement
    if words is None:
        raise Incomplete(
            f"The statement that letter of credit {letter.number} wants with a draft is not on record, so no sight "
            f"draft is written for {draw.key}.",
            section=section_of(letter, of.law),
            remedy="A letter is paid on its exact words only: copy them from the original. approve-draw takes them "
            "where they were not given when the letter was posted, amend-security at any time.",
            field="draw_statement",
        )
    return Paper(
        kind="sight-draft",
        title="Sight Draft",
        dated=of.event.on,
        of=draw.key,
        to=_issuer(letter),
        about=(("Drawn under", f"letter of credit no. {letter.number} of {letter.issuer}"),),
        blocks=(
            Facts(rows=(("Amount", money(draw.amount)), ("Place", _place(of)))),
            Warn(text=f"At sight, pay to the order of the {village.name} {money(draw.amount)}."),
            Words(text=f"{in_words(draw.amount)}."),
            Words(
                text=f"Drawn under {'irrevocable ' if letter.irrevocable else ''}letter of credit no. {letter.number} "
                f"of {letter.issuer}, posted with the village on {day(letter.posted_on)} for {money(letter.amount)}."
            ),
            Heading(text="Statement"),
            Quote(
                words=words,
                source=f"Statement required by letter of credit no. {letter.number}, word for word",
            ),
            Signature(office=f"Authorized officer of the {village.name}, beneficiary"),
            Heading(text="Documents to present", section=section_of(letter, of.law)),
            Items(items=tuple(_to_present(of)), numbered=True),
            Facts(
                rows=(
                    ("Where", letter.issuer_address or f"the issuer's place: {NOT_RECORDED}"),
                    ("By when", _last_day(letter, of.event.on)),
                    ("Village's record", f"{draw.case}, {draw.key}; asked for {day(draw.on)}"),
                )
            ),
            _cost_only(draw),
        ),
    )


def _place(of: SecurityOccasion) -> str:
    return ", ".join(of.law.village.letterhead[-1:]) or of.law.village.name


def _to_present(of: SecurityOccasion) -> Iterator[str]:
    kept = of.security.original_at
    where = f"kept at: {kept}" if kept else "where it is kept is not on record; find it first"
    yield f"The original of the letter of credit and of every amendment, {where}."
    yield "This draft, signed."
    yield "The statement above, word for word, signed."


def _withdrawal(of: SecurityOccasion, draw: Draw) -> Paper:
    escrow, village = of.security, of.law.village
    before = _remains(escrow) + draw.paid
    return Paper(
        kind="escrow-withdrawal",
        title="Order to Withdraw from Cash Escrow",
        dated=of.event.on,
        of=draw.key,
        to=(_of_village(of, "Treasurer"), *_issuer(escrow)),
        about=_about(escrow),
        blocks=(
            Warn(text=f"Withdraw {money(draw.amount)} from the escrow and pay it to the {village.name}."),
            Words(text=f"{in_words(draw.amount)}."),
            Facts(
                rows=(
                    ("Account", escrow.number),
                    ("Depositor", escrow.issuer),
                    ("Deposited", money(escrow.amount)),
                    ("Interest", f"{money(escrow.credited)}, reinvested"),
                    ("Before", money(before)),
                    ("After", money(before - draw.amount)),
                )
            ),
            Heading(text="What for", section=section_of(escrow, of.law)),
            Words(text=draw.reason),
            _cost_only(draw),
            Words(
                text="One person asked for this withdrawal and another approved it. The depositor has this as notice."
            ),
            _signed(of, Role.ATTORNEY),
        ),
    )


# --- a draw given up ------------------------------------------------------------------------------------


def _given_up(of: SecurityOccasion) -> Iterator[Paper]:
    """Yield the word to the issuer that nothing is asked for any more, where it had notice or a demand."""
    event: DrawDeclined = of.event
    held, draw = of.security, of.security.draws[event.draw]
    noticed = held.kind is SecurityKind.PERFORMANCE_BOND and held.draw_notice_days is not None
    if draw.approved_by is None and not noticed:
        return
    yield Paper(
        kind="draw-withdrawal",
        title="Demand Withdrawn",
        dated=event.on,
        of=draw.key,
        to=_issuer(held),
        about=_about(held),
        blocks=(
            Words(
                text=f"The {of.law.village.name} withdraws what it asked for under {held.number} in {draw.key}, "
                f"{money(draw.amount)}, with any notice, demand or draft that names it. Nothing is to be paid on it."
            ),
            Facts(
                rows=(
                    ("Case", draw.case),
                    ("Asked for", day(draw.on)),
                    ("Why it is withdrawn", event.reason),
                )
            ),
            Heading(text="What stands", section=section_of(held, of.law)),
            Words(
                text="The security stays in force on its terms. The village waives no default and no cost of its work, "
                "and may ask for them again."
            ),
            _signed(of, Role.ATTORNEY),
        ),
    )


# --- its terms amended ----------------------------------------------------------------------------------


def _redrawn(of: SecurityOccasion) -> Iterator[Paper]:
    """Yield the sight drafts of draws that are approved and unpaid in the words that are on record only now."""
    event: SecurityAmended = of.event
    if event.draw_statement is None:
        return
    for draw in of.security.draws.values():
        if draw.state is DrawState.APPROVED:
            yield _draft(of, draw)


# --- its end announced ----------------------------------------------------------------------------------


def _memo(of: SecurityOccasion) -> Iterator[Paper]:
    event: NonrenewalNoticed = of.event
    held, section = of.security, section_of(of.security, of.law)
    late = "Notice of Nonrenewal, Late: Replace or Draw" if event.late else None
    yield Paper(
        kind="nonrenewal-memo",
        title=late or "Not Renewed: Replace or Draw",
        dated=event.on,
        to=(_of_village(of, "Village Attorney"), _of_village(of, "Village Clerk")),
        about=_about(held),
        blocks=(
            Warn(
                text=f"Replace it or draw by {weekday(event.expires_on)}. The day never moves to a later one."
            ),
            *_lateness(held, event),
            Facts(
                rows=(
                    ("Issuer's notice", weekday(event.on)),
                    ("It ends", weekday(event.expires_on)),
                    ("Left", f"{money(_remains(held))}, of which {money(held.pending)} is asked for already"),
                )
            ),
            Heading(text="Replace it", section=section),
            Words(text=_replacement(of)),
            Heading(text="Or draw", section=section),
            Items(items=tuple(_ways_to_draw(held, event)), numbered=True),
            Heading(text="Days to look again", section=of.law.state.expiry_ladder.authority),
            _ladder(of, event),
            _signed(of, Role.CLERK),
        ),
    )


def _lateness(held: Security, event: NonrenewalNoticed) -> Iterator[Block]:
    if event.late and held.evergreen_notice_days is not None:
        last = days_before(event.expires_on, held.evergreen_notice_days)
        yield Words(
            text=f"The paper renews unless the issuer gives notice {held.evergreen_notice_days} days before, by "
            f"{weekday(last)}. This notice is later, so by its own words the paper renews for another year. Until the "
            "issuer has agreed to that in writing, or the Village Attorney has decided, act as if it ended."
        )


def _replacement(of: SecurityOccasion) -> str:
    rule = guarantee_of(of.security, of.law)
    kinds = _either(rule.kinds) if rule else f"a {plain(of.security.kind)}"
    irrevocable = " A letter of credit must be irrevocable." if rule and rule.must_be_irrevocable else ""
    return (
        f"Ask for a new security for {plain(of.security.purpose)}: {kinds}.{irrevocable} It must be posted "
        "before this one ends, so that no day is without one."
    )


def _either(kinds: tuple[str, ...]) -> str:
    return f"a {' or a '.join(map(plain, kinds))}"


def _ways_to_draw(security: Security, event: NonrenewalNoticed) -> Iterator[str]:
    yield "Only for recorded cost of the village's work that nothing has recovered; never for a fine."
    yield "One person asks for the draw, another approves it."
    if security.draw_notice_days is not None:
        last = days_before(event.expires_on, security.draw_notice_days)
        until = (
            f"give it by {weekday(last)}"
            if last >= event.on
            else f"its last day was {weekday(last)}; replace it"
        )
        yield f"The paper asks for {security.draw_notice_days} days' notice: {until}."
    if security.kind is SecurityKind.LETTER_OF_CREDIT:
        kept = security.original_at or NOT_RECORDED
        yield f"Present the original with the letter's exact statement. It is kept at: {kept}."
        yield f"The statement is {'on record' if security.draw_statement else NOT_RECORDED}."


def _ladder(of: SecurityOccasion, event: NonrenewalNoticed) -> Grid:
    rungs = [(days, days_before(event.expires_on, days)) for days in of.law.state.expiry_ladder.days]
    ahead = tuple((f"{days} days before", weekday(on)) for days, on in rungs if on >= event.on)
    return Grid(
        caption="From this notice to the last day",
        columns=(Column(title="What"), Column(title="Day", weight=2)),
        rows=(*ahead, ("last day", weekday(event.expires_on))),
    )


# --- reduced and released -------------------------------------------------------------------------------


def _reduction(of: SecurityOccasion) -> Iterator[Paper]:
    event: SecurityReduced = of.event
    yield Paper(
        kind="security-reduction",
        title="Partial Release of Security",
        dated=event.on,
        to=_issuer(of.security),
        about=_about(of.security),
        blocks=(
            Words(
                text=f"The {of.law.village.name} releases {money(event.amount)} of the security described here as of "
                f"{day(event.on)}. The rest stays in force on its terms."
            ),
            Facts(
                rows=(
                    ("Posted", money(of.security.amount)),
                    ("Released now", money(event.amount)),
                    ("Released so far", money(of.security.reduced)),
                    ("Drawn so far", money(of.security.drawn)),
                    ("Remains in force", money(_remains(of.security))),
                )
            ),
            Heading(text="Why", section=section_of(of.security, of.law)),
            Words(text=event.reason),
            Heading(text="What the full release still needs"),
            *_standing(of),
            *_law(of),
            _signed(of, Role.CLERK),
        ),
    )


def _standing(of: SecurityOccasion) -> Iterator[Block]:
    rows = tuple(
        (each.what, day(each.met_on) if each.met_on and each.met_on <= of.event.on else "not yet")
        for each in conditions(of.security, of.law)
    )
    if rows:
        yield Grid(
            caption=f"Conditions of release on {day(of.event.on)}",
            columns=(Column(title="Condition", weight=3), Column(title="Stands since", weight=2)),
            rows=rows,
        )
    else:
        yield Words(
            text="The ordinance names no milestone; the release itself acknowledges what its words ask for."
        )


def _release(of: SecurityOccasion) -> Iterator[Paper]:
    event: SecurityReleased = of.event
    yield Paper(
        kind="security-release",
        title="Release of Security",
        dated=event.on,
        to=_issuer(of.security),
        about=_about(of.security),
        blocks=(
            Words(
                text=f"The {of.law.village.name} releases the security described here in full as of {day(event.on)}, "
                "and the issuer and the surety from liability under it."
            ),
            Heading(text="What its release needs, and what stands", section=event.section),
            *_standing(of),
            *_law(of),
            Heading(text="What is given back"),
            Words(text=_given_back(of.security)),
            _signed(of, Role.CLERK),
        ),
    )


def _given_back(security: Security) -> str:
    left = money(max(_remains(security), NOUGHT))
    if security.kind is SecurityKind.CASH_ESCROW:
        interest = f", {money(security.credited)} of interest with it" if security.credited else ""
        return f"The balance of the escrow, {left}{interest}, is paid back to {security.issuer}."
    kept = f" It is kept at: {security.original_at}." if security.original_at else ""
    return f"{left} was left of it. The original is returned to the issuer with this release.{kept}"


SECURITY_PAPERS: Final[SecurityMakers] = {
    SecurityPosted: (_receipt,),
    DrawRequested: (_notice,),
    DrawApproved: (_draw,),
    DrawDeclined: (_given_up,),
    SecurityAmended: (_redrawn,),
    NonrenewalNoticed: (_memo,),
    SecurityReduced: (_reduction,),
    SecurityReleased: (_release,),
}
