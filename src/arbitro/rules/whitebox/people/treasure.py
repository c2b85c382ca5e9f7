"""Treasure in common: found, secured (only then is it worth experience), divided, taken."""

from collections.abc import Mapping
from fractions import Fraction
from math import lcm

from msgspec.structs import replace

from arbitro.kernel.command import Refusal
from arbitro.kernel.seat import REFEREE_ONLY
from arbitro.rules.whitebox.basics import fighting
from arbitro.rules.whitebox.people.commands import DivideTreasure, FindTreasure, SecureTreasure, TakeItem
from arbitro.rules.whitebox.people.equipment import listed
from arbitro.rules.whitebox.people.events import (
    ItemTaken,
    ThingsUnknown,
    TreasureDivided,
    TreasureFound,
    TreasureSecured,
)
from arbitro.rules.whitebox.people.levels import share_of
from arbitro.rules.whitebox.people.packs import add_to
from arbitro.rules.whitebox.people.records import awake, company
from arbitro.rules.whitebox.people.state import Coins, Hoard, Item
from arbitro.rules.whitebox.rules import Rules
from arbitro.rules.whitebox.scene import Scene


def bad_hoard(rules: Rules, hoard: Hoard) -> Refusal | None:
    """Whether treasure is made of things that exist, in numbers that can be."""
    coins = hoard.coins
    numbers = [coins.gp, coins.sp, coins.cp]
    numbers += [found.gp for found in hoard.valuables]
    if (
        min(numbers) < 0
        or min((*(found.count for found in hoard.valuables), *(item.count for item in hoard.items), 1)) < 1
    ):
        return Refusal("bad_hoard", {}, ("WB-XP-02",))
    if not hoard.items and not hoard.copper:
        return Refusal("empty_hoard", {}, ("WB-XP-02",))
    for item in hoard.items:
        if not exists(rules, item):
            return Refusal("not_for_sale", {"item": item.of})
    return None


def exists(rules: Rules, item: Item) -> bool:
    """Whether a thing is in its catalogue."""
    if item.sort == "magic":
        return item.of in rules.content.magic_items
    return listed(rules, item.sort, item.of) is not None


def find_treasure(scene: Scene, command: FindTreasure) -> Refusal | None:
    """Treasure comes into the party's hands; however it was won, it counts the same (WB-XP-03)."""
    refused = bad_hoard(scene.rules, command.hoard)
    if refused is not None:
        return refused
    treasure_found(scene, command.hoard)
    return None


def treasure_found(scene: Scene, hoard: Hoard) -> None:
    """Put treasure into the party's hands; what unknown things are, only the referee is told."""
    unknown = sum(item.count for item in hoard.items if not item.known)
    audience = REFEREE_ONLY if unknown else ""
    rules = ("WB-XP-02", "WB-XP-03")
    scene.happen(TreasureFound(hoard, hoard.copper // 100, rules=rules, audience=audience))
    if unknown:
        scene.happen(ThingsUnknown(hoard.coins, hoard.copper // 100, unknown, rules=rules))


def secure_treasure(scene: Scene, command: SecureTreasure) -> Refusal | None:
    """The referee marks what was won as acquired: every gold piece is a point of experience (WB-XP-02)."""
    del command
    state = scene.state
    if fighting(state):
        return Refusal("fight_first", {"who": f"@{REFEREE_ONLY}"}, ("WB-XP-02",))
    hoard = state.party.hoard
    if hoard == Hoard():
        return Refusal("empty_hoard", {}, ("WB-XP-02",))
    counted = replace(hoard, items=())  # what magic things are stays with those who know
    scene.happen(TreasureSecured(hoard.copper, hoard.copper // 100, counted, rules=("WB-XP-02", "WB-XP-03")))
    return None


def divide_treasure(scene: Scene, command: DivideTreasure) -> Refusal | None:
    """Coins and the price of valuables, by shares; what cannot be divided stays in the common purse."""
    del command
    state = scene.state
    if fighting(state):
        return Refusal("fight_first", {"who": f"@{REFEREE_ONLY}"})
    portions = whole_parts({one.id: part for one in company(state) if (part := share_of(state, one))})
    copper, among = state.party.stash.copper, sum(portions.values())
    if not portions or copper < len(portions):
        return Refusal("nothing_to_divide", {}, ("WB-XP-02",))
    shares = {who: purse(copper * count // among) for who, count in portions.items()}
    left = copper - sum(coins.copper for coins in shares.values())
    scene.happen(TreasureDivided(shares, purse(left), portions, rules=("WB-XP-01", "WB-LOYAL-06")))
    return None


def whole_parts(parts: Mapping[str, Fraction]) -> dict[str, int]:
    """Shares as whole numbers of parts that are all alike: two and one where somebody has half of another's."""
    cut = lcm(*(part.denominator for part in parts.values()))
    return {who: int(part * cut) for who, part in parts.items()}


def purse(copper: int) -> Coins:
    """An amount in as few coins as can be."""
    return Coins(copper // 100, copper % 100 // 10, copper % 10)


def take_item(scene: Scene, command: TakeItem) -> Refusal | None:
    """Take a thing out of the secured treasure."""
    one = awake(scene.state, command.who)
    if isinstance(one, Refusal):
        return one
    items = scene.state.party.stash.items
    if not 0 <= command.number < len(items):
        return Refusal("no_such_thing", {"number": command.number, "count": len(items)})
    item = replace(items[command.number], where="pack")
    key, all_of_it = add_to(one.items, item)
    audience = "" if item.known else REFEREE_ONLY
    scene.happen(ItemTaken(one.id, command.number, key, all_of_it, audience=audience))
    if not item.known:
        scene.happen(ThingsUnknown(Coins(), 0, item.count))
    return None
