"""What powers cost and how often they may be used: Hope, Stress, Armor Slots, tokens, uses between rests."""

from typing import Final

from arbitro.dice.stream import Die
from arbitro.kernel.command import Refusal
from arbitro.rules.daggerheart import events as e
from arbitro.rules.daggerheart.gifts import GIFT, scale_of, watched
from arbitro.rules.daggerheart.play import Play
from arbitro.rules.daggerheart.resources import (
    change_hope,
    free_slots,
    mark_armour,
    mark_stress,
    short_of_hope,
    short_of_stress,
)
from arbitro.rules.daggerheart.state import Aftermath, Hero, Power

_RULES = (GIFT,)
MOST_ALIKE: Final = 5
"""Consumables of one kind that somebody may carry."""
LOOT_DIE: Final = 12
"""The sides of the dice by which loot is found."""


def home_of(power: Power) -> str:
    """The power on which the tokens of a power lie: a part has those of its whole."""
    return power.pool or power.id.partition(".")[0]


def uses_left(hero: Hero, power: Power) -> int:
    """How often a power can still be used before its limit is lifted; a part shares the uses of its whole."""
    if not power.limit:
        return 1
    return max(power.uses - hero.used.count(power.pool or power.id), 0)


def most_paid(hero: Hero, power: Power) -> int:
    """How often somebody could pay what may be paid as often as one likes."""
    purse = {
        "": 0,
        "hope": hero.hope - power.hope,
        "stress": hero.stress - hero.stress_marked - power.stress,
        "tokens": hero.kept.get(home_of(power), 0),
    }
    found = purse[power.any]
    return min(found, power.most) if power.most else found


def cannot_pay(hero: Hero, power: Power, paid: int = 0) -> Refusal | None:
    """Why somebody cannot use a power now: its uses are spent, or its price cannot be paid."""
    if power.kind == "consumable" and not how_many(hero, home_of(power)):
        return Refusal(
            "nothing_of_the_kind", {"who": f"@{hero.id}", "thing": f"@{hero.id}/{power.id}"}, ("DHP-ITEM-01",)
        )
    if not uses_left(hero, power):
        return Refusal("used_up", {"who": f"@{hero.id}"}, ("DHP-REST-07",))
    if power.any and not 1 <= paid <= most_paid(hero, power):
        most = max(most_paid(hero, power), 0)
        return Refusal("pay_between", {"who": f"@{hero.id}", "power": f"@{hero.id}/{power.id}", "most": most}, _RULES)
    hope, stress = _sums(power, paid)
    if hope and (short := short_of_hope(hero, hope, _RULES)):
        return short
    if stress and (short := short_of_stress(hero, stress)):
        return short
    if power.slots > free_slots(hero):
        return Refusal("no_armour_slot", {"who": f"@{hero.id}"}, ("DHP-ARM-02",))
    if power.tokens > hero.kept.get(home_of(power), 0):
        return Refusal("no_tokens_on", {"who": f"@{hero.id}", "power": f"@{hero.id}/{power.id}"}, _RULES)
    return None


def _sums(power: Power, paid: int) -> tuple[int, int]:
    """Hope and Stress in all."""
    return power.hope + paid * (power.any == "hope"), power.stress + paid * (power.any == "stress")


def pay(play: Play, who: str, power: Power, paid: int = 0) -> None:
    """Pay the price of a power."""
    hope, stress = _sums(power, paid)
    if hope:
        change_hope(play, who, -hope, "power", _RULES, power.id)
    mark_stress(play, who, stress, power.id, _RULES)
    for _ in range(power.slots):
        mark_armour(play, who, benefit=power.twist is not None, rules=_RULES)
    if power.kind == "consumable":
        change_things(play, who, thing_of(play.state.party[who], home_of(power)) or power, -1)
    spent = power.tokens + paid * (power.any == "tokens")
    if spent:
        lay_tokens(play, who, home_of(power), -spent)


def thing_of(hero: Hero, wanted: str) -> Power | None:
    """Something that somebody carries."""
    return next((one.power for one in hero.things if one.power.id == wanted), None)


def how_many(hero: Hero, wanted: str) -> int:
    """How many of a thing somebody carries."""
    return next((one.count for one in hero.things if one.power.id == wanted), 0)


def change_things(play: Play, who: str, thing: Power, by: int, other: str = "", dice: tuple[Die, ...] = ()) -> None:
    """Somebody has more or fewer of a thing."""
    held = max(how_many(play.state.party[who], thing.id) + by, 0)
    play.happen(e.ThingsChanged(who, thing, by, held, other, dice, rules=("DHP-ITEM-01",)))


def note_use(play: Play, who: str, power: Power) -> None:
    """A use of a power that has few of them is spent."""
    if power.limit and not power.wears:
        use_up(play, who, power.pool or power.id)


def use_up(play: Play, who: str, feature: str) -> None:
    """A use of a feature is spent; in a scene those who can give it back may answer."""
    play.happen(e.FeatureMarked(who, feature, rules=("DHP-REST-07",)))
    scene = play.state.scene
    running = scene is not None and not scene.ending and play.state.rest is None
    if running and watched(play.state.party, "used_up", "ally_used_up"):
        play.first(Aftermath("used_up", who, who))


def lay_tokens(play: Play, who: str, power: str, by: int) -> None:
    """Tokens come to lie on a power, or are taken from it."""
    held = max(play.state.party[who].kept.get(power, 0) + by, 0)
    play.happen(e.TokensLaid(who, power, by, held, rules=_RULES))


def fill_tokens(play: Play, who: str, *moments: str) -> None:
    """The tokens that a moment brings to somebody's powers; what is left of those before is gone."""
    hero = play.state.party[who]
    for power in (*hero.sheet.powers, *hero.lent):
        fill = power.fill
        if fill is None or fill.at not in moments:
            continue
        held = hero.kept.get(power.id, 0)
        count = max(fill.amount * scale_of(hero.sheet, fill.by, power), fill.least)
        if fill.most:
            count = min(held + count, scale_of(hero.sheet, fill.most, power))
        if count != held:
            lay_tokens(play, who, power.id, count - held)
