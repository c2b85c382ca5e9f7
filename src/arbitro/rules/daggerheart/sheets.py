"""The sheet of somebody: all numbers, for those who may know them."""

from arbitro.kernel.card import Section, Sheet, section_of
from arbitro.kernel.ruleset import Ruleset
from arbitro.kernel.seat import Seat
from arbitro.rules.daggerheart import growing
from arbitro.rules.daggerheart.cards import class_name
from arbitro.rules.daggerheart.companion import companion_of
from arbitro.rules.daggerheart.content import books_of
from arbitro.rules.daggerheart.feature_texts import features_told, questions, who_it_is
from arbitro.rules.daggerheart.gifts import innate, proficiency_of
from arbitro.rules.daggerheart.meanings import entry_words
from arbitro.rules.daggerheart.numbers import (
    armour_slots,
    difficulty_here,
    difficulty_of,
    evasion_of,
    thresholds_of,
    trait_of,
)
from arbitro.rules.daggerheart.power_price import uses_left
from arbitro.rules.daggerheart.presence import PLACE, anybody
from arbitro.rules.daggerheart.state import Foe, Hero, Place, Power, State, Weapon
from arbitro.rules.daggerheart.state import Sheet as CharacterSheet
from arbitro.rules.daggerheart.words import TRAITS
from arbitro.text import Language

Pairs = list[tuple[str, str]]


def sheet(game: Ruleset[State], state: State, seat: Seat, subject: str, language: Language) -> Sheet | None:
    """A PC's sheet for everybody, an adversary's stat block and the environment's for the GM."""
    if subject == PLACE:
        place = state.scene.place if state.scene is not None else None
        return place_sheet(game, state, place, language) if place is not None and seat.role == "referee" else None
    one = anybody(state, subject)
    if one is None or not game.knows_numbers(state, seat, subject):
        return None
    if isinstance(one, Foe):
        return foe_sheet(game, one, language)
    return hero_sheet(game, one, language)


def hero_sheet(game: Ruleset[State], hero: Hero, language: Language) -> Sheet:
    """Everything about a PC."""
    say, sheet = game.texts.say, hero.sheet
    major, severe = thresholds_of(hero)
    numbers = [
        (say(language, "sheet.evasion"), str(evasion_of(hero))),
        (say(language, "sheet.thresholds"), f"{major} / {severe}"),
        (say(language, "gauge.hp"), f"{hero.hp_marked}/{hero.hp}"),
        (say(language, "gauge.stress"), f"{hero.stress_marked}/{hero.stress}"),
        (say(language, "gauge.hope"), str(hero.hope)),
        (say(language, "sheet.proficiency"), str(proficiency_of(hero))),
    ]
    if hero.scars:
        numbers.append((say(language, "sheet.scars"), str(hero.scars)))
    casts = [trait for trait in (sheet.spellcast, sheet.second_spellcast) if trait is not None]
    if casts:
        told = ", ".join(say(language, f"trait.{trait}") for trait in casts)
        numbers.append((say(language, "sheet.spellcast"), told))
    origins = ((sort, _calling(game, sheet, sort, language)) for sort in ("subclass", "ancestry", "community"))
    numbers += [(say(language, f"sheet.{sort}_name"), told) for sort, told in origins if told]
    if sheet.second_class:
        other, domain = books_of(game).classes.get(sheet.second_class), say(language, f"domain.{sheet.second_domain}")
        called = str(other.name.in_(language)) if other is not None else sheet.second_class
        numbers.append((say(language, "sheet.second_class"), f"{called} ({domain})"))
    if rank := sheet.advanced.get("subclass", 0):
        numbers.append((say(language, "sheet.subclass"), say(language, f"subclass.{min(rank, 2)}")))
    if hero.form is not None:
        numbers.append((say(language, "sheet.form"), str(hero.form.name.in_(language))))
    if hero.gold:
        numbers.append((say(language, "sheet.gold"), say(language, "handfuls", count=hero.gold)))
    traits = [(say(language, f"trait.{name}"), f"{trait_of(hero, name):+d}") for name in TRAITS]
    learned: Pairs = [(one.name.in_(language), f"{one.bonus:+d}") for one in sheet.experiences]
    arms: Pairs = [(one.name.in_(language), weapon_text(game, hero, one, language)) for one in carried(hero)]
    if sheet.armour is not None:
        worn = say(language, "sheet.armour", score=armour_slots(hero), marked=hero.armour_marked)
        arms.append((sheet.armour.name.in_(language), worn))
    features = powers_told(
        game,
        hero,
        own_features(hero),
        language,
    )
    powers = powers_told(game, hero, [one for one in sheet.powers if one.card], language)
    vault: Pairs = [
        (one.name.in_(language), say(language, "sheet.recall", stress=growing.recall_cost(books_of(game), hero, one)))
        for one in sheet.vault
    ]
    parts = (
        section_of(game.texts, "traits", traits, language),
        section_of(game.texts, "numbers", numbers, language),
        section_of(game.texts, "experiences", learned, language),
        section_of(game.texts, "arms", arms, language),
        section_of(game.texts, "gifts", features, language),
        section_of(game.texts, "powers", powers, language),
        section_of(game.texts, "vault", vault, language),
        section_of(game.texts, "things", things_told(game, hero, language), language),
        section_of(game.texts, "companion", companion_told(game, hero, language), language),
    )
    line = say(language, "card.hero", calling=class_name(books_of(game), hero, language), level=sheet.level)
    return Sheet(str(hero.name.in_(language)), line, tuple(part for part in parts if part.pairs))


def own_features(hero: Hero) -> list[Power]:
    """The features of a sheet: no cards, nothing that is carried or lent."""
    others = {one.power.id for one in hero.things} | {one.id for one in hero.lent}
    return [one for one in innate(hero) if not one.card and one.id not in others]


def companion_told(game: Ruleset[State], hero: Hero, language: Language) -> Pairs:
    """The companion of a ranger: its numbers, its Experiences, what it has learnt (DHP-CHAR-05)."""
    beast, say = companion_of(hero), game.texts.say
    if beast is None:
        return []
    damage = f"{proficiency_of(hero)}d{beast.weapon.die}"
    band = say(language, f"band.{beast.weapon.range}")
    numbers = {"evasion": beast.evasion, "marked": beast.marked, "most": beast.stress, "damage": damage, "range": band}
    pairs: Pairs = [(say(language, "sheet.companion"), say(language, "sheet.companion_numbers", **numbers))]
    pairs += [(one.name.in_(language), f"{one.bonus:+d}") for one in beast.experiences]
    learnt = [say(language, f"lesson.{lesson.partition(':')[0]}") for lesson in hero.sheet.trained]
    return [*pairs, (say(language, "sheet.lessons"), ", ".join(learnt))] if learnt else pairs


def things_told(game: Ruleset[State], hero: Hero, language: Language) -> Pairs:
    """What somebody carries, with how many there are of it and what it does."""
    held = [one for one in hero.things if one.count]
    pairs = zip(powers_told(game, hero, [one.power for one in held], language), held, strict=True)
    return [(f"{name} ×{one.count}" if one.count > 1 else name, words) for (name, words), one in pairs]


def carried(hero: Hero) -> tuple[Weapon, ...]:
    """What somebody strikes with: their weapons, or what the beast was born with that they are."""
    return hero.sheet.weapons if hero.form is None else (hero.form.weapon,)


def _calling(game: Ruleset[State], sheet: CharacterSheet, sort: str, language: Language) -> str:
    """The subclass, ancestry or community of somebody; both ancestries of those of mixed blood."""
    books = books_of(game)
    if sort == "subclass":
        names = [books.subclasses[sheet.subclass].name] if sheet.subclass in books.subclasses else []
    elif sort == "ancestry":
        found = dict.fromkeys((sheet.ancestry, sheet.mixed))
        names = [books.ancestries[one].name for one in found if one in books.ancestries]
    else:
        names = [books.communities[sheet.community].name] if sheet.community in books.communities else []
    return " / ".join(str(name.in_(language)) for name in names)


def powers_told(game: Ruleset[State], hero: Hero, powers: list[Power], language: Language) -> Pairs:
    """Powers with their prices, what lies on them, and what they do."""
    pairs: Pairs = []
    for power in powers:
        parts = [price_text(game, power.hope, 0, language, power.stress)]
        if held := hero.kept.get(power.id, 0):
            parts.append(game.texts.say(language, "sheet.tokens", count=held))
        if power.limit and not uses_left(hero, power):
            parts.append(game.texts.say(language, "sheet.used_up"))
        told = entry_words(books_of(game), "", power.id, language)
        parts = [part for part in parts if not told or (part != "–" and part not in told)]  # no price twice
        pairs.append((power.name.in_(language), " · ".join((*parts, told) if told else parts)))
    return pairs


def weapon_text(game: Ruleset[State], hero: Hero, weapon: Weapon, language: Language) -> str:
    """Trait, range and damage of a weapon."""
    say = game.texts.say
    dice = f"{proficiency_of(hero)}d{weapon.die}" + (f"{weapon.plus:+d}" if weapon.plus else "")
    return say(
        language,
        "sheet.weapon",
        trait=say(language, f"trait.{weapon.trait}"),
        bonus=f"{trait_of(hero, weapon.trait) + weapon.attack:+d}",
        range=say(language, f"band.{weapon.range}"),
        damage=dice,
        kind=say(language, f"kind.{weapon.kind}"),
    )


def price_text(game: Ruleset[State], hope: int, fear: int, language: Language, stress: int = 0) -> str:
    """What something costs; a dash for nothing."""
    parts = {"hope": hope, "fear": fear, "stress": stress}
    told = [game.texts.say(language, f"price.{name}", count=count) for name, count in parts.items() if count]
    return ", ".join(told) or "–"


def foe_sheet(game: Ruleset[State], foe: Foe, language: Language) -> Sheet:
    """The stat block of an adversary (DHP-ADVSTAT-01)."""
    say, block = game.texts.say, foe.block
    limits = " / ".join("–" if limit is None else str(limit) for limit in (block.major, block.severe))
    numbers = [
        (say(language, "sheet.difficulty"), str(difficulty_of(books_of(game), foe))),
        (say(language, "sheet.thresholds"), limits),
        (say(language, "gauge.hp"), f"{foe.hp_marked}/{foe.hp}"),
        (say(language, "gauge.stress"), f"{foe.stress_marked}/{foe.stress}"),
    ]
    attack = block.attack
    dealt = " + ".join(str(amount) for amount in attack.damage)
    bonus = str(block.bonus) if block.bonus.count else f"{block.bonus.plus:+d}"
    told = say(
        language,
        "sheet.attack",
        bonus=bonus,
        range=say(language, f"band.{attack.range}"),
        damage=dealt,
        kind=say(language, f"kind.{attack.kind}"),
    )
    arms: Pairs = [(attack.name.in_(language), told)]
    learned: Pairs = [(one.name.in_(language), f"{one.bonus:+d}") for one in block.experiences]
    features = features_told(game, foe, block.features, language)
    parts = (
        about_section(game, foe, "motives", language),
        section_of(game.texts, "numbers", numbers, language),
        section_of(game.texts, "arms", arms, language),
        section_of(game.texts, "experiences", learned, language),
        section_of(game.texts, "features", features, language),
        asked_section(game, foe, language),
    )
    line = say(language, "card.foe", type=say(language, f"foe_type.{block.type}"), tier=block.tier)
    return Sheet(str(foe.name.in_(language)), line, tuple(part for part in parts if part.pairs or part.lines))


def about_section(game: Ruleset[State], one: Foe | Place, wants: str, language: Language) -> Section:
    """Who or what it is, and what it wants (DHP-ADVSTAT-01, DHP-ENV-01)."""
    who, told = who_it_is(books_of(game), one, language)
    pairs = ((game.texts.say(language, f"sheet.{wants}"), told),) if told else ()
    return Section(game.texts.say(language, "sheet.section.about"), pairs, (who,) if who else ())


def asked_section(game: Ruleset[State], one: Foe | Place, language: Language) -> Section:
    """What the GM may ask about it."""
    return Section(
        game.texts.say(language, "sheet.section.questions"), lines=tuple(questions(books_of(game), one, language))
    )


def place_sheet(game: Ruleset[State], state: State, place: Place, language: Language) -> Sheet:
    """The stat block of an environment (DHP-ENV-01)."""
    say, books = game.texts.say, books_of(game)
    numbers: Pairs = [(say(language, "sheet.difficulty"), str(difficulty_here(books, state) or "–"))]
    met = [str(books.creature_names[name].in_(language)) for name in place.adversaries if name in books.creature_names]
    if met:
        numbers.append((say(language, "sheet.adversaries"), ", ".join(met)))
    parts = (
        about_section(game, place, "impulses", language),
        section_of(game.texts, "numbers", numbers, language),
        section_of(game.texts, "features", features_told(game, place, place.features, language), language),
        asked_section(game, place, language),
    )
    line = say(language, "card.foe", type=say(language, f"place_type.{place.type}"), tier=place.tier)
    return Sheet(str(place.name.in_(language)), line, tuple(part for part in parts if part.pairs or part.lines))
