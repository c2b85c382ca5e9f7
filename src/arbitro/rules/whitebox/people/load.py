"""Load and movement (chapter «Movimento», Tables 15 and 16): what somebody carries, and how far it lets them go."""

from fractions import Fraction
from functools import lru_cache
from typing import Final, Literal

from msgspec import Struct

from arbitro.kernel.command import Refusal
from arbitro.kernel.same import Same
from arbitro.rules.whitebox.effect import Storage
from arbitro.rules.whitebox.people.records import active, folk
from arbitro.rules.whitebox.people.state import Character, Item
from arbitro.rules.whitebox.reckoning import March
from arbitro.rules.whitebox.rules import Rules
from arbitro.rules.whitebox.scene import Here
from arbitro.rules.whitebox.state import State

Pace = Literal["careful", "normal", "running", "combat"]
PACES: Final[dict[Pace, Fraction]] = {
    "careful": Fraction(1, 2),
    "normal": Fraction(1),
    "running": Fraction(2),
    "combat": Fraction(1, 3),
}
"""What each kind of movement makes of the rate (Table 16)."""
PACE_RULES: Final[dict[Pace, tuple[str, ...]]] = {
    "careful": ("WB-MOVE-03", "WB-MOVE-04"),
    "normal": ("WB-MOVE-03", "WB-MOVE-07"),
    "running": ("WB-MOVE-03", "WB-MOVE-06"),
    "combat": ("WB-MOVE-03", "WB-MOVE-05"),
}
MOVES_A_TURN: Final = 2
FEET_PER_RATE: Final = 10
FORCED_MARCH: Final = 2


class Walk(Struct, frozen=True):
    """How far a rate goes at a pace: feet in one move, and in a turn of two."""

    move: int
    turn: int
    rules: tuple[str, ...]


@lru_cache(maxsize=4096)  # everybody's load is asked for over and over, and changes seldom
def _load(rules: Rules, one: Same[Character]) -> Fraction:
    return weighed(rules, one.thing)


def weight(rules: Rules, item: Item) -> Fraction:
    """Pounds of a thing, or of all pieces of it; ordinary gear is counted as one lump elsewhere."""
    content = rules.content
    sort, of = (item.base_sort, item.base) if item.base else (item.sort, item.of)
    if sort == "weapon":
        return Fraction(content.weapons[of].weight * item.count)
    if sort == "armour":
        full = Fraction(content.armour[of].weight * item.count)
        magic = item.plus != 0 or item.sort == "magic"
        return full * Fraction(content.encumbrance.magic_armour_factor) if magic else full
    if sort == "gear":
        return Fraction(content.gear[of].weight * item.count, content.gear[of].count)
    return Fraction(0)


def load(rules: Rules, one: Character) -> Fraction:
    """Pounds that weigh on somebody: arms, armour, a lump for ordinary gear, ten coins or gems to the pound."""
    return _load(rules, Same(one))


def weighed(rules: Rules, one: Character) -> Fraction:
    """Pounds that weigh on somebody, worked out."""
    encumbrance = rules.content.encumbrance
    carried = [item for item in one.items.values() if item.where != "elsewhere" and item.sort != "transport"]
    weights = [weight(rules, item) for item in carried]
    total = sum(filter(None, weights), Fraction(0))  # most gear weighs nothing by itself
    if any(not pounds and item.sort in ("gear", "magic") for item, pounds in zip(carried, weights, strict=True)):
        total += encumbrance.gear
    pieces = one.coins.count + sum(found.count for found in one.valuables if found.kind != "goods")
    total += Fraction(pieces, encumbrance.coins_per_pound)
    bags = bags_of(rules, one)
    if not bags:
        return total
    on_the_body = sum((weight(rules, item) for item in carried if item.where != "pack"), Fraction(0))
    too_much = max(total - on_the_body - sum(bag.pounds for bag in bags), Fraction(0))
    return on_the_body + too_much + sum(bag.weighs for bag in bags)


def bags_of(rules: Rules, one: Character) -> list[Storage]:
    """Things on somebody that hold more than they weigh: whatever is in the pack goes into them first."""
    carried = (item for item in one.items.values() if item.sort == "magic" and item.where != "elsewhere")
    known = (rules.content.magic_items.get(item.of) for item in carried)
    parts = (part for magic in known if magic is not None for part in magic.effects)
    kinds = ((part, rules.magic[type(part)].room) for part in parts)
    return [room(part) for part, room in kinds if room is not None]


def rate_under(rules: Rules, pounds: Fraction | int, speed: Literal["fast", "slow"]) -> Fraction:
    """The base rate under a load: a row ends at its upper bound, and beyond the last nobody moves (WB-MOVE-01)."""
    for band in rules.content.encumbrance.bands:
        if pounds <= band.pounds:
            return Fraction(band.fast if speed == "fast" else band.slow)
    return Fraction(0)


def walking_rate(rules: Rules, one: Character) -> Fraction:
    """The base rate of somebody with all they carry, in tens of feet."""
    return _rate(rules, Same(one))


@lru_cache(maxsize=4096)  # the same: a party's speed is asked for at every step
def _rate(rules: Rules, same: Same[Character]) -> Fraction:
    one = same.thing
    if one.monster:
        return Fraction(rules.content.monsters[one.monster].move.get("walk", 0))
    return rate_under(rules, load(rules, one), folk(rules, one).speed)


def fight_rate(rules: Rules, one: Character) -> int | float:
    """The rate in a fight, a whole number wherever it is one."""
    rate = walking_rate(rules, one)
    return rate.numerator if rate.denominator == 1 else float(rate)


def slowest(here: Here) -> Character | None:
    """Whose rate a group that stays together has (WB-OUTDOOR-01); the fallen are carried."""
    return min(active(here), key=lambda one: walking_rate(here.rules, one), default=None)


def party_rate(here: Here) -> Fraction:
    """The rate of a group that stays together: its slowest member's (WB-OUTDOOR-01); the fallen are carried."""
    return _party_rate(here.rules, Same(here.state))


@lru_cache(maxsize=16)  # every way that might be gone asks for it
def _party_rate(rules: Rules, same: Same[State]) -> Fraction:
    return min((walking_rate(rules, one) for one in active(Here(rules, same.thing))), default=Fraction(0))


def nobody_walks(here: Here, rule: str) -> Refusal | None:
    """A party does not get away where nobody of it can act, or where the slowest cannot move under the load."""
    if not any(True for _ in active(here)):
        return Refusal("nobody_walks", {}, ("WB-CORE-01",))
    return None if party_rate(here) else Refusal("cannot_move", {}, (rule,))


# ------------------------------------------------------------ distances


def walk(state: State, rate: Fraction | int, pace: Pace = "normal") -> Walk:
    """Feet in a move and in a turn of two moves, each rounded down by itself (WB-MOVE-02, WB-MOVE-03)."""
    feet = Fraction(rate) * FEET_PER_RATE * PACES[pace]
    per_turn = feet if state.options["movement_reading"] == "rate_per_turn" else feet * MOVES_A_TURN
    return Walk(int(per_turn / MOVES_A_TURN), int(per_turn), ("WB-MOVE-02", *PACE_RULES[pace]))


def combat_distance(rate: Fraction | int) -> int:
    """Feet in a round indoors (WB-MOVE-05), yards outdoors (WB-OUTDOOR-03): a third, rounded down."""
    return int(Fraction(rate) * FEET_PER_RATE / 3)


def march_miles(rate: Fraction | int, *, forced: bool = False, factor: Fraction | int = 1) -> Fraction:
    """Miles in a day outdoors: the rate, twice that on a forced march, times the factor of the terrain.

    The factor is the referee's word (WB-OUTDOOR-04); nothing is taken off unasked.
    """
    return Fraction(rate) * (FORCED_MARCH if forced else 1) * factor


def march_of(who: str, rate: Fraction, ground: Fraction, weather: Fraction, *, forced: bool) -> March:
    """What a day's march comes from, to be told with it."""
    return March(who, str(rate), str(ground), str(weather), FORCED_MARCH if forced else 1)


def miles_a_day(rate: Fraction | int, *, forced: bool = False, factor: Fraction | int = 1) -> int:
    """The miles of a day, in whole miles (WB-OUTDOOR-01)."""
    return int(march_miles(rate, forced=forced, factor=factor))
