"""Spells of the day: what a caster knows, and what fits into memory."""

from collections import Counter
from collections.abc import Iterator

from arbitro.kernel.command import Refusal
from arbitro.rules.whitebox.people.commands import CastSpell, CopySpell, Forget, LearnSpell, Memorise, MemoriseAll
from arbitro.rules.whitebox.people.equipment import hands_free_to_cast, less, owned
from arbitro.rules.whitebox.people.events import (
    ItemSpent,
    SpellForgotten,
    SpellLearned,
    SpellMemorised,
    SpellSpent,
)
from arbitro.rules.whitebox.people.records import awake, calling, class_row, day, living, may_read, out_of_mind
from arbitro.rules.whitebox.people.state import Character
from arbitro.rules.whitebox.powers.item_use import spell_works
from arbitro.rules.whitebox.rules import Rules
from arbitro.rules.whitebox.scene import Here, Scene


def slots_of(rules: Rules, one: Character) -> tuple[int, ...]:
    """How many spells of each level a day has room for."""
    facts = calling(rules, one)
    return class_row(rules, one.class_id, one.level).spells if facts is not None and facts.casting is not None else ()


def spell_level(rules: Rules, one: Character, spell: str) -> int:
    """The level of a spell on somebody's list, a reversed one as its other side; 0: not on it."""
    facts = calling(rules, one)
    content = rules.content
    if facts is None or facts.casting is None or not (spell in content.spells or spell in content.reverses):
        return 0
    found, _ = content.find_spell(spell)
    name = facts.casting.spell_list
    return 0 if name in found.scroll_only else found.lists.get(name, 0)


def known_spells(rules: Rules, one: Character) -> Iterator[str]:
    """The spells that somebody can memorise: the book's, or the whole list; the reversed ones with their others."""
    facts = calling(rules, one)
    if facts is None or facts.casting is None:
        return
    if facts.casting.knows == "book":
        names: tuple[str, ...] = one.book
    else:
        levels = range(1, len(slots_of(rules, one)) + 1)
        names = tuple(name for level in levels for name in rules.content.spell_list(facts.casting.spell_list, level))
    for name in names:
        if not spell_level(rules, one, name):
            continue
        yield name
        spell = rules.content.spells.get(name)
        if spell is not None and spell.reverse is not None and may_reverse(one):
            yield spell.reverse.id


def may_reverse(one: Character) -> bool:
    """Whether somebody uses the other side of spells: those of Chaos."""
    return one.alignment == "chaos"


def filled(here: Here, one: Character) -> tuple[int, ...]:
    """How much of the day's room is taken, by level: on a new day, by what is still in memory."""
    slots = slots_of(here.rules, one)
    if one.memorised == day(here.state) and len(one.filled) == len(slots):
        return one.filled
    held = Counter(spell_level(here.rules, one, spell) for spell in one.prepared)
    return tuple(held[level + 1] for level in range(len(slots)))


def may_study(here: Here, one: Character) -> Refusal | None:
    """Whether somebody can take spells into memory: with a mind for it, and eyes for the book where there is one."""
    facts = calling(here.rules, one)
    with_book = facts is not None and facts.casting is not None and facts.casting.knows == "book"
    return may_read(here.state, one.id) if with_book else out_of_mind(here.state, one.id)


def may_memorise(here: Here, one: Character, spell: str) -> Refusal | None:
    """Whether somebody knows a spell and the day has room for it."""
    refused = may_study(here, one)
    if refused is not None:
        return refused
    values: dict[str, str | int] = {"who": f"@{one.id}", "spell": f"@spell:{spell}"}
    if spell not in known_spells(here.rules, one):
        return Refusal("spell_unknown", values)
    level, slots = spell_level(here.rules, one, spell), slots_of(here.rules, one)
    if level > len(slots) or filled(here, one)[level - 1] >= slots[level - 1]:
        return Refusal("memory_full", {**values, "level": level})
    return None


def memorise(scene: Scene, command: Memorise) -> Refusal | None:
    """Take one spell into memory."""
    state = scene.state
    one = awake(state, command.who)
    if isinstance(one, Refusal):
        return one
    refused = may_memorise(scene, one, command.spell)
    if refused is not None:
        return refused
    _memorised(scene, one, command.spell)
    return None


def _memorised(scene: Scene, one: Character, spell: str) -> None:
    taken = list(filled(scene, one))
    taken[spell_level(scene.rules, one, spell) - 1] += 1
    scene.happen(SpellMemorised(one.id, spell, day(scene.state), tuple(taken), audience=one.id))


def memorise_all(scene: Scene, command: MemoriseAll) -> Refusal | None:
    """Fill what room is left, each known spell once before any twice, in the order of book or list."""
    one = awake(scene.state, command.who)
    if isinstance(one, Refusal):
        return one
    refused = may_study(scene, one)
    if refused is not None:
        return refused
    if not next_spell(scene, one):
        return Refusal("nothing_to_memorise", {"who": f"@{one.id}"})
    while spell := next_spell(scene, scene.state.characters[one.id]):
        _memorised(scene, scene.state.characters[one.id], spell)
    return None


def next_spell(here: Here, one: Character) -> str:
    """The spell to be taken into memory next, each known one once before any twice; empty when it is full."""
    slots, taken = slots_of(here.rules, one), filled(here, one)
    room = {level for level, most in enumerate(slots, 1) if taken[level - 1] < most}
    if not room:
        return ""
    known = [spell for spell in known_spells(here.rules, one) if spell_level(here.rules, one, spell) in room]
    return min(known, key=one.prepared.count, default="")


def forget(scene: Scene, command: Forget) -> Refusal | None:
    """Let a spell go; it has not been cast, so its place is free again."""
    state = scene.state
    one = awake(state, command.who)
    if isinstance(one, Refusal):
        return one
    if command.spell not in one.prepared:
        return Refusal("no_spell", {"who": f"@{one.id}", "spell": f"@spell:{command.spell}"}, ("WB-SPELL-01",))
    taken = list(filled(scene, one))
    level = spell_level(scene.rules, one, command.spell)
    if 0 < level <= len(taken):
        taken[level - 1] -= 1
    scene.happen(SpellForgotten(one.id, command.spell, tuple(taken), audience=one.id))
    return None


def cast_spell(scene: Scene, command: CastSpell) -> Refusal | None:
    """Cast outside a fight: the spell is gone, and the referee is told what it can do (WB-CORE-01)."""
    one = awake(scene.state, command.who)
    if isinstance(one, Refusal):
        return one
    if command.spell not in one.prepared:
        return Refusal("no_spell", {"who": f"@{one.id}", "spell": f"@spell:{command.spell}"}, ("WB-SPELL-01",))
    refused = out_of_mind(scene.state, one.id)
    if refused is not None:
        return refused
    if not hands_free_to_cast(scene.rules, one):
        return Refusal("hands_to_cast", {"who": f"@{one.id}"}, ("WB-SPELL-01",))
    scene.happen(SpellSpent(one.id, command.spell, command.target, rules=("WB-SPELL-01",)))
    spell_works(scene, one, command.spell, command.target)
    return None


# ---------------------------------------------------------------- the book


def may_learn(rules: Rules, one: Character, spell: str) -> Refusal | None:
    """Whether a spell can be entered into somebody's book."""
    facts = calling(rules, one)
    values: dict[str, str | int] = {"who": f"@{one.id}", "spell": f"@spell:{spell}"}
    if facts is None or facts.casting is None or facts.casting.knows != "book":
        return Refusal("no_book", {"who": f"@{one.id}"})
    if spell not in rules.content.spells or not spell_level(rules, one, spell):
        return Refusal("not_on_list", values)
    return Refusal("in_book", values) if spell in one.book else None


def copy_spell(scene: Scene, command: CopySpell) -> Refusal | None:
    """Copy a spell from a scroll, which is used up."""
    one = awake(scene.state, command.who)
    if isinstance(one, Refusal):
        return one
    item = owned(scene.rules, one, command.item, 1)
    if isinstance(item, Refusal):
        return item
    if command.spell not in item.spells:
        return Refusal("not_on_scroll", {"item": f"@{one.id}/{command.item}", "spell": f"@spell:{command.spell}"})
    refused = may_read(scene.state, one.id) or may_learn(scene.rules, one, command.spell)
    facts = calling(scene.rules, one)
    if refused is None and (facts is None or facts.casting is None or not facts.casting.copies_scrolls):
        refused = Refusal("no_book", {"who": f"@{one.id}"})
    if refused is not None:
        return refused
    scene.happen(ItemSpent(one.id, command.item, item, less(item, 1), 1))
    scene.happen(SpellLearned(one.id, command.spell))
    return None


def learn_spell(scene: Scene, command: LearnSpell) -> Refusal | None:
    """The referee lets a spell be entered."""
    one = living(scene.state, command.who)
    if isinstance(one, Refusal):
        return one
    refused = may_learn(scene.rules, one, command.spell)
    if refused is not None:
        return refused
    scene.happen(SpellLearned(one.id, command.spell))
    return None
