"""Workflows that do what none may do; a module of its own, since a worker loads it into its sandbox."""

from datetime import datetime

import pendulum
from temporalio import workflow
from temporalio.workflow import NondeterminismError


@workflow.defn(failure_exception_types=[NondeterminismError])
class ReadsPendulum:
    """Asks pendulum what day it is."""

    @workflow.run
    async def run(self) -> str:
        """Ask."""
        return str(pendulum.now())


@workflow.defn(failure_exception_types=[NondeterminismError])
class ReadsPython:
    """Asks Python what time it is."""

    @workflow.run
    async def run(self) -> str:
        """Ask."""
        return str(datetime.now())  # noqa: DTZ005
