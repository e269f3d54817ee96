"""The violations of the cases, with what the nightly run needs to date their offenses. A projection."""

from datetime import date

from sqlalchemy import Index, text
from sqlmodel import Field, SQLModel

ACCRUING = text("next_offense_on IS NOT NULL")


class ViolationRow(SQLModel, table=True):
    """One violation.

    `next_offense_on` is its first offense not yet dated, null once it accrues no more. `step_days` leads from one
    offense to the next, null where that is not one number. While `stayed`, offenses are dated as stayed.
    """

    __tablename__ = "violation"
    # In order of case, the order in which the nightly run writes: pages then touch neighboring rows.
    __table_args__ = (
        Index(
            "ix_violation_accruing",
            "village",
            "case_id",
            "key",
            sqlite_where=ACCRUING,
            postgresql_where=ACCRUING,
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
