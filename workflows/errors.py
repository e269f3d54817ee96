"""What can go wrong on the way to a case, as opposed to what the law refuses: each one clear sentence."""


class EngineUnreachable(Exception):  # noqa: N818 - the name says what is so
    """The Temporal engine does not answer, or does not let us in."""

    def __init__(self, address: str, reason: str) -> None:
        """Say which engine and why; the reason ends with what to do, where something can be done."""
        self.address = address
        self.reason = reason
        super().__init__(f"cannot reach the Temporal engine at {address}: {reason}")


class EngineBusy(Exception):  # noqa: N818 - the name says what is so
    """The engine answers, but no answer to what was asked came within the time limit.

    It may still be carried out: asked again in the same words, it is carried out once.
    """

    def __init__(self, asked: str, reason: str, remedy: str) -> None:
        """Say what was asked, why there is no answer as far as can be told, and what to do."""
        self.asked = asked
        self.reason = reason
        self.remedy = remedy
        super().__init__(f"no answer from {asked}: {reason}; {remedy}")
