"""The log: lines of JSON linked by hashes, in which no byte can be changed unnoticed."""

from hashlib import sha256
from io import BytesIO

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.kernel.tables import PARTY, WHITEBOX, begun, done, open_table, play

from arbitro.kernel.audit import Verdict, verify
from arbitro.kernel.command import Annotate, Override, RevealSeed, Stir, Undo
from arbitro.kernel.log import FIRST_CHAIN, encode_entry, lines_of, link, read_line, write_lines
from arbitro.kernel.table import Table
from arbitro.text import LANGUAGES


def short_log() -> list[bytes]:
    """A log of a few short lines, of which every byte can be tried."""
    table = open_table("log")
    done(table, Stir("sale"), PARTY)
    done(table, Annotate(0, "così"))
    done(table, Override("minutes", 10, "it is late"))
    done(table, Undo())
    done(table, RevealSeed())
    return list(write_lines(table.records()))


def played_log() -> list[bytes]:
    """A whole fight."""
    table = begun("log")
    play(table)
    done(table, RevealSeed())
    return list(write_lines(table.records()))


def split(text: bytes) -> list[bytes]:
    return text.splitlines(keepends=True)


def holds(verdict: Verdict) -> bool:
    return verdict.line == 0 and verdict.fault is None


def test_the_chain_is_the_documented_hash_of_all_lines_before():
    chain = "0" * 64
    assert chain == FIRST_CHAIN
    for line in played_log():
        plain = msgspec.json.decode(line)
        body = line[len('{"chain":"","entry":') + 64 : -2]
        chain = sha256(chain.encode() + body).hexdigest()
        assert plain["chain"] == chain
        assert msgspec.json.decode(body) == plain["entry"]


def test_an_export_is_one_line_of_json_for_each_entry_and_reads_back_to_the_byte():
    table = begun("export")
    play(table, 15)
    records = list(table.records())
    lines = list(write_lines(records))
    assert len(lines) == table.ledger.length
    assert all(line.endswith(b"}\n") and line.count(b"\n") == 1 for line in lines)
    assert [msgspec.json.decode(line)["entry"]["seq"] for line in lines] == list(range(len(lines)))
    assert [read_line(line) for line in lines] == records
    assert table.ledger.chain == records[-1][0]


def test_entries_survive_encoding():
    table = begun("entries")
    play(table)
    for (chain, body), entry in zip(table.records(), table.entries(), strict=True):
        assert encode_entry(entry) == body
        assert len(chain) == 64


def test_the_same_seed_and_the_same_commands_give_the_same_lines():
    assert played_log() == played_log()
    other = begun("another")
    play(other)
    assert list(write_lines(other.records())) != played_log()[:-1]


def test_an_untouched_log_holds():
    for log in (short_log(), played_log()):
        verdict = verify(log)
        assert holds(verdict)
        assert verdict.lines == len(log)
        assert verdict.open_dice == 0
    assert verify(played_log()).dice > 20


def test_every_single_byte_of_a_log_is_guarded():
    log = short_log()
    text = b"".join(log)
    for place in range(len(text) - 1):  # the newline at the very end carries nothing
        for other in {text[place] ^ 1, text[place] ^ 0x20, ord("0"), ord(" ")} - {text[place]}:
            changed = split(text[:place] + bytes([other]) + text[place + 1 :])
            verdict = verify(changed)
            assert not holds(verdict), (place, chr(text[place]), chr(other))


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_a_change_anywhere_in_a_played_log_is_found_on_its_line(data):
    log = played_log_once()
    number = data.draw(st.integers(0, len(log) - 1), label="line")
    place = data.draw(st.integers(0, len(log[number]) - 2), label="byte")
    other = data.draw(st.integers(0, 255).filter(lambda byte: byte not in (log[number][place], 10, 13)), label="new")
    changed = list(log)
    changed[number] = log[number][:place] + bytes([other]) + log[number][place + 1 :]
    verdict = verify(changed)
    assert verdict.line == number + 1
    assert verdict.fault is not None
    assert all(verdict.fault.in_(language) for language in LANGUAGES)


_PLAYED: list[bytes] = []


def played_log_once() -> list[bytes]:
    if not _PLAYED:
        _PLAYED.extend(played_log())
    return _PLAYED


@pytest.mark.parametrize("number", [1, 5, -2])
def test_a_line_left_out_doubled_or_moved_is_found(number):
    log = played_log_once()
    place = number % len(log)
    without = log[:place] + log[place + 1 :]
    assert verify(without).line == place + 1
    doubled = [*log[: place + 1], log[place], *log[place + 1 :]]
    assert verify(doubled).line == place + 2
    moved = [*log[:place], log[place + 1], log[place], *log[place + 2 :]]
    assert verify(moved).line == place + 1


def test_a_log_linked_anew_around_another_die_is_found_out_by_the_seed():
    lines = played_log_once()
    number = next(place for place, line in enumerate(lines) if b'"sides":20,"face":' in line)
    forged, chain = [], FIRST_CHAIN
    for place, line in enumerate(lines):
        _, body = read_line(line)
        if place == number:
            before, mark, after = body.partition(b'"sides":20,"face":')
            face = int(after[: after.index(b",")])
            body = before + mark + str(face % 20 + 1).encode() + after[after.index(b",") :]
        chain = link(chain, body)
        forged.append((chain, body))
    verdict = verify(write_lines(forged))
    assert verdict.line == number + 1
    assert verdict.fault is not None
    assert verdict.fault.key == "audit.die"


@pytest.mark.parametrize("line", [b"{}", b"[]", b"null", b'{"chain":"x"}', b'{"entry":{}}', b"not json", b""])
def test_what_is_no_line_of_a_log_is_refused(line):
    with pytest.raises(msgspec.MsgspecError):
        read_line(line)


def test_nothing_is_read_on_behind_what_is_no_line() -> None:
    lines = played_log_once()
    assert list(lines_of(BytesIO(b"".join(lines)))) == lines
    endless = BytesIO(b"".join(lines[:3]) + b"\n" + b"\0" * 100 + b"\n" + b"".join(lines[3:]))
    read = list(lines_of(endless))
    assert read == [*lines[:3], b"\n", b"\0" * 100 + b"\n"]
    assert verify(read).line == 5


def test_a_table_reads_its_own_export():
    table = begun("import")
    play(table, 9)
    records = [read_line(line) for line in write_lines(table.records())]
    restored = Table.restore(WHITEBOX, records, table.seed)
    assert restored.ledger == table.ledger
    assert restored.state == table.state
