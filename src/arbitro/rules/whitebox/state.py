"""What a White Box table is made of in a fight: people with numbers, a line of feet between them, and a round."""

from operator import attrgetter
from typing import TYPE_CHECKING, Final, Literal

from msgspec import Struct, field

from arbitro.kernel import state as kernel
from arbitro.rules.whitebox.exploring.state import Expedition, Joust, Pending
from arbitro.rules.whitebox.measure import Ability
from arbitro.rules.whitebox.ongoing_effects import Ongoing
from arbitro.rules.whitebox.people.state import Character, Party
from arbitro.rules.whitebox.powers.state import Powers
from arbitro.rules.whitebox.terms import Feature, Named, Result, SaveBonus, Spell, Threat, Weapon

START: Final = "0"
"""The point under open sky at which a way begins, for those who stay there."""
Condition = Literal["up", "out", "dead", "fled", "surrendered", "stone", "charmed", "swallowed"]
Phase = Literal["declare", "free", "act", "prepared", "missiles", "melee", "movement", "over"]
Morale = str
"""What the last morale check led to: a result of the game's morale table; empty before any."""
IntentKind = Literal["melee", "missile", "move", "cast", "flee", "other"]

MELEE_REACH = 10
"""Feet within which opponents are in melee (WB-MELEE-02)."""


class Profile(Struct, frozen=True, omit_defaults=True, gc=False):
    """What does not change while a fight lasts."""

    id: str
    name: Named
    side: str
    nature: Literal["character", "npc", "monster"]
    max_hp: int
    armour: int
    """Ascending armour class; the descending one is 19 minus it (WB-ATK-06)."""
    weapons: tuple[Weapon, ...]
    class_id: str = ""
    level: int = 1
    to_hit: int = 0
    """Base bonus of those who have no class."""
    strength: int = 0
    dexterity: int = 0
    """Bonuses to hit, in the hand and at range."""
    dexterity_score: int = 10
    rate: int | float = 12
    """Tens of feet; a variant has halves."""
    attacks: int = 1
    save: int = 0
    """Own saving throw number; 0: by class and level."""
    save_bonuses: tuple[SaveBonus, ...] = ()
    spells: tuple[Spell, ...] = ()
    fearless: bool = False
    leader: bool = False
    merciful: bool = False
    """Whether the milder death rule covers this one although it is no player character (WB-DEATH-03)."""
    group: str = ""
    """Who checks morale together: the same kind under the same leader."""
    loyalty: int = 0
    """The modifier left by the last loyalty check (WB-LOYAL-08)."""
    damage: int = 0
    """Bonus to damage in the hand, from strength."""
    aim: int = 0
    """Bonus to hit at range that a people has."""
    xp: int = -1
    """Experience for slaying this one; -1: none printed, the referee is asked (WB-XP-01)."""
    alignment: str = ""
    powers: Powers | None = None
    """What this one is and can do beyond plain blows; nothing for most."""
    outdoors: bool = False
    """Whether a round's move is counted in yards, not feet (WB-OUTDOOR-03)."""
    own: "Profile | None" = None
    """The true numbers of somebody who is in another shape."""


class Lying(Struct, frozen=True, omit_defaults=True):
    """Something thrown that lies on the ground."""

    owner: str
    item: str
    """The key of the thing on its owner's sheet."""
    at: int
    ways: tuple[Weapon, ...]
    """The ways to attack that it gives in the hand."""


class Ground(Struct, frozen=True, omit_defaults=True):
    """Where a fight takes place."""

    lying: tuple[Lying, ...] = ()
    setting: tuple[Feature, ...] | None = None
    """What the place is like: sunlight, woods, water …; None: as it tells by itself."""


class Intent(Struct, frozen=True, omit_defaults=True):
    """What somebody has declared for the round."""

    kind: IntentKind
    target: str = ""
    spell: str = ""
    act: str = ""
    """For what is neither blow, shot, move nor spell: the act with its thing (see `declared`)."""


class Combatant(Struct, frozen=True, omit_defaults=True, gc=False):
    """Somebody in a fight. Marks such as `attacked` hold the number of the round in which it happened."""

    profile: Profile
    hp: int
    at: int
    """Feet along the line on which the fight takes place."""
    began: int
    """Hit points when the battle began."""
    condition: Condition = "up"
    attacked: int = -1
    attacks_made: int = 0
    moved: int = -1
    moved_from: int = 0
    busy: int = -1
    """The round wholly taken up by something else: binding, preparing, running, making a weapon ready."""
    held_until: int = -1
    """The last round of paralysis."""
    dropped: int = -1
    """The round in which hit points went below 0; -1 when not bleeding."""
    cast: tuple[str, ...] = ()
    """Spells used up."""
    prepared: str = ""
    """A spell ready to be released (alternative sequence), or announced for this round (standard one)."""
    preparing: str = ""
    aim: str = ""
    """The target named for the spell."""
    weapon: str = ""
    """The weapon in hand and ready."""
    intent: Intent | None = None
    morale: Morale = ""
    spent: tuple[str, ...] = ()
    """Powers and things used, each as often as it was."""
    used: tuple[str, ...] = ()
    """Weapons used in the round of `attacked`, of those who have several attacks."""
    struck: tuple[str, ...] = ()
    """At whom, in the same round."""
    stirred: int = -1
    """The last round of a step or a blow when the present moment began; kept where several sides act in it."""
    last_blow: tuple[str, str] = ("", "")
    """The weapon and the target of the last blow or shot."""
    gave_up: bool = False
    """Fell after a surrender: whoever comes round then is a prisoner still."""

    if TYPE_CHECKING:

        @property
        def id(self) -> str:
            """The id of the profile."""

    else:
        id = property(attrgetter("profile.id"))  # read everywhere, so without a step of its own


class Reserve(Struct, frozen=True, omit_defaults=True):
    """Creatures that have been called and are about to come."""

    monster: str
    side: str
    count: int
    at: int
    rank: int = -1


class Blow(Struct, frozen=True, omit_defaults=True):
    """Something that has been done in a simultaneous turn and takes effect at its end (WB-INIT-02)."""

    target: str
    effect: Result
    source: str
    amount: int = 0
    element: str = ""
    ongoing: Ongoing | None = None
    save: bool = False
    """Whether there was a save against it."""
    reserve: Reserve | None = None


class Side(Struct, frozen=True, omit_defaults=True):
    """One party to the fight."""

    id: str
    name: Named
    light: bool = False
    """Whether it carries a visible light (WB-LIGHT-04)."""


class Peril(Struct, frozen=True, omit_defaults=True):
    """A danger that waits for the referee's word on its saving throw."""

    who: str
    threat: Threat
    source: str
    saved: bool = False


class Fight(Struct, frozen=True, omit_defaults=True, gc=False):
    """A fight in progress."""

    sides: dict[str, Side]
    combatants: dict[str, Combatant]
    round: int = 0
    """0 is the free round or action that surprise gives, before initiative."""
    phase: Phase = "declare"
    order: tuple[tuple[str, ...], ...] = ()
    """Which sides act when; sides in one group act at the same time."""
    initiative: tuple[tuple[str, ...], ...] = ()
    """The order that the last initiative gave (WB-SEQ-04)."""
    turn: int = 0
    done: tuple[str, ...] = ()
    """Sides of the acting group (or declaring sides) that are finished."""
    surprised: tuple[str, ...] = ()
    """Sides, or individuals, caught unawares."""
    blows: tuple[Blow, ...] = ()
    perils: tuple[Peril, ...] = ()
    delayed: tuple[Peril, ...] = ()
    """Spells that were cast and take effect when the round ends."""
    reminded: tuple[str, ...] = ()
    """Moments of which the referee was told, as group/moment."""
    due: tuple[str, ...] = ()
    """Groups whose morale the referee was reminded of and has not tested since."""
    winners: tuple[str, ...] = ()
    ground: Ground = Ground()
    """The place, and what lies there."""
    landing: bool = False
    """Whether the turn is over and everything takes effect at once until the next one begins."""
    held_back: tuple[str, ...] = ()
    """Who has said in this turn that they are done, while others of their side were not."""
    plain: bool = False
    """Whether it is known that nobody in it ever was or could do more than plain people: then nothing need be asked
    of powers. The fold keeps it while the fight goes on; where it is not set, one looks."""

    @property
    def lying(self) -> tuple[Lying, ...]:
        """What was thrown and not picked up."""
        return self.ground.lying

    @property
    def setting(self) -> tuple[Feature, ...] | None:
        """What the place is like, if somebody has said."""
        return self.ground.setting

    @property
    def acting(self) -> tuple[str, ...]:
        """The sides whose turn it is."""
        return self.order[self.turn] if self.turn < len(self.order) else ()


class State(kernel.State, frozen=True, omit_defaults=True):
    """A White Box table."""

    fight: Fight | None = None
    minutes: int = 0
    """Time that has passed (a round is a minute, WB-TIME-02)."""
    fights: int = 0
    characters: dict[str, Character] = field(default_factory=dict)
    """Everybody who has a sheet: players' characters, retainers, hirelings, alive or not."""
    party: Party = Party()
    drafts: dict[str, dict[Ability, int]] = field(default_factory=dict)
    """Attribute scores rolled for characters that are not made yet."""
    effects: dict[str, tuple[Ongoing, ...]] = field(default_factory=dict)
    """What lasts on whom: combatants and characters, in a fight and after it."""
    expedition: Expedition | None = None
    joust: Joust | None = None
    pending: Pending | None = None
    """What the referee was asked about without an expedition."""

    @property
    def point(self) -> str:
        """Where the party is in its place: under open sky how far it has travelled; empty: there is only the place."""
        out = self.expedition
        if out is None or out.over or not out.places[out.at].outdoors or not out.miles:
            return ""
        return str(out.miles)

    @property
    def post(self) -> str:
        """Where somebody who is met now stays when the party goes on: the start of a way under open sky has a name."""
        out = self.expedition
        under_sky = out is not None and not out.over and out.places[out.at].outdoors
        return self.point or (START if under_sky else "")
