"""Every kind of power and of magic is registered once, with all it does; the rules ask for no kind."""

import ast
import re
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any, Final, get_args

import pytest
from tests.rules.whitebox.arena import RULES

import arbitro
from arbitro.rules.infausta import RULES as INFAUSTA
from arbitro.rules.whitebox import effect as f
from arbitro.rules.whitebox import special as s
from arbitro.rules.whitebox.powers.magic_effects import MAGIC
from arbitro.rules.whitebox.powers.monster_powers import POWERS
from arbitro.rules.whitebox.powers.registry import Magic, Power
from arbitro.rules.whitebox.powers.telling import part_text
from arbitro.text import LANGUAGES, Language

SOURCE: Final = Path(arbitro.__file__).parent
WHITEBOX: Final = SOURCE / "rules" / "whitebox"
KINDS_OF_POWER: Final = get_args(s.AnySpecial)
KINDS_OF_MAGIC: Final = get_args(f.AnyEffect)
NO_DEEDS: Final = ("kind", "words", "spell", "text")
NOTHING_BUT_WORDS: Final = {f.Reincarnate, f.Lock, f.Open, f.Telekinesis, f.Berries, f.Wishes}
"""Effects that only a referee can play out, and that are shown as they stand."""
FOR_PACKS: Final = {s.Weakness}
"""Kinds that no entry of ours has."""
CONTENTS: Final = (RULES.content, INFAUSTA.content)


def names(kind: type) -> str:
    return kind.__name__


def does(entry: Power[Any] | Magic[Any]) -> set[str]:
    """What is said of a kind beside its schema and its words."""
    plain = type(entry)(kind=entry.kind)
    return {each.name for each in fields(entry) if getattr(entry, each.name) != getattr(plain, each.name)} - {*NO_DEEDS}


# ------------------------------------------------------------ powers of the bestiary


@pytest.mark.parametrize("kind", KINDS_OF_POWER, ids=names)
def test_every_kind_of_power_is_registered_once_and_does_something(kind: type) -> None:
    (power,) = (power for power in POWERS if power.kind is kind)
    assert does(power), f"{kind.__name__} has nothing to do at any moment"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", [kind for kind in KINDS_OF_POWER if kind is not s.Narrated], ids=names)
def test_every_kind_of_power_has_its_name(kind: Any, language: Language) -> None:
    assert RULES.texts.say(language, f"special.{kind.__struct_config__.tag}")


@pytest.mark.parametrize("kind", [kind for kind in KINDS_OF_POWER if kind not in FOR_PACKS], ids=names)
def test_the_bestiary_has_somebody_with_it(kind: type) -> None:
    entries = [entry for content in CONTENTS for entry in (*content.monsters.values(), *content.hazards.values())]
    assert any(isinstance(special, kind) for entry in entries for special in entry.specials)


# ------------------------------------------------------------ magic of spells and things


@pytest.mark.parametrize("kind", KINDS_OF_MAGIC, ids=names)
def test_every_kind_of_magic_is_registered_once_and_does_something(kind: type) -> None:
    (entry,) = (entry for entry in MAGIC if entry.kind is kind)
    assert bool(does(entry)) is (kind not in NOTHING_BUT_WORDS)


def parts(kind: type) -> list[f.AnyEffect]:
    """Every effect of a kind in the spells and things of both games."""
    entries = [
        effects
        for content in CONTENTS
        for effects in (
            *(spell.effects for spell in content.spells.values()),
            *(reverse.effects for _, reverse in content.reverses.values()),
            *(item.effects for item in content.magic_items.values()),
        )
    ]
    return [part for effects in entries for part in effects if isinstance(part, kind)]


@pytest.mark.parametrize("kind", KINDS_OF_MAGIC, ids=names)
def test_some_spell_or_thing_has_it_and_it_has_words_in_both_languages(kind: type) -> None:
    assert parts(kind)
    for part in parts(kind):
        assert all(part_text(RULES.rules, part, language) for language in LANGUAGES)


@pytest.mark.parametrize("kind", KINDS_OF_MAGIC, ids=names)
def test_whatever_an_automatic_player_casts_at_somebody_does_something_to_them(kind: type) -> None:
    (entry,) = (entry for entry in MAGIC if entry.kind is kind)
    meant = entry.foes if isinstance(entry.foes, bool) else any(map(entry.foes, parts(kind)))
    if meant:
        assert entry.at_once is not None or entry.lasts is not None or entry.narrated
    if entry.aims is not None or entry.first:
        assert meant or entry.fallen


def test_the_variant_has_the_same_powers_and_magic() -> None:
    assert INFAUSTA.powers is RULES.rules.powers
    assert INFAUSTA.magic is RULES.rules.magic
    assert set(INFAUSTA.powers) == set(KINDS_OF_POWER)
    assert set(INFAUSTA.magic) == set(KINDS_OF_MAGIC)


# ------------------------------------------------------------ where a kind is named


def named_kinds(tree: ast.Module, module: str, of: set[str]) -> Iterator[tuple[str, int]]:
    """Where the classes of a module of schemas are named, but for annotations."""
    aliases, direct = set(), {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module is not None:
            for each in node.names:
                if f"{node.module}.{each.name}" == module:
                    aliases.add(each.asname or each.name)
                elif node.module == module and each.name in of:
                    direct[each.asname or each.name] = each.name
    annotated = {
        id(part)
        for node in ast.walk(tree)
        for note in (getattr(node, "annotation", None), getattr(node, "returns", None))
        if note is not None
        for part in ast.walk(note)
    }
    for node in ast.walk(tree):
        if id(node) in annotated:
            continue
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in aliases:
            if node.attr in of:
                yield node.attr, node.lineno
        elif isinstance(node, ast.Name) and node.id in direct:
            yield direct[node.id], node.lineno


MADE: Final = [("rules/whitebox/powers/devices.py", "Cast")]
"""Where an effect is made that stands in no entry: a thing with spells in it casts them."""


@pytest.mark.parametrize(
    ("schemas", "page", "kinds"),
    [("special", "monster_powers", KINDS_OF_POWER), ("effect", "magic_effects", KINDS_OF_MAGIC)],
)
def test_a_kind_is_named_in_its_registration_alone(schemas: str, page: str, kinds: tuple[type, ...]) -> None:
    """Elsewhere it is only what a function takes: nothing is asked for a kind, so a new one slips past nothing."""
    wanted, module = {kind.__name__ for kind in kinds}, f"arbitro.rules.whitebox.{schemas}"
    own = (WHITEBOX / f"{schemas}.py", WHITEBOX / "powers" / f"{page}.py")
    found = [
        (path.relative_to(SOURCE).as_posix(), kind)
        for path in (SOURCE / "rules").rglob("*.py")
        if path not in own and path.name != "meanings.py"  # which says each kind in words
        for kind, _ in named_kinds(ast.parse(path.read_text(encoding="utf-8")), module, wanted)
    ]
    assert found == (MADE if schemas == "effect" else [])


# ------------------------------------------------------------ where an entry is named

ENTRIES: Final = {
    *(name for content in CONTENTS for name in (*content.spells, *content.reverses, *content.magic_items)),
    *(name for content in CONTENTS for name in content.monsters),
}
WORDS: Final = {
    "air_walk", "confusion", "curse", "dark", "darkvision", "dvergar", "feeblemind", "fly", "halfling", "levitate",
    "light", "mist", "sleep", "teleport", "water_breathing",
}  # fmt: skip
"""Names of entries that are words of the rules too: elements, ways to move, afflictions, peoples."""
NAMED: Final = {
    ("rules/whitebox/special.py", "charm_person"),  # what a charm is unless its entry says otherwise
    ("rules/whitebox/powers/shapes.py", "bat_giant"),  # whose wings a vampire has as a bat
    ("rules/whitebox/powers/hoards.py", "scroll_spells"),  # what is written on a scroll is drawn by lot
    ("rules/whitebox/powers/hoards.py", "scroll_cursed"),
    ("rules/whitebox/powers/card_deck.py", "deck_many_things"),  # whose cards turn to stone
}


def constants(tree: ast.Module) -> Iterator[str]:
    """The words of a module that could be ids, with or without their sort (``item:ring``)."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            found = re.fullmatch(r"(?:\w+:)?([a-z_0-9]+)", node.value)
            if found is not None:
                yield found[1]


def test_no_spell_thing_or_creature_is_named_in_the_rules() -> None:
    """What one does stands in its entry: adding one touches no code."""
    found = {
        (path.relative_to(SOURCE).as_posix(), name)
        for game in ("whitebox", "infausta")
        for path in (SOURCE / "rules" / game).rglob("*.py")
        for name in constants(ast.parse(path.read_text(encoding="utf-8")))
        if name in ENTRIES - WORDS
    }
    assert found == NAMED
