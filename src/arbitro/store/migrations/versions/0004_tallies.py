"""Tallies: how many entries and lines there are for whom, so that a story can be read from its end."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Add them, empty: what a log holds is counted when somebody reads it, once."""
    op.create_table(
        "tallies",
        sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("length", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("stamp", sa.Text, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
    )
