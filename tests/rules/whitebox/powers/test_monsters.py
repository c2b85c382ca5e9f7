"""Creatures of the bestiary in the fight: each kind of power does what its entry says."""

import pytest
from tests.rules.whitebox.arena import RULES, Arena, d6, d20, fight_with, found, only, someone, tied
from tests.rules.whitebox.powers.den import beast, blade, hero

from arbitro.dice.amount import Amount
from arbitro.dice.stream import ScriptedDice
from arbitro.kernel.command import Refusal
from arbitro.rules.whitebox.commands import Attack, CallSave, Close, EndTurn, NameDanger
from arbitro.rules.whitebox.events import AttackRolled, DamageDealt, Fell, SaveRolled, SurpriseRolled
from arbitro.rules.whitebox.ongoing_effects import Ongoing
from arbitro.rules.whitebox.powers import events as e
from arbitro.rules.whitebox.powers.commands import AvertEyes, Band, Muster, UsePower
from arbitro.rules.whitebox.powers.creatures import creature, hit_points, powers_of
from arbitro.rules.whitebox.powers.lookups import under
from arbitro.rules.whitebox.powers.strikes import pace
from arbitro.rules.whitebox.state import Side, State
from arbitro.rules.whitebox.terms import Named, Threat

MAGIC = blade("rune-blade", bonus=1, damage_bonus=1)
SILVER = blade("silver-dagger", "1d4", silver=True)


def test_numbers_come_from_the_bestiary() -> None:
    orc = beast("orc").profile
    assert (orc.armour, orc.to_hit, orc.save, orc.rate, orc.xp, orc.alignment) == (13, 1, 18, 12, 15, "chaos")
    troll = RULES.content.monsters["troll"]
    member = creature(RULES.rules, Band(monster="troll"), troll, troll.hd[0], beast("troll").profile.powers, 0)
    assert member.hp == Amount(6, 6, 3)
    chimera = beast("chimera").profile
    assert (chimera.attacks, chimera.weapons[0].count) == (3, 3)
    assert beast("elemental_air").profile.rate == 36  # it has no feet, but wings
    assert beast("skeleton").profile.fearless


def test_a_dragons_age_settles_hit_points_and_breath() -> None:
    entry = RULES.content.monsters["dragon_red"]
    powers = powers_of(RULES.rules, "dragon_red", entry, entry.hd[1], "", (), 5)
    assert hit_points(entry.hd[1], powers) == Amount(plus=50)
    arena = fight_with(beast("dragon_red", "d", "A", 50, rank=1, per_hd=5), hero("a", "B", 200), hero("b", "B", 200))
    told = arena.do(UsePower("d", "breath", "a"), d20(20), d20(1))
    assert [event.amount for event in found(told, DamageDealt)] == [25, 50]  # 5 for each of ten hit dice, half saved
    arena.end("A", "B")
    for _ in range(2):
        arena.do(UsePower("d", "breath", "a"), d20(20), d20(20))
        arena.end("A", "B")
    assert arena.refused(UsePower("d", "breath", "a")).code == "power_spent"


@pytest.mark.parametrize(("target", "effect"), [("a", "slowed"), ("t", "hasted")], ids=["foe", "friend"])
def test_an_inborn_spell_with_two_manners_harms_foes_and_helps_friends(target: str, effect: str) -> None:
    hexer = beast("sidhe", "s", "A", 30)
    arena = fight_with(hexer, beast("sidhe", "t", "A", 30, at=200), hero("a", "B", at=60))
    told = arena.do(UsePower("s", "spell:alter_time", target), *([d20(1)] if target == "a" else []))
    assert {(event.who, event.kind) for event in found(told, e.EffectBegan)} == {(target, effect)}


def test_poison_kills_unless_saved_and_the_entry_changes_the_roll() -> None:
    arena = fight_with(beast("centipede_giant_small", "c", "A"), hero("a", "B"))
    told = arena.do(Attack("c", "a"), d20(20), d20(9))  # fighter 1 needs 14; +4 for a weak poison: 13 is not enough
    assert only(told, SaveRolled).check.total == 13
    assert only(told, Fell).condition == "dead"
    saved = fight_with(beast("centipede_giant_small", "c", "A"), hero("a", "B"))
    assert not found(saved.do(Attack("c", "a"), d20(20), d20(10)), Fell)


def test_a_ghoul_paralyses_for_turns_but_not_an_elf() -> None:
    arena = fight_with(beast("ghoul", "g", "A"), hero("a", "B", 20))
    told = arena.do(Attack("g", "a"), d20(20), d6(1), d20(1), d6(1), d6(1), d6(1))
    assert only(told, e.EffectBegan).kind == "held"
    assert arena["a"].held_until == 1 + 30
    elf = fight_with(beast("ghoul", "g", "A"), hero("a", "B", 20, gifts={"folk": "elf"}))
    told = elf.do(Attack("g", "a"), d20(20), d6(1))
    assert only(told, e.Unaffected).why == "immune"


def test_drain_takes_levels_and_the_last_one_kills() -> None:
    arena = fight_with(beast("wight", "w", "A"), hero("a", "B", 20, level=3))
    told = only(arena.do(Attack("w", "a"), d20(20), d6(1)), e.LevelsDrained)
    assert (told.levels, told.level, told.max_hp) == (1, 2, 14)
    assert arena["a"].profile.level == 2
    weak = fight_with(beast("spectre", "w", "A"), hero("a", "B", 20, level=2))
    assert only(weak.do(Attack("w", "a"), d20(20), d6(1)), Fell).condition == "dead"


def test_a_shadow_takes_strength_until_none_is_left() -> None:
    arena = fight_with(beast("shadow", "s", "A"), hero("a", "B", 60, gifts={"strength_score": 2}))
    told = arena.do(Attack("s", "a"), d20(20), d6(1))
    assert only(told, e.EffectBegan).effect.amount == 1
    arena.end("A", "B")
    assert only(arena.do(Attack("s", "a"), d20(20), d6(1)), Fell).condition == "dead"


def test_only_magic_or_silver_hurts_some() -> None:
    arena = fight_with(hero("a", weapons=(blade(), MAGIC, SILVER)), beast("werewolf", "w"))
    told = arena.do(Attack("a", "w", "sword"), d20(20), d6(6))
    assert (only(told, DamageDealt).amount, only(told, e.WeaponUseless).less) == (0, False)
    arena.end("A", "B")
    assert only(arena.do(Attack("a", "w", "rune-blade"), d20(20), d6(3)), DamageDealt).amount == 4
    arena.end("A", "B")
    assert only(arena.do(Attack("a", "w", "silver-dagger"), d20(20), (4, 3)), DamageDealt).amount == 3
    iron = fight_with(hero("a", weapons=(MAGIC,)), beast("golem_iron", "w"))
    assert only(iron.do(Attack("a", "w"), d20(20), d6(6)), DamageDealt).amount == 0  # +3 or better
    mummy = fight_with(hero("a", weapons=(MAGIC,)), beast("mummy", "w"))
    assert only(mummy.do(Attack("a", "w"), d20(20), d6(5)), DamageDealt).amount == 3  # half of 6


def test_some_weapons_do_little_to_some_bodies() -> None:
    club = blade("club", blunt=True)
    ooze = fight_with(hero("a", weapons=(club,)), beast("grey_ooze", "o"))
    assert only(ooze.do(Attack("a", "o"), d20(20), d6(6)), DamageDealt).amount == 0
    glass = fight_with(hero("a", weapons=(blade("axe", edged=True, bonus=1),)), beast("golem_glass", "o"))
    assert only(glass.do(Attack("a", "o"), d20(20), d6(6)), DamageDealt).amount == 1


@pytest.mark.rule("WB-SAVE-02")
def test_elements_harm_heal_slow_or_split() -> None:
    def strike(monster: str, element: str, amount: int = 6, hp: int = 20) -> tuple[Arena, list[object]]:
        arena = fight_with(someone("a"), beast(monster, "m", hp=hp))
        threat = Threat("damage", Amount(plus=amount), save=False, element=element)
        return arena, list(arena.do(CallSave("m", threat)))

    assert only(strike("giant_fire", "fire")[1], e.Unaffected).why == "immune"
    assert only(strike("golem_glass", "fire")[1], DamageDealt).amount == 3
    arena, _ = strike("golem_flesh", "cold")
    assert pace(arena.state, arena["m"]) == 0.5
    hurt, _ = strike("golem_iron", "lightning", 5)
    assert hurt["m"].hp == 15
    told = hurt.do(CallSave("m", Threat("damage", Amount(plus=3), save=False, element="fire")))
    assert (only(told, e.HpRegained).amount, hurt["m"].hp) == (3, 18)
    split, told = strike("ochre_jelly", "lightning")
    assert (split["m"].hp, split["m~2"].hp, split["m~2"].profile.side) == (10, 10, "B")


def test_a_troll_heals_but_not_what_fire_did() -> None:
    arena = fight_with(someone("a"), beast("troll", "t", hp=30))
    arena.do(CallSave("t", Threat("damage", Amount(plus=10), save=False)))
    arena.do(CallSave("t", Threat("damage", Amount(plus=5), save=False, element="fire")))
    for expected in (18, 21, 24, 25, 25):
        arena.end("A", "B")
        assert arena["t"].hp == expected


def test_a_vampire_turns_to_mist_instead_of_dying() -> None:
    arena = fight_with(someone("a"), beast("vampire", "v", hp=5))
    told = arena.do(CallSave("v", Threat("damage", Amount(plus=9), save=False)))
    assert only(told, Fell).condition == "fled"
    assert arena.fight.winners == ("A",)


def test_eyes_that_kill_are_met_once_a_round_unless_one_looks_away() -> None:
    arena = fight_with(hero("a", strength=5), hero("b"), beast("medusa", "m", hp=60))
    told = arena.do(Attack("a", "m"))
    assert only(told, Fell).condition == "stone"
    assert not found(told, AttackRolled)
    arena.do(AvertEyes("b"))
    told = arena.do(Attack("b", "m"), d20(1))
    assert only(told, AttackRolled).check.modifiers[-1].amount == -4
    arena.do(AvertEyes("b"))  # and look again
    assert not under(arena.state, "b", "averted")


def test_a_charmed_one_leaves_the_fight_and_a_song_is_sung_once() -> None:
    arena = fight_with(beast("harpy", "h", "A"), hero("a", "B"), hero("b", "B"))
    told = arena.do(UsePower("h", "charm", "a"), d20(1), d20(20))
    assert only(told, Fell).condition == "charmed"
    assert arena["a"].condition == "charmed"
    arena.end("A", "B")
    assert arena.refused(UsePower("h", "charm")).code == "power_spent"


def test_a_grip_hurts_every_round_until_the_holder_is_gone() -> None:
    arena = fight_with(beast("stirge", "s", "A", 4), hero("a", "B", 20))
    arena.do(Attack("s", "a"), d20(20), d6(2))
    arena.end("A")
    arena.do(EndTurn("B"), d6(4))
    assert arena["a"].hp == 20 - 1 - 3
    arena.do(CallSave("s", Threat("death", save=False)))
    assert not under(arena.state, "a", "gripped")


def test_a_weasel_drinks_until_it_has_had_its_fill() -> None:
    arena = fight_with(beast("weasel_giant", "w", "A", 7), hero("a", "B", 30))
    arena.do(Attack("w", "a"), d20(20), d6(2), (4, 3))
    arena.end("A")
    arena.do(EndTurn("B"), (4, 3))
    assert under(arena.state, "a", "gripped")  # six points of seven
    arena.end("A")
    told = arena.do(EndTurn("B"), (4, 1))
    assert only(told, e.EffectEnded).kind == "gripped"
    assert not under(arena.state, "a", "gripped")
    assert sum(effect.amount for effect in arena.state.effects["a"] if effect.kind == "weakened") == 7


def test_the_swallowed_are_free_when_the_swallower_dies() -> None:
    arena = fight_with(beast("purple_worm", "w", "A", 30), hero("a", "B"), hero("b", "B"))
    told = arena.do(Attack("w", "a", "bite"), d20(20), d6(1), d6(1))
    assert only(told, Fell).condition == "swallowed"
    told = arena.do(CallSave("w", Threat("death", save=False)))
    assert arena["a"].condition == "up"
    assert arena.fight.winners == ("B",)


def test_critical_hits_and_last_strikes_and_charges() -> None:
    bear = fight_with(beast("bear_cave", "b", "A", 10), hero("a", "B", 40))
    assert only(bear.do(Attack("b", "a"), d20(20), *[d6(5)] * 3), DamageDealt).amount == 15
    told = bear.do(CallSave("b", Threat("damage", Amount(plus=12), save=False)), d20(2))
    assert only(told, e.PowerUsed).power == "last_strike"
    unicorn = fight_with(beast("unicorn", "u", "A", at=-10), hero("a", "B", 40))
    unicorn.do(Close("u", "a"))
    assert only(unicorn.do(Attack("u", "a", "horn"), d20(20), d6(3), d6(4)), DamageDealt).amount == 7


def test_ways_to_attack_exclude_each_other_but_for_those_besides() -> None:
    medusa = fight_with(beast("medusa", "m", "A"), hero("a", "B", 60))
    medusa.do(AvertEyes("m"))
    medusa.state = RULES.evolve(medusa.state, e.EffectBegan("a", "averted", Ongoing(kind="averted")))
    medusa.do(Attack("m", "a", "weapon"), d20(1))
    assert medusa.refused(Attack("m", "a", "bite")).code == "attacked_already"
    medusa.do(Attack("m", "a", "snakes"), d20(1))
    assert medusa.refused(Attack("m", "a", "snakes")).code == "attacked_already"
    hydra = fight_with(beast("hydra", "h", "A", 25), hero("a", "B", 60))
    for _ in range(5):
        hydra.do(Attack("h", "a"), d20(1))
    assert hydra.refused(Attack("h", "a")).code == "attacked_already"
    hydra.end("A", "B")
    hydra.do(CallSave("h", Threat("damage", Amount(plus=13), save=False)))  # 12 of 25: three heads of five
    for _ in range(3):
        hydra.do(Attack("h", "a"), d20(1))
    assert hydra.refused(Attack("h", "a")).code == "attacked_already"


def test_fighters_strike_once_for_each_level_against_the_weak_alone() -> None:
    gifts = {"fury": 1}
    arena = fight_with(hero("a", level=3, gifts=gifts), *[beast("goblin", f"g{n}", hp=3) for n in range(4)])
    for number in range(3):
        arena.do(Attack("a", f"g{number}"), d20(1))
    assert arena.refused(Attack("a", "g3")).code == "attacked_already"
    mixed = fight_with(hero("a", level=3, gifts=gifts), beast("ogre", "o"), beast("goblin", "g"))
    mixed.do(Attack("a", "o"), d20(1))
    assert mixed.refused(Attack("a", "g")).code == "attacked_already"


def test_oozes_eat_weapons() -> None:
    arena = fight_with(hero("a", weapons=(blade(edged=True), blade("club", blunt=True))), beast("black_pudding", "p"))
    told = arena.do(Attack("a", "p", "sword"), d20(20), d6(3))
    assert only(told, e.WeaponRuined).weapon == "sword"
    assert [weapon.id for weapon in arena["a"].profile.weapons] == ["club"]


def test_a_cry_dooms_after_a_while() -> None:
    arena = fight_with(beast("banshee", "b", "A"), hero("a", "B"), hero("c", "B"))
    arena.do(UsePower("b", "cry"), d20(1), d6(1), d6(1), d20(20))
    for _ in range(2):
        arena.end("A", "B")
        assert arena["a"].condition == "up"
    arena.end("A", "B")
    assert (arena["a"].condition, arena["c"].condition) == ("dead", "up")


def test_simultaneous_turns_hold_powers_back_too() -> None:
    arena = tied(beast("ghoul", "g", "A"), hero("a", "B", 20))
    arena.do(Attack("g", "a"), d20(20), d6(1), d20(1), d6(1), d6(1), d6(1))
    assert arena["a"].held_until == -1  # until the turn is over
    arena.do(Attack("a", "g"), d20(1))
    arena.end("A", "B")
    assert arena["a"].held_until == 31


@pytest.mark.rule("WB-SAVE-09")
def test_the_matrix_asks_for_a_column_where_the_entry_names_none() -> None:
    arena = fight_with(beast("spider_giant", "s", "A", variety="greater"), hero("a", "B"), saving_throws="matrix")
    arena.do(UsePower("s", "webs", "a"))
    assert arena.state.awaiting[0].kind == "danger"
    told = arena.do(NameDanger("paralysis_stone"), d20(1), (2, 2))
    assert only(told, e.EffectBegan).kind == "webbed"


@pytest.mark.rule("WB-SURPRISE-02")
def test_some_are_harder_to_see_coming() -> None:
    arena = Arena(hero("a"), beast("bugbear", "b"), dice=(d6(3), d6(3)))
    by_side = {event.who: event for event in found(arena.events, SurpriseRolled)}
    assert (by_side["A"].check.needed, by_side["A"].surprised) == (3, True)
    assert (by_side["B"].check.needed, by_side["B"].surprised) == (2, False)


def _muster(*bands: Band, dice: tuple[tuple[int, int], ...]) -> State | Refusal:
    sides = (Side("A", Named("a", "a")), Side("B", Named("b", "b")))
    state = State(options=RULES.options.effective({"surprise_method": "judgement"}))
    with ScriptedDice(*dice) as scripted:
        resolved = RULES.decide(state, Muster(sides, bands), scripted)
    return resolved if isinstance(resolved, Refusal) else resolved.state


def test_what_is_not_said_of_a_band_is_rolled() -> None:
    orcs = Band(monster="orc", side="A", count=1)
    dragon = Band(monster="dragon_white", side="B", count=1)
    state = _muster(orcs, dragon, dice=((3, 3), (8, 4), (6, 5)))
    assert not isinstance(state, Refusal)
    assert state.fight is not None
    drake = state.fight.combatants["white-dragon-1"]
    assert (drake.hp, drake.profile.powers.per_hd, drake.profile.level) == (28, 4, 7)
    snakes = _muster(
        orcs, Band(monster="snake_large", side="B", count=2), dice=((100, 50), (100, 51), (6, 1), (3, 1), (3, 2))
    )
    assert not isinstance(snakes, Refusal)
    assert snakes.fight is not None
    lacking = [one.profile.powers.lacks for one in snakes.fight.combatants.values() if one.profile.side == "B"]
    assert lacking == [(), ("poison",)]


@pytest.mark.parametrize(
    ("band", "code"),
    [
        (Band(monster="ork", side="B"), "no_monster"),
        (Band(monster="yellow_mold", side="B"), "no_combatant"),
        (Band(monster="orc", side="C"), "no_such_side"),
        (Band(monster="orc", side="B", count=-1), "bad_band"),
        (Band(monster="orc", side="B", variety="blue"), "no_variety"),
    ],
)
def test_creatures_that_cannot_be_met_are_refused(band: Band, code: str) -> None:
    refused = _muster(Band(monster="orc", side="A", count=1), band, dice=())
    assert isinstance(refused, Refusal)
    assert refused.code == code
