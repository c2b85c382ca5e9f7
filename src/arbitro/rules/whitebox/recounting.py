"""An event on its way into words: what the chapters' tables of words are made with."""

from dataclasses import dataclass

from arbitro.kernel.then import Then
from arbitro.rules.whitebox.entry_names import entry_name, word_name
from arbitro.rules.whitebox.rules import Rules
from arbitro.rules.whitebox.state import State
from arbitro.text import Language, Name


@dataclass(frozen=True, slots=True)
class Recounting:
    """By which rules an event is told, of which moment, in which language."""

    rules: Rules
    then: Then[State]
    language: Language

    def say(self, key: str, /, **values: object) -> str:
        """A sentence of the game's catalogue."""
        return self.rules.texts.say(self.language, key, **values)

    def name(self, subject: str) -> Name:
        """What somebody or something was called."""
        return self.then.name(subject, self.language)

    def entry(self, sort: str, entry: str) -> Name:
        """What an entry of the content is called."""
        return entry_name(self.rules, sort, entry, self.language)

    def word(self, entry: str) -> Name:
        """What an element, a bane or another word of the rules is called."""
        return word_name(self.rules, entry, self.language)
