"""What powers do before a roll is thrown, moves out of turn, and bonds between rivals: by the facts of each."""

import pytest
from msgspec.structs import replace
from tests.rules.archmage.table import Play, foe, pc, strike
from tests.rules.archmage.test_feats_in_action import against, boosts, dealt, feats, go, hit, yes
from tests.rules.archmage.test_true_powers import hero, in_state

from arbitro.dice.amount import Amount
from arbitro.rules.archmage import Archmage
from arbitro.rules.archmage import commands as c
from arbitro.rules.archmage import events as e
from arbitro.rules.archmage.catalogue import load_books
from arbitro.rules.archmage.characters import Hero, Weapon, make
from arbitro.rules.archmage.choosing import owed, taken
from arbitro.rules.archmage.moving import disengage_modifiers
from arbitro.rules.archmage.numbers import defence_of
from arbitro.rules.archmage.ongoing_effects import Ongoing
from arbitro.rules.archmage.power import ABILITIES, Named
from arbitro.rules.archmage.state import PARTY, Profile, Worn

FRONT = 3
"""What a melee hit gives a commander, by a die that shows its highest."""
ATK = pytest.mark.rule("AE-ATK-06")


def turn(play: Play) -> Play:
    return play.change("ada", actions=("standard", "move", "quick"))


# -------------------------------------------------------------------- initiative


@pytest.mark.rule("AE-INIT-01", "AE-INIT-03")
def test_a_tactician_rolls_initiative_again_and_the_second_stands(game: Archmage) -> None:
    ada = hero("commander", talents=("commander_tactician",))
    play = Play(game).begin(foe("orc"), ada)
    assert play.asked == ("ada", "interrupt")
    go(play, c.Interrupt("ada", "yes", "commander-second-thoughts"), initiative=20)
    changed = play.find(e.InitiativeChanged)
    assert (changed.total, play.fight.order[0]) == (20 + changed.bonus, "ada")
    assert play.fight.current == "ada"


# -------------------------------------------------------------------- commands


@ATK
@pytest.mark.parametrize(("tiers", "hp", "points"), [((), 2, 1), ((), 4, 0), (("adventurer",), 4, 1)])
def test_many_mooks_by_one_blow_are_worth_a_point(game: Archmage, tiers, hp: int, points: int) -> None:
    own = feats("commander_sword_of_victory", *tiers) if tiers else ()
    ada = hero("commander", talents=("commander_sword_of_victory",), feats=own)
    rats = [foe(f"rat-{number}", hp=hp, ac=5, category="mook") for number in range(3)]
    play = Play(game).begin(replace(ada, pools={}), *rats, foe("ogre")).engage("ada", "rat-0")
    hit(play, at="rat-0", natural=15, damage=6)
    assert len(play.all(e.Fell)) == (3 if hp == 2 else 2)
    assert play.one("ada").pools["command"] == FRONT + points


@ATK
def test_further_points_make_the_roll_of_a_command_the_better(game: Archmage) -> None:
    ada = hero("commander", "commander_save_now", talents=("commander_forceful_command",))
    play = Play(game).begin(foe("orc"), pc("bea"), replace(ada, pools={"command": 4}))
    play.set(escalation=2).change("bea", ongoing=(Ongoing("flame", 5, "fire", 11, "orc"),))
    go(play, c.EndTurn("orc"))
    assert play.asked == ("ada", "interrupt")
    for bad in (3, 9):
        assert play.refused(c.Interrupt("ada", "yes", "commander-save-now", bad)) == "too_many_points"
    for bad in (-1, 10**9):
        assert not game.allows(play.state, c.Interrupt("ada", "yes", "commander-save-now", bad))
    go(play, c.Interrupt("ada", "yes", "commander-save-now", 2), save_ongoing=7)
    assert not play.one("bea").ongoing, "7 and twice 2"
    assert play.one("ada").pools["command"] == 1


# -------------------------------------------------------------------- rivals


def paladin(*tiers: str) -> Profile:
    own = feats("paladin_challenge", *tiers) if tiers else ()
    return hero("paladin", level=8, talents=("paladin_challenge",), feats=own)


@ATK
def test_a_challenge_binds_both_until_one_strikes_at_the_other_or_falls(game: Archmage) -> None:
    play = against(game, paladin("epic"), pc("bea"), foe("ogre")).engage("ada", "ogre")
    hit(play)
    assert boosts(play, "attack") == boosts(play, "attack", "orc") == [-4]
    assert sum(each.amount for each in disengage_modifiers(play.state, play.one("ada"), ("orc",))) == -4
    hit(turn(play))
    hit(turn(play), at="ogre", natural=3)
    roll = play.all(e.AttackRolled)[-1]
    assert all(each.amount != -4 for each in roll.check.modifiers), "nothing hinders in the turn of a blow at the rival"
    assert play.one("orc").afflictions, "the challenged are vulnerable"
    hit(turn(play), at="ogre")
    assert not boosts(play, "attack", "orc"), "a hit on another moves the challenge"
    assert not play.one("orc").afflictions
    assert [each.spares for each in play.one("ada").boosts] == ["ogre"]
    hit(turn(play.change("ogre", hp=1)), at="ogre", natural=15)
    assert not play.one("ada").boosts, "it ends with the fall of either"


@ATK
def test_by_a_feat_there_are_two_challenges_and_the_penalty_of_foes_grows(game: Archmage) -> None:
    play = against(game, paladin("adventurer", "champion"), foe("ogre", hp=900), pc("bea")).engage("ada", "ogre")
    hit(play.set(escalation=6))
    hit(turn(play), at="ogre")
    assert {each.spares for each in play.one("ada").boosts} == {"orc", "ogre"}
    play.until("orc")
    play.engage("orc", "bea")
    go(play, c.Attack("orc", "strike", "bea"), attack=10)
    roll = play.find(e.AttackRolled)
    assert [each.amount for each in roll.check.modifiers if each.amount < 0] == [-6]


# -------------------------------------------------------------------- wills and lives


@ATK
def test_a_natural_will_rises_against_the_very_blow(game: Archmage) -> None:
    own = feats("barbarian_natural_will")
    ada = hero("barbarian", level=8, talents=("barbarian_natural_will",), feats=own)
    needed = defence_of(Play(game).begin(ada, foe("orc")).state, Play(game).begin(ada, foe("orc")).one("ada"), "md")
    mind = strike(defence="md", bonus=needed - 10)
    play = Play(game).begin(foe("orc", mind), ada).engage("ada", "orc")
    yes(go(play, c.Attack("orc", "strike", "ada"), attack=11), "barbarian-will-at-once")
    assert (boosts(play, "md"), dealt(play, "ada")) == ([4], 0)


@pytest.mark.rule("AE-DYING-07")
@pytest.mark.parametrize(("invoked", "state"), [(False, "dead"), (True, "unconscious")])
def test_by_an_invocation_of_life_death_comes_at_minus_all(game: Archmage, invoked: bool, state: str) -> None:
    ada = hero("cleric", talents=("cleric_domain_life",))
    play = Play(game).begin(ada, pc("bea", hp=30), foe("orc", strike(damage=Amount(plus=50), bonus=40)))
    play.engage("bea", "orc")
    if invoked:
        go(play, c.Attack("ada", "cleric-invocation-of-life", "ada"))
        assert "cleric-life-lent" in play.one("bea").lent
    play.until("orc")
    go(play, c.Attack("orc", "strike", "bea"), attack=10)
    assert play.one("bea").awareness == state


# -------------------------------------------------------------------- ki


def monk(talent: str, *tiers: str, level: int = 1) -> Profile:
    own = feats(talent, *tiers) if tiers else ()
    return hero("monk", "monk_original_venom", level=level, talents=(talent,), feats=own)


@ATK
def test_a_point_of_ki_opens_the_gate_of_death(game: Archmage) -> None:
    play = against(game, monk("monk_greeting_fist"))
    plain = dealt(go(hit(play), c.Interrupt("ada", "no"), damage=1))
    play = against(game, monk("monk_greeting_fist"))
    yes(hit(play), "monk-death-gate", damage=1)
    assert dealt(play) == plain + 1, "the added die once more"


@ATK
@pytest.mark.parametrize(("tiers", "natural", "taken"), [((), 11, 10), ((), 18, 10), (("champion",), 18, 0)])
def test_a_willow_bends_by_a_save_and_by_ki(game: Archmage, tiers, natural: int, taken: int) -> None:
    shot = strike(kind="ranged", reach="far", bonus=40, damage=Amount(plus=20))
    ada = monk("monk_spinning_willow_style", *tiers, level=5)
    play = Play(game).begin(foe("orc", shot), ada, foe("ogre", hp=50))
    go(play, c.Attack("orc", "strike", "ada"), attack=10, save_effect=natural)
    assert (dealt(play, "ada"), dealt(play, "orc")) == (taken, 0 if taken else 5)
    play = Play(game).begin(foe("orc", shot), ada)
    go(play, c.Attack("orc", "strike", "ada"), attack=10, save_effect=2)
    yes(play, "monk-willow-bends")
    assert dealt(play, "ada") == 10


@ATK
def test_a_phoenix_flares_for_half_of_a_recovery(game: Archmage) -> None:
    play = against(game, monk("monk_phoenix_touched")).change("ada", hp=2)
    go(play, c.Attack("ada", "monk-phoenix-flare", "ada"), recovery=8)
    healed = play.find(e.RecoveryUsed).healed
    assert dealt(play) == healed > 0


@ATK
@pytest.mark.parametrize(("hp", "hampered"), [(40, True), (900, False)])
def test_a_third_lesson_hampers_the_weaker_and_one_save_ends_both(game: Archmage, hp: int, hampered: bool) -> None:
    play = in_state(against(game, monk("monk_flurry")), "after_flow").change("orc", hp=hp)
    play.change("orc", ongoing=(Ongoing("flame", 5, "fire", 11, "ada"),))
    hit(play, "monk-third-poisonous-lesson", natural=12)
    assert bool(play.one("orc").afflictions) == hampered
    go(play, c.EndTurn("ada")) if play.fight.current == "ada" else play
    play.until("orc")
    go(play, c.EndTurn("orc"), save_ongoing=20)
    assert not play.one("orc").afflictions


# -------------------------------------------------------------------- companions


@ATK
def test_a_companion_heals_by_its_druid_and_beside_its_druid(game: Archmage) -> None:
    details = {"druid_animal_companion": "wolf"}
    ada = hero("druid", talents=("druid_animal_companion",), details=details)
    play = Play(game).begin(ada, foe("orc"))
    (wolf,) = (who for who in play.fight.combatants if who.startswith("companion"))
    assert play.one(wolf).recoveries == 0
    play.change("ada", hp=5).change(wolf, hp=1, beside=("ada",))
    play.change("ada", beside=(wolf,))
    go(play, c.Rally("ada"), recovery=3)
    assert play.one(wolf).hp > 1, "beside the druid it heals for free"
    assert not play.one(wolf).recoveries


@ATK
@pytest.mark.parametrize(("adept", "comes"), [(False, False), (True, True)])
def test_an_initiates_companion_rests_between_two_battles(game: Archmage, adept: bool, comes: bool) -> None:
    talents = ("druid_animal_companion", *(("druid_animal_companion_adept",) if adept else ()))
    ada = hero("druid", talents=talents, details={"druid_animal_companion": "wolf"})
    usage = {each.id: each.usage for each in ada.attacks}["druid-animal-companion"]
    assert (usage == "battle") == comes


# -------------------------------------------------------------------- dice that are kept, set, and taken away


@ATK
@pytest.mark.parametrize(("kept", "hits"), [(19, True), (2, False)])
def test_a_trick_kept_decides_the_roll_of_a_foe(game: Archmage, kept: int, hits: bool) -> None:
    ada = hero("cleric", talents=("cleric_domain_trickery",))
    play = against(game, ada)
    go(play, c.Attack("ada", "cleric-domain-trickery", "ada"), kept_roll=kept)
    play.until("orc")
    go(play, c.Attack("orc", "strike", "ada"), attack=11)
    yes(play, "cleric-trick-played")
    roll = play.find(e.AttackRolled)
    assert (roll.check.dice, roll.check.success) == ((), hits)
    assert {each.note: each.amount for each in roll.check.modifiers}["set_roll"] == kept


@ATK
@pytest.mark.parametrize(("natural", "back"), [(13, True), (14, False)])
def test_counter_magic_takes_a_spell_away(game: Archmage, natural: int, back: bool) -> None:
    ada = hero("wizard", talents=("wizard_high_arcana",))
    bolt = strike(kind="spell", reach="nearby", bonus=40, usage="battle")
    play = Play(game).begin(foe("orc", bolt, md=5), ada)
    go(play, c.Attack("orc", "strike", "ada"), attack=10)
    yes(play, "wizard-counter-magic", attack=natural)
    assert play.find(e.AttackLapsed).attacker == "orc"
    assert not dealt(play, "ada")
    assert bool(play.all(e.PowerRegained)) == back


@pytest.mark.rule("AE-DYING-06", "AE-DYING-07")
def test_who_is_sorta_dead_may_not_be(game: Archmage) -> None:
    ada = hero("necromancer", talents=("necromancer_sorta_dead",))
    play = Play(game).begin(foe("orc", strike(bonus=40, damage=Amount(plus=200))), ada, pc("bea")).engage("orc", "ada")
    go(play, c.Attack("orc", "strike", "ada"), attack=10, save_effect=10)
    assert play.one("ada").conscious
    assert play.one("ada").hp > 0


# -------------------------------------------------------------------- things


def wearing(name: str, tier: str = "champion", class_id: str = "fighter", *powers: str) -> Profile:
    return hero(class_id, *powers, level=8, wears=(Worn(name, tier=tier),))


@ATK
def test_a_guardian_stands_where_a_friend_would_be_struck(game: Archmage) -> None:
    play = Play(game).begin(foe("orc"), wearing("cloak_guardian"), pc("bea")).engage("orc", "ada").engage("orc", "bea")
    go(play, c.Attack("orc", "strike", "bea"), attack=10)
    yes(play, "cloak-guardian", attack=10)
    assert play.find(e.AttackRolled).target == "ada"


@ATK
@pytest.mark.parametrize(("harm", "left"), [(16, 0), (17, 17)])
def test_a_supple_sash_slips_by_what_would_do_little(game: Archmage, harm: int, left: int) -> None:
    ada = wearing("belt_sash_of_suppleness")
    play = Play(game).begin(foe("orc", strike(bonus=60, damage=Amount(plus=harm))), ada).engage("orc", "ada")
    go(play, c.Attack("orc", "strike", "ada"), attack=10)
    assert dealt(play, "ada") == left


@ATK
def test_a_codex_hastens_whoever_has_seen_their_initiative(game: Archmage) -> None:
    play = Play(game).begin(foe("orc"), wearing("codex_of_foreshadowed_victory", "adventurer", "wizard"))
    yes(play, "codex-of-foreshadowed-victory")
    changed = play.find(e.InitiativeChanged)
    assert changed.total == changed.before + 10


@ATK
def test_a_wand_of_pain_finds_whom_the_spell_has_missed(game: Archmage) -> None:
    ada = wearing("wand_of_unerring_pain", "champion", "wizard", "wizard_magic_missile", "wizard_ray_of_frost")
    play = Play(game).begin(ada, foe("orc", hp=900, ac=99, pd=99, md=99))
    spells = [each for each in ada.attacks if each.kind == "spell" and not each.automatic and each.ability == "int"]
    go(play, c.Attack("ada", spells[0].id, "orc"), attack=3)
    go(play, c.Attack("ada", "wand-of-unerring-pain", "orc"), damage=10)
    assert dealt(play) == 40


# -------------------------------------------------------------------- powers borrowed by feats


@ATK
def test_a_feat_borrows_one_more_power_and_another_lends_its_feats() -> None:
    books = load_books()
    talent = "commander_combat_maneuver"
    bare = Hero(
        "ada", Named("Ada", "Ada", "f"), "commander", 5, dict.fromkeys(ABILITIES, 14), melee=Weapon("light"),
        talents=(talent,), feats=(f"{talent}/adventurer", f"{talent}/champion"),
        details={talent: "fighter_defensive_fighting"},
    )  # fmt: skip
    (due,) = (each for each in owed(books, bare) if each.kind == "detail")
    assert due.of == f"{talent}/champion"
    assert "fighter_defensive_fighting" not in due.options
    made = make(books, taken(books, bare, "detail", "fighter_grim_intent", due.of) or bare, PARTY)
    assert made.attack("fighter-grim-intent")
    effects = [each.stat for rider in made.known("fighter-defensive-fighting").riders for each in rider.effects]
    assert effects == ["ac", "pd"], "the maneuver comes with its adventurer feat"
