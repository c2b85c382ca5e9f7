"""The engine of the archmages: a module per chapter, stacked in the order in which they lean on each other.

basics → numbers → conditions → actions → healing → damage → specials → places → targets → declaring → attack →
effects → reactions → entry → turns → between → judgement → choices → tactics → natures → narration → cards
"""

from typing import ClassVar, Final

from msgspec import Struct

from arbitro.dice.stream import Dice
from arbitro.kernel.command import Command, Refusal
from arbitro.kernel.event import Event
from arbitro.kernel.ruleset import Resolution, Setup
from arbitro.kernel.seat import REFEREE_ONLY, Seat
from arbitro.kernel.yamlfile import Document
from arbitro.rules.archmage import commands as c
from arbitro.rules.archmage import fold, setup, view
from arbitro.rules.archmage.basics import PARTY, Scene
from arbitro.rules.archmage.cards import Cards
from arbitro.rules.archmage.events import EVENTS
from arbitro.rules.archmage.state import State

_RULES: Final[dict[type[Command], str]] = {
    c.StartBattle: "start_battle",
    c.JoinBattle: "join_battle",
    c.Reinforce: "reinforce",
    c.Attack: "attack",
    c.CoupDeGrace: "coup_de_grace",
    c.Move: "move",
    c.Disengage: "disengage",
    c.Release: "release",
    c.Grab: "try_grab",
    c.Rally: "rally",
    c.Stabilise: "stabilise",
    c.GivePotion: "give_potion",
    c.FreeAction: "free_action",
    c.BarTheWay: "bar_the_way",
    c.Delay: "delay",
    c.TakeDelayedTurn: "take_delayed_turn",
    c.Ready: "ready",
    c.UseReadied: "use_readied",
    c.CallMoment: "call_moment",
    c.EndTurn: "end_turn",
    c.Opportunity: "opportunity",
    c.Intercept: "intercept",
    c.JudgePassing: "judge_passing",
    c.Reroll: "reroll",
    c.PickFlexible: "pick_flexible",
    c.Interrupt: "interrupt",
    c.TurnHit: "turn_hit",
    c.ShrugOff: "shrug_off",
    c.NameStray: "name_stray",
    c.NameVictim: "name_victim",
    c.FightInSpirit: "fight_in_spirit",
    c.ProposeFlight: "propose_flight",
    c.VoteFlight: "vote_flight",
    c.Leave: "leave",
    c.HoldEscalation: "hold_escalation",
    c.ResetEscalation: "reset_escalation",
    c.Reorder: "reorder",
    c.Flag: "flag",
    c.Place: "place",
    c.Circumstance: "circumstance",
    c.GrantWeapon: "grant_weapon",
    c.Impose: "impose",
    c.CheckSkill: "check_skill",
    c.CheckSpeed: "check_speed",
    c.EndBattle: "break_off",
    c.UseRecovery: "rest_recovery",
    c.HealInRest: "heal_in_rest",
    c.QuickRest: "quick_rest",
    c.FullHealUp: "full_heal_up",
    c.Withdraw: "withdraw",
    c.DescribeLoss: "describe_loss",
    c.Revive: "revive",
}
_REFEREES: Final = (
    c.StartBattle,
    c.JoinBattle,
    c.Reinforce,
    c.CallMoment,
    c.JudgePassing,
    c.NameStray,
    c.NameVictim,
    c.HoldEscalation,
    c.ResetEscalation,
    c.Reorder,
    c.Flag,
    c.Place,
    c.Circumstance,
    c.GrantWeapon,
    c.Impose,
    c.CheckSkill,
    c.CheckSpeed,
    c.EndBattle,
    c.FullHealUp,
    c.DescribeLoss,
    c.Revive,
)


_PARTYS: Final = (c.QuickRest, c.Withdraw)
"""What any player of the party may say for all."""


class Archmage(Cards):
    """A game of escalation, engagements and recoveries."""

    id = "archmage"
    package: ClassVar[str] = "arbitro.rules.archmage"
    event_types = EVENTS
    command_types = c.COMMANDS

    def __init__(self) -> None:
        self._rules = {command: getattr(self, name) for command, name in _RULES.items()}

    def owner(self, state: State, command: Command) -> str:
        """A command belongs to whoever acts in it, to the party as a whole, or to the referee.

        Whom a move goes past is the referee's word (AE-INTERCEPT-04): a move that says so is the referee's.
        """
        del state
        if isinstance(command, _PARTYS):
            return PARTY
        if isinstance(command, c.Move | c.Disengage) and command.past:
            return REFEREE_ONLY
        return REFEREE_ONLY if isinstance(command, _REFEREES) else getattr(command, "who", REFEREE_ONLY)

    def decide(self, state: State, command: Command, dice: Dice) -> Resolution[State] | Refusal:
        """What comes of a command: its own rules, then whatever is on the agenda."""
        scene = Scene(state, dice, fold.evolve)
        refused: Refusal | None = self._rules[type(command)](scene, command)
        if refused is not None:
            return refused
        self.run(scene)
        return scene

    def evolve(self, state: State, event: Event) -> State:
        """The state after an event."""
        return fold.evolve(state, event)

    def view(self, state: State, seat: Seat) -> Struct:
        """The table as a seat may know it."""
        return view.view(self, state, seat)

    def knowers(self, state: State, subject: str) -> tuple[str, ...] | None:
        """One's own side's numbers are known, the others' are the referee's."""
        return view.knowers(state, subject)

    def path_knowers(self, state: State, path: str) -> tuple[str, ...]:
        """What the referee changed in one's own people is told; other changes only as a fact."""
        steps = path.split(".")
        named = {"fight": 2, "party": 1}.get(steps[0], 99)
        return (steps[named], *(self.knowers(state, steps[named]) or ())) if len(steps) > named else ()

    def finished(self, state: State) -> bool:
        """Whether the battle has come to its end, and the quick rest after it if the party has one."""
        fight = state.fight
        if fight is None or fight.phase != "over":
            return False
        alive = any(one.awareness not in ("dead", "gone", "coma") for one in state.party.values())
        return not (state.resting and alive and fight.result != "defeat")

    def seats(self, state: State) -> tuple[Seat, ...]:
        """One seat for the whole party, one for the other side, and one for each character."""
        people = dict(state.party)
        if state.fight is not None:
            people |= state.fight.combatants
        sides: dict[str, set[str]] = {}
        for one in people.values():
            sides.setdefault(one.side, set()).add(one.id)
        order = sorted(sides, key=lambda side: side != PARTY)
        whole = [Seat(side, "player", frozenset({side, *sides[side]})) for side in order]
        heroes = [one for one in people.values() if one.profile.kind == "pc"]
        return (*whole, *(Seat(one.id, "player", frozenset({one.side, one.id})) for one in heroes))

    def read_setup(self, document: Document) -> Setup:
        """A battle from a small YAML file."""
        return setup.read_battle(document)

    def settle(self, state: State) -> list[Event]:
        """After the referee changed hit points by hand: whoever would have fallen falls, and a battle may end."""
        if state.fight is None or state.fight.phase == "over" or state.awaiting:
            return []
        scene = self.scene(state)
        for one in list(state.fight.combatants.values()):
            spare = one.profile.special("last_stand")
            if one.hp <= 0 and one.awareness in ("awake", "asleep") and spare is None:
                self.fall_if_spent(scene, one.id, "")
            self.wake_if_healed(scene, one.id)
        scene.agenda = []
        result = self.decided(scene.state)
        if result:
            self.end_battle(scene, result)
        return scene.events
