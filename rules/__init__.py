"""The sentences of the law: pure functions from facts and a date to findings; no I/O and no clock."""
