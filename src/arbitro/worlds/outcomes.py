"""What a fight came to for a seat, and who plays those that do not learn."""

from typing import Any, Final

from arbitro.chances.bout import EVERYBODY, Bout
from arbitro.chances.policies import Policy, policy_of
from arbitro.kernel.seat import Seat

SUGGEST: Final = "suggest"


def policies_of(bout: Bout, seats: tuple[Seat, ...]) -> dict[str, Policy]:
    """By which policy each seat of a fight is played; those who do as is suggested are left out."""
    named = {seat.name: bout.policies.get(seat.name, bout.policies.get(EVERYBODY, SUGGEST)) for seat in seats}
    return {name: policy_of(policy) for name, policy in named.items() if policy != SUGGEST}


def outcome_for(bout: Bout, state: Any, seat: Seat) -> float:
    """1 where a seat's side alone holds the field, -1 where others do, 0 where it was broken off."""
    found = bout.reading.outcome(state)
    own = seat.name if seat.name in found.sides else next((o.side for o in found.people if o.id in seat.controls), "")
    if own in found.winners:
        return 1.0 if found.winners == (own,) else 0.0
    return -1.0 if found.winners else 0.0
