"""What the rules still leave to a person to play out: a list, so that each entry is a decision.

An effect that leaves this list has become a rule; one that joins it must be put here by hand.
"""

from typing import Any

import pytest
from tests.rules.whitebox.arena import RULES

from arbitro.rules.whitebox import effect as f
from arbitro.rules.whitebox import special as s
from arbitro.rules.whitebox.powers.field_magic import SENSED
from arbitro.rules.whitebox.powers.lookups import only_told
from arbitro.rules.whitebox.powers.registry import lasting_forms
from arbitro.rules.whitebox.powers.telling import part_text

RESOLVED = (
    f.Damage | f.Heal | f.Sleep | f.Charm | f.Hold | f.Rout | f.Entangle | f.Slay | f.Disintegrate | f.Stone | f.Cure
    | f.Dispel | f.Summon | f.Teleport | f.Confusion | f.Cast | f.Stun | f.Blind | f.Feeblemind | f.Prone | f.Wall
    | f.Polymorph | f.Growth | f.Mire | f.Reveal | f.Opposition | f.Task | f.Darkvision | f.Cards | f.LevelGain
    | f.Attribute | f.Raise | f.StoredSpell | f.Enchanted | f.DestroyUndead | f.ExtraAttack | f.Coil | f.Returning
    | f.Storage
)  # fmt: skip
"""Effects that something in the rules carries out: in a fight, on a sheet, or while a thing is worn or wielded."""

EFFECTS = {
    "detect": {
        "spell find_traps", "spell locate_object", "item potion_treasure_finding", "item wand_metal", "item wand_traps",
    },  # what lies hidden in a place that only the referee knows
    "food": {"spell purify_food_and_drink", "spell create_food_and_drink", "spell putrefy_food_and_drink"},
    "inflict": {
        "spell cause_disease", "item scroll_cursed", "item flask_curses", "item staff_withering",
    },  # the affliction is laid on; which it is, or what age means, the referee says
    "lock": {"spell hold_portal", "spell wizard_lock"},
    "open": {"spell knock", "item chime_opening"},
    "questions": {"spell commune", "spell contact_other_plane"},
    "reincarnate": {"spell reincarnation"},
    "telekinesis": {"spell telekinesis", "item ring_telekinesis", "item staff_power", "item staff_wizardry"},
    "wishes": {"item ring_three_wishes"},
}  # fmt: skip
TOLD_SPELLS = {
    "cloudkill", "commune", "conjure_elemental", "contact_other_plane", "control_weather",
    "crystal_ball", "detect_chaos", "detect_thoughts", "dispel_chaos", "fireball", "hallucinatory_terrain",
    "insect_plague", "invisible_stalker", "lightning_bolt", "locate_object", "magic_jar", "massmorph", "move_earth",
    "move_water", "neutralize_poison", "passwall", "phantasmal_force", "plant_growth", "project_image", "quest",
    "raise_dead", "read_languages", "read_magic", "speak_with_animals", "speak_with_plants", "transform_rock_mud",
    "wizard_eye",
}  # fmt: skip
"""Spells with facts in words: beside what they do, or because sight, speech and landscape are the whole of it."""
TOLD_ITEMS = {
    "amulet_scrying", "armour_demonic", "arrow_of_direction", "bag_devouring", "bag_of_holding", "beaker_potions",
    "boots_leaping", "carpet_flying", "cloak_elvenkind", "crystal_ball", "crystal_ball_suggestion", "dancing_boots",
    "decanter_endless_water", "dust_disappearance", "efreeti_bottle", "elemental_control", "figurine_golden_lions",
    "figurine_onyx_dog", "helm_fiery_brilliance", "helm_teleportation", "horn_blasting", "horn_collapse",
    "horseshoes_speed", "jug_alchemy", "manual_golems", "medallion_projecting", "medallion_thoughts", "mirror_mental",
    "pipes_sewers", "portable_hole", "potion_clairaudience", "potion_clairvoyance", "potion_diminution",
    "potion_dragon_control", "potion_ethereality", "potion_gaseous_form", "potion_growth", "ring_mammal_control",
    "ring_regeneration", "ring_shooting_stars", "ring_x_ray", "robe_blending", "robe_eyes", "rope_climbing",
    "rope_entanglement", "scroll_protection_drowning",
    "scroll_spells", "spade_excavation", "staff_absorption", "staff_beguiling", "wand_enemies", "weapon_dancing",
    "weapon_intelligent",
}  # fmt: skip
"""Things with facts in words."""
TOLD_MONSTERS = {
    "ant_giant", "banshee", "bat", "bear", "beetle_giant_fire", "boar", "crocodile", "crocodile_giant", "cyclops",
    "demon_succubus", "djinni", "dog", "doppelganger", "dragon_gold", "dryad", "dwarf", "efreeti", "elemental_earth",
    "elemental_fire", "elemental_water", "elf", "gelatinous_cube", "giant_cloud", "giant_stone", "golem_stone",
    "grey_ooze", "griffon", "halfling", "hippogriff", "human_bandit", "human_berserker", "human_mercenary",
    "human_nomad", "human_soldier", "human_zealot", "hydra", "invisible_stalker", "kraken", "lion", "lizard_giant",
    "lizard_large", "lizardman", "minotaur", "nixie", "ochre_jelly", "ogre_mage", "orc", "pegasus", "roc", "spectre",
    "tiger", "titan", "treant", "troll", "unicorn", "wererat", "wraith",
}  # fmt: skip
"""Creatures with habits, trades and tricks in words, and the two that disguise themselves."""


def carried_out(part: Any) -> bool:
    """Whether the rules do all that an effect says."""
    if isinstance(part, f.Detect):
        return part.what in SENSED or bool(lasting_forms(RULES.rules, part))
    if isinstance(part, f.Inflict):
        return part.what in ("insanity", "feeblemind", "dancing")
    return isinstance(part, RESOLVED) or bool(lasting_forms(RULES.rules, part))


def entries() -> list[tuple[str, Any]]:
    """Every effect of a spell or a thing, with whose it is."""
    content = RULES.content
    found = [(f"spell {name}", part) for name, spell in content.spells.items() for part in spell.effects]
    found += [(f"spell {name}", part) for name, (_, other) in content.reverses.items() for part in other.effects]
    return found + [(f"item {name}", part) for name, item in content.magic_items.items() for part in item.effects]


def test_effects_that_only_prompt_are_these_and_no_others() -> None:
    left: dict[str, set[str]] = {}
    for name, part in entries():
        if not carried_out(part) and not isinstance(part, f.Narrated):
            left.setdefault(str(part.__struct_config__.tag), set()).add(name)
    assert left == EFFECTS


def test_spells_and_things_with_facts_in_words_are_these_and_no_others() -> None:
    told = {name for name, part in entries() if isinstance(part, f.Narrated)}
    assert {name.removeprefix("spell ") for name in told if name.startswith("spell ")} == TOLD_SPELLS
    assert {name.removeprefix("item ") for name in told if name.startswith("item ")} == TOLD_ITEMS


def test_creatures_of_which_the_referee_is_told_are_these_and_no_others() -> None:
    told = {
        name
        for name, entry in RULES.content.monsters.items()
        if any(only_told(RULES.rules, special) for special in entry.specials)
    }
    assert told == TOLD_MONSTERS


@pytest.mark.parametrize("kind", [s.Blink, s.Bane, s.Footing, s.Incorporeal, s.Invisible, s.ToHit, s.Surprising])
def test_powers_that_were_prompts_are_none_any_more(kind: type) -> None:
    every = [special for entry in RULES.content.monsters.values() for special in entry.specials]
    assert any(isinstance(special, kind) for special in every)
    assert not any(only_told(RULES.rules, special) for special in every if isinstance(special, kind))


@pytest.mark.parametrize("language", ["it", "en"])
def test_every_prompt_has_its_facts_in_words(language: Any) -> None:
    for name, part in entries():
        if not carried_out(part):
            words = part_text(RULES.rules, part, language)
            assert len(words.split()) > 1, (name, words)
            assert "{" not in words
