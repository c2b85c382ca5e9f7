"""The documentation as a site: both languages, with their search, and no link that leads nowhere."""

import subprocess
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

BUILD = Path(__file__).parents[1] / "docs" / "site" / "build.py"


class Page(HTMLParser):
    """What a page links to, and the places in it that a link may name."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        self.links: list[str] = []
        self.places: set[str] = set()
        self.language = ""
        self.feed(file.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in ("href", "src") and value:
                self.links.append(value)
            elif name == "id" and value:
                self.places.add(value)
            elif tag == "html" and name == "lang":
                self.language = value or ""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    built = tmp_path_factory.mktemp("site")
    subprocess.run([sys.executable, str(BUILD), str(built)], check=True)
    return built


def broken(site: Path) -> Iterator[str]:
    pages = {file.resolve(): Page(file) for file in site.rglob("*.html")}
    for file, page in pages.items():
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            there = (file.parent / unquote(parts.path)).resolve() if parts.path else file
            if not there.exists():
                yield f"{file.name}: {link} leads nowhere"
            elif parts.fragment and there in pages and unquote(parts.fragment) not in pages[there].places:
                yield f"{file.name}: {link} names a place that is not there"


def test_no_link_of_the_site_leads_nowhere(site: Path) -> None:
    assert not list(broken(site))


@pytest.mark.parametrize(("folder", "language"), [("", "en"), ("it", "it")])
def test_each_language_has_its_pages_its_search_and_the_way_to_the_other(
    site: Path, folder: str, language: str
) -> None:
    home = Page(site / folder / "index.html")
    assert home.language == language
    assert {"../index.html"} & set(home.links) if folder else "it/index.html" in home.links
    assert (site / folder / "search.html").exists()
    index = (site / folder / "searchindex.js").read_text(encoding="utf-8")
    assert ("giocator" if language == "it" else "initi") in index


def test_every_page_of_the_documentation_is_in_the_site(site: Path) -> None:
    docs = BUILD.parents[1]
    for file in (*docs.glob("*.md"), *(docs / "it").glob("*.md")):
        place = file.relative_to(docs).with_suffix(".html")
        assert (site / place.with_name(place.name.replace("README", "index"))).exists(), place
