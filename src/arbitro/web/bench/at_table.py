"""At a referee's table: the fight that goes on, or those whom the party may meet, from how things stand now.

The state is read and never written: what is asked is fought with dice of its own, in another process.
"""

from typing import Annotated, Any, Final

from msgspec import Meta, Struct

from arbitro.chances.bout import Bout
from arbitro.chances.building import begun_with, foes_called
from arbitro.chances.outcome import Foes, MeetingGround, reading_of
from arbitro.dungeon.kinds import is_treasure
from arbitro.kernel.ruleset import Ruleset
from arbitro.kernel.state import State
from arbitro.play.campaign import Campaign
from arbitro.play.naming import place_called
from arbitro.text import Language, capital
from arbitro.web.bench.asked import SEED, SUGGEST, USUAL, Feet, Fights, Word, decided
from arbitro.web.rendering import TEXTS
from arbitro.web.visitor import Turned

AT_HAND: Final = "now"
"""The fight that goes on."""


class TableAsked(Struct, frozen=True, forbid_unknown_fields=True):
    """What the referee wants to know: how the fight at hand goes on, or how one would go that is still to come."""

    what: Annotated[str, Meta(max_length=200)] = AT_HAND
    feet: Feet = 0
    """How far apart those begin who have not come to blows yet; 0: as far as usual."""
    light: bool = True
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
    if goes_on(game, own):
        met: list[Foes] = []
        found = [Encounter(AT_HAND, TEXTS.say(language, "web.odds.at_hand"))]
    else:
        met, found = _met(ruleset, state, own), []
    for number, foes in enumerate(met, 1):
        text = foes_called(game.id, foes, language, game.packs)
        found.append(Encounter(f"met:{number}", TEXTS.say(language, "web.odds.met", foes=text), foes))
    if isinstance(ruleset, Campaign):
        found += _placed(ruleset, state, language)
    return found


def goes_on(game: Ruleset[Any], state: State) -> bool:
    """Whether blows are being exchanged: people of two sides stand in a fight that is not over."""
    reading = reading_of(game.id)
    if not reading.fighting(state) or reading.over(state):
        return False
    return len({one.side for one in reading.outcome(state).people if one.standing}) > 1


def _met(ruleset: Ruleset[Any], state: Any, own: Any) -> list[Foes]:
    """Those who have been met; where no campaign knows of places, those who may be met too."""
    if not isinstance(ruleset, Campaign):
        return list(reading_of(ruleset.id).waiting(own))
    met = ruleset.side.meetings.met(state)
    return [met] if met else []


def _placed(campaign: Campaign, state: Any, language: Language) -> list[Encounter]:
    found, faced = [], campaign.side.meetings.slot(state)
    for slot in state.dungeon.slots.values():
        foes = tuple((name, number) for name, number in slot.items if not is_treasure(name))
        if slot.kind != "monster" or slot.state == "gone" or slot.id == faced or not foes:
            continue
        place = place_called(state.dungeon, slot.space).in_(language)
        who = foes_called(campaign.game.id, foes, language, campaign.packs)
        found.append(Encounter(f"slot:{slot.id}", f"{capital(place)}: {who}", foes))
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
    before, start = begun_with(game, own, (), wanted.foes, MeetingGround(asked.feet, asked.light))
    return decided(Bout(game=game.id, packs=game.packs, state=before, start=start), asked)
