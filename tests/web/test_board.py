"""How choices are laid out for somebody who has never seen the page."""

import pytest

from arbitro.web.board import board
from arbitro.web.wording import Field, Offer, PickShown

PARTY = frozenset({"party"})


def own(act: str, who: str, text: str, *, main: bool = False, group: str = "", fields: tuple[Field, ...] = ()) -> Offer:
    name = who.capitalize()
    return Offer(f"{act}/{who}", text, who, name, fields, main=main, group=group, group_name=group.capitalize())


def way(name: str) -> Offer:
    return Offer(f"follow/{name}", f"Go: {name}", main=True)


def door(who: str, thing: str = "door-1") -> Offer:
    name = who.capitalize()
    return Offer(f"open_door/{who}/{thing}", f"{name} pushes the door", who, name, about=(thing,), main=True)


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
    assert [offer.id for offer in first.hands] == ["open_door/berto/door-1", "open_door/dalia/door-1"]
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
    flee = Offer("declare/berto/flee", "Berto will flee", "berto", "Berto", main=True)
    laid = board([way("north"), way("south"), strike, flee])
    assert [bundle.controls[0].offer.id for bundle in laid.people[0].bundles] == ["declare/berto", "declare/berto/flee"]


def test_nothing_is_folded_under_a_mere_name() -> None:
    four = [
        Offer(f"declare/berto/{verb}", f"Berto {verb}", "berto", "Berto") for verb in ("hits", "runs", "hides", "waits")
    ]
    (person,) = board(four).people
    assert [bundle.title for bundle in person.bundles] == ["", "", "", ""]
