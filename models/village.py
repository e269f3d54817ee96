"""The villages kept in this database, and how far the nightly run has dated their offenses."""

from datetime import date

from sqlmodel import Field, SQLModel


class VillageRow(SQLModel, table=True):
    """A village; its law is data in `ordinances/`. `accrued_through` is the last day a nightly run has begun on."""

    __tablename__ = "village"

    key: str = Field(primary_key=True)
    accrued_through: date | None = None
