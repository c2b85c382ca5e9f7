"""Places, banes, deadly nearness and deadly growths."""

from typing import Any

import pytest
from msgspec.structs import replace
from tests.rules.whitebox.arena import RULES, Arena, d6, d20, fight_with, found, only
from tests.rules.whitebox.powers.den import beast, hero
from tests.rules.whitebox.powers.test_magic import sheet

from arbitro.dice.amount import Amount
from arbitro.dice.stream import ScriptedDice
from arbitro.kernel.command import Refusal
from arbitro.kernel.event import Event
from arbitro.rules.whitebox import special as s
from arbitro.rules.whitebox.commands import Attack, CallSave, EndTurn, JudgeSurprise
from arbitro.rules.whitebox.events import AttackRolled, DamageDealt, Fell, SurpriseRolled
from arbitro.rules.whitebox.measure import Save, Span
from arbitro.rules.whitebox.people.commands import CastSpell, Rest
from arbitro.rules.whitebox.people.events import WoundSuffered
from arbitro.rules.whitebox.people.state import Character, Item, Party
from arbitro.rules.whitebox.powers import changes as c
from arbitro.rules.whitebox.powers import events as e
from arbitro.rules.whitebox.powers import lookups
from arbitro.rules.whitebox.powers.commands import Expose, Muster, Present, SayWhere, TouchHazard
from arbitro.rules.whitebox.powers.lookups import setting_here, under
from arbitro.rules.whitebox.powers.unseen import invisible
from arbitro.rules.whitebox.state import Side, State
from arbitro.rules.whitebox.terms import Named, Threat

# -------------------------------------------------------------------- where the fight takes place


def given(key, specials):
    """Let a creature have other powers, until what is returned is called."""
    known = lookups._abilities_of
    given = tuple((special, RULES.rules.powers[type(special)]) for special in specials)
    lookups._abilities_of = lambda rules, *asked: given if asked == key else known(rules, *asked)

    def restore():
        lookups._abilities_of = known

    return restore


def needed_bonus(monster: str, *features: str) -> list[int]:
    """The modifiers of a creature's blow in a place."""
    arena = fight_with(beast(monster, "m", "A"), hero("a", "B", 40))
    for feature in features:
        arena.do(SayWhere(feature))
    check = only(arena.do(Attack("m", "a"), d20(1)), AttackRolled).check
    return [modifier.amount for modifier in check.modifiers if modifier.note == "own_power"]


@pytest.mark.rule("WB-ATK-03")
def test_light_and_water_count_to_hit() -> None:
    assert needed_bonus("goblin") == []
    assert needed_bonus("goblin", "sunlight") == [-1]
    assert needed_bonus("kobold", "surface") == [-1]
    assert needed_bonus("merman") == [-2]  # on land
    assert needed_bonus("merman", "water") == [2]


def test_the_open_air_is_daylight_unless_the_referee_says_otherwise() -> None:
    arena = fight_with(beast("orc", "m", "A", outdoors=True), hero("a", "B", 40))
    assert setting_here(arena.state) == ("surface", "sunlight")
    arena.do(SayWhere("sunlight"))  # said of what holds, it is taken back
    assert setting_here(arena.state) == ("surface",)
    arena.do(SayWhere("underground"))
    assert setting_here(arena.state) == ("underground",)


def test_elementals_of_earth_and_water_strike_weakly_out_of_their_element() -> None:
    earth = fight_with(beast("elemental_earth", "m", "A"), hero("a", "B", 40))
    assert only(earth.do(Attack("m", "a"), d20(20), d6(3), d6(4)), DamageDealt).amount == 7
    aloft = fight_with(beast("elemental_earth", "m", "A"), beast("harpy", "h", "B", 40))
    assert only(aloft.do(Attack("m", "h"), d20(20), d6(3)), DamageDealt).amount == 3  # a die less in the air
    dry = fight_with(beast("elemental_water", "m", "A"), hero("a", "B", 40))
    assert only(dry.do(Attack("m", "a"), d20(20), d6(3)), DamageDealt).amount == 3
    wet = fight_with(beast("elemental_water", "m", "A"), hero("a", "B", 40))
    wet.do(SayWhere("water"))
    assert only(wet.do(Attack("m", "a"), d20(20), d6(3), d6(4)), DamageDealt).amount == 7


@pytest.mark.rule("WB-INVIS-01")
def test_a_nymph_who_keeps_still_in_the_woods_is_not_seen() -> None:
    arena = fight_with(hero("a"), beast("nymph", "n"))
    assert not invisible(RULES.at(arena.state), arena["n"])
    arena.do(SayWhere("woods"))
    assert invisible(RULES.at(arena.state), arena["n"])
    assert arena.refused(Attack("a", "n")).code == "unseen"


@pytest.mark.rule("WB-SURPRISE-02")
def test_a_place_may_hide_those_who_belong_there() -> None:
    sides = (Side("A", Named("a", "a")), Side("B", Named("b", "b")))
    for setting, needed in ((("woods",), 5), (("underground",), 2)):
        members = (hero("a"), beast("golem_wood", "w"))
        arena = Arena.__new__(Arena)
        arena.state, arena.events = State(options=RULES.options.effective({})), []
        muster = Muster(sides, (), members, setting=setting)
        told = arena.do(muster, d6(6), d6(6), d6(6), d6(1))
        assert {event.who: event.check.needed for event in found(told, SurpriseRolled)}["A"] == needed


# -------------------------------------------------------------------- banes


def test_the_sun_ends_a_vampire_and_not_an_orc() -> None:
    arena = fight_with(hero("a"), beast("vampire", "v", hp=40), beast("orc", "o"))
    told = arena.do(SayWhere("sunlight"))
    assert (only(told, c.Exposed).target, only(told, Fell).condition) == ("v", "dead")
    assert arena["o"].condition == "up"


def test_what_turns_to_stone_in_the_sun_does_so() -> None:
    arena = fight_with(hero("a"), beast("troll", "t", hp=40), beast("orc", "o"))
    bane = s.Bane(petrifies=("sunlight",))
    key = ("troll", "", ())
    restore = given(key, (bane,))
    try:
        told = arena.do(SayWhere("sunlight"))
        assert (only(told, c.Exposed).outcome, arena["t"].condition) == ("petrifies", "stone")
    finally:
        restore()


def test_the_referee_brings_banes_to_bear_and_only_on_those_whom_they_undo() -> None:
    arena = fight_with(hero("a"), beast("vampire", "v", hp=40), beast("orc", "o"))
    assert arena.refused(Expose("o", "garlic")).code == "no_bane"
    arena.do(Expose("v", "garlic"))
    assert arena["v"].morale == "flee"
    arena.do(Expose("v", "running_water"))
    assert arena["v"].condition == "dead"


def party_fight(one: Character, *foes: Any) -> Arena:
    """A character with a sheet against some foes; the party acts first."""
    arena = Arena.__new__(Arena)
    options = RULES.options.effective({"surprise_method": "judgement"})
    arena.state = State(options=options, characters={one.id: one}, party=Party(order=(one.id,)))
    arena.events = []
    sides = (Side("party", Named("p", "p")), Side("foes", Named("f", "f")))
    arena.do(Muster(sides, (), tuple(foes), party="party"))
    arena.do(JudgeSurprise(""), *([] if one.prepared else [d6(6), d6(1)]))
    if one.prepared:
        arena.do(EndTurn("party"), d6(6), d6(1))
    return arena


def test_somebody_with_garlic_keeps_a_vampire_off_for_a_round() -> None:
    one = sheet(prepared=(), items={"garlic": Item("gear", "garlic")})
    arena = party_fight(one, beast("vampire", "v", "foes", hp=40, at=10))
    told = arena.do(Present("ida", "v", "garlic"))
    assert only(told, c.Exposed).outcome == "repels"
    arena.end("party")
    assert arena.refused(Attack("v", "ida")).code == "kept_off"
    arena.end("foes", "party")
    assert arena.refused(Attack("v", "ida")).code == "kept_off"  # through the next round
    arena.end("foes", "party")
    assert RULES.allows(arena.state, Attack("v", "ida"))


def test_what_does_nothing_shows_only_when_it_is_tried_and_must_be_at_hand() -> None:
    one = sheet(prepared=(), items={"garlic": Item("gear", "garlic")})
    arena = party_fight(one, beast("orc", "o", "foes", at=10))
    assert arena.refused(Present("ida", "o", "mirror")).code == "bane_lacking"
    assert only(arena.do(Present("ida", "o", "garlic")), c.Exposed).outcome == "misses"


@pytest.mark.rule("WB-SEQ-02")
@pytest.mark.parametrize("kind", ["goblin", "vampire"], ids=["in vain", "with success"])
def test_holding_something_out_is_the_action_of_the_round(kind: str) -> None:
    one = sheet(prepared=(), items={"garlic": Item("gear", "garlic")})
    arena = party_fight(one, beast(kind, "o", "foes", hp=40, at=10))
    arena.do(Present("ida", "o", "garlic"))
    assert arena.refused(Present("ida", "o", "garlic")).code == "attacked_already"
    assert arena.refused(Attack("ida", "o")).code == "attacked_already"
    arena.end("party", "foes")
    assert RULES.allows(arena.state, Present("ida", "o", "garlic"))


def test_holy_water_must_hit_and_is_gone_and_a_stake_wants_a_helpless_victim() -> None:
    one = sheet(prepared=(), items={"w": Item("gear", "holy_water", 2), "s": Item("gear", "stakes_wood_12", 12)})
    arena = party_fight(one, beast("demon_lemure", "d", "foes", at=10), beast("vampire", "v", "foes", at=10))
    assert only(arena.do(Present("ida", "d", "holy_water"), d20(1)), c.Exposed).outcome == "misses"
    assert arena.state.characters["ida"].items["w"].count == 1
    arena.end("party", "foes")
    told = arena.do(Present("ida", "d", "holy_water"), d20(20))
    assert (only(told, Fell).who, "w" in arena.state.characters["ida"].items) == ("d", False)
    arena.end("party", "foes")
    assert arena.refused(Present("ida", "v", "stake")).code == "stake_helpless"
    arena.do(CallSave("v", Threat("paralysis", Amount(plus=5), save=False)))
    assert only(arena.do(Present("ida", "v", "stake")), Fell).who == "v"
    assert arena.state.characters["ida"].items["s"].count == 11


# -------------------------------------------------------------------- deadly nearness, broken armour


@pytest.mark.rule("WB-SAVE-01")
def test_the_weak_near_a_deadly_presence_save_or_die_once_in_a_turn() -> None:
    aura = s.Aura(radius=150, hd_max=3, save=Save("death_poison"), again=Span("turns", Amount(plus=1)))
    key = ("wraith", "", ())
    restore = given(key, (aura,))
    try:
        members = (hero("a", level=3), hero("b", level=4), hero("c", at=-200), beast("wraith", "w"))
        arena = Arena(*members, surprise_method="judgement")
        arena.do(JudgeSurprise(""), d20(20), d6(6), d6(1))
        assert (arena["a"].condition, under(arena.state, "b", "braved")) == ("up", None)
        for _ in range(9):
            arena.end("A", "B")  # the one who braved it has ten minutes of peace
        arena.end("A")
        arena.do(EndTurn("B"), d20(1))
        assert (arena["a"].condition, arena["b"].condition, arena["c"].condition) == ("dead", "up", "up")
    finally:
        restore()


def test_a_blow_may_break_the_shield_first_and_then_the_armour() -> None:
    items = {"mail": Item("armour", "chain", where="worn"), "shield": Item("armour", "shield", where="hand")}
    one = sheet(prepared=(), hp=60, max_hp=60, items=items)
    arena = party_fight(one, beast("bear", "b", "foes", at=10))
    before = arena["ida"].profile.armour
    key = ("bear", "", ())
    restore = given(key, (s.Sunder(attack="paws", chance=50),))
    try:
        arena.end("party")
        told = arena.do(Attack("b", "ida"), d20(20), d6(1), (100, 51))
        assert (only(told, c.ArmourSundered).variant(), arena["ida"].profile.armour) == ("whole", before)
        arena.end("foes", "party")
        told = arena.do(Attack("b", "ida"), d20(20), d6(1), (100, 50))
        assert (only(told, c.ArmourSundered).item, arena["ida"].profile.armour) == ("shield", before - 1)
        assert list(arena.state.characters["ida"].items) == ["mail"]
    finally:
        restore()


# -------------------------------------------------------------------- deadly growths


def outside(command: Any, *dice: tuple[int, int], **more: Any) -> tuple[State, list[Event]]:
    """A referee's word about two characters outside a fight."""
    ida = sheet(**{"hp": 9, **more})
    bo = replace(ida, id="bo")
    state = State(
        options=RULES.options.effective({}), characters={"ida": ida, "bo": bo}, party=Party(order=("ida", "bo"))
    )
    with ScriptedDice(*dice) as scripted:
        resolved = RULES.decide(state, command, scripted)
    assert not isinstance(resolved, Refusal), resolved
    return resolved.state, resolved.events


@pytest.mark.rule("WB-SAVE-02")
def test_yellow_mould_burns_and_half_the_time_lets_off_spores_that_kill() -> None:
    touch = TouchHazard("yellow_mold", "ida", ("bo",))
    state, told = outside(touch, (100, 51), d6(4))
    assert (only(told, c.HazardTouched).variant(), only(told, WoundSuffered).amount) == ("quiet", 4)
    state, told = outside(touch, (100, 50), d20(20), d20(1), d6(4))
    assert only(told, c.HazardTouched).variant() == "spores"
    assert (state.characters["ida"].health, state.characters["bo"].health) == ("well", "dead")


@pytest.mark.rule("WB-SAVE-02")
def test_green_slime_takes_a_turn_and_a_cure_of_disease_stops_it() -> None:
    state, told = outside(TouchHazard("green_slime", "ida"), d20(1))
    assert only(told, e.EffectBegan).kind == "doomed"
    assert only(told, e.FactsTold).entry == "green_slime"
    for command, health in ((Rest(1), "dead"), (None, "well")):
        later = state
        if command is None:
            cured = replace(later.characters["ida"], prepared=("cure_disease",), level=5)
            later = replace(later, characters={**later.characters, "ida": cured})
            resolved = RULES.decide(later, CastSpell("ida", "cure_disease", "ida"), ScriptedDice())
            assert not isinstance(resolved, Refusal)
            later, command = resolved.state, Rest(1)
        resolved = RULES.decide(later, command, ScriptedDice())
        assert not isinstance(resolved, Refusal), resolved
        assert resolved.state.characters["ida"].health == health
    saved, told = outside(TouchHazard("green_slime", "ida"), d20(20))
    assert saved.effects == {}


def test_an_unknown_growth_is_refused_without_a_die() -> None:
    state = State(options=RULES.options.effective({}), characters={"ida": sheet()})
    refused = RULES.decide(state, TouchHazard("ivy", "ida"), ScriptedDice())
    assert isinstance(refused, Refusal)
    assert refused.code == "no_hazard"
