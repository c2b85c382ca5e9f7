"""Magic items that answer blows, moves and saves, and ammunition that is used once: by the numbers of their entries."""

import pytest
from msgspec.structs import replace
from tests.rules.archmage.table import Play, foe, pc, spell, strike
from tests.rules.archmage.test_magic_items import gear, worn

from arbitro.dice.amount import Amount
from arbitro.rules.archmage import Archmage
from arbitro.rules.archmage import commands as c
from arbitro.rules.archmage import effects as do
from arbitro.rules.archmage import events as e
from arbitro.rules.archmage.numbers import defence_of
from arbitro.rules.archmage.ongoing_effects import Mark, Ongoing
from arbitro.rules.archmage.power import Rider

HARD = strike(bonus=40, damage=Amount(plus=20))
MIND = strike(id="gaze", kind="close", reach="nearby", defence="md", bonus=40, damage=Amount(plus=4),
              riders=(Rider((do.Condition(("dazed",), 11),)),))  # fmt: skip
BODY = replace(MIND, id="spores", defence="pd", riders=(Rider((do.Ongoing(Amount(plus=5), "poison"),)),))


def struck(game: Archmage, *items, attack=HARD, level=1, natural=12, answer: str = "", **more) -> Play:
    """Ada, who wears some things, is struck at by an orc; she answers with the one that is named."""
    ada = replace(worn(*items, level=level, **more), max_hp=200)
    play = Play(game).begin(foe("orc", attack, hp=90), ada).engage("orc", "ada")
    play.do(c.Attack("orc", attack.id, "ada"), (20, natural))
    if answer:
        assert play.asked == ("ada", "interrupt")
        play.do(c.Interrupt("ada", "yes", answer))
    return play


def lost(play: Play) -> int:
    return 200 - play.one("ada").hp


@pytest.mark.rule("AE-OPP-01", "AE-STACK-01")
def test_a_clever_step_is_hard_to_hit_only_for_those_one_walks_away_from(game: Archmage) -> None:
    ada = worn(gear("clever_step"), armour="light")
    play = Play(game).begin(ada, foe()).engage("ada", "orc")
    play.do(c.Move("ada", "away")).do(c.Opportunity("orc", "yes"), (20, 10))
    assert sum(each.amount for each in play.find(e.AttackRolled).check.modifiers) == 5 - 4
    plain = Play(game).begin(foe(), ada).engage("ada", "orc").do(c.Attack("orc", "strike", "ada"), (20, 2))
    assert sum(each.amount for each in plain.find(e.AttackRolled).check.modifiers) == 5


@pytest.mark.rule("AE-RESIST-01", "AE-ATK-06")
@pytest.mark.parametrize(("natural", "harm"), [(11, 2), (12, 4)])
def test_a_ward_halves_what_comes_at_body_and_mind_below_12(game: Archmage, natural: int, harm: int) -> None:
    assert lost(struck(game, gear("warding"), attack=MIND, natural=natural)) == harm
    assert lost(struck(game, gear("warding"), natural=natural)) == 20, "what goes for AC it does not touch"


def test_an_adapting_shield_guards_what_was_hit_until_an_attack_on_it_misses(game: Archmage) -> None:
    gaze = replace(MIND, riders=())
    play = struck(game, gear("shield_adaptation"), attack=gaze)
    plain = defence_of(play.state, replace(play.one("ada"), boosts=()), "md")
    assert defence_of(play.state, play.one("ada"), "md") == plain + 4
    play.change("orc", profile=replace(play.one("orc").profile, attacks=(strike(bonus=-5), replace(gaze, bonus=0))))
    play.until("ada").until("orc").do(c.Attack("orc", "strike", "ada"), (20, 2))
    assert defence_of(play.state, play.one("ada"), "md") == plain + 4, "a miss against AC leaves it"
    play.until("ada").until("orc").do(c.Attack("orc", "gaze", "ada"), (20, 2))
    assert defence_of(play.state, play.one("ada"), "md") == plain


def test_psychic_armour_leaves_only_the_damage(game: Archmage) -> None:
    play = struck(game, gear("helm_of_psychic_armor"), attack=MIND, answer="helm-of-psychic-armor")
    assert lost(play) == 4
    assert not play.one("ada").afflictions


@pytest.mark.rule("AE-DISENGAGE-02", "AE-DISENGAGE-05")
def test_an_eel_tries_to_slip_out_twice_and_a_slayer_is_stopped_by_nobody(game: Archmage) -> None:
    play = Play(game).begin(worn(gear("sandals_of_the_slippery_eel")), foe()).engage("ada", "orc")
    play.do(c.Disengage("ada"), (20, 3), (20, 15))
    assert not play.one("ada").engaged
    slayer = Play(game).begin(worn(gear("slayers_boots")), foe("orc"), foe("ogre"))
    slayer.do(c.Move("ada", "engage", "orc", past="ogre"))
    slayer.do(c.Intercept("ogre", "yes"))
    assert slayer.one("ada").engaged == ("orc",)
    assert slayer.one("ada").powers["slayers-boots"].used == 1


@pytest.mark.rule("AE-ONGOING-01", "AE-ONGOING-02")
@pytest.mark.parametrize(("face", "left"), [(11, 0), (10, 1)])
def test_an_adroit_cloak_saves_as_soon_as_it_burns(game: Archmage, face: int, left: int) -> None:
    play = struck(game, gear("cloak_adroit_avoidance"), attack=BODY)
    assert play.asked == ("ada", "interrupt")
    play.do(c.Interrupt("ada", "yes", "cloak-adroit-avoidance"), (20, face))
    assert len(play.one("ada").ongoing) == left


@pytest.mark.rule("AE-ONGOING-02")
@pytest.mark.parametrize(("faces", "hurt"), [((11,), 0), ((10, 11), 5)])
def test_vitality_saves_before_it_hurts(game: Archmage, faces, hurt: int) -> None:
    play = Play(game).begin(worn(gear("belt_vitality", "epic"), level=8), foe())
    before = play.change("ada", ongoing=(Ongoing("fire", 5, "fire", 11, "orc"),)).one("ada").hp
    play.end(*((20, face) for face in faces))
    assert before - play.one("ada").hp == hurt
    assert not play.one("ada").ongoing


@pytest.mark.parametrize(("tier", "less"), [("adventurer", 20), ("champion", 40), ("epic", 100)])
def test_an_evasive_cloak_softens_opportunity_attacks_alone(game: Archmage, tier, less: int) -> None:
    ada = replace(worn(gear("cloak_evasion", tier), level=8), max_hp=400)
    heavy = strike(bonus=60, damage=Amount(plus=120))
    play = Play(game).begin(ada, foe("orc", heavy)).engage("ada", "orc").do(c.Move("ada", "away"))
    play.do(c.Opportunity("orc", "yes"), (20, 12)).do(c.Interrupt("ada", "yes", "cloak-evasion"))
    assert 400 - play.one("ada").hp == 120 - less
    assert struck(game, gear("cloak_evasion", tier)).state.awaiting == ()


@pytest.mark.parametrize(("tier", "needed"), [("adventurer", 15), ("champion", 20), ("epic", 25)])
def test_a_stalwart_cloak_has_the_hit_rolled_again_against_its_own_number(game: Archmage, tier, needed: int) -> None:
    body = replace(BODY, bonus=4, riders=())
    for face, harm in ((needed - 5, 0), (needed - 4, 4)):
        if face >= 20:
            continue
        play = Play(game).begin(foe("orc", body), replace(worn(gear("cloak_stalwart", tier)), max_hp=200))
        play.change("ada", hp=200).do(c.Attack("orc", "spores", "ada"), (20, 19))
        play.do(c.Interrupt("ada", "yes", "cloak-stalwart"), (20, face))
        assert lost(play) == harm, face


@pytest.mark.rule("AE-RECOVERY-02", "AE-ATK-06")
def test_heroic_resolve_takes_a_recovery_and_leaves_only_what_is_no_damage(game: Archmage) -> None:
    mixed = replace(BODY, riders=(*BODY.riders, *MIND.riders))
    play = struck(game, gear("belt_heroic_resolve"), attack=mixed)
    had = play.one("ada").recoveries
    play.do(c.Interrupt("ada", "yes", "belt-heroic-resolve"))
    one = play.one("ada")
    assert (lost(play), one.ongoing, one.recoveries) == (0, (), had - 1)
    assert [each.name for each in one.afflictions] == ["dazed"]
    spent = Play(game).begin(foe("orc", HARD), worn(gear("belt_heroic_resolve"))).engage("orc", "ada")
    spent.change("ada", recoveries=0).do(c.Attack("orc", "strike", "ada"), (20, 12))
    assert not spent.state.awaiting, "there is no recovery to give"


@pytest.mark.rule("AE-RECOVERY-03")
@pytest.mark.parametrize(("tier", "more"), [("adventurer", 30), ("champion", 75), ("epic", 200)])
@pytest.mark.parametrize("left", [2, 1])
def test_the_last_recovery_has_the_last_word(game: Archmage, tier, more: int, left: int) -> None:
    ada = replace(worn(gear("belt_last_word", tier)), max_hp=400)
    play = Play(game).begin(ada, foe()).change("ada", hp=1, recoveries=left)
    play.do(c.Rally("ada"), (10, 6))
    assert play.one("ada").hp == 1 + 6 + 2 + (more if left == 1 else 0)


@pytest.mark.rule("AE-ATK-03")
@pytest.mark.parametrize(("tier", "flat"), [("adventurer", 10), ("champion", 15), ("epic", 20)])
def test_an_archer_shoots_again_with_a_number_of_the_gloves_own(game: Archmage, tier, flat: int) -> None:
    play = Play(game).begin(worn(gear("archers_gauntlets", tier), level=8), foe(ac=60))
    play.do(c.Attack("ada", "ranged", "orc"), (20, 3))
    play.do(c.Interrupt("ada", "yes", "archers-gauntlets"), (20, 9))
    assert play.all(e.AttackRolled)[-1].check.total == 9 + flat


@pytest.mark.rule("AE-DYING-02", "AE-SAVE-03")
@pytest.mark.parametrize(("fails", "awake"), [(2, False), (3, True)])
def test_a_lifestone_helps_where_the_next_failure_kills(game: Archmage, fails: int, awake: bool) -> None:
    play = Play(game).begin(foe(), worn(gear("necklace_lifestone")), pc("bea"))
    play.change("ada", hp=-1, awareness="unconscious", death_fails=fails)
    play.end((20, 11), *([(10, 4)] if awake else []))
    assert (play.one("ada").awareness == "awake") == awake


def test_a_lifestone_helps_against_turning_to_stone(game: Archmage) -> None:
    play = Play(game).begin(worn(gear("necklace_lifestone")), foe())
    play.change("ada", marks=(Mark("last_gasp", "orc"),)).end((20, 11))
    assert not play.one("ada").marks


def test_vengeance_is_a_friends_and_falls_on_whoever_has_wounded_the_bearer(game: Archmage) -> None:
    ada = replace(worn(gear("ring_instant_vengeance")), max_hp=200)
    play = Play(game).begin(foe("orc", HARD, hp=90), ada, pc("bea"))
    play.engage("orc", "ada").engage("bea", "orc").change("ada", hp=200)
    play.do(c.Attack("orc", "strike", "ada"), (20, 12))
    assert play.asked == ("ada", "interrupt")
    play.do(c.Interrupt("ada", "yes", "ring-instant-vengeance"), (20, 15), (8, 5))
    assert play.one("orc").hp == 85


@pytest.mark.parametrize(("item", "action"), [("weapon_certain_pain", 10), ("weapon_mighty_swing", 6)])
@pytest.mark.parametrize("hits", [True, False])
def test_what_is_declared_before_the_blow_falls_on_one_of_the_two(game: Archmage, item, action, hits: bool) -> None:
    ada = replace(worn(gear(item), hands=2), max_hp=200)
    play = Play(game).begin(ada, foe(hp=90)).engage("ada", "orc").change("ada", hp=200)
    play.do(c.Attack("ada", item.replace("_", "-"), "ada"))
    extra = [(8, 6)] if item == "weapon_mighty_swing" else []
    dice = [(20, 15), (10, 5), *extra] if hits else [(20, 2), *extra]
    play.do(c.Attack("ada", "melee", "orc"), *dice)
    assert lost(play) == (0 if hits else action)
    assert 90 - play.one("orc").hp == (5 + 3 + 1 + action if hits else 1)


@pytest.mark.rule("AE-ONGOING-01")
@pytest.mark.parametrize(("hp", "burns"), [(29, [5]), (30, [])])
def test_a_cruel_blade_makes_those_bleed_whom_it_leaves_with_twenty(game: Archmage, hp: int, burns) -> None:
    play = Play(game).begin(worn(gear("weapon_cruel")), foe(hp=60)).engage("ada", "orc").change("orc", hp=hp)
    play.do(c.Attack("ada", "melee", "orc"), (20, 15)).do(c.Interrupt("ada", "yes", "weapon-cruel"), (8, 5))
    assert [each.amount for each in play.one("orc").ongoing] == burns


@pytest.mark.rule("AE-POS-12")
@pytest.mark.parametrize(("face", "harm"), [(9, 0), (8, 20)])
def test_a_dexterous_parry_is_a_check_against_the_strikers_mind(game: Archmage, face: int, harm: int) -> None:
    play = struck(game, gear("weapon_dexterous_parry"))
    play.do(c.Interrupt("ada", "yes", "weapon-dexterous-parry"), (20, face))  # 2 and level 1 against 12
    assert lost(play) == harm


def test_a_distraction_lets_a_friend_strike_who_is_in_that_melee(game: Archmage) -> None:
    ada = worn(gear("weapon_distraction"), hands=2)
    play = Play(game).begin(ada, foe(hp=90), pc("bea"), pc("cia")).engage("ada", "orc").engage("cia", "orc")
    play.do(c.Attack("ada", "melee", "orc"), (20, 15))
    play.do(c.Interrupt("ada", "yes", "weapon-distraction"), (10, 5), (20, 15), (8, 4))
    assert [each.attacker for each in play.all(e.AttackRolled)] == ["cia"]


def test_an_inimical_blade_wounds_both(game: Archmage) -> None:
    play = Play(game).begin(worn(gear("weapon_inimical")), foe(hp=90)).engage("ada", "orc")
    before = play.one("ada").hp
    play.do(c.Attack("ada", "melee", "orc"), (20, 15)).do(c.Interrupt("ada", "yes", "weapon-inimical"), (10, 7), (8, 5))
    assert 90 - play.one("orc").hp == 5 + 3 + 1 + 7
    assert before - play.one("ada").hp == 7


def test_the_reckless_roll_again_at_4_and_give_foes_the_escalation_die(game: Archmage) -> None:
    ada = worn(gear("weapon_reckless", "champion"), level=5)
    play = Play(game).begin(ada, foe(hp=90, ac=60)).engage("ada", "orc").set(escalation=3)
    play.do(c.Attack("ada", "melee", "orc"), (20, 3)).do(c.Interrupt("ada", "yes", "weapon-reckless"), (20, 4))
    total = play.find(e.AttackRolled).check.total
    assert total == 4 + 3 + 5 + 2 + 3 + 4
    play.until("orc").do(c.Attack("orc", "strike", "ada"), (20, 2))
    shown = play.fight.escalation
    assert play.find(e.AttackRolled).check.total == 2 + 5 + shown


def caster(*items, **more):
    own = {"class_id": "cleric", "shield": False, "powers": ("cleric_bless", "cleric_javelin_of_faith")}
    return worn(*items, **{**own, **more})


def test_whoever_is_blessed_dodges_a_doom(game: Archmage) -> None:
    ada = caster(gear("symbol_of_dodging_doom"))
    (rider,) = [each for each in ada.known("cleric-bless").riders if each.state == "dodging_doom"]
    blessing = spell(id="blessing", friendly=True, includes_self=True, damage=Amount(), riders=(rider,))
    ada = replace(ada, attacks=(*ada.attacks, blessing))
    play = Play(game).begin(ada, pc("bea"), foe()).change("bea", ongoing=(Ongoing("fire", 5, "fire", 11, "orc"),))
    play.do(c.Attack("ada", "symbol-of-dodging-doom", "ada"))
    play.do(c.Attack("ada", "blessing", "bea"), (20, 11))
    assert not play.one("bea").ongoing


@pytest.mark.parametrize(("tier", "more"), [("champion", 4), ("epic", 8)])
def test_a_staff_of_health_heals_more_by_spells_alone(tier, more: int) -> None:
    own = {"powers": ("cleric_heal",), "level": 8}
    held, plain = caster(gear("staff_of_health", tier), **own), caster(**own)
    (healing, usual) = (each.known("cleric-heal").riders[0].effects[0].amount.plus for each in (held, plain))
    assert healing == usual + more


def test_a_staff_of_manipulation_is_for_what_does_more_than_damage(game: Archmage) -> None:
    ada = worn(gear("staff_of_manipulation", "champion"), class_id="wizard", shield=False, level=5)
    both = (spell(), spell(id="sleep", riders=(Rider((do.Condition(("dazed",), 11),)),)))
    totals = []
    for each in both:
        play = Play(game).begin(replace(ada, attacks=(*ada.attacks, *both)), foe(pd=60))
        totals.append(play.do(c.Attack("ada", each.id, "orc"), (20, 5)).find(e.AttackRolled).check.total)
    assert totals[1] == totals[0] + 1


def test_whoever_comes_at_the_diffident_magician_is_met(game: Archmage) -> None:
    own = {"class_id": "wizard", "shield": False, "level": 5}
    play = Play(game).begin(foe("orc", hp=90, ac=5), worn(gear("staff_of_the_diffident_magician", "champion"), **own))
    play.do(c.Move("orc", "engage", "ada"))
    assert play.asked == ("ada", "interrupt")
    die = worn(**own).known("melee").weapon_die
    dice = [(20, 15), *((die, 1),) * 5, (8, 4), (8, 4)]
    play.do(c.Interrupt("ada", "yes", "staff-of-the-diffident-magician"), *dice)
    assert [each.name for each in play.one("orc").afflictions] == ["dazed"]
    play.end()
    assert not play.one("orc").afflictions, "until the end of that turn"


# -------------------------------------------------------------------- ammunition


def shot(game: Archmage, item: str, tier, *dice, ac=10, hp=90, level=1) -> Play:
    play = Play(game).begin(worn(gear(item, tier), level=8), foe(hp=400, ac=ac, level=level)).change("orc", hp=hp)
    play.do(c.Attack("ada", item.replace("_", "-"), "ada"))
    return play.do(c.Attack("ada", "ranged", "orc"), *dice)


BOW = ((6, 1),) * 8
"""The dice of a bow at the eighth level, and three times Dexterity: 14."""


@pytest.mark.parametrize(("tier", "dice", "more"), [("adventurer", [(10, 7)], 7), ("epic", [(10, 2)] * 4, 8)])
def test_a_lethal_shot_deals_more_once(game: Archmage, tier, dice, more: int) -> None:
    play = shot(game, "ammo_lethal_strike", tier, (20, 15), *BOW, *dice)
    assert 90 - play.one("orc").hp == 8 + 6 + more
    assert play.refused(c.Attack("ada", "ammo-lethal-strike", "ada")) == "power_spent"
    play.until("orc").until("ada").do(c.Attack("ada", "ranged", "orc"), (20, 15), *BOW)
    assert play.find(e.DamageDealt).amount == 14


@pytest.mark.rule("AE-CRIT-04")
@pytest.mark.parametrize(("item", "face"), [("ammo_keen", 18), ("ammo_seeking", 19)])
def test_chosen_shots_score_sooner(game: Archmage, item: str, face: int) -> None:
    assert shot(game, item, "adventurer", (20, face), *BOW).find(e.AttackRolled).outcome == "crit"
    assert shot(game, item, "adventurer", (20, face - 1), *BOW).find(e.AttackRolled).outcome == "hit"


@pytest.mark.parametrize(("tier", "harm"), [("adventurer", 4), ("champion", 10), ("epic", 25)])
def test_a_seeking_shot_finds_somebody_by_a_miss(game: Archmage, tier, harm: int) -> None:
    missed = shot(game, "ammo_seeking", tier, (20, 2), ac=60)
    assert 90 - missed.one("orc").hp == harm + (8 if worn(level=8).known("ranged").miss_level else 0)


@pytest.mark.parametrize(("level", "laid"), [(4, ["vulnerable"]), (5, [])])
def test_a_shot_that_opens_works_up_to_its_own_tier(game: Archmage, level: int, laid) -> None:
    play = shot(game, "ammo_vulnerability", "adventurer", (20, 12), *BOW, level=level)
    assert [each.name for each in play.one("orc").afflictions] == laid


def test_a_flaming_shot_burns_and_a_deadly_one_is_lost_only_where_it_kills_or_misses(game: Archmage) -> None:
    (burning,) = shot(game, "ammo_flaming", "champion", (20, 12), *BOW).one("orc").ongoing
    assert (burning.amount, burning.type) == (8, "fire")
    assert shot(game, "ammo_death", "epic", (20, 12), *BOW, hp=54).all(e.Fell)
    spared = shot(game, "ammo_death", "epic", (20, 12), *BOW, hp=69)
    assert spared.one("orc").hp == 55
    spared.until("orc").until("ada").do(c.Attack("ada", "ranged", "orc"), (20, 12), *BOW[:7], (6, 2))
    assert spared.all(e.Fell), "it was still on the string"
