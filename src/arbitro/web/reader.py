"""Who is reading: the language and the look that a browser asks for. Two cookies, which say nothing else."""

from typing import Any, Final, Literal

from litestar.connection import ASGIConnection

from arbitro.text import Language, as_language

Theme = Literal["light", "dark", ""]
LANGUAGE_COOKIE: Final = "arbitro-language"
THEME_COOKIE: Final = "arbitro-theme"
YEAR: Final = 365 * 24 * 3600


def language_of(connection: ASGIConnection[Any, Any, Any, Any]) -> Language:
    """The reader's language: what they chose, else the first of ours that their browser prefers, else English."""
    chosen = as_language(connection.query_params.get("lang")) or as_language(connection.cookies.get(LANGUAGE_COOKIE))
    if chosen is not None:
        return chosen
    wanted = connection.headers.get("accept-language", "")[:500]
    ranked = sorted(map(_ranked, wanted.split(",")), key=lambda one: -one[0])
    return next((language for weight, language in ranked if language is not None and weight > 0), "en")


def _ranked(part: str) -> tuple[float, Language | None]:
    tag, _, weight = part.strip().partition(";q=")
    try:
        return (float(weight) if weight else 1.0, as_language(tag))
    except ValueError:
        return (0.0, None)


def theme_of(connection: ASGIConnection[Any, Any, Any, Any]) -> Theme:
    """The look that the reader chose; empty where the system decides."""
    chosen = connection.cookies.get(THEME_COOKIE)
    return "dark" if chosen == "dark" else "light" if chosen == "light" else ""


def safe_return(back: str | None) -> str:
    """An address of ours to go back to: never another host's, whatever the link said."""
    if back is None or not back.startswith("/") or back.startswith(("//", "/\\")) or any(c < " " for c in back):
        return "/"
    return back
