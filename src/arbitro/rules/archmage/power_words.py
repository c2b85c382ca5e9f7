"""A power in a line, made of its own numbers: for the many whose entries need no words beside them."""

from collections.abc import Iterator, Mapping

from arbitro.kernel.ruleset import Ruleset
from arbitro.rules.archmage.narration import damage_word
from arbitro.rules.archmage.power_entry import PowerEntry
from arbitro.rules.archmage.sheets import flexible_text, rider_text
from arbitro.rules.archmage.state import State
from arbitro.text import Language, capital


def power_line(game: Ruleset[State], entry: PowerEntry, language: Language) -> str:
    """What a power does: as its entry says it, else its action, how often, against what, and what comes of it."""
    if told := entry.told(language):
        return told
    line = "; ".join(part for part in _parts(game, entry, language) if part)
    return f"{capital(line)}." if line else ""


def _parts(game: Ruleset[State], entry: PowerEntry, language: Language) -> Iterator[str]:
    say = game.texts.say
    if entry.action != "standard":
        yield say(language, f"power.action.{entry.action}")
    if entry.usage != "at_will":
        yield say(language, f"usage.{entry.usage}", uses=entry.uses, recharge=entry.recharge)
    yield _attack(game, entry, language)
    if entry.hp_limits:
        yield say(language, "power.hp_limit", limits=_by_level(game, entry.hp_limits, language))
    if entry.damage:
        grown = {level: f"{amount}{_times(entry, level)}" for level, amount in entry.damage.items()}
        kinds = ", ".join(damage_word(game, kind, language) for kind in entry.random_type or (entry.type,))
        yield say(language, "sheet.damage", damage=_by_level(game, grown, language), kind=kinds)
    if entry.damage_ability is not None:
        yield say(language, "power.and_ability", ability=say(language, f"ability.{entry.damage_ability}"))
    if entry.even_hit_ongoing:
        yield say(language, "power.even_ongoing", damage=_by_level(game, entry.even_hit_ongoing, language))
    if entry.miss_level or entry.half:
        yield say(language, "power.miss_half" if entry.half else "power.miss_level")
    for rider in entry.riders:
        yield rider_text(game, entry.type, rider, language)


def _attack(game: Ruleset[State], entry: PowerEntry, language: Language) -> str:
    """Against whom, and how it is rolled."""
    say = game.texts.say
    if entry.flexible is not None:
        return flexible_text(game, entry.flexible, language)
    if entry.friendly:
        who = "self" if entry.self_only else "everybody" if entry.everybody else "ally"
        return say(language, f"power.for.{who}")
    if entry.teleports:
        return say(language, "power.teleports")
    few = say(language, "power.targets", count=str(entry.targets)) if str(entry.targets) != "1" else ""
    reach = say(language, f"power.reach.{entry.reach}")
    if entry.automatic:
        how = say(language, "power.automatic")
    elif entry.ability is None:
        how = say(language, "power.weapon")
    else:
        ability = say(language, f"ability.{entry.ability}")
        how = say(language, "power.against", ability=ability, defence=say(language, f"stat.{entry.defence}"))
    return ", ".join(part for part in (how, few, reach) if part)


def _times(entry: PowerEntry, level: int) -> str:
    """What the dice of a level are multiplied by, as from the last level that says so."""
    found = [times for start, times in entry.damage_times.items() if start <= level]
    return f" × {found[-1]}" if found else ""


def _by_level(game: Ruleset[State], grown: Mapping[int, object], language: Language) -> str:
    """A number and what it becomes at higher levels."""
    (_, first), *more = grown.items()
    further = [game.texts.say(language, "power.from_level", amount=str(amount), level=level) for level, amount in more]
    return f"{first} ({', '.join(further)})" if further else str(first)
