"""La Scatola Bianca in a campaign: its own exploring rules on the appendix's dungeon."""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any, ClassVar, Final

from msgspec.structs import replace

from arbitro.dice.stream import Dice
from arbitro.dungeon.events import Effect
from arbitro.dungeon.knowledge import find_secret
from arbitro.dungeon.model import SURFACE
from arbitro.dungeon.pool import Bather
from arbitro.dungeon.stocking import Stock, Stocker, mark_slot
from arbitro.kernel.choice import Choice, Label
from arbitro.kernel.command import Command, Refusal
from arbitro.kernel.event import Event
from arbitro.kernel.rulebook import Phrase
from arbitro.kernel.seat import Seat
from arbitro.play.commands import Bank
from arbitro.play.delving import arrive, stock
from arbitro.play.events import LegBegan, StageReached
from arbitro.play.maker import ENROLLED, Maker
from arbitro.play.scene import Scene
from arbitro.play.side import cut_seats
from arbitro.play.sides.whitebox import facts, harms, prepared, sharp_eyes, spoils
from arbitro.play.sides.whitebox.making import WhiteBoxMaker
from arbitro.play.sides.whitebox.parting import Apart
from arbitro.play.sight import look_beyond
from arbitro.play.state import GROUP, Called, CampaignState, Route
from arbitro.play.stocking.whitebox import WhiteBoxStocker
from arbitro.play.telling import TEXTS
from arbitro.play.ways import Way, feet_between, way
from arbitro.rules.whitebox.basics import Scene as GameScene
from arbitro.rules.whitebox.exploring import commands as x
from arbitro.rules.whitebox.exploring.events import (
    ExpeditionBegan,
    FactsStated,
    FeatureFound,
    MeetingEnded,
    PlaceEntered,
    TurnsBooked,
    Walked,
)
from arbitro.rules.whitebox.exploring.guide import Guide
from arbitro.rules.whitebox.exploring.state import Place
from arbitro.rules.whitebox.people import commands as p
from arbitro.rules.whitebox.people.events import TimeWent
from arbitro.rules.whitebox.people.state import Character, Hoard
from arbitro.rules.whitebox.state import State
from arbitro.text import Language

MILES_A_DAY: Final = 12
"""What an unladen party walks in a day: the length of a day of road."""
TURN: Final = 10
LOW: Final = 0.5
"""A party turns back when it has less than this share of its hit points."""
MORNING: Final = 8 * 60
PURSE: Final = 60
"""Gold pieces that a plain adventurer takes along; the rest stays in town."""
SOLDIERS: Final = ("horseman", "soldier")
"""Hirelings who fight, the cheaper first."""
TERRAINS: Final = {"clear": "open", "forest": "forest", "hills": "hills_mountains"}
KINDS: Final[dict[type[Command], str]] = {
    x.JudgeDoor: "doors",
    x.JudgeWedge: "doors",
    x.MonstersPass: "doors",
    x.JudgeSearch: "searching",
    x.TellNoise: "searching",
    x.JudgeMeeting: "surprise",
    x.JudgeTerrain: "travel",
    x.RollReaction: "reactions",
    x.Engage: "reactions",
    x.PartWays: "reactions",
    x.JudgeParley: "parley",
    x.CheckLoyalty: "loyalty",
    x.CheckWandering: "encounters",
    x.Meet: "encounters",
}
UNDERGROUND_ONLY_THROUGH_US: Final = frozenset({"go", "end_expedition", "travel", "walk_about", "bring"})
"""Choices of the game's that the campaign offers in its own way."""


class WhiteBoxCampaign(CampaignState, frozen=True, kw_only=True):
    """A campaign of La Scatola Bianca."""

    game: State


class WhiteBoxSide(Apart):
    """The game's part."""

    state_type: ClassVar[type[CampaignState]] = WhiteBoxCampaign
    quiet = (ExpeditionBegan, PlaceEntered, Walked, TimeWent, TurnsBooked)

    # ------------------------------------------------------------ the party

    def parties(self) -> tuple[tuple[str, Phrase], ...]:
        """The parties of the content."""
        ready = self.game.content.parties
        return tuple((f"ready:{name}", Phrase(one.name.it, one.name.en)) for name, one in ready.items())

    def gather(self, scene: Scene, party: str) -> Refusal | None:
        """A ready party, one by lot, or those who were enrolled; the first day begins in the morning."""
        kind, _, rest = party.partition(":")
        size, _, level = rest.partition(":")
        if kind == "ready":
            refused = scene.play(p.ReadyParty(rest))
        elif kind == "random" and size.isdigit() and (level or "1").isdigit():
            refused = scene.play(p.RandomParty(int(size), int(level or 1)))
        elif kind == ENROLLED and scene.state.stage == "gathering" and self.people(scene.state):
            refused = None
        else:
            return Refusal("bad_party", {"party": party})
        if refused is None and scene.state.stage == "gathering":
            scene.must(x.AdvanceClock(MORNING))
        return refused

    @property
    def maker(self) -> Maker:
        """By the game's rules of creation."""
        return WhiteBoxMaker(self)

    def company(self, state: CampaignState) -> Iterator[Character]:
        """The living, in marching order."""
        return self.game.company(self.inner(state))

    def people(self, state: CampaignState) -> tuple[str, ...]:
        """The living, in marching order."""
        return tuple(one.id for one in self.company(state))

    def adventurers(self, state: CampaignState) -> tuple[str, ...]:
        """Without hirelings and followers."""
        return tuple(one.id for one in self.company(state) if one.kind == "player")

    def able(self, state: CampaignState) -> tuple[str, ...]:
        """Those on their feet, neither asleep nor turned to stone."""
        inner = self.inner(state)
        up = [one.id for one in self.company(state) if one.fit]
        if self.game.fighting(inner):
            return tuple(up)
        return tuple(who for who in up if not isinstance(self.game.awake(inner, who), Refusal))

    def lost(self, state: CampaignState) -> bool:
        """Also when only hirelings live: without an employer they go their own ways."""
        return not self.able(state) or all(one.kind == "hireling" for one in self.company(state))

    def dead(self, state: CampaignState) -> tuple[tuple[str, Called], ...]:
        """Those who died, hirelings too."""
        return tuple(
            (one.id, Called(one.name.it, one.name.en, one.name.gender))
            for one in self.inner(state).characters.values()
            if one.health == "dead"
        )

    def leading(self, state: CampaignState) -> tuple[str, ...]:
        """The first rank of the marching order."""
        return self.able(state)[: max(self.inner(state).party.abreast, 1)]

    def bather(self, state: CampaignState, who: str) -> Bather:
        """Alignment and gold."""
        one = self.inner(state).characters[who]
        return Bather(who, one.alignment.upper(), one.coins.gp)

    def gold(self, state: CampaignState, who: str) -> int | None:
        """Gold pieces in the purse of somebody who lives."""
        one = self.inner(state).characters.get(who)
        return None if one is None or one.health not in ("well", "out") else one.coins.gp

    def set_gold(self, scene: Scene, who: str, gold: int) -> None:
        """The purse is lighter, or heavier again."""
        coins = self.inner(scene.state).characters[who].coins
        scene.must(p.ChangeCoins(who, replace(coins, gp=gold)))

    def wealth(self, state: CampaignState) -> int:
        """Coins and valuables in hand, in common, and in the strongbox; magic is not counted."""
        inner = self.inner(state)
        copper = inner.party.hoard.copper + inner.party.stash.copper
        for one in inner.characters.values():
            copper += one.coins.copper + 100 * sum(found.gp * found.count for found in one.valuables)
        return copper // 100 + sum(state.strongbox.values())

    def experience(self, state: CampaignState) -> int | None:
        """Of everybody who ever came along."""
        return sum(one.xp for one in self.inner(state).characters.values())

    def foe(self, state: CampaignState) -> str:
        """Monsters of the bestiary, or people by their class."""
        out = self.out(state)
        if out is None or out.meeting is None:
            return ""
        troop = out.troops[out.meeting.troop]
        return troop.monster or f"class:{troop.class_id or (troop.members[0].class_id if troop.members else '')}"

    def foe_called(self, foe: str, language: Language) -> str:
        """By the bestiary, or by the class."""
        kind, _, name = foe.rpartition(":")
        subject = foe if kind else f"monster:{name}"
        return str(self.game.name_of(self.game.initial(), subject, language))

    def fighters(self, state: CampaignState) -> tuple[str, ...]:
        """Fighting men (DA-GAS-06)."""
        return tuple(one.id for one in self.company(state) if one.fit and one.class_id in ("fighter", ""))

    def dare(self, state: CampaignState) -> int:
        """No deeper than the adventurers' own level."""
        levels = [one.level for one in self.company(state) if one.kind == "player"]
        return max(sum(levels) // max(len(levels), 1), 1)

    def stocker(self, state: CampaignState) -> Stocker:
        """The game's own tables, with its content."""
        return WhiteBoxStocker(self.game.content, as_printed=state.options["misprints"] == "printed")

    def settled(self, found: Stock, dice: Dice) -> Stock:
        """By the tables for arms."""
        return WhiteBoxStocker(self.game.content).settled(found, dice)

    # ------------------------------------------------------------ the referee's desk

    distances = True

    def kinds(self) -> tuple[str, ...]:
        """The bestiary."""
        return tuple(self.game.content.monsters)

    def is_kind(self, name: str) -> bool:
        """Also people of a class: ``class/<class>/<level>``."""
        return prepared.is_kind(self.game.content, name)

    def valuables(self) -> tuple[str, ...]:
        """Coins, stones and jewels of some values, and everything magical."""
        return prepared.valuables(self.game.content)

    def is_valuable(self, name: str) -> bool:
        """Also stones and jewels of any value, and scrolls."""
        return prepared.is_valuable(self.game.content, name)

    def valuable_called(self, name: str, language: Language) -> str:
        """Magic items by their names."""
        return prepared.valuable_called(self.game.content, name, language)

    def restock(self, scene: Scene, slot: str) -> None:
        """The game's own facts follow, where it has some."""
        prepared.restock(self, scene, slot)

    def door_state(self, state: CampaignState, door: str) -> str:
        """By the game's own facts."""
        out = self.out(state)
        return "" if out is None else prepared.door_state(out.doors.get(door))

    def meeting_slot(self, state: CampaignState) -> str:
        """Troops have the names of their slots."""
        out = self.out(state)
        return "" if out is None or out.meeting is None else out.meeting.troop

    def spring(self, scene: Scene, slot: str, feet: int) -> None:
        """By the game's own way of meeting."""
        prepared.spring(self, scene, slot, feet)

    def foes(self, state: CampaignState) -> tuple[str, ...]:
        """Those of the other side who are on their feet."""
        return prepared.foes(self, state)

    def reinforce(self, scene: Scene, kind: str, number: int) -> Refusal | None:
        """They come from where their side stands."""
        return prepared.reinforce(self, scene, kind, number)

    def take_out(self, scene: Scene, foe: str) -> None:
        """As one who has fled."""
        prepared.take_out(self, scene, foe)

    # ------------------------------------------------------------ where things stand

    def minutes(self, state: CampaignState) -> int:
        """The game's own clock."""
        return self.inner(state).minutes

    def busy(self, state: CampaignState) -> bool:
        """A fight, a meeting, a question."""
        inner, out = self.inner(state), self.out(state)
        meeting = out is not None and out.meeting is not None
        return self.game.fighting(inner) or meeting or bool(inner.awaiting)

    def fighting(self, state: CampaignState) -> bool:
        """Blows are being exchanged."""
        return self.game.fighting(self.inner(state))

    # ------------------------------------------------------------ town and road

    def lodge(self, scene: Scene, days: int) -> Refusal | None:
        """Rest, day by day."""
        return scene.play(p.Rest(days))

    def set_out(self, scene: Scene, route: Route) -> Refusal | None:
        """Out of the gate, onto the road."""
        walk = self.game.party_walk(self.inner(scene.state), "normal")
        if isinstance(walk, Refusal):
            return walk
        refused = self.begin_expedition(scene)
        if refused is None:
            scene.happen(LegBegan(homeward=False, mark=0, route=route))
        return refused

    def begin_expedition(self, scene: Scene) -> Refusal | None:
        """The game's own expedition, which begins on the road."""
        terrain = TERRAINS[str(scene.state.options["road_terrain"])]
        road = Place(id=facts.ROAD, name=facts.said("place.road", "f"), outdoors=True, terrain=terrain)
        home = Place(id=facts.HOME, name=facts.said("place.home", "f"), outdoors=True, safe=True)
        return scene.play(x.StartExpedition(facts.ROAD, (road, home)))

    def walked(self, state: CampaignState) -> int:
        """Miles of this leg of the road that lie behind the party."""
        out = self.out(state)
        return 0 if out is None else out.miles - state.mark

    def length(self, state: CampaignState) -> int:
        """Miles of the road."""
        return MILES_A_DAY * int(state.options["road_days"])

    def at_mouth(self, state: CampaignState) -> bool:
        """All the way out, or none of it back yet."""
        walked = self.walked(state)
        return walked == 0 if state.homeward else walked >= self.length(state)

    def at_gate(self, state: CampaignState) -> bool:
        """All the way back, or none of it out yet."""
        walked = self.walked(state)
        return walked >= self.length(state) if state.homeward else walked == 0

    def turn_round(self, scene: Scene) -> Refusal | None:
        """The miles behind the party are those that it has before it."""
        out = self.out(scene.state)
        if out is None:
            return Refusal("no_turning")
        behind = max(self.length(scene.state) - self.walked(scene.state), 0)
        homeward, route = not scene.state.homeward, scene.state.route
        scene.happen(LegBegan(homeward, out.miles - behind, route, turned=True))
        return None

    def come_home(self, scene: Scene) -> Refusal | None:
        """The expedition ends; what was won is secured and counted."""
        if not self.at_gate(scene.state):
            return Refusal("not_at_the_gate", {"miles": self.length(scene.state) - self.walked(scene.state)})
        self.end_expedition(scene)
        if self.inner(scene.state).party.hoard != Hoard():
            scene.must(p.SecureTreasure())
        scene.play(p.AwardXp())  # refused, without effect, where there is nothing to award
        return None

    def end_expedition(self, scene: Scene) -> None:
        """The game's own expedition ends, in safety."""
        scene.must(x.Bring(facts.HOME))
        scene.must(x.EndExpedition())

    def onward(self, state: CampaignState) -> Iterator[Command]:
        """A day's march."""
        terrain: Any = TERRAINS[str(state.options["road_terrain"])]
        command = x.Travel(terrain)
        if not state.waiting and self.game.allows(self.inner(state), command):
            yield command

    # ------------------------------------------------------------ underground

    def survey(self, scene: Scene, space: str) -> None:
        """State what is known of a space to the game."""
        out = self.out(scene.state)
        stated = None if out is None else facts.survey(scene.state, out, space)
        if stated is not None:
            scene.must(stated)

    def go_down(self, scene: Scene, landing: str) -> None:
        """Down the stairs from the road to the landing."""
        stock(scene, self, landing)
        self.put(scene, landing)

    def may_go(self, state: CampaignState, way: Way, pace: str) -> Refusal | None:
        """Doors must be open; the game says the rest."""
        out = self.out(state)
        door = None if out is None else out.doors.get(way.id)
        if door is None:
            return Refusal("no_way", {"way": way.id})
        if not (door.passage or door.open):
            return Refusal("shut", {"door": f"@{door.id}"}, ("WB-DOOR-01",))
        inner = self.inner(state)
        walk = self.game.party_walk(inner, pace or "normal")  # type: ignore[arg-type]
        return walk if isinstance(walk, Refusal) else None

    def paces(self, state: CampaignState) -> tuple[str, ...]:
        """As the game has them."""
        return tuple(
            pace
            for pace in ("normal", "careful", "running")
            if not isinstance(self.game.party_walk(self.inner(state), pace), Refusal)
        )

    def go(self, scene: Scene, way: Way, beyond: str, pace: str) -> None:
        """By the game's own walk, on facts that now include the place beyond."""
        out = self.out(scene.state)
        if out is None:
            return
        at = scene.state.at
        surface = beyond == SURFACE
        place = facts.ROAD if surface else beyond
        door = replace(out.doors[way.id], between=(at, place))
        places: tuple[Place, ...] = ()
        if not surface:
            feet = feet_between(scene.state.dungeon, at, beyond)
            door = replace(door, feet=feet)
            places = (facts.place_of(scene.state, beyond),)
        troops = () if surface else tuple(t for t in facts.troops_in(scene.state, beyond) if t.id not in out.troops)
        scene.must(x.StateFacts(places, (door,), (), troops))
        first = len(scene.events)
        scene.must(x.Go(way.id, pace or "normal"))  # type: ignore[arg-type]
        self.after(scene, first)

    def put(self, scene: Scene, space: str) -> None:
        """The referee brings the party somewhere."""
        out = self.out(scene.state)
        if out is None:
            return
        if space:
            stock(scene, self, space)
            troops = tuple(t for t in facts.troops_in(scene.state, space) if t.id not in out.troops)
            scene.must(x.StateFacts((facts.place_of(scene.state, space),), (), (), troops))
        first = len(scene.events)
        scene.must(x.Bring(space or facts.ROAD))
        self.after(scene, first)

    def pass_turns(self, scene: Scene, turns: int) -> None:
        """The game's clock goes on, as long as nobody comes."""
        for step in self.steps(scene.state, x.PassTurns(turns)):
            first = len(scene.events)
            if self.busy(scene.state) or scene.state.alarms or scene.play(step) is not None:
                return
            self.after(scene, first)

    def before(self, scene: Scene, command: Command) -> Refusal | None:
        """Whoever listens at a door must be able to hear what is behind it: the place is rolled now, unseen."""
        far = self.out_of_reach(scene.state, command)
        if far is not None:
            return far
        if isinstance(command, x.Listen) and command.door and scene.state.at:
            refused = None if self.game.allows(self.inner(scene.state), command) else scene.play(command)
            if refused is not None:
                return refused
            found = way(scene.state.dungeon, scene.state.at, command.door)
            if found is not None and found.lead and found.is_door:
                look_beyond(scene, self, found)
                self.survey(scene, scene.state.at)
        return None

    def notice(self, scene: Scene, event: Event) -> None:
        """The party stands in another space: that comes before whoever it meets there."""
        state = scene.state
        if not isinstance(event, PlaceEntered) or event.place == state.at or event.place not in state.dungeon.spaces:
            return
        if state.stage in ("dungeon", "road"):
            arrive(scene, self, event.place)

    def untold(self, state: CampaignState, event: Event) -> bool:
        """Facts of the dungeon were told when they were dug: only others are told again."""
        if isinstance(event, FactsStated):
            return facts.all_of_the_dungeon(state, event)
        return super().untold(state, event)

    def after(self, scene: Scene, first: int) -> None:
        """Encounters that ended, doors that were found, and where the party stands now."""
        for event in scene.events[first:]:
            if isinstance(event, MeetingEnded) and event.troop in scene.state.dungeon.slots:
                scene.dig(mark_slot(scene.state.dungeon, event.troop, "gone" if event.gone else "met"))
            elif isinstance(event, FeatureFound) and event.what in scene.state.dungeon.links:
                scene.dig(find_secret(scene.state.dungeon, GROUP, event.what))
        self.keep_watches(scene, scene.events[first:])
        self.follow_the_party(scene)

    def follow_the_party(self, scene: Scene) -> None:
        """Where the game has moved the party, the campaign follows."""
        out = self.out(scene.state)
        if out is None or scene.state.stage not in ("dungeon", "road"):
            return
        here = out.at if out.at in scene.state.dungeon.spaces else ""
        if here != scene.state.at:
            arrive(scene, self, here)
            if not here:
                scene.happen(StageReached("road", self.minutes(scene.state)))
                self.turn_homeward(scene, out.miles)
        if here and scene.state.stage == "road":  # chased down the stairs again
            scene.happen(StageReached("dungeon", self.minutes(scene.state)))
        if here and not self.game.fighting(self.inner(scene.state)):
            self.survey(scene, here)

    def turn_homeward(self, scene: Scene, miles: int) -> None:
        """Under the sky again: the way home begins here."""
        scene.happen(LegBegan(homeward=True, mark=miles, route=scene.state.route))

    def apply(self, scene: Scene, source: str, effect: Effect, rules: tuple[str, ...]) -> None:
        """By the game's own ways of hurting, saving and changing."""
        harms.apply(self, scene, source, effect, rules)

    def ailment_over(self, scene: Scene, kind: str, who: str, amount: int) -> None:
        """Borrowed strength goes again."""
        harms.over(scene, kind, who, amount)

    def noticed(self, scene: Scene, who: str) -> bool:
        """The chance to find a secret door, as when searching (WB-SECRET-01)."""
        return harms.noticed(self, scene, who)

    trap_rules: tuple[str, ...] = ("WB-TRAP-02", "WB-SECRET-04")

    def may_look_for_traps(self, state: CampaignState, who: str, way: str) -> Refusal | None:
        """Only those who have a chance by people, skill or option: the text gives nobody else a die (WB-TRAP-02)."""
        del way
        one = self.game.free_hand(self.inner(state), who)
        if isinstance(one, Refusal):
            return one
        able = sharp_eyes.chance(self, state, who) is not None
        return None if able else Refusal("no_eye_for_traps", {"who": f"@{who}"}, ("WB-TRAP-02",))

    def look_for_traps(self, scene: Scene, who: str, way: str) -> None:
        """A die in secret for each trap, by the game's own chances, and a turn (WB-TRAP-02, WB-SECRET-04)."""
        sharp_eyes.search(self, scene, who, way)

    def time_of_search(self, inner: GameScene, who: str) -> None:
        """A turn, as for any search of ten by ten feet."""
        self.game.occupy(inner, who, 1, ("WB-SECRET-04",))

    def trap_chance(self, state: CampaignState, seat: Seat, who: str) -> Fraction | None:
        """The plain chance of the rules, whether or not there is anything."""
        del seat
        return sharp_eyes.chance(self, state, who)

    def sees_in_passing(self, scene: Scene, trap: str) -> tuple[str, tuple[str, ...]]:
        """A dwarf has an eye for stonework (WB-TRAP-03)."""
        return sharp_eyes.in_passing(self, scene, trap)

    def forced(self, scene: Scene) -> bool:
        """The best shoulder against a stuck door (WB-DOOR-01)."""
        return harms.forced(self, scene)

    def receive(self, scene: Scene, items: tuple[tuple[str, int], ...]) -> None:
        """Into the common hoard."""
        hoard = spoils.hoard(self.game.content, items)
        if hoard != Hoard():
            scene.must(p.FindTreasure(hoard))

    # ------------------------------------------------------------ doors of the table

    def choices(self, state: CampaignState, seat: Seat) -> Iterable[Choice]:
        """The game's own, without those that the campaign offers in its own way."""
        if state.stage in ("gathering", "over"):
            return
        for offered in self.game.choices(self.inner(state), seat):
            choice = self.within_reach(state, offered)
            if choice is None:
                continue
            if choice.command == "travel":
                if state.stage == "road" and state.route == "road" and not self.arrived(state):
                    yield self.marching(state, choice)
            elif choice.command == "rest" and (state.stage == "town" or self.busy(state)):
                continue  # the inn offers it; and nobody rests for days before somebody whom they have just met
            elif choice.command not in UNDERGROUND_ONLY_THROUGH_US:
                yield choice
        if not self.busy(state) and not state.awaiting:
            yield from self.in_passing(state, seat)

    def marching(self, state: CampaignState, choice: Choice) -> Choice:
        """A day's march along the road, which goes through one kind of country, with the miles still to go."""
        where = "home" if state.homeward else "out"
        forced = bool(choice.fixed.get("forced"))
        miles, days = self.to_go(state, forced=forced)
        label = Label(f"march.{where}.forced" if forced else f"march.{where}", {"miles": miles, "days": days})
        fixed = {**choice.fixed, "terrain": TERRAINS[str(state.options["road_terrain"])]}
        return replace(choice, label=label, fixed=fixed, parameters=())

    def to_go(self, state: CampaignState, *, forced: bool = False) -> tuple[int, int]:
        """Miles that are left of this leg of the road, and the days that they take at the party's pace."""
        miles = max(self.length(state) - self.walked(state), 0)
        a_day = self.game.miles_a_day(self.game.party_rate(self.inner(state)), forced=forced, factor=Fraction(1))
        return miles, -(-miles // max(a_day, 1))

    def status(self, state: CampaignState, language: Language) -> list[str]:
        """On the road: how far it still is."""
        if state.stage != "road" or self.out(state) is None:
            return []
        if self.at_mouth(state) or self.at_gate(state):
            return [TEXTS.say(language, "status.road.mouth" if self.at_mouth(state) else "status.road.gate")]
        if state.route != "road":
            return []
        miles, days = self.to_go(state)
        return [TEXTS.say(language, f"status.road.{'home' if state.homeward else 'out'}", miles=miles, days=days)]

    def arrived(self, state: CampaignState) -> bool:
        """Whether this leg of the road is walked."""
        return self.walked(state) >= self.length(state)

    def suggest(self, state: CampaignState, seat: Seat) -> Command | None:
        """The game's own automatic players and referee."""
        return self.game.suggest(self.inner(state), seat)

    def kind_of(self, state: CampaignState, command: Command) -> str:
        """By the command."""
        del state
        return KINDS.get(type(command), "rulings" if command.answers else "")

    def seats(self, state: CampaignState) -> tuple[Seat, ...]:
        """One seat for the whole party, and one for each character, who speaks for the party too."""
        people = self.inner(state).characters.values()
        servants = frozenset(one.id for one in people if one.kind != "player")
        whole, *alone = cut_seats(one.id for one in people if one.kind == "player")
        return (replace(whole, controls=whole.controls | servants), *alone)

    # ------------------------------------------------------------ a plain party

    def care(self, state: CampaignState) -> Iterator[Command]:
        """Wounds bound, spells memorised, shares divided, light kindled, what is in hand finished."""
        inner = self.inner(state)
        yield from (command for command in self.wished_care(state, inner) if self.game.allows(inner, command))
        if state.stage == "town":
            yield from (Bank(one.id, one.coins.gp - PURSE) for one in self.company(state) if one.coins.gp > PURSE)

    def wished_care(self, state: CampaignState, inner: State) -> Iterator[Command]:
        """The same, before the game was asked."""
        people = [one for one in self.game.company(inner) if one.fit]
        for one in self.game.company(inner):
            if one.bleeding:
                yield from (p.StopBleeding(other.id, one.id) for other in people if other.id != one.id)
            if one.battle is not None and not one.battle.bound and one.hp < one.max_hp:
                yield from (p.Bandage(other.id, one.id) for other in people)
        if state.stage == "town":
            yield p.DivideTreasure()
            for number, _ in enumerate(inner.party.stash.items):
                yield from (p.TakeItem(one.id, number) for one in people[:1])
            yield from (p.MemoriseAll(one.id) for one in people)
            yield from self.purchases(people)
            yield from self.hands(state, people)
        out = self.out(state)
        if out is not None and state.at:
            if not self.game.lit(inner):
                yield from Guide.some_light(self.game, inner, out)
            if any(until > inner.minutes for until in out.busy.values()):
                yield x.PassTurns()

    def purchases(self, people: list[Character]) -> Iterator[Command]:
        """Torches and rations, while there is money."""
        for one in people[:1]:
            torches = sum(item.count for item in one.items.values() if item.of == "torches_6")
            if torches < 2:
                yield p.Buy(one.id, "torches_6")

    def hands(self, state: CampaignState, people: list[Character]) -> Iterator[Command]:
        """One hired soldier for each adventurer, while there is money."""
        adventurers = [one for one in people if one.kind == "player"]
        if len(self.people(state)) < 2 * len(adventurers):
            rich = sorted(adventurers, key=lambda one: -one.coins.gp)
            yield from (p.Hire(one.id, trade) for trade in SOLDIERS for one in rich[:1])

    def weary(self, state: CampaignState) -> bool:
        """Hurt, in the dark, or too laden to walk."""
        inner = self.inner(state)
        people = [one for one in self.game.company(inner) if one.kind == "player"]
        health = sum(max(one.hp, 0) for one in people)
        hurt = health < (1 if state.stage == "town" else LOW) * sum(one.max_hp for one in people)
        return hurt or self.dark(state) or any(one.health == "out" for one in people)

    def unlit(self, state: CampaignState) -> bool:
        """Underground without a light."""
        return self.out(state) is not None and bool(state.at) and not self.game.lit(self.inner(state))

    def dark(self, state: CampaignState) -> bool:
        """Underground without a light and nothing to make one of."""
        inner, out = self.inner(state), self.out(state)
        if out is None or not self.unlit(state):
            return False
        return not any(self.game.allows(inner, command) for command in Guide.some_light(self.game, inner, out))

    def open_up(self, state: CampaignState, way: Way) -> Iterator[Command]:
        """Shoulders against a shut door, the likeliest first."""
        inner, out = self.inner(state), self.out(state)
        if out is None or way.id not in out.doors:
            return
        wished = Guide.at_doors(self.game, inner, [out.doors[way.id]])
        yield from (command for command in wished if self.game.allows(inner, command))
        yield from self.wait(state)

    def wait(self, state: CampaignState) -> Iterator[Command]:
        """A turn goes by."""
        if self.game.allows(self.inner(state), x.PassTurns()):
            yield x.PassTurns()
