"""What Alembic runs for each migration: on the connection it is handed, inside the caller's transaction."""

from alembic import context

from arbitro.store.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
context.run_migrations()
