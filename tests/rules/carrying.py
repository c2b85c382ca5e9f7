"""Carrying a command out in a test: fixed dice that must be used up, the fold checked, everything told and cited."""

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from tests.rules.whitebox.citations import ON

from arbitro.dice.stream import ScriptedDice
from arbitro.kernel.command import Command, Refusal
from arbitro.kernel.event import TOLD_WITH_ANOTHER, Event
from arbitro.kernel.explain import explain, explain_refusal
from arbitro.kernel.ruleset import Ruleset
from arbitro.kernel.sentence import tell
from arbitro.kernel.thrown import dice_of
from arbitro.rules.whitebox.events import Joined
from arbitro.text import LANGUAGES

Throw = tuple[int, int]


def carried_out(rules: Ruleset[Any], state: Any, command: Command, dice: Sequence[Throw]) -> Any:
    """What comes of a command with exactly these dice; its events fold to the same state and show every die once."""
    assert rules.may_begin(state, command) is None, (command, state.awaiting)
    with ScriptedDice(*dice) as scripted:
        resolved = rules.decide(state, command, scripted)
    assert not isinstance(resolved, Refusal), (command, resolved)
    folded = state
    for event in resolved.events:
        folded = rules.evolve(folded, event)
        assert all(rule in rules.rulebook for rule in event.rules), event
    assert folded == resolved.state
    shown = [(die.sides, die.face) for die in dice_of(resolved.events)]
    assert sorted(shown) == sorted(dice), "every die thrown stands in an event, once"
    return resolved


def turned_down(rules: Ruleset[Any], state: Any, command: Command) -> Refusal:
    """The refusal of a command: no die is thrown, nothing changes, and nobody is offered it."""
    before = msgspec.json.encode(state)
    answer = rules.may_begin(state, command) or rules.decide(state, command, ScriptedDice())
    assert isinstance(answer, Refusal), (command, answer.events)
    assert msgspec.json.encode(state) == before
    assert not rules.allows(state, command)
    assert all(rule in rules.rulebook for rule in answer.rules)
    assert answer.code == "option_off" or not switched_off(state, answer.rules), answer
    return answer


def switched_off(state: Any, rules: Iterable[str]) -> list[str]:
    """Optional rules of the White Box family that are cited at a table that does not play by them."""
    wanted = {rule: ON[rule] for rule in rules if rule in ON}
    return [rule for rule, (option, value) in wanted.items() if state.options.get(option, value) != value]


def is_told(rules: Ruleset[Any], state: Any, events: Iterable[Event]) -> None:
    """Every event has its sentence and its explanation in both languages."""
    for event in events:
        for language in LANGUAGES:
            quiet = isinstance(event, Joined) or event.variant() == TOLD_WITH_ANOTHER
            assert quiet or tell(rules, state, event, language), event
            assert all(rule.id in rules.rulebook for rule in explain(rules, state, event, language).rules)


def is_explained(rules: Ruleset[Any], state: Any, refusal: Refusal) -> None:
    """A refusal says why in both languages, without a gap left open."""
    for language in LANGUAGES:
        assert "{" not in explain_refusal(rules, state, refusal, language).sentence
