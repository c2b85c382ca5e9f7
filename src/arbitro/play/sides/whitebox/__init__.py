"""La Scatola Bianca in a campaign: its own exploring rules on the appendix's dungeon.

The side is built up in layers, one module each: those who wait elsewhere (`parting`), the people (`party`), town and
road (`road`), underground (`below`), a plain party's wishes (`wishes`). What is left is here: the referee's desk, what
the dungeon does to people, and what is offered at the table.
"""

from collections.abc import Iterable
from fractions import Fraction
from typing import ClassVar, Final

from arbitro.dungeon.events import Effect
from arbitro.kernel.choice import Choice
from arbitro.kernel.command import Command, Refusal
from arbitro.kernel.seat import Seat
from arbitro.play.guide import shut_in
from arbitro.play.scene import Scene
from arbitro.play.sides.whitebox import harms, locks, prepared, sharp_eyes
from arbitro.play.sides.whitebox.wishes import Wishes
from arbitro.play.state import CampaignState
from arbitro.rules.whitebox.exploring import commands as x
from arbitro.rules.whitebox.scene import Scene as GameScene
from arbitro.rules.whitebox.state import State
from arbitro.text import Language

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
    x.JudgeCaptives: "captives",
    x.SettleCaptive: "captives",
    x.CheckLoyalty: "loyalty",
    x.CheckWandering: "encounters",
    x.Meet: "encounters",
}
UNDERGROUND_ONLY_THROUGH_US: Final = frozenset({"go", "end_expedition", "travel", "walk_about", "bring"})
"""Choices of the game's that the campaign offers in its own way."""


class WhiteBoxCampaign(CampaignState, frozen=True, kw_only=True):
    """A campaign of La Scatola Bianca."""

    game: State


class WhiteBoxSide(Wishes):
    """The game's part."""

    state_type: ClassVar[type[CampaignState]] = WhiteBoxCampaign
    option_packages: ClassVar[tuple[str, ...]] = ("arbitro.play.sides.whitebox",)

    # ------------------------------------------------------------ the referee's desk

    distances = True
    has_locks = True
    decisions: ClassVar[tuple[str, ...]] = tuple(dict.fromkeys(("monster_actions", *KINDS.values(), "rulings")))

    def kinds(self) -> tuple[str, ...]:
        """The bestiary."""
        return tuple(self.game.content.monsters)

    def is_kind(self, name: str) -> bool:
        """Creatures of the bestiary, and people of a class: ``class/<class>/<level>``."""
        return prepared.is_kind(self.game.content, name)

    def valuables(self) -> tuple[str, ...]:
        """Coins, stones and jewels of some values, and everything magical."""
        return prepared.valuables(self.game.content)

    def is_valuable(self, name: str) -> bool:
        """What can be put into a room: entries of the lists, stones and jewels of any value, and scrolls."""
        return prepared.is_valuable(self.game.content, name)

    def valuable_called(self, name: str, language: Language) -> str:
        """Magic items by their names."""
        return prepared.valuable_called(self.game.content, name, language)

    def restock(self, scene: Scene, slot: str) -> None:
        """The game's own facts follow, where it has some."""
        prepared.restock(self, scene, slot)

    def door_state(self, state: CampaignState, door: str) -> str:
        """By the game's own facts; doors that it has not heard of, by what is known of their locks."""
        out = self.out(state)
        stands = "" if out is None else prepared.door_state(out.doors.get(door))
        return stands or ("locked" if state.locks.get(door, "none") != "none" else "")

    def relock(self, scene: Scene, door: str) -> None:
        """The game's own facts follow, where it has heard of the door."""
        locks.relock(self, scene, door)

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

    # ------------------------------------------------------------ what the dungeon does to people, and they to it

    def apply(self, scene: Scene, source: str, effect: Effect, rules: tuple[str, ...]) -> None:
        """By the game's own ways of hurting, saving and changing."""
        harms.apply(self, scene, source, effect, rules)

    def ailment_over(self, scene: Scene, kind: str, who: str, amount: int) -> None:
        """Borrowed strength goes again."""
        harms.over(self, scene, kind, who, amount)

    def noticed(self, scene: Scene, who: str) -> bool:
        """The chance to find a secret door, as when searching (WB-SECRET-01)."""
        return harms.noticed(self, scene, who)

    trap_rules: tuple[str, ...] = ("WB-TRAP-02", "WB-SECRET-04")

    def may_look_for_traps(self, state: CampaignState, who: str, way: str) -> Refusal | None:
        """Only those who have a chance by people, skill or option: the text gives nobody else a die (WB-TRAP-02)."""
        del way
        one = self.game.rules.free_hand(self.game.at(self.inner(state)), who)
        if isinstance(one, Refusal):
            return one
        able = sharp_eyes.chance(self, state, who) is not None
        return None if able else Refusal("no_eye_for_traps", {"who": f"@{who}"}, ("WB-TRAP-02",))

    def look_for_traps(self, scene: Scene, who: str, way: str) -> None:
        """A die in secret for each trap, by the game's own chances, and a turn (WB-TRAP-02, WB-SECRET-04)."""
        sharp_eyes.search(self, scene, who, way)

    def time_of_search(self, inner: GameScene, who: str) -> None:
        """A turn, as for any search of ten by ten feet."""
        self.game.rules.occupy(inner, who, 1, ("WB-SECRET-04",))

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

    def suggest(self, state: CampaignState, seat: Seat) -> Command | None:
        """The game's own automatic players and referee, who keeps no party locked in that has no other way to go."""
        due = self.game.suggest(self.inner(state), seat)
        if isinstance(due, x.JudgeDoor) and shut_in(state, self.barred(state)):
            return x.JudgeDoor("yes")
        return due

    def kind_of(self, state: CampaignState, command: Command) -> str:
        """By the command."""
        del state
        return KINDS.get(type(command), "rulings" if command.answers else "")
