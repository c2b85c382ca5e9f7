"""A creature of any game as somebody meets it: its sheet, with all numbers, attacks and powers."""

from functools import lru_cache
from typing import Any

from arbitro.chances.building import OwnFight, campaign_of, put_together
from arbitro.dice.stream import seed_from_text
from arbitro.kernel.card import Sheet
from arbitro.kernel.ruleset import Ruleset
from arbitro.kernel.seat import REFEREE
from arbitro.kernel.table import Table
from arbitro.play.opening import set_up
from arbitro.text import Language


@lru_cache(maxsize=2048)  # an entry of a book does not change, and whoever leafs through it comes back
def met_sheet(ruleset: Ruleset[Any], name: str, language: Language) -> Sheet:
    """The sheet of a creature that a ready party comes upon."""
    party = campaign_of(ruleset.id, ruleset.packs).side.party.parties()[0][0]
    fight = put_together(OwnFight(game=ruleset.id, party=party, foes=((name, 1),), packs=ruleset.packs))
    table = Table.open(ruleset, "bestiary", seed_from_text(name), fight.options)
    set_up(table, fight.start)
    foes = [card.id for card in ruleset.cards(table.state, REFEREE, language) if card.group == "foe"]
    found = ruleset.sheet(table.state, REFEREE, foes[0], language)
    if found is None:
        raise LookupError(f"{ruleset.id} has no sheet of {name}")
    return found
