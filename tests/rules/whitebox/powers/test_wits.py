"""Who has lost the mind or the sight for magic: every spell, every thing that is read or obeys words, every study."""

import ast
from pathlib import Path
from typing import Any, get_args

import pytest
from msgspec.structs import replace
from tests.rules.whitebox.arena import RULES, Arena, d6, fight_with, found
from tests.rules.whitebox.exploring.delve import Delve, of_folk
from tests.rules.whitebox.people.camp import Camp, draft
from tests.rules.whitebox.powers.den import beast, caster, hero, magic

from arbitro.dice.stream import QuickDice
from arbitro.kernel.command import Refusal
from arbitro.kernel.seat import REFEREE, Seat
from arbitro.rules.whitebox.commands import Cast, Declare, EndTurn, JudgeSurprise, Prepare
from arbitro.rules.whitebox.events import DamageDealt
from arbitro.rules.whitebox.ongoing_effects import EffectKind, Ongoing
from arbitro.rules.whitebox.people.commands import CastSpell, CopySpell, Grant, Memorise, MemoriseAll
from arbitro.rules.whitebox.powers.commands import UseDevice, UseThing
from arbitro.rules.whitebox.powers.events import Unaffected
from arbitro.rules.whitebox.powers.power_ai import spell_aims
from arbitro.rules.whitebox.special import Immunity, SpellWard
from arbitro.rules.whitebox.spell_events import SpellCast

SOURCE = Path(__file__).parents[4] / "src" / "arbitro"
SPELLS = tuple(name for name, spell in RULES.content.spells.items() if "magic_user" in spell.lists)
ITEMS = RULES.content.magic_items


def under(state: Any, who: str, kind: EffectKind) -> Any:
    """The state with something lasting on somebody."""
    return replace(state, effects={**state.effects, who: (Ongoing(kind=kind, until=10**6),)})


def opened(*members: Any, **options: Any) -> Arena:
    """A fight that stands before its declarations."""
    arena = Arena(*members, surprise_method="judgement", **options)
    arena.do(JudgeSurprise(""))
    return arena


@pytest.mark.rule("WB-SPELL-01")
@pytest.mark.parametrize("sequence", ["standard", "alternate"])
def test_whoever_has_lost_the_mind_announces_prepares_and_casts_no_spell(sequence: str) -> None:
    for spell in SPELLS:
        one = caster("m", spell, level=12)
        arena = Arena(one, beast("orc", "o"), surprise_method="judgement", combat_sequence=sequence)
        arena.do(JudgeSurprise(""), *((d6(6), d6(1)) if sequence == "alternate" else ()))
        whole = arena.state
        arena.state = under(whole, "m", "feebleminded")
        command = Declare("m", "cast", "o", spell) if sequence == "standard" else Prepare("m", spell, "o")
        assert arena.refused(command).code == "witless"
        assert not [one for one in RULES.choices(arena.state, REFEREE) if one.command == type(command).__name__.lower()]
        arena.state = whole
        arena.do(command)
        if sequence == "standard":
            arena.do(EndTurn("A"), d6(6), d6(1))
            arena.state = under(arena.state, "m", "feebleminded")
            assert arena.refused(Cast("m")).code == "witless"


@pytest.mark.rule("WB-CORE-02", "WB-SPELL-01")
@pytest.mark.parametrize("kind", ["feebleminded", "blind"])
def test_things_that_are_read_or_obey_words_want_a_mind_and_scrolls_eyes_too(kind: EffectKind) -> None:
    plain, refused, tried = Delve("berto").state, set(), 0
    for name in ITEMS:
        given = RULES.decide(plain, Grant("berto", "magic", name), QuickDice(1)).state  # type: ignore[union-attr]
        command = UseThing("berto", next(iter(given.characters["berto"].items)))
        if isinstance(RULES.decide(given, command, QuickDice(1)), Refusal):
            continue
        tried += 1
        answer = RULES.decide(under(given, "berto", kind), command, QuickDice(1))
        if isinstance(answer, Refusal):
            assert answer.code == ("cannot_read" if kind == "blind" else "witless")
            refused.add(ITEMS[name].category)
        else:
            assert ITEMS[name].category not in ({"scroll"} if kind == "blind" else {"scroll", "wand", "staff"}), name
    assert tried > 30
    assert "scroll" in refused
    assert refused <= ({"scroll"} if kind == "blind" else {"scroll", "wand", "staff"})


@pytest.mark.rule("WB-CORE-02", "WB-SPELL-01")
@pytest.mark.parametrize("kind", ["feebleminded", "blind"])
def test_in_a_fight_too_a_scroll_is_not_read(kind: EffectKind) -> None:
    scroll = magic("scroll_protection_undead", 1)
    arena = fight_with(hero("a", level=9, gifts={"devices": (scroll,)}), beast("orc", "o"))
    command = UseDevice("a", scroll.id, "a")
    assert RULES.allows(arena.state, command)
    arena.state = under(arena.state, "a", kind)
    assert arena.refused(command).code in ("witless", "cannot_read")


@pytest.mark.rule("WB-SPELL-01", "WB-CORE-02")
def test_nobody_studies_or_copies_without_mind_or_eyes_and_a_cleric_prays_blind() -> None:
    mage = Camp(of_folk("ugo", "human", "magic_user"))
    book = mage["ugo"].book
    mage.do(Grant("ugo", "magic", "scroll_spells"))
    cleric = Camp(draft("pia", class_id="cleric", level=3))
    for kind, code in (("feebleminded", "witless"), ("blind", "cannot_read")):
        for table, who, spell in ((mage, "ugo", book[0]), (cleric, "pia", "cure_light_wounds")):
            table.state = under(table.state, who, kind)  # type: ignore[arg-type]
            for command in (Memorise(who, spell), MemoriseAll(who)):
                if who == "pia" and kind == "blind":
                    assert RULES.allows(table.state, command)
                else:
                    assert table.refused(command) == code
    mage.change("ugo", prepared=(book[0],))
    mage.state = under(mage.state, "ugo", "feebleminded")
    assert mage.refused(CastSpell("ugo", book[0])) == "witless"
    key = next(iter(mage["ugo"].items))
    mage.change("ugo", items={key: replace(mage["ugo"].items[key], spells=("light",))})
    assert mage.refused(CopySpell("ugo", key, "light")) == "witless"


NUMBERS = {"bonus", "cursed", "diseased", "protected"}
"""What carries a number, which every sum takes in whatever it is called."""
ONLY_TOLD = {"tasked"}
"""What the referee plays out: a quest is words."""


def test_whatever_lasts_is_asked_for_by_some_rule() -> None:
    """An effect that begins and changes nothing is a rule that was forgotten."""
    asked: set[str] = set()
    chapters = ("rules/whitebox", "rules/infausta", "play/sides/whitebox", "play/sides/infausta")
    for path in (path for chapter in chapters for path in (SOURCE / chapter).rglob("*.py")):
        if path.name in ("ongoing_effects.py", "meanings.py", "view.py", "cards.py", "tokens.py"):
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Compare) or (
                isinstance(node, ast.Call) and name_of(node.func) in ("under", "lasting_kind", "frozenset", "bearing")
            ):
                asked |= words_in(node)
            elif isinstance(node, ast.Assign | ast.AnnAssign) and isinstance(node.value, ast.Tuple | ast.Set):
                asked |= words_in(node.value)
    held = {"asleep", "held", "webbed", "stunned", "dazed", "prone", "stone", "charmed", "swallowed"}  # by their group
    assert set(get_args(EffectKind)) - asked - held - NUMBERS - ONLY_TOLD == set()


def words_in(node: ast.AST) -> set[str]:
    return {each.value for each in ast.walk(node) if isinstance(each, ast.Constant) and isinstance(each.value, str)}


def name_of(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


# -------------------------------------------------------------------- what goes off too near


def burst(at: int, spell: str = "fireball") -> list[Any]:
    """A spell at a foe so many feet away; who is hurt."""
    arena = opened(caster("m", spell, hp=60), hero("f", hp=60), beast("ogre", "o", hp=60, at=at))
    arena.do(Declare("m", "cast", "o", spell))
    arena.do(EndTurn("A"), d6(6), d6(1))
    answer = RULES.decide(arena.state, Cast("m"), QuickDice(1))
    assert not isinstance(answer, Refusal)
    return [event.target for event in found(answer.events, DamageDealt)]


@pytest.mark.rule("WB-SPELL-04")
@pytest.mark.parametrize(("at", "hurt"), [(10, {"m", "f", "o"}), (20, {"m", "f", "o"}), (30, {"o"})])
def test_a_fireball_takes_in_whoever_threw_it_too_near(at: int, hurt: set[str]) -> None:
    assert set(burst(at)) == hurt


@pytest.mark.rule("WB-SPELL-04")
def test_a_bolt_leaves_the_hand_and_spares_it() -> None:
    assert burst(30, "lightning_bolt") == ["o"]


PROOF = tuple(
    name
    for name, entry in RULES.content.monsters.items()
    if any(isinstance(each, Immunity | SpellWard) for each in entry.specials)
)
EVERY_SPELL = tuple(RULES.content.spells)


@pytest.mark.rule("WB-SPELL-01", "WB-SPELL-04")
@pytest.mark.parametrize("monster", PROOF)
def test_no_automatic_caster_throws_magic_at_those_it_cannot_touch(monster: str) -> None:
    arena = opened(caster("m", *EVERY_SPELL, level=9, hp=60, at=-40), beast(monster, "foe", at=20))
    one, foe = arena["m"], arena["foe"]
    for spell in one.profile.spells:
        for target, manner in spell_aims(RULES.at(arena.state), one, spell, [foe]):
            ready = replace(one, prepared=spell.id, aim=target)
            fight = replace(arena.fight, phase="act", combatants={"m": ready, "foe": foe})
            answer = RULES.decide(replace(arena.state, fight=fight), Cast("m", target, manner), QuickDice(1))
            assert not isinstance(answer, Refusal), (spell.id, answer)
            about = [
                event for event in answer.events if target in (getattr(event, "who", ""), getattr(event, "target", ""))
            ]
            done = [event for event in about if not isinstance(event, SpellCast)]
            assert not done or not all(isinstance(event, Unaffected) for event in done), (spell.id, done)


@pytest.mark.rule("WB-SPELL-04")
def test_an_automatic_caster_puts_the_living_to_sleep_and_not_the_dead() -> None:
    arena = opened(caster("m", "sleep"), beast("skeleton", at=10), beast("goblin", at=20))
    assert RULES.suggest(arena.state, Seat("A", "player", frozenset({"A", "m"}))) == Declare(
        "m", "cast", "goblin", "sleep"
    )
