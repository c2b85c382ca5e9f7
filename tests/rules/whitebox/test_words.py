"""What the game says of its things and powers: by sweeps over its content, in both games of the family."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace
from tests.rules.whitebox.arena import fight_with, someone
from tests.spoken import faults

from arbitro.dice.stream import Die
from arbitro.kernel.command import Refusal
from arbitro.kernel.content import Noun
from arbitro.kernel.explain import explain
from arbitro.kernel.ruling import held_against
from arbitro.kernel.sentence import refusal_text
from arbitro.rules.infausta import infausta
from arbitro.rules.whitebox import white_box
from arbitro.rules.whitebox.events import AttackRolled, SpellCast
from arbitro.rules.whitebox.exploring.events import LanceCouched
from arbitro.rules.whitebox.people.events import CoinsChanged
from arbitro.rules.whitebox.people.state import Coins, Item
from arbitro.rules.whitebox.people.telling import counted_item
from arbitro.rules.whitebox.powers.telling import monster_text, part_text
from arbitro.rules.whitebox.whose_turn import acting
from arbitro.text import LANGUAGES, Language, with_article

GAME = white_box()
over_games = pytest.mark.parametrize("game", [GAME, infausta()], ids=lambda game: game.id)
over_languages = pytest.mark.parametrize("language", LANGUAGES)


def parts(game: Any) -> Iterator[tuple[str, Any]]:
    """Every effect of every spell and magic item."""
    for name in game.content.spells:
        yield from ((name, part) for part in game.content.find_spell(name)[1])
    for name, item in game.content.magic_items.items():
        yield from ((name, part) for part in item.effects)


@over_games
@over_languages
def test_every_effect_is_told_in_words(game: Any, language: Language) -> None:
    wrong = {}
    for name, part in parts(game):
        told = part_text(game.rules, part, language)
        tag = str(part.__struct_config__.tag)
        found = faults(told, language)
        if told == tag or found or not told.endswith((".", ")")):
            wrong[name, tag] = (told, found)
    assert wrong == {}


@over_games
@over_languages
def test_every_entry_of_the_bestiary_is_told_in_one_language(game: Any, language: Language) -> None:
    lines = {line.strip() for name in game.content.monsters for line in monster_text(game.rules, name, language)}
    own = [f"[{key}]" for entry in game.content.monsters.values() for key in entry.varieties]
    spoken = {line: faults(line, language, own) for line in lines}
    assert {line: found for line, found in spoken.items() if found and "una al giorno" not in line} == {}


SINGULAR_IN_I = re.compile(r"(?:zombi|djinni|efreeti|àlfheimri)\b")


@over_games
def test_a_thing_that_is_several_takes_the_article_of_several(game: Any) -> None:
    content = game.content
    catalogues = (content.weapons, content.armour, content.gear, content.transport, content.magic_items)
    nouns: list[Noun] = [entry.name for each in catalogues for entry in each.values()]
    many = [noun for noun in nouns if noun.it.split()[0].endswith("i") and not SINGULAR_IN_I.match(noun.it)]
    assert len(many) > 10
    assert {noun.it for noun in many if noun.grammar != "many"} == set()
    boots = content.magic_items["boots_elvenkind"].name.in_("it")
    assert [with_article(boots, form, "it") for form in ("the", "of", "a")] == [
        "gli stivali degli elfi",
        "degli stivali degli elfi",
        "degli stivali degli elfi",
    ]


@pytest.mark.parametrize(
    ("item", "count", "italian", "english"),
    [
        (Item("gear", "torches_6"), 1, "una torcia", "a torch"),
        (Item("gear", "torches_6"), 5, "5 torce", "5 torches"),
        (Item("gear", "rope_hemp_50"), 2, "2 corde di canapa da 50 piedi", "2 50-foot hemp ropes"),
        (Item("weapon", "long_sword", plus=1), 1, "una spada lunga +1", "a long sword +1"),
        (Item("weapon", "long_sword", plus=1), 2, "2 × spada lunga +1", "2 × long sword +1"),
        (Item("magic", "boots_speed"), 1, "degli stivali della velocità", "boots of speed"),
    ],
)
def test_things_are_counted_as_people_do(item: Item, count: int, italian: str, english: str) -> None:
    assert counted_item(GAME.rules, item, count, "it") == italian
    assert counted_item(GAME.rules, item, count, "en") == english


@pytest.mark.rule("WB-ATK-04", "WB-JOUST-02")
@over_languages
def test_an_attack_without_a_table_names_the_armour_class_and_its_own_bonus(language: Language) -> None:
    check = held_against((Die(20, 15, 1),), (), ">=", 12, "armour_descending")
    told = {
        "it": "CA 5 [14], bonus per colpire +2",
        "en": "AC 5 [14], bonus to hit +2",
    }
    for event in (
        AttackRolled("orc", "berto", "axe", check, True, 0, 14, rules=("WB-ATK-06",)),
        LanceCouched("orc", "berto", check, True, 15, 0, 14, rules=("WB-ATK-06",)),
    ):
        assert told[language] in explain(GAME, GAME.initial(), event, language).numbers[0]
    unknown = AttackRolled("orc", "berto", "axe", check, True, 0, None, rules=("WB-ATK-06",))
    assert "[14]" not in explain(GAME, GAME.initial(), unknown, language).numbers[0]


def test_a_refusal_says_in_words_what_keeps_somebody_from_acting() -> None:
    state = fight_with(someone("Aldo"), someone("b", "B")).state
    assert state.fight is not None
    beaten = replace(state.fight.combatants["Aldo"], condition="surrendered")
    state = replace(state, fight=replace(state.fight, combatants={**state.fight.combatants, "Aldo": beaten}))
    refused = acting(GAME.at(state), "Aldo")
    assert isinstance(refused, Refusal)
    assert refusal_text(GAME, state, refused, "it") == "Aldo non può agire (arreso)."
    assert refusal_text(GAME, state, refused, "en") == "Aldo cannot act (has surrendered)."


def test_lines_say_what_happened() -> None:
    arena = fight_with(someone("Aldo"), someone("b", "B"))

    def told(event: Any, language: Language) -> str:
        return explain(GAME, arena.state, event, language).sentence

    assert told(CoinsChanged("Aldo", Coins(3, 2)), "it") == "Ora nella borsa di Aldo: 3 mo, 2 ma."
    assert told(SpellCast("Aldo", "bless", "Aldo"), "it").endswith("» su di sé.")
