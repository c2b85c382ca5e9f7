"""How a campaign is told: the dungeon by its own words, and what fills the gaps of the campaign's sentences."""

from dataclasses import dataclass
from typing import Final

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
from arbitro.dungeon.knowledge import players_map, seen_thing
from arbitro.dungeon.model import SURFACE, Link, Trap, Water
from arbitro.kernel.event import Event
from arbitro.kernel.event_words import EventWords
from arbitro.kernel.then import Then
from arbitro.kernel.witness import Noted, Said
from arbitro.play import events as e
from arbitro.play.last_words import heard
from arbitro.play.maker import step_said, value_text
from arbitro.play.naming import TEXTS, doing_said, place_name
from arbitro.play.side import Side
from arbitro.play.solo.oracle import likelihood_text, prompt_text
from arbitro.play.spots import held_said, link_said, place_of, thing_said, trap_said
from arbitro.play.state import DAY, GROUP, TURN, CampaignState
from arbitro.play.ways import ways
from arbitro.text import Language, Name

MANY: Final = 2
"""Enough for a plural."""
_DUNGEONS = frozenset(DUNGEON_EVENTS)
_QUIET = (SpaceLaid, EffectDue, TurnsPassed)
"""Events of the dungeon that are told by others: what is drawn when it is seen, time by the game."""

_TOLD_AS_MENDED = ("false_door", "blocked", "page_edge")
"""Dead ends that the referee has just been told of as the mend of what did not fit, or the table's own word on it."""


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


_DOORS: Final = ("door", "secret_door")


def _told_by_play(event: Event) -> bool:
    """What the campaign tells itself: who finds, opens, gathers, meets, or stands before rock."""
    match event:
        case LinkChanged():  # whoever opens or finds a door is told of, and where it leads
            return event.link.state == "false" or (event.link.state == "open" and event.link.kind in _DOORS)
        case LeadClosed():
            return event.variant() in _TOLD_AS_MENDED
        case SlotChanged():
            return event.slot.state == "met" or (event.slot.state == "gone" and event.slot.kind == "treasure")
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


def _descent(state: CampaignState) -> str:
    """The first time, then by turns in one set of words and another: never the same twice running."""
    if not state.dungeon.known:
        return "first"
    return "anew" if state.descents % 2 == 0 else "again"


def circumstance(side: Side, then: Then[CampaignState], event: Event) -> str:
    """Under which circumstances a moment came that has prose of its own for them."""
    match event:
        case e.StageReached(stage="dungeon"):
            return then.first_fact("descent", str, _descent) or ""
        case e.StageReached(stage="town"):
            return then.fact("arrival", str, lambda state: "home" if state.descents else "") or ""
        case e.HeroFell():
            return "below" if event.fallen.level else "above"
    return "" if type(event) in e.EVENTS else side.game.circumstance(then.inside(side.game, side.party.whole), event)


def words_for(side: Side, then: Then[CampaignState], event: Event, language: Language) -> dict[str, str]:
    """Words for the gaps of sentences: of the campaign's own, of its side's, or as the game has them."""
    if type(event) in e.EVENTS:
        words = WORDS.get(type(event))
        return {} if words is None else words(CampaignRecounting(side, then, language), event)
    if type(event) in side.events:
        return side.front.words_for(then, event, language)
    return side.game.words_for(then.inside(side.game, side.party.whole), event, language)


@dataclass(frozen=True, slots=True)
class CampaignRecounting:
    """An event of a campaign on its way into words: on which side, of which moment, in which language."""

    side: Side
    then: Then[CampaignState]
    language: Language

    def say(self, key: str, /, **values: object) -> str:
        """A sentence of the campaign's catalogue."""
        return TEXTS.say(self.language, key, **values)

    def name(self, subject: str) -> Name:
        """What somebody, some place or some way was called."""
        return self.then.name(subject, self.language)

    def place(self, space: str) -> Name:
        """A place by name; what is no place of any dungeon is under the sky."""
        return place_name(self.then, space, self.language)

    def moment(self, minute: int) -> str:
        """A minute of the campaign's clock."""
        return moment(minute, self.language)


def _moved(told: CampaignRecounting, event: e.PartyMoved) -> dict[str, str]:
    minute = event.minute or told.then.fact("minute", int, lambda state: state.minutes) or 0
    if event.variant() == "known":
        return {"place": told.name(event.to), "time": told.moment(minute)}
    text = surroundings(told.then, event.to, told.language, felt=event.dark)
    if event.deeper:
        level = told.then.fact(f"level:{event.to}", int, lambda state: state.dungeon.spaces[event.to].level) or 0
        key = "moved.deeper" if event.deeper > 0 else "moved.higher"
        text = f"{told.say(key, level=level, count=abs(event.deeper))} {text}"
    still = event.dark and told.then.first_fact(f"groped:{event.to}", bool, lambda state: _groping(state, event.to))
    dark = told.say("moved.dark.still" if still else "moved.dark") if event.dark else ""
    return {"text": text, "time": told.moment(minute), "dark": dark}


def _groping(state: CampaignState, to: str) -> bool | None:
    """Whether the party was groping its way already before it came to a place."""
    return True if state.unseen and state.unseen != to else None


def _town(told: CampaignRecounting, event: e.TownDrawn) -> dict[str, str]:
    people = {"keeper": event.town.keeper.in_(told.language), "regular": event.town.regular.in_(told.language)}
    inn = told.say(f"town.inn.{event.town.inn}", **people)
    return {"hook": told.say(f"town.hook.{event.town.hook}"), "inn": inn} if event.town.hook else {"inn": inn}


def _talk(told: CampaignRecounting, event: e.TalkHeard) -> dict[str, str]:
    words: dict[str, str] = {"by": event.by.in_(told.language)}
    if event.fact in ("kind", "wanders"):
        words["kinds"] = told.side.stores.kind_called(event.what, MANY, told.language)
    if event.whom is not None:
        words["whom"] = event.whom.in_(told.language)
    return words


def _tried(told: CampaignRecounting, event: e.Tried) -> dict[str, str]:
    return {"again": told.say("tried_again", attempt=event.attempt) if event.attempt > 1 else ""}


def _place_shown(told: CampaignRecounting, event: e.PlaceShown) -> dict[str, str]:
    return {"text": surroundings(told.then, event.space, told.language)}


def _turned(told: CampaignRecounting, event: e.TableTurned) -> dict[str, str]:
    return {"place": told.name(event.space or SURFACE), "time": told.moment(event.minute)}


def _there(told: CampaignRecounting, event: e.WatchKept | e.PartySplit) -> dict[str, str]:
    return {"place": told.name(event.space)}


def _at_a_time(told: CampaignRecounting, event: e.StageReached | e.ClockMoved) -> dict[str, str]:
    return {"time": told.moment(event.minute)}


def _came_from_afar(told: CampaignRecounting, event: e.CameFromAfar) -> dict[str, str]:
    return {"time": told.moment(event.minute)}


def _fell(told: CampaignRecounting, event: e.HeroFell) -> dict[str, str]:
    sky = event.fallen.sky
    place = told.say(f"place.fell.{sky}") if sky else told.place(event.fallen.place)
    return {"place": place, "words": heard(told.then, event, told.language)}


def _answered(told: CampaignRecounting, event: e.DraftAnswered) -> dict[str, str]:
    value = value_text(told.side.maker, event.step, event.value, told.language).rstrip(".")
    return {"step": _step(told, event.step), "value": value}


def _drawn(told: CampaignRecounting, event: e.PromptDrawn) -> dict[str, str]:
    return {"words": ", ".join(prompt_text(lookup, told.language) for lookup in event.lookups)}


def _room_read(told: CampaignRecounting, event: e.RoomRead) -> dict[str, str]:
    return {"title": event.title.in_(told.language), "text": event.text.in_(told.language)}


def _room_told(told: CampaignRecounting, event: e.RoomTold) -> dict[str, str]:
    said = (event.told.in_(told.language), event.fact.in_(told.language))
    key = f"room:{event.slot}:{event.question}:{event.doing}"
    doing = told.then.said(key, told.language, lambda state: doing_said(state, event.slot, event.question, event.doing))
    return {"doing": doing, "told": " ".join(part for part in said if part)}


def _chair(told: CampaignRecounting, event: e.ChairTaken) -> dict[str, str]:
    party = told.side.party
    hero = told.then.fact(f"hero:{event.seat}", bool, lambda state: event.seat in party.adventurers(state))
    return {"seat": str(told.name(event.seat)) if hero else event.seat}  # else a player's own name


def _effect(told: CampaignRecounting, event: e.EffectTold) -> dict[str, str]:
    del told
    return {"detail": event.effect.detail, "amount": str(event.effect.amount)}


def _ailing(told: CampaignRecounting, event: e.AilmentChanged) -> dict[str, str]:
    return {"amount": f"{event.ailment.amount:+d}", "time": told.moment(event.ailment.until * TURN)}


def _oracle(told: CampaignRecounting, event: e.OracleSpoke) -> dict[str, str]:
    wordless = not any(map(str.isalnum, event.question))  # dots alone are no question
    asked = told.say("oracle_unasked" if wordless else "oracle_asked", question=event.question)
    return {"asked": asked, "likelihood": likelihood_text(event.likelihood, told.language)}


WORDS: Final = (
    EventWords[CampaignRecounting]()
    .on(e.Banked, lambda told, event: {"coins": told.say("gold_pieces", gold=abs(event.gold))})
    .on(e.TownDrawn, _town)
    .on(e.TalkHeard, _talk)
    .on(e.PartyMoved, _moved)
    .on(e.GoldTurned, lambda _, event: {"worth": str(event.gold * event.each)})
    .on(e.Tried, _tried)
    .on(e.PlaceShown, _place_shown)
    .on(e.PaceSet, lambda told, event: {"how": told.name(f"pace:{event.pace}")})
    .on(e.TableTurned, _turned)
    .on(e.WatchKept, _there)
    .on(e.PartySplit, _there)
    .on(e.GivenUp, lambda told, event: {"place": told.place(event.fallen[0].place)})
    .on(e.CameFromAfar, _came_from_afar)
    .on(e.StageReached, _at_a_time)
    .on(e.ClockMoved, _at_a_time)
    .on(e.HeroFell, _fell)
    .on(e.DraftAnswered, _answered)
    .on(e.DraftReconsidered, lambda told, event: {"step": _step(told, event.step)})
    .on(e.DraftThrown, lambda _, event: {"scores": ", ".join(map(str, event.scores))})
    .on(e.OracleSpoke, _oracle)
    .on(e.PromptDrawn, _drawn)
    .on(e.RoomRead, _room_read)
    .on(e.RoomTold, _room_told)
    .on(e.RoomSecret, lambda told, event: {"text": event.text.in_(told.language)})
    .on(e.ChairTaken, _chair)
    .on(e.AsksChanged, lambda told, event: {"kind": told.say(f"kind.{event.kind}")})
    .on(e.EffectTold, _effect)
    .on(e.DeskUsed, lambda told, event: {"place": _thing(told, event.thing)})
    .on(e.NoteKept, lambda told, event: {"place": _thing(told, event.space)})
    .on(e.TaleTold, lambda told, event: {"text": event.words.in_(told.language)})
    .on(e.ThingShown, lambda told, event: {"what": _shown(told, event)})
    .on(e.NumbersBared, lambda told, event: {"who": told.name(event.foe)})
    .on(e.AilmentChanged, _ailing)
)
"""The gaps of every event of the campaign's own that has some."""


def _step(told: CampaignRecounting, step: str) -> str:
    """What a step of making a character is called."""
    said = told.then.fact(f"step:{step}", Said, lambda state: step_said(told.side.maker, state, step))
    return "" if said is None else said.in_(told.side.maker.texts, told.language)


def _thing(told: CampaignRecounting, thing: str) -> str:
    """Something of the dungeon as the referee speaks of it; anybody else by name."""

    def look(state: CampaignState) -> Noted | None:
        return thing_said(told.side, state, thing) if place_of(state.dungeon, thing) else None

    return told.then.said(f"thing:{thing}", told.language, look) or (told.name(thing) if thing else "")


def _shown(told: CampaignRecounting, event: e.ThingShown) -> str:
    """What the referee has shown, in the words of the party's map: its numbers are not the referee's."""
    if event.items:
        return held_said(told.side, event.items, told.language)

    def look(state: CampaignState) -> Noted | None:
        dungeon = state.dungeon
        if event.thing in dungeon.traps:
            return trap_said(dungeon.traps[event.thing].code)
        return link_said(dungeon.links[event.thing]) if event.thing in dungeon.links else None

    return told.then.said(f"shown:{event.thing}", told.language, look) or told.name(event.thing)


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
    day, rest = divmod(minute, DAY)
    return TEXTS.say(language, "moment", day=day + 1, hour=f"{rest // 60:02d}", minute=f"{rest % 60:02d}")
