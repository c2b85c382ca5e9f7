"""A narrator's prose held against what was told: a set of lies, and of true things that may be said."""

import pytest

from arbitro.agents.checking import Facts, objections
from arbitro.text import Language

EN = Facts(
    lines=(
        "Round 1: the party.",
        "Dalia attacks Orc 1 (axe): 19, a hit.",
        "Orc 1 loses 6 hit points.",
        "Orc 1 is dead.",
        "Guido attacks Orc 2 (mace): 3, a miss.",
        "Orc 3 flees from the fight.",
    ),
    seen=("Berto fighter, level 1 Hit points 8 8", "Livia fighter, level 1", "In melee: Dalia, Guido"),
    people=("Berto", "Dalia", "Guido", "Livia", "Orc 1", "Orc 2", "Orc 3", "Orc 4"),
    things=frozenset(("axe", "mace", "sword", "dragon", "potion", "rope", "goblin")),
)
IT = Facts(
    lines=(
        "Round 1: la compagnia.",
        "Dalia attacca l'orco 1 (ascia): 19, colpito.",
        "L'orco 1 perde 6 punti ferita.",
        "L'orco 1 è morto.",
        "Guido attacca l'orco 2 (mazza): 3, mancato.",
        "L'orco 3 fugge dallo scontro.",
    ),
    seen=("Berto guerriero, livello 1 Punti ferita 8 8", "Livia guerriera, livello 1"),
    people=("Berto", "Dalia", "Guido", "Livia", "Orco 1", "Orco 2", "Orco 3", "Orco 4"),
    things=frozenset(("ascia", "mazza", "spada", "drago", "pozione", "corda", "goblin")),
)
TRUE: dict[Language, tuple[str, ...]] = {
    "en": (
        "Dalia's axe comes down on Orc 1, and it is dead before it knows.",
        "Guido swings too early, and misses Orc 2.",
        "Orc 3 has seen enough and flees.",
        "A hit! The axe bites deep for 6.",
        "Nobody speaks. Dust hangs in the torchlight while Berto and Livia wait.",
    ),
    "it": (
        "L'ascia di Dalia cala sull'orco 1, che è morto prima di capirlo.",
        "Guido mena troppo presto: la mazza va a vuoto contro l'orco 2.",
        "L'orco 3 ne ha abbastanza e fugge.",
        "Un colpo secco: 6 punti ferita in meno per l'orco 1.",
        "Nessuno parla. Berto e Livia aspettano, e la polvere resta nell'aria.",
    ),
}
LIES: dict[Language, tuple[tuple[str, str], ...]] = {
    "en": (
        ("Orc 1 loses 12 hit points.", "number"),
        ("Nine orcs stand before them.", "number"),
        ("Then Gandalf strides in, and Thorin after him.", "name"),
        ("With a cry Dalia calls on Azathoth.", "name"),
        ("Orc 2 kills Berto.", "whose"),
        ("Livia lies dead.", "whose"),
        ("Guido is dead.", "whose"),
        ("Berto surrenders.", "outcome"),
        ("Berto is healed at once.", "outcome"),
        ("Livia casts a spell.", "outcome"),
        ("Gold glitters everywhere.", "outcome"),
        ("The door bursts open.", "outcome"),
        ("And so the victory is theirs.", "outcome"),
        ("A trap snaps shut.", "outcome"),
        ("Livia flees.", "whose"),
        ("A dragon watches.", "thing"),
        ("Berto draws his sword.", "thing"),
        ("Guido drinks a potion.", "thing"),
        ("See http://example.org for more.", "markup"),
        ("<b>Loud!</b>", "markup"),
        ("", "empty"),
        ("dust " * 400, "length"),
    ),
    "it": (
        ("L'orco 1 perde 12 punti ferita.", "number"),
        ("Nove orchi li aspettano.", "number"),
        ("Poi entra Gandalf, e dietro di lui Thorin.", "name"),
        ("L'orco 2 uccide Berto.", "whose"),
        ("Livia è morta.", "whose"),
        ("Berto si arrende.", "outcome"),
        ("Berto guarisce di colpo.", "outcome"),
        ("Livia lancia un incantesimo.", "outcome"),
        ("Dappertutto luccica oro.", "outcome"),
        ("La porta si spalanca.", "outcome"),
        ("E così la vittoria è loro.", "outcome"),
        ("Scatta una trappola.", "outcome"),
        ("Livia fugge.", "whose"),
        ("Un drago guarda.", "thing"),
        ("Berto estrae la spada.", "thing"),
        ("Guido beve una pozione.", "thing"),
        ("Leggi su https://example.org il resto.", "markup"),
        ("", "empty"),
    ),
}
FACTS = {"en": EN, "it": IT}


@pytest.mark.parametrize(("language", "prose"), [(language, one) for language, all_ in TRUE.items() for one in all_])
def test_what_the_lines_say_may_be_told(language: Language, prose: str) -> None:
    assert objections(prose, FACTS[language], language) == ()


@pytest.mark.parametrize(
    ("language", "prose", "what"), [(language, *one) for language, all_ in LIES.items() for one in all_]
)
def test_a_lie_is_found(language: Language, prose: str, what: str) -> None:
    found = objections(prose, FACTS[language], language)
    assert what in {one.what for one in found}, found
    assert all(one.in_(language) for one in found)


def test_some_lies_cannot_be_found() -> None:
    """The limits, as they are documented: what is neither number, name, outcome nor thing."""
    assert objections("The orcs laugh, and the floor is green.", EN, "en") == ()
