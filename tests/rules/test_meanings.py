"""No name without a meaning: what can be chosen or shown says what it is or does, in both languages."""

from collections.abc import Iterator, Mapping
from typing import Any, get_args

import pytest

from arbitro.library import game
from arbitro.rules.whitebox.meanings import feature_text
from arbitro.rules.whitebox.ongoing_effects import EffectKind
from arbitro.text import LANGUAGES

BOXES = ("whitebox", "infausta")


def box_entries(name: str) -> Iterator[str]:
    """Every entry of the family of the white box that a choice or a sheet may name."""
    content: Any = game(name).books()
    sorts: Mapping[str, Any] = {
        "spell": {**content.spells, **content.reverses},
        "magic": content.magic_items,
        "weapon": content.weapons,
        "armour": content.armour,
        "gear": content.gear,
        "transport": content.transport,
        "trade": content.hirelings,
        "class": content.classes,
        "people": content.peoples,
        "monster": content.monsters,
        "language": content.languages,
        "alignment": content.creation.alignments,
        "ability": content.creation.abilities,
        "effect": get_args(EffectKind),
    }
    for sort, entries in sorts.items():
        yield from (f"{sort}:{entry}" for entry in entries)


@pytest.mark.parametrize("name", BOXES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_entry_of_the_boxes_has_words(name, language):
    ruleset = game(name)
    state = ruleset.initial()
    kinds = {
        ruleset.texts.say(language, f"means.item.{kind}") for kind in ("wondrous", "cursed", "ring", "weapon", "armour")
    }
    mute = []
    for subject in box_entries(name):
        words = ruleset.meaning(state, subject, language)
        if not words or words in kinds or "{" in words or "  " in words:
            mute.append(f"{subject}: {words}")
    assert mute == []


@pytest.mark.parametrize("name", BOXES)
def test_both_languages_say_something_of_their_own(name):
    ruleset = game(name)
    state = ruleset.initial()
    same = [one for one in box_entries(name) if ruleset.meaning(state, one, "it") == ruleset.meaning(state, one, "en")]
    assert same == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_feature_of_a_class_says_what_it_does(language):
    for name in BOXES:
        ruleset: Any = game(name)
        for entry in ruleset.content.classes.values():
            for feature in entry.features:
                assert len(feature_text(ruleset.rules, feature, language)) > 30


def test_the_numbers_are_those_of_the_rules():
    ruleset = game("whitebox")
    state = ruleset.initial()
    assert "1d6+1" in ruleset.meaning(state, "spell:cure_light_wounds", "en")
    assert "3d6 of 0 to 1 hit die" in ruleset.meaning(state, "spell:sleep", "en")
    assert "1d6 damage for each level" in ruleset.meaning(state, "spell:fireball", "en")
    assert ruleset.meaning(state, "spell:no_such_spell", "en") == ""
    assert ruleset.meaning(state, "orc-1", "en") == ""
