"""All in which games of this family may differ, one line each: what is not named here is the same in all of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol

from arbitro.kernel.hooks import Collect, Forbid, Moment, Rulings
from arbitro.rules.whitebox.people.state import PARTY

if TYPE_CHECKING:
    from fractions import Fraction

    from msgspec import Struct

    from arbitro.dice.stream import Die
    from arbitro.kernel.card import Card
    from arbitro.kernel.choice import Choice
    from arbitro.kernel.command import Command, Refusal
    from arbitro.kernel.event import Event
    from arbitro.kernel.option import Options
    from arbitro.kernel.pack import Pack
    from arbitro.kernel.ruleset import Setup
    from arbitro.kernel.ruling import Check, Lookup, Modifier
    from arbitro.kernel.seat import Seat
    from arbitro.kernel.then import Then
    from arbitro.kernel.yamlfile import Document
    from arbitro.rules.whitebox import effect as f
    from arbitro.rules.whitebox.commands import Member, Move, StartFight
    from arbitro.rules.whitebox.content import WhiteBoxContent
    from arbitro.rules.whitebox.damage import Landing
    from arbitro.rules.whitebox.deeds import Act, Deed
    from arbitro.rules.whitebox.entry_names import EntryName
    from arbitro.rules.whitebox.exploring import view as exploring_view
    from arbitro.rules.whitebox.exploring.rest import Disturbed
    from arbitro.rules.whitebox.exploring.state import Attitude, Door, Expedition, Outcome, Trap, Troop
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
    from arbitro.rules.whitebox.roll_tables import Terrain
    from arbitro.rules.whitebox.rounds import Ending
    from arbitro.rules.whitebox.scene import Here, Scene
    from arbitro.rules.whitebox.sheets import Pairs
    from arbitro.rules.whitebox.special import AnySpecial
    from arbitro.rules.whitebox.state import Blow, Combatant, Condition, Fight, Profile, State
    from arbitro.rules.whitebox.terms import Danger, Result, Spell, Threat, Weapon
    from arbitro.rules.whitebox.view import FightView, Person
    from arbitro.text import Language, Name, Texts


class Suffer(Protocol):
    """How `suffer` is called."""

    def __call__(self, scene: Scene, one: Combatant, threat: Threat, source: str, /, *, halved: bool) -> None:
        """Apply a danger; the chapter on damage says how."""
        ...


class Acting(Protocol):
    """How `acting` is called."""

    def __call__(self, here: Here, who: str, /, *, running: bool = False) -> Combatant | Refusal:
        """Somebody whose turn it is and who can act; the chapter on the round says when that is."""
        ...


class RestDays(Protocol):
    """How `rest_days` is called."""

    def __call__(
        self, scene: Scene, one: Character, days: int, /, *, complete: bool = True, in_camp: bool = False
    ) -> None:
        """What quiet days give back, never beyond the normal maximum (WB-HEAL-01, WB-HEAL-02)."""
        ...


class HealOutside(Protocol):
    """How `heal_outside` is called."""

    def __call__(
        self,
        scene: Scene,
        one: Character,
        amount: int,
        /,
        dice: tuple[Die, ...] = (),
        rules: tuple[str, ...] = ("WB-HEAL-03",),
        modifiers: tuple[Modifier, ...] = (),
    ) -> None:
        """Give hit points back at once, up to the normal maximum (WB-HEAL-03)."""
        ...


class MemberOf(Protocol):
    """How `member_of` is called."""

    def __call__(self, here: Here, who: str, /, side: str = PARTY, at: int = 0) -> Member | Refusal:
        """A character as somebody to be put into a fight, or why not."""
        ...


class PartyMembers(Protocol):
    """How `party_members` is called."""

    def __call__(self, here: Here, /, side: str = PARTY, at: int = 0) -> tuple[Member, ...]:
        """Everybody of the party who can fight, in marching order."""
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


class LeaveTheField(Protocol):
    """How `leave_the_field` is called."""

    def __call__(self, scene: Scene, troop: str, attitude: Attitude, /, *, won: bool, stand: bool) -> None:
        """A party that has not held its ground falls back, if anybody is left of it."""
        ...


class HarmBy(Protocol):
    """How `harm_by` is called."""

    def __call__(
        self,
        scene: Scene,
        one: Combatant,
        amount: int,
        element: str,
        rules: tuple[str, ...],
        /,
        dice: tuple[Die, ...] = (),
        modifiers: tuple[Modifier, ...] = (),
        *,
        save: bool = False,
    ) -> None:
        """Damage made of something, with or without a save; the chapter on wards says what is left of it."""
        ...


class Immune(Protocol):
    """How `immune` is called."""

    def __call__(self, here: Here, one: Combatant, element: str, /, source: str = "") -> bool:
        """Whether nothing of this kind harms somebody."""
        ...


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
    fold: Mapping[type[Event], Callable[[Any, Any], Any]]
    """What each event changes in the state; one that is not here changes nothing."""
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
    act_of: Callable[[Here, Command, Deed], Act | None]
    """What a command is to those who watch; none where nobody minds."""
    may_do: Forbid[[Here, Act]]
    """Who may not do such a thing at all: before anything else is asked."""
    doing: Moment[[Scene, Act]]
    """What a deed ends as it begins."""
    done: Moment[[Scene, Act]]
    """What a deed brings about for whoever did it: unseen no more, a song broken."""
    decided: Moment[[Scene, State]]
    """What follows of any command, given the state before it."""

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
    suffer: Suffer
    """Apply a danger; the chapter on damage says how."""
    # ------------------------------------------------------------ damage
    condition_at: Callable[[Here, Combatant, int], tuple[Condition, tuple[str, ...]]]
    """How somebody is at a count of hit points, and by which rules."""
    harmed: Moment[[Scene, Combatant, int]]
    """What follows a wound of so many points."""
    end_of: Callable[[Rules, Combatant], Condition]
    """What becomes of somebody with powers at 0 hit points: death, as a rule."""
    is_hurt: Callable[[Scene, Combatant, int], None]
    """What pain does beyond the wound, where powers are in play."""
    lands: Mapping[Result, Callable[[Scene, Combatant, Landing], None]]
    """What each thing that may wait for the end of a simultaneous turn does when it takes effect."""
    took_hold: Mapping[EffectKind, Callable[[Scene, Combatant, Blow], None]]
    """What else happens when something of a kind has taken hold of somebody in a fight."""
    land_held_blows: Callable[[Scene], None]
    """End of a simultaneous turn: every blow lands, the slain one's too (WB-INIT-03)."""
    bleed: Moment[[Scene]]
    """End of a round: a point is lost by whoever fell below 0 in an earlier one (WB-DEATH-05)."""
    minute_passes: Callable[[Scene], None]
    """What lasts takes its toll or ends, where powers are in play."""
    acting: Acting
    """Somebody whose turn it is and who can act; the chapter on the round says when that is."""
    # ------------------------------------------------------------ attack
    base_bonus: Callable[[Rules, Combatant], int]
    """The base bonus to hit, from the class's table or the creature's own (WB-ATK-11)."""
    attack_check: Callable[[Here, Combatant, Combatant, Weapon, Die], tuple[Check, tuple[str, ...]]]
    """Hold a d20 against the target's armour class, on the tables or by the quick method (WB-ATK-05)."""
    circumstances: Callable[[Here, Combatant, Combatant, Weapon], tuple[tuple[Modifier, ...], int]]
    """What powers and lasting effects add to a roll, and the target's armour class under them."""
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
    leaves_the_hand: Callable[[Scene, Combatant, Combatant, Weapon], None]
    """What becomes of a weapon that was thrown."""
    # ------------------------------------------------------------ casting
    may_announce: Callable[[Here, Combatant, str, str], Refusal | None]
    """Whether somebody has the spell, and the target is there."""
    can_be_aimed_at: Callable[[Here, Combatant, Combatant, Spell], bool]
    """Whether a spell can be cast at somebody: whoever is in the field."""
    spell_targets: Callable[[Here, Combatant, Spell], tuple[Combatant, ...]]
    """At whom a spell is sensibly cast: the enemy."""
    may_release: Callable[[Here, Combatant, Combatant, Spell, str], Refusal | None]
    """Whether a spell can be released like this; one that is a plain danger has only one manner."""
    spell_in_fight: Callable[[Scene, Combatant, Combatant, Spell, str], None]
    """Let a spell of the lists do what its entry says; the chapters on powers know how."""
    # ------------------------------------------------------------ morale
    morale_modifiers: Collect[[Here, tuple[Combatant, ...]], Modifier]
    """By the option, what the last loyalty check left counts too; a group goes by its weakest (WB-LOYAL-08)."""
    # ------------------------------------------------------------ movement
    move: Callable[[Scene, Move], Refusal | None]
    """Go to a place within a combat move."""
    can_still_shoot: Callable[[Here, Combatant, Combatant, int], bool]
    """Whether somebody has a weapon that reaches so far, and something to shoot with it; the attack knows."""
    can_still_use: Callable[[Here, Combatant, Combatant, int], bool]
    """Whether somebody has a thing or a power to use on whoever is so far away; those chapters know."""
    takes_prisoners: Callable[[Rules, Combatant], bool]
    """Whether somebody understands that an enemy gives up; the chapter on natures knows who does not."""
    # ------------------------------------------------------------ surprise
    settle_surprise: Callable[[Scene, StartFight], bool]
    """Roll for surprise, or ask the referee; False when an answer is awaited."""
    surprised_on: Callable[[Rules, Fight, str], int]
    """The d6 at or below which a side is surprised: some creatures are harder to see coming."""
    caught: Callable[[Fight, str], bool]
    """Whether somebody is surprised, alone or with their side."""
    after_surprise: Callable[[Scene], None]
    """Go on with the fight, free actions first; the chapter on the round says how."""
    # ------------------------------------------------------------ rounds
    advise: Moment[[Scene]]
    """Tell the referee what matters of the powers of those who have met."""
    turn_begins: Callable[[Scene], None]
    """What lasts and has its moment at the beginning of a turn."""
    let_go: Callable[[Scene], None]
    """What lasts and ends with those who are gone."""
    has_usable_power: Callable[[Rules, Combatant], bool]
    """Whether somebody has a power or a thing to use where missiles have their moment."""
    may_start: Callable[[Here, StartFight], Refusal | None]
    """Whether a fight can be set up like this."""
    beyond_tables: Callable[[Rules, Combatant], tuple[str, ...]]
    """The rules whose tables end before somebody's level; none for those who stand on no table."""
    begin_round: Callable[[Scene, int], bool]
    """Declarations if any are due, then initiative, then the first turn; False when nobody can do anything."""
    told_of_intent: Callable[[Combatant], str]
    """Who hears what somebody declares: everybody."""
    closing_turn: Moment[[Scene, str]]
    """A side is about to end its turn; a variant says here what comes to nothing."""
    aftermath: Moment[[Scene]]
    """What follows when somebody fell or gave up: reminders of morale, the end, a turn with nobody left in it."""
    fight_ends: Moment[[Scene, tuple[str, ...]]]
    """A fight is about to end: what comes to an end with it."""
    fight_ended: Moment[[Scene, Ending]]
    """A fight is over: what is left of those who were in it, and of the hour."""
    # ------------------------------------------------------------ choices
    choices: Callable[[Here, Seat], Iterable[Choice]]
    """What a seat may do now, members of a side in order of Dexterity (WB-ALTSEQ-10)."""
    further_choices: Callable[[Here, Fight, Combatant], Iterator[Choice]]
    """What else somebody may do; the chapters on powers know more."""
    further_for_referee: Callable[[Here, Fight], Iterator[Choice]]
    """What else the referee may do."""
    manners: Callable[[Rules, Spell], tuple[str, ...]]
    """The ways in which a spell can be released; most have one, without a name."""
    # ------------------------------------------------------------ tactics
    suggest: Callable[[Here, Seat], Command | None]
    """The next command of a plain automatic player in a seat."""
    next_to_act: Callable[[Here], frozenset[str]]
    """Who may act next, from the state alone."""
    sized_up: Callable[[Here, Fight, Combatant], list[Combatant]]
    """All enemies, in the order in which somebody would go for them: plain people take the nearest."""
    keeps_off: Callable[[Rules, Combatant], bool]
    """Whether somebody would rather shoot at those who are near than strike; plain people would not."""
    use_of_powers: Callable[[Here, Fight, Combatant, list[Combatant]], Iterator[Command]]
    """What somebody would rather do than strike; plain people have nothing of the kind."""
    gives_up: Callable[[Here, Combatant, list[Combatant]], bool]
    """Whether somebody sees no point in fighting on; plain people leave that to morale."""
    lays_down_arms: Callable[[Here, Combatant, list[Combatant]], bool]
    """Whether somebody surrenders; plain people leave that to morale."""
    minds_losses: Callable[[Rules, Fight, str], bool]
    """Whether the automatic referee tests the morale of a group that has lost somebody."""
    preferred: Callable[[Here, Combatant, list[Combatant]], list[Combatant]]
    """Enemies within reach, the one to strike first in front."""
    worth_casting: Callable[[Here, Combatant, list[Combatant]], Iterable[Spell]]
    """Spells that somebody would cast now, the first choice first."""
    spell_aims: Callable[[Here, Combatant, Spell, list[Combatant]], Iterable[tuple[str, str]]]
    """At whom a spell goes, and in which manner: whoever was named for it, then the nearest enemy."""
    worth_chasing: Callable[[Fight, Combatant, Combatant], bool]
    """Whether to close in on somebody: not on those who run."""
    # ------------------------------------------------------------ narration
    name_of: Callable[[Here, str, Language], Name]
    """A combatant, a side, a group, or a thing of a combatant's (``orc-1/axe``)."""
    words: Mapping[type[Event], Callable[[Rules, Then[State], Any, Language], dict[str, str]]]
    """How an event fills the gaps of its sentence beyond its own fields: things by name, dice by side."""
    picture: Callable[[Here, Seat, Language], list[str]]
    """The fight in lines: the moment, then each side with its people, where they stand and how they are."""
    # ------------------------------------------------------------ people/records
    awake: Callable[[State, str], Character | Refusal]
    """Somebody who can act outside a fight."""
    on_their_feet: Callable[[State, str], bool]
    """Whether somebody is free, conscious and able to act, in a fight or out of it."""
    comes_to: Callable[[Here, str], bool]
    """Whether somebody is able to act, or will be by merely waiting."""
    bonus: Callable[[Rules, Character, str], int]
    """The sum of attribute modifiers that count for a use (a field of `AbilityUse`)."""
    # ------------------------------------------------------------ people/equipment
    as_found: Callable[[Scene, Item], tuple[Item, tuple[Die, ...]]]
    """A thing with whatever about it only dice settle; the chapter on treasure knows what that is."""
    # ------------------------------------------------------------ people/memory
    memorise_all: Callable[[Scene, MemoriseAll], Refusal | None]
    """Fill what room is left, each known spell once before any twice, in the order of book or list."""
    spell_works: Callable[[Scene, Character, str, str], None]
    """What a spell does outside a fight: here, a prompt for the referee; the chapter on powers knows more."""
    # ------------------------------------------------------------ people/healing
    time_passed: Moment[[Scene, Elapsed]]
    """The clock has moved: what burns down, wears off or comes back meanwhile."""
    days_to_full_recovery: Callable[[State], int]
    """Days of rest in a row that heal everything (WB-HEAL-02)."""
    healing_pace: Callable[[State, str], Fraction]
    """The share of the usual pace at which somebody's wounds close; the chapter on powers knows of rot."""
    rest_days: RestDays
    """What quiet days give back, never beyond the normal maximum (WB-HEAL-01, WB-HEAL-02)."""
    heal_outside: HealOutside
    """Give hit points back at once, up to the normal maximum (WB-HEAL-03)."""
    # ------------------------------------------------------------ people/battle
    armour_class: Callable[[Rules, Character], int]
    """Ascending armour class: the suit worn, a shield in hand, their enchantment, dexterity where it counts."""
    weapons_of: Callable[[Rules, Character], tuple[Weapon, ...]]
    """The weapons on somebody that the class may use, the one in hand first; a shield leaves one hand."""
    ways_to_attack: Callable[[Rules, str, Item, ListedWeapon], tuple[Weapon, ...]]
    """A weapon as it is swung or shot; one that can be thrown as well is two (WB-RANGED-01)."""
    fight_spell: Callable[[Rules, Character, str, str], Spell | None]
    """A memorised spell as a danger in a fight; None for one that does no harm. The powers chapter knows more."""
    profile_of: Callable[[Rules, Character, str], Profile]
    """The numbers that somebody has in a fight."""
    member_of: MemberOf
    """A character as somebody to be put into a fight, or why not."""
    party_members: PartyMembers
    """Everybody of the party who can fight, in marching order."""
    come_home: Moment[[Scene, str]]
    """Somebody with a sheet comes out of a fight: what it did to them is written back."""
    # ------------------------------------------------------------ people/company
    adventuring_classes: Callable[[Rules], tuple[str, ...]]
    """The classes from which lots are drawn, in the order in which a party fills its places."""
    # ------------------------------------------------------------ people/offers
    in_town: Callable[[State], bool]
    """Whether the party is where people buy, hire and part ways; the chapter on exploring knows where it is."""
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
    hold_fast: Callable[[Scene, str, int], None]
    """Somebody cannot move up to a minute of the clock, in a fight that comes between neither."""
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
    foe: Callable[[Scene, Troop, int, int], Member]
    """One of them. The chapter on powers gives monsters all that they can do."""
    # ------------------------------------------------------------ exploring/wanderers
    come_upon: Callable[[Scene, Troop], None]
    """Let the party and a troop meet."""
    wandering_due: Callable[[Rules, Expedition], bool]
    """Whether so many turns have passed since the last check."""
    check_for_wanderers: Callable[[Scene, Expedition, int], None]
    """A die in secret."""
    # ------------------------------------------------------------ exploring/meetings
    stand_off: StandOff
    """The two see each other, so far apart; followers of the party are led into danger (WB-LOYAL-01)."""
    speechless: Callable[[Here], Refusal | None]
    """Whether the party has nobody who could speak for it."""
    part: Part
    """The encounter is over, by the rules of whatever ended it: words, feet, blows, the referee."""
    overpower: Callable[[Scene], None]
    """Those who were met fall upon a party of which nobody can lift a hand; the chapter on captives says how."""
    leave_the_field: LeaveTheField
    """A party that has not held its ground falls back, if anybody is left of it."""
    # ------------------------------------------------------------ exploring/telling
    row_text: Callable[[Rules, Lookup, Language], str]
    """A row of a table in words: of the tables of encounters, of their levels, and of the weather."""
    # ------------------------------------------------------------ powers/effects
    own_ways: Mapping[EffectKind, OwnWay]
    """Lasting effects of which only one lies on somebody, and what the beginning and the end of one bring about."""
    harm_by: HarmBy
    """Damage made of something, with or without a save; the chapter on wards says what is left of it."""
    round_passes: Moment[[Scene, str]]
    """What lasts on somebody at the end of a round."""
    strike_a_friend: Callable[[Scene, Combatant], None]
    """Somebody out of their mind strikes the nearest of their own; the chapter on strikes knows how."""
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
    magic: Mapping[type[f.AnyEffect], Magic[Any]]
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
    further_about: Callable[[Here, Seat, FightView, Person, Language], Iterable[str]]
    """What else there is to say of somebody; a variant has more."""

    @cached_property
    def content(self) -> WhiteBoxContent:
        """Classes, peoples, creatures, lists and tables."""
        return self.read_content(self.packs)

    @cached_property
    def numbers(self) -> Numbers:
        """The printed numbers of the combat chapter."""
        return self.read_numbers()
