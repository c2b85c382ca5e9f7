"""The one free action that surprise gives: every creature and every class, whatever a round would give them."""

import pytest
from msgspec.structs import replace
from tests.rules.infausta.arena import RULES
from tests.rules.infausta.features.stage import Stage, beast, hero
from tests.rules.whitebox.arena import BOW, SWORD, JudgeSurprise, d6, d20, someone
from tests.rules.whitebox.powers.den import OIL, TORCH, magic, spell

from arbitro.dice.stream import QuickDice
from arbitro.kernel.command import Refusal
from arbitro.kernel.seat import Seat
from arbitro.rules.whitebox.commands import Attack
from arbitro.rules.whitebox.events import AttackRolled

PARTY = Seat("A", "player", frozenset({"A", "a"}))
MONSTERS = [name for name, entry in RULES.content.monsters.items() if entry.ac is not None]
FREE = {"attack", "move", "close", "run"}
"""An attack or a move (IS-SURP-02)."""
NO_ACTION = {"surrender", "avert_eyes", "take_stance", "end_turn"}
"""What takes nothing."""


def surprising(one):
    """Somebody who has caught a strong foe unawares, within reach."""
    stage = Stage(one, hero("b", "champion", 9, hp=200, side="B", at=10), surprise_method="judgement")
    stage.do(JudgeSurprise("B"))
    return stage


def offered(stage):
    """What may be done, by command."""
    return {choice.command: choice for choice in RULES.choices(stage.state, PARTY)}


def after_the_blow(stage):
    """What may still be done after one attack, by command."""
    choice = offered(stage).get("attack")
    if choice is None:
        return None
    answer = RULES.decide(stage.state, Attack("a", "b", str(choice.fixed["weapon"])), QuickDice(3))
    assert not isinstance(answer, Refusal)
    assert sum(isinstance(event, AttackRolled) and event.attacker == "a" for event in answer.events) <= 1
    stage.state = answer.state
    return set(offered(stage)) if answer.state.fight.phase == "free" and not answer.state.awaiting else set()


@pytest.mark.rule("IS-SURP-02")
@pytest.mark.parametrize("monster", MONSTERS)
def test_every_creature_has_one_attack_or_one_move(monster):
    stage = surprising(beast(monster, "a", "A", at=0))
    powers = {choice.fixed["power"] for choice in RULES.choices(stage.state, PARTY) if choice.command == "use_power"}
    assert powers <= {"blink"}  # it takes the place of a step
    assert set(offered(stage)) - {"use_power"} <= FREE | NO_ACTION
    left = after_the_blow(stage)
    assert left is None or left <= NO_ACTION


@pytest.mark.rule("IS-SURP-02", "IS-RANGED-03", "IS-CHAM-01")
@pytest.mark.parametrize("weapon", [SWORD, replace(BOW, shots=2)], ids=["blow", "shot"])
@pytest.mark.parametrize("class_id", RULES.content.classes)
def test_everybody_has_one_blow_or_one_shot_whatever_the_rate(class_id, weapon):
    gifts = {"devices": (OIL, TORCH, magic("wand_cold", 9)), "turns": True, "caster": 9, "fury": 9}
    spells = (spell("sleep"),)
    stage = surprising(hero("a", class_id, 9, 40, weapons=(weapon,), attacks=3, spells=spells, gifts=gifts))
    assert set(offered(stage)) <= FREE | NO_ACTION
    assert after_the_blow(stage) <= NO_ACTION


@pytest.mark.rule("IS-SURP-02", "IS-RANGED-03")
def test_one_shot_in_the_free_action_and_two_in_a_round():
    archer = someone("a", hp=9, weapons=(replace(BOW, shots=2),))
    stage = Stage(archer, someone("b", "B", hp=60, at=100), surprise_method="judgement")
    stage.do(JudgeSurprise("B"))
    stage.do(Attack("a", "b"), d20(15), d6(1))
    refused = stage.refused(Attack("a", "b"))
    assert (refused.code, refused.rules) == ("attacked_already", ("IS-SURP-02",))
    stage.end("A")
    stage.declare_all(d6(6), d6(1), a=("missile",))
    stage.do(Attack("a", "b"), d20(1))
    stage.do(Attack("a", "b"), d20(1))
    assert stage.refused(Attack("a", "b")).code == "attacked_already"
