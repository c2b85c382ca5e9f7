"""What a campaign adds for the engine of the archmages: who is called together, and how they grow."""

from collections.abc import Callable
from typing import Any, Final

from msgspec import field
from msgspec.structs import replace

from arbitro.dice.stream import Die
from arbitro.kernel.command import Command
from arbitro.kernel.event import Event
from arbitro.kernel.ruling import Check, Lot
from arbitro.play.events import LegBegan
from arbitro.play.fold import under_way
from arbitro.play.sides.archmage import gear, growth
from arbitro.play.sides.walking import captivity
from arbitro.play.sides.walking import events as walking_events
from arbitro.play.sides.walking.captivity import back_in, gone_from
from arbitro.play.sides.walking.state import WalkingState, in_order
from arbitro.rules.archmage.characters import Hero
from arbitro.rules.archmage.power import Ability
from arbitro.rules.archmage.state import Combatant, State


class ArchmageCampaign(WalkingState, frozen=True, kw_only=True):
    """A campaign of the engine of the archmages."""

    game: State
    heroes: dict[str, Hero] = field(default_factory=dict)
    """The characters as they are described; the game holds how they stand."""
    apart: dict[str, Combatant] = field(default_factory=dict)
    """How those stand who wait elsewhere; the game knows nothing of them meanwhile."""
    growing: tuple[str, ...] = ()
    """Those who have gained a level, and have neither chosen all that it brings nor put it off."""
    risen: tuple[str, ...] = ()
    """Those who have gained a level and have not set out since."""


class Enlist(Command, frozen=True, tag="enlist"):
    """Let a finished character enter, from a file or from another table."""

    hero: Hero


class TrySkill(Command, frozen=True, tag="try_skill"):
    """Underground: somebody tries something of their own, and a skill check says how it goes."""

    who: str
    ability: Ability


class DrinkUp(Command, frozen=True, tag="drink_up"):
    """Between battles: somebody gives a healing potion of theirs to whoever is hurt, or drinks it."""

    who: str
    patient: str


class Mustered(Event, frozen=True, tag="mustered"):
    """Characters come together: as they are described, and as they stand; `dice` drew those who came by lot."""

    people = ("who",)

    who: tuple[str, ...]
    heroes: tuple[Hero, ...]
    party: tuple[Combatant, ...]
    dice: tuple[Die, ...] = ()
    growing: tuple[str, ...] = ()
    """Those of them who have still to choose what their levels bring."""

    def lots(self) -> tuple[Lot, ...]:
        """Whom each die drew."""
        return tuple(Lot(die, whose) for whose, die in zip(self.who, self.dice, strict=False))


class LevelReached(Event, frozen=True, tag="level_reached"):
    """The whole party is a level higher; or somebody who was away has caught up with it."""

    people = ("who",)

    level: int
    heroes: tuple[Hero, ...]
    party: tuple[Combatant, ...]
    who: str = ""
    """Who has caught up; empty: everybody rises."""
    growing: tuple[str, ...] = ()
    """Those who have now to choose what the level brings; empty: it was chosen for them."""

    def variant(self) -> str:
        """Everybody, or one."""
        return "one" if self.who else ""


class Remade(Event, frozen=True, tag="remade"):
    """Something has changed what somebody is: a pool, a gas, the end of one."""

    hero: Hero
    combatant: Combatant
    fighting: bool = False
    """Whether they are so in a battle that is going on."""


class RestEarned(Event, frozen=True, tag="rest_earned"):
    """A trap has hurt somebody: as after a battle, the party may take a quick rest."""


class TrapAttacked(Event, frozen=True, tag="trap_attacked"):
    """A trap, a gas or a fear of the dungeon attacks somebody's defences."""

    deadly = ("trap", "who")
    people = ("who",)

    who: str
    check: Check
    hit: bool

    def variant(self) -> str:
        """Whether it struck."""
        return "hit" if self.hit else "missed"


class TrapSensed(Event, frozen=True, tag="trap_sensed"):
    """Somebody senses a trap that has struck: it must strike again, and the second roll stands."""

    people = ("who",)

    who: str
    check: Check


class Unafraid(Event, frozen=True, tag="unafraid"):
    """A fear of the dungeon has no hold on somebody, who knows none."""

    people = ("who",)

    who: str


class PotionFound(Event, frozen=True, tag="potion_found"):
    """Somebody has a healing potion more (or another number of them)."""

    people = ("who",)

    who: str
    potions: int
    die: Die | None = None
    """The die that might have brought something better."""

    def lots(self) -> tuple[Lot, ...]:
        """The die, if there was one."""
        return () if self.die is None else (Lot(self.die),)

    def variant(self) -> str:
        """Whether there is none left."""
        return "" if self.potions else "none"


class PotionDrunk(Event, frozen=True, tag="potion_drunk"):
    """Somebody drinks a healing potion out of somebody's bag, which holds so many more."""

    people = ("who", "patient")

    who: str
    patient: str
    potions: int

    def variant(self) -> str:
        """One's own, or another's."""
        return "own" if self.who == self.patient else ""


class PotionsHanded(Event, frozen=True, tag="potions_handed"):
    """Healing potions went from one to another: how many, and how many each has now."""

    people = ("who", "to")

    who: str
    to: str
    count: int
    left: int
    now: int
    taken: bool = False
    """Whoever had them could not act: the other has taken them."""

    def variant(self) -> str:
        """Given, or taken."""
        return "taken" if self.taken else ""


class PrisonerRobbed(Event, frozen=True, tag="prisoner_robbed"):
    """Somebody whom the others had to leave to the enemy gets away without purse and potions."""

    people = ("who",)

    who: str
    gold: int
    potions: int = 0

    def variant(self) -> str:
        """What there was to take: both, one of them, nothing."""
        if self.gold and self.potions:
            return ""
        return "gold" if self.gold else "potions" if self.potions else "poor"


EVENTS: Final[tuple[type[Event], ...]] = (
    PrisonerRobbed,
    Mustered,
    LevelReached,
    Remade,
    RestEarned,
    TrapAttacked,
    TrapSensed,
    Unafraid,
    PotionFound,
    PotionDrunk,
    PotionsHanded,
    *growth.EVENTS,
    *gear.EVENTS,
)


def _people(state: ArchmageCampaign, heroes: tuple[Hero, ...], party: tuple[Combatant, ...]) -> ArchmageCampaign:
    known = {**state.heroes, **{hero.id: hero for hero in heroes}}
    apart = {**state.apart, **{one.id: one for one in party if one.id in state.apart}}
    standing = {**state.game.party, **{one.id: one for one in party if one.id not in state.apart}}
    return replace(state, heroes=known, apart=apart, game=replace(state.game, party=standing))


def _mustered(state: ArchmageCampaign, event: Mustered) -> ArchmageCampaign:
    after = _people(state, event.heroes, event.party)
    return replace(after, growing=(*after.growing, *event.growing))


def _risen(state: ArchmageCampaign, event: LevelReached) -> ArchmageCampaign:
    after = _people(state, event.heroes, event.party)
    risen = (*after.risen, *(hero.id for hero in event.heroes if hero.id not in after.risen))
    growing = (*after.growing, *(who for who in event.growing if who not in after.growing))
    after = replace(after, risen=risen, growing=growing)
    return after if event.who else replace(after, progress="0")


def _chosen(
    state: ArchmageCampaign,
    event: growth.ChoiceTaken | growth.ChoicesFilled | growth.PowerChanged | gear.ItemFound | gear.ItemWorn,
) -> ArchmageCampaign:
    return _people(state, (event.hero,), (event.combatant,))


def _put_off(state: ArchmageCampaign, event: growth.ChoicesPutOff) -> ArchmageCampaign:
    return replace(state, growing=tuple(who for who in state.growing if who != event.who))


def _under_way(state: ArchmageCampaign, event: LegBegan) -> ArchmageCampaign:
    """Whoever sets out has chosen, or has put it off."""
    after = under_way(state, event)
    return after if event.homeward or event.turned else replace(after, risen=(), growing=())


def _remade(state: ArchmageCampaign, event: Remade) -> ArchmageCampaign:
    after = _people(state, (event.hero,), (event.combatant,))
    fight = after.game.fight
    if not event.fighting or fight is None:
        return after
    combatants = {**fight.combatants, event.combatant.id: event.combatant}
    return replace(after, game=replace(after.game, fight=replace(fight, combatants=combatants)))


def _stayed(state: ArchmageCampaign, event: walking_events.StayedBehind) -> ArchmageCampaign:
    parted = gone_from(walking_events.stayed(state, event), event.who)
    return replace(parted, game=replace(parted.game, resting=bool(event.stores.rests)))


def _came_along(state: ArchmageCampaign, event: walking_events.CameAlong) -> ArchmageCampaign:
    back = back_in(walking_events.came_along(state, event), event.who)
    return replace(back, game=replace(back.game, resting=bool(event.stores.rests)))


def _ordered(state: ArchmageCampaign, event: walking_events.OrderChanged) -> ArchmageCampaign:
    return replace(state, game=replace(state.game, party=in_order(state.game.party, event.order)))


def _potions(state: ArchmageCampaign, event: PotionFound | PotionDrunk) -> ArchmageCampaign:
    one = replace(state.game.party[event.who], potions=event.potions)
    return replace(state, game=replace(state.game, party={**state.game.party, event.who: one}))


def _handed(state: ArchmageCampaign, event: PotionsHanded) -> ArchmageCampaign:
    party = dict(state.game.party)
    party[event.who] = replace(party[event.who], potions=event.left)
    party[event.to] = replace(party[event.to], potions=event.now)
    return replace(state, game=replace(state.game, party=party))


def _robbed(state: ArchmageCampaign, event: PrisonerRobbed) -> ArchmageCampaign:
    one = replace(state.game.party[event.who], potions=0)
    purses = {who: 0 if who == event.who else gold for who, gold in state.purses.items()}
    return replace(state, purses=purses, game=replace(state.game, party={**state.game.party, event.who: one}))


def _stripped(state: ArchmageCampaign, event: captivity.CaptiveRobbed) -> ArchmageCampaign:
    after = captivity.robbed(state, event)
    return replace(after, apart={**after.apart, event.who: replace(after.apart[event.who], potions=0)})


def _given_back(state: ArchmageCampaign, event: captivity.CaptiveFreed) -> ArchmageCampaign:
    after = captivity.freed(state, event)
    one = after.game.party[event.who]
    party = {**after.game.party, event.who: replace(one, potions=one.potions + event.potions)}
    return replace(after, game=replace(after.game, party=party))


FOLDS: Final[dict[type[Event], Callable[[Any, Any], Any]]] = {
    Mustered: _mustered,
    growth.ChoiceTaken: _chosen,
    growth.ChoicesFilled: _chosen,
    growth.PowerChanged: _chosen,
    growth.ChoicesPutOff: _put_off,
    gear.ItemFound: _chosen,
    gear.ItemWorn: _chosen,
    gear.ItemHanded: lambda state, event: _people(state, event.heroes, event.party),
    LegBegan: _under_way,
    LevelReached: _risen,
    Remade: _remade,
    TrapAttacked: lambda state, _: state,
    TrapSensed: lambda state, _: state,
    Unafraid: lambda state, _: state,
    RestEarned: lambda state, _: replace(state, game=replace(state.game, resting=True)),
    PrisonerRobbed: _robbed,
    PotionFound: _potions,
    PotionDrunk: _potions,
    PotionsHanded: _handed,
    captivity.CaptiveRobbed: _stripped,
    captivity.CaptiveFreed: _given_back,
    walking_events.StayedBehind: _stayed,
    walking_events.CameAlong: _came_along,
    walking_events.LeftForDead: lambda state, event: back_in(walking_events.left_for_dead(state, event), event.who),
    walking_events.OrderChanged: _ordered,
}
