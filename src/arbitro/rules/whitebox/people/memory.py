"""Spells of the day: what a caster knows, and what fits into memory."""

from collections import Counter
from collections.abc import Iterator

from arbitro.kernel.command import Refusal
from arbitro.kernel.seat import REFEREE_ONLY
from arbitro.rules.whitebox.basics import Scene
from arbitro.rules.whitebox.people.commands import CastSpell, CopySpell, Forget, LearnSpell, Memorise, MemoriseAll
from arbitro.rules.whitebox.people.equipment import Equipment
from arbitro.rules.whitebox.people.events import (
    ItemSpent,
    SpellAsks,
    SpellForgotten,
    SpellLearned,
    SpellMemorised,
    SpellSpent,
)
from arbitro.rules.whitebox.people.state import Character
from arbitro.rules.whitebox.state import State


class Memory(Equipment):
    """What casters have in memory, once a day."""

    def slots(self, one: Character) -> tuple[int, ...]:
        """How many spells of each level a day has room for."""
        facts = self.calling(one)
        return self.row(one.class_id, one.level).spells if facts is not None and facts.casting is not None else ()

    def spell_level(self, one: Character, spell: str) -> int:
        """The level of a spell on somebody's list, a reversed one as its other side; 0: not on it."""
        facts = self.calling(one)
        content = self.content
        if facts is None or facts.casting is None or not (spell in content.spells or spell in content.reverses):
            return 0
        found, _ = content.find_spell(spell)
        name = facts.casting.spell_list
        return 0 if name in found.scroll_only else found.lists.get(name, 0)

    def known_spells(self, one: Character) -> Iterator[str]:
        """The spells that somebody can memorise: the book's, or the whole list; the reversed ones with their others."""
        facts = self.calling(one)
        if facts is None or facts.casting is None:
            return
        if facts.casting.knows == "book":
            names: tuple[str, ...] = one.book
        else:
            levels = range(1, len(self.slots(one)) + 1)
            names = tuple(name for level in levels for name in self.content.spell_list(facts.casting.spell_list, level))
        for name in names:
            if not self.spell_level(one, name):
                continue
            yield name
            spell = self.content.spells.get(name)
            if spell is not None and spell.reverse is not None and self.may_reverse(one):
                yield spell.reverse.id

    @staticmethod
    def may_reverse(one: Character) -> bool:
        """Whether somebody uses the other side of spells: those of Chaos."""
        return one.alignment == "chaos"

    def filled(self, state: State, one: Character) -> tuple[int, ...]:
        """How much of the day's room is taken, by level: on a new day, by what is still in memory."""
        slots = self.slots(one)
        if one.memorised == self.day(state) and len(one.filled) == len(slots):
            return one.filled
        held = Counter(self.spell_level(one, spell) for spell in one.prepared)
        return tuple(held[level + 1] for level in range(len(slots)))

    def may_memorise(self, state: State, one: Character, spell: str) -> Refusal | None:
        """Whether somebody knows a spell and the day has room for it."""
        values: dict[str, str | int] = {"who": f"@{one.id}", "spell": f"@spell:{spell}"}
        if spell not in self.known_spells(one):
            return Refusal("spell_unknown", values)
        level, slots = self.spell_level(one, spell), self.slots(one)
        if level > len(slots) or self.filled(state, one)[level - 1] >= slots[level - 1]:
            return Refusal("memory_full", {**values, "level": level})
        return None

    def memorise(self, scene: Scene, command: Memorise) -> Refusal | None:
        """Take one spell into memory."""
        state = scene.state
        one = self.awake(state, command.who)
        if isinstance(one, Refusal):
            return one
        refused = self.may_memorise(state, one, command.spell)
        if refused is not None:
            return refused
        self._memorised(scene, one, command.spell)
        return None

    def _memorised(self, scene: Scene, one: Character, spell: str) -> None:
        taken = list(self.filled(scene.state, one))
        taken[self.spell_level(one, spell) - 1] += 1
        scene.happen(SpellMemorised(one.id, spell, self.day(scene.state), tuple(taken), audience=one.id))

    def memorise_all(self, scene: Scene, command: MemoriseAll) -> Refusal | None:
        """Fill what room is left, each known spell once before any twice, in the order of book or list."""
        one = self.awake(scene.state, command.who)
        if isinstance(one, Refusal):
            return one
        if not self.next_spell(scene.state, one):
            return Refusal("nothing_to_memorise", {"who": f"@{one.id}"})
        while spell := self.next_spell(scene.state, scene.state.characters[one.id]):
            self._memorised(scene, scene.state.characters[one.id], spell)
        return None

    def next_spell(self, state: State, one: Character) -> str:
        """The spell to be taken into memory next, each known one once before any twice; empty when it is full."""
        slots, taken = self.slots(one), self.filled(state, one)
        room = {level for level, most in enumerate(slots, 1) if taken[level - 1] < most}
        known = [spell for spell in self.known_spells(one) if self.spell_level(one, spell) in room]
        return min(known, key=one.prepared.count, default="")

    def forget(self, scene: Scene, command: Forget) -> Refusal | None:
        """Let a spell go; it has not been cast, so its place is free again."""
        state = scene.state
        one = self.awake(state, command.who)
        if isinstance(one, Refusal):
            return one
        if command.spell not in one.prepared:
            return Refusal("no_spell", {"who": f"@{one.id}", "spell": command.spell}, ("WB-SPELL-01",))
        taken = list(self.filled(state, one))
        level = self.spell_level(one, command.spell)
        if 0 < level <= len(taken):
            taken[level - 1] -= 1
        scene.happen(SpellForgotten(one.id, command.spell, tuple(taken), audience=one.id))
        return None

    def cast_spell(self, scene: Scene, command: CastSpell) -> Refusal | None:
        """Cast outside a fight: the spell is gone, and the referee is told what it can do (WB-CORE-01)."""
        one = self.awake(scene.state, command.who)
        if isinstance(one, Refusal):
            return one
        if command.spell not in one.prepared:
            return Refusal("no_spell", {"who": f"@{one.id}", "spell": command.spell}, ("WB-SPELL-01",))
        if not self.hands_free_to_cast(one):
            return Refusal("hands_to_cast", {"who": f"@{one.id}"}, ("WB-SPELL-01",))
        scene.happen(SpellSpent(one.id, command.spell, command.target, rules=("WB-SPELL-01",)))
        self.spell_works(scene, one, command.spell, command.target)
        return None

    def spell_works(self, scene: Scene, one: Character, spell: str, target: str) -> None:
        """What a spell does outside a fight: here, a prompt for the referee; the chapter on powers knows more."""
        del target
        scene.happen(SpellAsks(one.id, spell, rules=("WB-CORE-01",), audience=REFEREE_ONLY))

    # ---------------------------------------------------------------- the book

    def may_learn(self, one: Character, spell: str) -> Refusal | None:
        """Whether a spell can be entered into somebody's book."""
        facts = self.calling(one)
        values: dict[str, str | int] = {"who": f"@{one.id}", "spell": f"@spell:{spell}"}
        if facts is None or facts.casting is None or facts.casting.knows != "book":
            return Refusal("no_book", {"who": f"@{one.id}"})
        if spell not in self.content.spells or not self.spell_level(one, spell):
            return Refusal("not_on_list", values)
        return Refusal("in_book", values) if spell in one.book else None

    def copy_spell(self, scene: Scene, command: CopySpell) -> Refusal | None:
        """Copy a spell from a scroll, which is used up."""
        one = self.awake(scene.state, command.who)
        if isinstance(one, Refusal):
            return one
        item = self.owned(one, command.item, 1)
        if isinstance(item, Refusal):
            return item
        if command.spell not in item.spells:
            return Refusal("not_on_scroll", {"item": f"@{one.id}/{command.item}", "spell": f"@spell:{command.spell}"})
        refused = self.may_learn(one, command.spell)
        facts = self.calling(one)
        if refused is None and (facts is None or facts.casting is None or not facts.casting.copies_scrolls):
            refused = Refusal("no_book", {"who": f"@{one.id}"})
        if refused is not None:
            return refused
        scene.happen(ItemSpent(one.id, command.item, item, self.less(item, 1), 1))
        scene.happen(SpellLearned(one.id, command.spell))
        return None

    def learn_spell(self, scene: Scene, command: LearnSpell) -> Refusal | None:
        """The referee lets a spell be entered."""
        one = self.living(scene.state, command.who)
        if isinstance(one, Refusal):
            return one
        refused = self.may_learn(one, command.spell)
        if refused is not None:
            return refused
        scene.happen(SpellLearned(one.id, command.spell))
        return None
