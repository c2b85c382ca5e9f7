"""How rules are played: by the rules, with a question, only told, or not at all."""

from pathlib import Path

import arbitro
from arbitro.kernel.coverage import WAYS, coverage, rules_that_ask, way_of
from arbitro.kernel.rulebook import load_rulebook

ROOT = Path(arbitro.__file__).parent
BOOKS = ("rules.whitebox", "rules.infausta", "rules.archmage", "rules.daggerheart", "appendix_a")


def test_a_rule_for_which_somebody_is_asked_asks_and_guidance_is_told() -> None:
    asking, book = rules_that_ask(ROOT), load_rulebook("arbitro.rules.whitebox")
    assert way_of(book, "WB-SURPRISE-01", asking) == "asks"
    assert way_of(book, "WB-DOOR-02", asking) == "runs"
    told = [atom for atom in book if way_of(book, atom, asking) == "told"]
    assert told
    assert {book[atom].kind for atom in told} == {"guidance"}


def test_a_variant_asks_where_the_rule_asks_that_it_took_over() -> None:
    asking, book = rules_that_ask(ROOT), load_rulebook("arbitro.rules.infausta")
    taken = [
        atom for atom in book if book[atom].status == "same" and not asking.isdisjoint((*book[atom].parents, "none"))
    ]
    assert taken
    assert {way_of(book, atom, asking) for atom in taken} == {"asks"}


def test_a_question_is_seen_whether_its_rules_stand_in_it_or_beside_it(tmp_path: Path) -> None:
    (tmp_path / "asking.py").write_text(
        '_RULES = ("XX-BESIDE-01",)\n'
        "def one(scene):\n"
        '    "Not XX-WORDS-01."\n'
        "    scene.ask(Question('one', _RULES))\n"
        "def two(scene):\n"
        "    scene.happen(DrawAsked(rules=('XX-WITHIN-01',)))\n"
        "def three(scene):\n"
        "    rules = ('XX-ABOVE-01',)\n"
        "    scene.ask(Question('three', rules))\n"
        "def four(scene):\n"
        "    scene.happen(Struck(rules=('XX-RUNS-01',)))\n"
    )
    assert rules_that_ask(tmp_path) == {"XX-BESIDE-01", "XX-WITHIN-01", "XX-ABOVE-01"}


def test_every_rule_of_every_book_is_in_one_of_the_four_states() -> None:
    asking = rules_that_ask(ROOT)
    for name in BOOKS:
        book = load_rulebook(f"arbitro.{name}")
        found = coverage(book, {}, {}, asking)
        assert found.ways == dict.fromkeys(WAYS, 0) | {"absent": len(book)}  # no code is no rule
        ways = [way_of(book, atom, asking) for atom in book]
        assert {"runs", "asks", "told"} == set(ways)
