"""A file that is written whole or not at all."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, Final

FOR_EVERYBODY: Final = 0o666
"""What the process' own mask leaves of it, as with any new file."""
FOR_ITS_OWNER: Final = 0o600


@contextmanager
def written_beside(file: Path, mode: int = FOR_EVERYBODY) -> Iterator[BinaryIO]:
    """Something to write to that takes the file's place at the end; until then, and on any error, the old one stays."""
    beside = file.with_name(f".{file.name}.{os.getpid()}.part")
    try:
        with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode), "wb") as out:
            yield out
            out.flush()
            os.fsync(out.fileno())
        beside.replace(file)
    finally:
        beside.unlink(missing_ok=True)
