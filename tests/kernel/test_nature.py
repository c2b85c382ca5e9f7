"""Natures as data: who has which, in what order the file is read, and what is wrong with a bad one."""

import pytest

from arbitro.kernel.content import Noun
from arbitro.kernel.nature import NATURES, NatureEntry, sort_natures
from arbitro.kernel.rulebook import Phrase
from arbitro.rules.archmage.catalogue import load_books
from arbitro.rules.daggerheart.content import load_library
from arbitro.rules.infausta.content import load_content as load_infausta
from arbitro.rules.whitebox.content import load_content as load_whitebox
from arbitro.text import Fault


def entry(**who):
    return NatureEntry(Noun("nome", "name"), Phrase("che cosa", "what"), **who)


def test_a_name_goes_before_a_tag_and_a_tag_before_a_kind():
    natures = sort_natures(
        {"cunning": entry(monsters=("lich",)), "mindless": entry(tags=("bones",)), "pack": entry(kinds=("undead",))}
    )
    assert natures.of("lich", ("bones",), "undead") == "cunning"
    assert natures.of("skeleton", ("bones",), "undead") == "mindless"
    assert natures.of("ghoul", ("flesh", ""), "undead") == "pack"
    assert natures.of("ogre", (), "giantish") == "plain"


@pytest.mark.parametrize(
    ("entries", "word"),
    [
        ({"cuning": entry()}, "cunning"),
        ({"pack": entry(monsters=("wolf",)), "cowardly": entry(monsters=("wolf",))}, "wolf"),
        ({"pack": entry(kinds=("beast",)), "plain": entry(kinds=("beast",))}, "beast"),
        ({"pack": entry(monsters=("wulf",))}, "wulf"),
    ],
)
def test_a_faulty_nature_is_named_in_both_languages(entries, word):
    with pytest.raises(Fault) as caught:
        sort_natures(entries, ["wolf"])
    assert word in caught.value.in_("it")
    assert word in caught.value.in_("en")
    assert caught.value.in_("it") != caught.value.in_("en")


def test_every_game_names_all_natures_and_uses_each():
    content = load_library()
    spotlight = {name: content.natures.of(name, (foe.kin,), foe.type) for name, foe in content.adversaries.items()}
    for sorted_ in (load_whitebox().nature_of, load_infausta().nature_of, load_books().nature_of, spotlight):
        assert set(sorted_.values()) == set(NATURES)
    for entries in (load_whitebox().natures, load_infausta().natures, load_books().natures):
        assert set(entries) == set(NATURES)
        assert all(one.name.it and one.name.en and one.about.it != one.about.en for one in entries.values())
