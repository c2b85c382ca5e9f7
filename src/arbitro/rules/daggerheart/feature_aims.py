"""Whom a feature touches, and from where its attack is made (DHP-RANGE-04)."""

from collections.abc import Iterable

from arbitro.rules.daggerheart.adversary import stride_of
from arbitro.rules.daggerheart.content import Library
from arbitro.rules.daggerheart.feature import Feature, moves_owner
from arbitro.rules.daggerheart.gm_die import strike_band
from arbitro.rules.daggerheart.presence import PLACE, current_scene, foes_left, heroes_up, is_exposed, is_fixed
from arbitro.rules.daggerheart.ranges import approach, is_near, reach_of, visible
from arbitro.rules.daggerheart.state import Foe, Hero, State


def feature_of(state: State, owner: str, name: str) -> Feature | None:
    """A feature by its owner and id."""
    scene = current_scene(state)
    if owner == PLACE:
        features: Iterable[Feature] = scene.place.features if scene.place is not None else ()
    else:
        foe = scene.foes.get(owner)
        features = foe.block.features if foe is not None else ()
    within = (part for feature in features for part in (feature, *feature.table))
    return next((feature for feature in within if feature.id == name), None)


def aim_feature(books: Library, state: State, owner: str, feature: Feature, named: tuple[str, ...]) -> list[Hero]:
    """Whom a feature touches, given who was named (DHP-RANGE-04)."""
    target = feature.target
    up = list(heroes_up(state))
    if target is None:
        return [hero for hero in up if hero.id in named]
    foe = current_scene(state).foes.get(owner)
    if foe is not None and moves_owner(feature) and is_fixed(books, foe):
        return []  # nobody is in the path of whoever cannot move (DHP-COND-03)
    able = [hero for hero in up if _touchable(books, state, foe, hero, feature)]
    if target.area is not None:
        point = next((hero for hero in able if hero.id in named), able[0] if able else None)
        reach = reach_of(books, state, target.area)
        return [hero for hero in up if point is not None and abs(hero.at - point.at) <= reach]
    if target.who == "all":
        return [hero for hero in able if not (target.others and hero.id in named)]
    if target.who == "path" and foe is not None:
        ahead = [hero for hero in able if hero.at >= foe.at]
        behind = [hero for hero in able if hero.at < foe.at]
        return ahead if len(ahead) >= len(behind) else behind
    chosen = [hero for hero in able if hero.id in named] or able
    return chosen[: target.count if target.who == "some" else 1]


def _touchable(books: Library, state: State, foe: Foe | None, hero: Hero, feature: Feature) -> bool:
    target, owner = feature.target, foe.id if foe is not None else PLACE
    if target is None:
        return True
    if target.having and not (
        any(held.name == target.having and (not target.mine or held.source == owner) for held in hero.conditions)
        or (target.having == "vulnerable" and is_exposed(books, hero))
    ):
        return False
    if foe is None:
        return True
    if feature.attack is not None and visible(hero, strike_band(foe, feature)) is not None:
        return False
    if target.casters and hero.sheet.spellcast is None:
        return False
    if target.crowd and not _crowded(books, state, hero, target.crowd):
        return False
    spare = 0
    walks = not foe.defeated and not is_fixed(books, foe)  # a dying blow is struck on the spot
    if (feature.attack is not None or feature.group) and target.who in ("one", "some") and walks:
        spare = reach_of(books, state, stride_of(foe, target.run))
    if abs(hero.at - foe.at) > reach_of(books, state, target.within) + spare:
        return False
    if target.near:
        around = [
            other
            for other in foes_left(state)
            if other.block.kin == foe.block.kin and is_near(books, state, other, hero, "melee")
        ]
        return len(around) >= target.near
    return True


def _crowded(books: Library, state: State, hero: Hero, least: int) -> bool:
    """Whether so many other PCs stand Very Close to somebody."""
    others = (other for other in heroes_up(state) if other.id != hero.id)
    return sum(is_near(books, state, hero, other, "very_close") for other in others) >= least


def strike_spot(books: Library, state: State, foe: Foe, feature: Feature, targets: list[Hero]) -> int | None:
    """Where a feature's attack is made from, if its owner gets there; a dying blow is struck on the spot."""
    if foe.defeated or (feature.target is not None and feature.target.who not in ("one", "some")):
        return foe.at
    if feature.target is None:
        return approach(books, state, foe, targets[0], foe.block.attack.range, stride_of(foe))
    return approach(books, state, foe, targets[0], feature.target.within, stride_of(foe, feature.target.run))
