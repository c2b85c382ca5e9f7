"""Traps of the dungeon as the party comes upon them: which go off, which are hidden, and what it means to find one.

Our rulings: all of them are built into floor and walls, so that whoever has an eye for stonework has one for them. A
trap that was found is known from then on and goes off no more by itself: a pit is walked round, a plate stepped over.
A room that sinks and a wall that slides can still be set off by those who want to. Gas is in plain sight as ever. Where
a hidden door may be (A.7.1, 1 to 5), whoever searches finds the pit that is there otherwise; the door is looked for on
the spot, and nobody falls where none is found (or there is no pit before that, if the table reads it so).
"""

from collections.abc import Iterable, Iterator
from typing import Final

from msgspec.structs import replace

from arbitro.appendix_a.shaft import gives_way
from arbitro.appendix_a.spring import discover
from arbitro.dungeon.events import Effect
from arbitro.dungeon.knowledge import knows
from arbitro.dungeon.model import Dungeon, Link, Trap
from arbitro.play.events import EffectTold, TrapsLookedFor
from arbitro.play.scene import Scene
from arbitro.play.state import GROUP

IN_SIGHT: Final = ("GAS", "HIDDEN_DOOR")
"""What still happens to those who come by when they have noticed it: a cloud is gone through, a door looked for."""
MOVING: Final = ("ELEVATOR_1", "ELEVATOR_2", "ELEVATOR_MULTI", "SLIDING_WALL")
"""What a party may want to happen."""
TRAPDOOR: Final = "TRAPDOOR"
"""The code of a trapdoor (A.6) where the table has them give way underfoot."""
FOUND: Final = ("DA-TRAP-01",)


def goes_off(trap: Trap) -> bool:
    """Whether something happens to those who come by; blind stairs have a way of their own."""
    if trap.stairs:
        return False
    return trap.state == "armed" or (trap.state == "noticed" and trap.code in IN_SIGHT)


def hidden_in(dungeon: Dungeon, spaces: Iterable[str]) -> tuple[Trap, ...]:
    """The traps of some spaces that nobody has found and that have not worked yet."""
    wanted = set(spaces)
    armed = (trap for trap in dungeon.traps.values() if trap.space in wanted and trap.state == "armed")
    traps = [trap for trap in armed if not trap.stairs and is_there(dungeon, trap)]
    return (*traps, *(trap_there(dungeon, link.id) for link in trapdoors_in(dungeon, wanted)))


def is_there(dungeon: Dungeon, trap: Trap) -> bool:
    """Whether there is anything to be found; a pit where a door may be is a matter of reading (DA-TRAP-02)."""
    return trap.code != "HIDDEN_DOOR" or trap.pit or bool(dungeon.options.get("pit_before_the_door", True))


def trapdoors_in(dungeon: Dungeon, spaces: Iterable[str]) -> tuple[Link, ...]:
    """The trapdoors of some spaces that would open under somebody's feet; the party goes round those it knows."""
    if not dungeon.spaces or not gives_way(dungeon.options):
        return ()
    wanted = set(spaces)
    return tuple(
        link
        for link in dungeon.links.values()
        if link.kind == "trapdoor" and link.a in wanted and not knows(dungeon, GROUP, link.id)
    )


def trap_there(dungeon: Dungeon, name: str) -> Trap:
    """A trap by its id; a trapdoor is looked for as any other."""
    link = dungeon.links.get(name)
    return dungeon.traps[name] if link is None else Trap(link.id, link.level, link.a, TRAPDOOR)


def may_be_set_off(dungeon: Dungeon, space: str) -> Iterator[Trap]:
    """The traps of a space that the party knows and may set off on purpose."""
    return (trap for trap in known_in(dungeon, (space,)) if trap.code in MOVING)


def known_in(dungeon: Dungeon, spaces: Iterable[str]) -> tuple[Trap, ...]:
    """The traps of some spaces that the party has found before they went off."""
    wanted = set(spaces)
    return tuple(
        trap
        for trap in dungeon.traps.values()
        if trap.space in wanted and trap.state in ("known", "noticed") and knows(dungeon, GROUP, trap.id)
    )


def lots_of_poison(effect: Effect) -> Iterator[tuple[bool, int]]:
    """Each missile that flies: whether it is poisoned, and the face that says so (0 where an older log does not)."""
    faces = effect.poison or (0,) * len(effect.missiles)
    return zip(effect.missiles, faces, strict=True)


def poison_is_judged(scene: Scene, who: str, effect: Effect, rules: tuple[str, ...]) -> bool:
    """Whether it is the referee's to say what the poison of a missile does; then the table is reminded of it."""
    if effect.detail != "referee":
        return False
    scene.happen(EffectTold((who,), "missile", replace(effect, kind="poison"), rules=rules))
    return True


def search_over(
    scene: Scene, who: str, way: str, found: Iterable[str], rules: tuple[str, ...] = (), *, passing: bool = False
) -> None:
    """Somebody has looked for traps: what was found is known from now on, and told in the same line."""
    ids = tuple(found)
    scene.happen(TrapsLookedFor(who, way, ids, passing, rules=(*rules, *FOUND)))
    told = len(scene.events) - 1
    for trap in ids:
        scene.dig(replace(event, cause=told) for event in discover(scene.state.dungeon, trap, GROUP))
