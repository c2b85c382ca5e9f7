"""Who is engaged with whom: as lines of text, and as a picture. Positions are rough: nothing is to scale."""

from collections.abc import Iterator
from itertools import groupby
from typing import Final

from arbitro.kernel.ruleset import Ruleset
from arbitro.kernel.seat import Seat
from arbitro.kernel.sentence import named
from arbitro.kernel.sketch import Figure, Sketch, Spot, Step, Track
from arbitro.rules.archmage import view
from arbitro.rules.archmage.catalogue import books_of
from arbitro.rules.archmage.narration import name_of
from arbitro.rules.archmage.people import party_side
from arbitro.rules.archmage.state import LOST, State, standing
from arbitro.rules.archmage.tokens import person_token
from arbitro.text import Language, Name

RULES: Final = ("AE-POS-01", "AE-POS-02", "AE-POS-06")
MOST_ESCALATION: Final = 6
PLACES: Final = {"nearby": "nearby away", "far": "far"}
"""By which goals of a move each stretch of one's own ground is reached."""


def lines(game: Ruleset[State], state: State, seat: Seat, language: Language) -> list[str]:
    """The battle in lines of text."""
    seen = view.view(state, seat)
    say = game.texts.say
    battle = seen.battle
    if battle is None:
        return []
    if battle.phase == "over":
        head = say(language, "picture.over", result=say(language, f"result.{battle.result or 'broken_off'}"))
        needed = state.options.get("full_heal_battles", 4)
        count = say(language, "picture.weight", weight=seen.weight, needed=needed, losses=len(seen.losses))
        return [head, count, *(f"  {_person(game, person, language, over=True)}" for person in seen.party)]
    drawn = [_moment(game, state, battle, language), _melees(game, state, battle, language)]
    for side, name in battle.sides.items():
        drawn.append(f"{name.in_(language)}:")
        for person in battle.people:
            if person.side == side and person.awareness not in LOST:
                place = _place(game, state, person, language)
                drawn.append(f"  {_person(game, person, language)} {place}")
    return drawn


def _moment(game: Ruleset[State], state: State, battle: view.BattleView, language: Language) -> str:
    """Round, escalation die, whose turn, and the actions that are left of it."""
    say = game.texts.say
    head = say(
        language,
        "picture.ambush" if battle.phase == "ambush" else "picture.moment",
        round=battle.round,
        escalation=battle.escalation,
        who=_current(game, state, battle, language),
    )
    acting = next((person for person in battle.people if person.id == battle.current), None)
    if acting is None or not acting.actions:
        return head
    left = ", ".join(say(language, f"cost.{cost}") for cost in acting.actions)
    return f"{head} ({say(language, 'picture.actions', actions=left)})"


def _melees(game: Ruleset[State], state: State, battle: view.BattleView, language: Language) -> str:
    """Who is engaged with whom, in a line: everybody of the first side in melee with their foes."""
    first = next(iter(battle.sides), "")
    pairs = [
        f"{person.name.in_(language)} × {', '.join(name_of(game, state, foe, language) for foe in person.engaged)}"
        for person in battle.people
        if person.side == first and person.engaged
    ]
    if not pairs:
        return game.texts.say(language, "picture.no_melee")
    return game.texts.say(language, "picture.melee", pairs="; ".join(pairs))


def _person(game: Ruleset[State], person: view.Person, language: Language, *, over: bool = False) -> str:
    say = game.texts.say
    name = person.name.in_(language)
    numbers = person.numbers
    if person.awareness == "unconscious" and numbers is not None and numbers.recoveries_max and not over:
        key = "picture.stable" if numbers.stable else "picture.dying"
        health = say(language, key, fails=numbers.death_fails)
    elif person.awareness != "awake":
        health = say(language, f"awareness.{person.awareness}", who=name)
    elif numbers is not None:
        health = say(language, "picture.hp", hp=numbers.hp, max=numbers.max_hp)
        if numbers.temp_hp:
            health = f"{health} +{numbers.temp_hp}"
        if numbers.recoveries_max:
            most = numbers.recoveries_max
            health = say(language, "picture.recoveries", hp=health, left=numbers.recoveries, most=most)
    else:
        health = say(language, f"wounds.{person.wounds}", who=name)
    marks = [say(language, f"condition.{each}", who=name) for each in person.conditions]
    marks += [
        say(language, "picture.ongoing", kind=game.texts.say(language, f"damage.{each}")) for each in person.ongoing
    ]
    kind = f" [{say(language, f'category.{person.category}')}]" if person.category not in (None, "normal") else ""
    return f"{name}{kind}: {health}" + (f" ({', '.join(marks)})" if marks else "")


def _place(game: Ruleset[State], state: State, person: view.Person, language: Language) -> str:
    say = game.texts.say

    def names(people: tuple[str, ...]) -> Name:
        return named(game, state, people, language)

    name = person.name.in_(language)
    if not person.present:
        return say(language, "place.absent", who=name)
    if person.grabbed_by:
        return say(language, "place.grabbed", who=names(person.grabbed_by))
    if person.engaged:
        return say(language, "place.engaged", who=names(person.engaged))
    if person.behind:
        return say(language, "place.behind", who=names((person.behind,)))
    if person.beside:
        return say(language, "place.beside", who=names(person.beside))
    return say(language, f"place.{person.band}", who=name)


def sketch(game: Ruleset[State], state: State, seat: Seat, language: Language) -> Sketch | None:
    """The battle to look at: the escalation die, the initiative, who is engaged with whom, who is near and who far."""
    seen = view.view(state, seat).battle
    if seen is None:
        return None
    say = game.texts.say
    friends = _friends(seen, seat)
    sides = sorted(seen.sides, key=lambda side: side not in friends)
    figures = {one.id: _figure(game, state, seen, one, sides.index(one.side), language) for one in seen.people}
    title = say(language, "sketch.round", round=seen.round)
    if seen.phase == "over":
        title = say(language, "picture.over", result=say(language, f"result.{seen.result or 'broken_off'}"))
    elif seen.phase == "ambush":
        title = say(language, "sketch.ambush")
    return Sketch(
        title,
        tuple(str(seen.sides[side].in_(language)) for side in sides),
        tuple(_tracks(game, state, seen, language)) if seen.phase != "over" else (),
        tuple(_spots(game, seen, figures, party_side(state.battle) if seen.result == "fled" else "", language)),
    )


def _friends(seen: view.BattleView, seat: Seat) -> set[str]:
    """The sides that the reader is with; for the referee and onlookers the first one."""
    own = {one.side for one in seen.people if one.id in seat.controls or one.side in seat.controls}
    return own if seat.role == "player" and own else set(list(seen.sides)[:1])


def _tracks(game: Ruleset[State], state: State, seen: view.BattleView, language: Language) -> Iterator[Track]:
    """The escalation die, the initiative, and the actions that are left of the turn."""
    say = game.texts.say
    held = say(language, "sketch.held") if seen.held else ""
    yield Track(say(language, "sketch.escalation"), full=seen.escalation, most=MOST_ESCALATION, note=held)
    people = {one.id: one for one in seen.people}
    order = [who for who in seen.order if who in people and people[who].awareness not in LOST]
    now = order.index(seen.current) if seen.current in order else -1
    yield Track(say(language, "sketch.initiative"), tuple(_turns([people[who] for who in order], now, language)))
    acting = people.get(seen.current)
    if acting is not None and acting.actions:
        steps = tuple(Step(say(language, f"cost.{cost}")) for cost in acting.actions)
        yield Track(
            say(language, "sketch.actions", who=name_of(game, state, seen.current, language)), steps, ordered=False
        )


def _turns(order: list[view.Person], now: int, language: Language) -> Iterator[Step]:
    """The turns of a round; several of a kind who follow each other are one step, named by whoever acts."""
    first = 0
    for _, alike in groupby(order, key=lambda one: (one.side, _kind(str(one.name.in_(language))))):
        names = [str(one.name.in_(language)) for one in alike]
        last = first + len(names) - 1
        text = names[0] if len(names) == 1 else f"{names[0]}–{names[-1].rpartition(' ')[2]}"
        acting = first <= now <= last
        yield Step(names[now - first] if acting else text, acting, last < now)
        first = last + 1


def _kind(name: str) -> str:
    """A name without the number that tells several of a kind apart."""
    kind, _, number = name.rpartition(" ")
    return kind if number.isdigit() else name


def _figure(
    game: Ruleset[State], state: State, seen: view.BattleView, one: view.Person, side: int, language: Language
) -> Figure:
    say, name, numbers = game.texts.say, one.name.in_(language), one.numbers
    key = f"awareness.{one.awareness}" if one.awareness != "awake" else f"wounds.{one.wounds}"
    words = [say(language, key, who=name)]
    if numbers is not None:
        health = say(language, "picture.hp", hp=numbers.hp, max=numbers.max_hp)
        words = [health] if one.awareness == "awake" else [health, *words]
    words += [say(language, f"condition.{each}", who=name) for each in one.conditions]
    words += [say(language, "picture.ongoing", kind=say(language, f"damage.{each}")) for each in one.ongoing]
    place = _place(game, state, one, language).removeprefix("— ")
    if one.grabbed_by or (one.behind and not one.engaged):
        words.append(place)
    about = [place] if one.awareness not in LOST else []
    if one.category not in (None, "normal"):
        about.append(say(language, f"category.{one.category}"))
    return Figure(
        one.id,
        str(name),
        side,
        ", ".join(words),
        "; ".join(about),
        100 * max(numbers.hp, 0) // max(numbers.max_hp, 1) if numbers is not None else None,
        active=one.id == seen.current and seen.phase != "over",
        out=one.awareness not in ("awake", "asleep"),
        token=person_token(books_of(game), one, standing(state).get(one.id), language),
        against=one.engaged,
    )


def _spots(
    game: Ruleset[State], seen: view.BattleView, figures: dict[str, Figure], away: str, language: Language
) -> Iterator[Spot]:
    """The foes' far end, those of them who are free, each melee, one's own who are free, one's own far end.

    Who belongs to a side that has got away is no longer there.
    """
    say = game.texts.say
    there = [one for one in seen.people if one.present and one.side != away and one.awareness not in LOST]
    melees = _melee_groups(there)
    free = [one for one in there if not any(one.id in group for group in melees)]
    free.sort(key=lambda one: bool(one.behind))  # whoever hides behind somebody stands after them

    ours_acts = seen.phase != "over" and seen.current in figures and figures[seen.current].side == 0

    def loose(band: str, *, own: bool) -> Iterator[Spot]:
        found = [figures[one.id] for one in free if one.band == band and (figures[one.id].side == 0) == own]
        if found or (own and ours_acts):  # whoever acts may go where nobody is
            label = f"sketch.{band}" if found else f"sketch.{band}.clear"
            yield Spot(say(language, label), tuple(found), place=PLACES[band] if own else "")

    yield from loose("far", own=False)
    yield from loose("nearby", own=False)
    for group in melees:
        members = sorted((figures[who] for who in group), key=lambda figure: -figure.side)
        yield Spot(say(language, "sketch.melee"), tuple(members), fray=True)
    yield from loose("nearby", own=True)
    yield from loose("far", own=True)
    absent = [figures[one.id] for one in seen.people if one not in there and one.awareness not in LOST]
    gone = [figures[one.id] for one in seen.people if one.awareness in LOST]
    for label, people in (("sketch.absent", absent), ("sketch.gone", gone)):
        if people:
            yield Spot(say(language, label), tuple(people), apart=True)


def _melee_groups(people: list[view.Person]) -> list[list[str]]:
    """Everybody who is linked through engagements, group by group, in the order of the battle."""
    known = {one.id: one for one in people}
    groups: list[list[str]] = []
    for one in people:
        if not one.engaged or any(one.id in group for group in groups):
            continue
        group, todo = [one.id], [one.id]
        while todo:
            for other in known[todo.pop()].engaged:
                if other in known and other not in group:
                    group.append(other)
                    todo.append(other)
        groups.append(group)
    return groups


def _current(game: Ruleset[State], state: State, seen: view.BattleView, language: Language) -> str:
    return name_of(game, state, seen.current, language) if seen.current else "–"
