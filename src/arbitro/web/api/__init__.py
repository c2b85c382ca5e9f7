"""The HTTP API, version 1: everything that the page can do, for programs; documented by its own OpenAPI description."""

from typing import Final

from arbitro.text import Texts

TEXTS: Final = Texts("arbitro.web.api", Texts("arbitro.kernel"))
"""What is said to whoever asks, by message or by request: what is wrong with it, and why not."""
