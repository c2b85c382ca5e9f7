"""La Scatola Bianca (White Box): a module per chapter, stacked in the order in which they lean on each other.

basics → saves → damage → attack → casting → morale → movement → surprise → rounds → choices → tactics → narration
→ people → exploring → powers → chances → sheets → cards → pictures
"""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Final

from msgspec import Struct

from arbitro.dice.stream import Dice, GivenDice
from arbitro.kernel.command import Command, Refusal
from arbitro.kernel.event import Event, tag_of
from arbitro.kernel.ruleset import Resolution, Setup
from arbitro.kernel.seat import REFEREE_ONLY, Seat
from arbitro.kernel.yamlfile import Document
from arbitro.rules.whitebox import commands as c
from arbitro.rules.whitebox import fold, view
from arbitro.rules.whitebox.basics import Scene
from arbitro.rules.whitebox.customs import CUSTOMS, act_of
from arbitro.rules.whitebox.deeds import DEEDS, UNNOTICED, Customs, Deed
from arbitro.rules.whitebox.events import EVENTS, Fell, Woke
from arbitro.rules.whitebox.exploring import commands as exploring
from arbitro.rules.whitebox.exploring.events import EVENTS as EXPLORING_EVENTS
from arbitro.rules.whitebox.exploring.setup import read_scene
from arbitro.rules.whitebox.people import commands as people
from arbitro.rules.whitebox.people.events import EVENTS as PEOPLE_EVENTS
from arbitro.rules.whitebox.people.state import PARTY
from arbitro.rules.whitebox.pictures import Pictures
from arbitro.rules.whitebox.powers import commands as powers
from arbitro.rules.whitebox.powers.changes import EVENTS as CHANGES
from arbitro.rules.whitebox.powers.events import EVENTS as POWER_EVENTS
from arbitro.rules.whitebox.state import State

_RULES: Final[dict[type[Command], str]] = {
    c.StartFight: "start_fight",
    c.JudgeSurprise: "judge_surprise",
    c.Declare: "declare",
    c.Attack: "attack",
    c.Move: "move",
    c.Close: "close",
    c.Run: "run",
    c.Surrender: "surrender",
    c.Cast: "cast",
    c.Prepare: "prepare",
    c.ReadyWeapon: "ready_weapon",
    c.BindWounds: "bind_wounds",
    c.EndTurn: "end_turn",
    c.CheckMorale: "check_morale",
    c.CallSave: "call_save",
    c.NameDanger: "name_danger",
    c.SettleSave: "settle_save",
    c.AllowSubstitute: "allow_substitute",
    c.EndFight: "end_fight",
    **{command: tag_of(command) for command in (*people.COMMANDS, *exploring.COMMANDS, *powers.COMMANDS)},
}
"""Each command and the rule that decides it; between fights a rule bears the name of its command."""


_MAY_FELL_ALONE: Final = (c.Surrender, c.EndTurn, c.CallSave)
"""Commands whose only event may be that somebody is gone."""
_REFEREES: Final = (c.CallSave, c.AllowSubstitute, *people.REFEREES, *powers.REFEREES)
_PARTYS: Final = frozenset((*people.PARTYS, *exploring.PARTYS))


def _owner_field(command: type[Command]) -> str:
    """The field that says whose command it is; none: the referee's."""
    if command in _REFEREES:
        return ""
    return next((name for name in ("who", "side") if name in command.__struct_fields__), "")


_COMMANDS: Final = (*c.COMMANDS, *people.COMMANDS, *exploring.COMMANDS, *powers.COMMANDS)
_OWNERS: Final = {command: _owner_field(command) for command in _COMMANDS}


class WhiteBox(Pictures):
    """The game of the white box."""

    id = "whitebox"
    package: ClassVar[str] = "arbitro.rules.whitebox"
    event_types = (*EVENTS, *PEOPLE_EVENTS, *EXPLORING_EVENTS, *POWER_EVENTS, *CHANGES)
    command_types = _COMMANDS
    rule_names: ClassVar[Mapping[type[Command], str]] = _RULES
    deeds: ClassVar[Mapping[type[Command], Deed]] = DEEDS
    """What each command is to those who watch; there is no game with a command that does not say."""
    customs: ClassVar[Customs] = CUSTOMS
    """What follows from deeds."""

    def __init__(self) -> None:
        self._rules = {command: (getattr(self, name), self.deeds[command]) for command, name in self.rule_names.items()}

    def resolution(self, state: State, dice: Dice) -> Scene:
        """A command about to be resolved."""
        return Resolution(state, dice, fold.evolve)

    def owner(self, state: State, command: Command) -> str:
        """A command belongs to whoever acts in it, to a side, or to the referee."""
        del state
        if type(command) in _PARTYS:
            return PARTY
        name = _OWNERS[type(command)]
        return str(getattr(command, name)) if name else REFEREE_ONLY

    def decide(self, state: State, command: Command, dice: Dice) -> Resolution[State] | Refusal:
        """What comes of a command."""
        scene = self.resolution(state, dice)
        rule, deed = self._rules[type(command)]
        noticed = deed not in UNNOTICED and self.out_of_the_ordinary(state)
        refused: Refusal | None = self.do(scene, command, deed, rule) if noticed else rule(scene, command)
        if refused is not None:
            return refused
        if len(scene.events) > 1 or type(command) in _MAY_FELL_ALONE:
            self.aftermath(scene)
        self.end_rest(scene, state)
        return scene

    def out_of_the_ordinary(self, state: State) -> bool:
        """Whether anybody is in a state that deeds have to do with: plain people in a plain fight are not."""
        fight = state.fight
        if state.effects or fight is None or fight.phase == "over":
            return bool(state.effects)
        return any(one.profile.powers is not None for one in fight.combatants.values())

    def do(
        self, scene: Scene, command: Command, deed: Deed, rule: Callable[[Scene, Any], Refusal | None]
    ) -> Refusal | None:
        """Decide a command with what its deed forbids, ends and brings about."""
        act = act_of(self, scene.state, command, deed)
        if act is None:
            return rule(scene, command)
        for objection in self.customs.forbid:
            refused = objection(self, scene.state, act)
            if refused is not None:
                return refused
        for custom in self.customs.before:
            custom(self, scene, act)
        refused = rule(scene, command)
        if refused is None:
            for custom in self.customs.after:
                custom(self, scene, act)
        return refused

    def evolve(self, state: State, event: Event) -> State:
        """The state after an event."""
        return fold.evolve(state, event)

    def view(self, state: State, seat: Seat) -> Struct:
        """The table as a seat may know it."""
        return view.view(state, seat, self.troop_names(state))

    def knowers(self, state: State, subject: str) -> tuple[str, ...] | None:
        """One's own side's numbers are known, the others' are the referee's."""
        return view.knowers(state, subject)

    def path_knowers(self, state: State, path: str) -> tuple[str, ...]:
        """What the referee changed in one's own people is told; other changes only as a fact."""
        steps = path.split(".")
        whose = ""
        if steps[0] == "characters" and len(steps) > 2 and steps[2] != "loyalty":
            whose = steps[1]
        elif len(steps) > 2 and steps[:2] == ["fight", "combatants"]:
            whose = steps[2]
        return (whose, *(self.knowers(state, whose) or ())) if whose else ()

    def read_setup(self, document: Document) -> Setup:
        """A fight, a joust or an expedition from a small YAML file."""
        return read_scene(document, self.content)

    def finished(self, state: State) -> bool:
        """Whether what was set up is over: the expedition, the joust, the fight."""
        fight, joust, out = state.fight, state.joust, state.expedition
        if (out is not None and not out.over) or (joust is not None and (not joust.over or state.awaiting)):
            return False
        if fight is None:
            return joust is not None or out is not None
        return fight.phase == "over" and not state.awaiting  # the fate of captives may still be asked for

    def seats(self, state: State) -> tuple[Seat, ...]:
        """One seat a side, which plays all its members; without a fight, one a rider, or one for the party."""
        if state.joust is not None and not state.characters:
            return tuple(Seat(who, "player", frozenset((who,))) for who in state.joust.riders)
        fight = state.fight
        if fight is None or state.expedition is not None or (state.characters and fight.phase == "over"):
            return (Seat(PARTY, "player", frozenset((PARTY, *state.characters))),) if state.characters else ()
        members: dict[str, set[str]] = {side: {side} for side in fight.sides}
        for one in fight.combatants.values():
            members[one.profile.side].add(one.id)
        return tuple(Seat(side, "player", frozenset(ids)) for side, ids in members.items())

    def settle(self, state: State) -> list[Event]:
        """After the referee changed hit points by hand: who would have fallen falls, who has some again wakes."""
        scene = self.resolution(state, GivenDice(()))
        if state.fight is None or state.fight.phase == "over":
            self.settle_sheets(scene)
            return scene.events
        for one in state.fight.combatants.values():
            condition, rules = self.condition_at(state, one, one.hp)
            if one.condition == "out" and condition == "up":
                scene.happen(Woke(one.id, rules=("WB-DEATH-03",)))
            elif one.condition in ("up", "out") and condition != one.condition:
                scene.happen(Fell(one.id, condition, rules=rules))
                self.remind_of_morale(scene, one)
        self.end_if_decided(scene)
        return scene.events
