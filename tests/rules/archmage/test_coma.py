"""A coma in place of death: what it does, how it ends, and that nobody is ever left in a state that cannot be."""

import pytest
from tests.rules.archmage.fixed import FixedDice, carry_out
from tests.rules.archmage.table import Play, foe, pc, spell, strike

from arbitro.dice.amount import Amount
from arbitro.kernel.explain import explain
from arbitro.kernel.seat import REFEREE
from arbitro.rules.archmage import Archmage
from arbitro.rules.archmage import commands as c
from arbitro.rules.archmage import effects as do
from arbitro.rules.archmage.events import DamageDealt, Fell, Prompted, Revived, TurnPassed, Woke
from arbitro.rules.archmage.ongoing_effects import Mark
from arbitro.rules.archmage.power import Rider
from arbitro.rules.archmage.state import Combatant

HEAL = spell(
    id="heal", kind="close_spell", action="quick", friendly=True, includes_self=True, reach="nearby", usage="battle",
    uses=2, riders=(Rider((do.Recovery(),)),),
)  # fmt: skip


def legal(one: Combatant) -> None:
    """Hit points, the line of death, awareness and recoveries go together."""
    assert one.hp > -(one.max_hp // 2) or one.awareness in ("dead", "coma")
    assert one.hp <= one.max_hp
    assert 0 <= one.recoveries <= one.recoveries_max
    if one.awareness == "awake":
        assert one.hp > 0
    if one.awareness == "unconscious":
        assert one.hp <= 0


def felled(game: Archmage, *, named: bool = False, **options: bool) -> Play:
    """Ada is struck far below the line of death by a foe with or without a name."""
    villain = foe("orc", strike(bonus=40, damage=Amount(plus=99)), named=named, hp=900)
    play = Play(game).options(meaningful_death=True, **options)
    play.begin(villain, pc("ada"), pc("bea", HEAL)).engage("orc", "ada")
    return play.do(c.Attack("orc", "strike", "ada"), (20, 10))


@pytest.mark.rule("AE-MEANINGFUL-01", "AE-MEANINGFUL-02", "AE-DYING-07")
def test_a_coma_takes_the_place_of_death_and_stays_one(game: Archmage) -> None:
    play = felled(game)
    assert play.find(Fell).awareness == "coma"
    numbers = explain(game, play.state, play.find(DamageDealt), "en").numbers
    assert numbers[-1] == "Hit points: 30 hit points -99 damage = -69"
    play.change("orc", actions=("standard",)).do(c.Attack("orc", "strike", "ada"), (20, 10))
    legal(play.one("ada"))
    assert play.one("ada").awareness == "coma"


@pytest.mark.rule("AE-MEANINGFUL-01")
def test_a_named_villain_kills_whoever_lies_in_a_coma(game: Archmage) -> None:
    play = felled(game)
    play.change("orc", actions=("standard",), profile=foe("orc", strike(bonus=40, damage=Amount(plus=99)), named=True))
    play.do(c.Attack("orc", "strike", "ada"), (20, 10))
    assert play.one("ada").awareness == "dead"


@pytest.mark.rule("AE-MEANINGFUL-02", "AE-DYING-08")
def test_nothing_heals_a_coma_in_battle(game: Archmage) -> None:
    play = felled(game).end()
    play.until("bea")
    assert play.refused(c.Attack("bea", "heal", "ada")) == "cannot_heal"
    play.do(c.Impose("ada", "heal", points=12))
    assert (play.one("ada").awareness, play.one("ada").hp) == ("coma", 0)


@pytest.mark.rule("AE-MEANINGFUL-02", "AE-DYING-08", "AE-REST-02")
@pytest.mark.parametrize("rested", [False, True])
def test_whoever_is_brought_back_lies_at_0_and_comes_round_by_a_recovery(game: Archmage, rested: bool) -> None:
    play = felled(game).do(c.EndBattle())
    legal(play.one("ada"))
    assert play.refused(c.UseRecovery("ada")) == "cannot_heal"
    if rested:
        play.do(c.QuickRest())
    play.do(c.Revive("ada"))
    assert (play.one("ada").awareness, play.one("ada").hp) == ("unconscious", 0)
    before = play.one("ada").recoveries
    play.do(c.UseRecovery("ada"), (8, 5))
    assert (play.one("ada").awareness, play.one("ada").hp, play.one("ada").recoveries) == ("awake", 5, before - 1)
    legal(play.one("ada"))


@pytest.mark.rule("AE-MEANINGFUL-02", "AE-FULLHEAL-03")
def test_a_full_heal_up_ends_a_coma(game: Archmage) -> None:
    play = felled(game).do(c.EndBattle()).do(c.FullHealUp(granted=True))
    assert play.find(Revived).who == "ada"
    assert (play.one("ada").awareness, play.one("ada").hp) == ("awake", 30)
    legal(play.one("ada"))


@pytest.mark.rule("AE-MEANINGFUL-02")
def test_whoever_was_stone_wakes_with_the_hit_points_of_before(game: Archmage) -> None:
    play = Play(game).options(meaningful_death=True).begin(pc("ada"), foe("medusa"), pc("bea"))
    play.change("ada", hp=20, marks=(Mark("last_gasp", "medusa", 3),)).end((20, 3))
    assert play.find(Fell).awareness == "coma"
    play.do(c.EndBattle()).do(c.Revive("ada"))
    assert play.find(Woke).rules == ("AE-MEANINGFUL-02",)
    assert (play.one("ada").awareness, play.one("ada").hp) == ("awake", 20)


@pytest.mark.rule("AE-LASTING-01", "AE-LASTING-02", "AE-DYING-07")
def test_marking_a_lasting_wound_never_crosses_the_line(play: Play) -> None:
    play.options(lasting_wounds=True).begin(pc("ada"), foe(), pc("bea"))
    play.change("ada", hp=-14, awareness="unconscious", dropped=True).do(c.EndBattle())
    assert (play.one("ada").max_hp, play.one("ada").hp) == (27, -12)
    legal(play.one("ada"))


@pytest.mark.rule("AE-REST-04", "AE-REST-03")
def test_the_dead_roll_for_nothing_in_a_rest(play: Play) -> None:
    burst = spell(id="burst", usage="recharge", recharge=16)
    play.begin(pc("ada", burst), pc("bea"), foe())
    play.do(c.Attack("ada", "burst", "orc"), (20, 2)).change("ada", awareness="dead", hp=-20).do(c.EndBattle())
    play.do(c.QuickRest())


@pytest.mark.rule("AE-REST-02", "AE-REST-03", "AE-RECOVERY-02")
def test_healing_spells_work_in_a_quick_rest(play: Play) -> None:
    play.begin(pc("ada"), pc("bea", HEAL), foe()).change("ada", hp=9)
    play.do(c.EndBattle())
    assert play.refused(c.QuickRest()) == "staggered_must_heal"
    assert play.refused(c.HealInRest("bea", "strike", "ada")) == "no_attack"
    assert play.refused(c.HealInRest("bea", "heal", "bea")) == "unhurt"
    play.do(c.HealInRest("bea", "heal", "ada"), (8, 6))
    assert (play.one("ada").hp, play.one("ada").recoveries) == (15, 7)
    play.do(c.HealInRest("bea", "heal", "ada"), (8, 6))
    assert play.refused(c.HealInRest("bea", "heal", "ada")) == "power_spent"
    play.do(c.QuickRest())
    assert play.refused(c.HealInRest("bea", "heal", "ada")) == "no_rest"


@pytest.mark.rule("AE-REST-03")
def test_healing_in_a_rest_is_offered_for_whoever_can_be_healed(play: Play) -> None:
    play.begin(pc("ada"), pc("bea", HEAL), pc("cia"), foe()).change("ada", hp=9).change("cia", awareness="coma", hp=0)
    play.do(c.EndBattle())
    offered = {choice.id: choice for choice in play.game.choices(play.state, REFEREE)}
    assert [pick.value for pick in offered["rest_heal/bea/heal"].parameters[0].picks] == ["ada"]
    dice = FixedDice()
    state, _ = carry_out(play.game, play.state, c.HealInRest("bea", "heal", "ada"), dice)
    assert state.party["ada"].hp > 9


@pytest.mark.rule("AE-MEANINGFUL-02", "AE-REST-03")
def test_whoever_lies_in_a_coma_is_not_asked_to_heal_and_the_turn_cites_the_coma(play: Play) -> None:
    play.options(meaningful_death=True).begin(foe(hp=90), pc("ada"), pc("bea"))
    play.change("ada", hp=-15, awareness="coma", recoveries=0).end()
    assert play.find(TurnPassed).rules[0] == "AE-MEANINGFUL-02"
    play.do(c.EndBattle("victory")).do(c.QuickRest())
    assert not play.all(Prompted)  # no recovery mends a coma, owed or not
