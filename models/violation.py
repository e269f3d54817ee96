"""The violations of the cases, with what the nightly run needs to date their offenses. A projection."""

from datetime import date

from sqlalchemy import Index, text
from sqlmodel import Field, SQLModel

OPEN = text("cured_on IS NULL AND annulled_on IS NULL")


class ViolationRow(SQLModel, table=True):
    """One violation.

    `next_offense_on` is its first offense not yet dated, null once it accrues no more. `step_days` leads from one
    offense to the next, null where that is not one number. While `stayed`, offenses are dated as stayed.
    """

    __tablename__ = "violation"
    # In order of case, in which the nightly run writes, so that a page touches neighboring rows; and without
    # `next_offense_on`, so that moving a violation on leaves the index as it is.
    __table_args__ = (
        Index(
            "ix_violation_open",
            "village",
            "case_id",
            "key",
            sqlite_where=OPEN,
            postgresql_where=OPEN,
        ),
    )

    case_id: str = Field(primary_key=True)
    key: str = Field(primary_key=True)
    village: str
    provision: str
    observed_on: date
    remedy_by: date | None
    cured_on: date | None
    annulled_on: date | None
    stayed: bool
    next_offense_on: date | None
    step_days: int | None
