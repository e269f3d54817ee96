"""The first tables: villages, users, the record, and what is projected from it.

Revision ID: 0001
Revises:
"""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

OPEN = sa.text("cured_on IS NULL AND annulled_on IS NULL")


def upgrade() -> None:
    _people()
    _record()
    _cases()
    _parties()
    _violations()
    _counts()
    _money()


def downgrade() -> None:
    projections = ("security", "entry", "deadline", "count", "offense", "violation", "respondent", "party", "case")
    for table in (*projections, "evidence_file", "event", "case_number", "membership", "user", "village"):
        op.drop_table(table)


def _people() -> None:
    op.create_table(
        "village",
        sa.Column("key", sa.String(), primary_key=True),
        sa.Column("accrued_through", sa.Date()),
    )
    op.create_table(
        "user",
        sa.Column("name", sa.String(), primary_key=True),
        sa.Column("password_hash", sa.String()),
        sa.Column("must_change", sa.Boolean(), nullable=False),
    )
    op.create_table(
        "membership",
        sa.Column("user", sa.String(), sa.ForeignKey("user.name", ondelete="CASCADE"), primary_key=True),
        sa.Column("village", sa.String(), sa.ForeignKey("village.key"), primary_key=True),
        sa.Column("role", sa.String(), primary_key=True),
    )
    op.create_index("ix_membership_village", "membership", ["village"])


def _record() -> None:
    op.create_table(
        "case_number",
        sa.Column("village", sa.String(), sa.ForeignKey("village.key"), primary_key=True),
        sa.Column("series", sa.String(), primary_key=True),
        sa.Column("year", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("number", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("case_id", sa.String(), nullable=False, unique=True),
        sa.Column("op_id", sa.String(), nullable=False),
        sa.UniqueConstraint("village", "series", "op_id"),
    )
    op.create_table(
        "event",
        sa.Column("case_id", sa.String(), sa.ForeignKey("case_number.case_id"), primary_key=True),
        sa.Column("seq", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("op_id", sa.String(), nullable=False),
        sa.Column("part", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("data", sa.String(), nullable=False),
        sa.Column("actor", sa.String(), nullable=False),
        sa.Column("effective_on", sa.Date(), nullable=False),
        sa.Column("recorded_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("prev_hash", sa.String(), nullable=False),
        sa.Column("hash", sa.String(), nullable=False),
        sa.UniqueConstraint("case_id", "op_id", "part"),
    )
    op.create_table(
        "evidence_file",
        sa.Column("sha256", sa.String(), primary_key=True),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("media_type", sa.String(), nullable=False),
        sa.Column("content", sa.LargeBinary(), nullable=False),
    )


def _cases() -> None:
    op.create_table(
        "case",
        sa.Column("id", sa.String(), primary_key=True),
        sa.Column("village", sa.String(), nullable=False),
        sa.Column("year", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("phase", sa.String(), nullable=False),
        sa.Column("address", sa.String()),
        sa.Column("parcel", sa.String()),
        sa.Column("description", sa.String()),
        sa.Column("opened_on", sa.Date(), nullable=False),
        sa.Column("closed_on", sa.Date()),
        sa.Column("headline", sa.String(), nullable=False),
        sa.Column("next_due", sa.Date()),
        sa.Column("open_violations", sa.Integer(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("head", sa.String(), nullable=False),
        sa.Column("as_of", sa.Date(), nullable=False),
    )
    op.create_index("ix_case_village_phase", "case", ["village", "phase"])
    op.create_index("ix_case_village_next_due", "case", ["village", "next_due"])
    op.create_table(
        "deadline",
        sa.Column("case_id", sa.String(), primary_key=True),
        sa.Column("key", sa.String(), primary_key=True),
        sa.Column("village", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("of", sa.String()),
        sa.Column("due", sa.Date(), nullable=False),
        sa.Column("wakes_on", sa.Date(), nullable=False),
        sa.Column("section", sa.String()),
        sa.Column("explanation", sa.String(), nullable=False),
        sa.Column("passed", sa.Boolean(), nullable=False),
    )
    op.create_index("ix_deadline_village_due", "deadline", ["village", "due"])


def _parties() -> None:
    op.create_table(
        "party",
        sa.Column("village", sa.String(), primary_key=True),
        sa.Column("key", sa.String(), primary_key=True),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
    )
    op.create_table(
        "respondent",
        sa.Column("case_id", sa.String(), primary_key=True),
        sa.Column("key", sa.String(), primary_key=True),
        sa.Column("village", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("role", sa.String(), nullable=False),
        sa.Column("address", sa.String()),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("party_key", sa.String(), nullable=False),
    )
    op.create_index("ix_respondent_party", "respondent", ["village", "party_key"])


def _violations() -> None:
    op.create_table(
        "violation",
        sa.Column("case_id", sa.String(), primary_key=True),
        sa.Column("key", sa.String(), primary_key=True),
        sa.Column("village", sa.String(), nullable=False),
        sa.Column("provision", sa.String(), nullable=False),
        sa.Column("observed_on", sa.Date(), nullable=False),
        sa.Column("remedy_by", sa.Date()),
        sa.Column("cured_on", sa.Date()),
        sa.Column("annulled_on", sa.Date()),
        sa.Column("stayed", sa.Boolean(), nullable=False),
        sa.Column("next_offense_on", sa.Date()),
        sa.Column("step_days", sa.Integer()),
    )
    op.create_index(
        "ix_violation_open",
        "violation",
        ["village", "case_id", "key"],
        sqlite_where=OPEN,
        postgresql_where=OPEN,
    )
    op.create_table(
        "offense",
        sa.Column("case_id", sa.String(), primary_key=True),
        sa.Column("violation", sa.String(), primary_key=True),
        sa.Column("offense_on", sa.Date(), primary_key=True),
        sa.Column("status", sa.String(), nullable=False),
        sqlite_with_rowid=False,
    )


def _counts() -> None:
    op.create_table(
        "count",
        sa.Column("case_id", sa.String(), primary_key=True),
        sa.Column("key", sa.String(), primary_key=True),
        sa.Column("village", sa.String(), nullable=False),
        sa.Column("section", sa.String(), nullable=False),
        sa.Column("respondent", sa.String(), nullable=False),
        sa.Column("party_key", sa.String(), nullable=False),
        sa.Column("violation", sa.String(), nullable=False),
        sa.Column("offense_on", sa.Date(), nullable=False),
        sa.Column("filed_on", sa.Date(), nullable=False),
        sa.Column("court", sa.String(), nullable=False),
        sa.Column("returnable_on", sa.Date(), nullable=False),
        sa.Column("ordinal", sa.Integer(), nullable=False),
        sa.Column("evidence", sa.String(), nullable=False),
        sa.Column("outcome", sa.String()),
        sa.Column("disposed_on", sa.Date()),
        sa.Column("sentenced_as", sa.Integer()),
        sa.Column("fine", sa.BigInteger()),
        sa.Column("jail_days", sa.Integer()),
        sa.Column("surcharge", sa.BigInteger()),
        sa.Column("paid", sa.BigInteger(), nullable=False),
        sa.Column("settlement", sa.String()),
        sa.Column("vacated_on", sa.Date()),
    )
    op.create_index("ix_count_party", "count", ["village", "section", "party_key"])


def _money() -> None:
    op.create_table(
        "entry",
        sa.Column("case_id", sa.String(), primary_key=True),
        sa.Column("n", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("line", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("on", sa.Date(), nullable=False),
        sa.Column("what", sa.String(), nullable=False),
        sa.Column("document", sa.String()),
        sa.Column("section", sa.String()),
        sa.Column("account", sa.String(), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
    )
    op.create_table(
        "security",
        sa.Column("id", sa.String(), primary_key=True),
        sa.Column("village", sa.String(), nullable=False),
        sa.Column("case", sa.String()),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("purpose", sa.String(), nullable=False),
        sa.Column("issuer", sa.String(), nullable=False),
        sa.Column("number", sa.String(), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("drawn", sa.BigInteger(), nullable=False),
        sa.Column("pending", sa.BigInteger(), nullable=False),
        sa.Column("available", sa.BigInteger(), nullable=False),
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("over", sa.Boolean(), nullable=False),
        sa.Column("posted_on", sa.Date(), nullable=False),
        sa.Column("expires_on", sa.Date()),
        sa.Column("released_on", sa.Date()),
        sa.Column("headline", sa.String(), nullable=False),
        sa.Column("next_due", sa.Date()),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("head", sa.String(), nullable=False),
        sa.Column("as_of", sa.Date(), nullable=False),
    )
    op.create_index("ix_security_village_status", "security", ["village", "status"])
    op.create_index("ix_security_village_next_due", "security", ["village", "next_due"])
    op.create_index("ix_security_case", "security", ["case"])
