"""Stat blocks of the game of Hope and Fear as people write them, in English or Italian.

``Tier 1 Solo``, ``Difficulty: 13 | Thresholds: 8/15 | HP: 8 | Stress: 3``, ``ATK: +1 | Club: Very Close | 1d10+2 phy``,
``Experience: Throw +2``, then the features: ``Relentless (3) - Passive: …``.
"""

import re
from collections.abc import Callable
from typing import Any, Final

from arbitro.kernel.stat_block import DICE, BlockRead, BlockText, dice_text, entry_id, word_in
from arbitro.rules.daggerheart.content import Library
from arbitro.rules.daggerheart.stat_block_features import harm_kind, price_and_rest, understood, words_of
from arbitro.rules.daggerheart.words import BANDS

TYPES: Final = (
    "bruiser", "horde", "leader", "minion", "ranged", "skulk", "social", "solo", "standard", "support",
)  # fmt: skip
_TIER: Final = re.compile(r"(?P<before>.*?)\b(?:tier|rango)\s*(?P<tier>\d)\b\s*(?P<type>.*)", re.I)
_NUMBERS: Final = {
    "difficulty": re.compile(r"(?:difficulty|difficoltà|diff)\s*:?\s*(\d+)", re.I),
    "thresholds": re.compile(r"(?:thresholds?|soglie|soglia)\s*:?\s*(\d+\s*/\s*\d+|none|nessuna|[-–—])", re.I),
    "hp": re.compile(r"(?:hp|pf|hit points|punti ferita)\s*:?\s*(\d+)", re.I),
    "stress": re.compile(r"(?:stress)\s*:?\s*(\d+)", re.I),
}
_ATTACK: Final = re.compile(
    r"(?:ATK|ATT|attack|attacco)\s*:?\s*(?P<bonus>[+-]?\d+)\s*\|"
    r"\s*(?P<name>[^:|]+):\s*(?P<range>[^|]+)\|\s*(?P<harm>.+)",
    re.I,
)
_EXPERIENCE: Final = re.compile(r"(?:experiences?|esperienz[ae])\s*:\s*(?P<all>.+)", re.I)
_HEADING: Final = re.compile(r"(?:features|capacità|privilegi|caratteristiche)\s*:?", re.I)
_FEATURE: Final = re.compile(
    r"(?P<name>[^:()–—-]{2,60}?)\s*(?:\((?P<number>[^)]*)\))?\s*[-–—]\s*"
    r"(?P<kind>action|reaction|passive|azione|reazione|passiva|passivo)\s*:?\s*(?P<text>.*)",
    re.I,
)
_KINDS: Final = {
    "action": "action", "azione": "action", "reaction": "reaction", "reazione": "reaction", "passive": "passive",
    "passiva": "passive", "passivo": "passive",
}  # fmt: skip
_MOTIVES: Final = re.compile(
    r"(?:motives\s*(?:&|and)\s*tactics|motivi e tattiche|obiettivi e tattiche)\s*:\s*(?P<all>.+)", re.I
)
_OF_HARM: Final = re.compile(r"\b(?:phy\w*|mag\w*|fis\w*|direct|dirett\w+|damage|danni|e|and)\b|/")


def read_block(books: Library, text: str) -> BlockRead:
    """An adversary out of its stat block."""
    return _Reader(books, BlockText(text)).whole()


class _Reader:
    def __init__(self, books: Library, block: BlockText) -> None:
        self.books = books
        self.block = block
        self.found: dict[str, Any] = {}
        self.features: list[dict[str, Any]] = []
        self.notes: list[str] = []
        self.patterns = {
            called.lower(): name
            for name, one in books.patterns.items()
            for called in (one.name.it, one.name.en, name.replace("_", " "))
        }
        self.conditions = {
            called.lower(): name
            for name, one in books.conditions.items()
            for called in (one.name.it, one.name.feminine, one.name.en)
            if called
        }
        for number, line in block.lines:
            if not any(read(self, number, line) for read in _READERS):
                self.told(number, line)

    def words(self, number: int, line: str) -> bool:
        """What it is, in the line after its tier."""
        del number
        if "tier" not in self.found or "words" in self.found or "difficulty" in self.found:
            return False
        self.found["words"] = {"it": line, "en": line}
        return True

    def told(self, number: int, line: str) -> None:
        """A line that only the GM can play."""
        self.block.kept(number, line)
        self.notes.append(line)

    def name(self, number: int, line: str) -> bool:
        """The first line that says nothing else."""
        if "name" in self.found:
            return False
        del number
        self.found["name"] = line.strip(" .:").capitalize() if line.isupper() else line.strip(" .:")
        return True

    def tier(self, number: int, line: str) -> bool:
        """Tier and type."""
        found = _TIER.fullmatch(line)
        if found is None or "tier" in self.found:
            return False
        kind = word_in(found["type"], words_of("foe_type", TYPES))
        if kind is None:
            return False
        if "name" not in self.found and found["before"].strip():
            self.found["name"] = found["before"].strip(" ,.:-–—")
        self.found |= {"tier": int(found["tier"]), "type": kind}
        crowd = re.search(r"\((\d+)\s*/\s*(?:hp|pf)\)", found["type"], re.I)
        if crowd:
            self.found["creatures_per_hp"] = int(crowd[1])
        elif "(" in found["type"]:
            self.block.unread(number, found["type"])
        return True

    def numbers(self, number: int, line: str) -> bool:
        """Difficulty, thresholds, Hit Points and Stress, together or line by line."""
        if _ATTACK.match(line):
            return False
        rest = line
        for part, pattern in _NUMBERS.items():
            found = pattern.search(rest)
            if found is None:
                continue
            if part == "thresholds":
                numbers = [int(each) for each in re.findall(r"\d+", found[1])]
                self.found[part] = numbers or None
            else:
                self.found[part] = int(found[1])
            rest = rest[: found.start()] + rest[found.end() :]
        if rest == line:
            return False
        self.block.unread(number, rest.strip(" |,;/"))
        return True

    def attack(self, number: int, line: str) -> bool:
        """The standard attack."""
        found = _ATTACK.fullmatch(line)
        if found is None:
            return False
        harm = re.match(rf"({DICE})\s*(?P<kind>.*)", found["harm"])
        band = word_in(found["range"], words_of("band", BANDS))
        if harm is None or band is None:
            return False
        kind = harm["kind"].lower()
        attack: dict[str, Any] = {
            "name": self.block.called(found["name"].strip()),
            "bonus": int(found["bonus"]),
            "range": band,
            "damage": dice_text(harm[1]),
        }
        sort, direct = harm_kind(kind)
        attack["kind"] = sort or self.block.assumed("kind", "physical")
        if direct:
            attack["direct"] = True
        self.block.unread(number, _OF_HARM.sub("", kind))
        self.found["attack"] = attack
        return True

    def experience(self, number: int, line: str) -> bool:
        """Experiences with their bonus."""
        found = _EXPERIENCE.fullmatch(line)
        if found is None:
            return False
        every = []
        for part in found["all"].split(","):
            one = re.fullmatch(r"\s*(?P<name>.+?)\s*(?P<bonus>[+-]\d+)\s*\.?\s*", part)
            if one is None:
                self.block.unread(number, part)
            else:
                called = one["name"]
                every.append({"id": entry_id(called), "name": self.block.called(called), "bonus": int(one["bonus"])})
        self.found["experiences"] = every
        return True

    def heading(self, number: int, line: str) -> bool:
        """The word above the features."""
        del number
        return _HEADING.fullmatch(line) is not None

    def motives(self, number: int, line: str) -> bool:
        """What it wants and how it goes about it: for the GM."""
        del number
        found = _MOTIVES.fullmatch(line)
        if found is None:
            return False
        wants = [one.strip(" .") for one in found["all"].split(",") if one.strip(" .")]
        self.found["motives"] = {"it": wants, "en": list(wants)}
        return True

    def feature(self, number: int, line: str) -> bool:
        """A feature: a recurrent one by its name; of another, an action is told by the GM at its price."""
        found = _FEATURE.fullmatch(line)
        if found is None:
            return False
        name = found["name"].strip()
        pattern = self.patterns.get(name.lower())
        if pattern is not None and self._after(pattern, found["number"] or ""):
            return True
        if _KINDS[found["kind"].lower()] != "action":
            self.told(number, line)
            return True
        made = {"id": entry_id(name), "name": self.block.called(name), "kind": "action"}
        words = {"it": found["text"], "en": found["text"]}
        does = understood(found["text"], self.conditions)
        if does is None:
            self.block.kept(number, line)
            price, _ = price_and_rest(found["text"])
            does = {**price, "do": [{"type": "tell"}], "target": {"within": "far"}}
        self.features.append({**made, **does})
        self.found.setdefault("feature_words", {})[made["id"]] = words
        return True

    def _after(self, pattern: str, number: str) -> bool:
        """A recurrent feature with its number, where the number is one that it can have."""
        wanted = self.books.patterns[pattern]
        if re.fullmatch(DICE, number.strip()) is None:
            if number:
                return False
            made: dict[str, Any] = {"pattern": pattern}
        elif "d" in number or wanted.passive in ("horde",):
            made = {"pattern": pattern, "damage": dice_text(number)}
        else:
            made = {"pattern": pattern, "value": int(number)}
        self.features.append(made)
        return True

    def whole(self) -> BlockRead:
        """The entry, with what the text does not say."""
        block, found = self.block, self.found
        block.needs(found, ("name", "tier", "type", "difficulty", "hp", "stress", "attack"))
        entry: dict[str, Any] = {"source": "ours", "name": block.called(found["name"])}
        entry |= {part: found[part] for part in ("tier", "type", "difficulty")}
        if "thresholds" not in found and found["type"] != "minion":
            block.assumed("thresholds", "–")
        if found.get("thresholds"):
            entry["thresholds"] = found["thresholds"]
        entry |= {part: found[part] for part in ("hp", "stress")}
        if "creatures_per_hp" in found:
            entry["creatures_per_hp"] = found["creatures_per_hp"]
        entry["attack"] = found["attack"]
        if self.features:
            found["features"] = self.features
        entry |= {part: found[part] for part in _FURTHER if part in found}
        if self.notes:
            entry["note"] = block.called(" ".join(self.notes))
        return BlockRead(entry_id(found["name"]), "adversaries", entry, tuple(block.remarks))


_FURTHER: Final = ("experiences", "features", "words", "motives", "feature_words")
"""What a stat block may leave out."""
_READERS: Final[tuple[Callable[[_Reader, int, str], bool], ...]] = (
    _Reader.attack,
    _Reader.tier,
    _Reader.experience,
    _Reader.heading,
    _Reader.motives,
    _Reader.feature,
    _Reader.numbers,
    _Reader.name,
    _Reader.words,
)
"""What a line may be, tried in this order."""
