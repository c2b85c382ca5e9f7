"""Readied actions: every trigger, set off in every way that there is, answered by every kind of readied act."""

from collections.abc import Callable
from typing import get_args

import msgspec
import pytest
from msgspec.structs import replace
from tests.rules.archmage.fixed import FixedDice, carry_out, everybody
from tests.rules.archmage.table import Play, bow, foe, pc, spell, strike, sword

from arbitro.kernel.command import Refusal
from arbitro.kernel.seat import REFEREE
from arbitro.kernel.sentence import choice_text, question_text
from arbitro.kernel.state import Question
from arbitro.rules.archmage import Archmage
from arbitro.rules.archmage import commands as c
from arbitro.rules.archmage.declaring import may_use_readied
from arbitro.rules.archmage.events import (
    AttackLapsed,
    AttackRolled,
    Engaged,
    MoveLost,
    ReadiedUsed,
)
from arbitro.rules.archmage.ongoing_effects import Affliction, Readied
from arbitro.rules.archmage.power import Attack, Named
from arbitro.rules.archmage.reactions import readied_in_words

STEP_ASIDE = spell(
    id="aside", kind="close_spell", action="move", friendly=True, includes_self=True, self_only=True, teleports=True,
    reach="beside",
)  # fmt: skip
HEAL = spell(id="heal", kind="close_spell", action="quick", friendly=True, includes_self=True, reach="beside")
CRY = Attack(
    "cry", Named("cry", "cry"), kind="close", action="quick", friendly=True, includes_self=True, reach="nearby"
)
PARRYING = strike(id="riposte", action="interrupt", trigger="missed", basic=False)
DART = bow(id="dart", action="quick", basic=False)
SHOT = strike(id="bow", kind="ranged", reach="far")
FOES = (strike(), SHOT, spell(ability=None, bonus=5), STEP_ASIDE, HEAL, CRY, PARRYING)


def scene(game: Archmage, *, engaged: bool = True) -> Play:
    """The orc's turn; ada waits, and bea is in melee with the orc."""
    play = Play(game).begin(foe("orc", *FOES, hp=500), pc("ada", sword(), bow(), DART, hp=500), pc("bea", hp=500))
    return play.engage("orc", "bea") if engaged else play


DEEDS: dict[str, tuple[tuple[str, ...], Callable[[Play], object]]] = {
    "attack": (("attacks",), lambda play: c.Attack("orc", "strike", "bea")),
    "shot": (("attacks",), lambda play: c.Attack("orc", "bow", "bea")),
    "spell": (("attacks", "casts"), lambda play: c.Attack("orc", "spell", "bea")),
    "healing_spell": (("casts",), lambda play: c.Attack("orc", "heal", "orc")),
    "cry": ((), lambda play: c.Attack("orc", "cry", "orc")),
    "teleport": (("casts", "moves"), lambda play: c.Attack("orc", "aside", "orc")),
    "walk_off": (("moves",), lambda play: c.Move("orc", "away")),
    "disengage": (("moves",), lambda play: c.Disengage("orc")),
}
"""What the orc may do in its turn, and what those who wait see in it."""


ACTS: dict[str, dict[str, str]] = {
    "attack": {"attack": "bow"},
    "quick": {"attack": "dart"},
    "engage": {},
    "move": {},
    "free": {"words": "speak"},
}
"""Everything that can be readied, as ada would."""


@pytest.mark.rule("AE-READY-02", "AE-READY-03")
@pytest.mark.parametrize("trigger", ["attacks", "moves", "casts"])
@pytest.mark.parametrize("act", ACTS)
@pytest.mark.parametrize("deed", DEEDS)
def test_every_readied_act_answers_exactly_what_it_waits_for(game: Archmage, deed: str, act: str, trigger: str) -> None:
    triggers, command = DEEDS[deed]
    readied = Readied(act, trigger, **ACTS[act])  # type: ignore[arg-type]
    play = scene(game).change("ada", readied=readied)
    dice = FixedDice(attack=15, save_disengage=20)
    _, events = carry_out(game, play.state, command(play), dice, say="yes")  # type: ignore[arg-type]
    used = [event for event in events if isinstance(event, ReadiedUsed)]
    assert bool(used) is (trigger in triggers)


@pytest.mark.rule("AE-READY-02", "AE-READY-03")
@pytest.mark.parametrize("word", ["yes", "no"])
def test_leaving_the_battle_is_a_move_that_others_may_wait_for(game: Archmage, word: str) -> None:
    play = Play(game).begin(foe("orc", hp=5), pc("ada", bow()), foe("imp")).change("orc", band="far")
    play.change("ada", readied=Readied("attack", "moves", attack="bow")).do(c.Leave("orc"))
    assert play.asked == ("ada", "readied")
    assert play.one("orc").in_field
    state, events = carry_out(game, play.state, c.UseReadied("ada", word), FixedDice(attack=19, damage=8))
    assert bool([event for event in events if isinstance(event, ReadiedUsed)]) is (word == "yes")
    assert state.fight is not None
    assert state.fight.combatants["orc"].awareness == ("dead" if word == "yes" else "gone")


@pytest.mark.rule("AE-READY-02", "AE-READY-03", "AE-TELEPORT-01")
@pytest.mark.parametrize("hit", [True, False])
def test_an_attack_that_carries_its_maker_to_a_foe_is_a_move_once_it_does(game: Archmage, hit: bool) -> None:
    """A wraith's spiral moves it only where it hits: then those who wait for a move are asked, before it is there."""
    wraith = replace(everybody()["wraith"], id="wraith")
    play = Play(game).begin(wraith, pc("ada", bow(), hp=900), pc("bea", hp=900, pd=0 if hit else 60))
    play.set(escalation=2).change("ada", readied=Readied("attack", "moves", attack="bow"))
    resolved = game.decide(play.state, c.Attack("wraith", "spiral", "bea"), FixedDice(attack=12, targets=1))
    assert not isinstance(resolved, Refusal)
    assert [question.kind for question in resolved.state.awaiting] == (["readied"] if hit else [])
    assert resolved.state.fight is not None
    assert not resolved.state.fight.combatants["wraith"].engaged
    if hit:
        state, _ = carry_out(game, resolved.state, c.UseReadied("ada", "no"), FixedDice())
        assert state.fight is not None
        assert state.fight.combatants["wraith"].engaged == ("bea",)


def test_every_kind_of_readied_act_and_trigger_is_swept() -> None:
    kinds = {each.name: each.type for each in msgspec.structs.fields(Readied)}
    assert set(get_args(kinds["action"])) == set(ACTS)
    assert set(get_args(kinds["trigger"])) == {"attacks", "moves", "casts", "word"}


@pytest.mark.rule("AE-READY-02", "AE-READY-03", "AE-OPP-01", "AE-ACTION-05")
def test_opportunity_attacks_interrupts_and_readied_attacks_are_attacks_too(game: Archmage) -> None:
    """Ada waits for the orc's attack; each time the orc strikes out of its turn."""
    dice = FixedDice(attack=9)
    waiting = Readied("attack", "attacks", "orc", attack="bow")

    walks = (
        Play(game).begin(pc("bea", hp=500), foe("orc", *FOES, hp=500), pc("ada", bow(), hp=500)).engage("orc", "bea")
    )
    _, events = carry_out(game, walks.change("ada", readied=waiting).state, c.Move("bea", "away"), dice, say="yes")
    kinds = [type(event) for event in events if isinstance(event, ReadiedUsed | AttackRolled)]
    assert kinds == [ReadiedUsed, AttackRolled, AttackRolled], "before the opportunity attack"

    misses = Play(game).begin(pc("bea", sword(), hp=500), foe("orc", *FOES, hp=500), pc("ada", bow(), hp=500))
    misses.engage("orc", "bea").change("ada", readied=waiting)
    _, events = carry_out(
        game, misses.state, c.Attack("bea", "sword", "orc"), FixedDice(attack=2), say=("riposte", "yes")
    )
    assert [event.attacker for event in events if isinstance(event, AttackRolled)] == ["bea", "ada", "orc"]

    both = Play(game).begin(pc("bea", bow(), hp=500), foe("orc", *FOES, hp=500), pc("ada", bow(), hp=500))
    both.change("ada", readied=waiting).change("orc", readied=Readied("attack", "attacks", attack="bow"))
    _, events = carry_out(game, both.state, c.Attack("bea", "bow", "orc"), dice, say="yes")
    assert [event.attacker for event in events if isinstance(event, AttackRolled)] == ["ada", "orc", "bea"]


@pytest.mark.rule("AE-READY-02", "AE-READY-03", "AE-POS-11")
def test_a_readied_blow_meets_the_foe_that_runs_into_it(play: Play) -> None:
    play.begin(foe("orc", hp=90), pc("ada")).change("ada", readied=Readied("attack", "moves", attack="sword"))
    play.do(c.Move("orc", "engage", "ada"))
    assert play.asked == ("ada", "readied")
    assert play.one("orc").engaged == ("ada",)
    play.do(c.UseReadied("ada", "yes"), (20, 19), (8, 5))
    assert play.find(AttackRolled).attacker == "ada"
    assert "standard" in play.one("orc").actions


@pytest.mark.rule("AE-READY-03", "AE-POS-06", "AE-INTERCEPT-03")
@pytest.mark.parametrize(
    ("command", "engaged"),
    [(c.Move("orc", "far"), False), (c.Move("orc", "engage", "bea"), False), (c.Move("orc", "away"), True)],
)
def test_a_readied_rush_catches_the_mover(game: Archmage, command: c.Move, engaged: bool) -> None:
    play = scene(game, engaged=engaged).change("ada", readied=Readied("engage", "moves"))
    play.do(command).do(c.UseReadied("ada", "yes"))
    assert "ada" in play.one("orc").engaged
    assert play.find(MoveLost).by == "ada"
    assert play.one("orc").band == "nearby"
    assert "move" in play.one("orc").actions, "it may put the action to another use (AE-READY-03)"
    if engaged:
        assert "bea" in play.one("orc").engaged
    play.do(c.Move("orc", "away"))
    asked = [play.state.awaiting[0].who]
    play.do(c.Opportunity(asked[0], "no"))
    if play.state.awaiting:
        asked.append(play.state.awaiting[0].who)
    assert "ada" in asked, "leaving the one who caught it provokes"


@pytest.mark.rule("AE-READY-03", "AE-DISENGAGE-04")
def test_whoever_is_caught_after_a_clean_getaway_has_used_the_move(game: Archmage) -> None:
    play = scene(game).change("ada", readied=Readied("engage", "moves"))
    play.do(c.Disengage("orc", goal="far"), (20, 15)).do(c.UseReadied("ada", "yes"))
    assert play.one("orc").engaged == ("ada",)
    assert "move" not in play.one("orc").actions


@pytest.mark.rule("AE-READY-03")
def test_an_interceptor_can_be_caught_too(game: Archmage) -> None:
    """Bea runs for the goblin, the orc steps in her way, and ada has waited for just that."""
    play = Play(game).begin(pc("bea"), foe("goblin"), foe("orc", hp=3), pc("ada", bow()))
    play.change("ada", readied=Readied("attack", "moves", "orc", attack="bow"))
    play.do(c.Move("bea", "engage", "goblin")).do(c.Intercept("orc", "yes"))
    assert play.asked == ("ada", "readied")
    play.do(c.UseReadied("ada", "yes"), (20, 19), (8, 8))
    assert play.one("orc").awareness == "dead"
    assert play.one("bea").engaged == ("goblin",), "nobody is in her way any more"


@pytest.mark.rule("AE-READY-03", "AE-INTERCEPT-02")
def test_whoever_is_caught_stops_nobody(game: Archmage) -> None:
    play = Play(game).begin(pc("bea"), foe("goblin"), foe("orc"), pc("ada"))
    play.change("ada", readied=Readied("engage", "moves", "orc"))
    play.do(c.Move("bea", "engage", "goblin")).do(c.Intercept("orc", "yes")).do(c.UseReadied("ada", "yes"))
    play.do(c.Intercept("goblin", "no"))
    assert play.one("orc").engaged == ("ada",)
    assert play.one("bea").engaged == ("goblin",)


@pytest.mark.rule("AE-READY-03", "AE-OPP-04")
def test_whoever_rushes_a_caster_in_time_may_strike_at_the_spell(game: Archmage) -> None:
    play = Play(game).begin(foe("orc", *FOES, hp=500), pc("ada", hp=90), pc("bea", hp=90))
    play.change("ada", readied=Readied("engage", "casts"))
    play.do(c.Attack("orc", "spell", "bea")).do(c.UseReadied("ada", "yes"))
    assert play.one("orc").engaged == ("ada",)
    assert play.asked == ("ada", "opportunity")


@pytest.mark.rule("AE-READY-02", "AE-READY-05")
@pytest.mark.parametrize("state", ["dead", "gone", "absent", "unconscious"])
@pytest.mark.parametrize(
    "readied",
    [
        Readied("attack", "attacks", attack="bow", target="imp"),
        Readied("engage", "attacks", target="imp"),
        Readied("attack", "attacks", attack="sword", target="imp"),
    ],
)
def test_a_readied_act_on_somebody_who_is_gone_is_not_offered(game: Archmage, state: str, readied: Readied) -> None:
    play = scene(game)
    both = Play(game).begin(foe("orc", *FOES, hp=500), pc("ada", sword(), bow()), pc("bea", hp=500), foe("imp"))
    both.engage("orc", "bea").change("ada", readied=readied)
    gone = {"present": False} if state == "absent" else {"awareness": state, "hp": 0}
    both.change("imp", **gone)
    may = may_use_readied(both.state, both.one("ada"), "orc")
    assert may is (state == "unconscious" and readied.attack != "sword")
    assert not play.state.awaiting


@pytest.mark.rule("AE-READY-03", "AE-ATK-07")
def test_a_declared_attack_of_somebody_who_falls_before_it_lapses(play: Play) -> None:
    """Ada waits for the orc's attack and fells it: there is nobody left to make it."""
    play.begin(foe("orc", strike(kind="close", reach="nearby"), hp=90), pc("ada", bow()), pc("bea", hp=90), foe("imp"))
    play.change("ada", readied=Readied("attack", "attacks", attack="bow")).change("orc", hp=2)
    play.do(c.Attack("orc", "strike", "bea")).do(c.UseReadied("ada", "yes"), (20, 18), (8, 8))
    assert play.one("orc").awareness == "dead"
    assert play.all(AttackLapsed)
    assert not [event for event in play.all(AttackRolled) if event.attacker == "orc"]


@pytest.mark.rule("AE-READY-03")
def test_a_move_whose_goal_is_gone_is_told_and_given_back(game: Archmage) -> None:
    play = Play(game).begin(foe("orc"), foe("imp"), pc("ada", bow(), hp=30), pc("bea", hp=30))
    play.change("ada", readied=Readied("attack", "moves", "orc", attack="bow", target="imp")).change("imp", hp=1)
    play.do(c.Move("orc", "beside", "imp")).do(c.UseReadied("ada", "yes"), (20, 18), (8, 8))
    assert play.one("imp").awareness == "dead"
    assert play.all(MoveLost)
    assert "move" in play.one("orc").actions
    assert not play.all(Engaged)


@pytest.mark.rule("AE-READY-02", "AE-OPP-04")
@pytest.mark.parametrize("engaged", [True, False])
def test_the_answer_names_what_was_readied_and_whom_it_provokes(game: Archmage, engaged: bool) -> None:
    play = Play(game).begin(foe("orc"), pc("ada", spell(), sword()), foe("imp"), pc("bea"))
    if engaged:
        play.engage("ada", "imp")
    play.change("ada", readied=Readied("attack", "moves", attack="spell")).do(c.Move("orc", "engage", "bea"))
    yes = next(each for each in game.choices(play.state, REFEREE) if each.id == "readied/ada/yes")
    said = choice_text(game, play.state, yes, "en")
    assert "(spell)" in said
    assert ("provokes imp" in said) is engaged
    assert choice_text(game, play.state, yes, "it") != said


# -------------------------------------------------------------------- said before it is taken


@pytest.mark.rule("AE-OPP-03", "AE-READY-02")
@pytest.mark.parametrize("engaged", [False, True])
def test_readying_what_would_provoke_says_so(game: Archmage, engaged: bool) -> None:
    play = Play(game).begin(pc("ada", sword(), bow()), foe("orc"), foe("gob"))
    if engaged:
        play.engage("ada", "orc")
    ready = [choice for choice in game.choices(play.state, REFEREE) if choice.command == "ready"]
    assert {choice.fixed["trigger"] for choice in ready} == {"attacks", "moves", "casts", "word"}
    for choice in ready:
        provokes = choice.fixed.get("attack") == "bow" or choice.fixed["action"] == "engage"
        assert choice.label.key.endswith("_provoking") == (engaged and provokes), choice
        for language, word in (("it", "occasione"), ("en", "provokes")):
            assert (word in choice_text(game, play.state, choice, language)) == (engaged and provokes)


@pytest.mark.rule("AE-OPP-03", "AE-READY-03")
@pytest.mark.parametrize("engaged", [False, True])
@pytest.mark.parametrize(
    ("readied", "it"),
    [
        (Readied("attack", "moves", attack="bow"), "ha preparato ("),
        (Readied("attack", "moves", attack="sword"), "(sword)"),
        (Readied("engage", "moves"), "scatta"),
    ],
)
def test_the_question_names_what_was_readied_and_whom_it_provokes(
    game: Archmage, readied: Readied, it: str, engaged: bool
) -> None:
    play = Play(game).begin(pc("ada", sword(), bow()), foe("orc"), foe("gob"))
    if engaged:
        play.engage("ada", "orc")
    way, values = readied_in_words(play.state, replace(play.one("ada"), readied=readied), "gob")
    asked = Question("readied", "ada", {"who": "@ada", "target": "@gob", **values}, (), way)
    told = question_text(game, play.state, asked, "it")
    assert it in told
    provokes = engaged and readied.attack != "sword"
    assert ("occasione" in told) == provokes
    assert question_text(game, play.state, asked, "en") != told


# ---------------------------------------------------------------- a move that was readied


MOMENTS: dict[str, tuple[str, c.Attack | c.Move]] = {
    "attacked": ("attacks", c.Attack("orc", "strike", "ada")),
    "a friend attacked": ("attacks", c.Attack("orc", "strike", "bea")),
    "the foe moves": ("moves", c.Move("orc", "away")),
}


@pytest.mark.rule("AE-READY-02", "AE-READY-03", "AE-DISENGAGE-01", "AE-OPP-02")
@pytest.mark.parametrize("bars", ["", "stuck", "grabbed"])
@pytest.mark.parametrize("room", [True, False])
@pytest.mark.parametrize("moment", MOMENTS)
def test_whoever_is_in_melee_walks_off_as_readied_and_provokes(
    game: Archmage, moment: str, room: bool, bars: str
) -> None:
    trigger, deed = MOMENTS[moment]
    play = Play(game).begin(pc("ada", hp=90), foe("orc", hp=90), pc("bea", hp=90), room=room)
    play.engage("orc", "bea").engage("orc", "ada").do(c.Ready("ada", "move", trigger)).end()
    if bars == "stuck":
        play.change("ada", afflictions=(Affliction("stuck", "orc"),))
    elif bars:
        play.change("ada", grabbed_by=("orc",)).change("orc", grabbing=("ada",))
    if bars:
        if bars == "grabbed" and trigger == "moves":
            play.change(
                "orc", profile=replace(play.one("orc").profile, category="large")
            )  # big enough to carry her off
        _, events = carry_out(game, play.state, deed, FixedDice(attack=2))
        assert not any(isinstance(event, ReadiedUsed) for event in events)
        return
    play.do(deed)
    assert play.asked == ("ada", "readied")
    assert play.state.awaiting[0].way == "move_provoking"
    play.do(c.UseReadied("ada", "yes"))
    assert play.asked == ("orc", "opportunity")
    state, events = carry_out(game, play.state, c.Opportunity("orc", "no"), FixedDice(attack=2))
    assert state.fight is not None
    ada = state.fight.combatants["ada"]
    assert not ada.engaged
    assert ada.band == "nearby"
    assert any(isinstance(event, AttackLapsed) for event in events) == (moment == "attacked")
