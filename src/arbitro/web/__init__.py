"""The table in the browser: the page, the live connection and the HTTP API. It knows no game."""
