"""The persons and bodies a village has cases against, whatever the case. A projection."""

from sqlmodel import Field, SQLModel


class PartyRow(SQLModel, table=True):
    """One party, named and described as the first of its respondents in order of case is."""

    __tablename__ = "party"

    village: str = Field(primary_key=True)
    key: str = Field(primary_key=True)
    name: str
    kind: str
