"""The whole procedure: beginning a dungeon, following one lead in play, and working out whole levels."""

from collections import deque
from collections.abc import Callable, Mapping
from typing import Final

from msgspec.structs import replace

from arbitro.appendix_a.behind import open_door
from arbitro.appendix_a.passage import follow_corridor, start_crossroads
from arbitro.appendix_a.place import build_chamber
from arbitro.appendix_a.tables import PACKAGE
from arbitro.appendix_a.work import RepairAsked, Work
from arbitro.dice.stream import Dice, Die, told_again
from arbitro.dungeon.events import (
    IMPOSSIBLE,
    DecisionOffered,
    DungeonBegun,
    LeadOpened,
    SlotChanged,
    StepHeld,
    TableRolled,
)
from arbitro.dungeon.fold import evolve_all
from arbitro.dungeon.lattice import N, ends, moved, stretch
from arbitro.dungeon.model import SQUARE, SURFACE, Dungeon, Face, Held, Lead, Space
from arbitro.kernel.event import Event, Setting
from arbitro.kernel.option import Options, load_options
from arbitro.kernel.ruling import Lookup
from arbitro.kernel.watch import goes_on
from arbitro.text import Fault, Texts, Words

TEXTS: Final = Texts(PACKAGE)
ROOT: Final = "root"
BEGUN: Final = ("DA-SOLO-01", "DA-MAP-02", "DA-MAP-03")
LANDING: Final = 16
ATTEMPTS: Final = 100
"""How many dungeons are begun for a wish that dice may not grant."""
FIRST_CHECK_FT: Final = 30
PREPARED: Final = "referee_pregenerates"
IN_PLAY: Final = (
    "mode",
    "adjustments",
    "map_reuse",
    "research",
    "egress_check",
    "trapdoor",
    "hidden_door_rolls",
    "missile_trap_hit_dice",
    "missile_trap_damage",
    "missile_trap_poison",
    "gas",
    "strength_gas_hours",
    "platinum_value",
    "ability_pool",
    "ability_pool_minimum",
    "ability_pool_maximum",
    "talking_pool",
    "teleport",
    "far_road_days",
    "far_road_encounters",
)
"""Options about the use of a dungeon, which follow the table at any time. All others are about how it is drawn, and a
dungeon is drawn by one measure from beginning to end."""
Progress = Callable[[int], None]


def options() -> Options:
    """The switches of the appendix."""
    return load_options(PACKAGE)


def settings(chosen: Mapping[str, Setting] | None = None) -> dict[str, Setting]:
    """The options of a dungeon: the book's defaults under the table's own choices; a `Fault` says what is wrong."""
    return options().effective(dict(chosen or {}))


def used_under(state: Dungeon, chosen: Mapping[str, Setting]) -> Dungeon:
    """A dungeon that was drawn under options of its own, used under those of a table."""
    used = {name: chosen[name] for name in IN_PLAY if name in chosen}
    return replace(state, options={**state.options, **used})


def begin(
    dice: Dice,
    chosen: Mapping[str, Setting] | None = None,
    *,
    sealed: tuple[str, ...] = (),
    tables: tuple[str, ...] = (),
    seats: tuple[str, ...] = (),
    planes: tuple[str, ...] = (),
    group: str = "",
    attempt: int = 0,
) -> tuple[Event, ...]:
    """Begin a dungeon: stairs from the surface at the middle of the south edge, and what lies at their foot.

    `attempt` is a sub-seed: another one is another dungeon of the same dice.
    """
    found = settings(chosen)
    if chosen is not None and not chosen.get("appendix_a", True):
        raise Fault(Words(TEXTS, "fault.generator_off"))
    found["appendix_a"] = True  # to begin a dungeon with this generator is to select it
    begun = DungeonBegun(found, sealed, tables, seats, planes, rules=BEGUN, audience="referee")
    work = Work(Dungeon(found, sealed=sealed, tables=tables, seats=seats, planes=planes), dice, group)
    work.events.append(begun)
    work.begin(ROOT if not attempt else f"{ROOT}{attempt}")
    width, height = work.state.sheet
    face = Face(width // SQUARE // 2 * SQUARE + SQUARE // 2, height, N, 10)
    landing = work.lay(
        Space(
            work.new_id("s", "spaces"),
            1,
            "landing",
            "stretch",
            (stretch(face, LANDING),),
            N,
            face=face,
            length=LANDING,
            lead=work.lead,
        ),
        ("DA-MAP-03",),
    )
    middle = (face.x, face.y - LANDING // 2)
    work.link(
        "stairs", SURFACE, landing.id, None, N, ("DA-MAP-03",), levels=1, at=middle, arrives=middle, code="ENTRANCE"
    )
    foot = moved(face, LANDING)
    end = Lead(work.lead, 1, "corridor", landing.id, foot, None, FIRST_CHECK_FT, (landing.id,))
    if found["start"] == "crossroads":
        start_crossroads(work, end)
    elif found["start"] == "chamber":
        built = build_chamber(work, end, end)
        if not built:
            raise Fault(Words(TEXTS, "fault.sheet_too_small"))
    else:
        work.open_lead(
            Lead(work.new_lead_id(), 1, "corridor", landing.id, foot, ends(foot), FIRST_CHECK_FT, run=end.run),
            ("DA-MAP-03",),
        )
    return tuple(work.events)


def explore(state: Dungeon, lead: str, dice: Dice, group: str = "party") -> tuple[Event, ...]:
    """Follow one lead of the frontier as far as the party gets: to the next check point, or through a door.

    Pure: the same dungeon, lead and dice give the same events. `group` learns what it sees; give "" to prepare a map.
    """
    found = state.leads.get(lead)
    if found is None:
        raise Fault(Words(TEXTS, "fault.no_lead", lead=lead))
    if found.kind == "search":
        raise Fault(Words(TEXTS, "fault.search_lead", lead=lead))
    if state.held is not None:
        raise Fault(Words(TEXTS, "fault.answer_first", lead=state.held.lead))
    return follow(state, found, dice, group)


def follow(
    state: Dungeon, lead: Lead, dice: Dice, group: str, rolls: tuple[Lookup, ...] = (), accepted: int = 0
) -> tuple[Event, ...]:
    """Follow a lead, on dice that were thrown before as far as they go. By option the players are asked about repairs.

    Then nothing is drawn yet: the step is held with its dice until `solo.answer_adjustment`.
    """
    work = Work(state, AgainDice(rolls, dice) if rolls else dice, group)
    work.asks = bool(group) and state.options.get("adjustments") == "offered" and state.options["mode"] != PREPARED
    work.accepted = accepted
    try:
        work_out(work, lead)
    except RepairAsked as asked:
        thrown = tuple(event.lookup for event in work.events if type(event) is TableRolled)
        held = Held(lead.id, group, asked.adjustment, thrown, accepted)
        rules = ("DA-SOLO-02", "DA-SOLO-03")
        return (
            StepHeld(held, rules=rules, audience="referee"),
            DecisionOffered(IMPOSSIBLE, asked.adjustment.applied, lead.id, rules=rules),
        )
    return tuple(work.events)


class AgainDice:
    """Dice that were thrown for a step already, in their order; after them, new ones."""

    __slots__ = ("_left", "_more")

    def __init__(self, rolls: tuple[Lookup, ...], more: Dice, root: "AgainDice | None" = None) -> None:
        self._left: deque[Die] = root._left if root else deque(die for lookup in rolls for die in lookup.dice)
        self._more = more

    def stream(self, name: str, /) -> "AgainDice":
        """The dice that were thrown already, then those of the stream."""
        return AgainDice((), self._more.stream(name), self)

    def roll(self, sides: int, purpose: str = "", /) -> Die:
        """The next die; one that was thrown before is told again."""
        if not self._left:
            return self._more.roll(sides, purpose)
        (die,) = told_again((self._left.popleft(),))
        if die.sides != sides:
            raise LookupError(f"a d{sides} is thrown where a d{die.sides} was")
        return die


def work_out(work: Work, lead: Lead) -> None:
    """Work out a corridor or a door with the dice of its own stream."""
    work.begin(lead.id)
    if lead.encounter and work.group:
        waiting = work.draft.tables["slots"][lead.encounter]
        work.happen(SlotChanged(replace(waiting, state="met"), rules=("DA-CAVE-02",), audience="referee"))
        work.see(lead.encounter)
    if lead.kind == "corridor":
        follow_corridor(work, lead)
    else:
        open_door(work, lead)


def generate_level(
    state: Dungeon, level: int, dice: Dice, *, cap: int = 0, progress: Progress | None = None
) -> tuple[Event, ...]:
    """Work out a whole level, leads first in, first out, as if all doors were opened.

    It stops when the frontier of the level is empty but for walls to be searched, or when the level has `cap` spaces
    (0: no cap); leads that remain can be played later. Dice that need characters are not thrown.
    """
    work = Work(state, dice)
    _finish_level(work, level, cap, progress)
    return tuple(work.events)


def _finish_level(work: Work, level: int, cap: int, progress: Progress | None) -> None:
    todo = deque(lead.id for lead in work.leads.values() if lead.level == level and lead.kind != "search")
    levels = work.draft.tables["levels"]
    while todo and not (cap and levels.get(level, 0) >= cap):
        goes_on(levels.get(level, 0), cap)
        lead = work.leads[todo.popleft()]
        before = len(work.events)
        work_out(work, lead)
        for event in work.events[before:]:
            if type(event) is not LeadOpened:
                continue
            opened = event.lead
            if opened.level == level and opened.kind != "search" and opened.id in work.leads:
                todo.append(opened.id)
        if progress is not None:
            progress(levels.get(level, 0))


def generate(
    dice: Dice,
    chosen: Mapping[str, Setting] | None = None,
    *,
    levels: int = 1,
    cap: int = 0,
    min_spaces: int = 0,
    progress: Progress | None = None,
) -> tuple[Dungeon, tuple[Event, ...]]:
    """A dungeon of whole levels, from the top down, and again from the top while a chimney has opened a lead above.

    `min_spaces` is a wish: dungeons are begun with one sub-seed after another until one has as many, never with other
    dice.
    """
    best: tuple[Dungeon, tuple[Event, ...]] = (Dungeon(), ())
    for attempt in range(ATTEMPTS if min_spaces else 1):
        start = begin(dice, chosen, attempt=attempt)
        work = Work(evolve_all(Dungeon(), start), dice)
        _all_levels(work, levels, cap, progress)
        made = (work.draft.frozen(), (*start, *work.events))
        if len(made[0].spaces) > len(best[0].spaces):
            best = made
        if len(made[0].spaces) >= min_spaces:
            return made
    return best


def generate_rooms(
    dice: Dice,
    chosen: Mapping[str, Setting] | None,
    rooms: int,
    *,
    levels: int = 1,
    cap: int = 0,
    progress: Progress | None = None,
) -> tuple[Dungeon, tuple[Event, ...]]:
    """A dungeon of a wished size: no more is dug once it has so many chambers, rooms and caves.

    Each level has its share of them, as far as ways lead down. Dungeons are begun with one sub-seed after another until
    one is large enough; a `Fault` says how large the largest was.
    """
    most = 0
    for attempt in range(ATTEMPTS):
        start = begin(dice, chosen, attempt=attempt)
        work = Work(evolve_all(Dungeon(), start), dice)
        for level in range(1, levels + 1):
            share = -(-rooms * level // levels)
            _dig(work, range(level, level + 1), cap, progress, until=share)
        _dig(work, range(1, levels + 1), cap, progress, until=rooms)
        found = _places(work)
        if found >= rooms:
            return work.draft.frozen(), (*start, *work.events)
        most = max(most, found)
    raise Fault(Words(TEXTS, "fault.too_many_rooms", rooms=rooms, most=most))


def _places(work: Work) -> int:
    return sum(space.is_place for space in work.spaces.values())


def _dig(work: Work, levels: range, cap: int, progress: Progress | None, *, until: int) -> None:
    """Follow the open leads of some levels, oldest first, until there are so many places in the whole dungeon."""
    counts = work.draft.tables["levels"]
    while _places(work) < until:
        leads = (lead for lead in work.leads.values() if lead.kind != "search" and lead.level in levels)
        lead = next((lead for lead in leads if not cap or counts.get(lead.level, 0) < cap), None)
        if lead is None:
            return
        goes_on(len(work.spaces), until)
        work_out(work, lead)
        if progress is not None:
            progress(len(work.spaces))


def _all_levels(work: Work, levels: int, cap: int, progress: Progress | None) -> None:
    while True:
        waiting = sorted({lead.level for lead in work.leads.values() if lead.kind != "search" and lead.level <= levels})
        counts = work.draft.tables["levels"]
        open_levels = [level for level in waiting if not cap or counts.get(level, 0) < cap]
        if not open_levels:
            return
        _finish_level(work, open_levels[0], cap, progress)
