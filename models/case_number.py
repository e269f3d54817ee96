"""The numbers given out: reserved before a case is opened or a security posted, so that a retry makes one."""

from sqlalchemy import UniqueConstraint
from sqlmodel import Field, SQLModel


class CaseNumberRow(SQLModel, table=True):
    """One number of a village, a series and a year, by the key of the command that asked for it.

    `case_id` is the id of a case or, in the series of securities, of a security; see `rules/series.py`.
    Whoever records anything on either holds the lock on this row, which is there before they are.
    """

    __tablename__ = "case_number"
    __table_args__ = (UniqueConstraint("village", "series", "op_id"),)

    village: str = Field(primary_key=True, foreign_key="village.key")
    series: str = Field(primary_key=True)
    year: int = Field(primary_key=True)
    number: int = Field(primary_key=True)
    case_id: str = Field(unique=True)
    op_id: str
