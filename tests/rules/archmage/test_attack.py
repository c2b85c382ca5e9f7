"""Attacks, criticals, fumbles, flexible attacks, two weapons, targets (chapters «Attacchi», «Critici», «Bersagli»)."""

import pytest
from tests.rules.archmage.fixed import FixedDice, carry_out
from tests.rules.archmage.table import Play, bow, foe, name, pc, spell, strike, sword

from arbitro.dice.amount import Amount
from arbitro.rules.archmage import commands as c
from arbitro.rules.archmage import effects as do
from arbitro.rules.archmage.attack import crit_from
from arbitro.rules.archmage.events import (
    AttackLapsed,
    AttackRolled,
    AutomaticHit,
    BlindChance,
    CoupStruck,
    DamageDealt,
    Fell,
    FlexiblePicked,
    HitTurned,
    Prompted,
    ShotStrayed,
    TempGained,
)
from arbitro.rules.archmage.game import RULES
from arbitro.rules.archmage.numbers import Strike, standing_defence
from arbitro.rules.archmage.people import counted_allies
from arbitro.rules.archmage.power import Attack, Flexible, Rider
from arbitro.rules.archmage.recoil import crit_multiplier


def fight(play: Play, *attacks: Attack, **foe_numbers) -> Play:
    """A character engaged with an orc of 30 hp."""
    return play.begin(pc("ada", *attacks), foe(**foe_numbers)).engage("ada", "orc")


@pytest.mark.rule("AE-ATK-01", "AE-ATK-03", "AE-DMG-01")
def test_equal_or_higher_hits_and_damage_is_subtracted(play, game):
    fight(play, ac=17, hp=30).do(c.Attack("ada", "sword", "orc"), (20, 16), (8, 8))
    assert play.find(AttackRolled).outcome == "hit"
    assert play.one("orc").hp == 22
    other = fight(Play(game), ac=18).do(c.Attack("ada", "sword", "orc"), (20, 16))
    assert other.find(AttackRolled).outcome == "miss"
    assert other.one("orc").hp == 30
    assert play.cites("AE-ATK-01", "AE-ATK-03", "AE-DMG-01", "AE-ATK-07")


@pytest.mark.rule("AE-ATK-04")
def test_the_attack_says_which_defence(play, game):
    fight(play, ac=17, pd=14, md=12).do(c.Attack("ada", "sword", "orc"), (20, 15))
    assert (play.find(AttackRolled).check.against, play.find(AttackRolled).outcome) == ("ac", "miss")
    caster = Play(game).begin(pc("ada", spell(defence="md")), foe(ac=17, pd=14, md=13))
    caster.do(c.Attack("ada", "spell", "orc"), (20, 12), (6, 1), (6, 1))
    assert (caster.find(AttackRolled).check.needed, caster.find(AttackRolled).outcome) == (13, "hit")


@pytest.mark.rule("AE-DEF-01", "AE-DEF-02", "AE-DEF-03", "AE-DEF-04")
@pytest.mark.parametrize(("defence", "rule"), [("ac", "AE-DEF-02"), ("pd", "AE-DEF-03"), ("md", "AE-DEF-04")])
def test_a_roll_against_a_character_says_what_their_defence_is_made_of(play, game, defence, rule):
    play.begin(pc("ada"), foe("orc", strike(defence=defence)), first="orc").engage("ada", "orc")
    play.do(c.Attack("orc", "strike", "ada"), (20, 2))
    assert [cited for cited in play.find(AttackRolled).rules if cited.startswith("AE-DEF")] == [
        "AE-DEF-01",
        rule,
        "AE-DEF-05",
        "AE-DEF-06",
    ]
    own = fight(Play(game)).do(c.Attack("ada", "sword", "orc"), (20, 2))
    assert not [cited for cited in own.find(AttackRolled).rules if cited.startswith("AE-DEF")]


@pytest.mark.rule("AE-ATK-05", "AE-DMG-02")
def test_several_targets_are_several_rolls_and_one_damage_roll(play):
    burst = spell(targets=Amount(plus=3), damage=Amount(2, 8), damage_ability=None)
    play.begin(pc("ada", burst), foe("orc-1"), foe("orc-2"), foe("orc-3"))
    play.do(c.Attack("ada", "spell", "orc-1,orc-2,orc-3"), (20, 15), (8, 8), (8, 6), (20, 20), (20, 2))
    assert [event.outcome for event in play.all(AttackRolled)] == ["hit", "crit", "miss"]
    assert [event.amount for event in play.all(DamageDealt)] == [14, 28]
    assert play.cites("AE-ATK-05", "AE-DMG-02")


@pytest.mark.rule("AE-ATK-06", "AE-MISS-01")
def test_a_miss_does_what_the_attack_says(play, game):
    fight(play, sword(miss=Amount(plus=3))).do(c.Attack("ada", "sword", "orc"), (20, 7))
    assert play.find(DamageDealt).amount == 3
    silent = fight(Play(game)).do(c.Attack("ada", "sword", "orc"), (20, 7))
    assert silent.all(DamageDealt) == []
    level = Play(game).begin(pc("ada", sword(miss_level=True), level=4), foe(ac=30)).engage("ada", "orc")
    level.do(c.Attack("ada", "sword", "orc"), (20, 7))
    assert level.find(DamageDealt).amount == 4


@pytest.mark.rule("AE-ATK-07")
def test_targets_are_fixed_before_the_roll(play):
    play.begin(pc("ada"), foe("orc-1"), foe("orc-2")).engage("ada", "orc-1").engage("ada", "orc-2")
    play.do(c.Attack("ada", "sword", "orc-1"), (20, 4))
    assert play.find(AttackRolled).target == "orc-1"
    assert play.refused(c.Attack("ada", "sword", "orc-2")) == "no_standard_action"


@pytest.mark.rule("AE-CRIT-01", "AE-CRIT-02")
def test_a_natural_twenty_doubles_the_damage(play, game):
    fight(play, ac=60, hp=90).do(c.Attack("ada", "sword", "orc"), (20, 20), (8, 7))
    assert play.find(DamageDealt).amount == 14
    assert play.find(Prompted).kind == "crit"
    assert play.find(Prompted).audience == "referee"
    quiet = fight(Play(game).options(crit_extra_outcome="never")).do(c.Attack("ada", "sword", "orc"), (20, 20), (8, 7))
    assert quiet.all(Prompted) == []


@pytest.mark.rule("AE-CRIT-03")
def test_each_doubling_adds_one_multiple():
    assert [10 * crit_multiplier(doublings) for doublings in (0, 1, 2)] == [20, 30, 40]


@pytest.mark.rule("AE-CRIT-04", "AE-COND-11")
def test_crit_range(play, game):
    profile = pc("ada", crit_range=1)
    play.begin(profile, foe(ac=60)).engage("ada", "orc")
    one, orc = play.one("ada"), play.one("orc")
    attack = profile.attacks[0]
    assert crit_from(RULES, Strike(play.state, one, attack, orc, "weapon"))[0] == 19
    play.do(c.Impose("orc", "condition", condition="vulnerable"))
    assert crit_from(RULES, Strike(play.state, one, attack, play.one("orc"), "weapon"))[0] == 17
    play.do(c.Attack("ada", "sword", "orc"), (20, 17), (8, 4))
    assert play.find(AttackRolled).outcome == "crit"
    strict = Play(game).options(expanded_crit_always_hits=False).begin(profile, foe(ac=60)).engage("ada", "orc")
    strict.do(c.Attack("ada", "sword", "orc"), (20, 19))
    assert strict.find(AttackRolled).outcome == "miss"


@pytest.mark.rule("AE-DMG-08", "AE-CRIT-04")
def test_vulnerable_to_a_type(play, game):
    play.begin(pc("ada", spell()), foe(vulnerabilities=("fire",)))
    one, orc = play.one("ada"), play.one("orc")
    assert crit_from(RULES, Strike(play.state, one, one.profile.attacks[0], orc, "fire"))[0] == 18
    assert crit_from(RULES, Strike(play.state, one, one.profile.attacks[0], orc, "cold"))[0] == 20
    off = Play(game).options(typed_vulnerability="none").begin(pc("ada", spell()), foe(vulnerabilities=("fire",)))
    assert crit_from(RULES, Strike(off.state, one, one.profile.attacks[0], off.one("orc"), "fire"))[0] == 20


@pytest.mark.rule("AE-FUMBLE-01")
def test_a_natural_one_does_nothing_at_all(play):
    fight(play, sword(miss=Amount(plus=5)), ac=1).do(c.Attack("ada", "sword", "orc"), (20, 1))
    assert play.find(AttackRolled).outcome == "fumble"
    assert play.all(DamageDealt) == []


@pytest.mark.rule("AE-FUMBLE-02")
@pytest.mark.parametrize(
    ("word", "precarious", "prompted"),
    [
        ("prompt_if_precarious", False, False),
        ("prompt_if_precarious", True, True),
        ("always_prompt", False, True),
        ("never", True, False),
    ],
)
def test_further_trouble_is_offered_to_the_referee(play, word, precarious, prompted):
    fight(play.options(fumble_extra_outcome=word))
    if precarious:
        play.do(c.Flag("ada", "precarious"))
    play.do(c.Attack("ada", "sword", "orc"), (20, 1))
    assert [event.kind for event in play.all(Prompted)] == (["fumble"] if prompted else [])


@pytest.mark.rule("AE-FUMBLE-03", "AE-MOD-02", "AE-MOD-03")
def test_a_stray_shot_is_rolled_against_the_ally(play, game):
    def shooting(**options) -> Play:
        made = Play(game).options(**options).begin(pc("ada", bow()), pc("bea"), foe())
        return made.engage("bea", "orc")

    hit = shooting().do(c.Attack("ada", "bow", "orc"), (20, 1), (20, 14), (8, 5))
    assert [event.outcome for event in hit.all(AttackRolled)] == ["fumble", "hit"]
    assert hit.find(ShotStrayed).victim == "bea"
    assert hit.one("bea").hp == 25
    assert hit.cites("AE-MOD-02", "AE-MOD-03", "AE-FUMBLE-03")
    assert [m.note for m in hit.all(AttackRolled)[0].check.modifiers] == ["level", "natural_1"]
    twice = shooting().do(c.Attack("ada", "bow", "orc"), (20, 1), (20, 1))
    assert twice.one("bea").hp == 30
    never = shooting(stray_shot="never").do(c.Attack("ada", "bow", "orc"), (20, 1))
    assert never.all(ShotStrayed) == []
    asked = shooting(stray_shot="gm_decides").do(c.Attack("ada", "bow", "orc"), (20, 1))
    assert asked.asked == ("referee", "stray")
    asked.do(c.NameStray("none"))
    assert asked.all(ShotStrayed) == []


@pytest.mark.rule("AE-MOD-03")
def test_the_referee_names_the_ally_or_chance_does(play, game):
    def shooting(**options) -> Play:
        made = Play(game).options(**options).begin(pc("ada", bow()), pc("bea"), pc("cleo"), foe())
        return made.engage("bea", "orc").engage("cleo", "orc")

    named = shooting().do(c.Attack("ada", "bow", "orc"), (20, 1))
    assert named.asked == ("referee", "stray")
    assert named.refused(c.NameStray("ada")) == "no_target"
    assert named.refused(c.EndTurn("ada")) == "awaiting"
    named.do(c.NameStray("cleo"), (20, 5))
    assert named.find(ShotStrayed).victim == "cleo"
    chance = shooting().do(c.Attack("ada", "bow", "orc"), (20, 1)).do(c.NameStray(), (2, 1), (20, 5))
    assert chance.find(ShotStrayed).victim == "bea"
    dice = shooting(stray_shot_target="random").do(c.Attack("ada", "bow", "orc"), (20, 1), (2, 2), (20, 5))
    assert dice.find(ShotStrayed).victim == "cleo"


F = Attack("f", name("f"), flexible=Flexible("even"), riders=(Rider((do.More(amount=Amount(plus=4)),)),))
G = Attack("g", name("g"), flexible=Flexible(at_least=16))


@pytest.mark.rule("AE-FLEX-01", "AE-FLEX-03")
def test_flexible_attacks_are_chosen_after_the_roll(play, game):
    fight(play, sword(), F, G).do(c.Attack("ada", "sword", "orc", flexible=True), (20, 18))
    assert play.asked == ("ada", "flexible")
    assert play.refused(c.PickFlexible("ada", "sword")) == "not_triggered"
    play.do(c.PickFlexible("ada", "f"), (8, 3))
    assert play.find(FlexiblePicked).attack == "f"
    assert play.find(DamageDealt).amount == 7
    plain = fight(Play(game), sword(), F, G).do(c.Attack("ada", "sword", "orc", flexible=True), (20, 9))
    assert plain.find(FlexiblePicked).attack == ""
    assert not plain.state.awaiting


@pytest.mark.rule("AE-FLEX-02")
def test_the_total_still_decides_the_hit(play):
    fight(play, sword(), F, ac=22).do(c.Attack("ada", "sword", "orc", flexible=True), (20, 14))
    play.do(c.PickFlexible("ada", "f"))
    assert play.all(DamageDealt) == []
    assert play.one("orc").hp == 30


@pytest.mark.rule("AE-FLEX-04")
def test_flexible_or_not_is_said_before_the_roll(play):
    fight(play, sword(), F, G)
    assert play.refused(c.Attack("ada", "f", "orc")) == "flexible_only"
    play.do(c.Attack("ada", "sword", "orc"), (20, 18), (8, 3))
    assert not play.state.awaiting
    assert play.find(DamageDealt).amount == 3


@pytest.mark.rule("AE-FLEX-04")
def test_nothing_flexible_to_declare(play):
    assert fight(play).refused(c.Attack("ada", "sword", "orc", flexible=True)) == "nothing_flexible"


@pytest.mark.rule("AE-TWOWEAPON-01", "AE-TWOWEAPON-02", "AE-TWOWEAPON-03")
def test_two_weapons_reroll_a_natural_two_once(play, game):
    def duel(**more) -> Play:
        profile = pc("ada", sword(two_weapons=True), two_weapons=True, **more)
        return Play(game).begin(profile, foe(ac=12)).engage("ada", "orc")

    again = duel().do(c.Attack("ada", "sword", "orc"), (20, 2))
    assert again.asked == ("ada", "reroll")
    again.do(c.Reroll("ada", "yes"), (20, 15), (8, 3))
    assert again.find(AttackRolled).outcome == "hit"
    assert again.refused(c.Attack("ada", "sword", "orc")) == "no_standard_action"
    stands = duel().do(c.Attack("ada", "sword", "orc"), (20, 2)).do(c.Reroll("ada", "yes"), (20, 2))
    assert not stands.state.awaiting
    kept = duel().do(c.Attack("ada", "sword", "orc"), (20, 2)).do(c.Reroll("ada", "no"))
    assert kept.all(AttackRolled) == []
    benefit = duel(ac=15).do(c.Attack("ada", "sword", "orc"), (20, 2))
    assert standing_defence(benefit.one("ada").profile, "ac") == 16
    assert benefit.asked == ("ada", "reroll")


@pytest.mark.rule("AE-TWOWEAPON-02")
def test_a_shot_is_not_made_with_two_weapons(play):
    play.begin(pc("ada", bow(), two_weapons=True), foe(ac=30)).do(c.Attack("ada", "bow", "orc"), (20, 2))
    assert not play.state.awaiting


@pytest.mark.rule("AE-TARGET-02")
def test_targets_in_a_group_cannot_be_skipped(play):
    burst = spell(targets=Amount(plus=3), in_group=True)
    orcs = [foe(f"o-{number}") for number in range(1, 5)]
    play.begin(pc("ada", burst), *orcs)
    assert play.refused(c.Attack("ada", "spell", "o-1,o-2,o-4")) == "not_a_group"
    assert play.game.allows(play.state, c.Attack("ada", "spell", "o-1,o-2,o-3"))
    assert play.game.allows(play.state, c.Attack("ada", "spell", "o-2,o-3"))


@pytest.mark.rule("AE-TARGET-02")
def test_those_engaged_with_one_opponent_are_a_group(play):
    burst = spell(targets=Amount(plus=2), in_group=True)
    play.begin(pc("ada", burst), pc("bea"), foe("orc"), foe("rat"), foe("bat"))
    assert play.refused(c.Attack("ada", "spell", "orc,rat")) == "not_a_group"
    play.engage("bea", "orc").engage("bea", "rat")
    assert play.game.allows(play.state, c.Attack("ada", "spell", "orc,rat"))


@pytest.mark.rule("AE-TARGET-03")
def test_without_a_group_targets_are_chosen_freely(play):
    orcs = [foe(f"o-{number}") for number in range(1, 5)]
    play.begin(pc("ada", spell(targets=Amount(plus=2))), *orcs)
    assert play.game.allows(play.state, c.Attack("ada", "spell", "o-1,o-4"))
    assert play.refused(c.Attack("ada", "spell", "o-1,o-2,o-3")) == "how_many_targets"
    assert play.refused(c.Attack("ada", "spell", "o-1,o-1")) == "twice_the_same"


def heal(**more) -> Attack:
    rider = Rider((do.Recovery(),))
    return spell(id="heal", friendly=True, kind="close_spell", riders=(rider,), **{"reach": "nearby", **more})


@pytest.mark.rule("AE-TARGET-04")
def test_one_is_not_ones_own_target(play, game):
    play.begin(pc("ada", heal()), foe())
    assert play.refused(c.Attack("ada", "heal", "ada")) == "not_yourself"
    other = Play(game).begin(pc("ada", heal(includes_self=True)), foe()).change("ada", hp=5)
    other.do(c.Attack("ada", "heal", "ada"), (8, 6))
    assert other.one("ada").hp == 11


@pytest.mark.rule("AE-TARGET-05")
def test_who_counts_as_an_ally(play, game):
    party = [pc("ada", heal()), pc("bea"), pc("cleo"), pc("dora"), foe("wolf", side="party", kind="companion")]
    friends = [foe("guard", side="party", kind="npc"), foe("cook", side="party", kind="npc")]
    play.begin(*party, *friends, foe())
    assert len(counted_allies(play.fight, play.one("ada"))) == 4
    assert len(counted_allies(play.fight, play.one("guard"))) == 6
    assert play.game.allows(play.state, c.Attack("ada", "heal", "guard"))
    never = Play(game).options(npc_as_ally_target="never").begin(*party, *friends, foe())
    assert never.refused(c.Attack("ada", "heal", "guard")) == "npc_no_ally"


@pytest.mark.rule("AE-TARGET-06")
def test_hit_point_limits_look_at_what_is_left(play):
    sleep = spell(hp_limit=40, damage=Amount())
    play.begin(pc("ada", sleep), foe("big", hp=90), foe("fit", hp=41)).change("big", hp=38, temp_hp=20)
    assert play.game.allows(play.state, c.Attack("ada", "spell", "big"))
    assert play.refused(c.Attack("ada", "spell", "fit")) == "too_many_hp"


@pytest.mark.rule("AE-TARGET-01")
def test_what_matters_for_choosing_targets_is_open(play, game):
    from arbitro.rules.archmage.events import Appeared

    big = foe("ogre", category="large")
    play.begin(pc("ada"), big)
    shown = {event.who: event.category for event in play.log if isinstance(event, Appeared)}
    assert shown == {"ada": "normal", "ogre": "large"}
    hidden = Play(game).options(show_target_facts=False).begin(pc("ada"), big)
    assert [event.category for event in hidden.log if isinstance(event, Appeared)] == [None, None]


@pytest.mark.rule("AE-INVIS-02", "AE-INVIS-03")
def test_half_of_the_attacks_on_the_invisible_miss_outright(play, game):
    gain = Rider((do.TempHp(amount=Amount(plus=3), on="self"),), outcome="miss")

    def unseen(**more) -> Play:
        made = Play(game).options(**more.pop("options", {}))
        made.begin(pc("ada", sword(miss=Amount(plus=4), riders=(gain,)), **more), foe()).engage("ada", "orc")
        return made.do(c.Flag("orc", "invisible"))

    missed = unseen().do(c.Attack("ada", "sword", "orc"), (100, 50))
    assert missed.find(BlindChance).missed
    assert (missed.all(DamageDealt), missed.find(TempGained).temp) == ([], 3)
    found = unseen().do(c.Attack("ada", "sword", "orc"), (100, 51), (20, 18), (8, 4))
    assert found.find(AttackRolled).outcome == "hit"
    sensed = unseen(senses_invisible=True).do(c.Attack("ada", "sword", "orc"), (20, 18), (8, 4))
    assert sensed.all(BlindChance) == []
    strict = unseen(senses_invisible=True, options={"invisible_sensed": "miss_chance"})
    strict.do(c.Attack("ada", "sword", "orc"), (100, 9))
    assert strict.find(BlindChance).missed


@pytest.mark.rule("AE-COUP-01", "AE-COUP-02")
def test_coup_de_grace(play, game):
    def sleeper(**options) -> Play:
        made = Play(game).options(**options).begin(pc("ada", level=3, abilities={"str": 18}), foe(hp=90))
        made.engage("ada", "orc")
        return made.do(c.Impose("orc", "condition", condition="asleep"))

    struck = sleeper().do(c.CoupDeGrace("ada", "sword", "orc"), (8, 4), (8, 5), (8, 4))
    assert struck.find(DamageDealt).amount == 34
    assert struck.all(AttackRolled) == []
    assert struck.one("ada").actions == ()
    rolled = sleeper(coup_natural="roll").do(c.CoupDeGrace("ada", "sword", "orc"), (20, 3), (8, 4), (8, 5), (8, 4))
    die = rolled.find(CoupStruck).die
    assert die is not None
    assert (die.face, rolled.find(DamageDealt).amount) == (3, 34)
    moved = sleeper().do(c.FreeAction("ada")).change("ada", actions=("standard", "quick"))
    assert moved.refused(c.CoupDeGrace("ada", "sword", "orc")) == "whole_turn_needed"
    awake = Play(game).begin(pc("ada"), foe()).engage("ada", "orc")
    assert awake.refused(c.CoupDeGrace("ada", "sword", "orc")) == "not_helpless"


@pytest.mark.rule("AE-COUP-01", "AE-INVIS-02")
@pytest.mark.parametrize("automatic", [False, True])
@pytest.mark.parametrize("face", [50, 51])
def test_a_coup_goes_wide_of_the_invisible_half_of_the_time(game, automatic, face):
    """The chance comes before any roll, and a coup is an attack like the others that hit without one."""

    def sleeper(**options):
        made = Play(game).options(**options).begin(pc("ada", sword(automatic=automatic)), foe("orc", hp=90))
        return made.engage("ada", "orc").change("orc", invisible=True, awareness="asleep")

    damage = () if face <= 50 else ((8, 4),)
    struck = sleeper().do(c.CoupDeGrace("ada", "sword", "orc"), (100, face), *damage)
    assert struck.find(BlindChance).missed == (face <= 50)
    assert bool(struck.all(CoupStruck)) == (face > 50)
    assert not struck.one("ada").actions
    sure = sleeper(invisible_automatic="always_hits").do(c.CoupDeGrace("ada", "sword", "orc"), (8, 4))
    assert not sure.all(BlindChance)
    assert sure.find(CoupStruck)


@pytest.mark.rule("AE-COUP-02")
def test_no_coup_from_outside_the_own_turn(play):
    play.begin(foe(), pc("ada")).engage("ada", "orc")
    play.do(c.Impose("orc", "condition", condition="stuck"))
    assert play.refused(c.CoupDeGrace("ada", "sword", "orc")) == "not_your_turn"


@pytest.mark.rule("AE-DMG-09")
def test_to_take_alive(play, game):
    def blow(attack: Attack, merciful: bool = True, **options) -> Play:
        made = Play(game).options(**options).begin(pc("ada", attack), foe(hp=5), foe("rat")).engage("ada", "orc")
        command = c.Attack("ada", attack.id, "orc", merciful=merciful)
        if not game.allows(made.state, command):
            assert made.refused(command) == "no_mercy_with_that"
            return made
        made.do(command, (20, 18), (8, 5))
        return made

    assert blow(sword(), merciful=False).find(Fell).awareness == "dead"
    assert blow(sword()).find(Fell).awareness == "unconscious"
    assert blow(bow()).one("orc").hp == 5
    assert blow(sword(), merciful_blow="never").one("orc").hp == 5
    assert blow(bow(), merciful_blow="any_if_declared").find(Fell).awareness == "unconscious"


@pytest.mark.rule("AE-ACTION-05")
def test_an_interrupt_turns_a_hit_and_comes_back_after_ones_next_turn(play):
    parry = Attack(
        "parry",
        name("parry"),
        kind="close",
        action="interrupt",
        trigger="hit",
        friendly=True,
        includes_self=True,
        reach="beside",
        riders=(Rider((do.Parry(amount=Amount(plus=2)),)),),
    )
    play.begin(foe("orc", strike(bonus=5)), foe("rat", strike(bonus=5)), pc("ada", sword(), parry, ac=14))
    play.engage("ada", "orc").engage("ada", "rat")
    play.do(c.Attack("orc", "strike", "ada"), (20, 11))
    assert play.asked == ("ada", "interrupt")
    play.do(c.Interrupt("ada", "yes"))
    assert play.find(HitTurned).outcome == "miss"
    play.end().do(c.Attack("rat", "strike", "ada"), (20, 11))
    assert not play.state.awaiting
    play.end().end()
    play.do(c.Attack("orc", "strike", "ada"), (20, 11))
    assert play.asked == ("ada", "interrupt")
    play.do(c.Interrupt("ada", "no"))
    assert play.find(DamageDealt).amount == 6


@pytest.mark.rule("AE-ACTION-05")
def test_without_a_power_there_is_no_interrupt(play):
    play.begin(foe(), pc("ada")).engage("ada", "orc").do(c.Attack("orc", "strike", "ada"), (20, 15))
    assert not play.state.awaiting
    assert play.refused(c.Interrupt("ada", "yes")) == "not_asked"


@pytest.mark.rule("AE-ATK-06")
def test_an_attack_without_a_roll(play):
    play.begin(pc("ada", spell(automatic=True)), foe(pd=99)).do(c.Attack("ada", "spell", "orc"), (6, 3), (6, 4))
    assert play.find(AutomaticHit).target == "orc"
    assert play.one("orc").hp == 23


@pytest.mark.rule("AE-OPP-01")
def test_an_attack_that_has_become_impossible_lapses(play):
    play.begin(pc("ada", bow(), hp=15), foe("orc", strike(damage=Amount(plus=19))), foe("rat"), pc("bea"))
    play.engage("ada", "orc")
    play.do(c.Attack("ada", "bow", "rat"))
    assert play.asked == ("orc", "opportunity")
    play.do(c.Opportunity("orc", "yes"), (20, 18))
    assert play.find(AttackLapsed).attacker == "ada"
    assert play.one("rat").hp == 30


@pytest.mark.rule("AE-ATK-05")
@pytest.mark.parametrize("times", [Amount(plus=9999), Amount(100, 1000)])
def test_however_often_an_attack_is_written_it_comes_to_an_end(game, times):
    play = Play(game).begin(foe("orc", strike(times=times)), pc("ada", hp=10**6)).engage("orc", "ada")
    _, events = carry_out(game, play.state, c.Attack("orc", "strike", "ada"), FixedDice(attack=1))
    assert len([each for each in events if isinstance(each, AttackRolled)]) == 100
