"""Spells of the day and the spell book."""

import pytest
from tests.rules.whitebox.arena import RULES
from tests.rules.whitebox.people.camp import Camp, draft, found, only

from arbitro.rules.whitebox.people.commands import (
    CastSpell,
    CopySpell,
    Forget,
    Grant,
    LearnSpell,
    Memorise,
    MemoriseAll,
    Rest,
)
from arbitro.rules.whitebox.people.events import SpellMemorised, SpellSpent
from arbitro.rules.whitebox.people.memory import known_spells, spell_level
from arbitro.rules.whitebox.people.records import class_row
from arbitro.rules.whitebox.people.state import Item
from arbitro.rules.whitebox.powers.events import FactsTold


def mage(level: int = 3, *book: str) -> Camp:
    """A magic-user with a book."""
    return Camp(draft("ugo", class_id="magic_user", level=level, book=book or ("sleep", "light", "web")))


def test_the_table_of_the_class_says_how_many() -> None:
    camp = mage()
    for spell in ("sleep", "sleep", "light", "web"):
        camp.do(Memorise("ugo", spell))
    assert camp["ugo"].prepared == ("sleep", "sleep", "light", "web")
    assert camp.refused(Memorise("ugo", "sleep")) == "memory_full"
    assert camp.refused(Memorise("ugo", "web")) == "memory_full"
    assert camp.refused(Memorise("ugo", "fireball")) == "spell_unknown"


def test_a_cast_spell_comes_back_only_the_next_day() -> None:
    camp = mage(1, "sleep", "light")
    camp.do(Memorise("ugo", "sleep"))
    events = camp.do(CastSpell("ugo", "sleep"))
    assert only(events, SpellSpent).spell == "sleep"
    assert camp["ugo"].prepared == ()
    assert camp.refused(Memorise("ugo", "light")) == "memory_full"
    assert camp.refused(CastSpell("ugo", "sleep")) == "no_spell"
    camp.do(Rest(1))
    camp.do(Memorise("ugo", "light"))
    assert camp["ugo"].prepared == ("light",)


@pytest.mark.rule("WB-CORE-01", "WB-SPELL-01")
def test_what_a_spell_does_outside_a_fight_is_the_referees_to_tell() -> None:
    camp = mage(1, "sleep", "read_languages")
    camp.do(Memorise("ugo", "read_languages"))
    events = camp.do(CastSpell("ugo", "read_languages"))
    asked = only(events, FactsTold)  # in one line, with all that there is to know of it
    assert (asked.entry, asked.audience) == ("read_languages", "referee")
    assert [type(event).__name__ for event in events] == ["SpellSpent", "FactsTold"]


def test_a_spell_kept_overnight_still_takes_its_place() -> None:
    camp = mage(1, "sleep", "light")
    camp.do(Memorise("ugo", "sleep"))
    camp.do(Rest(1))
    assert camp.refused(Memorise("ugo", "light")) == "memory_full"
    camp.do(Forget("ugo", "sleep"))
    camp.do(Memorise("ugo", "light"))
    assert camp["ugo"].prepared == ("light",)
    assert camp.refused(Forget("ugo", "sleep")) == "no_spell"


def test_forgetting_after_casting_frees_no_more_than_was_let_go() -> None:
    camp = mage(3)
    for spell in ("sleep", "light", "sleep"):
        camp.do(Memorise("ugo", spell))
    camp.do(CastSpell("ugo", "sleep"))
    camp.do(Forget("ugo", "light"))
    camp.do(Memorise("ugo", "sleep"))
    assert camp.refused(Memorise("ugo", "sleep")) == "memory_full"


def test_clerics_pray_for_anything_on_their_list() -> None:
    camp = Camp(draft("ida", class_id="cleric", level=2))
    camp.do(Memorise("ida", "cure_light_wounds"))
    assert camp.refused(Memorise("ida", "cure_light_wounds")) == "memory_full"
    assert Camp(draft("ida", class_id="cleric")).refused(Memorise("ida", "light")) == "memory_full"
    assert camp.refused(Memorise("ida", "sleep")) == "spell_unknown"


def test_the_other_side_of_a_spell_is_for_chaos() -> None:
    other, (spell, _) = next(iter(RULES.content.reverses.items()))
    name = next(key for key, facts in RULES.content.spells.items() if facts is spell)
    for alignment in ("law", "chaos"):
        camp = Camp(draft("ida", class_id="cleric", level=8, alignment=alignment))
        known = list(known_spells(RULES.rules, camp["ida"]))
        if "cleric" in spell.lists:
            assert name in known
            assert (other in known) == (alignment == "chaos")


def test_everything_at_once_takes_each_spell_before_any_twice() -> None:
    camp = mage()
    events = camp.do(MemoriseAll("ugo"))
    assert [event.spell for event in found(events, SpellMemorised)] == ["sleep", "light", "web", "sleep"]
    assert all(event.audience == "ugo" for event in events)
    assert camp.refused(MemoriseAll("ugo")) == "nothing_to_memorise"
    assert Camp(draft()).refused(MemoriseAll("berto")) == "nothing_to_memorise"


@pytest.mark.parametrize("class_id", ["cleric", "magic_user"])
@pytest.mark.parametrize("level", range(1, 11))
def test_a_day_holds_exactly_what_the_class_table_prints(class_id: str, level: int) -> None:
    lists = RULES.content.spell_list
    slots = class_row(RULES.rules, class_id, level).spells
    book = tuple(spell for at, count in enumerate(slots, 1) if count for spell in lists("magic_user", at)[:2])
    camp = Camp(draft(class_id=class_id, level=level, book=book if class_id == "magic_user" else ()))
    if any(slots):
        camp.do(MemoriseAll("berto"))
    held = [spell_level(RULES.rules, camp["berto"], spell) for spell in camp["berto"].prepared]
    assert tuple(held.count(at) for at in range(1, len(slots) + 1)) == slots


def test_scrolls_are_copied_and_used_up() -> None:
    camp = mage(1, "sleep", "light")
    scroll = Item("magic", next(iter(RULES.content.magic_items)), spells=("read_magic", "cure_light_wounds"))
    camp.change("ugo", items={"scroll": scroll})
    assert camp.refused(CopySpell("ugo", "scroll", "web")) == "not_on_scroll"
    assert camp.refused(CopySpell("ugo", "scroll", "cure_light_wounds")) == "not_on_list"
    camp.do(CopySpell("ugo", "scroll", "read_magic"))
    assert camp["ugo"].book == ("sleep", "light", "read_magic")
    assert camp["ugo"].items == {}


def test_the_referee_lets_spells_be_learnt() -> None:
    camp = mage(1, "sleep", "light")
    camp.do(LearnSpell("ugo", "web"))
    assert "web" in camp["ugo"].book
    assert camp.refused(LearnSpell("ugo", "web")) == "in_book"
    assert camp.refused(LearnSpell("ugo", "bless")) == "not_on_list"
    assert Camp(draft()).refused(LearnSpell("berto", "web")) == "no_book"
    camp.do(Grant("ugo", "gear", "torches_6"))
    assert camp.refused(CopySpell("ugo", "torches_6", "web")) == "not_on_scroll"
