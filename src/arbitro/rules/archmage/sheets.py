"""The sheet of somebody: all numbers, for those who may know them."""

from typing import Final

from msgspec.structs import asdict

from arbitro.dice.amount import Amount
from arbitro.kernel.card import Sheet, section_of
from arbitro.kernel.ruleset import Ruleset
from arbitro.kernel.seat import Seat
from arbitro.rules.archmage.catalogue import Books, books_of
from arbitro.rules.archmage.damage import ability_in_damage
from arbitro.rules.archmage.effects import Aimed, Allow, AnyEffect, Boost, Draw, Harm, Lessen, Parry
from arbitro.rules.archmage.narration import class_name, damage_word
from arbitro.rules.archmage.numbers import (
    ability_of,
    best_item,
    defence_of,
    initiative_bonus,
    multiplier,
    save_bonuses,
    stepped_die,
    unarmed_dice,
)
from arbitro.rules.archmage.power import DEFENCES, Attack, Flexible, Rider
from arbitro.rules.archmage.state import Combatant, Profile, State, Worn, standing
from arbitro.rules.archmage.targets import available
from arbitro.rules.archmage.wearing import chakra_of, counts, named, usual_bonuses
from arbitro.text import Language, Name

Pairs = list[tuple[str, str]]
ANYBODY: Final = Name("")
"""Whoever is meant by a condition that an entry names: the grammar of no one in particular."""


def sheet(game: Ruleset[State], state: State, seat: Seat, subject: str, language: Language) -> Sheet | None:
    """All numbers of somebody, for those who may know them."""
    people = dict(state.party) | (state.fight.combatants if state.fight is not None else {}) | standing(state)
    one = people.get(subject)
    if one is None or not game.knows_numbers(state, seat, subject):
        return None
    profile = one.profile
    calling = class_name(books_of(game), profile, language)
    level = game.texts.say(language, "card.level", level=profile.level)
    size = "" if profile.category == "normal" else game.texts.say(language, f"category.{profile.category}")
    parts = (
        section_of(game.texts, "abilities", ability_pairs(game, profile, language), language),
        section_of(game.texts, "fight", fight_pairs(game, state, one, language), language),
        section_of(game.texts, "attacks", attack_pairs(game, one, language), language),
        section_of(game.texts, "traits", trait_pairs(game, profile, language), language),
        section_of(game.texts, "items", item_pairs(game, profile, language), language),
    )
    line = ", ".join(part for part in (calling, level, size) if part)
    return Sheet(str(profile.name.in_(language)), line, tuple(part for part in parts if part.pairs))


def ability_pairs(game: Ruleset[State], profile: Profile, language: Language) -> Pairs:
    """Scores and modifiers; monsters have none."""
    return [
        (game.texts.say(language, f"ability.{name}"), f"{score} ({ability_of(profile, name):+d})")
        for name, score in profile.abilities.items()
    ]


def fight_pairs(game: Ruleset[State], state: State, one: Combatant, language: Language) -> Pairs:
    """Hit points, defences as they are now, initiative, recoveries."""
    say, profile = game.texts.say, one.profile
    pairs = [(say(language, "gauge.hp"), f"{one.hp}/{one.max_hp}")]
    pairs += [(say(language, f"stat.{name}"), str(defence_of(state, one, name))) for name in DEFENCES]
    pairs.append((say(language, "sheet.initiative"), f"{initiative_bonus(profile):+d}"))
    if one.recoveries_max:
        pairs.append((say(language, "gauge.recoveries"), f"{one.recoveries}/{one.recoveries_max}"))
        flat = ability_of(profile, "con") * multiplier(books_of(game), profile.level)
        amount = Amount(profile.level, profile.recovery_die, flat)
        pairs.append((say(language, "sheet.recovery"), str(amount)))
    if profile.background:
        pairs.append((say(language, "note.background"), f"{profile.background:+d}"))
    bonus = sum(part.amount for part in save_bonuses(state, one))
    if bonus:
        pairs.append((say(language, "stat.save"), f"{bonus:+d}"))
    return pairs


def attack_pairs(game: Ruleset[State], one: Combatant, language: Language) -> Pairs:
    """Every attack and power: bonus against which defence, damage, how often, whether it is there now."""
    say, profile = game.texts.say, one.profile
    pairs: Pairs = []
    for attack in profile.attacks:
        parts = []
        if attack.flexible is not None:
            parts.append(flexible_text(game, attack.flexible, language))
        elif not attack.friendly and not attack.automatic and not _only_answers(attack):
            bonus = f"{attack_bonus(profile, attack):+d}"
            parts.append(say(language, "sheet.against", bonus=bonus, defence=say(language, f"stat.{attack.defence}")))
        damage = damage_text(books_of(game), one, attack)
        if damage:
            kinds = ", ".join(damage_word(game, kind, language) for kind in attack.random_type or (attack.type,))
            parts.append(say(language, "sheet.damage", damage=damage, kind=kinds))
        if attack.usage != "at_will":
            usage = say(language, f"usage.{attack.usage}", uses=attack.uses, recharge=attack.recharge)
            parts.append(usage)
            if not available(one, attack):
                parts.append(say(language, "sheet.spent"))
        parts += [rider_text(game, attack.type, rider, language, profile) for rider in attack.riders]
        pairs.append((attack.name.in_(language), "; ".join(parts) or "–"))
    return pairs


def _only_answers(attack: Attack) -> bool:
    """Whether a power changes the blow that it answers, and has no attack of its own."""
    return attack.trigger is not None and attack.ability is None and not (attack.bonus or attack.weapon_die)


def flexible_text(game: Ruleset[State], flexible: Flexible, language: Language) -> str:
    """Which rolls a flexible attack goes with: it has no bonus of its own (AE-FLEX-01)."""
    say = game.texts.say
    when = [say(language, f"flexible.{flexible.natural}")] if flexible.natural != "any" else []
    when += [say(language, "flexible.at_least", number=flexible.at_least)] if flexible.at_least else []
    if flexible.numbers:
        when.append(say(language, "sheet.flexible_numbers", numbers=", ".join(map(str, flexible.numbers))))
    when += [say(language, f"flexible.{flexible.outcome}")] if flexible.outcome != "any" else []
    return say(language, "sheet.flexible", when=", ".join(when)) if when else say(language, "sheet.flexible_any")


def rider_text(
    game: Ruleset[State], kind: str, rider: Rider, language: Language, profile: Profile | None = None
) -> str:
    """What an attack does beside its damage, and when; without a profile of a power that is nobody's yet."""
    say = game.texts.say
    when = [say(language, f"flexible.{rider.natural}")] if rider.natural != "any" else []
    when += [say(language, "flexible.at_least", number=rider.at_least)] if rider.at_least else []
    when += [say(language, "flexible.miss")] if rider.outcome == "miss" else []
    when += [say(language, f"circumstance.{name}") for name in rider.when]
    what = ", ".join(effect_text(game, kind, effect, language, profile) for effect in rider.effects)
    return say(language, "sheet.rider", when=", ".join(when), what=what) if when else what


def effect_text(
    game: Ruleset[State], kind: str, effect: AnyEffect, language: Language, profile: Profile | None = None
) -> str:
    """One word of the power vocabulary, with its numbers; every word has its sentence in the catalogues."""
    say, said = game.texts.say, asdict(effect)
    amount = said.get("amount") or Amount()
    signed = f"+{amount}" if isinstance(effect, Boost | Parry) and amount.plus >= 0 else str(amount)
    for how in ("times", "plus"):
        if (term := said.get(how)) and isinstance(term, str):
            word = _term_word(game, term, language)
            signed = (
                word
                if how == "plus" and signed.lstrip("+") == "0"
                else say(language, f"sheet.{how}_term", amount=signed, term=word)
            )
    if said.get("escalation") or said.get("by_target_level"):
        signed = say(language, "sheet.escalation" if said.get("escalation") else "sheet.target_level")
    if said.get("half_of_dealt"):
        signed = say(language, "sheet.half_of_dealt")
    if isinstance(effect, Harm) and effect.factor > 1:
        signed = say(language, "sheet.factor", amount=signed, factor=effect.factor)
    other = _attack_name(game, said.get("attack", ""), profile, language)
    conditions = () if isinstance(effect, Draw) else said.get("names", ())
    names = [say(language, f"condition.{name}", who=ANYBODY) for name in conditions]
    by = "_by" if isinstance(effect, Lessen) and amount.plus else "_twos" if said.get("twos") else ""
    what = say(
        language,
        f"verb.{type(effect).__struct_config__.tag}{by}",
        amount=signed,
        kind=damage_word(game, said.get("type") or kind, language),
        names=", ".join(names),
        attack=other,
        stat=say(language, f"stat.{said.get('stat', 'attack')}"),
        count=said.get("count", 1),
        number=said.get("number", 0),
        state=_state_word(game, said.get("name", ""), language),
        pool=game.texts.find(language, f"pool.{said.get('pool', '')}") or "",
    )
    if isinstance(effect, Aimed) and effect.on != "target" and not isinstance(effect, Allow):
        what = say(language, f"sheet.effect_on.{effect.on}", what=what)
    ends = [say(language, f"sheet.until.{said['until']}")] if said.get("until") else []
    ends += [say(language, "sheet.ends_with_save", save=said["save"])] if said.get("save") else []
    ends += [say(language, "sheet.ends_with_damage", damage=said["ends_at"])] if said.get("ends_at") else []
    return ", ".join((what, *ends))


def _attack_name(game: Ruleset[State], attack: str, profile: Profile | None, language: Language) -> str:
    """What somebody's other attack is called; of a power that is nobody's yet, by the entry that comes with it."""
    found = None if profile is None else profile.attack(attack)
    if found is not None:
        return str(found.name.in_(language))
    entry = books_of(game).powers.get(attack.replace("-", "_"))
    return "" if entry is None else str(entry.name.in_(language))


def _term_word(game: Ruleset[State], term: str, language: Language) -> str:
    """What an amount grows by: the escalation die, the level, the tier, an ability's modifier (``con``, ``cha_t``)."""
    say, (ability, _, by_tier) = game.texts.say, term.partition("_")
    if term == "escalation":
        return say(language, "sheet.escalation")
    if term in ("level", "tier", "healthier", "level_or_str", "dex_con_t", "spell_level", "master_level"):
        return say(language, f"sheet.term.{term}")
    word = say(language, "sheet.term.melee") if ability == "melee" else say(language, f"ability.{ability}")
    return say(language, "sheet.term.by_tier", term=word) if by_tier else word


def _state_word(game: Ruleset[State], name: str, language: Language) -> str:
    """What a state is called; one of a reader's own pack is called as it is written."""
    return game.texts.find(language, f"state.{name}") or name


def attack_bonus(profile: Profile, attack: Attack) -> int:
    """What is always added to an attack roll (AE-ATK-02, AE-ATK-08, AE-UNARMED-01)."""
    if attack.unarmed:
        return ability_of(profile, "str") + profile.level - 2
    built = 0 if attack.ability is None else ability_of(profile, attack.ability) + profile.level
    item = best_item(profile, "attack", attack)
    return built + attack.bonus + (item.value if item is not None else 0)


def damage_text(books: Books, one: Combatant, attack: Attack) -> str:
    """The dice of a hit with all that is always added; nothing for an attack without damage."""
    profile = one.profile
    rolled = list(unarmed_dice(profile.level)) if attack.unarmed else []
    if attack.weapon_die and not attack.unarmed:
        rolled = [Amount(profile.level, stepped_die(attack.weapon_die, attack.die_steps))]
    elif not attack.unarmed and attack.damage.count:
        rolled = [Amount(attack.damage.count, attack.damage.sides)]
    ability, item = ability_in_damage(books, one, attack), best_item(profile, "damage", attack)
    plus = attack.damage.plus + (ability.amount if ability is not None else 0)
    if not rolled and not plus:
        return ""
    plus += item.value if item is not None else 0
    if not rolled:
        return str(plus)
    return "+".join(str(amount) for amount in rolled) + (f"{plus:+d}" if plus else "")


def trait_pairs(game: Ruleset[State], profile: Profile, language: Language) -> Pairs:
    """Resistances, weak points and traits."""
    say = game.texts.say
    pairs: Pairs = [
        (say(language, "sheet.resists", kind=damage_word(game, kind, language)), f"{needed}+")
        for kind, needed in profile.resistances.items()
    ]
    pairs += [
        (say(language, "condition.vulnerable"), damage_word(game, kind, language)) for kind in profile.vulnerabilities
    ]
    for special in profile.specials:
        amount = special.amount or (special.value and f"{special.value}") or "–"
        pairs.append((say(language, f"special.{special.code}"), str(amount)))
    return pairs


def item_pairs(game: Ruleset[State], profile: Profile, language: Language) -> Pairs:
    """Magic items: what each adds, then those with powers and wishes of their own, and whether they have their way."""
    say, books = game.texts.say, books_of(game)
    own = [_worn_pair(game, worn, language) for worn in profile.worn]
    weight = sum(counts(worn, profile.level) for worn in profile.worn if not worn.off)
    if weight > profile.level:
        own.append((say(language, "sheet.quirks"), say(language, "sheet.quirks_rule", count=weight)))
    usual = {str(named(books, worn).in_(language)) for worn in profile.worn}
    plain = [item for item in profile.items if isinstance(item.name, str) or str(item.name.in_(language)) not in usual]
    return own + [
        (
            item.name if isinstance(item.name, str) else item.name.in_(language),
            f"{item.value:+d} {say(language, f'stat.{item.stat}')}",
        )
        for item in plain
    ]


def _worn_pair(game: Ruleset[State], worn: Worn, language: Language) -> tuple[str, str]:
    """A true magic item: where it is worn, what it gives and does, and what it makes of its bearer."""
    say, books = game.texts.say, books_of(game)
    chakra, entry = books.chakras[chakra_of(books, worn)], books.items.get(worn.item)
    parts = [say(language, "sheet.carried") if worn.off else str(chakra.name.in_(language))]
    parts += [f"{item.value:+d} {say(language, f'stat.{item.stat}')}" for item in usual_bonuses(books, worn)]
    if entry is not None:
        parts += [entry.told(language), say(language, "sheet.quirk", quirk=entry.quirk.in_(language))]
    tier = say(language, f"item.{worn.tier}", name=str(named(books, worn).in_(language)))
    return tier, "; ".join(parts)
