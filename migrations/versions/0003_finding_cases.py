"""What cases and parties are found by, and the views that people keep.

Rows that are there already are found once `abate rebuild` or the weekly audit has written them anew.

Revision ID: 0003
Revises: 0002
"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

ADDED = (("case", "place"), ("case", "search"), ("party", "search"))
INDEXES = (
    ("ix_case_newest", "case", ["village", "year", "number"]),
    ("ix_case_place", "case", ["village", "place"]),
    ("ix_deadline_kind_due", "deadline", ["village", "kind", "due", "case_id"]),
)


def upgrade() -> None:
    for table, name in ADDED:
        op.add_column(table, sa.Column(name, sa.String(), nullable=False, server_default=""))
    for name, table, columns in INDEXES:
        op.create_index(name, table, columns)
    op.create_table(
        "view",
        sa.Column("user", sa.String(), sa.ForeignKey("user.name", ondelete="CASCADE"), primary_key=True),
        sa.Column("name", sa.String(), primary_key=True),
        sa.Column("query", sa.String(), nullable=False),
    )


def downgrade() -> None:
    op.drop_table("view")
    for name, table, _ in INDEXES:
        op.drop_index(name, table_name=table)
    for table, name in reversed(ADDED):
        op.drop_column(table, name)
