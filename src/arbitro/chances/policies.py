"""Who decides in a fight that nobody plays: ways to choose a command, by name.

- ``suggest``: what the game's own automatic player does (each game documents how it thinks);
- ``focus``: as that, but whoever strikes goes for the enemy who looks worst hurt of those within reach;
- ``scatter``: as that, but at one of those within reach by lot;
- ``cautious``: as that, but once half of the side is down it takes the first way out that the rules offer;
- ``thoughtful``: as that, unless playing other acts out on imagined copies shows one of them to be better;
- ``reckless``: the automatic player of that name: any choice that is offered, by lot.

All know only what their seat may know. The referee's own decisions are always taken as the game suggests. Lots are
thrown with dice of the policy's own, never with those of the fight.
"""

from collections.abc import Callable
from typing import Any, Final

from arbitro.chances.aiming import aims
from arbitro.chances.outcome import TEXTS, FightReading, reading_of
from arbitro.chances.thoughtful import thoughtful
from arbitro.dice.stream import Dice
from arbitro.kernel.choice import RETREAT, Choice
from arbitro.kernel.command import Command
from arbitro.kernel.ruleset import Ruleset
from arbitro.kernel.seat import Seat
from arbitro.kernel.state import State
from arbitro.play.players.reckless import filled, one_of
from arbitro.text import Fault, Words

Policy = Callable[[Ruleset[Any], Any, Seat, Dice], Command | None]
"""What a seat does now, with dice for lots; None leaves it to the game's suggestion."""


def suggested(ruleset: Ruleset[Any], state: State, seat: Seat, lots: Dice) -> Command | None:
    """What the game's own automatic player does."""
    del lots
    return ruleset.suggest(state, seat)


def focus(ruleset: Ruleset[Any], state: State, seat: Seat, lots: Dice) -> Command | None:
    """At whoever looks worst hurt; among equals at whom the game suggests."""
    del lots
    command = ruleset.suggest(state, seat)
    looks = reading_of(ruleset.id).wounds(state)
    among = aims(ruleset, state, seat, command, looks)
    return max(among, key=lambda aim: looks[aim[0]])[1] if among else command


def scatter(ruleset: Ruleset[Any], state: State, seat: Seat, lots: Dice) -> Command | None:
    """At any of those who can be struck, by lot."""
    command = ruleset.suggest(state, seat)
    among = aims(ruleset, state, seat, command, reading_of(ruleset.id).wounds(state))
    return among[lots.roll(len(among), "lot").face - 1][1] if among else command


def cautious(ruleset: Ruleset[Any], state: State, seat: Seat, lots: Dice) -> Command | None:
    """Away, once half of the side is down."""
    if _half_down(reading_of(ruleset.id), state, seat):
        for choice in ruleset.choices(state, seat):
            if choice.group == RETREAT and not choice.parameters:
                return ruleset.command(choice.fill())
    return suggested(ruleset, state, seat, lots)


def _half_down(reading: FightReading, state: State, seat: Seat) -> bool:
    own = [one for one in reading.outcome(state).people if seat.may_act_for(one.id)]
    return 2 * sum(one.fallen for one in own) >= len(own)


def reckless(ruleset: Ruleset[Any], state: State, seat: Seat, lots: Dice) -> Command | None:
    """Any choice that is offered, by lot: a kind first, then one of it, then what it still asks for."""
    offered: dict[str, list[Choice]] = {}
    for choice in ruleset.choices(state, seat):
        if choice.group != RETREAT:
            offered.setdefault(choice.command, []).append(choice)
    if not offered:
        return None
    kinds = sorted(offered)
    choice = one_of(offered[kinds[lots.roll(len(kinds), "lot").face - 1]], lots)
    command = ruleset.command(choice.fill(**{one.name: filled(one, lots) for one in choice.parameters}))
    return command if ruleset.allows(state, command) else None


POLICIES: Final[dict[str, Policy]] = {
    "suggest": suggested,
    "focus": focus,
    "scatter": scatter,
    "cautious": cautious,
    "thoughtful": thoughtful,
    "reckless": reckless,
}
THROWS_LOTS: Final = frozenset({"scatter", "reckless", "thoughtful"})
"""Those that cannot be followed exactly, since their own lots decide too."""


def policy_of(name: str | Policy) -> Policy:
    """The policy of a name; a fault lists those that there are."""
    if not isinstance(name, str):
        return name
    if name not in POLICIES:
        raise Fault(Words(TEXTS, "chances.no_policy", policy=name, known=", ".join(POLICIES)))
    return POLICIES[name]
