"""What a side says where its game has nothing to say."""

from typing import Any

from arbitro.dice.stream import Dice
from arbitro.dungeon.stocking import Stock
from arbitro.kernel.card import Card
from arbitro.kernel.command import Command
from arbitro.kernel.event import Event
from arbitro.kernel.ruleset import Ruleset
from arbitro.kernel.seat import Seat
from arbitro.kernel.sketch import Sketch
from arbitro.kernel.then import Then
from arbitro.play.scene import Scene
from arbitro.play.state import CampaignState
from arbitro.text import Language


def first_level(state: CampaignState) -> int:
    """Newcomers are of the first level, where nobody rises with the others."""
    del state
    return 1


def inner_game(state: CampaignState) -> Any:
    """The game knows everybody, wherever they are."""
    return state.played


def lies_where_last(state: CampaignState, who: str) -> str:
    """The dead lie where they were last."""
    del state, who
    return ""


def free_hand(state: CampaignState, who: str) -> None:
    """Nothing takes anybody longer than it takes the party."""
    del state, who


def ready_at_once(scene: Scene) -> bool:
    """Nobody is at anything that would have to be ended first."""
    del scene
    return True


def no_experience(state: CampaignState) -> int | None:
    """The game counts none."""
    del state
    return None


def no_paces(state: CampaignState) -> tuple[str, ...]:
    """No paces to choose from: there is one way to walk."""
    del state
    return ()


def nobody_comes_to(state: CampaignState) -> tuple[str, ...]:
    """Nobody is waited for: whoever lies helpless is helped up, or comes to by a rest."""
    del state
    return ()


def in_one_step(state: CampaignState, command: Command) -> tuple[Command, ...]:
    """A command of the game's is one step."""
    del state
    return (command,)


def nothing_at_once(scene: Scene, event: Event, before: CampaignState) -> None:
    """No event of the game's means anything to the campaign before its command is done."""
    del scene, event, before


def nobody_sinks(state: CampaignState, who: str) -> bool:
    """Nobody goes under: the game has no rule for water."""
    del state, who
    return False


def unseen_in_passing(scene: Scene, trap: str) -> tuple[str, tuple[str, ...]]:
    """Nobody notices a trap who has not searched."""
    del scene, trap
    return "", ()


def unknown_chance(state: CampaignState, seat: Seat, who: str) -> None:
    """Nobody knows how likely a search finds anything."""
    del state, seat, who


def ended_already(scene: Scene) -> bool:
    """A group that can go on no more is in nothing that would have to be ended."""
    del scene
    return True


def as_written(found: Stock, dice: Dice) -> Stock:
    """Treasure that the author of a room wrote down is settled."""
    del dice
    return found


def no_name(name: str, language: Language) -> str:
    """Treasure is called by its sort and worth."""
    del name, language
    return ""


def nowhere(state: CampaignState, who: str) -> str:
    """The game keeps nobody of the dungeon: whoever is there is in their slot."""
    del state, who
    return ""


def no_facts(scene: Scene, thing: str) -> None:
    """The game keeps no facts of the dungeon of its own."""
    del scene, thing


def nothing_barred(state: CampaignState) -> frozenset[str]:
    """No door keeps the party out for good."""
    del state
    return frozenset()


def no_chart(state: CampaignState, seat: Seat, language: Language) -> None:
    """Of the road there is no map."""
    del state, seat, language


def not_unlit(state: CampaignState) -> bool:
    """Light is nothing that the moment is about."""
    del state
    return False


def told(then: Then[CampaignState], event: Event) -> bool:
    """The game tells its own events."""
    del then, event
    return False


def no_words(then: Then[CampaignState], event: Event, language: Language) -> dict[str, str]:
    """The side's own events have no gaps to fill."""
    del then, event, language
    return {}


# -------------------------------------------------------------------- as the game itself has it


def owner(game: Ruleset[Any], state: CampaignState, command: Command) -> str:
    """Whose a command is."""
    return game.owner(state.played, command)


def next_to_act(game: Ruleset[Any], state: CampaignState) -> frozenset[str]:
    """Who may act next."""
    return game.next_to_act(state.played)


def cards(game: Ruleset[Any], state: CampaignState, seat: Seat, language: Language) -> tuple[Card, ...]:
    """The people of the game."""
    return game.cards(state.played, seat, language)


def sketch(game: Ruleset[Any], state: CampaignState, seat: Seat, language: Language) -> Sketch | None:
    """The picture of a fight or a meeting."""
    return game.sketch(state.played, seat, language)
