"""Commands: what somebody asks for. Every command is answered by events or by a refusal that says why."""

from collections.abc import Iterable
from typing import Any, ClassVar, Final, Literal, Protocol, final

from msgspec import Struct, field

from arbitro.kernel.event import BackRule, Setting, written_down
from arbitro.text import LANGUAGES, Language

YesNo = Literal["yes", "no"]
"""What somebody says who is asked whether."""


class Command(Struct, frozen=True, omit_defaults=True, tag_field="type", tag=written_down, gc=False):
    """Base of all commands; a game adds its own, each with its tag."""

    answers: ClassVar[str] = ""
    """The kind of question that this command answers, if it is an answer."""
    for_good: ClassVar[bool] = False
    """Whether it ends what is going on, or gives somebody or something up: a page asks once, and says what follows
    (``help.<tag>`` of the texts). An answer is none: its question asks already."""
    agrees: ClassVar[str] = ""
    """A kind of question, answered with yes or no, to which whoever gives this command agrees: a page that plays
    several people asks them no more."""


@final
class Refusal(Struct, frozen=True, omit_defaults=True):
    """A command that the rules do not allow. No die was thrown and nothing changed."""

    code: str
    """A dotted name; ``refusal.<code>`` in the catalogues says it in words."""
    values: dict[str, str | int] = field(default_factory=dict)
    rules: tuple[str, ...] = ()
    instead: tuple[str, ...] = ()
    """Ids of choices that would be legal now."""


class InBoth(Protocol):
    """Something that reads otherwise in each language: the words of a fault, a name."""

    def in_(self, language: Language, /) -> str:
        """The words in one of the two languages."""
        ...


def in_both(name: str, what: InBoth) -> dict[str, str | int]:
    """A value of a refusal that is not ours to look up later: as it reads in each language, under the name of both."""
    return {f"{name}.{language}": what.in_(language) for language in LANGUAGES}


LISTED: Final = "@@"
"""What a value begins with that lists entries by their sorts and ids."""


def listed(sort: str, names: Iterable[str]) -> str:
    """A value of a refusal that says what there is instead: each by its name, with the id that is to be typed."""
    entries = ",".join(f"{sort}:{name}" for name in names)
    return f"{LISTED}{entries}" if entries else "–"


class Undo(Command, frozen=True, tag="undo"):
    """Take back the last thing that changed the state."""

    who: str = ""
    """The name of the seat that wishes it, where it is not the one that says it."""
    part: bool = False
    """Whether it is only a step on the way: the last step of a wish is the one that is told and counted."""


class AskBack(Command, frozen=True, tag="ask_back"):
    """Ask the referee to take back what one did last, with a word why."""

    reason: str = ""


class LimitBack(Command, frozen=True, tag="limit_back"):
    """Settle how far anybody may take back from now on: whoever keeps the table holds people to it."""

    rule: BackRule


class DeclineBack(Command, frozen=True, tag="decline_back"):
    """Leave standing what somebody asked to have taken back."""

    who: str


class Redo(Command, frozen=True, tag="redo"):
    """Put back what was undone last."""


class Override(Command, frozen=True, tag="override"):
    """Set a value of the state by hand: a dotted path such as ``fight.combatants.orc-1.hp``."""

    path: str
    value: Any
    reason: str


class OverrideRolls(Command, frozen=True, tag="override_rolls"):
    """Decide the last command again with these faces in place of the dice that fell."""

    faces: tuple[int, ...]
    reason: str


class Annotate(Command, frozen=True, tag="annotate"):
    """Write a note beside an entry of the log; `audience` as for events."""

    entry: int
    text: str
    audience: str = ""
    narrated: bool = False
    """Whether it is a narrator's prose, telling what the entry says."""


class SayAside(Command, frozen=True, tag="say_aside"):
    """Say something at the table, beside the story; `audience` as for events: everybody, or one seat alone."""

    text: str
    audience: str = ""


class HandOut(Command, frozen=True, tag="hand_out"):
    """Give people something to read or to look at: everybody, or one seat alone."""

    title: str
    text: str = ""
    picture: str = ""
    """The short word of a picture that is kept beside the log."""
    audience: str = ""


class CallRoll(Command, frozen=True, tag="call_roll"):
    """Ask everybody, or one seat, to throw dice in the usual notation; nothing waits for them."""

    notation: str
    purpose: str = ""
    audience: str = ""


class RevealEvent(Command, frozen=True, tag="reveal_event"):
    """Tell others something that only the referee (or somebody else) was told: one event of an entry of the log.

    `number` counts the events of the entry from 0; `audience` as for events, everybody if it is empty.
    """

    entry: int
    number: int = 0
    audience: str = ""


class ChangeOptions(Command, frozen=True, tag="change_options"):
    """Change house rules during play."""

    options: dict[str, Setting]


class Stir(Command, frozen=True, tag="stir"):
    """Mix a text of one's own into all dice from here on."""

    text: str


class RevealSeed(Command, frozen=True, tag="reveal_seed"):
    """End the secrecy of the dice: publish the seed, so that all of them can be checked. No die falls after it."""


class ThrowDice(Command, frozen=True, tag="throw_dice"):
    """Throw dice that no rule asked for, in the usual notation; nothing of the game changes.

    `to` is who sees them: everybody (``open``), the thrower and the referee while the others only learn that dice fell
    (``referee``), the referee alone (``blind``), or the thrower, without a word to the other players (``self``).
    """

    notation: str
    to: Literal["open", "referee", "blind", "self"] = "open"
    purpose: str = ""


class TellFaces(Command, frozen=True, tag="tell_faces"):
    """Say what the dice show that one owes: the next one, and those after it as far as one has thrown them."""

    faces: tuple[int, ...]


class RollOwed(Command, frozen=True, tag="roll_owed"):
    """Leave the dice that are owed, and all others of the deed, to the engine."""


KERNEL_COMMANDS: tuple[type[Command], ...] = (
    Undo,
    AskBack,
    DeclineBack,
    LimitBack,
    Redo,
    Override,
    OverrideRolls,
    Annotate,
    SayAside,
    HandOut,
    CallRoll,
    RevealEvent,
    ChangeOptions,
    Stir,
    RevealSeed,
    ThrowDice,
    TellFaces,
    RollOwed,
)
