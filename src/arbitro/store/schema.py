"""The tables of the database. What is here is what the migrations lead to; a test compares them."""

from typing import Final

from sqlalchemy import Column, ForeignKey, Index, Integer, LargeBinary, MetaData, String, Table, Text

HEAD: Final = "0006"
"""The migration after which a database looks like this."""

metadata: Final = MetaData()

tables: Final = Table(
    "tables",
    metadata,
    Column("id", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("opened", Text, nullable=False),
)

entries: Final = Table(
    "entries",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("chain", String(64), nullable=False),
    Column("body", LargeBinary, nullable=False),
    sqlite_with_rowid=False,  # one tree to write at a commit, not two
)

# Apart from the log: whoever may read or copy a log must not come by the seed on the way.
seeds: Final = Table(
    "seeds",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    Column("seed", LargeBinary, nullable=False),
)

snapshots: Final = Table(
    "snapshots",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    Column("length", Integer, primary_key=True, autoincrement=False),
    Column("head", Integer, nullable=False),
    Column("stamp", Text, nullable=False),
    Column("body", LargeBinary, nullable=False),
    Index("snapshots_by_head", "table_id", "stamp", "head"),
)

tallies: Final = Table(
    "tallies",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    Column("length", Integer, primary_key=True, autoincrement=False),
    Column("stamp", Text, nullable=False),
    Column("body", LargeBinary, nullable=False),
)

# Who may come in, and how a table is run: beside the log, because it is not what happened at the table.
seats: Final = Table(
    "seats",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    Column("id", Text, primary_key=True),
    Column("digest", String(64), nullable=False, unique=True),
    Column("body", LargeBinary, nullable=False),
)

arrangements: Final = Table(
    "arrangements",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    Column("body", LargeBinary, nullable=False),
)

# What people have put on the tokens of those whom they play: it is no part of what happened.
pictures: Final = Table(
    "pictures",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    Column("who", Text, primary_key=True),
    Column("body", LargeBinary, nullable=False),
)

# Which process has which table open: gone with the processes, and no part of any backup.
workers: Final = Table(
    "workers",
    metadata,
    Column("id", Text, primary_key=True),
    Column("address", Text, nullable=False),
    Column("beat", Integer, nullable=False),
)

leases: Final = Table(
    "leases",
    metadata,
    Column("table_id", Text, primary_key=True),
    Column("worker", Text, nullable=False),
    Index("leases_by_worker", "worker"),
)
