"""The key with which the web application signs its cookies: one for all processes of an installation.

Without ABATE_WEB_KEY it is made once and kept in the data folder, for its owner's eyes. Losing it signs
everybody out and does no other harm.
"""

import os
import secrets
from pathlib import Path

from runtime.settings import Settings


def web_key(settings: Settings) -> str:
    """Return the key, making it where there is none."""
    if settings.web_key:
        return settings.web_key
    settings.data.mkdir(parents=True, exist_ok=True)
    path = key_file(settings)
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    except FileExistsError:
        return path.read_text(encoding="ascii").strip()
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        file.write(secrets.token_hex(32))
    return path.read_text(encoding="ascii").strip()


def key_file(settings: Settings) -> Path:
    """Return where the key is kept, if it is kept there."""
    return settings.data / "web.key"
