"""What everything of a campaign is called: the dungeon's own by kind, number and bearing, people by the game."""

from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from typing import Any, Final

from arbitro.dungeon.knowledge import seen_thing, visited
from arbitro.dungeon.model import SURFACE, Dungeon, Space
from arbitro.kernel.rulebook import Phrase
from arbitro.kernel.ruleset import Ruleset
from arbitro.kernel.then import Then
from arbitro.kernel.witness import Noted, Said, in_words, own_name
from arbitro.play.maker import value_text
from arbitro.play.side import Side
from arbitro.play.solo.oracle import likelihood_text
from arbitro.play.spots import OF_THE_DESK, trap_called
from arbitro.play.state import GROUP, Called, CampaignState
from arbitro.play.ways import DOORS, Way, ways
from arbitro.text import Gender, Language, Name, Texts

TEXTS = Texts("arbitro.play")


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


def _own_name(state: CampaignState, space: str) -> Phrase | None:
    """What an adventure calls a place, for those who have been there."""
    tale = state.tale.places.get(space) if state.tale is not None else None
    return tale.name if tale is not None and visited(state.dungeon, GROUP, space) else None


def _as_named(title: str) -> Name:
    """A title within a sentence: its article has no capital there."""
    article, gap, rest = title.partition("'" if "'" in title.partition(" ")[0] else " ")
    return Name(
        article.lower() + gap + rest if article.lower() in _ARTICLES else title, "f" if article in _HERS else "m"
    )


_ARTICLES: Final = frozenset({"il", "lo", "la", "l", "i", "gli", "le", "the", "a", "an", "un", "uno", "una"})
_HERS: Final = frozenset({"La", "Le", "Una"})


def called(side: Side, state: CampaignState, subject: str) -> Noted:
    """What somebody, some place or some way is called, in every language: the dungeon's own as keys and numbers."""
    if subject in state.dungeon.spaces and _own_name(state, subject) is None:
        return place_said(state.dungeon, subject)
    said = _way_here(state, subject) or _by_itself(state, subject)
    if said is not None:
        return said
    named = subject in state.dungeon.spaces or ":" in subject or state.draft is not None
    found = None if named else side.game.called(side.party.whole(state), subject)
    if isinstance(found, Said):
        return found
    return own_name(name_of(side, state, subject, "it"), name_of(side, state, subject, "en"))


def _by_itself(state: CampaignState, subject: str) -> Said | None:
    """What the catalogue calls by itself: walls, the open sky, treasure, water."""
    prefix, _, rest = subject.partition(":")
    if prefix == "wall" and TEXTS.find("it", f"bearing.{rest}") is not None:
        return Said("wall", {"bearing": f"@bearing.{rest}"})
    if subject == SURFACE:
        return Said("place.surface")
    if subject in state.dungeon.slots and state.dungeon.slots[subject].kind == "treasure":
        return Said("loot")
    return Said("water", gender="f") if subject in state.dungeon.waters else None


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
        case "pace":
            return side.game.texts.say(language, f"pace.{rest}")
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
        own = _own_name(state, subject)
        return place_called(state.dungeon, subject).in_(language) if own is None else _as_named(own.in_(language))
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


def meaning(side: Side, state: CampaignState, subject: str, language: Language) -> str:
    """What an entry is or does: an answer to a step of making, a thing that the desk names, or the game's own."""
    prefix, _, rest = subject.partition(":")
    if prefix == "making":
        step, _, value = rest.partition(":")
        return "" if side.maker.meaning is None else side.maker.meaning(step, value, language)
    return side.game.meaning(side.party.whole(state), subject, language)


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


def place_name(then: Then[Any], space: str, language: Language) -> Name:
    """A place by name; what is no place of any dungeon is under the sky."""
    name = then.name(space, language) if space else Name("")
    return then.name(SURFACE, language) if name == space else name


def doing_text(state: CampaignState, slot: str, question: str, doing: str, language: Language) -> str:
    """Something that may be done in a special room, after the question that it answers."""
    return in_words(doing_said(state, slot, question, doing), TEXTS, language)


def doing_said(state: CampaignState, slot: str, question: str, doing: str) -> Noted:
    """Something that may be done in a special room, in any language: the room's own words stand for themselves."""
    room = state.rooms[slot].opened.room
    for asked in room.questions:
        for each in asked.doings:
            if (asked.id, each.id) == (question, doing):
                words = {"ask": asked.ask, "doing": each.label}
                both = {gap: own_name(Name(text.in_("it")), Name(text.in_("en"))) for gap, text in words.items()}
                return Said("room.doing", parts={**both})
    return (doing,)
