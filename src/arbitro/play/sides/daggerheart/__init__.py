"""The game of Hope and Fear in a campaign: action rolls for doors and walls, Fear that grows in the dark, two rests.

Our rulings: a place of the dungeon is a scene as soon as somebody rolls in it, in an environment whose tier the depth
says; traps call for reaction rolls; whoever leads a flight rolls Agility against the worst of the foes; a short rest
takes an hour and may be interrupted, a long one needs the town or the open sky; ten coins make a handful; a level is
gained in town after so many encounters won.
"""

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar, Final

from msgspec.structs import replace

from arbitro.kernel.card import Card
from arbitro.kernel.choice import Choice, Label
from arbitro.kernel.command import Command, Refusal
from arbitro.kernel.event import Event
from arbitro.kernel.seat import REFEREE_ONLY, Seat
from arbitro.kernel.then import Then
from arbitro.play.scene import Scene
from arbitro.play.sides.daggerheart import captives, resting
from arbitro.play.sides.daggerheart.party import PACKAGE
from arbitro.play.sides.daggerheart.scenes import LONG_REST, Scenes
from arbitro.play.sides.daggerheart.state import (
    COMMANDS,
    EVENTS,
    FOLDS,
    BuyFree,
    Camp,
    CaptiveFate,
    CaptiveFreed,
    CaptiveRobbed,
    CaptiveSlain,
    CaptiveTaken,
    DwellHere,
    Enlist,
    ProgressSpent,
    RansomGiven,
    RansomSet,
    RunAway,
)
from arbitro.play.sides.walking import Walking
from arbitro.play.state import GROUP, CampaignState
from arbitro.play.telling import place_name
from arbitro.rules.daggerheart import commands as c
from arbitro.text import Language

SHORT_REST: Final = 60
"""Minutes."""
SHORT_RESTS: Final = 3
"""In a row (DHP-REST-02)."""
WEEK: Final = 7
"""Days in town that are extended downtime."""
SORE, WORN, BATTERED = 1, 2, 3
"""Fifths of all Hit Points (or of all Stress) that a party has marked when it stops for a short rest, when it turns
back for want of one, and when it turns back anyway."""
CALLS: Final[tuple[type[Command], ...]] = (c.RequestRoll, c.NoRoll, c.OfferBargain, c.GiveEdge, c.EndRest)
GM_TURN: Final[tuple[type[Command], ...]] = (
    c.OpenTurn,
    c.Interrupt,
    c.MakeMove,
    c.Spotlight,
    c.FoeAttack,
    c.UseFeature,
    c.FoeShed,
    c.FoeSprint,
    c.FoeAct,
    c.FoeReact,
    c.PayToEnd,
    c.EndTurn,
    c.Answer,
)


class DaggerheartSide(Scenes):
    """The game's part."""

    events: ClassVar[tuple[type[Event], ...]] = (*Walking.events, *EVENTS)
    folds: ClassVar[Mapping[type[Event], Any]] = {**Walking.folds, **FOLDS}
    commands: ClassVar[tuple[type[Command], ...]] = (*Walking.commands, *COMMANDS)
    verbs: ClassVar[dict[type[Command], str]] = {
        **Walking.verbs,
        Camp: "camp",
        RunAway: "run_away",
        DwellHere: "dwell_here",
        Enlist: "enlist",
        CaptiveFate: "captive_fate",
        BuyFree: "buy_free",
    }
    option_packages = (*Walking.option_packages, PACKAGE)
    not_offered = frozenset({"begin_rest", "end_scene"})

    # ------------------------------------------------------------ rests and town

    def camp(self, scene: Scene, command: Camp) -> Refusal | None:
        """An hour below or a night above; whoever comes by interrupts it (DHP-REST-01, DHP-REST-03)."""
        state = scene.state
        if state.stage not in ("town", "road", "dungeon"):
            return Refusal("not_in_town")
        refused = self.leisure(state)
        if refused is not None:
            return refused
        if command.kind == "long" and state.at:
            return Refusal("no_camp", {}, ("DHP-REST-01",))
        begun = c.BeginRest(command.kind)
        answer = self.game.decide(self.inner(state), begun, scene.dice)  # it throws no die
        if isinstance(answer, Refusal):
            return answer
        self.leave(scene)
        self.pass_minutes(scene, SHORT_REST if command.kind == "short" else LONG_REST)
        scene.must(begun)
        if self.own(scene.state).meeting is not None or scene.state.alarms:
            scene.must(c.CutRest())
        return None

    def dwell_here(self, scene: Scene, command: DwellHere) -> Refusal | None:
        """A scene without danger; it is over when the party goes on."""
        del command
        state = scene.state
        refused = self.leisure(state) if state.stage == "dungeon" and state.at else Refusal("not_underground")
        if refused is not None:
            return refused
        if self.act(state) is not None:
            return Refusal("scene_running")
        self.ensure_scene(scene)
        return None

    def lodge(self, scene: Scene, days: int) -> Refusal | None:
        """A long rest with the moves that are most needed; a week and more is extended downtime (DHP-REST-06)."""
        self.skip_days(scene, days)
        scene.must(c.BeginRest("long"))
        while (rest := self.inner(scene.state).rest) is not None:
            scene.must(resting.next_move(self.game, self.inner(scene.state), rest))
        if days >= WEEK:
            scene.must(c.SkipTime())
        return None

    def come_home(self, scene: Scene) -> Refusal | None:
        """The fallen are inherited from, and an adventure brings a level (DHP-LEVEL-01)."""
        if not self.at_gate(scene.state):
            return Refusal("road_left", {"days": self.to_go(scene.state)})
        self.inherit(scene)
        state = self.own(scene.state)
        if int(state.progress) >= int(state.options["encounters_per_level"]) and scene.play(c.LevelUp()) is None:
            scene.happen(ProgressSpent(rules=("DHP-LEVEL-01",)))
        return None

    # ------------------------------------------------------------ doors of the table

    def owner(self, state: CampaignState, command: Command) -> str:
        """Who comes with a finished sheet is let in by the referee."""
        return REFEREE_ONLY if isinstance(command, (Enlist, CaptiveFate)) else super().owner(state, command)

    def kind_of(self, state: CampaignState, command: Command) -> str:
        """Calls for rolls are rulings, the GM's turn is what the adversaries do."""
        if isinstance(command, CALLS):
            return "rulings"
        if isinstance(command, CaptiveFate):
            return captives.KIND
        return "monster_actions" if isinstance(command, GM_TURN) else super().kind_of(state, command)

    def choices(self, state: CampaignState, seat: Seat) -> Iterator[Choice]:
        """What a seat may do besides: rests, and a way out of a fight."""
        yield from super().choices(state, seat)
        if not state.awaiting and state.stage not in ("gathering", "over"):
            yield from captives.choices(self, self.own(state), seat)
        if state.awaiting or not self.able(state):
            return
        act = self.act(state)
        if act is not None and act.turn is None and self.fighting(state) and self.own(state).meeting is not None:
            for who in self.runners(state):
                if seat.may_act_for(who):
                    label = Label("choice.run_away", {"who": f"@{who}"})
                    yield Choice(f"run_away/{who}", "run_away", label, {"who": who}, (), ("DH-DIFF-02",))
        if state.stage in ("gathering", "over") or self.leisure(state) is not None or not seat.may_act_for(GROUP):
            return
        if state.at and self.act(state) is None:
            yield Choice("dwell_here", "dwell_here", Label("choice.dwell_here"), {}, (), ("DH-TENSION-01",))
        rules = ("DHP-REST-01",)
        if self.inner(state).short_rests < SHORT_RESTS:
            yield Choice("camp/short", "camp", Label("choice.camp_short"), {"kind": "short"}, (), rules)
        if not state.at:
            yield Choice("camp/long", "camp", Label("choice.camp_long"), {"kind": "long"}, (), rules)

    def suggest(self, state: CampaignState, seat: Seat) -> Command | None:
        """Rests, flight, checks in the dark; the rest as the game's own automatic players and GM have it."""
        inner = self.inner(state)
        if inner.rest is not None:
            command: Command = resting.next_move(self.game, inner, inner.rest)
            return command if seat.may_act_for(self.game.owner(inner, command)) else None
        flight = self._flight(state)
        if flight is not None and seat.may_act_for(flight.who):
            return flight
        wished = super().suggest(state, seat)
        if isinstance(wished, c.RequestRoll) and not self.lit(state):
            return replace(wished, disadvantages=wished.disadvantages + 1)
        if wished is None and seat.may_act_for(REFEREE_ONLY) and self.act(state) is not None and not inner.awaiting:
            return c.OpenTurn("golden_opportunity")  # nobody of the party can act: the GM goes on
        return wished

    def next_to_act(self, state: CampaignState) -> frozenset[str]:
        """In a rest those who may still do something; whoever may lead a flight; the GM where nobody can act."""
        inner = self.inner(state)
        if inner.rest is not None:
            return resting.still_resting(self.game, inner, inner.rest) or frozenset((REFEREE_ONLY,))
        found, flight = super().next_to_act(state), self._flight(state)
        if not found and self.act(state) is not None and not inner.awaiting:
            return frozenset((REFEREE_ONLY,))
        return found if flight is None else found | {flight.who}

    def _flight(self, state: CampaignState) -> RunAway | None:
        """When half of the party is down and foes still stand in numbers, whoever is nimblest leads them out."""
        act = self.act(state)
        if act is None or act.turn is not None or state.awaiting or self.own(state).meeting is None:
            return None
        able, living = self.able(state), self.people(state)
        foes = sum(count for _, count in self.foes_left(state))
        hopeless = self.runners(state) and foes > len(able) and 2 * len(able) <= len(living)
        return RunAway(self.best_for(state, "flee")) if hopeless else None

    def cards(self, state: CampaignState, seat: Seat, language: Language) -> tuple[Card, ...]:
        """Who is in the enemy's power says so."""
        return captives.marked(self.own(state), super().cards(state, seat, language), language)

    def words_for(self, then: Then[CampaignState], event: Event, language: Language) -> dict[str, str]:
        """What captors take and ask, and where they hold somebody."""
        if isinstance(event, (CaptiveRobbed, RansomSet, RansomGiven, CaptiveFreed)):
            return {"gold": self.money(event.purse if isinstance(event, CaptiveFreed) else event.gold, language)}
        if isinstance(event, CaptiveTaken):
            return {"place": place_name(then, event.held.space, language)}
        if isinstance(event, CaptiveSlain):
            return {"place": place_name(then, event.fallen.place, language)}
        return super().words_for(then, event, language)

    # ------------------------------------------------------------ a plain party

    def care(self, state: CampaignState) -> Iterator[Command]:
        """What a level has brought, a short rest when it hurts, light and stores."""
        inner = self.inner(state)
        if state.stage == "town":
            yield from resting.growth(self.game, inner)
            yield from captives.ransoms(self, self.own(state))
        if state.at and inner.short_rests < SHORT_RESTS and self.marked(state, SORE) and self.able(state):
            yield Camp("short")
        yield from self.provisions(state)

    def marked(self, state: CampaignState, part: int) -> bool:
        """Whether the party has marked more than so many parts in five of its Hit Points or Stress."""
        heroes = [hero for hero in self.inner(state).party.values() if hero.status in ("up", "unconscious")]
        wounds, most = sum(hero.hp_marked for hero in heroes), sum(hero.hp for hero in heroes)
        strain, limit = sum(hero.stress_marked for hero in heroes), sum(hero.stress for hero in heroes)
        return 5 * wounds > part * most or 5 * strain > part * limit

    def weary(self, state: CampaignState) -> bool:
        """Badly hurt with no rest left to take, somebody carried, no light; in town: any mark at all."""
        heroes = [hero for hero in self.inner(state).party.values() if hero.status not in ("dead", "retired")]
        if any(hero.status == "unconscious" for hero in heroes):
            return True
        if state.stage == "town":
            return any(hero.hp_marked or hero.stress_marked or hero.armour_marked for hero in heroes)
        rested = self.inner(state).short_rests >= SHORT_RESTS
        return self.marked(state, WORN if rested else BATTERED) or self.hindered(state)
