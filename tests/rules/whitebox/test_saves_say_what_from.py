"""A saving throw says what it is to avert, wherever the one who saves may know it (WB-SAVE-01)."""

from typing import get_args

import pytest
from tests.rules.infausta.arena import RULES as VARIANT
from tests.rules.whitebox.arena import RULES, d20, fight_with, only, someone, threat

from arbitro.kernel.sentence import tell
from arbitro.rules.whitebox.commands import CallSave
from arbitro.rules.whitebox.events import SaveRolled
from arbitro.rules.whitebox.ongoing_effects import UNTOLD, EffectKind, Ongoing
from arbitro.rules.whitebox.saves import averted_by_saving
from arbitro.rules.whitebox.terms import Harm, Threat
from arbitro.text import LANGUAGES

GOOD = {
    "invisible", "sees_invisible", "averted", "bonus", "protected", "resisting", "shielded", "spell_proof", "banishing",
    "regenerating", "hasted", "lit", "mist", "bodiless", "retaliating", "wall", "watchful", "slippery", "darkvision",
    "drinking", "empowered", "reflecting", "unerring",
}  # fmt: skip
"""Nobody is made to save against these."""
ELEMENTS = ("acid", "cold", "crushing", "fire", "light", "lightning", "poison", "sleep", "sound", "stone")
FACED = sorted({*get_args(Harm), *get_args(EffectKind), *ELEMENTS} - {"damage", "ongoing", *GOOD, *UNTOLD})


@pytest.mark.rule("WB-SAVE-01", "IS-SAVE-02")
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("rules", [RULES, VARIANT], ids=["whitebox", "infausta"])
def test_whatever_is_saved_against_has_words(rules, language):
    assert [word for word in FACED if rules.texts.find(language, f"averted.{word}") is None] == []


@pytest.mark.rule("WB-SAVE-01")
@pytest.mark.parametrize(("danger", "face", "told"), [
    (threat("death", element="poison"), 18, "Aldo supera il tiro salvezza contro il veleno (18)."),
    (threat("paralysis", "1d4"), 18, "Aldo supera il tiro salvezza contro la paralisi (18)."),
    (threat("damage", "1d6", element="fire"), 18, "Aldo supera il tiro salvezza contro il fuoco (18)."),
    (threat("damage", "1d6"), 18, "Aldo supera il tiro salvezza (18)."),
])  # fmt: skip
def test_the_line_names_it(danger, face, told):
    arena = fight_with(someone("Aldo", class_id="fighter"), someone("orc", "B"))
    rolled = only(arena.do(CallSave("Aldo", danger), d20(face)), SaveRolled)
    assert tell(RULES, arena.state, rolled, "it") == told


@pytest.mark.rule("WB-SAVE-01")
@pytest.mark.parametrize("kind", UNTOLD)
def test_what_is_told_to_nobody_is_not_told_by_the_save(kind):
    for element in ("", "poison"):
        assert averted_by_saving(Threat("ongoing", element=element, ongoing=Ongoing(kind=kind))) == ""
