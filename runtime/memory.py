"""Spares a process that answers people the long pauses of the garbage collector."""

import gc


def settle() -> None:
    """Take what is loaded by now out of the collector's sight: it stays as long as the process does.

    Call it before anything is opened that must be let go again. A full search through all the modules takes a tenth
    of a second, and a page of the case in hand would wait for it.
    """
    gc.collect()
    gc.freeze()
