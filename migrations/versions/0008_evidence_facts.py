"""What photographs tell of themselves, and small pictures of them.

Files that are there already are read when they are looked at.

Revision ID: 0008
Revises: 0007
"""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "evidence_facts",
        sa.Column("sha256", sa.String(), sa.ForeignKey("evidence_file.sha256"), primary_key=True),
        sa.Column("taken_at", sa.String(), nullable=True),
        sa.Column("place", sa.String(), nullable=True),
        sa.Column("camera", sa.String(), nullable=True),
        sa.Column("width", sa.Integer(), nullable=True),
        sa.Column("height", sa.Integer(), nullable=True),
        sa.Column("thumb", sa.LargeBinary(), nullable=True),
    )


def downgrade() -> None:
    op.drop_table("evidence_facts")
