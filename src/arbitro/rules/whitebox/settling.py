"""What follows of itself after the referee changed numbers by hand."""

from typing import Final

from arbitro.dice.stream import GivenDice
from arbitro.kernel.changing import Value
from arbitro.kernel.event import Event
from arbitro.kernel.rungs import Rung, rungs_of
from arbitro.rules.whitebox.events import Fell, Woke
from arbitro.rules.whitebox.morale import remind_of_morale
from arbitro.rules.whitebox.people.healing import settle_sheets
from arbitro.rules.whitebox.rounds import end_if_decided
from arbitro.rules.whitebox.scene import Here

LOWEST: Final = -99
"""Hit points below which nobody counts."""
VALUES: Final = (
    Value("fight.combatants.*.hp", "hp", LOWEST, lambda one: int(one.profile.max_hp)),
    Value("characters.*.hp", "hp", LOWEST, lambda one: int(one.max_hp)),
    Value("characters.*.max_hp", "max_hp", 1),
    Value("characters.*.xp", "xp"),
    Value("characters.*.coins.gp", "gp"),
    Value("characters.*.coins.sp", "sp"),
    Value("characters.*.coins.cp", "cp"),
)
"""What a referee changes by hand."""


def settle(here: Here) -> list[Event]:
    """After the referee changed hit points by hand: who would have fallen falls, who has some again wakes."""
    rules, state = here.rules, here.state
    scene = rules.scene(rules, state, dice=GivenDice(()))
    if state.fight is None or state.fight.phase == "over":
        settle_sheets(scene)
        return scene.events
    for one in state.fight.combatants.values():
        condition, why = rules.condition_at(here, one, one.hp)
        if one.condition == "out" and condition == "up":
            scene.happen(Woke(one.id, rules=("WB-DEATH-03",)))
        elif one.condition in ("up", "out") and condition != one.condition:
            scene.happen(Fell(one.id, condition, rules=why))
            remind_of_morale(scene, one)
    end_if_decided(scene)
    return scene.events


RUNGS: Final[tuple[Rung, ...]] = rungs_of(
    "1d6", {"hard": 1, "normal": 2, "even": 3, "easy": 4, "trivial": 5}, under=True
)
"""Chances in six, as the book gives them for doors, secret doors and noises: one in six is the hardest."""
