"""The documentation as a site in both languages: ``make docs``, or ``python docs/site/build.py FOLDER``.

The pages are those of ``docs``, with those of the project that they lead to. They are laid together per language in a
folder of their own, so that every link stays inside the site, and each README's lists become the navigation. A link
that leads nowhere ends the build. English lies at the root, Italian under ``it``, as in ``docs``.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path, PurePosixPath
from typing import Final

HERE: Final = Path(__file__).parent
PROJECT: Final = HERE.parents[1]
BESIDE: Final = {  # a page of the project outside `docs` -> its place in the site
    "README.md": "readme.md",
    "README.it.md": "it/leggimi.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "LICENSE": "license.md",
    "legal/NOTICE.md": "notice.md",
    "legal/AVVISO.it.md": "it/avviso.md",
}
FOLDERS: Final = {"en": "", "it": "it"}
LINK: Final = re.compile(r"(!?)\[([^\]]+)\]\(([^)\s]+)\)")
OWN_FENCE: Final = re.compile(r"^```(dice|odds|refused)$", re.MULTILINE)
"""Examples that our tests try; to the site they are plain text."""
LISTED: Final = re.compile(r"^- \[[^\]]+\]\(([a-z-]+)\.md[^)]*\)", re.MULTILINE)


def placed() -> dict[str, str]:
    """Every page by its path in the project, with its place in the site."""
    pages = {f"docs/{path.name}": path.name for path in (PROJECT / "docs").glob("*.md")}
    pages |= {f"docs/it/{path.name}": f"it/{path.name}" for path in (PROJECT / "docs" / "it").glob("*.md")}
    pages |= BESIDE
    return pages | {"docs/README.md": "index.md", "docs/it/README.md": "it/index.md"}


def language_of(place: str) -> str:
    """The language of the part of the site in which a page lies."""
    return "it" if place.startswith("it/") else "en"


def title(source: str) -> str:
    """The heading of a page."""
    return (PROJECT / source).read_text(encoding="utf-8").partition("\n")[0].removeprefix("# ")


def led(link: re.Match[str], source: str, pages: dict[str, str]) -> str:
    """A link of a page as the site has it; what lies only among the sources is named, not linked."""
    picture, words, target = link.groups()
    path, hash_sign, part = target.partition("#")
    if "://" in target or not path:
        return link[0]
    meant = os.path.normpath(f"{PurePosixPath(source).parent}/{path}")
    if meant in pages:
        there = os.path.relpath(pages[meant], PurePosixPath(pages[source]).parent)
        if language_of(pages[meant]) == language_of(pages[source]):
            return f"[{words}]({there}{hash_sign}{part})"
        finished = there.removesuffix(".md") + ".html"  # the other language is built apart
        return f'<a href="{finished}{hash_sign}{part}">{title(meant) if words.endswith(".md") else words}</a>'
    if picture and meant.startswith("docs/"):
        return f"![{words}]({meant.removeprefix('docs/')})"
    if (PROJECT / meant).exists():
        return words
    raise SystemExit(f"{source}: a link leads to {target}, and there is nothing")


def told(text: str, source: str, pages: dict[str, str]) -> str:
    """A page as the site has it."""
    plain = OWN_FENCE.sub("```text", text).replace('src="docs/pictures/', 'src="pictures/')
    return LINK.sub(lambda link: led(link, source, pages), plain)


def navigation(text: str, places: list[str]) -> str:
    """The lists of a README as the navigation beside every page: a page stands where it is named first."""
    seen: set[str] = set()
    trees = []
    for section in re.split(r"^## ", text, flags=re.MULTILINE)[1:]:
        listed = [name for name in LISTED.findall(section) if name not in seen]
        seen.update(listed)
        if listed:
            trees.append(_tree(section.partition("\n")[0], listed))
    left = sorted(name for name in (place.removesuffix(".md") for place in places) if name not in {*seen, "index"})
    return "\n".join((*trees, _tree("Arbitro", left)))


def _tree(caption: str, names: list[str]) -> str:
    return "\n".join(("", "```{toctree}", ":hidden:", f":caption: {caption}", "", *names, "```", ""))


def lay(folder: Path, language: str) -> None:
    """Lay the pages of a language into a folder."""
    pages = placed()
    own = {source: place for source, place in pages.items() if language_of(place) == language}
    for source, place in own.items():
        text = (PROJECT / source).read_text(encoding="utf-8")
        if not source.endswith(".md"):
            text = f"# {source}\n\n```text\n{text}```\n"
        text = told(text, source, pages)
        if PurePosixPath(place).name == "index.md":
            text += navigation(text, [PurePosixPath(other).name for other in own.values()])
        (folder / PurePosixPath(place).name).write_text(text, encoding="utf-8")
    shutil.copytree(PROJECT / "docs" / "pictures", folder / "pictures")


def build(site: Path) -> None:
    """Build the whole site into a folder."""
    shutil.rmtree(site, ignore_errors=True)
    for language, under in FOLDERS.items():
        with tempfile.TemporaryDirectory() as laid:
            lay(Path(laid), language)
            options = ["-q", "-W", "--keep-going", "-n", "-E", "-c", str(HERE), "-D", f"language={language}"]
            command = [sys.executable, "-m", "sphinx", *options, "-d", f"{laid}/.doctrees", laid, str(site / under)]
            subprocess.run(command, check=True)  # noqa: S603 - our own words
        shutil.copytree(PROJECT / "docs" / "pictures", site / under / "pictures")  # pages name some as plain HTML


if __name__ == "__main__":
    build(Path(sys.argv[1] if len(sys.argv) > 1 else PROJECT / "build" / "site"))
