"""Declarations before initiative, by the option: they come first, they are complete, and they bind."""

import pytest
from tests.rules.whitebox.arena import (
    BOW,
    RULES,
    SWORD,
    Arena,
    d6,
    d20,
    declaring,
    fight_with,
    only,
    sixes,
    someone,
    spell,
    threat,
)

from arbitro.kernel.sentence import tell
from arbitro.rules.whitebox.commands import (
    AllowSubstitute,
    Attack,
    BindWounds,
    CallSave,
    Cast,
    CheckMorale,
    Declare,
    EndFight,
    EndTurn,
    JudgeSurprise,
    Move,
    Prepare,
    ReadyWeapon,
    Run,
    Surrender,
)
from arbitro.rules.whitebox.events import Declared
from arbitro.rules.whitebox.powers.commands import ThrowOil


def both_declared(kind: str = "melee", target: str = "", **more: object) -> Arena:
    """One against one, a has declared something, b melee; a has won."""
    one = someone("a", weapons=(SWORD, BOW), **more)
    arena = declaring(one, someone("b", "B"), someone("c", "B"), declare_intent=True)
    arena.do(Declare("a", kind, target))
    arena.do(Declare("b", "melee"))
    arena.do(Declare("c", "other"))
    arena.end("A")
    arena.do(EndTurn("B"), d6(6), d6(1))
    return arena


@pytest.mark.rule("WB-INTENT-01")
def test_on_surprise_then_declarations_then_initiative_then_actions() -> None:
    arena = Arena(someone("a"), someone("b", "B"), dice=sixes(3, 3), declare_intent=True)
    arena.do(Declare("a", "melee", "b"))
    arena.do(Declare("b", "flee"))
    arena.end("A")
    arena.do(EndTurn("B"), d6(5), d6(1))
    arena.do(Attack("a", "b"), d20(1))
    kinds = arena.kinds()
    order = [kinds.index(name) for name in ("Surprised", "Declared", "InitiativeRolled", "AttackRolled")]
    assert order == sorted(order)


@pytest.mark.rule("WB-INTENT-01")
def test_initiative_waits_until_everybody_has_declared() -> None:
    arena = declaring(someone("a1"), someone("a2"), someone("b", "B"), declare_intent=True)
    arena.do(Declare("a1", "melee"))
    assert arena.refused(EndTurn("A")).code == "declare_all"
    assert arena.refused(Attack("a1", "b")).code == "declare_first"
    arena.do(Declare("a2", "other"))
    arena.end("A")
    assert arena.refused(EndTurn("B")).code == "declare_all"


@pytest.mark.rule("WB-INTENT-01")
def test_off_nothing_is_asked_for() -> None:
    arena = fight_with(someone("a"), someone("b", "B"))
    assert arena.moment == (1, "act", ("A",))
    assert arena.refused(Declare("a", "melee")).code == "too_late"


@pytest.mark.rule("WB-INTENT-01", "WB-SPELL-01")
def test_off_only_a_spell_is_announced() -> None:
    arena = declaring(someone("a", spells=(spell("spark"),)), someone("b", "B"))
    assert arena.fight.acting == ("A",)
    assert arena.refused(Declare("a", "melee")).code == "option_off"
    arena.do(Declare("a", "cast", "b", "spark"))


@pytest.mark.rule("WB-INTENT-01")
def test_declarations_are_made_anew_in_each_round() -> None:
    arena = both_declared()
    arena.end("A", "B")
    assert arena.moment == (2, "declare", ("A", "B"))
    assert arena["a"].intent is None
    assert arena.refused(EndTurn("A")).code == "declare_all"


@pytest.mark.rule("WB-INTENT-01")
def test_a_declaration_is_made_once() -> None:
    arena = declaring(someone("a"), someone("b", "B"), declare_intent=True)
    told = only(arena.do(Declare("a", "melee", "b")), Declared)
    assert (told.intent.kind, told.intent.target) == ("melee", "b")
    assert arena.refused(Declare("a", "flee")).code == "declared_already"
    assert arena.refused(AllowSubstitute("a")).code == "declare_first"
    assert arena.refused(Declare("b", "melee", "nobody")).code == "nobody"
    arena.end("A")
    assert arena.refused(Declare("a", "melee")).code == "too_late"


@pytest.mark.rule("WB-INTENT-01")
@pytest.mark.parametrize(
    ("declared", "refused", "allowed"),
    [
        ("melee", [Attack("a", "b", "bow"), Run("a"), BindWounds("a", "b")], Attack("a", "b", "sword")),
        ("missile", [Attack("a", "b", "sword"), Run("a")], Attack("a", "c", "bow")),
        ("move", [Attack("a", "b", "sword"), Attack("a", "b", "bow"), Run("a")], Move("a", 5)),
        ("flee", [Attack("a", "b", "sword"), Move("a", 5)], Run("a")),
        ("other", [Attack("a", "b", "sword"), Move("a", 5), Run("a")], Surrender("a")),
    ],
)
def test_a_declaration_binds(declared: str, refused: list[Attack], allowed: Attack) -> None:
    arena = both_declared(declared)
    for command in refused:
        assert arena.refused(command).code == "declared_otherwise"
    dice = []
    if isinstance(allowed, Attack):
        dice = [d20(1)] if allowed.weapon == "sword" else [(2, 2), d20(1)]
    arena.do(allowed, *dice)


@pytest.mark.rule("WB-INTENT-01")
def test_once_the_fight_is_over_a_declaration_binds_nobody() -> None:
    arena = both_declared("other")
    assert arena.refused(ThrowOil("a", "b")).code == "declared_otherwise"
    arena.do(EndFight())
    assert arena.refused(ThrowOil("a", "b")).code == "no_fight"


@pytest.mark.rule("WB-INTENT-01")
def test_a_target_that_was_named_binds_too_and_an_action_that_became_impossible_is_lost() -> None:
    arena = both_declared("melee", "b")
    arena.do(CallSave("b", threat("death", save=False)))
    assert arena.refused(Attack("a", "b")).code == "no_target"
    assert arena.refused(Attack("a", "c")).code == "declared_otherwise"


@pytest.mark.rule("WB-INTENT-01")
def test_the_referee_may_allow_a_substitute() -> None:
    arena = both_declared("melee", "b")
    arena.do(CallSave("b", threat("death", save=False)))
    arena.do(AllowSubstitute("a"))
    arena.do(Attack("a", "c"), d20(1))
    assert arena.refused(AllowSubstitute("a")).code == "nothing_declared"


@pytest.mark.rule("WB-INTENT-01", "WB-MORALE-04")
def test_whoever_loses_heart_runs_whatever_was_declared() -> None:
    arena = both_declared()
    arena.do(CheckMorale("B"), d6(2), d6(1))
    arena.end("A")
    assert arena.refused(Attack("b", "a")).code == "fleeing"
    arena.do(Run("b"))


@pytest.mark.rule("WB-INTENT-01", "WB-SPELL-01")
def test_a_declared_spell_is_announced_with_it() -> None:
    arena = declaring(someone("a", spells=(spell("spark"),)), someone("b", "B"), declare_intent=True)
    assert arena.refused(Declare("a", "cast", "b", "storm")).code == "no_spell"
    assert arena.refused(Declare("a", "cast", "", "spark")).code == "nobody"
    arena.do(Declare("a", "cast", "b", "spark"))
    arena.do(Declare("b", "other"))
    arena.end("A")
    arena.do(EndTurn("B"), d6(6), d6(1))
    assert arena.refused(Attack("a", "b")).code == "casting"
    arena.do(Cast("a"), d6(2))
    assert arena["b"].hp == 6


@pytest.mark.rule("WB-INTENT-01", "WB-ALTSEQ-01", "WB-ALTSEQ-06")
def test_by_the_alternative_sequence_a_declared_spell_is_released_or_prepared_in_its_phase() -> None:
    caster = someone("a", spells=(spell("spark"), spell("storm")), prepared=("spark",))
    arena = declaring(caster, someone("b", "B", hp=20), declare_intent=True, combat_sequence="alternate")
    arena.do(Declare("a", "cast", "b", "storm"))
    arena.do(Declare("b", "melee"))
    arena.end("A")
    arena.do(EndTurn("B"), d6(6), d6(1))
    assert arena.moment == (1, "prepared", ("A",))
    arena.do(Cast("a", "b"), d6(3))
    arena.do(Prepare("a", "storm", "b"))
    assert arena["a"].preparing == "storm"


@pytest.mark.rule("WB-INTENT-01", "WB-ALTSEQ-06")
def test_by_the_alternative_sequence_whoever_declared_a_blow_does_not_cast() -> None:
    caster = someone("a", weapons=(SWORD, BOW), spells=(spell("spark"), spell("storm")), prepared=("spark",))
    arena = declaring(caster, someone("b", "B"), declare_intent=True, combat_sequence="alternate")
    arena.do(Declare("a", "melee"))
    arena.do(Declare("b", "melee"))
    arena.end("A")
    arena.do(EndTurn("B"), d6(6), d6(1))
    for command in (Cast("a", "b"), ReadyWeapon("a", "bow")):
        assert arena.refused(command).code == "declared_otherwise"
    arena.end("A")
    assert arena.refused(Prepare("a", "storm", "b")).code == "prepare_first"
    arena.end("A")  # the bow is slung
    arena.do(Attack("a", "b"), d20(1))


@pytest.mark.rule("WB-INTENT-01")
def test_the_surprised_side_declares_after_the_free_action() -> None:
    arena = Arena(someone("a"), someone("b", "B"), surprise_method="judgement", declare_intent=True)
    arena.do(JudgeSurprise("B"))
    arena.do(Attack("a", "b"), d20(1))
    arena.end("A")
    assert arena.moment == (1, "declare", ("A", "B"))


@pytest.mark.rule("WB-INTENT-01")
@pytest.mark.parametrize(
    ("kind", "target", "italian", "english"),
    [
        ("melee", "b", "A dichiara: colpire B.", "A declares: strike B."),
        ("missile", "b", "A dichiara: tirare a B.", "A declares: shoot at B."),
        ("move", "b", "A dichiara: muoversi verso B.", "A declares: move towards B."),
        ("melee", "", "A dichiara: colpire.", "A declares: strike."),
        ("flee", "b", "A dichiara: fuggire.", "A declares: flee."),
    ],
)
def test_a_declaration_says_against_whom(kind: str, target: str, italian: str, english: str) -> None:
    arena = declaring(someone("a", weapons=(SWORD, BOW)), someone("b", "B"), declare_intent=True)
    event = only(arena.do(Declare("a", kind, target)), Declared)
    told = [tell(RULES, arena.state, event, language).replace("a ", "A ", 1) for language in ("it", "en")]
    assert [line.upper() for line in told] == [italian.upper(), english.upper()]


@pytest.mark.rule("WB-INTENT-01")
def test_a_declared_spell_is_named() -> None:
    caster = someone("a", spells=(spell("sleep"),))
    arena = declaring(caster, someone("b", "B"), declare_intent=True)
    name = caster.profile.spells[0]
    event = only(arena.do(Declare("a", "cast", "b", name.id)), Declared)
    assert "«sonno» su b" in tell(RULES, arena.state, event, "it")
