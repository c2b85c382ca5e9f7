"""Who waits in the dungeon is kept by the dungeon: a game of the White Box family is told, and tells who is left."""

from typing import Any

import pytest
from msgspec.structs import replace
from tests.play.test_locks import Hall
from tests.play.watching import Mixed, Scattered, watched

from arbitro.dice.stream import QuickDice
from arbitro.dungeon.model import Slot
from arbitro.play.scene import Scene
from arbitro.play.sides.whitebox import facts
from arbitro.rules.whitebox.basics import fighting
from arbitro.rules.whitebox.commands import EndFight
from arbitro.rules.whitebox.exploring.commands import Engage
from arbitro.rules.whitebox.exploring.state import FOES_SIDE

FAMILY = ("whitebox", "infausta")
KINDS = {"whitebox": "orc", "infausta": "goblin"}
OWN = ("spoke", "gone")
"""What the game alone says of a troop: when it was talked to, and that nobody is left of it."""


@pytest.mark.rule("WB-MORALE-02", "DA-SOLO-04")
@pytest.mark.parametrize("game", FAMILY)
def test_the_slain_do_not_rise_when_the_party_comes_again(game: str) -> None:
    """Two of five fell before the party was driven off: three are left, on this expedition and on the next."""
    hall, dice = Hall(game), QuickDice(3)
    slot, kind, dungeon = "waiting", KINDS[game], hall.state.dungeon
    waiting = Slot(slot, 1, "vault", "monster", "CONTENT_MONSTER", items=((kind, 5), ("coins/gold", 40)))
    hall.state = replace(hall.state, dungeon=replace(dungeon, slots={**dungeon.slots, slot: waiting}))
    scene = Scene(hall.side, hall.state, dice)
    hall.side.walk.put(scene, "vault")
    hall.state = scene.state
    assert hall.state.game.expedition.meeting is not None
    hall.do(Engage("foes"), dice=dice)
    fight = hall.state.game.fight
    fallen = [who for who, one in fight.combatants.items() if one.profile.side == FOES_SIDE][:2]
    people = {who: replace(one, condition="dead") if who in fallen else one for who, one in fight.combatants.items()}
    hall.state = replace(hall.state, game=replace(hall.state.game, fight=replace(fight, combatants=people)))
    hall.do(EndFight((FOES_SIDE,)), dice=dice)
    assert hall.state.dungeon.slots[slot].items == ((kind, 3), ("coins/gold", 40))
    assert hall.state.dungeon.slots[slot].state == "met"
    assert hall.state.game.expedition.troops[slot].count.plus == 3
    hall.anew()
    assert [troop.count.plus for troop in facts.troops_in(hall.state, "vault")] == [3]


@pytest.mark.parametrize("player", [Mixed, Scattered])
@pytest.mark.parametrize("game", FAMILY)
def test_the_game_has_of_the_dungeon_what_the_dungeon_says(game: str, player: Any) -> None:
    """Whoever it was told of is as many and as minded as those who wait there, and the place of the party as drawn."""
    compared = 0
    for step in watched(game, 3, 150, player):
        state = step.after
        out = state.game.expedition
        if out is None or out.over or fighting(state.game):
            continue
        for name, troop in out.troops.items():
            slot = state.dungeon.slots.get(name)
            if slot is not None and slot.state != "gone":
                kept = {each.id: each for each in facts.troops_in(state, slot.space)}[name]
                assert troop == replace(kept, **{own: getattr(troop, own) for own in OWN})
                compared += 1
        if state.at and state.stage == "dungeon":
            assert out.places[out.at] == facts.place_of(state, out.at)
            compared += 1
    assert compared
