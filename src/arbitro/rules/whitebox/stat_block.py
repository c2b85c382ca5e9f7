"""Stat blocks of the family of the white box as people write them: line by line, or all on one line with semicolons.

``Armor Class: 6 [13]``, ``HD 1-1``, ``Atk bite (1d6)``, ``Move 9 (fly 24)``, ``DV 3+1``, ``Attacchi: 2 artigli (1d3)``.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from arbitro.kernel.stat_block import DICE, BlockRead, BlockText, dice_text, entry_id, labelled, word_in
from arbitro.rules.whitebox.content import WhiteBoxContent

LABELS: Final = {
    **dict.fromkeys(("armor class", "armour class", "ac", "classe armatura", "classe d'armatura", "ca"), "ac"),
    **dict.fromkeys(("hit dice", "hit die", "hd", "dadi vita", "dado vita", "dv"), "hd"),
    **dict.fromkeys(("attacks", "attack", "atks", "atk", "attacchi", "attacco", "att"), "attacks"),
    **dict.fromkeys(("movement", "move", "mov", "mv", "movimento"), "move"),
    **dict.fromkeys(("special abilities", "special", "capacità speciali", "speciale", "speciali"), "special"),
    **dict.fromkeys(("saving throw", "save", "sv", "tiro salvezza", "ts"), "save"),
    **dict.fromkeys(("alignment", "al", "allineamento", "all"), "alignment"),
    **dict.fromkeys(("hde/xp", "hde / xp", "cl/xp", "dve/pe", "dve/px", "hde", "dve"), "worth"),
    **dict.fromkeys(("experience", "xp", "px", "pe", "punti esperienza"), "xp"),
    **dict.fromkeys(("morale", "ml"), "morale"),
    **dict.fromkeys(("number appearing", "no. appearing", "appearing", "numero apparenti", "numero"), "appearing"),
    **dict.fromkeys(("type", "tipo", "kind"), "kind"),
}
ALIGNMENTS: Final = {
    **dict.fromkeys(("law", "lawful", "l", "legge", "legale"), "law"),
    **dict.fromkeys(("neutral", "neutrality", "n", "neutrale", "neutralità"), "neutrality"),
    **dict.fromkeys(("chaos", "chaotic", "c", "caos", "caotico"), "chaos"),
}
KINDS: Final = {
    "animal": "animal", "animale": "animal", "construct": "construct", "costrutto": "construct", "demon": "demon",
    "demone": "demon", "dragon": "dragon", "drago": "dragon", "elemental": "elemental", "elementale": "elemental",
    "fey": "fey", "folletto": "fey", "giant": "giant", "gigante": "giant", "human": "human", "umano": "human",
    "humanoid": "humanoid", "umanoide": "humanoid", "lycanthrope": "lycanthrope", "licantropo": "lycanthrope",
    "ooze": "ooze", "melma": "ooze", "plant": "plant", "pianta": "plant", "undead": "undead", "non morto": "undead",
    "vermin": "vermin", "parassita": "vermin", "monster": "monster", "mostro": "monster",
}  # fmt: skip
MODES: Final = {
    **dict.fromkeys(("fly", "flying", "vola", "volo", "volando"), "fly"),
    **dict.fromkeys(("swim", "swimming", "nuota", "nuoto", "nuotando"), "swim"),
    **dict.fromkeys(("climb", "climbing", "scala", "arrampica"), "climb"),
}
_HD: Final = re.compile(r"(?P<dice>\d+)(?:\s*(?P<plus>[+-]\s*\d+))?(?!\s*/)")
_AC: Final = re.compile(r"(?P<down>-?\d+)?\s*(?:\[\s*(?P<up>-?\d+)\s*\])?")
_ATTACK: Final = re.compile(r"(?:(?P<count>\d+)\s*[x×]?\s+)?(?P<name>[^(\d][^(]*?)\s*(?:\((?P<inside>[^()]*)\))?")
_NAMELESS: Final = re.compile(r"(?:(?P<count>\d+)\s*[x×]?\s*)?(?P<name>)\((?P<inside>[^()]*)\)")
"""So many attacks of no name: ``2 (1d6)``."""
_HP: Final = r"(?:hp|hit points|pf|punti ferita)"
_POINTS: Final = re.compile(rf"(?P<dice>\d*d\d+(?:\s*[+-]\s*\d+)?)\s*{_HP}?|1/2", re.I)
_HEALS: Final = re.compile(rf"(?:regenerat\w*|rigenera\w*)\s+(\d+)\s*{_HP}?(?P<when>.*)", re.I)
_EACH_ROUND: Final = re.compile(r"[\s.]*(?:(?:(?:per|each|every|a|ogni|al)\s|/\s*)(?:round|rd))?[\s.]*", re.I)
_LABEL: Final = re.compile(
    rf"(?<=\s)(?P<label>{'|'.join(re.escape(label) for label in sorted(LABELS, key=len, reverse=True))})"
    r"(?=\s*[:.]|\s+[\w\[<+-])(?P<colon>\s*:)?",
    re.I,
)
_LAST: Final = re.compile(r"[,.]\s*(?P<label>(?:morale|ml)\s*:?\s*\d+)[\s.]*$", re.I)
"""What may stand after the special abilities, on the same line."""
UNARMOURED: Final = 9
"""Descending armour class goes no higher: a larger number alone is ascending."""


def read_block(content: WhiteBoxContent, text: str) -> BlockRead:
    """A monster out of its stat block."""
    block = BlockText(text)
    reader = _Reader(content, block)
    for line, piece in _pieces(block):
        reader.read(line, piece)
    return reader.whole()


def _pieces(block: BlockText) -> Iterator[tuple[int, str]]:
    for number, line in block.lines:
        for part in re.split(r"[;|]", line):
            yield from ((number, piece) for piece in _by_label(part.strip()) if piece)


def _by_label(text: str) -> Iterator[str]:
    """What stands side by side on a line, each piece from its label on. Prose is left whole."""
    first = 0
    for found in _LABEL.finditer(text):
        if (known := labelled(text[first:], LABELS)) is not None and known[0] == "special":
            last = _LAST.search(text, first)
            yield from (text[first : last.start()].strip(), last["label"]) if last else (text[first:].strip(),)
            return
        before, label = text[first : found.start()], found["label"]
        ends_a_value = re.search(r"(?:[\d)\]],?|\s)\s$", before) is not None
        if before.strip() and (ends_a_value or label.isupper() or found["colon"]):
            yield before.strip()
            first = found.start()
    yield text[first:].strip()


class _Reader:
    def __init__(self, content: WhiteBoxContent, block: BlockText) -> None:
        self.content = content
        self.block = block
        self.name = ""
        self.found: dict[str, Any] = {}
        self.specials: list[dict[str, Any]] = []
        self.attack_names: dict[str, Any] = {}
        self.saves: tuple[int, str] | None = None

    def read(self, line: int, piece: str) -> None:
        known = labelled(piece, LABELS)
        if known is None and not self.name:
            self.name, _, rest = (part.strip() for part in piece.partition(":"))
            if rest:
                self.read(line, rest)
            return
        if known is None:
            self.block.unread(line, piece)
            return
        label, value = known
        if label in self.found:
            self.block.unread(line, piece)
            return
        _READERS[label](self, line, value)

    def _ac(self, line: int, value: str) -> None:
        found = _AC.match(value)
        if found is None or not found.group().strip():
            self.block.unread(line, value)
            return
        down, up = found["down"], found["up"]
        self.found["ac"] = int(down) if down is not None and int(down) <= UNARMOURED else 19 - int(up or down or 0)
        self.block.unread(line, value[found.end() :])

    def _hd(self, line: int, value: str) -> None:
        if points := _POINTS.match(value):
            rolled = dice_text(points["dice"]) if points["dice"] else "1d3"
            count = int(rolled.partition("d")[0] or 1) if rolled.endswith("d6") else 0
            self.found["hd"] = {"dice": count or 1, "points": rolled} if count != 1 else {"dice": 1}
            self.block.unread(line, value[points.end() :])
            return
        found = _HD.match(value)
        if found is None:
            self.block.unread(line, value)
            return
        plus = int(dice_text(found["plus"])) if found["plus"] else 0
        self.found["hd"] = {"dice": int(found["dice"]), **({"plus": plus} if plus else {})}
        rest = re.sub(rf"^\s*\(?\s*\d+\s*{_HP}\s*\)?", "", value[found.end() :], flags=re.I)
        self.block.unread(line, rest)

    def _attacks(self, line: int, value: str) -> None:
        attacks: list[dict[str, Any]] = []
        parts = re.split(r"(,|\s(?:and|e|or|o)\s)(?![^(]*\))", value)
        for joint, part in zip(["", *parts[1::2]], parts[::2], strict=True):
            found = _ATTACK.fullmatch(part.strip(" .")) or _NAMELESS.fullmatch(part.strip(" ."))
            if found is None:
                self.block.unread(line, part)
                continue
            inside, called = found["inside"] or "", (found["name"] or "").strip()
            damage = re.match(rf"\s*({DICE})", inside)
            name = self._attack_name(called) if called else self.block.assumed("attacks", "weapon")
            attack: dict[str, Any] = {"name": name}
            if damage is None:
                attack |= {"damage": self.block.assumed("damage", "1d6", called), "default_damage": True}
                self.block.unread(line, inside)
            else:
                attack["damage"] = dice_text(damage[1])
                self.block.unread(line, inside[damage.end() :].lstrip(" +,"))
            if found["count"]:
                attack["count"] = int(found["count"])
            if attacks and joint.strip() not in ("or", "o"):
                attack["extra"] = True
            attacks.append(attack)
        if attacks:
            self.found["attacks"] = attacks

    def _attack_name(self, name: str) -> str:
        lowered = name.lower()
        for known, entry in self.content.attack_names.items():
            many = entry.name.plural
            nouns = (entry.name.it, entry.name.en, many.it if many else "", many.en if many else "")
            if lowered in nouns:
                return known
        made = entry_id(name)
        self.attack_names[made] = {"name": self.block.called(lowered)}
        return made

    def _move(self, line: int, value: str) -> None:
        move: dict[str, int] = {}
        for part in re.split(r"[,/()]", value):
            number = re.search(r"\d+", part)
            if number is None:
                self.block.unread(line, part)
                continue
            mode = word_in(part, MODES) or ("walk" if "walk" not in move else "")
            if not mode:
                self.block.unread(line, part)
                continue
            rate = int(number.group())
            move[mode] = rate // 10 if rate > 60 and rate % 10 == 0 else rate
        if move:
            self.found["move"] = move

    def _special(self, line: int, value: str) -> None:
        if value.strip(" .").lower() in ("none", "nessuno", "nessuna", "-", "see below", "vedi sotto", ""):
            return
        parts = value.split(",")
        healing = [
            part for part in parts if (found := _HEALS.fullmatch(part.strip())) and _EACH_ROUND.fullmatch(found["when"])
        ]
        for part in healing:
            parts.remove(part)
            self.specials.append({"type": "regeneration", "hp": int(re.sub(r"\D", "", part))})
        if told := ",".join(parts).strip():
            self.block.kept(line, told)
            self.specials.append({"type": "narrated", "text": self.block.called(told)})

    def _save(self, line: int, value: str) -> None:
        found = re.match(r"\d+", value)
        if found is None:
            self.block.unread(line, value)
        else:
            self.saves = (line, found.group())

    def _alignment(self, line: int, value: str) -> None:
        found = word_in(value, ALIGNMENTS)
        if found is None:
            self.block.unread(line, value)
        else:
            self.found["alignment"] = found

    def _worth(self, line: int, value: str) -> None:
        found = re.match(r"(?P<hde><\s*1|[AB]|\d+)\s*(?:/\s*(?P<xp>[\d.,]+))?", value)
        if found is None:
            self.block.unread(line, value)
            return
        self.found["worth"] = int(found["hde"]) if found["hde"].isdecimal() else 0
        if found["xp"]:
            self.found["xp"] = int(re.sub(r"\D", "", found["xp"]))

    def _xp(self, line: int, value: str) -> None:
        found = re.match(r"[\d.,]+", value)
        if found is None:
            self.block.unread(line, value)
        else:
            self.found["xp"] = int(re.sub(r"\D", "", found.group()))

    def _morale(self, line: int, value: str) -> None:
        found = re.match(r"\d+", value)
        if found is None or not 2 <= int(found.group()) <= 12:
            self.block.unread(line, value)
        else:
            self.found["morale"] = int(found.group())

    def _appearing(self, line: int, value: str) -> None:
        found = re.findall(DICE, value)
        if not found:
            self.block.unread(line, value)
        else:
            self.found["appearing"] = {"dungeon": dice_text(found[0]), "wilderness": dice_text(found[-1])}

    def _kind(self, line: int, value: str) -> None:
        found = word_in(value, KINDS)
        if found is None:
            self.block.unread(line, value)
        else:
            self.found["kind"] = found

    def whole(self) -> BlockRead:
        """The entry, with what the text does not say."""
        block, found = self.block, self.found
        block.needs({"name": self.name or None, **found}, ("name", "ac", "hd", "attacks"))
        rank = dict(found["hd"])
        value = rank["dice"] if rank.get("plus", 0) >= 0 else rank["dice"] - 1
        rank["hde"] = found["worth"] if "worth" in found else block.assumed("hde", value)
        rank["xp"] = found["xp"] if "xp" in found else block.assumed("xp", self.content.bestiary.xp_of(rank["hde"]))
        save = max(2, 19 - value)
        if self.saves is not None and int(self.saves[1]) != save:
            block.ruled(self.saves[0], self.saves[1], save)
        kind = found.get("kind") or block.assumed("kind", "monster")
        usual = {"dungeon": "1d6", "wilderness": "1d6"}
        entry: dict[str, Any] = {
            "source": "ours",
            "name": block.called(self.name),
            "kind": kind,
            "alignment": found.get("alignment") or block.assumed("alignment", "neutrality"),
            "ac": found["ac"],
            "hd": [rank],
            "move": found.get("move") or block.assumed("move", {"walk": 12}),
            "attacks": found["attacks"],
            "morale": found.get("morale") or block.assumed("morale", 7),
            "appearing": found.get("appearing") or block.assumed("appearing", usual),
        }
        if self.specials:
            entry["specials"] = self.specials
        if kind == "undead":
            entry["undead"] = True
        others: Mapping[str, Any] = {"attack_names": self.attack_names} if self.attack_names else {}
        return BlockRead(entry_id(self.name), "monsters", entry, tuple(block.remarks), others)


_READERS: Final[Mapping[str, Callable[[_Reader, int, str], None]]] = {
    "ac": _Reader._ac,
    "hd": _Reader._hd,
    "attacks": _Reader._attacks,
    "move": _Reader._move,
    "special": _Reader._special,
    "save": _Reader._save,
    "alignment": _Reader._alignment,
    "worth": _Reader._worth,
    "xp": _Reader._xp,
    "morale": _Reader._morale,
    "appearing": _Reader._appearing,
    "kind": _Reader._kind,
}
"""What reads a piece, by its label."""
