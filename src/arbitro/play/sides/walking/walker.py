"""What a game says of itself where the campaign provides the exploring: its people, its checks, its fights."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, Literal, TypeVar

from arbitro.dungeon.stocking import Stocker
from arbitro.kernel.content import Noun
from arbitro.kernel.ruleset import Ruleset
from arbitro.play.scene import Scene
from arbitro.play.sides.walking.commands import HandOver
from arbitro.play.sides.walking.events import Ending
from arbitro.play.sides.walking.state import Errand, Meeting
from arbitro.play.state import CampaignState
from arbitro.text import Language

G = TypeVar("G", bound=Ruleset[Any])
Surprised = Literal["", "party", "foes"]
Count = tuple[tuple[str, int], ...]
"""Creatures by id, and how many of each."""


@dataclass(frozen=True, kw_only=True)
class WalkingSide(Generic[G]):
    """One game that walks as the campaign lets it."""

    game: G
    not_offered: frozenset[str] = frozenset()
    """Choices of the game's that the campaign makes itself."""
    restful: frozenset[str] = frozenset()
    """Commands of the game's that are a rest, or part of one: nobody rests before those whom the party has met."""

    # who they are
    people: Callable[[CampaignState], tuple[str, ...]]
    able: Callable[[CampaignState], tuple[str, ...]]
    could_act: Callable[[CampaignState, str], bool]
    """Whether somebody, here or elsewhere, is on their feet."""
    whole: Callable[[CampaignState], Any]
    level: Callable[[CampaignState], int]
    """The level of the party, which rises as one."""
    rests: Callable[[CampaignState], int]
    """What the game counts of this group's rests."""
    best_for: Callable[[CampaignState, str], str]
    """Who of the able is best at an errand."""

    # what they own
    money: Callable[[int, Language], str]
    """An amount of gold in the game's own words."""
    receive_thing: Callable[["Walker", Scene, str, int], None]
    """Something that is not money."""
    goods: Callable[["Walker", CampaignState, str], dict[str, int]]
    """What somebody can hand to another: by its name, how much of it."""
    change_hands: Callable[["Walker", Scene, HandOver], None]
    """It goes from one to the other."""
    left_by: Callable[[CampaignState, str], dict[str, int]]
    """What the dead leave."""
    strip: Callable[[Scene, str, str], None]
    """Somebody takes it all."""

    # where they go
    leave: Callable[[Scene], None]
    """The party leaves a place; a game may have something to end then."""
    attempt: Callable[["Walker", Scene, Errand], None]
    """The game's own check begins; `settle_errand` says what came of it, at once or when the dice have fallen."""

    # whom they meet
    stocker: Callable[[CampaignState], Stocker]
    kind: Callable[[str], Noun]
    """What a creature of the game's content is called, one and several."""
    glyph: Callable[[str], str]
    """The picture on its token; empty for none."""
    mindless: Callable[[str], bool]
    """Whether a creature of the game's content has no mind to be talked to."""
    busy: Callable[[CampaignState], bool]
    fighting: Callable[[CampaignState], bool]
    start_fight: Callable[["Walker", Scene, Meeting, Surprised], None]
    """The game's own fight begins."""
    foes_left: Callable[[CampaignState], Count]
    """Those of the other side who still stand."""
    ending_rules: Callable[[Ending, Meeting | None], tuple[str, ...]]
    """The rule by which a meeting ended so."""
    won: Callable[[CampaignState], str]
    """The progress towards the next level with the fight that has just been won."""
    come_round: Callable[["Walker", Scene], None]
    """The survivors of a lost fight are on their feet again, as far as the game lets them."""
    perish: Callable[[Scene], None]
    """The survivors of a lost fight die."""

    # who is in the enemy's power
    held_by: tuple[str, ...]
    """The rules by which somebody is held."""
    ransom_option: str
    """The option that says what captors ask for each level of a captive's."""
    potions_of: Callable[[CampaignState, str], int]
    """Potions that somebody has, here or held elsewhere, and captors take."""
    rejoined: Callable[[Scene, str], None]
    """Somebody whom captors held is with the party again."""
    slain: Callable[[Scene, str], None]
    """Captors kill somebody."""


Walker = WalkingSide[Any]
"""Any of them, for whatever they share."""
