"""A narrator's prose held against what was told: a set of lies, and of true things that may be said."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from arbitro.agents.checking import Facts, forms, objections
from arbitro.play import find_game
from arbitro.text import Language
from arbitro.web.narrating import things_of, words_of

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
FRESH: dict[Language, tuple[str, ...]] = {
    "en": (
        "A dozen orcs pour in.",
        "Twenty-one arrows fly.",
        "A hundred voices answer.",
        "A pair of orcs fall dead.",
        "Both Orc 1 and Orc 2 are dead.",
        "Dalia perishes.",
        "Guido has been slain.",
        "Livia breathes her last.",
        "Berto falls, never to rise.",
        "Livia drops lifeless.",
        "Guido expires.",
        "Berto is no more.",
        "Guido's mace finds its mark.",
        "Guido hits Orc 2.",
        "Orc 2 takes a wound.",
        "Guido smashes Orc 2 to the floor.",
        "Orc 4 turns and bolts.",
        "Orc 4 runs for its life.",
        "Dalia misses Orc 1.",
        "Berto gives himself up.",
        "Livia kneels and asks for quarter.",
        "Berto's wounds close.",
        "Livia feels her strength return as the wounds knit.",
        "Dalia hurls a ball of flame.",
        "A glow surrounds Livia, and sorcery crackles.",
        "They find a purse of coppers.",
        "Rubies spill from the sack.",
        "The fight is over.",
        "The orcs are beaten.",
        "The lock clicks and the way stands open.",
        "A hidden blade springs from the wall.",
        "Livia faints.",
        "The chief of the orcs says that Berto is dead.",
        "Orc 2 was not killed, but Livia was.",
        "Nobody fled but Guido.",
        "Guido shouts that Livia has died.",
        "Four of them lie dead.",
        "Dalia found a key.",
        "A goblin sneaks in.",
        "Strahd laughs.",
        "The wizard Elminster nods.",
        "Level up! Berto is level 2.",
        "Orc 1 loses six hundred hit points.",
        "Orc 1 loses 6,000 hit points.",
    ),
    "it": (
        "Una dozzina di orchi irrompe.",
        "Ventun frecce volano.",
        "Cento voci rispondono.",
        "Un paio di orchi cadono morti.",
        "Sia l'orco 1 sia l'orco 2 sono morti.",
        "Dalia perisce.",
        "Guido è stato ucciso.",
        "Livia esala l'ultimo respiro.",
        "Berto cade per non rialzarsi più.",
        "Livia crolla senza vita.",
        "Guido spira.",
        "Berto non c'è più.",
        "La mazza di Guido va a segno.",
        "Guido colpisce l'orco 2.",
        "L'orco 2 è ferito.",
        "Guido stende l'orco 2.",
        "L'orco 4 se la dà a gambe.",
        "L'orco 4 scappa.",
        "Dalia manca l'orco 1.",
        "Berto si consegna.",
        "Livia chiede pietà.",
        "Le ferite di Berto si rimarginano.",
        "Livia riprende le forze.",
        "Dalia scaglia una palla di fuoco.",
        "La stregoneria crepita attorno a Livia.",
        "Trovano una borsa di monete.",
        "Rubini rotolano dal sacco.",
        "Lo scontro è finito.",
        "Gli orchi sono sconfitti.",
        "La serratura scatta e il passaggio è aperto.",
        "Una lama nascosta scatta dal muro.",
        "Livia sviene.",
        "Il capo degli orchi dice che Berto è morto.",
        "L'orco 2 non è stato ucciso, ma Livia sì.",
        "Nessuno è fuggito tranne Guido.",
        "Guido grida che Livia è morta.",
        "Quattro di loro giacciono morti.",
        "Dalia ha trovato una chiave.",
        "Un goblin entra di soppiatto.",
        "Strahd ride.",
        "Il mago Elminster annuisce.",
        "Berto è ora di livello 2.",
        "L'orco 1 perde seicento punti ferita.",
    ),
}
"""Lies by another hand, written before the checker was held against them: half of them passed it then."""
FACTS = {"en": EN, "it": IT}
TOLD = Path(__file__).parent / "told"
"""Lies and true sentences of a third hand, each written before the checker was held against it."""
COMMON = words_of(find_game("whitebox"))


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


@pytest.mark.parametrize(("language", "prose"), [(language, one) for language, all_ in FRESH.items() for one in all_])
def test_numbers_in_words_deaths_in_other_words_and_reported_speech_are_found(language: Language, prose: str) -> None:
    assert objections(prose, replace(FACTS[language], common=COMMON), language)


@pytest.mark.parametrize(("language", "prose"), [(language, one) for language, all_ in TRUE.items() for one in all_])
def test_no_first_word_of_true_prose_is_taken_for_a_name(language: Language, prose: str) -> None:
    assert objections(prose, replace(FACTS[language], common=COMMON), language) == ()


@pytest.mark.parametrize("language", ["en", "it"])
def test_paraphrase_denial_plurals_and_places_are_found_and_plain_truth_is_let_through(language: Language) -> None:
    whitebox = find_game("whitebox")
    facts = replace(FACTS[language], common=COMMON, things=things_of(whitebox, language))
    told = {
        kind: (TOLD / f"{kind}.{language}.txt").read_text(encoding="utf-8").splitlines() for kind in ("lies", "true")
    }
    assert [one for one in told["lies"] if not objections(one, facts, language)] == []
    assert {one: found for one in told["true"] if (found := objections(one, facts, language))} == {}


@pytest.mark.parametrize(("word", "one"), [("wolves", "wolf"), ("draghi", "drago"), ("frecce", "freccia")])
def test_many_are_of_one(word: str, one: str) -> None:
    assert one in forms(word, "en" if one == "wolf" else "it")


def test_some_lies_cannot_be_found() -> None:
    """The limits, as they are documented: what is neither number, name, outcome nor thing."""
    assert objections("The orcs laugh, and the floor is green.", EN, "en") == ()
    assert objections("Dalia loses half her blood.", EN, "en") == ()  # she stands in the line of the hit
