"""Talk: who has no mind to be spoken to, what the referee lets weigh on a reaction, and surprise after words."""

import pytest
from tests.rules.infausta.camp import RULES as VARIANT
from tests.rules.infausta.camp import Dungeon
from tests.rules.whitebox.arena import fight_with, sixes
from tests.rules.whitebox.exploring.delve import RULES, Delve, troop
from tests.rules.whitebox.people.camp import found, only
from tests.rules.whitebox.powers.den import beast, hero

from arbitro.kernel.seat import REFEREE, Seat
from arbitro.kernel.sentence import tell
from arbitro.rules.whitebox.commands import JudgeSurprise, Run, Surrender
from arbitro.rules.whitebox.events import InitiativeRolled, SurpriseRolled
from arbitro.rules.whitebox.exploring.commands import (
    Engage,
    Flee,
    JudgeMeeting,
    JudgeParley,
    Meet,
    Parley,
    PartWays,
    PassTurns,
    RollReaction,
)
from arbitro.rules.whitebox.exploring.events import MeetingSurprise, MetSomebody, ReactionRolled

AWARE = (*sixes(6, 6), (4, 1), (4, 2))
PARTY = Seat("party", "player", frozenset({"party", "berto"}))
MINDLESS = sorted(name for name, nature in RULES.content.nature_of.items() if nature == "mindless")
MINDLESS_OF_VARIANT = sorted(name for name, nature in VARIANT.content.nature_of.items() if nature == "mindless")


def before(monster: str) -> Delve:
    """A party that has met one of a kind; nobody is surprised."""
    delve = Delve(troops=(troop("them", monster),), surprise_method="judgement")
    delve.do(Meet("them"))
    delve.do(JudgeMeeting("nobody"), (4, 1), (4, 2))
    return delve


# -------------------------------------------------------------------- nobody to talk to


def test_the_bestiaries_name_the_mindless() -> None:
    flagged = {name for name, entry in RULES.content.monsters.items() if entry.mindless}
    assert flagged <= set(MINDLESS)
    assert {"skeleton", "zombie"} <= flagged


@pytest.mark.rule("WB-PARLEY-01", "WB-MORALE-01")
@pytest.mark.parametrize("monster", MINDLESS)
def test_with_the_mindless_there_is_no_talk_of_any_kind(monster: str) -> None:
    delve = before(monster)
    assert delve.refused(Parley()) == "mindless"
    assert delve.refused(RollReaction()) == "mindless"
    offered = {choice.command for seat in (REFEREE, PARTY) for choice in RULES.choices(delve.state, seat)}
    assert not offered & {"parley", "roll_reaction"}
    assert isinstance(RULES.suggest(delve.state, PARTY), Engage | Flee)
    delve.do(PartWays())  # the referee may still let them take no notice


@pytest.mark.rule("IS-PARLEY-01", "IS-MORALE-01")
@pytest.mark.parametrize("monster", MINDLESS_OF_VARIANT)
def test_with_the_mindless_of_the_variant_neither(monster: str) -> None:
    delve = Dungeon(troops=(troop("them", monster),), surprise_method="judgement")
    delve.do(Meet("them"))
    delve.do(JudgeMeeting("nobody"), (4, 1), (4, 2))
    for command in (Parley(), RollReaction()):
        assert delve.refused(command).code == "mindless"


@pytest.mark.rule("WB-MORALE-01")
@pytest.mark.parametrize("monster", MINDLESS)
def test_nobody_surrenders_to_the_mindless_nor_they_to_anybody(monster: str) -> None:
    arena = fight_with(hero("a"), beast(monster, "it"))
    assert arena.refused(Surrender("a")).code == "no_quarter"
    arena = fight_with(beast(monster, "it", "A"), hero("a", "B"))
    assert arena.refused(Surrender("it")).code == "fearless"
    assert arena.refused(Run("it")).code == "fearless"


@pytest.mark.rule("WB-MORALE-02")
def test_whoever_has_a_mind_is_surrendered_to_even_beside_the_mindless() -> None:
    arena = fight_with(hero("a"), beast("skeleton", "bones"), beast("goblin", "grunt"))
    arena.do(Surrender("a"))
    assert arena.state.fight.combatants["a"].condition == "surrendered"


@pytest.mark.rule("WB-PARLEY-01")
def test_the_mindless_attack_a_party_that_they_catch() -> None:
    delve = Delve(troops=(troop("them", "skeleton"),), surprise_method="judgement")
    delve.do(Meet("them"))
    delve.do(JudgeMeeting("party"), (3, 1))
    assert RULES.suggest(delve.state, REFEREE) == Engage("foes")


# -------------------------------------------------------------------- what the referee adds


@pytest.mark.rule("WB-PARLEY-01")
@pytest.mark.parametrize(
    ("modifier", "attitude"), [(0, "uncertain"), (-2, "negative"), (2, "positive"), (-12, "hostile")]
)
def test_the_referee_may_let_something_weigh_on_a_reaction(modifier: int, attitude: str) -> None:
    delve = before("orc")
    rolled = only(delve.do(RollReaction(modifier, "gifts"), *sixes(3, 4)), ReactionRolled)
    assert (rolled.attitude, rolled.lookup.total, rolled.reason) == (attitude, 7 + modifier, "gifts")
    assert [(each.amount, each.rule) for each in rolled.lookup.modifiers] == [(modifier, "WB-PARLEY-01")] * bool(
        modifier
    )
    assert "(gifts)" in tell(RULES, delve.state, rolled, "en")


@pytest.mark.rule("WB-PARLEY-01")
def test_the_modifier_of_a_reaction_is_the_referees_and_has_its_limits() -> None:
    delve = before("orc")
    assert delve.refused(RollReaction(13)) == "bad_weight"
    offered = {choice.id: choice for choice in RULES.choices(delve.state, REFEREE)}
    assert [part.name for part in offered["roll_reaction/weighed"].parameters] == ["modifier", "reason"]
    assert "roll_reaction/weighed" not in {choice.id for choice in RULES.choices(delve.state, PARTY)}


# -------------------------------------------------------------------- surprise after words


@pytest.mark.rule("WB-SURPRISE-01", "WB-PARLEY-01")
@pytest.mark.parametrize("scope", ["side", "individual"])
def test_whoever_has_just_spoken_is_not_surprised(scope: str) -> None:
    delve = Delve(troops=(troop(),), surprise_scope=scope)
    delve.do(Meet("orcs"), *(AWARE if scope == "side" else AWARE[2:]))
    delve.do(Parley())
    events = delve.do(JudgeParley("failed"), (6, 4), *sixes(6, 1))
    assert not found(events, SurpriseRolled)
    assert found(events, InitiativeRolled)


@pytest.mark.rule("WB-SURPRISE-01", "WB-PARLEY-01")
def test_the_referee_is_not_asked_again_who_is_surprised() -> None:
    delve = before("orc")
    delve.do(Parley())
    delve.do(JudgeParley("failed"), (6, 4), *sixes(6, 1))
    assert delve.refused(JudgeSurprise("")) == "not_asked"


@pytest.mark.rule("WB-SURPRISE-03", "WB-PARLEY-01")
def test_talking_gives_the_advantage_of_surprise_away() -> None:
    delve = Delve(troops=(troop(),))
    delve.do(Meet("orcs"), *sixes(6, 1), (3, 1))  # the orc is surprised
    delve.do(Parley())
    delve.do(JudgeParley("failed"), (6, 4), *sixes(6, 1))
    assert delve.state.fight.round == 1


@pytest.mark.rule("WB-SURPRISE-01", "WB-PARLEY-01")
def test_a_fight_put_off_is_taken_up_without_surprise_within_the_turn() -> None:
    for turns, thrown in ((0, False), (1, True)):
        delve = Delve(troops=(troop(),))
        delve.do(Meet("orcs"), *AWARE)
        delve.do(Parley())
        delve.do(JudgeParley("delayed"))
        if turns:
            delve.do(PassTurns(turns))
        events = delve.do(Meet("orcs"), *(AWARE if thrown else AWARE[2:]))
        assert bool(found(events, MeetingSurprise)) == thrown
        assert only(events, MetSomebody).surprised == ()


@pytest.mark.rule("WB-SURPRISE-01", "WB-MOVE-06")
def test_whoever_was_run_down_is_not_surprised() -> None:
    delve = Delve(troops=(troop("them", "wolf", attitude="hostile"),))
    delve.do(Meet("them"), *AWARE)
    events = delve.do(Flee(), (6, 6), (6, 4), *sixes(6, 1))
    assert not found(events, SurpriseRolled)
    assert delve.state.fight.round == 1


# -------------------------------------------------------------------- beasts

BEASTS = [
    (game, name)
    for game, rules in (("parent", RULES), ("variant", VARIANT))
    for name, monster in rules.content.monsters.items()
    if monster.kind in ("animal", "magical_animal", "vermin", "monster") and monster.alignment == "neutrality"
]


def test_the_beasts_are_those_one_would_call_so() -> None:
    for rules in (RULES, VARIANT):
        assert {"wolf", "stirge", "rat_giant", "bear", "cockatrice", "hydra"} <= rules.content.wordless
        assert not {"orc", "worg", "unicorn", "blink_dog", "medusa", "treant"} & set(rules.content.wordless)


@pytest.mark.rule("WB-PARLEY-01", "WB-MORALE-02")
@pytest.mark.parametrize(("game", "monster"), BEASTS)
def test_beasts_are_neither_spoken_to_nor_surrendered_to(game: str, monster: str) -> None:
    table = Delve if game == "parent" else Dungeon
    delve = table(troops=(troop("them", monster),), surprise_method="judgement")
    delve.do(Meet("them"))
    delve.do(JudgeMeeting("nobody"), (4, 1), (4, 2))
    refused = delve.refused(Parley())
    assert getattr(refused, "code", refused) in ("wordless", "mindless")
    if game == "parent":
        assert fight_with(hero("a"), beast(monster, "it")).refused(Surrender("a")).code == "no_quarter"
