"""A real PostgreSQL for the tests, started when the first one asks for it and gone with the last.

It is Debian's ``postgresql`` (or whatever `initdb` is found), on a socket in a folder of its own, with nobody else in
it. Where there is none the tests that need one are skipped, unless ``CI`` is set: then they fail.
"""

import asyncio
import atexit
import os
import shutil
import signal
import subprocess
import tempfile
from functools import cache
from hashlib import blake2b
from pathlib import Path

import pytest

USER = "postgres"


def program(name: str) -> str | None:
    """Where a program of PostgreSQL's is."""
    places = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), reverse=True)
    return str(places[0]) if places else shutil.which(name)


class Cluster:
    """A server with its data in a temporary folder."""

    def __init__(self, initdb: str, server: str) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="arbitro-postgres-", dir="/tmp"))
        self._as = USER if os.geteuid() == 0 else None  # it refuses to run as root
        if self._as:
            shutil.chown(self.folder, USER, USER)
        data = self.folder / "data"
        quiet = ["-U", USER, "-A", "trust", "-E", "UTF8", "--no-sync", "--no-locale"]
        command = [initdb, "-D", str(data), *quiet]
        subprocess.run(command, check=True, capture_output=True, cwd="/", user=self._as, group=self._as)
        # Nothing here outlives the tests, so that the disk need not be waited for.
        settings = {"listen_addresses": "", "fsync": "off", "max_connections": "60", "shared_buffers": "32MB"}
        options = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        self._command = [server, "-D", str(data), "-k", str(self.folder), *options]
        atexit.register(self.stop)
        self.start()

    def start(self) -> None:
        """Start the server, with the data that it has."""
        silent = subprocess.DEVNULL
        self._process = subprocess.Popen(
            self._command, cwd="/", stdout=silent, stderr=silent, user=self._as, group=self._as
        )
        asyncio.run(self._wait())

    def pause(self) -> None:
        """End the server and every connection to it; its data stay."""
        self._process.send_signal(signal.SIGINT)
        self._process.wait()

    async def _wait(self) -> None:
        import asyncpg

        for _ in range(600):
            try:
                connection = await asyncpg.connect(host=str(self.folder), user=USER, database="postgres")
            except (OSError, asyncpg.PostgresError):
                await asyncio.sleep(0.05)
                continue
            await connection.close()
            return
        raise RuntimeError("PostgreSQL did not start")

    def stop(self) -> None:
        """End the server and remove its folder."""
        self._process.terminate()
        self._process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    async def database(self, name: str) -> str:
        """The URL of a database of that name, made if it is not there yet."""
        import asyncpg

        connection = await asyncpg.connect(host=str(self.folder), user=USER, database="postgres")
        try:
            if not await connection.fetchval("SELECT 1 FROM pg_database WHERE datname = $1", name):
                await connection.execute(f'CREATE DATABASE "{name}"')
        finally:
            await connection.close()
        return f"postgresql+asyncpg://{USER}@/{name}?host={self.folder}"


def own_cluster() -> Cluster:
    """A server that a test may end and start again."""
    return _new_cluster()


@cache
def _cluster() -> Cluster:
    return _new_cluster()


def _new_cluster() -> Cluster:
    initdb, server = program("initdb"), program("postgres")
    if initdb is None or server is None:
        message = "no PostgreSQL here (install Debian's package `postgresql`)"
        if os.environ.get("CI"):
            pytest.fail(message)
        pytest.skip(message)
    return Cluster(initdb, server)


async def database(folder: Path) -> str:
    """The URL of a database that belongs to a test's folder."""
    cluster = await asyncio.to_thread(_cluster)
    return await cluster.database("test_" + blake2b(str(folder).encode(), digest_size=8).hexdigest())
