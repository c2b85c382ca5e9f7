"""A small typed client of the table's HTTP API, for bots, bridges to chats and tests.

It stands on Python alone. `Client` is a server as one seat sees it, `TableClient` a table of it; `calls` is the whole
API as values, for whoever sends them another way.

>>> client = Client("http://127.0.0.1:8420", token="of-a-seat", language="it")
>>> client.at("orcs-1").name
'orcs-1'
"""

from arbitro.client.calls import TurnedAway
from arbitro.client.http import Client, TableClient

__all__ = ["Client", "TableClient", "TurnedAway"]
