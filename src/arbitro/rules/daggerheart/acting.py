"""Who may act now and at what price, and where it takes them."""

from typing import Final, Literal

from arbitro.kernel.command import Refusal
from arbitro.kernel.ruling import Modifier
from arbitro.rules.daggerheart import events as e
from arbitro.rules.daggerheart.conditions import end_stance, impose, release
from arbitro.rules.daggerheart.content import Library
from arbitro.rules.daggerheart.hiding import find_hidden, step_out, stir
from arbitro.rules.daggerheart.numbers import difficulty_parts, passive_of, rule_of, source_of
from arbitro.rules.daggerheart.play import Play
from arbitro.rules.daggerheart.presence import (
    able_hero,
    anybody,
    condition_entry,
    current_scene,
    foes_left,
    heroes_up,
    is_fixed,
    running_scene,
)
from arbitro.rules.daggerheart.ranges import band_of, beside, is_near, reach_of, thrown
from arbitro.rules.daggerheart.state import Condition, Entry, Foe, Hero, State
from arbitro.rules.daggerheart.words import BANDS, Band

FOLLOWED: Final = "followed/"
"""The number kept for an adversary by which somebody goes where it goes."""


def may_act(books: Library, state: State, who: str) -> Hero | Refusal:
    """A PC who may do something now: the players have the spotlight and nothing is pending."""
    scene = running_scene(state)
    if isinstance(scene, Refusal):
        return scene
    if scene.spotlight != "players":
        return Refusal("gm_spotlight", {}, ("DH-SPOTLIGHT-01",))
    if state.rest is not None:
        return Refusal("resting", {}, ("DHP-REST-01",))
    hero = able_hero(books, state, who)
    if isinstance(hero, Hero) and state.options["spotlight_tracker"] and not hero.tokens:
        return Refusal("no_tokens", {"who": f"@{who}"}, ("DHP-SPOT-03",))
    return hero


def run_to(
    books: Library, state: State, one: Hero | Foe, to: int, towards: Hero | Foe | Refusal | None
) -> int | Refusal:
    """Where somebody comes to in one run: a place, or up to somebody else, no farther than Very Far (DHP-RANGE-03)."""
    if is_fixed(books, one):
        return Refusal("restrained", {"who": f"@{one.id}"}, ("DHP-COND-03",))
    if isinstance(towards, Refusal):
        return towards
    to = to if towards is None else beside(one, towards)
    if abs(to - one.at) > reach_of(books, state, "very_far"):
        return Refusal("too_far", {"who": f"@{one.id}"}, ("DHP-RANGE-03",))
    return to


def relocate(
    play: Play, who: str, to: int, how: Literal["walked", "sprinted", "pushed", "returned"] = "walked"
) -> None:
    """Somebody goes elsewhere."""
    one = anybody(play.state, who)
    if one is None or one.at == to:
        return
    counted = ("DHP-RANGE-02",) if play.state.options["defined_ranges"] else ()
    rule = {"pushed": "DHP-RANGE-01", "returned": "DHP-DUAL-10"}.get(how, "DHP-RANGE-03")
    play.happen(e.Moved(who, one.at, to, how, rules=(rule, *counted)))
    if how in ("walked", "sprinted"):
        stir(play, who)
    if how != "returned":
        find_hidden(play, who)
    if isinstance(one, Foe) and one.counters:
        _come_along(play, who)
    if isinstance(one, Foe) and how != "pushed":
        _caught(play, who, one.at)
    if isinstance(one, Hero) and how != "returned" and any(held.until == "stance" for held in one.conditions):
        end_stance(play, who)
    if isinstance(one, Hero) and how == "walked":
        play.agenda.append(Entry(who, one.at))


def walk_to(play: Play, who: str, to: int, how: Literal["walked", "sprinted"] = "walked") -> None:
    """Somebody goes elsewhere, and that is all they do: whoever was hidden may be seen there."""
    relocate(play, who, to, how)
    step_out(play, who)


def _come_along(play: Play, who: str) -> None:
    """Those who have caught an adversary as it left, and go where it goes."""
    foe = current_scene(play.state).foes[who]
    for hero in heroes_up(play.state):
        if foe.counters.get(f"{FOLLOWED}{hero.id}") and not is_fixed(play.rules.books, hero):
            relocate(play, hero.id, beside(hero, foe))


def _caught(play: Play, who: str, was: int) -> None:
    """An adversary that comes within Very Close of somebody who holds the line is pulled in and kept there."""
    reach = reach_of(play.rules.books, play.state, "very_close")
    for hero in tuple(heroes_up(play.state)):
        foe = current_scene(play.state).foes[who]
        catching = (condition_entry(play.rules.books, held.name).catches for held in hero.conditions)
        name = next((each for each in catching if each), "")
        if name and abs(foe.at - hero.at) <= reach < abs(was - hero.at):
            relocate(play, who, shoved(play.rules.books, play.state, hero.at, foe, "melee"), "pushed")
            impose(play, who, Condition(name, hero.id, "stance"))


def shed_all(play: Play, who: str, name: str) -> None:
    """Get rid of a condition as far as a move against it can."""
    one = anybody(play.state, who)
    if one is not None:
        shaken = (held for held in one.conditions if held.name == name and (held.until == "temporary" or held.traits))
        release(play, who, *shaken)


def longest_without(state: State) -> str:
    """The PC whom the engine would suggest next: who has waited longest (DHP-SPOT-01)."""
    scene = current_scene(state)
    up = {hero.id for hero in heroes_up(state) if not state.options["spotlight_tracker"] or hero.tokens}
    return next((who for who in scene.waited if who in up), "")


def wall_parts(books: Library, state: State, to: int) -> tuple[Modifier, ...]:
    """The Difficulty of walking up to guards who stand shield to shield: theirs, more for each in the line."""
    walls = [foe for foe in foes_left(state) if passive_of(foe, "shield_wall") is not None]
    met = [foe for foe in walls if abs(foe.at - to) <= reach_of(books, state, "very_close")]
    feature = passive_of(met[0], "shield_wall") if met else None
    if feature is None:
        return ()
    line = [met[0]]
    for foe in line:  # it grows while there are neighbours
        line += [other for other in walls if other not in line and is_near(books, state, foe, other, "melee")]
    own = difficulty_parts(books, met[0])
    if len(line) == 1:
        return own
    return (*own, Modifier(feature.value * len(line), rule_of(feature), sources=(source_of(met[0].id, feature),)))


def shoved(books: Library, state: State, origin: int, foe: Foe, band: Band) -> int:
    """Where an adversary lands that is pushed or pulled to a range; the steady give way less."""
    steady = max((feature.steady for feature in foe.block.features), default=0)
    if not steady:
        return thrown(books, state, origin, foe, band) if band != "melee" else origin
    now, to = BANDS.index(band_of(books, state, abs(foe.at - origin))), BANDS.index(band)
    left = max(abs(to - now) - steady, 0)
    if not left:
        return foe.at
    return thrown(books, state, origin, foe, BANDS[now + left if to > now else now - left])
