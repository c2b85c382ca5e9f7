"""Words: a sentence for every event in every variant, words for every row, and nothing told that is not known."""

import ast
from pathlib import Path
from typing import get_args

import pytest
from tests.dungeon.bench import Script, corridor, fold, follow

import arbitro.appendix_a
import arbitro.dungeon
from arbitro.appendix_a import work
from arbitro.appendix_a.encounter import APPROACH
from arbitro.appendix_a.level import begin, explore, generate
from arbitro.appendix_a.pool import Bather, enter_pool
from arbitro.appendix_a.spring import enter_gas, spring_missiles
from arbitro.appendix_a.tables import tables
from arbitro.dice.stream import AuditedDice, Die
from arbitro.dungeon import TEXTS, model
from arbitro.dungeon.events import (
    DUNGEON_EVENTS,
    IMPOSSIBLE,
    DecisionOffered,
    DecisionTaken,
    DungeonBegun,
    Effect,
    EffectDue,
    LinkChanged,
    LinkLaid,
    MapReused,
    SeatsTaken,
    Seen,
    SlotFilled,
    SpecialDrawn,
    StepHeld,
    TableRolled,
    TurnsPassed,
)
from arbitro.dungeon.fold import evolve_all
from arbitro.dungeon.model import Dungeon, Known
from arbitro.dungeon.telling import heard, row_text, table_name, tell, tell_players
from arbitro.kernel.event import Event
from arbitro.kernel.ruling import Lookup
from arbitro.text import LANGUAGES, Language

SOURCES = sorted(
    path
    for package in (arbitro.dungeon, arbitro.appendix_a)
    for path in Path(str(package.__file__)).parent.glob("*.py")
)
both = pytest.mark.parametrize("language", LANGUAGES)


def field_values(struct: type, field: str) -> list[str]:
    """The words that a field of a struct may hold."""
    annotation = struct.__annotations__[field]
    found: list[str] = []
    for part in get_args(annotation):
        found += [part] if isinstance(part, str) else [word for word in get_args(part) if isinstance(word, str)]
    return [word for word in found if word]


def first_arguments(name: str, place: int) -> set[str]:
    """The plain texts given to a call anywhere in the package, as that argument."""
    found: set[str] = set()
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and len(node.args) > place:
                called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                if called == name:
                    part = node.args[place]
                    arms = [part.body, part.orelse] if isinstance(part, ast.IfExp) else [part]
                    found |= {arm.value for arm in arms if isinstance(arm, ast.Constant) and isinstance(arm.value, str)}
    return found


EFFECTS = (
    first_arguments("Effect", 0)
    | {row.result.kind for row in tables().gas.rows}
    | {f"gold_to_{row.id}" for row in tables().chances["A.8.4.gold"].rows}
)
VARIANTS = {
    "table_rolled": ["", "amount", "layout", "row", "points"],
    "space_laid": field_values(model.Space, "kind"),
    "link_laid": sorted({*field_values(model.Link, "kind")} - {"opening"}),  # an open way says nothing of its own
    "link_changed": field_values(model.Link, "state"),
    "lead_opened": field_values(model.Lead, "kind"),
    "lead_closed": ["on", *field_values(model.Closed, "dead_end")],
    "slot_placed": ["treasure", "special", *(f"monster_{where}" for where in field_values(model.Slot, "where"))],
    "slot_changed": field_values(model.Slot, "state"),
    "trap_changed": field_values(model.Trap, "state"),
    "water_changed": ["works", "spent"],
    "adjusted": field_values(model.Adjustment, "reason"),
    "section_searched": field_values(model.Searched, "found"),
    "seen": field_values(model.Known, "how"),
    "special_drawn": ["sealed_room_stock", "one_room_referee", "registered_tables"],
    "slot_filled": ["", "empty"],
    "map_reused": ["fresh", "as_left"],
    "effect_due": sorted(EFFECTS),
    "decision_offered": [IMPOSSIBLE],
    "decision_taken": ["accepted", "changed"],
    "step_held": ["held", "released"],
}


@both
def test_every_event_has_a_sentence_in_each_variant(language: Language) -> None:
    assert len(VARIANTS["space_laid"]) == 7
    assert len(VARIANTS["effect_due"]) == 17
    for kind in DUNGEON_EVENTS:
        tag = kind.__struct_config__.tag
        for variant in VARIANTS.get(str(tag), [""]):
            key = f"event.{tag}.{variant}" if variant else f"event.{tag}"
            assert TEXTS.find(language, key), key


@both
def test_every_row_and_every_number_has_words(language: Language) -> None:
    for key, table in tables().all.items():
        for row in table.rows:
            assert TEXTS.find(language, f"row.{key}.{row.id}"), f"{key}.{row.id}"
    for key in (*tables().amounts, "A.7.2.strength_hours"):
        assert TEXTS.find(language, f"amount.{key}"), key


@both
def test_no_words_are_left_for_what_is_not_there(language: Language) -> None:
    rows = {f"row.{key}.{row.id}" for key, table in tables().all.items() for row in table.rows}
    tags = {f"event.{kind.__struct_config__.tag}" for kind in DUNGEON_EVENTS}
    from arbitro.text import load_catalogue

    for key in load_catalogue("arbitro.dungeon", language):
        if key.startswith("row."):
            assert key in rows
        if key.startswith("event."):
            tag = ".".join(key.split(".")[:2])
            assert tag in tags
            assert key.removeprefix(tag).lstrip(".") in VARIANTS.get(tag.removeprefix("event."), [""])


@both
def test_every_small_word_is_there(language: Language) -> None:
    wanted = [f"applied.{word}" for word in first_arguments("adjust", 3) | {"mirrored", "other_bend"}]
    wanted += [f"reason.{word}" for word in work.ASKED]
    wanted += [f"approach.{word}" for word in APPROACH.values()]
    wanted += [f"counted.{word}" for word in field_values(model.Slot, "unit")]
    wanted += [f"waiting.{word}" for word in field_values(model.Slot, "kind")]
    wanted += [f"link.{word}" for word in field_values(model.Link, "kind")]
    wanted += [f"frame.{word}" for word in get_args(model.Frame)]
    wanted += [f"way.{heading}" for heading in range(8)]
    wanted += [f"decision.{IMPOSSIBLE}"]
    wanted += [f"shape.{row.result}" for row in tables().shape.rows]
    wanted += ["shape.square", "shape.rectangle", "shape.cave", "shape.stretch"]
    assert len(wanted) > 70
    for key in wanted:
        assert TEXTS.find(language, key), key


def walk(seed: str, **options: str | int) -> tuple[Dungeon, list[Event]]:
    """A party's first steps in a dungeon."""
    dice = AuditedDice.from_text(seed)
    events = list(begin(dice, {"start": "crossroads", **options}, group="party"))
    state = evolve_all(Dungeon(), events)
    for _ in range(60):
        lead = next((each for each in state.leads.values() if each.kind != "search"), None)
        if lead is None:
            break
        step = explore(state, lead.id, dice, "party")
        state = evolve_all(state, step)
        events.extend(step)
    return state, events


@both
@pytest.mark.parametrize("seed", ["t1", "t2", "t3"])
def test_whole_dungeons_can_be_told(seed: str, language: Language) -> None:
    state, events = generate(
        AuditedDice.from_text(seed), {"start": "crossroads", "caves_from_level": 2}, levels=2, cap=150, min_spaces=120
    )
    kinds = set()
    for event in events:
        told = tell(event, state, language)
        kinds.add(type(event))
        if isinstance(event, LinkLaid) and event.link.kind == "opening":
            assert not told  # that a way is open is told by the place it leads to
            continue
        assert told, event
        assert "{" not in told
        assert told[0].isupper() or told[0].isdigit(), told
    assert len(kinds) >= 10


@pytest.mark.rule("DA-SOLO-02")
@both
def test_players_hear_what_they_see_and_no_more(language: Language) -> None:
    for seed in ("h1", "h2", "h3"):
        state, events = walk(seed, caves_from_level=1)
        told = tell_players(events, state, language)
        assert told
        assert all(not heard(event) for event in events if type(event).__name__ == "SpaceLaid")
        secret = {
            TEXTS.say(language, "event.link_laid.secret_door"),
            TEXTS.say(language, "event.slot_placed.monster_pool"),
            *(
                TEXTS.say(language, "event.water_placed", water=row_text("A.8.2", code, language))
                for code in ("POOL_MAGIC", "POOL_MONSTER", "POOL_MONSTER_TREASURE")
            ),
            *(
                TEXTS.say(language, "event.content_rolled", content=row_text("A.5.7", row.id, language))
                for row in tables().content.rows
            ),
        }
        assert not secret & set(told)
        assert secret & {tell(event, state, language) for event in events}


@pytest.mark.rule("DA-PERIODIC-01", "DA-ROOM-02")
def test_a_step_reads_like_a_walk() -> None:
    state, events = follow(corridor(), "A.1=14 A.5.1=6 A.5.4=4 A.5.5=1 A.5.6=1 A.5.7=1", group="party")
    italian = [tell(event, state, "it") for event in events]
    assert "Tabella A.1: 14, una camera." in italian
    assert "Si apre una camera di forma quadrata, 40 per 40 piedi, 1600 piedi quadrati." in italian
    english = tell_players(events, state, "en")
    assert "Table A.1: 14, a chamber." in english
    assert "A square chamber opens, 40 by 40 feet, 1600 square feet." in english
    assert not any(line.startswith("Table A.5.7") for line in english)


@pytest.mark.rule("DA-TRAP-11", "DA-POOL-03")
def test_what_a_gas_does_is_told_when_somebody_goes_through() -> None:
    state, events = follow(corridor(), "A.1=19 A.7.1=17 A.7.2=12", group="party")
    seen = tell_players(events, state, "en")
    assert "A hazard: a cloud of gas." in seen
    assert not any("deadly" in line for line in seen)
    gas = enter_gas(state, next(iter(state.traps)), ("anna",), Script(), group="party", now=0)
    told = tell_players(gas, fold(state, gas), "en", str.title)
    assert told[0] == "Anna: deadly gas, those who fail to save die."


def test_effects_fill_their_gaps() -> None:
    state, _ = follow(corridor(), "A.1=19 A.7.1=15", group="party")
    script = Script("A.7.1.arrows=2 A.7.1.arrow_poison=1 A.7.1.arrow_poison=2")
    events = spring_missiles(state, next(iter(state.traps)), script)
    told = [tell(event, fold(state, events), "it") for event in events]
    assert "Dalle pareti partono 2 colpi, 1 avvelenato; danno 1d6 ciascuno." in told
    before = corridor(level=5, caves_from_level=4, at=(240, 600), bottom_level=5)
    state, _ = follow(before, "A.1=14 A.8.1=11 A.8.2=12 A.5.4=4 A.5.5=1 A.5.6=1 A.8.exit_monster=2 A.5.7=1")
    dice = Script("A.8.4=4 A.8.4.sign=6 A.8.4.amount=3 A.8.5=2")
    events = enter_pool(state, next(iter(state.waters)), (Bather("Anna"),), dice, now=0)
    assert "Anna: Intelligenza +3." in [tell(event, fold(state, events), "it") for event in events]


@both
def test_the_other_events_are_told_too(language: Language) -> None:
    state = corridor()
    link = model.Link("d", "door", "start", "", 1, state="shut", until=9)
    events: list[Event] = [
        DungeonBegun({}),
        TurnsPassed(7),
        SlotFilled("s", (("orc", 3),)),
        SlotFilled("s", ()),
        SpecialDrawn("s", "one_room_referee", "Carla", (), ()),
        MapReused("b", "fresh"),
        LinkChanged(link),
        EffectDue("p", Effect("wish", ("Anna",), until=144, detail="LAW")),
        EffectDue("p", Effect("teleport", ("Anna",), detail="surface")),
        StepHeld(None),
        TableRolled("x", Lookup("A.7.1.wall", (Die(6, 3),), 3, "")),
        SeatsTaken(("Anna", "Bruno")),
        DecisionOffered(IMPOSSIBLE, "smaller", "lead"),
        DecisionTaken(IMPOSSIBLE, "smaller", "accept", True, "lead"),
        DecisionTaken(IMPOSSIBLE, "smaller", "reroll", False, "lead"),
    ]
    for event in events:
        assert tell(event, state, language), event
    assert tell(Seen(Known("party", "nowhere")), state, language) == ""
    assert tell(Event(), state, language) == ""
    assert "3 × Orc" in tell(SlotFilled("s", (("orc", 3),)), state, language, str.title)


def test_a_note_is_named_by_its_table() -> None:
    names = {"A.1": "A.1", "A.6.egress.1": "A.6", "A.8.exit_monster": "A.8", "A.5.4.search": "A.5.4"}
    assert {key: table_name(key) for key in names} == names


LASTING = {
    "blind": Effect("blind", ("Anna",), until=415),
    "asleep": Effect("asleep", ("Anna",), until=415),
    "stronger": Effect("stronger", ("Anna",), amount=2, until=415),
    "wish": Effect("wish", ("Anna",), until=415, detail="LAW"),
}


@pytest.mark.parametrize("kind", LASTING)
@pytest.mark.parametrize("language", LANGUAGES)
def test_how_long_an_effect_lasts_is_told_in_turns_and_an_old_log_keeps_its_words(kind: str, language: Language):
    new, old = (tell(EffectDue("g", LASTING[kind], turns), corridor(), language) for turns in (6, 0))
    assert " 6 " in new
    assert "415" not in new
    assert "415" in old
