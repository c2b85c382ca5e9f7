"""Pictures of one's own: who may set them, what is let in, how they are served."""

import zlib
from struct import pack
from time import process_time

import pytest
from tests.web.tables import invited, opened, server

from arbitro.text import Fault
from arbitro.web.portraits import HANDOUT, clean_png


def chunk(name: bytes, body: bytes) -> bytes:
    return pack(">I", len(body)) + name + body + zlib.crc32(name + body).to_bytes(4, "big")


def png(side: int = 32, *, colour: int = 6, pixels: bytes | None = None, more: bytes = b"", high: int = 0) -> bytes:
    """A picture of one colour, or whatever else is wanted."""
    row = b"\0" + bytes([180, 40, 30, 255]) * side
    head = chunk(b"IHDR", pack(">IIBBBBB", side, high or side, 8, colour, 0, 0, 0))
    body = chunk(b"IDAT", zlib.compress(row * side if pixels is None else pixels))
    return b"\x89PNG\r\n\x1a\n" + head + more + body + chunk(b"IEND", b"")


def test_a_picture_is_written_anew_without_what_was_hidden_in_it() -> None:
    sent = png(more=chunk(b"tEXt", b"Comment\0<script>alert(1)</script>"))
    kept = clean_png(sent)
    assert b"script" not in kept
    assert clean_png(kept) == kept
    assert kept == clean_png(png())


@pytest.mark.parametrize(
    ("colour", "more", "kept"),
    [
        (6, [(b"PLTE", b"hidden" * 9_000)], []),
        (6, [(b"tRNS", b"hidden")], []),
        (2, [(b"PLTE", b"hidden"), (b"tRNS", b"\0" * 6)], [b"tRNS"]),
        (2, [(b"tRNS", b"hidden" * 9_000)], []),
        (3, [(b"PLTE", bytes(768)), (b"tRNS", bytes(256))], [b"PLTE", b"tRNS"]),
        (3, [(b"PLTE", bytes(9)), (b"tRNS", b"hidden")], [b"PLTE"]),
    ],
)
def test_what_is_said_of_colours_holds_nothing_else(
    colour: int, more: list[tuple[bytes, bytes]], kept: list[bytes]
) -> None:
    row = bytes(1 + 32 * {2: 3, 3: 1, 6: 4}[colour])
    cleaned = clean_png(png(colour=colour, pixels=row * 32, more=b"".join(chunk(*one) for one in more)))
    assert b"hidden" not in cleaned
    assert [name for name in (b"PLTE", b"tRNS") if name in cleaned] == kept
    assert clean_png(cleaned) == cleaned


@pytest.mark.parametrize("palette", [bytes(771), bytes(4), b"", b"hidden" * 9_000])
def test_a_palette_is_one_or_the_picture_is_none(palette: bytes) -> None:
    with pytest.raises(Fault):
        clean_png(png(colour=3, pixels=bytes(33 * 32), more=chunk(b"PLTE", palette)))


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>",
        b"\xff\xd8\xff\xe0 a photograph",
        png()[:-5],
        png() + b"PK and more",
        png(8),
        png(300),
        png(32, high=16),
        png(colour=3),
        png(pixels=b"\0" * 10_000_000),
        png(pixels=b"\0" * 10),
        png(pixels=b"\7" * (129 * 32)),
        png().replace(b"IDAT", b"IDAX"),
    ],
)
def test_whatever_else_is_turned_away_in_words(sent: bytes) -> None:
    with pytest.raises(Fault) as fault:
        clean_png(sent)
    assert fault.value.in_("it") != fault.value.in_("en")


def test_a_file_of_a_hundred_thousand_parts_is_no_more_work_than_its_bytes() -> None:
    """Each part was looked for among all others: a file that may be sent in took the server minutes."""
    sent = png(more=chunk(b"tEXt", b"") * 100_000)
    assert len(sent) < HANDOUT.most_bytes
    begun = process_time()
    assert clean_png(sent, HANDOUT) == clean_png(png(), HANDOUT)
    assert process_time() - begun < 3


def test_whoever_plays_somebody_gives_them_a_picture_and_everybody_sees_it() -> None:
    with server() as client:
        referee = opened(client, "referee")
        player = invited(referee, "Anna", controls=["berto"])
        path = f"/v1/tables/{player.table}/pictures/berto"
        picture = {"content": png(), "headers": {"Content-Type": "image/png"}}
        assert player.ask("PUT", path, **picture).status_code == 204
        shown = referee.ask("GET", path)
        assert (shown.status_code, shown.content) == (200, clean_png(png()))
        assert shown.headers["content-type"] == "image/png"
        assert shown.headers["x-content-type-options"] == "nosniff"
        assert "sandbox" in shown.headers["content-security-policy"]
        page = referee.ask("GET", f"/tables/{player.table}").text
        assert page.count("/pictures/berto?v=") == 2, "on the card and in the fight"
        assert player.ask("PUT", path.replace("berto", "dalia"), **picture).status_code == 403
        assert player.ask("PUT", path, content=b"<svg/>").status_code == 400
        assert client.get(path).status_code == 404, "nobody else sees it"
        assert player.ask("DELETE", path).status_code == 204
        assert referee.ask("GET", path).status_code == 404
        assert "/pictures/berto" not in referee.ask("GET", f"/tables/{player.table}").text


def test_a_branch_has_the_pictures_of_the_table_that_it_came_from() -> None:
    with server() as client:
        referee = opened(client, "referee")
        player = invited(referee, "Anna", controls=["berto"])
        own, shown = clean_png(png()), clean_png(png(64), HANDOUT)
        assert player.ask("PUT", f"/v1/tables/{player.table}/pictures/berto", content=png()).status_code == 204
        mark = referee.ask("POST", f"/v1/tables/{referee.table}/handouts", content=png(64)).json()["picture"]
        made = referee.post("/branch", {}).json()
        other = type(referee)(client, made["table"], made["token"])
        assert referee.ask("DELETE", f"/v1/tables/{referee.table}/pictures/berto").status_code == 204
        assert other.get("/pictures/berto").content == own
        assert other.say("handout", title="A map", picture=mark)["type"] == "done"
        assert other.get(f"/handouts/{mark}").content == shown
