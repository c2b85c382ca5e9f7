"""Rows of the tables that a campaign throws on, in words: the dungeon's, the oracle's, and those of its game."""

from typing import Any

from arbitro.dungeon import telling as dungeon
from arbitro.kernel.ruleset import Ruleset
from arbitro.kernel.ruling import Lookup
from arbitro.play.solo.oracle import ORACLE, TEXTS, prompt_text, prompts
from arbitro.text import Language


def row_text(game: Ruleset[Any], lookup: Lookup, language: Language) -> str:
    """What the row that was found says."""
    if lookup.table in prompts():
        return prompt_text(lookup, language)
    if lookup.table.startswith(ORACLE):
        return TEXTS.say(language, f"answer.{lookup.row}").rstrip(".")
    return dungeon.row_text(lookup.table, lookup.row, language) or game.row_text(lookup, language)
