"""Levels, advancements and their slots, domain cards at hand and set aside (DHP-LEVEL-01, DHP-LEVEL-02, DHP-REST-01).

Every tier from the second has slots of its own, and a free slot of a lower tier can be used later. A tier's slot for
the subclass crosses out its multiclass, and the other way round; there is one multiclass in a life.
"""

from collections.abc import Callable
from typing import Final

from msgspec.structs import replace

from arbitro.kernel.command import Refusal
from arbitro.rules.daggerheart import commands as c
from arbitro.rules.daggerheart import events as e
from arbitro.rules.daggerheart.companion import RULE, companion_of, lessons_due, lessons_open
from arbitro.rules.daggerheart.content import Library
from arbitro.rules.daggerheart.gifts import GIFT, endowed, has_passive, is_on, put_away
from arbitro.rules.daggerheart.play import Play
from arbitro.rules.daggerheart.power_price import note_use, uses_left
from arbitro.rules.daggerheart.resources import mark_stress, short_of_stress
from arbitro.rules.daggerheart.state import Experience, Hero, Power, Sheet, State
from arbitro.rules.daggerheart.words import TRAITS, Named, halved, tier_of

_TOP_LEVEL: Final = 10
MOST_SLOTS: Final = 12
"""Of Hit Points and of Stress that a sheet has room for."""
LOADOUT: Final = 5
BOTH: Final = frozenset({"proficiency", "multiclass"})
"""Advancements that take both choices of a level."""
_LEVEL: Final = ("DHP-LEVEL-02",)


def level_up(play: Play, command: c.LevelUp) -> Refusal | None:
    """The whole party rises when the GM says so; at 2, 5 and 8 more than usual."""
    del command
    state = play.state
    living = {who: hero for who, hero in state.party.items() if not hero.lost}
    if not living:
        return Refusal("nobody_left", {}, ("DHP-LEVEL-01",))
    if state.scene is not None and not state.scene.ending and state.scene.in_danger:
        return Refusal("in_danger", {"who": "@referee"}, ("DHP-LEVEL-01",))
    level = max(hero.sheet.level for hero in living.values()) + 1
    if level > _TOP_LEVEL:
        return Refusal("top_level", {"level": _TOP_LEVEL}, ("DHP-LEVEL-01",))
    sheets = {who: raised(hero.sheet, level) for who, hero in living.items()}
    play.happen(e.LevelGained(level, sheets, trades=True, rules=("DHP-LEVEL-01", "DHP-LEVEL-02")))
    return None


def raised(sheet: Sheet, level: int) -> Sheet:
    """A sheet at the next level, before its player has chosen anything (DHP-LEVEL-01)."""
    changed = replace(sheet, level=level)
    if level in (2, 5, 8):
        number = len(sheet.experiences) + 1
        learned = Experience(f"level_{level}", Named(f"Esperienza {number}", f"Experience {number}", "f"))
        changed = replace(changed, proficiency=sheet.proficiency + 1, experiences=(*sheet.experiences, learned))
    return replace(changed, marked_traits=()) if level in (5, 8) else changed


def price_of(kind: str) -> int:
    """How many of a level's two choices an advancement takes."""
    return 2 if kind in BOTH else 1


def slots_left(books: Library, sheet: Sheet, kind: str) -> int:
    """How often an advancement can still be taken: the slots of one's own tier and of the lower ones."""
    opened = books.guidance.advancements[kind][: tier_of(sheet.level) - 1]
    taken = sheet.advanced.get(kind, 0)
    if kind in ("subclass", "multiclass"):  # each crosses out the other in the tier whose slot it takes
        shared = sum(opened) - sheet.advanced.get("subclass", 0) - sheet.advanced.get("multiclass", 0)
        return max(min(shared, 1 - taken) if kind == "multiclass" else shared, 0)
    return max(sum(opened) - taken, 0)


def card_limit(books: Library, sheet: Sheet, power: str) -> int:
    """The highest level at which somebody may have a card: their own, half of it in a second class's domain, or 0."""
    domain = books.domains.get(power, "")
    calling = books.classes.get(sheet.class_id)
    if calling is not None and domain in calling.domains:
        return sheet.level
    return halved(sheet.level) if domain and domain == sheet.second_domain else 0


def may_have(books: Library, sheet: Sheet, power: str) -> bool:
    """Whether a card is of one's own domains, not too high, and new."""
    known = {one.id for one in (*sheet.powers, *sheet.vault)}
    found = books.powers.get(power)
    return found is not None and power not in known and found.level <= card_limit(books, sheet, power)


def may_have_besides(books: Library, sheet: Sheet, power: str) -> bool:
    """Whether a card fits the slots for additional ones: that of tier 2 goes to level 4, that of tier 3 to level 7."""
    if not may_have(books, sheet, power):
        return False
    caps = sorted(books.guidance.highest_extra_card[: tier_of(sheet.level) - 1], reverse=True)
    levels = sorted((*sheet.extra_cards, books.powers[power].level), reverse=True)
    return len(levels) <= len(caps) and all(level <= cap for level, cap in zip(levels, caps, strict=False))


def second_classes(books: Library, sheet: Sheet) -> dict[str, tuple[str, ...]]:
    """The classes that somebody could take as a second one, each with the domains that would be new."""
    own = books.classes.get(sheet.class_id)
    mine = own.domains if own is not None else ()
    others = {name: one for name, one in books.classes.items() if name != sheet.class_id}
    return {name: tuple(domain for domain in one.domains if domain not in mine) for name, one in others.items()}


def advance(play: Play, command: c.Advance) -> Refusal | None:
    """One of the advancements of a level; Proficiency and a second class take both choices."""
    price = price_of(command.kind)
    hero = growing(play, command.who, lambda hero: hero.advances, price)
    if isinstance(hero, Refusal):
        return hero
    if not slots_left(play.rules.books, hero.sheet, command.kind):
        return Refusal("no_slot", {"who": f"@{hero.id}", "tier": tier_of(hero.sheet.level)}, _LEVEL)
    sheet = _advanced(play.rules.books, hero.sheet, command)
    if sheet is None:
        return Refusal("bad_advance", {"who": f"@{hero.id}"}, _LEVEL)
    cards = hero.cards + cards_brought(sheet) - cards_brought(hero.sheet)
    sheet = replace(sheet, advanced={**sheet.advanced, command.kind: sheet.advanced.get(command.kind, 0) + 1})
    play.happen(e.Advanced(hero.id, command.kind, sheet, hero.advances - price, cards, rules=_LEVEL))
    return None


def _advanced(books: Library, sheet: Sheet, command: c.Advance) -> Sheet | None:
    """A sheet after an advancement; None where it cannot be had like this."""
    match command.kind:
        case "traits":
            return _better_traits(sheet, command)
        case "experiences":
            return _better_experiences(sheet, command)
        case "hp":
            return replace(sheet, hp=sheet.hp + 1) if sheet.hp < MOST_SLOTS else None
        case "stress":
            return replace(sheet, stress=sheet.stress + 1) if sheet.stress < MOST_SLOTS else None
        case "evasion":
            return replace(sheet, evasion=sheet.evasion + 1)
        case "proficiency":
            return replace(sheet, proficiency=sheet.proficiency + 1)
        case "domain_card":
            return _one_card_more(books, sheet, command.first)
        case "subclass":
            return _next_step(books, sheet)
        case "multiclass":
            return _second_class(books, sheet, command)


def cards_brought(sheet: Sheet) -> int:
    """How many domain cards the features on a sheet bring, beside those of the levels (DHP-CHAR-02)."""
    return sum("extra_card" in power.passive for power in sheet.powers)


def _next_step(books: Library, sheet: Sheet) -> Sheet:
    """The specialization, then the mastery; sheets of older logs have no subclass, and only the slot says it."""
    subclass = books.subclasses.get(sheet.subclass)
    if subclass is None:
        return sheet
    taken = sheet.advanced.get("subclass", 0)
    for name in (subclass.specialization, subclass.mastery)[min(taken, 1)]:
        if not is_on(sheet, name):
            sheet = endowed(sheet, books.powers[name])
    return sheet


def _better_traits(sheet: Sheet, command: c.Advance) -> Sheet | None:
    """Two traits that are not marked yet, each a point higher."""
    chosen = tuple(trait for trait in TRAITS if trait in (command.first, command.second))
    if len(chosen) != 2 or any(trait in sheet.marked_traits for trait in chosen):
        return None
    traits = {**sheet.traits, **{trait: sheet.traits.get(trait, 0) + 1 for trait in chosen}}
    return replace(sheet, traits=traits, marked_traits=(*sheet.marked_traits, *chosen))


def _better_experiences(sheet: Sheet, command: c.Advance) -> Sheet | None:
    """Two different Experiences, each a point higher."""
    chosen = (command.first, command.second)
    if command.first == command.second or not set(chosen) <= {one.id for one in sheet.experiences}:
        return None
    grown = tuple(replace(one, bonus=one.bonus + 1) if one.id in chosen else one for one in sheet.experiences)
    return replace(sheet, experiences=grown)


def _one_card_more(books: Library, sheet: Sheet, card: str) -> Sheet | None:
    """A domain card beside those of the levels."""
    if not may_have_besides(books, sheet, card):
        return None
    power = books.powers[card]
    return replace(_learned(sheet, power), extra_cards=(*sheet.extra_cards, power.level))


def _second_class(books: Library, sheet: Sheet, command: c.Advance) -> Sheet | None:
    """Another class with one of its domains, its features, a foundation of its subclasses, and its spellcast trait."""
    if command.second not in second_classes(books, sheet).get(command.first, ()):
        return None
    steps = {name: one.foundation for name, one in books.subclasses.items() if one.class_id == command.first}
    third = command.third or next(iter(steps), "")  # the first of them where nobody says which
    if command.third and third not in steps:
        return None
    other = books.classes[command.first].spellcast
    mine = sheet.spellcast or other
    also = other if other != mine else None
    sheet = replace(
        sheet,
        second_class=command.first,
        second_domain=command.second,
        spellcast=mine,
        second_spellcast=also,
        second_subclass=third,
    )
    for name in (*books.classes[command.first].features, *steps.get(third, ())):
        if not is_on(sheet, name):
            sheet = endowed(sheet, books.powers[name])
    return sheet


# ---------------------------------------------------------------- cards


def cards_at_hand(sheet: Sheet) -> int:
    """How many cards the loadout holds; features of class, subclass and heritage are none."""
    return sum(one.card for one in sheet.powers)


def _learned(sheet: Sheet, power: Power) -> Sheet:
    """A new card goes straight to the loadout if there is room, otherwise to the vault."""
    if power.kept_away:
        return endowed(replace(sheet, vault=(*sheet.vault, power)), power, at_hand=False)
    if cards_at_hand(sheet) < LOADOUT:
        return endowed(sheet, power)
    return replace(sheet, vault=(*sheet.vault, power))


def growing(play: Play, who: str, left: Callable[[Hero], int], price: int = 1) -> Hero | Refusal:
    """Somebody who has as much of something left that a level gives, or why not."""
    hero = play.state.party.get(who)
    if hero is None:
        return Refusal("nobody", {"who": who})
    if hero.lost:
        return Refusal("not_up", {"who": f"@{hero.id}"}, _LEVEL)
    return hero if left(hero) >= price else Refusal("no_advance", {"who": f"@{hero.id}"}, _LEVEL)


def take_card(play: Play, command: c.TakeCard) -> Refusal | None:
    """A new card of one's own domains, no higher than one's level (DHP-LEVEL-02)."""
    hero = growing(play, command.who, lambda hero: hero.cards)
    if isinstance(hero, Refusal):
        return hero
    if not may_have(play.rules.books, hero.sheet, command.power):
        return Refusal("no_power", {"who": f"@{hero.id}", "power": command.power}, _LEVEL)
    power = play.rules.books.powers[command.power]
    play.happen(e.CardTaken(hero.id, power, _learned(hero.sheet, power), hero.cards - 1, rules=_LEVEL))
    return None


def tradeable(sheet: Sheet) -> tuple[Power, ...]:
    """The cards that can be given up for others: not those that have changed the sheet for good."""
    cards = (one for one in (*sheet.powers, *sheet.vault) if one.card and not one.kept_away)
    return tuple(
        one
        for one in cards
        if one.changes is None
        and "adaptable" not in one.passive
        and not any(bonus.stat in ("hp", "stress", "experience") for bonus in one.bonuses)
    )


def traded_for(books: Library, sheet: Sheet, out: Power) -> tuple[str, ...]:
    """The cards that one may be exchanged for: new ones of one's own domains, of its level or lower (DHP-LEVEL-02)."""
    return tuple(
        name for name in books.domains if books.powers[name].level <= out.level and may_have(books, sheet, name)
    )


def train_companion(play: Play, command: c.TrainCompanion) -> Refusal | None:
    """A lesson for a ranger's companion; some of them are powers of the ranger's from then on (DHP-CHAR-05)."""
    hero = growing(play, command.who, lessons_due)
    if isinstance(hero, Refusal):
        return hero
    beast = companion_of(hero)
    known = [one.id for one in beast.experiences] if beast is not None else []
    wise = command.lesson == "intelligent"
    if command.lesson not in lessons_open(hero) or (wise and command.experience not in known):
        return Refusal("bad_advance", {"who": f"@{hero.id}"}, (RULE,))
    lesson = f"{command.lesson}:{command.experience}" if wise else command.lesson
    sheet = replace(hero.sheet, trained=(*hero.sheet.trained, lesson))
    power = play.rules.books.powers.get(f"companion_{command.lesson}")
    if power is not None:
        sheet = endowed(sheet, power)
    play.happen(e.CompanionTrained(hero.id, command.lesson, sheet, rules=(RULE,)))
    return None


def trade_card(play: Play, command: c.TradeCard) -> Refusal | None:
    """With a level, one card may be given up for another of its level or lower (DHP-LEVEL-02)."""
    hero = growing(play, command.who, lambda hero: hero.trades)
    if isinstance(hero, Refusal):
        return hero
    out = next((one for one in tradeable(hero.sheet) if one.id == command.out), None)
    if out is None or command.power not in traded_for(play.rules.books, hero.sheet, out):
        unknown = command.out if out is None else command.power
        return Refusal("no_power", {"who": f"@{hero.id}", "power": unknown}, _LEVEL)
    power, sheet = play.rules.books.powers[command.power], hero.sheet
    left = replace(
        sheet,
        powers=tuple(one for one in sheet.powers if one != out),
        vault=tuple(one for one in sheet.vault if one != out),
    )
    play.happen(e.CardTaken(hero.id, power, _learned(left, power), hero.cards, out, rules=_LEVEL))
    return None


def recall_cost(books: Library, hero: Hero, power: Power) -> int:
    """The Stress of taking a card out of the vault away from a rest; sheets of older logs do not say it.

    Those of perfect recall pay one less, once between rests.
    """
    printed = books.powers.get(power.id)
    cost = printed.recall if printed is not None else power.recall
    return max(cost - (_cheaper(hero) is not None), 0)


def _cheaper(hero: Hero) -> Power | None:
    """The power that makes somebody's next recall cheaper, if it is not used up."""
    power = has_passive(hero, "cheap_recall")
    return power if power is not None and uses_left(hero, power) else None


def _in(sheet: Sheet, power: Power) -> Sheet:
    return replace(sheet, vault=tuple(one for one in sheet.vault if one != power), powers=(*sheet.powers, power))


def swap_card(play: Play, command: c.SwapCard) -> Refusal | None:
    """At a rest cards move freely; at other times one is recalled from the vault for Stress (DHP-REST-01)."""
    state, rules = play.state, ("DHP-REST-01",)
    hero = state.party.get(command.who)
    if hero is None:
        return Refusal("nobody", {"who": command.who})
    if hero.status != "up":
        return Refusal("not_up", {"who": f"@{command.who}"}, (*rules, "DHP-DEATH-03"))
    sheet = hero.sheet
    power = next((one for one in (*sheet.powers, *sheet.vault) if one.id == command.power), None)
    if power is None or not power.card or power.kept_away:
        return Refusal("no_power", {"who": f"@{hero.id}", "power": command.power}, rules)
    if power in sheet.powers:
        if state.rest is None:
            return Refusal("no_rest", {}, rules)
        play.happen(e.CardMoved(hero.id, power.id, put_away(sheet, power), rules=rules))
        return None
    leaving = next((one for one in sheet.powers if one.id == command.out and one.card), None)
    if command.out and leaving is None:
        return Refusal("no_power", {"who": f"@{hero.id}", "power": command.out}, rules)
    if leaving is None and cards_at_hand(sheet) >= LOADOUT:
        return Refusal("loadout_full", {"who": f"@{hero.id}"}, rules)
    price = recall_cost(play.rules.books, hero, power) if state.rest is None else 0
    if short := short_of_stress(hero, price):
        return short
    cheaper = _cheaper(hero)
    if cheaper is not None and state.rest is None and power.recall:
        play.happen(e.PowerUsed(hero.id, cheaper.id, rules=(GIFT,)))
        note_use(play, hero.id, cheaper)
    mark_stress(play, hero.id, price, "recall", rules)
    changed = _in(sheet if leaving is None else put_away(sheet, leaving), power)
    play.happen(e.CardMoved(hero.id, power.id, changed, recalled=state.rest is None, rules=rules))
    return None


def recallable(books: Library, state: State, hero: Hero) -> tuple[Power, ...]:
    """The cards of the vault that somebody could recall now."""
    if hero.status != "up" or state.rest is not None:
        return ()
    cards = (one for one in hero.sheet.vault if not one.kept_away)
    return tuple(one for one in cards if short_of_stress(hero, recall_cost(books, hero, one)) is None)
