"""What an op_id stands for: one command with its fields, by one person. Another under the same key is not it."""

import hashlib
import json

from activities.messages import DecisionOrder, Order
from rules.refusals import Conflict


def mark_of(order: Order | DecisionOrder) -> str:
    """Return what tells an order from another under the same key: a SHA-256 in hex, shortened, of who asks for what."""
    command = order.command if isinstance(order, Order) else None
    asked = json.dumps([command, order.fields, order.actor], sort_keys=True)
    return hashlib.sha256(asked.encode()).hexdigest()[:32]


def used_otherwise() -> Conflict:
    """Return the refusal of an order under whose key another was carried out."""
    return Conflict(
        "Something else was recorded under the same key (op-id) before; this was not.",
        remedy="See the record for what was; then send this anew, under a key of its own.",
        field="op_id",
    )
