"""A process that empties an outbox once: `python -m tests.activities.mailman_process DATABASE PORT`; tests kill it."""

import asyncio
import sys

from activities.every import every_activity
from runtime.database import open_engine
from tests.post_office import Clock, post_for


def main(database: str, port: str) -> None:
    """Send what there is to send."""
    activities = every_activity(open_engine(database), post=post_for(int(port), Clock()))
    send_mail = next(each for each in activities if each.__name__ == "send_mail")
    run = asyncio.run(send_mail())
    sys.stdout.write(f"{run.sent}\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
