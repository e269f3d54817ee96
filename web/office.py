"""What every page stands on: the database, the door to the cases, the settings and the clock, all handed in."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime
from typing import Annotated

from fastapi import Depends, Request
from sqlalchemy import Engine
from sqlmodel import Session

from ordinances.load import load_law
from queries.interpretations import law_in
from rules.calendar import local_day
from rules.law import Law
from runtime.settings import Settings
from web.oidc import Provider
from web.seal import Seal
from workflows.client import Door

Clock = Callable[[], datetime]
"""Returns the present instant, aware and in UTC."""


@dataclass(frozen=True, slots=True)
class Office:
    """One web application's means."""

    engine: Engine
    door: Door
    settings: Settings
    clock: Clock
    seal: Seal
    provider: Provider | None = None

    def law(self, village: str) -> Law:
        """Return the law of a village as it stands in its files: for names, zones, sections. Raise NotFound."""
        return load_law(village, self.settings.ordinances)

    def law_in(self, session: Session, village: str) -> Law:
        """Return the law of a village as it is read now, decisions included: for findings. Raise NotFound."""
        return law_in(session, village, self.settings.ordinances)

    def today(self, village: str) -> date:
        """Return the day it is in a village."""
        return local_day(self.clock(), self.law(village).village.zone)


async def office(request: Request) -> Office:
    """Return the office of the application that was asked; async, that no thread is taken to look it up."""
    found: Office = request.app.state.office
    return found


Here = Annotated[Office, Depends(office)]
