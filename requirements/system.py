"""Install what the tests need from the system's packages: a browser, and the servers of PostgreSQL and Redis.

Run by ``make test``. What is there already is left alone; where packages cannot be installed, it says which to install.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

WANTED = {
    "chromium": ("chromium", "chromium-browser", "google-chrome"),
    "postgresql": ("initdb",),
    "redis-server": ("redis-server",),
}
"""Each package of Debian's, and the programs of which one must be there."""
SERVERS = Path("/usr/lib/postgresql")


def found(programs: tuple[str, ...]) -> bool:
    """Whether one of the programs is on the path, or where Debian puts the database server."""
    return any(shutil.which(name) or next(SERVERS.glob(f"*/bin/{name}"), None) for name in programs)


def main() -> int:
    """Install the packages that are missing; 1 where that cannot be done."""
    missing = [package for package, programs in WANTED.items() if not found(programs)]
    if not missing:
        return 0
    root = [] if os.geteuid() == 0 else ["sudo", "-n"]
    if shutil.which("apt-get") is None:
        print(f"The tests need these programs, please install them: {', '.join(missing)}", file=sys.stderr)
        return 1
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in (
        ["apt-get", "update", "-qq"],
        ["apt-get", "install", "-qq", "-y", "--no-install-recommends", *missing],
    ):
        if subprocess.run([*root, *command], env=quiet, stdout=subprocess.DEVNULL, check=False).returncode:  # noqa: S603 - our own words
            print(f"Could not install {', '.join(missing)}; please install them by hand.", file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
