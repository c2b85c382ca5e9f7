"""One of several processes that serve the same tables: what uvicorn imports in each of them."""

import sys

from arbitro.web.app import create_app
from arbitro.web.settings import SWITCH, from_environment

sys.setswitchinterval(SWITCH)
app = create_app(from_environment())
