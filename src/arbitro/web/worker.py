"""One of several processes that serve the same tables: what uvicorn imports in each of them."""

from arbitro.web.app import create_app
from arbitro.web.logs import set_up
from arbitro.web.process import settle
from arbitro.web.settings import from_environment

settings = from_environment()
set_up(settings.log)
settle()
app = create_app(settings)
