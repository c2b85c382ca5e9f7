"""Moods of places: enough of them, and none that its place gives the lie to."""

from typing import Any

import pytest
from tests.play.watching import watched

from arbitro.dungeon.draw.hand import Hand
from arbitro.dungeon.export.moods import draw_mood, fitting, mood_said, moods, tags_of
from arbitro.dungeon.export.words import TEXTS
from arbitro.dungeon.model import Dungeon, Known, Slot, Space, Trap
from arbitro.kernel.witness import Said
from arbitro.play.players import PLAYERS
from arbitro.text import LANGUAGES

ROOM = Space("a", 1, "room", "square", (), 0, area=900)
CAVE = Space("b", 1, "cave", "cave", (), 0, area=900)
FOES = Slot("f", 1, "a", "monster", "CONTENT_MONSTER")
MANY = 60


def place(space: Space, *slots: Slot, **more: Any) -> Dungeon:
    return Dungeon(spaces={space.id: space}, slots={slot.id: slot for slot in slots}, **more)


@pytest.mark.parametrize("kind", ["built", "cave"])
def test_there_are_many_and_each_has_words_of_its_own(kind: str) -> None:
    assert len(moods()[kind]) >= MANY
    for language in LANGUAGES:
        said = [TEXTS.say(language, f"mood.{name}") for name in moods()[kind]]
        assert len(set(said)) == len(said)


@pytest.mark.parametrize("space", [ROOM, CAVE])
def test_where_somebody_waits_no_mood_says_that_nobody_does(space: Space) -> None:
    foes = Slot("f", 1, space.id, "monster", "CONTENT_MONSTER")
    kept, alone = fitting(space, tags_of(place(space, foes), space)), fitting(space, tags_of(place(space), space))
    needs = moods()["cave" if space is CAVE else "built"]
    assert not any("empty" in needs[name] for name in kept)
    assert not any("lived" in needs[name] for name in alone)
    assert any("lived" in needs[name] for name in kept)
    assert min(len(kept), len(alone)) >= MANY // 2
    assert any("untouched" in name or name == "1" for name in fitting(ROOM, tags_of(place(ROOM), ROOM)))


@pytest.mark.parametrize("seed", range(40))
def test_what_is_hidden_has_no_part_in_it(seed: int) -> None:
    """Two worlds: foes beneath the water, a trap that has not shown itself, what waits on the far side."""
    plain = place(ROOM)
    under = Slot("g", 1, "a", "monster", "POOL_MONSTER", where="pool")
    trap = Trap("t", 1, "a", "PIT", state="armed")
    other = place(ROOM, under, traps={"t": trap})
    assert draw_mood(plain, ROOM, Hand(seed)) == draw_mood(other, ROOM, Hand(seed))


@pytest.mark.parametrize("seed", range(40))
def test_in_the_dark_a_mood_says_nothing_of_who_is_there(seed: int) -> None:
    groping = [draw_mood(world, ROOM, Hand(seed), seen=False) for world in (place(ROOM), place(ROOM, FOES))]
    assert groping[0] == groping[1]


def test_none_is_told_twice_while_there_are_others() -> None:
    told: list[str] = []
    for _ in fitting(ROOM, tags_of(place(ROOM), ROOM)):
        told.append(draw_mood(place(ROOM), ROOM, Hand(7), told=told))
    assert len(set(told)) == len(told)
    assert draw_mood(place(ROOM), ROOM, Hand(7), told=told) in told


def test_what_was_told_stays_so_and_older_tables_keep_their_words() -> None:
    dungeon = place(ROOM, FOES, known={"party/a": Known("party", "a", "visited", "built.den")})
    assert mood_said(dungeon, ROOM, Hand(7)) == Said("mood.built.den")
    old = place(ROOM, FOES, known={"party/a": Known("party", "a", "visited")})
    assert mood_said(old, ROOM, Hand(7)) == Said(f"mood.{Hand(7).of('a', 1 << 12) % 16 + 1}")


@pytest.mark.parametrize("game", ["whitebox", "daggerheart"])
def test_every_place_of_a_campaign_is_told_as_it_is(game: str) -> None:
    """Moods are drawn as the party comes in, fit what is there then, and never change."""
    kept: dict[str, str] = {}
    for step in watched(game, 3, 150, PLAYERS["plain"]):
        before, after = step.before.dungeon, step.after.dungeon
        for known in after.known.values():
            space = after.spaces.get(known.thing)
            if not known.mood or space is None:
                continue
            if known.thing not in kept:
                kept[known.thing] = known.mood
                needs = moods()["cave" if space.kind == "cave" else "built"][known.mood]
                here = tags_of(before if space.id in before.spaces else after, space) | tags_of(after, space)
                assert needs <= here
            assert kept[known.thing] == known.mood
    assert kept
