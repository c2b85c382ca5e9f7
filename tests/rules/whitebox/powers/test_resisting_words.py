"""Whoever resists an element is said to resist that one."""

import pytest
from tests.rules.whitebox.arena import RULES
from tests.rules.whitebox.people.camp import Camp, draft, only

from arbitro.dice.stream import QuickDice
from arbitro.kernel.command import Refusal
from arbitro.kernel.sentence import tell
from arbitro.rules.whitebox.people.commands import Grant
from arbitro.rules.whitebox.powers.commands import UseThing
from arbitro.rules.whitebox.powers.events import EffectBegan
from arbitro.text import Language


@pytest.mark.parametrize(
    ("thing", "language", "said"),
    [
        ("potion_fire_resistance", "it", "Ida ora è resistente al fuoco (per 6 turni)."),
        ("potion_fire_resistance", "en", "Ida is now resistant to fire (for 6 turns)."),
        ("scroll_protection_poison", "it", "Ida ora è resistente al veleno (per 6 ore)."),
        ("scroll_protection_poison", "en", "Ida is now resistant to poison (for 6 hours)."),
    ],
)
def test_the_element_is_named(thing: str, language: Language, said: str) -> None:
    camp = Camp(draft("ida"))
    camp.do(Grant("ida", "magic", thing))
    used = RULES.decide(camp.state, UseThing("ida", thing), QuickDice(5))
    assert not isinstance(used, Refusal)
    began = only(used.events, EffectBegan)
    assert tell(RULES, used.state, began, language) == said
