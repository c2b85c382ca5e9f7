"""What the tests of explanations share: a sum that adds up, and the dice that an event holds loose."""

import re
from collections.abc import Iterator
from typing import Any

from arbitro.dice.stream import Die
from arbitro.kernel.event import Event
from arbitro.kernel.explain import explain
from arbitro.kernel.ruleset import Ruleset
from arbitro.kernel.ruling import Check, Modifier, Part, Sum, added_up
from arbitro.text import LANGUAGES


def adds_up(reckoned: Sum) -> None:
    """The parts come to the total, and take every die once for what it shows."""
    assert added_up(reckoned.parts) == reckoned.total, reckoned
    place = 0
    for part in reckoned.parts:
        thrown = reckoned.dice[place : place + part.dice]
        place += part.dice
        assert len(thrown) == part.dice
        if thrown and part.how == "add":
            assert sum(die.face for die in thrown) == abs(part.amount), reckoned
    assert place == len(reckoned.dice), f"a die that no part takes: {reckoned}"


CARRIED = {"hit_points", "temporary", "held_before", "rolled", "damage_roll", "put_aside", "parry_dice"}
"""Parts that carry on from what was told before, or that do not count."""


def reasons_given(ruleset: Ruleset[Any], state: Any, event: Event) -> None:
    """Every amount that goes into a number has a reason in words, and a rule of the book that is cited with it."""
    cited = {rule.id for rule in explain(ruleset, state, event, "en").rules}
    for part in _amounts(event):
        if part.note in CARRIED or (isinstance(part, Part) and (part.dice or part.how in ("least", "most"))):
            continue
        assert part.rule in ruleset.rulebook, (part, event)
        assert part.rule in cited, (part, event)
        assert part.note or part.sources, (part, event)
        for language in LANGUAGES:
            assert not part.note or ruleset.texts.find(language, f"note.{part.note}"), part
            for source in part.sources:
                name = ruleset.name_of(state, source, language)
                assert name, (source, event)
                who, _, thing = source.partition("/")
                people = getattr(getattr(state, "fight", None), "combatants", state.party)
                assert who not in people or not thing or name != ruleset.name_of(state, who, language), source
                assert not re.search("[a-z]/[a-z]", name), (source, event)
                assert "_" not in name, (source, event)


def _amounts(event: Event) -> Iterator[Modifier | Part]:
    for name in event.__struct_fields__:
        value = getattr(event, name)
        if isinstance(value, Check):
            yield from (*value.modifiers, *(value.made_of or ()))
        elif isinstance(value, tuple) and value and isinstance(value[0], Modifier):
            yield from value
    for reckoned in event.sums():
        yield from reckoned.parts


def decided_openly(event: Event) -> None:
    """A check whose end is not that of its sum has a part that adds nothing and says what decided instead."""
    for name in event.__struct_fields__:
        check = getattr(event, name)
        if not isinstance(check, Check) or check.needed is None:
            continue
        enough = check.total >= check.needed if check.compare == ">=" else check.total <= check.needed
        if enough != check.success:
            assert any(not each.amount and each.note for each in check.modifiers), event


def dice_in(event: Event) -> int:
    """How many loose dice an event holds, those of checks aside."""
    found = 0
    for name in event.__struct_fields__:
        value = getattr(event, name)
        many = value if isinstance(value, tuple) else tuple(value.values()) if isinstance(value, dict) else (value,)
        found += sum(isinstance(each, Die) for each in many)
    return found
