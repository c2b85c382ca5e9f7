"""Making a character of La Scatola Bianca or of L'Infausta Scatola, step by step, by the game's own rules of creation.

The scores are thrown in the order of the book and stand. People, class, points moved into the prime attribute,
alignment, further languages, the first book and the usual outfit follow; hit points and gold are thrown when the
character is finished. Whoever keeps the gold buys in town, where the lists are open.
"""

from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING, Any, ClassVar, Final

from msgspec.structs import replace

from arbitro.kernel.command import Command, Refusal
from arbitro.play.maker import TEXTS, Maker, MakingStep
from arbitro.play.scene import Scene
from arbitro.play.state import CampaignState, Draft
from arbitro.rules.infausta.citations import CITED
from arbitro.rules.whitebox.measure import Ability, Alignment
from arbitro.rules.whitebox.people import commands as p
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

if TYPE_CHECKING:
    from arbitro.play.sides.whitebox.parting import Apart

OUTFIT, GOLD = "outfit", "gold"
EVERYTHING: Final = 99
"""As many as can be."""
SORTS: Final = {"people": "people", "class": "class", "alignment": "alignment", "tongue": "language", "spell": "spell"}
"""The steps whose answers are entries of the game's content, and of which sort."""


class WhiteBoxMaker(Maker):
    """By the rules of La Scatola Bianca."""

    plan = ("scores", "people", "class", "trade", "alignment", "tongue", "spell", "outfit")
    sheet_type: ClassVar[type[Character]] = Character

    def __init__(self, side: "Apart") -> None:
        self.side = side
        self.game = side.game

    def cited(self, *rules: str) -> tuple[str, ...]:
        """Atoms of this game's book for atoms of the family's first."""
        return rules

    def known(self, state: CampaignState) -> Collection[str]:
        """All characters there ever were."""
        return self.side.inner(state).characters

    def scores(self, state: CampaignState, draft: Draft) -> dict[Ability, int]:
        """What was thrown; empty: nothing yet."""
        return self.side.inner(state).drafts.get(draft.id, {})

    def steps(self, state: CampaignState, draft: Draft) -> Iterator[MakingStep]:
        """Scores, people, class, points moved, alignment, languages, book, outfit."""
        game, scores = self.game, self.scores(state, draft)
        who_decides = self.cited("WB-CORE-01")
        yield MakingStep("scores", "throw", done=bool(scores), rules=who_decides)
        yield MakingStep("people", picks=open_peoples(game.rules), rules=who_decides)
        folk = draft.value("people")
        fitting = tuple(name for name in game.content.classes if may_be(game.rules, folk, name, 1) is None)
        yield MakingStep("class", picks=fitting, rules=self.cited("WB-XP-06"))
        class_id = draft.value("class")
        facts = game.content.classes[class_id]
        trades = tuple(self._trades(scores, draft))
        rules = self.cited("WB-XP-06")
        yield MakingStep("trade", picks=trades, count=EVERYTHING, optional=True, rules=rules)
        yield MakingStep("alignment", picks=tuple(facts.alignments), rules=who_decides)
        spare = spare_languages(game.rules, self._traded(scores, draft), class_id)
        own = {*own_languages(game.rules, folk, class_id), *draft.values("tongue")}
        tongues = tuple(name for name in game.content.languages if name not in own)
        yield MakingStep("tongue", picks=tongues if spare else (), count=max(spare, 1), optional=True)
        yield from self._book(draft, folk, class_id)
        if class_id in game.content.kits:
            yield MakingStep("outfit", picks=(OUTFIT, GOLD))

    def _moved(self, draft: Draft) -> dict[Ability, int]:
        """Points taken from each attribute."""
        ratio = self.game.content.creation.trade_ratio
        taken: dict[Any, int] = {}
        for ability in draft.values("trade"):
            taken[ability] = taken.get(ability, 0) + ratio
        return taken

    def _traded(self, scores: dict[Ability, int], draft: Draft) -> dict[Ability, int]:
        return traded(self.game.rules, scores, draft.value("class"), self._moved(draft))

    def _trades(self, scores: dict[Ability, int], draft: Draft) -> Iterator[Ability]:
        """The attributes that can still give points to the prime one of the class."""
        moved, ratio = self._moved(draft), self.game.content.creation.trade_ratio
        for ability in self.game.content.creation.order:
            more = {**moved, ability: moved.get(ability, 0) + ratio}
            if bad_trades(self.game.rules, scores, draft.value("class"), more) is None:
                yield ability

    def _book(self, draft: Draft, folk: str, class_id: str) -> Iterator[MakingStep]:
        """The spells of the first book; by lot where none is named."""
        game, chosen = self.game, draft.values("spell")
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
        yield MakingStep("spell", picks=left, count=sum(room), optional=not chosen, rules=self.cited("WB-CORE-03"))

    def throw(self, scene: Scene, draft: Draft) -> None:
        """Attribute by attribute, in the order of the book."""
        scene.must(p.RollAbilities(draft.id))

    def thrown(self, state: CampaignState, draft: Draft, language: Language) -> str:
        """All attributes, with the points that were moved."""
        scores = self.scores(state, draft)
        if draft.value("class"):
            scores = self._traded(scores, draft)
        abilities = self.game.content.creation.abilities
        return ", ".join(f"{abilities[name].short.in_(language)} {score}" for name, score in scores.items())

    def called(self, step: str, value: str, language: Language) -> str:
        """An entry of the game's content, or one of our own answers."""
        if step in SORTS:
            return str(self.game.name_of(self.game.initial(), f"{SORTS[step]}:{value}", language))
        if step == "trade":
            name = self.game.name_of(self.game.initial(), f"ability:{value}", language)
            return TEXTS.say(language, "making.trade", ability=name, points=self.game.content.creation.trade_ratio)
        return TEXTS.say(language, f"making.outfit.{value}")

    def enter(self, scene: Scene, draft: Draft) -> Refusal | None:
        """The game writes the sheet; casters take their first spells to heart."""
        alignment: Any = draft.value("alignment")
        refused = scene.play(self._command(draft, alignment))
        if refused is None:
            scene.play(p.MemoriseAll(draft.id))  # refused, without effect, for those who cast nothing
        return refused

    def _command(self, draft: Draft, alignment: Alignment) -> p.CreateCharacter:
        return p.CreateCharacter(
            who=draft.id,
            name=Named(draft.name, draft.name, draft.gender),
            folk=draft.value("people"),
            class_id=draft.value("class"),
            alignment=alignment,
            trades=self._moved(draft),
            languages=draft.values("tongue"),
            book=draft.values("spell"),
            kit=draft.value("outfit") == OUTFIT,
        )

    def enlisting(self, sheet: Any) -> Command:
        """The game looks at the sheet from top to bottom when it enters."""
        return p.Enrol(sheet)

    def sheets(self, state: CampaignState, people: Collection[str]) -> tuple[Character, ...]:
        """As they are now, wounded, laden, with spells in memory; but for the day and the battle they are in."""
        inner = self.side.inner(state)
        order = [*inner.party.order, *(who for who in inner.characters if who not in inner.party.order)]
        found = (inner.characters[who] for who in order if who in people)
        return tuple(replace(one, battle=None, memorised=-1, filled=()) for one in found)


class InfaustaMaker(WhiteBoxMaker):
    """By those of L'Infausta Scatola, which cites its own book."""

    def cited(self, *rules: str) -> tuple[str, ...]:
        """Its own atoms."""
        return tuple(atom for rule in rules for atom in CITED.get(rule, ()))
