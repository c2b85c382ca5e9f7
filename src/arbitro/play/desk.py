"""What the referee's desk offers: choices in a group of their own, and all that there is in a place.

The choices span the whole dungeon. Whatever stands on their lists says in which place it is (`Pick.about`), so that an
editor can gather what concerns one place; a plain menu lists it all.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from arbitro.appendix_a.trap import TRAPS
from arbitro.dungeon.doors import stands
from arbitro.dungeon.kinds import is_treasure
from arbitro.dungeon.knowledge import DOORS
from arbitro.dungeon.model import Dungeon, Link
from arbitro.kernel.card import Section, Sheet
from arbitro.kernel.choice import DESK, Choice, Label, Parameter, Pick, picks_of
from arbitro.play import commands as c
from arbitro.play.delving import underground
from arbitro.play.hastening import MOST_DAYS, MOST_TURNS, no_days
from arbitro.play.placing import MOST, MOST_COINS, MOST_FEET, are_coins, no_lock
from arbitro.play.preparing import MOST_ROOMS, MOST_SPACES, may_replace
from arbitro.play.revealing import concealed, exposed
from arbitro.play.side import Side
from arbitro.play.sight import open_ends
from arbitro.play.spots import (
    TEXTS,
    end_called,
    held_words,
    is_known,
    link_called,
    place_of,
    spot_called,
    trap_called,
    visited,
)
from arbitro.play.state import CampaignState
from arbitro.text import Language

if TYPE_CHECKING:
    from arbitro.play.campaign import Campaign

REASON: Final = Parameter("reason", "text", optional=True)
AS_IT_IS: Final = Pick("", Label("mood.none"))


def choices(campaign: "Campaign", state: CampaignState) -> Iterator[Choice]:
    """Everything that the referee may do by hand now; all of it is accepted."""
    if state.stage == "over":
        return
    yield from _digging(state.dungeon)
    yield from at_any_time(campaign, state)
    if underground(campaign.side, state) is None:
        yield _springing(campaign.side)
        yield _choice("send_wanderers", (REASON,))
        yield _choice("let_turns_pass", (_number("turns", 1, MOST_TURNS), REASON))
    if no_days(campaign.side, state) is None:
        yield _choice("let_days_pass", (_number("days", 1, MOST_DAYS), REASON))
    if campaign.side.meetings.fighting(state):
        yield from _fighting(campaign, state)
    if state.dungeon.spaces and may_replace(state) is None:
        yield _choice("begin_anew", (REASON,))


def at_any_time(campaign: "Campaign", state: CampaignState) -> Iterator[Choice]:
    """What need not wait until a question of the rules is answered: who and what is where, and who knows of it."""
    if state.stage != "over" and state.dungeon.spaces:
        yield from _placing(campaign.side, state)
        yield from _changing(campaign, state)
        yield from _locking(campaign.side, state)
        yield from _showing(state)


def _choice(command: str, parameters: tuple[Parameter, ...], name: str = "", **fixed: str | int) -> Choice:
    name = name or command
    return Choice(name, command, Label(f"choice.{name.replace('/', '.')}"), dict(fixed), parameters, group=DESK)


def _number(name: str, least: int, most: int) -> Parameter:
    return Parameter(name, "number", minimum=least, maximum=most)


def _digging(dungeon: Dungeon) -> Iterator[Choice]:
    ends = tuple(Pick(lead.id, Label("name", {"who": f"@end:{lead.id}"}), lead.space) for lead in open_ends(dungeon))
    if ends:
        yield _choice("dig_ahead", (Parameter("lead", picks=ends), _number("rooms", 1, MOST_ROOMS), REASON))
    for level in sorted({lead.level for lead in open_ends(dungeon)}):
        label = Label("choice.dig_level", {"level": level})
        parameters = (_number("most", 0, MOST_SPACES), REASON)
        yield Choice(f"dig_level/{level}", "dig_level", label, {"level": level}, parameters, group=DESK)


def _placing(side: Side, state: CampaignState) -> Iterator[Choice]:
    space = Parameter("space", picks=_spaces(state.dungeon))
    kind = Parameter("kind", picks=_held(side.stores.kinds()))
    mood = _mood(side.desk.moods)
    number = _number("number", 1, MOST)
    yield _choice("place_monsters", (space, kind, number, *mood, REASON))
    for part, what, number in _treasure(side.stores.valuables()):
        yield _choice("place_treasure", (space, what, number, REASON), f"place_treasure{part}")
    codes = picks_of(TRAPS, "trapkind:")
    yield _choice("set_trap", (space, Parameter("code", picks=codes), REASON))
    yield _choice("keep_note", (space, Parameter("text", "text", optional=True)))


def _treasure(valuables: tuple[str, ...]) -> Iterator[tuple[str, Parameter, Parameter]]:
    """Coins by the heap and other things by the piece: the end of a choice's name, what, and how much."""
    coins = tuple(what for what in valuables if are_coins(what))
    things = tuple(what for what in valuables if not are_coins(what))
    for part, picks, most in (("", coins, MOST_COINS), ("/things", things, MOST)):
        yield part, Parameter("what", picks=_held(picks)), _number("number", 1, most)


def _springing(side: Side) -> Choice:
    kind = Parameter("kind", picks=_held(side.stores.kinds()))
    feet = (_number("feet", 0, MOST_FEET),) if side.desk.distances else ()
    return _choice("spring_encounter", (kind, _number("number", 1, MOST), *_mood(side.desk.moods), *feet, REASON))


def _changing(campaign: "Campaign", state: CampaignState) -> Iterator[Choice]:
    side, dungeon = campaign.side, state.dungeon
    met = side.meetings.slot(state)
    slots = [slot for slot in dungeon.slots.values() if slot.state != "gone" and slot.id != met and slot.items]
    there = [_thing(dungeon, slot.id) for slot in slots if slot.kind == "monster"]
    if there:
        slot = Parameter("slot", picks=tuple(there))
        kind = Parameter("what", picks=_held(side.stores.kinds()))
        yield _choice("change_contents", (slot, kind, _number("number", 1, MOST), REASON), "change_contents/monsters")
        if side.desk.moods:
            yield _choice("set_mood", (slot, *_mood(side.desk.moods), REASON))
    lying = [_thing(dungeon, slot.id) for slot in slots if slot.kind == "treasure"]
    if lying:
        slot = Parameter("slot", picks=tuple(lying))
        for part, what, number in _treasure(side.stores.valuables()):
            yield _choice("change_contents", (slot, what, number, REASON), f"change_contents/treasure{part}")
    traps = [trap.id for trap in dungeon.traps.values() if campaign.allows(state, c.RemoveThing(trap.id))]
    things = tuple(_thing(dungeon, name) for name in (*(slot.id for slot in slots), *traps))
    if things:
        yield _choice("remove_thing", (Parameter("thing", picks=things), REASON))


def _locking(side: Side, state: CampaignState) -> Iterator[Choice]:
    doors = [link.id for link in state.dungeon.links.values() if link.kind in DOORS] if side.desk.has_locks else []
    for on, name in ((True, "set_lock/on"), (False, "set_lock/off")):
        able = [door for door in doors if no_lock(side, state, door, on=on) is None]
        if able:
            picks = tuple(_thing(state.dungeon, door) for door in able)
            yield _choice("set_lock", (Parameter("door", picks=picks), REASON), name, on=on)


def _showing(state: CampaignState) -> Iterator[Choice]:
    for command, things in (("reveal", concealed(state.dungeon)), ("hide", exposed(state))):
        picks = tuple(_thing(state.dungeon, thing) for thing in things)
        if picks:
            yield _choice(command, (Parameter("thing", picks=picks), REASON))


def _fighting(campaign: "Campaign", state: CampaignState) -> Iterator[Choice]:
    kinds = campaign.side.stores.kinds()
    if campaign.allows(state, c.SendReinforcements(kinds[0])):
        kind = Parameter("kind", picks=_held(kinds))
        yield _choice("send_reinforcements", (kind, _number("number", 1, MOST), REASON))
    foes = {foe: Pick(foe, Label("name", {"who": f"@{foe}"})) for foe in campaign.side.meetings.foes(state)}
    if not foes:
        return
    yield _choice("take_out", (Parameter("foe", picks=tuple(foes.values())), REASON))
    for on, name in ((True, "bare_numbers/open"), (False, "bare_numbers/kept")):
        picks = tuple(pick for foe, pick in foes.items() if (foe in state.bared) != on)
        if picks:
            yield _choice("bare_numbers", (Parameter("foe", picks=picks), REASON), name, on=on)


def _spaces(dungeon: Dungeon) -> tuple[Pick, ...]:
    """All spaces, places before passages, level by level."""
    order = sorted(dungeon.spaces.values(), key=lambda space: (space.level, not space.is_place))
    return tuple(Pick(space.id, Label("name", {"who": f"@spot:{space.id}"}), space.id) for space in order)


@lru_cache(maxsize=16)
def _held(names: tuple[str, ...]) -> tuple[Pick, ...]:
    return picks_of(names, "held:")


def _mood(moods: tuple[str, ...]) -> tuple[Parameter, ...]:
    if not moods:
        return ()
    return (Parameter("mood", picks=(AS_IT_IS, *(Pick(mood, Label(f"mood.{mood}")) for mood in moods))),)


def _thing(dungeon: Dungeon, thing: str) -> Pick:
    return Pick(thing, Label("name", {"who": f"@thing:{thing}"}), place_of(dungeon, thing))


# -------------------------------------------------------------------- a place, whole


def place_sheet(side: Side, state: CampaignState, space: str, language: Language) -> Sheet:
    """All that there is in a place, and what the party knows of it: for the referee."""
    dungeon = state.dungeon

    def say(key: str, **values: object) -> str:
        return TEXTS.say(language, key, **values)

    def known(thing: str) -> str:
        return say("desk.known" if is_known(dungeon, thing) else "desk.secret")

    slots = [slot for slot in dungeon.slots.values() if slot.space == space]
    there = [slot for slot in slots if slot.state != "gone" and slot.kind != "treasure"]
    lying = [slot for slot in slots if slot.kind == "treasure" or any(is_treasure(name) for name, _ in slot.items)]
    lying = [slot for slot in lying if slot.id not in state.taken and (slot.kind == "treasure" or slot.state == "gone")]
    traps = [trap for trap in dungeon.traps.values() if trap.space == space]
    links = [link for link in dungeon.links.values() if space in (link.a, link.b)]
    ends = [lead for lead in open_ends(dungeon) if lead.space == space and not lead.link]

    def held(found: Iterable[str]) -> tuple[tuple[str, str], ...]:
        return tuple((held_words(side, state, slot, language), known(slot)) for slot in found)

    sections = (
        Section(say("desk.monsters"), held(slot.id for slot in there)),
        Section(say("desk.treasure"), held(slot.id for slot in lying)),
        Section(
            say("desk.traps"),
            tuple(
                (trap_called(trap.code, language), f"{say(f'desk.trap.{trap.state}')}, {known(trap.id)}")
                for trap in traps
            ),
        ),
        Section(
            say("desk.ways"),
            tuple((_way_words(dungeon, link, space, language), known(link.id)) for link in links),
            tuple(end_called(dungeon, lead.id, language) for lead in ends),
        ),
        Section(say("desk.note"), lines=(state.notes[space],) if space in state.notes else ()),
    )
    line = say("desk.known_place" if visited(dungeon, space) else "desk.secret_place")
    full = tuple(section for section in sections if section.pairs or section.lines)
    return Sheet(spot_called(dungeon, space, language), line, full)


def _way_words(dungeon: Dungeon, link: Link, space: str, language: Language) -> str:
    """A way seen from a space: what it is, in which state, and where it leads."""
    other = link.b if link.a == space else link.a
    if other in dungeon.spaces:
        goal = spot_called(dungeon, other, language)
    else:
        goal = TEXTS.say(language, "place.surface" if other else "place.beyond")
    how_it_stands = stands(dungeon, link.id) if link.kind in DOORS else ""
    how = TEXTS.find(language, f"desk.link.{link.state}") or (
        TEXTS.say(language, f"desk.door.{how_it_stands}") if how_it_stands else ""
    )
    return TEXTS.say(language, "desk.way", way=link_called(link, language), state=how, goal=goal)
