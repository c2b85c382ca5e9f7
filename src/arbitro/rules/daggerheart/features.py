"""Features of adversaries and environments at work: what sets them off, and what comes of it."""

from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from arbitro.dice.amount import Amount
from arbitro.kernel.command import Refusal
from arbitro.kernel.ruling import Modifier
from arbitro.kernel.seat import REFEREE_ONLY
from arbitro.kernel.state import Question
from arbitro.rules.daggerheart import commands as c
from arbitro.rules.daggerheart import events as e
from arbitro.rules.daggerheart import feature_words, gm_moves
from arbitro.rules.daggerheart.acting import relocate
from arbitro.rules.daggerheart.adversary import fear_price, pay_for, payable
from arbitro.rules.daggerheart.circumstances import standard_damage
from arbitro.rules.daggerheart.conditions import end_zones
from arbitro.rules.daggerheart.content import Library
from arbitro.rules.daggerheart.countdown import find_countdown, start_count, trigger
from arbitro.rules.daggerheart.damage import DamageRoll, roll_damage
from arbitro.rules.daggerheart.defeat import drop_countdown
from arbitro.rules.daggerheart.effects import CHASE, dodges, perform_feature
from arbitro.rules.daggerheart.feature import Feature, Moment, When, moves_owner
from arbitro.rules.daggerheart.feature_aims import aim_feature, feature_of, strike_spot
from arbitro.rules.daggerheart.feature_words import Tell
from arbitro.rules.daggerheart.numbers import place_passive, rule_of, rules_of_features, source_of
from arbitro.rules.daggerheart.play import Play, ask, resume, set_off
from arbitro.rules.daggerheart.presence import (
    PLACE,
    anybody,
    can_suffer,
    current_scene,
    due_step,
    foes_left,
    has_condition,
    heroes_up,
    holds_fast,
    is_concealed,
    is_exposed,
    is_fixed,
    is_there,
)
from arbitro.rules.daggerheart.ranges import beside, is_near, reach_of
from arbitro.rules.daggerheart.resources import mark_stress
from arbitro.rules.daggerheart.scene_end import finish_scene
from arbitro.rules.daggerheart.state import (
    Agenda,
    Apply,
    Blow,
    Chance,
    Dying,
    Entry,
    Foe,
    Hero,
    Hit,
    Resolve,
    Ring,
    State,
)
from arbitro.rules.daggerheart.steps import dealt
from arbitro.rules.daggerheart.words import Outcome, halved

_OWN_MOMENTS = frozenset(
    {
        "hit",
        "wounded_target",
        "before_damage",
        "damages",
        "damaged",
        "struck",
        "wounded",
        "escaped",
        "about_to_be_damaged",
        "defeated",
        "spotlighted",
        "first_spotlight",
        "presence_low",
        "rolled_against",
        "attacked",
        "enters_melee",
    }
)
_EVEN_IN_DEATH = frozenset({"defeated", "escaped", "hit", "damages", "wounded_target", "before_damage", "struck"})
"""A dying blow is still an attack of its owner's, and a slain body still has its edges."""
_FEATURE = ("DHP-ADVSTAT-05",)


def feature_ready(books: Library, state: State, owner: str, feature: Feature) -> Refusal | None:
    """Whether a feature can be used at all: uses left, price payable, nothing that forbids it."""
    scene = current_scene(state)
    foe = scene.foes.get(owner)
    used = foe.used if foe is not None else scene.place.used if scene.place is not None else {}
    if feature.uses and used.get(feature.id, 0) >= feature.uses:
        return Refusal("used_up", {"who": f"@{owner}"}, _FEATURE)
    if foe is not None:
        if feature.needs and not foe.counters.get(feature.needs, 1):
            return Refusal("used_up", {"who": f"@{owner}"}, _FEATURE)
        if feature.under and not (
            has_condition(foe, feature.under) or (feature.under == "hidden" and is_concealed(books, foe))
        ):
            held_by: dict[str, str | int] = {"who": f"@{owner}", "condition": f"@{feature.under}"}
            return Refusal("not_under", held_by, ("DHP-COND-06",))
        if feature.blocked and has_condition(foe, feature.blocked):
            return Refusal("blocked", {"who": f"@{owner}"}, ("DHP-COND-06",))
        if moves_owner(feature) and (held := holds_fast(books, foe)):
            values: dict[str, str | int] = {
                "who": f"@{owner}",
                "feature": f"@{owner}/{feature.id}",
                "condition": f"@{owner}/{held}",
            }
            return Refusal("held_fast", values, ("DHP-COND-03", *_FEATURE))
        if feature.hurt and not foe.hp_marked:
            return Refusal("unhurt", {"who": f"@{owner}"}, _FEATURE)
        if feature.after and not foe.counters.get(feature.after, 0):
            return Refusal("not_set_off", {"who": f"@{owner}"}, _FEATURE)
    if feature.once_rung and not _has_rung(state, f"{owner}/{feature.once_rung}"):
        return Refusal("not_set_off", {"who": f"@{owner}"}, rules_of_features(owner))
    return payable(state, foe, feature)


def _has_rung(state: State, which: str) -> bool:
    """Whether a countdown was started and has run out."""
    countdown = find_countdown(state, which)
    return countdown is not None and countdown.value == 0


def reactions_of_foes(
    books: Library, state: State, moment: Moment, subject: str, target: str, hit: Hit | None
) -> list[Chance]:
    """The reactions of adversaries that a moment sets off (DHP-ADVSTAT-05: whoever has the spotlight)."""
    found: list[Chance] = []
    for foe in state.scene.foes.values() if state.scene is not None else ():
        down = foe.defeated or foe.gone
        if down and not (foe.id == subject and moment in _EVEN_IN_DEATH):
            continue
        for feature in foe.block.features:
            when = feature.when
            if when is None or when.moment != moment or feature_ready(books, state, foe.id, feature) is not None:
                continue
            if _fits(books, state, foe, feature, Happening(subject, target, hit)):
                found.append(Chance(foe.id, feature.id, target))
    return found


def reactions_of_place(
    books: Library, state: State, moment: Moment, subject: str, target: str, hit: Hit | None
) -> list[Chance]:
    """The reactions of the environment, which watches the PCs, defeats (DHP-ENV-01) and blows at a leader."""
    place = state.scene.place if state.scene is not None else None
    if place is None:
        return []
    if moment == "ally_about_to_be_damaged":
        return _bodyguards(books, state, subject, target) if hit is None or hit.attack else []
    if not (moment.startswith("pc_") or moment == "foe_defeated"):
        return []
    return [
        Chance(PLACE, feature.id, target)
        for feature in place.features
        if feature.when is not None
        and feature.when.moment == moment
        and _of_roll(feature.when, hit)
        and feature_ready(books, state, PLACE, feature) is None
    ]


def _bodyguards(books: Library, state: State, subject: str, target: str) -> list[Chance]:
    """A ritual's servants throw themselves before its leader when an attack would hurt it."""
    feature = place_passive(state, "bodyguards")
    leader = current_scene(state).foes.get(subject)
    if feature is None or leader is None or leader.block.type != "leader":
        return []
    guards = [
        foe
        for foe in foes_left(state)
        if foe.id != subject
        and is_near(books, state, foe, leader, "melee" if is_fixed(books, foe) else "very_close")
        and foe.stress_marked < foe.stress
    ]
    return [Chance(guards[0].id, feature.id, target)] if guards else []


class Happening(NamedTuple):
    """What a moment is about: whom, who is meant, and by what hit."""

    subject: str
    target: str
    hit: Hit | None


def _fits(books: Library, state: State, foe: Foe, feature: Feature, happening: Happening) -> bool:
    """Whether what happens is what a feature of an adversary watches for."""
    when, (subject, target, hit) = feature.when, happening
    if when is None:
        return False
    own = when.moment in _OWN_MOMENTS
    if own != (foe.id == subject) and not when.moment.startswith("pc_"):
        return False
    other = current_scene(state).foes.get(subject)
    if when.of and (other is None or not {other.block.id, other.block.type} & set(when.of)):
        return False
    mark = other if when.moment == "ally_about_to_be_damaged" else anybody(state, target)
    if when.within is not None and (mark is None or not is_near(books, state, foe, mark, when.within)):
        return False
    if when.total and foe.hp_marked < when.total:
        return False
    if not _of_roll(when, hit) or not _bears(books, state, foe, when, target):
        return False
    if when.standard and (hit is None or not hit.standard):
        return False
    if when.moment == "hit" and hit is not None and not hit.lead and (feature.target is not None or not feature.do):
        return False
    if hit is None:
        return True
    if when.kind is not None and hit.kind not in (when.kind, "both"):
        return False
    wounds = hit.extra if foe.id == subject and when.moment == "damaged" else hit.severity
    if not when.least <= wounds <= when.most:
        return False
    grave = min(hit.severity, 3)
    return not when.severity or (grave >= when.severity if when.above else grave == when.severity)


def _of_roll(when: When, hit: Hit | None) -> bool:
    """Whether a roll is one that a feature watches for: of a trait, or of a low total."""
    if when.trait is not None and (hit is None or hit.roll != when.trait):
        return False
    return not when.below or (hit is not None and hit.total < when.below)


def _bears(books: Library, state: State, foe: Foe, when: When, target: str) -> bool:
    """Whether the PC concerned is under the condition that a feature wants; its owner's own, but for Vulnerable."""
    if not when.having:
        return True
    hero = state.party.get(target)
    if hero is None:
        return False
    own = any((held.name, held.source) == (when.having, foe.id) for held in hero.conditions)
    return own or (when.having == "vulnerable" and is_exposed(books, hero))


# ------------------------------------------------------------------ reactions


def settle_chance(play: Play, step: Chance) -> None:
    """A reaction fires by itself if it costs nothing; otherwise the GM is asked whether to pay."""
    feature = _chance_feature(play.state, step)
    foe = current_scene(play.state).foes.get(step.owner)
    owner = PLACE if foe is None else step.owner
    if feature is None or feature_ready(play.rules.books, play.state, owner, feature) is not None:
        return
    if foe is not None and not is_there(foe) and (feature.when is None or feature.when.moment not in _EVEN_IN_DEATH):
        return  # something else has got it meanwhile
    if payable(play.state, foe, feature, step.wounds) is not None:
        return
    if not would_do_anything(play.rules.books, play.state, step, feature, play.agenda[0] if play.agenda else None):
        return
    if feature.fear or feature.stress or feature.asks or feature.passive == "bodyguards":
        values: dict[str, str | int] = {
            "who": f"@{step.owner}",
            "feature": f"@{step.owner}/{feature.id}",
            "fear": fear_price(play.state, feature, step.wounds),
            "stress": feature.stress or feature.value * (feature.passive == "bodyguards"),
        }
        price = ("DH-FEAR-11" if step.owner == PLACE else "DH-FEAR-10",) if feature.fear else ()
        rules = (*rules_of_features(step.owner), *price)
        ask(play, Question("chance", REFEREE_ONLY, values, rules), step)
        return
    _fire(play, step, feature)


def would_do_anything(books: Library, state: State, step: Chance, feature: Feature, due: Agenda | None) -> bool:
    """Whether a reaction would come to anything: whom it strikes, touches or shields is within its reach.

    One that would not is neither offered nor paid for.
    """
    foe = current_scene(state).foes.get(step.owner)
    if feature.take_over or feature.passive == "bodyguards":
        spared = current_scene(state).foes.get(due.target) if isinstance(due, Hit) else None
        return foe is None or spared is None or not is_fixed(books, foe) or is_near(books, state, foe, spared, "melee")
    if feature.retreat is not None and feature.attack is None and foe is not None and is_fixed(books, foe):
        return False
    if feature.count is not None or not (feature.attack is not None or feature.do or feature.roll is not None):
        return True
    targets = aim_feature(books, state, step.owner, feature, (step.target,) if step.target in state.party else ())
    if feature.attack is not None and foe is not None:
        return bool(targets) and strike_spot(books, state, foe, feature, targets) is not None
    return bool(targets) or bool(feature.own)


def _chance_feature(state: State, step: Chance) -> Feature | None:
    return feature_of(state, step.owner, step.feature) or feature_of(state, PLACE, step.feature)


def answer(play: Play, command: c.Answer) -> Refusal | None:
    """The GM uses the reaction, or lets it be."""
    step = due_step(play.state)
    if not isinstance(step, Chance):
        return Refusal("not_asked")
    feature = _chance_feature(play.state, step)
    foe = current_scene(play.state).foes.get(step.owner)
    if command.use and feature is not None:
        short = payable(play.state, foe, feature, step.wounds)
        if short is not None:
            return short
    resume(play, "chance")
    play.agenda.pop(0)
    if command.use and feature is not None:
        if feature.passive == "bodyguards":
            mark_stress(play, step.owner, feature.value, feature.id, _FEATURE)
        else:
            pay_for(play, foe, feature, step.wounds)
        _fire(play, step, feature)
    return None


def _fire(play: Play, step: Chance, feature: Feature) -> None:
    foe = current_scene(play.state).foes.get(step.owner)
    told(play, step.owner, feature, wounds=step.wounds)
    due = play.agenda[0] if play.agenda else None
    if feature.turn_fear:
        _turned(play)
    if feature.retreat is not None and foe is not None:
        _get_away(play, foe, feature, step.target)
    if isinstance(due, Blow) and (feature.bonus or feature.bonus_marked or feature.add_standard):
        more = Modifier(_bonus(play, foe, feature), rule_of(feature), "feature", (source_of(step.owner, feature),))
        play.agenda[0] = replace(due, more=(*due.more, more))
    elif isinstance(due, Blow) and feature.swap is not None:
        play.agenda[0] = replace(due, damage=(feature.swap,), by=source_of(step.owner, feature))
    elif isinstance(due, Blow) and feature.severe:
        play.agenda[0] = replace(due, severe=source_of(step.owner, feature))
    elif isinstance(due, Hit) and feature.halve:
        origin = (source_of(step.owner, feature),)
        half = Modifier(halved(dealt(due)) - dealt(due), rule_of(feature), "halved", origin)
        play.agenda[0] = replace(due, changes=(*due.changes, half))
    elif isinstance(due, Hit) and (feature.take_over or feature.passive == "bodyguards"):
        spared = current_scene(play.state).foes[due.target]
        play.agenda[0] = replace(due, target=step.owner)
        if foe is not None and not is_fixed(play.rules.books, foe):
            relocate(play, foe.id, beside(foe, spared))
        return
    if feature.count is not None:
        start_count(play, step.owner, feature)
        return
    targets = aim_feature(
        play.rules.books, play.state, step.owner, feature, (step.target,) if step.target in play.state.party else ()
    )
    if foe is not None and feature.target is not None and feature.target.charge:
        run_path(play, foe, feature, targets)
    perform_feature(play, step.owner, feature, targets, cause=step)


def _turned(play: Play) -> None:
    """The roll with Hope that is about to take effect becomes one with Fear."""
    for number, step in enumerate(play.agenda):
        if isinstance(step, Resolve) and step.outcome in ("success_hope", "failure_hope"):
            outcome: Outcome = "success_fear" if step.outcome == "success_hope" else "failure_fear"
            play.agenda[number] = replace(step, outcome=outcome)
            return


def _get_away(play: Play, foe: Foe, feature: Feature, target: str) -> None:
    """The owner moves away from the PCs, as far as it can and still reach whom it then strikes."""
    books, state = play.rules.books, play.state
    near = state.party.get(target) or min(heroes_up(state), key=lambda hero: abs(hero.at - foe.at), default=None)
    if feature.retreat is None or near is None or is_fixed(books, foe):
        return
    away = reach_of(books, state, feature.retreat)
    if feature.attack is not None:
        band = feature.target.within if feature.target is not None else foe.block.attack.range
        away = max(min(away, reach_of(books, state, band) - abs(foe.at - near.at)), 0)
    relocate(play, foe.id, foe.at + (away if foe.at >= near.at else -away))


def _bonus(play: Play, foe: Foe | None, feature: Feature) -> int:
    """Damage that a reaction adds before it is rolled: a number, the owner's wounds, or its own standard damage."""
    if feature.bonus_marked and foe is not None:
        return foe.hp_marked
    pool: tuple[Amount, ...] = (feature.bonus,) if feature.bonus is not None else ()
    if feature.add_standard and foe is not None:
        pool, _ = standard_damage(play.rules.books, play.state, foe)
    if not any(part.count for part in pool):
        return sum(part.plus for part in pool)
    owner = foe.id if foe is not None else PLACE
    by = (source_of(owner, feature),) * len(pool)
    amount, _ = roll_damage(play, DamageRoll(owner, pool, "physical", (rule_of(feature),), by=by))
    return amount


def told(play: Play, owner: str, feature: Feature, targets: Sequence[Hero] = (), wounds: int = 1) -> None:
    """A feature comes into play; one that is for the GM to tell, and does nothing by itself, says on whom."""
    rules = (*rules_of_features(owner), *feature.rules)
    told_only = bool(feature.do) and all(isinstance(part, Tell) for part in feature.do)
    on = tuple(hero.id for hero in targets) if told_only and not (feature.attack or feature.roll) else ()
    if feature.die is None:  # otherwise its die tells of it
        price = fear_price(play.state, feature, wounds)
        play.happen(e.FeatureUsed(owner, feature.id, feature.name, price, on=on, rules=rules))
    if feature.uses:
        scene = current_scene(play.state)
        foe = scene.foes.get(owner)
        used = foe.used if foe is not None else scene.place.used if scene.place is not None else {}
        count = used.get(feature.id, 0) + 1
        play.happen(e.FeatureSpent(owner if foe is not None else PLACE, feature.id, count, audience=REFEREE_ONLY))


def run_path(play: Play, foe: Foe, feature: Feature, targets: list[Hero]) -> None:
    """The owner runs its path, up to the last of those in its way."""
    if feature.target is None or not targets:
        return
    last = max(targets, key=lambda hero: abs(hero.at - foe.at))
    relocate(play, foe.id, last.at)


# ------------------------------------------------------------------ what walking, dying and countdowns set off


def settle_entry(play: Play, step: Entry) -> None:
    """A PC has walked somewhere: into a zone under fire, or into Melee with something."""
    hero = play.state.party[step.who]
    if hero.status != "up":
        return
    steps: list[Agenda] = []
    for zone in current_scene(play.state).zones:
        feature = feature_of(play.state, zone.owner, zone.feature)
        low, high = min(step.was, hero.at), max(step.was, hero.at)
        reach = reach_of(play.rules.books, play.state, zone.within)
        if feature is None or not low - reach <= zone.at <= high + reach:
            continue
        ground = next(part for part in feature.own if isinstance(part, feature_words.Zone))
        if ground.harm is not None:
            steps.append(Apply(zone.owner, zone.feature, hero.id, (ground.harm,)))
        elif ground.snare is not None:
            steps.append(Apply(zone.owner, zone.feature, hero.id, (ground.snare,)))
        elif not ground.hampers:
            steps += dodges(play, zone.owner, feature, [hero])
    melee = reach_of(play.rules.books, play.state, "melee")
    for foe in tuple(foes_left(play.state)):
        if abs(foe.at - hero.at) <= melee < abs(foe.at - step.was):
            steps += set_off(play, "enters_melee", foe.id, step.who)
    play.first(*steps)


def end_zone(play: Play, command: c.EndZone) -> Refusal | None:
    """The GM says that a stretch of ground is safe again."""
    scene = current_scene(play.state)
    mark = (command.owner, command.feature)
    over = [zone for zone in scene.zones if (zone.owner, zone.feature) == mark]
    if not over:
        return Refusal("no_zone", {"feature": f"@{command.owner}/{command.feature}"}, rules_of_features(command.owner))
    end_zones(play, *over)
    return None


def settle_ring(play: Play, step: Ring) -> None:
    """A countdown has come to 0: its feature happens, its victim turns to stone, or the scene is decided."""
    countdown = find_countdown(play.state, step.countdown)
    if countdown is None or countdown.value > 0:
        return
    trigger(play, countdown)
    if play.state.scene is None or play.state.scene.ending:
        return  # a plan between scenes: what it brings is the next one's
    if countdown.id.startswith(CHASE):
        for other in tuple(current_scene(play.state).countdowns.values()):
            if other.id != countdown.id and other.id.rpartition("/")[0] == countdown.id.rpartition("/")[0]:
                drop_countdown(play, other)
    if countdown.victim:
        hero = play.state.party[countdown.victim]
        if can_suffer(hero):
            play.happen(e.StatusChanged(hero.id, "dying", rules=("DHP-DEATH-01", "DHP-COUNT-01")))
            play.first(Dying(hero.id))
        return
    if countdown.feature:
        feature = feature_of(play.state, countdown.owner, countdown.feature)
        if feature is not None:
            rules = rules_of_features(countdown.owner)
            play.happen(e.FeatureUsed(countdown.owner, feature.id, feature.name, 0, rules=rules))
            targets = aim_feature(play.rules.books, play.state, countdown.owner, feature, ())
            perform_feature(play, countdown.owner, feature, targets)
    if countdown.id == gm_moves.REINFORCEMENTS:
        gm_moves.arrive(play)
    if countdown.ends == "failure" or (countdown.ends and countdown.loop != "none"):
        finish_scene(play, countdown.ends)  # a success waits for what the roll still brings: see `scene_end`
