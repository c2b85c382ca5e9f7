"""Tables of encounters in words: what a table is about, and whom a row of it names."""

from typing import Final

from arbitro.rules.whitebox.content import WhiteBoxContent
from arbitro.rules.whitebox.roll_tables import Encounter
from arbitro.text import Language, Texts

_BY_DEPTH: Final = ("dungeon_level_", "dungeon_")
"""Tables for one depth: of the level of those who are met, and of who they are."""


def table_text(texts: Texts, table: str, language: Language) -> str:
    """What a table of encounters is about: ``dungeon_3``, ``human_river_coast``, ``undead``."""
    for beginning in _BY_DEPTH:
        depth = table.removeprefix(beginning)
        if depth.isdecimal():
            return texts.say(language, f"encounters.{beginning.rstrip('_')}", level=depth)
    kind, _, land = table.partition("_")
    about = texts.say(language, f"encounters.{kind}")
    return f"{about} ({texts.say(language, f'encounters.land.{land}')})" if land else about


def encounter_text(texts: Texts, content: WhiteBoxContent, who: Encounter, language: Language) -> str:
    """Whom a row names, or where it leads."""
    if who.unlisted is not None:
        return who.unlisted.in_(language)
    if who.table:
        return table_text(texts, who.table, language)
    if who.party:
        return texts.say(language, "encounters.party")
    if who.class_id:
        return content.classes[who.class_id].name.in_(language)
    if who.reroll:
        return texts.say(language, "encounters.again")
    return ", ".join(content.monsters[monster].name.many(language) for monster in who.monsters)
