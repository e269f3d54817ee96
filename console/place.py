"""Where a command works: the settings, the law, and who gives it. Nothing here is imported before it is used."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Self

from cyclopts import Parameter

from console.usage import Usage
from rules.law import Law
from runtime.settings import Settings, load_settings

RESERVED = frozenset({"system"})  # the engine's own name


@Parameter(name="*")
@dataclass(frozen=True)
class Place:
    """Options that every command takes which looks at the record."""

    data: Annotated[Path | None, Parameter(help="Data folder; else ABATE_DATA, else ./.abate.")] = None
    as_: Annotated[
        str | None, Parameter(name="--as", help="Who gives the command; else ABATE_USER, else officer.")
    ] = None

    @classmethod
    def named(cls, data: str | None, user: str | None) -> Self:
        """Return the place that two options name."""
        return cls(Path(data) if data else None, user)

    @property
    def settings(self) -> Settings:
        """The settings of this data folder."""
        return settings_of(self.data)

    @property
    def user(self) -> str:
        """The name of the user who gives the command."""
        name = self.as_ or self.settings.user or "officer"
        if name in RESERVED:
            raise Usage(f"{name} is the engine itself: nobody gives commands under that name.")
        return name


def settings_of(data: Path | None) -> Settings:
    """Return the settings of a data folder."""
    return load_settings(data=data)


def law_of(village: str, settings: Settings | None = None) -> Law:
    """Return the law of a village; raises NotFound naming those there are."""
    from ordinances.load import load_law  # noqa: PLC0415  half the time of a start

    return load_law(village, (settings or settings_of(None)).ordinances)
