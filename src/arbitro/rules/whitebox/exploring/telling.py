"""Exploring in words: names of places, doors and those who are met; the place, the encounter and the lists in lines."""

from collections import defaultdict
from collections.abc import Iterator
from typing import Any, Final

from arbitro.kernel.card import Tag
from arbitro.kernel.event_words import EventWords
from arbitro.kernel.ruling import Lookup
from arbitro.kernel.seat import Seat
from arbitro.kernel.then import Then
from arbitro.rules.whitebox import view as whitebox_view
from arbitro.rules.whitebox.basics import fighting
from arbitro.rules.whitebox.entry_names import entry_name
from arbitro.rules.whitebox.exploring import encounter_words, view
from arbitro.rules.whitebox.exploring import events as e
from arbitro.rules.whitebox.exploring.clock import light_reaches
from arbitro.rules.whitebox.exploring.foes import troop_name
from arbitro.rules.whitebox.exploring.joust import jousting
from arbitro.rules.whitebox.exploring.state import FOES_SIDE, place
from arbitro.rules.whitebox.narration import in_brackets
from arbitro.rules.whitebox.people import telling as telling_rules
from arbitro.rules.whitebox.people.equipment import sort_of
from arbitro.rules.whitebox.people.records import MINUTES_A_DAY
from arbitro.rules.whitebox.people.telling import counted_item
from arbitro.rules.whitebox.recounting import Recounting
from arbitro.rules.whitebox.roll_tables import CursedScroll, Found, Piece, ProtectionScroll, Rolls, Scrolls
from arbitro.rules.whitebox.rules import Rules
from arbitro.rules.whitebox.scene import Here
from arbitro.rules.whitebox.state import State
from arbitro.rules.whitebox.terms import Named
from arbitro.text import Language, Name, listed, with_article

MINUTES_AN_HOUR = 60
MANY_DOORS: Final = 2
"""More doors than these that are alike are counted instead of named."""


# ------------------------------------------------------------ names


def name_of(here: Here, subject: str, language: Language) -> Name:
    """The name of a place, a way, a trap, somebody who is met, a rider, a part of the place (``spot:wall``)."""
    # A fight that is over may be one with others than those who are met now, or its sides may have other names.
    if subject == FOES_SIDE and not fighting(here.state) and not _side_of_last_fight(here.state, subject):
        return Name(here.rules.texts.say(language, "side.foes"))
    found = name_here(here, subject)
    return telling_rules.name_of(here, subject, language) if found is None else found.in_(language)


def _side_of_last_fight(state: State, side: str) -> bool:
    """Whether a side of the fight that was fought last is called so, and nobody is met since."""
    return state.expedition is None and state.fight is not None and side in state.fight.sides


def name_here(here: Here, subject: str) -> Named | None:
    """The name of something of the expedition or the joust."""
    if here.state.joust is not None and subject in here.state.joust.riders and subject not in here.state.characters:
        return here.state.joust.riders[subject].name
    out = here.state.expedition
    if out is None:
        return None
    sort, _, entry = subject.partition(":")
    if sort == "spot":
        return place(out).spots.get(entry)
    if subject in out.places:
        return out.places[subject].name
    if subject in out.doors:
        return out.doors[subject].name
    if subject in out.traps:
        return out.traps[subject].name
    if subject in out.troops:
        count = out.troops[subject].count
        return troop_name(here.rules, out.troops[subject], count.plus + count.count)
    return None


# ------------------------------------------------------------ sentences


def _loyalty(told: Recounting, event: e.LoyaltyDue) -> dict[str, str]:
    """Followers by name, with how they were treated where that counts."""
    everybody = ((event.who, event.treatment), *event.others)
    shown = [
        told.say("loyalty_due.treated", who=told.name(who), treatment=f"{treatment:+d}")
        if treatment
        else told.say("loyalty_due.plain", who=told.name(who))
        for who, treatment in everybody
    ]
    return {"people": listed(shown, told.language)}


def _place(told: Recounting, event: e.PlaceEntered) -> dict[str, str]:
    text = event.text.in_(told.language) if event.text is not None else ""
    exits = ", ".join(map(told.name, event.exits))
    return {"name": event.name.in_(told.language), "text": text, "exits": exits or "–"}


def _heard(told: Recounting, event: e.ListenRolled) -> dict[str, str]:
    return {"noise": event.noise.in_(told.language) if event.noise is not None else ""}


def _terrain(told: Recounting, terrain: str) -> dict[str, str]:
    return {"terrain": told.entry("terrain", terrain), "about": terrain}


def _weather(told: Recounting, event: e.WeatherTurned) -> dict[str, str]:
    rows = told.rules.content.weather.rows
    text = next((row.result.text for row in rows if row.id == event.weather), None)
    more = f" {text.in_(told.language)}" if text is not None else ""
    return {"weather": told.entry("weather", event.weather), "text": more}


def _joust(told: Recounting, event: e.JoustBegan) -> dict[str, str]:
    shown = (f"{one.name.in_(told.language)} ({told.entry('transport', one.mount)})" for one in event.entrants)
    return {"riders": ", ".join(shown), "stakes": told.say(f"stakes.{event.stakes}")}


def _again(told: Recounting, event: e.DoorTried | e.EvasionRolled) -> dict[str, str]:
    return {"again": told.say("again", attempt=event.attempt) if event.attempt > 1 else ""}


def _wandering(told: Recounting, event: e.WanderingRolled) -> dict[str, str]:
    turn = event.turn - event.under_sky
    return {"when": told.say("wandering_turn", turn=turn) if turn else ""}


def _met(told: Recounting, event: e.MetSomebody) -> dict[str, str]:
    caught = (with_article(told.name(side), "the", told.language) for side in event.surprised)
    return {"surprised": ", ".join(caught)}


def _encounter(told: Recounting, event: e.EncounterRolled) -> dict[str, str]:
    table = encounter_words.table_text(told.rules.texts, event.lookup.table, told.language)
    return {"table": table, "row": row_text(told.rules, event.lookup, told.language)}


def _light(told: Recounting, event: e.LightKindled) -> dict[str, str]:
    return {"feet": str(light_reaches(told.rules, event.light))}


def _doors(told: Recounting, event: e.DoorsShut) -> dict[str, str]:
    return {"doors": doors_here(told.rules, told.then, event.doors, told.language)}


def _stated(told: Recounting, event: e.FactsStated) -> dict[str, str]:
    return {"facts": facts_text(told.rules, event, told.language)}


def _troop(told: Recounting, event: e.TroopStated) -> dict[str, str]:
    return {"troop": troop_name(told.rules, event.troop, event.count).in_(told.language)}


def _from_dead(told: Recounting, event: e.TakenFromDead) -> dict[str, str]:
    return {"things": counted_item(told.rules, event.to_item, event.count, told.language)}


def _ruled(told: Recounting, event: e.RulingGiven) -> dict[str, str]:
    return {"word": ruling_text(told.rules, told.then, event, told.language)}


WORDS: Final = (
    EventWords[Recounting]()
    .on(e.PlaceEntered, _place)
    .on(e.LoyaltyDue, _loyalty)
    .on(e.LightKindled, _light)
    .on(e.ListenRolled, _heard)
    .on(e.NoiseTold, lambda told, event: {"noise": event.noise.in_(told.language)})
    .on(e.TurnsBooked, lambda _, event: {"turns": str(event.turns - event.under_sky)})
    .on(e.Travelled, lambda told, event: _terrain(told, event.terrain))
    .on(e.RulingAsked, lambda told, event: _terrain(told, event.about) if event.kind == "terrain" else {})
    .on(e.WeatherTurned, _weather)
    .on(e.JoustBegan, _joust)
    .on(e.RiderArmed, lambda told, event: {"who": event.rider.name.in_(told.language)})
    .on(e.Forfeited, lambda told, event: {"mount": told.entry("transport", event.mount)})
    .on(e.DoorTried, _again)
    .on(e.EvasionRolled, _again)
    .on(e.WanderingRolled, _wandering)
    .on(e.DoorsShut, _doors)
    .on(e.FactsStated, _stated)
    .on(e.TroopStated, _troop)
    .on(e.MetSomebody, _met)
    .on(e.TakenFromDead, _from_dead)
    .on(e.ReactionRolled, lambda _, event: {"why": in_brackets(event.reason)})
    .on(e.RulingGiven, _ruled)
    .on(e.EncounterRolled, _encounter)
    .on(e.EncounterOpen, lambda told, event: {"name": event.it if told.language == "it" else event.en})
    .on(e.LoyaltyRolled, lambda _, event: {"amount": f"{event.next_check:+d}"})
    .on(e.TreatmentSet, lambda _, event: {"amount": f"{event.modifier:+d}"})
)
"""The words of the events of this chapter: places, noises, terrains and mounts by name."""


def ruling_text(rules: Rules, then: Then[State], event: e.RulingGiven, language: Language) -> str:
    """What the referee has ruled, as it stood among the answers: a word, a factor, or something hidden."""
    said = rules.texts.find(language, f"answer.{event.kind}.{event.word}")
    if said is not None:
        return said
    if event.kind == "terrain":
        return rules.texts.say(language, "answer.terrain", factor=event.word)
    return then.name(event.word, language)


def row_text(rules: Rules, lookup: Lookup, language: Language) -> str:
    """A row of a table in words: of spells, cards of fate, treasure, encounters and their levels, and of the weather.

    Empty where it has none.
    """
    found: Any = rules.content.spell_tables.get(lookup.table) or rules.content.treasure_tables.get(lookup.table)
    name = getattr(found.at(lookup.total).result, "name", None) if found is not None else None
    if name is not None:
        return str(name.in_(language))
    if found is not None or not lookup.row:
        return _treasure_row(rules, lookup, language)
    if lookup.table in rules.content.encounter_tables:
        row = next(row for row in rules.content.encounter_tables[lookup.table].rows if row.id == lookup.row)
        return encounter_words.encounter_text(rules.texts, rules.content, row.result, language)
    if lookup.table in rules.content.dungeon_levels:
        level = next(row for row in rules.content.dungeon_levels[lookup.table].rows if row.id == lookup.row)
        return rules.texts.say(language, "encounters.level", level=level.result.value)
    if lookup.table in ("weather", "npc_alignment"):
        return entry_name(rules, lookup.table.removeprefix("npc_"), lookup.row, language)
    return rules.texts.find(language, f"row.{lookup.table}.{lookup.row}") or ""


def _treasure_row(rules: Rules, lookup: Lookup, language: Language) -> str:
    """What a throw for treasure gives: a thing, the table to throw on next, a trade or none, somebody's spells."""
    facts, texts = rules.content.treasure, rules.texts
    if lookup.table == "trade":
        made = any(lookup.total <= trade.chance for trade in facts.trades)
        return texts.say(language, "row.trade.made" if made else "row.trade.none")
    if lookup.table == "gem_or_magic":
        magic = any(lookup.total >= trade.magic_on for trade in facts.trades)
        return texts.say(language, "row.gem_or_magic.magic" if magic else "row.gem_or_magic.gem")
    if lookup.table == "caster":
        casters = facts.scroll_caster.items()
        calling = next((name for name, (low, high) in casters if low <= lookup.total <= high), "")
        return entry_name(rules, "class", calling, language) if calling else ""
    table = rules.content.treasure_tables.get(lookup.table)
    match table.at(lookup.total).result if table is not None else None:
        case Found(item):
            return entry_name(rules, "magic", item, language)
        case Piece(item):
            sort = sort_of(rules, item)
            return entry_name(rules, sort, item, language) if sort is not None else ""
        case Rolls(further):
            return texts.find(language, f"purpose.{further}") or ""
        case Scrolls(count):
            return texts.say(language, "row.scrolls", count=count)
        case CursedScroll():
            return texts.say(language, "row.cursed_scroll")
        case ProtectionScroll(further):
            return texts.find(language, f"purpose.{further}") or ""
        case _:
            return ""


def doors_here(rules: Rules, then: Then[State], doors: tuple[str, ...], language: Language) -> str:
    """The doors of the place where the party is, by name; one that it has left behind is just a door."""

    def look(state: State) -> tuple[str, ...] | None:
        out = state.expedition
        if out is None:
            return None
        return tuple(door for door in doors if door in out.doors and out.at in out.doors[door].between)

    here = then.fact(f"doors:{','.join(doors)}", tuple[str, ...], look)
    if not here:
        return rules.texts.say(language, "doors.behind")
    return ", ".join(then.name(door, language) for door in here)


def facts_text(rules: Rules, event: e.FactsStated, language: Language) -> str:
    """What was stated, by name."""
    names = [place.name for place in event.places] + [door.name for door in event.doors]
    named = [name.in_(language) for name in (*names, *(trap.name for trap in event.traps))]
    troops = (troop_name(rules, troop, troop.count.plus + troop.count.count) for troop in event.troops)
    return ", ".join(dict.fromkeys((*named, *(troop.in_(language) for troop in troops))))


# ------------------------------------------------------------ pictures


def table_view(here: Here, seat: Seat) -> whitebox_view.View:
    """The table as a seat may know it, with the names of those whom the party has met."""
    return whitebox_view.view(here.state, seat, troop_names(here))


def troop_names(here: Here) -> dict[str, Named]:
    """What those who are met are called."""
    out = here.state.expedition
    if out is None or out.meeting is None:
        return {}
    met = out.meeting
    return {met.troop: troop_name(here.rules, out.troops[met.troop], met.count)}


def picture(here: Here, seat: Seat, language: Language) -> list[str]:
    """The fight; or the lists; or the place, who is met there, and the party."""
    lines = telling_rules.picture(here, seat, language)
    if fighting(here.state):
        return lines
    if jousting(here.state) is not None:
        return lists(here, seat, language)
    seen = view.expedition(here.state, seat, troop_names(here))
    return lines if seen is None or seen.over else [*surroundings(here, seen, language), *lines]


def surroundings(here: Here, seen: view.ExpeditionView, language: Language) -> list[str]:
    """Where the party is, by the clock, with its ways out and its lights."""
    say = here.rules.texts.say
    day, minute = divmod(here.state.minutes, MINUTES_A_DAY)
    hour, minute = divmod(minute, MINUTES_AN_HOUR)
    clock = say(language, "picture.clock", day=day + 1, hour=hour, minute=f"{minute:02d}", turns=seen.turns)
    lines = [f"{seen.name.in_(language)} – {clock}"]
    if seen.weather and seen.outdoors:
        sky = entry_name(here.rules, "weather", seen.weather, language)
        lines.append(f"  {say(language, 'picture.weather', weather=sky)}")
    for door in seen.doors:
        how = "passage" if door.passage else "open" if door.open else "locked" if door.locked else "shut"
        leads = f" → {here.rules.name_of(here, door.leads, language)}" if door.leads else ""
        lines.append(f"  {door.name.in_(language)}: {say(language, f'door.{how}')}{leads}")
    lines += [
        f"  {say(language, 'picture.trap', trap=here.rules.name_of(here, trap, language))}" for trap in seen.traps
    ]
    burning = [light for light in seen.lights if light.burning]
    for light in burning:
        bearer = here.rules.name_of(here, light.bearer, language)
        kind = say(language, f"light.{'lantern' if light.of == 'lantern' else 'torch'}")
        lines.append(f"  {say(language, 'picture.light', who=bearer, light=kind, minutes=light.minutes)}")
    if not burning and not seen.outdoors:
        lines.append(f"  {say(language, 'picture.dark')}")
    for who, minutes in seen.busy.items():
        lines.append(f"  {say(language, 'picture.busy', who=here.rules.name_of(here, who, language), minutes=minutes)}")
    if seen.meeting is not None:
        met = seen.meeting
        lines.append(say(language, "picture.met", troop=met.name.in_(language), count=met.count, feet=met.feet))
    return lines


def lists(here: Here, seat: Seat, language: Language) -> list[str]:
    """The two riders, their points and how they are."""
    seen = view.joust(here.state, seat)
    if seen is None:
        return []
    say = here.rules.texts.say
    lines = [say(language, "picture.joust", passes=seen.passes, lances=say(language, f"lances.{seen.lances}"))]
    for rider in seen.riders:
        name = rider.name.in_(language)
        mount = entry_name(here.rules, "transport", rider.mount, language)
        hp = "" if rider.hp is None else ", " + say(language, "picture.hp", hp=rider.hp, max=rider.max_hp)
        how = say(language, f"seat.{rider.seat}", who=rider.name.in_(language))
        lines.append(say(language, "picture.rider", who=name, mount=mount, points=rider.points, how=how, hp=hp))
    return lines


def door_tags(here: Here, seen: view.ExpeditionView, language: Language) -> Iterator[Tag]:
    """What each door is like; of those that are like many others, how many there are, and which."""
    say, alike = here.rules.texts.say, defaultdict[str, list[tuple[str, str]]](list)
    for door in seen.doors:
        if not door.passage:  # the ways on are among the choices; only what a door is like must be told
            leads = str(here.rules.name_of(here, door.leads, language)) if door.leads else ""
            how = "open" if door.open else "locked" if door.locked else "shut"
            alike[how].append((str(door.name.in_(language)), leads))
    for how, doors in alike.items():
        if len(doors) > MANY_DOORS:
            names = ", ".join(name for name, _ in doors)
            yield Tag(say(language, f"doors.{how}", count=len(doors)), "plain", names)
        else:
            for name, leads in doors:
                yield Tag(f"{name}: {say(language, f'door.{how}')}", "plain", leads)
