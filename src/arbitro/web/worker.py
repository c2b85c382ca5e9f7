"""One of several processes that serve the same tables: what uvicorn imports in each of them."""

from arbitro.web.app import create_app
from arbitro.web.process import settle
from arbitro.web.settings import from_environment

settle()
app = create_app(from_environment())
