"""Packs of a stranger: whatever is in them, they are laid over the game or refused in words, and soon."""

import random
from typing import Any

import pytest
import yaml
from tests.packs.sample import TEXTS

from arbitro.kernel.pack import Pack
from arbitro.kernel.pack_template import template
from arbitro.play import find_game
from arbitro.text import Fault

ODD: tuple[Any, ...] = (
    None, True, 0, -1, 10**30, 1.5, "", "x", "9" * 5000, [], {}, [[]], {"it": 1}, {1: 2}, {None: 3}, "2d6", ["a", "a"],
)  # fmt: skip


def spots(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    found = [path] if path else []
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in parts:
        found += spots(part, (*path, key))
    return found


def bent(document: Any, by: random.Random) -> None:
    *way, last = by.choice(spots(document))
    for step in way:
        document = document[step]
    if by.random() < 0.2 and isinstance(document, dict):
        document[by.choice(("odd", 7, None, last))] = document.pop(last)
    else:
        document[last] = by.choice(ODD)


def tried(game: str, texts: list[str]) -> bool:
    """Whether packs are taken, or refused without a word; otherwise it is said in both languages why not."""
    try:
        find_game(game).with_packs(
            tuple(Pack(f"{number}.yaml", ((f"{number}.yaml", text),)) for number, text in enumerate(texts))
        )
    except Fault as fault:
        return not (fault.in_("it") and fault.in_("en"))
    return True


@pytest.mark.parametrize("game", TEXTS)
def test_a_bent_pack_is_taken_or_refused_in_words(game):
    by, refused = random.Random(game), 0
    kinds = [kind for kind in find_game(game).books().kinds if kind not in ("benchmarks", "guidance")]
    texts = [*TEXTS[game].split("---\n"), *(template(find_game(game).books(), kind, "en") for kind in kinds)]
    for _ in range(12):
        document = yaml.safe_load(by.choice(texts))
        bent(document, by)
        refused += not tried(game, [yaml.safe_dump(document, allow_unicode=True, sort_keys=False)])
    assert refused


@pytest.mark.parametrize(
    "text",
    [
        "",
        "---\n---\n",
        "- 1\n",
        "content: monsters",
        "content: [monsters]\ninherit: whitebox\nentries: {}\n",
        "content: monsters\ninherit: whitebox\n",
        "content: monsters\ninherit: whitebox\nentries: [1]\n",
        "content: monsters\ninherit: whitebox\nvalue: {a: 1}\n",
        "content: monsters\ninherit: whitebox\ndefaults: 3\nentries: {}\n",
        "content: encounter_tables\ninherit: whitebox\nreplaces: 3\ntables: {}\n",
        "content: encounter_tables\ninherit: whitebox\ntables: {x: {dice: 9999d9999, rules: [], rows: []}}\n",
        "a: &a [*a]\n",
        "a: " + "[" * 200,
        "content: !!python/object:os.system monsters\n",
        "content: monsters\ninherit: whitebox\nentries: {goblin: null}\n",
    ],
)
def test_what_is_no_pack_is_refused(text):
    assert not tried("whitebox", [text]) or not text.replace("---", "").strip()
