"""Pictures: what people have put on the tokens of those whom they play."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Add them, empty."""
    op.create_table(
        "pictures",
        sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("who", sa.Text, primary_key=True),
        sa.Column("body", sa.LargeBinary, nullable=False),
    )
