"""Whose a command is, who sits where, who may know what the referee changed, and when a scene is over."""

from collections.abc import Mapping

from arbitro.kernel.command import Command
from arbitro.kernel.seat import REFEREE_ONLY, Seat
from arbitro.rules.whitebox import view
from arbitro.rules.whitebox.people.state import PARTY
from arbitro.rules.whitebox.state import State


def owner_fields(
    commands: tuple[type[Command], ...], referees: tuple[type[Command], ...], partys: tuple[type[Command], ...]
) -> dict[type[Command], str]:
    """For each command the field that says whose it is; none: the referee's, and `PARTY`: any player's of the party."""
    found: dict[type[Command], str] = {}
    for command in commands:
        own = "" if command in referees else next((x for x in ("who", "side") if x in command.__struct_fields__), "")
        found[command] = PARTY if command in partys else own
    return found


def owner(fields: Mapping[type[Command], str], command: Command) -> str:
    """A command belongs to whoever acts in it, to a side, to the party or to the referee."""
    field = fields[type(command)]
    if field == PARTY:
        return PARTY
    return str(getattr(command, field)) if field else REFEREE_ONLY


def path_knowers(state: State, path: str) -> tuple[str, ...]:
    """What the referee changed in one's own people is told; other changes only as a fact."""
    steps = path.split(".")
    whose = ""
    if steps[0] == "characters" and len(steps) > 2 and steps[2] != "loyalty":
        whose = steps[1]
    elif len(steps) > 2 and steps[:2] == ["fight", "combatants"]:
        whose = steps[2]
    return (whose, *(view.knowers(state, whose) or ())) if whose else ()


def finished(state: State) -> bool:
    """Whether what was set up is over: the expedition, the joust, the fight."""
    fight, joust, out = state.fight, state.joust, state.expedition
    if (out is not None and not out.over) or (joust is not None and (not joust.over or state.awaiting)):
        return False
    if fight is None:
        return joust is not None or out is not None
    return fight.phase == "over" and not state.awaiting  # the fate of captives may still be asked for


def seats(state: State) -> tuple[Seat, ...]:
    """One seat a side, which plays all its members; without a fight, one a rider, or one for the party."""
    if state.joust is not None and not state.characters:
        return tuple(Seat(who, "player", frozenset((who,))) for who in state.joust.riders)
    fight = state.fight
    if fight is None or state.expedition is not None or (state.characters and fight.phase == "over"):
        return (Seat(PARTY, "player", frozenset((PARTY, *state.characters))),) if state.characters else ()
    members: dict[str, set[str]] = {side: {side} for side in fight.sides}
    for one in fight.combatants.values():
        members[one.profile.side].add(one.id)
    return tuple(Seat(side, "player", frozenset(ids)) for side, ids in members.items())
