"""Parties that part, in games of one shared scene: whoever waits elsewhere is out of the game until the table turns.

Our rulings: torches are shared out by heads, the burning one stays with those who go on; whoever waits does nothing
until the table turns to them, and their light burns down by the same clock.
"""

from arbitro.dice.stream import REFEREE
from arbitro.kernel.command import Refusal
from arbitro.kernel.ruling import Check, held_against
from arbitro.play.scene import Scene
from arbitro.play.sides.walking import commands as walking_commands
from arbitro.play.sides.walking import events as e
from arbitro.play.sides.walking.arrivals import WANDERERS
from arbitro.play.sides.walking.ground import SIX, leisure, walking_state
from arbitro.play.sides.walking.state import Stores
from arbitro.play.sides.walking.walker import Walker
from arbitro.play.state import CampaignState

NO_STORES = Stores()


def newcomers(side: Walker, state: CampaignState) -> int:
    """Of the party's level, since they will rise with it."""
    return side.level(state)


def leading(side: Walker, state: CampaignState) -> tuple[str, ...]:
    """The first two of those who can act."""
    return side.able(state)[:2]


def stores(side: Walker, state: CampaignState) -> Stores:
    """What the group that the table follows has."""
    walking = walking_state(state)
    return Stores(walking.torches, walking.light, side.rests(state))


def part(side: Walker, scene: Scene, who: tuple[str, ...], space: str) -> None:
    """With their share of the torches; where everybody stays, with all there is."""
    side.leave(scene)
    people, mine = side.people(scene.state), stores(side, scene.state)
    theirs = walking_state(scene.state).camps.get(space, NO_STORES)
    if len(who) == len(people):
        scene.happen(e.StayedBehind(who, space, theirs.joined(mine), NO_STORES))
        return
    share = mine.torches * len(who) // len(people)
    left = Stores(mine.torches - share, mine.light, mine.rests)
    scene.happen(e.StayedBehind(who, space, theirs.joined(Stores(share, 0, mine.rests)), left))


def rejoin(side: Walker, scene: Scene, who: tuple[str, ...], space: str) -> None:
    """With whatever they have left."""
    side.leave(scene)
    theirs = walking_state(scene.state).camps.get(space, NO_STORES)
    scene.happen(e.CameAlong(who, space, theirs.joined(stores(side, scene.state))))


def can_go_on(side: Walker, state: CampaignState, who: tuple[str, ...]) -> bool:
    """Somebody of them is on their feet."""
    return any(side.could_act(state, each) for each in who)


def look_to(scene: Scene, space: str, came: str) -> None:
    """The game knows nobody but those who are here."""
    del scene, space, came


def lie_below(scene: Scene, who: tuple[str, ...], space: str, rules: tuple[str, ...]) -> None:
    """The campaign's own roll of the fallen says where."""
    del scene, who, space, rules


def abandon(scene: Scene, who: tuple[str, ...], space: str) -> None:
    """What they carry is lost with them."""
    scene.happen(e.PursesChanged(dict.fromkeys(who, 0)))
    scene.happen(e.LeftForDead(who, space))


# -------------------------------------------------------------------- who comes by


def watch_over(scene: Scene, space: str) -> tuple[Check | None, tuple[str, ...]]:
    """A check for wandering monsters where some wait, by the die and the odds of those who walk."""
    del space
    chance = int(scene.state.options["wandering_chance"])
    if not chance:
        return None, WANDERERS
    die = scene.dice.stream(REFEREE).roll(SIX, "wandering")
    return held_against((die,), (), "<=", chance, "wandering"), WANDERERS


# -------------------------------------------------------------------- the order of march


def go_in_front(side: Walker, scene: Scene, command: walking_commands.GoInFront) -> Refusal | None:
    """The first two of those who can act tread on whatever lies there."""
    refused = leisure(side, scene.state)
    if refused is not None:
        return refused
    people = side.people(scene.state)
    if command.who not in side.able(scene.state):
        return Refusal("cannot_now", {"who": f"@{command.who}"})
    if people[0] == command.who:
        return Refusal("in_front_already", {"who": f"@{command.who}"})
    order = (command.who, *(who for who in people if who != command.who))
    scene.happen(e.OrderChanged(command.who, order))
    return None
