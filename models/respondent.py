"""The respondents of the cases, each linked to a party of the village. A projection."""

from sqlalchemy import Index
from sqlmodel import Field, SQLModel


class RespondentRow(SQLModel, table=True):
    """One respondent of one case; `party_key` is what ties it to the same person's other cases."""

    __tablename__ = "respondent"
    __table_args__ = (Index("ix_respondent_party", "village", "party_key"),)

    case_id: str = Field(primary_key=True)
    key: str = Field(primary_key=True)
    village: str
    name: str
    role: str
    address: str | None
    kind: str
    party_key: str
