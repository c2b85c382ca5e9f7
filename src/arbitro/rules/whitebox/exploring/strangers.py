"""Other adventurers: a party that a table of encounters names, drawn by lot and met with all that it has.

The source names such parties and says nothing of them but how people are aligned; their number, levels and classes are
ours (``exploration.yaml``).
"""

from collections import Counter
from fractions import Fraction
from typing import Final

from msgspec.structs import replace

from arbitro.dice.amount import Amount
from arbitro.dice.stream import REFEREE, Dice, Die
from arbitro.rules.whitebox.basics import Scene
from arbitro.rules.whitebox.commands import Member
from arbitro.rules.whitebox.exploring.foes import GOLD_A_LEVEL, Foes
from arbitro.rules.whitebox.exploring.state import FOES_SIDE, Troop
from arbitro.rules.whitebox.measure import Alignment
from arbitro.rules.whitebox.people.commands import CreateCharacter
from arbitro.rules.whitebox.people.state import Character
from arbitro.rules.whitebox.state import State
from arbitro.rules.whitebox.terms import Named

STRANGERS: Final = "strangers"
"""Whom they follow: nobody whom the table knows."""


class Strangers(Foes):
    """Parties that are not the players'."""

    def party_by_lot(self, scene: Scene, name: str, place: str, *, outdoors: bool) -> tuple[Troop, tuple[Die, ...]]:
        """A party of adventurers: how many, of which mind, and each of them; and the dice that told."""
        dice, facts = scene.dice.stream(REFEREE), self.content.exploration
        size = facts.party_size.roll(dice, "appearing")
        row, lookup = self.content.npc_alignment.roll(dice, (), "alignment")
        thrown = [*size, *lookup.dice]
        kinds: Counter[str] = Counter()
        members = []
        for number in range(1, facts.party_size.total(size) + 1):
            one = self.adventurer_by_lot(scene.state, dice, thrown, f"{name}-{number}", row.result.alignment)
            kinds[one.class_id] += 1
            members.append(replace(one, name=replace(one.name, number=kinds[one.class_id])))
        troop = Troop(
            id=name,
            members=tuple(members),
            count=Amount(plus=len(members)),
            place=place,
            point=scene.state.point,
            light=not outdoors,
            name=Named(facts.party_name.it, facts.party_name.en),
        )
        return troop, tuple(thrown)

    def adventurer_by_lot(
        self, state: State, dice: Dice, thrown: list[Die], who: str, alignment: Alignment
    ) -> Character:
        """One of them: level, class and people by lot, rolled and equipped like anybody, with spells in memory."""
        facts = self.content.exploration
        faces = facts.party_level.roll(dice, "encounter")
        thrown += faces
        level = max(facts.party_level.total(faces), 1)
        open_to = tuple(
            class_id
            for class_id in self.adventuring_classes()
            if alignment in self.content.classes[class_id].alignments and self.peoples_for(class_id, level)
        )
        class_id = self.lot(dice, open_to, thrown)
        noun = self.content.classes[class_id].name
        command = CreateCharacter(
            who=who,
            name=Named(noun.it, noun.en, noun.gender),
            folk=self.lot(dice, self.peoples_for(class_id, level), thrown),
            class_id=class_id,
            alignment=alignment,
            gold=GOLD_A_LEVEL * level,
            level=level,
            kit=True,
            kind="retainer",
            employer=STRANGERS,
        )
        one = self.sheet_by_lot(state, dice, command, thrown)
        while spell := self.next_spell(state, one):
            one = replace(one, prepared=(*one.prepared, spell))
        return one

    # ------------------------------------------------------------ in the field

    def troop_rate(self, troop: Troop) -> Fraction:
        """Those who go together go as fast as the slowest."""
        return min(map(self.rate, troop.members)) if troop.members else super().troop_rate(troop)

    def foes(self, scene: Scene, troop: Troop, count: int, feet: int, *, outdoors: bool) -> tuple[Member, ...]:
        """A party's members as their sheets have them."""
        if not troop.members:
            return super().foes(scene, troop, count, feet, outdoors=outdoors)
        return tuple(self.adversary(one, troop, feet, outdoors=outdoors) for one in troop.members)

    def adversary(self, one: Character, troop: Troop, feet: int, *, outdoors: bool) -> Member:
        """A stranger with a sheet, ready to fight."""
        profile = replace(
            self.profile_of(one, FOES_SIDE),
            alignment=one.alignment,
            group=f"{FOES_SIDE}-{troop.id}",
            outdoors=outdoors,
        )
        return Member(profile, Amount(plus=one.hp), feet)
