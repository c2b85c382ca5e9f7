"""What is wrong with a text that should be dice: a code, a place, and a sentence that teaches.

A `Mistake` holds no prose. Its sentence and its hint are found in ``locale/`` when somebody reads it, so the same
mistake speaks Italian or English.
"""

from functools import cache
from typing import TYPE_CHECKING

from msgspec import Struct, field

if TYPE_CHECKING:
    from arbitro.text import Language, Texts


@cache
def dice_texts() -> "Texts":
    """The sentences of the dice; loaded when there is something to say, because most rolls say nothing."""
    from arbitro.text import Texts

    return Texts("arbitro.dice")


class Mistake(Struct, frozen=True, omit_defaults=True):
    """One mistake in a text of dice notation, or one thing about it that cannot be worked out."""

    code: str
    """The key of the sentence, such as ``dice.expected_number``."""
    text: str
    at: int
    """Which character of the text the mistake begins at, counted from 0."""
    params: dict[str, float | str] = field(default_factory=dict)
    hint: str = ""
    """The key of a further sentence for a mistake that people often make."""

    def message(self, language: "Language" = "en") -> str:
        """What is wrong: what was expected, and what stands there instead."""
        sentence = dice_texts().say(language, self.code, **self.params)
        if "found" not in self.params:
            return sentence
        found = dice_texts().say(language, "dice.found" if self.params["found"] else "dice.found_end", **self.params)
        return f"{sentence} {found}"

    def advice(self, language: "Language" = "en") -> str:
        """What to write instead, where the mistake is a frequent one; otherwise nothing."""
        return dice_texts().say(language, self.hint, **self.params) if self.hint else ""

    def pointed(self) -> str:
        """The text with a caret under the character; a long text is cut around it."""
        first = max(0, self.at - 60)
        line = self.text[first : first + 78].replace("\n", " ").replace("\t", " ")
        return f"{line}\n{' ' * (self.at - first)}^"

    def explain(self, language: "Language" = "en") -> str:
        """The text, the caret, the sentence and the hint."""
        parts = (self.pointed(), self.message(language), self.advice(language))
        return "\n".join(part for part in parts if part)


class NotationError(ValueError):
    """Raised for a text that is not dice notation; everything it knows is in its `mistake`."""

    def __init__(self, mistake: Mistake) -> None:
        super().__init__(mistake)
        self.mistake = mistake

    def __str__(self) -> str:
        return self.mistake.explain("en")
