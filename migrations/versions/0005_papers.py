"""Papers as they were issued, and their files.

Revision ID: 0005
Revises: 0004
"""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "document",
        sa.Column("case_id", sa.String(), sa.ForeignKey("case_number.case_id"), primary_key=True),
        sa.Column("number", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("of", sa.String()),
        sa.Column("seq", sa.Integer()),
        sa.Column("part", sa.Integer(), nullable=False),
        sa.Column("op_id", sa.String()),
        sa.Column("title", sa.String(), nullable=False),
        sa.Column("dated", sa.Date(), nullable=False),
        sa.Column("language", sa.String(), nullable=False),
        sa.Column("template", sa.String(), nullable=False),
        sa.Column("data", sa.String(), nullable=False),
        sa.Column("sha256", sa.String(), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("replaces", sa.Integer()),
        sa.Column("issued_by", sa.String(), nullable=False),
        sa.Column("issued_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("prev_hash", sa.String(), nullable=False),
        sa.Column("hash", sa.String(), nullable=False),
        sa.UniqueConstraint("case_id", "seq", "kind", "part"),
        sa.UniqueConstraint("case_id", "op_id"),
    )
    op.create_table(
        "document_file",
        sa.Column("sha256", sa.String(), primary_key=True),
        sa.Column("content", sa.LargeBinary(), nullable=False),
    )


def downgrade() -> None:
    op.drop_table("document_file")
    op.drop_table("document")
