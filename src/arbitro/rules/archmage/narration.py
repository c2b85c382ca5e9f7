"""The game in words: names, and what fills the gaps of its sentences."""

from typing import Final

from arbitro.kernel.event import Event
from arbitro.kernel.event_words import EventWords, Recounting
from arbitro.kernel.ruleset import Ruleset
from arbitro.kernel.seat import REFEREE_ONLY
from arbitro.kernel.then import Then
from arbitro.rules.archmage import events as e
from arbitro.rules.archmage.catalogue import Books, books_of
from arbitro.rules.archmage.events.conditions import seen_to_end
from arbitro.rules.archmage.ongoing_effects import Boost
from arbitro.rules.archmage.owning import GIFTS
from arbitro.rules.archmage.power import UNTYPED
from arbitro.rules.archmage.state import Combatant, Profile, State
from arbitro.text import Language, Name, NameRow, by_number, in_a_row, listed, with_article

ROLLED: Final = "damage_roll"
"""The note of the part that a damage roll makes of the harm."""
STEPS: Final = {"times": "×{}", "halve": "÷2"}
SAID: Final = {"special": "special", "lot": "lot", "condition": "note"}
"""Sorts of things that the catalogues have words for, and under which keys."""


def name_of(game: Ruleset[State], state: State, subject: str, language: Language) -> Name:
    """A combatant, a side, several with commas between, or a thing of somebody's (``ogre-1/club``)."""
    if "," in subject:
        return NameRow(by_number(name_of(game, state, each, language) for each in subject.split(",")))
    who, _, thing = subject.partition("/")
    if who in SAID:
        return Name(game.texts.say(language, f"{SAID[who]}.{thing}"))
    if who == "damage":
        return Name(damage_word(game, thing, language))
    if who in ("feature", "power"):
        return _power_name(game, state, thing, language)
    if who in ("feat", "gift", "item", "chakra"):
        return _thing_name(game, who, thing, language)
    fight = state.fight
    if fight is not None and who in fight.sides:
        return fight.sides[who].name.in_(language)
    one = fight.combatants.get(who) if fight is not None else None
    one = one or state.party.get(who)
    if one is None:
        if who == REFEREE_ONLY:
            return Name(game.texts.say(language, "referee"))
        if who in books_of(game).monsters:
            return books_of(game).monsters[who].name.in_(language)
        return Name(subject)
    if thing.startswith("item:"):
        return _item_name(one.profile, int(thing.removeprefix("item:")), language)
    attack = one.profile.attack(thing) if thing else None
    if attack is not None:
        return attack.name.in_(language)
    feature = books_of(game).powers.get(thing.replace("-", "_"))  # what only rides along is no attack of its own
    return (one.profile.name if feature is None else feature.name).in_(language)


def _power_name(game: Ruleset[State], state: State, power: str, language: Language) -> Name:
    """A power by its own id, whoever here has it; a feature as the books call it."""
    books = books_of(game)
    known = books.powers.get(power) or books.items.get(power) or books.items.get(power.replace("-", "_"))
    if known is not None:
        return known.name.in_(language)
    if power.startswith("chakra:"):
        return _thing_name(game, "chakra", power.removeprefix("chakra:"), language)
    fighting: tuple[Combatant, ...] = () if state.fight is None else tuple(state.fight.combatants.values())
    for one in (*fighting, *state.party.values()):
        attack = one.profile.attack(power)
        if attack is not None:
            return attack.name.in_(language)
    return Name(game.texts.find(language, f"special.{power}") or game.texts.say(language, "note.boost"))


def _thing_name(game: Ruleset[State], sort: str, thing: str, language: Language) -> Name:
    """A feat, a magic item by its id and tier, or a place where such items are worn."""
    books = books_of(game)
    if sort == "feat":
        return _feat_name(game, thing, language)
    if sort == "gift":
        return Name(", ".join(game.texts.say(language, f"gift.{each}") for each in thing.split(GIFTS)))
    if sort == "chakra":
        return books.chakras[thing].name.in_(language) if thing in books.chakras else Name(thing)
    name, _, tier = thing.partition("/")
    noun = (
        books.items[name].name if name in books.items else books.chakras[name].name if name in books.chakras else None
    )
    called = Name(name) if noun is None else noun.in_(language)
    if not tier:
        return called
    return Name(game.texts.say(language, f"item.{tier}", name=str(called)), called.gender)


def _feat_name(game: Ruleset[State], feat: str, language: Language) -> Name:
    """A feat by what it belongs to, and its tier."""
    name, _, tier = feat.partition("/")
    known = books_of(game).powers.get(name)
    called = name if known is None else str(known.name.in_(language))
    return Name(game.texts.say(language, f"feat.{tier}", name=called))


def _item_name(profile: Profile, number: int, language: Language) -> Name:
    name = profile.items[number].name
    return Name(name) if isinstance(name, str) else name.in_(language)


def words_for(game: Ruleset[State], then: Then[State], event: Event, language: Language) -> dict[str, str]:
    """Attacks by name, conditions and numbers in words."""
    words: dict[str, str] = {}
    owner = getattr(event, "attacker", None) or getattr(event, "who", "")
    attack = getattr(event, "attack", "")
    if isinstance(attack, str) and attack and isinstance(owner, str):
        words["attack"] = then.name(f"{owner}/{attack}", language)
    more = WORDS.get(type(event))
    return words if more is None else words | more(Recounting(game, then, language), event)


def _begun(told: Recounting[State], event: e.BattleBegan) -> dict[str, str]:
    names = [with_article(side.name.in_(told.language), "the", told.language) for side in event.sides]
    return {"sides": listed(names, told.language)}


def _appeared(told: Recounting[State], event: e.Appeared) -> dict[str, str]:
    several = in_a_row(name.in_(told.language) for name in (event.name, *event.others))
    return {"who": several, "side": told.name(event.side)}


def _ongoing(told: Recounting[State], event: e.OngoingBegan) -> dict[str, str]:
    ongoing = event.ongoing
    kind = _in_brackets(told.game, ongoing.type, told.language)
    return {"kind": kind, "first": str(ongoing.amount * ongoing.first)}


def _counted(told: Recounting[State], event: e.CountRolled) -> dict[str, str]:
    return {"word": damage_word(told.game, event.word, told.language) if event.word else ""}


def _marked(told: Recounting[State], event: e.Marked) -> dict[str, str]:
    """What hangs on somebody: whose it is, what it allows, and until when."""
    mark, words = event.mark, {"source": told.name(event.mark.source), "how_long": ""}
    if mark.kind == "state":
        words["state"] = told.find(f"state.{mark.attack}") or mark.attack
    elif mark.attack:
        words["attack"] = told.name(f"{event.who}/{mark.attack}")
    if mark.until is not None and mark.until.moment == "end":
        words["how_long"] = f" {_how_long(told.game, told.then, 'source', mark.until.who, event.who, told.language)}"
    return words


def _boosted(told: Recounting[State], event: e.Boosted) -> dict[str, str]:
    if not event.lasts:
        return _bonus(told, event)
    boost = event.boost
    return {
        "value": _value(boost),
        "stat": _stat(told.game, told.then, event.who, boost, told.language),
        "how_long": _how_long(told.game, told.then, event.lasts, boost.until.who, event.who, told.language),
    }


def _value(boost: Boost) -> str:
    """What a bonus is: dice, or a number with its sign."""
    return f"+{boost.dice}" if boost.dice is not None else f"{boost.value:+d}"


def _bonus(told: Recounting[State], event: e.Boosted | e.SpiritFought) -> dict[str, str]:
    return {"value": f"{event.boost.value:+d}", "stat": told.say(f"stat.{event.boost.stat}")}


def _ran_out(told: Recounting[State], event: e.RanOut) -> dict[str, str]:
    over = (boost for boost in event.over if boost.until.moment != "next_attack")
    ended = [f"{_value(boost)} ({_stat(told.game, told.then, event.who, boost, told.language)})" for boost in over]
    left = {mark.kind for mark in event.marks}
    gone = (mark for mark in event.lifted if seen_to_end(mark) and mark.kind not in left)
    lifted = [
        told.find(f"state.{mark.attack}") or mark.attack if mark.kind == "state" else told.say(f"lifted.{mark.kind}")
        for mark in gone
    ]
    return {"what": ", ".join(dict.fromkeys((*ended, *lifted)))}  # the same one twice has counted once


def _loosened(told: Recounting[State], event: e.HoldLoosened) -> dict[str, str]:
    """What somebody begins to shake off: a condition, or the ongoing damage of a type."""
    if event.affliction is not None:
        return {"against": told.say(f"condition.{event.affliction.name}", who=told.name(event.who))}
    return {"against": damage_word(told.game, event.ongoing.type, told.language) if event.ongoing is not None else ""}


def _about(told: Recounting[State], event: e.SaveRolled | e.NothingAdded) -> dict[str, str]:
    return {"against": _against(told.game, told.then, event, told.language)}


def _afflicted(told: Recounting[State], event: e.Afflicted) -> dict[str, str]:
    return {"how_long": _how_long_afflicted(told.game, told.then, event, told.language)}


def _harm(told: Recounting[State], event: e.DamageDealt) -> dict[str, str]:
    """What the damage is of, and what has made it another number than the roll that was just told."""
    kind = _in_brackets(told.game, event.kind, told.language)
    if len(event.parts) < 2 or event.parts[0].note != ROLLED or not event.amount:
        return {"kind": kind}
    steps = [str(event.parts[0].amount)]
    for part in event.parts[1:]:
        if part.how == "add":
            steps.append(f"{part.amount:+d} {told.find(f'note.{part.note}') or ''}".strip())
        elif part.how in STEPS:
            steps.append(STEPS[part.how].format(part.amount))
    return {"kind": f"{kind} ({' '.join(steps)})" if len(steps) > 1 else kind}


WORDS: Final = (
    EventWords[Recounting[State]]()
    .on(e.BattleBegan, _begun)
    .on(e.Appeared, _appeared)
    .on(e.InitiativeRolled, lambda _, event: {"bonus": f"{event.bonus:+d}"})
    .on(e.DamageDealt, _harm)
    .on(e.OngoingBegan, _ongoing)
    .on(e.OngoingEnded, lambda told, event: {"kind": _in_brackets(told.game, event.kind, told.language)})
    .on(e.CountRolled, _counted)
    .on(e.Afflicted, _afflicted)
    .on(e.Marked, _marked)
    .on(e.Boosted, _boosted)
    .on(e.SpiritFought, _bonus)
    .on(e.RanOut, _ran_out)
    .on(e.SaveRolled, _about)
    .on(e.NothingAdded, _about)
    .on(e.HoldLoosened, _loosened)
    .on(e.FreeActionTaken, lambda told, event: {"what": told.find(f"free.{event.what}") or event.what})
    .on(e.PowersLent, lambda told, event: {"powers": in_a_row(each.name.in_(told.language) for each in event.powers)})
    .on(e.PlaceChanged, lambda told, event: {"ally": told.name(event.ally) if event.ally else ""})
    .on(e.PoolChanged, lambda told, event: {"pool": told.say(f"pool.{event.pool}"), "change": str(abs(event.change))})
    .on(e.SkillChecked, lambda told, event: {"purpose": told.say(f"skill.{event.purpose}")})
)
"""The gaps of every event that has some beside its attack."""


def _stat(game: Ruleset[State], then: Then[State], who: str, boost: Boost, language: Language) -> str:
    """What a bonus or penalty is to; to one attack alone, by its name."""
    only = f": {then.name(f'{who}/{boost.attack}', language)}" if boost.attack else ""
    return f"{game.texts.say(language, f'stat.{boost.stat}')}{only}"


def _against(game: Ruleset[State], then: Then[State], event: e.SaveRolled | e.NothingAdded, language: Language) -> str:
    """What a save or an effect is about: a condition, agreeing with whoever bears it, or a kind of damage."""
    key = f"condition.{event.against}"
    if event.against.startswith("power/"):
        return then.name(f"{event.who}/{event.against.removeprefix('power/')}", language)
    if event.kind == "ongoing":
        return _in_brackets(game, event.against, language)
    if game.texts.find(language, key) is None:
        state = game.texts.find(language, f"state.{event.against}")
        return state if state is not None else damage_word(game, event.against, language)
    return game.texts.say(language, key, who=then.name(event.who, language))


def _how_long(game: Ruleset[State], then: Then[State], lasts: str, whose: str, bearer: str, language: Language) -> str:
    """Until when something works."""
    if lasts not in ("source", "target", "turn", "source_start", "target_start"):
        return game.texts.say(language, f"lasts.{lasts}")
    if whose == bearer:
        own = {"turn": "lasts.own_turn", "source_start": "lasts.own_start", "target_start": "lasts.own_start"}
        return game.texts.say(language, own.get(lasts, "lasts.own"))
    return game.texts.say(language, f"lasts.{lasts}", who=then.name(whose, language))


def _how_long_afflicted(game: Ruleset[State], then: Then[State], event: e.Afflicted, language: Language) -> str:
    """Until when a condition works: a moment or a save, with what parts it from the sentence."""
    bond = event.affliction
    before = game.texts.say(language, f"to_family.{bond.family}") if bond.family else ""
    after = game.texts.say(language, "lasts.engaged") if bond.only_engaged else ""
    if event.lasts and bond.until is not None:
        return f"{before} {_how_long(game, then, event.lasts, bond.until.who, event.who, language)}{after}"
    if bond.save:
        return before + game.texts.say(language, "lasts.save", save=bond.save) + after
    return before + after


def _in_brackets(game: Ruleset[State], kind: str, language: Language) -> str:
    """A type of damage behind what it is of; that of plain blows is not said."""
    return "" if kind in ("weapon", UNTYPED) else f" ({damage_word(game, kind, language)})"


def damage_word(game: Ruleset[State], kind: str, language: Language) -> str:
    """A type of damage in words."""
    return game.texts.find(language, f"damage.{kind}") or kind


def class_name(books: Books, profile: Profile, language: Language) -> str:
    """The class of a character in the form that fits; nothing for others."""
    entry = books.classes.get(profile.class_id)
    if entry is None:
        return ""
    woman = language == "it" and profile.name.gender == "f" and entry.name.feminine
    return str(woman or entry.name.in_(language))
