"""What the words for an entry need beyond its events, kept with it: how people, things and places were called then.

Events hold ids and numbers; what an id was called, who knew whose numbers and which options were in force is a matter
of the moment. It is written down with the entry, as keys, names and numbers, so that a line reads the same for ever.
"""

from typing import Any, Final

from msgspec import Struct

from arbitro.kernel.event import Setting
from arbitro.text import Gender, Grammar, Language, Name, NameRow, Texts


class Said(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A name that a catalogue has: its key, and what fills the gaps. A filling that begins with @ is a key itself."""

    key: str
    values: dict[str, int | float | str] = {}
    gender: Gender = "m"
    nth: int = 0
    """Which of several that are alike."""
    grammar: Grammar = "proper"
    parts: dict[str, "Noted"] = {}
    """Gaps that are filled by what something else is called."""

    def in_(self, texts: Texts, language: Language) -> Name:
        """The name in one language."""
        filled: dict[str, object] = {
            name: texts.say(language, value[1:]) if isinstance(value, str) and value[:1] == "@" else value
            for name, value in self.values.items()
        }
        filled |= {name: in_words(part, texts, language) for name, part in self.parts.items()}
        said = texts.say(language, self.key, **filled)
        return Name(f"{said} ({self.nth})" if self.nth else said, self.gender, self.grammar)


Noted = tuple[str, ...] | Said
"""What somebody or something is called: a name of its own (see `own_name`), or one of the catalogue's."""


def own_name(italian: Name, english: Name) -> tuple[str, ...]:
    """A name in as few words as it takes: Italian; English if it differs; gender and grammar if they are not plain."""
    grammar = "proper" if isinstance(italian, NameRow) else italian.grammar  # a row is written as it is said in lists
    parts = (str(italian), "" if english == italian else str(english), italian.gender, grammar)
    if parts[3] != "proper":
        return parts
    if parts[2] != "m":
        return parts[:3]
    return parts[:2] if parts[1] else parts[:1]


def in_words(called: Noted, texts: Texts, language: Language) -> Name:
    """What somebody or something is called, in one language."""
    if isinstance(called, Said):
        return called.in_(texts, language)
    word = (language == "en" and called[1:2] and called[1]) or called[0]
    gender: Gender = "f" if called[2:3] == ("f",) else "m"
    return Name(word, gender, _GRAMMARS.get(called[3:], "proper"))


_GRAMMARS: Final[dict[tuple[str, ...], Grammar]] = {("one",): "one", ("many",): "many"}


class Witness(Struct, frozen=True, omit_defaults=True):
    """How things stood when an entry was written, as far as its own lines speak of them."""

    version: int = 1
    """Of the game's words (`Ruleset.wording`): what an older one did not ask for is worked out from the log."""
    lines: tuple[int, ...] | None = None
    """Which of the events have a sentence, by their place in the entry; None: all."""
    names: dict[str, Noted] = {}
    """What ids were called, where they do not say it themselves."""
    facts: dict[str, Any] = {}
    """Whatever else a sentence depends on, in keys and numbers."""
    known: dict[str, str] = {}
    """Whose numbers were not for themselves and the referee alone: ids that a seat may play, with commas between;
    an empty one is everybody."""
    options: dict[str, Setting] = {}
    """Options in force on which a rule that is cited depends, where they were not the book's."""

    def tells(self, place: int) -> bool:
        """Whether the event at a place has a sentence."""
        return self.lines is None or place in self.lines
