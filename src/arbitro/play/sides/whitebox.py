"""La Scatola Bianca in a campaign: its own exploring rules on the appendix's dungeon."""

from collections.abc import Iterable, Iterator
from typing import Any, ClassVar, Final

from msgspec.structs import replace

from arbitro.dungeon.events import Effect
from arbitro.dungeon.knowledge import find_secret
from arbitro.dungeon.model import SURFACE
from arbitro.dungeon.pool import Bather
from arbitro.dungeon.stocking import Stocker, mark_slot
from arbitro.kernel.choice import Choice
from arbitro.kernel.command import Command, Refusal
from arbitro.kernel.rulebook import Phrase
from arbitro.kernel.seat import Seat
from arbitro.play.commands import Bank
from arbitro.play.delving import arrive, grow, stock
from arbitro.play.events import LegBegan, StageReached
from arbitro.play.scene import Scene
from arbitro.play.side import Side, cut_seats
from arbitro.play.sides import facts, harms, spoils
from arbitro.play.state import GROUP, Called, CampaignState, Route
from arbitro.play.stocking.whitebox import WhiteBoxStocker
from arbitro.play.ways import Way, feet_between, way
from arbitro.rules.whitebox import WhiteBox
from arbitro.rules.whitebox.exploring import commands as x
from arbitro.rules.whitebox.exploring.events import FeatureFound, MeetingEnded, PlaceEntered, TurnsBooked, Walked
from arbitro.rules.whitebox.exploring.guide import Guide
from arbitro.rules.whitebox.exploring.state import Expedition, Place
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
ENROLLED: Final = "enrolled"
"""The party of those who have been enrolled already, out of files of their own."""
MORNING: Final = 8 * 60
PURSE: Final = 60
"""Gold pieces that a plain adventurer takes along; the rest stays in town."""
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


class WhiteBoxSide(Side):
    """The game's part."""

    state_type: ClassVar[type[CampaignState]] = WhiteBoxCampaign
    splits = True
    quiet = (PlaceEntered, Walked, TimeWent, TurnsBooked)
    game: WhiteBox

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

    def company(self, state: CampaignState) -> Iterator[Character]:
        """The living, in marching order."""
        return self.game.company(self.inner(state))

    def people(self, state: CampaignState) -> tuple[str, ...]:
        """The living, in marching order."""
        return tuple(one.id for one in self.company(state))

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

    def part(self, scene: Scene, who: str) -> None:
        """Out of the marching order."""
        scene.must(p.LeaveParty(who))

    def rejoin(self, scene: Scene, who: str) -> None:
        """Back into it, at the end of the line; whoever died waiting stays where they are."""
        scene.play(p.JoinParty(who))

    def take_over(self, scene: Scene, who: tuple[str, ...]) -> bool:
        """Somebody among them is on their feet, and the expedition is not over."""
        people = self.inner(scene.state).characters
        out = self.out(scene.state)
        if out is None or not any(people[each].fit for each in who):
            return False
        return out.meeting is None or scene.play(x.PartWays()) is None

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

    def stocker(self, state: CampaignState) -> Stocker:
        """The game's own tables, with its content."""
        del state
        return WhiteBoxStocker(self.game.content)

    # ------------------------------------------------------------ where things stand

    @staticmethod
    def inner(state: CampaignState) -> State:
        """The game's own state."""
        if not isinstance(state.game, State):
            raise TypeError("this is another game's campaign")
        return state.game

    def out(self, state: CampaignState) -> Expedition | None:
        """The expedition that goes on."""
        found = self.inner(state).expedition
        return None if found is None or found.over else found

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
        if self.game.allows(self.inner(state), command):
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
        """The referee brings the party somewhere; those who waited below while the others fell are under way anew."""
        if self.out(scene.state) is None and scene.state.stage != "town":
            self.begin_expedition(scene)  # refused, without effect, where nobody is left
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
        first = len(scene.events)
        if not self.busy(scene.state) and scene.play(x.PassTurns(turns)) is None:
            self.after(scene, first)

    def before(self, scene: Scene, command: Command) -> Refusal | None:
        """Whoever listens at a door must be able to hear what is behind it: the place is rolled now, unseen."""
        if isinstance(command, p.JoinParty) and command.who in scene.state.waiting:
            return Refusal("waits_elsewhere", {"who": f"@{command.who}"})
        if isinstance(command, x.Listen) and command.door and scene.state.at:
            refused = None if self.game.allows(self.inner(scene.state), command) else scene.play(command)
            if refused is not None:
                return refused
            found = way(scene.state.dungeon, scene.state.at, command.door)
            if found is not None and found.lead and found.is_door:
                beyond = grow(scene, found.lead, "")
                if beyond:
                    stock(scene, self, beyond)
                self.survey(scene, scene.state.at)
        return None

    def after(self, scene: Scene, first: int) -> None:
        """Encounters that ended, doors that were found, and where the party stands now."""
        for event in scene.events[first:]:
            if isinstance(event, MeetingEnded) and event.troop in scene.state.dungeon.slots:
                scene.dig(mark_slot(scene.state.dungeon, event.troop, "gone" if event.gone else "met"))
            elif isinstance(event, FeatureFound) and event.what in scene.state.dungeon.links:
                scene.dig(find_secret(scene.state.dungeon, GROUP, event.what))
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
            elif scene.state.stage == "road":  # chased down the stairs again
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
        for choice in self.game.choices(self.inner(state), seat):
            if choice.command == "travel":
                if state.stage == "road" and state.route == "road" and not self.arrived(state):
                    yield choice
            elif choice.command == "join_party" and choice.fixed.get("who") in state.waiting:
                continue
            elif choice.command not in UNDERGROUND_ONLY_THROUGH_US:
                yield choice

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

    def weary(self, state: CampaignState) -> bool:
        """Hurt, in the dark, or too laden to walk."""
        inner = self.inner(state)
        people = [one for one in self.game.company(inner) if one.kind == "player"]
        health = sum(max(one.hp, 0) for one in people)
        hurt = health < (1 if state.stage == "town" else LOW) * sum(one.max_hp for one in people)
        return hurt or self.dark(state) or any(one.health == "out" for one in people)

    def dark(self, state: CampaignState) -> bool:
        """Underground without a light and nothing to make one of."""
        inner, out = self.inner(state), self.out(state)
        if out is None or not state.at or self.game.lit(inner):
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
