"""No name without a meaning: whatever is chosen or met says in a line what it is and does."""

import re
from importlib.resources import files

import pytest

from arbitro.play import find_campaign
from arbitro.rules import find_ruleset
from arbitro.rules.archmage.catalogue import books_of
from arbitro.rules.archmage.meanings import entry_words, feat_words
from arbitro.rules.archmage.power_words import power_line
from arbitro.text import LANGUAGES, Language, load_catalogue

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
    line = entry_words(GAME, "", "wizard_lightning_bolt", "en")
    assert line == (
        "1 a day; Intelligence against PD, targets: 1d3+1, nearby; damage 7d8 (10d10 from level 5, 2d8 × 10 from "
        "level 7, 3d8 × 10 from level 9) (lightning); a miss deals half."
    )
    assert "Destrezza per il rango" in entry_words(GAME, "", "fighter_precision_attack", "it")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_feat_has_words(language: Language) -> None:
    feats = [f"{name}/{tier}" for name, entry in BOOKS.powers.items() if entry.sort != "part" for tier in entry.feats]
    assert [feat for feat in feats if not feat_words(GAME, feat, language)] == []


NOT_THE_BOOKS = re.compile(r"sganci|gregari|disingagg|dado dell'escalation", re.IGNORECASE)
"""Words in the place of the book's own: disimpegnarsi, marmaglia, dado di escalation."""


def test_the_words_of_powers_and_lines_are_the_books_own() -> None:
    folder = files("arbitro.rules.archmage")
    powers = [each for each in folder.joinpath("content", "powers").iterdir() if each.name.endswith(".yaml")]
    texts = {each.name: each.read_text("utf-8") for each in (*powers, folder.joinpath("content", "items.yaml"))}
    texts |= {
        key: text for key, text in load_catalogue(GAME.package, "it").items() if not key.startswith(("wish.", "say."))
    }
    assert {key: found[0] for key, text in texts.items() if (found := NOT_THE_BOOKS.search(text))} == {}


NOUNS = {
    "slancio",
    "aspetto",
    "concentrazione",
    "potere",
    "apertura",
    "flusso",
    "cerchio",
    "grazia",
    "colpo",
    "sotto",
    "all'erta",
}
"""Words with which what is said of a state may begin, though they end as an adjective would."""


def test_what_is_said_of_a_state_fits_whoever_is_in_it() -> None:
    """Nothing says whether a man or a woman is in a state: no word that would have to agree begins it."""
    lines = load_catalogue(GAME.package, "it").items()
    said = {key: text.split()[0].rstrip(",:") for key, text in lines if key.startswith("state.")}
    agreeing = {key: word for key, word in said.items() if re.search("(?:at|it|ut|ott|ess|ont|id|ert|irt)[oa]$", word)}
    assert {key: word for key, word in agreeing.items() if word not in NOUNS} == {}


def test_those_called_up_are_named_as_all_creatures_are() -> None:
    names = {name: entry.name for kind in (BOOKS.monsters, BOOKS.summons) for name, entry in kind.items()}
    assert [name for name, each in names.items() if not (each.it[0].isupper() and each.en[0].isupper())] == []


def test_they_stand_where_a_character_is_made() -> None:
    campaign = find_campaign("archmage")
    state = campaign.initial()
    for subject in ("class:wizard", "people:dwarf", "power-spells:wizard_acid_arrow", "feat:barbarian_rage/epic"):
        assert campaign.meaning(state, f"making:{subject}", "it")
