"""Making a character of La Scatola Bianca or of L'Infausta Scatola, step by step, by the game's own rules of creation.

The scores are thrown in the order of the book and stand. People, class, points moved into the prime attribute,
alignment, further languages, the first book and the usual outfit follow; hit points and gold are thrown when the
character is finished. Whoever keeps the gold buys in town, where the lists are open.
"""

from collections.abc import Collection, Iterator
from typing import Any, Final

from msgspec.structs import replace

from arbitro.kernel.command import Command, Refusal
from arbitro.play.maker import MakingStep
from arbitro.play.scene import Scene
from arbitro.play.sides.whitebox.box import TEXTS, BoxSide, inner_state
from arbitro.play.state import CampaignState, Draft
from arbitro.rules.whitebox.measure import Ability, Alignment
from arbitro.rules.whitebox.people import commands as people_commands
from arbitro.rules.whitebox.people.creation import (
    bad_book,
    bad_trades,
    book_list,
    book_room,
    may_be,
    open_peoples,
    own_languages,
    traded,
)
from arbitro.rules.whitebox.people.records import spare_languages
from arbitro.rules.whitebox.people.state import Character
from arbitro.rules.whitebox.terms import Named
from arbitro.text import Language

OUTFIT, GOLD = "outfit", "gold"
EVERYTHING: Final = 99
"""As many as can be."""
SORTS: Final = {"people": "people", "class": "class", "alignment": "alignment", "tongue": "language", "spell": "spell"}
"""The steps whose answers are entries of the game's content, and of which sort."""


PLAN: Final = ("scores", "people", "class", "trade", "alignment", "tongue", "spell", "outfit")
"""The steps, by their sentences."""


def as_printed(*rules: str) -> tuple[str, ...]:
    """Atoms as the family's first book has them."""
    return rules


def known(state: CampaignState) -> Collection[str]:
    """All characters there ever were."""
    return inner_state(state).characters


def scores_of(state: CampaignState, draft: Draft) -> dict[Ability, int]:
    """What was thrown; empty: nothing yet."""
    return inner_state(state).drafts.get(draft.id, {})


def steps(side: BoxSide, state: CampaignState, draft: Draft) -> Iterator[MakingStep]:
    """Scores, people, class, points moved, alignment, languages, book, outfit."""
    game, scores = side.game, scores_of(state, draft)
    who_decides = side.cited("WB-CORE-01")
    yield MakingStep("scores", "throw", done=bool(scores), rules=who_decides)
    yield MakingStep("people", picks=open_peoples(game.rules), rules=who_decides)
    folk = draft.value("people")
    fitting = tuple(name for name in game.content.classes if may_be(game.rules, folk, name, 1) is None)
    yield MakingStep("class", picks=fitting, rules=side.cited("WB-XP-06"))
    class_id = draft.value("class")
    facts = game.content.classes[class_id]
    trades = tuple(_trades(side, scores, draft))
    rules = side.cited("WB-XP-06")
    yield MakingStep("trade", picks=trades, count=EVERYTHING, optional=True, rules=rules)
    yield MakingStep("alignment", picks=tuple(facts.alignments), rules=who_decides)
    spare = spare_languages(game.rules, _traded(side, scores, draft), class_id)
    own = {*own_languages(game.rules, folk, class_id), *draft.values("tongue")}
    tongues = tuple(name for name in game.content.languages if name not in own)
    yield MakingStep("tongue", picks=tongues if spare else (), count=max(spare, 1), optional=True)
    yield from _book(side, draft, folk, class_id)
    if class_id in game.content.kits:
        yield MakingStep("outfit", picks=(OUTFIT, GOLD))


def _moved(side: BoxSide, draft: Draft) -> dict[Ability, int]:
    """Points taken from each attribute."""
    ratio = side.game.content.creation.trade_ratio
    taken: dict[Any, int] = {}
    for ability in draft.values("trade"):
        taken[ability] = taken.get(ability, 0) + ratio
    return taken


def _traded(side: BoxSide, scores: dict[Ability, int], draft: Draft) -> dict[Ability, int]:
    return traded(side.game.rules, scores, draft.value("class"), _moved(side, draft))


def _trades(side: BoxSide, scores: dict[Ability, int], draft: Draft) -> Iterator[Ability]:
    """The attributes that can still give points to the prime one of the class."""
    moved, ratio = _moved(side, draft), side.game.content.creation.trade_ratio
    for ability in side.game.content.creation.order:
        more = {**moved, ability: moved.get(ability, 0) + ratio}
        if bad_trades(side.game.rules, scores, draft.value("class"), more) is None:
            yield ability


def _book(side: BoxSide, draft: Draft, folk: str, class_id: str) -> Iterator[MakingStep]:
    """The spells of the first book; by lot where none is named."""
    game, chosen = side.game, draft.values("spell")
    room = book_room(game.rules, folk, class_id, 1)
    if not any(room):
        return
    listed = [
        spell
        for level, count in enumerate(room, 1)
        for spell in (game.content.spell_list(book_list(game.rules, folk, class_id), level) if count else ())
    ]
    left = tuple(
        spell
        for spell in listed
        if spell not in chosen and bad_book(game.rules, folk, class_id, 1, (*chosen, spell)) is None
    )
    yield MakingStep("spell", picks=left, count=sum(room), optional=not chosen, rules=side.cited("WB-CORE-03"))


def throw(scene: Scene, draft: Draft) -> None:
    """Attribute by attribute, in the order of the book."""
    scene.must(people_commands.RollAbilities(draft.id))


def thrown(side: BoxSide, state: CampaignState, draft: Draft, language: Language) -> str:
    """All attributes, with the points that were moved."""
    scores = scores_of(state, draft)
    if draft.value("class"):
        scores = _traded(side, scores, draft)
    abilities = side.game.content.creation.abilities
    return ", ".join(f"{abilities[name].short.in_(language)} {score}" for name, score in scores.items())


def called(side: BoxSide, step: str, value: str, language: Language) -> str:
    """An entry of the game's content, or one of our own answers."""
    if step in SORTS:
        return str(side.game.name_of(side.game.initial(), f"{SORTS[step]}:{value}", language))
    if step == "trade":
        name = side.game.name_of(side.game.initial(), f"ability:{value}", language)
        return TEXTS.say(language, "making.trade", ability=name, points=side.game.content.creation.trade_ratio)
    return TEXTS.say(language, f"making.outfit.{value}")


def meaning(side: BoxSide, step: str, value: str, language: Language) -> str:
    """What an entry of the game's content is or does."""
    sort = SORTS.get(step, "")
    return side.game.meaning(side.game.initial(), f"{sort}:{value}", language) if sort else ""


def enter(side: BoxSide, scene: Scene, draft: Draft) -> Refusal | None:
    """The game writes the sheet; casters take their first spells to heart."""
    alignment: Any = draft.value("alignment")
    refused = scene.play(_command(side, draft, alignment))
    if refused is None:
        scene.play(people_commands.MemoriseAll(draft.id))  # refused, without effect, for those who cast nothing
    return refused


def _command(side: BoxSide, draft: Draft, alignment: Alignment) -> people_commands.CreateCharacter:
    return people_commands.CreateCharacter(
        who=draft.id,
        name=Named(draft.name, draft.name, draft.gender),
        folk=draft.value("people"),
        class_id=draft.value("class"),
        alignment=alignment,
        trades=_moved(side, draft),
        languages=draft.values("tongue"),
        book=draft.values("spell"),
        kit=draft.value("outfit") == OUTFIT,
    )


def enlisting(sheet: Any) -> Command:
    """The game looks at the sheet from top to bottom when it enters."""
    return people_commands.Enrol(sheet)


def sheets(state: CampaignState, people: Collection[str]) -> tuple[Character, ...]:
    """People as they are now, wounded, laden, with spells in memory; but for the day and the battle they are in."""
    inner = inner_state(state)
    order = [*inner.party.order, *(who for who in inner.characters if who not in inner.party.order)]
    found = (inner.characters[who] for who in order if who in people)
    return tuple(replace(one, battle=None, memorised=-1, filled=()) for one in found)
