"""What a built package carries beside the code: the pages that the app shows. A checkout has them already."""

from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Pages(BuildHookInterface[Any]):
    """Lays `docs` and `legal` into a wheel, but not into an editable install, which reads the checkout's own."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Say what goes into the build besides the code."""
        if version != "editable":
            build_data["force_include"] |= {"docs": "arbitro/web/docs", "legal": "arbitro/web/legal"}
