"""What is installed only by those who need it: the extras of the package, and what to say where one is missing.

The core (dice, engine, games, campaigns, dungeons) stands on four small packages. Whatever else is imported belongs to
an extra of ``pyproject.toml``; a test holds the two lists against each other.
"""

from importlib.util import find_spec
from typing import Final

from arbitro.text import Fault, Texts, Words

TEXTS: Final = Texts("arbitro")
WEB: Final = (
    "litestar",
    "uvicorn",
    "jinja2",
    "markdown_it",
    "markupsafe",
    "prometheus_client",
    "segno",
    "h11",
    "sqlalchemy",
    "alembic",
    "typer",
)
"""What the page stands on."""
EXTRAS: Final = {
    "terminal": ("typer", "rich", "textual", "sqlalchemy", "alembic"),
    "web": WEB,
    "print": ("reportlab", "resvg_py", "font_caladea"),
    "postgres": ("asyncpg", "sqlalchemy", "alembic"),
    "redis": ("redis",),
    "client": ("websockets",),
    "agents": ("mcp", *WEB),
    "sim": ("numba", "numpy"),
    "parquet": ("pyarrow",),
    "ray": ("ray",),
    "worlds": ("gymnasium", "pettingzoo", "numpy", "PIL"),
}
"""The packages of each extra, as they are imported."""


class MissingExtra(Fault):
    """Something was asked for that needs an extra which is not installed."""

    def __init__(self, extra: str, package: str) -> None:
        super().__init__(Words(TEXTS, "extras.missing", extra=extra, package=package))
        self.extra = extra
        self.package = package


def missing_extra(error: ModuleNotFoundError, first: str = "terminal") -> MissingExtra | None:
    """The extra whose package could not be imported; `first` where that is in several. None: it is no extra's."""
    package = (error.name or "").partition(".")[0]
    having = [extra for extra, packages in EXTRAS.items() if package in packages]
    if not having:
        return None
    return MissingExtra(first if first in having else having[0], package)


def need(extra: str) -> None:
    """Raise `MissingExtra` unless every package of an extra is there: before something begins that would need it."""
    for package in EXTRAS[extra]:
        if find_spec(package) is None:
            raise MissingExtra(extra, package)
