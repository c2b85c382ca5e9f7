"""What a campaign needs of the game that is played in it: one `Side` for each game."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, ClassVar

from arbitro.dungeon.events import Effect
from arbitro.dungeon.pool import Bather
from arbitro.dungeon.stocking import Stocker
from arbitro.kernel.card import Card
from arbitro.kernel.choice import Choice
from arbitro.kernel.command import Command, Refusal
from arbitro.kernel.event import Event
from arbitro.kernel.rulebook import Phrase
from arbitro.kernel.ruleset import Ruleset
from arbitro.kernel.seat import Seat
from arbitro.play.fold import Fold
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
    splits: ClassVar[bool] = False
    """Whether a party may part underground: games of one shared scene keep it together."""
    routes: ClassVar[tuple[Route, ...]] = ("road",)
    """How a party may get to the dungeon."""
    commands: ClassVar[tuple[type[Command], ...]] = ()
    """Commands that the side adds; `decide` takes them."""
    option_packages: ClassVar[tuple[str, ...]] = ()
    """Where switches of the side's own lie (``options.yaml``)."""

    def __init__(self, game: Ruleset[Any]) -> None:
        self.game = game

    # ------------------------------------------------------------ the party

    @abstractmethod
    def parties(self) -> tuple[tuple[str, Phrase], ...]:
        """The ready-made parties, by the word that `Gather` takes."""

    @abstractmethod
    def gather(self, scene: Scene, party: str) -> Refusal | None:
        """Call a party together: ``ready:<id>`` or ``random:<size>:<level>``."""

    @abstractmethod
    def people(self, state: CampaignState) -> tuple[str, ...]:
        """Everybody of the party, living, in marching order."""

    @abstractmethod
    def able(self, state: CampaignState) -> tuple[str, ...]:
        """Those of them who can act now."""

    def lost(self, state: CampaignState) -> bool:
        """Whether nobody is left who could go on with the campaign."""
        return not self.able(state)

    @abstractmethod
    def dead(self, state: CampaignState) -> tuple[tuple[str, Called], ...]:
        """Those who are dead, with their names."""

    def part(self, scene: Scene, who: str) -> None:
        """Somebody no longer walks with the group that the table follows (only where `splits`)."""
        raise NotImplementedError

    def rejoin(self, scene: Scene, who: str) -> None:
        """Somebody walks with it again."""
        raise NotImplementedError

    def take_over(self, scene: Scene, who: tuple[str, ...]) -> bool:
        """Whether some who wait can go on where the others are lost; whatever those were in comes to its end."""
        del scene, who
        return False

    def leading(self, state: CampaignState) -> tuple[str, ...]:
        """The first rank, which treads on traps first."""
        return self.able(state)[:2]

    @abstractmethod
    def bather(self, state: CampaignState, who: str) -> Bather:
        """Somebody as a pool looks at them."""

    def fighters(self, state: CampaignState) -> tuple[str, ...]:
        """Those whom strength gas strengthens (DA-GAS-06)."""
        return self.able(state)

    @abstractmethod
    def stocker(self, state: CampaignState) -> Stocker:
        """What fills the slots of the dungeon."""

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

    def foe(self, state: CampaignState) -> str:
        """Whom the party has met or fights now: an id of the game's content, empty for nobody; for statistics."""
        del state
        return ""

    def foe_called(self, foe: str, language: Language) -> str:
        """What such a foe is called."""
        del language
        return foe

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
        """What a gas or a pool had left on somebody is over."""
        del scene, kind, who, amount

    @abstractmethod
    def noticed(self, scene: Scene, who: str) -> bool:
        """Whether somebody finds a hidden door where the tables hint at one (DA-TRAP-02): the game's own check."""

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

    @abstractmethod
    def wait(self, state: CampaignState) -> Iterator[Command]:
        """How the party lets a turn go by."""

    # ------------------------------------------------------------ whatever else

    def decide(self, scene: Scene, command: Command) -> Refusal | None:
        """A command that the side has added."""
        raise NotImplementedError(type(command).__name__)

    def owner(self, state: CampaignState, command: Command) -> str:
        """Whose command it is."""
        return self.game.owner(state.game, command)

    def words_for(self, state: CampaignState, event: Event, language: Language) -> dict[str, str]:
        """Words for the gaps of the sentences that tell the side's own events."""
        del state, event, language
        return {}

    def status(self, state: CampaignState, language: Language) -> list[str]:
        """What the picture says of the party beside where it is: stores and light, where the game shows none."""
        del state, language
        return []

    def cards(self, state: CampaignState, seat: Seat, language: Language) -> tuple[Card, ...]:
        """The people of the game, and whatever the side keeps for it."""
        return self.game.cards(state.game, seat, language)

    def kind_of(self, state: CampaignState, command: Command) -> str:
        """Which kind of reserved decision a command of the referee's is, for `AskMe`; empty for none."""
        del state, command
        return ""

    @abstractmethod
    def seats(self, state: CampaignState) -> tuple[Seat, ...]:
        """The players' seats."""
