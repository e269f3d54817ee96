"""Runs a command that dies with its parent, however that ends: `python tether.py PARENT_PID COMMAND …`.

It sets Linux's parent-death signal and then becomes the command, which keeps the setting. This is a program
of its own and not a `preexec_fn`, because Python code between fork and exec can deadlock a process that has
threads.
"""

import ctypes
import os
import signal
import sys

_PR_SET_PDEATHSIG = 1


def main(parent: int, command: list[str]) -> None:
    """Tie this process to its parent where the system can, then become the command."""
    if sys.platform == "linux":
        # SIGKILL: the server's file survives it, and nobody is left to see an orderly stop through.
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:  # it died before we asked to be told
            sys.exit(1)
    os.execv(command[0], command)  # noqa: S606 - no shell is the point


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2:])
