"""Logs that somebody tampered with, in any way: they are refused by line, and never with anything but a sentence."""

import json
from contextlib import suppress
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.store.playing import SEED, new_table, play_plain, run

from arbitro.kernel.audit import verify
from arbitro.kernel.command import RevealSeed
from arbitro.kernel.log import FIRST_CHAIN, end_line, link, read_line, write_lines
from arbitro.kernel.seat import REFEREE
from arbitro.rules import find_ruleset
from arbitro.store.fault import BadLine
from arbitro.store.memory import MemoryStore
from arbitro.text import LANGUAGES

NONSENSE: tuple[Any, ...] = (
    None,
    True,
    -1,
    0,
    10**30,
    0.5,
    "",
    "x",
    "\0",
    [],
    {},
    [[]],
    {"type": 7},
    [{"type": "stirred"}],
)


@cache
def honest() -> tuple[bytes, ...]:
    table = new_table()
    play_plain(table, 12)
    table.submit(RevealSeed(), REFEREE)
    return (*write_lines(table.records()), end_line(table.ledger.length, table.ledger.chain))


def chained(bodies: list[bytes]) -> list[bytes]:
    """The lines of any entries, with a chain that holds: whoever forges a log can compute it too."""
    chain, records = FIRST_CHAIN, []
    for body in bodies:
        chain = link(chain, body)
        records.append((chain, body))
    return [*write_lines(records), end_line(len(records), chain)]


def places(part: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The paths of everything in an entry."""
    inside = part.items() if isinstance(part, dict) else enumerate(part) if isinstance(part, list) else ()
    return [path, *(place for key, value in inside for place in places(value, (*path, key)))]


def tampered(entry: Any, path: tuple[Any, ...], value: Any) -> Any:
    if not path:
        return value
    key, *rest = path
    inner = tampered(entry[key], tuple(rest), value)
    if isinstance(entry, dict):
        return {**entry, key: inner}
    return [inner if at == key else one for at, one in enumerate(entry)]


def refused_or_read(lines: list[bytes]) -> None:
    """A verdict in both languages; and what is let in is let in whole."""
    verdict = verify(lines, (SEED,))
    if verdict.fault is not None:
        assert verdict.line > 0
        assert all(verdict.fault.in_(language) for language in LANGUAGES)
        with pytest.raises(BadLine):
            run(MemoryStore(find_ruleset).import_table(lines, SEED))
        return
    with suppress(BadLine):  # chain and dice hold, but the rules cannot have written it
        run(MemoryStore(find_ruleset).import_table(lines, SEED))


def test_an_honest_log_holds_and_says_where_it_ends() -> None:
    verdict = verify(honest(), (SEED,))
    assert verdict.holds
    assert verdict.ended


@settings(max_examples=300, derandomize=True, database=None)
@given(st.data())
def test_a_forged_value_anywhere_ends_in_a_sentence(data: st.DataObject) -> None:
    bodies = [read_line(line)[1] for line in honest()[:-1]]
    number = data.draw(st.integers(0, len(bodies) - 1))
    entry = json.loads(bodies[number])
    path = data.draw(st.sampled_from(places(entry)))
    bodies[number] = json.dumps(tampered(entry, path, data.draw(st.sampled_from(NONSENSE)))).encode()
    refused_or_read(chained(bodies))


WHOLE = {
    "nothing": [],
    "no text": [b"\xff\xfe\n"],
    "another file": [b"PK\x03\x04"],
    "a number": [b"7\n"],
    "endless nesting": [b'{"chain":"x","entry":' + b"[" * 60_000 + b"\n"],
    "endless nesting that closes": [b'{"chain":"x","entry":' + b"[" * 900 + b"]" * 900 + b"}\n"],
    "an end alone": [end_line(0, FIRST_CHAIN)],
    "an end of nothing": [b'{"end":"x"}\n'],
    "no events": chained([b'{"seq":0,"by":"x","events":[]}']),
    "no opening": chained([b'{"seq":0,"by":"x","events":[{"type":"x"}]}']),
    "a die of no sides": chained([b'{"seq":0,"by":"x","events":[{"type":"x","d":{"sides":0,"face":1}}]}']),
}


@pytest.mark.parametrize("kind", WHOLE)
def test_what_is_no_log_at_all_is_refused_in_words(kind: str) -> None:
    verdict = verify(WHOLE[kind])
    if verdict.fault is None:
        assert kind == "no opening"
    refused_or_read(WHOLE[kind])


def test_a_log_that_was_cut_short_or_goes_on_is_known_by_its_end() -> None:
    lines = list(honest())
    assert verify([*lines[:-3], lines[-1]], (SEED,)).line == len(lines) - 2
    assert verify([*lines, lines[-2]], (SEED,)).line == len(lines) + 1
    assert not verify(lines[:-1], (SEED,)).ended
