"""The law of citations: which rules a kind of event may cite, which it must, and never a rule of another book.

The tables are beside the tests of their games. An entry names whole atoms or chapters, a kind that cites nothing has an
empty one, and a kind without an entry fails. See `tests/rules/whitebox/citations.py`.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from arbitro.kernel.event import Event

Case = tuple[str, str, Callable[[Any], bool]]


def allowed(rule: str, entry: Sequence[str]) -> bool:
    """Whether a rule is one of an entry, or of one of its chapters."""
    return rule in entry or rule.rpartition("-")[0] in entry


class Law:
    """Tables of one game, and what its book makes of the atoms in them."""

    def __init__(
        self,
        may: Mapping[str, str],
        only_if: Sequence[Case] = (),
        always: Sequence[Case] = (),
        on: Mapping[str, tuple[str, object]] | None = None,
        own: Callable[[str], tuple[str, ...]] = lambda rule: (rule,),
        chapter: Callable[[str], tuple[str, ...]] = lambda chapter: (chapter,),
    ) -> None:
        self.may = {
            kind: tuple(word for each in line.split() for word in _read(each, own, chapter))
            for kind, line in may.items()
        }
        self.only_if = [(kind, each, test) for kind, rule, test in only_if for each in own(rule)]
        self.always = [(kind, each, test) for kind, rule, test in always for each in own(rule)]
        self.on = {each: setting for rule, setting in (on or {}).items() for each in own(rule)}

    def hold(self, event: Event, options: Mapping[str, object]) -> None:
        """An event against the tables; those of kinds that have no entry here are another law's."""
        kind = type(event).__name__
        if kind not in self.may:
            return
        for rule in event.rules:
            assert allowed(rule, self.may[kind]), (rule, event)
            if rule in self.on:
                option, value = self.on[rule]
                assert options[option] == value, (rule, event)
        for name, rule, test in self.only_if:
            assert name != kind or rule not in event.rules or test(event), (rule, event)
        for name, rule, test in self.always:
            assert name != kind or not test(event) or rule in event.rules, (rule, event)


def _read(
    word: str, own: Callable[[str], tuple[str, ...]], chapter: Callable[[str], tuple[str, ...]]
) -> tuple[str, ...]:
    return own(word) if word.rpartition("-")[2].isdigit() else chapter(word)
