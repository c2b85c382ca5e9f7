"""What a campaign needs of the game that is played in it: one `Side` for each game."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any, ClassVar

from arbitro.appendix_a.pool import Bather
from arbitro.dice.stream import Dice
from arbitro.dungeon.events import Effect
from arbitro.dungeon.stocking import Stock, Stocker
from arbitro.kernel.card import Card
from arbitro.kernel.choice import Choice
from arbitro.kernel.command import Command, Refusal
from arbitro.kernel.event import Event
from arbitro.kernel.rulebook import Phrase
from arbitro.kernel.ruleset import Ruleset
from arbitro.kernel.ruling import Check
from arbitro.kernel.seat import Seat
from arbitro.kernel.sketch import Sketch
from arbitro.kernel.then import Then
from arbitro.play.fold import Fold
from arbitro.play.maker import Maker
from arbitro.play.scene import Scene
from arbitro.play.state import GROUP, Called, CampaignState, Route
from arbitro.play.ways import Way
from arbitro.text import Language


def cut_seats(people: Iterable[str]) -> tuple[Seat, ...]:
    """One seat for the whole party, and one for each character, who speaks for the party too."""
    everybody = tuple(people)
    whole = Seat(GROUP, "player", frozenset((GROUP, *everybody)))
    return (whole, *(Seat(who, "player", frozenset((GROUP, who))) for who in everybody))


class Side(ABC):
    """A game's part in a campaign. Its methods see the whole state and act through the scene.

    Whatever the game itself can do is done by its own commands (`Scene.play`), so that every ruling is the game's and
    cites its rules. A side holds no state of its own.
    """

    state_type: ClassVar[type[CampaignState]]
    """The campaign's state with the game's own in it."""
    events: ClassVar[tuple[type[Event], ...]] = ()
    """Events that the side adds."""
    folds: ClassVar[Mapping[type[Event], Fold]] = {}
    """How those of them that change the state are folded."""
    quiet: ClassVar[tuple[type[Event], ...]] = ()
    """Events of the game that the campaign tells in its own way."""
    routes: ClassVar[tuple[Route, ...]] = ("road",)
    """How a party may get to the dungeon."""
    commands: ClassVar[tuple[type[Command], ...]] = ()
    """Commands that the side adds; `decide` takes them."""
    option_packages: ClassVar[tuple[str, ...]] = ()
    """Where switches of the side's own lie (``options.yaml``)."""
    decisions: ClassVar[tuple[str, ...]] = ("monster_actions", "encounters", "captives", "rulings")
    """The kinds of the referee's decisions that come up in the game, for `AskMe`."""

    def __init__(self, game: Ruleset[Any]) -> None:
        self.game = game

    # ------------------------------------------------------------ the party

    @abstractmethod
    def parties(self) -> tuple[tuple[str, Phrase], ...]:
        """The ready-made parties, by the word that `Gather` takes."""

    @abstractmethod
    def gather(self, scene: Scene, party: str) -> Refusal | None:
        """Call a party together: ``ready:<id>`` or ``random:<size>:<level>``."""

    @property
    @abstractmethod
    def maker(self) -> Maker:
        """How characters are made, kept in files and brought from them."""

    def newcomers(self, state: CampaignState) -> int:
        """The level of those who can be found in town: the first, where nobody rises with the others."""
        del state
        return 1

    @abstractmethod
    def people(self, state: CampaignState) -> tuple[str, ...]:
        """Everybody of the party, living, in marching order."""

    def adventurers(self, state: CampaignState) -> tuple[str, ...]:
        """Those of them who are players' characters, not people in their pay."""
        return self.people(state)

    @abstractmethod
    def able(self, state: CampaignState) -> tuple[str, ...]:
        """Those of them who can act now."""

    def lost(self, state: CampaignState) -> bool:
        """Whether nobody is left who could go on with the campaign."""
        return not self.able(state)

    @abstractmethod
    def dead(self, state: CampaignState) -> tuple[tuple[str, Called], ...]:
        """Those who are dead, with their names."""

    def leading(self, state: CampaignState) -> tuple[str, ...]:
        """The first rank, which treads on traps first."""
        return self.able(state)[:2]

    @abstractmethod
    def bather(self, state: CampaignState, who: str) -> Bather:
        """Somebody as a pool looks at them."""

    def fighters(self, state: CampaignState) -> tuple[str, ...]:
        """Those whom strength gas strengthens (DA-GAS-06)."""
        return self.able(state)

    def dare(self, state: CampaignState) -> int:
        """The deepest level of the dungeon that a party of its kind may hope to come back from."""
        raise NotImplementedError

    @abstractmethod
    def stocker(self, state: CampaignState) -> Stocker:
        """What fills the slots of the dungeon."""

    def settled(self, found: Stock, dice: Dice) -> Stock:
        """Treasure that the author of a room wrote down, with whatever the game leaves to dice."""
        del dice
        return found

    @abstractmethod
    def gold(self, state: CampaignState, who: str) -> int | None:
        """The gold that somebody carries; None for somebody who carries none of their own."""

    @abstractmethod
    def set_gold(self, scene: Scene, who: str, gold: int) -> None:
        """Somebody carries another amount of gold from now on: the rest went into the strongbox."""

    def wealth(self, state: CampaignState) -> int:
        """Gold pieces that the party is worth, all in all; for statistics."""
        return sum(state.strongbox.values()) + sum(self.gold(state, who) or 0 for who in self.people(state))

    def experience(self, state: CampaignState) -> int | None:
        """Experience points of everybody, where the game counts them; for statistics."""
        del state
        return None

    # ------------------------------------------------------------ the referee's desk

    moods: ClassVar[tuple[str, ...]] = ("unaware", "hostile", "friendly")
    """How those who wait somewhere may be made to take it, as far as the game makes anything of it."""
    has_locks: ClassVar[bool] = False
    """Whether doors can be locked, as far as the game has rules for that."""
    distances: ClassVar[bool] = False
    """Whether those who meet are so many feet apart."""

    @abstractmethod
    def kinds(self) -> tuple[str, ...]:
        """The ids of all creatures that may be placed."""

    def is_kind(self, name: str) -> bool:
        """Whether the game has such a creature."""
        return name in self.kinds()

    @abstractmethod
    def valuables(self) -> tuple[str, ...]:
        """Treasure that may be placed, as the game's stocking writes it."""

    def is_valuable(self, name: str) -> bool:
        """Whether the game knows such treasure."""
        return name in self.valuables()

    def valuable_called(self, name: str, language: Language) -> str:
        """What a piece of treasure is called where the game has a name for it; empty: by its sort and worth."""
        del name, language
        return ""

    def restock(self, scene: Scene, slot: str) -> None:
        """What waits in a slot is other than it was; for games that keep facts of their own."""
        del scene, slot

    def door_state(self, state: CampaignState, door: str) -> str:
        """How a door stands, as far as the game knows: ``open``, ``shut``, ``locked``, ``wedged``; empty: untried."""
        del state, door
        return ""

    def relock(self, scene: Scene, door: str) -> None:
        """A lock is other than it was; for games that keep facts of their own."""
        del scene, door

    @abstractmethod
    def meeting_slot(self, state: CampaignState) -> str:
        """The slot of those whom the party faces now; empty: nobody, or nobody of the dungeon's."""

    @abstractmethod
    def spring(self, scene: Scene, slot: str, feet: int) -> None:
        """The party, with its hands free, meets those of a slot here and now; `feet` 0: as the game has it."""

    @abstractmethod
    def foes(self, state: CampaignState) -> tuple[str, ...]:
        """Those whom the party fights now and who still count."""

    @abstractmethod
    def reinforce(self, scene: Scene, kind: str, number: int) -> Refusal | None:
        """More foes join the fight that goes on."""

    @abstractmethod
    def take_out(self, scene: Scene, foe: str) -> None:
        """A foe leaves the fight that goes on; it may be over then."""

    def foe(self, state: CampaignState) -> str:
        """Whom the party has met or fights now: an id of the game's content, empty for nobody; for statistics."""
        del state
        return ""

    def foe_called(self, foe: str, language: Language) -> str:
        """What such a foe is called."""
        del language
        return foe

    # ------------------------------------------------------------ those who wait elsewhere

    @abstractmethod
    def part(self, scene: Scene, who: tuple[str, ...], space: str) -> None:
        """Some no longer walk with the group that the table follows: they wait in a space (`SURFACE`: outside)."""

    @abstractmethod
    def rejoin(self, scene: Scene, who: tuple[str, ...], space: str) -> None:
        """Some who waited in a space walk with it again."""

    @abstractmethod
    def can_go_on(self, state: CampaignState, who: tuple[str, ...]) -> bool:
        """Whether some of the living, here or waiting elsewhere, could go on with the story by themselves."""

    @abstractmethod
    def look_to(self, scene: Scene, space: str, came: str) -> None:
        """The table has turned to a group that has been in a space all the while; empty: under the sky."""

    @abstractmethod
    def watch_over(self, scene: Scene, space: str) -> tuple[Check, tuple[str, ...]]:
        """The game's check for wanderers where some wait, with the rules behind it."""

    @abstractmethod
    def come_upon(self, scene: Scene) -> None:
        """Somebody comes upon the group that the table follows, by the game's own tables."""

    def break_off(self, scene: Scene) -> bool:
        """End whatever a group was in that can go on no more; False where it cannot be ended."""
        del scene
        return True

    @abstractmethod
    def abandon(self, scene: Scene, who: tuple[str, ...], space: str) -> None:
        """Some who wait in a space are given up for good."""

    def whole(self, state: CampaignState) -> Any:
        """The game's state with those who wait elsewhere in it too, for names, cards and sheets."""
        return state.game

    def steps(self, state: CampaignState, command: Command) -> tuple[Command, ...]:
        """A command of the game's as several that come to the same, so that whoever comes can interrupt them."""
        del state
        return (command,)

    def names(self, state: CampaignState, who: Iterable[str]) -> dict[str, Called]:
        """What people are called, in both languages."""
        whole = self.whole(state)

        def called(one: str) -> Called:
            it, en = (self.game.name_of(whole, one, language) for language in ("it", "en"))
            return Called(str(it), str(en), it.gender)

        return {one: called(one) for one in who}

    # ------------------------------------------------------------ time and stages

    @abstractmethod
    def minutes(self, state: CampaignState) -> int:
        """What the one clock shows, by the game's own clock where it has one."""

    @abstractmethod
    def busy(self, state: CampaignState) -> bool:
        """Whether a fight, a meeting or a question of the game stands in the way of everything else."""

    @abstractmethod
    def fighting(self, state: CampaignState) -> bool:
        """Whether a fight goes on: only then is a party without anybody on their feet not lost yet."""

    @abstractmethod
    def lodge(self, scene: Scene, days: int) -> Refusal | None:
        """Days in town."""

    @abstractmethod
    def set_out(self, scene: Scene, route: Route) -> Refusal | None:
        """Leave town; the campaign is on the road afterwards, or at the dungeon's mouth."""

    def turn_round(self, scene: Scene) -> Refusal | None:
        """The party on the road turns round: what lay behind it lies before it."""
        del scene
        return Refusal("no_turning")

    @abstractmethod
    def go_down(self, scene: Scene, landing: str) -> None:
        """From the open air down to the landing of the dungeon."""

    @abstractmethod
    def come_home(self, scene: Scene) -> Refusal | None:
        """The party is back in town: treasure secured, experience counted, levels gained."""

    # ------------------------------------------------------------ underground

    @abstractmethod
    def before(self, scene: Scene, command: Command) -> Refusal | None:
        """What must be known before a command of the game's is decided: growing the dungeon, stating facts."""

    def notice(self, scene: Scene, event: Event) -> None:
        """What an event of the game's means at once: arrivals are told before those who are met there.

        The game is in the middle of a resolution: no command of its own can be played here.
        """
        del scene, event

    def untold(self, then: Then[CampaignState], event: Event) -> bool:
        """Whether an event of the game's is told by the campaign in its own way, or not at all."""
        del then
        return type(event) in self.quiet

    @abstractmethod
    def after(self, scene: Scene, first: int) -> None:
        """What follows for the campaign from the events of the game, from that place of the list on."""

    @abstractmethod
    def may_go(self, state: CampaignState, way: Way, pace: str) -> Refusal | None:
        """Whether the party can take a way as things stand: a door must be open, hands must be free. No die yet."""

    @abstractmethod
    def go(self, scene: Scene, way: Way, beyond: str, pace: str) -> None:
        """The party goes by a way to a space that is drawn (`SURFACE`: out), if nothing comes between.

        Time passes, those who wait there are met; the side calls `delving.arrive` once the party stands there.
        """

    def paces(self, state: CampaignState) -> tuple[str, ...]:
        """The paces that a party may choose from, the usual one first; none where the game has no such thing."""
        del state
        return ()

    @abstractmethod
    def at_gate(self, state: CampaignState) -> bool:
        """Whether the party on the road stands before the town."""

    @abstractmethod
    def at_mouth(self, state: CampaignState) -> bool:
        """Whether the party stands before the entrance of the dungeon, under the sky."""

    @abstractmethod
    def put(self, scene: Scene, space: str) -> None:
        """The party finds itself in another space: it fell, slid, sank or was spirited away; empty: on the surface."""

    @abstractmethod
    def pass_turns(self, scene: Scene, turns: int) -> None:
        """Turns of ten minutes go by."""

    @abstractmethod
    def apply(self, scene: Scene, source: str, effect: Effect, rules: tuple[str, ...]) -> None:
        """A trap, gas or pool acts on people: the game's own way of hurting, saving and changing."""

    def ailment_over(self, scene: Scene, kind: str, who: str, amount: int) -> None:
        """What a gas or a pool had left on somebody is over: wherever and whatever they are by now, also dead."""
        del scene, kind, who, amount

    @abstractmethod
    def noticed(self, scene: Scene, who: str) -> bool:
        """Whether somebody finds a hidden door where the tables hint at one (DA-TRAP-02): the game's own check."""

    @abstractmethod
    def may_look_for_traps(self, state: CampaignState, who: str, way: str) -> Refusal | None:
        """Whether somebody can look for traps beyond a way (empty: here), by the game's own rules. No die yet."""

    @abstractmethod
    def look_for_traps(self, scene: Scene, who: str, way: str) -> None:
        """Somebody does, in the game's own time and by its own check; `traps.search_over` says what came of it.

        What lies beyond the way is drawn. Nothing that the players are told may depend on it, unless it is found.
        """

    def trap_chance(self, state: CampaignState, seat: Seat, who: str) -> Fraction | None:
        """How likely somebody finds a trap where there is one; None where the seat may not know, or nobody can."""
        del state, seat, who
        return None

    def sees_in_passing(self, scene: Scene, trap: str) -> tuple[str, tuple[str, ...]]:
        """Who notices a trap before it goes off without having searched, and by which rules; empty: nobody."""
        del scene, trap
        return "", ()

    @abstractmethod
    def forced(self, scene: Scene) -> bool:
        """Whether the party forces a door that will not open: the game's own check (DA-TRAP-07)."""

    @abstractmethod
    def receive(self, scene: Scene, items: tuple[tuple[str, int], ...]) -> None:
        """Treasure comes into the party's hands."""

    # ------------------------------------------------------------ doors of the table

    @abstractmethod
    def choices(self, state: CampaignState, seat: Seat) -> Iterable[Choice]:
        """The game's own choices that fit the moment, and those of the side's commands."""

    def next_to_act(self, state: CampaignState) -> frozenset[str]:
        """Who may act next while `busy`; the game says it, as long as nothing of the side's own comes before."""
        return self.game.next_to_act(state.game)

    @abstractmethod
    def suggest(self, state: CampaignState, seat: Seat) -> Command | None:
        """What the game's automatic player or referee would do while `busy`."""

    # ------------------------------------------------------------ a plain party's wishes, for automatic players

    @abstractmethod
    def care(self, state: CampaignState) -> Iterator[Command]:
        """What the party sees to before it moves on, legal all of it: light, wounds, spells, shares, supplies."""

    @abstractmethod
    def weary(self, state: CampaignState) -> bool:
        """Whether a prudent party turns back, or stays in town: hurt, laden, short of light."""

    @abstractmethod
    def onward(self, state: CampaignState) -> Iterator[Command]:
        """How the party gets on along the road."""

    @abstractmethod
    def open_up(self, state: CampaignState, way: Way) -> Iterator[Command]:
        """What may open a way that cannot be taken yet."""

    def barred(self, state: CampaignState) -> frozenset[str]:
        """Doors that the party has found locked and can do nothing about; nothing that it has not found out."""
        del state
        return frozenset()

    @abstractmethod
    def wait(self, state: CampaignState) -> Iterator[Command]:
        """How the party lets a turn go by."""

    # ------------------------------------------------------------ whatever else

    def unlit(self, state: CampaignState) -> bool:
        """Whether the party stands in the dark though it could have light: making some is what the moment is about."""
        del state
        return False

    def decide(self, scene: Scene, command: Command) -> Refusal | None:
        """A command that the side has added."""
        raise NotImplementedError(type(command).__name__)

    def owner(self, state: CampaignState, command: Command) -> str:
        """Whose command it is."""
        return self.game.owner(state.game, command)

    def words_for(self, then: Then[CampaignState], event: Event, language: Language) -> dict[str, str]:
        """Words for the gaps of the sentences that tell the side's own events."""
        del then, event, language
        return {}

    def status(self, state: CampaignState, language: Language) -> list[str]:
        """What the picture says of the party beside where it is: stores and light, where the game shows none."""
        del state, language
        return []

    def cards(self, state: CampaignState, seat: Seat, language: Language) -> tuple[Card, ...]:
        """The people of the game, and whatever the side keeps for it."""
        return self.game.cards(self.whole(state), seat, language)

    def sketch(self, state: CampaignState, seat: Seat, language: Language) -> Sketch | None:
        """The picture of a fight or a meeting, as the seat may know it."""
        return self.game.sketch(state.game, seat, language)

    def kind_of(self, state: CampaignState, command: Command) -> str:
        """Which kind of reserved decision a command of the referee's is, for `AskMe`; empty for none."""
        del state, command
        return ""

    @abstractmethod
    def seats(self, state: CampaignState) -> tuple[Seat, ...]:
        """The players' seats."""
