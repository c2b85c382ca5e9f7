"""Every effect that somebody can bear, from two sources: when one ends, the other still holds; then both are over."""

from itertools import product
from typing import Any, get_args

import pytest
from tests.rules.whitebox.arena import RULES, fight_with
from tests.rules.whitebox.powers.den import hero

from arbitro.dice.stream import ScriptedDice
from arbitro.rules.whitebox.events import Fell
from arbitro.rules.whitebox.lasting import HELPLESS, OUT_OF_IT, EffectKind, Ongoing
from arbitro.rules.whitebox.state import Combatant

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
    scene = RULES.resolution(arena.state, ScriptedDice())
    first, second = (Ongoing(kind=kind, factor=2.0, amount=1, **each) for each in sources)
    for effect in (first, second):
        RULES.begin(scene, "a", effect)
    if kind in OUT_OF_IT:
        scene.happen(Fell("a", kind))  # type: ignore[arg-type]
    return scene, (first, second)


def now(scene: Any) -> Combatant:
    """How the bearer is."""
    return scene.state.fight.combatants["a"]  # type: ignore[no-any-return]


def kept(scene: Any, kind: EffectKind) -> list[Ongoing]:
    """What is left on the bearer."""
    return [effect for effect in scene.state.effects.get("a", ()) if effect.kind == kind]


@pytest.mark.rule("WB-TIME-03")
@pytest.mark.parametrize(("kind", "name", "order"), list(product(KINDS, SOURCES, (0, 1))))
def test_when_one_ends_the_other_still_holds(kind: EffectKind, name: str, order: int) -> None:
    scene, _ = borne(kind, SOURCES[name])
    rate = fight_with(hero("a"), hero("b", "B")).state.fight.combatants["a"].profile.rate
    goes, stays = (kept(scene, kind)[order], kept(scene, kind)[1 - order])
    RULES.finish(scene, "a", goes)
    assert kept(scene, kind) == [stays]
    if kind in HELPLESS:
        assert not RULES.able(scene.state.fight, now(scene))
    if kind in OUT_OF_IT:
        assert now(scene).condition == kind
    if kind == "afraid":
        assert now(scene).morale == "flee"
    RULES.finish(scene, "a", stays)
    assert kept(scene, kind) == []
    assert RULES.able(scene.state.fight, now(scene))
    assert now(scene).condition == "up"
    assert now(scene).morale == ""
    assert now(scene).profile.rate == rate


@pytest.mark.rule("WB-TIME-03")
@pytest.mark.parametrize(("kind", "other"), [pair for pair in product(HELPLESS, HELPLESS) if pair[0] != pair[1]])
def test_whoever_is_bound_in_two_ways_is_freed_by_the_end_of_both(kind: EffectKind, other: EffectKind) -> None:
    arena = fight_with(hero("a"), hero("b", "B"))
    scene = RULES.resolution(arena.state, ScriptedDice())
    first, second = Ongoing(kind=kind, by="b", source="x"), Ongoing(kind=other, by="b", source="x")
    for effect in (first, second):
        RULES.begin(scene, "a", effect)
    RULES.finish(scene, "a", first)
    assert not RULES.able(scene.state.fight, now(scene))
    RULES.finish(scene, "a", second)
    assert RULES.able(scene.state.fight, now(scene))


@pytest.mark.rule("WB-TIME-03")
@pytest.mark.parametrize(("kind", "other"), [pair for pair in product(OUT_OF_IT, OUT_OF_IT) if pair[0] != pair[1]])
def test_whoever_is_out_of_it_in_two_ways_fights_again_after_both(kind: EffectKind, other: EffectKind) -> None:
    arena = fight_with(hero("a"), hero("a2"), hero("b", "B"))
    scene = RULES.resolution(arena.state, ScriptedDice())
    first, second = Ongoing(kind=kind, by="b", source="x"), Ongoing(kind=other, by="b", source="x")
    for effect in (first, second):
        RULES.begin(scene, "a", effect)
        scene.happen(Fell("a", effect.kind))  # type: ignore[arg-type]
    RULES.finish(scene, "a", second)
    assert now(scene).condition == kind
    RULES.finish(scene, "a", first)
    assert now(scene).condition == "up"


def test_of_two_shapes_the_newer_is_the_one() -> None:
    arena = fight_with(hero("a"), hero("b", "B"))
    scene = RULES.resolution(arena.state, ScriptedDice())
    for form in ("wolf", "dog"):
        RULES.begin(scene, "a", Ongoing(kind="changed", form=form, by="b", source="x"))
    assert [effect.form for effect in kept(scene, "changed")] == ["dog"]
