"""Locks on the doors of the dungeon, for the White Box family.

The appendix has no locks; the option `locked_doors` gives some to ordinary doors. A die in secret settles it when the
party first sees a door.
"""

from typing import Final

from arbitro.dungeon.knowledge import visited
from arbitro.kernel.ruling import held_against
from arbitro.kernel.seat import REFEREE_ONLY
from arbitro.play.events import LockSettled
from arbitro.play.scene import Scene
from arbitro.play.sides.whitebox.box import BoxSide, inner_state
from arbitro.play.sides.whitebox.party import able
from arbitro.play.state import GROUP, CampaignState, Lock
from arbitro.play.ways import ways
from arbitro.rules.whitebox.exploring.doors import PICK_LOCK, SIX, skill_of

LOCKABLE: Final = "door"
"""The kind of links that are ordinary doors; secret and one-way doors have no locks unless the referee sets some."""


def settle(side: BoxSide, scene: Scene, space: str) -> None:
    """Throw for the doors of a space that nobody has touched; never twice for one, nor for one gone through."""
    chance = int(scene.state.options["locked_doors"])
    if not chance:
        return
    for found in ways(scene.state.dungeon, space):
        dungeon = scene.state.dungeon
        link = dungeon.links.get(found.id)
        if link is None or link.kind != LOCKABLE or link.id in dungeon.doors or visited(dungeon, GROUP, link.id):
            continue
        die = scene.dice.stream(f"lock/{link.id}").roll(SIX, "lock")
        check = held_against((die,), (), "<=", chance, "locked")
        lock: Lock = "locked" if check.success else "none"
        scene.happen(LockSettled(link.id, lock, check, rules=side.lock_rules, audience=REFEREE_ONLY))


def barred(side: BoxSide, state: CampaignState) -> frozenset[str]:
    """Doors found locked, where force is not enough and nobody who could act knows about locks."""
    found = frozenset(name for name, door in state.dungeon.doors.items() if door.locked and door.tried)
    if not found or side.game.rules.force_opens_locks:
        return frozenset()
    people = inner_state(state).characters
    picks = any(skill_of(side.game.rules, people[who], PICK_LOCK) for who in able(side, state))
    return frozenset() if picks else found
