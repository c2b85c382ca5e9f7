"""Looking things up: content, characters, the facts of their class and people, and what their attributes give."""

from collections.abc import Iterator, Mapping

from arbitro.kernel.command import Refusal
from arbitro.kernel.content import Noun
from arbitro.kernel.moment import once
from arbitro.kernel.name_lists import one_called
from arbitro.kernel.named import Named
from arbitro.kernel.ruling import Part, added_up
from arbitro.rules.whitebox.basics import fighting
from arbitro.rules.whitebox.class_features import (
    AbilityUse,
    CharacterClass,
    CharismaBand,
    ClassLevel,
    People,
    ScoreBand,
)
from arbitro.rules.whitebox.exploring.state import place
from arbitro.rules.whitebox.measure import Ability
from arbitro.rules.whitebox.ongoing_effects import HELPLESS, OUT_OF_IT
from arbitro.rules.whitebox.people.events import PartyFormed
from arbitro.rules.whitebox.people.state import Character
from arbitro.rules.whitebox.powers.lookups import under
from arbitro.rules.whitebox.rules import Rules
from arbitro.rules.whitebox.scene import Here
from arbitro.rules.whitebox.state import State

MINUTES_A_DAY = 24 * 60
ROUND, TURN = 1, 10
"""Minutes of a round and of a turn (WB-TIME-01, WB-TIME-02)."""


def in_band(bands: tuple[ScoreBand, ...], score: int) -> int:
    """What the band of a score gives; 0 outside all bands."""
    return next((band.value for band in bands if band.low <= score <= band.high), 0)


# ------------------------------------------------------------ who


def servant_name(rules: Rules, state: State, noun: Noun, number: int) -> Named:
    """What somebody for hire is called, by trade and name; no die is thrown for it."""
    names = rules.content.names.women if noun.gender == "f" else rules.content.names.men
    taken = {one.name.en.rpartition(" ")[2] for one in state.characters.values()}
    of_many = Named(noun.it, noun.en, noun.gender, number)
    return one_called(of_many, names, taken, f"{noun.en} {number} {state.minutes}")


def person(state: State, who: str) -> Character | Refusal:
    """Somebody with a sheet, or the refusal that says there is nobody of that id."""
    found = state.characters.get(who)
    return Refusal("no_character", {"who": who}) if found is None else found


def living(state: State, who: str) -> Character | Refusal:
    """Somebody who is alive and has not retired."""
    found = person(state, who)
    if type(found) is Refusal:
        return found
    if found.captive is not None:
        return Refusal("captive", {"who": f"@{who}"}, ("WB-MORALE-02",))
    if found.along:
        return found
    return Refusal("character_gone", {"who": f"@{who}", "fault": f"health.{found.health}"}, ("WB-DEATH-02",))


def awake(state: State, who: str) -> Character | Refusal:
    """Somebody who can act outside a fight: conscious, not asleep, held or turned to stone."""
    found = living(state, who)
    if type(found) is Refusal:
        return found
    if fighting(state):
        return Refusal("fight_first", {"who": f"@{who}"}, ("WB-TIME-02",))
    if found.health == "out":
        return Refusal("character_out", {"who": f"@{who}"}, ("WB-DEATH-03",))
    stopped = under(state, who, *HELPLESS, *OUT_OF_IT) if state.effects else None
    if stopped is not None:
        return Refusal("under_effect", {"who": f"@{who}", "fault": f"effect.{stopped.kind}"})
    return found


def out_of_mind(state: State, who: str) -> Refusal | None:
    """Whoever has lost their mind to magic casts, learns and reads nothing until it is given back (WB-SPELL-01)."""
    if not state.effects or under(state, who, "feebleminded") is None:
        return None
    return Refusal("witless", {"who": f"@{who}"}, ("WB-SPELL-01",))


def may_read(state: State, who: str) -> Refusal | None:
    """Whether somebody can make sense of what is written: the blind and the witless cannot (WB-CORE-02)."""
    if state.effects and under(state, who, "blind") is not None:
        return Refusal("cannot_read", {"who": f"@{who}"}, ("WB-CORE-02",))
    return out_of_mind(state, who)


def in_town(state: State) -> bool:
    """Between adventures, or at a safe place, and not in the middle of one."""
    out = state.expedition
    return out is None or out.over or place(out).safe


def at_market(state: State, who: str) -> Character | Refusal:
    """Somebody who can trade and hire: awake, and where there is anybody to do it with (WB-CORE-02: our ruling)."""
    found = awake(state, who)
    if isinstance(found, Refusal) or in_town(state):
        return found
    return Refusal("not_in_town", {"who": f"@{who}"}, ("WB-CORE-02",))


def on_their_feet(state: State, who: str) -> bool:
    """Whether somebody is free, conscious and able to act: neither asleep, held, charmed nor turned to stone."""
    one = state.characters.get(who)
    if one is None or not one.fit:
        return False
    return not state.effects or under(state, who, *HELPLESS, *OUT_OF_IT) is None


def active(here: Here) -> Iterator[Character]:
    """Those of the party who can act: they walk, see, talk and tread on things, and carry the others."""
    return (one for one in company(here.state) if on_their_feet(here.state, one.id))


def going_on(here: Here) -> bool:
    """Whether anybody of the party can act, or will by merely waiting."""
    return any(comes_to(here, one.id) for one in company(here.state))


def company(state: State) -> Iterator[Character]:
    """The members of the party who live and are free, in marching order."""
    if state.follows is None:
        return _company(state)
    return iter(once(state, "company", lambda: tuple(_company(state))))


def _company(state: State) -> Iterator[Character]:
    for who in state.party.order:
        one = state.characters.get(who)
        if one is not None and one.along:
            yield one


def marching(state: State) -> tuple[str, ...]:
    """The order of march: the dead and captives walk in no line."""
    return tuple(one.id for one in company(state))


def line_up(state: State, order: tuple[str, ...], abreast: int) -> PartyFormed:
    """Who walks from now on, in which order; the others of the party keep their place in it for when they are back."""
    absent = tuple(who for who in order if who in state.characters and not state.characters[who].along)
    return PartyFormed(tuple(who for who in order if who not in absent), abreast, absent)


def servants(state: State, employer: str) -> Iterator[Character]:
    """Those in somebody's service."""
    return (one for one in state.characters.values() if one.employer == employer and one.living)


def day(state: State) -> int:
    """The day of the clock, from 0."""
    return state.minutes // MINUTES_A_DAY


# ------------------------------------------------------------ what they are


def folk(rules: Rules, one: Character) -> People:
    """The people of somebody."""
    return rules.content.peoples[one.people]


def plain_folk(rules: Rules) -> People:
    """The people by whose numbers the rules for anybody are given."""
    return rules.content.peoples["human"]


def calling(rules: Rules, one: Character) -> CharacterClass | None:
    """The class of somebody; hirelings have none."""
    return rules.content.classes.get(one.class_id)


def class_row(rules: Rules, class_id: str, level: int) -> ClassLevel:
    """The row of a class table; above the last one, the last one holds."""
    levels = rules.content.classes[class_id].levels
    return levels[min(max(level, 1), len(levels)) - 1]


def top_level(rules: Rules, folk: str, class_id: str) -> int:
    """How far a people gets in a class: its own limit, and the last row that experience can reach."""
    facts = rules.content.classes[class_id]
    reachable = sum(1 for row in facts.levels if row.xp is not None)
    limit = rules.content.peoples[folk].classes.get(class_id, reachable if facts.people == folk else 0)
    return min(limit, reachable)


def nobody_of(rules: Rules, class_id: str, peoples: tuple[str, ...], level: int) -> Refusal:
    """The refusal that nobody is of a level: how far those peoples go in the class, or in any where none is named."""
    names = (class_id,) if class_id in rules.content.classes else rules.adventuring_classes(rules)
    most = max(top_level(rules, folk, name) for name in names for folk in peoples)
    return Refusal("nobody_like_that", {"level": level, "most": most})


# ------------------------------------------------------------ attributes


def modifier(rules: Rules, score: int) -> int:
    """What a score gives (Table 1)."""
    return in_band(rules.content.creation.modifiers, score)


def use_of(rules: Rules, ability: Ability, class_id: str) -> AbilityUse:
    """Where an attribute counts for somebody of a class; nowhere where it is for others only."""
    use = rules.content.creation.uses.get(ability, AbilityUse())
    return AbilityUse() if use.classes and class_id not in use.classes else use


def bonus(rules: Rules, one: Character, use: str) -> int:
    """The sum of attribute modifiers that count for a use (a field of `AbilityUse`)."""
    return sum(
        modifier(rules, score)
        for ability, score in one.abilities.items()
        if getattr(use_of(rules, ability, one.class_id), use)
    )


def charisma(rules: Rules, abilities: Mapping[Ability, int]) -> CharismaBand:
    """What charisma means for those who follow (Table 2)."""
    score = abilities.get("cha", 10)
    return next(band for band in rules.content.creation.charisma if band.low <= score <= band.high)


def spare_languages(rules: Rules, abilities: Mapping[Ability, int], class_id: str) -> int:
    """How many languages somebody may know beyond those of people and class."""
    found = 0
    for ability, score in abilities.items():
        above = use_of(rules, ability, class_id).languages_above
        found += max(score - above, 0) if above else 0
    return found


def full_hit_points(
    rules: Rules, class_id: str, level: int, abilities: Mapping[Ability, int], rolled: tuple[int, ...]
) -> int:
    """Hit points of a row: each die with constitution (at least 1), then the flat bonus of the row."""
    thrown = sum(rolled[: class_row(rules, class_id, level).dice])
    return thrown + added_up(hit_point_parts(rules, class_id, level, abilities, rolled))


def hit_point_parts(
    rules: Rules, class_id: str, level: int, abilities: Mapping[Ability, int], rolled: tuple[int, ...]
) -> tuple[Part, ...]:
    """What is added to the faces of hit dice; parts that come to nothing are left out."""
    row, least = class_row(rules, class_id, level), rules.content.creation.least_per_die
    each = sum(
        modifier(rules, score) for ability, score in abilities.items() if use_of(rules, ability, class_id).hit_points
    )
    faces = rolled[: row.dice]
    lifted = sum(max(least - face - each, 0) for face in faces)
    parts = (
        Part(each * len(faces), note="of_attributes"),
        Part(lifted, note="least_a_die"),
        Part(row.plus, note="of_level"),
    )
    return tuple(part for part in parts if part.amount)


def ends_by(state: State, who: str, minute: int) -> bool:
    """Whether all that holds somebody is over by a minute of the clock."""
    bonds = (each for each in state.effects.get(who, ()) if each.kind in (*HELPLESS, *OUT_OF_IT))
    return all(each.until <= minute for each in bonds)


def comes_to(here: Here, who: str) -> bool:
    """Whoever sleeps, is held or bewitched for a while only comes to by waiting."""
    one = here.state.characters.get(who)
    if one is None or not one.fit:
        return False
    bonds = (each for each in here.state.effects.get(who, ()) if each.kind in (*HELPLESS, *OUT_OF_IT))
    return all(each.until >= 0 for each in bonds)
