"""The GM's Die: attack rolls of adversaries, what they deal, and where the blow lands."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from arbitro.dice.amount import Amount
from arbitro.dice.stream import Die, told_again
from arbitro.kernel.command import Refusal
from arbitro.kernel.ruling import Check, Modifier
from arbitro.rules.daggerheart import events as e
from arbitro.rules.daggerheart.circumstances import (
    Manner,
    added_to,
    doubling,
    evasion_against,
    feature_for,
    severe_outright,
    standard_damage,
)
from arbitro.rules.daggerheart.conditions import end_conditions
from arbitro.rules.daggerheart.content import Library
from arbitro.rules.daggerheart.damage import DamageRoll, roll_damage
from arbitro.rules.daggerheart.dice_pool import source_rules
from arbitro.rules.daggerheart.feature import Feature, Strike
from arbitro.rules.daggerheart.feature_words import Effect
from arbitro.rules.daggerheart.gifts import has_passive, watched
from arbitro.rules.daggerheart.numbers import (
    FEATURE,
    feature_named,
    gold_of,
    passive_of,
    rule_of,
    source_of,
    thresholds_of,
    total_of,
)
from arbitro.rules.daggerheart.offers import Occasion, after, of_everybody, offered
from arbitro.rules.daggerheart.play import Play, set_off
from arbitro.rules.daggerheart.presence import (
    ailing,
    current_scene,
    foes_left,
    is_concealed,
    is_exposed,
)
from arbitro.rules.daggerheart.ranges import is_near
from arbitro.rules.daggerheart.resources import (
    gain_fear,
    short_of_fear,
)
from arbitro.rules.daggerheart.state import Aftermath, Agenda, Apply, Blow, Foe, Hero, Hit, Power, State
from arbitro.rules.daggerheart.words import Band, DamageKind, ids, is_ranged

GM_SIDES: Final = 20
GM_DIE: Final = ("DH-GMDIE-01",)
_ATTACK: Final = ("DH-GMDIE-01", "DH-ATK-01", "DHP-EVA-01")


class Granted(Struct, frozen=True):
    """What the GM declares before an adversary's attack roll (DH-ATK-03)."""

    bought: tuple[Modifier, ...] = ()
    advantages: int = 0
    disadvantages: int = 0


NOTHING_GRANTED: Final = Granted()


class Attacking(NamedTuple):
    """How an adversary attacks: by its standard attack, or as a feature of it has it."""

    strike: Strike | None = None
    """The feature's own attack; none: the standard one."""
    feature: Feature | None = None
    do: tuple[Effect, ...] = ()
    """What is done to those whom it hits, beside the damage."""
    group: int = 1
    """How many attack as one."""


STANDARD: Final = Attacking()
"""The standard attack of its stat block."""
GRANTED: Final = "source/granted"
"""What the advantages come from that the GM grants."""
IMPOSED: Final = "source/imposed"
"""What the disadvantages come from that the GM imposes."""


# ------------------------------------------------------------------ the GM's Die (DH-GMDIE-01, DH-ADV-02, 03)


def gm_die(play: Play, advantages: int, disadvantages: int) -> tuple[Die, tuple[Die, ...]]:
    """The die that counts, and those put aside; sources cancel, at most one extra die is left."""
    left = advantages - disadvantages
    extra = (
        abs(left) if play.state.options["gm_adversary_advantage_stacking"] == "cancel_then_many" else min(abs(left), 1)
    )
    dice = [play.dice.roll(GM_SIDES, "gm_die") for _ in range(1 + extra)]
    best = max if left > 0 else min
    kept = best(dice, key=lambda die: die.face)
    dice.remove(kept)
    return kept, tuple(dice)


def experiences_bought(state: State, foe: Foe, wanted: str) -> tuple[Modifier, ...] | Refusal:
    """Experiences of the adversary that the GM buys for a roll, before it, a Fear each (DH-FEAR-12)."""
    names = ids(wanted)
    if len(names) > 1 and state.options["gm_experiences_per_roll"] == "1":
        return Refusal("one_experience", {"who": f"@{foe.id}"}, ("DH-ATK-03", "DH-FEAR-12"))
    known = {one.id: one for one in foe.block.experiences}
    for name in names:
        if name not in known:
            return Refusal("no_experience", {"who": f"@{foe.id}", "experience": name}, ("DH-ADVERSARY-06",))
    short = short_of_fear(state, len(names))
    return short or tuple(
        Modifier(known[name].bonus, "DH-FEAR-12", "experience", (f"{foe.id}/{name}",)) for name in names
    )


def strike_band(foe: Foe, feature: Feature | None) -> Band:
    """How far an attack goes: a feature's own range, or the standard attack's; whoever charges comes up close."""
    target = feature.target if feature is not None and not feature.group else None
    if target is None:
        return foe.block.attack.range
    return "melee" if target.who == "path" else target.within


def sources_for(
    books: Library, state: State, foe: Foe, targets: list[Hero], band: Band
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What gives an attack of this range on these targets advantage, and what disadvantage (DH-ATK-04, DHP-COND-02)."""
    aims = [source for source, entry in ailing(books, foe) if entry.aims]
    lurking = feature_for(foe, "aims_if", None, Manner(hidden=is_concealed(books, foe)))
    aims += [source_of(foe.id, lurking)] if lurking is not None else []
    choice = state.options["gm_multi_target_advantage"]
    if len(targets) > 1 and choice == "gm_choice":
        return tuple(aims), ()
    gather = any if choice == "any_target" else all
    pros, cons = aims, []
    if gather(is_exposed(books, hero) for hero in targets):
        pros += [f"{hero.id}/vulnerable" for hero in targets if is_exposed(books, hero)][:1]
    if gather(_crowded(books, state, hero) for hero in targets):
        pros += [beset for hero in targets if (beset := _crowded(books, state, hero))][:1]
    if gather(is_concealed(books, hero) for hero in targets):
        cons += [f"{hero.id}/hidden" for hero in targets if is_concealed(books, hero)][:1]
    if is_ranged(band) and gather(hero.cover == "partial" for hero in targets):
        cons.append("source/cover")
    if gather(_cornered(hero) is not None for hero in targets):
        cons += [f"{hero.id}/{stand.id}" for hero in targets if (stand := _cornered(hero)) is not None][:1]
    return tuple(pros), tuple(cons)


def _cornered(hero: Hero) -> Power | None:
    """The feature by which somebody down to the last Hit Point is harder to hit (DHP-CHAR-02)."""
    return has_passive(hero, "sturdy") if hero.hp - hero.hp_marked == 1 else None


def _crowded(books: Library, state: State, hero: Hero) -> str:
    """The feature by which somebody beset by more zombies than they can handle is attacked with advantage."""
    for foe in foes_left(state):
        feature = passive_of(foe, "too_many")
        if feature is None or not is_near(books, state, foe, hero, "melee"):
            continue
        if any(
            other.id != foe.id and other.block.kin == foe.block.kin and is_near(books, state, other, hero, "close")
            for other in foes_left(state)
        ):
            return source_of(foe.id, feature)
    return ""


# ------------------------------------------------------------------ attacks (DH-ATK-01 to 04, DH-CRIT-01)


def roll_strike(
    play: Play,
    foe: Foe,
    targets: list[Hero],
    granted: Granted = NOTHING_GRANTED,
    *,
    inherent: tuple[str, ...] = (),
    feature: Feature | None = None,
) -> tuple[list[str], bool, int, int]:
    """One roll, held against the Evasion of each target: who is hit, whether critically, how it leans, its total.

    It leans by as many advantages as it has beyond disadvantages, below 0 where these are more.

    `inherent` is what gives the attack its own advantages: the feature that it is.
    """
    state = play.state
    halving = _halving(play, foe)
    pros, cons = sources_for(play.rules.books, state, foe, targets, strike_band(foe, feature))
    pros = (*pros, *inherent, *(GRANTED,) * granted.advantages)
    cons = (*cons, *(IMPOSED,) * granted.disadvantages)
    kept, others = gm_die(play, len(pros), len(cons))
    bent = pros if len(pros) > len(cons) else cons
    bonus = foe.block.bonus
    dice = bonus.roll(play.dice, "attack_modifier")
    bought = (*granted.bought, *_hoard(state, foe))
    modifiers = (*((Modifier(bonus.plus, "DH-ATK-01", "attack_modifier"),) if bonus.plus else ()), *bought)
    total = kept.face + bonus.total(dice) + sum(each.amount for each in bought)
    critical = kept.face == GM_SIDES
    missed = kept.face == 1 and state.options["gm_natural1_attack"] == "auto_failure"
    if critical:  # a part that adds nothing says that the die decides, not the total
        modifiers = (*modifiers, Modifier(0, "DH-CRIT-01", "natural_20"))
    elif missed:
        modifiers = (*modifiers, Modifier(0, "DH-ATK-01", "natural_1"))
    rules = (*_ATTACK, *(("DH-ATK-04",) if len(targets) > 1 else ()), *(("DH-CRIT-01",) if critical else ()))
    if others:
        rules = (*rules, "DH-ADV-02" if bent is pros else "DH-ADV-03")
    rules = (*rules, *source_rules(play.rules.books, (*pros, *cons)))
    if pros and len(pros) == len(cons):  # a part that adds nothing says what has cancelled what
        modifiers = (*modifiers, Modifier(0, "DHP-ADV-03", "cancelled", (*pros, *cons)))
    hit: list[str] = []
    thrown = (kept, *dice)
    name = feature.id if feature is not None else ""
    for hero in targets:
        evasion = evasion_against(play.rules.books, play.state, foe, hero, halving=halving)
        needed = total_of(evasion)
        success = (critical or total >= needed) and not missed
        check = Check(thrown, total, ">=", needed, success, modifiers, "evasion", evasion if evasion[1:] else ())
        why = bent if others else ()
        play.happen(e.AttackRolled(foe.id, hero.id, check, success, critical, others, name, why, rules=rules))
        thrown, others = told_again(thrown), told_again(others)  # one roll for all of them
        end_conditions(play, hero.id, "attacked")
        if success:
            hit.append(hero.id)
            if hero.dodge:
                play.happen(e.BoonChanged(hero.id, "dodge", 0, rules=("DHP-HOPE-06",)))
    end_conditions(play, foe.id, "hidden")
    return hit, critical, len(pros) - len(cons), total


def _hoard(state: State, foe: Foe) -> tuple[Modifier, ...]:
    """The gold that an adversary adds to its attack rolls, a point for each handful."""
    feature = passive_of(foe, "adds_gold")
    held = gold_of(state, foe)
    return (Modifier(held, FEATURE, "feature", (source_of(foe.id, feature),)),) if feature is not None and held else ()


def _halving(play: Play, foe: Foe) -> Feature | None:
    """The feature that halves Evasion against this attack: always, or when its die shows enough."""
    feature = passive_of(foe, "halves_evasion")
    if feature is None or feature.die is None:
        return feature
    die = play.dice.roll(feature.die.sides, "feature_die")
    play.happen(e.FeatureUsed(foe.id, feature.id, feature.name, 0, (die,), rules=(FEATURE,)))
    return feature if die.face >= feature.die.least else None


def _past_armour(foe: Foe, manner: Manner) -> bool:
    """Whether no armour helps against an attack, whoever it hits; what a target is under counts for each alone."""
    always = foe.block.attack.direct or passive_of(foe, "direct") is not None
    return always or feature_for(foe, "direct_if", None, manner) is not None


def assault(
    play: Play,
    foe: Foe,
    targets: list[Hero],
    how: Attacking = STANDARD,
    granted: Granted = NOTHING_GRANTED,
) -> tuple[list[str], list[Agenda]]:
    """An attack roll and what is to be settled after it."""
    state, (strike, feature, do, group) = play.state, how
    name = feature.id if feature is not None else ""
    inherent = (source_of(foe.id, feature),) * strike.advantage if strike is not None and feature is not None else ()
    hidden = is_concealed(play.rules.books, foe)
    hit, critical, lean, total = roll_strike(play, foe, targets, granted, inherent=inherent, feature=feature)
    kind: DamageKind = strike.kind if strike is not None and strike.damage is not None else foe.block.attack.kind
    missed = _missed(state, foe, [hero.id for hero in targets if hero.id not in hit], kind)
    if not hit or (strike is not None and strike.harmless):
        return hit, [*missed, *_harmless(play, foe, hit, do, name)]
    direct = _past_armour(foe, manner := Manner(hidden, lean > 0))
    if strike is not None and strike.damage is not None:
        pool: tuple[Amount, ...] = (strike.damage, *((strike.impact,) if strike.impact is not None else ()))
        direct, bent = direct or strike.direct, feature
    else:
        pool, bent = standard_damage(play.rules.books, state, foe, state.party[hit[0]], manner)
        direct = direct or (strike is not None and strike.direct)
    if bent is not None and bent.passive == "pack":
        gain_fear(play, 1, "feature", ("DH-FEAR-04", FEATURE))
    blow = Blow(
        foe.id,
        tuple(hit),
        pool,
        kind,
        direct,
        critical,
        name,
        do,
        standard=strike is None or strike.damage is None,
        group=group,
        by=source_of(foe.id, bent) if bent is not None else "",
    )
    if watched(state.party, "aimed_at", "ally_aimed_at"):
        blow = replace(blow, total=total, lean=lean, bought=granted.bought)
    return hit, [blow, *missed]


def _harmless(play: Play, foe: Foe, hit: list[str], do: tuple[Effect, ...], name: str) -> list[Agenda]:
    """What comes of an attack that deals no damage, for everybody whom it hits."""
    steps: list[Agenda] = []
    for number, who in enumerate(hit):
        if do:
            steps.append(Apply(foe.id, name, who, do))
        steps += set_off(play, "hit", foe.id, who, Hit(who, 0, "physical", foe.id, lead=number == 0))
    return steps


def _missed(state: State, foe: Foe, whom: list[str], kind: DamageKind) -> list[Aftermath]:
    """What those whom an attack has missed may still do about it."""
    return [step for who in whom for step in after(state, Aftermath("missed_by", who, foe.id, kind))]


def _answers(play: Play, foe: Foe, blow: Blow, targets: list[str]) -> Iterator[tuple[Hero, Power]]:
    """The powers that could turn an attack aside, or answer it: those of its targets, and of allies."""
    kind = "magic" if blow.kind == "magic" else "physical"
    for who in targets:
        hero = play.state.party[who]
        found = of_everybody(play.rules.books, play.state, hero, Occasion("aimed_at", foe, kind), "ally_aimed_at")
        yield from (
            (one, power)
            for one, power in found
            if not (blow.critical and power.twist is not None and power.twist.evasion is not None)
        )


def settle_blow(play: Play, blow: Blow) -> None:
    """Roll the damage of an attack that hit, after reactions that change it."""
    state = play.state
    foe = current_scene(state).foes.get(blow.source)
    targets = [who for who in blow.targets if state.party[who].status == "up"]
    if foe is None or not targets:
        return
    if blow.total and offered(play, blow, *_answers(play, foe, blow, targets)):
        return
    about = Hit(targets[0], 0, blow.kind, foe.id, standard=blow.standard)
    chances = [
        *play.rules.reactions(play.rules.books, state, "before_damage", foe.id, targets[0], about),
        *play.rules.reactions(play.rules.books, state, "ally_strikes", foe.id, targets[0], None),
    ]
    for chance in chances:
        key = f"{chance.owner}/{chance.feature}"
        if key not in blow.asked:
            play.first(chance, replace(blow, asked=(*blow.asked, key)))
            return
    rules = ("DH-ATK-02", *(("DHP-ADVSTAT-07",) if blow.group > 1 else ()))
    per_target = state.options["gm_multi_target_damage"] == "per_target"
    amount = 0
    dice: tuple[Die, ...] = ()
    hits: list[Agenda] = []
    rolled = False
    for number, who in enumerate(targets):
        severe = severe_outright(foe, state.party[who]) if blow.standard else None
        if blow.severe:
            severe = feature_named(foe, blow.severe)
        if severe is not None:
            hits.append(_outright(foe, state.party[who], blow, severe, lead=number == 0))
            continue
        if per_target or not rolled:
            amount, dice = blow_damage(play, foe, blow, rules)
            rolled = True
        twice = doubling(play.rules.books, state, foe, state.party[who])
        by = feature_named(foe, blow.by)
        changes = added_to(foe, by, thresholds_of(state.party[who])[0])
        if twice is not None:
            whole = amount + total_of(changes)
            changes = (*changes, Modifier(whole, rule_of(twice[1]), "doubled", (source_of(*twice),)))
        faces = tuple(die.face for die in dice)
        hits.append(
            Hit(
                who,
                amount,
                blow.kind,
                foe.id,
                blow.direct or feature_for(foe, "direct_if", state.party[who]) is not None,
                do=blow.do,
                feature=blow.feature,
                lead=number == 0,
                faces=faces,
                standard=blow.standard,
                changes=changes,
            )
        )
    play.first(*hits)


def _outright(foe: Foe, hero: Hero, blow: Blow, feature: Feature, *, lead: bool) -> Hit:
    """Severe damage instead of a roll: as much as the target's own threshold says."""
    severe = Modifier(thresholds_of(hero)[1], rule_of(feature), "severe", (source_of(foe.id, feature),))
    return Hit(
        hero.id,
        0,
        blow.kind,
        foe.id,
        blow.direct,
        do=blow.do,
        feature=blow.feature,
        lead=lead,
        standard=True,
        changes=(severe,),
        outright=True,
    )


def blow_damage(play: Play, foe: Foe, blow: Blow, rules: tuple[str, ...]) -> tuple[int, tuple[Die, ...]]:
    """Roll the damage of one blow, with all that adds to it or halves it."""
    before = (Modifier(blow.bonus, "DHP-ADVSTAT-10", "feature"),) if blow.bonus else ()
    modifiers = (*before, *blow.more)
    pool = blow.damage
    if blow.group > 1:
        base = sum(part.plus for part in blow.damage)
        modifiers = (*modifiers, Modifier(base * (blow.group - 1), "DHP-ADVSTAT-07", "group_attack"))
        pool = tuple(Amount(part.count * blow.group, part.sides, part.plus) for part in pool)
    feature = feature_named(foe, blow.by)
    lasting = [(entry.more, source) for source, entry in ailing(play.rules.books, foe) if entry.more is not None]
    amount, dice = roll_damage(
        play,
        DamageRoll(
            foe.id,
            (*pool, *(more for more, _ in lasting)),
            blow.kind,
            (*rules, *((rule_of(feature),) if feature is not None else ())),
            critical=blow.critical,
            direct=blow.direct,
            modifiers=modifiers,
            halved_by=tuple(source for source, entry in ailing(play.rules.books, foe) if entry.half_damage),
            by=(*(blow.by for _ in pool), *(source for _, source in lasting)),
        ),
    )
    return amount, dice
