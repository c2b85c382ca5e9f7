"""Powers that answer a moment: which of them could, and how their owners are asked (DHP-CHAR-03).

Whoever has a power that fits is asked once for each thing that is under way, if the price can be paid; what costs
nothing and has no limit is not asked about: it is simply so. The thing under way is the step that is due next.
"""

from collections.abc import Iterator, Mapping
from typing import Final, Literal, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from arbitro.kernel.state import Question
from arbitro.rules.daggerheart.companion import companion_at, companion_there
from arbitro.rules.daggerheart.content import Library
from arbitro.rules.daggerheart.gifts import at_hand, bringing, four_cards, scale_of, watched
from arbitro.rules.daggerheart.play import Play, ask
from arbitro.rules.daggerheart.power_price import cannot_pay, home_of
from arbitro.rules.daggerheart.power_terms import PowerMoment
from arbitro.rules.daggerheart.power_words import PowerWhen
from arbitro.rules.daggerheart.presence import has_condition, is_concealed
from arbitro.rules.daggerheart.ranges import is_near, reach_of
from arbitro.rules.daggerheart.resources import free_slots
from arbitro.rules.daggerheart.state import (
    Aftermath,
    Blow,
    Dying,
    Foe,
    Hero,
    Hit,
    Landed,
    Power,
    PowerChance,
    Resolve,
    State,
)
from arbitro.rules.daggerheart.words import Trait

Underway = TypeVar("Underway", Hit, Blow, Landed, Resolve, Aftermath, Dying)
ALLY: Final[Mapping[PowerMoment, PowerMoment]] = {
    "wounded": "ally_wounded",
    "dealt": "ally_dealt",
    "used_up": "ally_used_up",
}
"""What has happened to one of them, or been done by one, for those who stand by."""

BRINK: Final = 2
"""So few Hit Points left that some powers answer."""


class Occasion(Struct, frozen=True):
    """What is under way when a power might answer."""

    moment: PowerMoment
    other: Hero | Foe | None = None
    """Who attacks, who is attacked, or the ally whom it is about."""
    kind: str = ""
    severity: int = 0
    trait: Trait | None = None
    outcome: str = ""
    means: frozenset[str] = frozenset()
    hope: int = 0
    foe: Foe | None = None
    """The adversary whose doing it was, or whom it was done to."""
    armour: Literal["", "marked", "unmarked"] = ""
    felled: bool = False
    domain: str = ""
    """Of the spell that it is about."""
    helpers: frozenset[str] = frozenset()
    """Who has helped with the roll."""


def answering(books: Library, state: State, hero: Hero, occasion: Occasion) -> Iterator[Power]:
    """The powers of somebody that fit an occasion and can be paid for."""
    if hero.status != ("dying" if occasion.moment == "dying" else "up"):
        return
    for power in at_hand(hero):
        when = power.when
        if when is None or power.options or power.way not in ("", "react") or not _meant(when, occasion.moment):
            continue
        if not _lies_ready(hero, power, when) or (when.own_domain and occasion.domain != power.domain):
            continue
        if not _of_this_weapon(hero, power, when, occasion):
            continue
        if _fits(books, state, hero, when, occasion) and cannot_pay(hero, power, int(bool(power.any))) is None:
            yield power


def _of_this_weapon(hero: Hero, power: Power, when: PowerWhen, occasion: Occasion) -> bool:
    """Whether a weapon's feature is asked of its own attacks; what a second one does is for the first."""
    own = bringing(hero, power) if when.means == "weapon" else ()
    return not own or any((weapon.id in occasion.means) is not weapon.secondary for weapon in own)


def _lies_ready(hero: Hero, power: Power, when: PowerWhen) -> bool:
    """Whether the owner is under what the power needs, and there is room on it for more."""
    if when.under and not has_condition(hero, when.under):
        return False
    if when.last_slot and free_slots(hero) != 1:
        return False
    if when.bare and not _bare(hero):
        return False
    if when.worn and hero.hp - hero.hp_marked > BRINK:
        return False
    if when.four and not four_cards(hero, power):
        return False
    if when.laid and not hero.kept.get(home_of(power), 0):
        return False
    if when.armour == "marked" and free_slots(hero) <= power.slots:
        return False  # one of them is marked already as it were
    return not when.room or hero.kept.get(home_of(power), 0) < scale_of(hero.sheet, when.room, power)


def _bare(hero: Hero) -> bool:
    """Whether somebody wears armour that has no feature."""
    worn = hero.sheet.armour
    return worn is not None and not (worn.powers or worn.evasion or worn.agility)


def _meant(when: PowerWhen, moment: PowerMoment) -> bool:
    """Whether a power waits for a moment, of the owner's or of an ally's."""
    return when.moment == moment or (when.allies and f"ally_{when.moment}" == moment)


def _fits(books: Library, state: State, hero: Hero, when: PowerWhen, occasion: Occasion) -> bool:
    """Whether all that a power waits for is so."""
    other = occasion.other
    plain = (
        not when.kind or occasion.kind in (when.kind, "both"),
        occasion.severity >= when.least,
        not when.most or occasion.severity <= when.most,
        when.trait is None or when.trait == occasion.trait,
        not when.outcomes or occasion.outcome in when.outcomes,
        not when.means or when.means in occasion.means,
        not when.shows or occasion.hope == when.shows,
        not when.armour or occasion.armour == when.armour,
        not when.felled or occasion.felled,
        not when.helped or hero.id in occasion.helpers,
        not when.last_hp or _saved_by_companion(books, state, hero, occasion.severity),
    )
    if not all(plain):
        return False
    if when.within is not None and (other is None or not is_near(books, state, hero, other, when.within)):
        return False
    if when.beyond and (other is None or is_near(books, state, hero, other, "melee")):
        return False
    marked = occasion.foe or other
    if when.on and (marked is None or not _put_on(hero, marked, when.on)):
        return False
    foe = marked if isinstance(marked, Foe) else None
    if when.foe_within is not None and (foe is None or not is_near(books, state, hero, foe, when.foe_within)):
        return False
    struck = other if isinstance(other, Hero) else hero
    if when.shot and (foe is None or is_near(books, state, struck, foe, "melee")):
        return False
    if when.second and not any(weapon.secondary for weapon in hero.sheet.weapons):
        return False
    if when.last and not (isinstance(other, Hero) and other.hp - other.hp_marked <= BRINK):
        return False
    return not when.hidden or _at_advantage(books, state, hero, other)


def _saved_by_companion(books: Library, state: State, hero: Hero, severity: int) -> bool:
    """Whether a blow would cost the last Hit Point, and the companion is near enough to come between."""
    beast = companion_there(hero)
    close = abs(hero.at - companion_at(state, hero)) <= reach_of(books, state, "close")
    return beast is not None and close and hero.hp - hero.hp_marked <= severity


def _put_on(hero: Hero, one: Hero | Foe, condition: str) -> bool:
    """Whether somebody is under a condition by a power of the owner's."""
    return any((held.name, held.source) == (condition, hero.id) for held in one.conditions)


def _at_advantage(books: Library, state: State, hero: Hero, other: Hero | Foe | None) -> bool:
    """Unseen, or with an ally in Melee of the target."""
    if is_concealed(books, hero):
        return True
    allies = (one for one in state.party.values() if one.id != hero.id and one.status == "up")
    return other is not None and any(is_near(books, state, one, other, "melee") for one in allies)


def is_free(power: Power) -> bool:
    """Whether an answer costs nothing, has no limit and needs nobody's judgement: then nobody is asked."""
    priced = power.hope or power.stress or power.slots or power.tokens or power.any or power.limit or power.vaults
    risky = power.twist is not None and power.twist.vaults_on_fear
    lucky = power.odds is not None and power.when is not None and power.when.moment == "hit"
    asked = power.one_of or risky or lucky or power.kind == "consumable"
    return not priced and not asked and not (power.when is not None and power.when.fits)


def offered(play: Play, underway: Underway, *chances: tuple[Hero, Power]) -> bool:
    """Ask about the first power that nobody has been asked about yet; whether there is one."""
    for hero, power in chances:
        key, whole = f"{hero.id}/{power.id}", f"{hero.id}/{home_of(power)}"
        if key not in underway.asked and not (power.one_of and whole in underway.asked):
            play.first(PowerChance(hero.id, power.id), replace(underway, asked=(*underway.asked, key)))
            return True
    return False


def ask_about(play: Play, hero: Hero, power: Power, step: PowerChance) -> None:
    """Ask the owner whether a power answers; what it would cost is said with it."""
    values: dict[str, str | int] = {
        "who": f"@{hero.id}",
        "power": f"@{hero.id}/{power.id}",
        "hope": power.hope,
        "stress": power.stress,
    }
    ask(play, Question("power", hero.id, values, ("DHP-CHAR-03",)), step)


def of_everybody(
    books: Library, state: State, subject: Hero, occasion: Occasion, ally: PowerMoment
) -> Iterator[tuple[Hero, Power]]:
    """The powers that answer for somebody: their own first, then those of allies who watch over them."""
    yield from ((subject, power) for power in answering(books, state, subject, occasion))
    for hero in state.party.values():
        if hero.id != subject.id:
            about = Occasion(
                ally,
                subject,
                occasion.kind,
                occasion.severity,
                occasion.trait,
                occasion.outcome,
                occasion.means,
                occasion.hope,
                occasion.foe,
                occasion.armour,
                occasion.felled,
                occasion.domain,
                occasion.helpers,
            )
            yield from ((hero, power) for power in answering(books, state, hero, about))


# ------------------------------------------------------------------ what has happened


def after(state: State, step: Aftermath) -> list[Aftermath]:
    """What has happened, as a step, where anybody has a power that might answer it."""
    return (
        [step]
        if step.who in state.party and watched(state.party, step.moment, ALLY.get(step.moment, step.moment))
        else []
    )


def settle_aftermath(play: Play, step: Aftermath) -> None:
    """Ask about each power that might answer what has happened; what costs nothing simply is so."""
    state = play.state
    hero = state.party[step.who]
    foe = state.scene.foes.get(step.other) if state.scene is not None else None
    about = Occasion(
        step.moment,
        foe,
        step.kind,
        step.severity,
        means=frozenset(step.means),
        foe=foe,
        armour="marked" if step.armour else "unmarked",
        felled=step.felled,
    )
    found = of_everybody(play.rules.books, state, hero, about, ALLY.get(step.moment, step.moment))
    own = step.moment not in ALLY
    offered(play, step, *((one, power) for one, power in found if not own or one.id == hero.id))


def answer_marks(books: Library, state: State, hero: Hero, power: Power) -> tuple[str, ...]:
    """Those among whom an answer that is for one of them may be aimed: the worst hurt, or the nearest adversary."""
    target = power.target
    if target is None or state.scene is None:
        return ()
    friends = [one for one in state.party.values() if one.can_be_helped]
    foes = [one for one in state.scene.foes.values() if not (one.defeated or one.gone)]
    if target.side == "foe":
        near = [foe for foe in foes if is_near(books, state, hero, foe, target.within)]
        return tuple(foe.id for foe in sorted(near, key=lambda foe: abs(foe.at - hero.at)))
    others = [one for one in friends if target.side == "party" or one.id != hero.id]
    there = [one for one in others if is_near(books, state, hero, one, target.within)]
    return tuple(one.id for one in sorted(there, key=lambda one: (-one.hp_marked, -one.stress_marked)))
