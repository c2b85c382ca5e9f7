"""What a built package carries beside the code: the pages that the app shows, and what it says of itself on an index.

A checkout has the pages already. Where the project's files can be read on the web, whoever releases it says with
``ARBITRO_HOME``: its addresses are then named, and links lead there. Otherwise no link leads nowhere.
"""

import os
import re
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

LINK = re.compile(r"(!?)\[((?:[^][]|\[[^]]*\])*)\]\((?!https?:|#)([^)\s]+)\)")
"""A link or a picture that leads to another file."""


def for_an_index(text: str, home: str) -> str:
    """A page as it reads where none of the files beside it are: links lead home, or are the words that they were."""

    def led(found: re.Match[str]) -> str:
        picture, words, target = found.groups()
        if home:
            return f"{picture}[{words}]({home}/{target})"
        return "" if picture else words

    return LINK.sub(led, text)


class Description(MetadataHookInterface):
    """What a package index shows: the page to begin with, and where the project is at home."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Fill in what is only known when it is built."""
        home = os.environ.get("ARBITRO_HOME", "").rstrip("/")
        page = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": for_an_index(page, home)}
        if home:
            pages = {"Homepage": "", "Documentation": "/docs/README.md", "Changelog": "/CHANGELOG.md"}
            metadata["urls"] = {name: home + page for name, page in pages.items()}


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
