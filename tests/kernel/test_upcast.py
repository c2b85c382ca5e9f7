"""Old events and commands come into the form of today, one upcaster after the other, and the log stays as it is."""

import json

import msgspec
import pytest
from tests.kernel.tables import WHITEBOX, begun, step

from arbitro.dice.stream import seed_from_text
from arbitro.kernel.command import Annotate
from arbitro.kernel.event import Annotated, Event, EventRevealed
from arbitro.kernel.log import FIRST_CHAIN, link
from arbitro.kernel.ruleset import Ruleset
from arbitro.kernel.seat import REFEREE
from arbitro.kernel.sentence import as_told
from arbitro.kernel.table import Table
from arbitro.kernel.upcast import Upcasters, upcast
from arbitro.rules.whitebox import white_box
from arbitro.text import Fault

WITH_A_PLACE = "scribbled"
WITHOUT = "scribbled.0"
"""Two forms of a note from before there was `annotated`: first without the entry it stands beside, then with it."""
UPCASTERS = Upcasters(
    events={
        WITHOUT: lambda plain: {**plain, "type": WITH_A_PLACE, "beside": 1},
        WITH_A_PLACE: lambda plain: {
            "type": "annotated",
            "entry": plain["beside"],
            **{name: plain[name] for name in ("text", "audience") if name in plain},
        },
    },
    commands={"scribble": lambda plain: {"type": "annotate", "entry": 1, "text": plain["words"]}},
)


def older() -> Ruleset:
    """White Box, which has known those forms."""
    game = white_box()
    game.upcasters = UPCASTERS
    return game


def old_log(*events: dict, command: dict | None = None) -> list[tuple[str, bytes]]:
    """A log with one more entry, as a version of old would have written it."""
    table = begun()
    bodies = [body for _, body in table.records()]
    entry = {"seq": len(bodies), "by": "referee", "events": events}
    bodies.append(json.dumps({**entry, **({"command": command} if command else {})}).encode())
    chain, records = FIRST_CHAIN, []
    for body in bodies:
        chain = link(chain, body)
        records.append((chain, body))
    return records


@pytest.mark.parametrize("form", [{"type": WITHOUT}, {"type": WITH_A_PLACE, "beside": 1}])
def test_every_old_form_comes_to_the_form_of_today(form: dict):
    records = old_log({**form, "text": "a draught"}, command={"type": "scribble", "words": "a draught"})
    table = Table.restore(older(), records, seed_from_text("kernel"))
    *_, last = table.entries()
    assert last.events == (Annotated(1, "a draught"),)
    assert last.command == Annotate(1, "a draught")
    assert list(table.records()) == records  # what is on disk stays


def test_an_old_log_is_gone_on_with_in_the_form_of_today():
    table = Table.restore(older(), old_log({"type": WITHOUT, "text": "x"}), seed_from_text("kernel"))
    step(table)
    table.submit(Annotate(2, "y"), REFEREE)
    again = Table.restore(older(), list(table.records()), seed_from_text("kernel"))
    assert [event for entry in again.entries() for event in entry.events if type(event) is Annotated] == [
        Annotated(1, "x"),
        Annotated(2, "y"),
    ]
    assert msgspec.json.encode(again.state) == msgspec.json.encode(table.state)


def test_what_was_told_of_an_old_event_is_brought_up_too():
    told = json.dumps({"type": WITHOUT, "text": "whispered"})
    game = older()
    records = old_log({"type": "event_revealed", "entry": 1, "told": told})
    *_, last = Table.restore(game, records, seed_from_text("kernel")).entries()
    assert as_told(game, last.events[0]) == Annotated(1, "whispered")
    assert as_told(game, EventRevealed(1, told)) == Annotated(1, "whispered")


def test_upcasters_follow_each_other_and_one_that_keeps_its_tag_is_the_last():
    steps = {"a": lambda plain: {**plain, "type": "b"}, "b": lambda plain: {**plain, "mended": True}}
    assert upcast({"type": "a"}, steps) == {"type": "b", "mended": True}
    assert upcast({"type": "c"}, steps) == {"type": "c"}


@pytest.mark.parametrize(
    "events",
    [
        [{"type": "from_the_day_after_tomorrow"}],
        [{"type": WITH_A_PLACE, "text": "beside nothing"}],
        [{"type": WITH_A_PLACE, "beside": "the door", "text": "no number"}],
        ["no event"],
        [{"type": ["no", "word"]}],
        7,
    ],
)
def test_what_no_upcaster_can_make_sense_of_is_refused_like_any_unreadable_line(events: object):
    body = json.dumps({"seq": 1, "by": "referee", "events": events}).encode()
    with pytest.raises(msgspec.MsgspecError):
        older().entry_decoder.decode(body)


def test_a_log_of_a_later_form_says_so():
    first, *rest = (body for _, body in begun().records())
    entry = json.loads(first)
    assert entry["events"][0]["versions"]["log"] == "1"
    entry["events"][0]["versions"] |= {"log": "2", "arbitro": "7.0.0"}
    with pytest.raises(Fault) as fault:
        Table.restore(WHITEBOX, [("", json.dumps(entry).encode()), *(("", body) for body in rest)], None)
    assert "7.0.0" in fault.value.words.in_("en")
    assert "7.0.0" in fault.value.words.in_("it")


def test_a_class_without_a_tag_cannot_be_made():
    with pytest.raises(TypeError, match="Nameless has no tag"):

        class Nameless(Event, frozen=True):
            """An event whose name on disk nobody wrote down."""
