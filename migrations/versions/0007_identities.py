"""Accounts at an OpenID Connect provider, and whose they are.

Revision ID: 0007
Revises: 0006
"""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "identity",
        sa.Column("issuer", sa.String(), primary_key=True),
        sa.Column("claim", sa.String(), primary_key=True),
        sa.Column("value", sa.String(), primary_key=True),
        sa.Column("user", sa.String(), sa.ForeignKey("user.name", ondelete="CASCADE"), nullable=False),
    )
    op.create_index("ix_identity_user", "identity", ["user"])


def downgrade() -> None:
    op.drop_table("identity")
