"""What features do to their owner and to the scene: clearing marks, summoning, rallying, splitting, fleeing."""

from typing import Final

from msgspec.structs import replace

from arbitro.dice.stream import Die
from arbitro.kernel.ruling import Modifier
from arbitro.kernel.seat import REFEREE_ONLY
from arbitro.rules.daggerheart import events as e
from arbitro.rules.daggerheart import feature_words
from arbitro.rules.daggerheart.adversary import foe_leaves
from arbitro.rules.daggerheart.circumstances import standard_damage
from arbitro.rules.daggerheart.conditions import impose
from arbitro.rules.daggerheart.content import Library
from arbitro.rules.daggerheart.countdown import advance_count, find_countdown, running_plans, start_count
from arbitro.rules.daggerheart.defeat import foe_gone
from arbitro.rules.daggerheart.entrances import join_scene, take_place
from arbitro.rules.daggerheart.events.turns import SEEN
from arbitro.rules.daggerheart.feature import Feature, Wish
from arbitro.rules.daggerheart.gm_die import Granted, blow_damage, roll_strike
from arbitro.rules.daggerheart.gm_turn import grant_spotlight
from arbitro.rules.daggerheart.numbers import passive_of, rules_of_features, source_of
from arbitro.rules.daggerheart.play import Play
from arbitro.rules.daggerheart.presence import (
    PLACE,
    current_scene,
    foes_left,
    has_condition,
    heroes_up,
    is_there,
    party_size,
)
from arbitro.rules.daggerheart.ranges import is_near, reach_of, visible
from arbitro.rules.daggerheart.resources import clear_hp, clear_stress, gain_fear, lose_fear, mark_hp
from arbitro.rules.daggerheart.rules import Used
from arbitro.rules.daggerheart.state import Apply, Blow, Condition, Countdown, Danger, Foe, Hit, State
from arbitro.rules.daggerheart.words import Band, Named

NO_WISH = Wish()


def fear_part(play: Play, effect: feature_words.Fear) -> None:
    """The GM gains Fear from a feature (DH-FEAR-04)."""
    dice = effect.amount.roll(play.dice, "fear_gained")
    added = (Modifier(effect.amount.plus, "DH-FEAR-04", "fixed"),) if dice and effect.amount.plus else ()
    gain_fear(play, effect.amount.total(dice), "feature", ("DH-FEAR-04",), dice, added)


_FEATURE = ("DHP-ADVSTAT-05",)
_MOST_SUMMONED: Final = 100
"""However many somebody writes that a feature calls."""


def tell_dice(play: Play, owner: str, feature: str, name: Named, dice: tuple[Die, ...], plus: int) -> None:
    """What a feature throws, and what is added to it."""
    rules = rules_of_features(owner)
    added = (Modifier(plus, rules[0], "fixed"),) if plus else ()
    play.happen(e.FeatureUsed(owner, feature, name, 0, dice, added, rules=rules))


def do_own(play: Play, owner: str, feature: Feature, part: feature_words.Own, wish: Wish = NO_WISH) -> None:
    """One thing that a feature does to its owner or to the scene."""
    used = Used(owner, feature, current_scene(play.state).foes.get(owner), wish)
    word = play.rules.words[type(part)]
    if word.owner is not None:
        word.owner(play, used, part)
    elif word.foe is not None and used.foe is not None:
        word.foe(play, used, used.foe, part)


def fear(play: Play, used: Used, part: feature_words.Fear) -> None:
    """The GM gains Fear."""
    del used
    fear_part(play, part)


def again(play: Play, used: Used, foe: Foe, part: feature_words.Again) -> None:
    """Once more in this turn."""
    del used, part
    play.happen(e.CounterChanged(foe.id, "again", foe.counters.get("again", 0) + 1, audience=REFEREE_ONLY))


def split(play: Play, used: Used, foe: Foe, part: feature_words.Split) -> None:
    """Others in its place, which act at once."""
    del used
    play.happen(e.FoeLeft(foe.id, rules=_FEATURE))
    foe_gone(play, foe.id)
    join_scene(play, play.rules.books.adversaries[part.into], foe.at, granted=True, count=part.count, called_by=foe.id)


def reform(play: Play, used: Used, foe: Foe, part: feature_words.Reform) -> None:
    """An adversary may rise again while others stand."""
    del used
    if any(True for _ in foes_left(play.state)):
        die = play.dice.roll(6, "reform")
        play.happen(e.FoeRose(foe.id, die, die.face >= part.least, part.least, rules=_FEATURE))


def counter(play: Play, used: Used, foe: Foe, part: feature_words.Counter) -> None:
    """A number that is kept for it changes."""
    del used
    start = passive_of(foe, "heads")
    now = foe.counters.get(part.name, start.value if start is not None and part.name == "heads" else 1)
    value = max(min(now + part.by, part.most), 0)
    if value != now or part.name not in SEEN:
        seen_by = "" if part.name in SEEN else REFEREE_ONLY
        play.happen(e.CounterChanged(foe.id, part.name, value, audience=seen_by, rules=_FEATURE))


def ally(play: Play, used: Used, foe: Foe, part: feature_words.Ally) -> None:
    """An ally nearby that is not under it yet gets a condition, the one that the GM named first."""
    near = allies_within(play.rules.books, play.state, foe.id, part.within)
    plain = [other for other in near if not has_condition(other, part.condition)]
    plain.sort(key=lambda other: other.id != used.wish.ally)
    if plain:
        impose(play, plain[0].id, Condition(part.condition, foe.id, part.until))


def oneself(play: Play, used: Used, foe: Foe, part: feature_words.Self) -> None:
    """A condition of its own."""
    del used
    impose(play, foe.id, Condition(part.condition, foe.id, part.until, part.traits, part.difficulty))


def leave(play: Play, used: Used, foe: Foe, part: feature_words.Leave) -> None:
    """Away, if it is still there."""
    del used, part
    if is_there(foe):
        foe_leaves(play, foe.id, _FEATURE)


def drain(play: Play, used: Used, foe: Foe, part: feature_words.Drain) -> None:
    """A die, and everybody nearby may mark a Hit Point."""
    feature = used.feature
    die = play.dice.roll(8, "drain")
    play.happen(e.FeatureUsed(foe.id, feature.id, feature.name, 0, (die,), rules=_FEATURE))
    if die.face >= part.least:
        for hero in tuple(heroes_up(play.state)):
            if is_near(play.rules.books, play.state, foe, hero, part.within):
                mark_hp(play, hero.id, 1, feature.id, _FEATURE)


def advance(play: Play, used: Used, part: feature_words.Advance) -> None:
    """A plan of the GM's comes nearer to its end: the one that was named, or the only one."""
    plans = running_plans(play.state)
    project = next((one for one in plans if one.id == used.wish.pick), plans[0] if plans else None)
    if project is not None:
        dice = part.amount.roll(play.dice, "countdown")
        tell_dice(play, used.owner, used.feature.id, used.feature.name, dice, part.amount.plus)
        play.first(*advance_count(play, project, part.amount.total(dice)))


def tick(play: Play, used: Used, foe: Foe, part: feature_words.Tick) -> None:
    """What it is brewing draws nearer with its wounds."""
    countdown = find_countdown(play.state, f"{foe.id}/{part.feature}")
    if countdown is not None and countdown.value > 0 and used.wish.wounds:
        play.first(*advance_count(play, countdown, used.wish.wounds))


def clock(play: Play, used: Used, part: feature_words.Clock) -> None:
    """A countdown of its own begins; one that runs already is left alone."""
    which = f"{used.owner}/{used.feature.id}"
    if find_countdown(play.state, which) is None:
        dice = part.start.roll(play.dice, "countdown")
        start = max(part.start.total(dice), 1)
        countdown = Countdown(which, part.name, part.kind, start, start, owner=PLACE)
        play.happen(e.CountdownStarted(countdown, dice, part.name, rules=("DHP-COUNT-01",)))


def revive(play: Play, used: Used, foe: Foe, part: feature_words.Revive) -> None:
    """The fallen of a kin stand up where they fell, as many as the dice say."""
    dice = part.count.roll(play.dice, "summon")
    if dice:
        tell_dice(play, foe.id, used.feature.id, used.feature.name, dice, part.count.plus)
    fallen = [one for one in current_scene(play.state).foes.values() if one.defeated and one.block.kin == part.kin]
    for one in fallen[: part.count.total(dice)]:
        join_scene(play, one.block, one.at, called_by=foe.id)


def sustain(play: Play, used: Used, part: feature_words.Sustain) -> None:
    """Those of a kind clear marks near whoever keeps them up; without anybody of that stat block, wherever they are."""
    state = play.state
    dice = part.amount.roll(play.dice, "feature_die")
    tell_dice(play, used.owner, used.feature.id, used.feature.name, dice, part.amount.plus)
    rules = rules_of_features(used.owner)
    masters = [foe for foe in foes_left(state) if foe.block.id == part.near]
    for foe in tuple(foes_left(state)):
        if not {foe.block.id, foe.block.kin} & set(part.who):
            continue
        if masters and not any(is_near(play.rules.books, state, one, foe, part.within) for one in masters):
            continue
        amount = part.amount.total(dice)
        wounds = min(amount, foe.hp_marked)
        clear_hp(play, foe.id, wounds, rules)
        clear_stress(play, foe.id, amount - wounds, rules)


def ascend(play: Play, used: Used, part: feature_words.Ascend) -> None:
    """The adversary that was named, or the one with most wounds."""
    able = sorted(foes_left(play.state), key=lambda foe: (foe.id != used.wish.ally, -foe.hp_marked))
    if able:
        clear_hp(play, able[0].id, part.hp, rules_of_features(used.owner))


def dread(play: Play, used: Used, part: feature_words.Dread) -> None:
    """The GM is taken aback."""
    lose_fear(play, part.amount, f"{used.owner}/{used.feature.id}", rules_of_features(used.owner))


def merge(play: Play, used: Used, foe: Foe, part: feature_words.Merge) -> None:
    """All of a stat block nearby become one, which has a Hit Point for each of them."""
    del used
    near = [
        one for one in allies_within(play.rules.books, play.state, foe.id, part.within) if one.block.id == foe.block.id
    ]
    if len(near) + 1 < part.least:
        return
    for one in (foe, *near):
        play.happen(e.FoeLeft(one.id, rules=_FEATURE))
        foe_gone(play, one.id)
    grown = replace(play.rules.books.adversaries[part.into], hp=len(near) + 1)
    join_scene(play, grown, foe.at, called_by=foe.id)


def shift(play: Play, used: Used, part: feature_words.Shift) -> None:
    """Everybody is somewhere else now, though nobody has moved."""
    del used
    take_place(play, play.rules.books.places[part.to])


def begin(play: Play, used: Used, part: feature_words.Begin) -> None:
    """What was prepared for begins to be counted down."""
    place = current_scene(play.state).place
    features = used.foe.block.features if used.foe is not None else place.features if place is not None else ()
    for feature in features:
        if feature.id == part.feature:
            start_count(play, used.owner, feature)


def cracks(play: Play, used: Used, foe: Foe, part: feature_words.Cracks) -> None:
    """A die for each fresh wound, and Fear for those that show enough."""
    dice = tuple(play.dice.roll(part.sides, "feature_die") for _ in range(used.wish.wounds))
    if not dice:
        return
    tell_dice(play, foe.id, used.feature.id, used.feature.name, dice, 0)
    gain_fear(play, sum(die.face >= part.least for die in dice), "feature", ("DH-FEAR-04",))


def imbue(play: Play, used: Used, part: feature_words.Imbue) -> None:
    """The adversary that was named, or the first one that has none of the boons yet."""
    able = list(foes_left(play.state))
    plain = [foe for foe in able if not any(has_condition(foe, name) for name in part.conditions)]
    named = [foe for foe in able if foe.id == used.wish.ally]
    if not able:
        return
    chosen = (named or plain or able)[0]
    picked = used.wish.pick if used.wish.pick in part.conditions else part.conditions[0]
    for name in part.conditions if part.all else (picked,):
        impose(play, chosen.id, Condition(name, "", "scene"))
    grant_spotlight(play, (chosen.id,), used.owner)


def allies_within(books: Library, state: State, owner: str, band: Band) -> list[Foe]:
    """The other adversaries near one of them."""
    foe = current_scene(state).foes[owner]
    return [other for other in foes_left(state) if other.id != owner and is_near(books, state, foe, other, band)]


def clear(play: Play, used: Used, foe: Foe, part: feature_words.Clear) -> None:
    """Marks of its own or of an ally are cleared."""
    wish, owner = used.wish, foe.id
    whom = owner
    allies = allies_within(play.rules.books, play.state, owner, part.within)
    allies.sort(key=lambda other: other.id != wish.ally)
    if part.who == "ally":
        tired = [other for other in allies if other.stress_marked]
        if not tired:
            return
        whom = tired[0].id
    if part.bleed:
        if not allies:
            return
        mark_hp(play, allies[0].id, part.bleed, "fed_upon", _FEATURE)
    if part.either:
        wounds = wish.pick == "hp" or (not wish.pick and foe.hp_marked > 0)
        part = replace(part, stress=0) if wounds else replace(part, hp=0)
    clear_hp(play, whom, part.hp, _FEATURE)
    clear_stress(play, whom, part.stress, _FEATURE)


def summon(play: Play, used: Used, part: feature_words.Summon) -> None:
    """Adversaries appear."""
    owner, wanted = used.owner, used.wish.pick
    dice = part.count.roll(play.dice, "summon")
    count = min(part.count.total(dice) * (party_size(play.state) if part.per_pc else 1), _MOST_SUMMONED)
    what = wanted if wanted in part.what else part.what[0]
    if dice:
        block = play.rules.books.adversaries[what]
        tell_dice(play, owner, what, block.name, dice, part.count.plus)
    foe = current_scene(play.state).foes.get(owner)
    places = [hero.at for hero in heroes_up(play.state)]
    leaders = (other.at for other in foes_left(play.state) if part.by_leader and other.block.type == "leader")
    leader = next(leaders, None)
    own = foe.at if foe is not None and not part.by_pc else None
    start = own if own is not None else leader if leader is not None else max(places, default=0)
    at = start + _distance(play.rules.books, play.state, part.within)
    join_scene(play, play.rules.books.adversaries[what], at, granted=part.spotlight, count=count, called_by=owner)


def _distance(books: Library, state: State, band: Band) -> int:
    """How far off somebody stands who appears at a range: its end, or well inside it where it is a wide one."""
    if band not in ("far", "very_far"):
        return reach_of(books, state, band)
    nearer: Band = "close" if band == "far" else "far"
    return min(reach_of(books, state, nearer) + 30, reach_of(books, state, band))


def rally(play: Play, used: Used, part: feature_words.Rally) -> None:
    """Allies get the spotlight for free."""
    owner, feature, foe = used.owner, used.feature, used.foe
    dice = part.count.roll(play.dice, "rally")
    if dice:
        tell_dice(play, owner, feature.id, feature.name, dice, part.count.plus)
    count = part.count.total(dice)
    if part.unmarked and foe is not None:
        now = current_scene(play.state).foes[owner]
        count = now.stress - now.stress_marked
    found = [
        other.id
        for other in foes_left(play.state)
        if other.id != owner
        and (not part.of or other.block.type == part.of)
        and (not part.who or {other.block.id, other.block.kin} & set(part.who))
        and (foe is None or is_near(play.rules.books, play.state, foe, other, part.within))
        and (not part.in_reach or _reaches_somebody(play.rules.books, play.state, other))
    ][:count]
    if part.owner:
        found.insert(0, owner)
    if not found:
        return
    for who in found:
        if part.condition:
            impose(play, who, Condition(part.condition, owner, "act"))
    grant_spotlight(play, tuple(found), owner)


def _reaches_somebody(books: Library, state: State, foe: Foe) -> bool:
    """Whether an adversary could attack a PC from where it stands."""
    return any(is_near(books, state, foe, hero, foe.block.attack.range) for hero in heroes_up(state))


def barrage(play: Play, used: Used, foe: Foe, part: feature_words.Barrage) -> None:
    """All of a stat block shoot at the nearest with advantage; what hits one target counts as one blow."""
    del used
    state = play.state
    dealt: dict[str, Hit] = {}
    for archer in [other for other in foes_left(state) if other.block.id == part.of]:
        reached = [
            hero
            for hero in heroes_up(state)
            if is_near(play.rules.books, state, archer, hero, archer.block.attack.range)
            and visible(hero, archer.block.attack.range) is None
        ]
        if not reached or not is_near(play.rules.books, state, foe, archer, part.within):
            continue
        nearest = min(reached, key=lambda hero: (abs(hero.at - archer.at), hero.id))
        hit, critical, *_ = roll_strike(play, archer, [nearest], Granted(advantages=1))
        if not hit:
            continue
        pool, bent = standard_damage(play.rules.books, state, archer, nearest)
        kind = archer.block.attack.kind
        blow = Blow(archer.id, (nearest.id,), pool, kind, critical=critical, standard=True)
        if bent is not None:
            blow = replace(blow, by=source_of(archer.id, bent))
        amount, _ = blow_damage(play, archer, blow, ("DH-ATK-02", "DHP-ATK-05"))
        before = dealt.get(nearest.id)
        if before is None:
            dealt[nearest.id] = Hit(nearest.id, amount, kind, archer.id, standard=True)
        else:
            more = Modifier(amount, "DHP-ATK-05", "together")
            dealt[nearest.id] = replace(before, changes=(*before.changes, more))
    play.first(*dealt.values())


def zone(play: Play, used: Used, part: feature_words.Zone) -> None:
    """A stretch of ground is dangerous from now on."""
    owner, feature, foe, at = used.owner, used.feature, used.foe, used.wish.at
    if part.here:
        at = foe.at if foe is not None else 0
    if at is None:
        return
    mark = (owner, feature.id)
    kept = tuple(zone for zone in current_scene(play.state).zones if (zone.owner, zone.feature) != mark)
    lasting = part.lasting or part.until == "spotlight"
    zones = (*kept, Danger(owner, feature.id, at, part.within, lasting))
    play.happen(e.ZoneSet(zones, rules=rules_of_features(owner)))
    if part.snare is not None:
        reach = reach_of(play.rules.books, play.state, part.within)
        there = [hero for hero in heroes_up(play.state) if abs(hero.at - at) <= reach]
        play.first(*(Apply(owner, feature.id, hero.id, (part.snare,)) for hero in there))
