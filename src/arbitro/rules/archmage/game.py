"""The Archmage Engine, put together. This page is the table of contents: every rule begins at a line of it."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Final

from msgspec import Struct

from arbitro.dice.stream import Dice
from arbitro.kernel import orders as kernel_orders
from arbitro.kernel.aim import Aim, Course, Halt
from arbitro.kernel.card import Card, Chance, Sheet
from arbitro.kernel.choice import Choice
from arbitro.kernel.command import Command, Refusal
from arbitro.kernel.content import Content, Noun
from arbitro.kernel.encounter_table import row_words
from arbitro.kernel.event import Event
from arbitro.kernel.hooks import Collect, Forbid, Moment, Rulings
from arbitro.kernel.pack import Pack
from arbitro.kernel.ruleset import Resolution, Ruleset, Setup
from arbitro.kernel.ruling import Lookup
from arbitro.kernel.seat import Seat
from arbitro.kernel.sketch import Sketch
from arbitro.kernel.stat_block import BlockRead
from arbitro.kernel.then import Then
from arbitro.kernel.yamlfile import Document
from arbitro.rules.archmage import (
    actions,
    agenda,
    attack,
    blow,
    bonuses,
    cards,
    chances,
    choices,
    declaring,
    entry,
    flight,
    fold,
    free_moves,
    healing,
    interrupts,
    judgement,
    magic_verbs,
    meanings,
    moments,
    moving,
    narration,
    occasions,
    orders,
    picture,
    reactions,
    readied,
    rests,
    roll_modifiers,
    seating,
    setup,
    sheets,
    specials,
    spirit,
    stat_block,
    step,
    tactics,
    turns,
    verbs,
    view,
)
from arbitro.rules.archmage import commands as c
from arbitro.rules.archmage.events import EVENTS
from arbitro.rules.archmage.rules import Deed, Rules, Steps
from arbitro.rules.archmage.scene import Scene
from arbitro.rules.archmage.state import State
from arbitro.text import Language, Name

RULINGS: Final = (
    Rulings[Scene, Deed]()
    # in the own turn
    .on(c.Attack, Deed.STRIKE, declaring.attack)
    .on(c.CoupDeGrace, Deed.STRIKE, declaring.coup_de_grace)
    .on(c.Grab, Deed.STRIKE, declaring.try_grab)
    .on(c.Move, Deed.MOVE, moving.move)
    .on(c.Disengage, Deed.MOVE, moving.disengage)
    .on(c.Leave, Deed.MOVE, moving.leave)
    .on(c.Rally, Deed.HELP, healing.rally)
    .on(c.Stabilise, Deed.HELP, healing.stabilise)
    .on(c.GivePotion, Deed.HELP, healing.give_potion)
    .on(c.Delay, Deed.WAIT, turns.delay)
    .on(c.Ready, Deed.WAIT, readied.ready)
    .on(c.BarTheWay, Deed.WAIT, moving.bar_the_way)
    .on(c.Release, Deed.FREE, moving.release)
    .on(c.FreeAction, Deed.FREE, actions.free_action)
    .on(c.Surrender, Deed.FREE, flight.surrender)
    .on(c.FreeCaptive, Deed.JUDGE, flight.free_captive)
    .on(c.EndTurn, Deed.END, turns.end_turn)
    # when asked
    .on(c.Opportunity, Deed.ANSWER, reactions.opportunity)
    .on(c.Intercept, Deed.ANSWER, reactions.intercept)
    .on(c.UseReadied, Deed.ANSWER, readied.use_readied)
    .on(c.TakeDelayedTurn, Deed.ANSWER, turns.take_delayed_turn)
    .on(c.Reroll, Deed.ANSWER, blow.reroll)
    .on(c.PickFlexible, Deed.ANSWER, blow.pick_flexible)
    .on(c.Interrupt, Deed.ANSWER, interrupts.interrupt)
    .on(c.TakeMove, Deed.ANSWER, free_moves.take_move)
    .on(c.TurnHit, Deed.ANSWER, reactions.turn_hit)
    .on(c.ShrugOff, Deed.ANSWER, reactions.shrug_off)
    .on(c.VoteFlight, Deed.ANSWER, flight.vote_flight)
    # at any time
    .on(c.ProposeFlight, Deed.SPEAK, flight.propose_flight)
    .on(c.FightInSpirit, Deed.SPEAK, spirit.fight_in_spirit)
    # between battles
    .on(c.UseRecovery, Deed.REST, rests.rest_recovery)
    .on(c.HealInRest, Deed.REST, rests.heal_in_rest)
    .on(c.QuickRest, Deed.TOGETHER, rests.quick_rest)
    .on(c.Withdraw, Deed.TOGETHER, rests.withdraw)
    # the referee: who meets whom, and who comes later
    .on(c.StartBattle, Deed.JUDGE, turns.start_battle)
    .on(c.JoinBattle, Deed.JUDGE, entry.join_battle)
    .on(c.Reinforce, Deed.JUDGE, entry.reinforce)
    .on(c.Reorder, Deed.JUDGE, entry.reorder)
    .on(c.EndBattle, Deed.JUDGE, judgement.break_off)
    # the referee: in the middle of things
    .on(c.CallMoment, Deed.JUDGE, readied.call_moment)
    .on(c.JudgePassing, Deed.JUDGE, moving.judge_passing)
    .on(c.NameStray, Deed.JUDGE, blow.name_stray)
    .on(c.NameVictim, Deed.JUDGE, declaring.name_victim)
    # the referee: circumstances, and what befalls somebody
    .on(c.HoldEscalation, Deed.JUDGE, judgement.hold_escalation)
    .on(c.ResetEscalation, Deed.JUDGE, judgement.reset_escalation)
    .on(c.Flag, Deed.JUDGE, judgement.flag)
    .on(c.Place, Deed.JUDGE, judgement.place)
    .on(c.Circumstance, Deed.JUDGE, judgement.circumstance)
    .on(c.GrantWeapon, Deed.JUDGE, judgement.grant_weapon)
    .on(c.Impose, Deed.JUDGE, judgement.impose)
    .on(c.CheckSkill, Deed.JUDGE, judgement.check_skill)
    .on(c.CheckSpeed, Deed.JUDGE, judgement.check_speed)
    # the referee: between battles
    .on(c.FullHealUp, Deed.JUDGE, rests.full_heal_up)
    .on(c.DescribeLoss, Deed.JUDGE, rests.describe_loss)
    .on(c.Revive, Deed.JUDGE, rests.revive)
)

OWN_TURN: Final = Forbid(actions.own_turn)

STEPS: Final = (
    Steps()
    # whose turn it is
    .on(step.TurnNext, turns.turn_next)
    .on(step.TurnStart, turns.turn_start)
    .on(step.TurnEnd, turns.turn_end)
    # an attack: declared, rolled for each target, carried on to its effect
    .on(step.Bewildered, declaring.bewilder)
    .on(step.Announce, declaring.announce)
    .on(step.Volley, attack.volley)
    .on(step.Blow, blow.blow)
    # a move, and a leap that an attack brings with it
    .on(step.Walk, moving.walk)
    .on(step.Leap, verbs.leap)
    # whoever may answer
    .on(step.Offer, reactions.offer)
    .on(step.Occasion, occasions.occasion)
    .on(step.Collapse, magic_verbs.collapse)
)

RULES: Final = Rules(
    rulings=RULINGS,
    may_do={
        Deed.STRIKE: OWN_TURN,
        Deed.MOVE: OWN_TURN,
        Deed.HELP: OWN_TURN,
        Deed.WAIT: OWN_TURN,
        Deed.FREE: OWN_TURN,
    },
    steps=STEPS,
    to_hit=Collect(
        roll_modifiers.skill,
        roll_modifiers.escalation,
        roll_modifiers.circumstances,
        bonuses.to_hit,
    ),
    crit_range=Collect(roll_modifiers.crit_range, bonuses.crit_range),
    verbs=verbs.VERBS,
    traits=specials.TRAITS,
    fell=Moment(specials.set_off_by_a_fall, moments.set_off_by_a_fall),
)


class Archmage(Ruleset[State]):
    """A game of escalation, engagements and recoveries."""

    id = "archmage"
    package = "arbitro.rules.archmage"
    event_types = EVENTS
    command_types = c.COMMANDS
    state_type = State

    def __init__(self, rules: Rules = RULES) -> None:
        self.rules: Final = rules
        self.packs = rules.packs

    # ---------------------------------------------------------------- what happens

    def decide(self, state: State, command: Command, dice: Dice) -> Resolution[State] | Refusal:
        """What comes of a command: its own rules, then whatever is on the agenda."""
        return agenda.decide(self.rules, state, command, dice)

    def evolve(self, state: State, event: Event) -> State:
        """The state after an event."""
        return fold.evolve(state, event)

    values = agenda.VALUES
    rungs = agenda.RUNGS

    def settle(self, state: State) -> list[Event]:
        """After the referee changed hit points by hand: whoever would have fallen falls, and a battle may end."""
        return agenda.settled(self.rules, state)

    def with_packs(self, packs: tuple[Pack, ...]) -> "Archmage":
        """The same game with a reader's own content laid over it; one object for the same packs."""
        return self if packs == self.packs else _with(packs)

    def books(self) -> Content:
        """The game's content with its packs, kind by kind."""
        return self.rules.books

    def read_block(self, text: str) -> BlockRead:
        """A stat block pasted as text, read into an entry of a pack."""
        return stat_block.read_block(text)

    def creatures(self) -> Mapping[str, Noun]:
        """What each creature is called."""
        return {name: entry.name for name, entry in self.rules.books.monsters.items()}

    def creature(self, name: str) -> Struct:
        """The entry of a creature."""
        return self.rules.books.monsters[name]

    def read_setup(self, document: Document) -> Setup:
        """A battle from a small YAML file."""
        return setup.read_battle(self.rules.books, document)

    def finished(self, state: State) -> bool:
        """Whether the battle has come to its end, and the quick rest after it if the party has one."""
        return turns.finished(state)

    # ---------------------------------------------------------------- who plays, and who knows what

    def owner(self, state: State, command: Command) -> str:
        """A command belongs to whoever acts in it, to the party as a whole, or to the referee."""
        del state
        return seating.owner(self.rules, command)

    def seats(self, state: State) -> tuple[Seat, ...]:
        """One seat for the whole party, one for the other side, and one for each character."""
        return seating.seats(state)

    def knowers(self, state: State, subject: str) -> tuple[str, ...] | None:
        """One's own side's numbers are known, the others' are the referee's."""
        return view.knowers(state, subject)

    def path_knowers(self, state: State, path: str) -> tuple[str, ...]:
        """What the referee changed in one's own people is told; other changes only as a fact."""
        return view.path_knowers(state, path)

    # ---------------------------------------------------------------- what one may do

    def choices(self, state: State, seat: Seat) -> Iterable[Choice]:
        """What a seat may do now, lazily."""
        return choices.choices(self, state, seat)

    def aims(self, state: State, seat: Seat) -> Iterable[Aim]:
        """The orders that a seat may give in a fight."""
        return kernel_orders.aims(self, orders.ORDERS, state, seat)

    def pursue(self, state: State, seat: Seat, aim: str, course: Course[State]) -> Command | Halt:
        """The next command for an order."""
        return kernel_orders.pursue(self, orders.ORDERS, state, seat, aim, course)

    def next_to_act(self, state: State) -> frozenset[str]:
        """Who may act next."""
        return tactics.next_to_act(self, state)

    def suggest(self, state: State, seat: Seat) -> Command | None:
        """What a plain automatic player would do: see `tactics`."""
        return tactics.suggest(self, state, seat)

    def may_have_odds(self, command: Command) -> bool:
        """Only of commands that a die decides."""
        return chances.may_have_odds(command)

    def chance(self, state: State, seat: Seat, command: Command, language: Language) -> Chance | None:
        """How likely a command is to succeed; nothing where it depends on numbers that the seat may not know."""
        return chances.chance(self, self.rules, state, seat, command, language)

    # ---------------------------------------------------------------- what one sees

    def view(self, state: State, seat: Seat) -> view.View:
        """The table as a seat may know it."""
        return view.view(state, seat)

    def name_of(self, state: State, subject: str, language: Language) -> Name:
        """A combatant, a side, several with commas between, or a thing of somebody's (``ogre-1/club``)."""
        return narration.name_of(self, state, subject, language)

    def meaning(self, state: State, subject: str, language: Language) -> str:
        """What a class, a power, a thing or a condition is or does, in a line."""
        return meanings.meaning(self, state, subject, language)

    def words_for(self, then: Then[State], event: Event, language: Language) -> dict[str, str]:
        """Attacks by name, conditions and numbers in words."""
        return narration.words_for(self, then, event, language)

    def row_text(self, lookup: Lookup, language: Language) -> str:
        """A row of a pack's encounter table: whom it names."""
        table = self.rules.books.encounter_tables.get(lookup.table)
        if table is None:
            return super().row_text(lookup, language)
        return row_words(table, lookup, self.creatures(), language)

    def picture(self, state: State, seat: Seat, language: Language) -> list[str]:
        """The battle in lines: who is engaged with whom, who is free, who is far."""
        return picture.lines(self, state, seat, language)

    def sketch(self, state: State, seat: Seat, language: Language) -> Sketch | None:
        """The battle to look at."""
        return picture.sketch(self, state, seat, language)

    def cards(self, state: State, seat: Seat, language: Language) -> tuple[Card, ...]:
        """Everybody in the battle, or the party between battles; the battle itself last."""
        return cards.cards(self, state, seat, language)

    def sheet(self, state: State, seat: Seat, subject: str, language: Language) -> Sheet | None:
        """All numbers of somebody, for those who may know them."""
        return sheets.sheet(self, state, seat, subject, language)


@lru_cache(maxsize=16)
def _with(packs: tuple[Pack, ...]) -> Archmage:
    game = Archmage(replace(RULES, packs=packs))
    game.books()  # read now, so that faults show at once
    return game
