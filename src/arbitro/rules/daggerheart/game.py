"""The game of Hope and Fear, put together. This page is the table of contents: every rule begins at a line of it."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Final

from msgspec import Struct

from arbitro.dice.stream import Dice
from arbitro.kernel.card import Card, Chance, Sheet
from arbitro.kernel.choice import Choice
from arbitro.kernel.command import Command, Refusal
from arbitro.kernel.content import Content, Noun
from arbitro.kernel.encounter_table import row_words
from arbitro.kernel.event import Event
from arbitro.kernel.hooks import Collect, Forbid, Rulings
from arbitro.kernel.pack import Pack
from arbitro.kernel.ruleset import Ruleset, Setup
from arbitro.kernel.ruling import Lookup
from arbitro.kernel.seat import Seat
from arbitro.kernel.sketch import Sketch
from arbitro.kernel.stat_block import BlockRead
from arbitro.kernel.then import Then
from arbitro.kernel.yamlfile import Document
from arbitro.rules.daggerheart import (
    adversary,
    agenda,
    attacking,
    cards,
    chances,
    choices,
    countdown,
    damage,
    death,
    effects,
    features,
    findings,
    fold,
    gm_die,
    growing,
    narration,
    picture,
    powers,
    presence,
    reaction_rolls,
    rests,
    roll_requests,
    rolling,
    scene_end,
    scenes,
    seating,
    setup,
    sheets,
    stat_block,
    tactics,
    teamwork,
    turns,
    view,
)
from arbitro.rules.daggerheart import commands as c
from arbitro.rules.daggerheart import steps as s
from arbitro.rules.daggerheart.entries import AdversaryEntry
from arbitro.rules.daggerheart.events import EVENTS
from arbitro.rules.daggerheart.play import Play
from arbitro.rules.daggerheart.rules import Act, Rules, Steps
from arbitro.rules.daggerheart.state import State
from arbitro.rules.daggerheart.upcasters import UPCASTERS
from arbitro.text import Language, Name

RULINGS: Final = (
    Rulings[Play, Act]()
    # campaign, session, scene
    .on(c.StartCampaign, Act.JUDGE, scenes.start_campaign)
    .on(c.StartSession, Act.JUDGE, scenes.start_session)
    .on(c.OpenScene, Act.JUDGE, scenes.open_scene)
    .on(c.EndScene, Act.STAGE, scenes.end_scene)
    .on(c.SetTension, Act.STAGE, scenes.set_tension)
    .on(c.AddFoe, Act.STAGE, scenes.add_foe)
    .on(c.SetPlace, Act.STAGE, scenes.set_place)
    .on(c.SetCover, Act.STAGE, scenes.set_cover)
    .on(c.SetCondition, Act.STAGE, scenes.set_condition)
    .on(c.EndCondition, Act.STAGE, scenes.end_condition)
    .on(c.EndZone, Act.STAGE, features.end_zone)
    # what a PC attempts in the spotlight of the players
    .on(c.Describe, Act.ATTEMPT, roll_requests.describe)
    .on(c.Attack, Act.ATTEMPT, attacking.attack)
    .on(c.UsePower, Act.ATTEMPT, powers.use_power)
    .on(c.Startle, Act.ATTEMPT, attacking.startle)
    .on(c.Move, Act.ATTEMPT, roll_requests.move)
    .on(c.Shed, Act.ATTEMPT, roll_requests.shed)
    .on(c.TagTeam, Act.ATTEMPT, teamwork.tag_team)
    .on(c.EndEffect, Act.ATTEMPT, attacking.end_effect)
    .on(c.Investigate, Act.ATTEMPT, findings.investigate)
    # who comes into focus, and what is said to the GM
    .on(c.TakeSpotlight, Act.SPEAK, rolling.take_spotlight)
    .on(c.Surrender, Act.SPEAK, death.surrender)
    .on(c.LookToGm, Act.SPEAK, turns.look_to_gm)
    # before the dice: whether there is a roll, at what odds, at what price
    .on(c.RequestRoll, Act.CALL, roll_requests.request_roll)
    .on(c.NoRoll, Act.CALL, roll_requests.no_roll)
    .on(c.OfferBargain, Act.CALL, roll_requests.offer_bargain)
    .on(c.Adjust, Act.CALL, roll_requests.adjust)
    .on(c.AdjustReaction, Act.CALL, reaction_rolls.adjust_reaction)
    .on(c.CallReaction, Act.CALL, reaction_rolls.call_reaction)
    .on(c.GroupAction, Act.CALL, teamwork.group_action)
    # what a player says when asked, or before a roll that is due
    .on(c.Roll, Act.ANSWER, rolling.roll)
    .on(c.GiveHelp, Act.ANSWER, roll_requests.give_help)
    .on(c.OfferGold, Act.ANSWER, findings.offer_gold)
    .on(c.DropRoll, Act.ANSWER, roll_requests.drop_roll)
    .on(c.TakeBargain, Act.ANSWER, roll_requests.take_bargain)
    .on(c.Reroll, Act.ANSWER, rolling.reroll)
    .on(c.ChooseTag, Act.ANSWER, teamwork.choose_tag)
    .on(c.HoldOff, Act.ANSWER, attacking.hold_off)
    .on(c.React, Act.ANSWER, reaction_rolls.react)
    .on(c.UseArmour, Act.ANSWER, damage.use_armour)
    .on(c.PayForLead, Act.ANSWER, findings.pay_for_lead)
    .on(c.Learn, Act.ANSWER, findings.learn)
    .on(c.TellGm, Act.ANSWER, turns.tell_gm)
    .on(c.DeathMove, Act.ANSWER, death.death_move)
    .on(c.SplitHealing, Act.REST, death.split_healing)
    # after the dice, and what they leave to the GM
    .on(c.GiveEdge, Act.JUDGE, rolling.give_edge)
    .on(c.NoteChange, Act.STAGE, rolling.note_change)
    .on(c.RollFate, Act.STAGE, rolling.roll_fate)
    .on(c.Fall, Act.STAGE, damage.fall)
    # the GM's turn
    .on(c.OpenTurn, Act.TURN, turns.call_turn)
    .on(c.Interrupt, Act.TURN, turns.interrupt)
    .on(c.MakeMove, Act.TURN, turns.make_move)
    .on(c.Spotlight, Act.TURN, turns.give_spotlight)
    .on(c.EndTurn, Act.TURN, turns.end_turn)
    .on(c.SettleThreat, Act.TURN, turns.settle_threat)
    # adversaries and environments
    .on(c.FoeAttack, Act.TURN, adversary.foe_attack)
    .on(c.UseFeature, Act.TURN, features.use_feature)
    .on(c.FoeShed, Act.TURN, adversary.foe_shed)
    .on(c.FoeSprint, Act.TURN, adversary.foe_sprint)
    .on(c.FoeAct, Act.TURN, adversary.foe_act)
    .on(c.FoeReact, Act.TURN, adversary.foe_react)
    .on(c.Answer, Act.TURN, features.answer)
    # Fear, and what draws nearer
    .on(c.SpendFear, Act.JUDGE, turns.spend_by_hand)
    .on(c.GainFear, Act.JUDGE, turns.gain_by_hand)
    .on(c.PayToEnd, Act.STAGE, turns.pay_to_end)
    .on(c.AddCountdown, Act.JUDGE, countdown.add_countdown)
    .on(c.StartCountdown, Act.JUDGE, countdown.start_countdown)
    .on(c.AdvanceCountdown, Act.JUDGE, countdown.advance_countdown)
    # between scenes: rests and levels
    .on(c.FreeCaptive, Act.JUDGE, scene_end.free_captive)
    .on(c.BeginRest, Act.JUDGE, rests.begin_rest)
    .on(c.CutRest, Act.JUDGE, rests.cut_rest)
    .on(c.EndRest, Act.JUDGE, rests.end_rest)
    .on(c.SkipTime, Act.JUDGE, rests.skip_time)
    .on(c.LevelUp, Act.JUDGE, growing.level_up)
    .on(c.RestMove, Act.REST, rests.rest_move)
    .on(c.SwapCard, Act.REST, growing.swap_card)
    .on(c.Advance, Act.GROW, growing.advance)
    .on(c.TakeCard, Act.GROW, growing.take_card)
)
"""Every command: what sort of thing it is, and the rule that decides it."""

STEPS: Final = (
    Steps()
    # a roll: resolved, and closed when it is played out
    .on(s.Resolve, rolling.settle_resolve)
    .on(s.Discover, findings.settle_discover)
    .on(s.Close, turns.settle_close)
    # blows and damage
    .on(s.Blow, gm_die.settle_blow)
    .on(s.Volley, attacking.settle_volley)
    .on(s.Hit, damage.settle_hit)
    .on(s.Dying, death.settle_dying)
    # features: offered, carried out on a target, dodged
    .on(s.Chance, features.settle_chance)
    .on(s.Apply, effects.settle_apply)
    .on(s.Dodged, reaction_rolls.settle_dodged)
    # what walking and countdowns set off
    .on(s.Entry, features.settle_entry)
    .on(s.Ring, features.settle_ring)
)
"""What may still be due when a command is decided; choosing after a Tag Team Roll or a failure waits for an answer."""

IN_A_SCENE: Final = Forbid(presence.no_scene)

RULES: Final = Rules(
    rulings=RULINGS,
    may_do={Act.ANSWER: IN_A_SCENE, Act.CALL: IN_A_SCENE, Act.TURN: IN_A_SCENE, Act.STAGE: IN_A_SCENE},
    steps=STEPS,
    words=effects.WORDS,
    reactions=Collect(
        features.reactions_of_foes,
        features.reactions_of_place,
    ),
)


class Spotlight(Ruleset[State]):
    """The game whose spotlight moves by results."""

    id = "daggerheart"
    package = "arbitro.rules.daggerheart"
    event_types = EVENTS
    command_types = c.COMMANDS
    state_type = State
    upcasters = UPCASTERS

    def __init__(self, rules: Rules = RULES) -> None:
        self.rules: Final = rules
        self.packs = rules.packs

    # ---------------------------------------------------------------- what happens

    def decide(self, state: State, command: Command, dice: Dice) -> Play | Refusal:
        """What comes of a command, and of everything that it sets off."""
        return agenda.decide(self.rules, state, command, dice)

    def evolve(self, state: State, event: Event) -> State:
        """The state after an event."""
        return fold.evolve(state, event)

    values = agenda.VALUES

    def settle(self, state: State) -> list[Event]:
        """After the GM changed marks by hand: whoever would have fallen falls."""
        return agenda.settled(self.rules, state)

    def with_packs(self, packs: tuple[Pack, ...]) -> "Spotlight":
        """The same game with a reader's own content laid over it; one object for the same packs."""
        return self if packs == self.packs else _with(packs)

    def books(self) -> Content:
        """The game's content with its packs, kind by kind."""
        return self.rules.books

    def read_block(self, text: str) -> BlockRead:
        """A stat block pasted as text, read into an entry of a pack."""
        return stat_block.read_block(self.rules.books, text)

    def creatures(self) -> Mapping[str, Noun]:
        """What each adversary is called."""
        return self.rules.books.creature_names

    def creature(self, name: str) -> Struct:
        """The entry of an adversary."""
        return self.rules.books.entries("adversaries", AdversaryEntry)[name]

    def read_setup(self, document: Document) -> Setup:
        """A fight or a scene from a small YAML file."""
        return setup.read_scene(document, self.rules.books)

    def finished(self, state: State) -> bool:
        """Whether the scene is over."""
        return state.scene is not None and bool(state.scene.ending)

    # ---------------------------------------------------------------- who plays, and who knows what

    def owner(self, state: State, command: Command) -> str:
        """A command belongs to the PC who acts in it, or to the GM."""
        del state
        return seating.owner(self.rules, command)

    def seats(self, state: State) -> tuple[Seat, ...]:
        """One seat for the whole party and one for each PC; the GM sits in the referee's chair."""
        return seating.seats(state)

    def knowers(self, state: State, subject: str) -> tuple[str, ...] | None:
        """PCs are open to the table, adversaries are the GM's."""
        return view.knowers(state, subject)

    def path_knowers(self, state: State, path: str) -> tuple[str, ...]:
        """What the GM changed in the party or in the Fear is told; other changes only as a fact."""
        del state
        return view.path_knowers(path)

    # ---------------------------------------------------------------- what one may do

    def choices(self, state: State, seat: Seat) -> Iterable[Choice]:
        """What a seat may do now, lazily."""
        return choices.choices(self, state, seat)

    def next_to_act(self, state: State) -> frozenset[str]:
        """Whoever is asked; the GM in a turn of theirs; otherwise the PCs who may act."""
        return tactics.next_to_act(self, state)

    def suggest(self, state: State, seat: Seat) -> Command | None:
        """What a plain automatic player or GM would do: see `tactics` and `automatic_gm`."""
        return tactics.suggest(self, state, seat)

    def may_have_odds(self, command: Command) -> bool:
        """Only of commands that dice decide."""
        return chances.may_have_odds(command)

    def chance(self, state: State, seat: Seat, command: Command, language: Language) -> Chance | None:
        """How likely a command is to succeed; nothing where it depends on numbers that the seat may not know."""
        return chances.chance(self, state, seat, command, language)

    # ---------------------------------------------------------------- what one sees

    def view(self, state: State, seat: Seat) -> view.View:
        """The table as a seat may know it."""
        return view.view(state, seat)

    def name_of(self, state: State, subject: str, language: Language) -> Name:
        """A PC, an adversary, a thing of theirs, a condition, or what the books name."""
        return narration.name_of(self, state, subject, language)

    def words_for(self, then: Then[State], event: Event, language: Language) -> dict[str, str]:
        """Weapons, features, conditions and numbers in words."""
        return narration.words_for(self, then, event, language)

    def row_text(self, lookup: Lookup, language: Language) -> str:
        """A row of a pack's encounter table: whom it names."""
        table = self.rules.books.encounter_tables.get(lookup.table)
        if table is None:
            return super().row_text(lookup, language)
        return row_words(table, lookup, self.creatures(), language)

    def picture(self, state: State, seat: Seat, language: Language) -> list[str]:
        """The scene in lines; for the GM also what the rules call for."""
        return picture.lines(self, state, seat, language)

    def sketch(self, state: State, seat: Seat, language: Language) -> Sketch | None:
        """The scene to look at."""
        return picture.sketch(self, state, seat, language)

    def cards(self, state: State, seat: Seat, language: Language) -> tuple[Card, ...]:
        """The PCs, the adversaries, the GM's Fear, the place."""
        return cards.cards(self, state, seat, language)

    def sheet(self, state: State, seat: Seat, subject: str, language: Language) -> Sheet | None:
        """All numbers of somebody, for those who may know them."""
        return sheets.sheet(self, state, seat, subject, language)


@lru_cache(maxsize=16)
def _with(packs: tuple[Pack, ...]) -> Spotlight:
    game = Spotlight(replace(RULES, packs=packs))
    game.books()  # read now, so that faults show at once
    return game
