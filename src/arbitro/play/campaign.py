"""A campaign: one more game, made of another game and a dungeon that grows as the party walks.

Town, road, dungeon and encounters run on one clock and one log. Everything that a game has rules for is decided by that
game, through its `Side`; the dungeon is rolled by the appendix; what is left is here: where the party is, what the
dungeon does to it, and who decides when no referee is at the table.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from arbitro.dice.stream import Dice
from arbitro.dungeon.events import DUNGEON_EVENTS
from arbitro.kernel.aim import Aim, Course, Halt
from arbitro.kernel.automation import Automation
from arbitro.kernel.card import Card, Chance, Progress, Sheet
from arbitro.kernel.changing import Value
from arbitro.kernel.choice import Choice
from arbitro.kernel.command import Command, Refusal
from arbitro.kernel.content import Content, Noun
from arbitro.kernel.drawing import Drawing, Plan
from arbitro.kernel.event import Event, Setting, tag_of
from arbitro.kernel.hooks import Rulings
from arbitro.kernel.option import Options
from arbitro.kernel.pack import Pack
from arbitro.kernel.rulebook import Rulebook
from arbitro.kernel.ruleset import Resolution, Ruleset, Setup
from arbitro.kernel.ruling import Check, Lookup
from arbitro.kernel.seat import Seat
from arbitro.kernel.sketch import Sketch
from arbitro.kernel.stat_block import BlockRead
from arbitro.kernel.then import Then
from arbitro.kernel.witness import Noted
from arbitro.kernel.yamlfile import Document
from arbitro.play import (
    aftermath,
    aims,
    bathing,
    chair,
    chances,
    delving,
    fold,
    guide,
    hastening,
    inner_commands,
    made_of,
    making,
    naming,
    offers,
    placing,
    preparing,
    revealing,
    rooms,
    rows,
    scouting,
    seating,
    splitting,
    stages,
    tale,
    telling,
    view,
)
from arbitro.play import commands as c
from arbitro.play.deeds import ANY_TIME, Deed
from arbitro.play.events import EVENTS
from arbitro.play.made_of import PACKAGE
from arbitro.play.scene import Scene
from arbitro.play.setup import read_campaign
from arbitro.play.side import Side
from arbitro.play.state import GROUP, CampaignState
from arbitro.text import Language, Name, Texts

RULINGS: Final = (
    Rulings[Scene, Deed]()
    # in town and on the road
    .on(c.Gather, Deed.PARTY, stages.gather)
    .on(c.Lodge, Deed.PARTY, stages.lodge)
    .on(c.Bank, Deed.PARTY, stages.bank)
    .on(c.SeekDungeon, Deed.PARTY, stages.seek_dungeon)
    .on(c.AskAround, Deed.PARTY, stages.ask_around)
    .on(c.GoBack, Deed.PARTY, stages.go_back)
    .on(c.SetOut, Deed.PARTY, stages.set_out)
    .on(c.TurnRound, Deed.PARTY, stages.turn_round)
    .on(c.EnterTown, Deed.PARTY, stages.enter_town)
    # characters made step by step
    .on(c.BeginCharacter, Deed.PARTY, making.begin_character)
    .on(c.DecideCharacter, Deed.PARTY, making.decide_character)
    .on(c.ThrowForCharacter, Deed.PARTY, making.throw_for_character)
    .on(c.ReconsiderCharacter, Deed.PARTY, making.reconsider_character)
    .on(c.FinishCharacter, Deed.PARTY, making.finish_character)
    .on(c.DropCharacter, Deed.PARTY, making.drop_character)
    # underground: ways, walls, water, treasure
    .on(c.Follow, Deed.PARTY, delving.follow)
    .on(c.GoTo, Deed.PARTY, delving.go_to)
    .on(c.SetPace, Deed.PARTY, delving.set_pace)
    .on(c.AnswerRepair, Deed.PARTY, delving.answer_repair)
    .on(c.SearchWall, Deed.PARTY, delving.search_wall)
    .on(c.StepIn, Deed.PARTY, bathing.step_in)
    .on(c.MakeWish, Deed.PARTY, bathing.make_wish)
    .on(c.TakeLoot, Deed.PARTY, delving.take_loot)
    .on(c.LeaveLoot, Deed.PARTY, delving.leave_loot)
    .on(c.SearchAhead, Deed.PARTY, scouting.search_ahead)
    .on(c.SetOff, Deed.PARTY, scouting.set_off)
    # parting and meeting again
    .on(c.SplitOff, Deed.PARTY, splitting.split_off)
    .on(c.Regroup, Deed.PARTY, splitting.regroup)
    .on(c.TurnTo, Deed.PARTY, splitting.turn_to)
    .on(c.GiveUp, Deed.PARTY, splitting.give_up)
    .on(c.AwaitOthers, Deed.PARTY, splitting.await_others)
    # special rooms
    .on(c.BringRooms, Deed.PARTY, rooms.bring_rooms)
    .on(c.DoInRoom, Deed.PARTY, rooms.do_in_room)
    # who is the referee, and what the oracle says
    .on(c.TakeChair, Deed.PARTY, chair.take_chair)
    .on(c.LeaveChair, Deed.PARTY, chair.leave_chair)
    .on(c.AskOracle, Deed.PARTY, chair.ask_oracle)
    .on(c.DrawPrompt, Deed.PARTY, chair.draw_prompt)
    .on(c.AskMe, Deed.DESK, chair.ask_me)
    .on(c.TakeDefault, Deed.DEFAULT, guide.take_default)
    # the referee's desk: the map
    .on(c.DigAhead, Deed.REFEREE, preparing.dig_ahead)
    .on(c.DigLevel, Deed.REFEREE, preparing.dig_level)
    .on(c.BeginAnew, Deed.REFEREE, preparing.begin_anew)
    .on(c.BringDungeon, Deed.REFEREE, preparing.bring_dungeon)
    .on(c.BringTale, Deed.REFEREE, tale.bring_tale)
    # the referee's desk: who and what is where
    .on(c.PlaceMonsters, Deed.DESK, placing.place_monsters)
    .on(c.PlaceTreasure, Deed.DESK, placing.place_treasure)
    .on(c.ChangeContents, Deed.DESK, placing.change_contents)
    .on(c.SetMood, Deed.DESK, placing.set_mood)
    .on(c.SetTrap, Deed.DESK, placing.set_trap)
    .on(c.SetLock, Deed.DESK, placing.set_lock)
    .on(c.RemoveThing, Deed.DESK, placing.remove_thing)
    .on(c.KeepNote, Deed.DESK, placing.keep_note)
    .on(c.SpringEncounter, Deed.REFEREE, placing.spring_encounter)
    .on(c.SendWanderers, Deed.REFEREE, hastening.send_wanderers)
    .on(c.LetTurnsPass, Deed.REFEREE, hastening.let_turns_pass)
    .on(c.LetDaysPass, Deed.REFEREE, hastening.let_days_pass)
    .on(c.SendReinforcements, Deed.REFEREE, placing.send_reinforcements)
    .on(c.TakeOut, Deed.REFEREE, placing.take_out)
    .on(c.BareNumbers, Deed.REFEREE, placing.bare_numbers)
    # the referee's desk: who knows what
    .on(c.Reveal, Deed.DESK, revealing.reveal)
    .on(c.Hide, Deed.DESK, revealing.hide)
)


PURSES: Final = Value("purses.*", "gold")
"""The gold that people carry, where the campaign keeps it for a game without coins."""


def deed_of(command: Command) -> Deed | None:
    """What sort of thing a command is; None for those of the side and of the game."""
    rule = RULINGS.get(type(command))
    return None if rule is None else rule.deed


def carry_out(scene: Scene, command: Command) -> Refusal | None:
    """The command itself, before what follows of it: the campaign's own, the side's, or the game's."""
    rule = RULINGS.get(type(command))
    return inner_commands.of_side_or_game(scene, command) if rule is None else rule.decide(scene, command)


class Campaign(Ruleset[CampaignState]):
    """A game played as a campaign."""

    package = PACKAGE

    def __init__(self, game: Ruleset[Any], join: Callable[[Any], Side]) -> None:
        self.game = game
        self.join = join
        self.side = side = join(game)
        self.packs = game.packs
        self.id = f"campaign-{game.id}"
        self.event_types = (*game.event_types, *DUNGEON_EVENTS, *EVENTS, *side.events)
        self.command_types = (*game.command_types, *c.COMMANDS, *side.rulings)
        self.upcasters = game.upcasters
        self.values = (*(value.inside("game") for value in game.values), PURSES)
        self.rungs = game.rungs
        self.state_type = side.state_type

    def with_packs(self, packs: tuple[Pack, ...]) -> "Campaign":
        """The same campaign of the game with these packs laid over its content."""
        return self if packs == self.packs else Campaign(self.game.with_packs(packs), self.join)

    def books(self) -> Content | None:
        """The content of the game with its packs."""
        return self.game.books()

    def read_block(self, text: str) -> BlockRead:
        """A stat block as the game reads it."""
        return self.game.read_block(text)

    def creatures(self) -> Mapping[str, Noun]:
        """The creatures that the game has."""
        return self.game.creatures()

    def creature(self, name: str) -> Struct:
        """The entry of a creature that the game has."""
        return self.game.creature(name)

    # ------------------------------------------------------------ what it is made of

    @cached_property
    def rulebook(self) -> Rulebook:
        """The game's rules and the appendix's."""
        return made_of.rulebook(self.id, self.game)

    @cached_property
    def options(self) -> Options:
        """The game's switches, the appendix's and the campaign's own."""
        return made_of.options(self.side)

    @cached_property
    def texts(self) -> Texts:
        """The side's sentences; the campaign's stand behind them, and then the game's."""
        texts = Texts(PACKAGE, self.game.texts)
        for package in self.side.text_packages:
            texts = Texts(package, texts)
        return texts

    def initial(self) -> CampaignState:
        """Nobody yet, nowhere yet."""
        return self.state_type(game=self.game.initial())

    def with_options(self, state: CampaignState, options: dict[str, Setting]) -> CampaignState:
        """The game inside plays by its own part of them."""
        return made_of.with_options(self.game, state, options)

    # ------------------------------------------------------------ deciding

    def owner(self, state: CampaignState, command: Command) -> str:
        """The referee's, a character's, or the party's; the game says it of its own commands."""
        return seating.owner(self.side, state, command, deed_of(command))

    def decides_for(self, state: CampaignState, command: Command) -> tuple[str, ...]:
        """For whom else a command decides, as the game says of its own."""
        if deed_of(command) is not None or type(command) in self.side.rulings:
            return ()
        return self.game.decides_for(self.side.party.whole(state), command)

    def open_streams(self, seat: Seat) -> frozenset[str]:
        """The streams whose dice a seat may know, as the game says."""
        return self.side.game.open_streams(seat)

    def takes_chair(self, command: Command) -> bool:
        """Whoever is the referee of a room is so in the place of the table's own."""
        return type(command) is c.TakeChair

    def may_begin(self, state: CampaignState, command: Command) -> Refusal | None:
        """A default answers whatever is asked of the referee; what the desk does elsewhere waits for nobody."""
        return None if deed_of(command) in ANY_TIME else super().may_begin(state, command)

    def decide(self, state: CampaignState, command: Command, dice: Dice) -> Resolution[CampaignState] | Refusal:
        """What comes of a command, and what follows of it in the dungeon."""
        scene = Scene(self.side, state, dice)
        refused = carry_out(scene, command)
        if refused is not None:
            return replace(refused, rules=self.game.cite(refused.rules))
        aftermath.settle_down(scene)
        return Resolution(scene.state, dice, self.evolve, scene.events)

    def evolve(self, state: CampaignState, event: Event) -> CampaignState:
        """The state after an event."""
        return fold.evolve(state, event, self.game.evolve, self.side.folds, self.side.bodies)

    # ------------------------------------------------------------ the referee's reserved decisions

    def automatic(self, state: CampaignState, command: Command) -> bool:
        """Whether a decision of the referee's is left to the program: every kind that nobody has asked for."""
        return seating.automatic(self.side, state, command)

    def may_be_left(self, state: CampaignState, owner: str) -> bool:
        """Decisions of the referee's, and what monsters do: whatever kind of them nobody has asked for."""
        return seating.may_be_left(self.side, state, owner)

    def automations(self, state: CampaignState) -> tuple[Automation, ...]:
        """The kinds of decisions that come up in the game, for a person to take over one by one."""
        return chair.automations(state, self.side.front.decisions)

    # ------------------------------------------------------------ what may be done, known and told

    def choices(self, state: CampaignState, seat: Seat) -> Iterable[Choice]:
        """What a seat may do now."""
        return offers.choices(self, state, seat)

    def aims(self, state: CampaignState, seat: Seat) -> Iterable[Aim]:
        """What a seat may aim at, for the party."""
        return aims.aims(self, state, seat)

    def pursue(self, state: CampaignState, seat: Seat, aim: str, course: Course[CampaignState]) -> Command | Halt:
        """The party's next step towards it."""
        return aims.pursue(self, state, seat, aim, course)

    def intents(self, state: CampaignState, seat: Seat, language: Language) -> tuple[str, ...]:
        """What was declared in a fight of the game's."""
        return self.game.intents(state.played, seat, language)

    def next_to_act(self, state: CampaignState) -> frozenset[str]:
        """Who may act next."""
        return guide.next_to_act(self.side, state)

    def suggest(self, state: CampaignState, seat: Seat) -> Command | None:
        """What the automatic referee and plain automatic players would do."""
        return guide.suggest(self, state, seat)

    def view(self, state: CampaignState, seat: Seat) -> Struct:
        """The campaign as a seat may know it."""
        return view.view(self.side, state, seat)

    def knowers(self, state: CampaignState, subject: str) -> tuple[str, ...] | None:
        """Who may know somebody's numbers, as the game has it."""
        return self.game.knowers(self.side.party.whole(state), subject)

    def path_knowers(self, state: CampaignState, path: str) -> tuple[str, ...]:
        """Who may know what the referee changed: in the game as the game says, elsewhere nobody."""
        return seating.path_knowers(self.side, state, path)

    def settle(self, state: CampaignState) -> Iterable[Event]:
        """What follows of itself after the referee changed something by hand."""
        return self.game.settle(state.played)

    def name_of(self, state: CampaignState, subject: str, language: Language) -> Name:
        """What somebody or some part of the dungeon is called."""
        return naming.name_of(self.side, state, subject, language)

    def meaning(self, state: CampaignState, subject: str, language: Language) -> str:
        """What an entry of the game is or does, under whatever name the campaign has for it."""
        return naming.meaning(self.side, state, subject, language)

    def called(self, state: CampaignState, subject: str) -> Noted:
        """What somebody or some part of the dungeon is called in every language."""
        return naming.called(self.side, state, subject)

    def sentence(self, then: Then[CampaignState], event: Event, language: Language) -> str | None:
        """The dungeon tells its own events; the game may tell its own."""
        return telling.sentence(self.side, then, event, language)

    def words_for(self, then: Then[CampaignState], event: Event, language: Language) -> dict[str, str]:
        """Words of the game's for its events, and of the campaign's for its own."""
        return telling.words_for(self.side, then, event, language)

    def circumstance(self, then: Then[CampaignState], event: Event) -> str:
        """What a campaign tells otherwise: the first descent, coming home, where somebody fell."""
        return telling.circumstance(self.side, then, event)

    def cite(self, rules: tuple[str, ...]) -> tuple[str, ...]:
        """The atoms that the game cites for some."""
        return self.game.cite(rules)

    def number_needed(self, event: Event, check: Check, language: Language) -> str | None:
        """What a check had to reach, as the game says it."""
        return self.game.number_needed(event, check, language)

    def row_text(self, lookup: Lookup, language: Language) -> str:
        """A row of a table of the dungeon's, of the oracle's, or of the game's."""
        return rows.row_text(self.game, lookup, language)

    def picture(self, state: CampaignState, seat: Seat, language: Language) -> list[str]:
        """Where the party is, in words; in a fight, the fight."""
        return view.picture(self, state, seat, language)

    def sketch(self, state: CampaignState, seat: Seat, language: Language) -> Sketch | None:
        """A fight or a meeting; None while the party is on its way."""
        return self.side.front.sketch(state, seat, language) if self.side.meetings.busy(state) else None

    def drawing(self, state: CampaignState, seat: Seat, language: Language) -> Drawing | None:
        """The map as far as it is known; in a fight, the fight where the game draws one."""
        return view.drawing(self, state, seat, language)

    def brings(self, state: CampaignState) -> str:
        """A dungeon, as long as nobody has entered the one there is."""
        return tag_of(c.BringDungeon) if preparing.may_replace(state) is None and not state.awaiting else ""

    def plan(self, state: CampaignState, seat: Seat, subject: str, language: Language) -> Drawing | None:
        """One of the `plans`; and the level that a place is on, with the place marked."""
        return view.plan(self, state, seat, subject, language)

    def plans(self, state: CampaignState, seat: Seat, language: Language) -> tuple[Plan, ...]:
        """The levels of the dungeon that are known, and the country where there is a map of it."""
        return view.plans(self, state, seat, language)

    def cards(self, state: CampaignState, seat: Seat, language: Language) -> tuple[Card, ...]:
        """The people of the game."""
        return view.cards(self.side, state, seat, language)

    def sheet(self, state: CampaignState, seat: Seat, subject: str, language: Language) -> Sheet | None:
        """Somebody's sheet, with what their player has written; for the referee also a place, whole."""
        return view.sheet(self.side, state, seat, subject, language)

    def progress(self, state: CampaignState, seat: Seat, language: Language) -> Progress | None:
        """A character that is being made, for those who make it."""
        return making.progress(self.side, state, language) if seat.may_act_for(GROUP) else None

    def chance(self, state: CampaignState, seat: Seat, command: Command, language: Language) -> Chance | None:
        """The chance of a command as the game has it; the side knows the chance to find a trap."""
        return chances.chance(self, state, seat, command, language)

    def may_have_odds(self, command: Command) -> bool:
        """Whether a command may have odds: as the game has it, and of the campaign's own a search for traps."""
        return chances.may_have_odds(self.side, command)

    def seats(self, state: CampaignState) -> tuple[Seat, ...]:
        """The players' seats, as the game cuts them; whoever is being made belongs to the party's."""
        return seating.seats(self.side, state)

    def read_setup(self, document: Document) -> Setup:
        """A campaign from a small YAML file; ready ones lie in ``campaigns``."""
        return read_campaign(document, self)

    def finished(self, state: CampaignState) -> bool:
        """Only when nobody is left."""
        return state.stage == "over"

    def accomplished(self, state: CampaignState) -> bool:
        """When nobody is left, or an adventure has been gone through to its end."""
        done = guide.leads_nowhere_new(self.side, state) and not guide.lairs(state)
        return self.finished(state) or (state.tale is not None and done)
