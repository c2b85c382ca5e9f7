"""A feature of a stat block, as its sentences say it: an attack or a reaction roll, what follows, and its price.

Either every sentence is understood, and the feature is played, or none counts, and its words are left to the GM:
half a rule would be a wrong one. English and Italian.
"""

import re
from collections.abc import Mapping
from typing import Any, Final

from arbitro.kernel.stat_block import DICE, dice_text, word_in
from arbitro.rules.daggerheart.words import BANDS, TRAITS, DamageKind
from arbitro.text import LANGUAGES, Texts

_TEXTS: Final = Texts("arbitro.rules.daggerheart")
_NUMBERS: Final = {
    **dict.fromkeys(("a", "an", "un", "uno", "una", "one", "1"), 1),
    **dict.fromkeys(("two", "due", "2"), 2),
    **dict.fromkeys(("three", "tre", "3"), 3),
    **dict.fromkeys(("four", "quattro", "4"), 4),
}
_COUNT: Final = rf"(?P<count>{'|'.join(_NUMBERS)})"
_PRICES: Final = {
    "stress": re.compile(rf"(?:mark|segna|segnare)\s+{_COUNT}\s+stress\s*(?:to|per|:|,|\.)?\s*", re.I),
    "fear": re.compile(rf"(?:spend|spendi|spendere)\s+{_COUNT}\s+(?:fear|paura)\s*(?:to|per|:|,|\.)?\s*", re.I),
}
_WHO: Final = (
    r"(?P<who>an?\s+targets?|a\s+PC|all\s+targets|all\s+PCs|up\s+to\s+(?P<most>\w+)\s+targets"
    r"|un\s+bersaglio|un\s+PG|tutti\s+i\s+bersagli|tutti\s+i\s+PG|fino\s+a\s+(?P<fino>\w+)\s+bersagli)"
)
_RANGE: Final = r"(?:within|in|entro|a|in)\s+(?:raggio\s+|portata\s+)?(?P<band>[\w' ]+?)(?:\s+range)?"
_ATTACK: Final = re.compile(
    rf"(?:make|makes|compi|compie|fai|effettua)\s+(?:an\s+attack|un\s+attacco)\s+(?:against|contro)\s+{_WHO}\s+{_RANGE}",
    re.I,
)
_ROLL: Final = re.compile(
    rf"{_WHO}\s+{_RANGE}\s+(?:must\s+make|makes?|deve\s+fare|devono\s+fare|fa|fanno)\s+(?:an?|un)\s+"
    r"(?:(?P<trait>\w+)\s+reaction\s+roll|tiro\s+(?:di\s+)?reazione\s+(?:di|su|in)\s+(?P<tratto>\w+))"
    r"(?:\s*\((?P<difficulty>\d+)\))?",
    re.I,
)
_HIT: Final = re.compile(
    r"(?:on\s+a\s+success|(?:all\s+)?targets?\s+it\s+succeeds\s+against|se\s+riesce|con\s+un\s+successo|chi\s+è\s+colpito)"
    r",?\s+(?P<then>.+)",
    re.I,
)
_FAILED: Final = re.compile(
    r"(?:targets?\s+who\s+fail|on\s+a\s+failure|chi\s+fallisce|con\s+un\s+fallimento),?\s+(?P<then>.+)", re.I
)
_HALF: Final = re.compile(
    r"(?:targets?\s+who\s+succeed|on\s+a\s+success|chi\s+riesce|con\s+un\s+successo),?\s+"
    r"(?:they\s+)?(?:takes?\s+half\s+damage|prende\s+metà\s+(?:del\s+|dei\s+)?dann[oi])",
    re.I,
)
_JOINT: Final = re.compile(r"\s*,\s*(?:and\s+|e\s+)?|\s+(?:and|e)\s+", re.I)
_SUBJECT: Final = re.compile(r"(?:they|the\s+target|he|she|il\s+bersaglio|i\s+bersagli)\s+", re.I)
_HARM: Final = re.compile(
    rf"(?:deals?|takes?|inflicts?|infligge|infliggi|prende|subisce)\s+(?P<dice>{DICE})\s+(?:danni\s+)?"
    r"(?P<kind>(?:direct|physical|phy|magic|magical|mag|diretti|fisici|magici|\s)*)(?:damage)?",
    re.I,
)
_STRESS: Final = re.compile(rf"(?:must\s+|deve\s+)?(?:marks?|segna(?:re)?)\s+{_COUNT}\s+stress", re.I)
_PUSH: Final = re.compile(
    r"(?:(?:is|are)\s+)?(?:knocked|pushed|thrown)\s+back\s+to\s+(?P<band>[\w ]+?)(?:\s+range)?"
    r"|(?:è|viene)\s+spint[oa]\s+(?:indietro\s+)?(?:fino\s+)?a\s+(?P<banda>[\w ]+)",
    re.I,
)
_CONDITION: Final = re.compile(
    r"(?:is|are|becomes?|è|diventa|resta)\s+(?P<for_now>temporarily\s+|temporaneamente\s+)?(?P<name>\w+)(?P<until>.*)",
    re.I,
)
_UNTILS: Final = {
    "": "temporary",
    "until they next act": "act",
    "until their next action": "act",
    "finché non agisce": "act",
    "fino alla sua prossima azione": "act",
    "until the end of the scene": "scene",
    "for the rest of the scene": "scene",
    "fino a fine scena": "scene",
    "fino alla fine della scena": "scene",
}


def words_of(prefix: str, ids: tuple[str, ...]) -> dict[str, str]:
    """Ids by what they are called in both languages."""
    said = {_TEXTS.say(language, f"{prefix}.{one}").lower(): one for one in ids for language in LANGUAGES}
    return {**said, **{one.replace("_", " "): one for one in ids}}


def price_and_rest(text: str) -> tuple[dict[str, int], str]:
    """What an action costs its owner, as its words begin with it, and the words after that."""
    price: dict[str, int] = {}
    for coin, pattern in _PRICES.items():
        if paid := pattern.match(text):
            price[coin] = _NUMBERS[paid["count"].lower()]
            text = text[paid.end() :]
    return price, text


def understood(text: str, conditions: Mapping[str, str]) -> dict[str, Any] | None:
    """The parts of an action by its sentences, or nothing where one of them is not understood.

    ``conditions`` are the ids of conditions by what they are called.
    """
    price, rest = price_and_rest(text.strip())
    first, *others = [one.strip() for one in re.split(r"\.(?:\s+|$)", rest) if one.strip(" .")] or [""]
    if attack := _ATTACK.fullmatch(first):
        made = _attack(attack, others, conditions)
    elif roll := _ROLL.fullmatch(first):
        made = _roll(roll, others, conditions)
    else:
        made = None
    return None if made is None else price | made


def harm_kind(words: str) -> tuple[DamageKind | None, bool]:
    """The kind of damage that some words name, if they do, and whether it is direct."""
    lowered = words.lower()
    physical, magic = any(word in lowered for word in ("phy", "fis")), "mag" in lowered
    kind: DamageKind | None = "both" if physical and magic else "magic" if magic else "physical" if physical else None
    return kind, "direct" in lowered or "dirett" in lowered


def _attack(found: re.Match[str], others: list[str], conditions: Mapping[str, str]) -> dict[str, Any] | None:
    target = _target(found)
    if target is None:
        return None
    if not others:
        return {"target": target, "attack": {}}
    hit = _HIT.fullmatch(others[0])
    effects = _effects(hit["then"], conditions) if hit and len(others) == 1 else None
    if effects is None:
        return None
    dealt = [one for one in effects if one["type"] == "harm"]
    strike = {part: value for part, value in dealt[0].items() if part != "type"} if dealt else {"harmless": True}
    rest = [one for one in effects if one["type"] != "harm"]
    return None if len(dealt) > 1 else {"target": target, "attack": strike, **({"do": rest} if rest else {})}


def _roll(found: re.Match[str], others: list[str], conditions: Mapping[str, str]) -> dict[str, Any] | None:
    target, trait = _target(found), words_of("trait", TRAITS).get((found["trait"] or found["tratto"]).lower())
    if target is None or trait is None or not others:
        return None
    failed = _FAILED.fullmatch(others[0])
    effects = _effects(failed["then"], conditions) if failed else None
    halved = len(others) == 2 and _HALF.fullmatch(others[1]) is not None
    if effects is None or (len(others) > 1 and not halved):
        return None
    roll: dict[str, Any] = {"traits": [trait]}
    if found["difficulty"]:
        roll["difficulty"] = int(found["difficulty"])
    if halved:
        dealt = [one for one in effects if one["type"] == "harm"]
        if len(dealt) != 1:
            return None
        roll["half"] = {part: value for part, value in dealt[0].items() if part != "type"}
        effects.remove(dealt[0])
    return {"target": target, "roll": {**roll, **({"fail": effects} if effects else {})}}


def _target(found: re.Match[str]) -> dict[str, Any] | None:
    band = words_of("band", BANDS).get(found["band"].strip().lower())
    if band is None:
        return None
    if most := found["most"] or found["fino"]:
        count = _NUMBERS.get(most.lower())
        return None if count is None else {"who": "some", "count": count, "within": band}
    return {"who": "all", "within": band} if re.match("all|tutti", found["who"], re.I) else {"within": band}


def _effects(text: str, conditions: Mapping[str, str]) -> list[dict[str, Any]] | None:
    """What befalls a target, part by part; nothing where a part is not understood."""
    found: list[dict[str, Any]] = []
    for part in _JOINT.split(text.strip(" .")):
        effect = _effect(_SUBJECT.sub("", part, count=1) if _SUBJECT.match(part) else part, conditions)
        if effect is None:
            return None
        found.append(effect)
    return found


def _effect(text: str, conditions: Mapping[str, str]) -> dict[str, Any] | None:
    if harm := _HARM.fullmatch(text):
        kind, direct = harm_kind(harm["kind"])
        made = {"type": "harm", "damage": dice_text(harm["dice"]), "kind": kind or "physical"}
        return made | ({"direct": True} if direct else {})
    if stress := _STRESS.fullmatch(text):
        return {"type": "stress", "amount": str(_NUMBERS[stress["count"].lower()])}
    if push := _PUSH.fullmatch(text):
        band = words_of("band", BANDS).get((push["band"] or push["banda"]).strip().lower())
        return None if band is None else {"type": "push", "to": band}
    if state := _CONDITION.fullmatch(text):
        until = _UNTILS.get(state["until"].strip().lower())
        condition = word_in(state["name"], conditions)
        return (
            None if until is None or condition is None else {"type": "impose", "condition": condition, "until": until}
        )
    return None
