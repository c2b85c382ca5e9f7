"""Events: what happened at a table, stated as outcomes, so that folding them needs no rules.

An event holds ids and numbers, never prose. Its part of the envelope (who may know it, what led to it, which rules
justify it) is in the base class; the rest (sequence number, person, moment, command) is on the `Entry` that carries it.
"""

import re
from typing import TYPE_CHECKING, Any, ClassVar, Final, Literal

from msgspec import Struct

from arbitro.dice.stream import Die
from arbitro.kernel.pack import Pack
from arbitro.kernel.ruling import Check, Lot, Sum

if TYPE_CHECKING:
    from arbitro.kernel.then import Then

GoesOn = Literal["", "walk", "rest", "step", "round", "party"]
"""What may only go on: a walk and its turns, days of rest, steps and rounds of a fight, a party that comes together."""
Setting = bool | int | str
"""The value of an option."""


TOLD_WITH_ANOTHER: Final = "told_with_another"
"""The variant of an event without a sentence of its own, because the sentence of another tells of it too."""


ATTACK: Final = "*attack"
"""Said of dice that belong to the attack before: those of the damage."""


def written_down(name: str) -> str:
    """Asked for the tag of a class that says none: only the bases, which are never on disk, need none."""
    if name in ("Event", "Command"):
        return name.lower()
    raise TypeError(f'{name} has no tag. Say it beside the class, tag="…": it is its name in every log, for ever')


def tag_of(kind: type[Struct]) -> str:
    """What a class of events or commands is called in logs and messages: ``attack_rolled``, whatever its own name."""
    return str(kind.__struct_config__.tag)


DieLook = Literal["plain", "light", "dark", "dropped", "critical"]
"""How a die is drawn: as any other; in a light or a dark colour, where a game throws two that differ; as one that does
not count; as one of a critical roll."""


class Event(Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="type", tag=written_down, gc=False):
    """Base of all events. Subclasses say their tag and add positional fields of their own."""

    secrets: ClassVar[dict[str, str]] = {}
    """Field (or ``field.subfield``) -> the field that names whose number it is; blanked for those who may not know.
    Of a whole `Check` the dice and the outcome stay."""
    people: ClassVar[tuple[str, ...]] = ()
    """The fields that hold ids of somebody or something with a name."""
    sequences: ClassVar[tuple[str, ...]] = ()
    """Those of them in which the order says something: who acts after whom. All others are told by their numbers."""

    strikes: ClassVar[tuple[str, ...]] = ()
    """Blows: the fields that hold who strikes, who is struck, and whether it went home (see `struck`)."""

    kept_last: ClassVar[GoesOn] = ""
    """What it only says to go on, wherever it is told (`only_goes_on`)."""

    pairs: ClassVar[bool] = False
    """Whether two of a kind are told in one line, though both be of the same person; else it takes three of several."""

    pictured: ClassVar[bool] = False
    """Whether the picture of the scene belongs beside it: a new round, say."""

    thrown_by: ClassVar[str] = ""
    """The field that names who throws its dice with their own hands, if people do (where it holds the dice themselves,
    their keys name them); `ATTACK`: whoever attacked its target before. Left empty, its dice are the engine's."""

    entries: ClassVar[tuple[str, ...]] = ()
    """The fields that hold numbers of entries; readers who do not see all entries count them differently."""

    deadly: ClassVar[tuple[str, str]] = ("", "")
    """What a death is told by that follows it (a trap, a spell; see `arbitro.kernel.prose`), and the field that names
    whom it strikes; without a field, whoever dies of it."""

    drawn_by: ClassVar[tuple[str, ...]] = ()
    """The fields that say, beside its people, which of several sentences a referee tells it in."""

    written: ClassVar[bool] = False
    """Whether somebody wrote it beside the game: words of people at the table, and no part of what happened."""

    reveals: ClassVar[bool] = False
    """Whether it tells what was hidden and no view shows: that nothing is there, say. Who heard it knows it."""

    rules: tuple[str, ...] = ()
    """The atoms of the rulebook that justify it."""
    audience: str = ""
    """Who may know of it: everybody, ``referee``, or the id of a character or side."""
    cause: int = -1
    """Index, in the same entry, of the event that led to it."""

    def variant(self) -> str:
        """Which of several sentences tells it: ``event.<tag>.<variant>`` in the catalogues."""
        return ""

    def vain_try(self) -> str:
        """What it is one more try of that came to nothing: of several such in a row, readers keep the last."""
        return ""

    def only_goes_on(self, _then: "Then[Any]") -> GoesOn:
        """What goes on as it did, where it tells no more than that: of several such in a row, readers keep the last."""
        return self.kept_last

    def struck(self) -> tuple[str, str]:
        """Who has struck whom, where it is a blow that went home: two ids, empty for anything else."""
        if not self.strikes:
            return "", ""
        striker, victim, home = self.strikes
        return (getattr(self, striker), getattr(self, victim)) if getattr(self, home) else ("", "")

    def sums(self) -> tuple[Sum, ...]:
        """How the numbers it tells come about, where loose dice and modifiers do not simply add up to one."""
        return ()

    def lots(self) -> tuple[Lot, ...]:
        """What its loose dice stood for, where they are no numbers: among whom a lot was drawn, who threw which."""
        return ()

    def checks(self) -> tuple[Check, ...]:
        """What its loose dice had to reach, where it keeps a die and a number rather than a check."""
        return ()

    def dice_looks(self) -> tuple[DieLook, ...]:
        """How its dice are drawn, in their order, where they are not all alike; those beyond the last are plain."""
        return ()


class TableOpened(Event, frozen=True, tag="table_opened"):
    """The first event: what is played, under which versions and options, and what the seed was committed to."""

    table: str
    game: str
    versions: dict[str, str]
    options: dict[str, Setting]
    commitment: str


class PackLaid(Event, frozen=True, tag="pack_laid"):
    """A reader's own content lies over the game's, whole as it was when the table was opened."""

    pack: Pack


class Stirred(Event, frozen=True, tag="stirred"):
    """Somebody mixed a text of their own into all dice from here on."""

    who: str
    text: str


class SeedRevealed(Event, frozen=True, tag="seed_revealed"):
    """Play is over: with the seed anybody can check every die."""

    seed: str


class Branched(Event, frozen=True, tag="branched"):
    """From here this log goes its own way, on dice of its own."""

    entries = ("parent_seq",)

    table: str
    parent: str
    parent_seq: int
    parent_chain: str
    commitment: str


class Renamed(Event, frozen=True, tag="table_renamed"):
    """From here this table has another name, and goes on with the same dice."""

    table: str
    before: str


class OptionsChanged(Event, frozen=True, tag="options_changed"):
    """House rules were changed during play; `options` holds what differs."""

    options: dict[str, Setting]


BackRule = Literal["free", "unrevealed", "strict"]
"""How far anybody may take back: freely; past no die and nothing that came to light, but for a referee; nobody so."""
Past = Literal["", "die", "revealed"]
"""What a step back goes past: nothing, a die that fell, something that was revealed."""


class Undone(Event, frozen=True, tag="undone"):
    """The table went back to the state after entry `to`. Nothing is erased, no die comes back."""

    entries = ("undone", "to")

    undone: int
    to: int
    who: str = ""
    """The name of the seat that wished it; nobody in logs of old."""
    past: Past = ""
    times: int = 0
    """How often they have taken something back."""
    past_times: int = 0
    """How often they have taken something back past a die, or past something that was revealed."""
    granted: bool = False
    """Whether they had asked the referee for it."""
    part: bool = False
    """Whether it is a step on the way; the last step tells of all."""

    def variant(self) -> str:
        """Who wished it, and past what."""
        if self.part:
            return TOLD_WITH_ANOTHER
        if not self.who or not self.times:  # of old, or a step that nobody saw: there is no number to tell
            return ""
        return "_".join(filter(None, ("granted" if self.granted else "wished", self.past)))


class BackAsked(Event, frozen=True, tag="back_asked"):
    """Somebody asks the referee to take back what they did last (`entry`)."""

    entries = ("entry",)

    who: str
    entry: int
    reason: str = ""

    def variant(self) -> str:
        """With a reason, where there is one."""
        return "reason" if self.reason else ""


class BackLimited(Event, frozen=True, tag="back_limited"):
    """How far anybody may take back was settled anew: what the table allows, everybody knows."""

    rule: BackRule

    def variant(self) -> str:
        """How far that is."""
        return self.rule


class BackDeclined(Event, frozen=True, tag="back_declined"):
    """What somebody asked to have taken back stands."""

    who: str


class Redone(Event, frozen=True, tag="redone"):
    """What was undone stands again."""

    entries = ("to",)

    to: int


class Overridden(Event, frozen=True, tag="overridden"):
    """The referee set a number or a word of the state by hand."""

    path: str
    before: Any
    after: Any
    reason: str

    def variant(self) -> str:
        """What was changed is not told to everybody."""
        return "" if self.path else "hidden"


class RollsOverridden(Event, frozen=True, tag="rolls_overridden"):
    """The referee put other faces in place of the dice of entry `undone`; what follows is decided anew from them."""

    entries = ("undone", "to")

    undone: int
    to: int
    reason: str


class Annotated(Event, frozen=True, tag="annotated"):
    """Somebody wrote a note beside an entry."""

    entries = ("entry",)
    written = True

    entry: int
    text: str


class Narrated(Event, frozen=True, tag="narrated"):
    """A narrator told in prose what an entry says. It is no part of what happened, and changes nothing."""

    entries = ("entry",)

    entry: int
    text: str


class SaidAside(Event, frozen=True, tag="said_aside"):
    """Somebody said something at the table, beside the story. It changes nothing."""

    written = True

    text: str


class HandedOut(Event, frozen=True, tag="handed_out"):
    """The referee gave people something to read or to look at. It changes nothing.

    `picture` is the short word of a picture that is kept beside the log, where there is one.
    """

    written = True

    title: str
    text: str = ""
    picture: str = ""

    def variant(self) -> str:
        """By what there is of it: a title, a text, or a picture alone."""
        if not self.title:
            return "text" if self.text else "picture"
        return "" if self.text else "title"


class RollCalled(Event, frozen=True, tag="roll_called"):
    """The referee asked people to throw dice, in the usual notation. Nothing waits for them."""

    written = True

    notation: str
    purpose: str = ""

    def variant(self) -> str:
        """With what it is for, where that was said."""
        return "purpose" if self.purpose else ""


class EventRevealed(Event, frozen=True, tag="event_revealed"):
    """The referee told others what not everybody knew. `told` is the event itself, written as JSON.

    It is written as text because it happened before: its dice have been thrown once, and are counted there.
    """

    entries = ("entry",)

    entry: int
    told: str


class DiceThrown(Event, frozen=True, tag="dice_thrown"):
    """Somebody threw dice that no rule asked for. `shown` is the notation with every die beside it."""

    who: str
    notation: str
    shown: str
    total: int
    dice: tuple[Die, ...]
    purpose: str = ""

    def variant(self) -> str:
        """With what it was for, where that was said."""
        return "purpose" if self.purpose else ""

    def dice_looks(self) -> tuple[DieLook, ...]:
        """Those that were thrown and do not count, by the signs of the notation."""
        inside = ", ".join(re.findall(r"\(([^()]*)\)", self.shown))
        faces = re.findall(r"(~?)\d+", inside)
        return tuple("dropped" if sign else "plain" for sign in faces) if len(faces) == len(self.dice) else ()


class DiceHidden(Event, frozen=True, tag="dice_hidden"):
    """Somebody threw dice that not everybody sees: only the fact is told."""

    who: str
    notation: str
    purpose: str = ""

    def variant(self) -> str:
        """With what it was for, where that was said."""
        return "purpose" if self.purpose else ""


class DiceAsked(Event, frozen=True, tag="dice_asked"):
    """A deed has begun, and somebody owes the next of its dice, thrown with their own hands: the table waits for it.

    `deed` is the command, as JSON; `typed` are the dice that were given before, `number` that of the one that is owed.
    Others are told only who owes what, and not even what where they will not see it (`hidden`).
    """

    who: str
    """The name of the seat."""
    sides: int
    purpose: str
    deed: str
    number: int
    typed: tuple[tuple[int, int], ...] = ()
    hidden: bool = False
    plays: tuple[str, ...] = ()
    """Whom the seat played when the deed began: their dice are asked for."""

    def variant(self) -> str:
        """Whether it is told which die it is, and what for."""
        return "hidden" if not self.sides else "purpose" if self.purpose else ""

    def as_seen_by(self, seat: str) -> "DiceAsked":
        """What a player is told: whoever throws counts their own dice only, for others fall unseen between them."""
        if seat == self.who:
            given = tuple((place, face) for place, (_, face) in enumerate(self.typed))
            return DiceAsked(self.who, self.sides, self.purpose, self.deed, len(given), given, self.hidden)
        sides, purpose = (0, "") if self.hidden else (self.sides, self.purpose)
        return DiceAsked(self.who, sides, purpose, "", 0)


KERNEL_EVENTS: tuple[type[Event], ...] = (
    TableOpened,
    PackLaid,
    Stirred,
    SeedRevealed,
    Branched,
    Renamed,
    OptionsChanged,
    Undone,
    BackAsked,
    BackDeclined,
    BackLimited,
    Redone,
    Overridden,
    RollsOverridden,
    Annotated,
    Narrated,
    SaidAside,
    HandedOut,
    RollCalled,
    EventRevealed,
    DiceThrown,
    DiceHidden,
    DiceAsked,
)
