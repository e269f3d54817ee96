"""Who is what in which village."""

from sqlmodel import Field, SQLModel


class MembershipRow(SQLModel, table=True):
    """One role of one user in one village."""

    __tablename__ = "membership"

    user: str = Field(primary_key=True, foreign_key="user.name", ondelete="CASCADE")
    village: str = Field(primary_key=True, foreign_key="village.key", index=True)
    role: str = Field(primary_key=True)
