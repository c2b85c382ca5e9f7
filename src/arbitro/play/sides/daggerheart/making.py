"""Making a character for the game of Hope and Fear, step by step: class, heritage, traits, gear, Experiences, cards.

The text at hand is the game master's; what a new character has is told by DHP-CHAR-01, DHP-TRAIT-01 and DHP-EXP-01.
Our rulings: magic weapons are for those who have a Spellcast trait; cards are those of the class's domains in the
content; what a feature asks for when it is gained (a wizard's number) is asked last.
"""

from collections.abc import Collection, Iterator, Mapping
from typing import Any, Final

from msgspec.structs import replace

from arbitro.kernel.command import Command, Refusal
from arbitro.kernel.content import Noun
from arbitro.kernel.named import slug
from arbitro.kernel.yamlfile import unknown_name
from arbitro.play.maker import MakingStep
from arbitro.play.scene import Scene
from arbitro.play.sides.daggerheart.party import TEXTS, TOP_LEVEL, enlist, whole
from arbitro.play.sides.daggerheart.state import Enlist
from arbitro.play.state import CampaignState, Draft
from arbitro.rules.daggerheart.content import Library, books_of
from arbitro.rules.daggerheart.entries import CharacterEntry
from arbitro.rules.daggerheart.inventory import POTION, POTIONS
from arbitro.rules.daggerheart.meanings import entry_words
from arbitro.rules.daggerheart.people import Experience, Sheet, Weapon
from arbitro.rules.daggerheart.words import TRAITS, Named
from arbitro.text import Fault, Language, Texts, Words

GAME: Final = Texts("arbitro.rules.daggerheart")
ARRAY: Final = ("DHP-TRAIT-01",)
CREATION: Final = ("DHP-CHAR-01",)
GIFTS: Final = ("DHP-CHAR-02",)
BAGGAGE: Final = ("DHP-ITEM-01",)
CALLINGS: Final = ("class", "subclass", "ancestry", "mixed", "community")
"""Steps that pick an entry which says by its words what it brings."""
CARDS: Final = 2
"""Cards of level 1 that a new character has (DHP-CHAR-01)."""
EXPERIENCES: Final = 2
UNARMOURED: Final = "none"
TRAIT_STEPS: Final = ("best", "good", "weak")
"""The traits that are not at 0: one at +2, two at +1, one at -1."""


PLAN: Final = (
    "class",
    "subclass",
    "ancestry",
    "mixed",
    "community",
    "best",
    "good",
    "weak",
    "weapon",
    "second",
    "armour",
    "potion",
    "experience",
    "card",
)
"""The steps, by their sentences."""


def known(state: CampaignState) -> Collection[str]:
    """All characters there ever were."""
    return whole(state).party


def steps(books: Library, state: CampaignState, draft: Draft) -> Iterator[MakingStep]:
    """Class and subclass, heritage, traits, weapons, armour, Experiences, cards, and what features ask for."""
    del state
    yield MakingStep("class", picks=tuple(books.classes), rules=CREATION)
    calling = books.classes[draft.value("class")]
    steps_of = tuple(name for name, one in books.subclasses.items() if one.class_id == draft.value("class"))
    yield MakingStep("subclass", picks=steps_of, rules=GIFTS)
    yield MakingStep("ancestry", picks=tuple(books.ancestries), rules=GIFTS)
    others = tuple(name for name in books.ancestries if name != draft.value("ancestry"))
    yield MakingStep("mixed", picks=others, optional=True, rules=GIFTS)
    yield MakingStep("community", picks=tuple(books.communities), rules=GIFTS)
    free = [trait for trait in TRAITS if not any(trait in draft.values(step) for step in TRAIT_STEPS)]
    yield MakingStep("best", picks=tuple(free), rules=ARRAY)
    yield MakingStep("good", picks=tuple(free), count=2, rules=ARRAY)
    yield MakingStep("weak", picks=tuple(free), rules=ARRAY)
    first = [books.weapons[name] for name in books.first_weapons]
    mine = [weapon for weapon in first if not weapon.secondary and (calling.spellcast or weapon.kind != "magic")]
    yield MakingStep("weapon", picks=tuple(weapon.id for weapon in mine), rules=(*CREATION, "DHP-ATK-02"))
    spare = books.weapons[draft.value("weapon")].hands == 1
    others = tuple(weapon.id for weapon in first if weapon.secondary) if spare else ()
    yield MakingStep("second", picks=others, optional=True, rules=CREATION)
    yield MakingStep("armour", picks=(*books.first_armour, UNARMOURED), rules=(*CREATION, "DHP-ARM-01"))
    yield MakingStep(POTION, picks=tuple(name for name in POTIONS if name in books.things), rules=BAGGAGE)
    yield MakingStep("experience", "text", count=EXPERIENCES, rules=("DHP-EXP-01",))
    chosen = draft.values("card")
    cards = [
        name for name, domain in books.domains.items() if domain in calling.domains and books.powers[name].level == 1
    ]
    left = tuple(name for name in cards if name not in chosen)
    most = CARDS + sum("extra_card" in books.powers[name].passive for name in _gifts(books, draft))
    yield MakingStep("card", picks=left, count=min(most, max(len(cards), 1)), rules=CREATION)
    if any("patterns" in books.powers[name].passive for name in _gifts(books, draft)):
        yield MakingStep("pattern", picks=tuple(str(face) for face in range(1, 13)), rules=GIFTS)


def _gifts(books: Library, draft: Draft) -> list[str]:
    """The features that come with what has been said of a character."""
    return list(books.gifts(_entry(draft)))


def called(books: Library, step: str, value: str, language: Language) -> str:
    """By the content, by the names of traits, or as our own sentences have it."""
    if step in TRAIT_STEPS:
        return GAME.say(language, f"trait.{value}")
    if step == "heritage" or (step, value) == ("armour", UNARMOURED):  # older logs have a heritage in words
        return TEXTS.say(language, f"making.{step}.{value}")
    if step in CALLINGS:
        return str(_callings(books, step)[value].name.in_(language))
    if step in ("weapon", "second"):
        return _weapon_text(books.weapons[value], language)
    if step == "armour":
        suit = books.armour[value]
        return TEXTS.say(
            language,
            "making.suit",
            suit=suit.name.in_(language),
            score=suit.score,
            major=suit.major,
            severe=suit.severe,
        )
    return str(books.powers[value].name.in_(language)) if step in ("card", POTION) else value


def meaning(books: Library, step: str, value: str, language: Language) -> str:
    """What a class, a card or a piece of an outfit is, by its entry."""
    if step in CALLINGS:
        return entry_words(books, "ancestry" if step == "mixed" else step, value, language)
    return entry_words(books, "", value, language) if step in ("card", "weapon", "second", "armour", POTION) else ""


def _callings(books: Library, step: str) -> Mapping[str, Any]:
    """The entries that a step picks from."""
    found: dict[str, Mapping[str, Any]] = {
        "class": books.classes,
        "subclass": books.subclasses,
        "ancestry": books.ancestries,
        "mixed": books.ancestries,
        "community": books.communities,
    }
    return found[step]


def _weapon_text(weapon: Weapon, language: Language) -> str:
    plus = f"+{weapon.plus}" if weapon.plus else ""
    trait = GAME.say(language, f"trait.{weapon.trait}")
    reach = GAME.say(language, f"band.{weapon.range}")
    return f"{weapon.name.in_(language)} ({trait}, {reach}, d{weapon.die}{plus})"


def enter(scene: Scene, draft: Draft) -> Refusal | None:
    """Like anybody who comes with a finished sheet."""
    return enlist(scene, Enlist(sheet(books_of(scene.game), draft)))


def sheet(books: Library, draft: Draft) -> Sheet:
    """The character that the answers describe, as the game writes it."""
    traits: dict[Any, int] = dict.fromkeys(TRAITS, 0)
    for step, bonus in zip(TRAIT_STEPS, (2, 1, -1), strict=True):
        for trait in draft.values(step):
            traits[trait] = bonus
    lived = draft.values("experience")
    experiences = tuple(
        Experience(f"{slug(words)}-{number}", Named(words, words)) for number, words in enumerate(lived, 1)
    )
    armour, number = draft.value("armour"), draft.value("pattern")
    entry = replace(
        _entry(draft),
        traits=traits,
        experiences=experiences,
        armour="" if armour == UNARMOURED else armour,
        weapons=tuple(filter(None, (draft.value("weapon"), draft.value("second")))),
        powers=draft.values("card"),
    )
    made = books.sheet(draft.id, entry)
    if draft.value(POTION):
        made = replace(made, chosen={**made.chosen, POTION: draft.value(POTION)})
    reading = next((power.id for power in made.powers if "patterns" in power.passive), "")
    return replace(made, chosen={**made.chosen, reading: number}) if reading and number else made


def _entry(draft: Draft) -> CharacterEntry:
    """Who somebody is, as far as it has been said: class, subclass and heritage."""
    return CharacterEntry(
        source="",
        name=Noun(draft.name, draft.name, draft.gender),
        class_id=draft.value("class"),
        traits={},
        experiences=(),
        subclass=draft.value("subclass"),
        ancestry=draft.value("ancestry"),
        mixed=draft.value("mixed"),
        community=draft.value("community"),
    )


def enlisting(books: Library, sheet: Any) -> Command:
    """Class, gear and cards must be those of the books."""
    lists: list[tuple[str, Collection[str]]] = [(sheet.class_id, books.classes)]
    lists += [(weapon.id, books.known_weapons) for weapon in sheet.weapons]
    lists += [(power.id, books.powers) for power in (*sheet.powers, *sheet.vault)]
    lists += [(sheet.armour.id, books.armour)] if sheet.armour is not None else []
    lists += [(sheet.subclass, books.subclasses)] if sheet.subclass else []
    lists += [(name, books.ancestries) for name in (sheet.ancestry, sheet.mixed) if name]
    lists += [(sheet.community, books.communities)] if sheet.community else []
    for name, known in lists:
        if name not in known:
            raise Fault(unknown_name(name, known))
    if set(sheet.traits) != set(TRAITS) or not 1 <= sheet.level <= TOP_LEVEL:
        raise Fault(Words(TEXTS, "making.bad_sheet", who=sheet.name))
    return Enlist(sheet)


def sheets(state: CampaignState, people: Collection[str]) -> tuple[Sheet, ...]:
    """People as they are described; marks are left behind."""
    return tuple(hero.sheet for who, hero in whole(state).party.items() if who in people)
