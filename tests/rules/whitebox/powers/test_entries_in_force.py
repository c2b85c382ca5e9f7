"""Numbers of spells, things and creatures that the books print: each is in force, or told where it matters."""

from typing import Any

import pytest
from msgspec.structs import replace
from tests.rules.whitebox.arena import RULES, Arena, d6, d20, fight_with, found, only, sixes, someone
from tests.rules.whitebox.people.camp import Camp, draft
from tests.rules.whitebox.powers.den import TORCH, beast, blade, caster, hero, magic
from tests.rules.whitebox.powers.test_magic import casting

from arbitro.dice.amount import Amount
from arbitro.dice.stream import ScriptedDice
from arbitro.kernel.then import Now
from arbitro.rules.whitebox.commands import Attack, CallSave, Cast, Declare, EndTurn, JudgeSurprise, Member
from arbitro.rules.whitebox.events import AttackRolled, DamageDealt, Fell, SaveRolled, Yielded
from arbitro.rules.whitebox.exploring.traps import saves_against_traps
from arbitro.rules.whitebox.ongoing_effects import Ongoing
from arbitro.rules.whitebox.people.battle import spells_of
from arbitro.rules.whitebox.people.commands import Carry, CastSpell, Give, Grant, HealByMagic, Rest
from arbitro.rules.whitebox.people.events import Healed, Rested
from arbitro.rules.whitebox.people.load import load
from arbitro.rules.whitebox.people.state import Item
from arbitro.rules.whitebox.powers import changes as c
from arbitro.rules.whitebox.powers import events as e
from arbitro.rules.whitebox.powers.commands import AvertEyes, TurnUndead, UseDevice, UsePower, UseThing
from arbitro.rules.whitebox.powers.devices import device_parts, device_working, devices_of
from arbitro.rules.whitebox.powers.hoards import Digger, found_on
from arbitro.rules.whitebox.powers.registry import lasting_forms
from arbitro.rules.whitebox.powers.telling import monster_text, thing_text
from arbitro.rules.whitebox.terms import Threat


def worn(item: str) -> tuple[Ongoing, ...]:
    """What a thing does while it is worn."""
    return tuple(form for part in RULES.content.magic_items[item].effects for form in lasting_forms(RULES.rules, part))


# ------------------------------------------------------------------ blows


@pytest.mark.rule("WB-ATK-12")
@pytest.mark.parametrize(("thing", "gives"), [("gauntlets_ogre_power", 4), ("girdle_giant_strength", 8)])
def test_gauntlets_and_girdle_take_the_place_of_the_damage_of_strength(thing: str, gives: int) -> None:
    fighter = hero("f", damage=1, gifts={"worn": worn(thing)})
    arena = fight_with(fighter, beast("ogre", "o", hp=40))
    told = arena.do(Attack("f", "o"), d20(20), d6(3))
    assert only(told, DamageDealt).amount == 3 + gives


def test_the_strength_of_ogres_does_not_help_a_bow() -> None:
    bow = blade("bow", kind="missile")
    archer = hero("f", weapons=(bow,), gifts={"worn": worn("gauntlets_ogre_power")})
    arena = fight_with(archer, beast("ogre", "o", hp=40, at=60))
    assert only(arena.do(Attack("f", "o"), d20(20), d6(3)), DamageDealt).amount == 3


@pytest.mark.parametrize(("save", "dice", "hurt"), [(False, (d6(5),), 3), (True, (d20(1), d6(5)), 5)])
def test_fire_resistance_halves_fire_against_which_there_is_no_save(save: bool, dice: Any, hurt: int) -> None:
    (form,) = worn("potion_fire_resistance")
    arena = fight_with(hero("f", hp=20, gifts={"worn": (form,)}), someone("x", "B"))
    fire = Threat("damage", Amount(1, 6), save=save, element="fire")
    told = arena.do(CallSave("f", fire), *dice)
    assert only(told, DamageDealt).amount == hurt
    if save:
        assert [modifier.amount for modifier in only(told, SaveRolled).check.modifiers] == [2]


# ------------------------------------------------------------------ spells


@pytest.mark.parametrize(
    ("victim", "dice", "turns"),
    [
        (hero("v", "B", weapons=(blade(edged=True),), gifts={"devices": (TORCH,)}), (), 1),
        (hero("v", "B", gifts={"devices": (TORCH,)}), ((2, 2),), 4),  # a flame alone cuts nothing
        (beast("horse_riding", "v"), (), 2),
        (hero("v", "B"), ((2, 1),), 3),
    ],
)
def test_how_long_a_web_holds_goes_by_the_means_to_get_through(victim: Any, dice: Any, turns: int) -> None:
    arena, told = casting(caster("m", "web"), victim, target="v", dice=dice)
    effect = only(told, e.EffectBegan).effect
    assert effect is not None
    assert effect.until == arena.state.minutes + 10 * turns + 1


@pytest.mark.parametrize(
    ("manner", "dice", "variant", "feet"),
    [
        ("studied", ((100, 6),), "well", 0),
        ("studied", ((100, 5), d6(2)), "well", 0),
        ("studied", ((100, 5), d6(1), d6(4), (4, 3)), "high", 30),
        ("seen", ((100, 21),), "well", 0),
        ("seen", ((100, 20), d6(3), (10, 7)), "low", 70),
        ("unseen", ((100, 76),), "well", 0),
        ("unseen", ((100, 75),), "lost", 0),
    ],
)
def test_a_teleport_errs_the_more_the_less_the_place_is_known(manner: str, dice: Any, variant: str, feet: int) -> None:
    arena, told = casting(caster("m", "teleport"), beast("orc", "o"), target="m", manner=manner, dice=dice)
    arrived = only(told, c.Teleported)
    assert (arrived.variant(), arrived.feet) == (variant, feet)
    assert arena["m"].condition == ("dead" if variant == "lost" else "fled")
    assert bool(found(told, Fell)) == (variant == "lost")


def test_the_helm_makes_its_wearers_own_teleport_sure_and_casts_none_itself() -> None:
    wearer = caster("m", "teleport", gifts={"worn": worn("helm_teleportation")})
    arena, told = casting(wearer, beast("orc", "o"), target="m", manner="unseen")
    assert not found(told, c.Teleported)
    assert only(told, Yielded).who == "m"
    assert arena["m"].condition == "fled"
    camp = Camp(draft("maga", class_id="magic_user", book=("sleep",)))
    camp.do(Grant("maga", "magic", "helm_teleportation"))
    camp.do(Carry("maga", "helm_teleportation", "worn"))
    assert devices_of(RULES.rules, camp.state.characters["maga"]) == ()


def test_confusion_comes_later_over_the_stronger_ones() -> None:
    arena, told = casting(
        caster("m", "confusion", level=8),
        beast("ogre", "o", hp=20),
        target="o",
        dice=(*sixes(1, 1), (4, 3), d20(1)),
    )
    assert only(told, c.MagicDelayed).minutes == 3
    effect = only(told, e.EffectBegan).effect
    assert effect is not None
    assert effect.amount == arena.state.minutes + 1 + 3


def test_haste_reaches_no_farther_than_sixty_feet_around_its_target() -> None:
    friends = [hero("near", at=60), hero("far", at=-61)]
    _, told = casting(caster("m", "alter_time"), *friends, beast("orc", "o"), target="m", manner="haste")
    assert [event.who for event in found(told, e.EffectBegan)] == ["m", "near"]


@pytest.mark.parametrize(("alignment", "dice"), [("chaos", ((100, 1),)), ("law", ())])
def test_dispelling_chaos_ends_only_what_chaos_has_laid(alignment: str, dice: Any) -> None:
    cleric = caster("c", "dispel_chaos", spell_list="cleric", level=9)
    arena = Arena(cleric, hero("f"), beast("orc", "o", alignment=alignment), surprise_method="judgement")
    arena.do(JudgeSurprise(""))
    arena.state = replace(arena.state, effects={"f": (Ongoing(kind="blind", by="o", level=3),)})
    arena.do(Declare("c", "cast", "f", "dispel_chaos"))
    arena.do(EndTurn("A"), d6(6), d6(1))
    told = arena.do(Cast("c", "f"), *dice)
    assert len(found(told, e.MagicEnded)) == len(dice)
    assert bool(arena.state.effects) == (alignment == "law")


def test_the_ring_of_human_control_holds_three_and_no_more() -> None:
    ring = magic("ring_human_control")
    foes = [beast("orc", f"o{n}") for n in range(1, 6)]
    arena = fight_with(hero("f", gifts={"devices": (ring,)}), *foes)
    held = tuple(Ongoing(kind="charmed", by="f", source="item:ring_human_control") for _ in range(2))
    arena.state = replace(arena.state, effects={"x": held[:1], "y": held[1:]})
    told = arena.do(UseDevice("f", ring.id, "o1"), d20(1))
    assert only(told, Fell).condition == "charmed"
    arena.end("A", "B")
    told = arena.do(UseDevice("f", ring.id, "o2"))
    assert only(told, e.Unaffected).why == "too_many"


@pytest.mark.parametrize(
    ("spell", "facts"), [("wizard_lock", "3"), ("wall_of_stone_or_iron", "1000"), ("levitate", "20")]
)
def test_a_spell_outside_a_fight_is_told_with_its_numbers(spell: str, facts: str) -> None:
    camp = Camp(draft("maga", class_id="magic_user", book=("sleep",)))
    camp.change("maga", prepared=(spell,))
    told = camp.do(CastSpell("maga", spell))
    words = only(told, e.FactsTold)
    assert words.audience == "referee"
    assert facts in RULES.words_for(Now(RULES, camp.state), words, "it")["facts"]
    assert "Bersaglio" in RULES.words_for(Now(RULES, camp.state), words, "it")["facts"]
    assert facts in RULES.words_for(Now(RULES, camp.state), words, "en")["facts"]


# ------------------------------------------------------------------ things


def test_a_carpet_flies_at_thirty_alone_and_at_eighteen_with_others() -> None:
    for manner, rate in (("alone", 30), ("loaded", 18)):
        arena = fight_with(hero("f", gifts={"devices": (magic("carpet_flying"),)}), beast("orc", "o"))
        arena.do(UseDevice("f", "carpet_flying", "f", manner))
        assert arena["f"].profile.rate == rate


@pytest.mark.rule("WB-MOVE-01")
def test_a_bag_of_holding_weighs_fifty_pounds_whatever_is_in_it() -> None:
    camp = Camp(draft("berto"))
    camp.do(Grant("berto", "armour", "plate", count=2))
    before = load(RULES.rules, camp.state.characters["berto"])
    camp.do(Grant("berto", "magic", "bag_of_holding"))
    assert before == 150
    assert load(RULES.rules, camp.state.characters["berto"]) == 50
    camp.do(Grant("berto", "armour", "plate", count=12))  # 1050 pounds in all, and 10 for gear
    assert load(RULES.rules, camp.state.characters["berto"]) == 50 + 60


def test_a_cursed_thing_clings_until_the_curse_is_lifted() -> None:
    camp = Camp(draft("berto"), draft("cora", class_id="cleric"))
    camp.do(Grant("berto", "weapon", "long_sword", plus=-1))
    camp.do(Carry("berto", "long_sword", "hand"))
    assert camp.refused(Carry("berto", "long_sword", "pack")) == "cursed_thing"
    assert camp.refused(Give("berto", "long_sword", "cora")) == "cursed_thing"
    camp.change("cora", prepared=("remove_curse",))
    camp.do(CastSpell("cora", "remove_curse", "berto"))
    assert camp.state.characters["berto"].items["long_sword"].where == "pack"
    camp.do(Give("berto", "long_sword", "cora"))


def test_spells_in_a_ring_come_back_after_eight_hours_of_rest() -> None:
    camp = Camp(draft("maga", class_id="magic_user", book=("sleep",)))
    ring = Item("magic", "ring_spell_storing_magic_user", spells=("invisibility", "fly"), where="worn")
    camp.change("maga", items={"ring": ring})
    camp.do(UseThing("maga", "ring", "maga", "invisibility"))
    one = camp.state.characters["maga"]
    assert one.items["ring"].spent == ("invisibility",)
    assert {device.stored: device.uses for device in devices_of(RULES.rules, one)} == {
        ("invisibility",): 0,
        ("fly",): 1,
    }
    assert camp.refused(UseThing("maga", "ring", "maga", "invisibility")) == "no_device"
    told = camp.do(Rest(1))
    assert only(told, e.SpellsRegained).who == "maga"
    assert camp.state.characters["maga"].items["ring"].spent == ()


@pytest.mark.parametrize(("face", "times", "force"), [(6, 1, 1), (13, 2, 1), (20, 3, 2)])
def test_scrolls_of_protection_last_longer_and_are_stronger_by_the_table(face: int, times: int, force: int) -> None:
    table = next(t for name, t in RULES.content.treasure_tables.items() if any(r.id == "protection_3" for r in t.rows))
    dice = Amount(1, 20)
    with ScriptedDice((20, face), (8, 1)) as scripted:
        (scroll,) = found_on(RULES.rules, Digger(scripted), table, dice)
    assert (scroll.of, scroll.times, scroll.force) == ("scroll_protection_demons", times, force)
    camp = Camp(draft("berto"))
    camp.change("berto", items={"scroll": replace(scroll, known=True)})
    (device,) = devices_of(RULES.rules, camp.state.characters["berto"])
    (ward,) = device_parts(RULES.rules, device, "")
    working = device_working(RULES.rules, hero_in_field("berto"), device)
    assert working.span is not None
    assert (working.span.amount.plus, ward.radius, ward.per_round) == (4 * times, 10 * force, Amount(plus=force))


def hero_in_field(who: str) -> Any:
    """Somebody as a combatant."""
    return fight_with(hero(who), beast("orc", "o"))[who]


# ------------------------------------------------------------------ healing


@pytest.mark.rule("WB-HEAL-01", "WB-HEAL-03")
def test_rot_stops_magic_and_slows_wounds_to_a_tenth_and_a_cure_to_a_half() -> None:
    camp = Camp(draft("berto"), draft("cora", class_id="cleric"))
    camp.change("berto", max_hp=40, hp=1)
    rot = Ongoing(kind="rotting", source="monster:mummy", factor=0.1)
    camp.state = replace(camp.state, effects={"berto": (rot,)})
    told = camp.do(HealByMagic("berto", Amount(1, 6, 1)), d6(6))
    assert only(told, e.Unaffected).why == "rotting"
    assert not found(told, Healed)
    told = camp.do(Rest(9))
    assert next(event for event in found(told, Rested) if event.who == "berto").healed == 0
    told = camp.do(Rest(1))
    assert next(event for event in found(told, Rested) if event.who == "berto").healed == 1
    camp.change("cora", prepared=("cure_disease", "remove_curse"))
    camp.do(CastSpell("cora", "cure_disease", "berto"))
    assert camp.state.effects["berto"][0].factor == 0.5
    told = camp.do(Rest(10))
    assert next(event for event in found(told, Rested) if event.who == "berto").healed == 5
    camp.do(CastSpell("cora", "remove_curse", "berto"))
    assert "berto" not in camp.state.effects
    assert only(camp.do(HealByMagic("berto", Amount(1, 6, 1)), d6(6)), Healed).healed == 7


@pytest.mark.parametrize(("level", "days", "lives"), [(8, 4, True), (8, 5, False), (9, 8, True), (9, 9, False)])
def test_the_dead_return_within_four_days_and_four_more_for_each_level_above_eight(
    level: int, days: int, lives: bool
) -> None:
    camp = Camp(draft("berto"), draft("cora", class_id="cleric"))
    camp.change("cora", level=level, prepared=("raise_dead",))
    camp.change("berto", hp=0, health="dead", died=camp.state.minutes)
    camp.do(Rest(days))
    told = camp.do(CastSpell("cora", "raise_dead", "berto"))
    assert (camp.state.characters["berto"].health == "well") == lives
    assert [event.why for event in found(told, e.Unaffected)] == ([] if lives else ["too_late"])


# ------------------------------------------------------------------ creatures


def test_whoever_a_shadow_drains_to_nothing_may_rise_as_one() -> None:
    arena = fight_with(beast("shadow", "s", "A"), hero("a", "B", 20, gifts={"strength_score": 1}))
    told = arena.do(Attack("s", "a"), d20(20), d6(1))
    assert only(told, Fell).condition == "dead"
    assert [(event.entry, event.target) for event in found(told, e.FactsTold)] == [("spawn", "a")]


def test_the_last_level_drained_reminds_of_who_rises_only_once() -> None:
    arena = fight_with(beast("spectre", "s", "A"), hero("a", "B", 20, level=1))
    told = arena.do(Attack("s", "a"), d20(20), d6(1))
    assert only(told, Fell).condition == "dead"
    assert [(event.entry, event.target) for event in found(told, e.FactsTold)] == [("spawn", "a")]


def test_a_harpys_song_draws_its_victims_to_her() -> None:
    arena = fight_with(beast("harpy", "h", "A"), hero("a", "B", at=60), hero("b", "B", at=60))
    arena.do(UsePower("h", "charm"), d20(1), d20(20))
    assert [(arena[who].condition, arena[who].at) for who in ("a", "b")] == [("charmed", 0), ("up", 60)]


@pytest.mark.parametrize(("face", "save", "stone"), [(10, (d20(1),), True), (10, (d20(20),), False), (11, (), False)])
def test_a_mirror_may_turn_the_basilisk_to_stone(face: int, save: Any, stone: bool) -> None:
    arena = fight_with(hero("a"), beast("basilisk", "b"))
    camp = Camp(draft("a"))
    camp.do(Grant("a", "gear", "mirror_steel"))
    arena.state = replace(arena.state, characters=camp.state.characters)
    arena.do(AvertEyes("a"))
    told = arena.do(Attack("a", "b"), (100, face), *save, d20(1))
    assert only(told, c.GazeReflected).check.success == (face == 10)
    assert (arena["b"].condition == "stone") == stone


@pytest.mark.parametrize(("save", "dice", "rate"), [(20, ((2, 1),), 2), (1, ((2, 1),), 12)])
def test_whoever_saves_against_webs_crawls_on_at_a_sixth_of_the_pace(save: int, dice: Any, rate: int) -> None:
    arena = fight_with(beast("spider_giant", "s", "A", variety="greater"), hero("a", "B", at=20))
    arena.do(UsePower("s", "webs", "a"), d20(save), *dice)
    assert arena["a"].profile.rate == rate
    assert (arena["a"].held_until > 0) == (save == 1)


@pytest.mark.parametrize("language", ["it", "en"])
def test_the_bestiary_tells_range_shots_share_shield_and_morale(language: Any) -> None:
    manticore = " ".join(monster_text(RULES.rules, "manticore", language))
    assert "180" in manticore
    assert "24" in manticore
    assert "60%" in " ".join(monster_text(RULES.rules, "wyvern", language))
    assert "4 [15]" in " ".join(monster_text(RULES.rules, "centaur", language))
    assert "10%" in " ".join(monster_text(RULES.rules, "basilisk", language))
    for name in RULES.content.monsters:
        assert all("{" not in line for line in monster_text(RULES.rules, name, language))


# ------------------------------------------------------------------ what a table may choose


@pytest.mark.rule("WB-RANGED-01")
@pytest.mark.parametrize(("feet", "bonus"), [(70, 2), (71, 1), (140, 1), (141, 0), (210, 0)])
def test_where_ranges_count_a_long_bow_hits_better_the_nearer_its_target(feet: int, bonus: int) -> None:
    camp = Camp(draft("berto"))
    camp.do(Grant("berto", "weapon", "long_bow"))
    camp.do(Carry("berto", "long_bow", "hand"))
    profile = RULES.rules.profile_of(RULES.rules, camp.state.characters["berto"], "A")
    archer = replace(hero("berto"), profile=replace(profile, weapons=(replace(profile.weapons[0], ammunition=""),)))
    for on, wanted in ((True, bonus), (False, 0)):
        arena = fight_with(archer, beast("ogre", "o", at=feet), missile_ranges=on)
        check = only(arena.do(Attack("berto", "o"), d20(1)), AttackRolled).check
        assert sum(modifier.amount for modifier in check.modifiers) == wanted
    arena = fight_with(archer, beast("ogre", "o", at=211), missile_ranges=True)
    assert arena.refused(Attack("berto", "o")).code == "shot_range"


@pytest.mark.rule("WB-ATK-12")
@pytest.mark.parametrize(("plain", "damage"), [(True, "1d6"), (False, "1d6+1")])
def test_in_the_oldest_style_every_weapon_does_a_plain_d6(plain: bool, damage: str) -> None:
    camp = Camp(draft("berto"), plain_damage=plain)
    camp.do(Grant("berto", "weapon", "two_handed_sword"))
    camp.do(Carry("berto", "two_handed_sword", "hand"))
    member = RULES.rules.member_of(RULES.at(camp.state), "berto")
    assert isinstance(member, Member)
    assert member.profile.weapons[0].damage == Amount.parse(damage)


@pytest.mark.rule("WB-SAVE-01")
@pytest.mark.parametrize(("keen", "taken"), [(True, [-1]), (False, [])])
def test_a_keen_mind_takes_from_saves_by_the_option(keen: bool, taken: list[int]) -> None:
    camp = Camp(draft("m", class_id="magic_user", book=("sleep",), scores={"int": 15}))
    arena = Arena(caster("m", "charm_person"), beast("orc", "o"), surprise_method="judgement", keen_casters=keen)
    arena.do(JudgeSurprise(""))
    arena.state = replace(arena.state, characters=camp.state.characters)
    arena.do(Declare("m", "cast", "o", "charm_person"))
    arena.do(EndTurn("A"), d6(6), d6(1))
    told = arena.do(Cast("m", "o"), d20(20))
    assert [modifier.amount for modifier in only(told, SaveRolled).check.modifiers] == taken


@pytest.mark.parametrize(("limit", "dice", "turned"), [(False, (), 3), (True, sixes(1, 1), 2), (True, sixes(1, 2), 3)])
def test_by_the_option_turning_reaches_two_dice_of_hit_dice(limit: bool, dice: Any, turned: int) -> None:
    cleric = hero("c", class_id="cleric", alignment="law", level=1, gifts={"turns": True})
    foes = [beast("skeleton", f"s{n}", hp=n) for n in (1, 2, 3)]
    arena = fight_with(cleric, *foes, turning_limit=limit)
    arena.do(TurnUndead("c", "skeleton"), *sixes(6, 6, 6), *sixes(1, 1, 1), *dice)
    assert [arena[f"s{n}"].morale for n in (1, 2, 3)].count("flee") == turned


@pytest.mark.rule("WB-SPELL-01")
def test_an_elf_adventurer_needs_free_hands_to_cast() -> None:
    camp = Camp(draft("elfa", folk="elf", class_id="elf_adventurer"))
    camp.change("elfa", prepared=("sleep",))
    camp.do(Grant("elfa", "armour", "shield"))
    assert len(spells_of(RULES.rules, camp.state.characters["elfa"])) == 1
    camp.do(Carry("elfa", "shield", "hand"))
    assert spells_of(RULES.rules, camp.state.characters["elfa"]) == ()
    assert camp.refused(CastSpell("elfa", "sleep")) == "hands_to_cast"


@pytest.mark.rule("WB-SAVE-10")
@pytest.mark.parametrize("method", ["single", "matrix"])
def test_a_thief_keeps_the_bonus_against_traps_under_the_matrix(method: str) -> None:
    camp = Camp(draft("tea", class_id="thief"), saving_throws=method)
    thief = saves_against_traps(RULES.rules, camp.state.characters["tea"])
    bonuses = RULES.rules.save_bonuses(RULES.at(camp.state), thief, "wands_rays")
    assert [bonus.amount for bonus in bonuses] == [2]


@pytest.mark.parametrize(("language", "words"), [("it", "si ricarica"), ("en", "recharged")])
def test_the_referee_is_told_which_wands_can_be_filled_again(language: Any, words: str) -> None:
    assert words in thing_text(RULES.rules, Item("magic", "wand_greater_3", charges=10), language)
    assert words not in thing_text(RULES.rules, Item("magic", "wand_fear", charges=25), language)
