"""The prudent player: comes home with the treasure, or at least comes home.

**In town** it rests until everybody is whole, outfits the party as its game's `Habits` say, and sets out by the road;
when nothing is left to explore it asks for another dungeon.

**Underground** it sees to light and wounds first; gathers whatever treasure lies before it; takes the nearest way that
it has not taken, but none that leads too deep for it, no door behind which it heard somebody and none that is locked
for good; listens at a door before it opens it, and lets a dwarf or a good thief look for traps before the others go on;
keeps away from places that it has fled from; where there is no other way home and it has run three times from the same
place, it runs no more and talks or fights its way through; and searches the walls when no way is left. It turns back at
the first sign of weakness that its habits name: wounds, losses, light that runs low, or a load of treasure worth
bringing home.

**When somebody is met** its habits weigh the foes by what can be seen of them, and it runs, talks or strikes first.
In a fight it does what the game's own tactics propose.

What the habits of a game do not say is done as the plain player does it.
"""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Final

from arbitro.dice.stream import Dice
from arbitro.dungeon.model import SURFACE
from arbitro.kernel.command import Command
from arbitro.kernel.event import Event
from arbitro.kernel.seat import Seat
from arbitro.play import commands as c
from arbitro.play.delving import entrance, loot_here, sections_here
from arbitro.play.events import GasAhead, TrapsLookedFor
from arbitro.play.guide import exhausted, newcomers, unsearched
from arbitro.play.players.base import may
from arbitro.play.players.habits import habits_of
from arbitro.play.scouting import searchable
from arbitro.play.state import CampaignState
from arbitro.play.ways import NONE, Way, nearest, path, unknown, ways

if TYPE_CHECKING:
    from arbitro.play.campaign import Campaign

OFTEN: Final = 3
"""How often it runs from one place: whoever must go there a fourth time stands."""


class Prudent:
    """Takes care."""

    def __init__(self, campaign: "Campaign", dice: Dice) -> None:
        del dice
        self.campaign = campaign
        self.habits = habits_of(campaign)
        self.feared: set[str] = set()
        """Places that the party has run from."""
        self.runs: dict[str, set[int]] = {}
        """At which minutes it has run from each of them."""
        self.listened: dict[str, bool] = {}
        """Doors at which somebody has listened, and whether there was anything to hear."""
        self.scouted: set[str] = set()
        """Ways along which somebody has looked for traps."""

    def choose(self, state: CampaignState, seat: Seat) -> Command | None:
        """The first of its wishes that is legal; None leaves it to the guide."""
        if state.awaiting or self.campaign.side.meetings.busy(state):
            wishes = self.habits.when_met(state) if not self.cornered(state) else self.habits.when_cornered(state)
        elif state.stage == "town":
            wishes = self.in_town(state)
        elif state.stage == "road":
            wishes = self.on_the_road(state)
        elif state.stage == "dungeon":
            wishes = self.underground(state)
        else:
            return None
        return self.first(state, seat, wishes)

    def forestall(self, state: CampaignState, seat: Seat) -> Command | None:
        """Runs from those who are too strong before they have made up their minds."""
        return None if self.cornered(state) else self.first(state, seat, self.habits.at_first_sight(state))

    def cornered(self, state: CampaignState) -> bool:
        """Whether it has run from here again and again, and had to come back."""
        return len(self.runs.get(state.at, ())) >= OFTEN

    def first(self, state: CampaignState, seat: Seat, wishes: Iterator[Command]) -> Command | None:
        """The first wish that is legal; a place under the ground that it runs from is feared from then on."""
        chosen = next((wish for wish in wishes if may(self.campaign, state, seat, wish)), None)
        if state.at and isinstance(chosen, self.habits.flights):
            self.feared.add(state.at)
            self.runs.setdefault(state.at, set()).add(state.minutes)
        return chosen

    def notice(self, state: CampaignState, events: tuple[Event, ...]) -> None:
        """Remembers what was heard at which door, where traps were looked for, and where there is gas."""
        for event in events:
            if isinstance(event, GasAhead):
                self.feared.add(state.dungeon.traps[event.trap].space)
            if isinstance(event, TrapsLookedFor):
                self.scouted.add(event.way)
            found = self.habits.heard(event)
            if found is not None:
                door, heard = found
                self.listened[door] = self.listened.get(door, False) or heard

    # ------------------------------------------------------------ town and road

    def in_town(self, state: CampaignState) -> Iterator[Command]:
        """Whole, outfitted, and then out."""
        yield from newcomers(self.campaign, state, self.habits.adventurers)
        yield from self.habits.outfit(state)
        yield from self.campaign.side.wishes.care(state)
        if not self.habits.ready(state):
            yield c.Lodge(1)
        self.feared.clear()
        self.runs.clear()
        self.listened.clear()
        if exhausted(state, self.habits.dare(state), self.campaign.side.wishes.barred(state)):
            yield c.SeekDungeon()
        yield c.SetOut("road")

    def on_the_road(self, state: CampaignState) -> Iterator[Command]:
        """Out, unless something went wrong on the way."""
        side = self.campaign.side
        yield from side.wishes.care(state)
        back = state.homeward or not self.habits.fit_to_go_on(state)
        if back:
            yield c.EnterTown()
            if not state.homeward:
                yield c.TurnRound()
        elif side.road.at_mouth(state):
            yield c.Follow(entrance(state.dungeon).id)
        yield from side.wishes.onward(state)

    # ------------------------------------------------------------ underground

    def underground(self, state: CampaignState) -> Iterator[Command]:
        """Care, treasure, new ground, and home in time."""
        yield from self.habits.before_moving(state)
        yield from self.campaign.side.wishes.care(state)
        if self.habits.fit_to_go_on(state):
            if state.at not in self.feared:
                yield from (c.TakeLoot(slot) for slot in loot_here(state))
            step = self.towards_new_ground(state)
            if step is not None:
                yield from self.take(state, step)
            else:
                yield from (c.SearchWall(section) for _, section in sections_here(state))
                yield from self.take(state, self.towards(state, unsearched(state) - self.feared))
        yield from self.homeward(state)

    def homeward(self, state: CampaignState) -> Iterator[Command]:
        """Out by a way that it does not fear; else by one that nobody has taken yet; else through what it fears."""
        home = self.step(state, {SURFACE}.__contains__)
        if home is None and self.feared:
            home = self.towards_new_ground(state)
        yield from self.take(state, home)
        yield from self.take(state, self.towards(state, {SURFACE}))

    def towards_new_ground(self, state: CampaignState) -> Way | None:
        """The first step to the nearest way that it dares to take."""
        dare, barred = self.habits.dare(state), self.campaign.side.wishes.barred(state)
        here = self.new_way(state, state.at, dare, barred)
        if here is not None:
            return here
        return self.step(state, lambda space: self.new_way(state, space, dare, barred) is not None)

    def new_way(self, state: CampaignState, space: str, dare: int, barred: frozenset[str] = NONE) -> Way | None:
        """A way from a space that nobody has taken and that it would take."""
        dungeon = state.dungeon
        if space in self.feared or space not in dungeon.spaces:
            return None
        for each in ways(dungeon, space):
            out_of_question = each.id in barred or (each.levels > 0 and dungeon.spaces[space].level + 1 > dare)
            if not out_of_question and unknown(dungeon, each) and each.to not in self.feared and not self.noisy(each):
                return each
        return None

    def noisy(self, found: Way) -> bool:
        """Whether somebody was heard behind a door."""
        return self.listened.get(found.id, False)

    def towards(self, state: CampaignState, goals: set[str]) -> Way | None:
        """The first step of a known way to somewhere, through places that it fears only where there is no other."""
        found = self.step(state, goals.__contains__)
        if found is None and self.feared:
            steps = path(state.dungeon, state.at, goals, barred=self.campaign.side.wishes.barred(state))
            return steps[0] if steps else None
        return found

    def step(self, state: CampaignState, wanted: Callable[[str], bool]) -> Way | None:
        """The first step to the nearest space that is wanted, round the places that it fears."""
        feared, barred = frozenset(self.feared - {state.at}), self.campaign.side.wishes.barred(state)
        steps = nearest(state.dungeon, state.at, wanted, feared, barred)
        return steps[0] if steps else None

    def take(self, state: CampaignState, found: Way | None) -> Iterator[Command]:
        """Take a way; at a door, listen first, then open it; sharp eyes look for traps before the others go."""
        if found is None or found.shut:
            return
        side = self.campaign.side
        if found.is_door and unknown(state.dungeon, found) and found.id not in self.listened:
            yield from self.habits.listen(state, found)
        if side.walk.may_go(state, found, "") is None:
            if searchable(found) and unknown(state.dungeon, found) and found.id not in self.scouted:
                yield from (c.SearchAhead(who, found.id) for who in self.habits.sharp_eyes(state))
            yield c.Follow(found.id)
        else:
            yield from side.wishes.open_up(state, found)
