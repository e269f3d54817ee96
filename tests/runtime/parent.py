"""Starts an embedded server, says where, and waits to be killed: a process that test_embedded.py runs."""

import asyncio
import sys
from pathlib import Path

from runtime.embedded import start_embedded


async def main(data: Path) -> None:
    server = await start_embedded(data, port=0)
    print(server.process.pid, server.address, flush=True)  # noqa: T201
    await server.wait()


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1])))
