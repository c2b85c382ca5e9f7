"""The White Box family looks for traps of the appendix, by its own chances in six and dice thrown in secret."""

from fractions import Fraction
from typing import TYPE_CHECKING

from arbitro.play.scene import Scene
from arbitro.play.sides.whitebox import facts
from arbitro.play.sight import beyond
from arbitro.play.state import CampaignState
from arbitro.play.traps import hidden_in, search_over, trap_there
from arbitro.rules.whitebox.chances import in_six
from arbitro.rules.whitebox.exploring.senses import found_by, passing_chance
from arbitro.rules.whitebox.exploring.state import Trap
from arbitro.rules.whitebox.terms import Named

if TYPE_CHECKING:
    from arbitro.play.sides.whitebox import WhiteBoxSide

PLAIN = Trap(id="", name=Named("", ""), place="")
"""A trap without anything special about it: what a searcher may hope to find."""


def hidden(state: CampaignState, way: str) -> tuple[Trap, ...]:
    """What there is to be found beyond a way, or here, as the game has it."""
    spaces = beyond(state.dungeon, state.at, way) if way else (state.at,)
    return tuple(facts.trap_of(trap, state.at, way) for trap in hidden_in(state.dungeon, spaces))


def chance(side: "WhiteBoxSide", state: CampaignState, who: str) -> Fraction | None:
    """The plain chance of somebody who searches; None for those who have none."""
    inner = side.inner(state)
    found, _ = side.game.rules.search_chance(side.game.at(inner), inner.characters[who], PLAIN)
    return in_six(found) if found else None


def search(side: "WhiteBoxSide", scene: Scene, who: str, way: str) -> None:
    """A die for each trap that is there; whoever finds none is told the same as where there is none."""
    inner = side.game.scene(side.inner(scene.state), scene.dice)
    one = inner.state.characters[who]
    found = []
    for trap in hidden(scene.state, way):
        number, rules = side.game.rules.search_chance(side.game.at(inner.state), one, trap)
        if found_by(inner, one, trap, number, ("WB-SEARCH-02", *rules), passing=False):
            found.append(trap.id)
    scene.record(inner.events)
    search_over(scene, who, way, found, side.trap_rules)
    first, passing = len(scene.events), side.game.scene(side.inner(scene.state), scene.dice)
    side.time_of_search(passing, who)
    scene.record(passing.events)
    side.after(scene, first)


def in_passing(side: "WhiteBoxSide", scene: Scene, trap: str) -> tuple[str, tuple[str, ...]]:
    """Everybody who has an eye for stonework throws in marching order, until one sees the trap (WB-TRAP-03)."""
    inner = side.game.scene(side.inner(scene.state), scene.dice)
    fact = facts.trap_of(trap_there(scene.state.dungeon, trap), scene.state.at, "")
    seen: tuple[str, tuple[str, ...]] = ("", ())
    able = side.able(scene.state)
    for one in (inner.state.characters[who] for who in able):
        number, rules = passing_chance(side.game.rules, one, fact)
        if found_by(inner, one, fact, number, rules, passing=True):
            seen = (one.id, inner.events[-1].rules)  # as the game in use cites them
            break
    scene.record(inner.events)
    return seen
