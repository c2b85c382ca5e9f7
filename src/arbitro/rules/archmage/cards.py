"""The battle at a glance: cards laid out from the view, which holds no secret."""

from collections.abc import Iterator
from typing import Final, Literal

from arbitro.kernel.card import Card, Gauge, Tag
from arbitro.kernel.ruleset import Ruleset
from arbitro.kernel.seat import Seat
from arbitro.kernel.sentence import named
from arbitro.rules.archmage import view
from arbitro.rules.archmage.catalogue import books_of
from arbitro.rules.archmage.narration import class_name, damage_word
from arbitro.rules.archmage.power import DEFENCES
from arbitro.rules.archmage.state import MAX_ESCALATION, OUT, PARTY, Combatant, State, standing
from arbitro.rules.archmage.tokens import person_token
from arbitro.text import Language, Name

Group = Literal["own", "ally", "foe", "place"]
GROUPS: Final[tuple[Group, ...]] = ("own", "ally", "foe", "place")
BATTLE: Final = "battle"
"""The id of the card that shows the battle itself."""
GONE: Final = ("dead", "gone", "coma", "yielded")


# ---------------------------------------------------------------- cards


def cards(game: Ruleset[State], state: State, seat: Seat, language: Language) -> tuple[Card, ...]:
    """Everybody in the battle, or the party between battles; the battle itself last."""
    seen = view.view(state, seat)
    battle = seen.battle
    fighting = battle is not None and battle.phase != "over"
    people = battle.people if battle is not None and fighting else seen.party
    if battle is not None and not people:  # a battle without a party leaves its last picture
        people = battle.people
    found = [person_card(game, state, seat, seen, person, language) for person in people]
    found.sort(key=lambda card: GROUPS.index(card.group))
    return (*found, battle_card(game, state, seen, language)) if battle is not None else tuple(found)


def battle_card(game: Ruleset[State], state: State, seen: view.View, language: Language) -> Card:
    """The escalation die and the round; after the battle how it ended and what is left to do."""
    say, battle = game.texts.say, seen.battle
    if battle is None:
        raise LookupError("there is no battle")
    title = say(language, "card.battle")
    if battle.phase == "over":
        result = say(language, f"result.{battle.result or 'broken_off'}")
        needed = state.options.get("full_heal_battles", 4)
        count = say(language, "picture.weight", weight=seen.weight, needed=needed, losses=len(seen.losses))
        tags = (Tag(say(language, "tag.may_rest"), "good"),) if seen.resting else ()
        return Card(BATTLE, title, "place", say(language, "picture.over", result=result), tags=(*tags, Tag(count)))
    gauges = (
        Gauge(say(language, "gauge.round"), battle.round),
        Gauge(say(language, "gauge.escalation"), battle.escalation, max(battle.escalation, MAX_ESCALATION)),
    )
    tags = (Tag(say(language, "tag.held_escalation")),) if battle.held else ()
    line = say(language, "card.ambush") if battle.phase == "ambush" else ""
    return Card(BATTLE, title, "place", line, gauges, tags)


def person_card(
    game: Ruleset[State], state: State, seat: Seat, seen: view.View, person: view.Person, language: Language
) -> Card:
    """Somebody of the battle or of the party."""
    numbers, say = person.numbers, game.texts.say
    gauges: list[Gauge] = []
    if numbers is not None:
        low = person.wounds in ("staggered", "down")
        short = say(language, "gauge.hp.short")
        gauges.append(Gauge(say(language, "gauge.hp"), numbers.hp, numbers.max_hp, low, short))
        if numbers.temp_hp:
            short = say(language, "gauge.temp_hp.short")
            gauges.append(Gauge(say(language, "gauge.temp_hp"), numbers.temp_hp, short=short))
        if numbers.recoveries_max:
            most = numbers.recoveries_max
            gauges.append(Gauge(say(language, "gauge.recoveries"), numbers.recoveries, most, not numbers.recoveries))
        if numbers.potions:
            gauges.append(Gauge(say(language, "gauge.potions"), numbers.potions))
    battle = seen.battle
    fighting = battle is not None and battle.phase != "over"
    return Card(
        person.id,
        str(person.name.in_(language)),
        group_of(state, seat, person),
        who_is(game, standing(state).get(person.id), person, language),
        tuple(gauges),
        tuple(person_tags(game, state, person, language, fighting=fighting)),
        active=battle is not None and fighting and battle.current == person.id,
        out=person.awareness in GONE or (person.awareness == "unconscious" and numbers is None),
        has_sheet=numbers is not None,
        token=person_token(books_of(game), person, standing(state).get(person.id), language),
        dead=person.awareness == "dead",
        when=str(numbers.initiative) if fighting and person.present and numbers is not None else "",
    )


def group_of(state: State, seat: Seat, person: view.Person) -> Group:
    """Whose side somebody is on, as the reader looks at it; the referee and onlookers look with the party."""
    if seat.role != "player":
        return "ally" if person.side == PARTY else "foe"
    if person.id in seat.controls:
        return "own"
    people = standing(state)
    sides = {people[who].side for who in seat.controls if who in people}
    return "ally" if person.side in seat.controls or person.side in sides else "foe"


def who_is(game: Ruleset[State], one: Combatant | None, person: view.Person, language: Language) -> str:
    """Class and level, or level and size, for those who may know; else the size alone."""
    size = ""
    if person.category not in (None, "normal"):
        size = game.texts.say(language, f"category.{person.category}")
    if one is None or person.numbers is None:
        return size
    level = game.texts.say(language, "card.level", level=person.numbers.level)
    return ", ".join(part for part in (class_name(books_of(game), one.profile, language), level, size) if part)


def person_tags(
    game: Ruleset[State], state: State, person: view.Person, language: Language, *, fighting: bool
) -> Iterator[Tag]:
    """How somebody is, where, with whom, under what."""
    say, name, numbers = game.texts.say, person.name.in_(language), person.numbers
    if person.awareness == "unconscious" and numbers is not None and numbers.recoveries_max:
        key = "picture.stable" if numbers.stable else "picture.dying"
        yield Tag(say(language, key, fails=numbers.death_fails), "bad")
    elif person.awareness != "awake":
        yield Tag(say(language, f"awareness.{person.awareness}", who=name), "bad")
    elif numbers is None or person.wounds == "staggered":
        tone: Literal["plain", "bad"] = "plain" if person.wounds == "none" else "bad"
        yield Tag(say(language, f"wounds.{person.wounds}", who=name), tone)
    for each in person.conditions:
        yield Tag(say(language, f"condition.{each}", who=name), "bad")
    for kind in person.ongoing:
        yield Tag(say(language, "picture.ongoing", kind=damage_word(game, kind, language)), "bad")
    if fighting and person.awareness not in OUT:
        yield from place_tags(game, state, person, language)
    if numbers is None:
        return
    for defence in DEFENCES:
        value = getattr(numbers, defence)
        yield Tag(f"{say(language, f'stat.{defence}')} {value}")
    if numbers.debt:
        yield Tag(say(language, "tag.debt", debt=numbers.debt), "bad")
    if numbers.wounds:
        yield Tag(say(language, "tag.lasting_wounds", count=numbers.wounds), "bad")
    one = standing(state).get(person.id)
    for boost in one.boosts if one is not None else ():
        words_ = say(language, "tag.boost", value=f"{boost.value:+d}", stat=say(language, f"stat.{boost.stat}"))
        yield Tag(words_, "good" if boost.value > 0 else "bad")


def place_tags(game: Ruleset[State], state: State, person: view.Person, language: Language) -> Iterator[Tag]:
    """Engagements and positions; what the referee flagged is known to all."""
    say = game.texts.say

    def names(people: tuple[str, ...]) -> Name:
        return named(game, state, people, language)

    if not person.present:
        yield Tag(say(language, "tag.absent"))
        return
    if person.grabbed_by:
        yield Tag(say(language, "tag.grabbed", who=names(person.grabbed_by)), "bad")
    if person.engaged:
        yield Tag(say(language, "tag.engaged", count=len(person.engaged)), "plain", str(names(person.engaged)))
    elif person.behind:
        yield Tag(say(language, "tag.behind", who=names((person.behind,))), "good")
    else:
        yield Tag(
            say(language, f"tag.{person.band}", who=person.name.in_(language)), "plain", str(names(person.beside))
        )
    if person.delaying:
        yield Tag(say(language, "tag.delaying"))
    if person.readied:
        yield Tag(say(language, "tag.readied"))
    if person.actions:
        yield Tag(", ".join(say(language, f"cost.{cost}") for cost in person.actions))
    one = standing(state)[person.id]
    if one.invisible:
        yield Tag(say(language, "note.invisible"), "good")
    if one.precarious:
        yield Tag(say(language, "tag.precarious"), "bad")
    if one.blocking:
        yield Tag(say(language, "tag.blocking"))
