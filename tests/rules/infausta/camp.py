"""Tables of this game between fights: characters, a few places, a land; fixed dice that must be used up."""

from typing import Any

import msgspec
from tests.rules.carrying import Throw, carried_out, is_explained, is_told, turned_down
from tests.rules.infausta.arena import RULES
from tests.rules.whitebox.exploring.delve import door, named, place, trap, troop
from tests.rules.whitebox.people.camp import PLAIN, found, only

from arbitro.kernel.command import Command, Refusal
from arbitro.kernel.event import Event
from arbitro.rules.infausta.state import Delve as Turn
from arbitro.rules.infausta.state import State
from arbitro.rules.infausta.wilderness.commands import StartJourney
from arbitro.rules.infausta.wilderness.land import hex_land
from arbitro.rules.infausta.wilderness.state import Journey, Land, Spot, Way
from arbitro.rules.whitebox.exploring.commands import StartExpedition
from arbitro.rules.whitebox.exploring.state import Expedition
from arbitro.rules.whitebox.people.commands import CreateCharacter, Grant
from arbitro.rules.whitebox.people.records import class_row
from arbitro.rules.whitebox.people.state import Character
from arbitro.rules.whitebox.terms import Named

__all__ = ["RULES", "Camp", "Dungeon", "Wilds", "door", "found", "named", "one", "only", "place", "trap", "troop"]
OWN_CLASS = {"dvergar": "dvergar", "silvano": "silvano"}


def one(who: str = "berto", folk: str = "human", **more: Any) -> CreateCharacter:
    """A character whose scores are all 10, without gold; a champion if human."""
    given: dict[str, Any] = {
        "name": Named(who.title(), who.title()),
        "folk": folk,
        "class_id": OWN_CLASS.get(folk, "champion"),
        "alignment": "law",
        "abilities": {**PLAIN, **more.pop("scores", {})},
        "gold": 0,
    }
    given |= more
    given.setdefault("hit_dice", (4,) * class_row(RULES.rules, given["class_id"], given.get("level", 1)).dice)
    return CreateCharacter(who=who, **given)


class Camp:
    """A table between fights, through `ruleset.decide`; every event is told, and cites atoms that there are."""

    def __init__(self, *drafts: CreateCharacter, **options: Any) -> None:
        self.state = State(options=RULES.options.effective(options))
        for each in drafts or (one(),):
            self.do(each)

    def do(self, command: Command, *dice: Throw) -> list[Event]:
        resolved = carried_out(RULES, self.state, command, dice)
        self.state = resolved.state
        assert msgspec.json.decode(msgspec.json.encode(self.state), type=State) == self.state
        is_told(RULES, self.state, resolved.events)
        return list(resolved.events)

    def refused(self, command: Command) -> Refusal:
        answer = turned_down(RULES, self.state, command)
        is_explained(RULES, self.state, answer)
        return answer

    def change(self, who: str, **fields: Any) -> None:
        changed = msgspec.structs.replace(self.state.characters[who], **fields)
        self.state = msgspec.structs.replace(self.state, characters={**self.state.characters, who: changed})

    def __getitem__(self, who: str) -> Character:
        return self.state.characters[who]


class Dungeon(Camp):
    """A party in the hall; the cell lies beyond."""

    def __init__(self, *who: Any, torches: int = 0, **more: Any) -> None:
        facts = {name: more.pop(name, ()) for name in ("doors", "traps", "troops", "places")}
        drafts = tuple(one(each) if isinstance(each, str) else each for each in who or ("berto",))
        super().__init__(*drafts, **more)
        if torches:
            self.do(Grant(drafts[0].who, "gear", "torches_6", torches))
        here = {each.id: each for each in (place("hall"), place("cell"), *facts["places"])}
        self.do(StartExpedition("hall", tuple(here.values()), facts["doors"], facts["traps"], facts["troops"]))

    @property
    def out(self) -> Expedition:
        assert self.state.expedition is not None
        return self.state.expedition

    @property
    def turn(self) -> Turn:
        assert self.state.delve is not None
        return self.state.delve


def strip(*terrains: str) -> Land:
    """Hexes in a row, from north to south."""
    return hex_land({f"0,{number}": terrain for number, terrain in enumerate(terrains)})


def road(days: int, terrain: str = "settled", **more: Any) -> Land:
    """Two places and a way between them."""
    spots = {name: Spot(name, terrain, named(name), **more) for name in ("mill", "tower")}
    return Land("points", spots, (Way(("mill", "tower"), days * 12),))


class Wilds(Camp):
    """A party on a journey."""

    def __init__(self, *who: Any, land: Land | None = None, at: str = "0,0", goal: str = "", **more: Any) -> None:
        drafts = tuple(one(each) if isinstance(each, str) else each for each in who or ("berto",))
        astray, spent = more.pop("astray", 0), more.pop("spent", 0)
        super().__init__(*drafts, **more)
        self.do(StartJourney(land or strip(*["settled"] * 9), at, goal, astray=astray, spent=spent))

    @property
    def out(self) -> Expedition:
        assert self.state.expedition is not None
        return self.state.expedition

    @property
    def journey(self) -> Journey:
        assert self.state.journey is not None
        return self.state.journey


def way(wilds: Wilds, face: int = 6) -> tuple[Throw, ...]:
    """The die for the way, where it can be lost."""
    spot = wilds.journey.land.spots[wilds.journey.at]
    chance = spot.lost if spot.lost >= 0 else RULES.content.exploration.terrains[spot.terrain].lost
    return ((6, face),) if chance else ()
