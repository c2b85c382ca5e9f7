"""Ways between levels: stairs, blind stairs, chimneys, trapdoors, and where they come out."""

import pytest
from tests.dungeon.bench import Script, adjustments, cited, codes, corridor, fold, follow, new_spaces, open_leads, wall

from arbitro.appendix_a.arrival import shifts
from arbitro.appendix_a.clock import descend, may_pass, opens_again, step_on_trapdoor
from arbitro.appendix_a.spring import reach_blind_end
from arbitro.dungeon.events import EffectDue
from arbitro.dungeon.lattice import NAMES
from arbitro.dungeon.model import SURFACE, Dungeon, Link
from arbitro.text import Fault


def shaft(roll: int, **more: object) -> tuple[Dungeon, Link]:
    after, _ = follow(corridor(**more), f"A.1=17 A.6={roll}")
    return after, next(link for name, link in after.links.items() if name != "way" and link.kind != "opening")


@pytest.mark.rule("DA-STAIR-01", "DA-STAIR-02", "DA-PERIODIC-07")
@pytest.mark.parametrize(
    ("level", "roll", "code", "down"),
    [(1, 3, "STAIRS_DOWN_1", 1), (1, 6, "STAIRS_DOWN_2", 2), (2, 7, "STAIRS_DOWN_3", 3)],
)
def test_stairs_down_end_the_corridor(level: int, roll: int, code: str, down: int) -> None:
    state, link = shaft(roll, level=level)
    assert (link.kind, link.code, link.levels, link.state) == ("stairs", code, down, "unchecked")
    landing = state.spaces[link.b]
    assert (landing.level, landing.kind, landing.length) == (level + down, "landing", 16)
    assert [lead.level for lead in open_leads(state)] == [level + down]


@pytest.mark.rule("DA-STAIR-02", "DA-STAIR-10")
def test_the_landing_lies_on_the_same_spot_and_heading() -> None:
    state, link = shaft(1, level=3, heading="W")
    lead = open_leads(state)[0]
    assert (NAMES[lead.front.heading], lead.to_go, lead.front.width) == ("W", 30, 10)
    assert link.at == link.arrives == (312, 320)


@pytest.mark.rule("DA-STAIR-10")
def test_a_shaft_comes_out_in_a_corridor_both_ways() -> None:
    state, link = shaft(14)
    landing = state.spaces[link.b]
    ways = [NAMES[lead.front.heading] for lead in open_leads(state) if lead.space == landing.id]
    assert sorted(ways) == ["N", "S"]
    assert landing.length == 8


@pytest.mark.rule("DA-STAIR-10")
def test_a_shaft_above_a_mapped_chamber_opens_in_its_ceiling() -> None:
    state, link = shaft(14, walls=[wall(300, 280, 340, 330, "below", level=2)])
    assert link.b == "below"
    assert [lead.level for lead in open_leads(state)] == [1]


@pytest.mark.rule("DA-STAIR-10")
def test_a_shaft_above_a_wall_shifts_to_the_nearest_free_place() -> None:
    pillar = wall(316, 306, 318, 330, "below", level=2)
    _, link = shaft(14, walls=[pillar])
    assert link.b != "below"
    assert link.arrives == (324, 316)
    assert shifts()[:4] == ((0, -4), (4, 0), (0, 4), (-4, 0))
    assert max(x * x + y * y for x, y in shifts()) <= 24 * 24


@pytest.mark.rule("DA-STAIR-07", "DA-STAIR-08", "DA-STAIR-09", "DA-STAIR-01")
@pytest.mark.parametrize(
    ("level", "roll", "kind", "to", "needs"),
    [
        (3, 10, "chimney", 2, "climbing"),
        (3, 11, "chimney", 1, "climbing"),
        (1, 12, "chimney", 2, "climbing"),
        (1, 13, "chimney", 3, "climbing"),
        (4, 14, "trapdoor", 5, "rope_or_climbing"),
        (1, 18, "trapdoor", 2, "rope_or_climbing"),
        (4, 19, "trapdoor", 6, "rope_or_climbing"),
    ],
)
def test_chimneys_and_trapdoors_let_the_corridor_go_on(level: int, roll: int, kind: str, to: int, needs: str) -> None:
    state, link = shaft(roll, level=level)
    assert (link.kind, link.level + link.levels, link.needs, link.two_way) == (kind, to, needs, True)
    assert state.spaces[link.b].level == to
    main = next(lead for lead in open_leads(state) if lead.level == level)
    assert main.to_go == 20  # 30 ft from the check point, 10 of them taken by the shaft


@pytest.mark.rule("DA-STAIR-07", "DA-SOLO-03")
def test_a_chimney_above_level_1_comes_out_on_the_surface() -> None:
    state, link = shaft(11)
    assert (link.b, link.levels) == (SURFACE, -1)
    assert adjustments(state) == [("A.6", "above_surface", "surface")]
    state, link = shaft(10)
    assert (link.b, adjustments(state)) == (SURFACE, [])


@pytest.mark.rule("DA-STAIR-01", "DA-SOLO-03")
def test_nothing_leads_below_the_bottom() -> None:
    state, link = shaft(7, level=2, bottom_level=3)
    assert link.levels == 1
    assert adjustments(state) == [("A.6", "below_bottom", "reduced")]
    after, _ = follow(corridor(level=3, bottom_level=3), "A.1=17 A.6=1")
    assert after.closed["lead"].dead_end == "below_bottom"


@pytest.mark.rule("DA-STAIR-01", "DA-STAIR-08")
def test_the_row_missing_in_print_can_be_read_otherwise() -> None:
    state, link = shaft(12, level=2, a6_12="stairs_up_1")
    assert (link.kind, link.levels) == ("stairs", -1)
    after, events = follow(corridor(a6_12="reroll"), "A.1=17 A.6=12 A.6=14")
    assert codes(events)[-1] == "TRAPDOOR_DOWN_1"
    assert state.spaces
    assert after.links


@pytest.mark.rule("DA-STAIR-03", "DA-STAIR-04")
@pytest.mark.parametrize(
    ("roll", "key", "levels"), [(1, "A.6.egress.1", 1), (6, "A.6.egress.2", 2), (7, "A.6.egress.3", 3)]
)
def test_a_door_may_shut_behind_those_who_descend(roll: int, key: str, levels: int) -> None:
    state, link = shaft(roll, turn=10)
    assert link.state == "unchecked"
    events = descend(state, link.id, Script(f"{key}=1"), now=state.turn)
    shut = fold(state, events)
    assert (shut.links[link.id].state, shut.links[link.id].until) == ("shut", 154)
    assert not may_pass(shut.links[link.id], link.b)
    almost = fold(shut, opens_again(shut, 153))
    assert almost.links[link.id].state == "shut"
    assert fold(almost, opens_again(almost, 154)).links[link.id].state == "open"
    stays = fold(state, descend(state, link.id, Script(f"{key}=2"), now=state.turn))
    assert may_pass(stays.links[link.id], link.b)
    assert {"DA-STAIR-03", "DA-STAIR-04"} <= cited(events)
    assert link.levels == levels


@pytest.mark.rule("DA-STAIR-03")
def test_the_door_is_checked_once_or_every_time() -> None:
    state, link = shaft(1)
    once = fold(state, descend(state, link.id, Script("A.6.egress.1=5"), now=state.turn))
    descend(once, link.id, Script(), now=0)
    state, link = shaft(1, egress_check="every")
    first = fold(state, descend(state, link.id, Script("A.6.egress.1=5"), now=state.turn))
    again = Script("A.6.egress.1=1")
    assert fold(first, descend(first, link.id, again, now=0)).links[link.id].state == "shut"
    again.done()


@pytest.mark.rule("DA-STAIR-05", "DA-STAIR-06")
@pytest.mark.parametrize(
    ("level", "roll", "code", "to"), [(2, 8, "STAIRS_UP_DEAD_END", 3), (1, 9, "STAIRS_DOWN_DEAD_END", 3)]
)
def test_blind_stairs_may_collapse(level: int, roll: int, code: str, to: int) -> None:
    state, _ = follow(corridor(level=level), f"A.1=17 A.6={roll}")
    assert state.closed["lead"].dead_end == "stairs_blind"
    assert len(open_leads(state, "search")) == 1
    trap = next(iter(state.traps.values()))
    assert (trap.code, trap.state) == (code, "armed")
    events = reach_blind_end(state, trap.id, ("Anna",), Script("A.6.collapse=1"))
    fallen = fold(state, events)
    chute = next(link for link in fallen.links.values() if link.kind == "chute")
    assert (fallen.spaces[chute.b].level, chute.two_way) == (to, False)
    effect = next(event.effect for event in events if isinstance(event, EffectDue))
    assert (effect.kind, effect.level, effect.who) == ("slide", to, ("Anna",))
    sound = fold(state, reach_blind_end(state, trap.id, ("Anna",), Script("A.6.collapse=4")))
    assert sound.traps[trap.id].state == "spent"
    with pytest.raises(Fault):
        reach_blind_end(sound, trap.id, ("Anna",), Script("A.6.collapse=1"))


@pytest.mark.rule("DA-STAIR-09")
def test_a_trapdoor_is_a_hatch_unless_the_table_wants_a_trap() -> None:
    state, link = shaft(14)
    assert step_on_trapdoor(state, link.id, ("Anna",), Script()) == ()
    state, link = shaft(14, trapdoor="trap")
    opens = step_on_trapdoor(state, link.id, ("Anna",), Script("A.6.trapdoor=2"))
    assert [event.effect.kind for event in opens if isinstance(event, EffectDue)] == ["fall"]
    holds = step_on_trapdoor(state, link.id, ("Anna",), Script("A.6.trapdoor=3"))
    assert not any(isinstance(event, EffectDue) for event in holds)


@pytest.mark.rule("DA-STAIR-02")
def test_stairs_without_ground_ahead_stand_at_the_end_of_the_run() -> None:
    before = corridor(walls=[wall(280, 240, 360, 312)])
    after, _ = follow(before, "A.1=17 A.6=1")
    link = next(link for link in after.links.values() if link.kind == "stairs" and link.level == 1)
    assert link.a == "start"
    assert link.at == (320, 328)
    assert new_spaces(before, after, "node") == []
