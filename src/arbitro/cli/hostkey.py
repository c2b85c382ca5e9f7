"""The key of whoever runs a shared server: made once, kept for its owner alone, shown again or renewed on demand.

The server itself knows only its hash. A key that was renewed opens nothing any more after the next start.
"""

import os
from hashlib import sha256
from pathlib import Path

import platformdirs

from arbitro.cli.place import database

_ONLY_MINE = 0o600


def key_file(store: str = "") -> Path:
    """The file of the key: beside the tables, or in the user's data folder for a database elsewhere."""
    if "://" in store:
        named = sha256(store.encode()).hexdigest()[:16]
        return Path(platformdirs.user_data_dir("arbitro")) / f"host-{named}.key"
    place = Path(store) if store else database()
    return place.with_name(f"{place.name}.key")


def host_key(store: str = "", *, renew: bool = False) -> str:
    """The key of a store's host; made if there is none yet, or if another one is wanted."""
    from arbitro.web.seats import new_token

    file = key_file(store)
    if not renew:
        try:
            found = file.read_text(encoding="utf-8").strip()
        except FileNotFoundError:
            found = ""
        if found:
            return found
    file.parent.mkdir(parents=True, exist_ok=True)
    made, beside = new_token(), file.with_name(f".{file.name}.{os.getpid()}")
    number = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, _ONLY_MINE)
    with os.fdopen(number, "w", encoding="utf-8") as out:
        out.write(f"{made}\n")
    beside.replace(file)
    return made
