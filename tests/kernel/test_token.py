"""Tokens: every creature and class has a picture, strangers show what their name says, faults are named."""

import pytest

from arbitro.kernel.content import Noun
from arbitro.kernel.glyphs import GLYPHS
from arbitro.kernel.token import LOOKS, Breed, Token, TokenEntry, initials, sort_tokens, token_art, token_for
from arbitro.rules.archmage.catalogue import load_books
from arbitro.rules.daggerheart.content import load_library
from arbitro.rules.infausta.content import load_content as load_infausta
from arbitro.rules.whitebox.content import load_content as load_whitebox
from arbitro.text import Fault

WOLF = {"wolf": Breed(Noun("lupo", "wolf"), "animal"), "dire_wolf": Breed(Noun("metalupo", "dire wolf"), "animal")}


def test_a_creature_goes_by_its_name_then_its_tag_then_its_kind() -> None:
    tokens = sort_tokens(
        {
            "wolf": TokenEntry(monsters=("wolf",)),
            "rat": TokenEntry(tags=("pest",)),
            "paw": TokenEntry(kinds=("animal",)),
        },
        WOLF,
    )
    assert tokens.of_creature("wolf", ("pest",), "animal") == "wolf"
    assert tokens.of_creature("dire_wolf", ("big", "pest"), "animal") == "rat"
    assert tokens.of_creature("dire_wolf", (), "animal") == "paw"
    assert tokens.of_creature("x") == ""


def test_a_stranger_shows_what_their_name_says_and_nothing_else() -> None:
    tokens = sort_tokens({"wolf": TokenEntry(monsters=("wolf",)), "paw": TokenEntry(kinds=("animal",))}, WOLF)
    assert tokens.of_name("Lupo 4") == tokens.of_name("wolf") == "wolf"
    assert tokens.of_name("Dire Wolf 2") == "paw", "the longest words count"
    assert tokens.of_name("Wolfram the innkeeper") == ""
    assert tokens.of_name("") == ""


@pytest.mark.parametrize(
    ("entries", "named"),
    [
        ({"unicycle": TokenEntry()}, "unicycle"),
        ({"wolf": TokenEntry(monsters=("wolff",))}, "wolff"),
        ({"wolf": TokenEntry(kinds=("animal",)), "paw": TokenEntry(kinds=("animal",))}, "animal"),
    ],
)
def test_what_is_wrong_is_named_in_both_languages(entries: dict[str, TokenEntry], named: str) -> None:
    with pytest.raises(Fault) as fault:
        sort_tokens(entries, WOLF)
    assert named in fault.value.in_("it")
    assert named in fault.value.in_("en")


def test_every_creature_and_class_of_every_game_has_a_picture() -> None:
    for books in (load_whitebox(), load_infausta()):
        assert [name for name, one in books.monsters.items() if not books.tokens.of_creature(name, (), one.kind)] == []
        assert [name for name in books.classes if not books.tokens.of_person(name)] == []
        assert [name for name in books.peoples if not books.tokens.of_person("", name)] == []
    battles, scenes = load_books(), load_library()
    found = battles.tokens.of_creature
    assert [name for name, one in battles.monsters.items() if not found(name, (one.family,), one.type)] == []
    assert [name for name in battles.classes if not battles.tokens.of_person(name)] == []
    found = scenes.tokens.of_creature
    assert [name for name, one in scenes.adversaries.items() if not found(name, (one.kin,), one.type)] == []
    assert [name for name in scenes.classes if not scenes.tokens.of_person(name)] == []


def test_a_stranger_with_the_name_of_a_creature_has_its_picture_in_both_languages() -> None:
    """Hyphens, elisions and long names stand in no way; in Italian an ogre and an orc are both called orco."""
    boxes, battles, scenes = (load_whitebox(), load_infausta()), load_books(), load_library()
    breeds = [(box.tokens, key, one.name, "", one.kind) for box in boxes for key, one in box.monsters.items()]
    breeds += [(battles.tokens, key, one.name, one.family, one.type) for key, one in battles.monsters.items()]
    breeds += [(scenes.tokens, key, one.name, one.kin, one.type) for key, one in scenes.adversaries.items()]
    strangers = {
        called
        for tokens, key, name, tag, kind in breeds
        for called in (name.it, name.en)
        if tokens.of_name(f"{called} 2") != tokens.of_creature(key, (tag,), kind)
    }
    assert strangers == {"orco"}


@pytest.mark.parametrize(
    ("name", "letters"), [("Berto", "B"), ("Berto il Rosso", "BR"), ("orc 12", "O12"), ("", "?"), ("l’Ombra", "O")]
)
def test_initials_are_the_last_resort(name: str, letters: str) -> None:
    assert initials(name) == letters
    assert f">{letters}</text>" in token_art(token_for(name))


def test_every_look_has_a_sign_of_its_own_and_every_side_an_outline() -> None:
    drawn = {look: token_art(Token("A", "sword", look)) for look in LOOKS}
    assert len({art.partition("</g></g>")[2] for art in drawn.values()}) == len(LOOKS)
    outlines = {token_art(Token("A"), side).partition('<g class="art"')[0] for side in range(4)}
    assert len(outlines) == 4
    assert all(GLYPHS[name] in token_art(Token("A", name)) for name in GLYPHS)
