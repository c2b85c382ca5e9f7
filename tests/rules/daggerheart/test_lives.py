"""Death moves, scars, rests, levels, characters."""

import pytest
from tests.rules.daggerheart.bench import BOOKS, RULES, Bench, acting, foe, hero, play

from arbitro.kernel.seat import Seat
from arbitro.rules.daggerheart.commands import (
    Advance,
    BeginRest,
    CutRest,
    DeathMove,
    EndRest,
    FoeAttack,
    LevelUp,
    RestMove,
    SkipTime,
    SplitHealing,
    StartCampaign,
    SwapCard,
    TakeCard,
)
from arbitro.rules.daggerheart.content import load_library
from arbitro.rules.daggerheart.events import DamageRolled
from arbitro.rules.daggerheart.numbers import thresholds_of
from arbitro.rules.daggerheart.scenes import lawful
from arbitro.rules.daggerheart.state import Condition, Countdown, State, Weapon
from arbitro.rules.daggerheart.words import Named, tier_of


def dying(*others: object, options: dict[str, object] | None = None, **changes: object) -> Bench:
    """Ada has just marked her last Hit Point."""
    marks = {"hp_marked": 5, "armour_marked": 3, **changes}
    bench = play(hero(**marks), hero("bo"), *(others or (foe(hp=9),)), turn=acting(), options=options)
    return bench.do(FoeAttack("orc", "ada"), (20, 19), (8, 1))


@pytest.mark.rule("DHP-DEATH-01", "DHP-HP-01")
def test_only_death_moves_are_open_to_the_dying():
    bench = dying()
    player = Seat("p", "player", frozenset({"ada"}))
    offered = {each.command for each in RULES.choices(bench.state, player)}
    assert offered == {"death_move"}
    assert {each.id for each in RULES.choices(bench.state, player)} == {
        "death_move/blaze_of_glory",
        "death_move/avoid_death",
        "death_move/risk_it_all",
    }


@pytest.mark.rule("DHP-DEATH-02")
def test_blaze_of_glory():
    weapon = Weapon("w", Named("w", "w"), "agility", "melee", 8, 1)
    bench = dying(weapons=(weapon,), proficiency=2).do(DeathMove("ada", "blaze_of_glory", "orc"), (8, 4), (8, 4))
    assert bench.only(DamageRolled).amount == 25
    assert (bench.hero().status, bench.foe().hp_marked) == ("dead", 3)


@pytest.mark.rule("DHP-DEATH-03", "DHP-DEATH-05")
@pytest.mark.parametrize(("face", "scars"), [(3, 1), (4, 0)])
def test_avoid_death(face, scars):
    bench = dying(level=3, hope=6).do(DeathMove("ada", "avoid_death"), (12, face))
    assert (bench.hero().status, bench.hero().scars) == ("unconscious", scars)
    assert bench.hero().hope == 6 - scars


@pytest.mark.rule("DHP-DEATH-04")
def test_risk_it_all():
    up = dying(stress_marked=5).do(DeathMove("ada", "risk_it_all"), (12, 7), (12, 2))
    assert up.asked == "split"
    up.no(SplitHealing("ada", 0), "split")  # at least one Hit Point
    up.do(SplitHealing("ada", 4))
    assert (up.hero().status, up.hero().hp_marked, up.hero().stress_marked) == ("up", 2, 2)
    dead = dying().do(DeathMove("ada", "risk_it_all"), (12, 2), (12, 9))
    assert dead.hero().status == "dead"


@pytest.mark.rule("DHP-DEATH-04")
@pytest.mark.parametrize(("choice", "left"), [("clear_all", (0, 0)), ("clear_nothing", (6, 2))])
def test_doubles_are_an_option(choice, left):
    bench = dying(stress_marked=2, options={"death_risk_double": choice})
    bench.do(DeathMove("ada", "risk_it_all"), (12, 5), (12, 5))
    assert bench.hero().status == "up"
    assert (bench.hero().hp_marked, bench.hero().stress_marked) == left


@pytest.mark.rule("DHP-DEATH-05")
def test_the_sixth_scar_ends_the_journey():
    bench = dying(scars=5, hope=1).do(DeathMove("ada", "avoid_death"), (12, 1))
    assert (bench.hero().status, bench.hero().scars, bench.hero().hope) == ("retired", 6, 0)


# ---------------------------------------------------------------- rests


def camp(*people: object, fear: int = 0, rests: int = 0, **options: object) -> Bench:
    from msgspec.structs import replace

    bench = play(*(people or (hero(), hero("bo"))), fear=fear, in_danger=False, options=options)
    bench.state = replace(bench.state, short_rests=rests)
    return bench


@pytest.mark.rule("DHP-REST-01", "DHP-REST-04")
def test_two_downtime_moves_each_and_the_same_twice_if_wanted():
    bench = camp(hero(hp_marked=5)).do(BeginRest("short"))
    bench.do(RestMove("ada", "tend_to_wounds"), (4, 1)).do(RestMove("ada", "tend_to_wounds"), (4, 2))
    assert bench.hero().hp_marked == 0  # 1d4 + tier, twice
    bench.no(RestMove("ada", "prepare"), "two_moves")
    play(hero()).no(BeginRest("short"), "in_danger")


@pytest.mark.rule("DHP-REST-04")
def test_short_rest_moves():
    tier2 = camp(hero(level=2, hp_marked=4)).do(BeginRest("short")).do(RestMove("ada", "tend_to_wounds"), (4, 3))
    assert tier2.hero().hp_marked == 0
    bench = camp(hero(stress_marked=4, armour_marked=3), hero("bo", armour_marked=2)).do(BeginRest("short"))
    bench.do(RestMove("ada", "clear_stress"), (4, 2)).do(RestMove("ada", "repair_armor", "bo"), (4, 1))
    assert (bench.hero().stress_marked, bench.hero("bo").armour_marked) == (1, 0)
    bench.no(RestMove("bo", "clear_stress", "ada"), "only_self")
    pair = camp(hero(hope=4), hero("bo", hope=5)).do(BeginRest("short"))
    pair.do(RestMove("ada", "prepare")).do(RestMove("bo", "prepare"))
    assert (pair.hero().hope, pair.hero("bo").hope) == (6, 6)
    alone = camp(hero(hope=3), hero("bo")).do(BeginRest("short")).do(RestMove("ada", "prepare"))
    assert alone.hero().hope == 4


@pytest.mark.rule("DHP-REST-05")
def test_long_rest_moves():
    bench = camp(hero(hp_marked=5, stress_marked=4), hero("bo", armour_marked=3)).do(BeginRest("long"))
    bench.do(RestMove("ada", "tend_to_all_wounds")).do(RestMove("ada", "clear_all_stress"))
    bench.do(RestMove("bo", "repair_all_armor")).no(RestMove("bo", "clear_stress"), "wrong_rest")
    assert (bench.hero().hp_marked, bench.hero().stress_marked, bench.hero("bo").armour_marked) == (0, 0, 0)
    bench.no(RestMove("bo", "work_on_project"), "no_countdown")
    from msgspec.structs import replace

    project = Countdown("boat", Named("barca", "boat"), "long_term", 3, 3)
    bench.state = replace(bench.state, projects={"boat": project})
    bench.do(RestMove("bo", "work_on_project"))
    assert bench.state.projects["boat"].value == 2


@pytest.mark.rule("DHP-REST-02")
def test_after_three_short_rests_a_long_one():
    camp(rests=3).no(BeginRest("short"), "long_rest_needed")
    long = camp(rests=3).do(BeginRest("long")).do(EndRest(), (4, 1))
    assert long.state.short_rests == 0
    cut = camp(rests=1).do(BeginRest("short")).do(CutRest())
    assert cut.state.short_rests == 1
    assert camp(rests=1).do(BeginRest("short")).do(EndRest(), (4, 1)).state.short_rests == 2


@pytest.mark.rule("DHP-REST-03", "DH-FEAR-03")
def test_interrupted_rests():
    bench = camp(fear=2).do(BeginRest("long")).do(CutRest())
    bench.no(RestMove("ada", "tend_to_all_wounds"), "wrong_rest")
    bench.do(RestMove("ada", "prepare")).no(CutRest(), "rest_moves_made")
    bench.do(EndRest(), (4, 2))
    assert bench.fear == 4  # that of a short rest
    nothing = camp(fear=2).do(BeginRest("short")).do(CutRest())
    assert (nothing.state.rest, nothing.fear) == (None, 2)


@pytest.mark.rule("DHP-REST-03", "DH-FEAR-03")
@pytest.mark.parametrize(("choice", "fear"), [("by_benefit", 3), ("always", 5), ("never", 0)])
def test_fear_of_an_interrupted_long_rest_is_an_option(choice, fear):
    bench = camp(rest_fear_on_interrupted=choice).do(BeginRest("long")).do(CutRest())
    bench.do(EndRest(), *(((4, 3),) if choice != "never" else ()))
    assert bench.fear == fear


@pytest.mark.rule("DH-FEAR-03", "DHP-REST-06")
def test_fear_from_rests():
    four = tuple(hero(who) for who in "abcd")
    assert camp(*four, fear=2).do(BeginRest("short")).do(EndRest(), (4, 3)).fear == 5
    assert camp(*four, fear=8).do(BeginRest("long")).do(EndRest(), (4, 2)).fear == 12
    assert camp(*four).do(BeginRest("short")).do(EndRest(), (4, 4)).fear == 4
    five = tuple(hero(who) for who in "abcde")
    assert camp(*five, fear=3).do(BeginRest("long")).do(EndRest(), (4, 1)).fear == 9
    assert camp(hero("a"), hero("b")).do(SkipTime(), (6, 4), (6, 5)).fear == 9


@pytest.mark.rule("DHP-REST-06", "DHP-COUNT-01")
def test_a_long_rest_may_bring_a_plan_nearer():
    from msgspec.structs import replace

    bench = camp()
    plan = Countdown("war", Named("guerra", "war"), "long_term", 8, 8)
    bench.state = replace(bench.state, projects={"war": plan})
    bench.do(BeginRest("long")).do(EndRest("war"), (4, 1))
    assert bench.state.projects["war"].value == 7
    camp().do(BeginRest("short")).no(EndRest("war"), "no_countdown")


@pytest.mark.rule("DHP-REST-07")
def test_what_a_rest_refreshes():
    from msgspec.structs import replace

    card = replace(BOOKS.powers["bolt_beacon"], id="x", limit="long_rest")
    short_card = replace(card, id="y", limit="rest")
    tired = hero(powers=(card, short_card), used=("x", "y"), dodge=2, conditions=(Condition("poisoned", "s", "rest"),))
    bench = camp(tired).do(BeginRest("short")).do(EndRest(), (4, 1))
    assert (bench.hero().used, bench.hero().dodge, bench.hero().conditions) == (("x",), 0, ())
    bench.do(BeginRest("long")).do(EndRest(), (4, 1))
    assert bench.hero().used == ()


@pytest.mark.rule("DHP-REST-01", "DHP-DEATH-03")
def test_cards_move_at_a_rest_and_the_unconscious_wake_with_a_long_one():
    card = BOOKS.powers["bolt_beacon"]
    bench = camp(hero(powers=(card,)), hero("bo", status="unconscious", hp_marked=6)).do(BeginRest("long"))
    bench.do(SwapCard("ada", "bolt_beacon"))
    assert (bench.hero().sheet.powers, bench.hero().sheet.vault) == ((), (card,))
    bench.do(EndRest(), (4, 1))
    assert (bench.hero("bo").status, bench.hero("bo").hp_marked) == ("up", 5)
    camp(hero(powers=(card,))).no(SwapCard("ada", "bolt_beacon"), "no_rest")


# ---------------------------------------------------------------- levels and characters


@pytest.mark.rule("DHP-LEVEL-01")
def test_levels_and_tiers():
    assert [tier_of(level) for level in (1, 2, 4, 5, 7, 8, 10)] == [1, 2, 2, 3, 3, 4, 4]
    camp(hero(level=10)).no(LevelUp(), "top_level")


@pytest.mark.rule("DHP-LEVEL-02", "DHP-DMG-03")
def test_what_a_level_brings():
    bench = camp(hero(), hero("bo")).do(LevelUp())
    sheet = bench.hero().sheet
    assert (sheet.level, sheet.proficiency, len(sheet.experiences)) == (2, 2, 3)
    assert thresholds_of(bench.hero()) == (8, 15)
    assert (bench.hero().advances, bench.hero().cards) == (2, 1)
    bench.do(Advance("ada", "traits", "agility", "strength"))
    bench.no(Advance("ada", "traits", "agility", "finesse"), "bad_advance")
    bench.do(Advance("ada", "hp")).no(Advance("ada", "stress"), "no_advance")
    assert (bench.hero().sheet.traits["agility"], bench.hero().hp) == (1, 7)
    bench.no(TakeCard("ada", "bolt_beacon"), "no_power")  # not a warrior's domain
    wizard = camp(hero(class_id="wizard")).do(LevelUp()).do(TakeCard("ada", "bolt_beacon"))
    assert (wizard.hero().cards, wizard.hero().sheet.powers[0].id) == (0, "bolt_beacon")
    fifth = camp(hero(level=4, marked_traits=("agility",))).do(LevelUp())
    assert fifth.hero().sheet.marked_traits == ()
    camp(hero()).do(LevelUp()).no(Advance("ada", "proficiency"), "no_slot")  # its slots begin with tier 3
    both = camp(hero(level=4)).do(LevelUp()).do(Advance("ada", "proficiency"))
    assert (both.hero().sheet.proficiency, both.hero().advances) == (3, 0)


@pytest.mark.rule("DHP-TRAIT-01")
def test_traits_of_a_new_character():
    fair = hero(agility=2, strength=1, finesse=1, knowledge=-1)
    assert lawful(load_library(), fair) is None
    Bench(State(RULES.options.defaults())).no(StartCampaign((hero(agility=2, strength=2, knowledge=-1),)), "bad_traits")
    assert BOOKS.guidance.trait_array == (2, 1, 1, 0, 0, -1)


@pytest.mark.rule("DHP-CHAR-01", "DHP-EXP-01", "DHP-HOPE-01")
def test_classes_and_ready_made_characters():
    numbers = {name: (entry.evasion, entry.hp) for name, entry in BOOKS.classes.items()}
    assert numbers == {
        "bard": (10, 5),
        "druid": (10, 6),
        "guardian": (9, 7),
        "ranger": (12, 6),
        "rogue": (12, 6),
        "seraph": (9, 7),
        "sorcerer": (10, 6),
        "warrior": (11, 6),
        "wizard": (11, 5),
    }
    assert {one.sheet.class_id for one in BOOKS.characters.values()} == set(numbers)
    for one in BOOKS.characters.values():
        assert lawful(load_library(), one) is None
        stress = 7 if one.sheet.ancestry == "human" else 6  # High Stamina
        assert (one.hope, one.stress, one.sheet.proficiency, one.sheet.level) == (2, stress, 1, 1)
        assert [each.bonus for each in one.sheet.experiences] == [2, 2]
        assert sum(weapon.hands for weapon in one.sheet.weapons) <= 2


@pytest.mark.rule("DHP-DEATH-02", "DHP-RANGE-01", "DHP-RANGE-03")
@pytest.mark.parametrize(("weapon", "at", "reaches"), [("sword", 5, True), ("sword", 30, True), ("sword", 90, False)])
def test_a_last_blow_must_reach_whom_it_is_meant_for(weapon, at, reaches):
    bench = dying(foe(), foe("two", at=at))
    player = Seat("p", "player", frozenset({"ada"}))
    blaze = next(each for each in RULES.choices(bench.state, player) if each.id == "death_move/blaze_of_glory")
    assert ("two" in [pick.value for pick in blaze.parameters[0].picks]) == reaches
    if not reaches:
        bench.no(DeathMove("ada", "blaze_of_glory", "two", weapon), "out_of_reach")
        return
    bench.do(DeathMove("ada", "blaze_of_glory", "two", weapon), (8, 4))
    assert bench.foe("two").hp_marked


@pytest.mark.rule("DHP-DEATH-02")
def test_a_last_blow_with_a_weapon_that_is_not_there_is_refused():
    dying().no(DeathMove("ada", "blaze_of_glory", "orc", "trebuchet"), "no_weapon")
