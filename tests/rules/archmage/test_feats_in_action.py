"""Feats at work: each by the numbers of its entry, with dice that always show the same face."""

import pytest
from msgspec.structs import replace
from tests.rules.archmage.fixed import FixedDice
from tests.rules.archmage.table import Play, foe, pc, spell, strike
from tests.rules.archmage.test_true_powers import hero, in_state, states

from arbitro.dice.amount import Amount
from arbitro.kernel.command import Command, Refusal
from arbitro.rules.archmage import Archmage
from arbitro.rules.archmage import commands as c
from arbitro.rules.archmage import effects as do
from arbitro.rules.archmage import events as e
from arbitro.rules.archmage.catalogue import load_books
from arbitro.rules.archmage.characters import Bow, Hero, Weapon
from arbitro.rules.archmage.choosing import power_options
from arbitro.rules.archmage.conditions import takes_hold
from arbitro.rules.archmage.numbers import defence_of, initiative_bonus
from arbitro.rules.archmage.ongoing_effects import Affliction, Boost, Ongoing, Spent, Until
from arbitro.rules.archmage.power import ABILITIES, TIERS, Named, Rider
from arbitro.rules.archmage.state import Profile


def feats(name: str, *tiers: str) -> tuple[str, ...]:
    known = load_books().powers[name].feats
    return tuple(f"{name}/{tier}" for tier in tiers or TIERS if tier in known)


def go(play: Play, command: Command, **faces: int) -> Play:
    """Carry a command out with dice that show what is named for their purpose, and else their highest."""
    resolved = play.game.decide(play.state, command, FixedDice(**faces))
    assert not isinstance(resolved, Refusal), resolved
    play.state, play.events = resolved.state, resolved.events
    return play


def hit(play: Play, power: str = "melee", at: str = "orc", natural: int = 12, **faces: int) -> Play:
    return go(play, c.Attack("ada", power, at), **{"attack": natural, "damage": 1, **faces})


def yes(play: Play, power: str, who: str = "ada", **faces: int) -> Play:
    assert play.asked == (who, "interrupt")
    return go(play, c.Interrupt(who, "yes", power), **faces)


def against(game: Archmage, ada: Profile, *others: Profile, **more: int) -> Play:
    """Ada in melee with an orc of many hit points."""
    return Play(game).begin(ada, foe("orc", hp=900, ac=10, pd=10, md=10, **more), *others).engage("ada", "orc")


def dealt(play: Play, who: str = "orc") -> int:
    return sum(event.amount for event in play.all(e.DamageDealt) if event.target == who)


def boosts(play: Play, stat: str, who: str = "ada") -> list[int]:
    return [each.value for each in play.one(who).boosts if each.stat == stat]


# -------------------------------------------------------------------- barbarian, bard


@pytest.mark.rule("AE-ATK-06")
@pytest.mark.parametrize(("tiers", "sides"), [((), 4), (("adventurer",), 6), (("adventurer", "champion"), 10)])
def test_a_frenzy_grows_by_dice_of_the_feats(game: Archmage, tiers, sides: int) -> None:
    own = feats("barbarian_building_frenzy", *tiers) if tiers else ()
    ada = hero("barbarian", level=5, talents=("barbarian_building_frenzy",), feats=own)
    play = against(
        game,
        ada,
    ).change("orc", profile=foe("orc", hp=900, ac=99))
    yes(hit(play, natural=3), "barbarian-building-frenzy")
    hit(play.change("ada", actions=("standard",)), natural=3)
    dice = [each.dice for each in play.one("ada").boosts if each.stat == "damage"]
    assert dice == [Amount(1, sides)] * 2


@pytest.mark.parametrize(("hp", "gained"), [(1, 20), (800, 0)])
def test_a_slayer_draws_strength_from_whom_the_blow_brings_down(game: Archmage, hp: int, gained: int) -> None:
    ada = hero("barbarian", level=8, talents=("barbarian_slayer",), feats=feats("barbarian_slayer"))
    play = Play(game).begin(ada, foe("orc", hp=1600), foe("ogre"))
    go(play, c.Move("ada", "engage", "orc", past="none")).change("orc", hp=hp)
    assert hit(play, natural=15).one("ada").temp_hp == gained


@pytest.mark.rule("AE-RESIST-01")
def test_the_relentless_need_no_rage_after_a_critical(game: Archmage) -> None:
    own = feats("barbarian_relentless", "epic")
    play = against(game, hero("barbarian", level=8, talents=("barbarian_relentless",), feats=own))
    assert not boosts(hit(play, natural=19), "resist")
    play.change("ada", actions=("standard",))
    assert boosts(hit(play, natural=20), "resist") == [12]


def test_a_chant_is_tried_again_for_a_recovery_and_once_a_day_rings_out(game: Archmage) -> None:
    ada = hero("bard", "bard_battle_chant", level=8, talents=("bard_loremaster",), feats=feats("bard_battle_chant"))
    play = Play(game).begin(ada, foe("orc", hp=900, md=60))
    had = play.one("ada").recoveries
    yes(hit(play, "bard-battle-chant", natural=2), "bard-chant-again")
    assert play.one("ada").recoveries == had - 1
    loud = Play(game).begin(ada, foe("orc", hp=900, md=5))
    go(loud, c.Attack("ada", "bard-great-chant", "ada"))
    assert dealt(hit(loud, "bard-battle-chant", natural=15)) == 6 + 9, "six tens and three times Charisma"


# -------------------------------------------------------------------- cleric


@pytest.mark.rule("AE-RECOVERY-02")
@pytest.mark.parametrize(("beside", "hp", "more"), [(True, 10, 30), (False, 10, 0), (False, 0, 30)])
def test_a_cleric_heals_more_beside_and_who_is_down(game: Archmage, beside: bool, hp: int, more: int) -> None:
    ada = hero("cleric", "cleric_heal", level=8, talents=("cleric_domain_healing",), feats=feats("cleric_heal"))
    play = Play(game).begin(ada, pc("bea", hp=400), foe()).change("bea", hp=hp)
    if hp <= 0:
        play.change("bea", awareness="unconscious")
    if beside:
        play.change("ada", beside=("bea",)).change("bea", beside=("ada",))
    hit(play, "cleric-heal", "bea", healing=10)
    assert sum(event.amount for event in play.all(e.Healed)) == more, "ten times Charisma where nobody stands"


@pytest.mark.parametrize(("tiers", "die"), [(("adventurer",), 4), (("adventurer", "champion"), 8)])
def test_divine_strength_throws_a_die_for_each_level(game: Archmage, tiers, die: int) -> None:
    own = feats("cleric_domain_strength", *tiers)
    play = against(game, hero("cleric", level=5, talents=("cleric_domain_strength",), feats=own))
    yes(hit(play), "cleric-mighty-blow")
    (dice,) = [event.dice for event in play.all(e.CountRolled)]
    assert [each.sides for each in dice] == [die] * 5


def test_a_god_of_war_marks_a_foe_for_everybody_until_the_next_turn(game: Archmage) -> None:
    own = feats("cleric_domain_war")
    ada = hero("cleric", level=8, talents=("cleric_domain_war",), feats=own)
    play = hit(against(game, ada, pc("bea"), foe("ogre", hp=90)))
    found = {(each.stat, each.value, each.against) for each in play.one("bea").boosts}
    assert found == {("attack", 1, "orc"), ("damage", 2 * 3, "orc")}
    play.until("bea").engage("bea", "orc").engage("bea", "ogre")
    totals = []
    for who in ("orc", "ogre"):
        play.change("bea", actions=("standard",))
        go(play, c.Attack("bea", "sword", who), attack=5)
        totals.append(play.find(e.AttackRolled).check.total)
    assert totals[0] == totals[1] + 1
    play.until("ada")
    assert not play.one("bea").boosts


def test_protection_saves_one_of_those_a_spell_is_for(game: Archmage) -> None:
    ada = hero(
        "cleric",
        "cleric_bless",
        talents=("cleric_domain_protection",),
        feats=feats("cleric_domain_protection", "adventurer"),
    )
    (rider,) = [each for each in ada.known("cleric-bless").riders if each.source == "cleric-domain-protection"]
    blessing = spell(id="blessing", friendly=True, damage=Amount(), targets=Amount(plus=2), riders=(rider,))
    play = Play(game).begin(replace(ada, attacks=(*ada.attacks, blessing)), pc("bea"), pc("cia"), foe())
    for who in ("bea", "cia"):
        play.change(who, ongoing=(Ongoing("fire", 5, "fire", 11, "orc"),))
    go(play, c.Attack("ada", "blessing", "bea,cia"), save_ongoing=15)
    assert (play.one("bea").ongoing, len(play.one("cia").ongoing)) == ((), 1)


# -------------------------------------------------------------------- commander


def commander(*powers: str, level: int = 8, of: str = "", talents=("commander_strategist",), **more) -> Profile:
    own = feats(of or powers[0])
    return hero("commander", *powers, level=level, feats=own, talents=talents, **more)


def test_the_front_line_and_odds_well_weighed_bring_points(game: Archmage) -> None:
    play = against(game, commander(of="commander_fight_from_the_front"))
    before = play.one("ada").pools["command"]
    yes(hit(play, points=1), "commander-front-line", points=1)
    assert play.one("ada").pools["command"] == before + 1 + 2 * 3
    weighed = against(game, commander(of="commander_weigh_the_odds"))
    go(weighed, c.Attack("ada", "commander-well-weighed", "ada"), points=2)
    assert weighed.one("ada").pools["command"] == before + 2 + 3


def test_two_get_out_for_a_point_more(game: Archmage) -> None:
    ada = commander("commander_get_out_of_there")
    play = Play(game).begin(ada, pc("bea", hp=40), pc("cia"), foe("orc", hp=90), foe("ogre", hp=90))
    play.engage("bea", "orc").engage("cia", "ogre").change("bea", hp=5).change("ada", pools={"command": 9})
    play.end()
    yes(play, "commander-get-out-both")
    assert (play.one("bea").engaged, play.one("cia").engaged, play.one("ada").pools) == ((), (), {"command": 6})


@pytest.mark.rule("AE-OPP-01")
def test_an_opening_is_struck_harder_for_nothing(game: Archmage) -> None:
    play = Play(game).begin(foe("orc", hp=900), commander("commander_hit_harder"), pc("bea", level=8))
    play.engage("bea", "orc").change("ada", pools={"command": 0})
    go(play, c.Move("orc", "away"))
    go(play, c.Opportunity("bea", "yes"), attack=15)
    yes(play, "commander-opening-taken", damage=1, damage_again=8)
    assert dealt(play) == 8 * 8 + 3 * 3


def test_calm_at_a_price_leaves_the_die_alone(game: Archmage) -> None:
    play = Play(game).begin(commander("commander_just_stay_calm"), pc("bea", hp=40), foe()).set(escalation=3)
    play.change("bea", hp=5).change("ada", pools={"command": 3})
    go(play, c.Attack("ada", "commander-calm-at-a-price", "bea"), targets=1)
    assert (play.fight.escalation, play.one("ada").pools["command"]) == (3, 2)
    assert play.refused(c.Attack("ada", "commander-just-stay-calm", "bea")) == "power_spent"


@pytest.mark.parametrize("shown", [0, 3])
def test_whoever_is_outwitted_is_hurt_by_the_escalation_die(game: Archmage, shown: int) -> None:
    play = against(game, commander("commander_outmaneuver")).set(escalation=shown).change("ada", pools={"command": 0})
    yes(hit(play, "commander-outmaneuver"), "commander-outwitted", damage=4)
    assert dealt(play) == 4 * shown


def test_one_of_those_bucked_up_recovers_and_a_late_rally_dazes_nobody(game: Archmage) -> None:
    play = Play(game).begin(commander("commander_buck_up"), pc("bea", hp=40), pc("cia", hp=40), foe())
    play.change("bea", hp=5).change("cia", hp=5)
    go(play, c.Attack("ada", "commander-buck-up", "bea,cia"), targets=1, recovery=3)
    assert [event.who for event in play.all(e.RecoveryUsed)] == ["bea"]
    for shown, laid in ((2, ["dazed"]), (3, [])):
        up = Play(game).begin(commander("commander_on_your_feet"), pc("bea", hp=40), foe()).set(escalation=shown)
        go(up.change("bea", hp=5), c.Attack("ada", "commander-on-your-feet", "bea"), recovery=1)
        assert [each.name for each in up.one("bea").afflictions] == laid


@pytest.mark.rule("AE-CRIT-01")
def test_a_supreme_strike_that_hits_is_a_critical(game: Archmage) -> None:
    ada = commander("commander_supreme_tactical_strike", level=9)
    play = Play(game).begin(ada, pc("bea"), foe("orc", hp=90)).engage("bea", "orc")
    go(play, c.Attack("ada", "commander-supreme-tactical-strike", "bea"), attack=15, damage=5)
    assert (play.find(e.AttackRolled).outcome, dealt(play)) == ("crit", 10)
    low = Play(game).begin(ada, pc("bea"), foe("orc", hp=90)).engage("bea", "orc")
    go(low, c.Attack("ada", "commander-supreme-tactical-strike", "bea"), attack=3)
    assert low.find(e.AttackRolled).outcome == "miss"


@pytest.mark.rule("AE-REST-04")
@pytest.mark.parametrize(("face", "back"), [(13, True), (12, False)])
def test_now_not_later_helps_the_roll_by_charisma(game: Archmage, face: int, back: bool) -> None:
    ray = spell(id="ray", usage="recharge", recharge=16)
    play = Play(game).begin(pc("bea", ray), commander("commander_now_not_later", level=9), foe("orc", hp=900, pd=1))
    go(play, c.Attack("bea", "ray", "orc"), attack=15)
    yes(play, "commander-now-not-later", refresh=face)
    assert (play.one("bea").powers["ray"].used == 0) == back


# -------------------------------------------------------------------- fighter, paladin, ranger, rogue


@pytest.mark.rule("AE-DISENGAGE-05")
@pytest.mark.parametrize(("category", "laid"), [("normal", ["vulnerable"]), ("mook", [])])
def test_whoever_fails_to_get_away_from_a_fighter_pays(game: Archmage, category: str, laid) -> None:
    ada = hero(
        "fighter", level=5, talents=("fighter_cleave",), feats=feats("fighter_threatening", "adventurer", "champion")
    )
    play = Play(game).begin(foe("orc", hp=900, category=category), ada).engage("ada", "orc")
    go(play, c.Disengage("orc"), save_disengage=2)
    assert dealt(play) == 2 * 3
    assert [each.name for each in play.one("orc").afflictions] == laid


def test_a_dead_aim_is_for_one_shot(game: Archmage) -> None:
    ada = hero(
        "fighter",
        level=5,
        talents=("fighter_deadeye_archer",),
        feats=feats("fighter_deadeye_archer", "champion"),
        ranged=Bow("heavy"),
    )
    play = Play(game).begin(ada, foe("orc", hp=900, ac=5))
    go(play, c.Attack("ada", "fighter-dead-aim", "ada"))
    assert hit(play, "ranged", natural=16).find(e.AttackRolled).outcome == "crit"
    play.change("ada", actions=("standard",))
    assert hit(play, "ranged", natural=16).find(e.AttackRolled).outcome == "hit"


def test_a_natural_20_makes_iron_tough_again(game: Archmage) -> None:
    ada = hero("fighter", level=8, talents=("fighter_tough_as_iron",), feats=feats("fighter_tough_as_iron", "epic"))
    play = against(game, ada).change("ada", hp=5)
    go(play, c.Attack("ada", "fighter-tough-as-iron", "ada"), recovery=1)
    assert hit(play, natural=20).one("ada").powers["fighter-tough-as-iron"].used == 0


@pytest.mark.parametrize(("tiers", "left"), [((), False), (("adventurer", "champion"), True)])
def test_a_champion_is_braced_for_every_critical_of_the_time(game: Archmage, tiers, left: bool) -> None:
    own = feats("fighter_brace_for_it", *tiers) if tiers else ()
    ada = hero("fighter", "fighter_brace_for_it", level=5, talents=("fighter_cleave",), feats=own)
    play = in_state(Play(game).begin(foe("orc"), ada).engage("ada", "orc"), "braced")
    go(play, c.Attack("orc", "strike", "ada"), attack=20)
    assert dealt(play, "ada") == 6
    assert ("braced" in states(play)) == left


def test_a_bastion_of_the_epic_tier_takes_half_and_spares_the_friend(game: Archmage) -> None:
    ada = hero("paladin", level=8, talents=("paladin_bastion",), feats=feats("paladin_bastion", "epic"))
    play = (
        Play(game)
        .begin(foe("orc", strike(bonus=40, damage=Amount(plus=20))), ada, pc("bea", hp=90))
        .engage("bea", "orc")
    )
    go(play, c.Attack("orc", "strike", "bea"), attack=15)
    yes(play, "paladin-bastion")
    assert (dealt(play, "bea"), dealt(play, "ada")) == (0, 10)


@pytest.mark.rule("AE-SAVE-01")
@pytest.mark.parametrize("second", [15, 3])
def test_the_implacable_buy_a_second_save_with_hit_points(game: Archmage, second: int) -> None:
    ada = hero("paladin", level=5, talents=("paladin_implacable",), feats=feats("paladin_implacable", "champion"))
    play = Play(game).begin(ada, foe()).change("ada", afflictions=(Affliction("dazed", "orc", 11),))
    before = play.one("ada").hp
    go(play, c.EndTurn("ada"), save_effect=3)
    yes(play, "paladin-implacable-again", save_effect=second)
    assert before - play.one("ada").hp == 5
    assert bool(play.one("ada").afflictions) == (second == 3)


def test_a_paladin_with_training_heals_twice_a_day() -> None:
    ada = hero(
        "paladin",
        level=5,
        talents=("paladin_cleric_training",),
        feats=feats("paladin_cleric_training", "champion"),
        details={"paladin_cleric_training": "cleric_bless"},
    )
    heal = ada.known("paladin-heal")
    assert (heal.usage, heal.uses, heal.action) == ("daily", 2, "quick")


def ranger(talent: str, level: int = 8, **more) -> Profile:
    return hero("ranger", level=level, talents=(talent,), feats=feats(talent), ranged=Bow("light"), **more)


@pytest.mark.rule("AE-CRIT-01")
def test_a_perfect_shot_makes_a_hit_a_critical(game: Archmage) -> None:
    play = Play(game).begin(ranger("ranger_archery"), foe("orc", hp=900, ac=5))
    yes(hit(play, "ranged"), "ranger-sure-shot", damage=1)
    assert play.find(e.DamageDealt).multiplier == 2


@pytest.mark.parametrize("kind", ["melee", "ranged"])
def test_a_double_attack_follows_an_odd_roll_once(game: Archmage, kind: str) -> None:
    ada = ranger(f"ranger_double_{kind}_attack", second=Weapon("light"))
    play = against(game, ada) if kind == "melee" else Play(game).begin(ada, foe("orc", hp=900, ac=5))
    yes(hit(play, f"ranger-double-{kind}-attack", natural=13), f"ranger-odd-{kind}", attack=14, damage=1)
    assert len(play.all(e.AttackRolled)) == 1, "the second; the first came before the question"
    plain = play.change("ada", actions=("standard",))
    assert not hit(plain, "melee" if kind == "melee" else "ranged", natural=13).state.awaiting


@pytest.mark.rule("AE-CRIT-03")
def test_the_first_strike_is_the_better_of_two_and_once_a_day_triple(game: Archmage) -> None:
    play = against(game, ranger("ranger_first_strike"))
    hit(play, natural=17)
    yes(play, "ranger-deadly-start", damage=1)
    assert len(play.all(e.DamageRolled)) == 2
    first, more = (event.amount for event in play.all(e.DamageDealt))
    assert first == 2 * more, "twice, and once more"
    play.change("ada", actions=("standard",))
    second = hit(play, natural=12)
    assert len(second.all(e.DamageRolled)) == 1, "it is no first attack any more"


@pytest.mark.parametrize(("shown", "times"), [(2, 2), (3, 3)])
def test_a_lethal_hunter_triples_criticals_on_the_quarry(game: Archmage, shown: int, times: int) -> None:
    play = against(game, ranger("ranger_lethal_hunter")).set(escalation=shown)
    mark = Boost("ranger-lethal-hunter", "crit_range", 3, Until("battle", "ada"), against="orc")
    hit(play.change("ada", boosts=(mark,)), natural=20)
    if play.state.awaiting:
        go(play, c.Interrupt("ada", "no"), damage=1)
    assert play.find(e.DamageDealt).multiplier == times


def rogue(*powers: str, level: int = 8, talents=("rogue_murderous",), of: str = "") -> Profile:
    return hero("rogue", *powers, level=level, talents=talents, feats=feats(of or powers[0]))


def test_an_evasive_strike_guards_against_the_next_attack_alone(game: Archmage) -> None:
    play = against(game, rogue("rogue_evasive_strike"))
    plain = {name: defence_of(play.state, play.one("ada"), name) for name in ("ac", "pd", "md")}
    hit(play, "rogue-evasive-strike", natural=12)
    now = {name: defence_of(play.state, play.one("ada"), name) for name in plain}
    assert {name: now[name] - plain[name] for name in plain} == {"ac": 2, "pd": 2, "md": 2}
    play.end().engage("ada", "orc")
    go(play, c.Attack("orc", "strike", "ada"), attack=2)
    assert defence_of(play.state, play.one("ada"), "ac") == plain["ac"]


@pytest.mark.rule("AE-CRIT-01")
@pytest.mark.parametrize(("face", "harm"), [(16, 3), (15, 40)])
def test_a_tumbler_takes_the_level_of_whoever_scored(game: Archmage, face: int, harm: int) -> None:
    ada = replace(rogue(of="rogue_tumble", talents=("rogue_tumble",)), max_hp=200)
    play = Play(game).begin(foe("orc", strike(bonus=4, damage=Amount(plus=20)), level=3), ada).engage("ada", "orc")
    go(play, c.Attack("orc", "strike", "ada"), attack=20, save_effect=face)
    assert dealt(play, "ada") == harm


def test_rolling_away_leaves_the_level(game: Archmage) -> None:
    ada = rogue("rogue_roll_with_it")
    hard = strike(bonus=40, damage=Amount(plus=20))
    play = in_state(Play(game).begin(foe("orc", hard, level=3), ada).engage("ada", "orc"), "momentum")
    go(play, c.Attack("orc", "strike", "ada"), attack=12)
    yes(play, "rogue-roll-away")
    assert dealt(play, "ada") == 3


# -------------------------------------------------------------------- monk


@pytest.mark.parametrize(("tiers", "face", "freed"), [((), 11, True), ((), 10, False), (("champion",), 6, True)])
def test_a_soul_of_diamond_shakes_off_a_daze_for_ki(game: Archmage, tiers, face: int, freed: bool) -> None:
    own = feats("monk_diamond_focus", *tiers) if tiers else ()
    ada = hero("monk", "monk_original_venom", level=5, talents=("monk_diamond_focus",), feats=own)
    play = Play(game).begin(ada, foe()).change("ada", afflictions=(Affliction("dazed", "orc"),))
    had = play.one("ada").pools["ki"]
    go(play, c.Attack("ada", "monk-diamond-soul", "ada"), lot=face)
    assert (not play.one("ada").afflictions) == freed
    assert play.one("ada").pools["ki"] == had - 1
    if freed:
        assert play.refused(c.Attack("ada", "monk-diamond-soul", "ada")) == "not_as_things_stand"


@pytest.mark.parametrize("natural", [15, 2])
def test_a_leaf_in_the_gale_takes_half_of_what_falls_on_several(game: Archmage, natural: int) -> None:
    ada = hero("monk", level=5, talents=("monk_leaf_on_wind",), feats=feats("monk_leaf_on_wind", "champion"))
    wave = spell(id="wave", ability=None, bonus=9, damage=Amount(plus=20), miss=Amount(plus=10), targets=Amount(plus=2))
    one = replace(wave, id="jet", targets=Amount(plus=1))
    for attack, halved in ((wave, True), (one, False)):
        play = Play(game).begin(foe("orc", attack), replace(ada, max_hp=200), pc("bea", hp=90)).change("ada", hp=200)
        go(play, c.Attack("orc", attack.id, "ada"), attack=natural)
        assert dealt(play, "ada") == (20 if natural == 15 else 10) // (2 if halved else 1)


def test_a_crusade_grows_with_every_foe_that_falls(game: Archmage) -> None:
    ada = hero(
        "monk",
        "monk_iron_crusader_form",
        level=8,
        talents=("monk_flurry",),
        feats=feats("monk_iron_crusader_form", "epic"),
    )
    play = Play(game).begin(ada, foe("orc", ac=5), foe("ogre", hp=90)).engage("ada", "orc").change("orc", hp=1)
    go(play, c.Attack("ada", "monk-crusade", "ada"))
    assert boosts(hit(play, "melee", natural=15), "crit_range") == [2]


# -------------------------------------------------------------------- spellcasters


def test_clinging_to_life_makes_death_saves_normal(game: Archmage) -> None:
    own = feats("necromancer_wasting_away", "epic")
    ada = hero("necromancer", "necromancer_chant", level=8, talents=("necromancer_redeemer",), feats=own)
    play = Play(game).begin(ada, foe(), pc("bea"))
    go(play, c.Attack("ada", "necromancer-clinging", "ada"))
    play.change("ada", hp=-1, awareness="unconscious").until("bea")
    go(play, c.EndTurn("bea"), save_death=11, recovery=1)
    assert play.one("ada").awareness == "awake"


@pytest.mark.parametrize(("tiers", "targets"), [(("champion",), "bea"), (("champion", "epic"), "bea,ada")])
def test_others_may_take_the_form_of_a_ghost(game: Archmage, tiers, targets: str) -> None:
    ada = hero(
        "necromancer",
        "necromancer_ghost_form",
        level=8,
        talents=("necromancer_redeemer",),
        feats=feats("necromancer_ghost_form", *tiers),
    )
    play = Play(game).begin(ada, pc("bea"), foe())
    go(play, c.Attack("ada", "necromancer-ghost-form", targets))
    for who in targets.split(","):
        assert [(each.stat, each.value) for each in play.one(who).boosts] == [("resist", 16)]


def test_melted_secrets_leave_no_hold_for_the_mind() -> None:
    own = feats("occultist_brain_melting_secrets", "champion")
    ada = hero("occultist", level=5, talents=("occultist_brain_melting_secrets",), feats=own)
    play = Play(Archmage()).begin(ada, foe())
    held = {name: takes_hold(play.one("ada"), name) for name in ("confused", "dazed", "fear", "asleep", "weakened")}
    assert held == {"confused": False, "dazed": False, "fear": False, "asleep": False, "weakened": True}


def occultist(talent: str, *powers: str) -> Profile:
    return hero("occultist", *powers, level=8, talents=(talent,), feats=feats(talent))


@pytest.mark.rule("AE-OPP-01")
@pytest.mark.parametrize(("focused", "more"), [(True, 4), (False, 0)])
def test_a_hewer_with_focus_takes_openings_better(game: Archmage, focused: bool, more: int) -> None:
    play = Play(game).begin(foe("orc", hp=900), occultist("occultist_hewer_of_truth")).engage("ada", "orc")
    play = in_state(play, "focus") if focused else play
    go(play, c.Move("orc", "away"))
    go(play, c.Opportunity("ada", "yes"), attack=10)
    plain = play.find(e.AttackRolled).check
    assert sum(each.amount for each in plain.modifiers if each.note == "feature") == more


def test_the_shadow_cleanses_all_that_burns(game: Archmage) -> None:
    play = Play(game).begin(occultist("occultist_otherworld_shadow"), foe())
    burning = (Ongoing("fire", 5, "fire", 11, "orc"), Ongoing("acid", 5, "acid", 16, "orc"))
    play.change("ada", ongoing=burning, afflictions=(Affliction("dazed", "orc", 11),))
    go(play, c.Attack("ada", "occultist-shadow-cleanses", "ada"))
    assert (play.one("ada").ongoing, len(play.one("ada").afflictions)) == ((), 1)


@pytest.mark.parametrize(("focused", "harm"), [(False, 3 * 3 + 8), (True, 0)])
def test_whoever_misses_the_stance_is_hurt(game: Archmage, focused: bool, harm: int) -> None:
    play = Play(game).begin(foe("orc", hp=900), occultist("occultist_stance_of_necessity")).engage("ada", "orc")
    in_state(play, "stance")
    play = in_state(play, "focus") if focused else play
    go(play, c.Attack("orc", "strike", "ada"), attack=2)
    assert dealt(play) == harm


def test_another_frenzy_comes_late_and_fire_is_resisted_better(game: Archmage) -> None:
    ada = hero(
        "sorcerer",
        "sorcerer_scorching_ray",
        level=8,
        talents=("sorcerer_infernal_heritage",),
        feats=feats("sorcerer_infernal_heritage"),
    )
    assert ada.resistances == {"fire": 16}
    play = Play(game).begin(ada, foe()).set(escalation=4)
    assert play.refused(c.Attack("ada", "sorcerer-frenzy-again", "ada")) == "escalation_too_low"
    go(play.set(escalation=5), c.Attack("ada", "sorcerer-frenzy-again", "ada"))
    assert "frenzy" in states(play)


def test_a_fork_is_thrown_again_once_and_resistance_is_for_one_more(game: Archmage) -> None:
    own = feats("sorcerer_lightning_fork", "adventurer") + feats("sorcerer_resist_energy", "adventurer")
    ada = hero(
        "sorcerer", "sorcerer_lightning_fork", "sorcerer_resist_energy", talents=("sorcerer_spell_fist",), feats=own
    )
    play = Play(game).begin(ada, foe("orc", hp=900, pd=60))
    yes(hit(play, "sorcerer-lightning-fork", natural=3), "sorcerer-fork-again", attack=5)
    assert play.find(e.AttackRolled).again
    assert ada.known("sorcerer-resist-energy").targets == Amount(plus=2)


def wizard(power: str, level: int = 5, *tiers: str) -> Profile:
    return hero("wizard", power, level=level, talents=("wizard_evocation",), feats=feats(power, *tiers))


def test_a_shocking_grasp_dazes_once_a_battle(game: Archmage) -> None:
    play = against(game, wizard("wizard_shocking_grasp", 5, "adventurer", "champion"))
    yes(hit(play, "wizard-shocking-grasp"), "wizard-grasp-dazes", damage=1)
    assert [each.name for each in play.one("orc").afflictions] == ["dazed"]


def test_twin_missiles_share_the_dice(game: Archmage) -> None:
    ada = wizard("wizard_magic_missile", 5, "adventurer")
    assert (ada.known("wizard-magic-missile").damage, ada.known("wizard-two-missiles").damage) == (
        Amount(4, 6),
        Amount(2, 6),
    )
    play = Play(game).begin(ada, foe("orc", hp=90), foe("ogre", hp=90))
    go(play, c.Attack("ada", "wizard-two-missiles", "orc,ogre"), damage=3)
    assert (dealt(play, "orc"), dealt(play, "ogre")) == (6, 6)


@pytest.mark.parametrize(
    ("power", "tiers"), [("wizard_hold_monster", ("adventurer",)), ("wizard_confusion", ("epic",))]
)
def test_a_spell_that_held_nobody_is_back_after_the_battle_but_not_in_it(game: Archmage, power: str, tiers) -> None:
    name = power.replace("_", "-")
    play = Play(game).begin(wizard(power, 8, *tiers), foe("orc", hp=60, md=60))
    hit(play, name, natural=3)
    assert play.one("ada").powers[name].used == 0
    play.change("ada", actions=("standard",))
    assert play.refused(c.Attack("ada", name, "orc")) == "not_as_things_stand"


@pytest.mark.parametrize(("left", "laid"), [(30, ["weakened"]), (31, [])])
def test_colours_weaken_those_below_their_threshold(game: Archmage, left: int, laid) -> None:
    play = Play(game).begin(wizard("wizard_color_spray", 5, "champion"), foe("orc", hp=900, md=5))
    play.change("orc", hp=left + 6)
    hit(play, "wizard-color-spray", targets=1)
    assert [each.name for each in play.one("orc").afflictions] == laid


@pytest.mark.parametrize(("tiers", "count"), [(("champion",), 4), (("champion", "epic"), 5)])
def test_a_salvo_has_a_bolt_and_one_for_each_point_of_intelligence(tiers, count: int) -> None:
    assert wizard("wizard_force_salvo", 8, *tiers).known("wizard-force-salvo").targets == Amount(plus=count)


# -------------------------------------------------------------------- druid, chaos mage


def chaos_mage(*powers: str, **more) -> Profile:
    """A chaos mage who draws no stone as the battle begins."""
    made = hero("chaos_mage", *powers, talents=("chaos_mage_attacking_warp",), **more)
    return replace(made, attacks=tuple(each for each in made.attacks if each.trigger != "battle_begins"))


@pytest.mark.parametrize(("adept", "more"), [(True, 2), (False, 0)])
def test_a_bears_hide_is_for_adepts(game: Archmage, adept: bool, more: int) -> None:
    talents = ("druid_shifter", *(("druid_shifter_adept",) if adept else ()))
    ada = hero("druid", "druid_bear_aspect", level=5, talents=talents, feats=feats("druid_bear_aspect", "champion"))
    play = Play(game).begin(ada, foe())
    plain = defence_of(play.state, play.one("ada"), "ac")
    assert defence_of(play.state, in_state(play, "aspect_bear").one("ada"), "ac") == plain + more


def test_a_crown_answers_a_miss_too(game: Archmage) -> None:
    ada = chaos_mage(
        "chaos_mage_coronation",
        level=8,
        feats=feats("chaos_mage_coronation", "champion", "epic"),
    )
    for natural, save in ((12, 11), (13, 0)):
        play = in_state(
            Play(game).begin(foe("orc", hp=90, md=5), ada).engage("ada", "orc").change("orc", hp=9), "crowned"
        )
        play.change("orc", profile=replace(play.one("orc").profile, attacks=(strike(bonus=-20),)))
        go(play, c.Attack("orc", "strike", "ada"), attack=natural)
        assert [(each.name, each.save) for each in play.one("orc").afflictions] == [("confused", save)]


@pytest.mark.parametrize(("family", "laid"), [("demon", ["hampered"]), ("goblin", [])])
def test_a_castigated_demon_is_hampered(game: Archmage, family: str, laid) -> None:
    ada = chaos_mage(
        level=1,
        feats=feats("chaos_mage_castigation", "adventurer"),
    )
    play = in_state(against(game, ada, family=family), "chaos_1")
    hit(play, "chaos-mage-castigation")
    assert [each.name for each in play.one("orc").afflictions] == laid


# -------------------------------------------------------------------- peoples, and anybody


def of(people: str, *tiers: str, general: tuple[str, ...] = ()) -> Profile:
    return hero("fighter", level=5, talents=("fighter_cleave",), people=people, feats=general, ranged=Bow("heavy"))


@pytest.mark.rule("AE-INIT-02")
def test_a_human_takes_the_better_of_two_initiatives(game: Archmage) -> None:
    play = Play(game).start((c.Member(of("human")), c.Member(foe())), (20, 3), (20, 14), (20, 5))
    assert play.one("ada").initiative == 14 + initiative_bonus(play.one("ada").profile)


@pytest.mark.rule("AE-OPP-01", "AE-DEF-01")
@pytest.mark.parametrize("people", ["gnome", "halfling"])
def test_the_small_slip_past_openings(game: Archmage, people: str) -> None:
    for way, less in ((c.Move("ada", "away"), 2), (None, 0)):
        play = Play(game).begin(of(people), foe()).engage("ada", "orc")
        if way is None:
            play.end()
            go(play, c.Attack("orc", "strike", "ada"), attack=2)
        else:
            go(play, way)
            go(play, c.Opportunity("orc", "yes"), attack=2)
        assert sum(each.amount for each in play.find(e.AttackRolled).check.modifiers) == 5 - less


@pytest.mark.parametrize(("shown", "healed"), [(1, (1 * 5 + 4) // 2), (2, 1 * 5 + 4)])
def test_a_dwarf_asks_whether_that_was_all(game: Archmage, shown: int, healed: int) -> None:
    play = Play(game).begin(foe("orc", strike(bonus=30)), of("dwarf")).engage("ada", "orc").set(escalation=shown)
    play.change("ada", hp=20)
    go(play, c.Attack("orc", "strike", "ada"), attack=12)
    yes(play, "dwarf-best-shot", recovery=1)
    assert play.one("ada").hp == 20 - 6 + healed


@pytest.mark.parametrize(("natural", "asked"), [(5, True), (6, False)])
def test_a_curse_of_chaos_spoils_a_low_roll_and_leaves_the_rest_to_the_referee(game: Archmage, natural, asked) -> None:
    play = Play(game).begin(foe("orc", strike(bonus=30)), of("tiefling")).engage("ada", "orc")
    go(play, c.Attack("orc", "strike", "ada"), attack=natural)
    assert bool(play.state.awaiting) == asked
    if asked:
        yes(play, "tiefling-curse-of-chaos")
        assert dealt(play, "ada") == 0
        assert play.all(e.Prompted)


@pytest.mark.rule("AE-MOD-03")
def test_a_precise_shot_never_strays(game: Archmage) -> None:
    ada = of("dwarf", general=("feat_precise_shot/adventurer",))
    for one, strays in ((ada, 0), (of("dwarf"), 1)):
        play = Play(game).options(stray_shot="mandatory_reroll").begin(one, foe(), pc("bea")).engage("bea", "orc")
        assert len(hit(play, "ranged", natural=1).all(e.ShotStrayed)) == strays


# -------------------------------------------------------------------- what was wrong


@pytest.mark.rule("AE-ATK-06", "AE-DMG-02")
def test_a_slayer_strikes_hard_at_the_staggered_foe_just_reached(game: Archmage) -> None:
    """Nobody had noted whom the slayer came at, so that the dice never came."""
    play = Play(game).begin(hero("barbarian", talents=("barbarian_slayer",)), foe("orc", hp=60)).change("orc", hp=20)
    go(play, c.Move("ada", "engage", "orc"))
    charged = dealt(hit(play, natural=15))
    play.until("orc").until("ada")
    assert charged == dealt(hit(play, natural=15)) + 1


@pytest.mark.rule("AE-ATK-06", "AE-DMG-02")
def test_a_greeting_fist_counts_for_the_first_blow_and_no_other(game: Archmage) -> None:
    """The blow was remembered as soon as it was rolled, so that the bonus never came."""
    play = against(game, hero("monk", talents=("monk_greeting_fist",)))
    go(hit(play, "melee"), c.Interrupt("ada", "no"), damage=1)
    first = dealt(play)
    play.change("ada", actions=("standard",))
    assert first == dealt(hit(play, "melee")) + 1


def test_what_changes_a_blow_may_bring_its_user_something_too(game: Archmage) -> None:
    both = (Rider((do.Lessen(), do.TempHp(Amount(plus=7), "self"))),)
    wards = spell(id="ward", kind="close", action="free", trigger="hit", friendly=True, includes_self=True,
                  reach="beside", damage=Amount(), riders=both)  # fmt: skip
    play = (
        Play(game)
        .begin(foe("orc", strike(bonus=30, damage=Amount(plus=10))), pc("ada", wards, hp=60))
        .engage("ada", "orc")
    )
    go(play, c.Attack("orc", "strike", "ada"), attack=12)
    yes(play, "ward")
    assert dealt(play, "ada") == 5
    assert play.one("ada").temp_hp == 2


@pytest.mark.rule("AE-ATK-05")
@pytest.mark.parametrize(("targets", "less"), [("orc", 0), ("orc,ogre", 2), ("orc,ogre,troll", 3)])
def test_a_crescendo_is_harder_the_more_it_falls_on(game: Archmage, targets: str, less: int) -> None:
    ada = hero("wizard", "wizard_crescendo", level=3, talents=("wizard_evocation",))
    foes = [foe(who, hp=900, pd=5) for who in ("orc", "ogre", "troll")]
    play = Play(game).begin(ada, *foes)
    for who in ("orc", "ogre", "troll"):
        play.engage("ada", who)
    hit(play, "wizard-crescendo", targets)
    totals = {event.check.total for event in play.all(e.AttackRolled)}
    assert totals == {12 + 3 + 3 - less}
    assert len(play.all(e.AttackRolled)) == len(targets.split(","))


@pytest.mark.rule("AE-TARGET-06")
def test_a_reclamation_takes_the_two_weakest_who_are_no_mooks(game: Archmage) -> None:
    ada = hero("druid", "druid_reclamation", level=3, talents=("druid_terrain_caster",))
    others = [
        foe("mook", hp=5, category="mook"),
        *(foe(who, hp=hp, md=5) for who, hp in (("a", 10), ("b", 20), ("c", 30))),
    ]
    play = Play(game).begin(ada, *others)
    name = "druid-reclamation"
    assert play.refused(c.Attack("ada", name, "c")) == "not_the_weakest"
    assert play.refused(c.Attack("ada", name, "mook")) == "not_such_a_target"
    hit(play, name, "a,b")
    assert {event.target for event in play.all(e.AttackRolled)} == {"a", "b"}


@pytest.mark.parametrize(("level", "harm"), [(1, 1), (5, 5 + 3), (8, 8 + 6)])
def test_gathered_power_hurts_the_staggered_alone(game: Archmage, level: int, harm: int) -> None:
    ada = hero("sorcerer", "sorcerer_scorching_ray", level=level, talents=("sorcerer_spell_fist",))
    play = Play(game).begin(ada, foe("orc", hp=90), foe("ogre", hp=90)).change("ogre", hp=20)
    go(play, c.Attack("ada", "sorcerer-gather-power", "ada"), lot=3)
    assert (dealt(play, "orc"), dealt(play, "ogre")) == (0, harm)


@pytest.mark.parametrize(("face", "spent"), [(16, 0), (15, 1)])
def test_a_lethal_half_orc_keeps_the_power_with_a_high_second_roll(game: Archmage, face: int, spent: int) -> None:
    ada = of("half_orc", general=feats("half_orc_lethal", "champion"))
    play = against(game, ada).change("orc", profile=foe("orc", hp=900, ac=18))
    yes(hit(play, natural=2), "half-orc-lethal", attack=face, damage=1)
    assert play.one("ada").powers["half-orc-lethal"].used == spent


# -------------------------------------------------------------------- what grows keeps growing


def test_no_feat_takes_away_what_a_level_has_made_of_a_power() -> None:
    """Riders that a feat puts in place of others would be those of one level for all of them."""
    powers = load_books().powers.items()
    grown = {name: entry for name, entry in powers if any(each.riders is not None for each in entry.by_level.values())}
    lost = [name for name, entry in grown.items() if any(each.riders is not None for each in entry.feats.values())]
    assert lost == []


@pytest.mark.parametrize(("level", "dice", "plus"), [(5, Amount(4, 6), 6), (9, Amount(7, 10), 9)])
def test_a_champions_gauntlet_is_hard_to_shake_off_by_even_hits_and_as_strong_as_ever(level: int, dice, plus) -> None:
    own = feats("necromancer_deaths_gauntlet", "champion", *(("epic",) if level > 7 else ()))
    ada = hero("necromancer", "necromancer_deaths_gauntlet", level=level, talents=("necromancer_redeemer",), feats=own)
    for power in ("deaths-gauntlet", *(("gauntlet-of-the-mind",) if level > 7 else ())):
        odd, even = ada.known(f"necromancer-{power}").riders
        for rider, natural, save in ((odd, "odd", 0), (even, "even", 16)):
            (burn,) = rider.effects
            amount = Amount(burn.amount.count, burn.amount.sides)
            assert (rider.natural, amount, burn.amount.plus, burn.save) == (natural, dice, plus, save)


def test_a_shield_that_chooses_keeps_its_number_and_wild_healing_its_amount() -> None:
    shield = wizard("wizard_shield", 7, "adventurer").known("wizard-shield").riders[0].effects[0]
    assert (shield.worse, shield.amount.plus) == (True, -4)
    own = feats("bard_wild_heal")
    bard = hero("bard", "bard_wild_heal", level=8, talents=("bard_loremaster",), feats=own)
    heal = bard.known("bard-wild-heal").riders[0].effects[0]
    assert (heal.free, heal.amount.plus) == (True, 15)


@pytest.mark.parametrize(("tiers", "natural", "gained"), [((), 2, 0), (("adventurer",), 2, 8), ((), 12, 8)])
def test_a_holy_spark_warms_a_friend_on_a_miss_too(game: Archmage, tiers, natural: int, gained: int) -> None:
    ada = chaos_mage(level=5, feats=feats("chaos_mage_holy_spark", *tiers) if tiers else ())
    play = in_state(Play(game).begin(ada, pc("bea"), foe("orc", hp=900)), "chaos_8")
    assert hit(play, "chaos-mage-holy-spark", natural=natural).one("bea").temp_hp == gained


@pytest.mark.parametrize(("left", "laid"), [(35, ["weakened"]), (36, [])])
def test_colours_with_the_feat_reach_five_points_further(game: Archmage, left: int, laid) -> None:
    play = Play(game).begin(wizard("wizard_color_spray", 5, "adventurer"), foe("orc", hp=900, md=5))
    hit(play.change("orc", hp=left + 6), "wizard-color-spray", targets=1)
    assert [each.name for each in play.one("orc").afflictions] == laid


@pytest.mark.rule("AE-TARGET-06")
def test_a_chant_passes_over_mooks_and_late_in_the_battle_takes_two(game: Archmage) -> None:
    ada = hero(
        "necromancer", "necromancer_chant", level=8, talents=("necromancer_redeemer",), feats=feats("necromancer_chant")
    )
    others = [foe("mook", hp=5, category="mook"), *(foe(who, hp=hp, md=5) for who, hp in (("a", 10), ("b", 20)))]
    play = Play(game).begin(ada, *others).set(escalation=3)
    assert play.refused(c.Attack("ada", "necromancer-chant", "a")) == "not_the_weakest"
    assert game.allows(play.state, c.Attack("ada", "necromancer-chant-past-mooks", "a"))
    two = c.Attack("ada", "necromancer-chant-for-two", "mook,a")
    assert play.refused(two) == "escalation_too_low"
    assert game.allows(play.set(escalation=4).state, two)


def test_an_unbounded_ray_is_the_same_ray(game: Archmage) -> None:
    ada = hero("necromancer", "necromancer_ray_of_enfeeblement", level=5, talents=("necromancer_redeemer",),
               feats=feats("necromancer_ray_of_enfeeblement", "adventurer"))  # fmt: skip
    play = Play(game).begin(ada, foe("orc", hp=900, pd=5)).set(escalation=3)
    assert play.refused(c.Attack("ada", "necromancer-ray-of-enfeeblement", "orc")) == "too_many_hp"
    hit(play, "necromancer-ray-without-bound")
    play.change("ada", actions=("standard",)).change("orc", hp=50)
    assert play.refused(c.Attack("ada", "necromancer-ray-of-enfeeblement", "orc")) == "power_spent"


def test_a_supreme_discipline_guards_by_the_escalation_die_until_a_miss(game: Archmage) -> None:
    own = feats("monk_temple_weapon_master", "adventurer")
    ada = hero("monk", "monk_original_venom", level=5, talents=("monk_temple_weapon_master",), feats=own)
    play = against(game, ada).set(escalation=3).change("orc", profile=foe("orc", strike(bonus=-9), hp=900, ac=60))
    plain = {name: defence_of(play.state, play.one("ada"), name) for name in ("ac", "pd")}
    yes(hit(play, natural=4), "monk-temple-weapon-master", damage=1)
    go(play, c.Attack("ada", "monk-supreme-discipline", "ada"))
    assert {name: defence_of(play.state, play.one("ada"), name) - plain[name] for name in plain} == {"ac": 3, "pd": 3}
    play.end()
    go(play, c.Attack("orc", "strike", "ada"), attack=2)
    assert "discipline" not in states(play)


def test_pivots_are_surer_for_casters_of_their_kind() -> None:
    own = feats("druid_elemental_pivot")
    for talents, more in ((("druid_warrior_druid", "druid_elemental_caster"), 2), (("druid_warrior_druid",), 0)):
        ada = hero("druid", "druid_elemental_pivot", level=5, talents=talents, feats=own)
        assert ada.known("druid-pivot-flame-spear").bonus == more
        assert any(each.source == "druid-elemental-pivot" or each.state == "pivot" for each in ada.bonuses) == bool(
            more
        )


@pytest.mark.parametrize("shown", [0, 4])
def test_a_storm_grows_with_the_escalation_die(game: Archmage, shown: int) -> None:
    own = feats("druid_invoke_the_storm", "adventurer", "epic")
    ada = hero("druid", "druid_invoke_the_storm", level=8, talents=("druid_warrior_druid",), feats=own)
    play = against(game, ada, foe("ogre", hp=900)).set(escalation=shown)
    go(play, c.Attack("ada", "melee", "orc", flexible=True), attack=15)
    go(play, c.PickFlexible("ada", "druid-invoke-the-storm"), damage=2)
    assert dealt(play, "ogre") == 5 * 2 + 5 * shown


def test_an_invocation_of_a_champion_brings_two_heals_back(game: Archmage) -> None:
    own = feats("cleric_domain_healing", "champion")
    ada = hero("cleric", "cleric_heal", level=5, talents=("cleric_domain_healing",), feats=own)
    play = Play(game).begin(ada, foe()).change("ada", powers={"cleric-heal": Spent(used=2)})
    go(play, c.Attack("ada", "cleric-invocation-of-healing", "ada"))
    assert play.one("ada").powers["cleric-heal"].used == 0


@pytest.mark.parametrize(("shown", "more"), [(3, 0), (4, 1)])
def test_a_captain_gathers_points_late_in_the_battle(game: Archmage, shown: int, more: int) -> None:
    own = feats("commander_battle_captain")
    ada = hero("commander", level=8, talents=("commander_battle_captain",), feats=own)
    play = Play(game).begin(foe(), ada).set(escalation=shown)
    before = play.one("ada").pools["command"]
    play.end()
    assert play.one("ada").pools["command"] == before + more


def test_power_is_gathered_as_one_likes_once_and_late_in_a_hurry(game: Archmage) -> None:
    own = feats("sorcerer_gather_power", "adventurer", "champion")
    ada = hero("sorcerer", "sorcerer_scorching_ray", level=5, talents=("sorcerer_spell_fist",), feats=own)
    play = Play(game).begin(ada, foe("orc", hp=90)).set(escalation=4)
    go(play, c.Attack("ada", "sorcerer-gather-bolt", "ada"))
    assert (dealt(play), "gathered" in states(play)) == (5 + 3, True)
    play.change("ada", actions=("standard", "quick"))
    assert play.refused(c.Attack("ada", "sorcerer-gather-guard", "ada")) == "power_spent"
    go(play, c.Attack("ada", "sorcerer-gather-at-once", "ada"), lot=1)
    assert play.one("ada").actions == ("standard",)


@pytest.mark.rule("AE-ATK-06")
@pytest.mark.parametrize(("level", "champion", "epic"), [(4, 0, 0), (5, 1, 0), (7, 2, 0), (8, 3, 1), (10, 4, 2)])
def test_a_monk_learns_only_so_many_forms_of_the_higher_tiers(level: int, champion: int, epic: int) -> None:
    books = load_books()
    made = Hero("ada", Named("Ada", "Ada", "f"), "monk", level, dict.fromkeys(ABILITIES, 14), melee=Weapon("punch"))
    for tiers, most in ((("epic", "champion"), champion), (("epic",), epic)):
        taken = made
        while found := [name for name in power_options(books, taken, "forms") if books.powers[name].tier in tiers]:
            taken = replace(taken, powers=(*taken.powers, found[-1]))
        assert len(taken.powers) == most
    assert power_options(books, replace(made, powers=taken.powers), "forms"), "lower forms are always open"
