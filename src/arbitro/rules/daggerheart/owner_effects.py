"""What features do to their owner and to the scene: clearing marks, summoning, rallying, splitting, fleeing."""

from msgspec.structs import replace

from arbitro.kernel.ruling import Modifier
from arbitro.kernel.seat import REFEREE_ONLY
from arbitro.rules.daggerheart import events as e
from arbitro.rules.daggerheart import feature as f
from arbitro.rules.daggerheart.adversary import blow_damage, foe_leaves, roll_strike, standard_damage
from arbitro.rules.daggerheart.conditions import impose
from arbitro.rules.daggerheart.content import library
from arbitro.rules.daggerheart.countdown import advance_count
from arbitro.rules.daggerheart.defeat import foe_gone
from arbitro.rules.daggerheart.entrances import join_scene
from arbitro.rules.daggerheart.events.turns import SEEN
from arbitro.rules.daggerheart.feature import Feature
from arbitro.rules.daggerheart.gm_turn import grant_spotlight
from arbitro.rules.daggerheart.numbers import passive_of, source_of
from arbitro.rules.daggerheart.play import Play
from arbitro.rules.daggerheart.presence import current_scene, foes_left, has_condition, heroes_up, is_there, party_size
from arbitro.rules.daggerheart.ranges import is_near, reach_of, visible
from arbitro.rules.daggerheart.resources import clear_hp, clear_stress, gain_fear, mark_hp
from arbitro.rules.daggerheart.state import Blow, Condition, Danger, Foe, Hit, State
from arbitro.rules.daggerheart.words import Band

NO_WISH = f.Wish()


def fear_part(play: Play, effect: f.Fear) -> None:
    """The GM gains Fear from a feature (DH-FEAR-04)."""
    dice = effect.amount.roll(play.dice, "fear_gained")
    added = (Modifier(effect.amount.plus, "DH-FEAR-04", "fixed"),) if dice and effect.amount.plus else ()
    gain_fear(play, effect.amount.total(dice), "feature", ("DH-FEAR-04",), dice, added)


_FEATURE = ("DHP-ADVSTAT-05",)


def do_own(play: Play, owner: str, feature: Feature, part: f.Own, wish: f.Wish = NO_WISH) -> None:
    """One thing that a feature does to its owner or to the scene."""
    foe = current_scene(play.state).foes.get(owner)
    match part:
        case f.Fear():
            fear_part(play, part)
        case f.Clear():
            _clear(play, owner, foe, part, wish)
        case f.Summon():
            _summon(play, owner, part, wish.pick)
        case f.Rally():
            _rally(play, owner, feature, foe, part)
        case f.Again() if foe is not None:
            play.happen(e.CounterChanged(owner, "again", foe.counters.get("again", 0) + 1, audience=REFEREE_ONLY))
        case f.Split() if foe is not None:
            play.happen(e.FoeLeft(owner, rules=_FEATURE))
            foe_gone(play, owner)
            for _ in range(part.count):
                join_scene(play, library().adversaries[part.into], foe.at, granted=True)
        case f.Reform() if foe is not None:
            others = any(True for _ in foes_left(play.state))
            if others:
                die = play.dice.roll(6, "reform")
                play.happen(e.FoeRose(owner, die, die.face >= part.least, rules=_FEATURE))
        case f.Counter() if foe is not None:
            start = passive_of(foe, "heads")
            now = foe.counters.get(part.name, start.value if start is not None and part.name == "heads" else 1)
            value = max(min(now + part.by, part.most), 0)
            if value != now or part.name not in SEEN:
                seen_by = "" if part.name in SEEN else REFEREE_ONLY
                play.happen(e.CounterChanged(owner, part.name, value, audience=seen_by, rules=_FEATURE))
        case f.Ally() if foe is not None:
            near = allies_within(play.state, owner, part.within)
            plain = [ally for ally in near if not has_condition(ally, part.condition)]
            plain.sort(key=lambda ally: ally.id != wish.ally)  # the one that the GM named first
            if plain:
                impose(play, plain[0].id, Condition(part.condition, owner, part.until))
        case f.Self() if foe is not None:
            impose(play, owner, Condition(part.condition, owner, part.until, part.traits, part.difficulty))
        case f.Imbue():
            _imbue(play, part, wish)
        case f.Leave() if foe is not None and is_there(foe):
            foe_leaves(play, owner, _FEATURE)
        case f.Barrage() if foe is not None:
            _barrage(play, foe, part)
        case f.Zone():
            _zone(play, owner, feature, part, wish.at)
        case f.Drain() if foe is not None:
            die = play.dice.roll(8, "drain")
            play.happen(e.FeatureUsed(owner, feature.id, feature.name, 0, (die,), rules=_FEATURE))
            if die.face >= part.least:
                for hero in tuple(heroes_up(play.state)):
                    if is_near(play.state, foe, hero, part.within):
                        mark_hp(play, hero.id, 1, feature.id, _FEATURE)
        case f.Advance():
            project = next((one for one in play.state.projects.values() if one.value > 0), None)
            if project is not None:
                dice = part.amount.roll(play.dice, "countdown")
                play.happen(e.FeatureUsed(owner, feature.id, feature.name, 0, dice, rules=_FEATURE))
                play.first(*advance_count(play, project, part.amount.total(dice)))
        case _:
            pass  # told by the GM


def _imbue(play: Play, part: f.Imbue, wish: f.Wish) -> None:
    """The adversary that was named, or the first one that has none of the boons yet."""
    able = list(foes_left(play.state))
    plain = [foe for foe in able if not any(has_condition(foe, name) for name in part.conditions)]
    named = [foe for foe in able if foe.id == wish.ally]
    if not able:
        return
    chosen = (named or plain or able)[0]
    picked = wish.pick if wish.pick in part.conditions else part.conditions[0]
    for name in part.conditions if part.all else (picked,):
        impose(play, chosen.id, Condition(name, "", "scene"))
    grant_spotlight(play, (chosen.id,))


def allies_within(state: State, owner: str, band: Band) -> list[Foe]:
    """The other adversaries near one of them."""
    foe = current_scene(state).foes[owner]
    return [other for other in foes_left(state) if other.id != owner and is_near(state, foe, other, band)]


def _clear(play: Play, owner: str, foe: Foe | None, part: f.Clear, wish: f.Wish) -> None:
    if foe is None:
        return
    whom = owner
    allies = allies_within(play.state, owner, part.within)
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


def _summon(play: Play, owner: str, part: f.Summon, wanted: str) -> None:
    dice = part.count.roll(play.dice, "summon")
    count = party_size(play.state) if part.per_pc else part.count.total(dice)
    what = wanted if wanted in part.what else part.what[0]
    if dice:
        block = library().adversaries[what]
        play.happen(e.FeatureUsed(owner, what, block.name, 0, dice, rules=_FEATURE))
    foe = current_scene(play.state).foes.get(owner)
    places = [hero.at for hero in heroes_up(play.state)]
    leaders = (other.at for other in foes_left(play.state) if part.by_leader and other.block.type == "leader")
    leader = next(leaders, None)
    own = foe.at if foe is not None and not part.by_pc else None
    start = own if own is not None else leader if leader is not None else max(places, default=0)
    at = start + _distance(play.state, part.within)
    for _ in range(count):
        join_scene(play, library().adversaries[what], at, granted=part.spotlight)


def _distance(state: State, band: Band) -> int:
    """How far off somebody stands who appears at a range: its end, or well inside it where it is a wide one."""
    if band not in ("far", "very_far"):
        return reach_of(state, band)
    nearer: Band = "close" if band == "far" else "far"
    return min(reach_of(state, nearer) + 30, reach_of(state, band))


def _rally(play: Play, owner: str, feature: Feature, foe: Foe | None, part: f.Rally) -> None:
    dice = part.count.roll(play.dice, "rally")
    if dice:
        play.happen(e.FeatureUsed(owner, feature.id, feature.name, 0, dice, rules=_FEATURE))
    found = [
        other.id
        for other in foes_left(play.state)
        if other.id != owner
        and (not part.of or other.block.type == part.of)
        and (foe is None or is_near(play.state, foe, other, part.within))
        and (not part.in_reach or _reaches_somebody(play.state, other))
    ][: part.count.total(dice)]
    if part.owner:
        found.insert(0, owner)
    if not found:
        return
    for who in found:
        if part.condition:
            impose(play, who, Condition(part.condition, owner, "act"))
    grant_spotlight(play, tuple(found))


def _reaches_somebody(state: State, foe: Foe) -> bool:
    """Whether an adversary could attack a PC from where it stands."""
    return any(is_near(state, foe, hero, foe.block.attack.range) for hero in heroes_up(state))


def _barrage(play: Play, foe: Foe, part: f.Barrage) -> None:
    """All of a stat block shoot at the nearest with advantage; what hits one target counts as one blow."""
    state = play.state
    dealt: dict[str, Hit] = {}
    for archer in [other for other in foes_left(state) if other.block.id == part.of]:
        reached = [
            hero
            for hero in heroes_up(state)
            if is_near(state, archer, hero, archer.block.attack.range)
            and visible(hero, ranged=archer.block.attack.range not in ("melee", "very_close")) is None
        ]
        if not reached or not is_near(state, foe, archer, part.within):
            continue
        nearest = min(reached, key=lambda hero: (abs(hero.at - archer.at), hero.id))
        hit, critical = roll_strike(play, archer, [nearest], advantages=1)
        if not hit:
            continue
        pool, bent = standard_damage(state, archer, nearest)
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


def _zone(play: Play, owner: str, feature: Feature, part: f.Zone, at: int | None) -> None:
    foe = current_scene(play.state).foes.get(owner)
    if part.here:
        at = foe.at if foe is not None else 0
    if at is None:
        return
    mark = (owner, feature.id)
    kept = tuple(zone for zone in current_scene(play.state).zones if (zone.owner, zone.feature) != mark)
    zones = (*kept, Danger(owner, feature.id, at, part.within, part.lasting))
    play.happen(e.ZoneSet(zones, rules=_FEATURE))
