"""What powers of the player characters do, word by word: to adversaries, to friends, to their owner (DHP-CHAR-02)."""

from collections.abc import Callable, Iterable
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from arbitro.dice.amount import Amount
from arbitro.kernel.ruling import Check, Modifier
from arbitro.rules.daggerheart import events as e
from arbitro.rules.daggerheart.acting import relocate, shoved
from arbitro.rules.daggerheart.arms import weapon_dice, weapon_of
from arbitro.rules.daggerheart.companion_care import clear_companion
from arbitro.rules.daggerheart.conditions import impose, release
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
from arbitro.rules.daggerheart.gifts import GIFT, has_passive, is_on, proficiency_of, scale_of
from arbitro.rules.daggerheart.numbers import armour_slots, difficulty_of
from arbitro.rules.daggerheart.play import Play
from arbitro.rules.daggerheart.power_price import LOOT_DIE, MOST_ALIKE, change_things, home_of, how_many, lay_tokens
from arbitro.rules.daggerheart.power_words import (
    Anchor,
    Boost,
    Copy,
    Fortune,
    Goods,
    Join,
    Lend,
    Make,
    PowerPart,
    Regain,
    Relief,
    Resist,
    Restore,
    Return,
    Slay,
    Slip,
    Soothe,
    Token,
)
from arbitro.rules.daggerheart.presence import anybody, condition_entry, foes_left, is_there
from arbitro.rules.daggerheart.ranges import beside, is_near, thrown
from arbitro.rules.daggerheart.resources import (
    change_hope,
    clear_armour,
    clear_hp,
    clear_stress,
    free_slots,
    gain_fear,
    lose_fear,
    mark_hp,
    mark_stress,
    scar,
    short_of_stress,
)
from arbitro.rules.daggerheart.state import Agenda, Condition, Foe, Hero, Hit, Power
from arbitro.rules.daggerheart.words import Band, halved

_RULES: Final = (GIFT,)


class PowerDeed(Struct, frozen=True):
    """A power at work: whose, what was paid for more of it, and what its roll or attack came to."""

    who: str
    power: Power
    paid: int = 0
    total: int = 0
    critical: bool = False
    dealt: int = 0
    """The damage of the attack that it goes with, that it answers, or that it has taken off."""
    wounds: int = 0
    """The Hit Points that were marked by what it answers."""
    other: str = ""
    """Whom it is about, where it answers something."""
    card: int = 0
    """The level of the card that was put away for it."""
    fear: int = 0
    """What the Fear Die of its roll shows."""
    copied: str = ""
    """The card of another's that it takes on, by whose it is."""

    @property
    def source(self) -> str:
        """The power, as something that a number comes from."""
        return f"{self.who}/{self.power.id}"


def times(play: Play, deed: PowerDeed, scale: str) -> int:
    """What a number of a power grows with comes to now."""
    hero = play.state.party[deed.who]
    if scale in ("proficiency", "half_proficiency"):
        whole = proficiency_of(hero)
        return whole if scale == "proficiency" else halved(whole)
    lying = {
        "tokens": hero.kept.get(home_of(deed.power), 0),
        "wounds": deed.wounds,
        "marked": hero.hp_marked,
        "card": deed.card,
        "fear_die": deed.fear,
        "score": armour_slots(hero),
        "free_slots": free_slots(hero),
    }
    if scale in lying:
        return lying[scale]
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
    if part.half or part.same:
        amount = deed.dealt if part.same else halved(deed.dealt)
    else:
        pool = _pool(play, deed, part)
        roll = DamageRoll(deed.who, pool, part.kind, _RULES, deed.critical, part.direct, means=deed.source)
        amount, _ = roll_damage(play, roll)
    reach = deed.power.target.within if deed.power.target is not None else None
    return [
        Hit(who, amount, part.kind, deed.who, part.direct, reach=reach, total=deed.total, critical=deed.critical)
        for who in struck
    ]


def _pool(play: Play, deed: PowerDeed, part: Harm) -> tuple[Amount, ...]:
    """The dice of damage: its own, those of the owner's weapon, or those of the attack that it answers."""
    hero = play.state.party[deed.who]
    foe = anybody(play.state, deed.other)
    if part.theirs and isinstance(foe, Foe):
        return foe.block.attack.damage
    weapon = weapon_of(hero, "") if part.standard else None
    if weapon is not None:
        return (weapon_dice(hero, weapon, times(play, deed, part.by) if part.by else -1),)
    return (scaled(play, deed, part.damage, part.by),)


def resisted(play: Play, deed: PowerDeed, resist: Resist, targets: Iterable[str]) -> list[Agenda]:
    """Each target rolls a plain d20 against the Difficulty: what it fails to resist, and what it is spared."""
    difficulty = _tested(play, deed) if resist.tested else resist.difficulty or deed.total
    steps: list[Agenda] = []
    amount = _rolled_once(play, deed, resist.harm)
    spared = halved(amount) if resist.half else _rolled_once(play, deed, resist.held)
    kind = resist.harm.kind if resist.harm is not None else "magic"
    due, failed = list(targets), list[str]()
    for who in due:  # it grows while there are others near those who are hurt
        die = play.dice.roll(20, "gm_die")
        check = Check((die,), die.face, ">=", difficulty, die.face >= difficulty, (), "difficulty")
        play.happen(e.FoeRolled(who, "reaction", check, die.face == 20, rules=("DH-REACT-01",)))
        held = die.face == 20 or die.face >= difficulty
        if hurt := spared if held else amount:
            steps.append(Hit(who, hurt, kind, deed.who, attack=False, total=deed.total))
            due += _next_to(play, who, resist.chains, due)
        if not held:
            failed.append(who)
        steps += carry_out_parts(play, deed, resist.ease if held else _set(resist, difficulty), (who,))
    return [*steps, *(_robbed(play, deed, failed) if resist.robs else ())]


def _set(resist: Resist, difficulty: int) -> tuple[Stress | Wound | Impose | Push, ...]:
    """What those suffer who fail; a condition that dice have set the Difficulty of is shaken off by that number."""
    if not resist.tested:
        return resist.fail
    return tuple(replace(part, difficulty=difficulty) if isinstance(part, Impose) else part for part in resist.fail)


def _tested(play: Play, deed: PowerDeed) -> int:
    """The Difficulty of a reaction roll that dice set: the best of as many as the Spellcast trait, one at least."""
    dice = tuple(play.dice.roll(20, "power") for _ in range(max(times(play, deed, "spellcast"), 1)))
    best = max(die.face for die in dice)
    play.happen(e.PowerRolled(deed.who, deed.power.id, dice, 0, best, best=True, rules=_RULES))
    return best


def _rolled_once(play: Play, deed: PowerDeed, harm: Harm | None) -> int:
    """Damage that is rolled for all who may suffer it."""
    if harm is None:
        return 0
    roll = DamageRoll(deed.who, (scaled(play, deed, harm.damage, harm.by),), harm.kind, _RULES, means=deed.source)
    return roll_damage(play, roll)[0]


def _next_to(play: Play, who: str, band: Band | None, known: list[str]) -> list[str]:
    """The adversaries that what has struck one of them leaps to."""
    one = anybody(play.state, who)
    if band is None or one is None:
        return []
    near = (foe for foe in foes_left(play.state) if is_near(play.rules.books, play.state, one, foe, band))
    return [foe.id for foe in near if foe.id not in known]


def _robbed(play: Play, deed: PowerDeed, failed: list[str]) -> list[Agenda]:
    """Fear is stolen from the GM, and falls on those who gave it up."""
    taken = min(len(failed), play.state.fear.held)
    lose_fear(play, taken, deed.source, _RULES)
    if not taken:
        return []
    roll = DamageRoll(deed.who, (Amount(taken, 6),), "magic", _RULES, means=deed.source)
    amount, _ = roll_damage(play, roll)
    return [Hit(who, amount, "magic", deed.who, attack=False, total=deed.total) for who in failed]


def _amount(play: Play, deed: PowerDeed, amount: Amount, scale: str = "") -> int:
    """A number of a power, its dice thrown and told."""
    whole = scaled(play, deed, amount, scale)
    dice = whole.roll(play.dice, "power")
    total = max(whole.total(dice), 0)
    if dice:
        play.happen(e.PowerRolled(deed.who, deed.power.id, dice, whole.plus, total, rules=_RULES))
    return total


def _strain(play: Play, deed: PowerDeed, one: Hero | Foe, part: Stress) -> None:
    if part.best:
        dice = tuple(scaled(play, deed, part.amount, part.by).roll(play.dice, "power"))
        amount = max((die.face for die in dice), default=0)
        play.happen(e.PowerRolled(deed.who, deed.power.id, dice, 0, amount, best=True, rules=_RULES))
    else:
        amount = _amount(play, deed, part.amount, part.by)
    mark_stress(play, one.id, amount, deed.power.id, _RULES)


def _wound(play: Play, deed: PowerDeed, one: Hero | Foe, part: Wound) -> None:
    parts = (Modifier(part.amount, GIFT, sources=(deed.source,)),)
    mark_hp(play, one.id, part.amount, "power", _RULES, parts)


def _hearten(play: Play, deed: PowerDeed, one: Hero | Foe, part: Hope) -> None:
    if isinstance(one, Hero):
        often = times(play, deed, part.by) if part.by else 1
        by = -part.amount.plus * often if not part.amount.count else _amount(play, deed, part.amount)
        change_hope(play, one.id, by, "feature", _RULES)


def _impose(play: Play, deed: PowerDeed, one: Hero | Foe, part: Impose) -> None:
    shared = condition_entry(play.rules.books, part.condition).shared
    spell = deed.power.kind in ("spell", "grimoire") and (isinstance(one, Foe) or shared)
    if part.sole:
        everybody: list[Hero | Foe] = [*play.state.party.values(), *foes_left(play.state)]
        for other in everybody:
            held = [each for each in other.conditions if (each.name, each.source) == (part.condition, deed.who)]
            release(play, other.id, *held)
    count = max(times(play, deed, part.actions), 1) if part.actions else 0
    put_on = Condition(part.condition, deed.who, part.until, part.traits, part.difficulty, spell, count)
    impose(play, one.id, put_on)


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
    often = max(times(play, deed, part.by), 1) if part.by else 1
    value = _amount(play, deed, part.amount, part.by) if part.amount.plus >= 0 else part.amount.plus * often
    held = [each for each in one.conditions if each.name == part.condition]
    value += sum(each.gives.get(part.stat, 0) for each in held) if part.adds else 0
    release(play, one.id, *held)
    impose(play, one.id, Condition(part.condition, deed.who, part.until, gives={part.stat: value}))


def _join(play: Play, deed: PowerDeed, one: Hero | Foe, part: Join) -> None:
    del part
    relocate(play, deed.who, beside(play.state.party[deed.who], one))


def _unnerve(play: Play, deed: PowerDeed, one: Hero | Foe, part: Fear) -> None:
    del one
    lose_fear(play, max(-part.amount.plus, 0), deed.source, _RULES)
    gain_fear(play, max(part.amount.plus, 0), "feature", _RULES)


def _slip(play: Play, deed: PowerDeed, one: Hero | Foe, part: Slip) -> None:
    del one
    hero, other = play.state.party[deed.who], anybody(play.state, deed.other)
    if other is not None:
        relocate(play, deed.who, thrown(play.rules.books, play.state, other.at, hero, part.to))


def _anchor(play: Play, deed: PowerDeed, one: Hero | Foe, part: Anchor) -> None:
    held = [each for each in one.conditions if each.name == part.condition]
    release(play, one.id, *held)
    impose(play, one.id, Condition(part.condition, deed.who, part.until, count=one.at))


def _return(play: Play, deed: PowerDeed, one: Hero | Foe, part: Return) -> None:
    held = next((each for each in one.conditions if each.name == part.condition), None)
    if held is not None:
        relocate(play, deed.who, held.count)
        release(play, one.id, held)


def relieve(play: Play, one: Hero | Foe) -> None:
    """A Stress is cleared; a PC who has none marked gains a Hope."""
    if one.stress_marked:
        clear_stress(play, one.id, 1, _RULES)
    elif isinstance(one, Hero):
        change_hope(play, one.id, 1, "feature", _RULES)


def _relief(play: Play, deed: PowerDeed, one: Hero | Foe, part: Relief) -> None:
    del deed, part
    relieve(play, one)


def _slay(play: Play, deed: PowerDeed, one: Hero | Foe, part: Slay) -> None:
    hero = play.state.party[deed.who]
    weak = isinstance(one, Foe) and difficulty_of(play.rules.books, one) <= part.most
    if weak and short_of_stress(hero, 1) is None:
        mark_stress(play, deed.who, 1, deed.power.id, _RULES)
        left = one.hp - one.hp_marked
        mark_hp(play, one.id, left, "power", _RULES, (Modifier(left, GIFT, sources=(deed.source,)),))


def _copy(play: Play, deed: PowerDeed, one: Hero | Foe, part: Copy) -> None:
    del part
    whose, _, name = deed.copied.partition("/")
    card = next((each for each in play.state.party[whose].sheet.powers if each.id == name), None)
    if card is not None:
        play.happen(e.PowerLent(one.id, card, whose, rules=_RULES))


def _regain(play: Play, deed: PowerDeed, one: Hero | Foe, part: Regain) -> None:
    del deed, part
    if isinstance(one, Hero) and one.used:
        play.happen(e.UseRegained(one.id, one.used[-1], rules=_RULES))


def _soothe(play: Play, deed: PowerDeed, one: Hero | Foe, part: Soothe) -> None:
    del one
    clear_companion(play, deed.who, part.amount)


def _token(play: Play, deed: PowerDeed, one: Hero | Foe, part: Token) -> None:
    where = home_of(deed.power)
    held = play.state.party[deed.who].kept.get(where, 0)
    more = part.amount * (times(play, deed, part.by) if part.by else 1)
    if part.upto:
        more = times(play, deed, part.upto) - held
    if part.most:
        more = min(more, times(play, deed, part.most) - held)
    more = max(more, -held)
    if more and isinstance(one, Hero):
        lay_tokens(play, deed.who, where, more)


def _lend(play: Play, deed: PowerDeed, one: Hero | Foe, part: Lend) -> None:
    owner = play.state.party[deed.who]
    better = part.better and owner.sheet.level >= part.level
    best = part.best and is_on(owner.sheet, part.best_with)
    power = play.rules.books.powers[part.best if best else part.better if better else part.power]
    if isinstance(one, Hero) and all(each.id != power.id for each in one.lent):
        play.happen(e.PowerLent(one.id, power, deed.who, rules=_RULES))
    elif isinstance(one, Hero) and power.id in one.used:
        play.happen(e.UseRegained(one.id, power.id, rules=_RULES))
    if one.id != owner.id and has_passive(owner, "cheering") is not None:
        relieve(play, one)


def _gain(play: Play, one: Hero | Foe, thing: Power | None) -> None:
    """Somebody has one of a thing more, as many as they may carry."""
    if isinstance(one, Hero) and thing is not None:
        fits = thing.kind != "consumable" or how_many(play.state.party[one.id], thing.id) < MOST_ALIKE
        change_things(play, one.id, thing, int(fits))


def _make(play: Play, deed: PowerDeed, one: Hero | Foe, part: Make) -> None:
    name = part.things[0]
    if len(part.things) > 1:
        die = play.dice.roll(len(part.things) + 1, "power")
        play.happen(e.PowerRolled(deed.who, deed.power.id, (die,), 0, die.face, rules=_RULES))
        name = part.pick if die.face > len(part.things) else part.things[die.face - 1]
    _gain(play, one, play.rules.books.things.get(name))


def _goods(play: Play, deed: PowerDeed, one: Hero | Foe, part: Goods) -> None:
    die = play.dice.roll(part.sides, "power")
    play.happen(e.PowerRolled(deed.who, deed.power.id, (die,), 0, die.face, rules=_RULES))
    for _ in range((die.face >= part.one) + (die.face >= part.two)):
        row = play.dice.roll(LOOT_DIE, "loot")
        play.happen(e.PowerRolled(deed.who, deed.power.id, (row,), 0, row.face, rules=_RULES))
        _gain(play, one, play.rules.books.loot("consumable", row.face))


def _fortune(play: Play, deed: PowerDeed, one: Hero | Foe, part: Fortune) -> None:
    die = play.dice.roll(part.sides, "power")
    play.happen(e.PowerRolled(deed.who, deed.power.id, (die,), 0, die.face, rules=_RULES))
    row = next((row for row in part.rows if die.face <= row.upto), None)
    if row is not None and row.restore is not None:
        _restore(play, deed, one, row.restore)
    if row is not None and row.scar and isinstance(one, Hero):
        scar(play, one.id)


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
    Slip: _slip,
    Anchor: _anchor,
    Return: _return,
    Regain: _regain,
    Copy: _copy,
    Relief: _relief,
    Slay: _slay,
    Soothe: _soothe,
    Token: _token,
    Lend: _lend,
    Make: _make,
    Goods: _goods,
    Fortune: _fortune,
    Fear: _unnerve,
    Tell: _told,
}
"""What each word of powers does to somebody; damage is rolled for all targets at once."""
