"""Repairs put to the players before they are drawn (DA-SOLO-03), and the same repairs made by the program."""

import pytest
from tests.dungeon.bench import Script, adjustments, corridor, fold, open_leads, wall

from arbitro.appendix_a.level import begin, explore
from arbitro.appendix_a.solo import ANSWERS, answer_adjustment, awaited
from arbitro.dice.stream import AuditedDice, Unsuitable
from arbitro.dungeon.events import IMPOSSIBLE, DecisionOffered, DecisionTaken, StepHeld
from arbitro.dungeon.fold import evolve, evolve_all
from arbitro.dungeon.knowledge import players_map
from arbitro.dungeon.model import Dungeon, from_json, to_json
from arbitro.dungeon.telling import question_text, tell
from arbitro.kernel.event import Event, Setting
from arbitro.text import Fault

CHAMBER = "A.1=14 A.5.1=6"
AFTER = "A.5.4=4 A.5.7=1"
BLOCK = wall(280, 280, 360, 294)
"""A chamber of 40 ft does not fit before it, one of 30 ft neither, one of 20 ft does."""


def blocked(**options: Setting) -> Dungeon:
    return corridor(walls=(BLOCK,), **options)


def step(state: Dungeon, dice: Script, group: str = "party") -> tuple[Dungeon, tuple[Event, ...]]:
    events = explore(state, "lead", dice, group)
    return fold(state, events), events


@pytest.mark.rule("DA-SOLO-03")
def test_by_default_the_program_mends_at_once() -> None:
    script = Script(f"{CHAMBER} {AFTER}")
    state, events = step(blocked(), script)
    script.done()
    assert ("A.5.1", "no_space", "smaller") in adjustments(state)
    assert state.held is None
    assert not any(isinstance(event, DecisionOffered) for event in events)


@pytest.mark.rule("DA-SOLO-03", "DA-SOLO-02")
def test_by_option_nothing_is_drawn_before_the_players_agree() -> None:
    before = blocked(adjustments="offered")
    script = Script(CHAMBER)
    state, events = step(before, script)
    script.done()
    assert [type(event) for event in events] == [StepHeld, DecisionOffered]
    assert (state.spaces, state.leads, state.adjustments) == (before.spaces, before.leads, {})
    assert state.held is not None
    assert [lookup.total for lookup in state.held.rolls if lookup.table != "layout"] == [14, 6]
    asked = awaited(state)
    assert asked is not None
    assert (asked.kind, asked.who, asked.values["applied"]) == ("adjustment", "party", "smaller")
    assert "più piccolo" in question_text(state, "it")
    assert "there is no room" in question_text(state, "en")
    assert players_map(state, "party").held is None
    assert from_json(to_json(state)) == state


@pytest.mark.rule("DA-SOLO-03", "DA-SOLO-02")
def test_an_accepted_repair_is_the_one_the_program_would_make() -> None:
    state, _ = step(blocked(adjustments="offered"), Script(CHAMBER))
    script = Script(AFTER)
    events = answer_adjustment(state, "accept", script)
    script.done()
    after = fold(state, events)
    automatic, _ = step(blocked(), Script(f"{CHAMBER} {AFTER}"))
    assert (after.spaces, after.links, after.leads, after.adjustments) == (
        automatic.spaces,
        automatic.links,
        automatic.leads,
        automatic.adjustments,
    )
    assert after.held is None
    taken = next(event for event in events if isinstance(event, DecisionTaken))
    assert (taken.decision, taken.proposal, taken.chosen, taken.accepted) == (IMPOSSIBLE, "smaller", "accept", True)
    assert "DA-SOLO-02" in taken.rules
    one_by_one = state
    for event in events:
        one_by_one = evolve(one_by_one, event)
    assert one_by_one == after


@pytest.mark.rule("DA-SOLO-03", "DA-SOLO-02")
def test_players_may_throw_again_or_close_the_way() -> None:
    state, _ = step(blocked(adjustments="offered"), Script(CHAMBER))
    script = Script("A.1=1")
    events = answer_adjustment(state, "reroll", script)
    script.done()
    after = fold(state, events)
    assert after.adjustments == {}
    assert len(open_leads(after)) == 1
    assert "non si disegna più piccolo, ma si ritirano i dadi" in tell(events[0], after, "it")
    events = answer_adjustment(state, "dead_end", Script())
    after = fold(state, events)
    assert after.closed["lead"].dead_end == "blocked"
    assert [lead.kind for lead in after.leads.values()] == ["search"]


@pytest.mark.rule("DA-SOLO-03")
def test_a_door_that_players_close_is_a_false_one() -> None:
    state, _ = step(corridor(adjustments="offered"), Script("A.1=4 A.2.1=9"))
    door = open_leads(state, "door")[0]
    (x, y) = door.front.x, door.front.y
    crowded = fold(state, ())
    crowded = Dungeon(
        **{
            **{name: getattr(crowded, name) for name in crowded.__struct_fields__},
            "spaces": {**crowded.spaces, "wall": wall(x - 40, y - 40, x + 40, y - 4)},
        }
    )
    held = fold(crowded, explore(crowded, door.id, Script("A.2.2=6 A.5.1=6")))
    assert held.held is not None
    after = fold(held, answer_adjustment(held, "dead_end", Script()))
    assert after.links[door.link].state == "false"
    assert after.closed[door.id].dead_end == "false_door"


@pytest.mark.rule("DA-SOLO-03")
def test_until_then_nothing_else_is_explored_and_a_wrong_answer_costs_nothing() -> None:
    state, _ = step(blocked(adjustments="offered"), Script(CHAMBER))
    with pytest.raises(Fault, match="first decide"):
        explore(state, "lead", Script())
    with pytest.raises(Fault, match="accept, reroll, dead_end"):
        answer_adjustment(state, "perhaps", Script())
    with pytest.raises(Fault, match="no result is waiting"):
        answer_adjustment(blocked(), "accept", Script())
    with pytest.raises(Unsuitable):
        answer_adjustment(state, "accept", Script())


@pytest.mark.rule("DA-SOLO-02", "DA-SOLO-03")
@pytest.mark.parametrize(("group", "mode"), [("", "solo"), ("party", "referee_pregenerates")])
def test_a_prepared_map_asks_nobody(group: str, mode: str) -> None:
    state, _ = step(blocked(adjustments="offered", mode=mode), Script(f"{CHAMBER} {AFTER}"), group)
    assert state.held is None
    assert state.adjustments


@pytest.mark.rule("DA-SOLO-03")
@pytest.mark.parametrize("seed", range(6))
def test_always_accepting_gives_the_same_dungeon_as_the_program(seed: int) -> None:
    """Also where one step needs several repairs in a row."""
    options: dict[str, Setting] = {"start": "crossroads", "page_width_squares": 16, "page_height_squares": 16}

    def explored(mode: str) -> tuple[Dungeon, int]:
        dice = AuditedDice.from_text(f"asked/{seed}")
        state = evolve_all(Dungeon(), begin(dice, {**options, "adjustments": mode}, group="party"))
        asked = 0
        for _ in range(40):
            lead = next((each.id for each in state.leads.values() if each.kind != "search"), None)
            if lead is None:
                break
            state = evolve_all(state, explore(state, lead, dice))
            while state.held is not None:
                asked += 1
                state = evolve_all(state, answer_adjustment(state, ANSWERS[0], dice))
        return state, asked

    automatic, never = explored("automatic")
    offered, asked = explored("offered")
    assert never == 0
    assert asked == sum(
        each.reason in ("no_space", "page_edge", "no_wall_slot") for each in offered.adjustments.values()
    )
    assert (offered.spaces, offered.links, offered.adjustments) == (
        automatic.spaces,
        automatic.links,
        automatic.adjustments,
    )
