"""One event of a record as it is shown."""

from queries.record import Recorded
from queries.views import EntryView


def entry_view(recorded: Recorded) -> EntryView:
    """Return an event as it is shown."""
    return EntryView(
        seq=recorded.seq,
        kind=recorded.kind,
        effective_on=recorded.effective_on,
        recorded_at=recorded.recorded_at,
        actor=recorded.actor,
        op_id=recorded.op_id,
        data=recorded.event.model_dump(mode="json"),
        hash=recorded.hash,
    )
