"""Templates to text: one Jinja environment for whole pages and for the fragments of a table.

`render` is the only door. Every template gets ``say`` (the page's own words in the reader's language), ``language``,
``kept`` (the ids of elements that the page has already) and what it was given; everything that comes from outside is
escaped, SVG drawings of the games are marked safe by whoever passes them.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import cache, lru_cache, partial
from typing import Any, Final

from jinja2 import Environment, PackageLoader, StrictUndefined, Template
from markupsafe import Markup, escape

from arbitro.kernel.token import Token, token_art
from arbitro.text import Language, Texts
from arbitro.web.assets import address
from arbitro.web.compiling import QuickEnvironment

MACROS: Final = "macros.html"
TEXTS: Final = Texts("arbitro.web", Texts("arbitro.kernel"))
"""The words of the page itself."""


def percent(chance: Fraction | float) -> str:
    """A chance as a reader expects it: whole per cent, but never a false 0 or 100."""
    rounded = round(float(chance) * 100)
    if rounded == 0 and chance > 0:
        return "<1 %"
    if rounded == 100 and chance < 1:
        return ">99 %"
    return f"{rounded} %"


def token_svg(token: Token, group: str, who: str) -> Markup:
    """The token of a card, in the outline of its side; the name beside it says who that is."""
    art, own = token_art(token, 1 if group == "foe" else 0), escape(who)
    return Markup(  # noqa: S704 - ours
        f'<svg class="token-of" id="token-of-{own}" viewBox="-1 -1 26 26" aria-hidden="true">{art}</svg>'
    )


@cache
def environment() -> Environment:
    """The one environment; strict, so that a template cannot silently miss what it needs."""
    made = QuickEnvironment(
        loader=PackageLoader("arbitro.web"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    made.filters["percent"] = percent
    made.filters["token"] = token_svg
    made.globals["asset"] = address
    made.globals["part"] = part
    made.globals["kept"] = frozenset()
    return made


@lru_cache(maxsize=8192)
def part(template: str, language: Language, one: Any, kept: tuple[str, ...] = ()) -> Markup:
    """A small part of a fragment, such as a card: rendered once for as long as it says the same, whoever reads it.

    It is given ``one`` and nothing else of the fragment, but for what the page has of it already (``kept``). Between
    two moments of a table most parts stay as they are.
    """
    return Markup(render(template, language, one=one, kept=kept))  # noqa: S704 - a template's own text


@cache
def _speaker(language: Language) -> Callable[..., str]:
    return partial(TEXTS.say, language)


def render(template: str, language: Language, /, **context: Any) -> str:
    """A template filled in, in one language."""
    return _template(template).render(say=_speaker(language), language=language, **context)


class FrameSlot(str):
    """A place in a frame where something is put that is written already: see `frame`."""

    __slots__ = ()

    def __html__(self) -> str:
        return self


def frame(template: str, language: Language, slots: tuple[FrameSlot, ...], /, **context: Any) -> tuple[str, ...]:
    """A template filled in but for some slots, in their order: what stands before, between and after them."""
    rest, pieces = render(template, language, **context), []
    for slot in slots:
        piece, found, rest = rest.partition(slot)
        if not found:
            raise LookupError(f"{template} has no place for {slot!r}")
        pieces.append(piece)
    return (*pieces, rest)


def macro(template: str, name: str, language: Language) -> Callable[..., Markup]:
    """A macro of a template as a function: for what is written often and is small."""
    found: Callable[..., Markup] = getattr(_macros(template, language), name)
    return found


@cache
def _macros(template: str, language: Language) -> Any:
    return _template(template).make_module({"say": _speaker(language), "language": language})


@cache
def _template(name: str) -> Template:
    """A template with what all templates have in a plain mapping: it is copied and compared at each rendering."""
    found = environment().get_template(name)
    found.globals = dict(found.globals)
    if name != MACROS:
        _template(MACROS)  # others borrow from it
    return found
