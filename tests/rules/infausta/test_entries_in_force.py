"""Numbers of this game's own spells and creatures: each is in force."""

from typing import Any

import pytest
from msgspec.structs import replace
from tests.rules.infausta.arena import RULES, fight_with
from tests.rules.whitebox.arena import d20, found, only, sixes, someone, weapon

from arbitro.dice.stream import ScriptedDice
from arbitro.rules.whitebox import effect as f
from arbitro.rules.whitebox.basics import fight
from arbitro.rules.whitebox.events import DamageDealt
from arbitro.rules.whitebox.ongoing_effects import Ongoing
from arbitro.rules.whitebox.people.state import Item
from arbitro.rules.whitebox.powers import events as e
from arbitro.rules.whitebox.powers.aiming import Working
from arbitro.rules.whitebox.powers.commands import Band
from arbitro.rules.whitebox.powers.creatures import raised
from arbitro.rules.whitebox.powers.hit_effects import face_rider
from arbitro.rules.whitebox.powers.magic import work
from arbitro.rules.whitebox.powers.state import Device, Powers
from arbitro.rules.whitebox.powers.telling import part_text
from arbitro.rules.whitebox.terms import Named

NUMBERED = f.Teleport | f.Lock | f.Disintegrate | f.Movement | f.Raise | f.Entangle | f.Berries | f.Wall
TORCH = Device(id="torch", name=Named("torcia", "torch"), sort="flame")


def worked(spell: str, dice: Any, victim: Any = None, effects: Any = None) -> Any:
    """What a spell of a caster of level 2 does to a foe called o, with exactly these dice."""
    arena = fight_with(someone("m", powers=Powers(caster=2)), victim or someone("o", "B", hp=60, powers=Powers()))
    state = replace(arena.state, effects=effects or {})
    facts, parts = RULES.content.find_spell(spell)
    with ScriptedDice(*dice) as scripted:
        scene = RULES.scene(state, scripted)
        working = Working(by="m", source=f"spell:{spell}", level=2, spell=facts, span=facts.span_for())
        work(scene, fight(scene.state).combatants["o"], parts, working)
    return scene


@pytest.mark.parametrize(
    ("outdoors", "metal", "dice"), [(False, False, 2), (True, False, 3), (False, True, 3), (True, True, 4)]
)
def test_lightning_is_worse_under_the_open_sky_and_for_those_in_metal(outdoors: bool, metal: bool, dice: int) -> None:
    victim = someone("o", "B", hp=60, outdoors=outdoors, powers=Powers(metal=metal))
    scene = worked("call_lightning", sixes(*[3] * dice), victim)
    assert only(scene.events, DamageDealt).amount == 3 * dice


def test_a_glow_does_nothing_to_the_blind() -> None:
    blind = {"o": (Ongoing(kind="blind"),)}
    assert only(worked("glow", (), effects=blind).events, e.Unaffected).why == "sightless"
    assert only(worked("glow", (d20(1), *sixes(2))).events, e.EffectBegan).kind == "stunned"


def test_fire_and_a_blade_cut_through_a_web_in_a_round() -> None:
    armed = someone("o", "B", weapons=(weapon("axe", edged=True),), powers=Powers(devices=(TORCH,)))
    scene = worked("web", (), armed)
    effect = only(scene.events, e.EffectBegan).effect
    assert effect.until == scene.state.minutes + 2  # this round does not count


@pytest.mark.parametrize("face", [1, 2])
def test_one_toad_man_in_six_has_a_toad_with_him(face: int) -> None:
    arena = fight_with(someone("a"), someone("b", "B"))
    poison = [(100, 50)] if face == 1 else []  # whether the toad has any
    with ScriptedDice((6, face), *poison) as dice:
        scene = RULES.scene(arena.state, dice)
        members = raised(scene, Band(monster="toad_man", side="B", count=1, rank=0), {})
    assert len(members) == (2 if face == 1 else 1)
    drawn = [event.count for event in found(scene.events, e.CreatureDrawn) if event.monster == "toad_giant"]
    assert drawn == ([1, 1] if face == 1 else [0])


def test_the_drool_of_gnolls_weakens_for_turns() -> None:
    (drool,) = RULES.content.monsters["gnoll"].specials
    arena = fight_with(someone("a"), someone("b", "B"))
    with ScriptedDice(d20(1), *sixes(4)) as dice:
        scene = RULES.scene(arena.state, dice)
        one, other = (fight(scene.state).combatants[who] for who in "ab")
        hit = RULES.rules.powers[type(drool)].hit
        assert hit is not None
        for threat in hit(drool, scene, one, other):
            face_rider(scene, one, other, threat)
    effect = only(scene.events, e.EffectBegan).effect
    assert (effect.to_hit, effect.until) == (-2, scene.state.minutes + 41)


@pytest.mark.rule("IS-RANGED-03")
@pytest.mark.parametrize(("name", "rate"), [("heavy_crossbow", (1, 2)), ("long_bow", (2, 1))])
def test_the_rate_of_fire_of_a_weapon_on_a_sheet_is_that_of_the_list(name: str, rate: tuple[int, int]) -> None:
    (way,) = RULES.rules.ways_to_attack(RULES.rules, name, Item("weapon", name), RULES.content.weapons[name])
    assert (way.shots, way.reload) == rate


def test_animals_come_as_many_as_make_four_hit_dice_together() -> None:
    victim = someone("o", "B", hp=60, powers=Powers())
    wolf = RULES.content.monsters["wolf"].hd[0]
    scene = worked("summon_animal", sixes(*[3] * (4 // wolf.dice) * wolf.dice), victim)
    assert sum("wolf" in who for who in fight(scene.state).combatants) == 4 // wolf.dice


@pytest.mark.parametrize("language", ["it", "en"])
def test_every_effect_of_a_spell_is_told_in_words(language: Any) -> None:
    spells = (part for spell in RULES.content.spells.values() for part in spell.effects)
    told = [part_text(RULES.rules, part, language) for part in spells if isinstance(part, NUMBERED)]
    assert told
    assert all(len(text.split()) > 2 and "{" not in text for text in told)
