"""The one way a worker is made: for production, for `abate up`, for tests, and for replaying histories.

What a workflow may import and touch must be the same in all of them, or a test proves nothing.
"""

from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Any, Final

from temporalio.client import Client
from temporalio.common import VersioningBehavior, WorkerDeploymentVersion
from temporalio.contrib.pydantic import pydantic_data_converter
from temporalio.worker import Replayer, Worker, WorkerDeploymentConfig
from temporalio.worker.workflow_sandbox import SandboxedWorkflowRunner, SandboxMatcher, SandboxRestrictions

from runtime.clock import use_pinned_zones
from runtime.observed import Observed
from runtime.settings import WORKER_THREADS
from workflows.accrual import Accrual
from workflows.audit import Audit
from workflows.deciding import Deciding
from workflows.entities import ENTITIES
from workflows.policy import TASK_QUEUE
from workflows.recovery import Recovery
from workflows.reminders import Digest, Outbox

WORKFLOWS: Final[tuple[type, ...]] = (*ENTITIES, Accrual, Audit, Deciding, Digest, Outbox)

_GRACE: Final = timedelta(seconds=10)

# Immutable values, loaded once and not once for every case. The modules that hold workflow classes stay
# inside, where a look at the clock is caught.
_PASSED_THROUGH: Final = (
    "activities",
    "models",
    "ordinances",
    "pendulum",
    "pydantic",
    "pydantic_core",
    "rules",
    "sqlalchemy",
    "sqlmodel",
    "structlog",
    "tzdata",
    "workflows.policy",
    "workflows.state",
    "workflows.words",
)

_CLOCKS: Final = {"now", "today", "tomorrow", "yesterday"}


def sandbox() -> SandboxedWorkflowRunner:
    """Make the room workflows run in: our values passed through, no clock but the workflow's own."""
    default = SandboxRestrictions.default
    clocks = SandboxMatcher(children={"pendulum": SandboxMatcher(use=_CLOCKS, only_runtime=True)})
    forbidden = default.invalid_module_members | clocks
    restrictions = SandboxRestrictions(
        passthrough_modules=default.passthrough_modules | set(_PASSED_THROUGH),
        invalid_modules=default.invalid_modules,
        invalid_module_members=forbidden,
    )
    return SandboxedWorkflowRunner(restrictions)


def make_replayer(workflows: Sequence[type] = WORKFLOWS) -> Replayer:
    """Make what replays saved histories against the workflows of today."""
    use_pinned_zones()
    return Replayer(workflows=workflows, workflow_runner=sandbox(), data_converter=pydantic_data_converter)


def deployment_of(named: tuple[str, str] | None) -> WorkerDeploymentConfig | None:
    """Make the versioning of a worker from a deployment and a build; without them it takes any case there is.

    A case moves on to the current version by itself: it may live longer than any version is kept running.
    """
    if named is None:
        return None
    return WorkerDeploymentConfig(
        version=WorkerDeploymentVersion(*named),
        use_worker_versioning=True,
        default_versioning_behavior=VersioningBehavior.AUTO_UPGRADE,
    )


@asynccontextmanager
async def running_worker(
    client: Client,
    activities: Sequence[Callable[..., Any]],
    *,
    workflows: Sequence[type] = WORKFLOWS,
    task_queue: str = TASK_QUEUE,
    deployment: WorkerDeploymentConfig | None = None,
    grace: timedelta = _GRACE,
) -> AsyncIterator[Worker]:
    """Run a worker while the context lasts; at its end what has begun is finished, within the grace.

    Raises at once where the engine cannot be reached, and out of the context where the worker fails.
    """
    use_pinned_zones()
    with ThreadPoolExecutor(WORKER_THREADS, thread_name_prefix="activity") as threads:
        async with Worker(
            client,
            task_queue=task_queue,
            workflows=workflows,
            activities=[*activities, Recovery(client, task_queue=task_queue).start_missing],
            activity_executor=threads,
            interceptors=[Observed()],
            max_concurrent_activities=WORKER_THREADS,
            workflow_runner=sandbox(),
            deployment_config=deployment,
            graceful_shutdown_timeout=grace,
        ) as worker:
            yield worker
