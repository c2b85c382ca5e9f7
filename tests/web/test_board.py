"""How choices are laid out for somebody who has never seen the page."""

import pytest
from msgspec.structs import replace
from tests.web.boards import Ready, board, outline_of

from arbitro.kernel.memory import Memory
from arbitro.web.board import board as laid_out
from arbitro.web.wording import Field, Offer, PickShown

PARTY = frozenset({"party"})


def own(act: str, who: str, text: str, *, main: bool = False, group: str = "", fields: tuple[Field, ...] = ()) -> Offer:
    name = who.capitalize()
    named = {"main": main, "group": group, "group_name": group.capitalize()}
    return Offer(f"{act}/{who}", text, who, name, fields, command=act, alike=act, **named)


def way(name: str) -> Offer:
    return Offer(f"follow/{name}", f"Go: {name}", main=True, command="follow", alike="follow", act="Go")


def door(who: str, thing: str = "door-1") -> Offer:
    name = who.capitalize()
    text = f"{name} pushes the door"
    return Offer(
        f"{thing} by {who}", text, who, name, about=(thing,), main=True, command="open_door", alike="open_door"
    )


def test_the_end_of_a_turn_stands_after_what_people_do() -> None:
    end, oracle = (
        Offer("end_turn/party", "End the turn", "party"),
        Offer("ask", "Ask", group="oracle", group_name="Oracle"),
    )
    strike = own("attack", "berto", "Strike")
    assert board([strike, end, oracle], PARTY).people_first
    assert not board(
        [end, oracle, own("sell", "berto", "Sell", group="shop")], PARTY
    ).people_first  # only folded things
    assert not board([way("north"), strike], PARTY).people_first  # a way is what the moment is about
    assert not board([Offer("parley", "Talk"), Offer("flee", "Flee"), strike], PARTY).people_first


def test_what_anybody_could_do_for_all_stands_once_among_what_is_done_together() -> None:
    laid = board([way("north"), way("south"), door("berto"), door("dalia"), own("listen", "berto", "Berto listens")])
    first = laid.together.bundles[0].controls[0]
    assert (first.shape, first.text, first.element) == ("hands", "Pushes the door", "hands-open_door/door-1")
    assert [offer.id for offer in first.hands] == ["door-1 by berto", "door-1 by dalia"]
    assert [person.id for person in laid.people] == ["berto"]  # Dalia has nothing else to do
    assert [bundle.controls[0].offer.id for bundle in laid.people[0].bundles] == ["listen/berto"]


def test_two_doors_are_two_things() -> None:
    laid = board([way("north"), way("south"), door("berto"), door("berto", "door-2")])
    hands = [bundle.controls[0] for bundle in laid.together.bundles if bundle.controls[0].hands]
    assert [control.element for control in hands] == ["hands-open_door/door-1", "hands-open_door/door-2"]


@pytest.mark.parametrize("together", [(), (Offer("end_turn/party", "End the turn", "party"),)])
def test_in_a_turn_each_does_their_own(together: tuple[Offer, ...]) -> None:
    laid = board([*together, own("declare", "berto", "Berto will flee", main=True)], PARTY)
    assert [person.id for person in laid.people] == ["berto"]


def test_an_act_that_asks_something_of_anybody_stays_theirs() -> None:
    aim = (Field("target", "pick", (PickShown("orc", "Orc"),)),)
    strike = own("declare", "berto", "Berto will strike", main=True, fields=aim)
    flee = Offer("flight of berto", "Berto will flee", "berto", "Berto", main=True, command="declare")
    laid = board([way("north"), way("south"), strike, flee])
    assert [bundle.controls[0].offer.id for bundle in laid.people[0].bundles] == ["declare/berto", "flight of berto"]


def four_of(act: str) -> list[Offer]:
    verbs = ("hits", "runs", "hides", "waits")
    return [Offer(verb, f"Berto {verb}", "berto", "Berto", command="declare", alike="x", act=act) for verb in verbs]


def test_nothing_is_folded_where_nobody_could_say_what_is_done() -> None:
    (person,) = board(four_of("")).people
    assert [bundle.title for bundle in person.bundles] == ["", "", "", ""]


def test_the_only_thing_that_can_be_done_is_never_folded() -> None:
    for offers in (four_of("declares"), [own("sell", "berto", "Sell", group="shop")]):
        (person,) = board(offers, opened=()).people
        assert [bundle.controls[0].offer.id for bundle in person.bundles] == [offer.id for offer in offers]
    asks = [Offer(f"ask/{n}", f"Ask {n}", group="oracle", group_name="Oracle") for n in range(3)]
    assert [bundle.title for bundle in board(asks, opened=()).together.bundles] == ["", "", ""]
    assert [bundle.title for bundle in board([*asks, way("north")], opened=()).together.bundles] == ["", "Oracle"]


def test_what_the_moment_is_about_is_not_folded_away_from_whoever_does_it() -> None:
    rolls = [own(f"roll{n}", "berto", f"Roll {n}", main=True) for n in range(12)]
    alike = [replace(roll, alike="roll", act="Roll") for roll in rolls]
    (person,) = board([*alike, own("sing", "berto", "Sing")]).people
    assert [bundle.title for bundle in person.bundles] == [""] * 13


def test_people_stand_in_the_order_of_the_table_and_whoever_is_asked_is_open() -> None:
    offers = [own("sing", who, "Sing") for who in ("dalia", "berto", "carla")]
    ready = Ready(offers, (), Memory())
    outlines = [outline_of(offer) for offer in offers]
    laid = laid_out(outlines, ready, PARTY, order=("berto", "carla", "dalia"))
    assert ([one.id for one in laid.people], laid.open) == (["berto", "carla", "dalia"], "dalia")
    laid = laid_out(outlines, ready, PARTY, order=("berto", "carla", "dalia"), asked=frozenset({"carla", "orc"}))
    assert ([one.id for one in laid.people], laid.open, laid.asked) == (["berto", "carla", "dalia"], "carla", {"carla"})


def test_choices_are_alike_by_what_they_are_and_not_by_their_words_or_ids() -> None:
    (person,) = board([*four_of("declares"), own("sing", "berto", "Sing")]).people
    assert [(bundle.title, len(bundle.controls)) for bundle in person.bundles] == [("", 1), ("Declares…", 4)]
    apart = [Offer(f"give/{n}", "Give the same", "berto", "Berto", alike=str(n), act="Give") for n in range(9)]
    (person,) = board(apart).people
    assert [bundle.title for bundle in person.bundles] == [""] * 9


def test_what_is_folded_is_put_into_words_when_somebody_opens_it() -> None:
    things = [
        Offer(f"give/{n}", f"Give {n}", "berto", "Berto", about=(f"thing-{n}",), alike="give", act="Give")
        for n in "1234"
    ]
    words = Offer("ask", "Ask", "berto", "Berto", fields=(Field("question", "text"),))
    offers = [own("listen", "berto", "Berto listens"), words, *things]
    memory = Memory()
    (shut,) = board(offers, opened=(), memory=memory).people
    (again,) = board(offers, opened=(), memory=memory).people
    assert [(bundle.size, len(bundle.controls)) for bundle in shut.all_bundles] == [(0, 1), (4, 0), (1, 0)]
    assert shut.bundles[1].about == "thing-1 thing-2 thing-3 thing-4"
    (opened,) = board(offers, opened=[shut.bundles[1].element], memory=memory).people
    (everything,) = board(offers).people
    assert opened.bundles == everything.bundles
    assert opened.aside == shut.aside != everything.aside
    assert opened.kept(shut) == {"do-listen/berto", "bundle-berto-words"}
    assert again == shut


def test_only_what_is_in_sight_is_asked_for_in_words() -> None:
    things = [Offer(f"give/{n}", "", "berto", alike="give", act="Give", group="goods") for n in "1234"]
    words = Ready([*things, own("listen", "berto", "Berto listens")], (), Memory())
    laid_out(map(outline_of, words.offers.values()), words)
    assert words.asked == ["listen/berto"]
