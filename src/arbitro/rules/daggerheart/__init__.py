"""The game of Hope and Fear, after the Daggerheart System Reference Document 1.0: a module per chapter, in a line.

basics → resources → damage → asking → calling → rolling → attacking → teamwork → adversary → countdown → effects →
doings → features → turns → lives → scenes → advice → choices → gmchoices → tactics → natures → narration → cards

There is no initiative: the spotlight moves by results. What a resolution still has to do waits as an agenda in the
state whenever somebody must be asked, so that the kernel carries this game without knowing of it. See NOTICE.txt for
the licence.
"""

from typing import Final

from msgspec import Struct

from arbitro.dice.stream import Dice, GivenDice
from arbitro.kernel.command import Command, Refusal
from arbitro.kernel.event import Event
from arbitro.kernel.ruleset import Resolution, Setup
from arbitro.kernel.seat import EVERYBODY, REFEREE_ONLY, Seat
from arbitro.kernel.yamlfile import Document
from arbitro.rules.daggerheart import commands as c
from arbitro.rules.daggerheart import events as e
from arbitro.rules.daggerheart import fold, view
from arbitro.rules.daggerheart.basics import Play
from arbitro.rules.daggerheart.cards import Cards
from arbitro.rules.daggerheart.setup import read_scene
from arbitro.rules.daggerheart.state import Dying, State
from arbitro.rules.daggerheart.upcasters import UPCASTERS

_RULES: Final[dict[type[Command], str]] = {
    c.StartCampaign: "start_campaign",
    c.StartSession: "start_session",
    c.OpenScene: "open_scene",
    c.EndScene: "end_scene",
    c.EndZone: "end_zone",
    c.SetTension: "set_tension",
    c.AddFoe: "add_foe",
    c.SetPlace: "set_place",
    c.SetCover: "set_cover",
    c.SetCondition: "set_condition",
    c.EndCondition: "end_condition",
    c.GiveEdge: "give_edge",
    c.AddCountdown: "add_countdown",
    c.StartCountdown: "start_countdown",
    c.AdvanceCountdown: "advance_countdown",
    c.NoteChange: "note_change",
    c.SettleThreat: "settle_threat",
    c.SpendFear: "spend_by_hand",
    c.GainFear: "gain_by_hand",
    c.CallReaction: "call_reaction",
    c.RollFate: "roll_fate",
    c.Fall: "fall",
    c.LevelUp: "level_up",
    c.Describe: "describe",
    c.Attack: "attack",
    c.UsePower: "use_power",
    c.Startle: "startle",
    c.Move: "move",
    c.Shed: "shed",
    c.GroupAction: "group_action",
    c.TagTeam: "tag_team",
    c.TakeSpotlight: "take_spotlight",
    c.LookToGm: "look_to_gm",
    c.EndEffect: "end_effect",
    c.RequestRoll: "request_roll",
    c.NoRoll: "no_roll",
    c.OfferBargain: "offer_bargain",
    c.TakeBargain: "take_bargain",
    c.Roll: "roll",
    c.GiveHelp: "give_help",
    c.Adjust: "adjust",
    c.AdjustReaction: "adjust_reaction",
    c.DropRoll: "drop_roll",
    c.Reroll: "reroll",
    c.ChooseTag: "choose_tag",
    c.HoldOff: "hold_off",
    c.React: "react",
    c.UseArmour: "use_armour",
    c.Answer: "answer",
    c.DeathMove: "death_move",
    c.SplitHealing: "split_healing",
    c.Investigate: "investigate",
    c.OfferGold: "offer_gold",
    c.PayForLead: "pay_for_lead",
    c.Learn: "learn",
    c.OpenTurn: "call_turn",
    c.Interrupt: "interrupt",
    c.MakeMove: "make_move",
    c.TellGm: "tell_gm",
    c.Spotlight: "give_spotlight",
    c.FoeAttack: "foe_attack",
    c.UseFeature: "use_feature",
    c.FoeShed: "foe_shed",
    c.FoeSprint: "foe_sprint",
    c.FoeAct: "foe_act",
    c.FoeReact: "foe_react",
    c.PayToEnd: "pay_to_end",
    c.EndTurn: "end_turn",
    c.BeginRest: "begin_rest",
    c.RestMove: "rest_move",
    c.CutRest: "cut_rest",
    c.EndRest: "end_rest",
    c.SkipTime: "skip_time",
    c.SwapCard: "swap_card",
    c.Advance: "advance",
    c.TakeCard: "take_card",
}
_OF_A_PLAYER: Final = frozenset(
    {
        c.Describe,
        c.Attack,
        c.UsePower,
        c.Startle,
        c.Move,
        c.Shed,
        c.TagTeam,
        c.TakeSpotlight,
        c.LookToGm,
        c.EndEffect,
        c.TakeBargain,
        c.Roll,
        c.GiveHelp,
        c.DropRoll,
        c.Reroll,
        c.ChooseTag,
        c.HoldOff,
        c.React,
        c.UseArmour,
        c.DeathMove,
        c.SplitHealing,
        c.Investigate,
        c.OfferGold,
        c.PayForLead,
        c.Learn,
        c.TellGm,
        c.RestMove,
        c.SwapCard,
        c.Advance,
        c.TakeCard,
    }
)
"""Commands that belong to whoever plays `who`; all others are the GM's."""


class Spotlight(Cards):
    """The game whose spotlight moves by results."""

    id = "daggerheart"
    package = "arbitro.rules.daggerheart"
    event_types = e.EVENTS
    command_types = c.COMMANDS
    upcasters = UPCASTERS

    def __init__(self) -> None:
        self._rules = {command: getattr(self, name) for command, name in _RULES.items()}

    def owner(self, state: State, command: Command) -> str:
        """A command belongs to the PC who acts in it, or to the GM."""
        del state
        return str(getattr(command, "who", REFEREE_ONLY)) if type(command) in _OF_A_PLAYER else REFEREE_ONLY

    def decide(self, state: State, command: Command, dice: Dice) -> Resolution[State] | Refusal:
        """What comes of a command, and of everything that it sets off."""
        play = Play(state, dice, fold.evolve)
        refused: Refusal | None = self._rules[type(command)](play, command)
        if refused is not None:
            return refused
        self.run(play)
        return play

    def evolve(self, state: State, event: Event) -> State:
        """The state after an event."""
        return fold.evolve(state, event)

    def view(self, state: State, seat: Seat) -> Struct:
        """The table as a seat may know it."""
        return view.view(state, seat)

    def knowers(self, state: State, subject: str) -> tuple[str, ...] | None:
        """PCs are open to the table, adversaries are the GM's."""
        return view.knowers(state, subject)

    def path_knowers(self, state: State, path: str) -> tuple[str, ...]:
        """What the GM changed in the party or in the Fear is told; other changes only as a fact."""
        del state
        return (EVERYBODY,) if path.split(".")[0] in ("party", "fear") else ()

    def read_setup(self, document: Document) -> Setup:
        """A fight or a scene from a small YAML file."""
        return read_scene(document, self.library)

    def finished(self, state: State) -> bool:
        """Whether the scene is over."""
        return state.scene is not None and bool(state.scene.ending)

    def settle(self, state: State) -> list[Event]:
        """After the GM changed marks by hand: whoever would have fallen falls."""
        if state.scene is None or state.scene.ending:
            return []
        play = Play(state, GivenDice(()), fold.evolve)
        for hero in state.party.values():
            if hero.status == "up" and hero.hp_marked >= hero.hp:
                play.happen(e.StatusChanged(hero.id, "dying", rules=("DHP-HP-01",)))
                play.agenda.append(Dying(hero.id))
        for foe in tuple(self.foes(state)):
            if foe.hp_marked >= foe.hp:
                play.happen(e.FoeDefeated(foe.id, rules=("DHP-ADVSTAT-11",)))
        if not state.awaiting:
            self.run(play)
        return play.events
