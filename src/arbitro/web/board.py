"""How many choices become a few clear controls, whatever the game.

An expedition may offer more than a hundred choices. They are laid out by whoever would do them; of one person's, those
that are the same act on different things (giving each item away) are folded into one bundle that opens when asked, and
so are those of a group that is not of the moment (the shop, say), and those that wait for words of one's own, which
matter seldom and take much room. What the moment is about is never folded away from whoever does it, nor is the only
thing that can be done. What lies in a bundle is put into words when somebody opens it. What anybody could do for all,
such as pushing a door open, stands among what is done together, once, with a button for each who could.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Final, Protocol

from msgspec import Struct
from msgspec.structs import replace

from arbitro.kernel.memory import Memory
from arbitro.text import capital
from arbitro.web.wording import Offer, Outline

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

    offer: Offer
    text: str
    hands: tuple[Offer, ...] = ()
    """Where it is done for all: this choice of each who could do it."""
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
    """None, as long as nobody has opened it."""
    element: str
    """The id of its element on the page, which stays the same from moment to moment."""
    size: int = 0
    """How many choices lie in it while it is shut."""
    about: str = ""
    """The ids of all that these may be done with or to, with spaces between."""


class Person(Struct, frozen=True):
    """Everything that one person may do; nobody in particular, where it is done together."""

    id: str
    name: str
    bundles: tuple[Bundle, ...]
    aside: Bundle | None = None
    """What waits for words of one's own, where there is something else to do."""

    def __bool__(self) -> bool:
        return bool(self.bundles)

    def kept(self, shown: "Person") -> frozenset[str]:
        """The elements that a page need not be sent again, because it shows them as they are."""
        old = {bundle.element: bundle for bundle in shown.all_bundles}
        controls = {control.element: control for bundle in old.values() for control in bundle.controls}
        kept: list[str] = []
        for bundle in self.all_bundles:
            if old.get(bundle.element) == bundle:
                kept.append(bundle.element)
                continue
            for control in bundle.controls:
                known = controls.get(control.element)
                if known is not None:
                    kept += control.kept(known)
        return frozenset(kept)

    @property
    def all_bundles(self) -> tuple[Bundle, ...]:
        """Those too that stand aside."""
        return self.bundles if self.aside is None else (*self.bundles, self.aside)


class Board(Struct, frozen=True):
    """All choices of a moment: what is done together, and what each person may do."""

    together: Person
    people: tuple[Person, ...]
    """In an order that stays: nobody looks for somebody where another stood a moment ago."""
    open: str = ""
    """Whose choices are in sight until the reader turns to others'."""
    asked: frozenset[str] = frozenset()
    """Who is asked something: their choices come in sight, whoever's were."""

    @property
    def people_first(self) -> bool:
        """Whether what is done together is one plain thing, such as ending the turn: it stands after what people do."""
        loose = [bundle for bundle in self.together.bundles if not bundle.title]
        alone = len(loose) == 1 and not loose[0].controls[0].offer.main
        return alone and any(not bundle.title for person in self.people for bundle in person.bundles)


class Phrasing(Protocol):
    """What puts outlines into words, for one reader."""

    memory: Memory
    """Holds what was laid out before: whatever is the same is the very same."""

    def offer(self, outline: Outline) -> Offer:
        """The choice in words."""

    def name(self, who: str) -> str:
        """What whoever does it is called."""

    def opened(self, element: str) -> bool:
        """Whether the reader has opened a bundle."""


def board(
    outlines: Iterable[Outline],
    words: Phrasing,
    sides: frozenset[str] = frozenset(),
    *,
    order: Sequence[str] = (),
    asked: frozenset[str] = frozenset(),
) -> Board:
    """Lay choices out.

    `sides` are the ids that stand for several people, `order` is that in which people stand at this table, and `asked`
    are those who must answer something before anything else.
    """
    by_actor: dict[str, list[Outline]] = {"": []}
    for one in outlines:
        by_actor.setdefault("" if one.who in sides else one.who, []).append(one)
    together = by_actor.pop("")
    hands: list[list[Outline]] = []
    if sum(not one.group for one in together) > 1:  # else it is a turn that ends: each does their own
        hands = _for_all(by_actor)
    acting = [who for who, own in by_actor.items() if own]
    if len(acting) + bool(together or hands) == 1 and not hands:  # there is nothing else
        own = together or by_actor[acting[0]]
        only = _person(words, acting[0] if acting else "", own)
        if len(only.all_bundles) == 1:
            only = _unfolded(words, only, own)
        return Board(only, ()) if together else Board(_person(words, "", ()), (only,), only.id, asked & {only.id})
    must = [who for who in acting if who in asked]
    places = {who: place for place, who in enumerate(order)}
    people = (
        _person(words, who, by_actor[who]) for who in sorted(acting, key=lambda who: places.get(who, len(places)))
    )
    first = next(iter((*must, *acting)), "")
    return Board(_person(words, "", together, hands), tuple(people), first, frozenset(must))


def _unfolded(words: Phrasing, person: Person, own: Sequence[Outline]) -> Person:
    """Somebody whose choices all stand by themselves."""
    bundles = tuple(_by_itself(words, one) for one in own)
    return words.memory.made(
        ("person", person.id, person.name), bundles, lambda: replace(person, bundles=bundles, aside=None)
    )


def _for_all(by_actor: dict[str, list[Outline]]) -> list[list[Outline]]:
    """What anybody could do for all, taken out of the lists of each person: by what it is, who could do it."""
    found: dict[tuple[str, tuple[str, ...]], list[Outline]] = {}
    asking = {one.command for own in by_actor.values() for one in own if one.asks}
    for who, own in by_actor.items():
        left: list[Outline] = []
        for one in own:
            if one.main and one.command not in asking:
                found.setdefault((one.command, one.about), []).append(one)
            else:
                left.append(one)
        by_actor[who] = left
    return list(found.values())


class FoldedChoices(Struct, frozen=True):
    """Choices that are folded together, as long as nobody has put them into words."""

    title: str
    outlines: tuple[Outline, ...]
    element: str
    whole: bool = False
    """Whether their words stand whole inside, because the title is that of a group."""


class Arranged(Struct, frozen=True):
    """The choices of one actor in their order, each by itself or folded with others."""

    bundles: tuple[Outline | FoldedChoices, ...]
    aside: FoldedChoices | None


def _person(words: Phrasing, who: str, own: Sequence[Outline], hands: Sequence[Sequence[Outline]] = ()) -> Person:
    memory, outlines = words.memory, tuple(own)
    arranged = memory.made(
        ("arranged", who, bool(hands)), outlines, lambda: _arranged(memory, who, outlines, bool(hands))
    )
    aside = None if arranged.aside is None else _folded(words, arranged.aside)
    bundles = (
        *(_of_hands(words, alike) for alike in hands),
        *[
            _folded(words, one) if isinstance(one, FoldedChoices) else _by_itself(words, one)
            for one in arranged.bundles
        ],
    )
    name = words.name(who) if who else ""
    return memory.made(("person", who, name), (aside, *bundles), lambda: Person(who, name, bundles, aside))


def _arranged(memory: Memory, who: str, own: tuple[Outline, ...], anything_else: bool) -> Arranged:
    wordy = [one for one in own if one.wordy and not one.main and not one.group]
    plain = [one for one in own if not one.wordy or one.main or one.group]
    if not plain and not anything_else:
        plain, wordy = wordy, []
    if who:
        plain.sort(key=lambda one: not one.main)
    else:  # what takes one press stands before what must be chosen from: it takes little room
        plain.sort(key=lambda one: one.asks and not one.main)
    aside = _folds(memory, "", wordy, f"bundle-{who or 'all'}-words") if wordy else None
    return Arranged(tuple(_bundles(memory, plain, who)), aside)


def _folds(
    memory: Memory, title: str, outlines: Sequence[Outline], element: str, *, whole: bool = False
) -> FoldedChoices:
    """Choices folded together: the very same as before, where these are."""
    folded = tuple(outlines)
    return memory.made(
        ("folds", title, element, whole), folded, lambda: FoldedChoices(title, folded, element, whole=whole)
    )


def _of_hands(words: Phrasing, alike: Sequence[Outline]) -> Bundle:
    """A choice that several could make, as one control with a hand for each."""
    offers = tuple(map(words.offer, alike))
    text = capital(bare(offers[0]).removeprefix(offers[0].who_name).strip())
    return words.memory.made("hands", offers, lambda: _alone(Control(offers[0], text, offers)))


def _bundles(memory: Memory, outlines: Sequence[Outline], who: str) -> Iterator[Outline | FoldedChoices]:
    """The choices of one actor: open ones, then alike ones folded together, then those that are left of each group."""
    acts: dict[str, list[Outline]] = {}
    for one in outlines:
        acts.setdefault(one.alike or one.id, []).append(one)
    folded: dict[str, list[FoldedChoices]] = {}
    left: dict[str, list[Outline]] = {}
    for act, alike in acts.items():
        title = _title(alike[0]) if len(alike) >= _fold_from(who, alike) else ""
        group = alike[0].group
        if title:
            folded.setdefault(group, []).append(_folds(memory, title, alike, f"bundle-{who or 'all'}-{act}"))
        elif group:
            folded.setdefault(group, [])
            left.setdefault(group, []).extend(alike)
        else:
            yield from alike
    for group, others in left.items():
        element = f"bundle-{who or 'all'}-group-{group}"
        title = _title(others[0]) if len(others) == 1 else ""  # one thing is called by what it is
        folded[group].append(_folds(memory, title or others[0].group_name, others, element, whole=True))
    for bundles in folded.values():
        yield from bundles


def _folded(words: Phrasing, folded: FoldedChoices) -> Bundle:
    """A bundle with a title; in words where the reader has opened it."""
    title, element = folded.title, folded.element
    if words.opened(element):
        controls = tuple(_control(words, one, "" if folded.whole else title) for one in folded.outlines)
        return words.memory.made(("opened", element, title), controls, lambda: Bundle(title, controls, element))
    return words.memory.made("shut", (folded,), lambda: _shut(title, folded.outlines, element))


def _shut(title: str, outlines: tuple[Outline, ...], element: str) -> Bundle:
    about = dict.fromkeys(chain.from_iterable([one.concerns for one in outlines]))
    return Bundle(title, (), element, len(outlines), " ".join(about))


def _by_itself(words: Phrasing, outline: Outline) -> Bundle:
    offer = words.offer(outline)
    return words.memory.made("alone", (offer,), lambda: _alone(Control(offer, bare(offer))))


def _alone(control: Control) -> Bundle:
    return Bundle("", (control,), control.element)


def _control(words: Phrasing, outline: Outline, title: str) -> Control:
    """The control of a choice in a bundle: what its title says already is left out."""
    offer = words.offer(outline)
    text = bare(offer)
    rest = _after(title, text) if title else ""
    return words.memory.made(("inside", title), (offer,), lambda: Control(offer, text, (), rest))


def _title(offer: Outline) -> str:
    """What a bundle of such choices is called; nothing where they stay in sight."""
    return f"{capital(offer.act)}…" if offer.act else ""


def _after(title: str, text: str) -> str:
    """What a text says beyond the title of its bundle; nothing where it does not begin with it."""
    begun = title.removesuffix("…")
    return text.removeprefix(begun).lstrip(" :,") if text.startswith(begun) else ""


def _fold_from(who: str, alike: Sequence[Outline]) -> int:
    """From how many on these alike choices are folded."""
    if who:
        return len(alike) + 1 if alike[0].main else FOLD_FROM
    asking = all(one.asks and not one.main for one in alike)
    return FOLD_ASKING_FROM if asking else FOLD_TOGETHER_FROM


def bare(offer: Offer) -> str:
    """A choice's words without "Berto: " in front: the name already stands over it."""
    return capital(offer.text.removeprefix(f"{offer.who_name}: ") if offer.who_name else offer.text)
