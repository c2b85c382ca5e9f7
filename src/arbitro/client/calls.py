"""What may be asked of a server, each as a value: the way, the address, what is sent along and what comes back.

A call says nothing about how it travels: `arbitro.client.http` sends it over a connection of its own, the tools for
language models hand it to a server in the same process. A program in another language needs no more than this page.
"""

from collections.abc import Mapping
from typing import Any, Final, Generic, Literal, TypeVar, cast
from urllib.parse import quote, urlencode

import msgspec
from msgspec import Struct

from arbitro.client.data import (
    GameData,
    GuideData,
    HeardData,
    HelpData,
    Invitation,
    MeantData,
    MomentData,
    OfferData,
    OptionData,
    Reply,
    RuleData,
    Seated,
    SeatRole,
    ServerData,
    SheetData,
    StoryData,
    TableData,
    WhyData,
)

T = TypeVar("T")
JSON: Final = "application/json"


class TurnedAway(Exception):
    """The server said no: the status, a code for programs, and a sentence in the reader's language."""

    def __init__(self, status: int, code: str, text: str) -> None:
        super().__init__(text)
        self.status = status
        self.code = code
        self.text = text


class Call(Struct, Generic[T], frozen=True):
    """A question to a server."""

    method: Literal["GET", "POST"]
    path: str
    gives: Any
    """The type of the answer, `bytes` for a file as it is."""
    body: bytes | None = None
    accept: str = JSON


class _Wrong(Struct, frozen=True):
    code: str
    text: str


class _Failed(Struct, frozen=True):
    error: _Wrong


def answer(call: Call[T], status: int, body: bytes) -> T:
    """What came back; raises `TurnedAway` where the server said no."""
    if status >= 400:
        try:
            wrong = msgspec.json.decode(body, type=_Failed).error
        except msgspec.MsgspecError:
            wrong = _Wrong("failed", body[:200].decode("utf-8", "replace"))
        raise TurnedAway(status, wrong.code, wrong.text)
    return cast(T, body if call.gives is bytes else msgspec.json.decode(body, type=call.gives))


def _at(table: str, *rest: str, **query: object) -> str:
    path = "/".join(("/v1/tables", *(quote(part, safe="") for part in (table, *rest))))
    return f"{path}?{urlencode(query)}" if query else path


def _post(path: str, gives: Any, body: object) -> Call[Any]:
    return Call("POST", path, gives, msgspec.json.encode(body))


# ---------------------------------------------------------------- what can be played


def games() -> Call[list[GameData]]:
    """Every game of the server, with its ready scenes."""
    return Call("GET", "/v1/games", list[GameData])


def options(game: str) -> Call[list[OptionData]]:
    """The switches of a game."""
    return Call("GET", f"/v1/games/{quote(game, safe='')}/options", list[OptionData])


def rules(game: str, search: str = "") -> Call[list[RuleData]]:
    """The rulebook of a game, or what holds all the words that are searched for."""
    return Call("GET", f"/v1/games/{quote(game, safe='')}/rules?{urlencode({'search': search})}", list[RuleData])


def about() -> Call[ServerData]:
    """What answers there, and whether one runs it."""
    return Call("GET", "/v1", ServerData)


def guides() -> Call[list[GuideData]]:
    """The pages of the documentation, by name and title."""
    return Call("GET", "/v1/guides", list[GuideData])


def guide(name: str) -> Call[GuideData]:
    """A page of the documentation."""
    return Call("GET", f"/v1/guide?{urlencode({'name': name})}", GuideData)


# ---------------------------------------------------------------- seats


def tables() -> Call[list[TableData]]:
    """The tables that one may enter."""
    return Call("GET", "/v1/tables", list[TableData])


def open_table(game: str, scene: str, mode: str = "solo", **more: object) -> Call[Seated]:
    """Open a table with a ready scene; for the host. `more`: ``party``, ``options`` and the like."""
    found: Call[Seated] = _post("/v1/tables", Seated, {"game": game, "scene": scene, "mode": mode, **more})
    return found


def sit(table: str, role: str, side: str = "") -> Call[Seated]:
    """Sit down at a table of one's own server; for the host."""
    found: Call[Seated] = _post(_at(table, "sit"), Seated, {"role": role, "side": side})
    return found


def invite(
    table: str, name: str, role: SeatRole = "player", sides: tuple[str, ...] = (), controls: tuple[str, ...] = ()
) -> Call[Invitation]:
    """Hand out a seat; for the referee."""
    wanted = {"name": name, "role": role, "sides": sides, "controls": controls}
    found: Call[Invitation] = _post(_at(table, "seats"), Invitation, wanted)
    return found


# ---------------------------------------------------------------- looking


def look(table: str) -> Call[MomentData]:
    """The table as one's seat may know it now."""
    return Call("GET", _at(table), MomentData)


def story(table: str, after: int = 0, count: int = 100) -> Call[StoryData]:
    """Lines of the story after a number."""
    return Call("GET", _at(table, "story", after=after, count=count), StoryData)


def why(table: str, line: int) -> Call[WhyData]:
    """The dice, the numbers and the rules behind a line of the story."""
    return Call("GET", _at(table, "story", str(line), "why"), WhyData)


def help_with(table: str, choice: str) -> Call[HelpData]:
    """What a choice that is offered does and costs, how likely it succeeds, and its rules."""
    return Call("GET", _at(table, "help", choice=choice), HelpData)


def sheet(table: str, subject: str) -> Call[SheetData]:
    """Everything about somebody who has a card."""
    return Call("GET", _at(table, "sheets", subject), SheetData)


def picture(table: str, form: Literal["svg", "png"] = "svg") -> Call[bytes]:
    """The drawing of the scene; `TurnedAway` with 404 where the game draws none now."""
    return Call("GET", _at(table, f"scene.{form}"), bytes, accept="*/*")


def journal(table: str, form: str = "markdown") -> Call[bytes]:
    """The story in prose, as a file."""
    return Call("GET", _at(table, "journal", format=form), bytes, accept="*/*")


# ---------------------------------------------------------------- acting


def message(table: str, kind: str, **fields: object) -> Call[Reply]:
    """Any message of the live connection, answered as it is there."""
    return saying(table, {"type": kind, **fields})


def saying(table: str, said: Mapping[str, object]) -> Call[Reply]:
    """A message that is written out already."""
    found: Call[Reply] = _post(_at(table, "messages"), Reply, said)
    return found


def say(table: str, text: str) -> Call[HeardData]:
    """What a sentence in one's own words means now; `do` does it."""
    found: Call[HeardData] = _post(_at(table, "say"), HeardData, {"text": text})
    return found


def narrate(table: str, text: str, after: int | None = None) -> Call[bytes]:
    """Tell lines of the story in prose; for a narrator. `TurnedAway` where the prose says what they do not."""
    found: Call[bytes] = _post(_at(table, "narrate"), bytes, {"text": text, "after": after})
    return found


def do(
    moment: MomentData, choice: str | OfferData | MeantData, values: Mapping[str, str | int] | None = None
) -> Call[Reply]:
    """Do something that is offered in a moment; what was read earlier says itself what it meant then."""
    wanted, mark, meant = chosen(moment, choice)
    given = meant if values is None else values
    return message(moment.table, "do", choice=wanted, mark=mark, at=moment.seq, values=dict(given))


def chosen(moment: MomentData, choice: str | OfferData | MeantData) -> tuple[str, str, Mapping[str, str | int]]:
    """The id of a choice, the mark of what it means, and the values that it comes with."""
    if isinstance(choice, OfferData):
        return choice.id, choice.mark, {}
    if isinstance(choice, MeantData):
        return choice.choice, choice.mark, choice.values
    return choice, next((offer.mark for offer in moment.choices if offer.id == choice), ""), {}
