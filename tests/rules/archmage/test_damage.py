"""Damage, resistance, temporary points, ongoing damage, conditions and saves."""

import pytest
from tests.rules.archmage.table import Play, bow, foe, name, pc, spell, strike, sword

from arbitro.dice.amount import Amount
from arbitro.kernel.explain import explain
from arbitro.kernel.seat import REFEREE
from arbitro.kernel.sentence import tell
from arbitro.rules.archmage import Archmage
from arbitro.rules.archmage import commands as c
from arbitro.rules.archmage import effects as do
from arbitro.rules.archmage.attack import crit_from
from arbitro.rules.archmage.condition_table import CONDITIONS, HELPLESS
from arbitro.rules.archmage.end_of_turn import burden
from arbitro.rules.archmage.events import (
    Afflicted,
    AttackRolled,
    BewilderedAt,
    DamageDealt,
    Fell,
    OngoingBegan,
    OngoingEnded,
    Relieved,
    ResistRolled,
    SaveRolled,
    TurnPassed,
)
from arbitro.rules.archmage.game import RULES
from arbitro.rules.archmage.numbers import Strike, condition_penalty, defence_of, is_staggered
from arbitro.rules.archmage.ongoing_effects import Affliction, Ongoing, Until
from arbitro.rules.archmage.people import has
from arbitro.rules.archmage.places import pop_free
from arbitro.rules.archmage.power import EASY, HARD, NORMAL, Attack, Rider
from arbitro.rules.archmage.reactions import may_strike
from arbitro.rules.archmage.scene import begin
from arbitro.rules.archmage.state import DAMAGE_TYPES
from arbitro.text import Language


def burning(amount: int, save: int = 11, **more) -> Ongoing:
    return Ongoing("fire", amount, more.pop("type", "fire"), save, "orc", **more)


@pytest.mark.rule("AE-DMG-01", "AE-DMG-09", "AE-DMG-10", "AE-DYING-01")
def test_foes_die_at_zero_and_characters_go_below(play, game):
    play.begin(pc("ada"), pc("bea"), foe(hp=12), foe("rat")).change("ada", hp=12)
    play.do(c.Impose("ada", "damage", Amount(plus=15)))
    assert (play.one("ada").hp, play.one("ada").awareness) == (-3, "unconscious")
    play.do(c.Impose("orc", "damage", Amount(plus=12)))
    assert (play.one("orc").hp, play.find(Fell).awareness) == (0, "dead")
    assert defence_of(play.state, play.one("ada"), "ac") == 15 - 4


@pytest.mark.rule("AE-DMG-01")
def test_damage_is_never_negative(play):
    weak = spell(damage=Amount(1, 4), damage_ability="str")
    play.begin(pc("ada", weak, abilities={"str": 4, "int": 18}), foe())
    play.do(c.Attack("ada", "spell", "orc"), (20, 15), (4, 1))
    assert play.one("orc").hp == 30


@pytest.mark.rule("AE-DMG-10")
def test_who_uses_the_dying_rules(play, game):
    guard, wolf = foe("guard", side="party", kind="npc"), foe("wolf", side="party", kind="companion")
    play.begin(pc("ada"), guard, wolf, foe())
    play.do(c.Impose("guard", "damage", Amount(plus=30)))
    assert play.find(Fell).awareness == "dead"
    play.do(c.Impose("wolf", "damage", Amount(plus=30)))
    assert play.find(Fell).awareness == "unconscious"
    kind = Play(game).options(npc_dying_rules=True).begin(pc("ada"), guard, wolf, foe())
    kind.do(c.Impose("guard", "damage", Amount(plus=30)))
    assert kind.find(Fell).awareness == "unconscious"
    flagged = Play(game).begin(pc("ada"), foe("ogre", uses_dying_rules=True), foe())
    flagged.do(c.Impose("ogre", "damage", Amount(plus=30)))
    assert flagged.find(Fell).dying


@pytest.mark.rule("AE-DMG-08")
def test_ten_damage_types():
    keys = ["acid", "negative_energy", "cold", "lightning", "fire", "mana", "psychic", "holy", "thunder", "poison"]
    assert list(DAMAGE_TYPES) == keys


# -------------------------------------------------------------------- resistance


def burn(play: Play, natural: int, resistances: dict, kind: str = "fire", **more) -> int:
    attack = spell(damage=Amount(plus=25), damage_ability=None, type=kind, defence="md", **more)
    play.begin(pc("ada", attack, abilities={"int": 30}), foe(hp=99, resistances=resistances, md=5))
    play.do(c.Attack("ada", "spell", "orc"), (20, natural))
    return play.find(DamageDealt).amount


@pytest.mark.rule("AE-RESIST-01")
def test_resistance_looks_at_the_natural_roll(game):
    assert burn(Play(game), 16, {"fire": 16}) == 25
    assert burn(Play(game), 15, {"fire": 16}) == 12
    assert burn(Play(game), 3, {"fire": 16}, "cold") == 25


@pytest.mark.rule("AE-RESIST-01", "AE-CRIT-01")
def test_multiply_first_then_halve(play):
    attack = spell(damage=Amount(plus=5), damage_ability=None)
    play.begin(pc("ada", attack, crit_range=8), foe(hp=99, resistances={"fire": 16}))
    play.do(c.Attack("ada", "spell", "orc"), (20, 13))
    assert (play.find(AttackRolled).outcome, play.find(DamageDealt).amount) == ("crit", 5)


@pytest.mark.rule("AE-RESIST-02")
@pytest.mark.parametrize(("natural", "tick"), [(9, 3), (12, 7)])
def test_the_original_roll_decides_every_tick(play, natural, tick):
    play.begin(foe(hp=99, resistances={"acid": 12}), pc("ada"))
    play.change("orc", ongoing=(burning(7, type="acid", natural=natural),))
    for _ in range(2):
        play.end((20, 2))
        assert play.find(DamageDealt).amount == tick
        play.until("orc")


@pytest.mark.rule("AE-RESIST-03")
def test_ordinary_energy_does_nothing_to_the_resistant(play, game):
    play.begin(pc("ada", resistances={"fire": 12}), foe())
    play.do(c.Impose("ada", "damage", Amount(plus=6), "fire"))
    assert play.one("ada").hp == 30
    play.do(c.Impose("ada", "damage", Amount(plus=6), "fire", magical=True))
    assert play.one("ada").hp == 24
    assert burn(Play(game), 14, {"fire": 12}) == 25
    assert burn(Play(game), 14, {"fire": 12}, mundane=True) == 0


@pytest.mark.rule("AE-RESIST-03")
def test_where_energy_comes_from_by_the_option(game):
    def fire(word: str) -> Play:
        return Play(game).options(energy_source_default=word).begin(pc("ada", resistances={"fire": 12}), foe())

    magical = fire("all_magical").do(c.Impose("ada", "damage", Amount(plus=6), "fire"))
    assert magical.one("ada").hp == 24
    assert fire("flag_each").refused(c.Impose("ada", "damage", Amount(plus=6), "fire")) == "say_if_magical"
    assert fire("flag_each").do(c.Impose("ada", "damage", Amount(plus=6), "fire", magical=False)).one("ada").hp == 30


@pytest.mark.rule("AE-RESIST-02", "AE-RESIST-03", "AE-ONGOING-01")
@pytest.mark.parametrize(
    ("word", "magical", "resistible", "dice", "harm"),
    [
        ("creatures_magical_environment_ordinary", None, False, (), 0),
        ("creatures_magical_environment_ordinary", True, False, (), 7),
        ("all_magical", None, False, (), 7),
        ("flag_each", False, False, (), 0),
        ("flag_each", True, True, ((20, 11),), 3),
        ("flag_each", True, True, ((20, 12),), 7),
    ],
)
def test_what_goes_on_burning_is_resisted_as_what_burns_at_once(game, word, magical, resistible, dice, harm):
    play = Play(game).options(energy_source_default=word).begin(pc("ada", resistances={"fire": 12}), foe())
    command = c.Impose("ada", "ongoing", Amount(plus=7), "fire", magical=magical, resistible=resistible)
    play.do(command, *dice).end((20, 5))
    assert play.find(DamageDealt).amount == harm


@pytest.mark.rule("AE-RESIST-03", "AE-ONGOING-01")
def test_where_each_energy_is_flagged_what_goes_on_burning_is_too(game):
    play = Play(game).options(energy_source_default="flag_each").begin(pc("ada", resistances={"fire": 12}), foe())
    assert play.refused(c.Impose("ada", "ongoing", Amount(plus=7), "fire")) == "say_if_magical"
    offered = {each.id for each in game.choices(play.state, REFEREE)}
    assert {"impose/ongoing_magical", "impose/ongoing_mundane"} <= offered
    assert "impose/ongoing" not in offered


@pytest.mark.rule("AE-RESIST-04")
@pytest.mark.parametrize(("natural", "damage"), [(17, 12), (10, 6)])
def test_weapon_resistance_is_no_immunity(play, natural, damage):
    play.begin(foe("rat", strike(bonus=20, damage=Amount(plus=12))), pc("ada", resistances={"weapon": 16}))
    play.engage("rat", "ada").do(c.Attack("rat", "strike", "ada"), (20, natural))
    assert play.find(DamageDealt).amount == damage


@pytest.mark.rule("AE-RESIST-05")
@pytest.mark.parametrize(
    ("word", "flagged", "dice", "damage"),
    [
        ("flagged_effects", True, ((20, 12),), 5),
        ("flagged_effects", False, (), 10),
        ("always", False, ((20, 12),), 5),
        ("never", True, (), 10),
    ],
)
def test_automatic_damage_may_be_resisted(play, word, flagged, dice, damage):
    play.options(automatic_damage_resistance_roll=word).begin(pc("ada"), foe(resistances={"cold": 16}))
    play.do(c.Impose("orc", "damage", Amount(plus=10), "cold", magical=True, resistible=flagged), *dice)
    assert play.find(DamageDealt).amount == damage
    assert len(play.all(ResistRolled)) == len(dice)


# -------------------------------------------------------------------- temporary hit points


@pytest.mark.rule("AE-TEMPHP-01", "AE-TEMPHP-02", "AE-TEMPHP-03")
def test_temporary_points_are_apart_do_not_stack_and_go_first(play):
    play.begin(pc("ada", hp=30), foe()).change("ada", hp=18)
    play.do(c.Impose("ada", "temp_hp", Amount(plus=8)))
    assert (play.one("ada").hp, play.one("ada").max_hp, play.one("ada").temp_hp) == (18, 30, 8)
    play.do(c.Impose("ada", "temp_hp", Amount(plus=5)))
    assert play.one("ada").temp_hp == 8
    play.do(c.Impose("ada", "damage", Amount(plus=13)))
    assert (play.one("ada").temp_hp, play.one("ada").hp) == (0, 13)
    play.do(c.Impose("ada", "temp_hp", Amount(plus=3))).do(c.Impose("ada", "temp_hp", Amount(plus=5)))
    play.do(c.Impose("ada", "damage", Amount(plus=5)))
    assert (play.one("ada").temp_hp, play.one("ada").hp) == (0, 13)


@pytest.mark.rule("AE-TEMPHP-04")
def test_temporary_points_vanish_with_initiative_and_with_the_battle(play):
    play.begin(pc("ada"), foe()).do(c.Impose("ada", "temp_hp", Amount(plus=4))).do(c.EndBattle())
    assert play.state.party["ada"].temp_hp == 0
    from arbitro.dice.stream import Die
    from arbitro.rules.archmage.events import InitiativeRolled

    again = play.begin(pc("ada"), foe()).change("ada", temp_hp=6)
    state = play.game.evolve(again.state, InitiativeRolled(("ada",), Die(20, 3), 0, 3))
    assert state.fight.combatants["ada"].temp_hp == 0


# -------------------------------------------------------------------- ongoing damage and saves


@pytest.mark.rule("AE-ONGOING-01", "AE-ONGOING-02", "AE-SEQ-02", "AE-SEQ-03")
def test_ongoing_damage_first_then_its_save(play):
    play.begin(pc("ada"), pc("bea"), foe()).change("ada", hp=3, ongoing=(burning(5),))
    play.end((20, 14))
    order = [type(event) for event in play.events if isinstance(event, (DamageDealt, SaveRolled, OngoingEnded))]
    assert order == [DamageDealt, SaveRolled, OngoingEnded]
    assert (play.one("ada").hp, play.one("ada").ongoing) == (-2, ())


@pytest.mark.rule("AE-ONGOING-02")
def test_it_comes_again_after_a_failed_save(play):
    play.begin(pc("ada"), foe()).change("ada", ongoing=(burning(5),))
    play.end((20, 7)).until("ada").end((20, 13))
    assert (play.one("ada").hp, play.one("ada").ongoing) == (20, ())


@pytest.mark.rule("AE-ONGOING-01", "AE-CRIT-01")
@pytest.mark.parametrize(("word", "ticks"), [("first_tick", [10, 5]), ("none", [5, 5])])
def test_a_critical_doubles_the_first_tick_only(play, word, ticks):
    fire = strike(damage=Amount(), riders=(Rider((do.Ongoing(amount=Amount(plus=5), type="fire"),)),))
    play.options(crit_ongoing=word).begin(foe("imp", fire), pc("ada", hp=60)).engage("imp", "ada")
    play.do(c.Attack("imp", "strike", "ada"), (20, 20)).until("ada")
    felt = []
    for face in (4, 12):
        play.end((20, face))
        felt.append(play.find(DamageDealt).amount)
        play.until("ada")
    assert (felt, play.one("ada").ongoing) == (ticks, ())


@pytest.mark.rule("AE-ONGOING-01", "AE-STACK-04")
def test_of_the_same_name_only_the_larger_stays(play, game):
    play.begin(pc("ada"), foe())
    for amount in (4, 7, 5):
        scene = begin(RULES, play.state)
        burden(scene, "ada", burning(amount))
        play.state = scene.state
    assert [each.amount for each in play.one("ada").ongoing] == [7]


@pytest.mark.rule("AE-ONGOING-03")
def test_after_the_battle_everything_that_a_save_ends_is_over(play):
    play.begin(pc("ada"), foe(hp=1)).change("ada", hp=3, ongoing=(burning(10),), engaged=("orc",))
    play.change("orc", engaged=("ada",)).do(c.Impose("ada", "condition", condition="dazed"))
    play.do(c.Attack("ada", "sword", "orc"), (20, 19), (8, 4))
    assert play.fight.result == "victory"
    ada = play.state.party["ada"]
    assert (ada.hp, ada.ongoing, ada.afflictions) == (3, (), ())


@pytest.mark.rule("AE-SAVE-01", "AE-SAVE-02")
@pytest.mark.parametrize(
    ("needed", "face", "saved"),
    [(EASY, 5, False), (EASY, 6, True), (NORMAL, 10, False), (NORMAL, 11, True), (HARD, 15, False), (HARD, 16, True)],
)
def test_saves_are_unmodified_against_three_numbers(play, needed, face, saved):
    play.begin(pc("ada", level=9, abilities={"con": 18}), foe())
    play.do(c.Impose("ada", "condition", condition="dazed", save=needed))
    play.end((20, face))
    assert play.find(SaveRolled).saved is saved


@pytest.mark.rule("AE-SAVE-03")
def test_a_rare_bonus_to_saves(play):
    from arbitro.rules.archmage.state import Item

    play.begin(pc("ada", items=(Item("ring", "save", 1),)), foe())
    play.do(c.Impose("ada", "condition", condition="dazed", save=16)).end((20, 15))
    assert play.find(SaveRolled).check.total == 16
    assert play.find(SaveRolled).saved


@pytest.mark.rule("AE-SAVE-01")
@pytest.mark.parametrize(("on", "saved"), [(False, False), (True, True)])
def test_automatic_results_on_saves_by_the_option(play, on, saved):
    play.options(save_auto_results=on).begin(pc("ada"), foe())
    play.change("ada", afflictions=(Affliction("dazed", "orc", save=25),)).end((20, 20))
    assert play.find(SaveRolled).saved is saved


# -------------------------------------------------------------------- conditions


@pytest.mark.rule("AE-COND-01")
def test_the_same_condition_works_once_and_the_worst_instance_counts(play, game):
    play.begin(pc("ada"), foe())
    play.do(c.Impose("ada", "condition", condition="dazed", save=11))
    play.do(c.Impose("ada", "condition", condition="dazed", save=16))
    penalty = condition_penalty(play.state, play.one("ada"), "attack")
    assert penalty is not None
    assert penalty.amount == -4
    play.end((20, 12))
    assert len(play.one("ada").afflictions) == 2
    play.until("ada").end((20, 16))
    assert [each.save for each in play.one("ada").afflictions] == [11]


@pytest.mark.rule("AE-COND-02")
def test_nine_conditions_have_rules_of_their_own():
    assert len(set(CONDITIONS) - {"asleep"}) == 9


@pytest.mark.rule("AE-COND-03", "AE-OPP-06")
def test_the_confused_use_no_limited_powers_and_take_no_openings(play):
    daily = sword(id="daily", usage="daily", basic=False)
    play.begin(pc("ada", sword(), daily), pc("bea"), foe()).engage("ada", "orc")
    play.do(c.Impose("ada", "condition", condition="confused"))
    assert play.refused(c.Attack("ada", "daily", "orc")) == "confused"
    assert not may_strike(play.state, play.one("ada"), play.one("orc"))


@pytest.mark.rule("AE-COND-04")
def test_the_confused_attack_a_nearby_ally_at_random(play, game):
    def mad(*dice, **options) -> Play:
        party = (pc("ada", bow()), pc("bea"), pc("cleo"), pc("dora"))
        made = Play(game).options(**options).begin(*party, foe()).change("dora", band="far")
        made.do(c.Impose("ada", "condition", condition="confused"))
        assert made.refused(c.Attack("ada", "bow", "orc")) == "confused_target"
        return made.do(c.Attack("ada", "bow"), *dice)

    assert mad((2, 1), (20, 5)).find(BewilderedAt).victim == "bea"
    assert mad((2, 2), (20, 5)).find(BewilderedAt).victim == "cleo"
    asked = mad(confused_target="gm")
    assert asked.asked == ("referee", "confused_target")
    asked.do(c.NameVictim("cleo"), (20, 5))
    assert asked.find(BewilderedAt).victim == "cleo"


@pytest.mark.rule("AE-COND-04")
def test_confusion_in_melee_walks_to_the_ally_and_may_bite_once_only(play, game):
    play.options(confused_all_attacks=False).begin(pc("ada"), pc("bea"), foe()).engage("ada", "orc")
    play.do(c.Impose("ada", "condition", condition="confused"))
    play.do(c.Attack("ada", "sword"))
    assert play.asked == ("orc", "opportunity")
    play.do(c.Opportunity("orc", "no"), (20, 12))
    assert play.find(AttackRolled).target == "bea"
    play.end((20, 3)).until("ada")
    assert play.game.allows(play.state, c.Move("ada", "engage", "orc"))
    play.do(c.Move("ada", "engage", "orc"))
    assert play.game.allows(play.state, c.Attack("ada", "sword", "orc"))
    always = Play(game).begin(pc("ada"), pc("bea"), foe()).engage("ada", "orc")
    always.do(c.Impose("ada", "condition", condition="confused")).do(c.Attack("ada", "sword"))
    always.do(c.Opportunity("orc", "no"), (20, 12)).end((20, 3)).until("ada")
    assert always.refused(c.Attack("ada", "sword", "bea")) == "confused_target"


@pytest.mark.rule("AE-COND-05")
def test_dazed(play):
    play.begin(foe("orc", strike(bonus=9)), pc("ada", ac=40)).engage("orc", "ada")
    play.do(c.Impose("orc", "condition", condition="dazed")).do(c.Attack("orc", "strike", "ada"), (20, 10))
    assert play.find(AttackRolled).check.total == 15


@pytest.mark.rule("AE-COND-06", "AE-OPP-06")
def test_hampered(play):
    power = sword(id="power", basic=False)
    play.begin(pc("ada", sword(), power), foe(), foe("rat")).engage("ada", "orc")
    play.do(c.Impose("ada", "condition", condition="hampered"))
    assert play.game.allows(play.state, c.Attack("ada", "sword", "orc"))
    assert play.refused(c.Attack("ada", "power", "orc")) == "hampered"
    assert play.game.allows(play.state, c.Move("ada", "engage", "rat"))
    assert may_strike(play.state, play.one("ada"), play.one("orc"))


@pytest.mark.rule("AE-COND-07", "AE-DYING-01")
def test_helpless(play, game):
    play.begin(pc("ada", ac=18, pd=16, md=13), pc("bea"), foe())
    play.do(c.Impose("ada", "damage", Amount(plus=30)))
    assert has(play.state, play.one("ada"), "helpless")
    assert [defence_of(play.state, play.one("ada"), each) for each in ("ac", "pd", "md")] == [15, 13, 10]


@pytest.mark.rule("AE-COND-08")
def test_weakened(play, game):
    play.begin(foe("orc", strike(bonus=8), ac=20), pc("ada", ac=40)).engage("orc", "ada")
    play.do(c.Impose("orc", "condition", condition="weakened"))
    assert defence_of(play.state, play.one("orc"), "ac") == 16
    play.do(c.Attack("orc", "strike", "ada"), (20, 10))
    assert play.find(AttackRolled).check.total == 14


@pytest.mark.rule("AE-COND-09", "AE-ESC-02")
def test_fear_dazes_and_takes_the_escalation_die(play):
    play.begin(pc("ada", level=1, abilities={"str": 28}), foe(ac=60)).engage("ada", "orc").set(escalation=4)
    play.do(c.Impose("ada", "condition", condition="fear"))
    play.do(c.Impose("ada", "condition", condition="dazed"))
    play.do(c.Attack("ada", "sword", "orc"), (20, 10))
    assert play.find(AttackRolled).check.total == 16


@pytest.mark.rule("AE-COND-10", "AE-SEQ-03")
def test_the_stunned_do_nothing_and_save_at_the_end_of_their_turn(play, game):
    play.begin(foe(), pc("ada"), pc("bea"))
    base = defence_of(play.state, play.one("ada"), "ac")
    play.do(c.Impose("ada", "condition", condition="stunned"))
    assert defence_of(play.state, play.one("ada"), "ac") == base - 4
    play.end((20, 11))
    assert play.find(Relieved).who == "ada"
    assert play.fight.current == "bea"


@pytest.mark.rule("AE-COND-07", "AE-COND-10")
@pytest.mark.parametrize("name", [*sorted(HELPLESS), "asleep"])
def test_a_turn_in_which_nothing_can_be_done_says_why(play, game, name: str):
    play.begin(foe(), pc("ada"), pc("bea")).do(c.Impose("ada", "condition", condition=name)).end((20, 11))
    told = play.find(TurnPassed)
    assert (told.who, told.condition, set(CONDITIONS[name].rules) <= set(told.rules)) == ("ada", name, True)
    for language in ("it", "en"):
        assert "Ada" in tell(game, play.state, told, language)


@pytest.mark.rule("AE-COND-11")
def test_vulnerable(play, game):
    play.begin(pc("ada"), foe()).do(c.Impose("orc", "condition", condition="vulnerable"))
    one, orc = play.one("ada"), play.one("orc")
    assert crit_from(RULES, Strike(play.state, one, one.profile.attacks[0], orc, "weapon"))[0] == 18


@pytest.mark.rule("AE-COND-12", "AE-TELEPORT-01")
def test_the_stuck_stay_but_fight_and_teleport(play, game):
    jump = Attack(
        "jump",
        name("jump"),
        kind="close_spell",
        action="move",
        friendly=True,
        includes_self=True,
        self_only=True,
        reach="beside",
        teleports=True,
    )
    play.begin(pc("ada", sword(), jump), foe()).engage("ada", "orc")
    play.do(c.Impose("ada", "condition", condition="stuck"))
    assert play.refused(c.Disengage("ada")) == "stuck"
    assert play.refused(c.Move("ada", "away")) == "stuck"
    assert play.game.allows(play.state, c.Attack("ada", "sword", "orc"))
    scene = begin(RULES, play.state)
    pop_free(scene, "ada", ("orc",))
    assert scene.events == []
    play.do(c.Attack("ada", "jump", "ada"))
    assert play.one("ada").engaged == ()
    assert has(play.state, play.one("ada"), "stuck")


@pytest.mark.rule("AE-COND-01")
def test_conditions_until_a_moment(play):
    bash = strike(riders=(Rider((do.Condition(names=("dazed",), until="source"),)),))
    play.begin(foe("orc", bash), pc("ada")).engage("orc", "ada").do(c.Attack("orc", "strike", "ada"), (20, 18))
    assert play.find(Afflicted).affliction.until == Until("end", "orc", 2)
    play.end().end()
    assert play.one("ada").afflictions != ()
    play.end()
    assert play.one("ada").afflictions == ()


@pytest.mark.rule("AE-ONGOING-02")
def test_an_attack_may_bring_ongoing_damage_with_a_hard_save(play):
    sting = strike(riders=(Rider((do.Ongoing(amount=Amount(1, 6), type="poison", save=16),)),))
    play.begin(foe("orc", sting), pc("ada")).engage("orc", "ada")
    play.do(c.Attack("orc", "strike", "ada"), (20, 18), (6, 4))
    assert (play.find(OngoingBegan).ongoing.amount, play.find(OngoingBegan).ongoing.save) == (4, 16)


@pytest.mark.rule("AE-STAGGER-01", "AE-STAGGER-03")
@pytest.mark.parametrize(("most", "hp", "staggered"), [(40, 20, True), (45, 22, True), (45, 23, False)])
def test_staggered_at_half(play, game, most, hp, staggered):
    play.begin(pc("ada", hp=most), foe(ac=40)).change("ada", hp=hp, temp_hp=10).engage("ada", "orc")
    assert is_staggered(play.state, play.one("ada")) is staggered
    play.do(c.Attack("ada", "sword", "orc"), (20, 10))
    assert play.find(AttackRolled).check.total == 11


@pytest.mark.rule("AE-STAGGER-02")
def test_the_referee_has_the_last_word_on_monsters(play, game):
    play.begin(pc("ada"), foe(hp=36)).change("orc", hp=18)
    assert is_staggered(play.state, play.one("orc"))
    play.do(c.Flag("orc", "staggered", False))
    assert not is_staggered(play.state, play.one("orc"))
    flag = Play(game).options(monster_stagger="gm_flag").begin(pc("ada"), foe(hp=36)).change("orc", hp=1)
    assert not is_staggered(flag.state, flag.one("orc"))
    assert is_staggered(flag.do(c.Flag("orc", "staggered")).state, flag.one("orc"))
    assert flag.refused(c.Flag("ada", "staggered")) == "monsters_only"


@pytest.mark.rule("AE-DYING-07")
@pytest.mark.parametrize(("language", "line", "below"), [
    ("en", "Line of death: 31 hit points at most, ÷2 (half) = 15", "Hit points: 15 below 0"),
    ("it", "Linea della morte: 31 punti ferita al massimo, ÷2 (la metà) = 15", "Punti ferita: 15 sotto lo 0"),
])  # fmt: skip
def test_the_line_of_death_is_shown_with_its_sum(game: Archmage, language: Language, line: str, below: str) -> None:
    play = Play(game).begin(foe("orc", strike(bonus=40, damage=Amount(plus=46))), pc("ada", hp=31))
    play.engage("orc", "ada").do(c.Attack("orc", "strike", "ada"), (20, 10))
    fell = play.find(Fell)
    assert fell.awareness == "dead"
    assert explain(game, play.state, fell, language).numbers == (line, below)
