"""What making a character takes: the steps of a game, whatever the game, and the files that characters travel in.

A `Maker` says which steps there are, what may be answered to each, and how the finished character enters; the campaign
(`play.making`) asks them one after the other. The rules of what goes together are the game's own.
"""

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from typing import Any, Final, Literal, NamedTuple

from msgspec import Struct

from arbitro.kernel.bounds import MOST_LARGE
from arbitro.kernel.card import Section
from arbitro.kernel.command import Command, Refusal
from arbitro.kernel.named import slug
from arbitro.kernel.witness import Said
from arbitro.kernel.yamlfile import Document
from arbitro.play.scene import Scene
from arbitro.play.state import CampaignState, Draft
from arbitro.text import Fault, Language, Texts, Words

TEXTS: Final = Texts("arbitro.play")
MOST: Final = 8
"""Characters in one party, made or brought."""
ENROLLED: Final = "enrolled"
"""For `Gather`: the party of those who were made at this table, or came out of files."""

LevelWishes = tuple[tuple[str, tuple[str, ...]], ...]
"""What somebody wants of a new level: sorts of choices with what is chosen, ``("traits", ("agility", "finesse"))``."""


class MakingStep(Struct, frozen=True):
    """Something that is to be said of a character."""

    id: str
    kind: Literal["throw", "pick", "text"] = "pick"
    picks: tuple[str, ...] = ()
    """What may be answered; a step that nothing can be picked for is passed over."""
    count: int = 1
    """How many answers there are to be."""
    optional: bool = False
    """Whether it may be left as it is."""
    done: bool = False
    """Of a throw: whether the dice have fallen."""
    rules: tuple[str, ...] = ()
    key: str = ""
    """Which sentences tell of it (``making.step.<key>``); empty: those of the id."""
    number: int = 0
    """A number for the gaps of these sentences."""

    @property
    def words(self) -> str:
        """The last part of the keys of its sentences."""
        return self.key or self.id

    def settled(self, draft: Draft) -> bool:
        """Whether nothing more is to be said."""
        if self.kind == "throw":
            return self.done
        if draft.left(self.id) or len(draft.values(self.id)) >= self.count:
            return True
        return self.kind == "pick" and not self.picks


class PartyFile(Struct, frozen=True):
    """A file of characters: the game they belong to, and their sheets in marching order."""

    game: str
    characters: tuple[Any, ...]


@dataclass(frozen=True, kw_only=True)
class Sense:
    """What a sensible person would choose for a character of a game."""

    likes: Callable[[Draft, MakingStep], tuple[str, ...]]
    """Which of the answers to a step make sense together with what was said; nothing where all do."""
    choose_rest: Callable[[CampaignState], Iterator[Command]]
    """The commands by which what people have still to choose with their levels is chosen for them."""
    risen: Callable[[Any, LevelWishes], Any]
    """A sheet one level higher: what is wished for chosen, the rest sensibly; a fault where it cannot be."""


class OnSheet(NamedTuple):
    """What stands on somebody's sheet beyond the game's own."""

    about: Callable[[CampaignState, str, Language], tuple[str, ...]]
    """What is known of them, in lines."""
    chosen: Callable[[CampaignState, str, Language], tuple[Section, ...]]
    """What they have chosen that no other part of the sheet names, each with its words."""


@dataclass(frozen=True, kw_only=True)
class MakingDice:
    """The step of a game that is thrown for."""

    throw: Callable[[Scene, Draft], None]
    """Throw the dice that are due."""
    thrown: Callable[[CampaignState, Draft, Language], str]
    """What was thrown, in words."""


@dataclass(frozen=True, kw_only=True)
class Maker:
    """How characters of a game are made, kept in files and brought from them."""

    texts: Texts
    """The game's sentences about its steps; the campaign's stand behind them."""
    plan: tuple[str, ...]
    """The steps in their order, by their sentences: for those who want to know what is still to come."""
    sheet_type: type[Struct]
    """A finished character, as files hold it."""
    known: Callable[[CampaignState], Collection[str]]
    """The ids of everybody who ever belonged to the campaign."""
    steps: Callable[[CampaignState, Draft], Iterator[MakingStep]]
    """The steps of the game, asked for in their order: what follows an open step may not be known yet."""
    called: Callable[[str, str, Language], str]
    """An answer to a step in words."""
    enter: Callable[[Scene, Draft], Refusal | None]
    """The finished character joins the party, by the game's own rules."""
    enlisting: Callable[[Any], Command]
    """The command by which a finished character enters; a fault where the sheet cannot be."""
    sheets: Callable[[CampaignState, Collection[str]], tuple[Struct, ...]]
    """The sheets of some people, as files hold them."""
    dice: MakingDice | None = None
    """The throw of games whose steps have one."""
    meaning: Callable[[str, str, Language], str] | None = None
    """What an answer to a step is or does, in a line; empty where its name says it all."""
    sense: Sense | None = None
    """What is chosen for those who leave it to the program, where a game says so."""
    on_sheet: OnSheet | None = None
    """What stands on somebody's sheet beyond the game's own, where there is any such thing."""


def people_file(name: str, text: str) -> Document:
    """A file of people; what they own and have learned may be much."""
    return Document(name, text, most=MOST_LARGE)


def read_people(document: Document, maker: Maker, game: str) -> tuple[Command, ...]:
    """The commands by which everybody of a file enters; anything wrong is a fault with its line."""
    found = document.read(PartyFile)
    if found.game != game:
        raise document.fault(Words(TEXTS, "making.other_game", game=found.game, wanted=game), "game")
    if not 1 <= len(found.characters) <= MOST:
        raise document.fault(Words(TEXTS, "making.file_size", count=len(found.characters), most=MOST), "characters")
    commands = []
    seen: set[str] = set()
    for number, each in enumerate(found.characters):
        sheet: Any = document.check(each, maker.sheet_type, "characters", number)
        if not sheet.id or sheet.id in seen or slug(sheet.id) != sheet.id:
            raise document.fault(Words(TEXTS, "making.file_id", id=sheet.id), "characters", number)
        seen.add(sheet.id)
        try:
            commands.append(maker.enlisting(sheet))
        except Fault as fault:
            raise document.fault(fault.words, "characters", number) from None
    return tuple(commands)


# -------------------------------------------------------------------- the steps in their order, and in words


def steps(maker: Maker, state: CampaignState, draft: Draft) -> Iterator[MakingStep]:
    """All steps in their order: what every game asks, and what its own asks between."""
    yield MakingStep("name", "text")
    yield MakingStep("gender", picks=("f", "m"))
    yield from maker.steps(state, draft)
    yield MakingStep("words", "text", optional=True)


def due(maker: Maker, state: CampaignState) -> MakingStep | None:
    """The first step that is still open; None: there is nothing more to say."""
    draft = state.draft or Draft()
    return next((step for step in steps(maker, state, draft) if not step.settled(draft)), None)


def title(maker: Maker, step: MakingStep, language: Language) -> str:
    """What a step is called."""
    return _title(step).in_(maker.texts, language)


def _title(step: MakingStep) -> Said:
    return Said(f"making.step.{step.words}", {"number": step.number})


def planned(maker: Maker, key: str, language: Language) -> str:
    """What a step is called before it is known how it will be asked."""
    return _planned(maker, key).in_(maker.texts, language)


def _planned(maker: Maker, key: str) -> Said:
    plan = f"making.plan.{key}"
    return Said(f"making.step.{key}", {"number": 0}) if maker.texts.find("it", plan) is None else Said(plan)


def step_said(maker: Maker, state: CampaignState, step: str) -> Said:
    """What a step is called in the story, where the character may be finished by now."""
    draft = state.draft or Draft()
    for each in steps(maker, state, draft):
        if each.id == step:
            return _title(each)
        if not each.settled(draft):
            break
    return _planned(maker, step.partition("-")[0])


def value_text(maker: Maker, step: str, value: str, language: Language) -> str:
    """An answer in words; those of the player's own are what they are."""
    if step == "gender" and value:
        return TEXTS.say(language, f"making.gender.{value}")
    if step in ("name", "words") or not value:
        return value
    return maker.called(step, value, language)
