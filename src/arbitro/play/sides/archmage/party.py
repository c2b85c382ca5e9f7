"""Who plays the engine of the archmages: the party, its beginnings, and where things stand with it."""

from collections.abc import Iterator
from typing import Any, Final

from msgspec.structs import replace

from arbitro.appendix_a.pool import Bather
from arbitro.dice.stream import Die
from arbitro.dungeon.stocking import Stocker
from arbitro.kernel.command import Refusal
from arbitro.kernel.rulebook import Phrase
from arbitro.kernel.seat import Seat
from arbitro.play.ailments import asleep
from arbitro.play.maker import ENROLLED
from arbitro.play.naming import TEXTS as CAMPAIGN_TEXTS
from arbitro.play.scene import Scene
from arbitro.play.side import cut_seats
from arbitro.play.sides.archmage import roster
from arbitro.play.sides.archmage.events import (
    ArchmageCampaign,
    Enlist,
    Mustered,
)
from arbitro.play.sides.walking import parting
from arbitro.play.sides.walking.ground import equip, gold_of
from arbitro.play.sides.walking.walker import WalkingSide
from arbitro.play.state import Called, CampaignState
from arbitro.play.stocking.archmage import ArchmageStocker
from arbitro.rules.archmage import Archmage
from arbitro.rules.archmage.catalogue import Books, books_of
from arbitro.rules.archmage.characters import TOP_LEVEL, Hero
from arbitro.rules.archmage.choosing import owed
from arbitro.rules.archmage.events import Fell
from arbitro.rules.archmage.setup import PARTIES
from arbitro.rules.archmage.state import Combatant, State, standing
from arbitro.text import Fault, Texts

PACKAGE: Final = "arbitro.play.sides.archmage"
TEXTS: Final = Texts(PACKAGE, CAMPAIGN_TEXTS)
"""The side's own sentences; the campaign's stand behind them."""
ALIGNMENT: Final = "NEUTRALITY"
"""The game has no alignments: a talking pool takes everybody for neutral."""
ArchmageSide = WalkingSide[Archmage]
"""What its own chapters ask for first."""


# -------------------------------------------------------------------- where things stand


def own_state(state: CampaignState) -> ArchmageCampaign:
    """The state with its own fields."""
    if not isinstance(state, ArchmageCampaign):
        raise TypeError("this is another game's campaign")
    return state


def inner_state(state: CampaignState) -> State:
    """The game's own state."""
    return own_state(state).game


def fighting(state: CampaignState) -> bool:
    """Blows are being exchanged."""
    fight = inner_state(state).fight
    return fight is not None and fight.phase != "over"


def busy(state: CampaignState) -> bool:
    """A battle, a meeting, a question."""
    return fighting(state) or own_state(state).meeting is not None or bool(state.game.awaiting)


def whole(state: CampaignState) -> State:
    """The game's own state, with those who wait elsewhere among the party."""
    own = own_state(state)
    return own.game if not own.apart else replace(own.game, party={**own.game.party, **own.apart})


def could_act(state: CampaignState, who: str) -> bool:
    """Awake, here or elsewhere."""
    own = own_state(state)
    one = own.apart.get(who) or standing(own.game).get(who)
    return one is not None and one.conscious


def rests(state: CampaignState) -> int:
    """Whether a quick rest is still due to this group (AE-REST-01)."""
    return int(inner_state(state).resting)


def abandon(scene: Scene, who: tuple[str, ...], space: str) -> None:
    """Whoever is given up is dead to the others."""
    parting.abandon(scene, who, space)
    for each in who:
        scene.happen(Fell(each, "dead"))


def members(state: CampaignState) -> Iterator[Combatant]:
    """The characters, as they stand in the battle or between battles."""
    inner = inner_state(state)
    now = standing(inner)
    return (now.get(who, one) for who, one in inner.party.items())


# -------------------------------------------------------------------- the party


def parties() -> tuple[tuple[str, Phrase], ...]:
    """The ready parties of the game."""
    return tuple((f"ready:{name}", title) for name, title in roster.titles().items())


def gather(scene: Scene, party: str) -> Refusal | None:
    """A ready party, or characters by lot; whoever is there already does not come twice."""
    kind, _, rest = party.partition(":")
    size, _, level = rest.partition(":")
    known = set(own_state(scene.state).heroes)
    if kind == "ready" and rest in PARTIES:
        heroes = tuple(hero for hero in roster.ready(rest) if hero.id not in known)
        dice: tuple[Any, ...] = ()
    elif party == ENROLLED and scene.state.stage == "gathering" and known:
        return None
    elif kind == "random" and size.isdigit() and (level or "1").isdigit():
        if not 1 <= int(size) <= roster.MOST or not 1 <= int(level or 1) <= TOP_LEVEL:
            return Refusal("bad_lot", {"most": roster.MOST, "top": TOP_LEVEL})
        heroes, dice = roster.by_lot(scene, int(size), int(level or 1), known)
    else:
        return Refusal("bad_party", {"party": party})
    if not heroes:
        return Refusal("nobody_new", {"party": party})
    muster(scene, heroes, dice)
    return None


def muster(scene: Scene, heroes: tuple[Hero, ...], dice: tuple[Die, ...] = (), growing: tuple[str, ...] = ()) -> None:
    """Characters come, whole and with a little gold."""
    usual = int(scene.state.options["default_recoveries"])
    fresh = tuple(roster.fresh(books_of(scene.game), hero, usual) for hero in heroes)
    who = tuple(hero.id for hero in heroes)
    scene.happen(Mustered(who, heroes, fresh, dice, growing, rules=("AE-HP-01", "AE-RECOVERY-01")))
    equip(scene, who, books_of(scene.game).building.starting_gold)


def enlist(scene: Scene, command: Enlist) -> Refusal | None:
    """Somebody with a finished sheet; whoever was just made is of the party's level."""
    state, hero = scene.state, command.hero
    if not state.at_home:
        return Refusal("party_not_in_town")
    if hero.id in own_state(state).heroes:
        return Refusal("hero_known", {"who": hero.id})
    try:
        roster.fresh(books_of(scene.game), hero, 1)
    except Fault:
        return Refusal("bad_hero", {"who": hero.id})
    books, growing = books_of(scene.game), False
    if state.draft is not None and state.stage == "town" and hero.level < party_level(state):
        growing = state.options["level_choices"] == "players"
        if not growing:
            hero = roster.at_level(books, hero, party_level(state))
        while hero.level < party_level(state):
            hero = roster.risen(books, hero)
    muster(scene, (hero,), growing=(hero.id,) if growing and owed(books, hero) else ())
    return None


def people(state: CampaignState) -> tuple[str, ...]:
    """Everybody who lives."""
    return tuple(one.id for one in members(state) if not one.lost)


def able(state: CampaignState) -> tuple[str, ...]:
    """Those who are awake."""
    sleepers = asleep(state)
    return tuple(one.id for one in members(state) if one.conscious and one.id not in sleepers)


def dead(state: CampaignState) -> tuple[tuple[str, Called], ...]:
    """Those who died."""
    return tuple(
        (one.id, Called(one.profile.name.it, one.profile.name.en, one.profile.name.gender))
        for one in members(state)
        if one.awareness == "dead"
    )


def bather(side: ArchmageSide, state: CampaignState, who: str) -> Bather:
    """Only gold counts."""
    return Bather(who, ALIGNMENT, gold_of(side, state, who) or 0)


def fighters(state: CampaignState) -> tuple[str, ...]:
    """Those for whom nothing counts more than Strength (DA-GAS-06)."""
    heroes = own_state(state).heroes
    return tuple(who for who in people(state) if heroes[who].abilities["str"] == max(heroes[who].abilities.values()))


def stocker(books: Books, state: CampaignState) -> Stocker:
    """Fair battles for a party of this size, of the level that the depth stands for."""
    return ArchmageStocker(books, max(len(people(state)), 1))


def dare(state: CampaignState) -> int:
    """Battles are fair for the level that the depth stands for."""
    heroes = own_state(state).heroes
    levels = [heroes[who].level for who in people(state)]
    return max(sum(levels) // max(len(levels), 1), 1)


def party_level(state: CampaignState) -> int:
    """The level of the party."""
    heroes = own_state(state).heroes
    return max((heroes[who].level for who in people(state)), default=1)


def seats(state: CampaignState) -> tuple[Seat, ...]:
    """One seat for the whole party, and one for each character."""
    return cut_seats(whole(state).party)
