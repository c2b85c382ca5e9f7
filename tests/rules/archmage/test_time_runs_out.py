"""Everything that lasts for a while ends, whatever has become of those who brought it."""

import pytest
from msgspec.structs import replace
from tests.rules.archmage.fixed import FixedDice, attacks, carry_out, masters_attacks, somebody
from tests.rules.archmage.table import Play, foe, pc, strike
from tests.sampling import spread

from arbitro.rules.archmage import Archmage
from arbitro.rules.archmage import commands as c
from arbitro.rules.archmage import effects as do
from arbitro.rules.archmage.events import Boosted, TurnBegan
from arbitro.rules.archmage.game import RULES
from arbitro.rules.archmage.ongoing_effects import Affliction, Boost, Mark, Ongoing, Until
from arbitro.rules.archmage.power import Attack, ConditionName
from arbitro.rules.archmage.scene import begin
from arbitro.rules.archmage.state import Combatant, State
from arbitro.rules.archmage.step import Blow, Volley

FATES = ("stands", "dead", "gone", "absent", "unconscious", "stunned")
"""What may become of whoever brought an effect."""
TIMED = [
    pytest.param(name, attack, effect, id=f"{name}-{attack.id}-{number}")
    for name, attack in (*attacks(), *masters_attacks())
    for number, effect in enumerate(effect for rider in attack.riders for effect in rider.effects)
    if getattr(effect, "until", "") in ("source", "target", "turn")
    or (hasattr(effect, "save") and (effect.save or getattr(effect, "until", "") != "battle"))
]


def hanging(one: Combatant) -> list[object]:
    return [*one.afflictions, *one.boosts, *one.marks, *one.ongoing]


def meet_fate(play: Play, who: str, fate: str) -> None:
    if fate == "stunned":
        play.change(who, afflictions=(*play.one(who).afflictions, Affliction("stunned", "", 20)))
    elif fate != "stands":
        gone = {"present": False} if fate == "absent" else {"awareness": fate, "hp": 0}
        for other in play.one(who).engaged:
            play.change(other, engaged=tuple(each for each in play.one(other).engaged if each != who))
        play.change(who, engaged=(), **gone)


def pass_rounds(game: Archmage, state: State, rounds: int) -> State:
    """Everybody does nothing for some rounds; every save is made."""
    dice = FixedDice(attack=2, save_effect=20, save_ongoing=20, save_last_gasp=20, save_death=5)
    assert state.fight is not None
    last = state.fight.round + rounds
    for _ in range(100):
        fight = state.fight
        assert fight is not None
        if fight.round >= last:
            return state
        state, _ = carry_out(game, state, c.EndTurn(fight.current), dice)
    raise AssertionError("the rounds do not pass")


@pytest.mark.rule("AE-COND-01", "AE-SEQ-03", "AE-ONGOING-02")
@pytest.mark.parametrize("fate", FATES)
@pytest.mark.parametrize(("name", "attack", "effect"), spread(TIMED, 15))
def test_every_timed_effect_is_over_in_time(
    game: Archmage, name: str, attack: Attack, effect: do.AnyEffect, fate: str
) -> None:
    """Within two rounds every effect that lasts until a turn or a save is gone, whatever became of its source."""
    source = replace(somebody(name), id="source")
    friendly = source.side == "party"
    others = (
        (foe("orc", hp=900), foe("imp", hp=900), pc("pal", hp=900))
        if friendly
        else (pc("ada", hp=900), pc("bea", hp=900), foe("pal", hp=900))
    )
    play = Play(game).begin(source, *others).unhurried()
    target = "pal" if attack.friendly else others[0].id
    play.engage("source", target) if not attack.friendly else None
    scene = begin(RULES, play.state, FixedDice())
    scene.apply(effect, Blow(Volley("source", attack.id, (target,)), target, 20, 30, "hit"))
    play.state = scene.state
    on = effect.on if isinstance(effect, do.Aimed) else "target"
    bearer = target if on in ("target", "both") else "source"
    if on == "another":
        bearer = others[1].id
    if not hanging(play.one(bearer)):
        pytest.skip("it leaves nothing on anybody here")
    meet_fate(play, "source", fate)
    if bearer == "source" and fate != "stands":
        pytest.skip("it was on its source alone")
    state = pass_rounds(game, play.state, 3)
    fight = state.battle
    left = [
        each
        for each in hanging(fight.combatants[bearer])
        if getattr(each, "source", "") == "source" or isinstance(each, Boost)
    ]
    assert left == []


@pytest.mark.rule("AE-COND-01")
@pytest.mark.parametrize("fate", ["dead", "gone", "absent"])
@pytest.mark.parametrize("moment", ["start", "end"])
def test_an_effect_until_the_turn_of_somebody_gone_ends_at_their_count(game: Archmage, fate: str, moment: str) -> None:
    play = Play(game).begin(pc("ada", hp=90), foe("orc"), foe("imp"))
    play.end()  # it is the orc's turn
    until = Until(moment, "orc", play.one("orc").turns + 1)  # type: ignore[arg-type]
    play.change("ada", afflictions=(Affliction("dazed", "orc", until=until),), boosts=(Boost("howl", "ac", -2, until),))
    play.end()  # the imp's
    meet_fate(play, "orc", fate)
    play.end()  # round 2, ada's: she acts before the count of the orc
    assert play.fight.round == 2
    assert play.one("ada").afflictions
    play.end()  # the count of the orc has gone by, and it is the imp's turn
    assert play.fight.current == "imp"
    assert hanging(play.one("ada")) == []


@pytest.mark.rule("AE-ONGOING-03", "AE-TEMPHP-04", "AE-SEQ-01")
def test_nothing_of_a_battle_outlasts_it(play: Play) -> None:
    until = Until("end", "orc", 99)
    play.begin(pc("ada"), pc("bea"), foe())
    names: tuple[ConditionName, ...] = ("confused", "dazed", "stuck", "asleep", "stunned")
    play.change(
        "ada",
        afflictions=tuple(Affliction(name, "orc", 16) for name in names),
        awareness="asleep",
        ongoing=(Ongoing("bite", 5, "poison", 16, "orc"),),
        boosts=(Boost("howl", "ac", -2, until),),
        marks=(Mark("curse", "orc", 2), Mark("last_gasp", "orc", 3)),
        temp_hp=9,
        death_fails=3,
        rallies=2,
        debt=1,
    ).do(c.EndBattle())
    ada = play.one("ada")
    assert hanging(ada) == []
    assert (ada.temp_hp, ada.death_fails, ada.rallies, ada.awareness) == (0, 0, 0, "awake")
    assert ada.debt == 1, "what only a full heal-up takes away stays"


@pytest.mark.rule("AE-DELAY-01", "AE-SPIRIT-05")
def test_a_delayed_turn_is_the_same_turn_for_what_lasts(play: Play) -> None:
    play.begin(pc("ada", strike(), hp=90), foe("orc"), pc("bea"))
    turns = play.one("ada").turns
    play.do(c.Delay("ada")).end().do(c.TakeDelayedTurn("ada", "yes"))
    assert play.all(TurnBegan)[-1].resumed
    assert play.one("ada").turns == turns
    play.do(c.Circumstance("ada", favourable=True))
    assert play.find(Boosted).boost.until.turn == turns + 1
