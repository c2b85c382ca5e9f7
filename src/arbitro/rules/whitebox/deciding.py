"""How a command is decided: what its deed forbids, its own rule, what its deed brings about, and what follows."""

from contextlib import suppress
from typing import Final, Protocol

from arbitro.dice.stream import Dice
from arbitro.kernel.command import Command, Refusal
from arbitro.kernel.event import Event
from arbitro.kernel.probing import PROBE, Passed
from arbitro.kernel.ruleset import may_begin
from arbitro.rules.whitebox import commands as c
from arbitro.rules.whitebox.customs import act_of
from arbitro.rules.whitebox.declared import DECLARED, keeps_word
from arbitro.rules.whitebox.deeds import UNNOTICED
from arbitro.rules.whitebox.exploring.rest import roused
from arbitro.rules.whitebox.people.events import RestBroken
from arbitro.rules.whitebox.reasons import decisive
from arbitro.rules.whitebox.rules import Rules
from arbitro.rules.whitebox.scene import Here, Scene
from arbitro.rules.whitebox.state import State

MAY_FELL_ALONE: Final = frozenset((c.Surrender, c.EndTurn, c.HoldBack, c.CallSave))
"""Commands whose only event may be that somebody is gone."""


class _Nothing(list[Event]):
    """The events of a rule that is only asked: it refuses before it lets anything happen, so its first one tells."""

    def append(self, event: Event, /) -> None:
        """Nothing happens."""
        del event
        raise Passed


_NOTHING: Final = _Nothing()
"""One list for all commands that are only asked about: it never holds anything."""


class Ruled(Protocol):
    """A game, or a state of it: whatever has its page at hand."""

    rules: Rules


def decide(self: Ruled, state: State, command: Command, dice: Dice, asking: bool = False) -> Scene | Refusal:
    """What comes of a command; with `asking` only whether it is refused: `Passed` is raised as soon as it is not.

    It is the game's own door (`BoxGame.decide`), so that a command costs no step more.
    """
    rules, kind = self.rules, type(command)
    rule = rules.rulings[kind]
    deed, resolve = rule.deed, rule.decide
    make, noticed = rules.scene, rules.out_of_the_ordinary  # taken out of their records first: half of the call
    if deed in DECLARED and (broken := keeps_word(state, command)) is not None:
        return broken if asking else most_decisive(rules, state, command, broken)
    scene, act = make(rules, state, dice), None
    if deed not in UNNOTICED and noticed(state):
        act = act_of(scene, command, deed)
        if act is not None:
            refused = rules.may_do(scene, act)
            if refused is not None:
                return refused if asking else most_decisive(rules, state, command, refused)
            rules.doing(scene, act)
    if asking:
        scene.events = _NOTHING
    refused = resolve(scene, command)
    if refused is not None:
        return refused if asking else rules.refusal_retold(refused)
    if act is not None:
        rules.done(scene, act)
    if len(scene.events) > 1 or kind in MAY_FELL_ALONE:
        for part in rules.aftermath.parts:  # one by one, as after every blow: a hook's own call costs as much again
            part(scene)
    if scene.state.characters:
        end_rest(scene, state)
    return scene


def most_decisive(rules: Rules, state: State, command: Command, refused: Refusal) -> Refusal:
    """What is told where a deed is forbidden: its own rule may have a reason that comes before (`reasons`)."""
    scene = rules.scene(rules, state, dice=PROBE)
    scene.events = _NOTHING
    with suppress(Passed):
        refused = decisive(refused, rules.rulings[type(command)].decide(scene, command)) or refused
    return rules.refusal_retold(refused)


def allows(here: Here, command: Command) -> bool:
    """Whether the rules accept a command as things stand. Throws no die and changes nothing."""
    kept = here.state.follows
    if kept is None:
        return _asked(here, command)
    try:
        found: bool | None = kept.get(command)
    except TypeError:  # it holds something that cannot be kept by
        return _asked(here, command)
    if found is None:
        found = kept[command] = _asked(here, command)
    return found


def _asked(here: Here, command: Command) -> bool:
    state = here.state
    if (state.awaiting or command.answers) and may_begin(state, command) is not None:
        return False
    try:
        answer = decide(here, state, command, PROBE, asking=True)
    except Passed:
        return True
    return type(answer) is not Refusal and bool(answer.events)


def end_rest(scene: Scene, before: State) -> None:
    """After every command: whoever it kept from resting begins the count of days anew (WB-HEAL-01)."""
    woken = roused(before, scene.state, scene.events, scene.rules.disturbing)
    if woken:
        scene.happen(RestBroken(woken, "toil", rules=scene.rules.rest_rules))
