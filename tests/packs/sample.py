"""A small pack for each game, to be played with: a toad of one's own and where it is met."""

from collections.abc import Iterator
from typing import Any

from arbitro.kernel.driving import goes_on, one_person
from arbitro.kernel.pack import Pack, pack_from_text
from arbitro.kernel.ruleset import Ruleset
from arbitro.kernel.seat import REFEREE
from arbitro.kernel.table import Table
from arbitro.kernel.yamlfile import Document
from arbitro.play import find_game
from arbitro.play.opening import set_up

_BOX = """\
content: monsters
inherit: whitebox
entries:
  mud_toad:
    new: true
    source: ours
    name: {it: rospo del fango, en: mud toad, plural: {it: rospi del fango, en: mud toads}}
    kind: animal
    alignment: neutrality
    ac: 7
    hd: [{dice: 1, hde: 1, xp: 15}]
    move: {walk: 9}
    attacks: [{name: bite, damage: 1d3}]
    appearing: {dungeon: 2d4, wilderness: 0}
---
# Who is met on the first level, in place of the book's table.
content: encounter_tables
inherit: whitebox
replaces: [dungeon_1]
tables:
  dungeon_1:
    dice: 1d6
    rules: []
    rows:
      - {at: 1-5, id: toads, result: {monsters: [mud_toad]}}
      - {at: 6, id: goblins, result: {monsters: [goblin]}}
"""

TEXTS = {
    "whitebox": _BOX,
    "infausta": _BOX,
    "archmage": """\
content: monsters
inherit: archmage
entries:
  mud_toad:
    new: true
    source: ours
    name: {it: rospo del fango, en: mud toad, plural: {it: rospi del fango, en: mud toads}}
    level: 1
    initiative: 3
    ac: 15
    pd: 13
    md: 10
    hp: 20
    attacks: [{id: tongue, name: {it: lingua, en: tongue, gender: f}, basic: true, bonus: 6, damage: 4}]
---
content: encounter_tables
inherit: archmage
tables:
  level_1:
    dice: 1d6
    rules: []
    rows:
      - {at: 1-5, id: toads, result: {creatures: {mud_toad: 1d3}}}
      - {at: 6, id: rats, result: {creatures: {dire_rat: 5, mud_toad: 1}}}
""",
    "daggerheart": """\
content: adversaries
inherit: daggerheart
entries:
  mud_toad:
    new: true
    source: ours
    name: {it: rospo del fango, en: mud toad, plural: {it: rospi del fango, en: mud toads}}
    tier: 1
    type: standard
    difficulty: 12
    thresholds: [6, 12]
    hp: 4
    stress: 3
    attack: {name: {it: lingua, en: tongue, gender: f}, range: close, damage: 1d8+1, bonus: 1}
---
content: environments
inherit: daggerheart
entries:
  bog:
    new: true
    source: ours
    name: {it: acquitrino, en: bog}
    tier: 1
    type: exploration
    difficulty: 11
    adversaries: [mud_toad]
---
content: encounter_tables
inherit: daggerheart
tables:
  tier_1:
    dice: 1d6
    rules: []
    rows:
      - {at: 1-5, id: toads, result: {creatures: {mud_toad: 1d3}}}
      - {at: 6, id: rats, result: {creatures: {giant_rat: 4, mud_toad: 1}}}
""",
}
_MEN = "{name: Berto, class: fighter, level: 2, hp: 11, ac: 4, weapons: [{name: {it: spada, en: sword}, damage: 1d8}]}"
FIGHTS = {
    **dict.fromkeys(("whitebox", "infausta"), ""),
    "archmage": "game: archmage\nparty: {from: level-1}\nfoes: {members: [{monster: mud_toad, count: 3}]}\n",
    "daggerheart": "game: daggerheart\nparty: [berta, corvo]\nfoes: [{block: mud_toad, count: 3}]\nplace: bog\n",
}


def sample(game: str) -> Pack:
    """The pack of a game."""
    return pack_from_text("toads.yaml", TEXTS[game])


def fight(game: str) -> Table[Any]:
    """A table of a game with its pack, where a fight with three of the toads has begun."""
    ruleset = find_game(game).with_packs((sample(game),))
    if FIGHTS[game]:
        setup = ruleset.read_setup(Document("fight", FIGHTS[game]))
    else:
        from arbitro.cli.whitebox.people import PARTIES

        setup = PARTIES.against(ruleset, PARTIES.entering(ruleset, ("random:3",)), ("mud_toad:3",))
    table: Table[Any] = Table.open(ruleset, "toads", b"t" * 32, setup.options)
    set_up(table, setup.start)
    return table


def by_itself(ruleset: Ruleset[Any], table: Table[Any], most: int = 600) -> Iterator[None]:
    """Let the program play for everybody."""
    for _ in range(most):
        command = goes_on(ruleset, table.state, one_person(None)).by_itself
        if command is None:
            return
        table.submit(command, REFEREE)
        yield
