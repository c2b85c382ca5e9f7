"""A simultaneous turn of this game: every command of a fight waits for its end, and no deed escapes the same moment."""

import pytest
from msgspec.structs import replace
from tests.rules.infausta.arena import RULES
from tests.rules.infausta.doing import (
    SAMPLES,
    Sample,
    apart,
    bleeding,
    combatant,
    doer_of,
    done,
    hidden,
    oiled,
    prepared_for,
    ready_for,
    shifted,
    singing,
    under,
    unseen,
)
from tests.rules.infausta.features.stage import opened
from tests.rules.moments import told_apart
from tests.rules.whitebox.arena import d6, someone
from tests.sampling import spread

from arbitro.dice.stream import QuickDice
from arbitro.kernel.command import Refusal
from arbitro.rules.infausta.features.commands import BeginSong, ChangeShape, ResumeShape, StopSong
from arbitro.rules.infausta.features.shapes import shape_of
from arbitro.rules.whitebox.commands import Attack, BindWounds, Close, EndTurn, Move, Run
from arbitro.rules.whitebox.events import TurnBegan
from arbitro.rules.whitebox.ongoing_effects import Ongoing
from arbitro.rules.whitebox.powers import lookups as lore_rules
from arbitro.rules.whitebox.state import Intent

MIRRORED = {"a": "g", "b": "a", "e": "a", "c": "f"}
"""To whom the acts of the foe's own doer `g` are meant, for those of `a`."""
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


def mirrored(sample: Sample):
    """What the doer on the other side does of the same kind."""
    command = sample.command
    if isinstance(command, Move):
        return Move("g", 15)
    named = {field: getattr(command, field) for field in ("who", "target") if hasattr(command, field)}
    return replace(command, **{field: MIRRORED.get(who, who) for field, who in named.items()})


def opposed(one: Sample, other: Sample):
    """A tied fight in which `a` can do the one and `g`, a foe, the other."""
    state = prepared_for(one, tied, against=(doer_of(other, "g", "B", 10),))
    state = ready_for(state, other, "g", "a")
    if other.change is oiled:
        state = under(state, "a", Ongoing(kind="oiled", by="f", magical=False))
    elif other.change is apart:
        state = combatant(state, "g", at=70)
    elif other.change is bleeding:
        state = bleeding(state)
    return state


@pytest.mark.rule("IS-INIT-05")
@pytest.mark.parametrize(
    "trait", [None, unseen, hidden, singing, shifted], ids=lambda of: of.__name__ if of else "plain"
)
@pytest.mark.parametrize("one", spread(SAMPLES, 9), ids=lambda one: one.name)
def test_whichever_of_two_is_said_first_the_moment_ends_alike(one: Sample, trait):
    tried = 0
    for other in SAMPLES:
        state = opposed(one, other)
        state = state if trait is None else trait(state, "a")
        mine, theirs = one.command, mirrored(other)
        if not (RULES.allows(state, mine) and RULES.allows(state, theirs)):
            continue
        walk = isinstance(mine, Move | Close) and isinstance(theirs, Move | Close)
        if walk or (isinstance(mine, BindWounds) and isinstance(theirs, BindWounds)):
            continue
        tried += 1
        differs = told_apart(RULES, state, mine, theirs, tried % 3)
        assert differs is None, (mine, theirs, differs)
    assert tried or trait is not None


@pytest.mark.rule("IS-INIT-05", "IS-BARD-02")
@pytest.mark.parametrize("song", ["", "inspire", "enthral"])
@pytest.mark.parametrize("other", SAMPLES, ids=lambda one: one.name)
def test_a_song_stopped_or_replaced_in_a_tie_is_so_at_its_end(other: Sample, song):
    sample = next(one for one in SAMPLES if isinstance(one.command, BeginSong))
    state = singing(opposed(sample, other), "a")
    if song == "enthral":
        state = replace(state, songs={"a": replace(state.songs["a"], kind="inspire")})
    mine = StopSong("a") if not song else BeginSong("a", song)
    state = combatant(state, "a", intent=Intent("other", act="begin_song"))
    theirs = mirrored(other)
    if song == "inspire":
        state = replace(state, songs={"a": replace(state.songs["a"], kind="enthral", followers=("e",))})
        state = combatant(state, "e", condition="charmed")
    if not RULES.allows(state, theirs):
        return
    answer = done(state, mine)
    assert answer.state.songs == state.songs
    for seed in range(3):
        differs = told_apart(RULES, state, mine, theirs, seed)
        assert differs is None, (mine, theirs, differs)


@pytest.mark.rule("IS-INIT-05", "IS-SILV-01")
def test_ones_own_shape_is_taken_again_at_the_end_of_a_tie():
    sample = next(one for one in SAMPLES if isinstance(one.command, ChangeShape))
    state = prepared_for(sample, tied)
    both = RULES.decide(
        RULES.decide(done(state, sample.command).state, EndTurn("A"), QuickDice(1)).state, EndTurn("B"), QuickDice(1)
    ).state
    stage = replace(
        both, fight=replace(both.fight, phase="act", round=2, order=(("A", "B"),), turn=0, landing=False, done=())
    )
    animal = stage.fight.combatants["a"].profile
    back = RULES.decide(stage, ResumeShape("a"), QuickDice(1)).state
    assert back.fight.combatants["a"].profile == animal
    assert RULES.decide(back, ResumeShape("a"), QuickDice(1)).code == "not_shaped"
    over = RULES.decide(RULES.decide(back, EndTurn("A"), QuickDice(1)).state, EndTurn("B"), QuickDice(1)).state
    assert shape_of(over, "a") is None
    assert over.fight.combatants["a"].profile.armour < animal.armour


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
        assert lore_rules.under(both, "a", "invisible") is None


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
    assert shape_of(both, "a") is not None
    assert both.fight.combatants["a"].profile.armour > state.fight.combatants["a"].profile.armour


@pytest.mark.rule("IS-INIT-05")
def test_a_tied_turn_cites_the_rule_of_the_tie():
    stage = tied(someone("a"), someone("b", "B"))
    assert [event.rules[0] for event in stage.events if isinstance(event, TurnBegan)][-1] == "IS-INIT-05"
