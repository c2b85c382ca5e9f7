"""A policy of weights: each act that a seat may do is worth the sum of its features, and the worthiest is done.

The features are of any game's fights and read only what the seat may know: who acts, how hurt they are, whom it is
aimed at and how hurt that one looks, whether it moves, waits or gives up. A policy is a small file of JSON, which
`learning` writes, and which plays the fights of campaigns as an automatic player (``--player FILE``).
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import Struct

from arbitro.chances.outcome import reading_of
from arbitro.dice.stream import Dice
from arbitro.kernel.card import Card
from arbitro.kernel.command import Command
from arbitro.kernel.legal_acts import LegalAct, legal_acts
from arbitro.kernel.ruleset import Ruleset
from arbitro.kernel.seat import Seat
from arbitro.text import Fault, Texts, Words

TEXTS: Final = Texts("arbitro.worlds")
FEATURES: Final = (
    "strikes",
    "strikes_the_hurt",
    "strikes_while_weak",
    "moves",
    "moves_far",
    "moves_far_while_weak",
    "helps",
    "is_nobodys",
    "lets_time_pass",
    "gives_up",
    "gives_up_when_down",
    "comes_late",
)
"""What is looked at in an act, in the order of the numbers."""
FAR: Final = 100
"""Numbers that an act names are taken as a share of this."""
LARGEST_FILE: Final = 100_000


class Weights(Struct, frozen=True, kw_only=True):
    """A policy, with where it was learnt."""

    arbitro_policy: int = 1
    game: str
    fight: str = ""
    fights: int = 0
    """How many were fought to learn it."""
    weights: dict[str, float]

    def policy(self, ruleset: Ruleset[Any], state: Any, seat: Seat, lots: Dice) -> Command | None:
        """What the weights make a seat do in a fight; None where it has nothing to choose."""
        del lots
        acts = list(legal_acts(ruleset, state, seat))
        if not acts:
            return None
        row = tuple(self.weights.get(name, 0.0) for name in FEATURES)
        worth = [sum(map(float.__mul__, row, seen)) for seen in features(ruleset, state, seat, acts)]
        return acts[worth.index(max(worth))].command(ruleset)


def features(ruleset: Ruleset[Any], state: Any, seat: Seat, acts: Sequence[LegalAct]) -> Iterator[tuple[float, ...]]:
    """What is to be seen in each of several acts."""
    cards = {card.id: card for card in ruleset.cards(state, seat, "en")}
    looks = reading_of(ruleset.id).wounds(state)
    worst = max((*looks.values(), 1))
    own = [card for card in cards.values() if card.group == "own"]
    down = sum(card.out for card in own) / max(1, len(own))
    for place, act in enumerate(acts):
        named = [cards[subject] for subject in act.subjects if subject in cards]
        weak = _weakness(named[0]) if named else 0.0
        target = named[1] if len(named) > 1 else None
        strikes = target is not None and target.group == "foe"
        helps = target is not None and target.group in ("own", "ally")
        far = act.number / FAR
        hurt = looks.get(target.id, 0) / worst if target is not None and strikes else 0.0
        yield (
            float(strikes),
            hurt,
            weak * strikes,
            float(act.number != 0),
            far,
            far * weak,
            float(helps),
            float(not named),
            float(act.choice.idle),
            float(act.gives_up),
            act.gives_up * down,
            place / len(acts),
        )


def _weakness(card: Card) -> float:
    """How much somebody has lost of what they have most need of, as their card shows it."""
    for gauge in card.gauges:
        if gauge.maximum:
            share = max(0, min(gauge.value, gauge.maximum)) / gauge.maximum
            return share if gauge.harm else 1 - share
    return 0.0


def write_policy(policy: Weights, path: Path) -> None:
    """Keep a policy in a file."""
    path.write_bytes(msgspec.json.format(msgspec.json.encode(policy)) + b"\n")


def read_policy(path: Path) -> Weights:
    """A policy from a file; a fault says what is wrong with it."""
    try:
        with path.open("rb") as file:
            text = file.read(LARGEST_FILE + 1)
        if len(text) > LARGEST_FILE:
            raise Fault(Words(TEXTS, "worlds.large_policy", file=path.name, most=LARGEST_FILE))
        found = msgspec.json.decode(text, type=Weights)
    except (OSError, msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise Fault(Words(TEXTS, "worlds.no_policy", file=path.name)) from None
    unknown = sorted(set(found.weights) - set(FEATURES))
    if unknown or found.arbitro_policy != 1:
        fault = ", ".join(unknown) or f"arbitro_policy: {found.arbitro_policy}"
        raise Fault(Words(TEXTS, "worlds.bad_policy", file=path.name, fault=fault))
    return found
