"""Boards laid out of choices that are in words already."""

from collections.abc import Container, Iterable

from arbitro.kernel.choice import Choice, Label
from arbitro.kernel.memory import Memory
from arbitro.web.board import Board
from arbitro.web.board import board as laid_out
from arbitro.web.wording import Offer, Outline


class Everything:
    """All that may be opened."""

    def __contains__(self, element: object) -> bool:
        return True


class Ready:
    """Words that lie ready; somebody has opened the folded parts."""

    def __init__(self, offers: Iterable[Offer], opened: Container[str], memory: Memory) -> None:
        self.memory = memory
        self.offers = {offer.id: offer for offer in offers}
        self.names = {offer.who: offer.who_name for offer in self.offers.values()}
        self.is_open = opened
        self.asked: list[str] = []

    def offer(self, outline: Outline) -> Offer:
        self.asked.append(outline.id)
        return self.offers[outline.id]

    def name(self, who: str) -> str:
        return self.names[who]

    def opened(self, element: str) -> bool:
        return element in self.is_open


def outline_of(offer: Offer) -> Outline:
    """What is known of a choice before it is put into words."""
    picks = tuple(pick.value for field in offer.fields for pick in field.picks)
    return Outline(
        Choice(offer.id, offer.command, Label("")),
        offer.id,
        offer.who,
        bool(offer.fields),
        any(field.kind == "text" for field in offer.fields),
        offer.main,
        offer.group,
        offer.group_name,
        offer.command,
        offer.about,
        (*offer.about, *picks),
        offer.alike,
        offer.act,
    )


def board(
    offers: Iterable[Offer],
    sides: frozenset[str] = frozenset(),
    opened: Container[str] | None = None,
    memory: Memory | None = None,
) -> Board:
    """Choices laid out, by default for somebody who has opened everything."""
    ready = tuple(offers)
    words = Ready(ready, Everything() if opened is None else opened, memory or Memory())
    return laid_out(map(outline_of, ready), words, sides)
