"""A security on a terminal: what is left of it and until when first, the record last."""

from collections.abc import Iterator, Sequence

from console import speak
from console.picture import due_rows, record, table
from queries.security_views import SecurityLine, SecurityView
from rules.guarantee import DrawState


def show(security: SecurityView) -> None:
    """Print a security."""
    speak.heading(f"{security.id}  {security.status.replace('_', ' ')}")
    for line in _standing(security):
        speak.sentence(line)
    _conditions(security)
    _draws(security)
    rows = due_rows(security.agenda)
    if rows:
        table("Agenda", ("due", "what", "of", "why"), rows)
    record(security.events)


def _standing(security: SecurityView) -> Iterator[str]:
    kind = security.kind.replace("_", " ")
    of = f" for {security.case}" if security.case else ""
    yield (
        f"{kind} {security.number} of {security.issuer}, for {security.purpose}{of}, "
        f"posted {security.posted_on} [{security.section}]"
    )
    parts = {
        "posted": security.amount,
        "of interest": security.interest,
        "drawn": security.drawn,
        "released in part": security.reduced,
    }
    told = ", ".join(f"{speak.dollars(amount)} {name}" for name, amount in parts.items() if amount)
    yield f"{speak.dollars(security.available)} left: {told}"
    if security.issuer_address:
        yield f"Demands on the issuer go to: {security.issuer_address}"
    yield from _waiting(security)
    yield from _until(security)
    if not security.chain_ok:
        yield "THE RECORD OF THIS SECURITY WAS TAMPERED WITH: its chain of hashes is broken. abate audit says where."


def _waiting(security: SecurityView) -> Iterator[str]:
    for key, each in security.draws.items():
        amount = speak.dollars(each.amount)
        if each.state is DrawState.REQUESTED:
            yield f"{key} for {amount} was asked for by {each.asked_by} and waits for another's approval."
        elif each.state is DrawState.APPROVED:
            yield f"{key} for {amount} is approved; its result is not recorded yet."


def _until(security: SecurityView) -> Iterator[str]:
    if security.released_on:
        yield f"Released on {security.released_on}."
    elif security.nonrenewal_on:
        yield (
            f"The issuer gave notice on {security.nonrenewal_on} that it will not renew: "
            f"replace it or draw by {security.expires_on}."
        )
    elif security.evergreen_notice_days and security.expires_on:
        if security.late_notice_on:
            yield (
                f"The issuer gave notice on {security.late_notice_on} that it ends on {security.late_notice_of}, which "
                "is late: by its own words it renews. The attorney sees whether the issuer agrees."
            )
        yield (
            f"It renews past {security.expires_on} by itself, unless the issuer gives notice "
            f"{security.evergreen_notice_days} days before."
        )
    elif security.expires_on:
        yield f"It expires on {security.expires_on}, which never rolls to a later day."
    if security.draw_notice_days:
        yield f"A draw needs {security.draw_notice_days} days' notice before anything can be demanded."
    if security.draw_statement:
        yield f"A draw needs this exact statement: {security.draw_statement}"
    if security.original_at:
        yield f"The original is kept at {security.original_at}."


def _conditions(security: SecurityView) -> None:
    rows = [(each.what, _since(each.met_on, met=each.met)) for each in security.conditions]
    if rows:
        table("Release needs all of", ("", "stands"), rows)


def _since(day: object, *, met: bool) -> str:
    if day is None:
        return "not yet"
    return f"since {day}" if met else f"from {day} on"


def _draws(security: SecurityView) -> None:
    rows = [
        (
            key,
            each.case,
            each.amount,
            each.on,
            each.state,
            f"{each.asked_by}, {each.approved_by or 'nobody yet'}",
            each.paid or None,
            f"{each.reason}; {each.state}: {each.why_ended}" if each.why_ended else each.reason,
        )
        for key, each in security.draws.items()
    ]
    if rows:
        table(
            "Draws",
            ("", "for", "amount", "asked on", "stands", "asked by, approved by", "paid", "reason"),
            rows,
        )


def lines(securities: Sequence[SecurityLine]) -> None:
    """Print securities, one a line."""
    if not securities:
        speak.sentence("No security.")
        return
    rows = [
        (
            each.id,
            each.kind.replace("_", " "),
            f"{each.number}, {each.issuer}",
            each.status.replace("_", " "),
            each.available,
            each.pending or None,
            each.expires_on,
            each.next_due,
        )
        for each in securities
    ]
    speak.table(("security", "kind", "which", "status", "left", "asked for", "expires", "next due"), rows)
