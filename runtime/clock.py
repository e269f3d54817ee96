"""The one place that reads the clock, and the one that says whose time zones count."""

import zoneinfo
from datetime import UTC, datetime


def now() -> datetime:
    """Give the present instant, aware and in UTC."""
    return datetime.now(UTC)


def use_pinned_zones() -> None:
    """Take time zones from the pinned tzdata wheel, not from the machine; call it before any is used."""
    zoneinfo.reset_tzpath(())
    zoneinfo.ZoneInfo.clear_cache()
