"""Lines and whys are whole: every condition that bears on a number, whose damage is over, what a curse does."""

from itertools import combinations

import pytest
from tests.rules.archmage.fixed import FixedDice, carry_out, counted
from tests.rules.archmage.table import Play, bow, foe, pc, sword

from arbitro.kernel.event import TOLD_WITH_ANOTHER
from arbitro.kernel.explain import explain, rules_behind
from arbitro.kernel.sentence import tell
from arbitro.rules.archmage import Archmage, bestiary
from arbitro.rules.archmage import commands as c
from arbitro.rules.archmage.catalogue import load_books
from arbitro.rules.archmage.condition_table import CONDITIONS, HARMFUL_TO_ATTACKS, HARMFUL_TO_DEFENCES
from arbitro.rules.archmage.events import (
    AttackRolled,
    Marked,
    OngoingEnded,
    Parted,
    PlaceChanged,
    ReadiedLost,
    SaveRolled,
)
from arbitro.rules.archmage.state import FOES, Profile


def printed(race: str) -> Profile:
    return counted(bestiary.creature(load_books(), race, FOES, race))


def apart(names: tuple[str, ...]) -> bool:
    """Whether no one of these conditions brings another of them along."""
    return not any(brought in names for name in names for brought in CONDITIONS[name].brings)  # type: ignore[index]


@pytest.mark.rule("AE-STACK-03", "AE-COND-01")
@pytest.mark.parametrize("names", [pair for pair in combinations(HARMFUL_TO_ATTACKS, 2) if apart(pair)])
def test_of_two_conditions_that_lower_attacks_one_counts_and_both_are_named(
    game: Archmage, names: tuple[str, str]
) -> None:
    play = Play(game).begin(pc("ada"), foe("orc")).engage("ada", "orc")
    for name in names:
        play.do(c.Impose("ada", "condition", condition=name))  # type: ignore[arg-type]
    rolled = play.do(c.Attack("ada", "sword", "orc"), (20, 10)).find(AttackRolled)
    assert rolled.check.total == 10 + 1 - 4
    assert {"AE-STACK-03", *(HARMFUL_TO_ATTACKS[name] for name in names)} <= set(rolled.rules)  # type: ignore[index]
    for language in ("it", "en"):
        numbers = explain(game, play.state, rolled, language).numbers[0]
        assert all(game.texts.say(language, f"note.{name}") in numbers for name in names)


@pytest.mark.rule("AE-STACK-03", "AE-COND-01")
@pytest.mark.parametrize("names", [pair for pair in combinations(HARMFUL_TO_DEFENCES, 2) if apart(pair)])
def test_of_two_conditions_that_lower_defences_one_counts_and_both_are_named(
    game: Archmage, names: tuple[str, str]
) -> None:
    play = Play(game).begin(pc("ada"), foe("orc")).engage("ada", "orc")
    for name in names:
        play.do(c.Impose("orc", "condition", condition=name))  # type: ignore[arg-type]
    rolled = play.do(c.Attack("ada", "sword", "orc"), (20, 10)).find(AttackRolled)
    assert rolled.check.needed == 16 - 4
    assert {"AE-STACK-03", *(HARMFUL_TO_DEFENCES[name] for name in names)} <= set(rules_behind(game, rolled))  # type: ignore[index]
    numbers = explain(game, play.state, rolled, "it").numbers[0]
    assert all(game.texts.say("it", f"note.{name}") in numbers for name in names)


@pytest.mark.rule("AE-COND-11", "AE-CRIT-04")
def test_a_critical_hit_on_the_vulnerable_cites_what_made_it_one(play: Play) -> None:
    play.begin(pc("ada"), foe("orc")).engage("ada", "orc").do(c.Impose("orc", "condition", condition="vulnerable"))
    rolled = play.do(c.Attack("ada", "sword", "orc"), (20, 18), (8, 4)).find(AttackRolled)
    assert rolled.outcome == "crit"
    assert {"AE-CRIT-04", "AE-COND-11"} <= set(rolled.rules)


@pytest.mark.rule("AE-ONGOING-02")
def test_of_two_kinds_of_ongoing_damage_it_is_said_which_is_over(play: Play) -> None:
    play.begin(pc("ada"), foe("orc"))
    play.do(c.Impose("ada", "ongoing", points=5, damage_type="fire"))
    play.do(c.Impose("ada", "ongoing", points=3, damage_type="poison")).end((20, 11), (20, 5))
    ended = play.find(OngoingEnded)
    kept = {each.type for each in play.one("ada").ongoing}
    assert {ended.kind} | kept == {"fire", "poison"}
    assert ended.kind not in kept
    saved = next(each for each in play.all(SaveRolled) if each.saved)
    assert game_word(play, ended.kind) in tell(play.game, play.state, saved, "it")
    assert ended.variant() == TOLD_WITH_ANOTHER  # the line of the save has said it


def game_word(play: Play, kind: str) -> str:
    return play.game.texts.say("it", f"damage.{kind}")


@pytest.mark.rule("AE-READY-05")
@pytest.mark.parametrize("why", ["never_came", "let_go_by", "could_not"])
def test_a_readied_action_that_was_not_used_is_lost_whatever_the_reason(play: Play, why: str) -> None:
    play.begin(pc("ada", sword(), bow()), foe("orc"), pc("bea"))
    play.do(c.Ready("ada", "attack", "moves", "orc", "bow", "orc")).end()
    if why == "could_not":
        play.do(c.Impose("ada", "condition", condition="stunned"))
    if why != "never_came":
        play.do(c.Move("orc", "engage", "bea", past="none"))
    if why == "let_go_by":
        play.do(c.UseReadied("ada", "no"))
    while not play.all(ReadiedLost):
        play.end(*(((20, 2),) if why == "could_not" and play.fight.current == "bea" else ()))
    assert "did not come" not in tell(play.game, play.state, play.find(ReadiedLost), "en")


@pytest.mark.rule("AE-GRAB-06")
def test_whoever_lets_go_and_walks_off_is_not_said_to_provoke(play: Play) -> None:
    play.begin(foe("orc"), pc("ada"), pc("bea")).engage("orc", "ada")
    play.change("orc", grabbing=("ada",)).change("ada", grabbed_by=("orc",))
    play.do(c.Release("orc", "ada")).do(c.Move("orc", "engage", "bea"))
    assert not play.state.awaiting
    assert play.find(Parted).rules == ("AE-GRAB-06",)


@pytest.mark.rule("AE-GRAB-05")
@pytest.mark.parametrize("goal", ["far", "engage"])
def test_whoever_is_carried_along_is_named_wherever_the_holder_goes(play: Play, goal: str) -> None:
    play.begin(printed("ogre"), pc("ada"), pc("bea")).engage("ogre", "ada")
    play.change("ogre", grabbing=("ada",)).change("ada", grabbed_by=("ogre",))
    play.do(c.Move("ogre", goal, "bea" if goal == "engage" else ""))  # type: ignore[arg-type]
    (carried,) = [event for event in play.all(PlaceChanged) if event.by]
    assert (carried.who, carried.by) == ("ada", "ogre")
    assert play.one("ada").grabbed_by == ("ogre",)


@pytest.mark.rule("AE-ATK-06")
@pytest.mark.parametrize(
    ("race", "attack", "kind", "said"),
    [
        ("goblin_shaman", "curse", "curse", "2 danni"),
        ("orc_shaman", "battle-curse", "mark", "d4 danni"),
        ("medusa", "snakes-and-daggers", "last_gasp", "16+"),
    ],
)
def test_what_hangs_on_somebody_is_said_with_its_number(
    game: Archmage, race: str, attack: str, kind: str, said: str
) -> None:
    play = Play(game).begin(printed(race), pc("ada", hp=200))
    if attack == "snakes-and-daggers":
        play.engage(race, "ada")
    state, events = carry_out(game, play.state, c.Attack(race, attack, "ada"), FixedDice(attack=18), "yes")
    marked = next(each for each in events if isinstance(each, Marked) and each.mark.kind == kind)
    assert said in tell(game, state, marked, "it")
