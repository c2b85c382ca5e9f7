"""Where tables are kept: one contract (`base`), in a database (`sql`) or in memory (`memory`)."""
