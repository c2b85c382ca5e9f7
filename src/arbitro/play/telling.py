"""What a campaign is called and how it is told: the dungeon by its own words, ways by kind and bearing."""

from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from arbitro.dungeon import telling as dungeon
from arbitro.dungeon.events import (
    DUNGEON_EVENTS,
    EffectDue,
    LeadClosed,
    LinkChanged,
    LinkLaid,
    Seen,
    SlotChanged,
    SlotFilled,
    SpaceLaid,
    TableRolled,
    TrapChanged,
    TurnsPassed,
)
from arbitro.dungeon.knowledge import players_map, seen_thing, visited
from arbitro.dungeon.model import SURFACE, Dungeon, Link, Space, Trap, Water
from arbitro.kernel.event import Event
from arbitro.kernel.ruleset import Ruleset
from arbitro.kernel.then import Then
from arbitro.kernel.witness import Noted, Said, own_name
from arbitro.play import events as e
from arbitro.play.maker import step_said, value_text
from arbitro.play.side import Side
from arbitro.play.solo.oracle import likelihood_text, prompt_text
from arbitro.play.spots import OF_THE_DESK, held_said, link_called, place_of, thing_called, trap_called
from arbitro.play.state import GROUP, TURN, Called, CampaignState
from arbitro.play.ways import DOORS, Way, ways
from arbitro.text import Gender, Language, Name, Texts

TEXTS = Texts("arbitro.play")
_DUNGEONS = frozenset(DUNGEON_EVENTS)
_QUIET = (SpaceLaid, EffectDue, TurnsPassed)
"""Events of the dungeon that are told by others: what is drawn when it is seen, time by the game."""


def way_called(found: Way, among: Iterator[Way] | list[Way]) -> Called:
    """A way by its kind and bearing, with a number where several are alike."""
    said = way_said(found, among)
    return _way_in_both(said.key, found.heading, said.gender, said.nth)


@cache
def _way_in_both(key: str, heading: int, gender: Gender, number: int) -> Called:
    """There are few ways to call a way, and each is asked for over and over."""
    return _in_both(_way_said(key, heading, gender, number))


def way_said(found: Way, among: Iterator[Way] | list[Way]) -> Said:
    """A way by how it looks and where it leads, to be said in any language."""
    alike = [each.id for each in among if _likeness(each) == _likeness(found)]
    kind = f"{found.kind}_{'down' if found.levels > 0 else 'up'}" if found.levels else found.kind
    number = alike.index(found.id) + 1 if len(alike) > 1 and found.id in alike else 0
    gender: Gender = "f" if found.kind in _FEMININE else "m"
    return _way_said(f"way.{kind}", found.heading, gender, number)


def _way_said(key: str, heading: int, gender: Gender, number: int) -> Said:
    return Said(key, {"bearing": f"@bearing.{heading}"}, gender, number)


def _in_both(said: Said) -> Called:
    return Called(str(said.in_(TEXTS, "it")), str(said.in_(TEXTS, "en")), said.gender)


def called_in_both(game: Ruleset[Any], state: Any, who: str) -> Called:
    """What somebody of a game is called, in both languages."""
    it, en = game.name_of(state, who, "it"), game.name_of(state, who, "en")
    return Called(str(it), str(en), it.gender)


_FEMININE = ("door", "secret_door", "one_way_door", "stairs", "trapdoor")


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
    return _in_both(place_said(state, space))


def place_said(state: Dungeon, space: str) -> Said:
    """A space by its kind and number, to be said in any language."""
    here = state.spaces[space]
    number = number_of(state, here)
    kind = here.kind if here.kind != "lift" or _felt(state, space) else "chamber"
    gender: Gender = "f" if here.is_place else "m"
    if not number:
        return Said(f"place.{kind}", {"level": here.level}, gender)
    return Said(f"place.{kind}.numbered", {"number": number, "level": here.level}, gender)


def called(side: Side, state: CampaignState, subject: str) -> Noted:
    """What somebody, some place or some way is called, in every language: the dungeon's own as keys and numbers."""
    if subject in state.dungeon.spaces:
        return place_said(state.dungeon, subject)
    said = _way_here(state, subject)
    if said is not None:
        return said
    return own_name(name_of(side, state, subject, "it"), name_of(side, state, subject, "en"))


def _way_here(state: CampaignState, subject: str) -> Said | None:
    """A way that leaves from where the party is."""
    dungeon = state.dungeon
    if not state.at or not (subject in dungeon.links or subject in dungeon.leads or subject in dungeon.closed):
        return None
    found = list(ways(dungeon, state.at))
    return next((way_said(each, found) for each in found if each.id == subject), None)


def _by_prefix(side: Side, state: CampaignState, subject: str, language: Language) -> str:
    """What is called by a word and a colon before it, ``wall:north``; raises for what only looks like that."""
    prefix, _, rest = subject.partition(":")
    match prefix:
        case "party":
            return dict(side.party.parties())[rest].in_(language)
        case "making":
            step, _, value = rest.partition(":")
            return value_text(side.maker, step, value, language)
        case "decision":
            return TEXTS.say(language, f"kind.{rest}")
        case "likelihood":
            return likelihood_text(rest, language)
        case "room":
            slot, question, doing = rest.split(":", 2)
            return doing_text(state, slot, question, doing, language)
        case "wall":
            return TEXTS.say(language, "wall", bearing=TEXTS.say(language, f"bearing.{rest}"))
    return OF_THE_DESK[prefix](side, state, rest, language)


def name_of(side: Side, state: CampaignState, subject: str, language: Language) -> Name:
    """What somebody, some place or some way is called."""
    if state.draft is not None and subject and subject == state.draft.id:
        return state.draft.called.in_(language)
    if ":" in subject:
        with suppress(LookupError, ValueError):  # somebody's nonsense in a command may look like one of ours
            return Name(_by_prefix(side, state, subject, language))
    if subject == SURFACE:
        return Name(TEXTS.say(language, "place.surface"))
    if subject in state.dungeon.spaces:
        return place_called(state.dungeon, subject).in_(language)
    if subject in state.dungeon.traps:
        return Name(trap_found(state.dungeon.traps[subject].code, language), "f")
    if subject in state.dungeon.links or subject in state.dungeon.leads or subject in state.dungeon.closed:
        said = _way_here(state, subject)
        return _way_elsewhere(state.dungeon, subject, language) if said is None else said.in_(TEXTS, language)
    if subject in state.dungeon.slots and state.dungeon.slots[subject].kind == "treasure":
        return Name(TEXTS.say(language, "loot"))
    if subject in state.dungeon.waters:
        return Name(TEXTS.say(language, "water"), "f")
    return side.game.name_of(side.party.whole(state), subject, language)


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


class Sighted(Struct, frozen=True, omit_defaults=True):
    """Something that the party came to see and that is worth a line of its own, as it saw it."""

    trap: Trap | None = None
    water: Water | None = None
    link: Link | None = None


def sentence(side: Side, then: Then[CampaignState], event: Event, language: Language) -> str | None:
    """The dungeon's events in its own words; None leaves an event to the catalogues."""
    if type(event) in _DUNGEONS:
        dug_ahead = event.cause >= 0  # at the referee's desk, which says so in one line
        followed = isinstance(event, LeadClosed) and event.variant() == "on"  # what was found is told
        unopened = (
            isinstance(event, LinkLaid) and event.link.kind == "door" and not event.link.b
        )  # told as to be opened
        worked = isinstance(event, TrapChanged) and event.trap.state in ("spent", "dispersed")  # what it does is told
        of_the_map = isinstance(event, TableRolled) and not event.whom  # what came of it is told
        if (
            dug_ahead
            or followed
            or unopened
            or worked
            or of_the_map
            or _told_by_play(event)
            or isinstance(event, _QUIET)
        ):
            return ""
        if isinstance(event, Seen):
            return _sighted(then, event, language)
        if isinstance(event, SlotFilled) and event.items:
            return dungeon.tell_filled(held_said(side, event.items, language), language)
        return dungeon.tell_drawn(event, language, lambda subject: then.name(subject, language))
    if side.front.untold(then, event):
        return ""
    own = type(event) in e.EVENTS or type(event) in side.events
    return None if own else side.game.sentence(then.inside(side.game, side.party.whole), event, language)


def _told_by_play(event: Event) -> bool:
    """What the campaign tells itself: who finds, who meets, who stands before rock."""
    match event:
        case LinkChanged():
            return event.link.state == "false"
        case LeadClosed():
            return event.variant() == "false_door"
        case SlotChanged():
            return event.slot.state == "met"
        case TrapChanged():
            return event.trap.state == "door_found"
        case _:
            return False


def _sighted(then: Then[CampaignState], event: Seen, language: Language) -> str:
    """A place is told when the party stands in it; ways and passages are shown with it."""
    known = event.known

    def look(state: CampaignState) -> tuple[Sighted, ...]:
        here = state.dungeon
        link = here.links.get(known.thing)
        trapdoor = link is not None and link.kind == "trapdoor" and link.hidden
        if not (trapdoor or known.thing in here.traps or known.thing in here.waters):
            return ()
        match seen_thing(here, known.group, known.thing):
            case Trap(state="door_found"):  # told as the door that it is
                return ()
            case Trap() as trap:
                return (Sighted(trap=trap),)
            case Water() as water:
                return (Sighted(water=water),)
            case Link() as way:
                return (Sighted(link=way),)
            case _:
                return ()

    for seen in then.fact(f"seen:{known.thing}", tuple[Sighted, ...], look) or ():
        return dungeon.tell_seen(known, seen.trap or seen.water or seen.link, language)
    return ""


def place_name(then: Then[Any], space: str, language: Language) -> Name:
    """A place by name; what is no place of any dungeon is under the sky."""
    name = then.name(space, language) if space else Name("")
    return then.name(SURFACE, language) if name == space else name


def words_for(side: Side, then: Then[CampaignState], event: Event, language: Language) -> dict[str, str]:
    """Words for the gaps of sentences: of the campaign's own, of its side's, or as the game has them."""
    if type(event) in e.EVENTS:
        return _own_words(side, then, event, language)
    if type(event) in side.events:
        return side.front.words_for(then, event, language)
    return side.game.words_for(then.inside(side.game, side.party.whole), event, language)


def _own_words(side: Side, then: Then[CampaignState], event: Event, language: Language) -> dict[str, str]:
    """Words for the gaps of the campaign's own sentences."""
    match event:
        case e.Banked():
            return {"coins": TEXTS.say(language, "gold_pieces", gold=abs(event.gold))}
        case e.PartyMoved():
            minute = event.minute or then.fact("minute", int, lambda state: state.minutes) or 0
            told = surroundings(then, event.to, language, felt=event.dark)
            return {"text": told, "time": moment(minute, language)}
        case e.GoldTurned():
            return {"worth": str(event.gold * event.each)}
        case e.Tried():
            return {"again": TEXTS.say(language, "tried_again", attempt=event.attempt) if event.attempt > 1 else ""}
        case e.PlaceShown():
            return {"text": surroundings(then, event.space, language)}
        case e.TableTurned():
            return {"place": then.name(event.space or SURFACE, language), "time": moment(event.minute, language)}
        case e.WatchKept() | e.PartySplit():
            return {"place": then.name(event.space, language)}
        case e.GivenUp():
            return {"place": place_name(then, event.fallen[0].place, language)}
        case e.StageReached() | e.ClockMoved():
            return {"time": moment(event.minute, language)}
        case e.HeroFell():
            sky = event.fallen.sky
            return {
                "place": TEXTS.say(language, f"place.fell.{sky}")
                if sky
                else place_name(then, event.fallen.place, language)
            }
        case e.DraftAnswered():
            value = value_text(side.maker, event.step, event.value, language).rstrip(".")
            return {"step": _step(side, then, event.step, language), "value": value}
        case e.DraftReconsidered():
            return {"step": _step(side, then, event.step, language)}
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
            doing = then.phrase(
                f"room:{event.slot}:{event.question}:{event.doing}",
                language,
                lambda state, tongue: doing_text(state, event.slot, event.question, event.doing, tongue),
            )
            return {"doing": doing, "told": " ".join(part for part in said if part)}
        case e.RoomSecret():
            return {"text": event.text.in_(language)}
        case e.ChairTaken():
            hero = then.fact(f"hero:{event.seat}", bool, lambda state: event.seat in side.party.adventurers(state))
            return {"seat": str(then.name(event.seat, language)) if hero else event.seat}  # else a player's own name
        case e.AsksChanged():
            return {"kind": TEXTS.say(language, f"kind.{event.kind}")}
        case e.EffectTold():
            return {"detail": event.effect.detail, "amount": str(event.effect.amount)}
        case e.DeskUsed():
            return {"place": _thing(side, then, event.thing, language)}
        case e.NoteKept():
            return {"place": _thing(side, then, event.space, language)}
        case e.ThingShown():
            return {"what": _shown(side, then, event, language)}
        case e.NumbersBared():
            return {"who": then.name(event.foe, language)}
        case e.AilmentChanged():
            until = moment(event.ailment.until * TURN, language)
            return {"amount": f"{event.ailment.amount:+d}", "time": until}
        case _:
            return {}


def _step(side: Side, then: Then[CampaignState], step: str, language: Language) -> str:
    """What a step of making a character is called."""
    said = then.fact(f"step:{step}", Said, lambda state: step_said(side.maker, state, step))
    return "" if said is None else said.in_(TEXTS, language)


def _thing(side: Side, then: Then[CampaignState], thing: str, language: Language) -> str:
    """Something of the dungeon as the referee speaks of it; anybody else by name."""

    def look(state: CampaignState, tongue: Language) -> str | None:
        return thing_called(side, state, thing, tongue) if place_of(state.dungeon, thing) else None

    return then.phrase(f"thing:{thing}", language, look) or (then.name(thing, language) if thing else "")


def _shown(side: Side, then: Then[CampaignState], event: e.ThingShown, language: Language) -> str:
    """What the referee has shown, in the words of the party's map: its numbers are not the referee's."""
    if event.items:
        return held_said(side, event.items, language)

    def look(state: CampaignState, tongue: Language) -> str | None:
        dungeon = state.dungeon
        if event.thing in dungeon.traps:
            return trap_called(dungeon.traps[event.thing].code, tongue)
        return link_called(dungeon.links[event.thing], tongue) if event.thing in dungeon.links else None

    return then.phrase(f"shown:{event.thing}", language, look) or then.name(event.thing, language)


def doing_text(state: CampaignState, slot: str, question: str, doing: str, language: Language) -> str:
    """Something that may be done in a special room, after the question that it answers."""
    room = state.rooms[slot].opened.room
    for asked in room.questions:
        for each in asked.doings:
            if (asked.id, each.id) == (question, doing):
                ask, label = asked.ask.in_(language), each.label.in_(language)
                return TEXTS.say(language, "room.doing", ask=ask, doing=label)
    return doing


def surroundings(then: Then[CampaignState], space: str, language: Language, *, felt: bool = False) -> str:
    """What the party sees where it stands, or feels in the dark; a sentence of the catalogues under the sky."""

    def look(state: CampaignState) -> dungeon.Looks | None:
        if space not in state.dungeon.spaces:
            return None
        return dungeon.looks_of(players_map(state.dungeon, GROUP), space, state.scenery)

    looks = then.fact(f"looks:{space}", dungeon.Looks, look)
    if looks is None:
        return TEXTS.say(language, "surface")
    return dungeon.looks_text(_on_arrival(then, space, looks), language, felt=felt)


class KnownOnArrival(Struct, frozen=True, omit_defaults=True):
    """What was known of a place when the party came there, of that which may come to light afterwards."""

    traps: tuple[Said, ...] = ()
    secret: tuple[int, ...] = ()
    """Which way the secret doors lead that had been found."""
    shafts: tuple[str, ...] = ()
    """Floors that were known to sink or to open."""


def _on_arrival(then: Then[CampaignState], space: str, looks: dungeon.Looks) -> dungeon.Looks:
    """What goes off or is found after the party has come in has lines of its own, which follow."""

    def look(state: CampaignState) -> KnownOnArrival | None:
        if state.at != space:
            return None
        doors = (each for each in ways(state.dungeon, space) if each.kind == "secret_door")
        traps = dungeon.known_traps_said(state.dungeon, GROUP, space)
        shafts = dict.fromkeys(each.kind for each in ways(state.dungeon, space) if each.kind in _SHAFTS)
        return KnownOnArrival(traps, tuple(each.heading for each in doors), tuple(shafts))

    hidden = any(each.kind in ("secret_door", *_SHAFTS) for each in looks.ways)
    found = then.first_fact(f"arrival:{space}", KnownOnArrival, look) if looks.traps or hidden else None
    if found is None:
        return looks
    shown = tuple(
        each
        for each in looks.ways
        if (each.kind != "secret_door" or each.heading in found.secret)
        and (each.kind not in _SHAFTS or "v" not in each.marks or each.kind in found.shafts)
    )
    return replace(looks, traps=found.traps, ways=shown)


_SHAFTS = ("lift", "trapdoor")
"""Ways down that nobody sees before they open."""


def moment(minute: int, language: Language) -> str:
    """A minute of the campaign's clock: the day and the hour."""
    day, rest = divmod(minute, 24 * 60)
    return TEXTS.say(language, "moment", day=day + 1, hour=f"{rest // 60:02d}", minute=f"{rest % 60:02d}")
