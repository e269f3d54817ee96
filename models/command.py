"""What was asked for under the key of each command."""

from sqlmodel import Field, SQLModel


class CommandRow(SQLModel, table=True):
    """One command that was carried out on `case_id`, a case or a security; `mark` is the SHA-256 of what it was.

    No part of the record, and not made from it: without a row what is repeated under a key is not compared.
    """

    __tablename__ = "command"

    case_id: str = Field(primary_key=True, foreign_key="case_number.case_id")
    op_id: str = Field(primary_key=True)
    mark: str
