"""A refusal that is raised: for whoever would rather catch it than look at every answer."""

from typing import Any

from arbitro.kernel.command import Refusal
from arbitro.kernel.ruleset import Ruleset
from arbitro.kernel.sentence import refusal_text
from arbitro.text import Fault, Language, Words


class RefusalWords(Words):
    """Why not, to be said later in whatever language the reader has, as things stood when it was asked."""

    def __init__(self, ruleset: Ruleset[Any], state: Any, refusal: Refusal) -> None:
        super().__init__(ruleset.texts, f"refusal.{refusal.code}", **refusal.values)
        self._ruleset = ruleset
        self._state = state
        self._refusal = refusal

    def in_(self, language: Language) -> str:
        """The sentence in one language."""
        return refusal_text(self._ruleset, self._state, self._refusal, language)


class Refused(Fault):
    """A command that the rules do not allow; nothing changed and no die was thrown. `str` says why in English."""

    def __init__(self, ruleset: Ruleset[Any], state: Any, refusal: Refusal) -> None:
        super().__init__(RefusalWords(ruleset, state, refusal))
        self.refusal = refusal
        """The code, the values, the rules behind it, and what would be legal instead."""
