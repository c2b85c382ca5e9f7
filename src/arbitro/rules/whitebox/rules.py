"""All in which games of this family may differ, one line each: what is not named here is the same in all of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from arbitro.kernel.hooks import Changes, Collect, Forbid, Moment, Rulings
from arbitro.rules.whitebox.people.state import PARTY

if TYPE_CHECKING:
    from fractions import Fraction

    from msgspec import Struct

    from arbitro.dice.stream import Die
    from arbitro.kernel.card import Card
    from arbitro.kernel.choice import Choice
    from arbitro.kernel.command import Command, Refusal
    from arbitro.kernel.drawing import Drawing
    from arbitro.kernel.event import Event
    from arbitro.kernel.option import Options
    from arbitro.kernel.pack import Pack
    from arbitro.kernel.ruleset import Setup
    from arbitro.kernel.ruling import Check, Modifier
    from arbitro.kernel.seat import Seat
    from arbitro.kernel.witness import Said
    from arbitro.kernel.yamlfile import Document
    from arbitro.rules.whitebox import effect as effect_kinds
    from arbitro.rules.whitebox.basics import Ending
    from arbitro.rules.whitebox.commands import Member, StartFight
    from arbitro.rules.whitebox.content import WhiteBoxContent
    from arbitro.rules.whitebox.damage import Landing
    from arbitro.rules.whitebox.deeds import Act, Deed
    from arbitro.rules.whitebox.entry_names import EntryName
    from arbitro.rules.whitebox.exploring import view as exploring_view
    from arbitro.rules.whitebox.exploring.rest import Disturbed
    from arbitro.rules.whitebox.exploring.state import Door, Expedition, Outcome, Trap, Troop
    from arbitro.rules.whitebox.numbers import Numbers
    from arbitro.rules.whitebox.ongoing_effects import EffectKind, Ongoing
    from arbitro.rules.whitebox.outfit import Weapon as ListedWeapon
    from arbitro.rules.whitebox.people.commands import MemoriseAll
    from arbitro.rules.whitebox.people.healing import Elapsed
    from arbitro.rules.whitebox.people.load import Pace
    from arbitro.rules.whitebox.people.load import Walk as Distance
    from arbitro.rules.whitebox.people.state import Character, Item
    from arbitro.rules.whitebox.powers.registry import Magic, Power
    from arbitro.rules.whitebox.reckoning import InSix
    from arbitro.rules.whitebox.recounting import Recounting
    from arbitro.rules.whitebox.roll_tables import Terrain
    from arbitro.rules.whitebox.scene import Here, Scene
    from arbitro.rules.whitebox.sheets import Pairs
    from arbitro.rules.whitebox.special import AnySpecial
    from arbitro.rules.whitebox.state import Blow, Combatant, Condition, Fight, Profile, State
    from arbitro.rules.whitebox.terms import Danger, Result, Threat, Weapon
    from arbitro.rules.whitebox.view import FightView
    from arbitro.text import Language, Name, Texts


class RestDays(Protocol):
    """How `rest_days` is called."""

    def __call__(
        self, scene: Scene, one: Character, days: int, /, *, complete: bool = True, in_camp: bool = False
    ) -> None:
        """What quiet days give back, never beyond the normal maximum (WB-HEAL-01, WB-HEAL-02)."""
        ...


class MemberOf(Protocol):
    """How `member_of` is called."""

    def __call__(self, here: Here, who: str, /, side: str = PARTY, at: int = 0) -> Member | Refusal:
        """A character as somebody to be put into a fight, or why not."""
        ...


class EnterPlace(Protocol):
    """How `enter_place` is called."""

    def __call__(self, scene: Scene, place: str, rules: tuple[str, ...], /, came: str = "") -> None:
        """The party sees a place, and the ways out of it that are plain to see."""
        ...


class StandOff(Protocol):
    """How `stand_off` is called."""

    def __call__(self, scene: Scene, troop: Troop, surprised: tuple[str, ...], /, *, settled: bool) -> None:
        """The two see each other, so far apart; followers of the party are led into danger (WB-LOYAL-01)."""
        ...


class Part(Protocol):
    """How `part` is called."""

    def __call__(self, scene: Scene, outcome: Outcome, /, *, gone: bool, rules: tuple[str, ...]) -> None:
        """The encounter is over, by the rules of whatever ended it: words, feet, blows, the referee."""
        ...


class Immune(Protocol):
    """How `immune` is called."""

    def __call__(self, here: Here, one: Combatant, element: str, /, source: str = "") -> bool:
        """Whether nothing of this kind harms somebody."""
        ...


AttackRead: TypeAlias = "tuple[Check, tuple[str, ...], int, int]"
"""An attack as it was read: the roll, its rules, the row of the class's table, and the ascending armour class it met.
The row is 0 for the quick method and for monsters."""


@dataclass(frozen=True)
class OwnWay:
    """What the beginning and the end of a lasting effect bring about in a fight."""

    begins: Callable[[Scene, Combatant, Ongoing], None]
    ends: Callable[[Scene, Combatant], None]


@dataclass(frozen=True, kw_only=True, eq=False)
class Rules:
    """One game of the family."""

    # ------------------------------------------------------------ the game
    id: str
    package: str
    """Where its rulebook, options, content and texts lie."""
    texts: Texts
    """Its sentences; a variant's stand before its parent's."""
    options: Callable[[], Options]
    """Every switch of the game."""
    read_content: Callable[[tuple[Pack, ...]], WhiteBoxContent]
    """Classes, peoples, creatures, lists and tables, with a reader's own packs laid over them."""
    packs: tuple[Pack, ...] = ()
    """A reader's own content."""
    read_numbers: Callable[[], Numbers]
    """The printed numbers of the combat chapter."""
    state_type: type[State]
    event_types: tuple[type[Event], ...]
    fold: Changes
    """What each event changes in the state."""
    read_setup: Callable[[Document, WhiteBoxContent], Setup]
    """A scene to be played, from a small file."""

    variant: object = None
    """What a variant needs beyond this page."""

    # ------------------------------------------------------------ commands
    rulings: Rulings[Scene, Deed]
    """Every command with its deed and its rule."""
    owners: Mapping[type[Command], str]
    """The field of each command that says whose it is."""
    scene: type[Scene]
    """What a command is resolved in."""
    cite: Callable[[tuple[str, ...]], tuple[str, ...]]
    """The atoms of this game's book for a list of citations."""
    refusal_retold: Callable[[Refusal], Refusal]
    """A refusal as this game cites it."""
    out_of_the_ordinary: Callable[[State], bool]
    """Whether anybody is in a state that deeds have to do with: plain people in a plain fight are not."""
    may_do: Forbid[[Here, Act]]
    """Who may not do such a thing at all: before anything else is asked."""
    doing: Moment[[Scene, Act]]
    """What a deed ends as it begins."""
    done: Moment[[Scene, Act]]
    """What a deed brings about for whoever did it: unseen no more, a song broken."""

    # ------------------------------------------------------------ the table
    view: Callable[[Here, Seat], Struct]
    """The table as a seat may know it."""
    finished: Callable[[State], bool]
    """Whether what was set up is over."""
    left_to_chance: tuple[type[Command], ...]
    """Commands of which odds can be told."""
    force_opens_locks: bool
    """Whether pushing opens a locked door as it does a stuck one."""
    disturbing: Mapping[type[Event], Disturbed]
    """Events that break somebody's rest."""
    rest_rules: tuple[str, ...]
    """The rules of rest, as this game cites them."""

    # ------------------------------------------------------------ saves
    save_number: Callable[[Here, Combatant, Danger | None], tuple[int, tuple[str, ...]]]
    """The number to reach and the rules that give it: by class and level, or the creature's own."""
    save_bonuses: Collect[[Here, Combatant, Danger | None], Modifier]
    """Bonuses of class, people and magic; the matrix drops those of the class (WB-SAVE-10)."""
    save_circumstances: Collect[[Here, Combatant, Threat, str], Modifier]
    """What the danger itself adds; the chapters on powers add what lasts on the victim."""
    endanger: Callable[[Scene, Combatant, Threat, str], None]
    """Let somebody face a danger: the save if there is one, then what is left of the danger."""
    # ------------------------------------------------------------ damage
    condition_at: Callable[[Here, Combatant, int], tuple[Condition, tuple[str, ...]]]
    """How somebody is at a count of hit points, and by which rules."""
    harmed: Moment[[Scene, Combatant, int]]
    """What follows a wound of so many points."""
    lands: Mapping[Result, Callable[[Scene, Combatant, Landing], None]]
    """What each thing that may wait for the end of a simultaneous turn does when it takes effect."""
    took_hold: Mapping[EffectKind, Callable[[Scene, Combatant, Blow], None]]
    """What else happens when something of a kind has taken hold of somebody in a fight."""
    bleed: Moment[[Scene]]
    """End of a round: a point is lost by whoever fell below 0 in an earlier one (WB-DEATH-05)."""
    # ------------------------------------------------------------ attack
    base_bonus: Callable[[Rules, Combatant], int]
    """The base bonus to hit, from the class's table or the creature's own (WB-ATK-11)."""
    attack_check: Callable[[Here, Combatant, Combatant, Weapon, Die], AttackRead]
    """Hold a d20 against the target's armour class, on the tables or by the quick method (WB-ATK-05)."""
    shot: Moment[[Scene, Combatant, Weapon]]
    """What is left of a weapon after a shot or a throw."""
    hits: Moment[[Scene, Combatant, Combatant]]
    """What is told before a hit wounds, where powers are in play."""
    damage: Collect[[State, Combatant, Weapon], Modifier]
    """What else changes the damage of a blow."""
    may_attack: Callable[[Here, Fight, Combatant, Combatant, Weapon], Refusal | None]
    """Whether this attack is allowed now: the target, the reach, the attacks left, the moment."""
    attacks_a_round: Callable[[Rules, Combatant, Weapon], int]
    """How many attacks somebody has in a round."""
    # ------------------------------------------------------------ casting
    # ------------------------------------------------------------ morale
    morale_modifiers: Collect[[Here, tuple[Combatant, ...]], Modifier]
    """By the option, what the last loyalty check left counts too; a group goes by its weakest (WB-LOYAL-08)."""
    # ------------------------------------------------------------ rounds
    may_start: Callable[[Here, StartFight], Refusal | None]
    """Whether a fight can be set up like this."""
    beyond_tables: Callable[[Rules, Combatant], tuple[str, ...]]
    """The rules whose tables end before somebody's level; none for those who stand on no table."""
    told_of_intent: Callable[[Combatant], str]
    """Who hears what somebody declares: everybody."""
    closing_turn: Moment[[Scene, str]]
    """A side is about to end its turn; a variant says here what comes to nothing."""
    aftermath: Moment[[Scene]]
    """What follows when somebody fell or gave up: reminders of morale, the end, a turn with nobody left in it."""
    fight_ended: Moment[[Scene, Ending]]
    """A fight is over: what is left of those who were in it, and of the hour."""
    # ------------------------------------------------------------ choices
    choices: Callable[[Here, Seat], Iterable[Choice]]
    """What a seat may do now, members of a side in order of Dexterity (WB-ALTSEQ-10)."""
    further_choices: Callable[[Here, Fight, Combatant], Iterator[Choice]]
    """What else somebody may do; the chapters on powers know more."""
    # ------------------------------------------------------------ tactics
    suggest: Callable[[Here, Seat], Command | None]
    """The next command of a plain automatic player in a seat."""
    next_to_act: Callable[[Here], frozenset[str]]
    """Who may act next, from the state alone."""
    use_of_powers: Callable[[Here, Fight, Combatant, list[Combatant]], Iterator[Command]]
    """What somebody would rather do than strike; plain people have nothing of the kind."""
    worth_chasing: Callable[[Fight, Combatant, Combatant], bool]
    """Whether to close in on somebody: not on those who run."""
    # ------------------------------------------------------------ narration
    name_of: Callable[[Here, str, Language], Name]
    """A combatant, a side, a group, or a thing of a combatant's (``orc-1/axe``)."""
    said: Callable[[Here, str], Said | None]
    """A name that is made of keys and numbers, to be written down as such; None for all that have a name."""
    words: Mapping[type[Event], Callable[[Recounting, Any], dict[str, str]]]
    """How an event fills the gaps of its sentence beyond its own fields: things by name, dice by side."""
    picture: Callable[[Here, Seat, Language], list[str]]
    """The fight in lines: the moment, then each side with its people, where they stand and how they are."""
    # ------------------------------------------------------------ people/records
    # ------------------------------------------------------------ people/equipment
    # ------------------------------------------------------------ people/memory
    memorise_all: Callable[[Scene, MemoriseAll], Refusal | None]
    """Fill what room is left, each known spell once before any twice, in the order of book or list."""
    # ------------------------------------------------------------ people/healing
    time_passed: Moment[[Scene, Elapsed]]
    """The clock has moved: what burns down, wears off or comes back meanwhile."""
    days_to_full_recovery: Callable[[State], int]
    """Days of rest in a row that heal everything (WB-HEAL-02)."""
    rest_days: RestDays
    """What quiet days give back, never beyond the normal maximum (WB-HEAL-01, WB-HEAL-02)."""
    # ------------------------------------------------------------ people/battle
    ways_to_attack: Callable[[Rules, str, Item, ListedWeapon], tuple[Weapon, ...]]
    """A weapon as it is swung or shot; one that can be thrown as well is two (WB-RANGED-01)."""
    profile_of: Callable[[Rules, Character, str], Profile]
    """The numbers that somebody has in a fight."""
    member_of: MemberOf
    """A character as somebody to be put into a fight, or why not."""
    come_home: Moment[[Scene, str]]
    """Somebody with a sheet comes out of a fight: what it did to them is written back."""
    # ------------------------------------------------------------ people/company
    adventuring_classes: Callable[[Rules], tuple[str, ...]]
    """The classes from which lots are drawn, in the order in which a party fills its places."""
    # ------------------------------------------------------------ people/offers
    by_themselves: Callable[[State], State | None]
    """People and what they have, without time and place; none where what they can do depends on these."""
    # ------------------------------------------------------------ entry_names
    entry_names: Mapping[str, EntryName]
    """What entries of the content are called, by their sort."""
    # ------------------------------------------------------------ exploring/joust
    attack_for_points: Callable[[Check], int]
    """The attack that Table 21 asks for: all but the base bonus, so that both armour systems score alike."""
    # ------------------------------------------------------------ exploring/clock
    free_hand: Callable[[Here, str], Character | Refusal]
    """A member of the party who can do something now."""
    take_time: Callable[[Scene, str, int, tuple[str, ...]], None]
    """Somebody does something short, and the clock goes on by as much."""
    occupy: Callable[[Scene, str, int, tuple[str, ...]], None]
    """Somebody is busy for turns; others may do something beside, and the clock waits for the slowest."""
    finish_what_is_in_hand: Callable[[Scene], bool]
    """Before the party moves on, everybody ends what they are at; False when an encounter comes between."""
    keep_books: Callable[[Scene], None]
    """Book the turns that have filled since, and put out what has burned down."""
    turns_passed: Moment[[Scene]]
    """What a full turn brings; the chapters on doors and encounters hang theirs here."""
    remind_of_dark: Moment[[Scene]]
    """Without any light the referee remembers that monsters see all the same (WB-LIGHT-05)."""
    # ------------------------------------------------------------ exploring/doors
    door_chance: Callable[[Here, Character], InSix]
    """In six: by people, and by the option with strength (WB-DOOR-02, WB-DOOR-03)."""
    at_the_lock: Callable[[Scene, Character, Door], None]
    """No push opens a locked door: the referee says what does (WB-DOOR-01)."""
    # ------------------------------------------------------------ exploring/senses
    search_chance: Callable[[Here, Character, Door | Trap], InSix]
    """In six, for somebody who searches: by people, skill and option, with the feature's own modifier."""
    # ------------------------------------------------------------ exploring/traps
    # ------------------------------------------------------------ exploring/weather
    todays_weather: Callable[[State], str]
    """The row of the table that today is; empty where nobody has asked."""
    # ------------------------------------------------------------ exploring/travel
    enter_place: EnterPlace
    """The party sees a place, and the ways out of it that are plain to see."""
    walk_on: Callable[[Scene, int, Pace, Distance], None]
    """Cover a distance; the clock goes on."""
    arrived: Moment[[Scene]]
    """The party stands in a new place; the chapter on encounters says whom it meets there."""
    go_astray: Callable[[Scene, tuple[Die, ...], int], None]
    """A flight under the open sky has led so many hexes off the way."""
    day_passed: Moment[[Scene, Terrain]]
    """A day on the road is over; the chapter on encounters says whom it brought."""
    # ------------------------------------------------------------ exploring/foes
    # ------------------------------------------------------------ exploring/wanderers
    wandering_due: Callable[[Rules, Expedition], bool]
    """Whether so many turns have passed since the last check."""
    roll_for_wanderers: Callable[[Scene, Expedition, int], bool]
    """A die in secret; whether somebody comes."""
    check_for_wanderers: Callable[[Scene, Expedition, int], None]
    """A check that falls due, and whoever comes of it."""
    check_in_the_open: Callable[[Scene, Terrain], None]
    """Whether somebody comes by under the sky, by the odds of the country."""
    # ------------------------------------------------------------ exploring/meetings
    stand_off: StandOff
    """The two see each other, so far apart; followers of the party are led into danger (WB-LOYAL-01)."""
    speechless: Callable[[Here], Refusal | None]
    """Whether the party has nobody who could speak for it."""
    part: Part
    """The encounter is over, by the rules of whatever ended it: words, feet, blows, the referee."""
    # ------------------------------------------------------------ exploring/telling
    # ------------------------------------------------------------ powers/effects
    own_ways: Mapping[EffectKind, OwnWay]
    """Lasting effects of which only one lies on somebody, and what the beginning and the end of one bring about."""
    round_passes: Moment[[Scene, str]]
    """What lasts on somebody at the end of a round."""
    # ------------------------------------------------------------ powers/wards
    immune: Immune
    """Whether nothing of this kind harms somebody."""
    # ------------------------------------------------------------ powers/unseen
    can_strike: Callable[[Here, Combatant, Combatant], bool]
    """Whether somebody knows where to strike (WB-INVIS-01)."""
    # ------------------------------------------------------------ powers/strikes
    unaware: Callable[[Here, Combatant, Combatant], bool]
    """Whether somebody does not see a blow coming: surprised, or struck by the unseen."""
    further_damage: Collect[
        [Scene, Combatant, Combatant, Weapon, tuple[Die, ...]], tuple[tuple[Die, ...], tuple[Modifier, ...]]
    ]
    """What a variant adds to the dice of a hit: more dice, and more beside them."""
    # ------------------------------------------------------------ powers/magic_effects, powers/monster_powers
    magic: Mapping[type[effect_kinds.AnyEffect], Magic[Any]]
    """Every kind of effect of spells and things, registered once with all that it does."""
    powers: Mapping[type[AnySpecial], Power[Any]]
    """Every kind of power, registered once with all that it does."""
    # ------------------------------------------------------------ chances
    odds: Callable[[Here, Seat, Command], tuple[Fraction, str, str] | None]
    """The chance, the words for what counts as success, and whom or what it is about."""
    # ------------------------------------------------------------ sheets
    skill_pairs: Callable[[Here, Character, Language], Pairs]
    """Chances in six that everybody has, and those of class and people."""
    # ------------------------------------------------------------ cards
    cards: Callable[[Here, Seat, Language], tuple[Card, ...]]
    """The riders of a joust, the fighters of a fight, or the party and the place where it is."""
    place_card: Callable[[Here, exploring_view.ExpeditionView, Language], Card]
    """Where the party is: the turn, the ways out, light or dark, traps that were found."""
    # ------------------------------------------------------------ pictures
    further_about: Callable[[Here, Seat, FightView, Language], Mapping[str, tuple[str, ...]]]
    """What else there is to say of people, by their ids; a variant has more."""
    chart: Callable[[Here, Seat, Language], Drawing | None]
    """The map of the country that the party travels through; a variant may have one."""

    @cached_property
    def content(self) -> WhiteBoxContent:
        """Classes, peoples, creatures, lists and tables."""
        return self.read_content(self.packs)

    @cached_property
    def numbers(self) -> Numbers:
        """The printed numbers of the combat chapter."""
        return self.read_numbers()
