"""Commands that are not the campaign's own: its side's and its game's, on the ground of the dungeon."""

from arbitro.kernel.command import Command, Refusal
from arbitro.play.delving import free
from arbitro.play.scene import Scene


def of_side_or_game(scene: Scene, command: Command) -> Refusal | None:
    """A command that the side has added, or one of the game's."""
    rule = scene.side.rulings.get(type(command))
    return of_the_game(scene, command) if rule is None else rule.decide(scene, command)


def of_the_game(scene: Scene, command: Command) -> Refusal | None:
    """A command of the game's: what it needs of the dungeon first, then the game, then what follows here."""
    side = scene.side
    refused = side.inner.before(scene, command)
    if refused is not None:
        return refused
    for step in side.inner.steps(scene.state, command):
        first = len(scene.events)
        refused = scene.play(step)
        if refused is not None:
            return refused
        side.inner.after(scene, first)
        if free(side, scene.state) is not None:
            break
    return None
