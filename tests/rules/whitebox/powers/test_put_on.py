"""What can be worn, and what things do to whoever drinks or puts them on outside a fight."""

import pytest
from tests.rules.whitebox.arena import RULES, d20
from tests.rules.whitebox.people.camp import Camp, draft, found, only

from arbitro.rules.whitebox.events import SaveRolled
from arbitro.rules.whitebox.exploring.events import Perished
from arbitro.rules.whitebox.people.arms import always_on
from arbitro.rules.whitebox.people.commands import Carry
from arbitro.rules.whitebox.people.state import Item
from arbitro.rules.whitebox.powers.commands import UseThing
from arbitro.rules.whitebox.powers.devices import devices_of
from arbitro.rules.whitebox.powers.events import EffectBegan, FactsTold, Unaffected

THINGS = RULES.content.magic_items
NOT_WORN = {"potion", "scroll", "wand", "staff", "weapon"}
BURDENS = sorted(name for name, magic in THINGS.items() if magic.ails_the_wearer)
POISON_SAVE = 12
"""A first-level fighter's number against death and poison in the matrix."""


def holding(of: str, *worn: str, **options: object) -> Camp:
    """Somebody with a thing in the pack, who wears others."""
    camp = Camp(draft(), saving_throws="matrix", **options)
    others = {name: Item("magic", name, where="worn") for name in worn}
    camp.change("berto", items={"thing": Item("magic", of), **others})
    return camp


@pytest.mark.rule("WB-MOVE-01")
@pytest.mark.parametrize("of", sorted(THINGS))
def test_only_what_is_made_for_it_is_worn(of: str) -> None:
    magic, camp = THINGS[of], holding(of)
    if magic.category in NOT_WORN:
        assert not magic.wearable
    if not magic.wearable and not (magic.classes or magic.barred):
        assert camp.refused(Carry("berto", "thing", "worn")) == "not_there"
        camp.do(Carry("berto", "thing", "hand"))


def test_a_pack_may_say_of_its_wonders_that_they_are_not_worn() -> None:
    assert THINGS["ring_djinni"].wearable
    assert THINGS["boots_speed"].wearable
    assert not THINGS["crystal_ball"].wearable
    assert not THINGS["flask_curses"].wearable


@pytest.mark.rule("WB-SAVE-02", "WB-SAVE-08")
@pytest.mark.parametrize(("face", "dies"), [(POISON_SAVE - 1, True), (POISON_SAVE, False)])
def test_whoever_drinks_poison_saves_or_dies(face: int, dies: bool) -> None:
    camp = holding("potion_poison")
    told = camp.do(UseThing("berto", "thing"), d20(face))
    assert only(told, SaveRolled).danger == "death_poison"
    assert bool(found(told, Perished)) is dies
    assert (camp["berto"].health == "dead") is dies
    assert found(told, FactsTold) == []
    assert "thing" not in camp["berto"].items


@pytest.mark.rule("WB-SAVE-10")
def test_what_helps_against_poison_in_a_fight_helps_here() -> None:
    camp = holding("potion_poison", "ring_poison_resistance")
    told = camp.do(UseThing("berto", "thing"), d20(POISON_SAVE - 5))
    assert only(told, SaveRolled).check.success
    assert camp["berto"].health == "well"


@pytest.mark.rule("WB-SPELL-04")
def test_whoever_is_proof_against_poison_needs_no_save() -> None:
    camp = holding("potion_poison")
    camp.change("berto", items={**camp["berto"].items, "scroll": Item("magic", "scroll_protection_poison")})
    told = camp.do(UseThing("berto", "scroll"))
    assert found(told, EffectBegan)
    told = camp.do(UseThing("berto", "thing"))
    assert only(told, Unaffected).why == "immune"
    assert found(told, SaveRolled) == []
    assert camp["berto"].health == "well"


def test_the_cloak_of_poison_kills_whoever_puts_it_on_and_nobody_else() -> None:
    camp = holding("cloak_poison")
    assert devices_of(RULES.rules, camp["berto"]) == ()
    assert camp.refused(UseThing("berto", "thing")) == "no_device"
    told = camp.do(Carry("berto", "thing", "worn"))
    assert only(told, Perished).who == "berto"
    assert found(told, SaveRolled) == []
    assert camp["berto"].health == "dead"


@pytest.mark.parametrize("of", BURDENS)
def test_a_cursed_thing_that_is_put_on_does_something_or_asks_the_referee(of: str) -> None:
    camp = holding(of)
    told = camp.do(Carry("berto", "thing", "worn"))
    assert any(isinstance(event, Perished | EffectBegan | FactsTold) for event in told)
    assert devices_of(RULES.rules, camp["berto"]) == (), "it is no weapon against others"


def test_the_robe_takes_the_wits_of_its_wearer() -> None:
    camp = holding("robe_feeblemindedness")
    assert only(camp.do(Carry("berto", "thing", "worn")), EffectBegan).kind == "feebleminded"


@pytest.mark.rule("WB-SAVE-10")
@pytest.mark.parametrize("worn", ["cloak_displacement", "luckstone"])
def test_worn_things_help_against_a_trap_as_in_a_fight(worn: str) -> None:
    camp = holding("potion_poison", worn)
    added = next(effect.saves for effect in always_on(RULES.rules, camp["berto"]) if effect.saves)
    told = camp.do(UseThing("berto", "thing"), d20(POISON_SAVE - added))
    assert only(told, SaveRolled).check.success
