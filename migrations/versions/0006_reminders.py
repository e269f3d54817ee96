"""Addresses of people, the outbox, what of it they do without, the keys of their calendars, and what those were told.

What is due already is told to calendars as it stands.

Revision ID: 0006
Revises: 0005
"""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

INSTANT = sa.DateTime(timezone=True)
TOLD = """
INSERT INTO calendar_item
    (case_id, key, village, kind, "of", due, section, explanation, sequence, changed_at, gone)
SELECT case_id,
       kind || CASE WHEN "of" IS NULL THEN '' ELSE ':' || "of" END || CASE WHEN n = 1 THEN '' ELSE '#' || n END,
       village, kind, "of", due, section, explanation, 0, CURRENT_TIMESTAMP, false
FROM (SELECT deadline.*, row_number() OVER (PARTITION BY case_id, kind, "of" ORDER BY due) AS n FROM deadline) AS told
"""


def upgrade() -> None:
    op.add_column("user", sa.Column("email", sa.String()))
    op.create_table(
        "mail",
        sa.Column("id", sa.String(), primary_key=True),
        sa.Column("village", sa.String(), sa.ForeignKey("village.key"), nullable=False),
        sa.Column("record", sa.String(), nullable=False),
        sa.Column("event", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("user", sa.String(), sa.ForeignKey("user.name", ondelete="CASCADE"), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("facts", sa.String(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("queued_at", INSTANT, nullable=False),
        sa.Column("next_at", INSTANT, nullable=False),
        sa.Column("expires_at", INSTANT),
        sa.Column("claimed_at", INSTANT),
        sa.Column("settled_at", INSTANT),
        sa.Column("address", sa.String()),
        sa.Column("message_id", sa.String()),
        sa.Column("trouble", sa.String()),
        sa.UniqueConstraint("record", "event", "kind", "user"),
    )
    op.create_index("ix_mail_state", "mail", ["state", "next_at"])
    op.create_index("ix_mail_user", "mail", ["user", "queued_at"])
    op.create_table(
        "unsubscribed",
        sa.Column("user", sa.String(), sa.ForeignKey("user.name", ondelete="CASCADE"), primary_key=True),
        sa.Column("kind", sa.String(), primary_key=True),
    )
    op.create_table(
        "calendar_key",
        sa.Column("user", sa.String(), sa.ForeignKey("user.name", ondelete="CASCADE"), primary_key=True),
        sa.Column("hash", sa.String(), nullable=False, unique=True),
        sa.Column("made_at", INSTANT, nullable=False),
    )
    op.create_table(
        "calendar_item",
        sa.Column("case_id", sa.String(), primary_key=True),
        sa.Column("key", sa.String(), primary_key=True),
        sa.Column("village", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("of", sa.String()),
        sa.Column("due", sa.Date(), nullable=False),
        sa.Column("section", sa.String()),
        sa.Column("explanation", sa.String(), nullable=False),
        sa.Column("sequence", sa.Integer(), nullable=False),
        sa.Column("changed_at", INSTANT, nullable=False),
        sa.Column("gone", sa.Boolean(), nullable=False),
    )
    op.create_index("ix_calendar_item_village_due", "calendar_item", ["village", "due"])
    op.execute(TOLD)


def downgrade() -> None:
    op.drop_table("calendar_item")
    op.drop_table("calendar_key")
    op.drop_table("unsubscribed")
    op.drop_table("mail")
    op.drop_column("user", "email")
