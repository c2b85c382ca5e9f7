"""The dungeon as scenes of the game of Hope and Fear: environments, rolls, fights, and what follows from them."""

from collections import Counter
from collections.abc import Callable
from typing import Final, Literal

from msgspec.structs import replace

from arbitro.dice.stream import told_again
from arbitro.dungeon.events import Effect
from arbitro.dungeon.model import Slot
from arbitro.kernel.command import Refusal
from arbitro.kernel.event import Event
from arbitro.kernel.ruling import Check
from arbitro.play.scene import Scene
from arbitro.play.sides.daggerheart import captives, harms
from arbitro.play.sides.daggerheart.party import Party
from arbitro.play.sides.daggerheart.state import BuyFree, CaptiveFate, RunAway
from arbitro.play.sides.walking.events import Ending, ErrandBegan, ErrandOver
from arbitro.play.sides.walking.firstword import MEETING
from arbitro.play.sides.walking.state import Errand, Meeting
from arbitro.play.state import CampaignState
from arbitro.play.stocking.daggerheart import tier_of
from arbitro.play.telling import TEXTS
from arbitro.rules.daggerheart import commands as c
from arbitro.rules.daggerheart import events as g
from arbitro.rules.daggerheart.agenda import run
from arbitro.rules.daggerheart.content import TierEntry, library
from arbitro.rules.daggerheart.defeat import foe_gone
from arbitro.rules.daggerheart.encounter import tension_of
from arbitro.rules.daggerheart.feature import Dodge, Feature, Harm, Target
from arbitro.rules.daggerheart.numbers import difficulty_of, trait_of
from arbitro.rules.daggerheart.play import Play, begin
from arbitro.rules.daggerheart.presence import foes_left
from arbitro.rules.daggerheart.reaction_rolls import roll_reaction
from arbitro.rules.daggerheart.scene_end import end_if_decided
from arbitro.rules.daggerheart.state import Foe, Place
from arbitro.rules.daggerheart.words import SUCCESSES, Named, Tension, Trait

TRAITS: Final[dict[str, Trait]] = {
    "door": "strength",
    "lock": "finesse",
    "creep": "finesse",
    "talk": "presence",
    "slip": "agility",
    "listen": "instinct",
    "search": "instinct",
    "traps": "instinct",
    "flee": "agility",
}
"""The trait that each errand asks of somebody."""
APART: Final = 30
"""Feet between the party and those whom it meets."""
LONG_REST: Final = 8 * 60
"""Minutes."""
ENDINGS: Final[dict[str, Literal["won", "beaten", "parted"]]] = {"victory": "won", "defeat": "beaten"}


class Scenes(Party):
    """What happens."""

    # ------------------------------------------------------------ scenes

    def tier(self, state: CampaignState) -> int:
        """The tier of the place: the depth stands for the level of those whom it is made for."""
        here = state.dungeon.spaces.get(state.at)
        return tier_of(here.level if here is not None else 1)

    def numbers(self, state: CampaignState) -> TierEntry:
        """Difficulty and damage of an environment of this tier (DHP-ENV-02)."""
        return library().guidance.place_tiers[str(self.tier(state))]

    def place(self, state: CampaignState) -> Place:
        """The dungeon as an environment: for a Fear its roof may give way."""
        numbers = self.numbers(state)
        stones = Feature(
            id="stones",
            name=_named("dungeon.stones", "f"),
            fear=1,
            uses=1,
            target=Target(within="out_of_range"),
            roll=Dodge(("agility",), fail=(Harm(numbers.damage[0]),)),
        )
        name = _named("dungeon.place")
        return Place("dungeon", name, self.tier(state), "traversal", numbers.difficulty, features=(stones,))

    def tension(self, state: CampaignState, judged: Tension) -> Tension | None:
        """How tense a scene is: as judged by what it is about, unless the table has a level of its own."""
        option = self.game.options["scene_default_tension"]
        return judged if self.inner(state).options["scene_default_tension"] == option.default else None

    def ensure_scene(self, scene: Scene) -> None:
        """A place becomes a scene when somebody rolls in it."""
        if self.act(scene.state) is None:
            tension = self.tension(scene.state, "incidental")
            scene.must(c.OpenScene(place=self.place(scene.state), tension=tension, in_danger=False))

    def leave(self, scene: Scene) -> None:
        """What was going on in a place is over when the party leaves it."""
        if self.act(scene.state) is not None:
            scene.must(c.EndScene())

    def play_out(self, scene: Scene, happens: Callable[[Play], None]) -> None:
        """Let the game settle something that no command of its own begins."""
        play = begin(self.game.rules, self.inner(scene.state), scene.dice)
        happens(play)
        run(play)
        first = len(scene.events)
        scene.record(play.events)
        self.after(scene, first)

    # ------------------------------------------------------------ checks

    def reaction(self, scene: Scene, who: str, trait: Trait) -> Check:
        """A reaction roll against the place (DHP-REACT-01); it is told, and whoever tells of it again says so."""
        self.ensure_scene(scene)
        play = begin(self.game.rules, self.inner(scene.state), scene.dice)
        roll_reaction(play, play.state.party[who], trait, self.numbers(scene.state).difficulty)
        scene.record(play.events)
        check = next(event.check for event in play.events if isinstance(event, g.ReactionRolled))
        return replace(check, dice=told_again(check.dice))

    def reacts(self, scene: Scene, who: str, trait: Trait) -> bool:
        """Whether a reaction roll succeeds."""
        return self.reaction(scene, who, trait).success

    def attempt(self, scene: Scene, errand: Errand) -> None:
        """An action roll: the GM calls for it, the player rolls, and `after` hears what came of it."""
        self.ensure_scene(scene)
        target = self.worst_foe(scene.state) if errand.kind == "flee" else ""
        scene.happen(ErrandBegan(errand))
        if scene.play(c.Describe(errand.who, "", TRAITS[errand.kind], target)) is not None:
            # Whoever may not act now (no spotlight token left, say) is helped by nobody and rolls a reaction.
            scene.happen(ErrandOver())
            self.settle_errand(scene, errand, self.reacts(scene, errand.who, TRAITS[errand.kind]))

    def best_for(self, state: CampaignState, kind: str) -> str:
        """By the trait."""
        party = self.inner(state).party
        hands = self.runners(state) if kind == "flee" else self.able(state)
        return max(hands, key=lambda who: trait_of(party[who], TRAITS[kind]), default="")

    def noticed(self, scene: Scene, who: str) -> bool:
        """A reaction roll with Instinct (DA-TRAP-02)."""
        return self.reacts(scene, who, TRAITS["search"])

    def forced(self, scene: Scene) -> bool:
        """A reaction roll with Strength (DA-TRAP-07)."""
        who = self.best_for(scene.state, "door")
        return bool(who) and self.reacts(scene, who, TRAITS["door"])

    # ------------------------------------------------------------ fights

    def start_fight(self, scene: Scene, meeting: Meeting, surprised: Literal["", "party", "foes"]) -> None:
        """A scene with adversaries; surprise gives the GM the spotlight, or every PC an advantage."""
        self.leave(scene)
        books = library().adversaries
        foes: list[Foe] = []
        for name, count in meeting.foes:
            for number in range(1, count + 1):
                called = replace(books[name].name, number=number if count > 1 else 0)
                foes.append(Foe(f"{name}-{number}", books[name], called, meeting.feet or APART))
        first = len(scene.events)
        places = dict.fromkeys(self.people(scene.state), 0)
        tension = self.tension(scene.state, tension_of((foe.block for foe in foes), len(places)))
        scene.must(c.OpenScene(tuple(foes), self.place(scene.state), tension=tension, places=places))
        if surprised == "party":
            scene.must(c.OpenTurn("golden_opportunity"))
        elif surprised == "foes":
            for who in self.able(scene.state):
                scene.happen(g.BoonChanged(who, "edge", 1, rules=("DHP-ADV-01", "DH-ADV-01")))
        self.after(scene, first)

    distances = True

    def kinds(self) -> tuple[str, ...]:
        """The adversaries of the content."""
        return tuple(library().adversaries)

    def foes(self, state: CampaignState) -> tuple[str, ...]:
        """Adversaries that still count."""
        return tuple(foe.id for foe in foes_left(self.inner(state))) if self.fighting(state) else ()

    def reinforce(self, scene: Scene, kind: str, number: int) -> Refusal | None:
        """By the game's own command, one by one."""
        for _ in range(number):
            refused = scene.play(c.AddFoe(kind, APART))
            if refused is not None:
                return refused
        return None

    def take_out(self, scene: Scene, foe: str) -> None:
        """Out of the scene without being defeated."""

        def leave(play: Play) -> None:
            play.happen(g.FoeLeft(foe, rules=("DHP-ADVSTAT-11",)))
            foe_gone(play, foe)
            end_if_decided(play)

        self.play_out(scene, leave)

    def mindless(self, name: str) -> bool:
        """By the natures of the content."""
        block = library().adversaries[name]
        return library().natures.of(block.id, (block.kin,), block.type) == "mindless"

    def worst_foe(self, state: CampaignState) -> str:
        """The adversary that is hardest to get away from."""
        foes = foes_left(self.inner(state))
        return max(foes, key=difficulty_of).id

    def run_away(self, scene: Scene, command: RunAway) -> Refusal | None:
        """Everybody follows whoever leads; failing costs what a failed roll costs."""
        state = self.own(scene.state)
        act = self.act(state)
        if act is None or state.meeting is None or not any(True for _ in foes_left(state.game)):
            return Refusal("no_fight", {}, ("DH-DIFF-02",))
        if act.turn is not None or command.who not in self.able(state):
            return Refusal("cannot_act", {"who": f"@{command.who}"}, ("DH-SPOTLIGHT-01",))
        if captives.held_fast(self, state, command.who):
            return Refusal("held_fast", {"who": f"@{command.who}"}, ("DHP-COND-03",))
        self.attempt(scene, Errand("flee", command.who))
        return None

    def runners(self, state: CampaignState) -> tuple[str, ...]:
        """Those who could lead a flight: nothing keeps them where they are."""
        return tuple(who for who in self.able(state) if not captives.held_fast(self, state, who))

    def ending_rules(self, how: Ending, meeting: Meeting | None) -> tuple[str, ...]:
        """Flight is an action roll against the worst of the foes; the defeated are out of the scene."""
        if meeting is None or not meeting.joined:
            return super().ending_rules(how, meeting)
        return {"fled": ("DH-DIFF-02",), "won": ("DHP-ADVSTAT-11",), "beaten": ("DHP-DEATH-01",)}.get(how, MEETING)

    def leave_behind(
        self, scene: Scene, who: tuple[str, ...], captors: tuple[tuple[str, int], ...], slot: Slot | None
    ) -> None:
        """In the enemy's power."""
        captives.capture(self, scene, who, captors, slot)

    def meeting_over(
        self, scene: Scene, how: Ending, left: tuple[tuple[str, int], ...], stay: tuple[str, ...] = ()
    ) -> None:
        """Beaten captors hold nobody."""
        slot = self.meeting_slot(scene.state)
        super().meeting_over(scene, how, left, stay)
        if how == "won":
            captives.rescue(self, scene, slot)

    def enter(self, scene: Scene, space: str, *, heard: bool = False) -> None:
        """Those whom nobody holds any more are found."""
        super().enter(scene, space, heard=heard)
        captives.find(self, scene)

    def captive_fate(self, scene: Scene, command: CaptiveFate) -> Refusal | None:
        """The referee's word."""
        return captives.captive_fate(self, scene, command)

    def buy_free(self, scene: Scene, command: BuyFree) -> Refusal | None:
        """A captive is bought free."""
        return captives.buy_free(self, scene, command)

    def after(self, scene: Scene, first: int) -> None:
        """Rolls that decide an errand, and scenes that have ended."""
        for event in scene.events[first:]:
            errand = self.own(scene.state).errand
            if errand is not None:
                self._decided(scene, errand, event)
            if isinstance(event, g.SceneEnded):
                self._scene_over(scene, event.ending)

    def _decided(self, scene: Scene, errand: Errand, event: Event) -> None:
        match event:
            case g.RollClosed() if event.who == errand.who:
                success = event.outcome in SUCCESSES
            case g.Waived() if event.who == errand.who:
                success = True
            case g.BargainAnswered() if event.who == errand.who and event.taken:
                success = True
            case g.RollDropped() if event.who == errand.who:
                success = False
            case _:
                return
        scene.happen(ErrandOver())
        if success and errand.kind == "flee" and self.act(scene.state) is not None:
            self.get_away(scene)
        elif errand.kind != "flee":
            self.settle_errand(scene, errand, success)

    def get_away(self, scene: Scene) -> None:
        """The party flees, without those who cannot; who they are is looked at while they are still held."""
        left, stay = self.foes_left(scene.state), captives.left_behind(self, scene.state)
        scene.must(c.EndScene())
        self.fight_over(scene, "fled", left, stay)

    def _scene_over(self, scene: Scene, ending: str) -> None:
        state = self.own(scene.state)
        if state.errand is not None:
            scene.happen(ErrandOver())
        if state.meeting is not None and state.meeting.joined:
            self.fight_over(scene, ENDINGS.get(ending, "parted"), self.foes_left(scene.state))
        elif ending == "defeat" and state.stage == "dungeon":
            self.beaten(scene)

    def foes_left(self, state: CampaignState) -> tuple[tuple[str, int], ...]:
        """Adversaries of the content that still count."""
        known = library().adversaries
        left = Counter(foe.block.id for foe in foes_left(self.inner(state)) if foe.block.id in known)
        return tuple(left.items())

    def won(self, state: CampaignState) -> str:
        """Encounters count one each."""
        return str(int(self.own(state).progress) + 1)

    def come_round(self, scene: Scene) -> None:
        """A long rest under the sky wakes the unconscious (DHP-DEATH-03)."""
        self.set_clock(scene, scene.state.minutes + LONG_REST)
        scene.must(c.BeginRest("long"))
        scene.must(c.EndRest())

    def perish(self, scene: Scene) -> None:
        """The end of everybody."""
        for who in self.people(scene.state):
            scene.happen(g.StatusChanged(who, "dead", rules=("DHP-DEATH-01",)))

    def apply(self, scene: Scene, source: str, effect: Effect, rules: tuple[str, ...]) -> None:
        """By reaction rolls and the damage of the tier."""
        harms.apply(self, scene, source, effect, rules)

    def ailment_over(self, scene: Scene, kind: str, who: str, amount: int) -> None:
        """Borrowed strength goes again."""
        if kind == "stronger" and who in self.whole(scene.state).party:
            harms.change(self, scene, who, "strength", -amount, ("DA-GAS-06",))


def _named(key: str, gender: Literal["m", "f"] = "m") -> Named:
    return Named(TEXTS.say("it", key), TEXTS.say("en", key), gender)
