"""The decisions of doubtful questions of law, by village and in order.

Revision ID: 0004
Revises: 0003
"""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "interpretation",
        sa.Column("village", sa.String(), sa.ForeignKey("village.key"), primary_key=True),
        sa.Column("number", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("question", sa.String(), nullable=False),
        sa.Column("choice", sa.String(), nullable=False),
        sa.Column("authority", sa.String(), nullable=False),
        sa.Column("decided_by", sa.String(), nullable=False),
        sa.Column("decided_on", sa.Date(), nullable=False),
        sa.Column("recorded_by", sa.String(), nullable=False),
        sa.Column("recorded_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("op_id", sa.String(), nullable=False, unique=True),
    )


def downgrade() -> None:
    op.drop_table("interpretation")
