"""A simultaneous turn of this game: every command of a fight waits for its end, and no deed escapes the same moment."""

import pytest
from msgspec.structs import replace
from tests.rules.infausta.arena import RULES
from tests.rules.infausta.doing import SAMPLES, Sample, combatant, done, hidden, prepared_for, singing, unseen
from tests.rules.infausta.features.stage import opened
from tests.rules.whitebox.arena import d6, someone

from arbitro.dice.stream import QuickDice
from arbitro.kernel.command import Refusal
from arbitro.rules.infausta.features.commands import BeginSong, ChangeShape
from arbitro.rules.whitebox.commands import Attack, BindWounds, Close, EndTurn, Move, Run
from arbitro.rules.whitebox.events import TurnBegan
from arbitro.rules.whitebox.state import Intent

AT_ONCE = (BindWounds,)
"""What touches somebody whom no blow of the moment can be meant for."""


def tied(*members, intents=None, **options):
    """A fight whose initiative dice are equal."""
    stage = opened(*members, **options)
    stage.declare_all(d6(4), d6(4), **(intents or {}))
    return stage


def felt(state):
    """What anybody would feel of it."""
    people = {
        who: (one.hp, one.condition, one.held_until, one.morale, one.profile.armour, state.effects.get(who))
        for who, one in state.fight.combatants.items()
    }
    return people, state.hidden


@pytest.mark.rule("IS-INIT-05")
@pytest.mark.parametrize(
    "sample", [one for one in SAMPLES if not isinstance(one.command, AT_ONCE)], ids=lambda one: one.name
)
def test_every_command_waits_for_the_end_of_the_turn(sample: Sample):
    state = prepared_for(sample, tied)
    struck_before = RULES.allows(state, Attack("b", "a"))
    for seed in range(4):
        answer = done(state, sample.command, seed)
        assert not isinstance(answer, Refusal), answer
        assert felt(answer.state) == felt(state), answer.events
        assert RULES.allows(answer.state, Attack("b", "a")) is struck_before
        after = RULES.decide(answer.state, EndTurn("A"), QuickDice(seed))
        assert felt(after.state) == felt(state)
        over = RULES.decide(after.state, EndTurn("B"), QuickDice(seed))
        assert not over.state.fight.blows


@pytest.mark.rule("IS-INIT-05")
@pytest.mark.parametrize(
    "sample", [one for one in SAMPLES if getattr(one.command, "target", "") == "b"], ids=lambda one: one.name
)
def test_whoever_runs_first_does_not_escape_a_deed_of_the_same_moment(sample: Sample):
    state = prepared_for(sample, tied)
    runner = state.fight.combatants["b"]
    fleet = replace(runner.profile, rate=90, fearless=False)
    state = combatant(state, "b", profile=fleet, intent=Intent("flee"))
    ran = RULES.decide(state, Run("b"), QuickDice(1))
    assert not isinstance(ran, Refusal), ran
    assert abs(ran.state.fight.combatants["b"].at) > 300
    answer = done(ran.state, sample.command)
    assert not isinstance(answer, Refusal), answer


@pytest.mark.rule("IS-INIT-05", "IS-THIEF-02", "WB-INVIS-01")
@pytest.mark.parametrize("state_of", [unseen, hidden])
@pytest.mark.parametrize("sample", SAMPLES, ids=lambda one: one.name)
def test_whoever_is_out_of_sight_as_a_tie_begins_is_so_until_its_end(sample: Sample, state_of):
    state = state_of(prepared_for(sample, tied), "a")
    blow = Attack("b", "a")
    code = RULES.decide(state, blow, QuickDice(1)).code
    assert code in ("unseen", "hidden_from")
    answer = done(state, sample.command) if RULES.may_begin(state, sample.command) is None else None
    if answer is None or isinstance(answer, Refusal):  # those in hiding cannot hide
        return
    after = RULES.decide(answer.state, blow, QuickDice(1))
    assert isinstance(after, Refusal)
    assert after.code == code
    both = RULES.decide(RULES.decide(answer.state, EndTurn("A"), QuickDice(1)).state, EndTurn("B"), QuickDice(1)).state
    if sample.harms and both.fight.combatants["a"].condition == "up":
        assert "a" not in both.hidden
        assert RULES.under(both, "a", "invisible") is None


@pytest.mark.rule("IS-INIT-05", "IS-BARD-02")
@pytest.mark.parametrize("sample", SAMPLES, ids=lambda one: one.name)
def test_a_song_that_is_sung_as_a_tie_begins_is_heard_until_its_end(sample: Sample):
    if isinstance(sample.command, BeginSong):  # another song takes its place
        return
    state = singing(prepared_for(sample, tied), "a")
    if RULES.may_begin(state, sample.command) is not None:
        return
    answer = done(state, sample.command)
    if isinstance(answer, Refusal):
        return
    assert answer.state.songs == state.songs
    both = RULES.decide(RULES.decide(answer.state, EndTurn("A"), QuickDice(1)).state, EndTurn("B"), QuickDice(1)).state
    assert bool(both.songs) is isinstance(sample.command, Move | Close)


@pytest.mark.rule("IS-INIT-05", "IS-SILV-03")
def test_another_shape_is_taken_at_the_end_of_a_tie_and_takes_the_action():
    sample = next(one for one in SAMPLES if isinstance(one.command, ChangeShape))
    state = prepared_for(sample, tied)
    answer = done(state, sample.command).state
    assert not RULES.allows(answer, sample.command)
    both = RULES.decide(RULES.decide(answer, EndTurn("A"), QuickDice(1)).state, EndTurn("B"), QuickDice(1)).state
    assert RULES.shaped(both, "a") is not None
    assert both.fight.combatants["a"].profile.armour > state.fight.combatants["a"].profile.armour


@pytest.mark.rule("IS-INIT-05")
def test_a_tied_turn_cites_the_rule_of_the_tie():
    stage = tied(someone("a"), someone("b", "B"))
    assert [event.rules[0] for event in stage.events if isinstance(event, TurnBegan)][-1] == "IS-INIT-05"
