"""The searches of the list of cases that a person keeps under a name."""

from sqlmodel import Field, SQLModel


class ViewRow(SQLModel, table=True):
    """One saved view of one user; `query` is the address's query, e.g. `phase=served&sort=due`."""

    __tablename__ = "view"

    user: str = Field(primary_key=True, foreign_key="user.name", ondelete="CASCADE")
    name: str = Field(primary_key=True)
    query: str
