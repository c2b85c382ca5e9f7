"""Opportunity attacks: one roll with one basic melee attack, for everybody there is (AE-OPP-01)."""

import pytest
from tests.rules.archmage.fixed import FixedDice, carry_out, everybody
from tests.rules.archmage.table import Play, bow, foe, pc, spell, sword

from arbitro.kernel.seat import REFEREE
from arbitro.kernel.sentence import choice_text, question_text
from arbitro.rules.archmage import Archmage
from arbitro.rules.archmage import commands as c
from arbitro.rules.archmage.events import Answered, AttackDeclared, AttackRolled
from arbitro.rules.archmage.ongoing_effects import Affliction
from arbitro.rules.archmage.reactions import may_strike
from arbitro.rules.archmage.state import FOES, PARTY, Profile
from arbitro.rules.archmage.targets import basic_melee

EVERYBODY = everybody()


def provoke(game: Archmage, striker: Profile, natural: int, escalation: int) -> list[AttackRolled]:
    """Somebody walks away from a striker, who takes the opportunity with this natural number."""
    mover = foe("mover", hp=900, ac=0) if striker.side == PARTY else pc("mover", hp=900, ac=0)
    bystanders = [foe("other", hp=900)] if striker.side == PARTY else [pc("other", hp=900)]
    play = Play(game).begin(mover, *bystanders, striker).unhurried()
    play.engage("mover", striker.id).set(escalation=escalation)
    resolved = play.decide(c.Move("mover", "away"))
    state = resolved.state
    assert [question.kind for question in state.awaiting] == ["opportunity"]
    dice = FixedDice(attack=natural)
    _, events = carry_out(game, state, c.Opportunity(striker.id, "yes"), dice)
    return [event for event in events if isinstance(event, AttackRolled) and event.attacker == striker.id]


@pytest.mark.rule("AE-OPP-01")
@pytest.mark.parametrize("name", EVERYBODY)
def test_an_opportunity_is_one_roll_with_a_basic_melee_attack(game: Archmage, name: str) -> None:
    striker = EVERYBODY[name]
    if not any(attack.basic and attack.kind == "melee" for attack in striker.attacks):
        assert basic_melee(Play(game).begin(striker, pc() if striker.side == FOES else foe()).one(striker.id)) is None
        return
    for natural in (2, 5, 6, 11, 12, 16, 17, 18, 19, 20):
        for escalation in (0, 2):
            rolls = provoke(game, striker, natural, escalation)
            assert len(rolls) == 1, (natural, escalation)
            attack = striker.attack(rolls[0].attack)
            assert attack is not None
            assert attack.basic
            assert attack.kind == "melee"


@pytest.mark.rule("AE-OPP-06", "AE-COND-03", "AE-COND-10", "AE-GRAB-06")
@pytest.mark.parametrize(
    ("change", "strikes"),
    [
        ({}, True),
        *(({"afflictions": (Affliction(name, ""),)}, name not in ("confused", "stunned", "helpless")) for name in (
            "confused", "dazed", "hampered", "weakened", "helpless", "stuck", "fear", "stunned", "vulnerable",
        )),
        ({"awareness": "asleep"}, False),
        ({"awareness": "unconscious", "hp": 0}, False),
        ({"awareness": "coma", "hp": 0}, False),
        ({"grabbed_by": ("mover",)}, False),
    ],
)  # fmt: skip
def test_who_gets_one(play: Play, change: dict[str, object], strikes: bool) -> None:
    play.begin(foe("mover", hp=50), pc("ada")).engage("mover", "ada").change("ada", **change)
    if "grabbed_by" in change:
        play.change("mover", grabbing=("ada",))
    assert may_strike(play.state, play.one("ada"), play.one("mover")) is strikes


@pytest.mark.rule("AE-OPP-01")
def test_whoever_was_felled_by_the_first_gives_no_second_opening(play: Play) -> None:
    play.begin(foe("mover", hp=3), pc("ada"), pc("bea")).engage("mover", "ada").engage("mover", "bea")
    play.do(c.Move("mover", "away")).do(c.Opportunity("ada", "yes"), (20, 19), (8, 8))
    assert not play.state.awaiting
    assert [event.who for event in play.all(Answered)] == ["ada"]


@pytest.mark.rule("AE-OPP-03", "AE-OPP-04", "AE-POS-10")
def test_the_choice_says_whom_it_provokes_before_it_is_taken(play: Play) -> None:
    play.begin(pc("ada", sword(), bow(), spell(), spell(id="close", kind="close_spell")), foe("orc"), foe("ogre"))
    play.engage("ada", "orc").engage("ada", "ogre")
    offered = {choice.id: choice for choice in play.game.choices(play.state, REFEREE)}

    def told(name: str) -> str:
        return choice_text(play.game, play.state, offered[name], "en")

    assert "provokes" not in told("attack/ada/sword")
    assert "provokes" not in told("attack/ada/close")
    assert told("attack/ada/spell/provoking") == "ada: cast spell, which provokes orc and ogre…"
    assert "attack/ada/bow" not in offered  # whichever it shoots at, the other may strike
    bows = [choice for choice in offered.values() if choice.id == "attack/ada/bow/provoking"]
    assert bows
    free = Play(play.game).begin(pc("ada", bow()), foe("orc"), foe("ogre")).engage("ada", "orc")
    shots = [choice for choice in free.game.choices(free.state, REFEREE) if choice.id.startswith("attack/ada/bow")]
    assert [[pick.value for pick in shot.parameters[0].picks] for shot in shots] == [["orc"], ["ogre"]]
    assert [choice_text(free.game, free.state, shot, "it") for shot in shots] == [
        "ada: tira (sword)…",
        "ada: tira (sword), dando un'occasione a orc…",
    ]


@pytest.mark.rule("AE-OPP-03", "AE-OPP-04")
@pytest.mark.parametrize(("kind", "rule"), [("ranged", "AE-OPP-03"), ("spell", "AE-OPP-04")])
def test_the_rule_cited_is_that_of_the_deed(play: Play, kind: str, rule: str) -> None:
    shot = bow() if kind == "ranged" else spell()
    play.begin(pc("ada", shot), foe("orc"), foe("ogre")).engage("ada", "orc").do(c.Attack("ada", shot.id, "ogre"))
    assert rule in play.state.awaiting[0].rules
    play.do(c.Opportunity("orc", "yes"), (20, 2), (20, 2))
    declared = play.all(AttackDeclared)[0]
    assert rule in declared.rules
    assert len([each for each in declared.rules if each in ("AE-OPP-02", "AE-OPP-03", "AE-OPP-04")]) == 1


@pytest.mark.rule("AE-INTERCEPT-01")
def test_a_question_about_interception_names_whom_the_foe_is_after(play: Play) -> None:
    play.begin(foe("orc"), pc("ada"), pc("bea")).do(c.Move("orc", "engage", "bea"))
    assert play.asked == ("ada", "intercept")
    assert (
        question_text(play.game, play.state, play.state.awaiting[0], "en")
        == "Orc goes past towards bea: does ada intercept?"
    )
    words = [choice_text(play.game, play.state, each, "en") for each in play.game.choices(play.state, REFEREE)]
    assert all("bea" in each for each in words)
