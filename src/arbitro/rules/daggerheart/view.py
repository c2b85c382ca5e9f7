"""A table of this game as one seat may know it: built from what that seat knows, never by striking out."""

from typing import Literal

from msgspec import Struct

from arbitro.kernel.seat import EVERYBODY, REFEREE_ONLY, Seat
from arbitro.rules.daggerheart.state import Fear, Foe, Hero, SceneState, State
from arbitro.rules.daggerheart.steps import helpers_of
from arbitro.rules.daggerheart.words import Cover, Named, Status, Tension, Trait

Wounds = Literal["none", "light", "grave", "down"]


class HeroView(Struct, frozen=True, omit_defaults=True):
    """A PC: the party knows its own people."""

    id: str
    name: Named
    class_id: str
    level: int
    status: Status
    hope: int
    hope_limit: int
    hp: tuple[int, int]
    """Marked, and slots."""
    stress: tuple[int, int]
    armour_marked: int
    conditions: tuple[str, ...]
    at: int
    cover: Cover
    tokens: int
    edge: bool


class FoeNumbers(Struct, frozen=True, omit_defaults=True):
    """What only the GM knows of an adversary."""

    block: str
    difficulty: int
    hp: tuple[int, int]
    stress: tuple[int, int]
    thresholds: tuple[int | None, int | None]
    features: tuple[str, ...]


class FoeView(Struct, frozen=True, omit_defaults=True):
    """What everybody sees of an adversary, and the numbers for the GM."""

    id: str
    name: Named
    at: int
    cover: Cover
    wounds: Wounds
    conditions: tuple[str, ...]
    numbers: FoeNumbers | None = None


class RequestView(Struct, frozen=True, omit_defaults=True):
    """A roll that is due."""

    actor: str
    kind: str
    trait: Trait
    difficulty: int | None
    stakes: str
    unavoidable: str
    advantages: int
    disadvantages: int
    helpers: tuple[str, ...]


class CountdownView(Struct, frozen=True, omit_defaults=True):
    """A countdown that the seat may know."""

    id: str
    name: Named
    kind: str
    value: int


class SceneView(Struct, frozen=True, omit_defaults=True):
    """A scene as a seat sees it."""

    number: int
    spotlight: str
    holder: str
    in_danger: bool
    foes: tuple[FoeView, ...]
    countdowns: tuple[CountdownView, ...]
    threats: tuple[str, ...]
    place: Named | None
    pending: RequestView | None
    ending: str
    goal: Named | None
    fear_spent: int
    tension: Tension | None = None
    """How tense it is meant to be: the GM's own guide."""


class View(Struct, frozen=True, omit_defaults=True):
    """A table of this game as a seat sees it. The GM's Fear lies in the open."""

    fear: Fear
    session: int
    party: tuple[HeroView, ...]
    scene: SceneView | None = None
    resting: str = ""
    awaited: tuple[str, ...] = ()
    """The kinds of questions that wait for this seat."""


def wounds_of(foe: Foe) -> Wounds:
    """How hurt an adversary looks."""
    if foe.defeated or foe.gone:
        return "down"
    if not foe.hp_marked:
        return "none"
    return "light" if 2 * foe.hp_marked < foe.hp else "grave"


def knowers(state: State, subject: str) -> tuple[str, ...] | None:
    """Who may know somebody's numbers: PCs are open to the table, adversaries are the GM's."""
    if not subject or subject in state.party or subject in state.bared:
        return (EVERYBODY,)
    return () if state.scene is not None and subject in state.scene.foes else None


def path_knowers(path: str) -> tuple[str, ...]:
    """What the GM changed in the party or in the Fear is told; other changes only as a fact."""
    return (EVERYBODY,) if path.split(".")[0] in ("party", "fear") else ()


def _hero(hero: Hero) -> HeroView:
    return HeroView(
        hero.id,
        hero.name,
        hero.sheet.class_id,
        hero.sheet.level,
        hero.status,
        hero.hope,
        6 - hero.scars,
        (hero.hp_marked, hero.hp),
        (hero.stress_marked, hero.stress),
        hero.armour_marked,
        tuple(dict.fromkeys(held.name for held in hero.conditions)),
        hero.at,
        hero.cover,
        hero.tokens,
        hero.edge,
    )


def _foe(foe: Foe, *, numbers: bool) -> FoeView:
    block = foe.block
    known = None
    if numbers:
        known = FoeNumbers(
            block.id,
            block.difficulty,
            (foe.hp_marked, foe.hp),
            (foe.stress_marked, foe.stress),
            (block.major, block.severe),
            tuple(feature.id for feature in block.features),
        )
    names = tuple(dict.fromkeys(held.name for held in foe.conditions))
    return FoeView(foe.id, foe.name, foe.at, foe.cover, wounds_of(foe), names, known)


def _scene(scene: SceneState, *, referee: bool, bared: tuple[str, ...]) -> SceneView:
    request = scene.pending
    pending = None
    if request is not None:
        pending = RequestView(
            request.actor,
            request.kind,
            request.trait,
            request.difficulty if referee or not request.hidden else None,
            request.stakes,
            request.unavoidable,
            request.advantages,
            request.disadvantages,
            tuple(sorted(helpers_of(request))),
        )
    return SceneView(
        scene.number,
        scene.spotlight,
        scene.holder,
        scene.in_danger,
        tuple(_foe(foe, numbers=referee or foe.id in bared) for foe in scene.foes.values()),
        tuple(
            CountdownView(one.id, one.name, one.kind, one.value)
            for one in scene.countdowns.values()
            if referee or not one.hidden
        ),
        scene.threats,
        scene.place.name if scene.place is not None else None,
        pending,
        scene.ending,
        scene.goal,
        scene.fear_spent,
        scene.tension if referee else None,
    )


def view(state: State, seat: Seat) -> View:
    """The table as a seat may know it."""
    awaited = tuple(question.kind for question in state.awaiting if seat.may_act_for(question.who))
    return View(
        state.fear,
        state.session,
        tuple(_hero(hero) for hero in state.party.values()),
        None if state.scene is None else _scene(state.scene, referee=seat.knows(REFEREE_ONLY), bared=state.bared),
        "" if state.rest is None else state.rest.kind,
        awaited,
    )
