"""No name without a meaning: whatever is chosen or met says in a line what it is and does."""

import re

import pytest

from arbitro.play import find_campaign
from arbitro.rules import find_ruleset
from arbitro.rules.archmage.catalogue import books_of
from arbitro.rules.archmage.meanings import entry_words, feat_words
from arbitro.rules.archmage.power_words import power_line
from arbitro.text import LANGUAGES, Language

GAME = find_ruleset("archmage")
BOOKS = books_of(GAME)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("sort", ["class", "people", "monster"])
def test_every_class_people_and_creature_has_words(sort: str, language: Language) -> None:
    entries = {"class": BOOKS.classes, "people": BOOKS.peoples, "monster": BOOKS.monsters}[sort]
    assert [name for name in entries if not entry_words(GAME, sort, name, language)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_power_says_what_it_does_and_no_number_is_missing(language: Language) -> None:
    lines = {name: power_line(GAME, entry, language) for name, entry in BOOKS.powers.items() if entry.sort != "part"}
    assert [name for name, line in lines.items() if not line] == []
    hollow = re.compile(
        r"[{}_]|\+0\b|\b0 \(|, ,|: ?[,.;]|; ?[,.;]|\b(?:damage|danni|points|temporanei) 0\b(?! (?:instead|invece))"
    )
    assert [(name, line) for name, line in lines.items() if hollow.search(line)] == []


def test_a_power_without_words_is_told_by_its_numbers() -> None:
    line = entry_words(GAME, "", "wizard_acid_arrow", "en")
    assert line == (
        "1 a day; Intelligence against PD, far away too; damage 4d10 (5d10 from level 3, 8d10 from level 5, "
        "3d4 × 10 from level 7, 5d4 × 10 from level 9) (acid); ongoing damage 5 (acid); "
        "missing: ongoing damage 5 (acid)."
    )
    assert "Destrezza per il rango" in entry_words(GAME, "", "fighter_precision_attack", "it")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_feat_has_words(language: Language) -> None:
    feats = [f"{name}/{tier}" for name, entry in BOOKS.powers.items() if entry.sort != "part" for tier in entry.feats]
    assert [feat for feat in feats if not feat_words(GAME, feat, language)] == []


def test_they_stand_where_a_character_is_made() -> None:
    campaign = find_campaign("archmage")
    state = campaign.initial()
    for subject in ("class:wizard", "people:dwarf", "power-spells:wizard_acid_arrow", "feat:barbarian_rage/epic"):
        assert campaign.meaning(state, f"making:{subject}", "it")
