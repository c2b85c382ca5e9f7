"""How many choices become a few clear controls, whatever the game.

An expedition may offer more than a hundred choices. They are laid out by whoever would do them; of one person's, those
that are the same act on different things (giving each item away) are folded into one bundle that opens when asked, and
so are those of a group that is not of the moment (the shop, say), and those that wait for words of one's own, which
matter seldom and take much room.
"""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

from msgspec import Struct

if TYPE_CHECKING:
    from arbitro.web.wording import Offer

FOLD_FROM: Final = 4
"""From how many alike choices on they are folded."""
FOLD_TOGETHER_FROM: Final = 9
"""The same for what is done together: the ways that lead on are what the moment is about, and stay in sight."""
FOLD_ASKING_FROM: Final = 3
"""The same where each still asks for something, and the moment is not about it: they take much room."""
CHIPS: Final = 10
"""Up to how many values of a lone field are buttons of their own; more become a list to choose from."""


CHIPS_IN_SIGHT: Final = 16
"""The same for what the moment is about."""


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
        most = CHIPS_IN_SIGHT if self.offer.main else CHIPS
        return "chips" if lone is not None and lone.kind == "pick" and len(lone.picks) <= most else "form"

    @property
    def element(self) -> str:
        """The id of its element on the page."""
        return f"{'offer' if self.shape == 'chips' else 'do'}-{self.offer.id}"

    def kept(self, shown: "Control") -> list[str]:
        """What of it a page need not be sent again: the whole, or lists to choose from in a form."""
        if shown == self:
            return [self.element]
        if self.shape != "form" or shown.text != self.text:
            return []
        lists = [field for field in self.offer.fields if field.kind == "pick" and field in shown.offer.fields]
        return [f"do-{self.offer.id}-{field.name}" for field in lists]


class Bundle(Struct, frozen=True):
    """Choices that are one act on different things, or a group; a choice by itself is a bundle of one, untitled."""

    title: str
    controls: tuple[Control, ...]
    element: str
    """The id of its element on the page, which stays the same from moment to moment."""


class Person(Struct, frozen=True):
    """Everything that one person may do; nobody in particular, where it is done together."""

    id: str
    name: str
    bundles: tuple[Bundle, ...]
    aside: tuple[Control, ...] = ()
    """What waits for words of one's own, where there is something else to do."""

    def __bool__(self) -> bool:
        return bool(self.bundles)

    @property
    def aside_element(self) -> str:
        """The id of the element that holds what stands aside."""
        return f"bundle-{self.id or 'all'}-words"

    def kept(self, shown: "Person") -> frozenset[str]:
        """The elements that a page need not be sent again, because it shows them as they are."""
        old = {bundle.element: bundle for bundle in shown.bundles}
        controls = {control.element: control for bundle in shown.bundles for control in bundle.controls}
        kept = [self.aside_element] if self.aside == shown.aside else []
        for bundle in self.bundles:
            if old.get(bundle.element) == bundle:
                kept.append(bundle.element)
                continue
            for control in bundle.controls:
                known = controls.get(control.element)
                if known is not None:
                    kept += control.kept(known)
        return frozenset(kept)


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
    wordy = [
        offer
        for offer in offers
        if not offer.main and not offer.group and any(field.kind == "text" for field in offer.fields)
    ]
    plain = [offer for offer in offers if offer not in wordy]
    aside = tuple(Control(offer, bare(offer)) for offer in wordy) if plain else ()
    name = offers[0].who_name if offers else ""
    if who:
        plain.sort(key=lambda offer: not offer.main)
    else:  # what takes one press stands before what must be chosen from: it takes little room
        plain.sort(key=lambda offer: bool(offer.fields) and not offer.main)
    return Person(who, name, bundles(plain or wordy, who), aside)


def bundles(offers: Sequence["Offer"], who: str) -> tuple[Bundle, ...]:
    """The choices of one actor: open ones, then alike ones folded together, then those that are left of each group."""
    acts: dict[str, list[Control]] = {}
    for offer in offers:
        acts.setdefault(offer.id.partition("/")[0], []).append(Control(offer, bare(offer)))
    loose: list[Bundle] = []
    folded: dict[str, list[Bundle]] = {}
    left: dict[str, list[Control]] = {}
    for act, alike in acts.items():
        title = shared([control.text for control in alike]) if len(alike) >= _fold_from(who, alike) else ""
        group = alike[0].offer.group
        if title:
            folded.setdefault(group, []).append(Bundle(title, tuple(alike), f"bundle-{who or 'all'}-{act}"))
        elif group:
            folded.setdefault(group, [])
            left.setdefault(group, []).extend(alike)
        else:
            loose += [Bundle("", (control,), control.element) for control in alike]
    for group, controls in left.items():
        title = controls[0].offer.group_name
        folded[group].append(Bundle(title, tuple(controls), f"bundle-{who or 'all'}-group-{group}"))
    return (*loose, *(bundle for group in folded.values() for bundle in group))


def _fold_from(who: str, alike: Sequence[Control]) -> int:
    """From how many on these alike choices are folded."""
    if who and not alike[0].offer.main:
        return FOLD_FROM
    asking = all(control.offer.fields and not control.offer.main for control in alike)
    return FOLD_ASKING_FROM if asking else FOLD_TOGETHER_FROM


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
