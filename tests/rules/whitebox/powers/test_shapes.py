"""Other shapes: what polymorph, growth and shapes at will change, and what comes back."""

import pytest
from tests.rules.whitebox.arena import RULES, Arena, d6, d20, fight_with, found, only
from tests.rules.whitebox.powers.den import beast, caster, hero, magic
from tests.rules.whitebox.powers.test_magic import casting, using

from arbitro.rules.whitebox.commands import Attack, CallSave, Cast, Close, Declare, EndTurn, JudgeSurprise, SettleSave
from arbitro.rules.whitebox.events import AttackRolled, DamageDealt, SpellLost
from arbitro.rules.whitebox.powers import changes as c
from arbitro.rules.whitebox.powers import events as e
from arbitro.rules.whitebox.powers.commands import EndEffect, UsePower
from arbitro.rules.whitebox.powers.creatures import rate_of
from arbitro.rules.whitebox.powers.devices import device_manners
from arbitro.rules.whitebox.powers.lookups import abilities, hit_dice, under
from arbitro.rules.whitebox.terms import Threat

BAT = RULES.content.monsters["bat"]
GIANT_BAT = RULES.content.monsters["bat_giant"]


def test_somebody_else_gets_the_attacks_and_the_hide_of_the_form_and_keeps_hit_points() -> None:
    arena, told = casting(
        caster("m", "polymorph", level=9), beast("ogre", "o", hp=25), target="o", manner="other:wolf", dice=(d20(1),)
    )
    changed = only(told, c.ShapeChanged)
    wolf = RULES.content.monsters["wolf"]
    assert (changed.form, arena["o"].hp, arena["o"].profile.armour) == ("wolf", 25, wolf.aac)
    assert arena["o"].condition == "up"
    profile = arena["o"].profile
    assert (profile.to_hit, profile.rate, profile.weapons[0].id) == (1, 18, "bite")
    assert (hit_dice(arena["o"]), profile.save) == (4, 15)  # its own
    arena.end("A")
    told = arena.do(Attack("o", "m"), d20(20), d6(2))
    assert only(told, AttackRolled).check.needed == 10 - 1
    assert only(told, DamageDealt).amount == 2 + wolf.attacks[0].damage.plus


@pytest.mark.rule("WB-SAVE-02")
def test_the_referee_says_what_a_save_against_it_is_worth() -> None:
    who = caster("m", "polymorph", level=9)
    arena, told = casting(who, beast("ogre", "o"), target="o", manner="other:bat", dice=(d20(20),))
    assert arena.state.awaiting[0].kind == "settle_save"
    told = arena.do(SettleSave("avoided"))
    assert found(told, c.ShapeChanged) == []


def test_the_way_back_gives_back_all_numbers_but_those_that_were_drained() -> None:
    arena, _ = casting(
        caster("m", "polymorph", level=9), hero("x", "B", 20, level=4), target="x", manner="other:bat", dice=(d20(1),)
    )
    assert (arena["x"].profile.class_id, arena["x"].profile.armour) == ("", BAT.aac)
    arena.do(CallSave("x", Threat("level_drain", save=False, drain=1)))
    told = arena.do(EndEffect("x", "changed"))
    assert only(told, c.ShapeChanged).form == ""
    one = arena["x"]
    assert (one.profile.class_id, one.profile.armour, one.profile.level, one.profile.own) == ("fighter", 10, 3, None)
    assert one.weapon == "sword"


def test_oneself_keeps_fighting_and_gains_feet_and_hide_for_a_time() -> None:
    arena, told = casting(caster("m", "polymorph", level=9), beast("ogre", "o"), target="m", manner="self:bat_giant")
    profile = arena["m"].profile
    assert (profile.rate, profile.armour) == (rate_of(GIANT_BAT), GIANT_BAT.aac)
    assert (profile.class_id, profile.weapons[0].id) == ("magic_user", "sword")
    assert only(told, e.EffectBegan).effect.until == (6 + 6 * 9) * 10 + 1


def test_only_the_caster_changes_in_the_one_manner_and_any_creature_may_be_named() -> None:
    arena = Arena(caster("m", "polymorph", level=9), beast("ogre", "o"), surprise_method="judgement")
    arena.do(JudgeSurprise(""))
    arena.do(Declare("m", "cast", "o", "polymorph"))
    arena.do(EndTurn("A"), d6(6), d6(1))
    assert arena.refused(Cast("m", "o", "self:bat_giant")).code == "no_target"
    assert arena.refused(Cast("m", "o", "other:unheard_of")).code == "no_manner"
    assert arena.refused(Cast("m", "o", "other:yellow_mold")).code == "no_manner"  # nobody fights as mould
    arena.do(Cast("m", "o", "other:kobold"), d20(1))
    assert arena["o"].profile.powers.monster == "kobold"


@pytest.mark.rule("WB-SPELL-03")
def test_a_beast_cannot_speak_the_words_that_it_was_about_to_speak() -> None:
    foe = caster("w", "sleep", side="B", level=3)
    arena = Arena(caster("m", "polymorph", level=9), foe, surprise_method="judgement")
    arena.do(JudgeSurprise(""))
    arena.do(Declare("m", "cast", "w", "polymorph"))
    arena.do(EndTurn("A"))
    arena.do(Declare("w", "cast", "m", "sleep"))
    arena.do(EndTurn("B"), d6(6), d6(1))
    told = arena.do(Cast("m", "w", "other:bat"), d20(1))
    assert only(told, SpellLost).spell == "sleep"
    assert arena["w"].profile.spells == ()


def test_a_wand_changes_foes_and_its_bearer_as_asked() -> None:
    wand = magic("wand_polymorph", 3)
    arena, _ = using(wand, beast("ogre", "o"), target="o", manner="other:bat", dice=(d20(1),))
    assert arena["o"].profile.powers.monster == "bat"
    arena, _ = using(wand, beast("ogre", "o"), target="a", manner="self:wolf")
    assert arena["a"].profile.rate == 18
    assert "other:bear" in device_manners(RULES.rules, wand)


def test_a_robe_works_ninety_five_times_in_a_hundred() -> None:
    robe = magic("robe_wizardry")
    _, told = using(robe, beast("orc", "o"), target="o", manner="charm", dice=((100, 96),))
    assert not only(told, c.Fizzled).check.success
    _, told = using(robe, beast("orc", "o"), beast("orc", "p"), target="o", manner="charm", dice=((100, 95), d20(1)))
    assert only(told, e.EffectBegan).kind == "charmed"
    arena, _ = using(robe, beast("ogre", "o"), target="o", manner="polymorph", dice=((100, 1), d20(1)))
    assert arena["o"].profile.powers.monster == "bat"


def test_animals_grow_into_their_giant_kind() -> None:
    who = caster("m", "animal_growth", level=9)
    pets = [beast("boar", f"b{n}", "A", hp=9) for n in (1, 2)]
    arena, told = casting(who, *pets, beast("ogre", "o"), target="b1", dice=(d6(1),))
    giant = RULES.content.monsters["boar_giant"]
    assert [event.who for event in found(told, c.ShapeChanged)] == ["b1"]
    assert (arena["b1"].profile.to_hit, arena["b1"].profile.armour, arena["b1"].hp) == (
        giant.hd[0].to_hit,
        giant.aac,
        9,
    )
    _, told = casting(who, beast("ogre", "o"), target="m")
    assert only(told, e.Unaffected).why == "wrong_kind"


def test_a_vampire_turns_to_bat_or_gas_and_back() -> None:
    arena = fight_with(beast("vampire", "v", "A", 30), hero("a", "B", 20))
    arena.do(UsePower("v", "shape:giant_bat"))
    assert (arena["v"].profile.rate, arena["v"].profile.armour) == (rate_of(GIANT_BAT), GIANT_BAT.aac)
    assert abilities(RULES.rules, arena["v"])  # still a vampire
    arena.end("A", "B")
    arena.do(UsePower("v", "shape:gas"))
    assert arena["v"].profile.armour == 17  # its own again
    arena.end("A")
    assert arena.refused(Attack("a", "v")).code == "bodiless"
    arena.end("B")
    arena.do(UsePower("v", "shape:gas"))
    assert under(arena.state, "v", "bodiless") is None
    assert arena.refused(UsePower("v", "shape:human")).code == "no_power"


@pytest.mark.rule("WB-MELEE-02", "WB-SEQ-02")
def test_a_blink_dog_stands_behind_its_foe_three_times_in_four_and_bites_in_the_same_round() -> None:
    for face, place, where in ((75, 65, "behind"), (76, 55, "before")):
        arena = fight_with(beast("blink_dog", "d", "A"), hero("a", "B", 20, at=60))
        told = only(arena.do(UsePower("d", "blink", "a"), (100, face)), c.Blinked)
        assert (told.check.needed, told.variant(), arena["d"].at) == (75, where, place)
        assert arena.refused(UsePower("d", "blink", "a")).code == "moved_already"
        assert only(arena.do(Attack("d", "a"), d20(20), d6(3)), DamageDealt).amount == 3
    assert arena["d"].hp == 20


def test_the_automatic_player_blinks_at_foes_out_of_reach() -> None:
    arena = fight_with(beast("blink_dog", "d", "A"), hero("a", "B", 20, at=60))
    seat = RULES.seats(arena.state)[0]
    assert RULES.suggest(arena.state, seat) == UsePower("d", "blink", "a")
    arena.do(UsePower("d", "blink", "a"), (100, 1))
    assert RULES.suggest(arena.state, seat) == Attack("d", "a", "bite")


def test_somebody_in_another_shape_closes_on_its_own_feet() -> None:
    arena, _ = casting(
        caster("m", "polymorph", level=9), beast("ogre", "o", at=60), target="o", manner="other:bat", dice=(d20(1),)
    )
    arena.end("A")
    arena.do(Close("o", "m"))
    assert arena["o"].at == 20  # 40 feet on the wings of a bat, not 30 on the feet of an ogre
