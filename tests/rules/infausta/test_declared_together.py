"""One word declares for many: all of it or nothing, told in one line, with each under its why."""

import pytest
from tests.rules.infausta.arena import RULES
from tests.rules.infausta.features.stage import opened
from tests.rules.whitebox.arena import BOW, SWORD, d6, d20, someone, spell

from arbitro.kernel.command import Command
from arbitro.kernel.seat import REFEREE, Seat
from arbitro.kernel.sentence import choice_text, refusal_text
from arbitro.kernel.then import Now
from arbitro.kernel.together import explained_together, lines_of
from arbitro.rules.whitebox.commands import Attack, Close, Declare, DeclareTogether, EndTurn
from arbitro.rules.whitebox.declared import each_declared, together
from arbitro.rules.whitebox.events import Declared, SpellPrepared
from arbitro.rules.whitebox.state import Intent
from arbitro.text import LANGUAGES

OURS = Seat("A", "player", frozenset({"A", "a1", "a2", "a3"}))


def fight():
    """Three with bow and sword, one of them a caster, against two."""
    weapons = (SWORD, BOW)
    ours = (someone("a1", weapons=weapons), someone("a2", weapons=weapons))
    caster = someone("a3", weapons=weapons, spells=(spell("spark"),))
    return opened(*ours, caster, someone("b1", "B"), someone("b2", "B"))


@pytest.mark.rule("IS-COMBAT-02", "WB-INTENT-01", "WB-SPELL-01")
def test_several_declare_in_one_command_and_are_bound_each_to_their_own():
    stage = fight()
    events = stage.do(DeclareTogether("A", "a1/melee/b1,a2/flee,a3/cast/b2/spark"))
    assert [type(event) for event in events] == [SpellPrepared, Declared, Declared, Declared]
    intents = [stage[who].intent for who in ("a1", "a2", "a3")]
    assert intents == [Intent("melee", "b1"), Intent("flee"), Intent("cast", "b2", "spark")]
    alone = fight()
    for said in (Declare("a1", "melee", "b1"), Declare("a2", "flee"), Declare("a3", "cast", "b2", "spark")):
        alone.do(said)
    assert alone.fight == stage.fight, "the same as one by one"


@pytest.mark.rule("IS-COMBAT-02")
def test_one_target_is_said_for_all_who_strike_or_shoot():
    stage = fight()
    stage.do(DeclareTogether("A", "a1/melee,a2/missile/b1,a3/move", target="b2"))
    assert [stage[who].intent.target for who in ("a1", "a2", "a3")] == ["b2", "b1", ""]


@pytest.mark.rule("IS-COMBAT-02")
@pytest.mark.parametrize(
    ("declarations", "code", "named"),
    [
        ("a1/melee/b1,a2/dance", "unreadable_declaration", "a2/dance"),
        ("a1/melee/b1,", "unreadable_declaration", ""),
        ("a1/melee/b1,zeno/melee/b1", "nobody", "zeno"),
        ("a1/melee/b1,a2/melee/zeno", "nobody", "zeno"),
        ("a1/melee/b1,b1/melee/a1", "of_another_side", "@b1"),
        ("a1/melee/b1,a1/flee", "declared_already", "@a1"),
        ("a1/melee/b1,a3/cast/b1/storm", "no_spell", "@a3"),
        ("a1/melee/b1,a2/other///sing_along", "no_such_act", "@a2"),
    ],
)
def test_one_fault_refuses_the_whole_and_is_named(declarations, code, named):
    stage = fight()
    command = DeclareTogether("A", declarations)
    refusal = stage.refused(command)
    assert (refusal.code, named in refusal.values.values()) == (code, True), refusal
    assert all(stage[who].intent is None for who in ("a1", "a2", "a3"))
    assert not RULES.allows(stage.state, command), "asked beforehand, the answer is the same"
    for language in LANGUAGES:
        assert "{" not in refusal_text(RULES, stage.state, refusal, language)


@pytest.mark.rule("IS-COMBAT-02")
def test_whoever_plays_some_of_a_side_declares_for_them_alone():
    stage = fight()
    command = DeclareTogether("A", "a1/flee,a2/flee")
    assert RULES.owner(stage.state, command) == "A"
    assert RULES.decides_for(stage.state, command) == ("a1", "a2")


@pytest.mark.rule("IS-INIT-01")
@pytest.mark.parametrize("side", ["A", "B"])
def test_the_automatic_player_declares_for_its_whole_side_at_once(side):
    stage = fight()
    members = frozenset(who for who, one in stage.fight.combatants.items() if one.profile.side == side)
    command: Command | None = RULES.suggest(stage.state, Seat(side, "player", members | {side}))
    assert isinstance(command, DeclareTogether)
    assert {said.who for said in each_declared(command)} == members
    stage.do(command)
    assert all(stage[who].intent is not None for who in members)


def test_it_is_told_in_one_line_and_each_has_a_why():
    stage = fight()
    events = stage.do(DeclareTogether("A", "a1/melee/b1,a2/flee"))
    then = Now(RULES, stage.state)
    for language, said in (
        ("en", "Declared: a1 (strike b1), a2 (flee)."),
        ("it", "Si dichiara: a1 (colpire b1), a2 (fuggire)."),
    ):
        ((run, line),) = lines_of(then, events, language)
        assert line == said
        why = explained_together(then, run, language)
        assert [number[:2].lower() for number in why.numbers] == ["a1", "a2"]
        assert [rule.id for rule in why.rules] == ["IS-INIT-01"]


@pytest.mark.rule("IS-COMBAT-02")
def test_a_word_for_all_is_offered_as_long_as_two_have_yet_to_declare():
    stage = fight()
    offered = {choice.id: choice for choice in RULES.choices(stage.state, OURS) if choice.command == "declare_together"}
    kinds = ("melee", "missile", "move", "flee", "other")
    assert list(offered) == [f"declare_together/A/{kind}" for kind in kinds]
    for choice in offered.values():
        for plain in choice.fillings():
            assert RULES.allows(stage.state, RULES.command(plain)), plain
        for language in LANGUAGES:
            assert "3" in choice_text(RULES, stage.state, choice, language)
    stage.do(RULES.command(offered["declare_together/A/melee"].fill(target="b2")))
    assert [stage[who].intent for who in ("a1", "a2", "a3")] == [Intent("melee", "b2")] * 3
    stage = fight()
    stage.do(DeclareTogether("A", "a1/flee,a2/flee"))
    left = {choice.command for choice in RULES.choices(stage.state, OURS)}
    assert "declare" in left
    assert "declare_together" not in left


def test_what_is_written_reads_back():
    said = (
        Declare("a1", "melee", "b1"),
        Declare("a2", "other", "b1", "", "use_device/wand_cold"),
        Declare("a3", "flee"),
    )
    command = together("A", said)
    assert command.declarations == "a1/melee/b1,a2/other/b1//use_device/wand_cold,a3/flee"
    assert each_declared(command) == said


def test_the_enemys_declarations_stay_the_enemys():
    stage = opened(someone("a1"), someone("b1", "B", nature="monster"), someone("b2", "B", nature="monster"))
    command = RULES.suggest(stage.state, Seat("B", "player", frozenset({"B", "b1", "b2"})))
    for event in stage.do(command):
        assert event.audience == "B"
        assert REFEREE.knows(event.audience)
        assert not OURS.knows(event.audience)


@pytest.mark.parametrize("how", ["bow", "spell"])
def test_whoever_has_struck_from_afar_does_not_walk_into_reach_after_it(how):
    archer = someone("a", weapons=(SWORD, BOW), spells=(spell("spark"),) if how == "spell" else ())
    stage = opened(archer, someone("b", "B", at=60, hp=30))
    ours, theirs = Seat("A", "player", frozenset({"A", "a"})), Seat("B", "player", frozenset({"B", "b"}))
    command = RULES.suggest(stage.state, ours)
    assert (command.kind, command.target) == ("missile" if how == "bow" else "cast", "b")
    stage.do(command)
    stage.do(EndTurn("A"))
    stage.do(RULES.suggest(stage.state, theirs))
    stage.do(EndTurn("B"), d6(6), d6(1))
    stage.do(RULES.suggest(stage.state, ours), *((d20(2),) if how == "bow" else (d6(2),)))
    while isinstance(command := RULES.suggest(stage.state, ours), Attack):
        stage.do(command, d20(2))
    assert command == EndTurn("A")
    assert stage["a"].at == 0


@pytest.mark.rule("IS-COMBAT-02", "IS-RANGED-02")
@pytest.mark.parametrize(("friends", "shoots"), [(1, False), (0, True)])
def test_whoever_declared_a_shot_neither_walks_into_the_melee_nor_shoots_friends(friends, shoots):
    """The foe has come into blows meanwhile: what was declared is kept back rather than spent on one's own."""
    stage = opened(
        someone("archer", weapons=(SWORD, BOW)),
        *(someone(f"friend-{number}", at=50) for number in range(friends)),
        someone("b", "B", at=60, hp=30),
    )
    ours = Seat("A", "player", frozenset({"A", "archer"}))
    stage.do(Declare("archer", "missile", "b"))
    for number in range(friends):
        stage.do(Declare(f"friend-{number}", "other"))
    stage.do(EndTurn("A"))
    stage.do(Declare("b", "other"))
    stage.do(EndTurn("B"), d6(6), d6(1))
    command = RULES.suggest(stage.state, ours)
    assert isinstance(command, Attack) is shoots
    assert not isinstance(command, Close)
