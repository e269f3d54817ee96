"""A draw on a security as paper: notice and demand to its issuer, sight draft, withdrawal, and what gives it up.

A draw is for recorded cost of the village's work, never for a fine; a letter of credit pays on its exact words.
"""

from collections.abc import Iterator
from typing import Final

from documents.amount_in_words import in_words
from documents.blocks import Block, Facts, Heading, Items, Quote, Signature, Warn, Words
from documents.cost_tables import hall
from documents.occasion import SecurityMakers, SecurityOccasion
from documents.paper import Paper
from documents.security_words import (
    NOT_RECORDED,
    about_security,
    last_day,
    of_village,
    remains,
    signed,
    to_issuer,
)
from documents.wording import day, money, weekday
from rules.calendar import shift
from rules.guarantee import Draw, DrawState, days_before
from rules.refusals import Incomplete
from rules.security_acts import section_of
from rules.security_events import (
    DrawApproved,
    DrawDeclined,
    DrawRequested,
    SecurityAmended,
)
from rules.values import Role, SecurityKind

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
        to=to_issuer(bond),
        about=about_security(bond),
        blocks=(
            Words(
                text=f"The {of.law.village.name} gives you the notice that your bond makes a condition of payment."
            ),
            *_default(of, bond.draws[event.draw]),
            Heading(text="Time"),
            Warn(text=_time_of(bond.draws[event.draw], bond.draw_notice_days)),
            Words(text="No payment is asked for yet. A demand follows once another officer has approved it."),
            signed(of, Role.ATTORNEY),
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
        to=to_issuer(bond),
        about=about_security(bond),
        blocks=(
            Warn(text=f"The {village.name} demands {money(draw.amount)} under bond no. {bond.number}."),
            Words(text=f"{in_words(draw.amount)}."),
            *_default(of, draw),
            Heading(text="Notice and day of payment"),
            Warn(text=when),
            Facts(
                rows=(
                    ("Can be called", last_day(bond, of.event.on)),
                    ("Pay to", f"{village.name}, {hall(of.law)}"),
                    ("Name", f"bond {bond.number}, {draw.case}, {draw.key}"),
                )
            ),
            Words(
                text="If you deny the demand or part of it, say so in writing to the Village Attorney, with the terms "
                "of the bond that you rely on. The village reserves its rights under the bond."
            ),
            signed(of, Role.ATTORNEY),
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
        to=to_issuer(letter),
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
                    ("By when", last_day(letter, of.event.on)),
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
    before = remains(escrow) + draw.paid
    return Paper(
        kind="escrow-withdrawal",
        title="Order to Withdraw from Cash Escrow",
        dated=of.event.on,
        of=draw.key,
        to=(of_village(of, "Treasurer"), *to_issuer(escrow)),
        about=about_security(escrow),
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
            signed(of, Role.ATTORNEY),
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
        to=to_issuer(held),
        about=about_security(held),
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
            signed(of, Role.ATTORNEY),
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


SECURITY_PAPERS: Final[SecurityMakers] = {
    DrawRequested: (_notice,),
    DrawApproved: (_draw,),
    DrawDeclined: (_given_up,),
    SecurityAmended: (_redrawn,),
}
