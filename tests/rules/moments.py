"""Two acts of one tied moment, said in either order: dice by purpose alone, and what is left at the end."""

from typing import Any, Self
from zlib import crc32

from msgspec import json
from msgspec.structs import replace

from arbitro.dice.stream import Die
from arbitro.kernel.command import Command, Refusal
from arbitro.rules.whitebox.basics import simultaneous
from arbitro.rules.whitebox.commands import EndTurn

MOST_DICE = 2000
"""No act of a moment throws more: dice that never change would otherwise let a rule throw again for ever."""


class KeyedDice:
    """Dice whose faces depend on what they are thrown for, not on when: the order of two acts cannot change them."""

    def __init__(self, seed: int) -> None:
        self.seed, self.count = seed, 0

    def roll(self, sides: int, purpose: str = "", /) -> Die:
        """The face for this purpose."""
        self.count += 1
        assert self.count < MOST_DICE, purpose
        return Die(sides, crc32(f"{self.seed}/{purpose}/{sides}".encode()) % sides + 1, self.count)

    def stream(self, _name: str, /) -> Self:
        """The same dice again."""
        return self


def left_of(state: Any) -> dict[str, Any]:
    """All that a state says, but for the order in which things are listed."""
    fight = state.fight
    listed = ("reminded", "due", "blows", "perils", "delayed")
    people = {
        who: replace(one, spent=tuple(sorted(one.spent)), cast=tuple(sorted(one.cast)))
        for who, one in fight.combatants.items()
    }
    ground = replace(fight.ground, lying=tuple(sorted(fight.ground.lying, key=json.encode)))
    plain = {name: sorted(getattr(fight, name), key=json.encode) for name in listed}
    rest = replace(fight, combatants={}, ground=ground, **dict.fromkeys(listed, ()))
    effects = {who: sorted(all_, key=json.encode) for who, all_ in state.effects.items() if all_}
    whole = replace(state, fight=rest, effects={}, awaiting=())
    asked = sorted(state.awaiting, key=json.encode)
    return {"people": people, "effects": effects, "asked": asked, "rest": whole, **plain}


def said_in_order(rules: Any, state: Any, commands: tuple[Command, ...], seed: int) -> Any:
    """The state once these were said and both sides are done; the refusal, if one was refused."""
    for command in (*commands, EndTurn("A"), EndTurn("B")):
        over = state.fight.phase == "over" or (command not in commands and not simultaneous(state.fight))
        if over:
            break
        answer = rules.decide(state, command, KeyedDice(seed))
        if isinstance(answer, Refusal):
            return command, answer
        state = answer.state
    return state


def told_apart(rules: Any, state: Any, one: Command, other: Command, seed: int) -> Any:
    """What differs between one act said first and the other said first; nothing, by the law of the tie."""
    first = said_in_order(rules, state, (one, other), seed)
    second = said_in_order(rules, state, (other, one), seed)
    if isinstance(first, tuple) or isinstance(second, tuple):
        return None if isinstance(first, tuple) and isinstance(second, tuple) and first == second else (first, second)
    mine, theirs = left_of(first), left_of(second)
    return {name: (mine[name], theirs[name]) for name in mine if mine[name] != theirs[name]} or None
