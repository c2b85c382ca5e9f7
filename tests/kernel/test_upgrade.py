"""A log that was written by another version still opens, and plays on under the rules of its day."""

import msgspec
from tests.kernel.tables import WHITEBOX, begun, done, step

from arbitro.dice.stream import seed_from_text
from arbitro.kernel.command import ChangeOptions
from arbitro.kernel.log import FIRST_CHAIN, link
from arbitro.kernel.table import Table


def rewritten(table, **changes):
    """The log as an earlier version would have written it: other options, and fields that we do not know."""
    chain, records = FIRST_CHAIN, []
    for _, body in table.records():
        entry = msgspec.json.decode(body)
        for event in entry["events"]:
            event["of_another_day"] = True
            if event["type"] == "table_opened":
                event["versions"] = {"arbitro": "0.0.1", "whitebox": "0"}
                event["options"] = {
                    name: value for name, value in event["options"].items() if name not in changes["without"]
                } | changes["more"]
        body = msgspec.json.encode(entry)
        chain = link(chain, body)
        records.append((chain, body))
    return records


def test_a_log_without_a_younger_option_plays_on_at_its_default():
    old = rewritten(begun(), without=("morale_table", "natural_extremes"), more={})
    table = Table.restore(WHITEBOX, old, seed_from_text("kernel"))
    assert table.state.options["morale_table"] == "on_request"
    while not WHITEBOX.finished(table.state):
        step(table)


def test_a_log_with_a_retired_option_keeps_it_and_its_house_rules_can_still_change():
    old = rewritten(begun(), without=(), more={"dice_made_of_bone": True})
    table = Table.restore(WHITEBOX, old, seed_from_text("kernel"))
    assert table.state.options["dice_made_of_bone"] is True
    done(table, ChangeOptions({"natural_extremes": True}))
    assert table.state.options["natural_extremes"] is True
    assert table.state.options["dice_made_of_bone"] is True
