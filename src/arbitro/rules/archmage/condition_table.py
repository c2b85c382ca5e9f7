"""The conditions (chapter «Condizioni»): what each forbids and changes. Their words stand in the catalogues.

How one ends is said where it begins: by a save, at a moment, or with a waking.
"""

from collections.abc import Callable
from typing import Final, NamedTuple

from arbitro.rules.archmage.power import Attack, ConditionName
from arbitro.rules.archmage.state import Awareness


class Condition(NamedTuple):
    """What a condition does to whoever is in it."""

    rules: tuple[str, ...]
    attacks: str = ""
    """The atom by which it lowers attack rolls."""
    defences: str = ""
    """The atom by which it lowers defences."""
    acts: bool = True
    strikes_passers_by: bool = True
    moves: bool = True
    escalates: bool = True
    """Whether whoever is in it adds the escalation die."""
    leaves: Callable[[Attack], bool] | None = None
    """Which attacks it leaves; none: all."""
    limit: str = ""
    """The atom by which it leaves no others."""
    brings: tuple[ConditionName, ...] = ()
    """What whoever is in it is as well."""
    states: tuple[Awareness, ...] = ()
    """States of mind that are this condition by themselves."""
    only_states: bool = False
    """Whether nothing else is."""
    shrugged: bool = False
    """Whether a many-headed creature can shake it off."""


CONDITIONS: Final[dict[ConditionName, Condition]] = {
    "fear": Condition(("AE-COND-02", "AE-COND-09"), attacks="AE-COND-09", escalates=False, brings=("dazed",)),
    "dazed": Condition(("AE-COND-02", "AE-COND-05"), attacks="AE-COND-05", shrugged=True),
    "hampered": Condition(
        ("AE-COND-02", "AE-COND-06"),
        leaves=lambda attack: attack.friendly or attack.basic,
        limit="AE-COND-06",
        shrugged=True,
    ),
    "confused": Condition(
        ("AE-COND-02", "AE-COND-03", "AE-COND-04"),
        strikes_passers_by=False,
        leaves=lambda attack: attack.usage == "at_will",
        limit="AE-COND-03",
        shrugged=True,
    ),
    "stuck": Condition(("AE-COND-02", "AE-COND-12"), moves=False),
    "weakened": Condition(("AE-COND-02", "AE-COND-08"), attacks="AE-COND-08", defences="AE-COND-08", shrugged=True),
    "helpless": Condition(
        ("AE-COND-02", "AE-COND-07"),
        defences="AE-COND-07",
        acts=False,
        strikes_passers_by=False,
        states=("asleep", "unconscious", "coma"),
    ),
    "asleep": Condition(("AE-COND-02", "AE-COND-07"), states=("asleep",), only_states=True),
    "stunned": Condition(
        ("AE-COND-02", "AE-COND-10"), defences="AE-COND-10", acts=False, strikes_passers_by=False, shrugged=True
    ),
    "vulnerable": Condition(("AE-COND-02", "AE-COND-11")),
}
"""Every condition; of several that lower a number the first is told."""

HARMFUL_TO_ATTACKS: Final = {name: it.attacks for name, it in CONDITIONS.items() if it.attacks}
HARMFUL_TO_DEFENCES: Final = {name: it.defences for name, it in CONDITIONS.items() if it.defences}
HELPLESS: Final = frozenset(name for name, it in CONDITIONS.items() if not it.acts)
INATTENTIVE: Final = tuple(name for name, it in CONDITIONS.items() if not it.strikes_passers_by)
"""Conditions in which nobody strikes at a passer-by; a hold bars it too (AE-OPP-06)."""
ROOTED: Final = tuple(name for name, it in CONDITIONS.items() if not it.moves)
DISHEARTENED: Final = tuple(name for name, it in CONDITIONS.items() if not it.escalates)
LIMITING: Final = tuple((name, it.leaves, it.limit) for name, it in CONDITIONS.items() if it.leaves is not None)
STATES: Final = {name: it.states for name, it in CONDITIONS.items() if it.states}
ONLY_STATES: Final = frozenset(name for name, it in CONDITIONS.items() if it.only_states)
BROUGHT_BY: Final = {
    name: tuple(other for other, it in CONDITIONS.items() if name in it.brings)
    for name in {brought for it in CONDITIONS.values() for brought in it.brings}
}
SHRUGGED: Final = tuple(sorted(name for name, it in CONDITIONS.items() if it.shrugged))
"""What a many-headed creature can shake off."""
HINDERED: Final[tuple[ConditionName, ...]] = ("confused", "dazed", "weakened")
"""What a friend's call may shake off."""
OVERWHELMED: Final[tuple[ConditionName, ...]] = (*HINDERED, "hampered", "stunned")
"""What greater calls may shake off."""
