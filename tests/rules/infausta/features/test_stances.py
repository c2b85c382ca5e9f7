"""The champion: extra blows in the hand, stances for a round."""

import pytest
from tests.rules.infausta.camp import Camp, one
from tests.rules.infausta.features.stage import RULES, Stage, beast, hero, opened, staged
from tests.rules.whitebox.arena import BOW, SWORD, JudgeSurprise, d6, d20, someone
from tests.rules.whitebox.people.camp import only

from arbitro.kernel.seat import Seat
from arbitro.rules.infausta.features.commands import TakeStance
from arbitro.rules.infausta.features.events import StanceTaken
from arbitro.rules.whitebox.commands import Attack, EndTurn, Move, Run
from arbitro.rules.whitebox.events import AttackRolled

PLAYER = Seat("A", "player", frozenset({"A", "a"}))


@pytest.mark.rule("IS-CHAM-02")
@pytest.mark.parametrize(
    ("stance", "change", "own_face", "foes_face"),
    [("offensive", 3, 7, 7), ("defensive", -3, 13, 13), ("", 0, 10, 10)],
)
def test_a_stance_moves_the_rolls_of_both_by_three(stance, change, own_face, foes_face):
    """Against armour class 10 and without bonuses a 10 hits: 7 on the attack, 13 on guard, for both alike."""
    for own, foes, hits in ((own_face, foes_face, True), (own_face - 1, foes_face - 1, False)):
        stage = opened(hero("a", "champion", hp=20), someone("b", "B", hp=20))
        if stance:
            taken = only(stage.do(TakeStance("a", stance)), StanceTaken)
            assert (taken.to_hit, taken.round, taken.rules[0]) == (change, 1, "IS-CHAM-02")
        stage.declare_all(d6(6), d6(1))
        for who, target, face in (("a", "b", own), ("b", "a", foes)):
            told = only(stage.do(Attack(who, target), d20(face), *((d6(1),) if hits else ())), AttackRolled)
            assert (told.hit, told.check.total) == (hits, face + change)
            notes = [modifier.note for modifier in told.check.modifiers]
            assert notes == (["own_stance" if who == "a" else "foes_stance"] if change else [])
            stage.do(EndTurn("A" if who == "a" else "B"))


@pytest.mark.rule("IS-CHAM-02", "IS-INIT-01")
def test_a_stance_is_chosen_with_the_declarations_and_lasts_a_round():
    stage = opened(hero("a", "champion", hp=20), someone("b", "B", hp=20))
    stage.do(TakeStance("a", "offensive"))
    assert stage.refused(TakeStance("a", "defensive")).code == "stance_taken"
    stage.declare_all(d6(6), d6(1))
    assert stage.refused(TakeStance("a", "defensive")).code == "stance_taken"
    stage.end("A")
    stage.end("B")
    told = only(stage.declare_all() and stage.do(Attack("a", "b"), d20(9)), AttackRolled)
    assert (told.hit, told.check.modifiers) == (False, ())
    assert stage.refused(TakeStance("a", "defensive")).code in ("stance_late", "cannot_act", "no_fight")


@pytest.mark.rule("IS-CHAM-02")
def test_against_the_surprised_it_is_chosen_before_the_free_blow():
    stage = Stage(hero("a", "champion", hp=20), someone("b", "B", hp=20), surprise_method="judgement")
    stage.do(JudgeSurprise("B"))
    stage.do(TakeStance("a", "offensive"))
    assert only(stage.do(Attack("a", "b"), d20(7), d6(2)), AttackRolled).hit


@pytest.mark.rule("IS-CHAM-02")
def test_only_champions_have_stances():
    stage = opened(hero("a", "paladin"), someone("b", "B"))
    refused = stage.refused(TakeStance("a", "offensive"))
    assert (refused.code, refused.rules) == ("no_gift", ("IS-CHAM-02",))
    assert stage.refused(TakeStance("b", "offensive")).code == "no_gift"


@pytest.mark.rule("IS-CHAM-02")
def test_stances_are_offered_while_declaring():
    stage = opened(hero("a", "champion"), someone("b", "B"))
    offered = {choice.id for choice in RULES.choices(stage.state, PLAYER) if choice.command == "take_stance"}
    assert offered == {"take_stance/a/offensive", "take_stance/a/defensive"}
    stage.declare_all(d6(6), d6(1))
    assert not any(choice.command == "take_stance" for choice in RULES.choices(stage.state, PLAYER))


@pytest.mark.rule("IS-CHAM-02", "IS-INIT-01")
def test_the_stance_of_others_is_not_shown_before_it_counts():
    stage = opened(someone("a", class_id="thief"), hero("b", "champion", side="B", at=10, nature="npc"))
    taken = only(stage.do(TakeStance("b", "defensive")), StanceTaken)
    assert taken.audience == "B"
    assert RULES.view(stage.state, PLAYER).stances == {}
    assert RULES.view(stage.state, Seat("B", "player", frozenset({"B", "b"}))).stances == {"b": "defensive"}


@pytest.mark.rule("IS-CHAM-01", "IS-RANGED-03")
@pytest.mark.parametrize(("level", "blows"), [(1, 1), (2, 1), (3, 2), (6, 3), (9, 4), (10, 4)])
def test_more_blows_by_level_but_no_more_shots(level, blows):
    camp = Camp(one("arda", level=level))
    profile = RULES.rules.profile_of(RULES.rules, camp["arda"], "A")
    assert profile.attacks == blows
    for weapon, wanted, intent in ((SWORD, blows, "melee"), (BOW, 1, "missile")):
        member = hero("a", "champion", level, attacks=profile.attacks, weapons=(weapon,))
        stage = staged(member, beast("goblin", hp=200), intents={"a": (intent,)})
        for number in range(wanted):
            told = only(stage.do(Attack("a", "goblin"), d20(1)), AttackRolled)
            assert ("IS-CHAM-01" in told.rules) == (number > 0)
        assert stage.refused(Attack("a", "goblin")).code == "attacked_already"


@pytest.mark.rule("IS-CHAM-02", "IS-SURP-02")
@pytest.mark.parametrize("act", [Move("a", -5), Run("a"), Attack("a", "b")], ids=lambda act: type(act).__name__)
def test_a_free_action_is_committed_to_a_stance_before_it_and_not_after(act):
    stage = Stage(hero("a", "champion", hp=20), someone("b", "B", hp=20), surprise_method="judgement")
    stage.do(JudgeSurprise("B"))
    before = stage.state
    stage.do(TakeStance("a", "defensive"))
    stage.state = before
    stage.do(act, *((d20(1),) if isinstance(act, Attack) else ()))
    assert stage.refused(TakeStance("a", "defensive")).code in ("stance_late", "cannot_act", "no_fight")
