"""White Box at a glance: a card for everybody whom a seat sees, in a fight, under way and in the lists.

What a card shows comes from the views, which hold no secret; only what lasts on companions is asked of the state.
"""

from collections.abc import Hashable, Iterable, Iterator
from typing import Final, Literal, NamedTuple

from arbitro.kernel.card import Card, Gauge, Sheet, Tag
from arbitro.kernel.moment import always_same, made_of, once
from arbitro.kernel.same import Same
from arbitro.kernel.seat import Seat
from arbitro.kernel.token import Token, token_for
from arbitro.rules.whitebox import basics, view
from arbitro.rules.whitebox.basics import fighting
from arbitro.rules.whitebox.entry_names import entry_name
from arbitro.rules.whitebox.exploring import view as exploring_view
from arbitro.rules.whitebox.exploring.telling import door_tags, troop_names
from arbitro.rules.whitebox.meanings import entry_meaning
from arbitro.rules.whitebox.people import view as people_view
from arbitro.rules.whitebox.people.load import load, rate_under, walking_rate
from arbitro.rules.whitebox.people.memory import slots_of
from arbitro.rules.whitebox.people.records import folk
from arbitro.rules.whitebox.people.state import PARTY, Character
from arbitro.rules.whitebox.people.telling import calling_name, folk_name
from arbitro.rules.whitebox.rules import Rules
from arbitro.rules.whitebox.scene import Here
from arbitro.rules.whitebox.sheets import full_sheet, kind_of
from arbitro.rules.whitebox.state import Combatant, State
from arbitro.rules.whitebox.tokens import companion_token, fighter_token, met_token
from arbitro.rules.whitebox.view import knows_numbers
from arbitro.text import Language, Name

Group = Literal["own", "ally", "foe", "place"]
GROUPS: Final[tuple[Group, ...]] = ("own", "ally", "foe", "place")
_RANKS: Final = {group: rank for rank, group in enumerate(GROUPS)}
_NO_LIGHTS: Final[tuple[Gauge, ...]] = ()
MINUTES_A_TURN: Final = 10
HELPFUL: Final = frozenset(
    {
        "bonus", "protected", "resisting", "shielded", "spell_proof", "banishing", "regenerating", "hasted", "moving",
        "invisible", "retaliating", "lit",
    }
)  # fmt: skip
"""Lasting effects that one is glad of."""
OUT_OF_THE_JOUST: Final = ("stunned", "out", "dead", "withdrawn")


def nearly_gone(left: int, most: int) -> bool:
    """Whether hit points call for attention: a quarter of the full number, or less."""
    return 4 * left <= most


class Standing(NamedTuple):
    """What the moment of a fight adds to what is seen of somebody, whoever looks."""

    side: str
    """What their side is called."""
    acting: bool
    """Whether it is their side's turn."""
    over: bool
    surprised: bool
    near: tuple[str, ...]
    """The names of those with whom they are at blows."""
    against: tuple[str, ...] = ()
    """Their ids."""
    gap: int | None = None
    """Feet to the nearest of those who are against them and are seen."""


class Own(NamedTuple):
    """What a reader's own seat adds to it, and the place of their side in the round."""

    group: Group
    when: str
    spells: tuple[Tag, ...]
    lights: tuple[Gauge, ...]


def cards(here: Here, seat: Seat, language: Language) -> tuple[Card, ...]:
    """The riders of a joust, the fighters of a fight, or the party and the place where it is."""
    joust = here.state.joust
    found: Iterable[Card]
    if joust is not None and (not joust.over or not here.state.characters):
        found = rider_cards(here, seat, language)
    elif fighting(here.state) or (here.state.fight is not None and not here.state.characters):
        found = fighter_cards(here, seat, language)
    else:
        found = company_cards(here, seat, language)
    return tuple(sorted(found, key=lambda card: _RANKS[card.group]))


def sheet(here: Here, seat: Seat, subject: str, language: Language) -> Sheet | None:
    """All that a seat may know of somebody: nothing beyond the card of those whose numbers it may not know."""
    return full_sheet(here, seat, subject, language) if knows_numbers(here.state, seat, subject) else None


# ------------------------------------------------------------ the fight


def fighter_cards(here: Here, seat: Seat, language: Language) -> list[Card]:
    """A card for each of the fighters: the very same for all who are shown as much of them."""
    fight, seen = here.state.fight, view.view(here.state, seat).fight
    if fight is None or seen is None:
        return []
    friends = friendly_sides(here.state, seat, seen)
    player, standings = seat.role == "player", standings_of(here, seen, language)
    under_way, lights, places = here.state.expedition is not None, _NO_LIGHTS, dict[str, str]()
    made: dict[Hashable, tuple[object, object, Card]] = here.once(("cards", language), dict)
    found: list[Card] = []
    for person in seen.people:
        mine = player and (person.id in seat.controls or person.side in seat.controls)
        group: Group = "own" if mine else "ally" if person.side in friends else "foe"
        if under_way:
            lights = light_gauges(here, seat, person.id, language)
        standing = standings[person.id]
        key = (id(person), id(standing), group, lights)  # both are kept with the card
        shown = made.get(key)
        if shown is None:
            when = places.get(person.side)
            if when is None:
                when = places[person.side] = place_in_round(seen, person.side)
            own = Own(group, when, spell_tags(here, person, language), lights)
            shown = made[key] = (person, standing, _fighter_card(here, person, standing, own, language))
        found.append(shown[2])
    return found


def _fighter_card(here: Here, person: view.Person, standing: Standing, own: Own, language: Language) -> Card:
    """The card of a fighter, as it was the moment before if nothing about them has changed."""
    state = here.state
    return made_of(
        state,
        ("card", own, language),
        (person, basics.fight(state).combatants[person.id], state.characters.get(person.id), standing),
        lambda: fighter_card(here, person, standing, own, language),
    )


def place_in_round(seen: view.FightView, side: str) -> str:
    """When a side acts, by the last initiative; empty before there is one, and once all is over."""
    places = (f"{number}." for number, group in enumerate(seen.initiative, 1) if side in group)
    return "" if seen.phase == "over" or not seen.round else next(places, "")


def standings_of(here: Here, seen: view.FightView, language: Language) -> dict[str, Standing]:
    """The moment of everybody in a fight: the same for all who see the same people."""
    unseen = tuple([person.id for person in seen.people if person.at is None])
    return here.once(("standings", unseen, language), lambda: _standings(here, seen, language))


def _standings(here: Here, seen: view.FightView, language: Language) -> dict[str, Standing]:
    over, done = seen.phase == "over", () if here.state.fight is None else here.state.fight.done
    acting = () if over else tuple(side for side in seen.acting if side not in done)
    sides = {side: str(here.rules.name_of(here, side, language)) for side in seen.sides}
    near = view.in_reach(Same(seen))
    found = {
        person.id: Standing(
            sides[person.side],
            person.side in acting,
            over,
            seen.round == 0 and (person.id in seen.surprised or person.side in seen.surprised),
            tuple([str(other.name.in_(language)) for other in near.get(person.id, ())]),
            tuple([other.id for other in near.get(person.id, ())]),
            _gap(person, seen),
        )
        for person in seen.people
    }
    return {who: always_same(here.state, standing) for who, standing in found.items()}


def _gap(person: view.Person, seen: view.FightView) -> int | None:
    """Feet to the nearest foe on their feet who is seen; nothing where there is none, or where it is not known."""
    if person.at is None:
        return None
    foes = [one.at for one in seen.people if one.side != person.side and one.at is not None and one.condition == "up"]
    return min((abs(at - person.at) for at in foes), default=None)


def fighter_card(here: Here, person: view.Person, standing: Standing, own: Own, language: Language) -> Card:
    """Somebody in a fight."""
    rules, numbers = here.rules, person.numbers
    one, sheet = basics.fight(here.state).combatants[person.id], here.state.characters.get(person.id)
    gauges: tuple[Gauge, ...] = ()
    if numbers is not None:
        gauges = (life(rules, numbers.hp, numbers.max_hp, language),)
        if one.profile.spells:
            gauges += (spells_gauge(rules, len(numbers.spells), len(one.profile.spells), language),)
    return Card(
        person.id,
        str(person.name.in_(language)),
        own.group,
        fighter_line(rules, person, one, sheet, standing.side, language),
        (*gauges, *own.lights),
        tuple(fighter_tags(rules, person, standing, own.spells, language)),
        active=standing.acting and person.condition == "up" and not person.held,
        out=person.condition != "up",
        has_sheet=numbers is not None,
        when=own.when,
        token=fighter_token(here, person, language),
        dead=person.condition == "dead",
    )


def friendly_sides(state: State, seat: Seat, seen: view.FightView) -> set[str]:
    """The sides that the reader is with: its own; for the referee and onlookers the characters'."""
    return once(state, ("friends", seat), lambda: _friendly_sides(state, seat, seen))


def _friendly_sides(state: State, seat: Seat, seen: view.FightView) -> set[str]:
    fight = state.fight
    if fight is None:
        return set()
    people = fight.combatants.values()
    if seat.role == "player":
        return {one.profile.side for one in people if one.id in seat.controls or one.profile.side in seat.controls}
    heroes = {one.profile.side for one in people if one.profile.nature == "character"}
    return heroes or set(list(seen.sides)[:1])


def fighter_line(
    rules: Rules, person: view.Person, one: Combatant, sheet: Character | None, side: str, language: Language
) -> str:
    """Class and level, or hit dice, for those who may know; else nothing but the side."""
    if sheet is not None:
        return companion_line(rules, sheet, language)
    return side if person.numbers is None else kind_of(rules, one, language)


def fighter_tags(
    rules: Rules, person: view.Person, standing: Standing, spells: tuple[Tag, ...], language: Language
) -> Iterator[Tag]:
    """How somebody is, where, against whom, under what."""
    say, name = rules.texts.say, person.name.in_(language)
    numbers = person.numbers
    if person.condition != "up":
        yield Tag(say(language, f"condition.{person.condition}", who=name), "bad")
    elif numbers is None:
        yield Tag(say(language, f"wounds.{person.wounds}", who=name), "plain" if person.wounds == "none" else "bad")
    if person.held and "asleep" not in person.effects:
        yield Tag(say(language, "condition.held", who=name), "bad")
    if numbers is not None and numbers.bleeding:
        yield Tag(say(language, "tag.bleeding"), "bad")
    yield from effect_tags(rules, person.effects, name, language)
    if person.condition == "up" and not standing.over:
        yield from position_tags(rules, person, standing, language)
        if standing.surprised:
            yield Tag(say(language, "tag.surprised", who=name), "bad")
        if person.acted:
            yield Tag(say(language, "tag.acted"))
    if numbers is None:
        return
    yield Tag(say(language, "tag.armour", down=19 - numbers.armour, up=numbers.armour))
    yield from spells
    if numbers.morale:
        yield Tag(say(language, "tag.morale", morale=say(language, f"row.morale.{numbers.morale}")))


def spell_tags(here: Here, person: view.Person, language: Language) -> tuple[Tag, ...]:
    """What somebody holds ready, and what they are preparing, for those who may know."""
    numbers = person.numbers
    if numbers is None or not (numbers.prepared or numbers.preparing):
        return ()
    return tuple(
        Tag(
            here.rules.texts.say(language, key, spell=here.rules.name_of(here, f"{person.id}/{spell}", language)),
            "good",
        )
        for key, spell in (("tag.prepared", numbers.prepared), ("tag.preparing", numbers.preparing))
        if spell
    )


def position_tags(rules: Rules, person: view.Person, standing: Standing, language: Language) -> Iterator[Tag]:
    """Within whose reach somebody stands, or how far from the nearest foe (WB-MELEE-02); the unseen are nowhere."""
    say, near, gap = rules.texts.say, standing.near, standing.gap
    if person.at is None:
        yield Tag(say(language, "tag.unseen"))
        return
    if near:
        yield Tag(say(language, "tag.melee", count=len(near)), "plain", ", ".join(near))
    elif gap is not None:
        yield Tag(say(language, "tag.gap", feet=gap))


def effect_tags(rules: Rules, kinds: tuple[str, ...], name: Name, language: Language) -> Iterator[Tag]:
    """What can be seen to last on somebody."""
    for kind in kinds:
        means = entry_meaning(rules, "effect", kind, language)
        yield Tag(rules.texts.say(language, f"effect.{kind}", who=name), "good" if kind in HELPFUL else "bad", means)


# ------------------------------------------------------------ the party


def company_cards(here: Here, seat: Seat, language: Language) -> Iterator[Card]:
    """Everybody with a sheet, in marching order; whoever is met; the place."""
    rank = {who: number for number, who in enumerate(here.state.party.order)}
    companions = sorted(people_view.companions(here.state, seat), key=lambda one: rank.get(one.id, len(rank)))
    for companion in companions:
        if companion.health != "retired":
            yield _companion_card(here, seat, companion, language)
    seen = exploring_view.expedition(here.state, seat, troop_names(here))
    if seen is None or seen.over:
        return
    if seen.meeting is not None:
        yield meeting_card(here, seen.meeting, language)
    yield here.rules.place_card(here, seen, language)


def _companion_card(here: Here, seat: Seat, companion: people_view.Companion, language: Language) -> Card:
    """A member of the party as it is shown to all who know as much of them."""
    mine = seat.role == "player" and (PARTY in seat.controls or companion.id in seat.controls)
    group: Group = "own" if mine else "ally"
    lights = light_gauges(here, seat, companion.id, language)
    told = ("companion tags", companion.id, companion.sheet is None, seat.role == "referee", language)
    tags = here.once(told, lambda: tuple(companion_tags(here, seat, companion, language)))
    one = here.state.characters[companion.id]
    return made_of(
        here.state,
        ("companion card", group, lights, tags, language),
        (companion, one),
        lambda: companion_card(here, companion, group, (lights, tags), language),
    )


def companion_card(
    here: Here,
    companion: people_view.Companion,
    group: Group,
    moment: tuple[tuple[Gauge, ...], tuple[Tag, ...]],
    language: Language,
) -> Card:
    """A member of the party, or somebody who waits at home; the lights that they bear, and what is so at the moment."""
    one, (lights, tags) = here.state.characters[companion.id], moment
    gauges: tuple[Gauge, ...] = ()
    if companion.sheet is not None:
        gauges = (life(here.rules, one.hp, one.max_hp, language), *load_gauges(here.rules, one, language))
        room = sum(slots_of(here.rules, one))
        if room:
            gauges += (spells_gauge(here.rules, len(one.prepared), room, language),)
    return Card(
        one.id,
        str(one.name.in_(language)),
        group,
        companion_line(here.rules, one, language),
        (*gauges, *lights),
        tags,
        out=not one.fit,
        has_sheet=companion.sheet is not None,
        token=companion_token(here, companion, language),
        dead=companion.health == "dead",
    )


def companion_line(rules: Rules, one: Character, language: Language) -> str:
    """People, class and level."""
    folk, calling = folk_name(rules, one, language), calling_name(rules, one, language)
    key = "card.companion" if one.class_id else "card.hireling"
    if one.class_id and str(folk) == str(calling):  # a people that is a class
        key = "card.one_kind"
    return rules.texts.say(language, key, folk=folk, calling=calling, level=one.level)


def companion_tags(here: Here, seat: Seat, companion: people_view.Companion, language: Language) -> Iterator[Tag]:
    """Health, what lasts, what somebody is busy with, in whose service."""
    say, name = here.rules.texts.say, companion.name.in_(language)
    if companion.health != "well":
        yield Tag(say(language, f"health.{companion.health}", who=name), "bad")
    if here.state.characters[companion.id].captive is not None:
        yield Tag(say(language, "tag.captive"), "bad")
    if companion.sheet is not None and companion.sheet.bleeding:
        yield Tag(say(language, "tag.bleeding"), "bad")
    held = here.state.effects.get(companion.id, ())
    kinds = dict.fromkeys(one.kind for one in held if one.active(here.state.minutes) and one.kind not in view.HIDDEN)
    yield from effect_tags(here.rules, tuple(kinds), name, language)
    out = here.state.expedition
    busy = out.busy.get(companion.id, 0) - here.state.minutes if out is not None and not out.over else 0
    if busy > 0:
        yield Tag(say(language, "tag.busy", who=name, minutes=busy))
    if companion.employer:
        yield Tag(say(language, "tag.serves", who=here.rules.name_of(here, companion.employer, language)))
    if companion.id not in here.state.party.order:
        yield Tag(say(language, "tag.not_along"))
    if seat.role == "referee" and here.state.characters[companion.id].loyalty.status:
        yield Tag(say(language, f"loyalty.{here.state.characters[companion.id].loyalty.status}"))


# ------------------------------------------------------------ gauges


def life(rules: Rules, hp: int, most: int, language: Language) -> Gauge:
    """Hit points."""
    label, short = rules.texts.say(language, "gauge.hp"), rules.texts.say(language, "gauge.hp.short")
    return Gauge(label, hp, most, nearly_gone(hp, most), short)


def spells_gauge(rules: Rules, ready: int, room: int, language: Language) -> Gauge:
    """Spells in memory, out of those that there is room for."""
    label, short = rules.texts.say(language, "gauge.spells"), rules.texts.say(language, "gauge.spells.short")
    return Gauge(label, ready, room, short=short)


def load_gauges(rules: Rules, one: Character, language: Language) -> tuple[Gauge, ...]:
    """Pounds carried, out of those with which one still moves; low at half speed or less (WB-MOVE-01)."""
    if one.monster:
        return ()
    pounds, bands = load(rules, one), rules.content.encumbrance.bands
    slowed = 2 * walking_rate(rules, one) <= rate_under(rules, 0, folk(rules, one).speed)
    label, short = rules.texts.say(language, "gauge.load"), rules.texts.say(language, "gauge.load.short")
    return (Gauge(label, int(pounds), bands[-1].pounds, slowed, short, harm=True),)


def light_gauges(here: Here, seat: Seat, bearer: str, language: Language) -> tuple[Gauge, ...]:
    """Turns for which the lights in somebody's hands still burn, a begun turn counted as one."""
    seen = here.once(("lights", seat), lambda: exploring_view.expedition(here.state, seat, {}))  # for each bearer
    if seen is None or seen.over:
        return ()
    turns = [-(-light.minutes // MINUTES_A_TURN) for light in seen.lights if light.bearer == bearer and light.burning]
    if not turns:
        return ()
    label, short = here.rules.texts.say(language, "gauge.light"), here.rules.texts.say(language, "gauge.light.short")
    return tuple(Gauge(label, left, low=left <= 1, short=short) for left in turns)


# ------------------------------------------------------------ the place


def meeting_token(here: Here, met: exploring_view.MeetingView, language: Language) -> Token | None:
    """The token of those who are met."""
    out = here.state.expedition
    troop = None if out is None else out.troops.get(met.troop)
    return None if troop is None else met_token(here.rules, troop, met, language)


def meeting_card(here: Here, met: exploring_view.MeetingView, language: Language) -> Card:
    """Those who are met, as many as the party sees."""
    say = here.rules.texts.say
    line = say(language, "card.met", count=met.count, feet=met.feet)
    tags = tuple(Tag(say(language, f"tag.surprised_{side}")) for side in met.surprised)
    token = meeting_token(here, met, language)
    return Card(met.troop, str(met.name.in_(language)), "foe", line, tags=tags, token=token)


def place_card(here: Here, seen: exploring_view.ExpeditionView, language: Language) -> Card:
    """Where the party is: the turn, the ways out, light or dark, traps that were found."""
    say = here.rules.texts.say
    tags: list[Tag] = []
    if not seen.outdoors and not any(light.burning for light in seen.lights):
        tags.append(Tag(say(language, "tag.dark"), "bad"))
    tags += door_tags(here, seen, language)
    tags += [
        Tag(say(language, "picture.trap", trap=here.rules.name_of(here, trap, language)), "bad") for trap in seen.traps
    ]
    after_a_march = seen.outdoors or seen.miles > 0  # turns that count days on the road say nothing
    gauges = () if after_a_march else (Gauge(say(language, "gauge.turns"), seen.turns),)
    line = str(seen.text.in_(language)) if seen.text is not None else ""
    return Card(seen.place, str(seen.name.in_(language)), "place", line, gauges, tuple(tags))


# ------------------------------------------------------------ the lists


def rider_cards(here: Here, seat: Seat, language: Language) -> Iterator[Card]:
    """The two riders: points, the saddle, hit points for those who may know."""
    seen = exploring_view.joust(here.state, seat)
    if seen is None:
        return
    say = here.rules.texts.say
    for rider in seen.riders:
        name = rider.name.in_(language)
        gauges: tuple[Gauge, ...] = (Gauge(say(language, "gauge.points"), rider.points),)
        if rider.hp is not None and rider.max_hp is not None:
            gauges = (life(here.rules, rider.hp, rider.max_hp, language), *gauges)
        gone = rider.seat in OUT_OF_THE_JOUST
        tags = [Tag(say(language, f"seat.{rider.seat}", who=name), "plain" if rider.seat == "mounted" else "bad")]
        if rider.ready:
            tags.append(Tag(say(language, "tag.ready", who=name), "good"))
        mine = seat.role == "player" and rider.id in seat.controls
        group: Group = "own" if mine else "foe" if seat.role == "player" else "ally"
        yield Card(
            rider.id,
            str(name),
            group,
            str(entry_name(here.rules, "transport", rider.mount, language)),
            gauges,
            tuple(tags),
            active=not (seen.over or gone or rider.ready),
            out=gone,
            has_sheet=rider.hp is not None,
            token=token_for(str(name), "horse", "gone" if gone else "well"),
        )
