"""At a referee's table: the fight that goes on, or those whom the party may meet, from how things stand now.

The state is read and never written: what is asked is fought with dice of its own, in another process.
"""

from typing import Annotated, Any, Final

from msgspec import Meta, Struct

from arbitro.chances.bout import Bout
from arbitro.chances.building import begun_with, foes_called
from arbitro.chances.outcome import Foes, reading_of
from arbitro.dungeon.kinds import is_treasure
from arbitro.kernel.ruleset import Ruleset
from arbitro.kernel.state import State
from arbitro.play.campaign import Campaign
from arbitro.play.telling import place_called
from arbitro.text import Language
from arbitro.web.bench.asked import SEED, SUGGEST, USUAL, Fights, Word, decided
from arbitro.web.rendering import TEXTS
from arbitro.web.visitor import Turned

AT_HAND: Final = "now"
"""The fight that goes on."""


class TableAsked(Struct, frozen=True, forbid_unknown_fields=True):
    """What the referee wants to know: how the fight at hand goes on, or how one would go that is still to come."""

    what: Annotated[str, Meta(max_length=200)] = AT_HAND
    own: Word = SUGGEST
    others: Word = SUGGEST
    seed: Word = SEED
    fights: Fights = USUAL
    sampled: bool = False


class Encounter(Struct, frozen=True):
    """Something that can be asked about."""

    id: str
    text: str
    foes: Foes = ()
    """Who is met; nobody: the fight that goes on."""


def inner(ruleset: Ruleset[Any], state: Any) -> tuple[Ruleset[Any], State]:
    """The game that is played at a table, and its own state: those of a campaign lie inside."""
    return (ruleset.game, state.game) if isinstance(ruleset, Campaign) else (ruleset, state)


def encounters(ruleset: Ruleset[Any], state: Any, language: Language) -> list[Encounter]:
    """All that can be asked about now: the fight at hand first, then who has been met, then who waits somewhere."""
    game, own = inner(ruleset, state)
    reading = reading_of(game.id)
    found = []
    if reading.fighting(own) and not reading.over(own):
        found.append(Encounter(AT_HAND, TEXTS.say(language, "web.odds.at_hand")))
    met = list(reading.waiting(own))
    meeting = getattr(state, "meeting", None)
    if isinstance(ruleset, Campaign):
        met = met[:1] if getattr(getattr(own, "expedition", None), "meeting", None) is not None else []
        met += [meeting.foes] if meeting is not None and not meeting.joined else []
    for number, foes in enumerate(met, 1):
        found.append(Encounter(f"met:{number}", foes_called(game.id, foes, language, game.packs), foes))
    if isinstance(ruleset, Campaign):
        found += _placed(ruleset, state, language)
    return found


def _placed(campaign: Campaign, state: Any, language: Language) -> list[Encounter]:
    found = []
    for slot in state.dungeon.slots.values():
        foes = tuple((name, number) for name, number in slot.items if not is_treasure(name))
        if slot.kind != "monster" or slot.state == "gone" or not foes:
            continue
        place = place_called(state.dungeon, slot.space).in_(language)
        who = foes_called(campaign.game.id, foes, language, campaign.packs)
        found.append(Encounter(f"slot:{slot.id}", f"{place[:1].upper()}{place[1:]}: {who}", foes))
    return found


def bout_at(ruleset: Ruleset[Any], state: Any, asked: TableAsked) -> Bout:
    """The fight that is asked about, from how things stand."""
    known = {one.id: one for one in encounters(ruleset, state, "en")}
    wanted = known.get(asked.what)
    if wanted is None:
        raise Turned(404, "no_encounter")
    game, own = inner(ruleset, state)
    if not wanted.foes:
        return decided(Bout(game=game.id, packs=game.packs, state=own), asked)
    before, start = begun_with(game, own, (), wanted.foes)
    return decided(Bout(game=game.id, packs=game.packs, state=before, start=start), asked)
