"""The White Box family looks for traps of the appendix, by its own chances in six and dice thrown in secret."""

from fractions import Fraction

from arbitro.kernel.command import Refusal
from arbitro.kernel.seat import Seat
from arbitro.play.scene import Scene
from arbitro.play.sides.whitebox import facts, party
from arbitro.play.sides.whitebox.box import BoxSide, inner_state
from arbitro.play.sight import beyond
from arbitro.play.state import CampaignState
from arbitro.play.traps import hidden_in, search_over, trap_there
from arbitro.rules.whitebox.chances import in_six
from arbitro.rules.whitebox.exploring.senses import found_by, passing_chance
from arbitro.rules.whitebox.exploring.state import Trap
from arbitro.rules.whitebox.scene import Scene as GameScene
from arbitro.rules.whitebox.terms import Named

PLAIN = Trap(id="", name=Named("", ""), place="")
"""A trap without anything special about it: what a searcher may hope to find."""


def hidden(state: CampaignState, way: str) -> tuple[Trap, ...]:
    """What there is to be found beyond a way, or here, as the game has it."""
    spaces = beyond(state.dungeon, state.at, way) if way else (state.at,)
    return tuple(facts.trap_of(trap, state.at, way) for trap in hidden_in(state.dungeon, spaces))


def chance(side: BoxSide, state: CampaignState, who: str) -> Fraction | None:
    """The plain chance of somebody who searches; None for those who have none."""
    inner = inner_state(state)
    found = side.game.rules.search_chance(side.game.at(inner), inner.characters[who], PLAIN).chance
    return in_six(found) if found else None


def open_chance(side: BoxSide, state: CampaignState, seat: Seat, who: str) -> Fraction | None:
    """The plain chance of the rules, whether or not there is anything: everybody may know it."""
    del seat
    return chance(side, state, who)


def search(side: BoxSide, scene: Scene, who: str, way: str) -> None:
    """A die for each trap that is there; whoever finds none is told the same as where there is none."""
    inner = side.game.scene(inner_state(scene.state), scene.dice)
    one = inner.state.characters[who]
    found = []
    for trap in hidden(scene.state, way):
        odds = side.game.rules.search_chance(side.game.at(inner.state), one, trap)
        if found_by(inner, one, trap, odds, ("WB-SEARCH-02",), passing=False):
            found.append(trap.id)
    scene.record(inner.events)
    search_over(scene, who, way, found, side.trap_rules)
    first, passing = len(scene.events), side.game.scene(inner_state(scene.state), scene.dice)
    side.time_of_search(side, passing, who)
    scene.record(passing.events)
    side.after(side, scene, first)


def in_passing(side: BoxSide, scene: Scene, trap: str) -> tuple[str, tuple[str, ...]]:
    """Everybody who has an eye for stonework throws in marching order, until one sees the trap (WB-TRAP-03)."""
    inner = side.game.scene(inner_state(scene.state), scene.dice)
    fact = facts.trap_of(trap_there(scene.state.dungeon, trap), scene.state.at, "")
    seen: tuple[str, tuple[str, ...]] = ("", ())
    able = party.able(side, scene.state)
    for one in (inner.state.characters[who] for who in able):
        if found_by(inner, one, fact, passing_chance(side.game.rules, one, fact), passing=True):
            seen = (one.id, inner.events[-1].rules)  # as the game in use cites them
            break
    scene.record(inner.events)
    return seen


def may_look_for_traps(side: BoxSide, state: CampaignState, who: str, way: str) -> Refusal | None:
    """Only those who have a chance by people, skill or option: the text gives nobody else a die (WB-TRAP-02)."""
    del way
    one = side.game.rules.free_hand(side.game.at(inner_state(state)), who)
    if isinstance(one, Refusal):
        return one
    able = chance(side, state, who) is not None
    return None if able else Refusal("no_eye_for_traps", {"who": f"@{who}"}, ("WB-TRAP-02",))


def time_of_search(side: BoxSide, inner: GameScene, who: str) -> None:
    """A turn, as for any search of ten by ten feet."""
    side.game.rules.occupy(inner, who, 1, ("WB-SECRET-04",))
