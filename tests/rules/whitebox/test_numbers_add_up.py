"""Every told number is the sum of the parts that its explanation shows, whatever is played and under any options."""

from collections.abc import Iterator

import pytest
from tests.games import ready_of
from tests.play.test_any_options import random_scene
from tests.rules.sums import adds_up, dice_in

from arbitro.kernel.event import Event
from arbitro.kernel.ruling import Check, Lookup
from arbitro.play.players.runs import Job, play_out

GAMES = ("whitebox", "infausta")
COMMANDS = 120
SPEAK_FOR_THEMSELVES = {
    "initiative_rolled": "a die for each side, compared with each other",
    "shot_strayed": "who is hit, by lot",
    "lots_drawn": "who or what, by lot",
    "joined": "hit points, a throw for each who joins",
    "scenery_drawn": "decoration",
    "effect_began": "points of an attribute that go, or how long it lasts where the reader may not know",
    "troop_stated": "kind, level and number of those who are about",
    "wandering_checked": "a die read by itself",
    "unaffected": "dice that came to nothing",
    "power_used": "how many it may reach",
    "creature_drawn": "which creature, and how many",
    "land_drawn": "the ground of every spot, a die for each",
}
"""Events with dice that are read one by one, and why their sum is no number that is told."""


TOLD = {
    "xp_gained": "total",
    "points_scored": "total",
    "level_gained": "max_hp",
    "healed": "healed",
    "hp_regained": "amount",
    "bandaged": "healed",
    "lance_hurt": "amount",
    "bled": "left",
    "banked": "total",
    "travelled": "total",
    "bought": "price",
    "sold": "price",
    "valuables_sold": "price",
    "wages_paid": "price",
    "xp_counted": "xp",
    "treasure_found": "worth",
    "ransom_demanded": "gp",
}
"""Numbers that always come from several parts, and the field that tells them."""


def weigh(part: Check | Lookup, event: Event) -> None:
    """Dice and what is added to them give the total."""
    total = sum(die.face for die in part.dice) + sum(modifier.amount for modifier in part.modifiers)
    assert total == part.total, event


def hold_to_account(event: Event) -> None:
    """The parts of every sum, check and lookup of an event, in their order, give what is told."""
    for reckoned in event.sums():
        adds_up(reckoned)
    for name in event.__struct_fields__:
        part = getattr(event, name)
        if isinstance(part, Check | Lookup):
            weigh(part, event)
    for check in event.checks():
        weigh(check, event)
    tag = str(type(event).__struct_config__.tag)
    number = getattr(event, TOLD[tag]) if tag in TOLD else None
    assert not number or number in {reckoned.total for reckoned in event.sums()}, event
    reckoned_so = event.sums() or event.lots() or event.checks()
    assert reckoned_so or not dice_in(event) or tag in SPEAK_FOR_THEMSELVES, event


def scene_events(game: str, folder: str, name: str, seed: int) -> Iterator[Event]:
    """What happens in a ready scene in which everybody does whatever comes to mind."""
    for table in random_scene(game, folder, name, seed, COMMANDS):
        if table.last is not None:
            yield from table.last.events


READY = [(game, folder, name) for game in GAMES for folder, name in ready_of(game)]


@pytest.mark.parametrize(("game", "folder", "name"), READY)
def test_in_every_scene_that_ships(game: str, folder: str, name: str) -> None:
    for event in scene_events(game, folder, name, 1):
        hold_to_account(event)


@pytest.mark.parametrize("game", GAMES)
def test_in_a_campaign(game: str) -> None:
    table, _ = play_out(Job(game, "plain", "sums 2", 3))
    for entry in table.entries():
        for event in entry.events:
            hold_to_account(event)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 12))
@pytest.mark.parametrize("game", GAMES)
def test_in_many(game: str, seed: int) -> None:
    for folder, name in ready_of(game):
        for event in scene_events(game, folder, name, seed):
            hold_to_account(event)
    table, _ = play_out(Job(game, ("reckless", "plain", "prudent")[seed % 3], f"sums {seed}", 8))
    for entry in table.entries():
        for event in entry.events:
            hold_to_account(event)
