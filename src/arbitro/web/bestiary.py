"""The bestiaries of all games as pages: every creature by name, found by words, each with its stat block."""

import asyncio
from collections.abc import Iterable
from functools import cache
from typing import Any

from litestar import Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, FromQuery
from msgspec import Struct

from arbitro.chances.bestiary import met_sheet
from arbitro.kernel.pack import Pack
from arbitro.kernel.ruleset import Ruleset
from arbitro.play import find_game
from arbitro.rules import games
from arbitro.text import Language, capital
from arbitro.web.house_files import fits
from arbitro.web.pages import QUIET_PAGES, Asked, page
from arbitro.web.reader import language_of
from arbitro.web.searching import words_of
from arbitro.web.shelf import book_title, plain
from arbitro.web.visitor import Turned, house_of, is_host


class Beast(Struct, frozen=True):
    """A creature on a list."""

    game: str
    id: str
    name: str
    words: str
    """What it is, in a line, where its game says so."""


@cache
def _sought(one: Beast) -> tuple[str, str]:
    """The name of a creature, and all that a search looks through, as searches compare them."""
    return plain(one.name), plain(f"{one.name} {one.words}")


class BeastBook(Struct, frozen=True):
    """The bestiary of a game."""

    id: str
    title: str
    count: int


@cache
def laid(game: str, packs: tuple[Pack, ...] = ()) -> Ruleset[Any]:
    """A game with those of the house's packs that fit it laid over its content."""
    ruleset = find_game(game)
    return ruleset.with_packs(tuple(pack for pack in packs if fits(ruleset, pack)))


def books(language: Language, packs: tuple[Pack, ...] = ()) -> tuple[BeastBook, ...]:
    """The games that have creatures."""
    found = ((name, laid(name, packs)) for name in games())
    return tuple(
        BeastBook(name, book_title(name, language), len(game.creatures())) for name, game in found if game.creatures()
    )


@cache
def beasts(game: str, language: Language, packs: tuple[Pack, ...] = ()) -> tuple[Beast, ...]:
    """The creatures of a game and of the packs over it, by name."""
    ruleset = laid(game, packs)
    found = [
        Beast(game, name, capital(str(noun.in_(language))), _words(ruleset, name, language))
        for name, noun in ruleset.creatures().items()
    ]
    return tuple(sorted(found, key=lambda one: plain(one.name)))


def _words(ruleset: Ruleset[Any], name: str, language: Language) -> str:
    state = ruleset.initial()
    return ruleset.meaning(state, f"monster:{name}", language) or ruleset.meaning(state, name, language)


def found_beasts(
    query: str, language: Language, names: Iterable[str], packs: tuple[Pack, ...] = ()
) -> tuple[Beast, ...]:
    """The creatures that hold every word of a query, those whose name holds them first."""
    words = words_of(query)
    found = [
        one
        for name in names
        for one in beasts(name, language, packs)
        if words and all(word in _sought(one)[1] for word in words)
    ]
    return tuple(sorted(found, key=lambda one: not all(word in _sought(one)[0] for word in words)))


def open_to(request: Asked) -> tuple[tuple[Pack, ...], bool]:
    """The packs of the house, and whether a visitor sees numbers too; turned away where the bestiaries are closed."""
    settings = house_of(request).settings
    if is_host(request):
        return settings.packs, True
    if settings.bestiary == "closed":
        raise Turned(403, "bestiary_closed")
    return settings.packs, settings.bestiary == "whole"


@get(["/bestiary", "/bestiary/{game:str}"], include_in_schema=False)
async def bestiary(request: Asked, game: FromPath[str] = "", q: FromQuery[str] = "") -> Response[str]:
    """The bestiary of a game, or what a search finds in it or in all."""
    return await asyncio.to_thread(_bestiary_page, request, game, q)


def _bestiary_page(request: Asked, game: str, q: str) -> Response[str]:
    language = language_of(request)
    packs, whole = open_to(request)
    shelf = books(language, packs)
    if game and game not in {book.id for book in shelf}:
        raise NotFoundException
    query = q.strip()[:200]
    names = [game] if game else [book.id for book in shelf]
    listed = found_beasts(query, language, names, packs) if query else beasts(game, language, packs) if game else ()
    titles = {book.id: book.title for book in shelf}
    more: dict[str, Any] = {"books": shelf, "titles": titles, "game": game, "query": query, "listed": listed}
    return page(request, "bestiary.html", "bestiary", sheet=None, whole=whole, **more)


@get("/bestiary/{game:str}/{name:str}", include_in_schema=False, sync_to_thread=True)
def beast(game: FromPath[str], name: FromPath[str], request: Asked) -> Response[str]:
    """The stat block of a creature."""
    language = language_of(request)
    packs, whole = open_to(request)
    shelf = books(language, packs)
    if not whole or game not in {book.id for book in shelf} or name not in laid(game, packs).creatures():
        raise NotFoundException
    sheet = met_sheet(laid(game, packs), name, language)
    one = next(each for each in beasts(game, language, packs) if each.id == name)
    titles = {book.id: book.title for book in shelf}
    more: dict[str, Any] = {"books": shelf, "titles": titles, "game": game, "query": "", "listed": ()}
    return page(request, "bestiary.html", "bestiary", sheet=sheet, one=one, whole=True, **more)


READING_PAGES = (*QUIET_PAGES, bestiary, beast)
"""The handlers of all pages that need no table."""
