"""Every effect that somebody can bear, from two sources: when one ends, the other still holds; then both are over."""

from itertools import product
from typing import Any, get_args

import pytest
from msgspec.structs import replace
from tests.rules.sums import adds_up
from tests.rules.whitebox.arena import RULES, fight_with, tied
from tests.rules.whitebox.powers.den import hero

from arbitro.dice.stream import ScriptedDice
from arbitro.kernel.sentence import tell
from arbitro.rules.whitebox.attack import armour_under_effects, circumstances
from arbitro.rules.whitebox.basics import able
from arbitro.rules.whitebox.damage import land_held_blows
from arbitro.rules.whitebox.effect import Wall
from arbitro.rules.whitebox.events import Fell
from arbitro.rules.whitebox.ongoing_effects import HELPLESS, OUT_OF_IT, EffectKind, Ongoing
from arbitro.rules.whitebox.powers.durations import OF_A_PLACE, PACES, begin, finish, lifts
from arbitro.rules.whitebox.powers.effects import minute_passes
from arbitro.rules.whitebox.powers.events import WITH_ITS_DEED, EffectEnded
from arbitro.rules.whitebox.powers.field_magic import barrier
from arbitro.rules.whitebox.powers.lookups import flies
from arbitro.rules.whitebox.powers.strikes import pace
from arbitro.rules.whitebox.powers.walls import walls_between
from arbitro.rules.whitebox.powers.wards import is_drunk
from arbitro.rules.whitebox.state import Combatant

TIME = ("WB-TIME-03",)
KINDS: tuple[EffectKind, ...] = tuple(kind for kind in get_args(EffectKind) if kind != "changed")
"""All but a shape: of those nobody has two, and the newer takes the place of the older."""
# Two people with one spell each; one person with two spells; one person who cast the same spell twice.
SOURCES = {
    "two people": ({"by": "b", "source": "spell:x"}, {"by": "c", "source": "spell:x"}),
    "two spells": ({"by": "b", "source": "spell:x"}, {"by": "b", "source": "spell:y"}),
    "the same again": ({"by": "b", "source": "spell:x", "until": 30}, {"by": "b", "source": "spell:x", "until": 60}),
}


def borne(kind: EffectKind, sources: tuple[dict[str, Any], dict[str, Any]]) -> tuple[Any, tuple[Ongoing, Ongoing]]:
    """Somebody in a fight who bears an effect twice."""
    arena = fight_with(hero("a"), hero("a2"), hero("b", "B"), hero("c", "B"))
    scene = RULES.scene(arena.state, ScriptedDice())
    first, second = (Ongoing(kind=kind, factor=2.0, amount=1, **each) for each in sources)
    for effect in (first, second):
        begin(scene, "a", effect)
    if kind in OUT_OF_IT:
        scene.happen(Fell("a", kind))  # type: ignore[arg-type]
    return scene, (first, second)


def now(scene: Any) -> Combatant:
    """How the bearer is."""
    return scene.state.fight.combatants["a"]  # type: ignore[no-any-return]


def kept(scene: Any, kind: EffectKind) -> list[Ongoing]:
    """What is left on the bearer."""
    return [effect for effect in scene.state.effects.get("a", ()) if effect.kind == kind]


def told_over(scene: Any) -> str:
    """What is told of the last effect that ended."""
    ended = next(event for event in reversed(scene.events) if isinstance(event, EffectEnded))
    return tell(RULES, scene.state, ended, "it")


@pytest.mark.rule("WB-TIME-03")
@pytest.mark.parametrize(("kind", "name", "order"), list(product(KINDS, SOURCES, (0, 1))))
def test_when_one_ends_the_other_still_holds(kind: EffectKind, name: str, order: int) -> None:
    scene, _ = borne(kind, SOURCES[name])
    rate = fight_with(hero("a"), hero("b", "B")).state.fight.combatants["a"].profile.rate
    goes, stays = (kept(scene, kind)[order], kept(scene, kind)[1 - order])
    finish(scene, "a", goes, TIME)
    assert not told_over(scene)  # it is not over
    (left,) = kept(scene, kind)
    assert left == stays or (kind in PACES and replace(left, amount=0) == replace(stays, amount=0))
    if kind in HELPLESS:
        assert not able(scene.state.fight, now(scene))
    if kind in OUT_OF_IT:
        assert now(scene).condition == kind
    if kind == "afraid":
        assert now(scene).morale == "flee"
    finish(scene, "a", left, TIME)
    assert bool(told_over(scene)) is (kind not in WITH_ITS_DEED)
    assert kept(scene, kind) == []
    assert able(scene.state.fight, now(scene))
    assert now(scene).condition == "up"
    assert now(scene).morale == ""
    assert now(scene).profile.rate == rate


@pytest.mark.rule("WB-TIME-03")
@pytest.mark.parametrize(("kind", "other"), [pair for pair in product(HELPLESS, HELPLESS) if pair[0] != pair[1]])
def test_whoever_is_bound_in_two_ways_is_freed_by_the_end_of_both(kind: EffectKind, other: EffectKind) -> None:
    arena = fight_with(hero("a"), hero("b", "B"))
    scene = RULES.scene(arena.state, ScriptedDice())
    first, second = Ongoing(kind=kind, by="b", source="x"), Ongoing(kind=other, by="b", source="x")
    for effect in (first, second):
        begin(scene, "a", effect)
    finish(scene, "a", first, TIME)
    assert not able(scene.state.fight, now(scene))
    finish(scene, "a", second, TIME)
    assert able(scene.state.fight, now(scene))


@pytest.mark.rule("WB-TIME-03")
@pytest.mark.parametrize(("kind", "other"), [pair for pair in product(OUT_OF_IT, OUT_OF_IT) if pair[0] != pair[1]])
def test_whoever_is_out_of_it_in_two_ways_fights_again_after_both(kind: EffectKind, other: EffectKind) -> None:
    arena = fight_with(hero("a"), hero("a2"), hero("b", "B"))
    scene = RULES.scene(arena.state, ScriptedDice())
    first, second = Ongoing(kind=kind, by="b", source="x"), Ongoing(kind=other, by="b", source="x")
    for effect in (first, second):
        begin(scene, "a", effect)
        scene.happen(Fell("a", effect.kind))  # type: ignore[arg-type]
    finish(scene, "a", second, TIME)
    assert now(scene).condition == kind
    finish(scene, "a", first, TIME)
    assert now(scene).condition == "up"


def test_of_two_shapes_the_newer_is_the_one() -> None:
    arena = fight_with(hero("a"), hero("b", "B"))
    scene = RULES.scene(arena.state, ScriptedDice())
    for form in ("wolf", "dog"):
        begin(scene, "a", Ongoing(kind="changed", form=form, by="b", source="x"))
    assert [effect.form for effect in kept(scene, "changed")] == ["dog"]


# -------------------------------------------------------------------- what covers the ground

GROUND: dict[str, dict[str, Any]] = {
    "mist": {"to_hit": -2},
    "blind": {},
    "dark": {"radius": 20},
    "lit": {"radius": 20},
    "webbed": {},
    "mired": {"factor": 0.1},
    "slowed": {"factor": 0.5},
    "hasted": {"factor": 2.0},
}
"""What a place does to whoever is in it: twice the fog is no thicker, twice the mud no deeper."""
WALLS = [name for name, (_, parts) in ((name, RULES.content.find_spell(name)) for name in RULES.content.spells)
         if any(isinstance(part, Wall) for part in parts)]  # fmt: skip


def felt(scene: Any) -> tuple[Any, ...]:
    """All that the ground changes for somebody who stands on it."""
    state = scene.state
    one, foe = now(scene), state.fight.combatants["b"]
    blade = one.profile.weapons[0]
    return (
        one.profile.rate,
        pace(state, one),
        able(state.fight, one),
        sum(modifier.amount for modifier in circumstances(RULES.at(state), one, foe, blade)[0]),
        armour_under_effects(state, foe, one, blade),
    )


def on_the_ground(kind: Any, *sources: dict[str, Any]) -> tuple[Any, list[Ongoing]]:
    """Somebody on ground that was made so by each of these sources."""
    arena = fight_with(hero("a"), hero("a2"), hero("b", "B"), hero("c", "B"))
    scene = RULES.scene(arena.state, ScriptedDice())
    for each in sources:
        begin(scene, "a", Ongoing(kind=kind, **GROUND[kind], **each))
    return scene, kept(scene, kind)


def test_the_ground_has_all_kinds_that_stay_in_a_place() -> None:
    assert {kind for kind in (*OF_A_PLACE, *PACES) if kind not in ("wall", "moving")} <= set(GROUND)


@pytest.mark.rule("WB-TIME-03")
@pytest.mark.parametrize(("kind", "name", "order"), list(product(GROUND, SOURCES, (0, 1))))
def test_ground_made_so_twice_is_as_if_it_were_once_and_stays_so_until_both_end(
    kind: str, name: str, order: int
) -> None:
    plain = felt(on_the_ground(kind)[0])
    once = felt(on_the_ground(kind, SOURCES[name][0])[0])
    scene, borne_twice = on_the_ground(kind, *SOURCES[name])
    assert len(borne_twice) == 2
    assert felt(scene) == once
    finish(scene, "a", borne_twice[order], TIME)
    assert felt(scene) == once
    (left,) = kept(scene, kind)  # type: ignore[arg-type]
    finish(scene, "a", left, TIME)
    assert felt(scene) == plain
    assert kind in ("dark", "lit") or once != plain


@pytest.mark.rule("WB-TIME-03")
@pytest.mark.parametrize(("factors", "counts"), [((0.5, 0.1), 0.1), ((0.1, 0.5), 0.1)])
def test_of_two_unlike_in_strength_the_stronger_counts_and_then_the_weaker(
    factors: tuple[float, float], counts: float
) -> None:
    arena = fight_with(hero("a"), hero("b", "B"), hero("c", "B"))
    scene = RULES.scene(arena.state, ScriptedDice())
    rate = now(scene).profile.rate
    for by, factor in zip(("b", "c"), factors, strict=True):
        begin(scene, "a", Ongoing(kind="mired", factor=factor, by=by, source="x"))
    assert now(scene).profile.rate == rate + int(rate * counts - rate)
    finish(scene, "a", next(effect for effect in kept(scene, "mired") if effect.factor == counts), TIME)
    assert now(scene).profile.rate == rate // 2
    finish(scene, "a", kept(scene, "mired")[0], TIME)
    assert now(scene).profile.rate == rate


@pytest.mark.rule("WB-TIME-03", "WB-MOVE-05")
@pytest.mark.parametrize("name", WALLS)
def test_two_walls_in_one_place_are_one_and_the_second_stands_when_the_first_falls(name: str) -> None:
    arena = fight_with(hero("a"), hero("b", "B"), hero("c", "B"))
    part = next(part for part in RULES.content.find_spell(name)[1] if isinstance(part, Wall))
    scene = RULES.scene(arena.state, ScriptedDice())
    walls = [Ongoing(kind="wall", by=by, source=f"spell:{name}", barriers=(barrier(part, 5),)) for by in ("b", "c")]
    for wall in walls:
        begin(scene, wall.by, wall)
    assert len(walls_between(scene.state, 0, 10)) == 1
    finish(scene, "b", walls[0], TIME)
    assert [wall.of for wall in walls_between(scene.state, 0, 10)] == [part.of]
    finish(scene, "c", walls[1], TIME)
    assert walls_between(scene.state, 0, 10) == ()


@pytest.mark.rule("WB-TIME-03", "WB-INIT-02")
@pytest.mark.parametrize("tie", [False, True])
def test_two_that_end_at_once_both_end(tie: bool) -> None:
    arena = (tied if tie else fight_with)(hero("a"), hero("b", "B"), hero("c", "B"))
    scene = RULES.scene(arena.state, ScriptedDice())
    rate = now(scene).profile.rate
    for by in ("b", "c"):
        begin(scene, "a", Ongoing(kind="slowed", factor=0.5, by=by, source="x", until=1))
    if tie:  # both are lifted in one moment
        for effect in kept(scene, "slowed"):
            lifts(scene, "a", effect, TIME)
        land_held_blows(scene)
    else:  # both run out in one minute
        minute_passes(scene)
    assert kept(scene, "slowed") == []
    assert now(scene).profile.rate == rate


@pytest.mark.rule("WB-TIME-03")
@pytest.mark.parametrize("order", [0, 1])
@pytest.mark.parametrize("feet", [(120, 120), (120, 90), (90, 120)])
def test_of_two_flights_the_other_goes_on(feet: tuple[int, int], order: int) -> None:
    arena = fight_with(hero("a"), hero("b", "B"), hero("c", "B"))
    scene = RULES.scene(arena.state, ScriptedDice())
    walks = now(scene).profile.rate
    for by, flown in zip(("b", "c"), feet, strict=True):
        begin(scene, "a", Ongoing(kind="moving", amount=flown, feet=flown, by=by, source="spell:fly"))
    assert now(scene).profile.rate == max(feet) * 3 // 10 > walks
    finish(scene, "a", kept(scene, "moving")[order], TIME)
    assert now(scene).profile.rate == feet[1 - order] * 3 // 10
    assert flies(RULES.at(scene.state), now(scene))
    finish(scene, "a", kept(scene, "moving")[0], TIME)
    assert now(scene).profile.rate == walks
    assert not flies(RULES.at(scene.state), now(scene))


# -------------------------------------------------------------------- what drinks spells


def thirsty(*amounts: int, tie: bool) -> Any:
    """Somebody who holds things that drink spells, and two who cast at once."""
    worn = tuple(
        Ongoing(kind="drinking", amount=levels, form=f"staff-{n}", worn=True) for n, levels in enumerate(amounts)
    )
    arena = (tied if tie else fight_with)(hero("x", "B", 40, gifts={"worn": worn}), hero("m"), hero("n"))
    return RULES.scene(arena.state, ScriptedDice())


def meets(scene: Any, level: int) -> bool:
    """Whether a spell of a level is drunk."""
    return is_drunk(scene, scene.state.fight.combatants["x"], level)


@pytest.mark.rule("WB-INIT-02", "WB-SPELL-04")
@pytest.mark.parametrize(("capacity", "levels"), list(product((1, 2, 3, 4, 6), ((3, 3), (3, 2), (1, 4)))))
def test_of_two_spells_at_once_neither_is_first(capacity: int, levels: tuple[int, int]) -> None:
    outcomes = []
    for order in (levels, levels[::-1]):
        scene = thirsty(capacity, tie=True)
        drunk = {level: meets(scene, level) for level in order}
        outcomes.append((drunk, sorted(scene.state.fight.combatants["x"].spent)))
        for event in scene.events:
            assert event.left >= 0
            for reckoned in event.sums():
                adds_up(reckoned)
    assert outcomes[0] == outcomes[1]
    assert outcomes[0][0] == {level: level <= capacity for level in levels}


@pytest.mark.rule("WB-SPELL-04")
def test_of_two_spells_after_each_other_the_second_meets_what_is_left() -> None:
    scene = thirsty(4, tie=False)
    assert meets(scene, 3)
    assert not meets(scene, 2)
    assert meets(scene, 1)


@pytest.mark.rule("WB-SPELL-04")
def test_each_thing_has_a_thirst_of_its_own() -> None:
    scene = thirsty(4, 4, tie=False)
    assert meets(scene, 3)
    assert meets(scene, 3)
    assert [event.thing for event in scene.events] == ["staff-0", "staff-1"]
    assert not meets(scene, 2)
