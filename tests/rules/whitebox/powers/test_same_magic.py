"""The same magic twice: every lasting effect of every spell and thing, from two sources, in every sum it goes into."""

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace
from tests.rules.whitebox.arena import RULES, fight_with
from tests.rules.whitebox.powers.den import hero

from arbitro.dice.stream import QuickDice
from arbitro.kernel.explain import explain
from arbitro.kernel.ruling import Check, Modifier
from arbitro.rules.whitebox.attack import armour_under_effects, circumstances
from arbitro.rules.whitebox.events import SaveRolled
from arbitro.rules.whitebox.ongoing_effects import Ongoing
from arbitro.rules.whitebox.powers.amounts import AILING, NAMELESS, WORN
from arbitro.rules.whitebox.powers.durations import begin
from arbitro.rules.whitebox.powers.effects import regenerate
from arbitro.rules.whitebox.powers.events import HpRegained
from arbitro.rules.whitebox.powers.hit_effects import answer
from arbitro.rules.whitebox.powers.registry import lasting_forms
from arbitro.rules.whitebox.powers.strikes import damage_of
from arbitro.rules.whitebox.powers.wards import save_circumstances, softened
from arbitro.rules.whitebox.terms import Threat
from arbitro.text import LANGUAGES

CONTENT = RULES.content
EVIL = "chaos"


def every_source() -> Iterator[tuple[str, Any]]:
    """Everything that can leave something on somebody, and the parts of it."""
    for name in (*CONTENT.spells, *CONTENT.reverses):
        yield f"spell:{name}", CONTENT.find_spell(name)[1]
    for name, item in CONTENT.magic_items.items():
        yield f"item:{name}", item.effects
    for name, entry in CONTENT.monsters.items():
        for special in entry.specials:
            penalty = getattr(special, "penalty", 0)
            if type(special).__name__ == "Disease" and penalty:
                yield f"monster:{name}", Ongoing(kind="diseased", to_hit=penalty, saves=penalty, magical=False)


def every_form() -> dict[str, tuple[Ongoing, ...]]:
    """What each of them leaves."""
    found = {}
    for source, parts in every_source():
        forms = (parts,) if isinstance(parts, Ongoing) else [f for p in parts for f in lasting_forms(RULES.rules, p)]
        if forms:
            found[source] = tuple(replace(form, source=source) for form in forms)
    return found


FORMS = every_form()


def bearing(*times: tuple[str, str], adds: bool = False) -> Any:
    """Somebody in a fight who bears what comes from each source, laid by each of these people."""
    foe = hero("b", "B", alignment=EVIL)
    arena = fight_with(hero("a", hp=8), hero("a2"), foe, hero("c", "B", alignment=EVIL), same_magic_adds=adds)
    scene = RULES.scene(arena.state, QuickDice(1))
    for by, source in times:
        for form in FORMS[source]:
            if form.kind != "changed":
                begin(scene, "a", replace(form, by=by))
    return scene


def weight(scene: Any) -> dict[str, Any]:
    """Everything that what lasts on somebody weighs in sums."""
    fight = scene.state.fight
    one, foe = fight.combatants["a"], fight.combatants["b"]
    blade = one.profile.weapons[0]
    bow = replace(blade, kind="missile")
    elements = ("fire", "cold", "electricity", "acid", "poison", "gas")
    scene.events.clear()
    regenerate(scene, replace(one, hp=1))
    healed = tuple(event.amount for event in scene.events if isinstance(event, HpRegained))
    scene.events.clear()
    answer(scene, foe, one, blade)
    burnt = len(scene.events)
    return {
        "to hit": _amounts(circumstances(scene, one, foe, blade)[0]),
        "damage": _amounts(damage_of(scene, one, foe, blade, Check((), 0, ">=", 0, True))[1]),
        "dice": len(damage_of(scene, one, foe, blade, Check((), 0, ">=", 0, True))[0]),
        "armour": armour_under_effects(scene.state, foe, one, blade),
        "against shots": armour_under_effects(scene.state, foe, one, bow),
        "saves": [
            _amounts(save_circumstances(scene, one, Threat("damage", element=element), "b")) for element in elements
        ],
        "taken": [softened(scene, one, 20, element, save=save)[0] for element in elements for save in (True, False)],
        "healed": healed,
        "burnt back": burnt,
    }


def _amounts(modifiers: tuple[Modifier, ...]) -> list[int]:
    return sorted(modifier.amount for modifier in modifiers)


@pytest.mark.rule("WB-SPELL-04")
@pytest.mark.parametrize("source", FORMS)
def test_the_same_from_two_people_weighs_once(source: str) -> None:
    assert weight(bearing(("b", source), ("c", source))) == weight(bearing(("b", source)))


@pytest.mark.rule("WB-SPELL-04")
def test_by_the_option_the_same_adds_up() -> None:
    """At least everything that goes into a roll or an armour class; what has no number is the same as once."""
    heavier = {
        source
        for source in FORMS
        if weight(bearing(("b", source), ("c", source), adds=True)) != weight(bearing(("b", source)))
    }
    plain = weight(bearing())
    counts = {
        source
        for source in FORMS
        if any(weight(bearing(("b", source)))[what] != plain[what] for what in ("to hit", "armour", "healed"))
        and not any(form.base_armour or form.kind in ("mist", "blind", "averted") for form in FORMS[source])
    }
    assert counts
    assert counts <= heavier


@pytest.mark.rule("WB-SPELL-04")
@pytest.mark.parametrize("adds", [False, True])
def test_magic_of_another_name_adds_up(adds: bool) -> None:
    bonus = [source for source in FORMS if any(form.to_hit and form.kind == "bonus" for form in FORMS[source])]
    first, second = bonus[:2]
    both = weight(bearing(("b", first), ("b", second), adds=adds))["to hit"]
    each = (weight(bearing(("b", source)))["to hit"] for source in (first, second))
    assert sorted(both) == sorted(amount for amounts in each for amount in amounts)


@pytest.mark.rule("WB-SPELL-04")
def test_of_unlike_strength_the_stronger_counts_and_then_the_weaker() -> None:
    scene = bearing()
    for by, amount in (("b", -1), ("c", -3)):
        begin(scene, "a", Ongoing(kind="cursed", source="spell:x", by=by, to_hit=amount))
    assert weight(scene)["to hit"] == [-3]


@pytest.mark.rule("WB-ATK-03", "WB-SAVE-10")
@pytest.mark.parametrize("source", FORMS)
def test_an_amount_is_told_by_the_name_of_what_brought_it(source: str) -> None:
    scene = bearing(("b", source))
    fight = scene.state.fight
    one, foe = fight.combatants["a"], fight.combatants["b"]
    blade = one.profile.weapons[0]
    found = [
        *circumstances(scene, one, foe, blade)[0],
        *damage_of(scene, one, foe, blade, Check((), 0, ">=", 0, True))[1],
        *save_circumstances(scene, one, Threat("damage", element=FORMS[source][0].saves_vs), "b"),
    ]
    for part in found:
        if part.note in (WORN, NAMELESS):
            pytest.fail(f"without a name: {part}")
        if not part.sources:
            continue
        check = Check((), part.amount, ">=", 0, True, (part,))
        for language in LANGUAGES:
            (line,) = explain(RULES, scene.state, SaveRolled("a", None, check, True), language).numbers
            name = RULES.name_of(scene.state, source, language)
            assert str(name) in line
            assert ":" not in name
            assert "_" not in name


@pytest.mark.rule("WB-ATK-03")
def test_what_its_bearer_does_not_know_of_is_not_named() -> None:
    scene = bearing()
    begin(scene, "a", Ongoing(kind="diseased", source="monster:giant_rat", to_hit=-2, magical=False))
    one, foe = scene.state.fight.combatants["a"], scene.state.fight.combatants["b"]
    (part,) = circumstances(scene, one, foe, one.profile.weapons[0])[0]
    assert (part.amount, part.note, part.sources) == (-2, AILING, ())
