"""A meeting to look at, for the games whose meetings the campaign provides: who is there, and who is aware of whom."""

from arbitro.kernel.seat import Seat
from arbitro.kernel.sketch import Figure, Sketch, Spot, Step, Track
from arbitro.kernel.token import token_for
from arbitro.play.naming import TEXTS
from arbitro.play.sides.walking.state import WalkingState
from arbitro.play.sides.walking.walker import Walker
from arbitro.text import Language


def meeting_sketch(side: Walker, state: WalkingState, seat: Seat, language: Language) -> Sketch | None:
    """Those who are met, before it comes to blows; None where nobody is met."""
    met = state.meeting
    if met is None or met.joined:
        return None

    def say(key: str) -> str:
        return TEXTS.say(language, f"sketch.{key}")

    foes = tuple(
        Figure(kind, name, 1, f"× {count}" if count > 1 else "", token=token_for(name, side.glyph(kind)))
        for kind, count in met.foes
        for name in (str(side.kind(kind).in_(language)),)
    )
    tokens = {card.id: card.token for card in side.game.cards(side.whole(state), seat, language)}
    party = tuple(
        Figure(who, str(side.game.name_of(state.game, who, language)), token=tokens.get(who))
        for who in side.able(state)
    )
    aware = Step(say("party_hears" if met.heard else "party_sees"), now=met.heard)
    unaware = Step(say("foes_unaware" if met.heard else "foes_see"))
    return Sketch(
        say("wandering" if not met.slot else "meeting"),
        (),
        (Track(say("awareness"), (aware, unaware), ordered=False),),
        (Spot(say("there"), foes, beyond=say("same_place")), Spot(say("party"), party)),
        lined=True,
    )
