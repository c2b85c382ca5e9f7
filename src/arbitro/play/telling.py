"""What a campaign is called and how it is told: the dungeon by its own words, ways by kind and bearing."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from arbitro.dungeon import telling as dungeon
from arbitro.dungeon.events import DUNGEON_EVENTS, EffectDue, Seen, SlotFilled, SpaceLaid, TableRolled, TurnsPassed
from arbitro.dungeon.knowledge import players_map, seen_thing, visited
from arbitro.dungeon.model import SURFACE, Dungeon, Space
from arbitro.kernel.event import Event
from arbitro.play import events as e
from arbitro.play.maker import step_text, value_text
from arbitro.play.solo.oracle import likelihood_text, prompt_text
from arbitro.play.spots import OF_THE_DESK, held_called, link_called, place_of, thing_called, trap_called
from arbitro.play.state import GROUP, TURN, Called, CampaignState
from arbitro.play.ways import DOORS, Way, ways
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
    if not visited(state, GROUP, here.id) or not here.is_place:
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
    if prefix == "making":
        step, _, value = rest.partition(":")
        return Name(value_text(campaign.side.maker, step, value, language))
    if state.draft is not None and subject and subject == state.draft.id:
        return state.draft.called.in_(language)
    if prefix == "decision":
        return Name(TEXTS.say(language, f"kind.{rest}"))
    if prefix == "likelihood":
        return Name(likelihood_text(rest, language))
    if prefix == "room":
        slot, question, doing = rest.split(":", 2)
        return Name(doing_text(state, slot, question, doing, language))
    if prefix in OF_THE_DESK:
        return Name(OF_THE_DESK[prefix](campaign, state, rest, language))
    if prefix == "wall":
        return Name(TEXTS.say(language, "wall", bearing=TEXTS.say(language, f"bearing.{rest}")))
    if subject == SURFACE:
        return Name(TEXTS.say(language, "place.surface"))
    if subject in state.dungeon.spaces:
        return place_called(state.dungeon, subject).in_(language)
    if subject in state.dungeon.traps:
        return Name(trap_found(state.dungeon.traps[subject].code, language), "f")
    if subject in state.dungeon.links or subject in state.dungeon.leads or subject in state.dungeon.closed:
        found = list(ways(state.dungeon, state.at)) if state.at else []
        for each in found:
            if each.id == subject:
                return way_called(each, found).in_(language)
        return _way_elsewhere(state.dungeon, subject, language)
    if subject in state.dungeon.slots and state.dungeon.slots[subject].kind == "treasure":
        return Name(TEXTS.say(language, "loot"))
    if subject in state.dungeon.waters:
        return Name(TEXTS.say(language, "water"), "f")
    return campaign.game.name_of(campaign.side.whole(state), subject, language)


def trap_found(code: str, language: Language) -> str:
    """A trap as somebody finds it: where a door may be hidden, the pit that is there otherwise."""
    return trap_called("PIT" if code == "HIDDEN_DOOR" else code, language)


def _way_elsewhere(dungeon: Dungeon, subject: str, language: Language) -> Name:
    """A way that does not leave from where the party is: by its kind, for its bearing is another from each end."""
    link = dungeon.links.get(subject)
    if link is None:
        return Name(TEXTS.say(language, "way.passage.plain"))
    if link.kind in DOORS:
        return Name(TEXTS.say(language, "way.door.plain"), "f")
    plain = {
        "opening": ("way.passage.plain", "m"),
        "stairs": ("way.stairs.plain", "f"),
        "trapdoor": ("way.trapdoor.plain", "f"),
    }
    key, gender = plain.get(link.kind, ("way.some", "f"))
    return Name(TEXTS.say(language, key), "f" if gender == "f" else "m")


def sentence(campaign: "Campaign", state: CampaignState, event: Event, language: Language) -> str | None:
    """The dungeon's events in its own words; None leaves an event to the catalogues."""
    if type(event) in _DUNGEONS:
        dug_ahead = event.cause >= 0  # at the referee's desk, which says so in one line
        if dug_ahead or isinstance(event, _QUIET) or (isinstance(event, Seen) and not _worth_telling(state, event)):
            return ""

        def called(subject: str) -> str:
            if isinstance(event, SlotFilled):
                return held_called(campaign, subject, language)
            return name_of(campaign, state, subject, language)

        return dungeon.tell(event, state.dungeon, language, called)
    if campaign.side.untold(state, event):
        return ""
    own = type(event) in e.EVENTS or type(event) in campaign.side.events
    return None if own else campaign.game.sentence(campaign.side.whole(state), event, language)


def _worth_telling(state: CampaignState, event: Seen) -> bool:
    """A place is told when the party stands in it; ways and passages are shown with it."""
    thing = event.known.thing
    link = state.dungeon.links.get(thing)
    trapdoor = link is not None and link.kind == "trapdoor" and link.hidden
    return trapdoor or thing in state.dungeon.traps or thing in state.dungeon.waters


def words_for(campaign: "Campaign", state: CampaignState, event: Event, language: Language) -> dict[str, str]:
    """Words for the gaps of the campaign's own sentences."""
    match event:
        case e.Banked():
            return {"coins": TEXTS.say(language, "gold_pieces", gold=abs(event.gold))}
        case e.PartyMoved():
            return {
                "text": surroundings(state, event.to, language),
                "time": moment(event.minute or state.minutes, language),
            }
        case e.TableTurned():
            where = name_of(campaign, state, event.space or SURFACE, language)
            return {"place": where, "time": moment(event.minute, language)}
        case e.WatchKept() | e.PartySplit():
            return {"place": name_of(campaign, state, event.space, language)}
        case e.GivenUp():
            return {"place": name_of(campaign, state, event.fallen[0].place, language)}
        case e.StageReached() | e.ClockMoved():
            return {"time": moment(event.minute, language)}
        case e.HeroFell():
            place = event.fallen.place
            known = place in state.dungeon.spaces
            return {"place": name_of(campaign, state, place if known else SURFACE, language)}
        case e.DraftAnswered():
            step = step_text(campaign.side.maker, state, event.step, language)
            return {
                "step": step,
                "value": value_text(campaign.side.maker, event.step, event.value, language).rstrip("."),
            }
        case e.DraftReconsidered():
            return {"step": step_text(campaign.side.maker, state, event.step, language)}
        case e.DraftThrown():
            return {"scores": ", ".join(map(str, event.scores))}
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
        case e.ChairTaken():
            there = event.seat in campaign.side.adventurers(state)  # else a player's own name
            return {"seat": str(name_of(campaign, state, event.seat, language)) if there else event.seat}
        case e.DefaultTaken() | e.AsksChanged():
            return {"kind": TEXTS.say(language, f"kind.{event.kind}")}
        case e.EffectTold():
            return {"detail": event.effect.detail, "amount": str(event.effect.amount)}
        case e.DeskUsed():
            return {"place": thing_named(campaign, state, event.thing, language)}
        case e.NoteKept():
            return {"place": thing_named(campaign, state, event.space, language)}
        case e.ThingShown():
            return {"what": shown_called(campaign, state, event, language)}
        case e.NumbersBared():
            return {"who": name_of(campaign, state, event.foe, language)}
        case e.AilmentChanged():
            until = moment(event.ailment.until * TURN, language)
            return {"amount": f"{event.ailment.amount:+d}", "time": until}
        case _:
            return {}


def thing_named(campaign: "Campaign", state: CampaignState, thing: str, language: Language) -> str:
    """Something of the dungeon as the referee speaks of it; anybody else by name."""
    if place_of(state.dungeon, thing):
        return thing_called(campaign, state, thing, language)
    return str(name_of(campaign, state, thing, language)) if thing else ""


def shown_called(campaign: "Campaign", state: CampaignState, event: e.ThingShown, language: Language) -> str:
    """What the referee has shown, in the words of the party's map: its numbers are not the referee's."""
    if event.items:
        return ", ".join(f"{count} × {held_called(campaign, name, language)}" for name, count in event.items)
    dungeon = state.dungeon
    if event.thing in dungeon.traps:
        return trap_called(dungeon.traps[event.thing].code, language)
    if event.thing in dungeon.links:
        return link_called(dungeon.links[event.thing], language)
    return str(name_of(campaign, state, event.thing, language))


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
