"""The town has a face: why the party is here, the inn and who is there, and what they tell of the dungeon.

All of it is decoration, drawn from the number of the dungeon's scenery when the party first comes to town, and kept in
the log. What is told at the inn is true. It is a revelation that the table chooses (option ``rumours``):

- ``known``: nothing but what the party knows itself: who fell down there, how many ways it has not taken;
- ``below`` adds what people of the town could have seen: how many ways lead on from the foot of the stairs, how many
  levels there are at least, that there is water, that one room is unlike the others, which kinds of creatures dwell
  there, as far as it has been rolled or prepared, and who may wander about near the stairs, by the game's own list for
  wanderers. Never where anything is, how many there are, traps, treasure, doors.

An adventure that says itself why the party is here has the inn and its people, and no other reason.
"""

from collections.abc import Iterator
from functools import cache
from typing import Final

from msgspec import Struct

from arbitro.dice.stream import QuickDice
from arbitro.dungeon.draw.hand import Hand
from arbitro.dungeon.kinds import is_treasure
from arbitro.dungeon.knowledge import knows, players_map
from arbitro.dungeon.model import Dungeon, Slot
from arbitro.kernel.yamlfile import open_packaged
from arbitro.play.delving import entrance
from arbitro.play.events import TalkHeard, TownDrawn
from arbitro.play.naming import TEXTS
from arbitro.play.scene import Scene
from arbitro.play.side import Side
from arbitro.play.state import GROUP, NOTHING_NEW, Called, CampaignState, Town
from arbitro.text import Language

WANDERERS_TOLD: Final = 2
"""How many kinds of wanderers are spoken of."""


class Talk(Struct, frozen=True):
    """Something that is told at the inn: a fact, its subject where it has one, and a number."""

    fact: str
    what: str = ""
    count: int = 0
    whom: Called | None = None

    @property
    def key(self) -> str:
        """By what it is known to have been told."""
        return f"{self.fact}:{self.what}" if self.what else self.fact


@cache
def townsfolk() -> tuple[Called, ...]:
    """People who may be met at the inn. The names are for ever: tables keep those that they have."""
    read = open_packaged("arbitro.play", "townsfolk.yaml").read(dict[str, list[str]])
    return tuple(Called(name, name, "f" if kind == "women" else "m") for kind in read for name in read[kind])


def draw_town(scene: Scene) -> None:
    """Where the party stays, whom it meets there, and why it has come."""
    if scene.state.town is not None:
        return
    hand, people = Hand(scene.state.scenery), townsfolk()
    keeper = hand.of("town", 1) % len(people)
    regular = (keeper + 1 + hand.of("town", 2) % (len(people) - 1)) % len(people)
    hook, inn = (hand.of("town", 2 + place) % _variants(key) + 1 for place, key in enumerate(("hook", "inn"), 1))
    if scene.state.tale is not None and scene.state.tale.intro is not None:
        hook = 0
    scene.happen(TownDrawn(Town(hook, inn, people[keeper], people[regular])))


def lodging(state: CampaignState, language: Language) -> list[str]:
    """Why the party is in town and where it stays, for a picture of it."""
    town, tale, lines = state.town, state.tale, []
    if tale is not None and tale.intro is not None:
        lines.append(tale.intro.in_(language))
    elif town is not None and town.hook:
        lines.append(TEXTS.say(language, f"town.hook.{town.hook}"))
    if town is not None:
        people = {"keeper": town.keeper.in_(language), "regular": town.regular.in_(language)}
        lines.append(TEXTS.say(language, f"town.inn.{town.inn}", **people))
    return [f"  {line}" for line in lines]


def _variants(kind: str) -> int:
    count = 0
    while TEXTS.find("it", f"town.{kind}.{count + 1}") is not None:
        count += 1
    return count


def talk_of(side: Side, state: CampaignState) -> TalkHeard:
    """What is told at the inn next: something true that was not told before, or that there is nothing new."""
    all_told = (*facts(state), *wanderers(side, state))
    told = sorted((talk for talk in all_told if talk.key not in state.talk), key=lambda talk: _lot(state, talk))
    talk = told[0] if told else Talk(NOTHING_NEW)
    town = state.town
    by = Called("", "") if town is None else (town.keeper, town.regular)[_lot(state, talk) % 2]
    return TalkHeard(talk.key, talk.fact, by, talk.what, talk.count, talk.whom)


def may_ask(state: CampaignState) -> bool:
    """Whether anybody at the inn may have something to tell: by the option, and by what they have said."""
    return state.town is not None and state.options.get("rumours", "none") != "none" and NOTHING_NEW not in state.talk


def _lot(state: CampaignState, talk: Talk) -> int:
    return Hand(state.scenery).of(talk.key, 1 << 13)


def facts(state: CampaignState) -> Iterator[Talk]:
    """All that might be told at the inn, each of it true."""
    here = state.dungeon
    for fallen in state.fallen:
        if fallen.level:
            yield Talk("fallen", fallen.who, whom=fallen.name)
    left = len(players_map(here, GROUP).leads)
    if left:
        yield Talk("ways", count=left)
    if state.options.get("rumours") == "below":
        yield from _below(here)


def wanderers(side: Side, state: CampaignState) -> Iterator[Talk]:
    """Kinds that may be met near the stairs, drawn from the game's own list by lot: it is no secret of this dungeon.

    A dungeon that somebody has written has only those in it whom its author put there.
    """
    options = state.options
    if options.get("rumours") != "below" or state.tale is not None or not options.get("wandering_chance", 1):
        return
    dice = QuickDice(Hand(state.scenery).of("wanderers", 1 << 13))
    slot = Slot("rumour", 1, "", "monster", "WANDERING_MONSTER")
    drawn = (side.stores.stocker(state).monsters(slot, dice).items for _ in range(WANDERERS_TOLD))
    for kind in dict.fromkeys(item for items in drawn for item, _ in items[:1] if not is_treasure(item)):
        yield Talk("wanders", kind)


def _below(here: Dungeon) -> Iterator[Talk]:
    """What people of the town could have seen down there, of that which the party does not know."""
    foot = entrance(here).b if any(link.code == "ENTRANCE" for link in here.links.values()) else ""
    if foot and not here.known:
        onward = sum(lead.space == foot and lead.kind != "search" for lead in here.leads.values())
        links = (link for link in here.links.values() if not link.hidden and link.code != "ENTRANCE")
        onward += sum(foot in (link.a, link.b) for link in links)
        if onward > 1:
            yield Talk("foot", count=onward)
    if len(here.levels) > 1:
        yield Talk("levels", count=len(here.levels))
    for kind in ("lake", "pool"):
        if any(water.kind == kind and not knows(here, GROUP, water.id) for water in here.waters.values()):
            yield Talk(kind)
    unseen = [slot for slot in here.slots.values() if not knows(here, GROUP, slot.id) and slot.state == "present"]
    if any(slot.kind == "special" for slot in unseen):
        yield Talk("special")
    kinds = (item for slot in unseen if slot.kind == "monster" for item, _ in slot.items if not is_treasure(item))
    for kind in dict.fromkeys(kinds):
        yield Talk("kind", kind)
