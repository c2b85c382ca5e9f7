"""What is worked out while the party looks on without seeing it: the ways that it knows stay as they look."""

from collections.abc import Iterable, Iterator
from typing import Final

from msgspec.structs import replace

from arbitro.dungeon.events import LeadClosed, LeadOpened, LinkLaid, Seen, SpaceLaid
from arbitro.dungeon.model import Dungeon, Known, Lead, Link
from arbitro.kernel.event import Event
from arbitro.kernel.seat import REFEREE_ONLY
from arbitro.play import digging
from arbitro.play.delving import call_up, led_to, stock
from arbitro.play.scene import Scene
from arbitro.play.spots import visited
from arbitro.play.state import GROUP
from arbitro.play.ways import Way, way, ways

MOST_STEPS: Final = 80
"""Ways that are worked out at once: a passage may go on for long before it comes to a room."""


def open_ends(dungeon: Dungeon) -> Iterator[Lead]:
    """The ways that nobody has worked out yet."""
    return (lead for lead in dungeon.leads.values() if lead.kind != "search")


class Sight:
    """What the party has seen of the frontier when the digging begins: open ends, which must stay as they look."""

    def __init__(self, dungeon: Dungeon) -> None:
        self.dungeon = dungeon
        self.ends = {lead.id: lead for lead in open_ends(dungeon) if visited(dungeon, lead.space)}

    def is_stray(self, lead: Lead) -> bool:
        """Whether an open end lies on ground that the party knows, and it has never seen it."""
        return lead.id not in self.ends and visited(self.dungeon, lead.space)

    def over(self, events: Iterable[Event]) -> Iterator[Event]:
        """The same events, with what keeps the ends in sight: the way that is drawn there now, or the end itself."""
        links: list[Link] = []
        leads: list[Lead] = []
        for event in events:
            if isinstance(event, LinkLaid):
                links.append(event.link)
            elif isinstance(event, LeadOpened):
                leads.append(event.lead)
            elif isinstance(event, LeadClosed) and event.closed.id in self.ends:
                yield from self._settled(event, self.ends[event.closed.id], links, leads)
                continue
            yield event

    def _settled(self, event: LeadClosed, end: Lead, links: list[Link], leads: list[Lead]) -> Iterator[Event]:
        if end.link:  # the party sees the door
            yield event
            return
        drawn = next((link for link in links if _at_the_mouth(link, end)), None)
        again = next((lead for lead in leads if lead.space == end.space and lead.face == end.face), None)
        if drawn is not None:
            yield event
            yield Seen(Known(GROUP, drawn.id), audience=REFEREE_ONLY)
        elif again is not None:
            self.ends[again.id] = again
            yield event
        else:
            yield replace(event, closed=replace(event.closed, unseen=end))


def _at_the_mouth(link: Link, end: Lead) -> bool:
    """Whether a way leads where an open end did, not off to the side."""
    turned = (link.heading - end.front.heading) % 8
    return link.id.startswith(end.id) and link.a == end.space and turned in (0, 1, 7) and not link.hidden


# -------------------------------------------------------------------- what lies beyond one way


def look_beyond(scene: Scene, found: Way) -> Way:
    """Roll what one step along a way leads to, unseen, and say by what name the party knows the way from now on."""
    if not found.lead:
        return found
    at = scene.state.at
    before = {each.id for each in ways(scene.state.dungeon, at)}
    sight, todo = Sight(scene.state.dungeon), found.lead
    for _ in range(MOST_STEPS):
        events, slots = digging.GENERATOR.explore(scene.state.dungeon, todo, scene.dice, ""), scene.state.dungeon.slots
        scene.dig(sight.over(events))
        call_up(scene, slots)
        for event in events:
            if type(event) is SpaceLaid:
                stock(scene, event.space.id)
        # A bend in ground that the party knows would show: whatever has opened there is worked out too.
        stray = next((lead for lead in open_ends(scene.state.dungeon) if sight.is_stray(lead)), None)
        if stray is None:
            break
        todo = stray.id
    dungeon = scene.state.dungeon
    return (
        way(dungeon, at, found.id)
        or next((each for each in ways(dungeon, at) if each.id not in before), None)
        or replace(found, lead="")
    )


def beyond(dungeon: Dungeon, at: str, name: str) -> tuple[str, ...]:
    """The spaces that one step along a way from somewhere leads to: the next one, and what was laid with it."""
    link = dungeon.links.get(name)
    ends = (link.a, link.b) if link is not None else (led_to(dungeon, name),)
    first = [end for end in ends if end in dungeon.spaces and end != at]
    steps = {dungeon.spaces[end].lead for end in first} - {""}
    laid = [
        space.id
        for space in dungeon.spaces.values()
        if space.lead in steps and space.id != at and space.id not in first and not visited(dungeon, space.id)
    ]
    return (*first, *laid)
