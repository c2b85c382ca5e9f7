"""What the tools take and give, as types: the schemas that a model is shown are made from them."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from arbitro.client.data import (
    AimShown,
    Awaited,
    GameData,
    LikelihoodData,
    LineData,
    MeantData,
    OfferData,
    OwedShown,
    RuleData,
    SeatRole,
    TableData,
)
from arbitro.kernel.card import Card, Section
from arbitro.kernel.explain import Cited

Word = Annotated[str, Meta(max_length=200)]
Wide = Annotated[str, Meta(max_length=4000)]
Count = Annotated[int, Meta(ge=0, le=1_000_000_000)]


# ---------------------------------------------------------------- taken


class Nothing(Struct, frozen=True, forbid_unknown_fields=True):
    """No question beside the tool's own."""


class AtTable(Struct, frozen=True, forbid_unknown_fields=True):
    """About a table."""

    table: Word = ""


class Opening(Struct, frozen=True, forbid_unknown_fields=True):
    """A table to be opened."""

    game: Word
    scene: Word
    title: Word = ""
    options: dict[str, str | int | bool] = {}
    party: Word = ""


class Doing(Struct, frozen=True, forbid_unknown_fields=True):
    """Something that is offered, to be done."""

    choice: Word
    seq: Count
    """The moment in which it was offered."""
    values: dict[str, str | int] = {}
    mark: Word = ""
    """What it meant then: with it, what others have done meanwhile elsewhere does not stand in the way."""
    table: Word = ""


class Speaking(Struct, frozen=True, forbid_unknown_fields=True):
    """What one wants to do, in one's own words."""

    text: Annotated[str, Meta(min_length=1, max_length=500)]
    act: bool = True
    table: Word = ""


class Wishing(Struct, frozen=True, forbid_unknown_fields=True):
    """Something that one would like to do, in any words."""

    text: Annotated[str, Meta(min_length=1, max_length=200)]
    table: Word = ""


class Pursuing(Struct, frozen=True, forbid_unknown_fields=True):
    """An aim to be pursued."""

    aim: Word
    seq: Count
    """The moment in which it could be aimed at."""
    resume: bool = False
    table: Word = ""


class TakingBack(Struct, frozen=True, forbid_unknown_fields=True):
    """The last thing done, to be taken back."""

    seq: Count
    """The moment after which nothing more was seen."""
    table: Word = ""


class AboutChoice(Struct, frozen=True, forbid_unknown_fields=True):
    """A choice to be explained before anybody makes it."""

    choice: Word
    table: Word = ""


class AboutLine(Struct, frozen=True, forbid_unknown_fields=True):
    """A line of the story to be explained; 0: the last."""

    line: Count = 0
    table: Word = ""


class Since(Struct, frozen=True, forbid_unknown_fields=True):
    """Lines of the story."""

    after: Count = 0
    count: Annotated[int, Meta(ge=1, le=500)] = 100
    table: Word = ""


class AboutSomebody(Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody who has a card."""

    who: Word
    table: Word = ""


class Throwing(Struct, frozen=True, forbid_unknown_fields=True):
    """Dice to be thrown at the table."""

    notation: Word
    purpose: Word = ""
    to: Literal["open", "referee", "blind", "self"] = "open"
    table: Word = ""


class Weighing(Struct, frozen=True, forbid_unknown_fields=True):
    """Chances to be found: of dice, or (for the referee) of a fight at the table."""

    notation: Word = ""
    at_least: int | None = None
    fight: Word = ""
    table: Word = ""


class Consulting(Struct, frozen=True, forbid_unknown_fields=True):
    """The oracle asked at the table: a question that can be answered with yes or no, or words to start from."""

    question: Wide = ""
    likelihood: Word = "even"
    prompts: tuple[Word, ...] = ()
    table: Word = ""


class Searching(Struct, frozen=True, forbid_unknown_fields=True):
    """Rules to be searched for."""

    words: Word = ""
    game: Word = ""
    table: Word = ""


class AboutRule(Struct, frozen=True, forbid_unknown_fields=True):
    """A rule by its id."""

    rule: Word
    game: Word = ""
    table: Word = ""


class Noting(Struct, frozen=True, forbid_unknown_fields=True):
    """A note beside what happened last."""

    text: Annotated[str, Meta(min_length=1, max_length=4000)]
    audience: Word = ""
    table: Word = ""


class Narrating(Struct, frozen=True, forbid_unknown_fields=True):
    """What a narrator tells."""

    text: Annotated[str, Meta(min_length=1, max_length=4000)]
    after: Count | None = None
    table: Word = ""


class Sending(Struct, frozen=True, forbid_unknown_fields=True):
    """A message of the protocol, as the page on the API lists them."""

    message: dict[str, Any]
    table: Word = ""


# ---------------------------------------------------------------- given


class TablesFound(Struct, frozen=True):
    """Tables that one may enter."""

    tables: tuple[TableData, ...]


class GamesFound(Struct, frozen=True):
    """Games with their ready scenes."""

    games: tuple[GameData, ...]


class SeatTaken(Struct, frozen=True):
    """Where one sits now."""

    table: str
    name: str
    role: SeatRole


class Looked(Struct, frozen=True):
    """A table as one's seat may know it now."""

    table: str
    game: str
    title: str
    seat: str
    role: SeatRole
    seq: int
    finished: bool
    cards: tuple[Card, ...]
    scene: tuple[str, ...]
    """The scene in lines of text."""
    questions: tuple[str, ...]
    awaited: tuple[Awaited, ...]
    declared: tuple[str, ...]
    owed: OwedShown | None
    view: Any
    """The state as far as the seat may know it; its shape is the game's."""


class Offered(Struct, frozen=True):
    """What may be done now."""

    table: str
    seq: int
    questions: tuple[str, ...]
    choices: tuple[OfferData, ...]
    aims: tuple[AimShown, ...]


class Outcome(Struct, frozen=True):
    """What came of something that was done, or why it was not."""

    done: bool
    code: str
    text: str
    rules: tuple[str, ...]
    instead: tuple[str, ...]
    """Ids of choices that would be legal."""
    story: tuple[LineData, ...]
    """What happened since."""
    seq: int
    finished: bool
    your_turn: bool
    """Whether there is anything for this seat to do now."""


class SaidSo(Struct, frozen=True):
    """What a sentence means, and what came of it where it was done."""

    kind: Literal["deed", "aim", "question", "forbidden", "unknown"]
    text: str
    meant: tuple[MeantData, ...]
    rules: tuple[Cited, ...]
    then: str
    """What the sentence wants next: say it again once this is done."""
    outcome: Outcome | None = None


class Refusing(Struct, frozen=True):
    """The choices that do what was wished for, or what forbids it."""

    can: tuple[MeantData, ...]
    text: str
    rules: tuple[Cited, ...]


class Because(Struct, frozen=True):
    """Why a line of the story is as it is."""

    line: int
    sentence: str
    numbers: tuple[str, ...]
    rules: tuple[Cited, ...]
    odds: tuple[LikelihoodData, ...]


class SheetRead(Struct, frozen=True):
    """All that one may know of somebody."""

    who: str
    title: str
    line: str
    sections: tuple[Section, ...]


class MapShown(Struct, frozen=True):
    """The scene in words."""

    words: tuple[str, ...]
    drawn: bool
    """Whether a picture comes with it."""


class Thrown(Struct, frozen=True):
    """Dice that fell, as the log of the table keeps them."""

    line: int
    text: str
    faces: tuple[int, ...]


class Chances(Struct, frozen=True):
    """How likely something is."""

    text: str
    numbers: dict[str, float]
    fight: Any = None
    """What fights by the thousand say, where a fight was asked about."""


class OracleSaid(Struct, frozen=True):
    """What the oracle said, with the lines of the story that hold its dice."""

    answer: str
    text: str
    prompts: tuple[str, ...]
    twist: bool
    lines: tuple[int, ...]


class RulesFound(Struct, frozen=True):
    """Rules that hold all the words."""

    game: str
    found: int
    """How many there are; at most thirty are given."""
    rules: tuple[RuleData, ...]


class JournalRead(Struct, frozen=True):
    """The story in prose."""

    markdown: str


class ToldSo(Struct, frozen=True):
    """What was told, as it now stands in the story: the narrator's words."""

    line: int
    """The number of its line."""


class Failed(Struct, frozen=True):
    """Why something could not be done; nothing has changed."""

    code: str
    text: str
