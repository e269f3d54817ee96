"""Brings the database of the settings to the newest tables: `python -m runtime.migrate`."""

import sys

from models.session import DatabaseUnreachable
from runtime.database import migrate, open_engine
from runtime.settings import load_settings

UNREACHABLE = 5


def main() -> int:
    """Migrate, and give the exit code: 0, or 5 where the database cannot be reached."""
    engine = open_engine(load_settings().database_url)
    try:
        migrate(engine)
    except DatabaseUnreachable as error:
        sys.stderr.write(f"{error}\n")
        return UNREACHABLE
    finally:
        engine.dispose()
    return 0


if __name__ == "__main__":
    sys.exit(main())
