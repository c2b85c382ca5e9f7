"""The dice are honest: derived as documented, fair, counted, and marked for ever as what they are."""

from collections import Counter
from hashlib import blake2b
from math import sqrt

import pytest

from arbitro.dice.stream import (
    AuditedDice,
    DieNeeded,
    GivenDice,
    QuickDice,
    ScriptedDice,
    Unsuitable,
    WrongFace,
    commitment,
    face_at,
    seed_from_text,
    stir,
    stream_key,
)

SEED = bytes(range(32))
SIDES = [1, 2, 3, 6, 8, 20, 100, 7919, 2**31 + 1]


@pytest.mark.parametrize("name", ["play", "referee", "lead:3"])
def test_every_die_is_the_one_that_the_documents_derive(name: str) -> None:
    stirred = stir(bytes(32), "Ada", "la fortuna aiuta gli audaci")
    stream = AuditedDice(SEED, stirred).stream(name)
    key = stream_key(SEED, stirred, name)
    position = 0
    for number in range(300):
        die = stream.roll(SIDES[number % len(SIDES)])
        face = face_at(key, position, die.sides)
        while face is None:  # a word in the ragged end is passed over
            position += 1
            face = face_at(key, position, die.sides)
        assert (die.face, die.at, die.stream, die.how) == (face, position, name, "rolled")
        position += 1
    assert stream.position == position


def test_the_derivation_never_changes() -> None:
    dice = AuditedDice.from_text("7")
    assert [dice.roll(20).face for _ in range(8)] == [15, 13, 4, 2, 14, 8, 19, 1]
    assert commitment(SEED) == blake2b(b"arbitro-seed-1" + SEED, digest_size=32).hexdigest()


@pytest.mark.parametrize("sides", [2, 6, 20, 100])
@pytest.mark.parametrize("source", ["audited", "quick"])
def test_every_face_is_equally_likely(sides: int, source: str) -> None:
    dice = AuditedDice(seed_from_text("fair")) if source == "audited" else QuickDice(5)
    rolls = 200 * sides
    fell = Counter(dice.roll(sides).face for _ in range(rolls))
    assert set(fell) == set(range(1, sides + 1))
    squares = sum((times - 200) ** 2 / 200 for times in fell.values())
    assert (squares - (sides - 1)) / sqrt(2 * (sides - 1)) < 4


def test_a_word_in_the_ragged_end_is_passed_over() -> None:
    stream = AuditedDice(SEED).stream("play")
    dice = [stream.roll(2**31 + 1) for _ in range(40)]  # nearly half of all words are beyond the last whole multiple
    assert stream.position > 60
    assert [die.at for die in dice] == sorted({die.at for die in dice})


def test_streams_do_not_disturb_each_other() -> None:
    one, other = AuditedDice(SEED), AuditedDice(SEED)
    for _ in range(10):
        other.stream("decoration").roll(6)
    assert [one.roll(20) for _ in range(20)] == [other.roll(20) for _ in range(20)]


def test_older_streams_read_nothing_ahead_and_throw_on_as_before() -> None:
    together, alone = AuditedDice(SEED), AuditedDice(SEED)
    thrown: dict[str, list[int]] = {}
    for turn in range(40):
        for name in [f"lead/{number}" for number in range(max(0, turn - 5), turn + 1)]:
            thrown.setdefault(name, []).append(together.stream(name).roll(20).face)
    for name, faces in thrown.items():
        assert [alone.stream(name).roll(20).face for _ in faces] == faces
    held = [name for name in thrown if alone.stream(name)._words]
    assert held == list(thrown)[-1:]


def test_what_a_player_stirs_in_changes_every_die_after_it() -> None:
    plain, stirred = AuditedDice(SEED), AuditedDice(SEED, stir(bytes(32), "Ada", "x"))
    assert [plain.roll(100).face for _ in range(20)] != [stirred.roll(100).face for _ in range(20)]
    assert stir(bytes(32), "Ada", "x") != stir(bytes(32), "Adax", "")


def test_a_table_goes_on_where_it_stood() -> None:
    dice = AuditedDice(SEED)
    for _ in range(21):
        dice.roll(6)
    resumed = AuditedDice(SEED, positions=dice.positions)
    assert [resumed.roll(20) for _ in range(20)] == [dice.roll(20) for _ in range(20)]


def test_a_seed_of_another_length_is_refused() -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        AuditedDice(b"short")
    with pytest.raises(ValueError, match="sides"):
        AuditedDice(SEED).roll(0)


def test_scripted_dice_are_thrown_all_and_no_others() -> None:
    with pytest.raises(Unsuitable, match="not thrown"), ScriptedDice((6, 3)):
        pass
    with pytest.raises(Unsuitable, match="after the script"), ScriptedDice() as dice:
        dice.roll(6)
    with pytest.raises(Unsuitable, match="has a d20"), ScriptedDice((20, 3)) as dice:
        dice.roll(6)
    with pytest.raises(Unsuitable, match="cannot show"):
        ScriptedDice((6, 7))


def test_typed_and_overruled_dice_stay_marked() -> None:
    assert GivenDice([4]).roll(6).how == "typed"
    assert GivenDice([4], "overridden").roll(6).how == "overridden"
    with pytest.raises(WrongFace, match="7 is not a face of a d6"):
        GivenDice([7]).roll(6)
    with pytest.raises(DieNeeded, match=r"d8 \(danno\)"):
        GivenDice([]).roll(8, "danno")
    dice = GivenDice([1, 2])
    dice.roll(6)
    assert dice.left == 1


def test_a_stream_is_opened_only_when_a_die_is_thrown_from_it(monkeypatch) -> None:
    """A dungeon has thousands of streams, and a table is taken up at every command."""
    from arbitro.dice import stream as module

    opened: list[str] = []

    def key(seed: bytes, stirred: bytes, name: str) -> bytes:
        opened.append(name)
        return stream_key(seed, stirred, name)

    monkeypatch.setattr(module, "stream_key", key)
    ran = {f"lead:{number}": number + 1 for number in range(2000)}
    dice = AuditedDice(SEED, positions=ran)
    assert dice.positions is ran  # no die was thrown: nothing is counted again
    assert opened == ["play"]
    die = dice.stream("lead:7").roll(6)
    assert (opened, die.at) == (["play", "lead:7"], 8)
    assert dice.positions == ran | {"lead:7": 9}
    assert dice.positions is dice.positions
    assert list(dice.positions) == sorted(dice.positions)
