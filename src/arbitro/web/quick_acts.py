"""What a referee has at hand for the moment: somebody to meet, a number to throw against, time that goes by.

It is made of the choices of the desk and of the game's own ladder, and knows no game. It is worked out when somebody
looks, never before.
"""

from typing import Final

from msgspec import Struct

from arbitro.kernel.rungs import Rung
from arbitro.web.page_moment import PageMoment
from arbitro.web.preparing import DeskOffer, desk_offer
from arbitro.web.rendering import render

COMING: Final = ("send_wanderers", "spring_encounter", "send_reinforcements")
"""The choices of a desk by which somebody comes."""
TIME: Final = ("let_turns_pass", "let_days_pass")
"""Those by which time goes by, with how much of it at a press."""
SPANS: Final = {"let_turns_pass": (1, 3, 6, 18), "let_days_pass": (1, 3, 7)}


class CalledRung(Struct, frozen=True):
    """A rung of the game's ladder, ready to be called for."""

    text: str
    notation: str
    purpose: str
    """What everybody reads, whatever their language: the number alone."""


class Span(Struct, frozen=True):
    """Time that goes by at one press."""

    offer: DeskOffer
    field: str
    amounts: tuple[int, ...]


def render_quick(moment: PageMoment) -> str:
    """The panel, from ``fragments/quick.html``: ``coming`` and ``spans`` of the desk, ``rungs`` (`CalledRung`…).

    ``to``: whom a call for a roll may go to alone, as (audience, name).
    """
    desk = {choice.command: choice for choice in moment.desk} if moment.has_desk else {}
    offers = {name: desk_offer(moment, desk[name]) for name in (*COMING, *TIME) if name in desk}
    ready = {name: offer for name, offer in offers.items() if offer is not None}
    say = moment.ruleset.texts
    return render(
        "fragments/quick.html",
        moment.language,
        coming=[ready[name] for name in COMING if name in ready],
        spans=[_span(name, ready[name]) for name in TIME if name in ready],
        rungs=[_called(rung, rung.told(say, moment.language)) for rung in moment.ruleset.rungs],
        to=[(f"seat:{one.name}", one.name) for one in moment.seats if one.role == "player"],
    )


def _called(rung: Rung, text: str) -> CalledRung:
    return CalledRung(text, rung.notation, f"{'≤' if rung.under else '≥'} {rung.number}")


def _span(name: str, offer: DeskOffer) -> Span:
    field = next(one for one in offer.fields if one.kind == "number")
    most = field.maximum or 1
    return Span(offer, field.name, tuple(amount for amount in SPANS[name] if amount <= most))
