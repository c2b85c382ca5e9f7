"""How hard something is that no rule speaks of: a ladder of numbers, for a referee who needs one at once."""

from msgspec import Struct

from arbitro.text import Language, Texts


class Rung(Struct, frozen=True):
    """A step of the ladder: the dice that are thrown, the number they are held against, and a word for it."""

    notation: str
    number: int
    word: str
    """What it is called: ``rung.<word>`` in the catalogues."""
    under: bool = False
    """Whether the dice must show the number or less; else, the number or more."""

    def told(self, texts: Texts, language: Language) -> str:
        """The rung in words: what it is called, and what is to be thrown."""
        word = texts.say(language, f"rung.{self.word}")
        return texts.say(language, "rung.under" if self.under else "rung.over", word=word, number=self.number)


def rungs_of(notation: str, numbers: dict[str, int], *, under: bool = False) -> tuple[Rung, ...]:
    """A ladder, from words and their numbers."""
    return tuple(Rung(notation, number, word, under) for word, number in numbers.items())
