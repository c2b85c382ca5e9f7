"""Fights, jousts and expeditions as files: a fault names its line and what would be right."""

import pytest
from tests.rules.whitebox.arena import RULES, someone

from arbitro.dice.stream import ScriptedDice
from arbitro.kernel.command import Refusal
from arbitro.kernel.yamlfile import Document
from arbitro.rules.whitebox.commands import StartFight
from arbitro.rules.whitebox.state import Side
from arbitro.rules.whitebox.terms import Named
from arbitro.text import Fault

FIGHT = """\
game: whitebox
sides:
  party:
    members:
      - name: Berto
        class: fighter
        hp: 8
        ac: 4
      - name: Dalia
        class: cleric
        hp: 6
        ac: 5
  orcs:
    monsters:
      - monster: orc
        count: 3
"""
JOUST = "game: whitebox\nriders:\n  - name: Aldo\n    hp: 9\n    ac: 3\n    class: fighter\n"
EXPEDITION = """\
game: whitebox
party: novices
at: a
places: [{id: a, name: A}]
troops:
  - id: x
    monster: orc
  - id: y
    class: thief
"""


def fault(text: str, old: str, new: str) -> Fault:
    """What is said of a file after one change."""
    assert old in text
    RULES.read_setup(Document("x.yaml", text))
    with pytest.raises(Fault) as found:
        RULES.read_setup(Document("x.yaml", text.replace(old, new)))
    return found.value


@pytest.mark.parametrize(
    ("text", "old", "new", "line", "said"),
    [
        (FIGHT, "class: cleric", "class: wizard", 10, "cleric, fighter, magic_user, thief"),
        (FIGHT, "monster: orc", "monster: orcc", 15, "did you mean “orc”"),
        (FIGHT, "    monsters:", "    party: heroes\n    monsters:", 14, "novices"),
        (FIGHT, "hp: 6", "hitpoints: 6", 11, "hitpoints"),
        (FIGHT, "hp: 6", "hp: 6\n        armor: 3", 12, "did you mean “armour”"),
        (FIGHT, "count: 3", "count: three", 16, "a whole number"),
        (JOUST, "class: fighter", "class: knight", 6, "knight"),
        (EXPEDITION, "class: thief", "class: burglar", 9, "burglar"),
        (EXPEDITION, "monster: orc", "monster: ork", 7, "did you mean “orc”"),
        (EXPEDITION, "party: novices", "party: heroes", 2, "novices"),
    ],
)
def test_a_fault_names_its_own_line_and_what_would_be_right(text, old, new, line, said):
    found = fault(text, old, new)
    assert f"line {line}:" in found.in_("en")
    assert f"riga {line}:" in found.in_("it")
    assert said in found.in_("en")


def test_a_fight_among_people_of_no_known_class_is_refused_without_a_file():
    sides = (Side("A", Named("A", "A")), Side("B", Named("B", "B")))
    members = (someone("a", class_id="fighter"), someone("b", "B", class_id="wizard"))
    found = RULES.decide(RULES.initial(), StartFight(sides, members), ScriptedDice())
    assert isinstance(found, Refusal)
    assert found.code == "no_such_class"


def test_damage_and_amounts_may_be_plain_numbers():
    weapon = "\n        weapons: [{name: staff, damage: 1, threat: {effect: paralysis, amount: 2}}]"
    written = FIGHT.replace("ac: 4", f"ac: 4{weapon}")
    quoted = written.replace("damage: 1,", 'damage: "1",').replace("amount: 2}", 'amount: "2"}')
    (plain,), (worded,) = (RULES.read_setup(Document("f.yaml", text)).start for text in (written, quoted))
    assert plain == worded
    assert str(plain.members[0].profile.weapons[0].damage) == "1"
