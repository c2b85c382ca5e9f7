"""The HTTP API, version 1: everything that the page can do, for programs; documented by its own OpenAPI description."""
