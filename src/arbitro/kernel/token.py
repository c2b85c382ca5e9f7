"""Tokens: by which small picture somebody is known on cards, in the fight, on the map and on a phone.

A game says in ``content/tokens.yaml`` whose picture is which (`arbitro.kernel.glyphs` has them): creatures by name, by
tag, or by kind, people by class or by people, in that order; strangers by what their name says. Whoever is none of
these has the initials of their name.
What a token shows of somebody is what the reader may see of them, as with everything on a card.
"""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Final, Literal, get_args
from xml.sax.saxutils import escape

from msgspec import Struct

from arbitro.kernel.content import Noun
from arbitro.kernel.drawing import quoted
from arbitro.kernel.glyphs import GLYPHS
from arbitro.kernel.yamlfile import TEXTS, unknown_name
from arbitro.text import Fault, Words

Look = Literal["well", "wounded", "dying", "asleep", "hidden", "gone"]
LOOKS: Final[tuple[Look, ...]] = get_args(Look)
"""How somebody is seen to be: whole, hurt badly, at death's door, helpless, out of sight, dead or away."""
_LONGEST_NAME: Final = 6
"""So many words a creature's name has at most."""
BOX: Final = 24
"""The side of the square that a token is drawn in."""


class Token(Struct, frozen=True, omit_defaults=True):
    """By what somebody is known at a glance."""

    letters: str
    """The initials, for those who have no picture."""
    glyph: str = ""
    look: Look = "well"
    picture: str = ""
    """The address of a picture of one's own, which takes the place of ours on a page."""


class TokenEntry(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A picture of a game's, and whose it is."""

    monsters: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    classes: tuple[str, ...] = ()
    peoples: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    """Words of either language by which somebody is called who is none of the game's creatures."""


class Breed(Struct, frozen=True):
    """What of a creature of a game's content its picture depends on."""

    name: Noun
    kind: str
    tags: tuple[str, ...] = ()


class Tokens(Struct, frozen=True):
    """Whose picture is which, in one game."""

    by_monster: Mapping[str, str]
    by_tag: Mapping[str, str]
    by_kind: Mapping[str, str]
    by_class: Mapping[str, str]
    by_people: Mapping[str, str]
    by_word: Mapping[str, str]
    """By what somebody is called, word by word as `_spoken` has it."""

    def of_creature(self, monster: str, tags: Iterable[str] = (), kind: str = "") -> str:
        """The picture of a creature: by its name, else by the first tag that has one, else by its kind; or none."""
        found = self.by_monster.get(monster, "")
        for tag in tags:
            found = found or self.by_tag.get(tag, "")
        return found or self.by_kind.get(kind, "")

    def of_name(self, name: str) -> str:
        """The picture of somebody of whom only the name is known: of the longest words in it that have one; or none."""
        words = _spoken(name).split()
        for length in range(min(len(words), _LONGEST_NAME), 0, -1):
            for first in range(len(words) - length + 1):
                found = self.by_word.get(" ".join(words[first : first + length]))
                if found:
                    return found
        return ""

    def of_person(self, calling: str, people: str = "") -> str:
        """The picture of one of the people: by class, else by people; or none."""
        return self.by_class.get(calling, "") or self.by_people.get(people, "")


def _spoken(name: str) -> str:
    """A name as it is looked for: small letters, and nothing but words ("Sergeant-at-Arms" is "sergeant at arms")."""
    return " ".join("".join(each if each.isalnum() else " " for each in name.casefold()).split())


def sort_tokens(entries: Mapping[str, TokenEntry], breeds: Mapping[str, Breed]) -> Tokens:
    """The tokens of a game; an unknown picture or creature, or somebody who has two pictures, is a fault."""
    sorts: tuple[dict[str, str], ...] = ({}, {}, {}, {}, {}, {})
    for name, entry in entries.items():
        if name not in GLYPHS:
            raise Fault(unknown_name(name, GLYPHS))
        words = tuple(map(_spoken, entry.words))
        written = (entry.monsters, entry.tags, entry.kinds, entry.classes, entry.peoples, words)
        for ones, sorted_ in zip(written, sorts, strict=True):
            for one in ones:
                if one in sorted_:
                    raise Fault(Words(TEXTS, "content.two_tokens", name=one, first=sorted_[one], second=name))
                sorted_[one] = name
        for one in entry.monsters:
            if one not in breeds:
                raise Fault(Words(TEXTS, "content.dangling", kind="tokens", entry=name, name=one))
    found = Tokens(*sorts)
    for one, breed in breeds.items():
        glyph = found.of_creature(one, breed.tags, breed.kind)
        if glyph:
            sorts[-1].setdefault(_spoken(breed.name.it), glyph)
            sorts[-1].setdefault(_spoken(breed.name.en), glyph)
    return found


def initials(name: str) -> str:
    """Up to two letters that stand for a name, or its number: "Berto il Rosso" is BR, "Orc 4" is O4."""
    words = [word for word in name.replace("’", " ").split() if word[0].isalnum()]
    if not words:
        return "?"
    last = words[-1] if len(words) > 1 else ""
    if last.isdigit():
        return (words[0][0].upper() + last)[:3]
    long = [word for word in words if word[0].isupper()] or words
    return "".join(word[0].upper() for word in (long[0], long[-1])[: len(long)])


def token_for(name: str, glyph: str = "", look: Look = "well") -> Token:
    """The token of somebody of this name."""
    return Token(initials(name), glyph, look)


SIDES: Final = ("#2c5a7a", "#98271b", "#5b4a8a", "#2c6238")
"""The colour of each side, in the order of the sides."""
PAPER, BLOOD = "#fffdf7", "#98271b"
FRAMES: Final = (
    '<circle {look} cx="12" cy="12" r="11.5"/>',
    '<path {look} d="M12 .3l10.2 5.8v11.8l-10.2 5.8-10.2-5.8v-11.8z"/>',
    '<rect {look} x="1" y="1" width="22" height="22" rx="4"/>',
    '<path {look} d="M12 .5l11.3 8.2-4.3 13.8h-14l-4.3-13.8z"/>',
)
"""The outline of each side's tokens: a disc, a hexagon, a square, a pentagon. Nothing is told by colour alone."""
_SIGN: Final = f'class="sign" fill="{PAPER}" stroke="{BLOOD}" stroke-width="1.2"'
_LINE: Final = (
    f'class="strike" fill="none" stroke="{PAPER}" stroke-width="5"/><path class="struck" fill="none" stroke="{BLOOD}"'
)
_SIGNS: Final[Mapping[Look, str]] = {
    "well": "",
    "wounded": f'<path {_SIGN} d="M20 .8c2 3 3 4.3 3 6a3 3 0 0 1-6 0c0-1.7 1-3 3-6z"/>',
    "dying": f'<path d="M1 19h6l2-5 3 9 3-9 2 5h6" {_LINE} stroke-width="2" d="M1 19h6l2-5 3 9 3-9 2 5h6"/>',
    "asleep": f'<path {_SIGN} d="M15.5 1h7v2l-3.6 4h3.6v2h-7v-2l3.6-4h-3.6z"/>',
    "hidden": f'<path d="M3 21l18-18" {_LINE} stroke-width="2" d="M3 21l18-18"/>',
    "gone": f'<path d="M4 4l16 16m0-16l-16 16" {_LINE} stroke-width="2.5" d="M4 4l16 16m0-16l-16 16"/>',
}
"""How somebody is, as a sign on their token: a drop, a beating heart, a Z, one stroke, a cross."""
_FADED: Final = {"hidden": ' opacity=".45"', "gone": ' opacity=".4"', "asleep": ' opacity=".75"'}
_LONG: Final = 3
"""From so many letters on they are written smaller."""


def side_frame(side: int) -> str:
    """The outline of the tokens of a side, filled with its colour, in a box of 24 by 24."""
    kind = side % len(FRAMES)
    return FRAMES[kind].format(look=f'class="disc side-{kind}" fill="{SIDES[kind]}"')


@lru_cache(maxsize=2048)
def token_face(token: Token) -> str:
    """What a token shows in its outline: a picture, a sign or letters."""
    if token.glyph in GLYPHS:
        art = f'<path transform="translate(4 4) scale(.667)" fill-rule="evenodd" d="{GLYPHS[token.glyph]}"/>'
    else:
        size = 11 if len(token.letters) < _LONG else 8.5
        words = f'x="12" y="{12 + size * 0.36:.4g}" font-size="{size}" font-weight="bold" text-anchor="middle"'
        art = f"<text {words}>{escape(token.letters)}</text>"
    if token.picture:
        art = f'<image href={quoted(token.picture)} x="1" y="1" width="22" height="22" clip-path="circle(11px)"/>'
    return f'<g class="art" fill="{PAPER}">{art}</g>'


@lru_cache(maxsize=2048)
def token_art(token: Token, side: int = 0) -> str:
    """A token as SVG in a box of 24 by 24: the outline of its side, its face, and how its bearer is."""
    faded = _FADED.get(token.look, "")
    return (
        f'<g class="token {token.look}"><g class="face"{faded}>{side_frame(side)}'
        f"{token_face(token)}</g>{_SIGNS[token.look]}</g>"
    )
