"""What a kind of power or magic is to the rules: registered once, with all that it does.

An entry of the bestiary has its powers as data (`special`). What the rules do with a kind of power is one `Power`:
its schema, what it does at each moment, how it is used and what that is worth to an automatic player. The rules go
through what somebody has (`lookups.abilities`) and let each do what it does at the moment; they ask for no kind.
The pages are `monster_powers` and, for what spells and things do (`effect`, a `Magic` for each kind), `magic_effects`.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, Literal, NamedTuple, TypeVar

from arbitro.dice.amount import Amount
from arbitro.kernel.command import Refusal
from arbitro.kernel.rulebook import Phrase
from arbitro.kernel.ruling import Check, Modifier
from arbitro.rules.whitebox.effect import AnyEffect, Cast, Enchanted, Storage, StoredSpell
from arbitro.rules.whitebox.measure import Ability, Area
from arbitro.rules.whitebox.ongoing_effects import Ongoing
from arbitro.rules.whitebox.people.state import Character
from arbitro.rules.whitebox.powers.commands import TouchHazard
from arbitro.rules.whitebox.scene import Here, Scene
from arbitro.rules.whitebox.special import Caster, Company
from arbitro.rules.whitebox.state import Combatant, Condition, Fight, State
from arbitro.rules.whitebox.terms import Threat, Weapon
from arbitro.text import Language

if TYPE_CHECKING:
    from arbitro.rules.whitebox.damage import Landing
    from arbitro.rules.whitebox.powers.aiming import Working
    from arbitro.rules.whitebox.rules import Rules

P = TypeVar("P")
"""The schema of a kind of power."""
Undoing = Literal["kills", "petrifies", "repels"]
Strikes = Callable[[P, Scene, Combatant, Combatant, Weapon], None]


@dataclass(frozen=True, kw_only=True)
class Use(Generic[P]):
    """How a power is used instead of a blow, and what that is worth to an automatic player."""

    does: Callable[[P, Scene, Combatant, str, Combatant], None]
    worth: Callable[[P, Here, Fight, Combatant, list[Combatant]], bool]
    """Whether it is worth the round to an automatic player."""
    best: Callable[[P, Here, Combatant, list[Combatant], list[Combatant]], list[Combatant]] | None = None
    """Of those it can be turned on, the best first, for an automatic player; none: as they stand."""
    keys: Callable[[P], tuple[str, ...]] | None = None
    """By which keys it is used; none: by the tag of its schema."""
    targets: Callable[[P, Here, Combatant], tuple[Combatant, ...]] | None = None
    """Whom it can be turned on; none: any foe in sight."""
    feet: Callable[[P], int] | None = None
    """How far it reaches; none: as far as the fight goes."""
    reach: Callable[[P, "Rules", Combatant], int] | None = None
    """How far it reaches, where that goes by its owner."""
    carries: Callable[[P, "Rules", Combatant, int], bool] | None = None
    """Whether it holds a runner so far away in the fight; none: as far as it reaches."""
    peaceful: bool = False
    """Whether it harms nobody by itself."""
    harms: Callable[[P, "Rules"], bool] | None = None
    """Whether using it is an attack, where that goes by its entry."""
    once: bool = False
    """Once in a fight."""
    a_step: bool = False
    """It takes the place of a step, not of a blow."""


class UsablePower(NamedTuple):
    """A power that somebody can choose to use."""

    power: Any
    use: Use[Any]


@dataclass(frozen=True, kw_only=True)
class Power(Generic[P]):
    """A kind of power or weakness: its schema, and what it does at each moment at which it has something to do."""

    kind: type[P]
    words: Callable[[P, "Rules", Language], Iterable[str]] | None = None
    """What the bestiary says of it beyond its name and plain numbers."""
    text: Callable[[P], Phrase] | None = None
    """All that there is to say of it, where its entry says it."""
    told: Callable[[P], bool] | None = None
    """Whether it is for the referee alone to play out."""
    spell: Callable[[P], str] | None = None
    """The spell that it is."""
    use: Use[P] | None = None
    # -------------------------------------------------------- its owner strikes
    to_hit: Callable[[P, Here, Combatant, Combatant, Weapon], int] | None = None
    dice: Callable[[P, Scene, Combatant, Weapon, Check, Amount], Amount] | None = None
    """The dice of a hit on somebody, as the power changes them."""
    times: Callable[[P, Here, Combatant, Weapon], int] | None = None
    """How many times the dice of a hit count; 0: it says nothing."""
    blows: Callable[[P, Combatant, int], int] | None = None
    """How many of its attacks of a kind are left in a round."""
    hit: Callable[[P, Scene, Combatant, Combatant], Iterable[Threat]] | None = None
    """The dangers that a hit brings besides damage, with the attack and the trigger that the entry names."""
    after_hit: Callable[[P, Scene, Combatant, Combatant], None] | None = None
    touches: Callable[[P, Scene, Combatant], None] | None = None
    """What touching does to the arms and armour of whoever was hit."""
    # -------------------------------------------------------- somebody strikes its owner
    eyes: Callable[[P, Scene, Combatant, Combatant], None] | None = None
    """Somebody meets its owner's eyes."""
    averted: Callable[[P], int] | None = None
    """To hit, for whoever looks away."""
    share: Callable[[P, Combatant, Weapon], float] | None = None
    """What share of a weapon's damage is taken: 0 none, -1 a single point."""
    burns: Strikes[P] | None = None
    """What striking its owner in melee does to whoever strikes."""
    eats: Strikes[P] | None = None
    """What striking its owner in melee does to the weapon."""
    # -------------------------------------------------------- dangers, magic and wounds
    proof: Callable[[P], tuple[str, ...]] | None = None
    """The elements and perils that do not touch its owner."""
    saves: Callable[[P, Threat], Modifier | None] | None = None
    wards: Callable[[P, Scene, Combatant, "Working", str], bool] | None = None
    """Whether magic at work, of an element, does not touch its owner."""
    keeps_out: Callable[[P, "Working", str], bool] | None = None
    """The same without any die or line, as whoever knows its kind can tell beforehand."""
    instead: Callable[[P, Scene, Combatant, "Landing"], bool] | None = None
    """What damage of an element does instead of wounding; False: it wounds."""
    factor: Callable[[P, str], float] | None = None
    """What share of the damage of an element is taken."""
    slows: Callable[[P, Scene, Combatant, str], None] | None = None
    sears: Callable[[P, Scene, Combatant, int, str], None] | None = None
    """What wounds of an element leave behind."""
    regains: Callable[[P], int] | None = None
    """Hit points that come back in every round."""
    ends_as: Condition | None = None
    """What becomes of its owner at 0 hit points."""
    falls: Callable[[P, Scene, Combatant], None] | None = None
    """What its owner does at the last."""
    banes: Callable[[P], Mapping[Undoing, tuple[str, ...]]] | None = None
    """What kills its owner, turns it to stone or keeps it off."""
    # -------------------------------------------------------- its victims
    rises: Callable[[P, str], bool] | None = None
    """Whether a victim that was slain or drained rises again."""
    sated: Callable[[P], bool] | None = None
    """Whether it lets go once it has had its fill."""
    cured: Callable[[P], float] | None = None
    """The share of the usual pace at which wounds close once its disease is cured."""
    # -------------------------------------------------------- what its owner is
    hides: Callable[[P, State, Combatant], bool] | None = None
    bodiless: bool = False
    turned_as: Callable[[P], int | None] | None = None
    """The hit dice as which its owner is turned; 0: its own; None: never."""
    steady: Callable[[P], int] | None = None
    """On its owner's morale."""
    worn: Callable[[P], tuple[Ongoing, ...]] | None = None
    """What lies on its owner for good."""
    surprises: Callable[[P, tuple[str, ...]], int] | None = None
    """The d6 on which its owner's foes are surprised in a place."""
    presence: Callable[[P, Scene, Combatant], None] | None = None
    """What its nearness does as a round begins."""
    lures: Callable[[P], bool] | None = None
    """Whether those whom it charms go to its owner."""
    cloud: Callable[[P], int] | None = None
    """In a hundred: whether a growth lets off a cloud when it is touched."""
    growth: Callable[[P, Scene, TouchHazard, bool], None] | None = None
    """What a growth does to whoever touches it, and with a cloud to those near by."""
    some: Callable[[P], int] | None = None
    """How many in a hundred of its owners have it."""
    casts: Callable[[P], Caster] | None = None
    """As whom its owner casts spells."""
    company: Callable[[P], tuple[Company, int]] | None = None
    """Who else comes with its owner, and how often in six."""


@dataclass(frozen=True, kw_only=True)
class Magic(Generic[P]):
    """A kind of effect of spells and things: its schema, what it does, for whom it is meant, what it is worth."""

    kind: type[P]
    words: Callable[[P, "Rules", Language], str] | None = None
    """The effect in words; none: its sentence in the catalogue, with its numbers."""
    # -------------------------------------------------------- what it does
    at_once: Callable[[Scene, Combatant, P, "Working"], bool | None] | None = None
    """What it does to somebody in a fight; False: nothing by itself, it lies on them or can only be told."""
    lasts: Callable[[P], tuple[Ongoing, ...]] | None = None
    """What it is while it lies on somebody."""
    on_sheet: Callable[[Scene, Character, P, "Working"], bool | None] | None = None
    """What it does to somebody outside a fight; False: the referee has to say more, None: nothing by itself."""
    narrated: bool = False
    """Whether it is for the referee alone to play out."""
    many: Callable[[P], tuple[int, Area | None]] | None = None
    """On how many it lies, and how near they must be."""
    also_told: Callable[[P], bool] | None = None
    """Whether the referee plays out a part of what lies on somebody."""
    # -------------------------------------------------------- whom it is for
    foes: Callable[[P], bool] | bool = False
    """Whether it is meant for the enemy."""
    towards_foes: bool = False
    """Whether it is pointed at the enemy without harming: to keep off."""
    either_side: bool = False
    """Whether it is of use on friend and foe."""
    fallen: bool = False
    """Whether it is of use to somebody who is down or out of it."""
    oneself: bool = False
    """Whether it needs nobody else."""
    area: Callable[[P], Area | None] | None = None
    """Where it spreads from the caster, or around the target."""
    lone: Callable[[P], bool] | None = None
    """Whether it can be thrown at one instead of several, who saves less well."""
    forms: Callable[[P], tuple[str, ...]] | None = None
    """The shapes that it gives."""
    only_oneself: Callable[[P], bool] | None = None
    """Whether it works on the caster alone."""
    may_release: Callable[[P, Here, Combatant, Combatant], Refusal | None] | None = None
    # -------------------------------------------------------- in things
    worn: Callable[[P], bool] | None = None
    """Whether it works all the time while a thing is worn or held."""
    unnamed: bool = False
    """Whether what it does while worn says nothing of the thing."""
    used: bool = True
    """Whether a thing that has it is there to be used."""
    quality: bool = False
    """Whether it is a quality of the thing, and no part of what using it does."""
    spell: Callable[[P], Cast] | None = None
    """The spell that a thing casts."""
    stronger: Callable[[P, int], P] | None = None
    """The effect, so many times as strong."""
    hit: Callable[[P, Scene, Combatant, Combatant, Weapon], None] | None = None
    """What a weapon with it does to whoever it hits."""
    extra_blows: Callable[[P], int] | None = None
    """Attacks more that a weapon has in it, a day."""
    returns: bool = False
    """Whether a thrown weapon comes back."""
    score: Callable[[P], tuple[Ability, int, int] | None] | None = None
    """What it adds to an attribute while worn, up to the most."""
    drinks: Callable[[P], int] | None = None
    """Levels of spells that it drinks up."""
    cards: bool = False
    """Whether cards are drawn."""
    enchants: Callable[[P], Enchanted] | None = None
    """How much better it makes a weapon or armour."""
    stored: Callable[[P], StoredSpell] | None = None
    """Spells that a thing holds when it is found."""
    room: Callable[[P], Storage] | None = None
    """Room for things."""
    drops: Callable[[P], int] | None = None
    """In a hundred: whether those put to flight let fall what they hold."""
    # -------------------------------------------------------- what it is worth to an automatic player
    aims: Callable[[Combatant, tuple[Combatant, ...]], list[Combatant]] | None = None
    """For whom it is worth it, the neediest first; none: for foes on whom it takes hold."""
    takes_hold: Callable[[P, Combatant], bool] | None = None
    """Whether it looks as if it could work on somebody."""
    element: Callable[[P], str] = lambda _: ""
    """What harms by it, for those whom that does not touch; empty: nobody is proof against it."""
    first: bool = False
    """Whether it goes before whatever harms the enemy, and is drunk where it is a potion."""
    commands: bool = False
    """Whether it commands others, so that a potion with it works on them, and is worth drinking."""
    hides: bool = False
    """Whether it is for the beginning of a fight, to be unseen."""
    bursts: bool = False
    """Whether it goes off around its target, and takes in a caster who stands too near."""
    inborn: bool = True
    """Whether those who have it as a power of their own use it without a plan."""


def magic_of(rules: "Rules", part: AnyEffect) -> Magic[Any]:
    """What the rules do with an effect."""
    return rules.magic[type(part)]


def lasting_forms(rules: "Rules", part: AnyEffect) -> tuple[Ongoing, ...]:
    """An effect as something that lasts; nothing for those that do their work at once or can only be told."""
    lasts = rules.magic[type(part)].lasts
    return () if lasts is None else lasts(part)


def aims_at_foes(rules: "Rules", part: AnyEffect) -> bool:
    """Whether an effect is meant for the enemy."""
    foes = rules.magic[type(part)].foes
    return foes if isinstance(foes, bool) else foes(part)


def needs_a_foe(rules: "Rules", part: AnyEffect) -> bool:
    """Whether an effect is pointed at an enemy, to harm or to keep off."""
    return rules.magic[type(part)].towards_foes or aims_at_foes(rules, part)
