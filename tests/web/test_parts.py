"""Small parts of the server: who plays by itself, how likely it was, and the words."""

from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from msgspec.structs import replace
from tests.store.playing import FIGHT, GAME, new_table
from tests.web.boards import board

from arbitro.dice.stream import Die
from arbitro.kernel.card import Card, Chance, Gauge, Tag
from arbitro.kernel.drawing import Drawing, Layer, Piece
from arbitro.kernel.event import Event
from arbitro.kernel.ruling import Check, Modifier
from arbitro.kernel.seat import REFEREE
from arbitro.kernel.token import Token
from arbitro.web import fragments
from arbitro.web.answering import may
from arbitro.web.board import CHIPS, Person
from arbitro.web.drawing import changes_in
from arbitro.web.driver import next_by_itself
from arbitro.web.making import slug
from arbitro.web.messages import ANSWERS, MESSAGES, schema
from arbitro.web.sitting import Arrangement, Sitting
from arbitro.web.why import likelihoods
from arbitro.web.wording import Field, Offer, PickShown

CHAIR = Sitting("r", "referee", "referee")
ANNA = Sitting("a", "Anna", "player", ("party",))
BOTH = Sitting("b", "Bruno", "player", ("party", "orcs"))


def fight() -> Any:
    table = new_table()
    table.submit(FIGHT.start[0], REFEREE)
    return table.state


# ---------------------------------------------------------------- the engine's own turn


@pytest.mark.parametrize(
    ("automatic", "sittings", "plays"),
    [
        ((), (CHAIR,), False),
        (("referee",), (), True),
        (("referee",), (CHAIR,), True),
        (("party", "orcs"), (CHAIR,), True),
        (("referee",), (CHAIR, BOTH), False),
        (("referee", "party", "orcs"), (BOTH,), False),  # a person in the seat decides, whatever a side is marked as
        (("referee", "b"), (BOTH,), True),  # unless the seat itself is marked
        (("referee",), (Sitting("t", "Teo", "spectator"),), True),
    ],
)
def test_the_engine_plays_what_nobody_else_does(automatic, sittings, plays):
    assert (next_by_itself(GAME, fight(), Arrangement(automatic=automatic), sittings) is not None) == plays


def test_a_demo_is_played_for_everybody():
    assert next_by_itself(GAME, fight(), Arrangement(demo=True), (ANNA,)) is not None


def test_only_the_fitting_side_is_played():
    state = fight()
    owner = GAME.owner(state, GAME.suggest(state, REFEREE))
    for side in GAME.seats(state):
        played = next_by_itself(GAME, state, Arrangement(automatic=(side.name,)), (CHAIR,))
        assert (played is not None) == (owner in side.controls)


def test_powers_grow_from_seat_to_seat():
    solo = Sitting("s", "party", "player", ("party",), solo=True)
    onlooker = Sitting("t", "Teo", "spectator")
    table = {
        "watch": (True, True, True, True),
        "act": (False, True, True, True),
        "take_back": (False, False, True, True),
        "referee": (False, False, False, True),
    }
    for power, expected in table.items():
        assert tuple(may(sitting, power) for sitting in (onlooker, ANNA, solo, CHAIR)) == expected


# ---------------------------------------------------------------- how likely it was


class Tried(Event, frozen=True, tag="tried"):
    """Something with a check in it."""

    check: Check | None


def brute(sides: tuple[int, ...], added: int, compare: str, needed: int) -> Fraction:
    """By throwing every combination."""
    totals = [sum(faces) + added for faces in product(*(range(1, side + 1) for side in sides))]
    hits = [total for total in totals if (total >= needed if compare == ">=" else total <= needed)]
    return Fraction(len(hits), len(totals))


@pytest.mark.parametrize("sides", [(20,), (6, 6), (12, 12), (4, 6, 8)])
@pytest.mark.parametrize("compare", [">=", "<="])
@pytest.mark.parametrize("needed", [-3, 1, 7, 13, 40])
@pytest.mark.parametrize("added", [-2, 0, 3])
def test_the_chance_of_a_check_is_that_of_throwing_everything(sides, compare, needed, added):
    dice = tuple(Die(side, 1, at) for at, side in enumerate(sides))
    total = len(sides) + added
    check = Check(dice, total, compare, needed, False, (Modifier(added, "X-1"),))
    (found,) = likelihoods(Tried(check))
    assert found.success == brute(sides, added, compare, needed)


def test_of_a_hidden_number_or_a_dropped_die_no_chance_is_told():
    die = Die(20, 7, 0)
    assert likelihoods(Tried(Check((die,), 7, ">=", None, True))) == ()
    assert likelihoods(Tried(Check((die, Die(20, 3, 1)), 7, ">=", 5, True))) == ()
    assert likelihoods(Tried(None)) == ()


# ---------------------------------------------------------------- names, messages


@pytest.mark.parametrize(
    ("title", "made"), [("The Mill!", "the-mill"), ("  ", ""), ("Città", "citt"), ("a" * 90, "a" * 48), ("--x--", "x")]
)
def test_a_title_becomes_part_of_an_address(title, made):
    assert slug(title) == made


def test_every_message_and_answer_is_in_the_schema_with_its_tag():
    described = schema()
    for kinds, part in ((MESSAGES, "messages"), (ANSWERS, "answers")):
        tags = set(described[part]["discriminator"]["mapping"])
        assert tags == {str(kind.__struct_config__.tag) for kind in kinds}
    assert all(kind.__doc__ for kind in (*MESSAGES, *ANSWERS))


# ---------------------------------------------------------------- what a page has already

PARTY = '<g id="party"><g class="flag"><path d="M2"/></g></g>'


def drawn(*ways: str) -> Drawing:
    """A small map with some ways out."""
    return Drawing(
        (("viewBox", "0 0 9 9"),),
        (
            Layer((Piece("title", "<title>T</title>"),)),
            Layer((Piece("floor", '<path id="floor" d="M0 0"/>'),), tag="defs"),
            Layer(
                (
                    Piece("ground", '<use href="#floor"/>'),
                    *(Piece(f"exit/{way}", f'<path id="{way}"><title>{way}</title></path>') for way in ways),
                ),
                (("fill", "none"),),
            ),
            Layer((Piece("party", PARTY), Piece("number/1", '<text x="1">1</text>'))),
        ),
        (Piece("hatch", '<pattern id="p"><path d="M1"/></pattern>'),),
    )


def test_a_drawing_is_written_with_its_patterns_for_a_file_and_without_them_for_a_page():
    drawing = drawn("east")
    assert drawing.ink == '<pattern id="p"><path d="M1"/></pattern>'
    page = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><title>T</title><defs><path id="floor" d="M0 0"/>'
        f'</defs><g fill="none"><use href="#floor"/><path id="east"><title>east</title></path></g>{PARTY}'
        '<text x="1">1</text></svg>'
    )
    assert drawing.__html__() == page
    assert drawing.svg() == page.replace("<title>T", f"<defs>{drawing.ink}</defs><title>T", 1)


def test_of_a_drawing_only_new_pieces_are_sent():
    before, now = drawn("east", "south"), drawn("east", "north", "south")
    assert changes_in(before, before).__html__().count("data-keep-drawn") == 4  # one for each layer
    news = changes_in(before, now).__html__()
    assert '<g data-keep-drawn="2-3"/><path id="north"><title>north</title></path><g data-keep-drawn="4-4"/>' in news
    assert '<g data-keep-drawn="5-6"/>' in news
    assert "flag" not in news


def test_a_piece_that_shows_something_else_than_before_is_sent_though_its_key_stays():
    before, now = drawn("east"), drawn("east")
    layers = [replace(one, pieces=tuple(replace(each, markup="<text/>") for each in one.pieces)) for one in now.layers]
    news = changes_in(before, replace(now, layers=tuple(layers))).__html__()
    assert "data-keep-drawn" not in news


def test_of_choices_a_page_keeps_bundles_controls_and_lists_that_are_as_they_were():
    def person(*offers: Offer) -> Person:
        return board(offers).together

    many = tuple(PickShown(str(number), str(number)) for number in range(CHIPS + 1))
    where, what = Field("where", "pick", many), Field("what", "pick", many[1:])
    run, put = Offer("run", "Run"), Offer("put", "Put", fields=(where, what))
    shown = person(run, put)
    assert person(run, put).kept(shown) == {"do-run", "do-put"}
    less = Offer("put", "Put", fields=(Field("where", "pick", many[2:]), what))
    assert person(less).kept(shown) == {"do-put-what"}
    assert person(Offer("put", "Lay", fields=(where, what))).kept(shown) == set()
    assert person(Offer("run", "Run", chance=Chance(Fraction(1, 2), "luck"))).kept(shown) == set()


def test_a_scene_of_which_nothing_is_told_beside_the_cards_can_be_shown():
    card = Card("berto", "Berto", "own", "", (), ())
    assert fragments._beside_cards([], ()) == []
    assert fragments._beside_cards(["  Berto, well"], (card,)) == []
    assert fragments._beside_cards(["Here:", "  Berto, well", "A lamp."], (card,)) == ["A lamp."]


def test_of_a_card_a_page_keeps_what_the_blow_did_not_touch():
    token = Token("B", "sword")
    gauge = Gauge("Hit points", 6, 6)
    before = Card("berto", "Berto", "own", "warrior", (gauge,), (), has_sheet=True, token=token)

    def sent(**changed: Any) -> str:
        return fragments._card("en", before, replace(before, **changed), grave=False)

    hurt = sent(gauges=(Gauge("Hit points", 2, 6),), tags=(Tag("surprised", "bad"),))
    assert 'data-keep="token-of-berto"' in hurt
    assert 'data-keep="sheet-of-berto adjust-berto"' in hurt
    assert "2/6" in hurt
    assert "surprised" in hurt
    assert "<svg class=" not in hurt.partition("gauges")[0]
    moved = sent(active=True)
    assert 'data-keep="gauges-of-berto"' in moved
    assert 'class="turn"' in moved
    wounded = sent(token=replace(token, look="wounded"))
    assert 'id="token-of-berto"' in wounded
    other_side = sent(group="foe")
    assert 'id="token-of-berto"' in other_side, "the outline of a token is that of its side"
    renamed = sent(name="Bert")
    assert 'id="sheet-of-berto"' in renamed
    assert 'id="adjust-berto"' in renamed
    whole = fragments.part("fragments/card.html", "en", before)
    assert "data-keep" not in whole
    assert all(f'id="{kept}-of-berto"' in whole for kept in ("token", "sheet", "gauges"))
