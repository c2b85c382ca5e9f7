"""What lasts on somebody, as amounts: by whose name they count, and what the same thing is worth a second time."""

from collections.abc import Callable, Iterable
from typing import Final

from arbitro.dice.amount import Amount
from arbitro.kernel.ruling import Modifier
from arbitro.rules.whitebox.ongoing_effects import Ongoing
from arbitro.rules.whitebox.state import State

KEPT_QUIET: Final = ("diseased",)
"""What its bearer is not told of: an amount from it does not say where it comes from."""
AILING: Final = "ailing"
WORN: Final = "worn_thing"
NAMELESS: Final = "lasting"


def strongest_of_each(
    state: State, effects: Iterable[Ongoing], amount: Callable[[Ongoing], float]
) -> list[tuple[Ongoing, float]]:
    """Everything that has an amount; of one spell, thing or creature the strongest each way (WB-SPELL-04).

    Where the table has it so, the same adds up however often it is there. What has no name is never the same.
    """
    found = [(effect, worth) for effect in effects if (worth := amount(effect))]
    if len(found) < 2 or state.options["same_magic_adds"]:
        return found
    best: dict[tuple[str, bool], int] = {}
    for place, (effect, worth) in enumerate(found):
        key = (effect.source or f"#{place}", worth > 0)
        if key not in best or abs(worth) > abs(found[best[key]][1]):
            best[key] = place
    return [found[place] for place in sorted(best.values())]


def added_by(state: State, effects: Iterable[Ongoing], amount: Callable[[Ongoing], int], rule: str) -> list[Modifier]:
    """The amounts as parts of a sum, each by the name of what brought it."""
    return [named(effect, int(worth), rule) for effect, worth in strongest_of_each(state, effects, amount)]


def named(effect: Ongoing, amount: int, rule: str) -> Modifier:
    """One amount, by the name of the spell, the thing or the creature that it comes from."""
    if effect.kind in KEPT_QUIET:
        return Modifier(amount, rule, AILING)
    if not effect.source:
        return Modifier(amount, rule, WORN if effect.worn else NAMELESS)
    return Modifier(amount, rule, sources=(effect.source,))


def average(dice: Amount | None) -> float:
    """What dice come to on the average."""
    return 0 if dice is None else dice.count * (dice.sides + 1) / 2 + dice.plus
