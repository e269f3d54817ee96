"""The numbers given out: reserved before a case is opened, so that a retry opens one case."""

from sqlmodel import Field, SQLModel


class CaseNumberRow(SQLModel, table=True):
    """One number of a village and a year, by the key of the command that asked for it.

    Whoever records anything on a case holds the lock on this row, which is there before the case is.
    """

    __tablename__ = "case_number"

    village: str = Field(primary_key=True, foreign_key="village.key")
    year: int = Field(primary_key=True)
    number: int = Field(primary_key=True)
    case_id: str = Field(unique=True)
    op_id: str = Field(unique=True)
