"""``arbitro about``: the version, whose games these are, and the licences in full."""

from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Annotated, Final

import typer

from arbitro.cli import BAD_INPUT, TEXTS, help_text, language_option, leave, pick_language, print_error, print_json
from arbitro.cli.paint import painter
from arbitro.cli.rules import book_packages, installed_books
from arbitro.text import LANGUAGES, Language, Texts
from arbitro.version import __version__

NOTICE: Final[dict[Language, str]] = {"it": "AVVISO.it.md", "en": "NOTICE.md"}
TEXT_FILES: Final = {"ogl": "OGL-1.0a.txt"}
"""Licences that stand in one language, as their owners wrote them."""


def legal() -> Traversable | Path:
    """Where the notices lie: inside the package where it was installed, above it in a source checkout."""
    inside = files("arbitro").joinpath("web", "legal")
    return inside if inside.is_dir() else Path(__file__).parents[3] / "legal"


def attributions(language: Language) -> dict[str, str]:
    """Whose each game of this installation is, in a sentence."""
    return {game: Texts(book_packages()[game]).say(language, "attribution") for game in installed_books()}


def licence_text(name: str, language: Language) -> str | None:
    """The notices, or a licence, in full; None where there is no such text."""
    file = legal().joinpath(NOTICE[language] if name == "notice" else TEXT_FILES.get(name, ""))
    return file.read_text(encoding="utf-8") if file.is_file() else None


def register(app: typer.Typer) -> None:
    """Add ``about``."""

    @app.command("about", help=help_text("cli.about.help"))
    def about(
        full: Annotated[
            str | None, typer.Option("--text", metavar="notice|ogl", help=help_text("cli.about.text"))
        ] = None,
        lang: Annotated[str | None, language_option()] = None,
        as_json: Annotated[bool, typer.Option("--json", help=help_text("cli.json"))] = False,
    ) -> None:
        language = pick_language(lang)
        if full is not None:
            text = licence_text(full, language)
            if text is None:
                print_error(
                    TEXTS.say(language, "cli.about.no_text", text=full, known=", ".join(("notice", *TEXT_FILES)))
                )
                leave(BAD_INPUT)
            print(text)
            return
        if as_json:
            games = {game: {each: attributions(each)[game] for each in LANGUAGES} for game in installed_books()}
            print_json({"version": __version__, "games": games})
            return
        say = painter()
        say(TEXTS.say(language, "cli.about.head", version=__version__))
        for game, sentence in attributions(language).items():
            say(f"\n{game}: {sentence}")
        say("\n" + TEXTS.say(language, "cli.about.more"))
