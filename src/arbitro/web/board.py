"""How many choices become a few clear controls, whatever the game.

An expedition may offer more than a hundred choices. They are laid out by whoever would do them; of one person's, those
that are the same act on different things (giving each item away) are folded into one bundle that opens when asked, and
so are those of a group that is not of the moment (the shop, say), and those that wait for words of one's own, which
matter seldom and take much room. What anybody could do for all, such as pushing a door open, stands among what is done
together, once, with a button for each who could.
"""

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Final

from msgspec import Struct
from msgspec.structs import replace

from arbitro.kernel.memory import Memory

if TYPE_CHECKING:
    from arbitro.web.wording import Offer

FOLD_FROM: Final = 4
"""From how many alike choices on they are folded."""
FOLD_TOGETHER_FROM: Final = 9
"""From how many on what is done together is folded: the ways that lead on are what it is about, and stay in sight."""
FOLD_ASKING_FROM: Final = 3
"""From how many on those are folded that still ask for something and that the moment is not about: they take room."""
CHIPS: Final = 10
"""Up to how many values of a lone field are buttons of their own; more become a list to choose from."""


CHIPS_IN_SIGHT: Final = 16
"""How many small controls stay in sight of what the moment is about."""


class Control(Struct, frozen=True):
    """One choice as the page shows it, without the name of whoever does it in front."""

    offer: "Offer"
    text: str
    hands: "tuple[Offer, ...]" = ()
    """The same of each who could do it, where it is done for all."""
    rest: str = ""
    """Its words without those that the bundle it lies in begins with."""

    @property
    def shape(self) -> str:
        """``button`` (nothing to say), ``chips`` (one for each value), ``hands`` (one for each person), or `form`."""
        if self.hands:
            return "hands"
        fields = self.offer.fields
        if not fields:
            return "button"
        lone = fields[0] if len(fields) == 1 else None
        most = CHIPS_IN_SIGHT if self.offer.main else CHIPS
        return "chips" if lone is not None and lone.kind == "pick" and len(lone.picks) <= most else "form"

    @property
    def element(self) -> str:
        """The id of its element on the page."""
        if self.hands:
            return "/".join((f"hands-{self.offer.command}", *self.offer.about))
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

    @property
    def people_first(self) -> bool:
        """Whether what is done together is one plain thing, such as ending the turn: it stands after what people do."""
        loose = [bundle for bundle in self.together.bundles if not bundle.title]
        alone = len(loose) == 1 and not loose[0].controls[0].offer.main
        return alone and any(not bundle.title for person in self.people for bundle in person.bundles)


def board(offers: Iterable["Offer"], sides: frozenset[str] = frozenset(), memory: Memory | None = None) -> Board:
    """Lay choices out; `sides` are the ids that stand for several people.

    Of people whose choices are the very ones as before nothing is laid out anew, where there is a memory of it.
    """
    memory = memory or Memory()
    by_actor: dict[str, list[Offer]] = {"": []}
    for offer in offers:
        who = "" if offer.who in sides else offer.who
        by_actor.setdefault(who, []).append(offer)
    together, hands = by_actor.pop(""), ()  # type: list[Offer], tuple[tuple[Offer, ...], ...]
    if sum(not offer.group for offer in together) > 1:  # else it is a turn that ends: each does their own
        hands = _for_all(by_actor)
    people = [_recalled(memory, who, own) for who, own in by_actor.items() if own]
    return Board(_recalled(memory, "", together, hands), tuple(people))


def _recalled(memory: Memory, who: str, own: "list[Offer]", hands: "tuple[tuple[Offer, ...], ...]" = ()) -> Person:
    """Whoever has these very choices, as they were laid out before."""
    parts = (*hands, tuple(own))
    key = ("person", who, *(tuple(map(id, part)) for part in parts))
    return memory.recall(key, tuple(chain.from_iterable(parts)), lambda: _person(memory, who, own, hands))


def _for_all(by_actor: "dict[str, list[Offer]]") -> "tuple[tuple[Offer, ...], ...]":
    """What anybody could do for all, taken out of the lists of each person: by what it is, who could do it."""
    found: dict[tuple[str, tuple[str, ...]], list[Offer]] = {}
    asking = {offer.command for own in by_actor.values() for offer in own if offer.fields}
    for who, own in by_actor.items():
        left = []
        for offer in own:
            if offer.main and offer.command not in asking:
                found.setdefault((offer.command, offer.about), []).append(offer)
            else:
                left.append(offer)
        by_actor[who] = left
    return tuple(map(tuple, found.values()))


def _without_name(offer: "Offer") -> str:
    text = bare(offer).removeprefix(offer.who_name).strip()
    return text[:1].upper() + text[1:]


def _control(memory: Memory, offer: "Offer") -> Control:
    return memory.recall(("control", id(offer)), (offer,), lambda: Control(offer, bare(offer)))


def _of_hands(memory: Memory, alike: "tuple[Offer, ...]") -> Control:
    key = ("hands", *map(id, alike))
    return memory.recall(key, alike, lambda: Control(alike[0], _without_name(alike[0]), alike))


def _inside(memory: Memory, title: str, control: Control) -> Control:
    """A control in a bundle: what the title says already is left out."""
    key = ("inside", id(control), title)
    return memory.recall(key, (control,), lambda: replace(control, rest=_after(title, control.text)))


def _bundle(memory: Memory, title: str, controls: tuple[Control, ...], element: str) -> Bundle:
    key = ("bundle", element, *map(id, controls))
    return memory.recall(key, controls, lambda: Bundle(title, controls, element))


def _person(
    memory: Memory, who: str, offers: "Sequence[Offer]", hands: "tuple[tuple[Offer, ...], ...]" = ()
) -> Person:
    wordy: list[Control] = []
    plain = [_of_hands(memory, alike) for alike in hands]
    for offer in offers:
        in_words = any(field.kind == "text" for field in offer.fields)
        aside = in_words and not offer.main and not offer.group
        (wordy if aside else plain).append(_control(memory, offer))
    name = offers[0].who_name if who and offers else ""
    if who:
        plain.sort(key=lambda control: not control.offer.main)
    else:  # what takes one press stands before what must be chosen from: it takes little room
        plain.sort(key=lambda control: bool(control.offer.fields) and not control.offer.main)
    return Person(who, name, bundles(memory, plain or wordy, who), tuple(wordy) if plain else ())


def bundles(memory: Memory, controls: Sequence[Control], who: str) -> tuple[Bundle, ...]:
    """The choices of one actor: open ones, then alike ones folded together, then those that are left of each group."""
    acts: dict[str, list[Control]] = {}
    for control in controls:
        act = control.element if control.hands else control.offer.alike or control.offer.id
        acts.setdefault(act, []).append(control)
    loose: list[Bundle] = []
    folded: dict[str, list[Bundle]] = {}
    left: dict[str, list[Control]] = {}
    for act, alike in acts.items():
        title = _title(alike[0].offer) if len(alike) >= _fold_from(who, alike) else ""
        group = alike[0].offer.group
        if title:
            inside = tuple(_inside(memory, title, control) for control in alike)
            folded.setdefault(group, []).append(_bundle(memory, title, inside, f"bundle-{who or 'all'}-{act}"))
        elif group:
            folded.setdefault(group, [])
            left.setdefault(group, []).extend(alike)
        else:
            loose += [_bundle(memory, "", (control,), control.element) for control in alike]
    for group, controls in left.items():
        title = controls[0].offer.group_name
        folded[group].append(_bundle(memory, title, tuple(controls), f"bundle-{who or 'all'}-group-{group}"))
    return (*loose, *(bundle for group in folded.values() for bundle in group))


def _title(offer: "Offer") -> str:
    """What a bundle of such choices is called; nothing where their words begin with what differs."""
    return f"{offer.act[:1].upper()}{offer.act[1:]}…" if offer.act else ""


def _after(title: str, text: str) -> str:
    """What a text says beyond the title of its bundle; nothing where it does not begin with it."""
    begun = title.removesuffix("…")
    return text.removeprefix(begun).lstrip(" :,") if text.startswith(begun) else ""


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
