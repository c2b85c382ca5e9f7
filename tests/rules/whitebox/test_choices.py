"""What each seat is offered, what it is refused, and how the automatic player thinks."""

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
    someone,
    spell,
    threat,
)

from arbitro.dice.stream import seed_from_text
from arbitro.kernel.command import Refusal
from arbitro.kernel.seat import REFEREE, SPECTATOR, Seat
from arbitro.kernel.sentence import choice_text, label_text
from arbitro.kernel.table import Table
from arbitro.rules.whitebox.commands import (
    Attack,
    CallSave,
    Cast,
    CheckMorale,
    Close,
    Declare,
    EndFight,
    EndTurn,
    JudgeSurprise,
    Move,
    NameDanger,
    Prepare,
    Run,
    SettleSave,
    StartFight,
)
from arbitro.rules.whitebox.state import Side
from arbitro.rules.whitebox.terms import Named

HERO = Seat("Anna", "player", frozenset({"A", "a"}))


def ids(arena: Arena, seat: Seat = REFEREE) -> set[str]:
    """The ids of what a seat is offered."""
    return {choice.id for choice in RULES.choices(arena.state, seat)}


def offered(arena: Arena, choice_id: str, seat: Seat = REFEREE) -> list[str]:
    """The values that the first parameter of a choice may take."""
    choice = next(choice for choice in RULES.choices(arena.state, seat) if choice.id == choice_id)
    return [pick.value for pick in choice.parameters[0].picks]


@pytest.mark.rule("WB-CORE-01")
def test_a_player_is_offered_the_own_character_and_the_referee_everything() -> None:
    arena = fight_with(someone("a", weapons=(SWORD, BOW)), someone("a2"), someone("b", "B"))
    own = {"attack/a/sword", "attack/a/bow", "move/a/back", "move/a/ahead", "run/a", "surrender/a", "hold_back/a"}
    assert ids(arena, HERO) == own
    assert own - {"hold_back/a"} < ids(arena)  # who plays all ends the turn for all
    assert {"attack/a2/sword", "check_morale/B", "end_fight"} < ids(arena)
    arena.end("A")
    assert ids(arena, HERO) == set()
    assert "attack/b/sword" in ids(arena)


@pytest.mark.rule("WB-CORE-01")
def test_a_player_who_acts_for_a_monster_is_refused_and_told_what_would_be_legal() -> None:
    table = Table.open(RULES, "t", seed_from_text("choices"), {"surprise_method": "judgement"})
    sides = tuple(Side(name, Named(name, name)) for name in "AB")
    table.submit(StartFight(sides, (someone("a"), someone("b", "B"))), REFEREE)
    assert [choice.id for choice in table.choices(REFEREE)] == ["judge_surprise"]
    assert not table.choices(HERO)
    table.submit(JudgeSurprise("B"), REFEREE)
    for command in (Attack("b", "a"), EndTurn("B"), CheckMorale("B"), CallSave("a", threat("death"))):
        refused = table.submit(command, HERO)
        assert isinstance(refused, Refusal)
        assert refused.code == "not_yours"
        assert "attack/a/sword" in refused.instead
    assert not table.choices(SPECTATOR)
    assert Attack("a", "b") in table.choices(HERO)
    assert Attack("b", "a") not in table.choices(HERO)
    back = table.choices(HERO)["move/a/back"]
    assert (back.fixed["to"], back.parameters[0].minimum, back.parameters[0].maximum) == (0, 1, 40)


@pytest.mark.rule("WB-MELEE-02", "WB-RANGED-01")
def test_targets_are_those_that_the_rules_allow() -> None:
    arena = fight_with(someone("a", weapons=(SWORD, BOW)), someone("near", "B"), someone("far", "B", at=60))
    assert offered(arena, "attack/a/sword") == ["near"]
    assert offered(arena, "attack/a/bow") == ["near", "far"]
    assert offered(arena, "close/a") == ["far"]


@pytest.mark.rule("WB-MOVE-05")
def test_a_move_is_offered_with_its_limits() -> None:
    arena = fight_with(someone("a", rate=9), someone("b", "B"))
    place = next(choice for choice in RULES.choices(arena.state, REFEREE) if choice.id == "move/a/ahead").parameters[0]
    assert (place.kind, place.minimum, place.maximum) == ("number", 1, 30)


@pytest.mark.rule("WB-MORALE-04")
def test_whoever_holds_is_offered_no_way_that_leads_nearer_anywhere_on_it() -> None:
    foes = (someone("a1", at=-25), someone("a2", at=5))
    arena = fight_with(*foes, someone("b", "B", at=0))
    arena.do(CheckMorale("B"), d6(3), d6(3))
    arena.end("A")
    # Five feet from the one, a way back would lead through the other.
    assert not {"move/b/back", "move/b/ahead"} & ids(arena)
    assert arena.refused(Move("b", -25)).code == "holds_ground"
    arena.do(Move("b", -10))


@pytest.mark.rule("WB-SPELL-01", "WB-INTENT-01")
def test_declarations_are_offered_to_those_who_have_them_to_make() -> None:
    arena = declaring(someone("a", spells=(spell("spark"), spell("storm"))), someone("a2"), someone("b", "B"))
    assert ids(arena, Seat("A", "player", frozenset({"A", "a", "a2"}))) == {
        "declare/a/cast/spark",
        "declare/a/cast/storm",
        "end_turn/A",
    }
    arena = declaring(someone("a", weapons=(BOW,)), someone("b", "B"), declare_intent=True)
    kinds = {"declare/a/missile", "declare/a/move", "declare/a/flee", "declare/a/other"}
    assert ids(arena, HERO) == kinds  # the turn ends when everybody has declared
    assert offered(arena, "declare/a/missile") == ["b"]
    arena.do(Declare("a", "move"))
    assert ids(arena, HERO) == {"end_turn/A"}


@pytest.mark.rule("WB-SPELL-04", "WB-ALTSEQ-05")
def test_spells_are_offered_when_they_may_be_prepared_or_cast() -> None:
    caster = someone("a", spells=(spell("spark"), spell("storm")), prepared=("spark",))
    arena = fight_with(caster, someone("b", "B"), combat_sequence="alternate")
    assert ids(arena, HERO) == {"cast/a", "surrender/a", "end_turn/A"}
    arena.do(Cast("a", "b"), d6(1))
    assert ids(arena, HERO) == {"prepare/a/storm", "surrender/a", "end_turn/A"}


@pytest.mark.rule("WB-SURPRISE-01", "WB-SAVE-09", "WB-SAVE-02")
def test_while_the_referee_is_awaited_only_the_answers_are_offered() -> None:
    arena = Arena(someone("a"), someone("b", "B"), surprise_method="judgement")
    assert (ids(arena), ids(arena, HERO)) == ({"judge_surprise"}, set())
    assert offered(arena, "judge_surprise") == ["", "A", "B", "A,B"]
    arena = fight_with(someone("a"), someone("b", "B", class_id="thief"), saving_throws="matrix")
    arena.do(CallSave("b", threat("death", on_success="referee")))
    assert (ids(arena), ids(arena, HERO)) == ({"name_danger"}, set())
    dangers = ["death_poison", "wands_rays", "paralysis_stone", "dragon_breath", "spells_staves", "single"]
    assert offered(arena, "name_danger") == dangers
    arena.do(NameDanger("death_poison"), d20(20))
    assert offered(arena, "settle_save") == ["avoided"]  # there is no half of a death
    arena.do(SettleSave("avoided"))
    arena.do(CallSave("b", threat("damage", "2", danger="wands_rays", on_success="referee")), d20(20))
    assert offered(arena, "settle_save") == ["avoided", "half"]


@pytest.mark.rule("WB-DEATH-05", "WB-ALTSEQ-07", "WB-INTENT-01")
def test_binding_readying_and_substitutes_are_offered_where_they_are_possible() -> None:
    hero = someone("x", class_id="fighter", level=3)
    arena = fight_with(someone("a", weapons=(SWORD, BOW)), hero, someone("b", "B"), death_rule="unconscious_at_zero")
    assert "bind_wounds/a" not in ids(arena)
    arena.do(CallSave("x", threat("damage", "9", save=False)))
    assert offered(arena, "bind_wounds/a") == ["x"]
    arena = fight_with(someone("a", weapons=(SWORD, BOW)), someone("b", "B"), combat_sequence="alternate")
    assert {"ready_weapon/a/bow"} == {one for one in ids(arena) if one.startswith("ready")}
    arena = declaring(someone("a"), someone("b", "B"), declare_intent=True)
    for who in "ab":
        arena.do(Declare(who, "melee"))
    assert "allow_substitute/a" not in ids(arena)
    arena.end("A")
    arena.do(EndTurn("B"), d6(6), d6(1))
    assert {"allow_substitute/a", "allow_substitute/b"} < ids(arena)


@pytest.mark.rule("WB-CORE-01")
def test_choices_have_words_in_both_languages() -> None:
    arena = fight_with(someone("a"), someone("b", "B"))
    strike = next(choice for choice in RULES.choices(arena.state, HERO) if choice.id == "attack/a/sword")
    assert choice_text(RULES, arena.state, strike, "en") == "a: strike (sword)"
    assert choice_text(RULES, arena.state, strike, "it") != choice_text(RULES, arena.state, strike, "en")
    assert label_text(RULES, arena.state, strike.parameters[0].picks[0].label, "it") == "b"
    assert RULES.command(strike.fill(target="b")) == Attack("a", "b", "sword")


# ---------------------------------------------------------------- the automatic player


@pytest.mark.rule("WB-MELEE-02", "WB-RANGED-02")
def test_it_strikes_who_is_near_and_shoots_who_stands_in_no_melee() -> None:
    arena = fight_with(someone("a", weapons=(BOW, SWORD)), someone("b", "B"), someone("c", "B", at=200))
    assert RULES.suggest(arena.state, REFEREE) == Attack("a", "b", "sword")
    arena = fight_with(
        someone("a", weapons=(BOW,)), someone("a2", at=90), someone("b", "B", at=90), someone("c", "B", at=200)
    )
    assert RULES.suggest(arena.state, REFEREE) == Attack("a", "c", "bow")


@pytest.mark.rule("WB-MOVE-05", "WB-MOVE-06")
def test_it_closes_in_on_the_nearest_but_does_not_chase_who_runs() -> None:
    arena = fight_with(someone("a"), someone("b", "B", at=60), someone("c", "B", at=50, rate=3), first="B")
    arena.do(Run("c"))
    assert arena["c"].condition == "up"
    arena.end("B")
    assert RULES.suggest(arena.state, REFEREE) == Close("a", "b")


@pytest.mark.rule("WB-SPELL-01", "WB-SPELL-05")
def test_it_casts_what_it_has() -> None:
    arena = declaring(someone("a", spells=(spell("spark"),)), someone("b", "B"))
    assert RULES.suggest(arena.state, HERO) == Declare("a", "cast", "b", "spark")
    arena.do(Declare("a", "cast", "b", "spark"))
    assert RULES.suggest(arena.state, HERO) == EndTurn("A")
    arena.do(EndTurn("A"), d6(6), d6(1))
    assert RULES.suggest(arena.state, HERO) == Cast("a")
    arena = fight_with(someone("a", spells=(spell("spark"),)), someone("b", "B"), combat_sequence="alternate")
    assert RULES.suggest(arena.state, HERO) == Prepare("a", "spark", "b")


@pytest.mark.rule("WB-MORALE-04", "WB-INTENT-01")
def test_the_fearful_declare_flight_before_anything_else() -> None:
    arena = declaring(someone("a"), someone("b", "B", spells=(spell("spark"),)), declare_intent=True)
    arena.do(CheckMorale("B"), d6(1), d6(2))
    assert RULES.suggest(arena.state, Seat("B", "player", frozenset({"B", "b"}))) == Declare("b", "flee")


@pytest.mark.rule("WB-MORALE-04")
def test_a_fight_in_which_all_hold_out_of_reach_is_broken_off_by_the_automatic_referee() -> None:
    arena = fight_with(someone("a"), someone("b", "B", at=100))
    for group in "AB":
        arena.do(CheckMorale(group), d6(3), d6(4))
    assert RULES.suggest(arena.state, REFEREE) == EndFight(("A", "B"))
    assert RULES.suggest(arena.state, HERO) == EndTurn("A")


@pytest.mark.rule("WB-CORE-01")
def test_it_has_nothing_to_say_where_nothing_is_asked_of_it() -> None:
    arena = fight_with(someone("a"), someone("b", "B"), first="B")
    assert RULES.suggest(arena.state, HERO) is None
    arena.do(EndFight())
    assert RULES.suggest(arena.state, REFEREE) is None
    fighting = (
        "attack",
        "move",
        "close",
        "run",
        "surrender",
        "cast",
        "prepare",
        "end_turn",
        "end_fight",
        "check_morale",
    )
    for state in (arena.state, RULES.initial()):
        assert not [choice.id for choice in RULES.choices(state, REFEREE) if choice.command in fighting]
