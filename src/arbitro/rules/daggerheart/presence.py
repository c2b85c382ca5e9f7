"""Who is there and can act, and what ails them."""

from collections.abc import Iterator

from arbitro.kernel.command import Refusal
from arbitro.rules.daggerheart.content import Library
from arbitro.rules.daggerheart.entries import ConditionEntry
from arbitro.rules.daggerheart.state import Agenda, Condition, Foe, Hero, SceneState, State

PLACE = "place"
"""The id under which an environment acts."""


def current_scene(state: State) -> SceneState:
    """The scene; rules of a scene are not asked for when there is none."""
    if state.scene is None:
        raise LookupError("there is no scene")
    return state.scene


def running_scene(state: State) -> SceneState | Refusal:
    """The scene that is being played, or why there is none."""
    if state.scene is None or state.scene.ending:
        return Refusal("no_scene")
    return state.scene


def no_scene(state: State) -> Refusal | None:
    """Why what belongs to a scene cannot be said now: there is none, or it is over."""
    scene = state.scene
    return Refusal("no_scene") if scene is None or scene.ending else None


def due_step(state: State) -> Agenda | None:
    """What an awaited answer is about."""
    agenda = current_scene(state).agenda
    return agenda[0] if agenda else None


def heroes_up(state: State) -> Iterator[Hero]:
    """The PCs who are on their feet."""
    return (hero for hero in state.party.values() if hero.status == "up")


def party_size(state: State) -> int:
    """How many PCs the party counts."""
    return sum(1 for hero in state.party.values() if not hero.lost)


def foes_left(state: State) -> Iterator[Foe]:
    """The adversaries who still count."""
    if state.scene is not None:
        yield from (foe for foe in state.scene.foes.values() if not (foe.defeated or foe.gone))


def able_hero(books: Library, state: State, who: str) -> Hero | Refusal:
    """A PC who can act, or why not."""
    hero = state.party.get(who)
    if hero is None:
        return Refusal("nobody", {"who": who})
    if hero.status == "yielded":
        return Refusal("captive", {"who": f"@{who}"}, ("DHP-ADVSTAT-11",))
    if hero.status != "up":
        return Refusal("not_up", {"who": f"@{who}"}, ("DHP-HP-01", "DHP-DEATH-01"))
    if any(condition_entry(books, held.name).still for held in hero.conditions):
        return Refusal("cannot_act", {"who": f"@{who}"}, ("DHP-COND-06",))
    return hero


def foe_left(state: State, who: str) -> Foe | Refusal:
    """An adversary who still counts, or why there is none."""
    foe = None if state.scene is None else state.scene.foes.get(who)
    if foe is None and who in state.party:
        return Refusal("one_of_us", {"who": f"@{who}"})
    if foe is None:
        return Refusal("nobody", {"who": who})
    if foe.defeated or foe.gone:
        return Refusal("defeated", {"who": f"@{who}"}, ("DHP-ADVSTAT-11",))
    return foe


def is_there(one: Hero | Foe) -> bool:
    """Whether somebody still counts in the scene: on their feet, not defeated, not gone."""
    return one.status == "up" if isinstance(one, Hero) else not (one.defeated or one.gone)


def can_suffer(one: Hero | Foe) -> bool:
    """Whether what is no blow of anybody's still harms somebody: those who have surrendered fall like others."""
    return is_there(one) or (isinstance(one, Hero) and one.status == "yielded")


def anybody(state: State, who: str) -> Hero | Foe | None:
    """A PC or an adversary."""
    return state.party.get(who) or (None if state.scene is None else state.scene.foes.get(who))


def somebody_there(state: State, who: str, *rules: str) -> Hero | Foe | Refusal:
    """A PC on their feet or an adversary who still counts, or why there is none."""
    one = anybody(state, who)
    if one is None:
        return Refusal("nobody", {"who": who})
    return one if can_suffer(one) else Refusal("no_target", {"who": f"@{who}"}, rules)


def condition_entry(books: Library, name: str) -> ConditionEntry:
    """What a condition does."""
    return books.conditions[name]


def afflictions(books: Library, one: Hero | Foe) -> tuple[ConditionEntry, ...]:
    """What ails or helps somebody, each condition once however many sources it has (DHP-COND-01)."""
    return tuple(condition_entry(books, name) for name in dict.fromkeys(held.name for held in one.conditions))


def ailing(books: Library, one: Hero | Foe) -> tuple[tuple[str, ConditionEntry], ...]:
    """What ails or helps somebody, with the id of each as something that a number comes from."""
    names = dict.fromkeys(held.name for held in one.conditions)
    return tuple((f"{one.id}/{name}", condition_entry(books, name)) for name in names)


def has_condition(one: Hero | Foe, name: str) -> bool:
    """Whether somebody is under a condition, from whatever source."""
    return any(held.name == name for held in one.conditions)


def lifting_price(held: Condition) -> int:
    """The Fear by which the GM ends a condition in their turn; 0: it cannot be ended so (DHP-DUAL-14)."""
    return 2 if held.until == "stance" else int(held.spell)


def is_exposed(books: Library, one: Hero | Foe) -> bool:
    """Whether somebody is Vulnerable: by a condition, or because all Stress is marked (DHP-STRESS-02)."""
    if one.stress and one.stress_marked >= one.stress:
        return True
    return any(condition_entry(books, held.name).exposed for held in one.conditions)


def is_concealed(books: Library, one: Hero | Foe) -> bool:
    """Whether somebody is Hidden and nothing gives them away."""
    held = [condition_entry(books, each.name) for each in one.conditions]
    return any(each.hidden for each in held) and not any(each.seen for each in held)


def is_fixed(books: Library, one: Hero | Foe) -> bool:
    """Whether somebody cannot move (DHP-COND-03)."""
    return bool(holds_fast(books, one))


def holds_fast(books: Library, one: Hero | Foe) -> str:
    """The condition that keeps somebody from moving; empty if none does."""
    return next((held.name for held in one.conditions if condition_entry(books, held.name).fixed), "")
