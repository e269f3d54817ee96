"""The separate offenses as dated: a row for each, never deleted; what it is worth is in its status."""

from datetime import date

from sqlmodel import Field, SQLModel


class OffenseRow(SQLModel, table=True):
    """One offense date of one violation; `status` is one of `rules.exposure.Status`."""

    __tablename__ = "offense"
    # Millions of rows and nothing but the key and a word: on SQLite the key is the table.
    __table_args__ = {"sqlite_with_rowid": False}

    case_id: str = Field(primary_key=True)
    violation: str = Field(primary_key=True)
    offense_on: date = Field(primary_key=True)
    status: str
