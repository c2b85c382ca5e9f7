"""The reckless player: any choice that is offered, by lot.

A kind of choice is drawn first, by its weight, then one of that kind, then every parameter evenly. Going on weighs
most, so that an expedition gets somewhere; what ends a career or hands the table to somebody else is rare.
"""

from typing import TYPE_CHECKING, Final

from arbitro.dice.stream import Dice
from arbitro.kernel.choice import Choice, Parameter
from arbitro.kernel.command import Command
from arbitro.kernel.event import Event
from arbitro.kernel.seat import Seat
from arbitro.play.guide import towards_the_unknown
from arbitro.play.state import CampaignState
from arbitro.play.ways import unknown, ways

if TYPE_CHECKING:
    from arbitro.play.campaign import Campaign

WEIGHTS: Final = {
    "follow": 600,
    "attack": 100,
    "travel": 100,
    "choose_heading": 100,
    "open_door": 200,
    "try_door": 200,
    "set_out": 300,
    "take_loot": 60,
    "end_turn": 10,
    "engage": 200,
    "confront": 200,
    "enter_town": 10,
    "go_to": 4,
    "turn_round": 4,
    "seek_dungeon": 4,
    "ask_around": 4,
    "flee": 4,
    "run_away": 4,
    "propose_flight": 4,
    "lodge": 4,
    "camp": 4,
    "full_heal_up": 4,
    "use_recovery": 4,
    "gather": 1,
    "begin_character": 1,
    "leave_party": 1,
    "retire": 1,
    "take_chair": 1,
    "leave_loot": 1,
}
OF_THE_MOMENT: Final = 30
"""The weight of every other kind of choice that is not folded away in a group."""
FOLDED: Final = 4
"""The weight of a kind of choice that is: shopping, shifting things from hand to hand."""
NEW_GROUND: Final = 12
"""How much likelier it takes a way that it has not taken yet."""
WORD: Final = "…"
"""What a reckless player says where words are asked for."""
MOST: Final = 100
"""The largest number that it names where no limit is given."""


class Reckless:
    """Leaves everything to the dice."""

    def __init__(self, campaign: "Campaign", dice: Dice) -> None:
        self.campaign = campaign
        self.dice = dice

    def choose(self, state: CampaignState, seat: Seat) -> Command | None:
        """One of the seat's choices by lot; None where it has none."""
        offered: dict[str, list[Choice]] = {}
        for choice in self.campaign.choices(state, seat):
            offered.setdefault(choice.command, []).append(choice)
        if not offered:
            return None
        kind = weighted({name: _weight(choices[0]) for name, choices in offered.items()}, self.dice)
        among = offered[kind]
        if kind == "follow":
            among = _new_ground(state, among, self.campaign.side.wishes.barred(state)) * NEW_GROUND + among
        choice = one_of(among, self.dice)
        return self.campaign.command(choice.fill(**any_values(choice, self.dice)))

    def forestall(self, state: CampaignState, seat: Seat) -> None:
        """A reckless player waits for the referee."""
        del state, seat

    def notice(self, state: CampaignState, events: tuple[Event, ...]) -> None:
        """A reckless player remembers nothing."""
        del state, events


def _new_ground(state: CampaignState, among: list[Choice], barred: frozenset[str]) -> list[Choice]:
    """Those ways of several that lead where the party has not been, as far as it knows, or nearer to there."""
    fresh = {each.id for each in ways(state.dungeon, state.at) if unknown(state.dungeon, each)}
    step = None if fresh or not state.at else towards_the_unknown(state, barred=barred)
    if step is not None:
        fresh = {step.id}
    return [choice for choice in among if choice.fixed.get("way") in fresh]


def _weight(choice: Choice) -> int:
    return WEIGHTS.get(choice.command, FOLDED if choice.group else OF_THE_MOMENT)


def weighted(weights: dict[str, int], dice: Dice) -> str:
    """One of several words, each as likely as its weight says."""
    lot = dice.roll(sum(weights.values()), "lot").face
    for name, weight in weights.items():
        lot -= weight
        if lot <= 0:
            return name
    raise AssertionError("a die shows no more than its sides")


def one_of(among: list[Choice], dice: Dice) -> Choice:
    """One of several choices, each as likely as the others."""
    return among[dice.roll(len(among), "lot").face - 1]


def any_values(choice: Choice, dice: Dice) -> dict[str, str | int]:
    """Values for all that a choice asks for; of what was picked, no more than there may be."""
    values: dict[str, str | int] = {}
    most = 0
    for each in choice.parameters:
        value = values[each.name] = filled(each, dice, most)
        most = next((pick.most for pick in each.picks if pick.value == value), 0)
    return values


def filled(parameter: Parameter, dice: Dice, most: int = 0) -> str | int:
    """A value for a parameter, within its limits; `most` is how many there may be of what was picked before."""
    if parameter.kind == "pick":
        return parameter.picks[dice.roll(len(parameter.picks), "lot").face - 1].value
    if parameter.kind == "text":
        return WORD
    low = parameter.minimum or 0
    high = max(low, parameter.maximum if parameter.maximum is not None else MOST)
    high = max(low, min(high, most)) if most else high
    return low - 1 + dice.roll(high - low + 1, "lot").face
