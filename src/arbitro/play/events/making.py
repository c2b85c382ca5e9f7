"""Characters that are made step by step."""

from arbitro.dice.stream import Die
from arbitro.kernel.event import Event


class DraftBegan(Event, frozen=True, tag="draft_began"):
    """Somebody begins to make a character."""


class DraftAnswered(Event, frozen=True, tag="draft_answered"):
    """A step of a character that is being made has been answered; an empty answer leaves it as it is."""

    people = ("who",)

    who: str
    step: str
    value: str

    def variant(self) -> str:
        """Naming is told otherwise than the rest, and so is leaving a step open; the player's words come at the end."""
        if self.step in ("name", "words"):
            return self.step
        return "" if self.value else "left"


class DraftThrown(Event, frozen=True, tag="draft_thrown"):
    """Scores have been thrown for a character that is being made: the best first, to be placed as one likes."""

    thrown_by = "who"
    people = ("who",)

    who: str
    scores: tuple[int, ...]
    dice: tuple[Die, ...]


class DraftReconsidered(Event, frozen=True, tag="draft_reconsidered"):
    """The answer to a step, and to those after it, are open again."""

    people = ("who",)

    who: str
    step: str


class DraftDropped(Event, frozen=True, tag="draft_dropped"):
    """The character that was being made has been given up."""

    name: str


class DraftFinished(Event, frozen=True, tag="draft_finished"):
    """The character that was made is one of the party; `words` are the player's own."""

    people = ("who",)

    who: str
    words: str = ""

    def variant(self) -> str:
        """With words, or without."""
        return "described" if self.words else ""
