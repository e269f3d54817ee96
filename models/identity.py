"""Who may come in through an OpenID Connect provider."""

from sqlmodel import Field, SQLModel


class IdentityRow(SQLModel, table=True):
    """One account at a provider that is a user's: by its subject, or until it first comes by its e-mail address."""

    __tablename__ = "identity"

    issuer: str = Field(primary_key=True)
    claim: str = Field(primary_key=True, description="sub, or email for one that is awaited")
    value: str = Field(primary_key=True)
    user: str = Field(foreign_key="user.name", ondelete="CASCADE", index=True)
