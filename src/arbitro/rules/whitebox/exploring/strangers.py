"""Other adventurers: a party that a table of encounters names, drawn by lot and met with all that it has.

The source names such parties and says nothing of them but how people are aligned; their number, levels and classes are
ours (``exploration.yaml``).
"""

from collections import Counter
from fractions import Fraction
from functools import partial
from typing import Final

from msgspec.structs import replace

from arbitro.dice.amount import Amount
from arbitro.dice.stream import REFEREE, Dice, Die
from arbitro.kernel.ruling import Modifier
from arbitro.kernel.seat import REFEREE_ONLY
from arbitro.rules.whitebox.commands import Member
from arbitro.rules.whitebox.exploring import foes as foes_rules
from arbitro.rules.whitebox.exploring.events import TroopStated
from arbitro.rules.whitebox.exploring.foes import GOLD_A_LEVEL
from arbitro.rules.whitebox.exploring.state import FOES_SIDE, Troop
from arbitro.rules.whitebox.measure import Alignment
from arbitro.rules.whitebox.people.commands import CreateCharacter
from arbitro.rules.whitebox.people.company import lot, peoples_for
from arbitro.rules.whitebox.people.creation import sheet_by_lot
from arbitro.rules.whitebox.people.load import walking_rate
from arbitro.rules.whitebox.people.memory import next_spell
from arbitro.rules.whitebox.people.state import Character
from arbitro.rules.whitebox.people.throws import Noted
from arbitro.rules.whitebox.powers import creatures
from arbitro.rules.whitebox.rules import Rules
from arbitro.rules.whitebox.scene import Here, Scene
from arbitro.rules.whitebox.terms import Named

STRANGERS: Final = "strangers"
"""Whom they follow: nobody whom the table knows."""


def party_by_lot(scene: Scene, name: str, place: str, *, outdoors: bool) -> tuple[Troop, tuple[Die, ...]]:
    """A party of adventurers: how many, of which mind, and each of them; and the dice that told."""
    dice, facts = Noted(scene.dice.stream(REFEREE)), scene.rules.content.exploration
    size = facts.party_size.roll(dice, "appearing")
    row, _ = scene.rules.content.npc_alignment.roll(dice, (), "alignment")
    kinds: Counter[str] = Counter()
    members = []
    for number in range(1, facts.party_size.total(size) + 1):
        one = adventurer_by_lot(scene, dice, f"{name}-{number}", row.result.alignment)
        kinds[one.class_id] += 1
        members.append(replace(one, name=replace(one.name, number=kinds[one.class_id])))
    troop = Troop(
        id=name,
        members=tuple(members),
        count=Amount(plus=len(members)),
        place=place,
        point=scene.state.post,
        light=not outdoors,
        name=Named(facts.party_name.it, facts.party_name.en),
    )
    return troop, dice.dice


def adventurer_by_lot(here: Here, dice: Dice, who: str, alignment: Alignment) -> Character:
    """One of them: level, class and people by lot, rolled and equipped like anybody, with spells in memory."""
    facts = here.rules.content.exploration
    level = max(facts.party_level.total(facts.party_level.roll(dice, "encounter")), 1)
    open_to = tuple(
        class_id
        for class_id in here.rules.adventuring_classes(here.rules)
        if alignment in here.rules.content.classes[class_id].alignments and peoples_for(here.rules, class_id, level)
    )
    class_id = lot(dice, open_to)
    noun = here.rules.content.classes[class_id].name
    command = CreateCharacter(
        who=who,
        name=Named(noun.it, noun.en, noun.gender),
        folk=lot(dice, peoples_for(here.rules, class_id, level)),
        class_id=class_id,
        alignment=alignment,
        gold=GOLD_A_LEVEL * level,
        level=level,
        kit=True,
        kind="retainer",
        employer=STRANGERS,
    )
    one = sheet_by_lot(here, dice, command)
    while spell := next_spell(here, one):
        one = replace(one, prepared=(*one.prepared, spell))
    return one


# ------------------------------------------------------------ in the field


def troop_rate(rules: Rules, troop: Troop) -> Fraction:
    """Those who go together go as fast as the slowest."""
    return (
        min(map(partial(walking_rate, rules), troop.members)) if troop.members else foes_rules.troop_rate(rules, troop)
    )


def foes(scene: Scene, troop: Troop, count: int, feet: int, *, outdoors: bool) -> tuple[Member, ...]:
    """A party's members as their sheets have them."""
    if not troop.members:
        return creatures.foes(scene, troop, count, feet, outdoors=outdoors)
    return tuple(adversary(scene.rules, one, troop, feet, outdoors=outdoors) for one in troop.members)


def adversary(rules: Rules, one: Character, troop: Troop, feet: int, *, outdoors: bool) -> Member:
    """A stranger with a sheet, ready to fight."""
    profile = replace(
        rules.profile_of(rules, one, FOES_SIDE),
        alignment=one.alignment,
        group=f"{FOES_SIDE}-{troop.id}",
        outdoors=outdoors,
    )
    return Member(profile, Amount(plus=one.hp), feet)


def state_troop(
    scene: Scene,
    troop: Troop,
    count: int,
    dice: tuple[Die, ...],
    counted: int = 0,
    modifiers: tuple[Modifier, ...] = (),
) -> None:
    """Settle how many there are, for the referee; the last dice, so many of them, have counted them."""
    settled = replace(troop, count=Amount(plus=count))
    rules = ("WB-CORE-01",)
    scene.happen(TroopStated(troop.id, settled, count, dice, counted, modifiers, rules=rules, audience=REFEREE_ONLY))
