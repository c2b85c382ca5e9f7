"""Mud, afflictions, what can be detected, doubles, and things that change what magic does."""

from typing import Any

import pytest
from msgspec.structs import replace
from tests.rules.whitebox.arena import RULES, d6, d20, fight_with, found, only
from tests.rules.whitebox.powers.den import beast, blade, caster, hero, magic
from tests.rules.whitebox.powers.test_magic import casting, sheet, table, using
from tests.rules.whitebox.powers.test_perils import party_fight

from arbitro.rules.whitebox.commands import Attack, EndFight
from arbitro.rules.whitebox.events import Appeared, AttackRolled, DamageDealt, SaveRolled
from arbitro.rules.whitebox.ongoing_effects import Ongoing
from arbitro.rules.whitebox.people.arms import always_on, bonus
from arbitro.rules.whitebox.people.commands import CastSpell
from arbitro.rules.whitebox.people.records import modifier
from arbitro.rules.whitebox.people.state import Item
from arbitro.rules.whitebox.powers import changes as c
from arbitro.rules.whitebox.powers import events as e
from arbitro.rules.whitebox.powers.commands import UseThing
from arbitro.rules.whitebox.powers.creatures import rate_of
from arbitro.rules.whitebox.powers.lookups import under
from arbitro.rules.whitebox.powers.unseen import invisible
from arbitro.rules.whitebox.surprise import caught


def lays(arena: Any, who: str, effect: Ongoing) -> None:
    """Put something lasting on somebody."""
    arena.state = RULES.evolve(arena.state, e.EffectBegan(who, effect.kind, effect))


def test_in_mud_everybody_moves_at_a_tenth_but_those_who_fly() -> None:
    who = caster("m", "transform_rock_mud", level=9)
    arena, told = casting(who, beast("ogre", "o", at=30), beast("harpy", "h", at=30), target="o", dice=(d6(1),) * 3)
    assert [event.who for event in found(told, e.EffectBegan)] == ["o"]
    assert arena["o"].profile.rate == pytest.approx(1, abs=1)
    assert arena["h"].profile.rate == rate_of(RULES.content.monsters["harpy"])


def test_a_quest_binds_those_who_fail_to_save_and_its_price_goes_by_the_list() -> None:
    for spell_list, price in (("cleric", "curse"), ("magic_user", "death")):
        who = caster("c", "quest", spell_list=spell_list, level=12)
        arena, told = casting(who, beast("ogre", "o"), target="o", dice=(d20(1),))
        assert (only(told, e.EffectBegan).kind, only(told, e.FactsTold).entry) == ("tasked", "quest")
        assert arena.state.effects["o"][0].form == price
        assert arena["o"].condition == "up"


@pytest.mark.rule("WB-SPELL-04")
def test_chaos_law_and_magic_show_among_those_present() -> None:
    foes = (beast("gnoll", "o", at=30), beast("merman", "e", at=30), beast("unicorn", "u", at=30))
    _, told = casting(caster("c", "detect_chaos", spell_list="cleric"), *foes, target="c")
    assert (only(told, c.Detected).found, only(told, c.Detected).audience) == (("o",), "A")
    _, told = casting(caster("c", "detect_law", spell_list="cleric"), *foes, target="c")
    assert only(told, c.Detected).found == ("u",)
    armed = hero("a", weapons=(blade("rune", bonus=1),))
    _, told = casting(caster("c", "detect_magic", spell_list="cleric"), armed, *foes, target="c")
    assert only(told, c.Detected).found == ("a",)
    _, told = using(magic("wand_enemies", 5), beast("gnoll", "o"), beast("gnoll", "far", at=90), target="a")
    assert only(told, c.Detected).found == ("o",)  # within sixty feet


@pytest.mark.rule("WB-LIGHT-05")
def test_sight_in_the_dark_goes_as_far_as_its_table_says() -> None:
    for face, feet in ((2, 40), (3, 50), (6, 60)):
        arena, told = casting(caster("m", "darkvision"), beast("gnoll", "o"), target="m", dice=(d6(face),))
        assert (only(told, c.DarknessPierced).feet, arena.state.effects["m"][0].radius) == (feet, feet)
    mage = replace(sheet(prepared=("darkvision",)), class_id="magic_user")
    state = table(mage, CastSpell("ida", "darkvision", "ida"), dice=(d6(1),))
    assert state.effects["ida"][0].radius == 40


def test_madness_takes_all_of_nine_hit_dice_and_three_in_four_above() -> None:
    foes = (beast("ogre", "o", at=40), beast("purple_worm", "w", at=40), beast("purple_worm", "x", at=40))
    arena, told = using(magic("scarab_insanity", 12), *foes, target="o", dice=((4, 1), (4, 2)))
    assert [event.who for event in found(told, e.EffectBegan)] == ["o", "x"]
    assert [event.resisted for event in found(told, e.MagicResisted)] == [True, False]
    assert arena.state.effects["o"][0].until == 121


def test_afflictions_lie_on_their_victim_and_the_referee_says_what_they_do() -> None:
    arena, told = casting(
        caster("c", "cause_disease", spell_list="cleric", level=7), beast("ogre", "o"), target="o", dice=()
    )
    assert under(arena.state, "o", "diseased")
    assert only(told, e.FactsTold).entry == "cause_disease"


def test_dust_shows_the_unseen_within_ten_feet() -> None:
    dust = magic("dust_appearance", 5)
    arena = fight_with(hero("a", gifts={"devices": (dust,)}), beast("ogre", "o"), beast("ogre", "far", at=30))
    for who in ("o", "far"):
        lays(arena, who, Ongoing(kind="invisible"))
    arena.do(RULES.command({"type": "use_device", "who": "a", "device": "dust_appearance", "target": "a"}))
    assert [invisible(RULES.at(arena.state), arena[who]) for who in ("o", "far")] == [False, True]


def test_a_mirror_brings_out_an_evil_double() -> None:
    arena, told = using(magic("mirror_opposition"), beast("orc", "o"), target="a")
    assert only(told, Appeared).side == "B"
    twin = arena["a~double"]
    assert (twin.hp, twin.profile.weapons, twin.profile.alignment) == (8, arena["a"].profile.weapons, "chaos")
    arena.end("A")
    assert only(arena.do(Attack("a~double", "a"), d20(1)), AttackRolled).target == "a"


def test_a_snake_staff_winds_around_those_of_a_mans_size() -> None:
    staff = blade("staff", bonus=1, damage_bonus=1, magic="staff_snake")
    arena = fight_with(hero("a", weapons=(staff,)), beast("orc", "o", hp=30))
    told = arena.do(Attack("a", "o"), d20(20), d6(1), (4, 2))
    assert (only(told, e.EffectBegan).kind, arena["o"].held_until) == ("webbed", 1 + 20)
    giant = fight_with(hero("a", weapons=(staff,)), beast("giant_hill", "o", hp=30))
    assert found(giant.do(Attack("a", "o"), d20(20), d6(1)), e.EffectBegan) == []


def test_a_slippery_body_cannot_be_gripped() -> None:
    arena = fight_with(beast("stirge", "s", "A", 4), hero("a", "B", 20))
    lays(arena, "a", Ongoing(kind="slippery"))
    told = arena.do(Attack("s", "a"), d20(20), d6(2))
    assert only(told, e.Unaffected).why == "slips_out"


def test_metal_does_not_hurt_whoever_is_protected_from_it() -> None:
    arena = fight_with(hero("a", weapons=(blade(), blade("club"))), hero("b", "B", 20))
    lays(arena, "b", Ongoing(kind="banishing", victims="metal"))
    assert only(arena.do(Attack("a", "b", "sword"), d20(20), d6(6)), DamageDealt).amount == 0
    arena.end("A", "B")
    assert only(arena.do(Attack("a", "b", "club"), d20(20), d6(6)), DamageDealt).amount == 6


def test_a_weapon_strikes_once_more_a_day() -> None:
    quick = blade("quick", bonus=1, magic="weapon_extra_attack")
    arena = fight_with(hero("a", weapons=(quick,)), beast("ogre", "o", hp=60))
    arena.do(Attack("a", "o"), d20(1))
    told = arena.do(Attack("a", "o"), d20(1))
    assert only(told, e.PowerUsed).power == "extra_attack"
    assert arena.refused(Attack("a", "o")).code == "attacked_already"
    arena.end("A", "B")
    arena.do(Attack("a", "o"), d20(1))
    assert arena.refused(Attack("a", "o")).code == "attacked_already"  # not twice a day


@pytest.mark.rule("WB-SPELL-04")
def test_a_staff_drinks_spells_until_it_is_full() -> None:
    thirst = Ongoing(kind="drinking", amount=4, worn=True)
    arena, told = casting(
        caster("m", "fireball"),
        hero("x", "B", 40, at=60, gifts={"worn": (thirst,)}),
        beast("gnoll", "o", at=90),
        target="x",
    )
    assert (only(told, c.SpellDrunk).levels, only(told, c.SpellDrunk).left) == (3, 1)
    assert arena["x"].spent.count("drunk") == 3
    full = Ongoing(kind="drinking", amount=2, worn=True)
    _, told = casting(
        caster("m", "fireball", level=1),
        hero("x", "B", 40, at=60, gifts={"worn": (full,)}),
        target="x",
        dice=(d20(1), d6(3)),
    )
    assert only(told, DamageDealt).amount == 3


def test_what_a_staff_has_drunk_stays_drunk_after_the_fight() -> None:
    staff = Item("magic", "staff_absorption", where="hand", charges=50)
    one = replace(sheet(prepared=(), items={"staff": staff}, hp=9), class_id="magic_user")
    arena = party_fight(one, beast("orc", "o", "foes"))
    arena.state = RULES.evolve(arena.state, c.SpellDrunk("ida", 3, 47))
    arena.do(EndFight(("party",)))
    assert arena.state.characters["ida"].items["staff"].charges == 47


@pytest.mark.rule("WB-SPELL-04")
def test_a_ring_turns_spells_to_whoever_gets_the_larger_share() -> None:
    ring = Ongoing(kind="reflecting", worn=True)
    for share, victim in ((51, "m"), (50, "x")):
        arena, told = casting(
            caster("m", "charm_person", hp=20),
            hero("x", "B", 40, gifts={"worn": (ring,)}),
            beast("gnoll", "o"),
            target="x",
            dice=((100, share), d20(1)),
        )
        assert (only(told, c.SpellTurned).share, only(told, SaveRolled).who) == (share, victim)
        assert arena[victim].condition == "charmed"


def test_the_helm_of_fire_helps_each_class_in_its_own_way() -> None:
    helm = {"helm": Item("magic", "helm_fiery_brilliance", where="worn")}
    kinds = {}
    for class_id in ("fighter", "magic_user", "cleric"):
        one = replace(sheet(items=helm, prepared=()), class_id=class_id)
        kinds[class_id] = [(held.kind, held.saves, held.extra is not None) for held in always_on(RULES.rules, one)]
    assert kinds["fighter"] == [("bonus", 10, False), ("bonus", 0, True)]
    assert kinds["magic_user"] == [("bonus", 10, False), ("empowered", 0, False)]
    assert kinds["cleric"] == [("bonus", 10, False)]
    power = Ongoing(kind="empowered", form="fireball", amount=1, worn=True)
    mage = caster("m", "fireball", level=2, gifts={"worn": (power,)})
    _, told = casting(mage, beast("ogre", "o", hp=40, at=60), target="o", dice=(d20(1), d6(3), d6(4)))
    assert only(told, DamageDealt).amount == 3 + 4 + 2  # one more on each die
    device = magic("helm_fiery_brilliance")
    _, told = using(device, beast("ogre", "o", at=30), target="o")
    assert only(told, c.WallRaised).of == "fire"


def test_a_scroll_keeps_off_as_many_undead_of_each_size_as_its_dice_say() -> None:
    foes = [beast("skeleton", f"s{n}") for n in (1, 2, 3)] + [beast("mummy", "m"), beast("vampire", "v")]
    dice = ((12, 1), (12, 1), d6(1), d6(1), d6(1))
    arena, told = using(magic("scroll_protection_undead", 1), *foes, target="a", dice=dice)
    assert [event.count for event in found(told, e.NumberRolled)] == [2, 2, 1]
    arena.end("A")
    kept = [who for who in arena.fight.combatants if who != "a" and not RULES.allows(arena.state, Attack(who, "a"))]
    assert kept == ["s1", "s2", "m", "v"]  # the third skeleton is one too many


def test_a_scroll_against_one_elemental_keeps_off_the_nearest() -> None:
    foes = [beast("elemental_fire", "far", at=10), beast("elemental_fire", "near", at=5)]
    arena, _ = using(magic("scroll_protection_elementals", 1), *foes, target="a")
    arena.end("A")
    assert arena.refused(Attack("near", "a")).code == "kept_off"
    assert RULES.allows(arena.state, Attack("far", "a"))


def test_hostile_elementals_come_against_their_caller() -> None:
    arena, _ = using(magic("censer_hostile"), beast("orc", "o"), target="a", dice=[d6(3)] * 12)
    called = [one for one in arena.fight.combatants.values() if one.profile.powers.monster == "elemental_air"]
    assert [(one.profile.side, one.hp) for one in called] == [("B", 36)]


def test_fear_makes_six_in_ten_let_fall_what_they_hold() -> None:
    wand = magic("wand_fear", 3)
    for face, left in ((60, []), (61, ["weapon"])):
        arena, told = using(wand, beast("orc", "o", at=30), target="o", dice=(d20(1), d6(2), (100, face)))
        assert only(told, c.WeaponDropped).variant() == ("falls" if face == 60 else "held")
        assert [weapon.id for weapon in arena["o"].profile.weapons if weapon.id != "fists"] == left
        assert len(arena.fight.lying) == (1 if face == 60 else 0)
    _, told = using(wand, beast("wolf", "o", at=30), target="o", dice=(d20(1), d6(2)))
    assert found(told, c.WeaponDropped) == []  # teeth are not dropped


def test_gauntlets_and_robes_count_while_they_are_worn() -> None:
    deft = sheet(prepared=(), items={"g": Item("magic", "gauntlets_dexterity", where="worn")})
    deft = replace(deft, abilities={**deft.abilities, "dex": 13})
    bare = replace(deft, items={})
    assert bonus(RULES.rules, deft, "missile_to_hit") == modifier(RULES.rules, 15)
    assert bonus(RULES.rules, bare, "missile_to_hit") == modifier(RULES.rules, 13)
    eyes = Ongoing(kind="watchful", worn=True)
    arena = fight_with(hero("a", gifts={"worn": (eyes,)}), hero("b"), beast("orc", "o"))
    fight = replace(arena.fight, surprised=("A",))
    assert [caught(fight, who) for who in ("a", "b")] == [False, True]


def test_a_book_of_power_is_for_one_class_drawn_when_it_is_opened() -> None:
    names = list(RULES.content.classes)
    book = {"book": Item("magic", "libram")}
    mine = names.index("cleric") + 1
    state = table(sheet(items=book), UseThing("ida", "book"), dice=((len(names), mine),))
    assert state.characters["ida"].level == 4
    other = 1 if mine != 1 else 2
    state = table(sheet(items=book), UseThing("ida", "book"), dice=((len(names), other),))
    assert state.characters["ida"].level == 3
