"""A campaign as a seat may know it: the game's own view, and the dungeon as far as the party has been."""

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct
from msgspec.structs import replace

from arbitro.dungeon.draw.frame import level_title
from arbitro.dungeon.draw.play import play_map
from arbitro.dungeon.draw.sight import Lighting
from arbitro.dungeon.draw.tokens import Company, Marker, Markers
from arbitro.dungeon.kinds import is_treasure
from arbitro.dungeon.knowledge import players_map
from arbitro.dungeon.model import Dungeon
from arbitro.dungeon.telling import describe_place
from arbitro.kernel.card import Card, Section, Sheet, Tag
from arbitro.kernel.drawing import Drawing, Plan
from arbitro.kernel.engraving import engraved
from arbitro.kernel.moment import once
from arbitro.kernel.same import Same
from arbitro.kernel.seat import Seat
from arbitro.kernel.sketch import plain_lines
from arbitro.kernel.token import token_for
from arbitro.play import desk, making
from arbitro.play.delving import loot_in_sight, own_pace
from arbitro.play.naming import TEXTS, name_of
from arbitro.play.offers import follow_id
from arbitro.play.road_picture import road_sketch
from arbitro.play.side import Side
from arbitro.play.splitting import waiting_at
from arbitro.play.state import GROUP, Ailment, CampaignState, Chair, Draft, Fallen, Stage
from arbitro.play.telling import moment
from arbitro.play.town import lodging
from arbitro.play.ways import ways
from arbitro.text import Language

if TYPE_CHECKING:
    from arbitro.play.campaign import Campaign


Posts = tuple[tuple[str, Markers], ...]
"""Spaces, and who is there."""


class CampaignView(Struct, frozen=True, omit_defaults=True):
    """What a seat may know."""

    game: Any
    map: Dungeon
    stage: Stage
    at: str
    minutes: int
    descents: int
    fallen: tuple[Fallen, ...] = ()
    ailments: tuple[Ailment, ...] = ()
    asks: tuple[str, ...] = ()
    chair: Chair | None = None
    draft: Draft | None = None
    portraits: dict[str, str] = {}
    pace: str = ""
    """How the party walks, where its game has paces."""


def shown_map(state: CampaignState, seat: Seat) -> Dungeon:
    """The dungeon for a referee whole, for everybody else as the party knows it."""
    return state.dungeon if seat.role == "referee" else players_map(state.dungeon, GROUP)


def view(side: Side, state: CampaignState, seat: Seat) -> CampaignView:
    """The campaign as a seat may know it."""
    return CampaignView(
        side.game.view(side.party.whole(state), seat),
        shown_map(state, seat),
        state.stage,
        state.at,
        state.minutes,
        state.descents,
        state.fallen,
        state.ailments,
        state.asks,
        state.chair_here,
        state.draft,
        state.portraits,
        _pace(side, state),
    )


def _pace(side: Side, state: CampaignState) -> str:
    """How the party walks, where that is of any matter."""

    def found() -> str:
        paces = side.walk.paces(state) if state.at else ()
        return own_pace(side, state) or paces[0] if paces else ""

    return once(state, "pace", found)


def _unusual_pace(side: Side, state: CampaignState) -> str:
    """A pace that the party has set itself; that at which everybody walks need not be said."""
    own = own_pace(side, state) if state.at else ""
    return "" if not own or own == side.walk.paces(state)[0] else own


def _front_cards(side: Side, state: CampaignState, seat: Seat, language: Language) -> tuple[Card, ...]:
    """The people and places of the game, for the cards and for the tokens on the map."""
    return once(state, ("front", seat, language), lambda: tuple(side.front.cards(state, seat, language)))


def cards(side: Side, state: CampaignState, seat: Seat, language: Language) -> tuple[Card, ...]:
    """The people of the game, of whom those who wait elsewhere say so; then the clock, and the place."""
    people: list[Card] = []
    places: list[Card] = [] if state.stage == "gathering" else [Card("clock", moment(state.minutes, language), "place")]
    if pace := _unusual_pace(side, state):
        how = name_of(side, state, f"pace:{pace}", language)
        places.append(Card("pace", TEXTS.say(language, "card.pace"), "place", str(how)))
    if (danger := _danger(side, state, language)) is not None:
        places.append(danger)
    for card in _front_cards(side, state, seat, language):
        if card.group == "place":
            known = card.id in state.dungeon.spaces  # by the name that the story gives it
            places.append(replace(card, name=str(name_of(side, state, card.id, language))) if known else card)
        elif card.id in state.waiting:
            people.append(replace(card, tags=(_waits(side, state, card.id, language), *card.tags)))
        else:
            people.append(card)
    shown = {card.id for card in people}
    people += [_fallen(one, language) for one in state.fallen if one.who not in shown]
    return (*people, *places)


def _danger(side: Side, state: CampaignState, language: Language) -> Card | None:
    """A warning before what will likely kill: those whom the party faces win more fights like this than they lose."""
    menace = side.meetings.menace(state) if state.stage != "gathering" and side.meetings.busy(state) else 0
    if menace < LIKELY:
        return None
    how = "certain" if menace >= CERTAIN else "likely"
    tag = Tag(TEXTS.say(language, f"card.danger.{how}"), "bad", TEXTS.say(language, "card.danger.note"))
    return Card("danger", TEXTS.say(language, "card.danger"), "place", tags=(tag,))


def _fallen(one: Fallen, language: Language) -> Card:
    """Somebody who did not come home, as the party remembers them."""
    name = str(one.name.in_(language))
    where = one.sky or ("dungeon" if one.level else "entrance")
    words = {"time": moment(one.minute, language), "level": one.level}
    line = TEXTS.say(language, f"card.fallen.{where}", **words)
    return Card(one.who, name, "ally", line, out=True, token=token_for(name, look="gone"), dead=True)


def _waits(side: Side, state: CampaignState, who: str, language: Language) -> Tag:
    if who in state.afar:
        note = TEXTS.say(language, "tag.afar.note", time=moment(state.afar[who], language))
        return Tag(TEXTS.say(language, "tag.afar"), note=note)
    place = name_of(side, state, state.waiting[who], language)
    return Tag(TEXTS.say(language, "tag.waits"), note=TEXTS.say(language, "tag.waits.note", place=place))


def sheet(side: Side, state: CampaignState, seat: Seat, subject: str, language: Language) -> Sheet | None:
    """Somebody's sheet, with what their player has written; for the referee also a place, whole."""
    if seat.role == "referee" and subject in state.dungeon.spaces:
        return desk.place_sheet(side, state, subject, language)
    found = side.game.sheet(side.party.whole(state), seat, subject, language)
    more = side.maker.on_sheet
    if found is not None and more is not None:
        found = replace(found, sections=(*found.sections, *more.chosen(state, subject, language)))
    words = (*(more.about(state, subject, language) if more else ()), state.portraits.get(subject, ""))
    if found is None or not any(words):
        return found
    portrait = Section(TEXTS.say(language, "making.portrait"), lines=tuple(filter(None, words)))
    return replace(found, sections=(portrait, *found.sections))


def waiting(side: Side, state: CampaignState, language: Language) -> list[str]:
    """Who waits elsewhere, a line for each place."""
    lines = []
    for who, until in state.afar.items():
        there = moment(until, language)
        lines.append(TEXTS.say(language, "status.afar", who=name_of(side, state, who, language), time=there))
    for space in dict.fromkeys(state.waiting.values()):
        who = ", ".join(name_of(side, state, each, language) for each in waiting_at(state, space))
        if not who:
            continue
        place = name_of(side, state, space, language)
        lines.append(TEXTS.say(language, "status.waiting", who=who, place=place))
    return lines


def picture(campaign: "Campaign", state: CampaignState, seat: Seat, language: Language) -> list[str]:
    """Where the party is and which ways lead on; the game's own picture while it is busy."""
    lines = once(state, ("standing", language), lambda: _standing(campaign.side, state, language))
    made = campaign.progress(state, seat, language)
    if made is not None:
        return [*lines, *making.picture(made, language)]
    if state.stage == "road" and state.route == "road" and not campaign.side.meetings.busy(state):
        return lines  # how far it still is stands there already
    if campaign.side.meetings.busy(state) or not state.at:
        told = campaign.game.picture(state.played, seat, language)
        sketch = None if told else campaign.sketch(state, seat, language)
        return [*lines, *(told if sketch is None else plain_lines(sketch))]
    return [*lines, *once(state, ("place", language), lambda: _place(state, language))]


def _standing(side: Side, state: CampaignState, language: Language) -> list[str]:
    """What everybody knows: the time, the stage, how the party is, who waits elsewhere."""
    lines = [moment(state.minutes, language) + " · " + TEXTS.say(language, f"stage.{state.stage}")]
    if state.under_way:
        lines += side.front.status(state, language)
        if pace := _unusual_pace(side, state):
            how = name_of(side, state, f"pace:{pace}", language)
            lines.append(TEXTS.say(language, "status.pace", how=how))
        lines += waiting(side, state, language)
    if state.stage == "town":
        lines += lodging(state, language)
    return lines


def _place(state: CampaignState, language: Language) -> list[str]:
    """The place as the party knows it, by sight or by touch, and the ways that lead on."""
    known = players_map(state.dungeon, GROUP)
    place = describe_place(known, state.at, state.scenery, language, felt=state.unseen == state.at)
    return [place.text, *(f"· {each.words}" for each in place.ways)]


def drawing(campaign: "Campaign", state: CampaignState, seat: Seat, language: Language) -> Drawing | None:
    """The game's drawing of a fight, the road, or the map of the level that the party is on."""
    if state.draft is not None:
        return None
    sketch = campaign.sketch(state, seat, language)
    if sketch is not None:
        return engraved(sketch, state.memory)
    chart = campaign.side.road.chart(state, seat, language) if state.stage == "road" else None
    if chart is not None:
        return chart
    road = road_sketch(campaign.side, state, _front_cards(campaign.side, state, seat, language), language)
    if road is not None:
        return engraved(road, state.memory)
    return _map(Same(state.dungeon), seat.role == "referee", _scene_of(campaign.side, state, seat, language), 0)


class MapScene(Struct, frozen=True):
    """What of a campaign its map shows beside the dungeon itself."""

    at: str
    party: Markers
    met: Markers
    waiting: Posts
    fallen: Posts
    lairs: Posts
    bodies: Posts
    lying: tuple[tuple[str, tuple[str, ...]], ...]
    sight: Lighting
    scenery: int
    language: Language


def _scene_of(side: Side, state: CampaignState, seat: Seat, language: Language) -> MapScene:
    """Who is on the map as the seat may know them, by the tokens of their cards."""
    known = [card for card in _front_cards(side, state, seat, language) if card.token is not None]
    markers = {
        card.id: Marker(card.id, card.name, card.token, int(card.group == "foe"))
        for card in known
        if card.token is not None
    }
    out = {card.id for card in known if card.dead or card.out} | set(state.waiting) | set(state.afar)
    met = tuple(markers[card.id] for card in known if card.group == "foe" and card.id not in out)
    walking = tuple(markers[who] for who in side.party.people(state) if who in markers and who not in out)
    places = [place for place in dict.fromkeys(state.waiting.values()) if waiting_at(state, place)]
    waiting = (
        (place, tuple(_marker(side, state, who, markers, language) for who in waiting_at(state, place)))
        for place in places
    )
    return MapScene(
        state.at, walking, met, tuple(waiting), _fallen_on_the_map(state, language), _lairs(side, state, language),
        _bodies(side, state, language), _lying(state, language), _sight(side, state), state.scenery, language,
    )  # fmt: skip


def _marker(side: Side, state: CampaignState, who: str, known: Mapping[str, Marker], language: Language) -> Marker:
    """Somebody of the party, of whom no card may be shown."""
    name = str(name_of(side, state, who, language))
    return known.get(who) or Marker(who, name, token_for(name))


def _fallen_on_the_map(state: CampaignState, language: Language) -> Posts:
    """Where the party lost some of its own."""
    found: dict[str, list[Marker]] = {}
    for one in state.fallen:
        if one.level and one.place:
            name = str(one.name.in_(language))
            found.setdefault(one.place, []).append(Marker(one.who, name, token_for(name, look="gone")))
    return tuple((place, tuple(who)) for place, who in found.items())


def _lairs(side: Side, state: CampaignState, language: Language) -> Posts:
    """Those whom the party has met and left, where it knows them to be: by their kinds."""
    found: dict[str, list[Marker]] = {}
    for slot in state.dungeon.slots.values():
        if slot.kind != "monster" or slot.state != "met" or slot.space == state.at:
            continue
        for kind, many in slot.items:
            if not is_treasure(kind):
                name = side.stores.kind_called(kind, many, language)
                marker = Marker(f"{slot.id}-{kind}", name, token_for(name, side.stores.glyph(kind)), 1)
                found.setdefault(slot.space, []).append(marker)
    return tuple((place, tuple(who)) for place, who in found.items())


def _bodies(side: Side, state: CampaignState, language: Language) -> Posts:
    """Those whom the party has slain, where they lie: by their kinds, with their number."""
    found: dict[str, list[Marker]] = {}
    for space, slain in state.bodies.items():
        for kind, many in slain:
            known = bool(kind) and side.stores.is_kind(kind)
            called = (
                side.stores.kind_called(kind, many, language)
                if known
                else TEXTS.say(language, "map.stranger", count=many)
            )
            name = called if many == 1 else TEXTS.say(language, "map.many", count=many, who=called)
            token = token_for(called, side.stores.glyph(kind) if known else "", "gone")
            found.setdefault(space, []).append(Marker(f"body-{space}-{kind}", name, token, 1))
    return tuple((space, tuple(who)) for space, who in found.items())


def _lying(state: CampaignState, language: Language) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """What lies on the ground that the party knows of, by where it lies."""
    found = dict.fromkeys(slot.space for slot in loot_in_sight(state))
    return tuple((space, (TEXTS.say(language, "map.treasure"),)) for space in found)


def _sight(side: Side, state: CampaignState) -> Lighting:
    """By what the party sees where it stands, and how far."""
    if not state.at or state.stage != "dungeon":
        return Lighting()
    feet = side.chores.shines(state)
    return Lighting("lit", feet) if feet else Lighting("dark")


def _level_now(shown: Dungeon, at: str) -> int:
    """The level on which the party is, or else the first that is known."""
    here = shown.spaces.get(at)
    return here.level if here is not None else min((space.level for space in shown.spaces.values()), default=1)


@lru_cache(maxsize=32)  # drawn once for everybody who knows the same of it
def _map(same: Same[Dungeon], whole: bool, scene: MapScene, level: int, name: str = "map") -> Drawing | None:
    """The map of a level; of that on which the party is, or else of the first, where none is named."""
    dungeon = same.thing
    shown = dungeon if whole else players_map(dungeon, GROUP)
    if not shown.spaces:
        return None
    here = dungeon.spaces.get(scene.at)
    choices = {each.id: follow_id(each.id) for each in ways(dungeon, scene.at)} if here else {}
    company = Company(
        scene.party,
        scene.met,
        dict(scene.waiting),
        dict(scene.fallen),
        dict(scene.lairs),
        dict(scene.bodies),
        dict(scene.lying),
    )
    return play_map(
        shown,
        level or _level_now(shown, scene.at),
        scene.scenery,
        scene.language,
        party=scene.at,
        company=company,
        sight=scene.sight,
        choices=choices,
        name=name,
    )


LIKELY, CERTAIN = 1.0, 1.75
"""From which menace on a fight is likely, and all but certain, to be lost (see `Meetings.menace`)."""
LEVEL: Final = "level/"
"""Before the number of a level, in the id of its plan."""
LAND: Final = "land"
"""The id of the plan of the country."""


def plans(campaign: "Campaign", state: CampaignState, seat: Seat, language: Language) -> tuple[Plan, ...]:
    """The levels that a seat may know something of; none while something else is drawn than a map."""
    if state.draft is not None or campaign.sketch(state, seat, language) is not None:
        return ()
    shown = shown_map(state, seat)
    country = campaign.side.road.chart(state, seat, language) is not None
    outside = country and state.stage == "road"
    now = 0 if outside else _level_now(shown, state.at)
    levels = sorted({space.level for space in shown.spaces.values()})
    found = (Plan(f"{LEVEL}{level}", level_title(language, level), level == now) for level in levels)
    return (*((Plan(LAND, TEXTS.say(language, "map.land"), outside),) if country else ()), *found)


def plan(campaign: "Campaign", state: CampaignState, seat: Seat, subject: str, language: Language) -> Drawing | None:
    """One of the `plans`, or the level that a space is on: there the pennant marks the space instead of the party."""
    if subject == LAND:
        return campaign.side.road.chart(state, seat, language)
    shown = shown_map(state, seat)
    if subject.startswith(LEVEL):
        if not any(one.id == subject for one in plans(campaign, state, seat, language)):
            return None
        scene = _scene_of(campaign.side, state, seat, language)
        return _map(Same(state.dungeon), seat.role == "referee", scene, int(subject.removeprefix(LEVEL)), "other")
    space = shown.spaces.get(subject)
    if space is None:
        return None
    # It may stand on one page with the scene, whose parts are named after a map.
    return play_map(shown, space.level, state.scenery, language, party=subject, name="plan")
