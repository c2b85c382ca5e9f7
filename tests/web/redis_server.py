"""A real Redis for the tests, started when one asks for it and gone with it.

It is Debian's ``redis-server``, on a socket in a folder of its own, with nothing on disk. Where there is none the tests
that need one are skipped, unless ``CI`` is set: then they fail.
"""

import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


class RedisServer:
    """A server that can be stopped and started again at the same address."""

    def __init__(self, program: str, folder: Path) -> None:
        self._program = program
        self._socket = folder / "redis.sock"
        self.url = f"unix://{self._socket}"
        self.start()

    def start(self) -> None:
        """Start it, and wait until it answers."""
        quiet = ["--port", "0", "--save", "", "--appendonly", "no", "--unixsocket", str(self._socket)]
        self._process = subprocess.Popen(
            [self._program, *quiet], cwd=self._socket.parent, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        for _ in range(600):
            if self._answers():
                return
            time.sleep(0.02)
        raise RuntimeError("Redis did not start")

    def _answers(self) -> bool:
        with socket.socket(socket.AF_UNIX) as line:
            try:
                line.connect(str(self._socket))
                line.sendall(b"PING\r\n")
                return line.recv(16).startswith(b"+PONG")
            except OSError:
                return False

    def stop(self) -> None:
        """End it at once, as a crash would."""
        self._process.kill()
        self._process.wait()


@contextmanager
def redis_server() -> Iterator[RedisServer]:
    """A server of one's own."""
    program = shutil.which("redis-server")
    if program is None:
        message = "no Redis here (install Debian's package `redis-server`)"
        if os.environ.get("CI"):
            pytest.fail(message)
        pytest.skip(message)
    folder = Path(tempfile.mkdtemp(prefix="arbitro-redis-", dir="/tmp"))
    server = RedisServer(program, folder)
    try:
        yield server
    finally:
        server.stop()
        shutil.rmtree(folder, ignore_errors=True)
