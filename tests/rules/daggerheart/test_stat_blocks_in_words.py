"""Stat blocks and places in words: everything that the GM plays can be read, in both languages, with its numbers."""

import re

import pytest
from msgspec.structs import replace
from tests.rules.daggerheart.bench import BOOKS, RULES, acting, hero, play, printed

from arbitro.kernel.seat import REFEREE
from arbitro.kernel.state import Question
from arbitro.play.stocking.daggerheart import dwellers
from arbitro.rules.daggerheart.advice import advice
from arbitro.rules.daggerheart.encounter import later_phases
from arbitro.rules.daggerheart.entries import AdversaryEntry, PlaceEntry
from arbitro.rules.daggerheart.feature_texts import feature_text
from arbitro.rules.daggerheart.presence import PLACE
from arbitro.rules.daggerheart.state import Chance, Turn
from arbitro.rules.daggerheart.words import Named
from arbitro.text import LANGUAGES

RAW = re.compile(r"[a-z]_[a-z]|[{}]")
"""What no reader should see: an id, or a gap that nothing filled."""


def lines_of(sheet):
    parts = (
        part for section in sheet.sections for part in (*section.lines, *(" ".join(pair) for pair in section.pairs))
    )
    return [sheet.title, sheet.line, *parts]


@pytest.mark.rule("DHP-ADVSTAT-01", "DHP-ADVSTAT-05")
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", list(BOOKS.adversaries))
def test_the_sheet_of_an_adversary_says_who_it_is_what_it_wants_and_what_it_does(name, language):
    entry = BOOKS.entries("adversaries", AdversaryEntry)[name]
    bench = play(hero(), printed(name), turn=acting(name), fear=6)
    sheet = RULES.sheet(bench.state, REFEREE, name, language)
    told = lines_of(sheet)
    assert not [line for line in told if RAW.search(line)]
    assert entry.words.in_(language) in told
    assert any(", ".join(entry.motives.in_(language)) in line for line in told)
    one = bench.state.scene.foes[name]
    for feature in one.block.features:
        words = feature_text(RULES, one, feature, language)
        assert len(words) > 15, (name, feature.id)
        assert any(words in line for line in told), feature.id
    known = {feature.id for feature in one.block.features}
    assert set(entry.feature_words) <= known, "words for a feature that it has not"
    assert not any(line in ("passive", "passiva") for section in sheet.sections for _, line in section.pairs)


@pytest.mark.rule("DHP-ENV-01")
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", list(BOOKS.places))
def test_the_sheet_of_a_place_is_the_gms_and_says_everything(name, language):
    entry = BOOKS.entries("environments", PlaceEntry)[name]
    bench = play(hero(), place=name, fear=6, turn=Turn("gm_decision"))
    told = lines_of(RULES.sheet(bench.state, REFEREE, PLACE, language))
    assert not [line for line in told if RAW.search(line)]
    assert entry.words.in_(language) in told
    assert any(", ".join(entry.impulses.in_(language)) in line for line in told)
    for feature in BOOKS.places[name].features:
        words = feature_text(RULES, bench.state.scene.place, feature, language)
        assert len(words) > 15, feature.id
        assert any(words in line for line in told), feature.id
    for words in entry.feature_words.values():
        assert all(ask in told for ask in (words.ask.in_(language) if words.ask else ()))
    player = RULES.seats(bench.state)[0]
    assert RULES.sheet(bench.state, player, PLACE, language) is None
    cards = {card.id: card for card in RULES.cards(bench.state, player, language)}
    assert not cards[PLACE].has_sheet
    assert not any(entry.words.in_(language) in tag.note for tag in cards[PLACE].tags)


@pytest.mark.rule("DHP-ADVSTAT-01")
def test_the_card_of_an_adversary_tells_its_motives_to_the_gm_alone():
    bench = play(hero(), printed("bear"))
    gm = next(card for card in RULES.cards(bench.state, REFEREE, "en") if card.id == "bear")
    wants = ", ".join(BOOKS.entries("adversaries", AdversaryEntry)["bear"].motives.en)
    assert any(wants in tag.text for tag in gm.tags)
    other = next(card for card in RULES.cards(bench.state, RULES.seats(bench.state)[0], "en") if card.id == "bear")
    assert not any(wants in tag.text for tag in other.tags)


@pytest.mark.rule("DHP-SPOT-05", "DHP-ADVSTAT-01")
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_helper_tells_what_each_feature_of_the_one_in_the_spotlight_would_do(language):
    bench = play(hero(), printed("acid_burrower"), turn=acting("acid_burrower"), fear=6)
    said = {hint.choice: hint.text for hint in advice(RULES, bench.state, language)}
    told = BOOKS.entries("adversaries", AdversaryEntry)["acid_burrower"].feature_words
    assert told["spit_acid"].in_(language) in said["use_feature/acid_burrower/spit_acid"]
    offered = {choice.id for choice in RULES.choices(bench.state, REFEREE)}
    assert {choice for choice in said if choice.startswith("use_feature")} <= offered


@pytest.mark.rule("DH-FEAR-11", "DHP-ENV-01")
def test_the_helper_tells_what_the_place_would_do_and_what_to_ask():
    bench = play(hero(), place="abandoned_grove", turn=Turn("gm_decision"), fear=6)
    told = BOOKS.entries("environments", PlaceEntry)["abandoned_grove"].feature_words
    said = [hint.text for hint in advice(RULES, bench.state, "en")]
    assert any(told["barbed_vines"].en in text for text in said)
    assert any(told["barbed_vines"].ask.en[0] in text for text in said)


@pytest.mark.rule("DHP-ADVSTAT-05")
def test_the_helper_tells_what_the_reaction_would_do_that_it_asks_about():
    bench = play(hero(), printed("vampire"), fear=6)
    asked = replace(bench.state.scene, agenda=(Chance("vampire", "mistform"),))
    state = replace(bench.state, scene=asked, awaiting=(Question("chance", "referee", {}, ()),))
    told = BOOKS.entries("adversaries", AdversaryEntry)["vampire"].feature_words["mistform"]
    assert any(told.it in hint.text for hint in advice(RULES, state, "it"))


@pytest.mark.rule("DHP-ADVSTAT-12", "DHP-ADVSTAT-10")
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("pattern", list(BOOKS.patterns))
def test_an_improvised_adversary_has_the_words_of_its_patterns_with_its_own_numbers(pattern, language):
    kind = pattern if pattern in ("minion", "horde") else "standard"
    block = BOOKS.improvised(2, Named("Cosa", "Thing", "f"), kind, (pattern,))
    foe = replace(printed("bear", "thing"), block=block)
    for feature in block.features:
        words = feature_text(RULES, foe, feature, language)
        assert words
        assert not RAW.search(words)
        if feature.passive in ("relentless", "flying", "minion"):
            assert str(feature.value) in words


@pytest.mark.rule("DHP-ADVSTAT-13")
def test_nobody_meets_the_second_phase_of_something_first():
    later = later_phases(BOOKS)
    assert later == {
        "fallen_warlord_undefeated_champion", "volcanic_dragon_molten_scourge", "volcanic_dragon_ashen_tyrant",
    }  # fmt: skip
    for ground in ("underground", "wilds", "road"):
        assert not later & {block.id for block in dwellers(BOOKS, 4, ground)}
