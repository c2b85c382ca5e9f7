"""What was declared binds (IS-COMBAT-02): every declared act, and every way in which its target may be gone."""

import pytest
from msgspec.structs import replace
from tests.rules.infausta.arena import RULES, fight_with
from tests.rules.infausta.doing import GONE, SAMPLES, UNABLE, Sample, combatant, done, hidden, prepared_for, unseen
from tests.rules.infausta.features.stage import beast, hero, opened
from tests.rules.whitebox.arena import BOW, SWORD, d6, d20, someone
from tests.rules.whitebox.people.camp import found, only
from tests.rules.whitebox.powers.den import OIL, TORCH, magic

from arbitro.kernel.aim import Course
from arbitro.kernel.command import Refusal
from arbitro.kernel.orders import AGAIN, BEST, STRIKE
from arbitro.kernel.seat import REFEREE, Seat
from arbitro.kernel.sentence import tell
from arbitro.rules.infausta.events import ActionWasted
from arbitro.rules.whitebox.commands import Attack, Cast, Close, Declare, DeclareTogether, EndTurn, Run, Surrender
from arbitro.rules.whitebox.declared import DeclaredAct, aim_of, each_declared
from arbitro.rules.whitebox.events import AttackRolled, Declared
from arbitro.rules.whitebox.state import Intent
from arbitro.text import LANGUAGES

DECLARED = {
    "melee": Sample(Attack("a", "b", "sword"), intent="melee"),
    "missile": Sample(Attack("a", "b", "bow"), intent="missile"),
    "cast": Sample(Cast("a"), intent="cast", prepared="sleep"),
}


def far(state, who):
    """Out of every reach."""
    return combatant(state, who, at=5000)


GONE_BY = {**{how: UNABLE[how] for how in GONE}, "hidden": hidden, "unseen": unseen, "far": far}


def bound(kind):
    """Somebody who has declared something at `b`."""
    sample = DECLARED[kind]
    state = prepared_for(sample, missile_ranges=True)
    spell = sample.prepared
    weapons = (SWORD, replace(BOW, range=50))
    state = combatant(state, "a", profile=replace(state.fight.combatants["a"].profile, weapons=weapons))
    return combatant(state, "a", intent=Intent(kind, "b", spell), aim="b" if spell else "")


@pytest.mark.rule("IS-COMBAT-02")
@pytest.mark.parametrize("how", GONE_BY)
@pytest.mark.parametrize("kind", DECLARED)
def test_whatever_was_declared_at_somebody_who_is_gone_is_wasted_and_not_exchanged(kind, how):
    state = GONE_BY[how](bound(kind), "b")
    assert isinstance(done(state, DECLARED[kind].command), Refusal)
    left = {choice.command for choice in RULES.choices(state, Seat("A", "player", frozenset({"A", "a"})))}
    assert left <= {"move", "close", "surrender", "end_turn", "hold_back"}
    wasted = only(done(state, EndTurn("A")).events, ActionWasted)
    assert (wasted.who, wasted.rules) == ("a", ("IS-COMBAT-02",))


@pytest.mark.rule("IS-COMBAT-02")
@pytest.mark.parametrize("kind", DECLARED)
def test_with_its_target_there_nothing_is_wasted_and_nothing_else_is_allowed(kind):
    state = bound(kind)
    for sample in SAMPLES:
        command = sample.command
        same = type(command) is type(DECLARED[kind].command) and getattr(command, "target", "") in ("", "b")
        answer = done(sample.change(state), command)
        if sample.doer is not None or same or type(command).__name__ in ("Move", "Close", "Surrender"):
            continue
        thrown = kind == "missile" and type(command).__name__ in ("ThrowOil", "LightOil")
        assert thrown or isinstance(answer, Refusal), command
    assert not isinstance(done(state, DECLARED[kind].command), Refusal)


@pytest.mark.rule("IS-COMBAT-02", "IS-SPELL-05")
def test_a_declared_spell_is_not_turned_on_another():
    state = bound("cast")
    answer = done(state, Cast("a", "e"))
    assert (answer.code, answer.rules[0]) == ("declared_target", "IS-INIT-01")
    assert not isinstance(done(state, Cast("a", "b")), Refusal)


@pytest.mark.rule("IS-COMBAT-02", "IS-INIT-01")
def test_automatic_players_declare_at_whom_and_lose_the_blow_with_the_target():
    stage = opened(someone("a1"), someone("a2"), someone("b1", "B", hp=1), someone("b2", "B", hp=30))
    declared = []
    while stage.fight.phase == "declare":
        command = RULES.suggest(stage.state, REFEREE)
        if isinstance(command, DeclareTogether):
            declared += each_declared(command)
        last = isinstance(command, EndTurn) and len(stage.fight.done) == 1
        stage.do(command, *((d6(6), d6(1)) if last else ()))
    assert {(one.who, one.kind, one.target) for one in declared if one.who.startswith("a")} == {
        ("a1", "melee", "b1"), ("a2", "melee", "b1"),
    }  # fmt: skip
    stage.do(RULES.suggest(stage.state, REFEREE), d20(15), d6(1))
    assert stage["b1"].condition == "dead"
    ending = RULES.suggest(stage.state, REFEREE)
    while not isinstance(ending, EndTurn):  # the referee's morale comes between
        stage.do(ending, *(d6(6),) * 2)
        ending = RULES.suggest(stage.state, REFEREE)
    assert [event.who for event in found(stage.do(ending), ActionWasted)] == ["a2"]


@pytest.mark.rule("IS-COMBAT-02")
@pytest.mark.parametrize("weapon", [SWORD, BOW])
@pytest.mark.parametrize("morale", ["", "hold", "fight_for_advantage"])
@pytest.mark.parametrize("feet", [10, 60, 200, 900])
def test_automatic_players_declare_at_somebody_however_far_off(weapon, morale, feet):
    stage = opened(someone("a", weapons=(weapon,)), someone("b", "B", at=feet), someone("c", "B", at=feet + 40))
    state = combatant(combatant(stage.state, "b", morale="flee"), "a", morale=morale)
    command = RULES.suggest(state, Seat("A", "player", frozenset({"A", "a"})))
    assert isinstance(command, Declare)
    assert command.kind not in ("melee", "missile") or command.target


@pytest.mark.rule("IS-INIT-01")
def test_automatic_players_declare_what_they_would_do_if_it_were_their_turn():
    cleric = hero("a", "cleric", 3, alignment="law", gifts={"turns": True})
    stage = opened(cleric, beast("skeleton", "b", at=30))
    assert RULES.suggest(stage.state, Seat("A", "player", frozenset({"A", "a"}))) == Declare(
        "a", "other", act="turn_undead/skeleton"
    )


@pytest.mark.parametrize("kind", DECLARED)
def test_the_samples_of_declared_acts_are_legal_while_their_target_is_there(kind):
    events = done(bound(kind), DECLARED[kind].command).events
    assert kind == "cast" or found(events, AttackRolled)


# ------------------------------------------------------------ what is neither blow, shot, move nor spell

ACTS = tuple(sample for sample in SAMPLES if sample.intent == "other" and not isinstance(sample.command, Surrender))
AIMED = tuple(sample for sample in ACTS if aim_of(sample.command))
PLAYER = Seat("A", "player", frozenset({"A", "a"}))


def pledged(sample):
    """Somebody who has declared the act of a sample, at its target."""
    state = prepared_for(sample, missile_ranges=True)
    intent = Intent("other", aim_of(sample.command), act=DeclaredAct.of(sample.command).written)
    return combatant(state, "a", intent=intent)


@pytest.mark.rule("IS-COMBAT-02")
@pytest.mark.parametrize("sample", ACTS, ids=lambda one: one.name)
def test_a_declared_act_may_be_done_and_no_other_act_in_its_place(sample):
    state = pledged(sample)
    after = done(state, sample.command)
    assert not isinstance(after, Refusal), after
    for other in ACTS:
        if DeclaredAct.of(other.command).written != DeclaredAct.of(sample.command).written:
            assert isinstance(done(state, other.command), Refusal), other.name
    assert not found(done(state, EndTurn("A")).events, ActionWasted)  # it was possible: not to do it is a choice


@pytest.mark.rule("IS-COMBAT-02")
@pytest.mark.parametrize("sample", AIMED, ids=lambda one: one.name)
def test_a_declared_act_is_done_at_nobody_else(sample):
    state = pledged(sample)
    for who in set(state.fight.combatants) - {aim_of(sample.command)}:
        name = "patient" if hasattr(sample.command, "patient") else "target"
        answer = done(combatant(state, who, at=10), replace(sample.command, **{name: who}))
        assert isinstance(answer, Refusal)
        assert (answer.code, answer.rules) == ("declared_otherwise", ("IS-INIT-01",))


@pytest.mark.rule("IS-COMBAT-02")
@pytest.mark.parametrize("how", ["dead", "far"])
@pytest.mark.parametrize("sample", [one for one in AIMED if aim_of(one.command) != "a"], ids=lambda one: one.name)
def test_an_act_declared_at_somebody_who_is_gone_is_wasted(sample, how):
    state = GONE_BY[how](pledged(sample), aim_of(sample.command))
    if not isinstance(done(state, sample.command), Refusal):
        pytest.skip("it reaches as far as that")
    (wasted,) = found(done(state, EndTurn("A")).events, ActionWasted)
    assert (wasted.target, wasted.act) == (aim_of(sample.command), DeclaredAct.of(sample.command).written)


@pytest.mark.rule("IS-COMBAT-02")
def test_who_declares_something_that_no_rule_names_does_nothing_that_a_rule_names():
    for sample in ACTS:
        state = combatant(pledged(sample), "a", intent=Intent("other"))
        assert done(state, sample.command).code == "declared_otherwise"


@pytest.mark.rule("IS-INIT-01")
@pytest.mark.parametrize("sample", ACTS, ids=lambda one: one.name)
def test_what_is_declared_is_told_with_its_thing_and_its_target(sample):
    state = pledged(sample)
    intent = state.fight.combatants["a"].intent
    event = Declared("a", intent)
    lines = {language: tell(RULES, state, event, language) for language in LANGUAGES}
    assert "altro" not in lines["it"]
    assert "something else" not in lines["en"]
    assert not any("{" in line for line in lines.values())
    if intent.target not in ("", "a"):
        aim = state.fight.combatants[intent.target].profile.name
        assert all(aim.in_(language) in line for language, line in lines.items()), lines


@pytest.mark.rule("IS-INIT-01")
def test_declarations_on_offer_name_the_act_and_its_targets():
    cleric = hero(
        "a", "paladin", 3, alignment="law", gifts={"turns": True, "devices": (magic("wand_cold", 9), OIL, TORCH)}
    )
    stage = opened(cleric, beast("skeleton", "b", at=10), beast("goblin", "e", at=10))
    offered = {choice.id: choice for choice in RULES.choices(stage.state, PLAYER) if choice.command == "declare"}
    wand = offered["declare/a/other/use_device/a/wand_cold"]
    assert wand.fixed == {"who": "a", "kind": "other", "act": "use_device/wand_cold"}
    assert {pick.value for pick in wand.parameters[0].picks} >= {"b", "e"}
    (kinds,) = offered["declare/a/other/turn_undead/a"].parameters
    assert [(kinds.name, pick.value) for pick in kinds.picks] == [("act", "turn_undead/skeleton")]
    stage.do(Declare("a", "other", "b", act="use_device/wand_cold"))


@pytest.mark.rule("IS-COMBAT-02")
@pytest.mark.parametrize("aim", [STRIKE, AGAIN, BEST])
@pytest.mark.parametrize(("rate", "follows"), [(6, True), (9, False)])
def test_a_declared_blow_follows_a_runner_as_far_as_it_can_still_be_struck(aim, rate, follows):
    intents = {"a": ("melee", "b"), "b": ("flee",), "c": ("melee", "a")}
    slow = (someone("b", "B", hp=9, rate=rate), someone("c", "B", hp=9, at=30))
    fight = fight_with(someone("a", hp=9, rate=12), *slow, first="B", intents=intents)
    fight.do(Run("b"))
    fight.end("B")
    seat = Seat("A", "player", frozenset({"A", "a"}))
    first = RULES.pursue(fight.state, seat, aim, Course(fight.state))
    assert isinstance(first, Close if follows else EndTurn), first
    if follows:
        fight.do(first)
        assert RULES.allows(fight.state, Attack("a", "b", "sword"))
