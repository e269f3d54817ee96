"""What can go wrong on the way to a case, as opposed to what the law refuses: each one clear sentence."""


class EngineUnreachable(Exception):  # noqa: N818 - the name says what is so
    """The Temporal engine does not answer, or does not let us in."""

    def __init__(self, address: str, reason: str) -> None:
        """Say which engine and why; the reason ends with what to do, where something can be done."""
        self.address = address
        self.reason = reason
        super().__init__(f"cannot reach the Temporal engine at {address}: {reason}")


class EngineBusy(Exception):  # noqa: N818 - the name says what is so
    """The engine answers, but no answer of the case came within the time limit.

    The command may still be carried out: give it again under the same op_id, and it is carried out once.
    """

    def __init__(self, case: str, op_id: str, reason: str) -> None:
        """Say which case did not answer, and why as far as can be told."""
        self.case = case
        self.op_id = op_id
        self.reason = reason
        super().__init__(
            f"{case} has not answered: {reason}; repeat the command with op-id {op_id}, it counts once"
        )
