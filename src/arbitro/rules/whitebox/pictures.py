"""White Box drawn: the line of feet that a fight stands on, a meeting across its distance, the lists of a joust.

Everything comes from the views, which hold no secret. What the picture shows of the round are its steps in the order of
the table's own sequence, and which side won the initiative.
"""

from collections.abc import Hashable, Iterable, Iterator, Mapping
from typing import Final

from msgspec.structs import replace

from arbitro.kernel.drawing import Drawing
from arbitro.kernel.engraving import engraved
from arbitro.kernel.moment import made_of, once_of
from arbitro.kernel.same import Same
from arbitro.kernel.seat import Seat
from arbitro.kernel.sketch import Figure, Sketch, Spot, Stand, Step, Track, from_own, on_a_line, open_ground
from arbitro.kernel.token import token_for
from arbitro.rules.whitebox import view
from arbitro.rules.whitebox.basics import fighting
from arbitro.rules.whitebox.cards import (
    HELPFUL,
    OUT_OF_THE_JOUST,
    Standing,
    friendly_sides,
    meeting_token,
    standings_of,
)
from arbitro.rules.whitebox.entry_names import entry_name
from arbitro.rules.whitebox.exploring import telling
from arbitro.rules.whitebox.exploring import view as exploring_view
from arbitro.rules.whitebox.exploring.meetings import attitude_of
from arbitro.rules.whitebox.exploring.numbers import joust_numbers
from arbitro.rules.whitebox.exploring.place_map import place_map
from arbitro.rules.whitebox.exploring.state import FOES_SIDE, PARTY_SIDE, Expedition
from arbitro.rules.whitebox.exploring.telling import troop_names
from arbitro.rules.whitebox.people import view as people_view
from arbitro.rules.whitebox.rules import Rules
from arbitro.rules.whitebox.scene import Here
from arbitro.rules.whitebox.state import MELEE_REACH, Phase, State
from arbitro.rules.whitebox.tokens import companion_token, fighter_token
from arbitro.rules.whitebox.whose_turn import ALTERNATE
from arbitro.text import Language

RULES: Final = ("WB-SEQ-01", "WB-SEQ-02", "WB-INIT-01", "WB-MELEE-02")
"""The rules that the picture of a fight lays open: its steps, its order, and who is within whose reach."""
ASIDE: Final = ("dead", "fled", "surrendered")
"""Those who have no place in the fight any more."""

BANDS: Final = ((0, "here"), (MELEE_REACH, "reach"), (30, "steps"), (60, "run"), (120, "shot"))
"""How far something is in words, by feet; what is farther is far."""
OPEN_STEP: Final = 20
"""How far ahead and behind there is open ground to go to, in feet: less than most people's move."""
Further = Mapping[str, tuple[str, ...]]
"""What else there is to say of those of whom there is anything, by their ids."""
NAMED: Final = 3
"""How many opponents are named; more are counted."""


def sketch(here: Here, seat: Seat, language: Language) -> Sketch | None:
    """The fight, the joust, or those whom the party has met."""
    if fighting(here.state) or (
        here.state.fight is not None and not here.state.characters and here.state.joust is None
    ):
        return fight_sketch(here, seat, language)
    joust = here.state.joust
    if joust is not None and (not joust.over or not here.state.characters):
        return joust_sketch(here, seat, language)
    return meeting_sketch(here, seat, language)


def chart(here: Here, seat: Seat, language: Language) -> Drawing | None:
    """The places of the expedition, while nothing else is drawn; or the last fight, as it ended."""
    found = place_map(here, seat, language)
    if found is not None or here.state.fight is None:
        return found
    ended = fight_sketch(here, seat, language)
    return None if ended is None else engraved(ended, here.state.memory)


# ------------------------------------------------------------ the fight


def picture(here: Here, seat: Seat, language: Language) -> list[str]:
    """The scene in words; of a fight also the order of its sides, and who fights whom hand to hand."""
    lines = telling.picture(here, seat, language)
    seen = view.view(here.state, seat).fight
    if seen is None or not fighting(here.state):
        return lines
    if not seen.round:  # surprise comes before any round
        acting = ", ".join(seen.sides[side].in_(language) for side in seen.acting)
        lines[0] = f"{here.rules.texts.say(language, 'sketch.before')}: {acting or '–'}"
    unseen = tuple([one.id for one in seen.people if one.at is None])
    more = here.once(("moment", unseen, language), lambda: _moment(here, seen, language))
    return [*lines[:1], *more, *lines[1:]]


def _moment(here: Here, seen: view.FightView, language: Language) -> tuple[str, ...]:
    """The order of the sides, and who fights whom hand to hand: the same for all who see the same people."""
    say, more = here.rules.texts.say, []
    if seen.initiative and seen.round:
        order = (f"{number + 1}. {_sides(seen, each, language)}" for number, each in enumerate(seen.initiative))
        more.append(say(language, "sketch.order", order=", ".join(order)))
    first = next(iter(seen.sides), "")
    melees: dict[tuple[str, ...], list[str]] = {}
    standings = standings_of(here, seen, language)
    for one in seen.people:
        near = standings[one.id].near
        if near and one.side == first:
            melees.setdefault(near, []).append(str(one.name.in_(language)))
    for foes, own in melees.items():
        more.append(say(language, "sketch.engaged", who=", ".join(own), foes=", ".join(foes)))
    return tuple(more)


def fight_sketch(here: Here, seat: Seat, language: Language) -> Sketch | None:
    """The round with its steps, and everybody on the line, the reader's own people nearest."""
    seen = view.view(here.state, seat).fight
    if seen is None:
        return None
    friends = friendly_sides(here.state, seat, seen)
    sides = tuple(sorted(seen.sides, key=lambda side: side not in friends))
    further = here.rules.further_about(here, seat, seen, language)
    key = ("sketch", Same(seen), sides, *further.items(), language)
    return here.once(key, lambda: _drawn_up(here, seen, sides, further, language))


def _drawn_up(here: Here, seen: view.FightView, sides: tuple[str, ...], further: Further, language: Language) -> Sketch:
    """A fight for all who see the same of it from the same end of the line."""
    standings, figures = standings_of(here, seen, language), dict[str, Figure]()
    places = {side: place for place, side in enumerate(sides)}
    made: dict[Hashable, tuple[object, object, Figure]] = here.once(("figures", language), dict)
    for one in seen.people:
        side, more, standing = places[one.side], further.get(one.id, ()), standings[one.id]
        key = (id(one), id(standing), side, more)  # both are kept with the figure
        shown = made.get(key)
        if shown is None:
            shown = made[key] = (one, standing, _figure(here, one, side, standing, more, language))
        figures[one.id] = shown[2]
    title, tracks = here.once(
        ("round", language),
        lambda: (_round_title(here.rules, seen, language), tuple(_tracks(here, seen, language))),
    )
    unseen = tuple([one.id for one in seen.people if one.at is None])
    line = here.once(("line", unseen, sides, language), lambda: tuple(_line(here.rules, seen, figures, language)))
    spots = tuple([_filled(here.state, spot, figures) for spot in line])
    return Sketch(title, tuple(str(seen.sides[side].in_(language)) for side in sides), tracks, spots, lined=True)


def _filled(state: State, spot: Spot, figures: dict[str, Figure]) -> Spot:
    """A place with those who stand there as one reader knows them."""
    standing = tuple([figures[one.id] for one in spot.figures])
    return once_of(state, "spot", (spot, *standing), lambda: replace(spot, figures=standing))


def _round_title(rules: Rules, seen: view.FightView, language: Language) -> str:
    say = rules.texts.say
    if seen.phase == "over":
        winners = ", ".join(seen.sides[side].in_(language) for side in seen.winners)
        return say(language, "sketch.over", winners=winners or "–")
    return say(language, "sketch.round", round=seen.round) if seen.round else say(language, "sketch.before")


def _tracks(here: Here, seen: view.FightView, language: Language) -> Iterator[Track]:
    """The steps of the round, where it has several, and the sides in the order of their initiative."""
    say = here.rules.texts.say
    if seen.phase == "over":
        return
    steps = steps_of_the_round(here.state, seen.phase)
    if len(steps) > 1:
        now = steps.index(seen.phase)
        shown = tuple(
            Step(say(language, f"phase.{phase}"), number == now, number < now) for number, phase in enumerate(steps)
        )
        yield Track(say(language, "sketch.steps"), shown)
    acting, done = seen.acting, here.state.fight.done if here.state.fight is not None else ()
    if not seen.round or seen.phase == "declare":
        label = say(language, "sketch.declaring" if seen.phase == "declare" else "sketch.free")
        names = ((side, str(seen.sides[side].in_(language))) for side in acting)
        steps_now = tuple(Step(name, side not in done, side in done) for side, name in names)
        yield Track(label, steps_now, ordered=False)
    if seen.initiative and seen.round:
        at = seen.initiative.index(acting) if acting in seen.initiative and seen.phase != "declare" else -1
        order = tuple(
            Step(f"{number + 1}. {_sides(seen, group, language)}", number == at, number < at)
            for number, group in enumerate(seen.initiative)
        )
        yield Track(say(language, "sketch.initiative"), order)


def steps_of_the_round(state: State, now: Phase) -> tuple[Phase, ...]:
    """What a round is made of, by the table's own sequence; the present step is always among them."""
    if now == "free":
        return (now,)
    declared: tuple[Phase, ...] = ("declare",) if state.options["declare_intent"] or now == "declare" else ()
    turns: tuple[Phase, ...] = ALTERNATE if state.options["combat_sequence"] == "alternate" else ("act",)
    steps = (*declared, *turns)
    return steps if now in steps else (now,)  # a sequence changed in mid-fight takes hold with the next round


def _sides(seen: view.FightView, sides: Iterable[str], language: Language) -> str:
    """Sides that act together."""
    return " + ".join(seen.sides[side].in_(language) for side in sides)


def _figure(
    here: Here, one: view.Person, side: int, standing: Standing, further: tuple[str, ...], language: Language
) -> Figure:
    """Somebody in the fight, as they stood there the moment before if nothing about them has changed."""
    return made_of(
        here.state,
        ("figure", side, further, language),
        (one, standing, fighter_token(here, one, language)),
        lambda: fighter(here, one, side, standing, further, language),
    )


def fighter(
    here: Here, one: view.Person, side: int, standing: Standing, further: tuple[str, ...], language: Language
) -> Figure:
    """Somebody in the fight: how they are, whom they fight, with what they could shoot."""
    rules, name, numbers = here.rules, one.name.in_(language), one.numbers
    say = rules.texts.say
    effects = [kind for kind in one.effects if kind not in HELPFUL]
    words = [say(language, f"effect.{kind}", who=name) for kind in effects]
    if one.condition != "up":
        words = [say(language, f"condition.{one.condition}", who=name)]
    elif one.held and "asleep" not in effects:
        words = [say(language, "condition.held", who=name)]
    elif standing.surprised:
        words.insert(0, say(language, "tag.surprised", who=name))
    health = say(language, f"wounds.{one.wounds}", who=name)
    if numbers is not None:
        health = say(language, "picture.hp", hp=numbers.hp, max=numbers.max_hp)
    if one.condition == "up" or numbers is not None:
        words = [health, *words]
    return Figure(
        one.id,
        str(name),
        side,
        ", ".join(words),
        "; ".join((*_about(rules, one, standing.near, language), *further)),
        100 * max(numbers.hp, 0) // max(numbers.max_hp, 1) if numbers is not None else None,
        active=standing.acting and one.condition == "up" and not one.held and not one.acted,
        out=one.condition != "up",
        token=fighter_token(here, one, language),
        against=standing.against,
    )


def _about(rules: Rules, one: view.Person, near: tuple[str, ...], language: Language) -> Iterator[str]:
    """Whom somebody is within reach of, and what they could shoot with, where that is known."""
    if one.condition != "up":
        return
    say = rules.texts.say
    if near:
        few = len(near) <= NAMED
        yield say(language, "sketch.against", who=", ".join(near) if few else str(len(near)))
    shoots = (
        [weapon.name.in_(language) for weapon in one.numbers.weapons if weapon.kind == "missile"] if one.numbers else []
    )
    if shoots:
        yield say(language, "sketch.shoots", weapon=", ".join(dict.fromkeys(shoots)))
    if one.acted:
        yield say(language, "tag.acted")


def where_words(rules: Rules, feet: int, language: Language) -> str:
    """Where a place is, as people at the table say it: how far from the nearest of one's own."""
    band = next((name for most, name in BANDS if feet <= most), "far")
    return rules.texts.say(language, f"sketch.where.{band}", feet=feet)


def _ground_words(rules: Rules, stands: list[Stand], at: int, language: Language) -> str:
    """What a place of the line is called: where friends and foes stand on the same spot it is nobody's own."""
    there = {stand.figure.side == 0 for stand in stands if stand.at == at}
    if len(there) > 1:
        return rules.texts.say(language, "sketch.where.mixed")
    return where_words(rules, from_own(stands, at), language)


def further_about(here: Here, seat: Seat, seen: view.FightView, language: Language) -> Further:
    """What else there is to say of people; a variant has more."""
    del here, seat, seen, language
    return {}


def _line(rules: Rules, seen: view.FightView, figures: dict[str, Figure], language: Language) -> Iterator[Spot]:
    """The places on the line from far to near, then those whose place is not known, and those who are out of it.

    They are the same for all who see the same people and look from the same side, whatever they know of each.
    """
    say = rules.texts.say
    things: dict[int, tuple[str, ...]] = {}
    for wall in seen.walls:
        things[wall.at] = (*things.get(wall.at, ()), say(language, f"sketch.wall.{wall.of}"))
    for thing in seen.lying:
        lying = say(language, "sketch.lying", thing=thing.name.in_(language))
        things[thing.at] = (*things.get(thing.at, ()), lying)
    stands = [
        Stand(figures[one.id], one.at, one.condition == "up")
        for one in seen.people
        if one.at is not None and one.condition not in ASIDE
    ]
    yield from on_a_line(
        stands,
        MELEE_REACH,
        lambda at: _ground_words(rules, stands, at, language),
        lambda feet, joined: say(language, "sketch.melee" if joined else "sketch.feet", feet=feet),
        things,
        _open_ground(rules, seen, stands, language),
    )
    unseen = [figures[one.id] for one in seen.people if one.at is None and one.condition not in ASIDE]
    aside = [figures[one.id] for one in seen.people if one.condition in ASIDE]
    for label, people in (("sketch.unseen", unseen), ("sketch.aside", aside)):
        if people:
            yield Spot(say(language, label), tuple(people), apart=True)


def _open_ground(rules: Rules, seen: view.FightView, stands: list[Stand], language: Language) -> dict[int, str]:
    """The empty places that the reader's side could go to, while it acts."""
    ours = {stand.figure.id for stand in stands if not stand.figure.side}
    own = {one.side for one in seen.people if one.id in ours}
    if seen.phase in ("declare", "over") or own.isdisjoint(seen.acting):
        return {}
    return {
        at: rules.texts.say(language, "sketch.open.ahead" if ahead else "sketch.open.back", feet=OPEN_STEP)
        for at, ahead in open_ground(stands, OPEN_STEP)
    }


# ------------------------------------------------------------ the lists


def joust_sketch(here: Here, seat: Seat, language: Language) -> Sketch | None:
    """The passes, and the riders at both ends of the lists."""
    seen = exploring_view.joust(here.state, seat)
    if seen is None:
        return None
    say = here.rules.texts.say
    riders = sorted(seen.riders, key=lambda rider: rider.id in seat.controls)
    passes = max(joust_numbers().passes, seen.passes)
    steps = tuple(
        Step(
            str(number),
            not seen.over and number == seen.passes + 1,
            number <= seen.passes,
        )
        for number in range(1, passes + 1 + (not seen.over and seen.passes >= passes))
    )
    winner = next((rider.name.in_(language) for rider in seen.riders if rider.id == seen.winner), "")
    title = say(language, "sketch.joust", lances=say(language, f"lances.{seen.lances}"))
    if seen.over:
        title = say(language, "sketch.joust_over", winner=winner or "–")
    spots = tuple(
        Spot(
            str(entry_name(here.rules, "transport", rider.mount, language)),
            (_rider(here.rules, seen, rider, number, language),),
            beyond=say(language, "sketch.lists") if number else "",
        )
        for number, rider in ((1, riders[0]), (0, riders[1]))
    )
    names = tuple(str(rider.name.in_(language)) for rider in reversed(riders))
    return Sketch(title, names, (Track(say(language, "sketch.passes"), steps),), spots, lined=True)


def _rider(
    rules: Rules, seen: exploring_view.JoustView, rider: exploring_view.RiderView, side: int, language: Language
) -> Figure:
    """A rider: points, the saddle, and hit points for those who may know."""
    say, name = rules.texts.say, rider.name.in_(language)
    words = [say(language, "sketch.points", points=rider.points), say(language, f"seat.{rider.seat}", who=name)]
    life = None
    if rider.hp is not None and rider.max_hp is not None:
        words.append(say(language, "picture.hp", hp=rider.hp, max=rider.max_hp))
        life = 100 * max(rider.hp, 0) // max(rider.max_hp, 1)
    if rider.ready:
        words.append(say(language, "tag.ready", who=name))
    gone = rider.seat in OUT_OF_THE_JOUST
    active = not (seen.over or gone or rider.ready)
    token = token_for(str(name), "horse", "gone" if gone else "well")
    return Figure(rider.id, str(name), side, ", ".join(words), life=life, active=active, out=gone, token=token)


# ------------------------------------------------------------ a meeting


def meeting_sketch(here: Here, seat: Seat, language: Language) -> Sketch | None:
    """Those who are met, how far off, and who is aware of whom; None where nobody is met."""
    seen = exploring_view.expedition(here.state, seat, troop_names(here))
    if seen is None or seen.over or seen.meeting is None:
        return None
    say, met = here.rules.texts.say, seen.meeting
    steps = tuple(
        Step(
            say(language, f"sketch.{'unaware' if side in met.surprised else 'aware'}", who=name),
            side in met.surprised,
        )
        for side, name in ((FOES_SIDE, met.name.in_(language)), (PARTY_SIDE, here.state.party.name.in_(language)))
    )
    attitude = "" if seen.facts is None else attitude_of(here.rules, seen.facts)  # the referee's secret
    words = [f"× {met.count}"] if met.count > 1 else []
    words += [say(language, f"attitude.{attitude}")] if attitude else []
    foes = Figure(met.troop, str(met.name.in_(language)), 1, ", ".join(words), token=meeting_token(here, met, language))
    companions = [one for one in people_view.companions(here.state, seat) if one.id in here.state.party.order]
    party = tuple(
        Figure(
            one.id,
            str(one.name.in_(language)),
            0,
            say(language, f"health.{one.health}", who=one.name.in_(language)) if one.health != "well" else "",
            out=one.health != "well",
            token=companion_token(here, one, language),
        )
        for one in companions
    )
    title = say(language, "sketch.meeting", place=seen.name.in_(language))
    distance = say(language, "sketch.feet", feet=met.feet)
    spots = (
        Spot(where_words(here.rules, met.feet, language), (foes,), beyond=distance),
        Spot(str(here.state.party.name.in_(language)), party),
    )
    settled = bool(met.surprised) or (here.state.expedition is not None and _settled(here.state.expedition))
    tracks = (Track(say(language, "sketch.awareness"), steps, ordered=False),) if settled else ()
    return Sketch(title, (), tracks, spots, lined=True)


def _settled(out: Expedition) -> bool:
    """Whether it is known who was caught unawares."""
    return out.meeting is not None and out.meeting.settled
