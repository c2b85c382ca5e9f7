"""How many choices become a few clear controls, whatever the game.

An expedition may offer more than a hundred choices. They are laid out by whoever would do them; of one person's, those
that are the same act on different things (giving each item away) are folded into one bundle that opens when asked, and
so are those that wait for words of one's own, which matter seldom and take much room.
"""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

from msgspec import Struct

if TYPE_CHECKING:
    from arbitro.web.fragments import Offer

FOLD_FROM: Final = 4
"""From how many alike choices on they are folded."""
FOLD_TOGETHER_FROM: Final = 9
"""The same for what is done together: the ways that lead on are what the moment is about, and stay in sight."""
CHIPS: Final = 10
"""Up to how many values of a lone field are buttons of their own; more become a list to choose from."""


class Control(Struct, frozen=True):
    """One choice as the page shows it, without the name of whoever does it in front."""

    offer: "Offer"
    text: str

    @property
    def shape(self) -> str:
        """``button`` (nothing more to say), ``chips`` (a button for each value) or ``form``."""
        fields = self.offer.fields
        if not fields:
            return "button"
        lone = fields[0] if len(fields) == 1 else None
        return "chips" if lone is not None and lone.kind == "pick" and len(lone.picks) <= CHIPS else "form"


class Bundle(Struct, frozen=True):
    """Choices that are one act on different things; a choice of its own kind is a bundle of one, without a title."""

    title: str
    controls: tuple[Control, ...]


class Person(Struct, frozen=True):
    """Everything that one person may do; nobody in particular, where it is done together."""

    id: str
    name: str
    bundles: tuple[Bundle, ...]
    aside: tuple[Control, ...] = ()
    """What waits for words of one's own, where there is something else to do."""

    def __bool__(self) -> bool:
        return bool(self.bundles)


class Board(Struct, frozen=True):
    """All choices of a moment: what is done together, and what each person may do."""

    together: Person
    people: tuple[Person, ...]


def board(offers: Iterable["Offer"], sides: frozenset[str] = frozenset()) -> Board:
    """Lay choices out; `sides` are the ids that stand for several people."""
    by_actor: dict[str, list[Offer]] = {}
    for offer in offers:
        by_actor.setdefault("" if offer.who in sides else offer.who, []).append(offer)
    together = _person("", by_actor.pop("", []))
    return Board(together, tuple(_person(who, own) for who, own in by_actor.items()))


def _person(who: str, offers: Sequence["Offer"]) -> Person:
    wordy = [offer for offer in offers if any(field.kind == "text" for field in offer.fields)]
    plain = [offer for offer in offers if offer not in wordy]
    aside = tuple(Control(offer, bare(offer)) for offer in wordy) if plain else ()
    name = offers[0].who_name if offers else ""
    if not who:  # what takes one press stands before what must be chosen from: it takes little room
        plain.sort(key=lambda offer: bool(offer.fields))
    return Person(who, name, bundles(plain or wordy, FOLD_FROM if who else FOLD_TOGETHER_FROM), aside)


def bundles(offers: Sequence["Offer"], fold_from: int = FOLD_FROM) -> tuple[Bundle, ...]:
    """The choices of one actor, alike ones folded where the first of them stands; open ones before folded ones."""
    acts: dict[str, list[Control]] = {}
    for offer in offers:
        acts.setdefault(offer.id.partition("/")[0], []).append(Control(offer, bare(offer)))
    loose: list[Bundle] = []
    folded: list[Bundle] = []
    for alike in acts.values():
        title = shared([control.text for control in alike]) if len(alike) >= fold_from else ""
        if title:
            folded.append(Bundle(title, tuple(alike)))
        else:
            loose += [Bundle("", (control,)) for control in alike]
    return (*loose, *folded)


def bare(offer: "Offer") -> str:
    """A choice's words without "Berto: " in front: the name already stands over it."""
    text = offer.text.removeprefix(f"{offer.who_name}: ") if offer.who_name else offer.text
    return text[:1].upper() + text[1:]


def shared(texts: Sequence[str]) -> str:
    """The words that several sentences begin with, or nothing where they have none in common."""
    begun: list[str] = []
    for words in zip(*(text.replace("(", " (").split() for text in texts), strict=False):
        if len(set(words)) > 1:
            break
        begun.append(words[0])
    title = " ".join(begun).partition(": ")[0].strip(" (:,")  # "Go: the…" is no title
    return f"{title}…" if title else ""
