"""From hand to hand, in games without rules for it: what people give each other, and what is left on the dead."""

from arbitro.kernel.command import Refusal
from arbitro.play.scene import Scene
from arbitro.play.sides.walking import commands as walking_commands
from arbitro.play.sides.walking import events as e
from arbitro.play.sides.walking.ground import gold_of, leisure, walking_state
from arbitro.play.sides.walking.walker import Walker
from arbitro.play.state import CampaignState


def goods(side: Walker, state: CampaignState, who: str) -> dict[str, int]:
    """What somebody can hand to another: by its name, how much of it."""
    return {"gold": gold_of(side, state, who) or 0}


def on_the_body(side: Walker, state: CampaignState, dead: str) -> dict[str, int]:
    """What is left on somebody who died in this place, by its name; nothing where the body is not here."""
    here = any(one.who == dead and one.place == state.at for one in state.fallen)
    return side.left_by(state, dead) if here and state.at else {}


def left_by(state: CampaignState, dead: str) -> dict[str, int]:
    """What the dead leave: gold; a game may have more."""
    gold = walking_state(state).purses.get(dead, 0)
    return {"gold": gold} if gold else {}


def search_body(side: Walker, scene: Scene, command: walking_commands.SearchBody) -> Refusal | None:
    """Somebody on their feet takes all of it."""
    state = scene.state
    refused = leisure(side, state)
    if refused is not None:
        return refused
    if command.who not in side.able(state):
        return Refusal("cannot_now", {"who": f"@{command.who}"})
    if not on_the_body(side, state, command.dead):
        return Refusal("nothing_on_the_body")
    side.strip(scene, command.who, command.dead)
    return None


def strip(scene: Scene, who: str, dead: str) -> None:
    """The purse changes its owner; a game may have more to take."""
    purses = walking_state(scene.state).purses
    gold = purses.get(dead, 0)
    scene.happen(e.BodySearched(who, dead, gold, {dead: 0, who: purses.get(who, 0) + gold}))


def hand_over(side: Walker, scene: Scene, command: walking_commands.HandOver) -> Refusal | None:
    """Anywhere, as long as both are there and nothing else is going on; from whoever cannot act the other takes it."""
    state = scene.state
    refused = leisure(side, state)
    if refused is not None:
        return refused
    people = side.people(state)
    for who in (command.who, command.to):
        if who not in people:
            return Refusal("cannot_now", {"who": f"@{who}"})
    able = side.able(state)
    if command.who not in able and command.to not in able:
        return Refusal("cannot_now", {"who": f"@{command.who}"})
    has = side.goods(side, state, command.who).get(command.what, 0)
    if command.who == command.to or not 1 <= command.count <= has:
        return Refusal("cannot_hand", {"count": command.count, "has": has})
    side.change_hands(side, scene, command)
    return None


def change_hands(side: Walker, scene: Scene, command: walking_commands.HandOver) -> None:
    """Gold goes from one purse into another; a game may have more to give."""
    purses = walking_state(scene.state).purses
    mine, yours = purses.get(command.who, 0) - command.count, purses.get(command.to, 0) + command.count
    taken = command.who not in side.able(scene.state)
    both = {command.who: mine, command.to: yours}
    scene.happen(e.GoldHanded(command.who, command.to, command.count, both, taken))
