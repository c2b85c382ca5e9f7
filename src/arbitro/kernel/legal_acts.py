"""The present choices of a seat as a list of acts: every value that a choice asks for is filled in.

A pick becomes an act for each of its values; a number becomes its least, its middle and its largest. What asks for
words of one's own is left out, as is whatever is optional. Where a choice asks for several things, only combinations
that the rules accept are listed.
"""

from collections.abc import Iterator
from itertools import islice, product
from typing import Any, Final, NamedTuple

from arbitro.kernel.choice import DESK, RETREAT, Choice, Parameter
from arbitro.kernel.command import Command
from arbitro.kernel.ruleset import Ruleset
from arbitro.kernel.seat import Seat

Value = str | int
COMBINATIONS: Final = 64
"""How many combinations of one choice are looked at."""
LARGEST: Final = 100
"""The largest number that is named where no limit is given."""


class LegalAct(NamedTuple):
    """A choice with everything that it asks for."""

    choice: Choice
    values: dict[str, Value]

    @property
    def gives_up(self) -> bool:
        """Whether it leaves the fight: flight, surrender."""
        return self.choice.group == RETREAT

    @property
    def subjects(self) -> tuple[str, ...]:
        """Who and what it names: the one who acts first, then whom it is aimed at."""
        named = {**self.choice.fixed, **self.values}
        return tuple(value for value in named.values() if isinstance(value, str))

    @property
    def number(self) -> int:
        """The number that it names, if any."""
        return next((value for value in self.values.values() if isinstance(value, int)), 0)

    def command(self, ruleset: Ruleset[Any]) -> Command:
        """The command that it becomes."""
        return ruleset.command(self.choice.fill(**self.values))


def legal_acts(ruleset: Ruleset[Any], state: Any, seat: Seat) -> Iterator[LegalAct]:
    """Everything that a seat may do now, one act after another, in the order of its choices."""
    for choice in ruleset.choices(state, seat):
        if choice.group == DESK:
            return  # the referee's editor stands last
        wanted = [each for each in choice.parameters if not each.optional]
        if any(each.kind == "text" for each in wanted):
            continue
        names = [each.name for each in wanted]
        acts = (LegalAct(choice, dict(zip(names, values, strict=True))) for values in product(*map(values_of, wanted)))
        if len(wanted) > 1:
            acts = (act for act in islice(acts, COMBINATIONS) if ruleset.allows(state, act.command(ruleset)))
        yield from acts


def values_of(parameter: Parameter) -> tuple[Value, ...]:
    """What a parameter may be."""
    if parameter.kind == "pick":
        return tuple(pick.value for pick in parameter.picks)
    low = parameter.minimum or 0
    high = max(low, LARGEST if parameter.maximum is None else parameter.maximum)
    return tuple(dict.fromkeys((low, (low + high) // 2, high)))
