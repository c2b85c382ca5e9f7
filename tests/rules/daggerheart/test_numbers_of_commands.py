"""Numbers of commands: every one has its range, and what is beyond it is refused in words before anything is thrown."""

from collections.abc import Callable

import pytest
from msgspec.structs import fields, replace
from tests.rules.daggerheart.bench import BOOKS, RULES, Bench, acting, foe, hero, play

from arbitro.dice.amount import Amount
from arbitro.dice.stream import ScriptedDice
from arbitro.kernel.command import Command, Refusal
from arbitro.kernel.sentence import refusal_text
from arbitro.rules.daggerheart import commands as c
from arbitro.rules.daggerheart.state import Countdown
from arbitro.rules.daggerheart.words import Named
from arbitro.text import LANGUAGES

HUGE = 10**9
CLOCK = Countdown("clock", Named("Orologio", "Clock"), "standard", 4, 4)


def scene() -> Bench:
    return play(hero(), hero("bea"), foe(), fear=5, options={"fate_rolls": True})


def gm_turn() -> Bench:
    return play(hero(), hero("bea"), foe(), fear=5, turn=acting())


def between_scenes() -> Bench:
    return Bench(replace(scene().state, scene=None))


CASES: tuple[tuple[Callable[[], Bench], Command], ...] = (
    (lambda: scene().do(c.Describe("ada", "x")), c.RequestRoll("agility", 12)),
    (lambda: scene().do(c.Describe("ada", "x")), c.OfferBargain("agility", 12)),
    (lambda: scene().do(c.Describe("ada", "x")).do(c.RequestRoll("agility", 12)), c.Adjust(advantages=1)),
    (lambda: scene().do(c.CallReaction("ada", "agility", 12)), c.AdjustReaction(advantages=1)),
    (scene, c.CallReaction("ada", "agility", 12)),
    (scene, c.Move("ada", 20)),
    (scene, c.GroupAction("ada", "bea", "agility", 12, 12)),
    (scene, c.AddFoe(next(iter(BOOKS.adversaries)), 10)),
    (scene, c.SetPlace(next(iter(BOOKS.places)), 1)),
    (scene, c.StartCountdown("x", 4)),
    (lambda: scene().do(c.AddCountdown(CLOCK)), c.AdvanceCountdown("clock", 1)),
    (scene, c.SpendFear(1, "x")),
    (scene, c.GainFear(1, "x")),
    (scene, c.GiveThing("ada", "torch")),
    (scene, c.RollFate("ada", 5)),
    (gm_turn, c.FoeAttack("orc", "ada")),
    (gm_turn, c.FoeAct("orc", "x", "yes", 12)),
    (gm_turn, c.FoeReact("orc", 12)),
    (gm_turn, c.FoeSprint("orc", 20)),
    (gm_turn, c.MakeMove("mark_stress", target="ada")),
    (between_scenes, c.SkipTime()),
    (between_scenes, c.OpenScene((foe(),), difficulty=12)),
)
"""Every command with a number that may be given at any time, once as it is accepted."""

BY_INDEX = {
    c.Learn: "detail",
    c.ShareDamage: "amount",
    c.SplitHealing: "hp",
    c.SettleThreat: "number",
    c.UseFeature: "advantages",
    **dict.fromkeys((c.UsePower, c.Bolster, c.AnswerPower), "spend"),
}
"""Those that point at one of the things offered, tested where these are; a feature's advantages are an attack's."""

SIGNED = {(c.Move, "to"), (c.FoeSprint, "to"), (c.AddFoe, "at"), (c.GiveThing, "count")}
"""Places on the line of the scene: whoever stood at 0 may go back from there."""


def refused(bench: Bench, command: Command) -> Refusal | None:
    """Why a command is refused, without a die; None where it gets to its first one or is accepted."""
    found = RULES.may_begin(bench.state, command)
    if found is None and RULES.allows(bench.state, command):
        return None
    if found is None:
        with ScriptedDice() as script:
            answer = RULES.decide(bench.state, command, script)
        assert isinstance(answer, Refusal), command
        found = answer
    for language in LANGUAGES:
        assert refusal_text(RULES, bench.state, found, language)
    return found


@pytest.mark.parametrize(("ready", "command"), CASES, ids=lambda part: type(part).__name__)
def test_a_number_beyond_all_counting_is_refused_before_a_die_is_thrown(
    ready: Callable[[], Bench], command: Command
) -> None:
    bench = ready()
    assert refused(bench, command) is None
    for each in fields(type(command)):
        if each.type is not int:
            continue
        assert refused(bench, replace(command, **{each.name: HUGE})), each.name
        if (type(command), each.name) not in SIGNED:
            assert refused(bench, replace(command, **{each.name: -1})), each.name
        assert refused(bench, replace(command, **{each.name: -HUGE})), each.name


def test_every_command_with_a_number_is_tried() -> None:
    tried = {type(command) for _, command in CASES} | set(BY_INDEX)
    numbered = {kind for kind in c.COMMANDS if any(each.type is int for each in fields(kind))}
    assert numbered == {kind for kind in tried if kind in numbered}


@pytest.mark.parametrize("bad", [HUGE, -1])
def test_what_a_countdown_starts_from_has_its_range_too(bad: int) -> None:
    for changed in (replace(CLOCK, start=bad, value=bad), replace(CLOCK, value=bad)):
        assert refused(scene(), c.AddCountdown(changed))


def test_nobody_stands_beyond_the_scene_or_strikes_with_a_thousand_dice() -> None:
    bench = between_scenes()
    assert refused(bench, c.OpenScene((replace(foe(), at=HUGE),)))
    assert refused(bench, c.OpenScene((foe(),), places={"ada": HUGE}))
    many = replace(foe().block.attack, damage=(Amount(1000, 6),))
    giant = replace(foe(), block=replace(foe().block, attack=many))
    assert refused(bench, c.OpenScene((giant,)))
