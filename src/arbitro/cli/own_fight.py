"""A fight that the command line puts together, for any game: ``--party level-1``, ``orc:6``."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

from msgspec.structs import replace

from arbitro.chances.building import MOST_FOES, OwnFight, parties
from arbitro.chances.outcome import Foes
from arbitro.cli import TEXTS
from arbitro.kernel.event import Setting
from arbitro.kernel.ruleset import Ruleset
from arbitro.kernel.yamlfile import text_of
from arbitro.text import Fault, Words

USUAL: Final = ("4", "1")
"""How many come by lot, and of which level, where nobody says."""
READY, RANDOM = "ready:", "random"


def entered(ruleset: Ruleset[Any], party: str, foes: Foes, options: Mapping[str, Setting], lot: str) -> OwnFight:
    """A party against foes: a ready one by name, ``random:SIZE:LEVEL`` or a file; without, the first of the game."""
    fight = OwnFight(game=ruleset.id, foes=foes, options=dict(options), packs=ruleset.packs, lot=lot)
    if party and Path(party).is_file():
        return replace(fight, people=text_of(Path(party)), file=party)
    known = [name for name, _ in parties(ruleset.id, ruleset.packs)]
    word = party_word(party or known[0])
    if word.startswith(READY) and word not in known:
        ready = ", ".join(name.removeprefix(READY) for name in known)
        raise Fault(Words(TEXTS, "cli.encounter.no_party", party=party, known=ready))
    return replace(fight, party=word)


def party_word(text: str) -> str:
    """A party as people write it, as a campaign asks for it.

    >>> party_word("veterans"), party_word("random:3"), party_word("random")
    ('ready:veterans', 'random:3:1', 'random:4:1')
    """
    name, *given = text.split(":")
    if name == RANDOM:
        return ":".join([RANDOM, *given, *USUAL[len(given) :]])
    return text if text.startswith(READY) else READY + text


def foes_from(texts: Iterable[str]) -> Foes:
    """Who is met, as people write it; a fault where nobody is named.

    >>> foes_from(["orc:6,wolf:2", "ogre", "orc:1"])
    (('orc', 7), ('wolf', 2), ('ogre', 1))
    """
    found: dict[str, int] = {}
    for text in (part.strip() for each in texts for part in each.split(",")):
        kind, _, number = text.rpartition(":")
        if number.startswith("-") or number == "0":
            raise Fault(Words(TEXTS, "cli.encounter.how_many", text=text, most=MOST_FOES))
        if not number.isdecimal():  # names may have colons of their own
            kind, number = text, "1"
        if not kind:
            raise Fault(Words(TEXTS, "cli.encounter.number", text=text))
        found[kind] = found.get(kind, 0) + int(number)
    return tuple(found.items())
