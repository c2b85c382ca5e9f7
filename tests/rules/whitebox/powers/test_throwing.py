"""Thrown weapons: they leave the hand, lie where they fell, and come back or are lost."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.rules.whitebox.arena import RULES, Arena, d6, d20, only
from tests.rules.whitebox.powers.den import beast
from tests.rules.whitebox.powers.test_magic import sheet
from tests.rules.whitebox.powers.test_perils import party_fight

from arbitro.kernel.seat import SPECTATOR
from arbitro.rules.whitebox.commands import Attack, Close, EndFight
from arbitro.rules.whitebox.events import AttackRolled, DamageDealt
from arbitro.rules.whitebox.people.state import Item
from arbitro.rules.whitebox.powers import changes as c
from arbitro.rules.whitebox.powers.commands import PickUp
from arbitro.rules.whitebox.view import view


def thrower(count: int = 1, **more: object) -> Arena:
    """Somebody with spears, thirty feet from an ogre."""
    items = {"spear": Item("weapon", "spear", count, where="hand", **more)}
    one = sheet(prepared=(), items=items, class_id="fighter", hp=20, max_hp=20)
    return party_fight(one, beast("ogre", "o", "foes", hp=60, at=30))


@pytest.mark.rule("WB-RANGED-01")
def test_a_thrown_spear_lies_where_its_target_stands_and_leaves_empty_hands() -> None:
    arena = thrower()
    told = arena.do(Attack("ida", "o", "spear~thrown"), d20(20), d6(4))
    thrown = only(told, c.WeaponThrown)
    assert (only(told, DamageDealt).amount, thrown.lying.at, thrown.lying.item) == (4, 30, "spear")
    assert [weapon.id for weapon in arena["ida"].profile.weapons] == ["fists"]
    assert arena.refused(Attack("ida", "o", "spear~thrown")).code == "no_weapon"
    seen = view(arena.state, SPECTATOR).fight
    assert seen is not None
    assert [(thing.owner, thing.at) for thing in seen.lying] == [("ida", 30)]
    assert arena.state.characters["ida"].items["spear"].count == 1  # until the fight is over


def test_a_miss_leaves_the_hand_too_and_others_of_the_kind_stay() -> None:
    arena = thrower(3)
    arena.do(Attack("ida", "o", "spear~thrown"), d20(1))
    assert [(weapon.id, weapon.pieces) for weapon in arena["ida"].profile.weapons] == [
        ("spear", 2),
        ("spear~thrown", 2),
    ]
    arena.end("party", "foes")
    arena.do(Attack("ida", "o", "spear~thrown"), d20(1))
    arena.end("party", "foes")
    arena.do(Attack("ida", "o", "spear~thrown"), d20(1))
    assert [weapon.id for weapon in arena["ida"].profile.weapons] == ["fists"]
    assert len(arena.fight.lying) == 3


@pytest.mark.rule("WB-SEQ-02")
def test_it_is_picked_up_within_reach_in_place_of_an_attack() -> None:
    arena = thrower()
    assert arena.refused(PickUp("ida", "spear")).code == "nothing_lies_there"
    arena.do(Attack("ida", "o", "spear~thrown"), d20(1))
    assert arena.refused(PickUp("ida", "spear")).code == "lies_too_far"
    arena.end("party", "foes")
    arena.do(Close("ida", "o"))
    told = only(arena.do(PickUp("ida", "spear")), c.WeaponPickedUp)
    assert (told.lying, arena["ida"].weapon) == ((), "spear")
    assert arena.refused(Attack("ida", "o", "spear")).code == "attacked_already"
    arena.end("party", "foes")
    assert only(arena.do(Attack("ida", "o", "spear"), d20(1)), AttackRolled).weapon == "spear"


def test_the_choice_to_pick_up_is_offered_where_it_is_allowed() -> None:
    arena = thrower()
    arena.do(Attack("ida", "o", "spear~thrown"), d20(1))
    arena.end("party", "foes")
    seat = RULES.seats(arena.state)[0]
    assert "pick_up/ida/spear" not in {choice.id for choice in RULES.choices(arena.state, seat)}
    arena.do(Close("ida", "o"))
    assert "pick_up/ida/spear" in {choice.id for choice in RULES.choices(arena.state, seat)}


@pytest.mark.parametrize(("winners", "count", "lost"), [(("party",), 2, False), (("foes",), 1, True), ((), 1, True)])
def test_whoever_holds_the_field_gathers_what_was_thrown(winners: tuple[str, ...], count: int, lost: bool) -> None:
    arena = thrower(2)
    arena.do(Attack("ida", "o", "spear~thrown"), d20(1))
    told = only(arena.do(EndFight(winners)), c.ThrownGathered)
    assert (told.lost, told.count) == (lost, 1)
    assert arena.state.characters["ida"].items["spear"].count == count


def test_the_automatic_player_keeps_its_only_blade_and_takes_up_what_it_has_thrown() -> None:
    arena = thrower()
    seat = RULES.seats(arena.state)[0]
    assert RULES.suggest(arena.state, seat) == Close("ida", "o")
    arena.do(Attack("ida", "o", "spear~thrown"), d20(1))
    arena.end("party", "foes")
    arena.do(Close("ida", "o"))
    assert RULES.suggest(arena.state, seat) == PickUp("ida", "spear")
    several = thrower(2)
    assert RULES.suggest(several.state, seat) == Attack("ida", "o", "spear~thrown")


def test_a_weapon_that_returns_is_in_the_hand_again() -> None:
    items = {"axe": Item("magic", "weapon_returning", where="hand", plus=1, base="hand_axe", base_sort="weapon")}
    one = sheet(prepared=(), items=items, class_id="fighter", hp=20, max_hp=20)
    arena = party_fight(one, beast("ogre", "o", "foes", hp=60, at=30))
    told = arena.do(Attack("ida", "o", "axe~thrown"), d20(20), d6(2))
    assert only(told, c.WeaponReturned).weapon == "axe~thrown"
    assert (arena.fight.lying, [weapon.id for weapon in arena["ida"].profile.weapons]) == ((), ["axe", "axe~thrown"])


def test_darts_are_thrown_one_by_one() -> None:
    items = {"dart": Item("weapon", "dart", 2, where="hand")}
    arena = party_fight(
        sheet(prepared=(), items=items, class_id="fighter", hp=20, max_hp=20), beast("ogre", "o", "foes", hp=60, at=30)
    )
    arena.do(Attack("ida", "o", "dart"), d20(1))
    assert [(weapon.id, weapon.pieces) for weapon in arena["ida"].profile.weapons] == [("dart", 1)]


@given(st.integers(1, 5), st.integers(0, 7))
def test_pieces_in_hand_and_on_the_ground_are_always_as_many_as_on_the_sheet(count: int, throws: int) -> None:
    arena = thrower(count)
    for _ in range(min(throws, count)):
        arena.do(Attack("ida", "o", "spear~thrown"), d20(1))
        arena.end("party", "foes")
        held = next((weapon.pieces for weapon in arena["ida"].profile.weapons if weapon.id == "spear"), 0)
        assert held + len(arena.fight.lying) == count
