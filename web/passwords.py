"""Passwords that are given out: made up, shown once, changed by their owner."""

import secrets


def new_password() -> str:
    """Make a password that can be read out: five groups of four letters and digits."""
    letters = "abcdefghjkmnpqrstuvwxyz23456789"  # none that are taken for one another
    return "-".join("".join(secrets.choice(letters) for _ in range(4)) for _ in range(5))
