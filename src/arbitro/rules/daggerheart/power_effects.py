"""What powers of the player characters do, word by word: to adversaries, to friends, to their owner (DHP-CHAR-02)."""

from collections.abc import Callable, Iterable
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from arbitro.dice.amount import Amount
from arbitro.kernel.ruling import Check, Modifier
from arbitro.rules.daggerheart import events as e
from arbitro.rules.daggerheart.acting import relocate, shoved
from arbitro.rules.daggerheart.conditions import impose, release
from arbitro.rules.daggerheart.content import Library
from arbitro.rules.daggerheart.damage import DamageRoll, roll_damage
from arbitro.rules.daggerheart.feature_words import (
    Fear,
    Harm,
    Hope,
    Impose,
    Push,
    Release,
    Stress,
    Tell,
    Wound,
)
from arbitro.rules.daggerheart.gifts import GIFT, proficiency_of, scale_of
from arbitro.rules.daggerheart.play import Play
from arbitro.rules.daggerheart.power_price import home_of, lay_tokens
from arbitro.rules.daggerheart.power_words import Boost, Join, Lend, PowerPart, Resist, Restore, Token
from arbitro.rules.daggerheart.presence import anybody, foes_left, is_there
from arbitro.rules.daggerheart.ranges import beside, is_near
from arbitro.rules.daggerheart.resources import (
    change_hope,
    clear_armour,
    clear_hp,
    clear_stress,
    lose_fear,
    mark_hp,
    mark_stress,
)
from arbitro.rules.daggerheart.state import Agenda, Condition, Foe, Hero, Hit, Power, State

_RULES: Final = (GIFT,)


class PowerDeed(Struct, frozen=True):
    """A power at work: whose, what was paid for more of it, and what its roll or attack came to."""

    who: str
    power: Power
    paid: int = 0
    total: int = 0
    critical: bool = False
    dealt: int = 0
    """The damage of the attack that it goes with."""

    @property
    def source(self) -> str:
        """The power, as something that a number comes from."""
        return f"{self.who}/{self.power.id}"


def times(play: Play, deed: PowerDeed, scale: str) -> int:
    """What a number of a power grows with comes to now."""
    hero = play.state.party[deed.who]
    if scale == "proficiency":
        return proficiency_of(hero)
    return scale_of(hero.sheet, scale, deed.power, deed.paid)


def scaled(play: Play, deed: PowerDeed, amount: Amount, scale: str) -> Amount:
    """Dice and number of a power, as often as it says; a number beside dice counts once, or each time it is paid."""
    if not scale:
        return amount
    often = max(times(play, deed, scale), 0)
    if amount.count:
        plus = amount.plus * often if scale == "paid" else amount.plus
        return replace(amount, count=amount.count * often, plus=plus)
    return replace(amount, plus=amount.plus * often)


def reached_by(books: Library, state: State, hero: Hero, power: Power, named: tuple[str, ...] = ()) -> list[Hero | Foe]:
    """Those whom a power that is used on all of a side within its range reaches."""
    target = power.target
    if target is None:
        return []
    return [
        one
        for one in _of_side(state, hero, target.side)
        if is_near(books, state, hero, one, target.within) and not (target.others and one.id in named)
    ]


def _of_side(state: State, hero: Hero, side: str) -> list[Hero | Foe]:
    """Everybody of a side that a power may be used on."""
    friends: list[Hero | Foe] = [one for one in state.party.values() if one.status in ("up", "unconscious")]
    if side == "ally":
        return [one for one in friends if one.id != hero.id]
    foes: list[Hero | Foe] = list(foes_left(state))
    return friends if side == "party" else foes if side == "foe" else [*friends, *foes]


def candidates(state: State, hero: Hero, power: Power) -> list[Hero | Foe]:
    """Those on whom somebody could use a power, near or far."""
    return _of_side(state, hero, power.target.side if power.target is not None else "foe")


# ------------------------------------------------------------------ word by word


def carry_out_parts(play: Play, deed: PowerDeed, parts: Iterable[PowerPart], targets: Iterable[str]) -> list[Agenda]:
    """Do what a power does to each of its targets; damage is rolled once for all of them."""
    steps: list[Agenda] = []
    everybody = tuple(targets)
    for part in parts:
        if isinstance(part, Harm):
            steps += _harm(play, deed, part, everybody)
            continue
        for who in everybody:
            one = anybody(play.state, who)
            if one is not None:
                WORKS[type(part)](play, deed, one, part)
    return steps


def _harm(play: Play, deed: PowerDeed, part: Harm, targets: tuple[str, ...]) -> list[Agenda]:
    struck = [who for who in targets if (one := anybody(play.state, who)) is not None and is_there(one)]
    if not struck:
        return []
    if part.half:
        amount = (deed.dealt + 1) // 2
    else:
        pool = (scaled(play, deed, part.damage, part.by),)
        roll = DamageRoll(deed.who, pool, part.kind, _RULES, deed.critical, part.direct, means=deed.source)
        amount, _ = roll_damage(play, roll)
    reach = deed.power.target.within if deed.power.target is not None else None
    return [
        Hit(who, amount, part.kind, deed.who, part.direct, reach=reach, total=deed.total, critical=deed.critical)
        for who in struck
    ]


def resisted(play: Play, deed: PowerDeed, resist: Resist, targets: Iterable[str]) -> list[Agenda]:
    """Each target rolls a plain d20 against the Difficulty: what it fails to resist, and what it is spared."""
    difficulty = resist.difficulty or deed.total
    steps: list[Agenda] = []
    harm, amount = resist.harm, 0
    if harm is not None:
        roll = DamageRoll(deed.who, (scaled(play, deed, harm.damage, harm.by),), harm.kind, _RULES, means=deed.source)
        amount, _ = roll_damage(play, roll)
    for who in targets:
        die = play.dice.roll(20, "gm_die")
        check = Check((die,), die.face, ">=", difficulty, die.face >= difficulty, (), "difficulty")
        play.happen(e.FoeRolled(who, "reaction", check, die.face == 20, rules=("DH-REACT-01",)))
        held = die.face == 20 or die.face >= difficulty
        hurt = amount if not held else (amount + 1) // 2 if resist.half else 0
        if harm is not None and hurt:
            steps.append(Hit(who, hurt, harm.kind, deed.who, attack=False, total=deed.total))
        if not held:
            steps += carry_out_parts(play, deed, resist.fail, (who,))
    return steps


def _amount(play: Play, deed: PowerDeed, amount: Amount, scale: str = "") -> int:
    """A number of a power, its dice thrown and told."""
    whole = scaled(play, deed, amount, scale)
    dice = whole.roll(play.dice, "power")
    total = max(whole.total(dice), 0)
    if dice:
        play.happen(e.PowerRolled(deed.who, deed.power.id, dice, whole.plus, total, rules=_RULES))
    return total


def _strain(play: Play, deed: PowerDeed, one: Hero | Foe, part: Stress) -> None:
    mark_stress(play, one.id, _amount(play, deed, part.amount), deed.power.id, _RULES)


def _wound(play: Play, deed: PowerDeed, one: Hero | Foe, part: Wound) -> None:
    parts = (Modifier(part.amount, GIFT, sources=(deed.source,)),)
    mark_hp(play, one.id, part.amount, "power", _RULES, parts)


def _hearten(play: Play, deed: PowerDeed, one: Hero | Foe, part: Hope) -> None:
    if isinstance(one, Hero):
        by = -part.amount.plus if not part.amount.count else _amount(play, deed, part.amount)
        change_hope(play, one.id, by, "feature", _RULES)


def _impose(play: Play, deed: PowerDeed, one: Hero | Foe, part: Impose) -> None:
    spell = deed.power.kind in ("spell", "grimoire") and isinstance(one, Foe)
    if part.sole:
        for other in tuple(foes_left(play.state)):
            held = [each for each in other.conditions if (each.name, each.source) == (part.condition, deed.who)]
            release(play, other.id, *held)
    impose(play, one.id, Condition(part.condition, deed.who, part.until, part.traits, part.difficulty, spell))


def _release(play: Play, deed: PowerDeed, one: Hero | Foe, part: Release) -> None:
    del deed
    release(play, one.id, *(held for held in one.conditions if held.name == part.condition))


def _push(play: Play, deed: PowerDeed, one: Hero | Foe, part: Push) -> None:
    hero = play.state.party[deed.who]
    if isinstance(one, Foe):
        relocate(play, one.id, shoved(play.rules.books, play.state, hero.at, one, part.to), "pushed")


def _restore(play: Play, deed: PowerDeed, one: Hero | Foe, part: Restore) -> None:
    if part.hp != Amount():
        clear_hp(play, one.id, _amount(play, deed, part.hp, part.by), _RULES)
    if part.stress != Amount():
        clear_stress(play, one.id, _amount(play, deed, part.stress, part.by), _RULES)
    if part.armour != Amount() and isinstance(one, Hero):
        clear_armour(play, one.id, _amount(play, deed, part.armour, part.by), _RULES)


def _boost(play: Play, deed: PowerDeed, one: Hero | Foe, part: Boost) -> None:
    value = _amount(play, deed, part.amount, part.by) if part.amount.plus >= 0 else part.amount.plus
    held = [each for each in one.conditions if each.name == part.condition]
    release(play, one.id, *held)
    impose(play, one.id, Condition(part.condition, deed.who, part.until, gives={part.stat: value}))


def _join(play: Play, deed: PowerDeed, one: Hero | Foe, part: Join) -> None:
    del part
    relocate(play, deed.who, beside(play.state.party[deed.who], one))


def _unnerve(play: Play, deed: PowerDeed, one: Hero | Foe, part: Fear) -> None:
    del one
    lose_fear(play, max(-part.amount.plus, 0), deed.source, _RULES)


def _token(play: Play, deed: PowerDeed, one: Hero | Foe, part: Token) -> None:
    where = home_of(deed.power)
    held = play.state.party[deed.who].kept.get(where, 0)
    more = times(play, deed, part.upto) - held if part.upto else part.amount
    if more > 0 and isinstance(one, Hero):
        lay_tokens(play, deed.who, where, more)


def _lend(play: Play, deed: PowerDeed, one: Hero | Foe, part: Lend) -> None:
    better = part.better and play.state.party[deed.who].sheet.level >= part.level
    power = play.rules.books.powers[part.better if better else part.power]
    if isinstance(one, Hero) and all(each.id != power.id for each in one.lent):
        play.happen(e.PowerLent(one.id, power, deed.who, rules=_RULES))


def _told(play: Play, deed: PowerDeed, one: Hero | Foe, part: Tell) -> None:
    """What the table tells has been said with the use of the power."""
    del play, deed, one, part


WORKS: Final[dict[type, Callable[[Play, PowerDeed, Any, Any], None]]] = {
    Stress: _strain,
    Wound: _wound,
    Hope: _hearten,
    Impose: _impose,
    Release: _release,
    Push: _push,
    Restore: _restore,
    Boost: _boost,
    Join: _join,
    Token: _token,
    Lend: _lend,
    Fear: _unnerve,
    Tell: _told,
}
"""What each word of powers does to somebody; damage is rolled for all targets at once."""
