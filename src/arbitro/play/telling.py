"""What a campaign is called and how it is told: the dungeon by its own words, ways by kind and bearing."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from arbitro.dungeon import telling as dungeon
from arbitro.dungeon.events import EffectDue, Seen, SlotFilled, SpaceLaid, TableRolled, TurnsPassed
from arbitro.dungeon.knowledge import players_map, seen_thing
from arbitro.dungeon.model import SURFACE, Dungeon, Space
from arbitro.kernel.event import Event
from arbitro.play import events as e
from arbitro.play.delving import is_treasure
from arbitro.play.fold import DUNGEON_EVENTS
from arbitro.play.solo.oracle import likelihood_text, prompt_text
from arbitro.play.state import GROUP, Called, CampaignState
from arbitro.play.ways import Way, ways
from arbitro.text import LANGUAGES, Language, Name, Texts

if TYPE_CHECKING:
    from arbitro.play.campaign import Campaign

TEXTS = Texts("arbitro.play")
_DUNGEONS = frozenset(DUNGEON_EVENTS)
_QUIET = (TableRolled, SpaceLaid, EffectDue, TurnsPassed)
"""Events of the dungeon that are told by others: dice under "why", what is drawn when it is seen, time by the game."""


def way_called(found: Way, among: Iterator[Way] | list[Way]) -> Called:
    """A way by its kind and bearing, with a number where several are alike."""
    alike = [each.id for each in among if _likeness(each) == _likeness(found)]
    words = []
    for language in LANGUAGES:
        kind = f"{found.kind}_{'down' if found.levels > 0 else 'up'}" if found.levels else found.kind
        bearing = TEXTS.say(language, f"bearing.{found.heading}")
        name = TEXTS.say(language, f"way.{kind}", bearing=bearing)
        words.append(f"{name} ({alike.index(found.id) + 1})" if len(alike) > 1 and found.id in alike else name)
    by_language = dict(zip(LANGUAGES, words, strict=True))
    return Called(by_language["it"], by_language["en"], "f" if found.kind in _FEMININE else "m")


_FEMININE = ("door", "secret_door", "one_way_door", "opening", "stairs", "trapdoor")


def _likeness(found: Way) -> tuple[str, int, int]:
    """How a way looks: how far stairs go down does not show."""
    return found.kind, found.heading, (found.levels > 0) - (found.levels < 0)


def number_of(state: Dungeon, here: Space) -> int:
    """The number that a place has on the party's map (see `dungeon.draw.labels.numbers`); 0: it is not on it."""
    known = state.known.get(f"{GROUP}/{here.id}")
    if known is None or known.how != "visited" or not here.is_place:
        return 0
    number = 0
    for each in state.known.values():
        if each.how == "visited" and each.group == GROUP:
            space = state.spaces.get(each.thing)
            if space is not None and space.level == here.level and space.is_place:
                number += 1
                if space is here:
                    return number
    return 0


def _felt(state: Dungeon, space: str) -> bool:
    """Whether the party knows a room to sink."""
    seen = seen_thing(state, GROUP, space)
    return isinstance(seen, Space) and seen.kind == "lift"


def place_called(state: Dungeon, space: str) -> Called:
    """A space by its kind, with the number that it has on the map where it has one."""
    here = state.spaces[space]
    number = number_of(state, here)
    kind = here.kind if here.kind != "lift" or _felt(state, space) else "chamber"
    key = f"place.{kind}" if not number else f"place.{kind}.numbered"
    said = {language: TEXTS.say(language, key, number=number, level=here.level) for language in LANGUAGES}
    return Called(said["it"], said["en"], "f" if here.is_place else "m")


def name_of(campaign: "Campaign", state: CampaignState, subject: str, language: Language) -> Name:
    """What somebody, some place or some way is called."""
    prefix, _, rest = subject.partition(":")
    if prefix == "party" and rest:
        return Name(dict(campaign.side.parties())[rest].in_(language))
    if prefix == "likelihood":
        return Name(likelihood_text(rest, language))
    if prefix == "room":
        slot, question, doing = rest.split(":", 2)
        return Name(doing_text(state, slot, question, doing, language))
    if prefix == "wall":
        return Name(TEXTS.say(language, "wall", bearing=TEXTS.say(language, f"bearing.{rest}")))
    if subject == SURFACE:
        return Name(TEXTS.say(language, "place.surface"))
    if subject in state.dungeon.spaces:
        return place_called(state.dungeon, subject).in_(language)
    if subject in state.dungeon.links or subject in state.dungeon.leads:
        found = list(ways(state.dungeon, state.at)) if state.at else []
        for each in found:
            if each.id == subject:
                return way_called(each, found).in_(language)
        return Name(TEXTS.say(language, "way.some"))
    if subject in state.dungeon.slots and state.dungeon.slots[subject].kind == "treasure":
        return Name(TEXTS.say(language, "loot"))
    if subject in state.dungeon.waters:
        return Name(TEXTS.say(language, "water"), "f")
    return campaign.game.name_of(state.game, subject, language)


def sentence(campaign: "Campaign", state: CampaignState, event: Event, language: Language) -> str | None:
    """The dungeon's events in its own words; None leaves an event to the catalogues."""
    if type(event) in _DUNGEONS:
        if isinstance(event, _QUIET) or (isinstance(event, Seen) and not _worth_telling(state, event)):
            return ""

        def called(subject: str) -> str:
            if isinstance(event, SlotFilled):
                return held_called(campaign, subject, language)
            return name_of(campaign, state, subject, language)

        return dungeon.tell(event, state.dungeon, language, called)
    if type(event) in campaign.side.quiet:
        return ""
    own = type(event) in e.EVENTS or type(event) in campaign.side.events
    return None if own else campaign.game.sentence(state.game, event, language)


def held_called(campaign: "Campaign", item: str, language: Language) -> str:
    """Something that a slot holds: a creature, or treasure by its kind and worth."""
    if not is_treasure(item):
        return campaign.side.foe_called(item.replace("/", ":"), language)
    kind, _, rest = item.partition("/")
    worth, _, power = rest.partition("/")
    known = TEXTS.find(language, f"treasure.{kind}.{worth}") or TEXTS.find(language, f"treasure.{kind}")
    return item if known is None else known.format(worth=worth.replace("_", " "), power=power)


def _worth_telling(state: CampaignState, event: Seen) -> bool:
    """A place is told when the party stands in it; ways and passages are shown with it."""
    thing = event.known.thing
    return thing in state.dungeon.traps or thing in state.dungeon.waters


def words_for(campaign: "Campaign", state: CampaignState, event: Event, language: Language) -> dict[str, str]:
    """Words for the gaps of the campaign's own sentences."""
    match event:
        case e.PartyMoved():
            return {
                "text": surroundings(state, event.to, language),
                "time": moment(event.minute or state.minutes, language),
            }
        case e.StageReached() | e.ClockMoved():
            return {"time": moment(event.minute, language)}
        case e.HeroFell():
            place = event.fallen.place
            known = place in state.dungeon.spaces
            return {"place": name_of(campaign, state, place if known else SURFACE, language)}
        case e.OracleSpoke():
            return {"likelihood": likelihood_text(event.likelihood, language)}
        case e.PromptDrawn():
            return {"words": ", ".join(prompt_text(lookup, language) for lookup in event.lookups)}
        case e.RoomRead():
            return {"title": event.title.in_(language), "text": event.text.in_(language)}
        case e.RoomTold():
            said = (event.told.in_(language), event.fact.in_(language))
            doing = doing_text(state, event.slot, event.question, event.doing, language)
            return {"doing": doing, "told": " ".join(part for part in said if part)}
        case e.RoomSecret():
            return {"text": event.text.in_(language)}
        case e.DefaultTaken() | e.AsksChanged():
            return {"kind": TEXTS.say(language, f"kind.{event.kind}")}
        case e.EffectTold():
            return {"detail": event.effect.detail, "amount": str(event.effect.amount)}
        case e.AilmentChanged():
            return {"amount": f"{event.ailment.amount:+d}"}
        case _:
            return {}


def doing_text(state: CampaignState, slot: str, question: str, doing: str, language: Language) -> str:
    """Something that may be done in a special room, after the question that it answers."""
    room = state.rooms[slot].opened.room
    for asked in room.questions:
        for each in asked.doings:
            if (asked.id, each.id) == (question, doing):
                ask, label = asked.ask.in_(language), each.label.in_(language)
                return TEXTS.say(language, "room.doing", ask=ask, doing=label)
    return doing


def surroundings(state: CampaignState, space: str, language: Language) -> str:
    """What the party sees where it stands; a sentence of the catalogues under the sky."""
    if space not in state.dungeon.spaces:
        return TEXTS.say(language, "surface")
    return dungeon.describe_place(players_map(state.dungeon, GROUP), space, state.scenery, language).text


def moment(minute: int, language: Language) -> str:
    """A minute of the campaign's clock: the day and the hour."""
    day, rest = divmod(minute, 24 * 60)
    return TEXTS.say(language, "moment", day=day + 1, hour=f"{rest // 60:02d}", minute=f"{rest % 60:02d}")
