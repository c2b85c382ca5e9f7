"""The fight: intent, sequence, one attack formula, one saving throw, death below zero, morale, rate of fire, joust."""

from itertools import product

import pytest
from tests.rules.infausta.arena import RULES, Arena, fight_with
from tests.rules.whitebox.arena import BOW, SWORD, d6, d20, found, only, sixes, someone, spell, threat, weapon

from arbitro.dice.stream import ScriptedDice
from arbitro.kernel.ruleset import shown_to
from arbitro.kernel.seat import REFEREE, Seat
from arbitro.kernel.sentence import tell
from arbitro.rules.infausta.commands import InterruptSpell, WeighMorale
from arbitro.rules.infausta.events import ActionWasted, SpellBroken, WeaponShot
from arbitro.rules.infausta.state import State
from arbitro.rules.whitebox.commands import (
    AllowSubstitute,
    Attack,
    CallSave,
    Cast,
    CheckMorale,
    Close,
    Declare,
    EndTurn,
    JudgeSurprise,
    Move,
    Run,
    Surrender,
)
from arbitro.rules.whitebox.events import (
    AttackRolled,
    Declared,
    Fell,
    InitiativeRolled,
    MoraleRolled,
    MoraleStands,
    SaveRolled,
    SpellCast,
    SpellLost,
    TurnBegan,
)
from arbitro.rules.whitebox.movement import combat_move
from arbitro.rules.whitebox.ongoing_effects import HELPLESS, Ongoing
from arbitro.rules.whitebox.people.healing import as_combatant
from arbitro.rules.whitebox.powers.durations import begin
from arbitro.rules.whitebox.saves import saving_throw

HERO = {"class_id": "champion"}


# -------------------------------------------------------------------- sequence and intent


@pytest.mark.rule("IS-COMBAT-01", "IS-INIT-01", "IS-INIT-02", "IS-INIT-03", "IS-INIT-04")
def test_a_round_in_its_order_and_the_next_without_a_new_roll():
    arena = Arena(someone("a", hp=20), someone("b", "B", hp=20), dice=sixes(5, 6))
    assert arena.fight.phase == "declare"
    arena.declare_all(d6(5), d6(3))
    kinds = [name for name in arena.kinds() if name in ("Declared", "InitiativeRolled", "TurnBegan")]
    assert kinds == ["TurnBegan", "Declared", "Declared", "InitiativeRolled", "TurnBegan"]
    assert arena.moment == (1, "act", ("A",))
    arena.end("A", "B")
    assert arena.moment == (2, "declare", ("A", "B"))
    arena.declare_all()
    assert arena.moment == (2, "act", ("A",))
    assert len(found(arena.events, InitiativeRolled)) == 1


@pytest.mark.rule("IS-INIT-01")
def test_initiative_waits_until_every_side_has_declared():
    arena = Arena(someone("a"), someone("b", "B"), dice=sixes(5, 6))
    refused = arena.refused(EndTurn("A"))
    assert (refused.code, refused.rules) == ("declare_all", ("IS-INIT-01",))
    arena.do(Declare("a", "melee"))
    arena.do(EndTurn("A"))
    assert arena.refused(EndTurn("B")).code == "declare_all"
    assert not found(arena.events, InitiativeRolled)


@pytest.mark.rule("IS-INIT-01")
def test_what_monsters_intend_is_not_shown():
    arena = Arena(someone("a", **HERO), someone("b", "B"), dice=sixes(5, 6))
    told = only(arena.do(Declare("b", "melee", "a")), Declared)
    player = Seat("A", "player", frozenset({"A", "a"}))
    assert (told.audience, shown_to(RULES, arena.state, told, player)) == ("B", None)
    assert only(arena.do(Declare("a", "melee", "b")), Declared).audience == ""


@pytest.mark.rule("IS-INIT-02")
def test_one_die_a_side_and_the_higher_goes_first():
    members = [someone(f"a{n}", **HERO) for n in range(6)] + [someone(f"b{n}", "B") for n in range(9)]
    arena = Arena(*members, dice=sixes(3, 3))
    rolled = only(arena.declare_all(d6(5), d6(3)), InitiativeRolled)
    assert rolled.order == (("A",), ("B",))
    assert len(rolled.dice) == 2


@pytest.mark.rule("IS-INIT-02", "IS-INIT-05")
def test_odds_of_initiative():
    first = {"A": 0, "B": 0, "tie": 0}
    for a, b in product(range(1, 7), repeat=2):
        arena = Arena(someone("a"), someone("b", "B"), surprise_method="judgement")
        arena.do(JudgeSurprise(""))
        order = only(arena.declare_all(d6(a), d6(b)), InitiativeRolled).order
        first["tie" if len(order) == 1 else order[0][0]] += 1
    assert first == {"A": 15, "B": 15, "tie": 6}


@pytest.mark.rule("IS-INIT-06")
@pytest.mark.parametrize(("tie", "dice"), [("simultaneous", (3, 3)), ("reroll", (3, 3, 2, 5))])
def test_ties_are_simultaneous_or_rolled_again(tie, dice):
    arena = Arena(someone("a"), someone("b", "B"), surprise_method="judgement", initiative_tie=tie)
    arena.do(JudgeSurprise(""))
    arena.declare_all(*sixes(*dice))
    assert arena.fight.acting == (("A", "B") if tie == "simultaneous" else ("B",))


@pytest.mark.rule("IS-COMBAT-02")
def test_a_declared_attack_whose_target_is_out_of_reach_is_wasted():
    members = (someone("a", **HERO), someone("o1", "B"), someone("o2", "B"))
    arena = fight_with(*members, first="B", intents={"a": ("melee", "o1"), "o1": ("move",), "o2": ("move",)})
    arena.do(Move("o1", 50))
    arena.end("B")
    refused = arena.refused(Attack("a", "o2"))
    assert (refused.code, refused.rules) == ("declared_otherwise", ("IS-INIT-01",))
    wasted = only(arena.do(EndTurn("A")), ActionWasted)
    assert (wasted.who, wasted.kind, wasted.why, wasted.rules) == ("a", "melee", "", ("IS-COMBAT-02",))


@pytest.mark.rule("IS-COMBAT-02")
def test_in_reach_the_declared_attack_is_made_and_nothing_is_wasted():
    arena = fight_with(someone("a", **HERO), someone("o1", "B"), first="B", intents={"a": ("melee", "o1")})
    arena.end("B")
    arena.do(Attack("a", "o1"), d20(2))
    assert not found(arena.do(EndTurn("A")), ActionWasted)


@pytest.mark.rule("IS-COMBAT-02")
def test_a_comrade_who_strikes_first_wastes_the_blow_too_and_nothing_is_exchanged():
    members = (someone("a", **HERO), someone("c", **HERO), someone("o1", "B", hp=1), someone("o2", "B"))
    arena = fight_with(*members, intents={"a": ("melee", "o1"), "c": ("melee", "o1")})
    arena.do(Attack("a", "o1"), d20(15), d6(3))
    refused = arena.refused(AllowSubstitute("c"))
    assert (refused.code, refused.rules) == ("no_substitute", ("IS-COMBAT-02",))
    assert not any(choice.command == "allow_substitute" for choice in RULES.choices(arena.state, REFEREE))
    wasted = only(arena.do(EndTurn("A")), ActionWasted)
    assert (wasted.who, wasted.why) == ("c", "gone")


@pytest.mark.rule("IS-COMBAT-02")
@pytest.mark.parametrize("kind", HELPLESS)
def test_whoever_can_no_longer_act_loses_the_blow_for_that_reason(kind):
    """Not for what becomes of the target in the same round."""
    members = (someone("a", **HERO), someone("c", **HERO), someone("o1", "B", hp=1), someone("o2", "B"))
    arena = fight_with(*members, intents={"a": ("melee", "o1"), "c": ("melee", "o1")})
    scene = RULES.scene(arena.state, ScriptedDice())
    begin(scene, "c", Ongoing(kind=kind, by="o2", source="x"))
    arena.state = scene.state
    arena.do(Attack("a", "o1"), d20(15), d6(3))
    wasted = only(arena.do(EndTurn("A")), ActionWasted)
    assert (wasted.who, wasted.target, wasted.why) == ("c", "o1", "helpless")
    for language, said in (("it", "C non può agire"), ("en", "C cannot act")):
        assert tell(RULES, arena.state, wasted, language).startswith(said)


# -------------------------------------------------------------------- attack


@pytest.mark.rule("IS-ATK-01")
@pytest.mark.parametrize(
    ("bonus", "armour", "face", "hit"),
    [(3, 15, 12, True), (3, 15, 11, False), (0, 21, 20, False), (0, 10, 10, True), (0, 10, 9, False)],
)
def test_a_d20_with_all_bonuses_against_ascending_armour(bonus, armour, face, hit):
    arena = fight_with(someone("a", to_hit=bonus), someone("b", "B", hp=20, armour=armour))
    told = only(arena.do(Attack("a", "b"), d20(face), *((d6(1),) if hit else ())), AttackRolled)
    assert (told.hit, told.check.against, told.rules[0]) == (hit, "armour_ascending", "IS-ATK-01")


@pytest.mark.rule("IS-ATK-02")
@pytest.mark.parametrize(
    ("class_id", "level", "bonus"),
    [
        ("champion", 1, 0),
        ("champion", 3, 2),
        ("cleric", 4, 2),
        ("magic_user", 10, 0),
        ("hunter", 10, 9),
    ],
)
def test_the_class_table_gives_the_base_bonus(class_id, level, bonus):
    arena = fight_with(someone("a", class_id=class_id, level=level), someone("b", "B", hp=30, armour=12 + bonus))
    told = only(arena.do(Attack("a", "b"), d20(12), d6(1)), AttackRolled)
    assert told.check.total == 12 + bonus
    assert [(one.amount, one.rule) for one in told.check.modifiers] == ([(bonus, "IS-ATK-02")] if bonus else [])


@pytest.mark.rule("IS-ATK-03", "IS-ATK-04", "IS-RANGED-01")
@pytest.mark.parametrize(
    ("kind", "strength", "dexterity", "armour", "face", "rule", "hit"),
    [
        ("melee", 1, 2, 13, 12, "IS-ATK-03", True),
        ("melee", -1, 0, 12, 12, "IS-ATK-03", False),
        ("missile", 1, -1, 12, 13, "IS-ATK-04", True),
        ("missile", 1, -1, 12, 12, "IS-ATK-04", False),
    ],
)
def test_strength_in_the_hand_dexterity_at_range(kind, strength, dexterity, armour, face, rule, hit):
    weapons = (weapon("axe", kind=kind),)
    members = (
        someone("a", strength=strength, dexterity=dexterity, weapons=weapons),
        someone("b", "B", armour=armour, hp=20, at=10 if kind == "melee" else 60),
    )
    arena = fight_with(*members, intents={"a": (kind,)})
    told = only(arena.do(Attack("a", "b"), d20(face), *((d6(1),) if hit else ())), AttackRolled)
    assert [one.rule for one in told.check.modifiers] == [rule]
    assert told.hit is hit


@pytest.mark.rule("IS-ATK-05")
@pytest.mark.parametrize(("face", "hit"), [(14, True), (13, False)])
def test_bonuses_and_penalties_sum(face, hit):
    members = (
        someone("a", to_hit=1, weapons=(weapon("sword", bonus=1),), strength=-4),
        someone("b", "B", armour=12, hp=9),
    )
    told = only(fight_with(*members).do(Attack("a", "b"), d20(face), *((d6(1),) if hit else ())), AttackRolled)
    assert told.hit is hit


# -------------------------------------------------------------------- damage and death


def struck(hp: int, blow: int, level: int = 1, **options: object) -> Arena:
    hero = someone("b", "B", hp=hp, class_id="champion", level=level)
    arena = fight_with(someone("a"), hero, someone("c", "B", at=500), **options)
    arena.do(CallSave("b", threat("damage", str(blow), save=False)))
    return arena


@pytest.mark.rule("IS-DEATH-01", "IS-DEATH-02", "IS-DEATH-03")
@pytest.mark.parametrize(
    ("level", "hp", "blow", "condition"),
    [(1, 4, 4, "out"), (1, 4, 5, "dead"), (4, 2, 5, "out"), (4, 2, 6, "dead"), (1, 7, 5, "up"), (5, 2, 5, "out")],
)
def test_death_lies_as_far_below_zero_as_the_level(level, hp, blow, condition):
    arena = struck(hp, blow, level)
    assert (arena["b"].hp, arena["b"].condition) == (hp - blow, condition)


@pytest.mark.rule("IS-DEATH-02")
def test_monsters_die_at_zero():
    arena = fight_with(someone("a"), someone("b", "B", hp=6), someone("c", "B"))
    fell = only(arena.do(CallSave("b", threat("damage", "6", save=False))), Fell)
    assert (fell.condition, fell.rules) == ("dead", ("IS-DEATH-02",))


@pytest.mark.rule("IS-DEATH-02")
@pytest.mark.parametrize(
    ("threshold", "minus_four", "minus_five"),
    [("at_minus_level", "dead", "dead"), ("below_minus_level", "out", "dead")],
)
def test_right_on_the_limit(threshold, minus_four, minus_five):
    assert struck(2, 6, 4, death_threshold=threshold)["b"].condition == minus_four
    assert struck(2, 7, 4, death_threshold=threshold)["b"].condition == minus_five


@pytest.mark.rule("IS-DEATH-02")
@pytest.mark.parametrize(("rule", "condition"), [("dead_at_minus_level", "out"), ("dead_at_zero", "dead")])
def test_a_harsher_table_dies_at_zero(rule, condition):
    assert struck(5, 6, 5, death_rule=rule)["b"].condition == condition


@pytest.mark.rule("IS-DEATH-03")
@pytest.mark.parametrize(("bleeding", "left"), [(False, -3), (True, -4)])
def test_the_unconscious_get_worse_only_by_the_option(bleeding, left):
    arena = struck(2, 5, 5, bleeding=bleeding)
    arena.end("A", "B")
    for _ in range(1):
        arena.declare_all()
        arena.end("A", "B")
    assert (arena["b"].hp, arena["b"].condition) == (left, "out")


# -------------------------------------------------------------------- spells


@pytest.mark.rule("IS-SPELL-01", "IS-SPELL-03", "IS-SPELL-04")
@pytest.mark.parametrize("nature", ["character", "npc"])
def test_one_point_of_damage_breaks_a_declared_spell_and_spends_it(nature):
    caster = someone("a", hp=9, class_id="magic_user", nature=nature, spells=(spell("bolt"),), group="casters")
    arena = fight_with(caster, someone("b", "B"), first="B", intents={"a": ("cast", "b", "bolt")})
    lost = only(arena.do(Attack("b", "a"), d20(15), d6(1)), SpellLost)
    assert lost.rules == ("IS-SPELL-01", "IS-SPELL-04")
    assert arena["a"].cast == ("bolt",)


@pytest.mark.rule("IS-SPELL-01", "IS-SPELL-05")
@pytest.mark.parametrize("first", ["A", "B"])
def test_without_damage_or_with_initiative_the_spell_goes_off(first):
    caster = someone("a", hp=9, class_id="magic_user", spells=(spell("bolt"),))
    arena = fight_with(caster, someone("b", "B", hp=20), first=first, intents={"a": ("cast", "b", "bolt")})
    if first == "B":
        arena.do(Attack("b", "a"), d20(1))
        arena.end("B")
    assert only(arena.do(Cast("a"), d6(4)), SpellCast).rules == ("IS-SPELL-05",)


@pytest.mark.rule("IS-SPELL-01", "IS-INIT-05")
def test_in_a_simultaneous_round_damage_does_not_interrupt():
    caster = someone("a", hp=9, class_id="magic_user", spells=(spell("bolt"),))
    arena = Arena(caster, someone("b", "B", hp=20), surprise_method="judgement")
    arena.do(JudgeSurprise(""))
    arena.declare_all(d6(4), d6(4), a=("cast", "b", "bolt"))
    arena.do(Attack("b", "a"), d20(15), d6(3))
    arena.do(Cast("a"), d6(4))
    arena.end("A", "B")
    assert not found(arena.events, SpellLost)
    assert arena["a"].hp == 6


@pytest.mark.rule("IS-SPELL-02")
def test_the_referee_may_break_a_spell_without_damage():
    caster = someone("a", class_id="magic_user", spells=(spell("bolt"),))
    arena = fight_with(caster, someone("b", "B"), first="B", intents={"a": ("cast", "b", "bolt")})
    offered = [choice for choice in RULES.choices(arena.state, REFEREE) if choice.command == "interrupt_spell"]
    assert [choice.fixed["caster"] for choice in offered] == ["a"]
    broken = only(arena.do(InterruptSpell("a")), SpellBroken)
    assert (broken.spell, broken.rules[0]) == ("bolt", "IS-SPELL-02")
    assert arena["a"].cast == ("bolt",)
    assert arena.refused(InterruptSpell("a")).rules == ("IS-SPELL-02",)


# -------------------------------------------------------------------- rate of fire


@pytest.mark.rule("IS-RANGED-03")
def test_two_shots_in_a_round_each_with_its_own_roll():
    bow = weapon("bow", kind="missile", shots=2)
    members = (someone("a", weapons=(bow, SWORD)), someone("b", "B", hp=30, at=60))
    arena = fight_with(*members, intents={"a": ("missile",)})
    arena.do(Attack("a", "b", "bow"), d20(15), d6(2))
    arena.do(Attack("a", "b", "bow"), d20(3))
    assert arena.refused(Attack("a", "b", "bow")).code == "attacked_already"


@pytest.mark.rule("IS-RANGED-03")
def test_one_shot_every_second_round():
    slow = weapon("crossbow", kind="missile", reload=2)
    members = (someone("a", weapons=(slow,)), someone("b", "B", hp=30, at=60))
    arena = fight_with(*members, intents={"a": ("missile",), "b": ("other",)})
    shot = only(arena.do(Attack("a", "b"), d20(3)), WeaponShot)
    assert (shot.ready, shot.rules) == (3, ("IS-RANGED-03",))
    arena.end("A", "B")
    arena.declare_all(a=("missile",), b=("other",))
    assert arena.refused(Attack("a", "b")).rules == ("IS-RANGED-03",)
    arena.end("A", "B")
    arena.declare_all(a=("missile",), b=("other",))
    arena.do(Attack("a", "b"), d20(3))


@pytest.mark.rule("IS-RANGED-02")
def test_a_shot_into_a_melee_finds_anybody_in_it():
    members = (
        someone("a", weapons=(BOW,), at=60),
        someone("f1", hp=20),
        someone("f2", hp=20),
        someone("b", "B", hp=20),
    )
    drawn = set()
    for face in (1, 2, 3):
        arena = fight_with(*members, intents={"a": ("missile",)})
        told = arena.do(Attack("a", "b"), (3, face), d20(12), d6(1))
        drawn.add(only(told, AttackRolled).target)
    assert drawn == {"f1", "f2", "b"}


# -------------------------------------------------------------------- saves


@pytest.mark.rule("IS-SAVE-01", "IS-SAVE-02")
@pytest.mark.parametrize(
    ("level", "face", "saved"), [(1, 14, True), (1, 13, False), (4, 11, True), (4, 10, False), (14, 1, True)]
)
@pytest.mark.parametrize("class_id", ["champion", "magic_user", "dvergar"])
def test_a_d20_and_the_level_against_15_for_every_class(class_id, level, face, saved):
    arena = fight_with(someone("a"), someone("b", "B", hp=50, class_id=class_id, level=level))
    told = only(arena.do(CallSave("b", threat("damage", "9", on_success="half")), d20(face)), SaveRolled)
    assert (told.saved, told.check.needed, told.rules) == (saved, 15, ("IS-SAVE-02",))
    assert arena["b"].hp == 50 - (4 if saved else 9)


@pytest.mark.rule("IS-SAVE-02")
@pytest.mark.parametrize(("save", "hit_dice"), [(17, 2), (19, 0), (9, 10), (0, 0)])
def test_monsters_add_their_hit_dice(save, hit_dice):
    arena = fight_with(someone("a"), someone("b", "B", hp=50, save=save))
    told = only(arena.do(CallSave("b", threat("damage", "1")), d20(15 - hit_dice)), SaveRolled)
    assert (told.check.total, told.saved) == (15, True)
    assert {modifier.note for modifier in told.check.modifiers} == ({"hit_dice"} if hit_dice else set())


@pytest.mark.rule("IS-SAVE-02")
def test_odds_of_a_save_by_level():
    for level in range(11):
        saved = 0
        for face in range(1, 21):
            one = as_combatant(_sheet(level), 5)
            state = State(options=RULES.options.defaults())
            scene = RULES.scene(state, ScriptedDice((20, face)))
            saved += saving_throw(scene, one, None)
        assert saved == min(6 + level, 20)


def _sheet(level):
    from arbitro.rules.whitebox.people.state import Character
    from arbitro.rules.whitebox.terms import Named

    return Character("x", Named("x", "x"), "human", "champion" if level else "", "law", {}, 5, 5, (), max(level, 1))


# -------------------------------------------------------------------- morale


def orcs(count: int, *, leader: bool = False, **more: object) -> list:
    found = [someone(f"o{n}", "B", group="orcs", **more) for n in range(count)]
    return found + ([someone("chief", "B", group="orcs", leader=True)] if leader else [])


RESULTS = {2: "surrender", 3: "flee", 5: "flee", 6: "hold", 8: "hold", 9: "pursue", 11: "pursue", 12: "fanatic"}


@pytest.mark.rule("IS-MORALE-03", "IS-MORALE-05")
@pytest.mark.parametrize(("total", "result"), RESULTS.items())
def test_table_20_with_its_new_meanings(total, result):
    arena = fight_with(someone("a"), *orcs(2))
    told = only(arena.do(CheckMorale("orcs"), d6(total // 2), d6(total - total // 2)), MoraleRolled)
    assert (told.result, told.rules) == (result, ("IS-MORALE-03", "IS-MORALE-05"))


@pytest.mark.rule("IS-MORALE-05")
def test_odds_and_open_ends_of_table_20():
    table = RULES.rules.numbers.morale
    odds: dict[str, int] = {}
    for one, other in product(range(1, 7), repeat=2):
        row, _ = table.roll(ScriptedDice((6, one), (6, other)), (), "morale")
        odds[row.result] = odds.get(row.result, 0) + 1
    assert odds == {"surrender": 1, "flee": 9, "hold": 16, "pursue": 9, "fanatic": 1}
    totals = (1, 2, 3, 5, 6, 8, 9, 11, 12, 14)
    named = [table.at(total).result for total in totals]
    assert named == [
        "surrender", "surrender", "flee", "flee", "hold", "hold", "pursue", "pursue", "fanatic", "fanatic",
    ]  # fmt: skip


@pytest.mark.rule("IS-MORALE-05")
def test_whoever_fights_to_the_last_neither_runs_nor_gives_up_and_is_not_asked_again():
    arena = fight_with(someone("a"), *orcs(2), first="B", intents={"o0": ("flee",)})
    arena.do(CheckMorale("orcs"), d6(6), d6(6))
    assert arena.refused(Run("o0")).rules == ("IS-MORALE-05",)
    assert arena.refused(Surrender("o1")).code == "fanatic"
    assert only(arena.do(CheckMorale("orcs")), MoraleStands).rules == ("IS-MORALE-05",)


@pytest.mark.rule("IS-MORALE-05")
def test_those_who_hold_do_not_go_nearer_but_fight():
    arena = fight_with(someone("a"), *orcs(1), someone("far", "B", group="orcs", at=60), first="B")
    arena.do(CheckMorale("orcs"), d6(3), d6(4))
    assert arena.refused(Close("far", "a")).code == "holds_ground"
    arena.do(Attack("o0", "a"), d20(2))


@pytest.mark.rule("IS-MORALE-05")
@pytest.mark.parametrize(("morale", "chased"), [((4, 5), True), ((3, 4), False)])
def test_only_pursuers_go_after_runners_and_only_a_little_way(morale, chased):
    arena = fight_with(someone("a", rate=6), *orcs(1), intents={"a": ("flee",)})
    arena.do(CheckMorale("orcs"), d6(morale[0]), d6(morale[1]))
    arena.do(Run("a"))
    one, foe = arena["o0"], arena["a"]
    assert RULES.rules.worth_chasing(arena.fight, one, foe) is chased


@pytest.mark.rule("IS-MORALE-04")
def test_more_than_half_lost_weighs_and_exactly_half_does_not():
    for lost, result in ((5, "flee"), (4, "hold")):
        arena = fight_with(someone("a"), *orcs(8, hp=1))
        for number in range(lost):
            arena.do(CallSave(f"o{number}", threat("death", save=False)))
        assert only(arena.do(CheckMorale("orcs"), d6(3), d6(3)), MoraleRolled).result == result


@pytest.mark.rule("IS-MORALE-04")
def test_a_leader_steadies_and_the_referee_may_weigh_otherwise():
    arena = fight_with(someone("a"), *orcs(2, leader=True))
    told = only(arena.do(CheckMorale("orcs"), d6(4), d6(4)), MoraleRolled)
    assert (told.result, [(m.amount, m.rule) for m in told.lookup.modifiers]) == ("pursue", [(1, "IS-MORALE-04")])
    arena.do(WeighMorale("orcs", leader=0, other=-3))
    assert only(arena.do(CheckMorale("orcs"), d6(4), d6(4)), MoraleRolled).result == "flee"
    assert arena.refused(WeighMorale("orcs", other=40)).code == "bad_weight"
    assert arena.refused(WeighMorale("nobody")).code == "no_group"


@pytest.mark.rule("IS-MORALE-01", "IS-MORALE-02")
def test_the_fearless_fight_on_and_for_others_the_referee_is_reminded():
    arena = fight_with(someone("a"), *orcs(2, fearless=True))
    assert only(arena.do(CheckMorale("orcs")), MoraleStands).rules == ("IS-MORALE-01",)
    arena = fight_with(someone("a"), *orcs(2))
    events = arena.do(CallSave("o0", threat("death", save=False)))
    assert any(event.rules == ("IS-MORALE-02",) and event.audience == "referee" for event in events)


@pytest.mark.rule("IS-LOYAL-05")
@pytest.mark.parametrize(
    ("switch", "loyalty", "faces", "result"),
    [(True, 2, (2, 2), "hold"), (True, -1, (3, 3), "flee"), (False, 2, (2, 2), "flee")],
)
def test_loyalty_on_morale_by_the_option(switch, loyalty, faces, result):
    arena = fight_with(someone("a"), *orcs(2, loyalty=loyalty), loyalty_to_morale=switch)
    assert only(arena.do(CheckMorale("orcs"), *sixes(*faces)), MoraleRolled).result == result


@pytest.mark.rule("IS-SURP-01", "IS-SURP-02", "IS-LIGHT-04")
def test_surprise_is_settled_before_declarations_and_light_gives_away():
    arena = Arena(someone("a", hp=9), someone("b", "B", hp=9), dice=sixes(5, 2))
    assert arena.moment == (0, "free", ("A",))
    arena.do(Attack("a", "b"), d20(15), d6(4))
    arena.do(EndTurn("A"))
    assert (arena["b"].hp, arena.fight.phase) == (5, "declare")
    lit = Arena(someone("a"), someone("b", "B"), dice=sixes(2), lights=("A",))
    assert lit.moment == (0, "free", ("B",)), "only the bearers of light can be surprised"


@pytest.mark.rule("IS-MELEE-01", "IS-MOVE-05")
def test_ten_feet_is_melee_and_a_round_is_a_third_of_the_rate():
    arena = fight_with(someone("a", rate=6), someone("b", "B", at=11))
    assert arena.refused(Attack("a", "b")).rules == ("IS-MELEE-01",)
    assert combat_move(arena["a"]) == 20
    arena.do(Move("a", 1))
    arena.do(Attack("a", "b"), d20(2))


@pytest.mark.rule("IS-MOVE-03", "IS-MOVE-05")
def test_a_rate_of_fifteen_feet_is_five_feet_a_round():
    arena = fight_with(someone("a", rate=1.5), someone("b", "B", at=60))
    assert combat_move(arena["a"]) == 5


def test_turns_begin_with_this_games_citations():
    arena = fight_with(someone("a"), someone("b", "B"))
    assert found(arena.events, TurnBegan)[-1].rules == ("IS-INIT-03",)
