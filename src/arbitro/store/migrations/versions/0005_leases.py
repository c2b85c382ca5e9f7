"""Leases: which of several processes has a table open, so that one of them at a time decides for it."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Add them, empty: they are taken as tables are opened, and mean nothing once the processes are gone."""
    op.create_table(
        "workers",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("address", sa.Text, nullable=False),
        sa.Column("beat", sa.Integer, nullable=False),
    )
    op.create_table(
        "leases",
        sa.Column("table_id", sa.Text, primary_key=True),
        sa.Column("worker", sa.Text, nullable=False),
        sa.Index("leases_by_worker", "worker"),
    )
