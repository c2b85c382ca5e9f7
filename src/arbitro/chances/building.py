"""Fights of one's own, for any game: a party that is there, drawn or brought in a file, against so many of these.

People come together as they do for a campaign (ready, by lot, out of a file), and enter with their sheets; how the
fight then begins is the game's to say (`FightReading.meets`).
"""

from difflib import get_close_matches
from typing import Any, Final

from msgspec import Struct, field

from arbitro.chances.outcome import TEXTS, USUAL_GROUND, Foes, MeetingGround, reading_of
from arbitro.dice.stream import seed_from_text
from arbitro.kernel.command import Command, Refusal
from arbitro.kernel.event import Setting
from arbitro.kernel.pack import Pack
from arbitro.kernel.rulebook import Phrase
from arbitro.kernel.ruleset import Ruleset, Setup
from arbitro.kernel.seat import REFEREE
from arbitro.kernel.state import State
from arbitro.kernel.table import Table
from arbitro.play import find_campaign, game_inside
from arbitro.play.campaign import Campaign
from arbitro.play.commands import Gather
from arbitro.play.drafting import settle
from arbitro.play.maker import ENROLLED, people_file, read_people
from arbitro.play.opening import cannot_begin, known_game
from arbitro.text import LANGUAGES, Fault, Language, Words, capital

NEAR_NAMES: Final = 5
"""So many names are proposed in place of one that is not known."""
MOST_FOES: Final = 60
"""Creatures on the other side, all in all."""


class OwnFight(Struct, frozen=True, kw_only=True):
    """A fight that somebody puts together."""

    game: str
    party: str = ""
    """``ready:<name>`` or ``random:<size>:<level>``, as `Gather` takes it; empty where a file says who comes."""
    people: str = ""
    """The text of a party file."""
    file: str = ""
    """The name of that file, for what there is to say of it."""
    lot: str = "1"
    """By which word people are drawn by lot: the same word draws the same people."""
    foes: Foes = ()
    ground: MeetingGround = USUAL_GROUND
    options: dict[str, Setting] = field(default_factory=dict)
    packs: tuple[Pack, ...] = ()


def campaign_of(game: str, packs: tuple[Pack, ...] = ()) -> Campaign:
    """The campaign of a game, which knows its parties and its creatures; a fault where there is none."""
    try:
        found = find_campaign(game)
    except KeyError:
        raise Fault(Words(TEXTS, "chances.no_own", game=game)) from None
    return found.with_packs(packs)


def parties(game: str, packs: tuple[Pack, ...] = ()) -> tuple[tuple[str, Phrase], ...]:
    """The ready parties of a game, by the word that asks for them."""
    return campaign_of(game, packs).side.party.parties()


def creatures(game: str, language: Language, packs: tuple[Pack, ...] = ()) -> list[tuple[str, str]]:
    """The creatures of a game with their names, in the order of the reader's alphabet."""
    stores = campaign_of(game, packs).side.stores
    named = [(kind, stores.kind_called(kind, 1, language)) for kind in stores.kinds()]
    return sorted(((kind, capital(name)) for kind, name in named), key=lambda one: one[1].casefold())


def sheets(wanted: OwnFight) -> tuple[Any, ...]:
    """Who comes, as their sheets have them; a fault says why they cannot."""
    campaign = campaign_of(wanted.game, wanted.packs)
    options = {name: value for name, value in wanted.options.items() if name in campaign.options}
    table = Table.open(campaign, "bench", seed_from_text(wanted.lot), campaign.options.meant(options))
    if not wanted.party and not wanted.people:
        raise Fault(Words(TEXTS, "chances.no_party"))
    start: list[Command] = [Gather(wanted.party)]
    if wanted.people:
        document = people_file(wanted.file or "party.json", wanted.people)
        start = [*read_people(document, campaign.side.maker, campaign.game.id), Gather(ENROLLED)]
    for command in start:
        answer = table.submit(command, REFEREE)
        if isinstance(answer, Refusal):
            raise cannot_begin(campaign, table.state, answer)
    settle(table)
    people = campaign.side.party.people(table.state)
    return campaign.side.maker.sheets(table.state, people)


def put_together(wanted: OwnFight) -> Setup:
    """The fight as a scene to be played or asked about."""
    ruleset = known_game(game_inside(wanted.game)).with_packs(wanted.packs)
    _known_foes(wanted)
    settings = ruleset.options.meant(wanted.options)
    state = ruleset.with_options(ruleset.initial(), ruleset.options.effective(settings))
    _, start = begun_with(ruleset, state, sheets(wanted), wanted.foes, wanted.ground)
    return Setup(title_of(wanted), start, settings)


def _known_foes(wanted: OwnFight) -> None:
    """A fault names a creature that the game does not have, and those whose names come near."""
    stores = campaign_of(wanted.game, wanted.packs).side.stores
    for kind, _ in wanted.foes:
        if stores.is_kind(kind):
            continue
        kinds = list(stores.kinds())
        near = get_close_matches(kind.partition(":")[0], kinds, NEAR_NAMES, 0.5) or kinds[:NEAR_NAMES]
        raise Fault(Words(TEXTS, "chances.no_creature", kind=kind, near=", ".join(near), count=len(kinds)))


def begun_with(
    ruleset: Ruleset[Any], state: State, people: tuple[Any, ...], foes: Foes, ground: MeetingGround = USUAL_GROUND
) -> tuple[State, tuple[Command, ...]]:
    """From which state, and by which commands, people and foes come to blows."""
    reading = reading_of(ruleset.id)
    meets = reading.meets
    if meets is None:
        raise Fault(Words(TEXTS, "chances.no_own", game=ruleset.id))
    if not foes or any(number < 1 for _, number in foes):
        raise Fault(Words(TEXTS, "chances.no_foes"))
    if sum(number for _, number in foes) > MOST_FOES:
        raise Fault(Words(TEXTS, "chances.too_many_foes", most=MOST_FOES))
    if ground.feet and ground.feet not in reading.distances:
        known = ", ".join(map(str, reading.distances))
        raise Fault(Words(TEXTS, "chances.no_distance", feet=ground.feet, known=known))
    found: tuple[State, tuple[Command, ...]] = meets(ruleset, state, people, foes, ground)
    return found


def foes_called(game: str, foes: Foes, language: Language, packs: tuple[Pack, ...] = ()) -> str:
    """Creatures by their names: ``6 orcs, ogre``."""
    stores = campaign_of(game, packs).side.stores
    named = [(stores.kind_called(kind, many, language) if stores.is_kind(kind) else kind, many) for kind, many in foes]
    return ", ".join(f"{many} {name}" if many > 1 else name for name, many in named)


def title_of(wanted: OwnFight) -> Phrase:
    """Who is met."""
    it, en = (foes_called(wanted.game, wanted.foes, language, wanted.packs) for language in LANGUAGES)
    return Phrase(capital(it), capital(en))
