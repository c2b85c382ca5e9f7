"""What the tests of explanations share: a sum that adds up, and the dice that an event holds loose."""

from arbitro.dice.stream import Die
from arbitro.kernel.event import Event
from arbitro.kernel.ruling import Sum, added_up


def adds_up(reckoned: Sum) -> None:
    """The parts come to the total, and take every die once for what it shows."""
    assert added_up(reckoned.parts) == reckoned.total, reckoned
    place = 0
    for part in reckoned.parts:
        thrown = reckoned.dice[place : place + part.dice]
        place += part.dice
        assert len(thrown) == part.dice
        if thrown and part.how == "add":
            assert sum(die.face for die in thrown) == abs(part.amount), reckoned
    assert place == len(reckoned.dice), f"a die that no part takes: {reckoned}"


def dice_in(event: Event) -> int:
    """How many loose dice an event holds, those of checks aside."""
    found = 0
    for name in event.__struct_fields__:
        value = getattr(event, name)
        many = value if isinstance(value, tuple) else tuple(value.values()) if isinstance(value, dict) else (value,)
        found += sum(isinstance(each, Die) for each in many)
    return found
