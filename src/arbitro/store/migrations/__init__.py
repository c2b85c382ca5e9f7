"""How the database came to look as it does, step by step; `migrate` takes an older one along."""

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection


def configuration(connection: Connection | None = None) -> Config:
    """Alembic's settings, without any file: the steps lie in this package."""
    config = Config()
    config.set_main_option("script_location", "arbitro.store:migrations")
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    return config


def steps() -> list[str]:
    """The names of all steps, the first one first."""
    return [step.revision for step in ScriptDirectory.from_config(configuration()).walk_revisions()][::-1]


def migrate(connection: Connection, to: str = "head") -> None:
    """Take a database as far as a step, within the transaction that the connection is in."""
    command.upgrade(configuration(connection), to)
