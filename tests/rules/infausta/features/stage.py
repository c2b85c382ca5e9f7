"""Fights with class features: creatures of this game's bestiary, people of its classes; every event is told."""

from typing import Any

from msgspec.structs import replace
from tests.rules.carrying import is_explained, is_told
from tests.rules.infausta.arena import RULES, Arena
from tests.rules.whitebox.arena import JudgeSurprise, d6, someone

from arbitro.dice.amount import Amount
from arbitro.kernel.command import Command, Refusal
from arbitro.kernel.event import Event
from arbitro.rules.whitebox.commands import Member
from arbitro.rules.whitebox.powers.commands import Band
from arbitro.rules.whitebox.powers.creatures import creature, powers_of
from arbitro.rules.whitebox.powers.state import Powers

__all__ = ["RULES", "Stage", "beast", "hero", "opened", "staged"]


def beast(monster: str, who: str = "", side: str = "B", hp: int = 20, *, at: int = 10, **more: Any) -> Member:
    """One creature with fixed hit points, within reach of side A."""
    entry = RULES.content.monsters[monster]
    powers = powers_of(RULES.rules, monster, entry, entry.hd[0], "", (), 0)
    made = creature(RULES.rules, Band(monster=monster, side=side, at=at), entry, entry.hd[0], powers, 0)
    return Member(replace(made.profile, id=who or monster, max_hp=max(hp, 1), **more), Amount(plus=hp), at)


def hero(who: str, class_id: str, level: int = 1, hp: int = 8, side: str = "A", **more: Any) -> Member:
    """Somebody of a class, with the powers that a sheet would give."""
    gifts: dict[str, Any] = {"hd": level, "person": True, **more.pop("gifts", {})}
    return someone(who, side, hp, class_id=class_id, level=level, powers=Powers(**gifts), **more)


class Stage(Arena):
    """A fight in which every event and refusal is told in both languages."""

    def do(self, command: Command, *dice: Any) -> list[Event]:
        events = super().do(command, *dice)
        is_told(RULES, self.state, events)
        return events

    def refused(self, command: Command) -> Refusal:
        answer = super().refused(command)
        is_explained(RULES, self.state, answer)
        return answer


def opened(*members: Member, **options: Any) -> Stage:
    """A fight at its first declarations."""
    stage = Stage(*members, surprise_method="judgement", **options)
    stage.do(JudgeSurprise(""))
    return stage


def staged(*members: Member, first: str = "A", intents: dict[str, Any] | None = None, **options: Any) -> Stage:
    """A fight in which everybody has declared (to strike, unless told otherwise) and a side has won initiative."""
    stage = opened(*members, **options)
    stage.declare_all(*((d6(6), d6(1)) if first == "A" else (d6(1), d6(6))), **(intents or {}))
    return stage
