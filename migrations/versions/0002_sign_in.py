"""Sessions of browsers, tokens of programs, and failed sign-ins.

Revision ID: 0002
Revises: 0001
"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "session",
        sa.Column("id", sa.String(), primary_key=True),
        sa.Column("user", sa.String(), sa.ForeignKey("user.name", ondelete="CASCADE"), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("seen_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("revoked_at", sa.DateTime(timezone=True)),
        sa.Column("agent", sa.String(), nullable=False),
    )
    op.create_index("ix_session_user", "session", ["user"])
    op.create_table(
        "token",
        sa.Column("id", sa.String(), primary_key=True),
        sa.Column("user", sa.String(), sa.ForeignKey("user.name", ondelete="CASCADE"), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("used_at", sa.DateTime(timezone=True)),
        sa.Column("revoked_at", sa.DateTime(timezone=True)),
    )
    op.create_index("ix_token_user", "token", ["user"])
    op.create_table(
        "attempt",
        sa.Column("key", sa.String(), primary_key=True),
        sa.Column("failures", sa.Integer(), nullable=False),
        sa.Column("last_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("locked_until", sa.DateTime(timezone=True)),
    )
    op.create_index("ix_attempt_last_at", "attempt", ["last_at"])


def downgrade() -> None:
    for table in ("attempt", "token", "session"):
        op.drop_table(table)
