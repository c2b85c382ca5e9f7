"""What may be asked for in this game beside what the parent game has."""

from typing import Final

from arbitro.kernel.command import Command
from arbitro.rules.infausta.features import commands as features
from arbitro.rules.infausta.wilderness import commands as wilderness


class InterruptSpell(Command, frozen=True, tag="interrupt_spell"):
    """The referee lets something other than damage break a declared spell."""

    caster: str


class WeighMorale(Command, frozen=True, tag="weigh_morale"):
    """The referee says what weighs on a group's morale: its leader, the loss of more than half, anything else."""

    group: str
    leader: int = 1
    losses: int = -1
    other: int = 0


class SearchTraps(Command, frozen=True, tag="search_traps"):
    """Look one thing over for traps: a chest, a door, the next ten feet of floor; takes a round."""

    who: str
    spot: str = ""
    """A part of the place, or a door; empty: the next stretch of floor."""


class JudgeTraps(Command, frozen=True, tag="judge_traps"):
    """The referee's answer: what somebody without any knack finds, by what they said (an id, or nothing)."""

    answers = "traps"
    word: str = ""


class LookOver(Command, frozen=True, tag="look_over"):
    """Look a place over and map it: what is in plain sight."""

    who: str


class DoSomething(Command, frozen=True, tag="do_something"):
    """Anything that the list of actions does not have."""

    who: str
    text: str


class JudgeDoing(Command, frozen=True, tag="judge_doing"):
    """The referee's answer: how many rounds it takes, and the chance in six; 7 needs no die, 0 cannot be done."""

    answers = "doing"
    rounds: int
    chance: int = 7


class RestTurn(Command, frozen=True, tag="rest_turn"):
    """The party rests for a turn."""


COMMANDS: tuple[type[Command], ...] = (
    InterruptSpell,
    WeighMorale,
    SearchTraps,
    JudgeTraps,
    LookOver,
    DoSomething,
    JudgeDoing,
    RestTurn,
    *wilderness.COMMANDS,
    *features.COMMANDS,
)
PARTYS: Final[tuple[type[Command], ...]] = (RestTurn, *wilderness.PARTYS)
"""Commands of whoever plays the party."""
