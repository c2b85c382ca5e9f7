"""The engine that knows no game: events, commands, choices, options, citations, roll tables, the log and its fold."""
