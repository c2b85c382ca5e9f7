"""A fight from a few words: a party against so many of these creatures."""

from collections.abc import Iterable
from typing import Final

from arbitro.kernel.command import Command
from arbitro.kernel.rulebook import Phrase
from arbitro.kernel.ruleset import Setup
from arbitro.kernel.yamlfile import unknown_name
from arbitro.rules.whitebox.people.state import PARTY
from arbitro.rules.whitebox.powers.commands import Band, Muster
from arbitro.rules.whitebox.rules import Rules
from arbitro.rules.whitebox.setup import TEXTS
from arbitro.rules.whitebox.state import Side
from arbitro.rules.whitebox.terms import Named
from arbitro.text import Fault, Words

DISTANCE: Final = 30
FOES: Final = "foes"


def read_bands(rules: Rules, texts: Iterable[str]) -> tuple[Band, ...]:
    """``orc:6`` or plain ``ogre`` (as many as are met), several with commas between."""
    bands = []
    for part in (part.strip() for text in texts for part in text.split(",")):
        name, colon, count = part.partition(":")
        if name not in rules.content.monsters:
            raise Fault(unknown_name(name, rules.content.monsters))
        if colon and (not count.isdecimal() or int(count) < 1):
            raise Fault(Words(TEXTS, "setup.against", text=part))
        bands.append(Band(monster=name, side=FOES, count=int(count) if colon else 0, at=DISTANCE))
    return tuple(bands)


def arrange(rules: Rules, people: tuple[Command, ...], against: Iterable[str]) -> Setup:
    """The scene: a party that carries light, as these commands let it enter, and its foes thirty feet away."""
    bands = read_bands(rules, against)
    if not bands:
        raise Fault(Words(TEXTS, "setup.against", text=""))
    sides = (
        Side(PARTY, Named("La compagnia", "The party", "f"), light=True),
        Side(FOES, Named("Gli avversari", "The foes")),
    )
    names = [rules.content.monsters[band.monster].name for band in bands]
    title = Phrase(", ".join(name.it for name in names), ", ".join(name.en for name in names))
    return Setup(title, (*people, Muster(sides, bands, party=PARTY)), {})
