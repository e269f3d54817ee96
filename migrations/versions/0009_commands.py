"""What was asked for under the key of each command.

Commands from before have no row: repeated, they are not compared.

Revision ID: 0009
Revises: 0008
"""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "command",
        sa.Column("case_id", sa.String(), sa.ForeignKey("case_number.case_id"), primary_key=True),
        sa.Column("op_id", sa.String(), primary_key=True),
        sa.Column("mark", sa.String(), nullable=False),
    )


def downgrade() -> None:
    op.drop_table("command")
