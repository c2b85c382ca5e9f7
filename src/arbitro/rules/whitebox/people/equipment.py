"""Things: what they cost, who may use them, where they are carried, and how they change hands."""

from fractions import Fraction
from functools import lru_cache
from typing import Final, get_args

from msgspec.structs import replace

from arbitro.dice.stream import REFEREE, Die
from arbitro.kernel.command import Refusal
from arbitro.kernel.ruling import Part, added_up
from arbitro.kernel.same import Same
from arbitro.kernel.seat import REFEREE_ONLY
from arbitro.rules.whitebox.bestiary import MonsterKind
from arbitro.rules.whitebox.outfit import Armour, Gear, Transport, Weapon
from arbitro.rules.whitebox.people.commands import Buy, Carry, Give, Grant, Pay, Sell, SellFor, UseUp
from arbitro.rules.whitebox.people.events import (
    Bought,
    ItemGained,
    ItemGiven,
    ItemMoved,
    ItemSpent,
    Paid,
    Sold,
    TreasureSecured,
    ValuablesSold,
)
from arbitro.rules.whitebox.people.packs import add_to
from arbitro.rules.whitebox.people.records import at_market, awake, calling, folk, living
from arbitro.rules.whitebox.people.state import Character, Coins, Item, Place, Sort, Valuable
from arbitro.rules.whitebox.rules import Rules
from arbitro.rules.whitebox.scene import Here, Scene

KINDS_OF_FOE: Final[tuple[str, ...]] = get_args(MonsterKind)
"""The kinds of creature of which a lot gives a weapon its foe."""

HANDS: Final = 2
MOST_PIECES: Final = 1000
GREATEST_BONUS: Final = 5
VALUABLES: Final = ("gem", "jewellery", "goods")


def spend(coins: Coins, copper: int) -> Coins:
    """What is left after a price is paid; gold is kept as gold as far as it goes, change comes in silver and copper."""
    left = coins.copper - copper
    gold = min(coins.gp, left // 100)
    silver = (left - gold * 100) // 10
    return Coins(gold, silver, left - gold * 100 - silver * 10)


# ------------------------------------------------------------ the lists


def sort_of(rules: Rules, item: str) -> Sort | None:
    """In which list something for sale stands."""
    content = rules.content
    if item in content.weapons:
        return "weapon"
    if item in content.armour:
        return "armour"
    if item in content.gear:
        return "gear"
    return "transport" if item in content.transport else None


def listed(rules: Rules, sort: Sort, of: str) -> Weapon | Armour | Gear | Transport | None:
    """The entry of a list; magic stands in none."""
    content = rules.content
    if sort == "weapon":
        return content.weapons.get(of)
    if sort == "armour":
        return content.armour.get(of)
    if sort == "gear":
        return content.gear.get(of)
    return content.transport.get(of) if sort == "transport" else None


def bundle(rules: Rules, of: str) -> int:
    """How many pieces one purchase brings: six torches, twenty arrows."""
    return rules.content.gear[of].count if of in rules.content.gear else 1


def price_of(rules: Rules, of: str) -> int:
    """The list price of one purchase, in copper."""
    sort = sort_of(rules, of)
    entry = None if sort is None else listed(rules, sort, of)
    return 0 if entry is None else entry.cost * 100


# ------------------------------------------------------------ who may use what


def may_use(rules: Rules, one: Character, item: Item) -> Refusal | None:
    """Whether the class lets somebody fight with a weapon, or wear armour."""
    facts = calling(rules, one)
    sort, of = (item.base_sort, item.base) if item.base else (item.sort, item.of)
    if facts is None:
        return None
    values: dict[str, str | int] = {"class": f"@class:{one.class_id}", "item": f"@{sort}:{of}"}
    if sort == "weapon":
        rule, weapon = facts.weapons, rules.content.weapons[of]
        allowed = of in rule.also or (
            (not rule.only or of in rule.only)
            and (not rule.blunt or weapon.blunt)
            and not (rule.one_handed and weapon.hands > 1 and weapon.use == "melee")
        )
        return None if allowed and of not in rule.never else Refusal("class_weapon", values)
    if sort == "armour":
        shield = rules.content.armour[of].shield
        allowed = facts.armour.shield if shield else of in facts.armour.suits
        if not allowed and folk(rules, one).magic_armour_casting and facts.casting is not None:
            allowed = item.plus != 0 or item.sort == "magic"
        return None if allowed else Refusal("class_armour", values)
    if item.sort == "magic":
        magic = rules.content.magic_items[item.of]
        if (magic.classes and one.class_id not in magic.classes) or one.class_id in magic.barred:
            return Refusal("class_magic", {**values, "item": f"@magic:{item.of}"})
    return None


def hands_needed(rules: Rules, item: Item) -> int:
    """How many hands hold a thing."""
    of = item.base or item.of
    return rules.content.weapons[of].hands if of in rules.content.weapons else 1


def hands_free_to_cast(rules: Rules, one: Character) -> bool:
    """Whether a shield or a two-handed weapon keeps somebody of a class from casting that needs free hands."""
    facts = calling(rules, one)
    if facts is None or facts.casting is None or not facts.casting.free_hands:
        return True
    held = [item for item in one.items.values() if item.where == "hand"]
    return not any((item.base or item.of) in rules.content.armour or hands_needed(rules, item) > 1 for item in held)


def is_suit(rules: Rules, item: Item) -> bool:
    """Whether a thing is armour for the body."""
    of = item.base or item.of
    return of in rules.content.armour and not rules.content.armour[of].shield


def may_carry(rules: Rules, one: Character, key: str, where: Place) -> Refusal | None:
    """Whether a thing can be carried there: suits on the body, two hands in all, one suit at a time."""
    item = one.items[key]
    values: dict[str, str | int] = {"who": f"@{one.id}", "item": f"@{one.id}/{key}"}
    if where in ("pack", "elsewhere"):
        return None
    suit = is_suit(rules, item)
    magic = rules.content.magic_items.get(item.of) if item.sort == "magic" else None
    if (where == "worn" and not (suit or (magic is not None and magic.wearable))) or (suit and where == "hand"):
        return Refusal("not_there", {**values, "fault": f"place.{where}"})
    if item.sort == "transport":
        return Refusal("not_there", {**values, "fault": f"place.{where}"})
    refused = may_use(rules, one, item)
    if refused is not None:
        return refused
    others = [other for name, other in at_hand(Same(one)) if name != key]
    if suit and any(is_suit(rules, other) and other.where == "worn" for other in others):
        return Refusal("one_suit", values)
    if where == "hand":
        held = sum(hands_needed(rules, other) for other in others if other.where == "hand")
        if held + hands_needed(rules, item) > HANDS:
            return Refusal("hands_full", values)
    return None


@lru_cache(maxsize=64)  # asked for each of many things that somebody may take in hand
def at_hand(one: Same[Character]) -> tuple[tuple[str, Item], ...]:
    """What somebody holds or wears, each with its key."""
    return tuple((key, item) for key, item in one.thing.items.items() if item.on_body)


def clings(rules: Rules, one: Character, key: str) -> Refusal | None:
    """Whether a cursed thing in hand or on the body cannot be laid aside: only lifting the curse helps."""
    item = one.items[key]
    magic = rules.content.magic_items.get(item.of) if item.sort == "magic" else None
    cursed = item.plus < 0 or (magic is not None and magic.cursed)
    if not cursed or not item.on_body:
        return None
    return Refusal("cursed_thing", {"who": f"@{one.id}", "item": f"@{one.id}/{key}"}, ("WB-CORE-02",))


def dressed(rules: Rules, one: Character) -> dict[str, Item]:
    """Somebody's things, the best allowed suit worn, a weapon and a shield in hand: how one sets out."""
    best = sorted(
        (key for key, item in one.items.items() if is_suit(rules, item)),
        key=lambda key: -(rules.content.armour[one.items[key].base or one.items[key].of].bonus + one.items[key].plus),
    )
    weapons = sorted(
        (key for key, item in one.items.items() if (item.base or item.of) in rules.content.weapons),
        key=lambda key: (rules.content.weapons[one.items[key].base or one.items[key].of].use, -one.items[key].plus),
    )
    shields = [key for key, item in one.items.items() if (item.base_sort or item.sort) == "armour" and key not in best]
    wishes: tuple[tuple[list[str], Place], ...] = ((best, "worn"), (weapons, "hand"), (shields, "hand"))
    for keys, where in wishes:
        for key in keys:
            if may_carry(rules, one, key, where) is None:
                one = replace(one, items={**one.items, key: replace(one.items[key], where=where)})
                break
    return one.items


# ---------------------------------------------------------------- buying and selling


def may_buy(rules: Rules, item: str, count: int) -> Refusal | None:
    """Whether the lists have it, and the number makes sense."""
    if sort_of(rules, item) is None:
        return Refusal("not_for_sale", {"item": item})
    if not 1 <= count <= MOST_PIECES:
        return Refusal("bad_count", {"count": count, "most": MOST_PIECES})
    return None


def bought(rules: Rules, item: str, count: int) -> Item:
    """What a purchase brings."""
    sort = sort_of(rules, item) or "gear"
    where: Place = "elsewhere" if sort == "transport" else "pack"
    return Item(sort, item, count * bundle(rules, item), where)


def buy(scene: Scene, command: Buy) -> Refusal | None:
    """Pay the list price and have the thing."""
    one = at_market(scene.state, command.who)
    if isinstance(one, Refusal):
        return one
    refused = may_buy(scene.rules, command.item, command.count)
    if refused is not None:
        return refused
    price = price_of(scene.rules, command.item) * command.count
    if price > one.coins.copper:
        return Refusal("too_dear", {"who": f"@{one.id}", "gp": price // 100, "has": one.coins.copper // 100})
    item = bought(scene.rules, command.item, command.count)
    key, all_of_it = add_to(one.items, item)
    parts = (Part(price_of(scene.rules, command.item), note="list_price"), *times(command.count))
    scene.happen(Bought(one.id, key, all_of_it, item.count, price, spend(one.coins, price), parts))
    return None


def owned(rules: Rules, one: Character, key: str, count: int) -> Item | Refusal:
    """A thing of somebody's, of which there are enough."""
    item = one.items.get(key)
    if item is None or not 1 <= count <= item.count:
        return Refusal("not_owned", {"who": f"@{one.id}", "item": listed_as(rules, key), "count": count})
    return item


def listed_as(rules: Rules, key: str) -> str:
    """What a refusal calls a thing that nobody has: its name in the lists, or what was typed."""
    sort = sort_of(rules, key)
    return key if sort is None else f"@{sort}:{key}"


def less(item: Item, count: int) -> Item | None:
    """What is left of a thing."""
    return replace(item, count=item.count - count) if item.count > count else None


def sell(scene: Scene, command: Sell) -> Refusal | None:
    """Sell for a part of the list price (WB-CORE-02: ours); gems, jewellery and goods fetch their worth."""
    one = at_market(scene.state, command.who)
    if isinstance(one, Refusal):
        return one
    if command.item in VALUABLES:
        return _sell_valuables(scene, one, command.item)
    item = owned(scene.rules, one, command.item, command.count)
    if isinstance(item, Refusal):
        return item
    refused = clings(scene.rules, one, command.item)
    if refused is not None:
        return refused
    entry = listed(scene.rules, item.sort, item.of)
    if entry is None or item.plus:
        return Refusal("no_price", {"item": f"@{one.id}/{command.item}"}, ("WB-CORE-02",))
    _sold(scene, one, command.item, item, command.count, resale_parts(scene, item, command.count))
    return None


def resale(here: Here, item: Item, count: int) -> int:
    """What so many of a listed thing fetch, in copper."""
    return added_up(resale_parts(here, item, count))


def resale_parts(here: Here, item: Item, count: int) -> tuple[Part, ...]:
    """The list price, for so many, the share of it that is paid, and for how many the list gives it."""
    entry = listed(here.rules, item.sort, item.of)
    if entry is None:
        return ()
    share = max(Fraction(str(here.state.options["resale_share"])), Fraction(0))
    pieces = bundle(here.rules, item.of)
    steps = (
        Part(share.numerator, "times", "WB-CORE-02", "resale"),
        Part(share.denominator, "divide", "WB-CORE-02", "resale"),
        Part(pieces, "divide", note="pieces_for_the_price", number=pieces),
    )
    price = Part(entry.cost * 100, rule="WB-CORE-02", note="list_price")
    return (price, *times(count), *(step for step in steps if step.amount != 1))


def times(count: int, note: str = "pieces") -> tuple[Part, ...]:
    """So many of something; one needs no saying."""
    return (Part(count, "times", note=note, number=count),) if count != 1 else ()


def worth_of(one: Character, kind: str) -> int:
    """What all gems, jewels or goods of somebody's fetch, in copper."""
    return 100 * sum(found.gp * found.count for found in one.valuables if found.kind == kind)


def _sell_valuables(scene: Scene, one: Character, kind: str) -> Refusal | None:
    sold = [found for found in one.valuables if found.kind == kind]
    if not sold:
        return Refusal("not_owned", {"who": f"@{one.id}", "item": f"@valuable:{kind}", "count": 1})
    price = worth_of(one, kind)
    left: tuple[Valuable, ...] = tuple(found for found in one.valuables if found.kind != kind)
    coins = one.coins.plus(Coins(price // 100))
    parts = (Part(price, note=f"worth_{kind}"),)
    scene.happen(ValuablesSold(one.id, kind, left, price, coins, parts))
    return None


def _sold(scene: Scene, one: Character, key: str, item: Item, count: int, parts: tuple[Part, ...]) -> None:
    """So many of a thing are sold for what the parts of a price come to, in copper."""
    price = added_up(parts)
    coins = one.coins.plus(spend(Coins(price // 100, 0, price % 100), 0))
    scene.happen(Sold(one.id, key, item, less(item, count), count, price, coins, parts, rules=("WB-CORE-02",)))


def sell_for(scene: Scene, command: SellFor) -> Refusal | None:
    """Sell at the referee's price; magic that is sold is treasure like any other (WB-XP-02)."""
    one = awake(scene.state, command.who)
    if isinstance(one, Refusal):
        return one
    item = owned(scene.rules, one, command.item, command.count)
    if isinstance(item, Refusal):
        return item
    if command.gp < 0:
        return Refusal("bad_count", {"count": command.gp, "most": MOST_PIECES})
    price = command.gp * 100
    parts = (Part(price, rule="WB-CORE-02", note="referees_price"),)
    _sold(scene, one, command.item, item, command.count, parts)
    if price and (item.sort == "magic" or item.plus):
        scene.happen(TreasureSecured(price, command.gp, rules=("WB-XP-02",)))
    return None


# ---------------------------------------------------------------- carrying and handing over


def carry(scene: Scene, command: Carry) -> Refusal | None:
    """Put a thing somewhere else."""
    one = awake(scene.state, command.who)
    if isinstance(one, Refusal):
        return one
    item = owned(scene.rules, one, command.item, 1)
    if isinstance(item, Refusal):
        return item
    if item.where == command.where:
        return Refusal("there_already", {"item": f"@{one.id}/{command.item}"})
    refused = clings(scene.rules, one, command.item) or may_carry(scene.rules, one, command.item, command.where)
    if refused is not None:
        return refused
    scene.happen(ItemMoved(one.id, command.item, command.where, rules=("WB-MOVE-01",)))
    return None


def give(scene: Scene, command: Give) -> Refusal | None:
    """Hand things over."""
    one, other = awake(scene.state, command.who), living(scene.state, command.to)
    if isinstance(one, Refusal):
        return one
    if isinstance(other, Refusal):
        return other
    if one.id == other.id:
        return Refusal("same_person", {"who": f"@{one.id}"})
    item = owned(scene.rules, one, command.item, command.count)
    if isinstance(item, Refusal):
        return item
    refused = clings(scene.rules, one, command.item)
    if refused is not None:
        return refused
    where: Place = "elsewhere" if item.sort == "transport" else "pack"
    to_key, to_item = add_to(other.items, replace(item, count=command.count, where=where))
    left = less(item, command.count)
    audience = "" if item.known else REFEREE_ONLY
    scene.happen(ItemGiven(one.id, other.id, command.item, left, to_key, to_item, command.count, audience=audience))
    return None


def pay(scene: Scene, command: Pay) -> Refusal | None:
    """Hand coins over, or spend them."""
    one = awake(scene.state, command.who)
    if isinstance(one, Refusal):
        return one
    coins = command.coins
    if min(coins.gp, coins.sp, coins.cp) < 0 or not 0 < coins.copper <= one.coins.copper:
        return Refusal("too_dear", {"who": f"@{one.id}", "gp": coins.gp, "has": one.coins.copper // 100})
    has: Coins | None = None
    if command.to:
        other = living(scene.state, command.to)
        if isinstance(other, Refusal):
            return other
        if one.id == other.id:
            return Refusal("same_person", {"who": f"@{one.id}"})
        has = other.coins.plus(coins)
    scene.happen(Paid(one.id, command.to, coins, spend(one.coins, coins.copper), has))
    return None


def use_up(scene: Scene, command: UseUp) -> Refusal | None:
    """Use things up."""
    one = awake(scene.state, command.who)
    if isinstance(one, Refusal):
        return one
    item = owned(scene.rules, one, command.item, command.count)
    refused = item if isinstance(item, Refusal) else clings(scene.rules, one, command.item)
    if refused is not None:
        return refused
    spent(scene, one, command.item, command.count)
    return None


def spent(scene: Scene, one: Character, key: str, count: int = 1, rules: tuple[str, ...] = ()) -> None:
    """Take pieces away from what somebody has."""
    item = one.items[key]
    audience = "" if item.known else REFEREE_ONLY
    scene.happen(ItemSpent(one.id, key, item, less(item, count), count, rules=rules, audience=audience))


def _bonus_fits(command: Grant) -> bool:
    """Whether a thing of this sort can have such a bonus: arms, armour and what is magical anyway, within bounds."""
    if command.sort not in ("weapon", "armour", "magic"):
        return not command.plus
    return -GREATEST_BONUS <= command.plus <= GREATEST_BONUS


def grant(scene: Scene, command: Grant) -> Refusal | None:
    """The referee lets somebody have a thing."""
    one = living(scene.state, command.who)
    if isinstance(one, Refusal):
        return one
    known = (
        command.item in scene.rules.content.magic_items
        if command.sort == "magic"
        else (listed(scene.rules, command.sort, command.item) is not None)
    )
    if not known:
        return Refusal("not_for_sale", {"item": command.item})
    if not 1 <= command.count <= MOST_PIECES:
        return Refusal("bad_count", {"count": command.count, "most": MOST_PIECES})
    if not _bonus_fits(command):
        return Refusal("bad_bonus", {"plus": command.plus, "most": GREATEST_BONUS})
    if not -1 <= command.charges <= MOST_PIECES:
        return Refusal("bad_count", {"count": command.charges, "most": MOST_PIECES})
    where: Place = "elsewhere" if command.sort == "transport" else "pack"
    item = Item(command.sort, command.item, command.count, where, command.plus, command.charges)
    settled, dice = as_found(scene, item)
    gained(scene, one, settled, dice=dice)
    return None


def gained(scene: Scene, one: Character, item: Item, rules: tuple[str, ...] = (), dice: tuple[Die, ...] = ()) -> None:
    """Add a thing to what somebody has."""
    key, all_of_it = add_to(one.items, item)
    audience = "" if item.known else REFEREE_ONLY
    scene.happen(ItemGained(one.id, key, all_of_it, item.count, dice, rules=rules, audience=audience))


def ammunition(rules: Rules, one: Character, kind: str) -> str | None:
    """The key of what somebody has left to shoot, silver last."""
    found = [
        key
        for key, item in one.items.items()
        if item.sort == "gear"
        and item.where != "elsewhere"
        and rules.content.gear[item.of].ammunition == kind
        and not rules.content.gear[item.of].capacity
    ]
    return min(found, key=lambda key: rules.content.gear[one.items[key].of].silver, default=None)


def as_found(scene: Scene, item: Item) -> tuple[Item, tuple[Die, ...]]:
    """A weapon against a foe gets its foe by lot, however it was come by."""
    magic = scene.rules.content.magic_items.get(item.of) if item.sort == "magic" else None
    kinds = ((part, scene.rules.magic[type(part)].enchants) for part in (magic.effects if magic is not None else ()))
    slays = any(enchants(part).versus for part, enchants in kinds if enchants is not None)
    if item.foe or not slays:
        return item, ()
    dice = scene.dice if item.known else scene.dice.stream(REFEREE)
    die = dice.roll(len(KINDS_OF_FOE), "lot")
    return replace(item, foe=KINDS_OF_FOE[die.face - 1]), (die,)
