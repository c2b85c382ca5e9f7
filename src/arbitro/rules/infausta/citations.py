"""Whose rule it is: where the parent's code decides, this game's log cites this game's atoms.

An atom that is the same here runs the parent's code, which cites the parent's atom; what the players of this game read
about is the atom of their own book. Atoms of the parent that this game has dropped are not cited at all.
"""

from functools import cache
from typing import Any, Final

from msgspec.structs import replace

from arbitro.kernel.choice import Choice
from arbitro.kernel.command import Refusal
from arbitro.kernel.event import Event
from arbitro.kernel.moment import made_of
from arbitro.kernel.ruling import Check, Lookup, Modifier, reckoned_fields
from arbitro.kernel.state import State
from arbitro.rules.whitebox.exploring.events import MetSomebody, ReactionRolled
from arbitro.rules.whitebox.people.events import StrongholdOpen
from arbitro.rules.whitebox.powers.events import TurnAttempted
from arbitro.rules.whitebox.scene import Scene

CITED: Final[dict[str, tuple[str, ...]]] = {
    "WB-CORE-01": ("IS-GEN-01",),
    "WB-CORE-02": ("IS-GEN-02",),
    "WB-CORE-03": ("IS-GEN-02",),
    "WB-XP-01": ("IS-XP-01",),
    "WB-XP-02": ("IS-XP-02",),
    "WB-XP-03": ("IS-XP-03",),
    "WB-XP-04": ("IS-XP-04",),
    "WB-XP-05": ("IS-XP-06",),
    "WB-XP-06": ("IS-XP-05",),
    "WB-TIME-01": ("IS-TIME-01",),
    "WB-TIME-02": ("IS-TIME-02",),
    "WB-TIME-03": ("IS-TIME-02",),
    "WB-TIME-04": ("IS-TIME-03",),
    "WB-MOVE-01": ("IS-MOVE-01",),
    "WB-MOVE-02": ("IS-MOVE-02",),
    "WB-MOVE-03": ("IS-MOVE-03",),
    "WB-MOVE-04": ("IS-MOVE-04",),
    "WB-MOVE-05": ("IS-MOVE-05",),
    "WB-MOVE-06": ("IS-MOVE-04",),
    "WB-MOVE-07": ("IS-MOVE-04",),
    "WB-OUTDOOR-01": ("IS-OUT-01",),
    "WB-OUTDOOR-02": ("IS-OUT-02",),
    "WB-OUTDOOR-03": ("IS-OUT-03",),
    "WB-OUTDOOR-04": ("IS-OUT-04",),
    "WB-DOOR-01": ("IS-DOOR-01", "IS-TURN-07"),
    "WB-DOOR-02": ("IS-DOOR-01",),
    "WB-DOOR-03": ("IS-DOOR-02",),
    "WB-DOOR-04": ("IS-DOOR-03",),
    "WB-DOOR-05": ("IS-DOOR-04",),
    "WB-LIGHT-01": ("IS-LIGHT-01",),
    "WB-LIGHT-02": ("IS-LIGHT-02",),
    "WB-LIGHT-03": ("IS-LIGHT-03",),
    "WB-LIGHT-04": ("IS-LIGHT-04",),
    "WB-LIGHT-05": ("IS-LIGHT-05",),
    "WB-LISTEN-01": ("IS-LISTEN-01", "IS-TURN-06"),
    "WB-LISTEN-02": ("IS-LISTEN-02",),
    "WB-SECRET-01": ("IS-SECRET-01", "IS-TURN-10"),
    "WB-SECRET-02": ("IS-SECRET-02",),
    "WB-SECRET-03": ("IS-SECRET-03",),
    "WB-SECRET-04": ("IS-SECRET-04", "IS-TURN-10"),
    "WB-TRAP-01": ("IS-TRAP-01",),
    "WB-TRAP-02": ("IS-TRAP-02",),
    "WB-TRAP-03": ("IS-TRAP-03",),
    "WB-TRAP-04": ("IS-TRAP-04",),
    "WB-SEARCH-01": ("IS-SEARCH-01",),
    "WB-SEARCH-02": ("IS-SEARCH-01",),
    "WB-SEARCH-03": ("IS-SEARCH-02",),
    "WB-SEQ-01": ("IS-COMBAT-01",),
    "WB-SEQ-02": ("IS-INIT-03",),
    "WB-SEQ-03": ("IS-INIT-03",),
    "WB-SEQ-04": ("IS-INIT-04",),
    "WB-SURPRISE-01": ("IS-SURP-01",),
    "WB-SURPRISE-02": ("IS-SURP-01",),
    "WB-SURPRISE-03": ("IS-SURP-02",),
    "WB-INTENT-01": ("IS-INIT-01",),
    "WB-INIT-01": ("IS-INIT-02",),
    "WB-INIT-02": ("IS-INIT-05",),
    "WB-INIT-03": ("IS-INIT-05",),
    "WB-INIT-04": ("IS-INIT-06",),
    "WB-ATK-01": ("IS-ATK-01",),
    "WB-ATK-02": ("IS-ATK-03", "IS-ATK-04"),
    "WB-ATK-03": ("IS-ATK-05",),
    "WB-ATK-04": ("IS-ATK-01",),
    "WB-ATK-05": ("IS-ATK-01",),
    "WB-ATK-10": ("IS-ATK-01",),
    "WB-ATK-11": ("IS-ATK-02",),
    "WB-ATK-12": ("IS-DEATH-01",),
    "WB-DEATH-01": ("IS-DEATH-01",),
    "WB-DEATH-02": ("IS-DEATH-02",),
    "WB-DEATH-03": ("IS-DEATH-03",),
    "WB-DEATH-04": ("IS-DEATH-02",),
    "WB-DEATH-05": ("IS-DEATH-03",),
    "WB-HEAL-01": ("IS-HEAL-01",),
    "WB-HEAL-02": ("IS-HEAL-02",),
    "WB-HEAL-03": ("IS-HEAL-04",),
    "WB-BIND-01": ("IS-HEAL-05",),
    "WB-BIND-02": ("IS-HEAL-06",),
    "WB-BIND-03": ("IS-HEAL-06",),
    "WB-BIND-04": ("IS-HEAL-07",),
    "WB-INVIS-01": ("IS-INVIS-01",),
    "WB-INVIS-02": ("IS-INVIS-01",),
    "WB-INVIS-03": ("IS-INVIS-02",),
    "WB-OIL-01": ("IS-OIL-01",),
    "WB-OIL-02": ("IS-OIL-01",),
    "WB-OIL-03": ("IS-OIL-01",),
    "WB-OIL-04": ("IS-OIL-02",),
    "WB-MELEE-01": ("IS-MELEE-01",),
    "WB-MELEE-02": ("IS-MELEE-01",),
    "WB-RANGED-01": ("IS-RANGED-01",),
    "WB-RANGED-02": ("IS-RANGED-02",),
    "WB-MORALE-01": ("IS-MORALE-01",),
    "WB-MORALE-02": ("IS-MORALE-02",),
    "WB-MORALE-03": ("IS-MORALE-02",),
    "WB-MORALE-04": ("IS-MORALE-03", "IS-MORALE-05"),
    "WB-PARLEY-01": ("IS-PARLEY-01",),
    "WB-JOUST-01": ("IS-JOUST-01",),
    "WB-JOUST-02": ("IS-JOUST-01",),
    "WB-JOUST-03": ("IS-JOUST-02",),
    "WB-JOUST-04": ("IS-JOUST-03",),
    "WB-JOUST-05": ("IS-JOUST-04",),
    "WB-JOUST-06": ("IS-JOUST-05",),
    "WB-JOUST-07": ("IS-JOUST-06",),
    "WB-JOUST-08": ("IS-JOUST-07",),
    "WB-JOUST-09": ("IS-JOUST-08",),
    "WB-JOUST-10": ("IS-JOUST-08",),
    "WB-JOUST-11": ("IS-JOUST-09",),
    "WB-SPELL-01": ("IS-SPELL-03",),
    "WB-SPELL-02": ("IS-SPELL-04",),
    "WB-SPELL-03": ("IS-SPELL-01", "IS-SPELL-04"),
    "WB-SPELL-04": ("IS-SPELL-05",),
    "WB-LOYAL-01": ("IS-LOYAL-01",),
    "WB-LOYAL-02": ("IS-LOYAL-02", "IS-LOYAL-03"),
    "WB-LOYAL-03": ("IS-LOYAL-02",),
    "WB-LOYAL-04": ("IS-LOYAL-03",),
    "WB-LOYAL-05": ("IS-LOYAL-03",),
    "WB-LOYAL-06": ("IS-LOYAL-04",),
    "WB-LOYAL-07": ("IS-LOYAL-04",),
    "WB-LOYAL-08": ("IS-LOYAL-05",),
    "WB-SAVE-01": ("IS-SAVE-02",),
    "WB-SAVE-02": ("IS-SAVE-01",),
    "WB-SAVE-03": ("IS-SAVE-02",),
}
"""The parent's atoms and what stands for them here, as the rulebook relates them."""

_OF_MODIFIERS: Final[dict[tuple[str, str], str]] = {
    ("WB-ATK-02", "strength"): "IS-ATK-03",
    ("WB-ATK-02", "dexterity"): "IS-ATK-04",
    ("WB-ATK-03", "back_stab"): "IS-THIEF-01",
}
"""Modifiers whose atom depends on what they are for."""
OWN: Final[dict[type[Event], tuple[str, ...]]] = {
    TurnAttempted: ("IS-CLER-01",),
    StrongholdOpen: ("IS-CLASS-03",),
}
"""Events of the parent that cite nothing there, because its chapter on classes has no atoms, and what they rest on."""
_INSTEAD: Final[dict[type[Event], dict[str, tuple[str, ...]]]] = {
    ReactionRolled: {"WB-PARLEY-01": ("IS-TURN-15",)},
}
"""Where one kind of event rests on another atom: talking throws no dice here, the reaction of an encounter may."""
_BONUSES: Final = "IS-SAVE-02"
"""Where this game says that bonuses of class and people on saving throws stay (the parent: WB-SAVE-10)."""


def _instead_of(event: Event) -> dict[str, tuple[str, ...]]:
    """What stands for the parent's atoms in an event.

    How far off those are who meet is read with the encounters; who is caught unawares, and the weather, if they matter.
    """
    if not isinstance(event, MetSomebody):
        return _INSTEAD.get(type(event), {})
    caught, rain = ("IS-SURP-01",) if event.surprised else (), ("IS-WILD-04",) if event.dim else ()
    return {"WB-SURPRISE-01": ("IS-TURN-15", *caught, *rain)}


@cache
def cited(rules: tuple[str, ...]) -> tuple[str, ...]:
    """The atoms of this game for a list of citations."""
    if not any(rule.startswith("WB-") for rule in rules):
        return rules
    return tuple(
        dict.fromkeys(own for rule in rules for own in (CITED.get(rule, ()) if rule.startswith("WB-") else (rule,)))
    )


def _modifier(modifier: Modifier, instead: dict[str, tuple[str, ...]]) -> Modifier:
    rules = instead.get(modifier.rule) or cited((modifier.rule,))
    own = _OF_MODIFIERS.get((modifier.rule, modifier.note)) or next(iter(rules), _BONUSES)
    return modifier if own == modifier.rule else replace(modifier, rule=own)


def retold(event: Event) -> Event:
    """An event with the citations of this game, in its modifiers too."""
    changed: dict[str, Any] = {}
    instead, rules = _instead_of(event), event.rules
    if instead:
        rules = tuple(own for rule in rules for own in instead.get(rule, (rule,)))
    own = cited(rules) or OWN.get(type(event), ())
    if own != event.rules:
        changed["rules"] = own
    for name in reckoned_fields(type(event)):
        part = getattr(event, name)
        if isinstance(part, Check) and (part.modifiers or part.made_of):
            changed[name] = check_retold(part, instead)
        elif isinstance(part, Lookup) and part.modifiers:
            changed[name] = replace(part, modifiers=tuple(_modifier(one, instead) for one in part.modifiers))
        elif type(part) is tuple and part and isinstance(part[0], Modifier):
            changed[name] = tuple(_modifier(one, instead) for one in part)
    return replace(event, **changed) if changed else event


def check_retold(check: Check, instead: dict[str, tuple[str, ...]]) -> Check:
    """A check with the citations of this game, in whatever its number is made of too."""
    made_of = None if check.made_of is None else tuple(_modifier(one, instead) for one in check.made_of)
    return replace(check, modifiers=tuple(_modifier(one, instead) for one in check.modifiers), made_of=made_of)


def refusal_retold(refusal: Refusal) -> Refusal:
    """A refusal with the citations of this game."""
    return replace(refusal, rules=cited(refusal.rules))


def choice_retold(state: State, choice: Choice) -> Choice:
    """A choice with the citations of this game; where it stays from moment to moment, so does this."""
    rules = cited(choice.rules)
    if rules == choice.rules:
        return choice
    return made_of(state, "retold", (choice,), lambda: replace(choice, rules=rules))


class Retelling(Scene):
    """A command being resolved: whatever happens is written down with this game's citations."""

    def happen(self, event: Event) -> None:
        """Record an event and let it take effect."""
        super().happen(retold(event))
