"""The road to look at: the dungeon at one end, the town at the other, and the party where it is between them."""

from collections.abc import Sequence

from arbitro.kernel.card import Card
from arbitro.kernel.sketch import Figure, Sketch, Spot
from arbitro.play.naming import TEXTS
from arbitro.play.side import Side
from arbitro.play.state import CampaignState
from arbitro.text import Language


def road_sketch(side: Side, state: CampaignState, cards: Sequence[Card], language: Language) -> Sketch | None:
    """Those who walk, as their cards show them; None where the party is on no road."""
    if state.stage != "road" or not state.under_way:
        return None

    tokens = {card.id: card.token for card in cards}
    people = side.party.people(state)
    party = tuple(Figure(card.id, card.name, token=tokens[card.id]) for card in cards if card.id in people)
    spots = _between(side, state, party, language)
    return Sketch(TEXTS.say(language, "sketch.road"), (), (), spots, lined=True)


def _between(side: Side, state: CampaignState, party: tuple[Figure, ...], language: Language) -> tuple[Spot, ...]:
    """The two ends of the road, with the party at one of them or between, and how far it still is."""

    def say(key: str) -> str:
        return TEXTS.say(language, key)

    if side.road.at_mouth(state):
        return Spot(say("sketch.road.mouth"), party, beyond=say("sketch.road.on")), Spot(say("sketch.road.gate"))
    if side.road.at_gate(state):
        return Spot(say("sketch.road.mouth"), beyond=say("sketch.road.on")), Spot(say("sketch.road.gate"), party)
    left = next(iter(side.front.status(state, language)), say("sketch.road.on"))
    ahead, behind = (say("sketch.road.on"), left) if state.homeward else (left, say("sketch.road.on"))
    middle = Spot(say("sketch.party"), party, beyond=behind)
    return Spot(say("sketch.road.mouth"), beyond=ahead), middle, Spot(say("sketch.road.gate"))
