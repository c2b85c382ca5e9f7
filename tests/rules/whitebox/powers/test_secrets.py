"""What a creature can do is the referee's until it shows."""

import msgspec
from tests.rules.whitebox.arena import RULES, Arena, d20, fight_with
from tests.rules.whitebox.powers.den import beast, hero

from arbitro.kernel.ruleset import shown_to
from arbitro.kernel.seat import SPECTATOR, Seat
from arbitro.kernel.sentence import tell
from arbitro.rules.whitebox.commands import Attack
from arbitro.rules.whitebox.powers.state import Powers
from arbitro.rules.whitebox.view import view

PARTY = Seat("A", "player", frozenset({"A", "a"}))


def world(powers: Powers | None) -> Arena:
    """A fight with something that looks the same in both worlds, and two blows that miss."""
    foe = beast("ghoul", "b", powers=powers, level=2)
    arena = fight_with(hero("a"), foe)
    arena.do(Attack("a", "b"), d20(2))
    arena.end("A")
    arena.do(Attack("b", "a"), d20(2))
    return arena


def seen(arena: Arena, seat: Seat) -> bytes:
    """Everything that reaches a seat: the view, what it was told, and what it may choose."""
    told = [shown_to(RULES, arena.state, event, seat) for event in arena.events]
    told = [event for event in told if event is not None]
    words = [tell(RULES, arena.state, event, "en") for event in told]
    offers = list(RULES.choices(arena.state, seat))
    return msgspec.json.encode((view(arena.state, seat), told, words, offers))


def test_two_worlds_that_differ_in_hidden_powers_look_the_same() -> None:
    ghoul = beast("ghoul").profile.powers
    assert ghoul is not None
    other = Powers(monster="wight", kind="undead", hd=2, undead=True, size="man")
    plain, changed = world(ghoul), world(other)
    for seat in (PARTY, SPECTATOR):
        assert seen(plain, seat) == seen(changed, seat)


def test_numbers_of_creatures_stay_out_of_what_players_see() -> None:
    arena = world(beast("ghoul").profile.powers)
    for seat in (PARTY, SPECTATOR):
        assert b"paralysis" not in seen(arena, seat)
        assert b'"powers"' not in msgspec.json.encode(view(arena.state, seat))
