"""The game of Hope and Fear, put together. This page is the table of contents: every rule begins at a line of it."""

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
    beastform,
    cards,
    chances,
    choices,
    companion_struck,
    countdown,
    damage,
    death,
    effects,
    falls,
    feature_use,
    features,
    findings,
    fold,
    gm_die,
    growing,
    inventory,
    landing,
    meanings,
    narration,
    offers,
    opportunity,
    orders,
    picture,
    power_reactions,
    power_use,
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
    spreading,
    stat_block,
    steps,
    tactics,
    teamwork,
    turns,
    view,
)
from arbitro.rules.daggerheart import commands as c
from arbitro.rules.daggerheart.entries import AdversaryEntry
from arbitro.rules.daggerheart.events import EVENTS
from arbitro.rules.daggerheart.play import Play
from arbitro.rules.daggerheart.rules import Deed, Rules, Steps
from arbitro.rules.daggerheart.state import State
from arbitro.rules.daggerheart.upcasters import UPCASTERS
from arbitro.text import Language, Name

RULINGS: Final = (
    Rulings[Play, Deed]()
    # campaign, session, scene
    .on(c.StartCampaign, Deed.JUDGE, scenes.start_campaign)
    .on(c.StartSession, Deed.JUDGE, scenes.start_session)
    .on(c.OpenScene, Deed.JUDGE, scenes.open_scene)
    .on(c.EndScene, Deed.STAGE, scenes.end_scene)
    .on(c.SetTension, Deed.STAGE, scenes.set_tension)
    .on(c.AddFoe, Deed.STAGE, scenes.add_foe)
    .on(c.SetPlace, Deed.STAGE, scenes.set_place)
    .on(c.SetCover, Deed.STAGE, scenes.set_cover)
    .on(c.SetCondition, Deed.STAGE, scenes.set_condition)
    .on(c.EndCondition, Deed.STAGE, scenes.end_condition)
    .on(c.EndZone, Deed.STAGE, features.end_zone)
    # what a PC attempts in the spotlight of the players
    .on(c.Describe, Deed.ATTEMPT, roll_requests.describe)
    .on(c.Attack, Deed.ATTEMPT, attacking.attack)
    .on(c.UsePower, Deed.ATTEMPT, powers.use_power)
    .on(c.TakeForm, Deed.ATTEMPT, beastform.take_form)
    .on(c.LeaveForm, Deed.ATTEMPT, beastform.drop_form)
    .on(c.Startle, Deed.ATTEMPT, attacking.startle)
    .on(c.Move, Deed.ATTEMPT, roll_requests.move)
    .on(c.Shed, Deed.ATTEMPT, roll_requests.shed)
    .on(c.TagTeam, Deed.ATTEMPT, teamwork.tag_team)
    .on(c.EndEffect, Deed.ATTEMPT, attacking.end_effect)
    .on(c.Investigate, Deed.ATTEMPT, findings.investigate)
    # who comes into focus, and what is said to the GM
    .on(c.TakeSpotlight, Deed.SPEAK, rolling.take_spotlight)
    .on(c.Surrender, Deed.SPEAK, death.surrender)
    .on(c.LookToGm, Deed.SPEAK, turns.look_to_gm)
    # before the dice: whether there is a roll, at what odds, at what price
    .on(c.RequestRoll, Deed.CALL, roll_requests.request_roll)
    .on(c.NoRoll, Deed.CALL, roll_requests.no_roll)
    .on(c.OfferBargain, Deed.CALL, roll_requests.offer_bargain)
    .on(c.Adjust, Deed.CALL, roll_requests.adjust)
    .on(c.AdjustReaction, Deed.CALL, reaction_rolls.adjust_reaction)
    .on(c.CallReaction, Deed.CALL, reaction_rolls.call_reaction)
    .on(c.GroupAction, Deed.CALL, teamwork.group_action)
    # what a player says when asked, or before a roll that is due
    .on(c.Roll, Deed.ANSWER, rolling.roll)
    .on(c.GiveHelp, Deed.ANSWER, roll_requests.give_help)
    .on(c.Bolster, Deed.ANSWER, power_use.bolster)
    .on(c.Brace, Deed.ANSWER, power_use.brace)
    .on(c.OfferGold, Deed.ANSWER, findings.offer_gold)
    .on(c.DropRoll, Deed.ANSWER, roll_requests.drop_roll)
    .on(c.TakeBargain, Deed.ANSWER, roll_requests.take_bargain)
    .on(c.Reroll, Deed.ANSWER, rolling.reroll)
    .on(c.ChooseTag, Deed.ANSWER, teamwork.choose_tag)
    .on(c.HoldOff, Deed.ANSWER, landing.hold_off)
    .on(c.Seize, Deed.ANSWER, opportunity.seize)
    .on(c.React, Deed.ANSWER, reaction_rolls.react)
    .on(c.UseArmour, Deed.ANSWER, damage.use_armour)
    .on(c.AnswerPower, Deed.ANSWER, power_reactions.answer_power)
    .on(c.PayForLead, Deed.ANSWER, findings.pay_for_lead)
    .on(c.Learn, Deed.ANSWER, findings.learn)
    .on(c.TellGm, Deed.ANSWER, turns.tell_gm)
    .on(c.DeathMove, Deed.ANSWER, death.death_move)
    .on(c.ShareDamage, Deed.ANSWER, spreading.share_damage)
    .on(c.SplitHealing, Deed.REST, death.split_healing)
    # after the dice, and what they leave to the GM
    .on(c.GiveEdge, Deed.JUDGE, rolling.give_edge)
    .on(c.NoteChange, Deed.STAGE, rolling.note_change)
    .on(c.RollFate, Deed.STAGE, rolling.roll_fate)
    .on(c.Fall, Deed.STAGE, falls.fall)
    # the GM's turn
    .on(c.OpenTurn, Deed.TURN, turns.call_turn)
    .on(c.Interrupt, Deed.TURN, turns.interrupt)
    .on(c.MakeMove, Deed.TURN, turns.make_move)
    .on(c.Spotlight, Deed.TURN, turns.give_spotlight)
    .on(c.EndTurn, Deed.TURN, turns.end_turn)
    .on(c.SettleThreat, Deed.TURN, turns.settle_threat)
    # adversaries and environments
    .on(c.FoeAttack, Deed.TURN, adversary.foe_attack)
    .on(c.StrikeCompanion, Deed.TURN, companion_struck.strike_companion)
    .on(c.UseFeature, Deed.TURN, feature_use.use_feature)
    .on(c.FoeShed, Deed.TURN, adversary.foe_shed)
    .on(c.FoeSprint, Deed.TURN, adversary.foe_sprint)
    .on(c.FoeAct, Deed.TURN, adversary.foe_act)
    .on(c.FoeReact, Deed.TURN, adversary.foe_react)
    .on(c.Answer, Deed.TURN, features.answer)
    # Fear, and what draws nearer
    .on(c.SpendFear, Deed.JUDGE, turns.spend_by_hand)
    .on(c.GainFear, Deed.JUDGE, turns.gain_by_hand)
    .on(c.PayToEnd, Deed.STAGE, turns.pay_to_end)
    .on(c.AddCountdown, Deed.JUDGE, countdown.add_countdown)
    .on(c.StartCountdown, Deed.JUDGE, countdown.start_countdown)
    .on(c.AdvanceCountdown, Deed.JUDGE, countdown.advance_countdown)
    # between scenes: rests and levels
    .on(c.FreeCaptive, Deed.JUDGE, scene_end.free_captive)
    .on(c.BeginRest, Deed.JUDGE, rests.begin_rest)
    .on(c.CutRest, Deed.JUDGE, rests.cut_rest)
    .on(c.EndRest, Deed.JUDGE, rests.end_rest)
    .on(c.SkipTime, Deed.JUDGE, rests.skip_time)
    .on(c.LevelUp, Deed.JUDGE, growing.level_up)
    .on(c.RestMove, Deed.REST, rests.rest_move)
    .on(c.SwapCard, Deed.REST, growing.swap_card)
    # things to carry
    .on(c.GiveThing, Deed.JUDGE, inventory.give_thing)
    .on(c.FindLoot, Deed.JUDGE, inventory.find_loot)
    .on(c.HandThing, Deed.REST, inventory.hand_thing)
    .on(c.UseThing, Deed.REST, inventory.use_thing)
    .on(c.Advance, Deed.GROW, growing.advance)
    .on(c.TakeCard, Deed.GROW, growing.take_card)
    .on(c.TradeCard, Deed.GROW, growing.trade_card)
    .on(c.TrainCompanion, Deed.GROW, growing.train_companion)
)
"""Every command: what sort of thing it is, and the rule that decides it."""

STEPS: Final = (
    Steps()
    # a roll: resolved, and closed when it is played out
    .on(steps.Resolve, rolling.settle_resolve)
    .on(steps.Discover, findings.settle_discover)
    .on(steps.Close, turns.settle_close)
    # blows and damage
    .on(steps.Blow, gm_die.settle_blow)
    .on(steps.Volley, landing.settle_volley)
    .on(steps.Leaving, opportunity.settle_leaving)
    .on(steps.Landed, landing.settle_landed)
    .on(steps.Sharing, spreading.settle_sharing)
    .on(steps.PowerChance, power_reactions.settle_power_chance)
    .on(steps.Hit, damage.settle_hit)
    .on(steps.Aftermath, offers.settle_aftermath)
    .on(steps.Burning, adversary.settle_burning)
    .on(steps.Dying, death.settle_dying)
    # features: offered, carried out on a target, dodged
    .on(steps.Chance, features.settle_chance)
    .on(steps.Apply, effects.settle_apply)
    .on(steps.Dodged, reaction_rolls.settle_dodged)
    # what walking and countdowns set off
    .on(steps.Entry, features.settle_entry)
    .on(steps.Ring, features.settle_ring)
)
"""What may still be due when a command is decided; choosing after a Tag Team Roll or a failure waits for an answer."""

IN_A_SCENE: Final = Forbid(presence.no_scene)

RULES: Final = Rules(
    rulings=RULINGS,
    may_do={Deed.ANSWER: IN_A_SCENE, Deed.CALL: IN_A_SCENE, Deed.TURN: IN_A_SCENE, Deed.STAGE: IN_A_SCENE},
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
    rungs = agenda.RUNGS

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

    def aims(self, state: State, seat: Seat) -> Iterable[Aim]:
        """The orders that a seat may give in a fight."""
        if state.rest is not None:
            return orders.recovers(self, state, seat)
        return kernel_orders.aims(self, orders.ORDERS, state, seat)

    def pursue(self, state: State, seat: Seat, aim: str, course: Course[State]) -> Command | Halt:
        """The next command for an order."""
        if course.begun.rest is not None:
            return orders.recover(self, state, seat)
        return kernel_orders.pursue(self, orders.ORDERS, state, seat, aim, course)

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

    def meaning(self, state: State, subject: str, language: Language) -> str:
        """What a class, a power, a thing or a condition is or does, in a line."""
        return meanings.meaning(self, state, subject, language)

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
