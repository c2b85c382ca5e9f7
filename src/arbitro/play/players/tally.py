"""What an automatic campaign came to, counted: one party, or many of them."""

from collections import Counter
from collections.abc import Iterable
from statistics import fmean, median
from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct

from arbitro.dungeon.events import EffectDue
from arbitro.kernel.event import tag_of
from arbitro.kernel.log import Entry
from arbitro.play.sides.walking.events import GoldShared, PartyBeaten
from arbitro.play.sides.walking.state import WalkingState
from arbitro.play.state import DAY, GROUP, TURN, CampaignState

if TYPE_CHECKING:
    from arbitro.play.campaign import Campaign

NEWCOMER: Final = "character_made"
"""The tag of events by which somebody comes along."""


class Death(Struct, frozen=True):
    """How somebody ended: whose doing it was, and on which level of the dungeon (0: under the sky)."""

    cause: str
    """``foe:<id>``, ``trap``, ``pool`` or ``other``."""
    level: int


class Tally(Struct, frozen=True):
    """One campaign in numbers."""

    seed: str
    days: int
    commands: int
    over: bool
    """Whether nobody was left."""
    descents: int
    rooms: int
    """Chambers, rooms and caves that the party has been in."""
    levels: tuple[int, ...]
    """The levels of the dungeon that it has set foot on."""
    turns: int
    """Turns underground."""
    treasure: int
    """Gold pieces' worth that came into the party's hands underground."""
    experience: int | None
    """Won by everybody who came along; None where the game counts none."""
    deaths: tuple[Death, ...]
    """Everybody who fell, hirelings too."""
    secured: int = 0
    """Gold pieces' worth that the party came home with, over what it had set out with."""
    beatings: int = 0
    """How often it was beaten, robbed and left lying, where the game leaves it at that."""

    @property
    def deepest(self) -> int:
        """The deepest level."""
        return max(self.levels, default=0)


def found(before: CampaignState, entry: Entry[Any, Any], gained: int) -> int:
    """Gold found by a command: where finds are told in gold, what was told; purses of the dead are no finds."""
    if not isinstance(before, WalkingState):
        return gained
    return sum(event.gold for event in entry.events if isinstance(event, GoldShared))


class Counting:
    """Counts while a campaign is played."""

    def __init__(self, campaign: "Campaign", state: CampaignState) -> None:
        self.campaign = campaign
        self.wealth = self.left_with = campaign.side.purse.wealth(state)
        self.commands = self.minutes = self.treasure = self.secured = self.beatings = 0
        self.deaths: list[Death] = []
        self.rooms, self.levels = 0, set[int]()
        self.experience: int | None = None if campaign.side.purse.experience(state) is None else 0

    def count(self, before: CampaignState, entry: Entry[Any, Any], after: CampaignState) -> None:
        """Take one command into account."""
        self.commands += 1
        wealth = self.campaign.side.purse.wealth(after)
        if before.at:
            self.minutes += after.minutes - before.minutes
            self.treasure += found(before, entry, max(wealth - self.wealth, 0))
        self.wealth = wealth
        if before.stage == "town" and after.stage != "town":
            self.left_with = wealth
        elif after.stage == "town" and before.abroad:
            self.secured += max(wealth - self.left_with, 0)
        self.beatings += sum(isinstance(event, PartyBeaten) for event in entry.events)
        self.learn(before, entry, after)
        if after.dungeons != before.dungeons:
            self.leave(before)
        new = after.fallen[len(before.fallen) :]
        if new:
            cause = self.cause(before, entry, after)
            self.deaths += [Death(cause, fallen.level) for fallen in new]

    def learn(self, before: CampaignState, entry: Entry[Any, Any], after: CampaignState) -> None:
        """Experience that was won; what newcomers bring along was not."""
        had, has = self.campaign.side.purse.experience(before), self.campaign.side.purse.experience(after)
        newcomers = any(tag_of(type(event)) == NEWCOMER for event in entry.events)
        if self.experience is not None and had is not None and has is not None and not newcomers:
            self.experience += max(has - had, 0)

    def cause(self, before: CampaignState, entry: Entry[Any, Any], after: CampaignState) -> str:
        """Whose doing the deaths of a command are."""
        foe = self.campaign.side.meetings.foe(before) or self.campaign.side.meetings.foe(after)
        if foe:
            return f"foe:{foe}"
        sources = [event.source for event in entry.events if isinstance(event, EffectDue)]
        sources += [task.source for task in before.tasks]
        if any(source in after.dungeon.traps for source in sources):
            return "trap"
        return "pool" if any(source in after.dungeon.waters for source in sources) else "other"

    def leave(self, state: CampaignState) -> None:
        """Take into account where the party has been in a dungeon that it will not see again."""
        dungeon = state.dungeon
        for known in dungeon.known.values():
            if known.group == GROUP and known.how == "visited" and known.thing in dungeon.spaces:
                space = dungeon.spaces[known.thing]
                self.rooms += space.is_place
                self.levels.add(space.level)

    def tally(self, seed: str, state: CampaignState) -> Tally:
        """What it came to."""
        self.leave(state)
        return Tally(
            seed,
            state.minutes // DAY,
            self.commands,
            self.campaign.finished(state),
            state.descents,
            self.rooms,
            tuple(sorted(self.levels)),
            self.minutes // TURN,
            self.treasure,
            self.experience,
            tuple(self.deaths),
            self.secured,
            self.beatings,
        )


class LevelRow(Struct, frozen=True):
    """One level of the dungeon over many campaigns."""

    level: int
    reached: int
    """Parties that have set foot on it."""
    lost: int
    """Parties of which somebody fell there."""
    deaths: int


class Summary(Struct, frozen=True):
    """Many campaigns in numbers."""

    runs: int
    survived: int
    """Parties of which somebody was left at the end."""
    days: float
    """Median of the days played."""
    descents: float
    rooms: float
    deepest: float
    """Means, per party."""
    treasure_per_turn: float
    treasure_per_day: float
    secured_per_day: float
    """Of all treasure that was found, and of that which came home."""
    deaths: float
    beatings: float
    """Means, per party."""
    experience_per_day: float | None
    levels: tuple[LevelRow, ...]
    causes: tuple[tuple[str, int], ...]
    """What killed people, most first."""


def summed(tallies: Iterable[Tally]) -> Summary:
    """Many campaigns together."""
    runs = list(tallies)
    days = sum(max(one.days, 1) for one in runs) or 1
    experience = [one.experience for one in runs if one.experience is not None]
    rows = []
    for level in sorted(
        {level for one in runs for level in one.levels} | {d.level for one in runs for d in one.deaths}
    ):
        fell = [sum(1 for death in one.deaths if death.level == level) for one in runs]
        reached = sum(1 for one in runs if level in one.levels) if level else len(runs)
        rows.append(LevelRow(level, reached, sum(1 for count in fell if count), sum(fell)))
    return Summary(
        len(runs),
        sum(1 for one in runs if not one.over),
        float(median(one.days for one in runs)) if runs else 0.0,
        fmean(one.descents for one in runs) if runs else 0.0,
        fmean(one.rooms for one in runs) if runs else 0.0,
        fmean(one.deepest for one in runs) if runs else 0.0,
        sum(one.treasure for one in runs) / (sum(one.turns for one in runs) or 1),
        sum(one.treasure for one in runs) / days,
        sum(one.secured for one in runs) / days,
        fmean(len(one.deaths) for one in runs) if runs else 0.0,
        fmean(one.beatings for one in runs) if runs else 0.0,
        sum(experience) / days if experience else None,
        tuple(rows),
        tuple(Counter(death.cause for one in runs for death in one.deaths).most_common()),
    )
