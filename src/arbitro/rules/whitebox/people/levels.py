"""Experience (chapter «Guadagnare esperienza»): bonuses, awards, and rising in level."""

from collections.abc import Mapping
from fractions import Fraction

from arbitro.dice.stream import Die
from arbitro.kernel.command import Refusal
from arbitro.kernel.ruling import Part, parts_of
from arbitro.kernel.seat import REFEREE_ONLY
from arbitro.rules.whitebox.basics import fighting
from arbitro.rules.whitebox.measure import Ability
from arbitro.rules.whitebox.people import records
from arbitro.rules.whitebox.people.commands import AwardXp, ChooseClass, GiveXp, PriceMonsters
from arbitro.rules.whitebox.people.events import (
    ClassChosen,
    LevelBarred,
    LevelGained,
    StrongholdOpen,
    XpDivided,
    XpGained,
    XpPriced,
)
from arbitro.rules.whitebox.people.records import (
    calling,
    class_row,
    company,
    full_hit_points,
    hit_point_parts,
    in_band,
    living,
    top_level,
)
from arbitro.rules.whitebox.people.state import Career, Character
from arbitro.rules.whitebox.scene import Here, Scene
from arbitro.rules.whitebox.state import State

MOST_XP = 10_000_000
"""An award beyond this is a slip of the pen."""


def xp_bonus(here: Here, class_id: str, abilities: Mapping[Ability, int]) -> int:
    """The percentage on awards, by the method of the table (WB-XP-06): one method, never both."""
    methods = here.rules.content.creation.xp_methods
    method = methods["prime"] if here.state.options["xp_bonus_method"] == "prime" else methods["additive"]
    prime = here.rules.content.classes[class_id].prime
    total = sum(
        in_band(rule.bands, abilities[prime if rule.ability == "prime" else rule.ability]) for rule in method.rules
    )
    return min(total, method.cap)


def with_bonus(award: int, percent: int) -> int:
    """The bonus part of an award, fractions dropped (WB-XP-05)."""
    return award * percent // 100


def share_of(state: State, one: Character) -> Fraction:
    """The part of somebody in a division: players' characters a whole one, retainers as the option has it.

    Hirelings have none: they work for wages.
    """
    if one.kind == "player":
        return Fraction(1)
    followers = max(Fraction(str(state.options["retainer_share"])), Fraction(0))
    return followers if one.kind == "retainer" else Fraction(0)


def gain(scene: Scene, who: str, award: int, rules: tuple[str, ...]) -> None:
    """Give an award with its personal bonus, and let it carry as far as it goes (WB-XP-04, WB-XP-05)."""
    one = scene.state.characters[who]
    bonus = with_bonus(award, one.xp_bonus)
    total = max(one.xp + award + bonus, 0)
    why = (*rules, "WB-XP-05", "WB-XP-06") if one.xp_bonus else rules
    scene.happen(XpGained(who, award, one.xp_bonus, bonus, total, rules=why))
    rise(scene, who)


def rise(scene: Scene, who: str) -> None:
    """Go up as many levels as the total is enough for, within what people and tables allow (WB-XP-04)."""
    one = scene.state.characters[who]
    facts = calling(scene.rules, one)
    if facts is None:
        return
    top = top_level(scene.rules, one.people, one.class_id)
    while one.level < len(facts.levels):
        needed = facts.levels[one.level].xp
        if needed is None or one.xp < needed:
            return
        if one.level >= top:
            if tells_of_limit(one, needed, scene):
                scene.happen(LevelBarred(who, one.level))
            return
        level_up(scene, one)
        one = scene.state.characters[who]


def tells_of_limit(one: Character, needed: int, scene: Scene) -> bool:
    """Whether this very award reached the threshold that is barred: it is told once."""
    gained = next(event for event in reversed(scene.events) if isinstance(event, XpGained) and event.who == one.id)
    return one.xp - gained.award - gained.bonus < needed


def missing_hit_dice(scene: Scene, rolled: tuple[int, ...], wanted: int) -> tuple[Die, ...]:
    """As many hit dice thrown as a row of the class table has more than those that were rolled before."""
    sides = scene.rules.content.creation.hit_die
    return tuple(scene.dice.roll(sides, "hit_points") for _ in range(wanted - len(rolled)))


def level_up(scene: Scene, one: Character) -> None:
    """One level more: the hit dice that the next row has more are thrown; hit points grow by as much."""
    level = one.level + 1
    row = class_row(scene.rules, one.class_id, level)
    dice = missing_hit_dice(scene, one.rolled, row.dice)
    rolled = (*one.rolled, *(die.face for die in dice))
    full = max(full_hit_points(scene.rules, one.class_id, level, one.abilities, rolled), one.max_hp)
    hp = one.hp + full - one.max_hp
    earlier = Part(sum(one.rolled[: row.dice]), note="earlier_levels")
    parts = (earlier, *parts_of(dice, ()), *hit_point_parts(scene.rules, one.class_id, level, one.abilities, rolled))
    kept = (Part(one.max_hp, "least", note="as_before"),)
    scene.happen(LevelGained(one.id, level, rolled, full, hp, dice, (*parts, *kept), rules=("WB-XP-04",)))
    facts = scene.rules.content.classes[one.class_id]
    if facts.stronghold is not None and facts.stronghold.level == level:
        scene.happen(StrongholdOpen(one.id, one.class_id))


# ---------------------------------------------------------------- commands


def award_xp(scene: Scene, command: AwardXp) -> Refusal | None:
    """Divide what monsters and treasure have earned among the living of the party (WB-XP-01 to WB-XP-03)."""
    del command
    state = scene.state
    if fighting(state):
        return Refusal("fight_first", {"who": f"@{REFEREE_ONLY}"}, ("WB-XP-01",))
    party = state.party
    if party.unpriced:
        return Refusal("price_first", {"count": len(party.unpriced)}, ("WB-XP-01",))
    parts = {one.id: part for one in company(state) if (part := share_of(state, one))}
    if not parts:
        return Refusal("nobody_to_reward", {}, ("WB-XP-01",))
    treasure = party.secured_cp // 100
    total = party.slain_xp + treasure
    if not total:
        return Refusal("nothing_to_award", {}, ("WB-XP-01", "WB-XP-02"))
    rules = ("WB-XP-01", "WB-XP-02", "WB-XP-03") if treasure else ("WB-XP-01",)
    each = {who: int(total * part / sum(parts.values())) for who, part in parts.items()}  # remainders are dropped
    largest = max(parts.values()) / sum(parts.values())
    split = (largest.numerator, largest.denominator)
    scene.happen(XpDivided(party.slain_xp, treasure, max(each.values()), tuple(each), split, rules=rules))
    for who, award in each.items():
        gain(scene, who, award, rules)
    return None


def give_xp(scene: Scene, command: GiveXp) -> Refusal | None:
    """The referee's own award."""
    one = living(scene.state, command.who)
    if isinstance(one, Refusal):
        return one
    if not one.class_id:
        return Refusal("no_class", {"who": f"@{one.id}"}, ("WB-XP-04",))
    if not 0 < command.xp <= MOST_XP:
        return Refusal("bad_xp", {"xp": command.xp, "most": MOST_XP}, ("WB-XP-05",))
    gain(scene, one.id, command.xp, ("WB-CORE-02",))
    return None


def price_monsters(scene: Scene, command: PriceMonsters) -> Refusal | None:
    """The referee's word on monsters without a printed value (WB-XP-01)."""
    if not scene.state.party.unpriced:
        return Refusal("nothing_unpriced", {}, ("WB-XP-01",))
    if not 0 <= command.xp <= MOST_XP:
        return Refusal("bad_xp", {"xp": command.xp, "most": MOST_XP}, ("WB-XP-01",))
    scene.happen(XpPriced(command.xp, rules=("WB-XP-01",), audience=REFEREE_ONLY))
    return None


def choose_class(scene: Scene, command: ChooseClass) -> Refusal | None:
    """Take up another class for the coming adventure; level, experience and hit dice of each are kept apart."""
    state = scene.state
    one = records.awake(state, command.who)
    if isinstance(one, Refusal):
        return one
    folk = records.folk(scene.rules, one)
    if not folk.chooses_class:
        return Refusal("one_class", {"who": f"@{one.id}", "folk": f"@people:{one.people}"})
    if command.class_id == one.class_id or command.class_id not in folk.classes:
        return Refusal("folk_class", {"folk": f"@people:{one.people}", "class": f"@class:{command.class_id}"})
    other = one.careers.get(command.class_id, Career())
    row = class_row(scene.rules, command.class_id, other.level)
    dice = missing_hit_dice(scene, other.rolled, row.dice)
    rolled = (*other.rolled, *(die.face for die in dice))
    full = full_hit_points(scene.rules, command.class_id, other.level, one.abilities, rolled)
    careers = {name: career for name, career in one.careers.items() if name != command.class_id}
    careers[one.class_id] = Career(one.level, one.xp, one.rolled)
    hp = max(full - (one.max_hp - one.hp), 1)  # wounds are the same in either class
    scene.happen(ClassChosen(one.id, command.class_id, other.level, other.xp, rolled, full, hp, careers, dice))
    return None
