"""Making a character for the engine of the archmages, step by step: people, class, scores, arms, past.

Our rulings: scores are thrown (the lowest of four dice dropped) or come from a ready way to spend the points, and are
placed as one likes; talents, powers and feats are chosen as the class allows; the points of the past are five in one
background and three in another.
"""

from collections.abc import Collection, Iterator
from typing import Any, Final

from msgspec.structs import replace

from arbitro.kernel.card import Section, section_of
from arbitro.kernel.command import Command, Refusal
from arbitro.play.events import DraftThrown
from arbitro.play.maker import MakingStep
from arbitro.play.scene import Scene
from arbitro.play.sides.archmage.events import Enlist
from arbitro.play.sides.archmage.growing import is_gift
from arbitro.play.sides.archmage.party import TEXTS, enlist, own_state
from arbitro.play.state import CampaignState, Draft
from arbitro.rules.archmage.catalogue import Books, ClassEntry, as_named, books_of
from arbitro.rules.archmage.characters import (
    ArmourKind,
    Bow,
    Hero,
    RangedKind,
    Weapon,
    create,
    details_of,
    make,
    usable_powers,
)
from arbitro.rules.archmage.choosing import (
    chooses,
    feat_options,
    known_groups,
    power_options,
    powers_due,
    talent_options,
    talents_due,
)
from arbitro.rules.archmage.game import Archmage
from arbitro.rules.archmage.meanings import entry_words
from arbitro.rules.archmage.owning import GIFTS
from arbitro.rules.archmage.power import ABILITIES, Ability, Named
from arbitro.rules.archmage.state import PARTY
from arbitro.text import Language, Texts

GAME: Final = Texts("arbitro.rules.archmage")
THROWN: Final = "thrown"
PLACE: Final = "place"
"""The steps that place a score: ``place-1`` for the best, and so on."""
POWER: Final = "power"
"""The steps that learn powers: ``power-spells``, and so on."""
DETAIL: Final = "detail"
"""The steps that decide something for good with a talent."""
ARMOUR: Final[tuple[ArmourKind, ...]] = ("none", "light", "heavy")
BOWS: Final[tuple[RangedKind, ...]] = ("thrown", "crossbow", "bow")
SHIELD, FREE = "shield", "free"
HANDS: Final = 2
NUMBERS: Final = ("AE-HP-01", "AE-DEF-01", "AE-RECOVERY-01")
ARMS: Final = ("AE-WEAPON-01", "AE-WEAPON-03")


PLAN: Final = (
    "people",
    "origin",
    "class",
    "calling",
    "method",
    "place",
    "armour",
    "hand",
    "melee",
    "second",
    "ranged",
    "talent",
    "power",
    "feat",
    "past",
    "before",
    "unique",
)
"""The steps, by their sentences."""


def known(state: CampaignState) -> Collection[str]:
    """All characters there ever were."""
    return own_state(state).heroes


def steps(books: Books, state: CampaignState, draft: Draft) -> Iterator[MakingStep]:
    """People and class with what they raise, scores, arms, backgrounds, the one unique thing."""
    del state
    yield MakingStep("people", picks=tuple(books.peoples))
    folk = books.peoples[draft.value("people")]
    yield MakingStep("origin", picks=folk.bonus)
    yield MakingStep("class", picks=tuple(books.classes), rules=NUMBERS)
    entry = books.classes[draft.value("class")]
    callings = tuple(each for each in entry.class_bonus if each != draft.value("origin"))
    yield MakingStep("calling", picks=callings, rules=NUMBERS)
    yield MakingStep("method", picks=(THROWN, *books.building.ability_spreads))
    if draft.value("method") == THROWN:
        yield MakingStep("throw", "throw", done=bool(draft.scores))
    yield from _placing(books, draft)
    yield from _arms(draft, entry)
    if chooses(books, draft.value("class")):
        yield from _choices(books, draft)
    yield MakingStep("past", "text", rules=("AE-POS-12",))
    yield MakingStep("before", "text", rules=("AE-POS-12",))
    yield MakingStep("unique", "text", optional=True)


def _scores(books: Books, draft: Draft) -> tuple[int, ...]:
    method = draft.value("method")
    return draft.scores if method == THROWN else books.building.ability_spreads[method]


def _placing(books: Books, draft: Draft) -> Iterator[MakingStep]:
    """Where each score goes, the best first."""
    free = list(ABILITIES)
    for number, score in enumerate(_scores(books, draft), 1):
        name = f"{PLACE}-{number}"
        yield MakingStep(name, picks=tuple(free), key=PLACE, number=score)
        free = [each for each in free if each != draft.value(name)]


def _arms(draft: Draft, entry: ClassEntry) -> Iterator[MakingStep]:
    yield MakingStep("armour", picks=ARMOUR, rules=("AE-DEF-01",))
    yield MakingStep("hand", picks=(SHIELD, FREE), rules=("AE-DEF-01",))
    shield = draft.value("hand") == SHIELD
    one, two = [], []
    for category, cells in entry.melee.items():
        one.append(f"{category}/1")
        two += [f"{category}/{HANDS}"] if len(cells) >= HANDS and not shield else []
    yield MakingStep("melee", picks=(*one, *two), rules=ARMS)
    category, _, hands = draft.value("melee").partition("/")
    spare = hands == "1" and not shield
    yield MakingStep("second", picks=tuple(one) if spare else (), optional=True, rules=("AE-TWOWEAPON-01",))
    ranged = tuple(f"{size}/{kind}" for size, kinds in entry.ranged.items() for kind in kinds)
    yield MakingStep("ranged", picks=ranged, optional=True, rules=ARMS)


def _choices(books: Books, draft: Draft) -> Iterator[MakingStep]:
    """Talents with what is decided for good, the powers of each group, and a feat."""
    bare = _bare(books, draft)
    due = talents_due(books, replace(bare, talents=()))
    talents = tuple(draft.values("talent"))
    open_ = talent_options(books, replace(bare, talents=talents))
    yield MakingStep("talent", picks=open_, count=due)
    for talent in talents:
        details = details_of(books, talent, bare.level)
        if details:
            yield MakingStep(f"detail-{talent}", picks=details, key="detail")
    gifted = replace(bare, talents=talents)
    for group in known_groups(books, gifted):
        step = f"{POWER}-{group}"
        taken = tuple(draft.values(step))
        picks = power_options(books, replace(gifted, powers=taken), group)
        count = powers_due(books, replace(gifted, powers=()), group)
        yield MakingStep(step, picks=picks, count=count, key="power")
    known = replace(gifted, powers=_learnt(books, draft), details=_details(draft, talents))
    yield MakingStep("feat", picks=feat_options(books, replace(known, feats=())))


def _bare(books: Books, draft: Draft) -> Hero:
    """As much of the character as the choices ask for: class, people and weapons."""
    placed: dict[Any, int] = {
        draft.value(f"{PLACE}-{number}"): score for number, score in enumerate(_scores(books, draft), 1)
    }
    size, _, bow = draft.value("ranged").partition("/")
    return Hero(
        draft.id,
        Named(draft.name, draft.name, draft.gender),
        draft.value("class"),
        1,
        {ability: placed.get(ability, 10) for ability in ABILITIES},
        melee=_weapon(draft.value("melee")),
        second=_weapon(draft.value("second")),
        ranged=Bow(size, next(kind for kind in BOWS if kind == bow)) if size else None,
        people=draft.value("people"),
    )


def _learnt(books: Books, draft: Draft) -> tuple[str, ...]:
    groups = known_groups(books, replace(_bare(books, draft), talents=tuple(draft.values("talent"))))
    return tuple(name for group in groups for name in draft.values(f"{POWER}-{group}"))


def _details(draft: Draft, talents: tuple[str, ...]) -> dict[str, str]:
    return {name: draft.value(f"detail-{name}") for name in talents if draft.value(f"detail-{name}")}


def throw(scene: Scene, draft: Draft) -> None:
    """Six scores, of each the lowest die dropped."""
    thrown = [books_of(scene.game).building.ability_dice.roll(scene.dice, "score") for _ in ABILITIES]
    scores = sorted((sum(die.face for die in dice) - min(die.face for die in dice) for dice in thrown), reverse=True)
    scene.happen(DraftThrown(draft.id, tuple(scores), tuple(die for dice in thrown for die in dice)))


def thrown(state: CampaignState, draft: Draft, language: Language) -> str:
    """The scores, the best first."""
    del state, language
    return ", ".join(map(str, draft.scores))


def called(books: Books, step: str, value: str, language: Language) -> str:
    """By the content, by the names of abilities, or as our own sentences have it."""
    if step in ("people", "class"):
        entries: Any = books.peoples if step == "people" else books.classes
        return str(entries[value].name.in_(language))
    if step in ("origin", "calling") or step.startswith(PLACE):
        return GAME.say(language, f"ability.{value}")
    if step in ("melee", "second", "ranged"):
        size, _, how = value.partition("/")
        kind = TEXTS.say(language, f"making.arms.{how}")
        return TEXTS.say(language, "making.arms", size=TEXTS.say(language, f"making.size.{size}"), kind=kind)
    if step == "method" and value != THROWN:
        scores = ", ".join(map(str, books.building.ability_spreads[value]))
        return TEXTS.say(language, "making.method.spread", scores=scores)
    if step == "feat":
        name, _, tier = value.partition("/")
        return TEXTS.say(language, f"making.feat.{tier}", name=str(books.powers[name].name.in_(language)))
    if value in books.powers and (step == "talent" or step.startswith((POWER, DETAIL))):
        return str(books.powers[value].name.in_(language))
    if step.startswith(DETAIL) and is_gift(value):
        return ", ".join(GAME.say(language, f"gift.{each}") for each in value.split(GIFTS))
    if step.startswith(DETAIL):
        return TEXTS.say(language, f"making.detail.{value}")
    if step in ("method", "armour", "hand"):
        return TEXTS.say(language, f"making.{step}.{value}")
    return value


def meaning(game: Archmage, step: str, value: str, language: Language) -> str:
    """What a people, a class, a talent, a power or a feat is and does."""
    sort = step if step in ("people", "class", "feat") else ""
    return entry_words(game, sort, value, language)


def enter(scene: Scene, draft: Draft) -> Refusal | None:
    """Like anybody who comes with a finished sheet; a newcomer is of the party's level."""
    return enlist(scene, Enlist(hero(books_of(scene.game), draft)))


def hero(books: Books, draft: Draft) -> Hero:
    """The character that the answers describe."""
    placed: dict[Any, int] = {
        draft.value(f"{PLACE}-{number}"): score for number, score in enumerate(_scores(books, draft), 1)
    }
    rules = books.building
    past = {draft.value("past"): rules.background_most}
    rest = rules.background_points - rules.background_most
    size, _, bow = draft.value("ranged").partition("/")
    armour = next(kind for kind in ARMOUR if kind == draft.value("armour"))
    hero = Hero(
        draft.id,
        Named(draft.name, draft.name, draft.gender),
        draft.value("class"),
        1,
        {ability: placed[ability] for ability in ABILITIES},
        armour,
        draft.value("hand") == SHIELD,
        _weapon(draft.value("melee")),
        _weapon(draft.value("second")),
        Bow(size, next(kind for kind in BOWS if kind == bow)) if size else None,
        backgrounds={**past, **({draft.value("before"): rest} if draft.value("before") not in past else {})},
        people=draft.value("people"),
        unique=draft.value("unique"),
    )
    if chooses(books, hero.class_id):
        talents = tuple(draft.values("talent"))
        hero = replace(
            hero,
            talents=talents,
            powers=_learnt(books, draft),
            feats=tuple(draft.values("feat")),
            details=_details(draft, talents),
        )
    calling: Any = draft.value("calling")
    origin: Any = draft.value("origin")
    return _with_powers(books, hero, calling, origin)


def enlisting(books: Books, sheet: Any) -> Command:
    """Whatever the class, the weapons or the powers do not allow is a fault."""
    make(books, sheet, PARTY)
    return Enlist(sheet)


def sheets(state: CampaignState, people: Collection[str]) -> tuple[Hero, ...]:
    """People as they are described; wounds are left behind."""
    return tuple(hero for who, hero in own_state(state).heroes.items() if who in people)


def about(books: Books, state: CampaignState, who: str, language: Language) -> tuple[str, ...]:
    """People, backgrounds and the one unique thing."""
    hero = own_state(state).heroes.get(who)
    if hero is None or hero.people not in books.peoples:
        return ()  # ready characters tell nothing of themselves
    lines = [str(as_named(books.peoples[hero.people].name, woman=hero.name.gender == "f").in_(language))]
    lines += [f"{name} +{points}" for name, points in hero.backgrounds.items()]
    return (*lines, hero.unique) if hero.unique else tuple(lines)


def chosen(game: Archmage, state: CampaignState, who: str, language: Language) -> tuple[Section, ...]:
    """Talents and feats, with their words: those that are no attack stand nowhere else."""
    hero = own_state(state).heroes.get(who)
    if hero is None:
        return ()
    nobody = game.initial()
    named = [(f"power/{talent}", entry_words(game, talent, "", language)) for talent in hero.talents]
    named += [(f"feat/{feat}", entry_words(game, "feat", feat, language)) for feat in hero.feats]
    pairs = tuple((game.name_of(nobody, subject, language), words) for subject, words in named)
    return (section_of(TEXTS, "chosen", pairs, language),) if pairs else ()


def _weapon(value: str) -> Weapon | None:
    category, _, hands = value.partition("/")
    return Weapon(category, int(hands)) if category else None


def _with_powers(books: Books, hero: Hero, calling: Ability, origin: Ability) -> Hero:
    made = create(books, hero, calling, origin)
    return made if chooses(books, made.class_id) else replace(made, powers=usable_powers(books, made))
