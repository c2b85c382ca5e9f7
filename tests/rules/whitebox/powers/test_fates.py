"""The deck of many things, card by card."""

from typing import Any

import pytest
from msgspec.structs import replace
from tests.rules.whitebox.arena import RULES, found, only
from tests.rules.whitebox.powers.test_magic import sheet

from arbitro.dice.stream import QuickDice, ScriptedDice
from arbitro.kernel.command import Refusal
from arbitro.kernel.event import Event
from arbitro.kernel.then import Now
from arbitro.rules.whitebox.exploring.events import Perished
from arbitro.rules.whitebox.people.events import ItemSpent, TreasureFound, XpGained
from arbitro.rules.whitebox.people.state import Item, Party
from arbitro.rules.whitebox.powers import changes as c
from arbitro.rules.whitebox.powers import events as e
from arbitro.rules.whitebox.powers.commands import UseThing
from arbitro.rules.whitebox.state import State

DECK = {"deck": Item("magic", "deck_many_things")}
ROWS = {row.id: row for row in RULES.content.treasure_tables["deck"].rows}


def seated(**more: Any) -> State:
    """A table with somebody who owns a deck."""
    one = sheet(**{"items": DECK, "hp": 9, **more})
    return State(options=RULES.options.effective({}), characters={"ida": one}, party=Party(order=("ida",)))


def draw(card: str, *dice: tuple[int, int], **more: Any) -> tuple[State, list[Event]]:
    """Draw one card, with the dice that it asks for."""
    face = list(ROWS).index(card) + 1
    with ScriptedDice((17, face), *dice) as scripted:
        resolved = RULES.decide(seated(**more), UseThing("ida", "deck"), scripted)
    assert not isinstance(resolved, Refusal), resolved
    assert only(resolved.events, c.CardDrawn).lookup.row == card
    return resolved.state, resolved.events


@pytest.mark.rule("WB-XP-04")
@pytest.mark.parametrize(("card", "xp"), [("hearts_ace", 50_000), ("joker", 25_000)])
def test_experience_comes_at_once_and_carries_as_far_as_it_goes(card: str, xp: int) -> None:
    face = list(ROWS).index(card) + 1
    resolved = RULES.decide(seated(), UseThing("ida", "deck"), _first((17, face)))
    assert not isinstance(resolved, Refusal)
    assert (only(resolved.events, XpGained).award, resolved.state.characters["ida"].level > 3) == (xp, True)


def _first(die: tuple[int, int]) -> Any:
    """Dice whose first throw is given; the rest fall as they like."""

    class Given(QuickDice):
        thrown = False

        def roll(self, sides: int, purpose: str = "", /) -> Any:
            face = super().roll(sides, purpose)
            if not self.thrown:
                self.thrown = True
                return replace(face, face=die[1])
            return face

    return Given(7)


def test_the_ace_of_clubs_changes_what_somebody_stands_for() -> None:
    for face, alignment in ((1, "neutrality"), (2, "chaos")):
        state, told = draw("clubs_ace", (2, face))
        assert (state.characters["ida"].alignment, only(told, c.AlignmentChanged).alignment) == (alignment, alignment)


def test_the_king_of_clubs_takes_the_best_magic_thing_but_not_the_deck() -> None:
    items = {**DECK, "sword": Item("weapon", "long_sword", plus=2), "ring": Item("magic", "ring_protection_1", plus=1)}
    state, told = draw("clubs_king", items=items)
    assert (only(told, ItemSpent).key, set(state.characters["ida"].items)) == ("sword", {"deck", "ring"})
    assert found(draw("clubs_king")[1], ItemSpent) == []


def test_stone_an_attribute_a_level_and_death() -> None:
    state, _ = draw("clubs_queen")
    assert state.effects["ida"][0].kind == "stone"
    state, _ = draw("clubs_jack")
    assert state.characters["ida"].abilities["wis"] == 9  # what clerics live by
    state, _ = draw("spades_ace", level=3, max_hp=9)
    assert (state.characters["ida"].level, state.characters["ida"].max_hp) == (2, 6)
    state, told = draw("spades_ace", level=1)
    assert (only(told, Perished).who, state.characters["ida"].health) == ("ida", "dead")
    assert draw("spades_queen")[0].characters["ida"].health == "dead"


def test_treasure_of_the_cards_comes_into_the_partys_hands() -> None:
    for card in ("hearts_king", "diamonds_king", "diamonds_queen"):
        face = list(ROWS).index(card) + 1
        resolved = RULES.decide(seated(), UseThing("ida", "deck"), _first((17, face)))
        assert not isinstance(resolved, Refusal)
        hoard = only(resolved.events, TreasureFound).found
        if card == "diamonds_king":
            assert len(hoard.valuables) == only(resolved.events, c.CardDrawn).count
            assert 5 <= len(hoard.valuables) <= 30
        elif card == "hearts_king":
            assert len(hoard.items) == 1
        else:
            (scroll,) = hoard.items
            levels = [min(RULES.content.find_spell(spell)[0].lists.values()) for spell in scroll.spells]
            assert (len(levels), min(levels) >= 1) == (7, True)


@pytest.mark.parametrize(
    ("card", "dice"),
    [("hearts_queen", ((3, 2),)), ("hearts_jack", ()), ("spades_king", ()), ("spades_jack", ((4, 3),)),
     ("diamonds_ace", ()), ("diamonds_jack", ())],
)  # fmt: skip
def test_the_rest_is_told_to_the_referee_with_its_dice(card: str, dice: tuple[tuple[int, int], ...]) -> None:
    _, told = draw(card, *dice)
    asked = only(told, e.FactsTold)
    assert (asked.sort, asked.entry, asked.audience) == ("card", card, "referee")
    for language in ("it", "en"):
        assert RULES.words_for(Now(RULES, State()), asked, language)["facts"]
    counts = {"hearts_queen": 2, "spades_jack": 9, "spades_king": 9}
    assert only(told, c.CardDrawn).count == counts.get(card, 0)


def test_the_deck_stays_until_one_stops_and_then_it_is_gone() -> None:
    state, _ = draw("diamonds_ace")
    assert "deck" in state.characters["ida"].items
    stopped = RULES.decide(state, UseThing("ida", "deck", manner="stop"), ScriptedDice())
    assert not isinstance(stopped, Refusal)
    assert "deck" not in stopped.state.characters["ida"].items
    potion = seated(items={"p": Item("magic", "potion_healing")})
    refused = RULES.decide(potion, UseThing("ida", "p", manner="stop"), ScriptedDice())
    assert isinstance(refused, Refusal)
    assert refused.code == "no_manner"


def test_every_card_does_something_and_can_be_told() -> None:
    for face, card in enumerate(ROWS, 1):
        resolved = RULES.decide(seated(), UseThing("ida", "deck"), _first((17, face)))
        assert not isinstance(resolved, Refusal)
        assert len(resolved.events) > 2 or card == "clubs_king"  # who owns nothing has nothing to lose
