"""Exploring for games that have none of their own: doors, listening, searching, meetings. The checks are the game's.

A subclass says how its game checks, fights, hurts and rests; this engine knows only the campaign's dungeon and clock.
"""

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, ClassVar, Final, Literal, cast

from msgspec.structs import replace

from arbitro.dice.stream import REFEREE
from arbitro.dungeon.events import SlotChanged
from arbitro.dungeon.kinds import AnyMagic, Coins, Jewel, is_treasure
from arbitro.dungeon.knowledge import find_secret, knows
from arbitro.dungeon.model import SURFACE, Slot
from arbitro.kernel.choice import Choice
from arbitro.kernel.command import Command, Refusal
from arbitro.kernel.content import Noun
from arbitro.kernel.event import Event
from arbitro.kernel.seat import REFEREE_ONLY, Seat
from arbitro.kernel.sketch import Sketch
from arbitro.kernel.then import Then
from arbitro.play.chair import referee_decides
from arbitro.play.delving import arrive, stock
from arbitro.play.events import ClockMoved
from arbitro.play.journal.words import counted, listed
from arbitro.play.scene import Scene
from arbitro.play.sides.walking import commands as w
from arbitro.play.sides.walking import events as e
from arbitro.play.sides.walking import offers
from arbitro.play.sides.walking.arrivals import rules_of
from arbitro.play.sides.walking.firstword import MEETING, FirstWord
from arbitro.play.sides.walking.ground import COINS, FEET_A_MINUTE, IN_THE_DARK, SIX, TURN
from arbitro.play.sides.walking.sketch import meeting_sketch
from arbitro.play.sides.walking.state import Errand, Meeting
from arbitro.play.sight import beyond, look_beyond
from arbitro.play.splitting import waiting_at
from arbitro.play.state import GROUP, CampaignState
from arbitro.play.telling import place_name
from arbitro.play.traps import hidden_in, search_over
from arbitro.play.ways import Way, feet_between, way
from arbitro.text import Language

MOMENT: Final = 1
"""Minutes for a hand on a door, or an ear."""
LONGEST_WAIT: Final = 48
"""Turns at once."""
CAPTIVES: Final = "captives"
"""The kind of the referee's decisions about those who are in the enemy's power."""


class Walking(FirstWord):
    """The engine."""

    events: ClassVar[tuple[type[Event], ...]] = e.EVENTS
    folds: ClassVar[Mapping[type[Event], Any]] = e.FOLDS
    commands: ClassVar[tuple[type[Command], ...]] = w.COMMANDS
    option_packages: ClassVar[tuple[str, ...]] = ("arbitro.play.sides.walking",)
    verbs: ClassVar[dict[type[Command], str]] = {
        w.TryDoor: "try_door",
        w.WorkOpen: "work_open",
        w.StrikeFirst: "strike_first",
        w.CreepUp: "creep_up",
        w.TalkRound: "talk_round",
        w.SlipAway: "slip_away",
        w.HandOver: "hand_over",
        w.SearchBody: "search_body",
        w.ListenAt: "listen_at",
        w.SearchPlace: "search_place",
        w.KindleTorch: "kindle_torch",
        w.LetTimePass: "let_time_pass",
        w.GoInFront: "go_in_front",
        w.March: "march",
        w.BuyTorches: "buy_torches",
        w.Confront: "confront",
        w.LetThemPass: "let_them_pass",
        w.JudgeBeaten: "judge_beaten",
    }
    """Commands of the side and the methods that carry them out."""

    # ------------------------------------------------------------ what the game must say

    @abstractmethod
    def best_for(self, state: CampaignState, kind: str) -> str:
        """Who of the able is best at an errand."""

    @abstractmethod
    def won(self, state: CampaignState) -> str:
        """The progress towards the next level with the fight that has just been won."""

    @abstractmethod
    def come_round(self, scene: Scene) -> None:
        """The survivors of a lost fight are on their feet again, as far as the game lets them."""

    @abstractmethod
    def perish(self, scene: Scene) -> None:
        """The survivors of a lost fight die."""

    @abstractmethod
    def kind(self, name: str) -> Noun:
        """What a creature of the game's content is called, one and several."""

    # ------------------------------------------------------------ commands

    def decide(self, scene: Scene, command: Command) -> Refusal | None:
        """One of the side's own commands."""
        refused: Refusal | None = getattr(self, self.verbs[type(command)])(scene, command)
        return refused

    def owner(self, state: CampaignState, command: Command) -> str:
        """The referee's, a character's, or the party's; the game says it of its own."""
        if type(command) not in self.commands:
            return super().owner(state, command)
        return REFEREE_ONLY if type(command) in w.REFEREES else str(getattr(command, "who", GROUP))

    def kind_of(self, state: CampaignState, command: Command) -> str:
        """Meetings are encounters; what becomes of the beaten is a matter of its own."""
        del state
        if isinstance(command, w.JudgeBeaten):
            return CAPTIVES
        return "encounters" if type(command) in w.REFEREES else ""

    def let_time_pass(self, scene: Scene, command: w.LetTimePass) -> Refusal | None:
        """Wait, above or below."""
        if scene.state.stage not in ("road", "dungeon"):
            return Refusal("not_underground")
        refused = self.leisure(scene.state)
        if refused is not None:
            return refused
        if not 1 <= command.turns <= LONGEST_WAIT:
            return Refusal("wait_turns", {"turns": command.turns, "most": LONGEST_WAIT})
        self.pass_turns(scene, command.turns)
        return None

    # ------------------------------------------------------------ doors, ears, eyes

    def found_way(self, state: CampaignState, who: str, name: str) -> Way | Refusal:
        """A way from here, for somebody who has their hands free."""
        refused = self.underground(state, who)
        if refused is not None:
            return refused
        return way(state.dungeon, state.at, name) or Refusal("no_way", {"way": name})

    def stands_open(self, state: CampaignState, found: Way) -> bool:
        """Whether a way needs no opening."""
        return not found.is_door or self.walking(state).doors.get(found.id, False)

    def try_door(self, scene: Scene, command: w.TryDoor) -> Refusal | None:
        """At the first touch a die says whether a door sticks; one that does is the game's to force."""
        state = self.walking(scene.state)
        found = self.found_way(state, command.who, command.way)
        if isinstance(found, Refusal):
            return found
        if found.shut:
            return Refusal("way_shut", {"way": f"@{found.id}"}, ("DA-STAIR-03",))
        if self.stands_open(state, found):
            return Refusal("door_open", {"way": f"@{found.id}"})
        if found.id not in state.doors:
            die = scene.dice.stream(REFEREE).roll(SIX, "door")
            opened = die.face > int(state.options["stuck_doors"])
            scene.happen(e.DoorPushed(command.who, found.id, opened, die))
            self.pass_minutes(scene, MOMENT)
            return None
        self.spend(scene, TURN, Errand("door", command.who, found.id))
        return None

    def work_open(self, scene: Scene, command: w.WorkOpen) -> Refusal | None:
        """A door that sticks gives way to nimble fingers too; as long as it takes a shoulder."""
        state = self.walking(scene.state)
        found = self.found_way(state, command.who, command.way)
        if isinstance(found, Refusal):
            return found
        if found.shut:
            return Refusal("way_shut", {"way": f"@{found.id}"}, ("DA-STAIR-03",))
        if self.stands_open(state, found):
            return Refusal("door_open", {"way": f"@{found.id}"})
        if found.id not in state.doors:
            return Refusal("door_untried", {"way": f"@{found.id}"})
        self.spend(scene, TURN, Errand("lock", command.who, found.id))
        return None

    def spend(self, scene: Scene, minutes: int, errand: Errand) -> None:
        """The time that an errand takes, and then the check, if nobody has come by."""
        self.pass_minutes(scene, minutes)
        if not self.busy(scene.state) and errand.who in self.able(scene.state):
            self.attempt(scene, errand)

    def listen_at(self, scene: Scene, command: w.ListenAt) -> Refusal | None:
        """What is beyond is rolled now, unseen: whoever is there can be heard."""
        found = self.found_way(scene.state, command.who, command.way)
        if isinstance(found, Refusal):
            return found
        if found.to == SURFACE or found.blind:
            return Refusal("nothing_to_hear", {"way": f"@{found.id}"})
        known_as = look_beyond(scene, found)
        self.spend(scene, MOMENT, Errand("listen", command.who, known_as.id))
        return None

    def search_place(self, scene: Scene, command: w.SearchPlace) -> Refusal | None:
        """A turn of looking; each of the party may try once."""
        state = self.walking(scene.state)
        refused = self.underground(state, command.who)
        if refused is not None:
            return refused
        if f"{state.at}/{command.who}" in state.searched:
            return Refusal("searched_already", {"who": f"@{command.who}"})
        self.spend(scene, TURN, Errand("search", command.who))
        return None

    def settle_errand(self, scene: Scene, errand: Errand, success: bool) -> None:
        """What came of a check."""
        state = self.walking(scene.state)
        if errand.kind in ("creep", "talk", "slip"):
            self.settle_first_word(scene, errand, success=success)
        elif errand.kind in ("door", "lock"):
            scene.happen(e.DoorPushed(errand.who, errand.way, success))
        elif errand.kind == "listen":
            heard = success and self.somebody_beyond(state, errand.way)
            scene.happen(e.ListenedAt(errand.who, errand.way, heard))
        elif errand.kind == "traps":
            spaces = self.beyond(state, errand.way) if errand.way else (state.at,)
            there = tuple(trap.id for trap in hidden_in(state.dungeon, spaces)) if success else ()
            search_over(scene, errand.who, errand.way, there)
        elif errand.kind == "search":
            found = tuple(self.hidden_here(state)) if success else ()
            scene.happen(e.PlaceSearched(errand.who, state.at, found))
            for link in found:
                scene.dig(find_secret(scene.state.dungeon, GROUP, link))
        elif success:
            self.fight_over(scene, "fled", self.foes_left(scene.state))

    def somebody_beyond(self, state: CampaignState, name: str) -> bool:
        """Whether somebody is at home at the other end of a way."""
        return any(self.dwellers(state, end, met=True) for end in self.beyond(state, name))

    @staticmethod
    def beyond(state: CampaignState, name: str) -> tuple[str, ...]:
        """The spaces at the other end of a way, or of one that has been worked out since."""
        return beyond(state.dungeon, state.at, name)

    def may_look_for_traps(self, state: CampaignState, who: str, way: str) -> Refusal | None:
        """Each of the party once along each way."""
        tried = f"{state.at}/{way}/{who}" in state.scouted
        return Refusal("searched_already", {"who": f"@{who}"}) if tried else None

    def look_for_traps(self, scene: Scene, who: str, way: str) -> None:
        """Ten minutes, and then the check."""
        self.spend(scene, TURN, Errand("traps", who, way))

    @staticmethod
    def hidden_here(state: CampaignState) -> Iterator[str]:
        """Secret doors of this place that the party does not know."""
        for link in state.dungeon.links.values():
            here = state.at in (link.a, link.b) and link.kind == "secret_door" and link.hidden
            if here and not knows(state.dungeon, GROUP, link.id):
                yield link.id

    # ------------------------------------------------------------ going

    def may_go(self, state: CampaignState, way: Way, pace: str) -> Refusal | None:
        """A door must be open."""
        del pace
        return None if self.stands_open(state, way) else Refusal("door_shut", {"way": f"@{way.id}"})

    def go(self, scene: Scene, way: Way, beyond: str, pace: str) -> None:
        """The time that it takes, and then the place itself, if nobody has come by."""
        del way, pace
        state = scene.state
        minutes = -(-feet_between(state.dungeon, state.at, beyond) // FEET_A_MINUTE)
        self.pass_minutes(scene, minutes * (1 if self.lit(state) else IN_THE_DARK))
        if self.busy(scene.state):
            return
        if beyond == SURFACE:
            self.surface(scene)
        else:
            heard = any(beyond in self.beyond(scene.state, name) for name in self.walking(scene.state).heard)
            self.enter(scene, beyond, heard=heard)

    def go_down(self, scene: Scene, landing: str) -> None:
        """Down the first stairs."""
        self.enter(scene, landing)

    def put(self, scene: Scene, space: str) -> None:
        """Wherever the dungeon takes the party."""
        if space:
            stock(scene, space)
            self.enter(scene, space)
        else:
            self.surface(scene)

    def enter(self, scene: Scene, space: str, *, heard: bool = False) -> None:
        """The party stands in a place, before those who are at home there."""
        self.leave(scene)
        arrive(scene, space)
        if space in self.walking(scene.state).camps and not waiting_at(scene.state, space):
            self.rejoin(scene, (), space)  # what a group that was lost has left lying
        self.meet(scene, met=True, heard=heard)

    def pass_turns(self, scene: Scene, turns: int) -> None:
        """Whoever the dungeon has sent here since the party came is met now."""
        if scene.state.at and not self.busy(scene.state):
            self.meet(scene, met=False)
        super().pass_turns(scene, turns)

    # ------------------------------------------------------------ meetings

    @staticmethod
    def dwellers(state: CampaignState, space: str, *, met: bool) -> Slot | None:
        """Who is at home in a space; `met` counts those whom the party knows already."""
        wanted = ("present", "met") if met else ("present",)
        for slot in state.dungeon.slots.values():
            if slot.kind == "monster" and slot.space == space and slot.state in wanted and _people(slot):
                return slot
        return None

    def meet(self, scene: Scene, *, met: bool, heard: bool = False) -> None:
        """Those who are at home here, one group after the other."""
        slot = self.dwellers(scene.state, scene.state.at, met=met)
        if slot is not None:
            unaware = heard or scene.state.moods.get(slot.id) == "unaware"
            scene.happen(e.FoesMet(_people(slot), slot.id, unaware, rules=rules_of(slot)))

    def confront(self, scene: Scene, command: w.Confront) -> Refusal | None:
        """It comes to a fight."""
        meeting = self.walking(scene.state).meeting
        if meeting is None or meeting.joined:
            return Refusal("no_meeting", {}, ("DA-SOLO-02",))
        if self.walking(scene.state).errand is not None:
            return Refusal("busy_now")
        surprised: Literal["", "party", "foes"] = ""
        if command.surprise in ("party", "foes"):
            surprised = command.surprise
        elif not command.surprise and meeting.heard:
            surprised = "foes"
        self.come_to_blows(scene, surprised)
        return None

    def let_them_pass(self, scene: Scene, command: w.LetThemPass) -> Refusal | None:
        """Both sides go their ways."""
        del command
        meeting = self.walking(scene.state).meeting
        if meeting is None or meeting.joined:
            return Refusal("no_meeting", {}, ("DA-SOLO-02",))
        if self.walking(scene.state).errand is not None:
            return Refusal("busy_now")
        self.fight_over(scene, "parted", meeting.foes)
        return None

    # ------------------------------------------------------------ the referee's desk

    def valuables(self) -> tuple[str, ...]:
        """Coins, stones and jewels by the worth that the options give them, and whatever else the game makes of it."""
        return tuple(map(str, (*map(Coins, COINS), Jewel("gem"), Jewel("jewelry"), AnyMagic())))

    def door_state(self, state: CampaignState, door: str) -> str:
        """Doors that somebody has tried."""
        opened = self.walking(state).doors.get(door)
        return "" if opened is None else "open" if opened else "shut"

    def meeting_slot(self, state: CampaignState) -> str:
        """Those who are at home somewhere; wanderers have no slot."""
        meeting = self.walking(state).meeting
        return "" if meeting is None else meeting.slot

    def spring(self, scene: Scene, slot: str, feet: int) -> None:
        """They stand before the party."""
        found = scene.state.dungeon.slots[slot]
        unaware = scene.state.moods.get(slot) == "unaware"
        scene.happen(e.FoesMet(_people(found), slot, unaware, feet, rules=rules_of(found)))

    @abstractmethod
    def foes_left(self, state: CampaignState) -> tuple[tuple[str, int], ...]:
        """Those of the other side who still stand, by id and number."""

    def fight_over(
        self, scene: Scene, how: e.Ending, left: tuple[tuple[str, int], ...], stay: tuple[str, ...] = ()
    ) -> None:
        """What a meeting leaves behind, in the dungeon and for the party; `stay` could not flee with the others.

        Where nobody is on their feet and a person is the referee of such things, that person is asked first.
        """
        if how == "beaten" and self.beaten_by_foes(scene.state) and referee_decides(scene.state, CAPTIVES):
            return
        self.meeting_over(scene, how, left, stay)
        if how == "beaten":
            self.beaten(scene)

    def meeting_over(
        self, scene: Scene, how: e.Ending, left: tuple[tuple[str, int], ...], stay: tuple[str, ...] = ()
    ) -> None:
        """What follows of the end of a fight, without what becomes of a party that is beaten."""
        state = self.walking(scene.state)
        meeting, left = state.meeting, () if how == "won" else left
        progress = self.won(state) if how == "won" else state.progress
        walk = {*self.able(state), *stay}
        carried = tuple(who for who in self.people(state) if who not in walk) if how == "fled" else ()
        scene.happen(e.MeetingOver(how, left, progress, carried, rules=self.ending_rules(how, meeting)))
        slot = None if meeting is None else scene.state.dungeon.slots.get(meeting.slot)
        if slot is not None:
            self.settle_slot(scene, slot, left)
        if stay:
            self.leave_behind(scene, stay, left, slot)
        if how == "won":
            self.meet(scene, met=False)
        elif how == "fled":
            back = state.came if state.came in state.dungeon.spaces and state.came != state.at else ""
            self.put(scene, back)

    def ending_rules(self, how: e.Ending, meeting: Meeting | None) -> tuple[str, ...]:
        """The rule by which a meeting ended so; where it came to no blows, the referee's default."""
        del how, meeting
        return MEETING

    def leave_behind(
        self, scene: Scene, who: tuple[str, ...], captors: tuple[tuple[str, int], ...], slot: Slot | None
    ) -> None:
        """Some stay in the power of those from whom the others flee; a game in which all get away has nothing to do."""
        del scene, who, captors, slot

    def beaten_by_foes(self, state: CampaignState) -> bool:
        """Whether a fight that is over has left nobody on their feet, and what becomes of them is still open."""
        meeting = self.walking(state).meeting
        down = meeting is not None and meeting.joined and not self.fighting(state) and not self.able(state)
        return down and bool(self.people(state))

    def lost(self, state: CampaignState) -> bool:
        """Nobody is lost before it is said what becomes of them."""
        return super().lost(state) and not self.beaten_by_foes(state)

    def judge_beaten(self, scene: Scene, command: w.JudgeBeaten) -> Refusal | None:
        """The referee's answer."""
        if not self.beaten_by_foes(scene.state):
            return Refusal("nobody_beaten", {}, ("DA-SOLO-02",))
        self.meeting_over(scene, "beaten", self.foes_left(scene.state))
        self.beaten(scene, command.fate)
        return None

    @staticmethod
    def settle_slot(scene: Scene, slot: Slot, left: tuple[tuple[str, int], ...]) -> None:
        """Those who are left stay, with their treasure; where nobody is, it is there for the taking."""
        hoard = tuple(item for item in slot.items if is_treasure(item[0]))
        changed = replace(slot, state="met" if left else "gone", items=(*left, *hoard))
        scene.dig((SlotChanged(changed, rules=("DA-SOLO-04",), audience=REFEREE_ONLY),))

    def beaten(self, scene: Scene, fate: str = "") -> None:
        """Nobody is on their feet: the survivors wake under the sky, robbed, or die; without a word, by the option."""
        if not self.people(scene.state):
            return
        if (fate or scene.state.options["beaten"]) == "dead":
            self.perish(scene)
            return
        absent = scene.state.waiting
        purses = {who: gold for who, gold in self.walking(scene.state).purses.items() if who not in absent}
        scene.happen(e.PursesChanged(dict.fromkeys(purses, 0)))
        scene.happen(e.PartyBeaten(sum(purses.values())))
        if scene.state.at:
            self.surface(scene)
        self.come_round(scene)

    def skip_days(self, scene: Scene, days: int) -> None:
        """Days in town."""
        scene.happen(ClockMoved(scene.state.minutes + days * 24 * 60))

    # ------------------------------------------------------------ doors of the table

    def before(self, scene: Scene, command: Command) -> Refusal | None:
        """Nothing of the dungeon is needed for the game's own commands."""
        del scene, command
        return None

    def choices(self, state: CampaignState, seat: Seat) -> Iterable[Choice]:
        """The side's own, then the game's that fit the moment."""
        if state.stage in ("gathering", "over"):
            return
        yield from offers.choices(self, self.walking(state), seat)
        for choice in self.game.choices(state.game, seat):
            if choice.command not in self.not_offered:
                yield choice

    not_offered: ClassVar[frozenset[str]] = frozenset()
    """Choices of the game's that the campaign makes itself."""

    def suggest(self, state: CampaignState, seat: Seat) -> Command | None:
        """In a meeting the party has the first word, unless a person referees; the rest is the game's own."""
        due = self._before_the_game(state)
        if due is None:
            return self.game.suggest(state.game, seat)
        return due if seat.may_act_for(self.owner(state, due)) else None

    def next_to_act(self, state: CampaignState) -> frozenset[str]:
        """Whoever the beaten and the meeting wait for; the rest is the game's own."""
        due = self._before_the_game(state)
        return super().next_to_act(state) if due is None else frozenset((self.owner(state, due),))

    def _before_the_game(self, state: CampaignState) -> Command | None:
        """What is due of the referee or the party before the game goes on: the fate of the beaten, a meeting."""
        if self.beaten_by_foes(state):
            return w.JudgeBeaten(cast(w.BeatenFate, state.options["beaten"]))
        meeting, undecided = self.walking(state).meeting, self.walking(state).errand is None and not state.awaiting
        if meeting is None or meeting.joined or not undecided:
            return None
        peaceful = state.moods.get(meeting.slot) == "friendly"
        if referee_decides(state, "encounters") or peaceful or not self.able(state):
            return w.LetThemPass() if peaceful else w.Confront()
        return w.StrikeFirst()

    def open_up(self, state: CampaignState, way: Way) -> Iterator[Command]:
        """The best shoulder against the door."""
        who = self.best_for(state, "door")
        if who and way.is_door and not way.shut:
            yield w.TryDoor(who, way.id)
        yield from self.wait(state)

    def foe(self, state: CampaignState) -> str:
        """The first of those who were met."""
        met = self.walking(state).meeting
        return met.foes[0][0] if met is not None and met.foes else ""

    def foe_called(self, foe: str, language: Language) -> str:
        """As the game's content has it."""
        return self.kind(foe).in_(language)

    def sketch(self, state: CampaignState, seat: Seat, language: Language) -> Sketch | None:
        """Those whom the party has come upon; once it has come to blows, the game's own picture."""
        return meeting_sketch(self, self.walking(state), language) or super().sketch(state, seat, language)

    def words_for(self, then: Then[CampaignState], event: Event, language: Language) -> dict[str, str]:
        """Creatures, gold and places in words."""
        match event:
            case e.TorchBurnedOut() if event.space:
                return {"place": place_name(then, event.space, language)}
            case e.FoesMet():
                return {"foes": listed((counted(self.kind(each), n, language) for each, n in event.foes), language)}
            case e.GoldShared() | e.GoldHanded() | e.BodySearched() | e.PartyBeaten():
                return {"gold": self.money(event.gold, language)}
            case _:
                return {}


def _people(slot: Slot) -> tuple[tuple[str, int], ...]:
    """The creatures of a slot, without their treasure."""
    return tuple(item for item in slot.items if not is_treasure(item[0]))
