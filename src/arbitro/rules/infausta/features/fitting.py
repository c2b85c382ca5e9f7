"""Armour to measure (IS-FIT-01) and spells from a library (IS-MAGE-01): what gold buys between adventures."""

from typing import Final

from arbitro.kernel.command import Refusal
from arbitro.rules.infausta.features.commands import RefitArmour, StudyInLibrary
from arbitro.rules.infausta.features.events import ArmourMisfits, ArmourRefitted, LibraryPaid
from arbitro.rules.infausta.state import own
from arbitro.rules.whitebox.people import equipment, offers, treasure
from arbitro.rules.whitebox.people.commands import Carry, Give, TakeItem
from arbitro.rules.whitebox.people.equipment import is_suit, owned, price_of, spend
from arbitro.rules.whitebox.people.events import ItemGiven, ItemTaken, SpellLearned
from arbitro.rules.whitebox.people.healing import let_time_pass
from arbitro.rules.whitebox.people.memory import may_learn, spell_level
from arbitro.rules.whitebox.people.records import MINUTES_A_DAY, awake, calling, in_town
from arbitro.rules.whitebox.people.state import Character, Item
from arbitro.rules.whitebox.powers import item_use
from arbitro.rules.whitebox.rules import Rules
from arbitro.rules.whitebox.scene import Scene
from arbitro.rules.whitebox.state import State as ParentState

RULES: Final = ("IS-FIT-01",)
DAYS_A_WEEK: Final = 7
COPPER: Final = 100
"""Copper pieces of a gold piece."""


# ------------------------------------------------------------ armour


def needs_fitting(rules: Rules, one: Character, item: Item) -> bool:
    """Whether a suit must be made for somebody's build: not a shield, and magic fits of itself."""
    facts = calling(rules, one)
    custom = facts is not None and facts.armour.custom
    return custom and is_suit(rules, item) and item.sort == "armour" and not item.plus


def misfits(state: ParentState, who: str, key: str) -> bool:
    """Whether somebody's suit was made for another build and is not refitted yet."""
    ready = own(state).fittings.get(f"{who}/{key}", 0)
    return ready < 0 or ready > state.minutes


def by_themselves(state: ParentState) -> ParentState | None:
    """Whether a suit fits depends on the hour, while one is at the armourer's."""
    return None if own(state).fittings else offers.by_themselves(state)


def give(scene: Scene, command: Give) -> Refusal | None:
    """Armour that comes from somebody of another people does not fit."""
    misfit = misfits(scene.state, command.who, command.item)
    refused = equipment.give(scene, command)
    given = scene.events[-1] if refused is None else None
    if isinstance(given, ItemGiven):
        giver, taker = (scene.state.characters[who] for who in (given.who, given.to))
        if needs_fitting(scene.rules, taker, given.to_item) and (misfit or giver.people != taker.people):
            scene.happen(ArmourMisfits(taker.id, given.to_key, rules=RULES))
    return refused


def take_item(scene: Scene, command: TakeItem) -> Refusal | None:
    """Armour that was found does not fit."""
    refused = treasure.take_item(scene, command)
    for event in tuple(scene.events) if refused is None else ():
        if isinstance(event, ItemTaken) and needs_fitting(scene.rules, scene.state.characters[event.who], event.item):
            scene.happen(ArmourMisfits(event.who, event.key, rules=RULES))
    return refused


def put_on(scene: Scene, command: Carry) -> Refusal | None:
    """What does not fit is not worn."""
    if command.where == "worn" and misfits(scene.state, command.who, command.item):
        return Refusal("armour_misfits", {"item": f"@{command.who}/{command.item}"}, RULES)
    return item_use.put_on(scene, command)


def refit_armour(scene: Scene, command: RefitArmour) -> Refusal | None:
    """An armourer fits a suit: a share of its price, and so many weeks."""
    state, arms = scene.state, scene.rules.content.arms
    one = awake(state, command.who)
    if isinstance(one, Refusal):
        return one
    if not in_town(state):
        return Refusal("not_in_town", {"who": f"@{one.id}"}, RULES)
    item = owned(scene.rules, one, command.item, 1)
    if isinstance(item, Refusal):
        return item
    if own(state).fittings.get(f"{one.id}/{command.item}", 0) >= 0:
        return Refusal("fits_already", {"item": f"@{one.id}/{command.item}"}, RULES)
    price = int(price_of(scene.rules, item.of) * arms.refit_cost)
    if price > one.coins.copper:
        values: dict[str, str | int] = {"who": f"@{one.id}", "gp": price // COPPER}
        return Refusal("too_dear", {**values, "has": one.coins.copper // COPPER}, RULES)
    ready = state.minutes + arms.refit_weeks * DAYS_A_WEEK * MINUTES_A_DAY
    scene.happen(ArmourRefitted(one.id, command.item, price, spend(one.coins, price), ready, rules=RULES))
    return None


# ------------------------------------------------------------ the library


def study_in_library(scene: Scene, command: StudyInLibrary) -> Refusal | None:
    """Gold and half a day for each level of the spell; then it stands in the book."""
    state = scene.state
    one = awake(state, command.who)
    if isinstance(one, Refusal):
        return one
    rules = ("IS-MAGE-01",)
    facts = calling(scene.rules, one)
    if facts is None or facts.casting is None or not facts.casting.library_gold:
        return Refusal("no_gift", {"who": f"@{one.id}", "what": "@gift:library"}, rules)
    refused = may_learn(scene.rules, one, command.spell)
    if refused is not None:
        return refused
    if not in_town(state):
        return Refusal("not_in_town", {"who": f"@{one.id}"}, rules)
    level = spell_level(scene.rules, one, command.spell)
    price = facts.casting.library_gold * level * COPPER
    if price > one.coins.copper:
        values: dict[str, str | int] = {"who": f"@{one.id}", "gp": price // COPPER}
        return Refusal("too_dear", {**values, "has": one.coins.copper // COPPER}, rules)
    hours = facts.casting.copy_hours * level
    scene.happen(LibraryPaid(one.id, command.spell, price, spend(one.coins, price), hours, rules=rules))
    scene.happen(SpellLearned(one.id, command.spell, rules=rules))
    let_time_pass(scene, hours * 60, rules)
    return None
