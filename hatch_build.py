"""What a built package carries beside the code: the pages that the app shows. A checkout has them already."""

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Pages(BuildHookInterface[Any]):
    """Lays the pages of `docs` and `legal` and their pictures into a wheel: no script that makes them goes along.

    An editable install reads the checkout's own.
    """

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Say what goes into the build besides the code."""
        if version != "editable":
            root = Path(self.root)
            pages = (path for folder in ("docs", "legal") for path in (root / folder).rglob("*") if path.is_file())
            shown = (path.relative_to(root).as_posix() for path in pages if path.suffix != ".py")
            build_data["force_include"] |= {path: f"arbitro/web/{path}" for path in shown}
