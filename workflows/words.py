"""What Temporal's own pages say of a case: no names, no addresses, since no codec covers these texts."""

from activities.messages import Order, Timer
from rules.refusals import RefusalFacts
from workflows.policy import short
from workflows.state import CaseState


def details(state: CaseState, step: str) -> str:
    """Tell where a case stands, in Markdown."""
    lines = [f"**{state.case}**", f"- Phase: {state.phase or 'not read yet'}"]
    timer = state.next_timer
    lines.append(f"- Next: {waiting(timer)}" if timer else "- Next: nothing falls due")
    lines.append(f"- Last step: {step}")
    if state.attention:
        lines.append(f"- **Needs attention:** {state.attention}")
    return "\n".join(lines)


def waiting(timer: Timer) -> str:
    """Say what is waited for."""
    return short(f"{timer.kind.replace('_', ' ')} on {timer.due} ({timer.key})")


def recording(order: Order) -> str:
    """Say which step is being recorded."""
    keys = order.fields.get("keys")
    return short(f"{order.command}: {', '.join(keys)}" if isinstance(keys, list) else order.command)


def under_way(order: Order) -> str:
    """Say that a step is not done yet, and what it means if that lasts."""
    since = f" since {order.at:%Y-%m-%d %H:%M} UTC" if order.at else ""
    return (
        f"{recording(order)}, being recorded{since}. If this stays, the database does not answer: "
        "the pending activity shows why. It is tried until it does, and counts once."
    )


def done(order: Order, refusal: RefusalFacts | None) -> str:
    """Say that a step is done, or under which section it was refused."""
    if refusal is None:
        return recording(order)
    return f"{recording(order)}, refused ({refusal.kind}{', ' + refusal.section if refusal.section else ''})"


def not_noted(keys: list[str], refusal: RefusalFacts | None) -> str:
    """Say that deadlines have passed and the record did not take note of them."""
    why = f"refused as {refusal.kind}" if refusal else "the record left them as they were"
    return f"passed but not noted: {', '.join(keys)}; {why}. They are tried again with the next command."


def fault(kind: str) -> RefusalFacts:
    """Word a fault of the program as an answer, so that the case goes on."""
    return RefusalFacts(
        kind="fault",
        what=f"The engine could not record this: {kind}. Nothing was written.",
        remedy="Tell those who run Abate; the worker's log has the details.",
    )
