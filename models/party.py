"""The persons and bodies a village has cases against, whatever the case. A projection."""

from sqlmodel import Field, SQLModel


class PartyRow(SQLModel, table=True):
    """One party, named and described as the first of its respondents in order of case is.

    `search` is the name as `rules/searching.py` writes it.
    """

    __tablename__ = "party"

    village: str = Field(primary_key=True)
    key: str = Field(primary_key=True)
    name: str
    kind: str
    search: str = Field(default="")
