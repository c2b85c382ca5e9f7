"""Morale: reminders that change nothing, Table 20, the fearless, and what the results mean in play."""

from itertools import product

import pytest
from msgspec.structs import replace
from tests.rules.whitebox.arena import (
    BOW,
    RULES,
    Arena,
    d6,
    d20,
    fight_with,
    found,
    only,
    sixes,
    someone,
    threat,
)

from arbitro.kernel.seat import REFEREE
from arbitro.kernel.sentence import tell
from arbitro.rules.whitebox.commands import Attack, CallSave, CheckMorale, Close, EndTurn, Move, Run, Surrender
from arbitro.rules.whitebox.events import FightEnded, MoraleDue, MoraleRolled, MoraleStands, Yielded

RESULTS = {
    2: "surrender",
    3: "flee",
    4: "flee",
    5: "flee",
    6: "hold",
    7: "hold",
    8: "hold",
    9: "fight_for_advantage",
    10: "fight_for_advantage",
    11: "fight_for_advantage",
    12: "attack",
}
# Modifier: surrender, flee, hold, fight for advantage, attack, of 36.
ODDS = {
    -2: (6, 15, 12, 3, 0),
    -1: (3, 12, 15, 6, 0),
    0: (1, 9, 16, 9, 1),
    1: (0, 6, 15, 12, 3),
    2: (0, 3, 12, 15, 6),
}


def bandits(count: int = 4, *, loyalty: int = 0, options: dict[str, object] | None = None, **more: object) -> Arena:
    """A fighter against a band."""
    band = [someone(f"b{n}", "B", loyalty=loyalty, **more) for n in range(1, count + 1)]
    return fight_with(someone("a", class_id="fighter", attacks=9), *band, **(options or {}))


def slain(arena: Arena, *who: str) -> list[str]:
    """Kill some of them; the moments of which the referee is reminded, those of one loss joined by a plus."""
    moments = []
    for one in who:
        due = found(arena.do(CallSave(one, threat("death", save=False))), MoraleDue)
        moments += ["+".join((event.why, *event.also)) for event in due]
    return moments


def checked(total: tuple[int, int], **more: object) -> str:
    """What a band does when the two dice fall so."""
    arena = bandits(**more)
    told = only(arena.do(CheckMorale("B"), *sixes(*total)), MoraleRolled)
    return str(told.result)


@pytest.mark.rule("WB-MORALE-01")
@pytest.mark.parametrize("name", ["skeleton", "ooze"])
def test_the_undead_and_the_mindless_roll_nothing_and_fight_on(name: str) -> None:
    arena = fight_with(someone("a"), someone(name, "B", fearless=True), someone(f"{name}-2", "B", fearless=True))
    told = only(arena.do(CheckMorale("B")), MoraleStands)
    assert told.audience == "referee"
    assert slain(arena, name) == []
    arena.end("A")
    arena.do(Attack(f"{name}-2", "a"), d20(2))


@pytest.mark.rule("WB-MORALE-01", "WB-MORALE-04")
def test_a_bandit_may_be_rolled_for() -> None:
    assert checked((3, 4)) == "hold"


@pytest.mark.rule("WB-MORALE-01")
def test_in_a_mixed_group_only_those_who_fear_are_bound_by_the_roll() -> None:
    arena = fight_with(someone("a"), someone("bandit", "B"), someone("zombie", "B", fearless=True))
    told = only(arena.do(CheckMorale("B"), d6(1), d6(1)), MoraleRolled)
    assert told.members == ("bandit",)
    assert (arena["bandit"].condition, arena["zombie"].condition) == ("surrendered", "up")


@pytest.mark.rule("WB-MORALE-02")
def test_the_referee_is_reminded_of_the_first_loss_and_of_half_losses_once_and_nothing_changes() -> None:
    arena = bandits(6)
    moments = [slain(arena, who) for who in ("b1", "b2", "b3", "b4")]
    assert moments == [["first_loss"], [], ["half_lost"], []]
    assert [event.audience for event in found(arena.events, MoraleDue)] == ["referee", "referee"]
    assert arena.fight.due == ("B",)
    assert [arena[who].morale for who in ("b5", "b6")] == ["", ""]
    arena.end("A")
    arena.do(Attack("b5", "a"), d20(2))


@pytest.mark.rule("WB-MORALE-02")
def test_the_referee_is_reminded_when_the_leader_falls() -> None:
    band = (someone("chief", "B", leader=True), *(someone(f"b{n}", "B") for n in range(9)))
    arena = fight_with(someone("a"), *band)
    assert slain(arena, "b1", "chief") == ["first_loss", "leader_lost"]


@pytest.mark.rule("WB-MORALE-02")
def test_a_check_settles_the_reminder() -> None:
    arena = bandits(4)
    slain(arena, "b1")
    assert RULES.suggest(arena.state, REFEREE) == CheckMorale("B")
    arena.do(CheckMorale("B"), d6(3), d6(3))
    assert arena.fight.due == ()


@pytest.mark.rule("WB-MORALE-02")
def test_nobody_is_reminded_of_a_group_that_is_gone() -> None:
    band = (someone("b", "B"), someone("c", "B", group="others"))
    arena = fight_with(someone("a"), *band)
    assert slain(arena, "b") == []


@pytest.mark.rule("WB-MORALE-02")
def test_foes_may_lay_down_arms_or_leave() -> None:
    arena = bandits(2)
    arena.end("A")
    arena.do(Surrender("b1"))
    assert arena.refused(Attack("b1", "a")).code == "cannot_act"
    ended = only(arena.do(Run("b2")), FightEnded)
    assert ended.winners == ("A",)
    assert [arena[who].condition for who in ("b1", "b2")] == ["surrendered", "fled"]


@pytest.mark.rule("WB-MORALE-03")
def test_a_hireling_checks_on_the_same_table_and_the_reminder_says_so() -> None:
    members = (someone("a", class_id="fighter"), *(someone(f"h{n}", nature="npc", group="porters") for n in (1, 2)))
    arena = fight_with(*members, someone("b", "B"))
    events = arena.do(CallSave("h1", threat("death", save=False)))
    assert all("WB-MORALE-03" in event.rules for event in found(events, MoraleDue))
    told = only(arena.do(CheckMorale("porters"), d6(6), d6(3)), MoraleRolled)
    assert told.result == "fight_for_advantage"


@pytest.mark.rule("WB-MORALE-03")
def test_a_player_character_is_never_checked() -> None:
    arena = fight_with(someone("a", class_id="fighter", group="heroes"), someone("b", "B"))
    assert arena.refused(CheckMorale("heroes")).code == "players_decide"
    assert (
        slain(fight_with(*(someone(f"a{n}", class_id="fighter", group="A") for n in (1, 2)), someone("b", "B")), "a1")
        == []
    )


@pytest.mark.rule("WB-MORALE-04")
def test_table_20_row_by_row() -> None:
    for one, other in product(range(1, 7), repeat=2):
        assert checked((one, other)) == RESULTS[one + other]


@pytest.mark.rule("WB-MORALE-04", "WB-LOYAL-08")
@pytest.mark.parametrize("modifier", ODDS)
def test_exact_odds_of_table_20_with_every_loyalty(modifier: int) -> None:
    counted = dict.fromkeys(("surrender", "flee", "hold", "fight_for_advantage", "attack"), 0)
    for faces in product(range(1, 7), repeat=2):
        counted[checked(faces, loyalty=modifier, options={"loyalty_to_morale": True})] += 1
    assert tuple(counted.values()) == ODDS[modifier]
    if not modifier:
        assert counted["surrender"] + counted["flee"] == 10


@pytest.mark.rule("WB-MORALE-04", "WB-LOYAL-08")
def test_a_total_below_2_is_surrender_and_above_12_attack() -> None:
    for faces, loyalty, total, result in (((1, 1), -1, 1, "surrender"), ((6, 6), 2, 14, "attack")):
        arena = bandits(loyalty=loyalty, options={"loyalty_to_morale": True})
        told = only(arena.do(CheckMorale("B"), *sixes(*faces)), MoraleRolled)
        assert (told.lookup.total, told.result) == (total, result)


@pytest.mark.rule("WB-MORALE-04")
def test_with_the_table_off_nothing_is_rolled_and_reminders_stay() -> None:
    arena = bandits(options={"morale_table": "off"})
    assert arena.refused(CheckMorale("B")).code == "option_off"
    assert slain(arena, "b1") == ["first_loss"]
    assert not isinstance(RULES.suggest(arena.state, REFEREE), CheckMorale)


@pytest.mark.rule("WB-MORALE-04")
def test_one_roll_for_a_group_under_one_leader() -> None:
    members = (*(someone(f"o{n}", "B", group="orcs") for n in range(3)), someone("wolf", "B", group="wolves"))
    arena = fight_with(someone("a"), *members)
    told = only(arena.do(CheckMorale("orcs"), d6(2), d6(2)), MoraleRolled)
    assert told.members == ("o0", "o1", "o2")
    assert arena["wolf"].morale == ""
    assert arena.refused(CheckMorale("bears")).code == "no_group"


@pytest.mark.rule("WB-MORALE-04")
def test_surrender_lays_down_arms_at_once() -> None:
    arena = bandits(3)
    events = arena.do(CheckMorale("B"), d6(1), d6(1))
    assert [event.condition for event in found(events, Yielded)] == ["surrendered"] * 3
    assert only(events, FightEnded).winners == ("A",)


@pytest.mark.rule("WB-MORALE-04", "WB-MOVE-06")
def test_flight_runs_and_does_nothing_else() -> None:
    arena = bandits(2)
    arena.do(CheckMorale("B"), d6(1), d6(2))
    arena.end("A")
    for command in (Attack("b1", "a"), Move("b1", 15), Close("b1", "a")):
        assert arena.refused(command).code == "fleeing"
    assert RULES.suggest(arena.state, REFEREE) == Run("b1")
    arena.do(Run("b1"))
    assert arena["b1"].condition == "fled"


@pytest.mark.rule("WB-MORALE-04")
def test_holding_means_no_step_nearer_but_blows_for_those_who_come() -> None:
    arena = fight_with(someone("a", at=0), someone("b", "B", at=45, weapons=(BOW,)), someone("c", "B", at=10))
    arena.do(CheckMorale("B"), d6(3), d6(3))
    arena.end("A")
    assert arena.refused(Close("b", "a")).code == "holds_ground"
    assert arena.refused(Move("b", 44)).code == "holds_ground"
    arena.do(Move("b", 60))
    arena.do(Attack("c", "a"), d20(2))


@pytest.mark.rule("WB-MORALE-04")
@pytest.mark.parametrize("faces", [(4, 5), (6, 6)])
def test_fighting_on_and_pressing_the_attack_leave_every_action_open(faces: tuple[int, int]) -> None:
    arena = bandits(1, at=45)
    arena.do(CheckMorale("B"), *sixes(*faces))
    arena.end("A")
    arena.do(Close("b1", "a"))
    arena.do(Attack("b1", "a"), d20(2))


@pytest.mark.rule("WB-LOYAL-08")
@pytest.mark.parametrize(
    ("switch", "loyalty", "faces", "result"),
    [
        (True, 1, (4, 4), "fight_for_advantage"),
        (True, -2, (2, 2), "surrender"),
        (False, 1, (4, 4), "hold"),
        (True, 0, (4, 4), "hold"),
    ],
)
def test_loyalty_counts_by_the_option(switch: bool, loyalty: int, faces: tuple[int, int], result: str) -> None:
    assert checked(faces, loyalty=loyalty, options={"loyalty_to_morale": switch}) == result


@pytest.mark.rule("WB-LOYAL-08")
def test_a_morale_roll_does_not_use_the_loyalty_up() -> None:
    arena = bandits(1, loyalty=1, options={"loyalty_to_morale": True})
    for _ in range(2):
        told = only(arena.do(CheckMorale("B"), d6(4), d6(4)), MoraleRolled)
        assert told.lookup.total == 9


@pytest.mark.rule("WB-MORALE-04")
def test_no_check_without_a_fight() -> None:
    arena = bandits(1)
    slain(arena, "b1")
    assert arena.refused(CheckMorale("B")).code == "no_fight"


# -------------------------------------------------------------------- in flight


@pytest.mark.rule("WB-MORALE-02", "WB-MORALE-04")
def test_a_group_in_flight_is_not_tested_again_for_those_who_get_away_or_fall() -> None:
    arena = bandits(6, rate=24)
    assert slain(arena, "b1") == ["first_loss"]
    arena.do(CheckMorale("B"), *sixes(1, 2))
    arena.do(EndTurn("A"))
    due = []
    for runner in ("b2", "b3", "b4"):
        events = arena.do(Run(runner))
        assert only(events, Yielded).condition == "fled"
        due += found(events, MoraleDue)
    assert due == []
    assert slain(arena, "b5") == []  # cut down from behind: still no halt
    assert RULES.suggest(arena.state, REFEREE) != CheckMorale("B")
    arena.do(CheckMorale("B"), *sixes(6, 6))  # the referee may test whenever it seems right


@pytest.mark.rule("WB-MORALE-02", "WB-MORALE-03")
@pytest.mark.parametrize("nature", ["npc", "monster"])
def test_those_who_are_led_away_are_no_losses_to_the_others(nature: str) -> None:
    arena = fight_with(
        someone("a"), *(someone(f"b{n}", "B", group="men", nature=nature, rate=24) for n in range(6)), first="B"
    )
    due = []
    for runner in ("b0", "b1", "b2", "b3"):
        events = arena.do(Run(runner))
        assert only(events, Yielded).condition == "fled"
        due += found(events, MoraleDue)
    assert due == []
    assert slain(arena, "b4") == ["first_loss+half_lost"]  # one of the two who stay


@pytest.mark.rule("WB-MORALE-02")
def test_a_leader_who_runs_is_lost_to_the_others() -> None:
    band = (someone("chief", "B", leader=True, rate=24), *(someone(f"b{n}", "B") for n in range(4)))
    arena = fight_with(someone("a"), *band, first="B")
    assert [event.why for event in found(arena.do(Run("chief")), MoraleDue)] == ["leader_lost"]


@pytest.mark.rule("WB-MORALE-02")
def test_those_who_do_not_run_are_still_tested_for_later_losses() -> None:
    arena = bandits(4)
    assert slain(arena, "b1") == ["first_loss"]
    arena.do(CheckMorale("B"), *sixes(3, 4))
    assert slain(arena, "b2") == ["half_lost"]


@pytest.mark.rule("WB-MORALE-01", "WB-MORALE-02")
def test_no_moment_for_morale_where_only_the_fearless_are_left() -> None:
    brave = someone("b2", "B", fearless=True)
    arena = fight_with(someone("a", class_id="fighter"), someone("b1", "B"), brave)
    assert slain(arena, "b1") == []


# -------------------------------------------------------------------- what the referee adds


@pytest.mark.rule("WB-MORALE-04")
@pytest.mark.parametrize("modifier", [-12, -3, 0, 2, 12])
def test_the_referee_may_give_a_modifier_with_a_reason(modifier: int) -> None:
    arena = bandits()
    told = only(arena.do(CheckMorale("B", modifier, "their shrine burns"), *sixes(3, 4)), MoraleRolled)
    assert told.lookup.total == 7 + modifier
    assert told.result == RESULTS[min(max(7 + modifier, 2), 12)]
    assert [(each.amount, each.note) for each in told.lookup.modifiers] == [(modifier, "referee")] * bool(modifier)
    assert "(their shrine burns)" in tell(RULES, arena.state, told, "it")


@pytest.mark.rule("WB-MORALE-04")
def test_the_modifier_has_its_limits_and_is_offered_to_the_referee_alone() -> None:
    arena = bandits()
    assert arena.refused(CheckMorale("B", 13)).code == "bad_weight"
    assert RULES.owner(arena.state, CheckMorale("B", 1)) == "referee"
    (weighed,) = (one for one in RULES.choices(arena.state, REFEREE) if one.id == "check_morale/B/weighed")
    assert [(part.name, part.kind, part.optional) for part in weighed.parameters] == [
        ("modifier", "number", False),
        ("reason", "text", True),
    ]
    assert all(RULES.allows(arena.state, RULES.command(filled)) for filled in weighed.fillings())


@pytest.mark.rule("WB-MORALE-02", "WB-MORALE-04")
def test_whoever_cannot_move_lays_down_no_arms():
    arena = bandits(3)
    fight = arena.state.fight
    still = replace(fight.combatants["b1"], held_until=99)
    arena.state = replace(arena.state, fight=replace(fight, combatants={**fight.combatants, "b1": still}))
    events = arena.do(CheckMorale("B"), *sixes(1, 1))
    assert only(events, MoraleRolled).members == ("b2", "b3")
    assert [event.who for event in found(events, Yielded)] == ["b2", "b3"]
    assert arena["b1"].condition == "up"
    assert arena.refused(CheckMorale("B")).code == "no_group"  # nobody is left to lose heart
