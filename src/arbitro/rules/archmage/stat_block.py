"""Stat blocks of this engine as people write them.

``3rd level wrecker [giant]``, ``Initiative: +5``, ``Club +8 vs. AC — 10 damage``, ``R: Bow +7 vs. AC (one enemy) —
6 damage``, ``Natural even hit: The target is dazed (save ends)``, ``AC 19 PD 16 MD 13 HP 45``; in Italian too.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from arbitro.kernel.stat_block import DICE, BlockRead, BlockText, dice_text, entry_id, word_in
from arbitro.rules.archmage.state import DAMAGE_TYPES
from arbitro.text import LANGUAGES, Texts

_TEXTS: Final = Texts("arbitro.rules.archmage")
ROLES: Final = {
    **dict.fromkeys(("troop", "truppa"), "troop"),
    **dict.fromkeys(("wrecker", "devastatore", "distruttore"), "wrecker"),
    **dict.fromkeys(("archer", "arciere", "tiratore"), "archer"),
    **dict.fromkeys(("caster", "incantatore"), "caster"),
    **dict.fromkeys(("blocker", "difensore", "bloccatore"), "blocker"),
    **dict.fromkeys(("spoiler", "guastatore"), "spoiler"),
    **dict.fromkeys(("leader", "capo", "comandante"), "leader"),
    **dict.fromkeys(("mook", "marmaglia", "gregario", "gregari"), "mook"),
}
CATEGORIES: Final = {
    **dict.fromkeys(("mook", "marmaglia", "gregario", "gregari"), "mook"),
    **dict.fromkeys(("large", "double strength", "grande", "doppio"), "large"),
    **dict.fromkeys(("huge", "triple strength", "enorme", "triplo"), "huge"),
}
TYPES: Final = {
    "humanoid": "humanoid", "umanoide": "humanoid", "beast": "beast", "bestia": "beast", "undead": "undead",
    "non morto": "undead", "giant": "giant", "gigante": "giant", "ooze": "ooze", "melma": "ooze", "dragon": "dragon",
    "drago": "dragon", "construct": "construct", "costrutto": "construct", "aberration": "aberration",
    "aberrazione": "aberration", "demon": "demon", "demone": "demon", "elemental": "elemental",
    "elementale": "elemental", "plant": "plant", "pianta": "plant", "spirit": "spirit", "spirito": "spirit",
}  # fmt: skip
DEFENCES: Final = {"ac": "ac", "ca": "ac", "pd": "pd", "df": "pd", "md": "md", "dm": "md", "hp": "hp", "pf": "hp"}
CONDITIONS: Final = {
    "confused": "confused", "confuso": "confused", "dazed": "dazed", "frastornato": "dazed", "hampered": "hampered",
    "impedito": "hampered", "weakened": "weakened", "indebolito": "weakened", "helpless": "helpless",
    "indifeso": "helpless", "stuck": "stuck", "invischiato": "stuck", "stunned": "stunned", "stordito": "stunned",
    "vulnerable": "vulnerable", "vulnerabile": "vulnerable",
}  # fmt: skip
CONDITIONS_SAID: Final = CONDITIONS | {f"{word[:-1]}a": name for word, name in CONDITIONS.items() if word.endswith("o")}
"""With what is said of a she."""
_LEVEL: Final = re.compile(r"(\d+)\s*(?:st|nd|rd|th|°|º)?[\s-]*(?:level|livello)|(?:level|livello)\s*(\d+)", re.I)
_INITIATIVE: Final = re.compile(r"(?:initiative|init|iniziativa|iniz)\.?\s*:?\s*([+-]?\d+)\s*", re.I)
_ATTACK: Final = re.compile(
    r"(?:(?P<sort>[RCM])\s*:\s*)?(?P<name>[^+:]{1,60}?)\s*(?P<bonus>[+-]\d+)\s*(?:vs\.?|contro|v\.)\s*"
    r"(?P<against>AC|CA|PD|DF|MD|DM)\b\s*(?P<aim>\([^)]*\))?\s*(?:[—–:-]+)\s*(?P<harm>.*)",
    re.I,
)
_NUMBERS: Final = re.compile(r"\b(AC|CA|PD|DF|MD|DM|HP|PF)\s*:?\s*(\d+)\b", re.I)
_RIDER: Final = re.compile(
    r"(?:(?:natural|naturale)\s+(?P<natural>even|odd|pari|dispari|\d+)\s*\+?"
    r"|(?P<before>even|odd|pari|dispari|\d+)\s*\+?\s+(?:natural|naturale))\s*(?:e\s+)?"
    r"(?P<outcome>hit or miss|hit|miss|colpito o mancato|colpito|mancato)?\s*:\s*(?P<does>.+)",
    re.I,
)
_MISS: Final = re.compile(r"(?:miss|mancato)\s*:\s*(?P<does>.+)", re.I)
_OUTCOMES: Final = {"hit": "hit", "colpito": "hit", "miss": "miss", "mancato": "miss"}
_SORTS: Final = {"R": "ranged", "C": "close"}
_RESIST: Final = re.compile(r"(?:resist|resistance|resistenza)\b(?P<what>[^\d]*)(?P<value>\d+)\s*\+?", re.I)
_VULNERABLE: Final = re.compile(r"(?:vulnerab\w+)\s*(?:to|a|al|:)?\s*(?P<what>.+)", re.I)
_FLIGHT: Final = re.compile(r"(?:flight|flies|fly|volo|vola)\b.*", re.I)
_MANY: Final = re.compile(
    rf"(?:up to |fino a )?({DICE})\s+(?:random )?(?:nearby )?(?:enem\w+|nemic\w+|creatur\w+)(?: nelle vicinanze)?", re.I
)
_MORE: Final = re.compile(rf"\+?\s*({DICE})\s+(?:extra |more )?(?:damage|danni)(?: extra| in più)?")
_SAVE: Final = re.compile(
    r"(?:(easy|hard|facile|difficile)\s+)?(?:save ends|un tiro salvezza|ts termina|tiro salvezza termina)"
)
_PLAIN: Final = re.compile(r"(?:(?:the target is|il bersaglio è|il bersaglio diventa)\s+)?\w+")
"""A condition and nothing else: how long it lasts is not said."""
BESIDE: Final = {
    "one nearby enemy": "1", "un nemico nelle vicinanze": "1", "one enemy": "1", "un nemico": "1", "one creature": "1",
}  # fmt: skip


def types() -> dict[str, str]:
    """The types of damage by their words."""
    found = {_TEXTS.say(language, f"damage.{kind}").lower(): kind for kind in DAMAGE_TYPES for language in LANGUAGES}
    return {**found, **{kind: kind for kind in DAMAGE_TYPES}}


def read_block(text: str) -> BlockRead:
    """A creature out of its stat block."""
    return _Reader(BlockText(text)).whole()


class _Reader:
    def __init__(self, block: BlockText) -> None:
        self.block = block
        self.found: dict[str, Any] = {}
        self.attacks: list[dict[str, Any]] = []
        self.specials: list[dict[str, Any]] = []
        self.notes: list[str] = []
        self.types: Mapping[str, str] = types()
        for number, line in block.lines:
            if not any(read(self, number, line) for read in _READERS):
                block.kept(number, line)
                self.notes.append(line)

    def name(self, number: int, line: str) -> bool:
        """The first line that says nothing else."""
        if "name" in self.found or _LEVEL.search(line):
            return False
        del number
        self.found["name"] = line.strip(" .:")
        return True

    def level(self, number: int, line: str) -> bool:
        """Level, role, type and strength, with the name before them where they share a line."""
        found = _LEVEL.search(line)
        if found is None or "level" in self.found:
            return False
        del number
        self.found["level"] = int(found[1] or found[2])
        for part, words in (("category", CATEGORIES), ("role", ROLES), ("type", TYPES)):
            if (value := word_in(line, words)) is not None:
                self.found[part] = value
        if "name" not in self.found:
            self.found["name"] = line[: found.start()].strip(" ,.:-–—") or None
        return True

    def initiative(self, number: int, line: str) -> bool:
        """Initiative."""
        found = _INITIATIVE.match(line)
        if found is None:
            return False
        self.found["initiative"] = int(found[1])
        self.block.unread(number, line[found.end() :])
        return True

    def attack(self, number: int, line: str) -> bool:
        """An attack: what it is called, how well it hits what, and what it does."""
        found = _ATTACK.fullmatch(line)
        if found is None:
            return False
        called = found["name"].strip()
        attack: dict[str, Any] = {"id": entry_id(called).replace("_", "-"), "name": self.block.called(called)}
        if sort := _SORTS.get((found["sort"] or "").upper()):
            attack |= {"kind": sort, "reach": "nearby"}
        if not self.attacks:
            attack["basic"] = True
        attack["bonus"] = int(found["bonus"])
        if (against := DEFENCES[found["against"].lower()]) != "ac":
            attack["defence"] = against
        self._aim(attack, number, found["aim"])
        self._harm(attack, number, found["harm"])
        self.attacks.append(attack)
        return True

    def _aim(self, attack: dict[str, Any], number: int, aim: str | None) -> None:
        inside = (aim or "").strip("() ")
        if not inside or inside.lower() in BESIDE:
            return
        many = _MANY.fullmatch(inside)
        if many is None:
            self.block.unread(number, inside)
        else:
            attack |= {"targets": dice_text(many[1]), "reach": "nearby"}

    def _harm(self, attack: dict[str, Any], number: int, text: str) -> None:
        found = re.match(rf"({DICE})\s*(?P<rest>.*)", text)
        if found is None:
            self.block.unread(number, text)
            return
        attack["damage"] = dice_text(found[1])
        said, _, more = found["rest"].partition(",")
        if (kind := word_in(said, self.types)) is not None:
            attack["type"] = kind
        told = re.sub(r"\b(?:damage|danni|danno|da|di)\b", " ", said.lower())
        for word in self.types:
            told = told.replace(word, " ")
        self.block.unread(number, told)
        self.block.unread(number, more)

    def rider(self, number: int, line: str) -> bool:
        """What an attack does besides, by its natural number."""
        found = _RIDER.fullmatch(line)
        if found is None or not self.attacks:
            return False
        del number
        effects = self._effects(found["does"])
        if not effects:
            return False
        natural = (found["natural"] or found["before"]).lower()
        rider: dict[str, Any] = {"effects": effects}
        if natural.isdecimal():
            rider["at_least"] = int(natural)
        else:
            rider["natural"] = {"pari": "even", "dispari": "odd"}.get(natural, natural)
        rider["outcome"] = _OUTCOMES.get((found["outcome"] or "").lower(), "any")
        self.attacks[-1].setdefault("riders", []).append(rider)
        return True

    def miss(self, number: int, line: str) -> bool:
        """What a miss does."""
        found = _MISS.fullmatch(line)
        if found is None or not self.attacks:
            return False
        if re.fullmatch(r"(?:half|metà)\s*(?:damage|danni|dei danni)\.?", found["does"], re.I):
            self.attacks[-1].setdefault("riders", []).append({"effects": [{"do": "half"}], "outcome": "miss"})
            return True
        amount = re.fullmatch(rf"({DICE})\s*(?:\w+\s+)?(?:damage|danni|danno)\.?", found["does"], re.I)
        if amount is None:
            return False
        del number
        self.attacks[-1]["miss"] = dice_text(amount[1])
        return True

    def _effects(self, text: str) -> list[dict[str, Any]]:
        """The effects that a sentence names; none where a part of it is not understood."""
        said = text.strip(" .").lower()
        if found := re.fullmatch(rf"({DICE})\s+(?:ongoing|danni continuati)\s*(?P<more>.*)", said):
            kind = word_in(found["more"], self.types)
            return [{"do": "ongoing", "amount": dice_text(found[1]), **({"type": kind} if kind else {})}]
        if found := _MORE.fullmatch(said):
            return [{"do": "more", "amount": dice_text(found[1])}]
        if re.fullmatch(r"(?:the target |il bersaglio )?(?:pops free|si libera|si sgancia)(?: from .*)?", said):
            return [{"do": "pop_free"}]
        if re.fullmatch(r".*(?:grabs? the target|afferra il bersaglio)", said):
            return [{"do": "grab"}]
        condition = word_in(said, CONDITIONS_SAID)
        lasts = _lasting(said)
        if condition is not None and lasts is None and _PLAIN.fullmatch(said):
            self.block.assumed("lasts", "until_its_next_turn", said)
            lasts = {"until": "target"}
        if condition is None or lasts is None:
            return []
        return [{"do": "condition", "names": [condition], **lasts}]

    def numbers(self, number: int, line: str) -> bool:
        """Defences and hit points, together or line by line."""
        found = _NUMBERS.findall(line)
        if not found or _NUMBERS.sub("", line).strip(" ,;|/"):
            return False
        del number
        self.found |= {DEFENCES[name.lower()]: int(value) for name, value in found}
        return True

    def trait(self, number: int, line: str) -> bool:
        """Resistance, vulnerability, flight."""
        del number
        if found := _RESIST.fullmatch(line.strip(" .")):
            kinds = [kind for word, kind in self.types.items() if word in found["what"].lower()]
            if not kinds:
                return False
            self.specials.append({"code": "resist", "value": int(found["value"]), "types": sorted(set(kinds))})
            return True
        if found := _VULNERABLE.fullmatch(line.strip(" .")):
            kind = word_in(found["what"], self.types)
            if kind is None:
                return False
            self.found["vulnerable"] = [kind]
            return True
        if _FLIGHT.fullmatch(line):
            self.specials.append({"code": "fly"})
            return True
        return False

    def whole(self) -> BlockRead:
        """The entry, with what the text does not say."""
        block, found = self.block, self.found
        needed = ("name", "level", "ac", "pd", "md", "hp", "attacks")
        block.needs({**found, "attacks": self.attacks or None}, needed)
        category = found.get("category") or "normal"
        if "initiative" not in found:
            found["initiative"] = block.assumed("initiative", found["level"] + 2)
        entry: dict[str, Any] = {
            "source": "ours",
            "name": block.called(found["name"]),
            "level": found["level"],
            "category": category,
            "role": found.get("role") or block.assumed("role", "mook" if category == "mook" else "troop"),
            "type": found.get("type") or block.assumed("type", "humanoid"),
            "initiative": found["initiative"],
            **{part: found[part] for part in ("ac", "pd", "md", "hp")},
            "attacks": self.attacks,
        }
        if self.specials:
            entry["specials"] = self.specials
        if "vulnerable" in found:
            entry["vulnerable"] = found["vulnerable"]
        if self.notes:
            entry["note"] = block.called(" ".join(self.notes))
        return BlockRead(entry_id(found["name"]), "monsters", entry, tuple(block.remarks))


def _lasting(said: str) -> dict[str, Any] | None:
    """How long a condition lasts; None where it is not understood."""
    save = _SAVE.search(said)
    if save:
        return {"save": {"easy": 6, "facile": 6, "hard": 16, "difficile": 16}.get(save[1] or "", 11)}
    if re.search(r"until the end of (?:its|their|the target's) next turn|fino alla fine del suo prossimo turno", said):
        return {"until": "target"}
    if re.search(r"until the end of the \w+'s next turn|fino alla fine del prossimo turno d", said):
        return {"until": "source"}
    return None


_READERS: Final[tuple[Callable[[_Reader, int, str], bool], ...]] = (
    _Reader.initiative,
    _Reader.numbers,
    _Reader.attack,
    _Reader.rider,
    _Reader.miss,
    _Reader.trait,
    _Reader.level,
    _Reader.name,
)
"""What a line may be, tried in this order."""
