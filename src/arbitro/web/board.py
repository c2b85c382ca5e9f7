"""How many choices become a few clear controls, whatever the game.

An expedition may offer more than a hundred choices. They are laid out by whoever would do them; of one person's, those
that are the same act on different things (giving each item away) are folded into one bundle that opens when asked, and
so are those of a group that is not of the moment (the shop, say), and those that wait for words of one's own, which
matter seldom and take much room. What anybody could do for all, such as pushing a door open, stands among what is done
together, once, with a button for each who could.
"""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

from msgspec import Struct
from msgspec.structs import replace

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


def board(offers: Iterable["Offer"], sides: frozenset[str] = frozenset()) -> Board:
    """Lay choices out; `sides` are the ids that stand for several people."""
    by_actor: dict[str, list[Control]] = {"": []}
    for offer in offers:
        who = "" if offer.who in sides else offer.who
        by_actor.setdefault(who, []).append(Control(offer, bare(offer)))
    together = by_actor.pop("")
    if sum(not control.offer.group for control in together) > 1:  # else it is a turn that ends: each does their own
        together = _for_all(together, by_actor)
    people = (_person(who, own) for who, own in by_actor.items() if own)
    return Board(_person("", together), tuple(people))


def _for_all(together: list[Control], by_actor: dict[str, list[Control]]) -> list[Control]:
    """What is done together, with what anybody could do for all taken out of the lists of each person."""
    found: dict[tuple[str, tuple[str, ...]], list[Control]] = {}
    asking = {control.offer.command for own in by_actor.values() for control in own if control.offer.fields}
    for who, own in by_actor.items():
        plain = [control for control in own if control.offer.main and control.offer.command not in asking]
        for control in plain:
            found.setdefault((control.offer.command, control.offer.about), []).append(control)
        by_actor[who] = [control for control in own if control not in plain]
    hands = (
        Control(alike[0].offer, _without_name(alike[0]), tuple(c.offer for c in alike)) for alike in found.values()
    )
    return [*hands, *together]


def _without_name(control: Control) -> str:
    text = control.text.removeprefix(control.offer.who_name).strip()
    return text[:1].upper() + text[1:]


def _person(who: str, controls: Sequence[Control]) -> Person:
    wordy = [
        control
        for control in controls
        if not control.offer.main
        and not control.offer.group
        and any(field.kind == "text" for field in control.offer.fields)
    ]
    plain = [control for control in controls if control not in wordy]
    aside = tuple(wordy) if plain else ()
    name = controls[0].offer.who_name if who and controls else ""
    if who:
        plain.sort(key=lambda control: not control.offer.main)
    else:  # what takes one press stands before what must be chosen from: it takes little room
        plain.sort(key=lambda control: bool(control.offer.fields) and not control.offer.main)
    return Person(who, name, bundles(plain or wordy, who), aside)


def bundles(controls: Sequence[Control], who: str) -> tuple[Bundle, ...]:
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
            inside = tuple(replace(control, rest=_after(title, control.text)) for control in alike)
            folded.setdefault(group, []).append(Bundle(title, inside, f"bundle-{who or 'all'}-{act}"))
        elif group:
            folded.setdefault(group, [])
            left.setdefault(group, []).extend(alike)
        else:
            loose += [Bundle("", (control,), control.element) for control in alike]
    for group, controls in left.items():
        title = controls[0].offer.group_name
        folded[group].append(Bundle(title, tuple(controls), f"bundle-{who or 'all'}-group-{group}"))
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
