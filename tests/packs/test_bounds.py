"""No file can ask for more than a machine can hold: every number of every schema has its limit."""

from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from typing import Any

import pytest
import yaml
from msgspec import inspect

from arbitro.dice.amount import Amount
from arbitro.kernel.bounds import MOST, beyond
from arbitro.kernel.content import Content, _checked, _lay_tables
from arbitro.kernel.pack import pack_from_text
from arbitro.kernel.rolltable import RollTable
from arbitro.kernel.yamlfile import Document, FileFault
from arbitro.play import find_game
from arbitro.play.opening import ready_scenes
from arbitro.rules import games
from arbitro.text import Fault

TOO_MUCH = 10**9
NOWHERE = Document("x.yaml", "")
GAMES = tuple(games())


@cache
def schemas(game: str) -> dict[str, Any]:
    """The type of each kind of content: those that a pack of nothing new is checked against."""
    books = find_game(game).books()
    assert books is not None
    kind = next(kind for kind in books.kinds if "natures" in kind)
    text = f"content: {kind}\ninherit: {game}\nentries: {{}}\n"
    laid: Content | None = find_game(game).with_packs((pack_from_text("none.yaml", text),)).books()
    found: dict[str, Any] = {}
    while laid is not None:
        found = dict(laid._loaded) | found
        laid = laid.parent
    return dict(found.keys())


def numbers(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where numbers and amounts of dice stand in something as it was written."""
    if isinstance(value, dict):
        for key, part in value.items():
            if key not in ("printed", "uncertain"):
                yield from numbers(part, (*path, key))
    elif isinstance(value, list):
        for number, part in enumerate(value):
            yield from numbers(part, (*path, number))
    elif isinstance(value, (int, float)) and not isinstance(value, bool):
        yield path


def enlarged(value: Any, path: tuple[Any, ...]) -> Any:
    made = deepcopy(value)
    inner = made
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = TOO_MUCH
    return made


@pytest.mark.parametrize("game", GAMES)
def test_every_kind_of_content_is_read_when_a_pack_is_laid(game):
    books = find_game(game).books()
    assert books is not None
    assert set(schemas(game)) == set(books.kinds)


@pytest.mark.parametrize("game", GAMES)
def test_every_number_of_every_entry_has_a_limit(game):
    books = find_game(game).books()
    assert books is not None
    tried = 0
    for kind, schema in schemas(game).items():
        if kind in TABLES:
            continue
        below, seen = books.entries(kind, schema), set[tuple[Any, ...]]()
        for name, plain in below.plain.items():
            for path in numbers(plain):
                law = tuple(step for step in path if isinstance(step, str))
                if law in seen:
                    continue
                seen.add(law)
                with pytest.raises(FileFault) as caught:
                    _checked(NOWHERE, enlarged(plain, path), schema, "entries", name)
                assert all(law[-1] in caught.value.in_(language) for language in ("it", "en"))
                tried += 1
    assert tried > 30


TABLES = (
    "treasure_tables", "encounter_tables", "dungeon_levels", "reactions", "spell_tables", "dragon_ages", "weather",
    "npc_alignments",
)  # fmt: skip


@pytest.mark.parametrize("game", ["whitebox", "infausta"])
def test_every_number_of_every_table_has_a_limit(game):
    for kind in TABLES:
        schema = schemas(game)[kind]
        for result in inspect.type_info(schema).types if kind == "treasure_tables" else (inspect.type_info(schema),):
            for field in result.fields:
                if isinstance(field.type, inspect.IntType):
                    row = {field.encode_name: TOO_MUCH, **({"type": result.tag} if result.tag else {})}
                    others = {one.encode_name: 1 for one in result.fields if one.required} | row
                    table = {"dice": "1d1", "rules": [], "rows": [{"at": 1, "id": "x", "result": others}]}
                    text = yaml.safe_dump({"content": kind, "inherit": game, "tables": {"x": table}})
                    with pytest.raises(FileFault):
                        _lay_tables(Document("x.yaml", text), schema, {})


@pytest.mark.parametrize("game", GAMES)
def test_what_the_books_say_is_within_the_limits(game):
    books = find_game(game).books()
    assert books is not None
    for kind, schema in schemas(game).items():
        held = books.tables(kind, schema) if kind in TABLES else books.entries(kind, schema)
        for name, entry in held.items():
            parts = [row.result for row in entry.rows] if isinstance(entry, RollTable) else [entry]
            assert not [one for part in parts if (one := beyond(part, schema, MOST))], (kind, name)


@pytest.mark.parametrize("game", GAMES)
def test_every_number_of_a_fight_has_a_limit(game):
    seen = set[tuple[Any, ...]]()
    for scene in ready_scenes(find_game(game), "fights").values():
        for path in numbers(scene.data):
            law = tuple(step for step in path if isinstance(step, str))
            if law in seen or "options" in law:
                continue
            seen.add(law)
            text = yaml.safe_dump(enlarged(scene.data, path), allow_unicode=True, sort_keys=False)
            with pytest.raises(Fault) as caught:
                find_game(game).read_setup(Document("x.yaml", text))
            assert caught.value.in_("it") != caught.value.in_("en")
    assert seen


@pytest.mark.parametrize("game", GAMES)
def test_every_number_among_the_options_has_both_limits(game):
    for ruleset in (find_game(game), find_game(f"campaign-{game}")):
        for name in ruleset.options:
            option = ruleset.options[name]
            if option.type not in ("switch", "choice"):
                assert option.fault(TOO_MUCH), name
                assert option.fault(-TOO_MUCH), name


CROWDS = {
    "archmage": "content: encounter_tables\ninherit: archmage\ntables:\n  level_1:\n    dice: 1d1\n    rules: []\n"
    "    rows:\n      - {at: 1, id: wolves, result: {creatures: {wolf: AMOUNT}}}\n",
    "daggerheart": "content: encounter_tables\ninherit: daggerheart\ntables:\n  tier_1:\n    dice: 1d1\n    rules: []\n"
    "    rows:\n      - {at: 1, id: rats, result: {creatures: {giant_rat: AMOUNT}}}\n",
    **{
        game: f"content: monsters\ninherit: {game}\nentries:\n  goblin:\n    inherit: true\n"
        "    appearing: {dungeon: AMOUNT, wilderness: 0}\n"
        for game in ("whitebox", "infausta")
    },
}


@pytest.mark.parametrize("amount", ["100000000", "61d6", "{count: 90, sides: 10}"])
@pytest.mark.parametrize("game", GAMES)
def test_nobody_meets_more_creatures_than_can_be_played(game, amount):
    with pytest.raises(FileFault) as caught:
        find_game(game).with_packs((pack_from_text("x.yaml", CROWDS[game].replace("AMOUNT", amount)),))
    assert caught.value.line >= 4
    find_game(game).with_packs((pack_from_text("x.yaml", CROWDS[game].replace("AMOUNT", "5d6")),))


@pytest.mark.parametrize("game", ["whitebox", "infausta"])
def test_treasure_that_leads_to_treasure_stays_within_reason(game):
    rows = "dice: 1d1, rules: [], rows: [{at: 1, id: x, result: {type: rolls, table: TO, times: 50}}]"
    text = f"content: treasure_tables\ninherit: {game}\ntables:\n" + "".join(
        f"  {one}: {{{rows.replace('TO', to)}}}\n" for one, to in (("a", "b"), ("b", "c"), ("c", "potions"))
    )
    with pytest.raises(FileFault, match="1000 things"):
        find_game(game).with_packs((pack_from_text("x.yaml", text),))
    circle = (
        f"content: magic_items\ninherit: {game}\nentries:\n  potion_of_healing: " + "{inherit: true, alternatives: "
    )
    name = next(iter(find_game(game).books().magic_items))
    circle = f"content: magic_items\ninherit: {game}\nentries:\n  {name}: {{inherit: true, alternatives: [{name}]}}\n"
    with pytest.raises(FileFault, match="leads back to itself"):
        find_game(game).with_packs((pack_from_text("x.yaml", circle),))


def test_a_number_that_is_none_is_refused():
    for number in (".nan", ".inf"):
        text = f"game: whitebox\nsides:\n  a: {{members: [{{name: x, hp: 1, ac: 9, rate: {number}}}]}}\n"
        with pytest.raises(FileFault, match="rate"):
            find_game("whitebox").read_setup(Document("x.yaml", text))


def test_an_amount_is_never_too_long_to_be_read():
    for text in ("9" * 5000, "1d6+" + "9" * 5000, "1d6+9999999999"):
        with pytest.raises(Fault, match="too much"):
            Amount.parse(text)


@pytest.mark.parametrize("game", ["whitebox", "infausta"])
def test_a_table_that_the_game_throws_on_is_not_taken_away(game):
    for kind in TABLES:
        name = next(iter(find_game(game).books().tables(kind, schemas(game)[kind])))
        text = f"content: {kind}\ninherit: {game}\ntables: {{{name}: null}}\n"
        with pytest.raises(FileFault, match="throws on"):
            find_game(game).with_packs((pack_from_text("x.yaml", text),))
