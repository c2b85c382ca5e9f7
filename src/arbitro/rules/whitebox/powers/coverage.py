"""How every spell, magic item, monster and hazard is played: by the rules, partly by the referee, or only told.

Whatever has no rule to carry it out is shown to the referee when it matters (`FactsTold`). Entries of the parent game,
or of the game without its packs, that are not here any more count as taken out.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, Final, Literal

from arbitro.kernel.content import Noun
from arbitro.kernel.named import Named
from arbitro.rules.whitebox.bestiary import Hazard, Monster
from arbitro.rules.whitebox.content import WhiteBoxContent
from arbitro.rules.whitebox.effect import AnyEffect
from arbitro.rules.whitebox.enchantment import MagicItem, Spell
from arbitro.rules.whitebox.powers.lookups import only_told
from arbitro.rules.whitebox.powers.registry import Magic, magic_of
from arbitro.rules.whitebox.rules import Rules

Plays = Literal["runs", "asks", "told", "absent"]
PLAYS: Final[tuple[Plays, ...]] = ("runs", "asks", "told", "absent")
DOINGS: Final = (
    *("at_once", "lasts", "on_sheet", "spell", "hit", "extra_blows", "score", "drinks", "enchants", "stored", "room"),
    *("returns", "cards"),
)
"""What makes an effect one that the rules carry out, of what its registry entry says."""
SORTS: Final = ("spells", "magic_items", "monsters", "hazards")


def carried_out(kind: Magic[Any]) -> bool:
    """Whether a kind of effect does anything by itself."""
    return not kind.narrated and any(getattr(kind, doing) for doing in DOINGS)


def effect_plays(rules: Rules, part: AnyEffect) -> Plays:
    """How one effect of a spell or a thing is played."""
    kind = magic_of(rules, part)
    if not carried_out(kind):
        return "told"
    return "asks" if kind.also_told is not None and kind.also_told(part) else "runs"


def together(parts: Iterable[Plays]) -> Plays:
    """How an entry is played whose parts are played so: a part that is told is a question to the referee."""
    found = set(parts)
    if found <= {"runs"}:
        return "runs"
    return "told" if found == {"told"} else "asks"


def _entries(rules: Rules) -> Iterator[tuple[str, str, Noun, Plays]]:
    content = rules.content
    for name, spell in content.spells.items():
        parts = (*spell.effects, *(spell.reverse.effects if spell.reverse is not None else ()))
        yield "spells", name, spell.name, together(effect_plays(rules, part) for part in parts)
    for name, item in content.magic_items.items():
        yield "magic_items", name, item.name, together(effect_plays(rules, part) for part in item.effects)
    for name, monster in content.monsters.items():  # whoever fights is played by the rules, whatever else is told
        asks = any(only_told(rules, special) for special in monster.specials)
        yield "monsters", name, monster.name, "asks" if asks else "runs"
    for name, hazard in content.hazards.items():
        told: list[Plays] = ["told" if only_told(rules, special) else "runs" for special in hazard.specials]
        yield "hazards", name, hazard.name, together(told)


def _all(rules: Rules) -> dict[str, dict[str, tuple[Noun, Plays]]]:
    """Every entry of the game and of those that it was made of, sort by sort."""
    content = rules.content
    found: dict[str, dict[str, tuple[Noun, Plays]]] = {sort: {} for sort in SORTS}
    for other in (content.parent, replace(rules, packs=()).content if rules.packs else None):
        if isinstance(other, WhiteBoxContent):
            for sort in SORTS:
                catalogue: Mapping[str, Spell | MagicItem | Monster | Hazard] = getattr(other, sort)
                found[sort] |= {name: (entry.name, "absent") for name, entry in catalogue.items()}
    for sort, name, noun, plays in _entries(rules):
        found[sort][name] = noun, plays
    return found


def entries_played(rules: Rules) -> Mapping[str, Mapping[Named, str]]:
    """Every entry by its name, sort by sort."""
    return {
        sort: {Named(noun.it, noun.en, noun.gender): plays for noun, plays in entries.values()}
        for sort, entries in _all(rules).items()
    }


def played(rules: Rules) -> Mapping[str, Mapping[str, int]]:
    """How many entries of each sort are played in which way."""
    counted = {sort: [plays for _, plays in entries.values()] for sort, entries in _all(rules).items()}
    return {sort: {plays: found.count(plays) for plays in PLAYS} for sort, found in counted.items()}
