"""Where tables are kept: one contract (`base`, on `rows`), in a database (`sql`) or in memory (`memory`)."""
