"""Commands that are not the campaign's own: its side's and its game's, on the ground of the dungeon."""

from arbitro.kernel.command import Command, Refusal
from arbitro.play.delving import free
from arbitro.play.scene import Scene


def of_side_or_game(scene: Scene, command: Command) -> Refusal | None:
    """A command that the side has added, or one of the game's."""
    if type(command) in scene.side.commands:
        return scene.side.decide(scene, command)
    return of_the_game(scene, command)


def of_the_game(scene: Scene, command: Command) -> Refusal | None:
    """A command of the game's: what it needs of the dungeon first, then the game, then what follows here."""
    side = scene.side
    refused = side.before(scene, command)
    if refused is not None:
        return refused
    for step in side.steps(scene.state, command):
        first = len(scene.events)
        refused = scene.play(step)
        if refused is not None:
            return refused
        side.after(scene, first)
        if free(side, scene.state) is not None:
            break
    return None
