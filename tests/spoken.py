"""What can be checked by rule of a sentence as people read it: elision, articles, agreement, no raw ids, one language.

`faults` names what is wrong with a line; an empty answer does not say that it reads well, only that no rule is broken.
"""

import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import arbitro
from arbitro.kernel.yamlfile import open_path
from arbitro.text import Language

ROOT = Path(arbitro.__file__).parent

# ---------------------------------------------------------------- marks of the program that people should not see

_CODE = re.compile(r"`[^`]*`|\S+://\S*|--[a-z][a-z-]*\S*|\([a-z][\w/ -]*:\d+\)")
"""What is meant to be read as code: fields of files in back quotes, addresses of pages and dice, switches."""
_TITLES = re.compile(
    r"La Scatola Bianca|L[’']Infausta Scatola|White Box(?:: Fantastic Medieval Adventure Game)?|Open Game License 1\.0a"
    r"|Swords & Wizardry WhiteBox|Italian Translation Alliance|Archmage Engine|Daggerheart System Reference Document"
    r"|Darrington Press Community Gaming(?: \(DPCGL\))? License|Critical Role|13th Age"
)
_RAW_ID = re.compile(r"(?<![\w/<])[a-z]+(?:_[a-z0-9]+)+(?!\w)|(?<![\w/<])[a-z]{2,}(?:-[a-z]+)*-\d+(?![\w,])")
"""``wilderness_open`` and ``orc-berserker-1``."""
_BROKEN = re.compile(r"[{}]|\b(?:None|True|False|nan)\b(?! [A-Z]|!)|<[a-z_.]+ object|Struct\(|@[a-z]")
_SPACES = re.compile(r"(?<=\S)  +(?=\S)|(?<=[\w»”)])\s[,;.!?](?=\s|$)|\( | \)|« | »|“ | ”")
_POINTS = re.compile(r"(?<!\.)\.\.(?!\.)|[,;:][,;:.]|[?!]\.|\.[,;]|\(\)|«»|“”|: *\.(?=\s|$)")
_TWICE = re.compile(r"\b([^\W\d_]+) \1\b", re.IGNORECASE)
_MAY_DOUBLE = {"via", "piano", "man", "palmo", "quattro", "had", "that", "così", "passo"}
_NEGATIVE_PLACE = re.compile(r"(?<![\d\w+*/(-])[-−]\d+ (?:piedi|piede|feet|foot|ft|metri|m)\b")
_NOUGHT = re.compile(r"\b(?:dopo|after) 0 rounds?\b")
"""Nothing happens after 0 rounds: it happens before the first."""
_HALF_FEET = re.compile(r"\d[.,]\d+ (?:piedi|feet|ft)\b")

# ---------------------------------------------------------------- Italian

_VOWEL = "aeiouàèéìòùAEIOUÀÈÉÌÒÙ"
_WORD = r"[^\W\d_]+"
_TO_A = re.compile(r"\ba (?=[aàAÀ][^\W\d_]+)")
_AND_E = re.compile(r"\be (?=[eèéEÈÉ][^\W\d_]+)")
_APART = re.compile(r"\b(di|a|da|in|su) (il|lo|la|i|gli|le) (?=[^\W\d_])|\b(di|a|da|in|su) l['’]")
_SHORT = re.compile(rf"\b(il|del|al|dal|sul|nel|quel|[Ii]l|[Dd]el|[Aa]l|[Dd]al|[Ss]ul|[Nn]el) ({_WORD})")
_SHORT_MANY = re.compile(rf"\b([Ii]|[Dd]ei|[Aa]i|[Dd]ai|[Ss]ui|[Nn]ei|[Qq]uei) ({_WORD})")
_LONG = re.compile(rf"\b([Dd]ello|[Aa]llo|[Dd]allo|[Ss]ullo|nello) ({_WORD})")
_LONG_MANY = re.compile(rf"\b([Dd]egli|[Aa]gli|[Dd]agli|[Ss]ugli|[Nn]egli) ({_WORD})")
_SHE = re.compile(rf"\b([Dd]ella|[Aa]lla|[Dd]alla|[Ss]ulla|[Nn]ella|[Uu]na) ({_WORD})")
_A_HE = re.compile(rf"\b([Uu]n) ({_WORD})")
_BEFORE_NUMBER = re.compile(r"\b(?:[Ii]l|[Dd]el|[Aa]l|[Dd]al|[Nn]el|[Ss]ul) (?:8\d*|11|1)\b(?![°º.,:])")
_LEFT = re.compile(r"\b[Nn]e restano 1\b(?![.,]\d)|\b[Nn]e resta (?:0|[2-9]|\d\d+)\b")
_MANY_ONE = re.compile(
    r"\b(?:[Ss]ono [^\W\d_]+(?:ti|te|si|se)|[Rr]estano|[Ss]ervono|[Mm]ancano|[Cc]ontano|[Bb]astano) 1\b(?![.,:]\d)"
)
"""One thing after a verb for several: "sono bastati 1 round"."""
_ROLE = re.compile(r"\b(?:l|all|dell|dall|sull)['’]arbitro\b(?! per i giochi)|\bda arbitro\b")
"""The one who referees has a capital letter; the program is "un arbitro per giochi"."""
_NO_VERDICT = re.compile(r"\d non si può\.")
"""A number is not forbidden: it "non va bene"."""
_ELIDED = re.compile(rf"\b(?:[Ll]|[Uu]n|[Dd]ell|[Aa]ll|[Dd]all|[Ss]ull|[Nn]ell|[Qq]uell)['’]({_WORD})")


_AFTER_GIVE = {"il", "i", "un", "una", "uno"}
"""After "dai" these show that somebody gives: "dai il colpo di grazia"."""


_ONE_OF_THEM = {"a", "al", "alla", "all", "in", "adatta", "il"}
"""After "una" these show that it stands for something: "una alla volta"."""


def _vowel(word: str) -> bool:
    """Whether an Italian word begins with a vowel to the ear: "iena" only looks so."""
    low = word.lower()
    if low[0] == "h":
        return True  # Italian does not sound it
    return low[0] in _VOWEL and not re.match(r"i[aeou]|ye", low)


def _heavy(word: str) -> bool:
    """Whether it begins with a sound before which Italian says "lo": s and a consonant, z, gn, ps, x, y."""
    if word.isupper():
        return False  # letters are read by their names: "il PNG"
    low = word.lower()
    return bool(re.match(r"s[bcdfglmnpqrtvz]|z|gn|ps|pn|x|y|i[aeou]", low))


def _articles(line: str) -> Iterator[str]:
    for found in _SHORT.finditer(line):
        if _vowel(found[2]) or _heavy(found[2]):
            yield found[0]
    for found in _SHORT_MANY.finditer(line):
        if (found[1] == "I" and found[2][0].isupper()) or (found[1] == "dai" and found[2] in _AFTER_GIVE):
            continue
        if _vowel(found[2]) or _heavy(found[2]):
            yield found[0]
    for found in _LONG.finditer(line):
        if not _heavy(found[2]):
            yield found[0]
    for found in _LONG_MANY.finditer(line):
        if not (_heavy(found[2]) or _vowel(found[2]) or found[2].lower() == "dèi"):  # "gli dèi", against all rules
            yield found[0]
    for found in _SHE.finditer(line):
        if found[1].lower() == "una" and found[2] in _ONE_OF_THEM:
            continue
        if _vowel(found[2]) and len(found[2]) > 1:
            yield found[0]
    for found in _A_HE.finditer(line):
        if _heavy(found[2]) and not found[2].isupper():
            yield found[0]
    for found in _ELIDED.finditer(line):
        if not _vowel(found[1]):
            yield found[0]


def _italian(line: str) -> Iterator[str]:
    for found in _TO_A.finditer(line):
        yield f"a before a: {line[found.start() : found.end() + 12]}"
    for found in _AND_E.finditer(line):
        yield f"e before e: {line[found.start() : found.end() + 12]}"
    for found in _APART.finditer(line):
        yield f"preposition and article apart: {line[found.start() : found.end() + 12]}"
    for found in _BEFORE_NUMBER.finditer(line):
        yield f"article: {found[0]}"
    for found in _LEFT.finditer(line):
        yield f"number: {found[0]}"
    for found in _MANY_ONE.finditer(line):
        yield f"number: {found[0]}"
    for found in _ROLE.finditer(line):
        yield f"role: {found[0]}"
    for found in _NO_VERDICT.finditer(line):
        yield f"idiom: {found[0]}"
    for wrong in _articles(line):
        yield f"article: {wrong}"


# ---------------------------------------------------------------- English

_A_VOWEL = re.compile(r"(?<!Appendix )\b[Aa] (?!one\b|once\b|uni|use|usu|eu|ewe)[aeiou][a-z]+")
_AN_CONSONANT = re.compile(r"\b[Aa]n (?!hour|heir|honest|honour)[bcdfghjklmnpqrstvwxyz][a-z]+")


def _english(line: str) -> Iterator[str]:
    for pattern in (_A_VOWEL, _AN_CONSONANT):
        for found in pattern.finditer(line):
            yield f"article: {found[0]}"


# ---------------------------------------------------------------- one language at a time


def words_of(text: str) -> frozenset[str]:
    return frozenset(text.split())


FOREIGN: dict[Language, frozenset[str]] = {
    "it": words_of(
        """
        the of and with from you your they their them is are was were has have been not nobody somebody everybody
        turn turns feet foot ft hit hits miss misses level levels damage attack attacks spell spells avoided header
        monster monsters treasure door doors room rooms chamber passage open shut locked wandering none nothing
        company referee player players party roll rolls check save saves saved failed success
        failure wilderness usage show this error unknown yes torch torches light dark gold silver copper
        north south east west fight fights rounds initiative surprised surprise unaware hostile friendly
        minion leader horde bruiser skulk support ranged brave sword bow dagger mace axe
        hope fighter thief cleric human dwarf elf magic_user wizard rogue sorcerer
        """
    ),
    "en": words_of(
        """
        il lo gli della delle dello degli dei dai dagli dalla dalle nella nelle negli sulla sulle sullo sugli
        che non è sono con una uno quale chi suo sua loro questo questa nessuno qualcuno turno turni piedi punti
        ferita livello danno danni attacco attacca incantesimo mostro mostri tesoro stanza corridoio
        evitato compagnia giocatore dadi dado tiro salvezza prova riuscito fallito torcia luce oro argento
        scontro sorpresa nemico nemici avversario avversari guerriero ladro chierico nano elfo mago orco scheletro
        """
    ),
}
"""Words that show that a line is not in its own language; those that both use, or that name something, are not here."""


def _strangers(line: str, language: Language) -> Iterator[str]:
    words = re.findall(r"[^\W\d_]+(?:_[^\W\d_]+)*", line)
    for word in words:
        if word.lower() in FOREIGN[language]:
            yield f"not {language}: {word}"


# ---------------------------------------------------------------- number

_CHOSEN = re.compile(r"\{[\w.\[\]]+:plural\|([^|{}]*)\|([^|{}]*)\}")
_MORE: dict[Language, tuple[tuple[str, str], ...]] = {
    "it": (
        *(("minuto", "minuti"), ("turno", "turni"), ("piede", "piedi"), ("miglio", "miglia"), ("ora", "ore")),
        *(("giorno", "giorni"), ("notte", "notti"), ("settimana", "settimane"), ("mese", "mesi"), ("anno", "anni")),
        *(("moneta", "monete"), ("livello", "livelli"), ("torcia", "torce"), ("dado", "dadi"), ("punto", "punti")),
        *(("danno", "danni"), ("bersaglio", "bersagli"), ("incantesimo", "incantesimi"), ("volta", "volte")),
        *(("carica", "cariche"), ("persona", "persone"), ("creatura", "creature"), ("stanza", "stanze")),
        *(("libbra", "libbre"), ("esagono", "esagoni"), ("freccia", "frecce"), ("uso", "usi"), ("mossa", "mosse")),
        *(("recupero", "recuperi"), ("ferita", "ferite"), ("passo", "passi"), ("regola", "regole"), ("prova", "prove")),
        *(("seguace", "seguaci"), ("personaggio", "personaggi"), ("lettera", "lettere"), ("carattere", "caratteri")),
        *(("riga", "righe"), ("voce", "voci"), ("faccia", "facce"), ("quadretto", "quadretti"), ("colpo", "colpi")),
    ),
    "en": (
        *(("minute", "minutes"), ("turn", "turns"), ("foot", "feet"), ("mile", "miles"), ("hour", "hours")),
        *(("day", "days"), ("night", "nights"), ("week", "weeks"), ("month", "months"), ("year", "years")),
        *(("piece", "pieces"), ("level", "levels"), ("torch", "torches"), ("die", "dice"), ("point", "points")),
        *(("target", "targets"), ("spell", "spells"), ("time", "times"), ("charge", "charges"), ("round", "rounds")),
        *(("creature", "creatures"), ("room", "rooms"), ("pound", "pounds"), ("hex", "hexes"), ("arrow", "arrows")),
        *(("wound", "wounds"), ("rule", "rules"), ("question", "questions")),
        *(("retainer", "retainers"), ("character", "characters"), ("letter", "letters"), ("line", "lines")),
        *(("slot", "slots"), ("coin", "coins"), ("recovery", "recoveries")),
    ),
}


_ALSO_VERBS = {"move", "use", "pass", "ora", "prova", "porta"}
"""Nouns that are something else as well: "Orc 1 moves", "l'orco 2 ora fugge"."""


def _noun(one: str, many: str, language: Language) -> bool:
    """Whether a pair that a sentence chooses between is of nouns: verbs end otherwise ("restano"; "goes", "go")."""
    return not many.endswith("no") if language == "it" else many.endswith("s") and many.startswith(one[:-1])


@cache
def counted(language: Language) -> tuple[dict[str, str], dict[str, str]]:
    """The nouns that are counted, by their singular and by their plural: those that the catalogues choose between."""
    pairs = list(_MORE[language])
    for file in ROOT.rglob(f"locale/{language}.yaml"):
        for sentence in open_path(file).mapping().values():
            pairs += [(one.split()[0], many.split()[0]) for one, many in _CHOSEN.findall(sentence) if one and many]
    kept = [
        (one, many)
        for one, many in pairs
        if one != many and len(one) > 2 and one.isalpha() and _noun(one, many, language) and one not in _ALSO_VERBS
    ]
    return dict(kept), {many: one for one, many in kept}


_NUMBERED = re.compile(
    r"(?:\b(?P<before>[^\W\d_]+) )?(?<![\w.,:+/×=–≥≤%-])(?P<count>\d+)(?: altr[oiae]| more| other| further)?"
    r"(?= (?P<noun>[^\W\d_]+)(?! \d))"
)


def _numbers(line: str, language: Language) -> Iterator[str]:
    singular, plural = counted(language)
    for found in _NUMBERED.finditer(line):
        if (found["before"] or "a")[0].isupper():  # somebody's number: "Goblin 2 turns to mist"
            continue
        count, noun = int(found["count"]), found["noun"].lower()
        ranged = found["before"] in ("a", "to")  # the end of a range: "da 1 a 1 personaggi"
        if count == 1 and not ranged and noun in plural and noun not in singular:
            yield f"number: {found[0]} {noun}"
        if count != 1 and noun in singular and noun not in plural:
            yield f"number: {found[0]} {noun}"


# ---------------------------------------------------------------- all together


def faults(line: str, language: Language, own: Iterable[str] = ()) -> list[str]:
    """What is wrong with a line by rule; `own` are names and words in it that are nobody's sentence."""
    plain = _TITLES.sub("§", _CODE.sub("§", line))
    for word in sorted(own, key=len, reverse=True):
        plain = plain.replace(word, "§")
    found = [f"raw id: {each}" for each in _RAW_ID.findall(plain)]
    found += [f"broken: {each}" for each in _BROKEN.findall(plain)]
    found += [f"spaces: …{plain[max(0, m.start() - 8) : m.end() + 8]}…" for m in _SPACES.finditer(plain)]
    found += [f"points: …{plain[max(0, m.start() - 8) : m.end() + 8]}…" for m in _POINTS.finditer(plain)]
    found += [f"twice: {m[0]}" for m in _TWICE.finditer(plain) if m[1].lower() not in _MAY_DOUBLE]
    found += [f"negative place: {each}" for each in _NEGATIVE_PLACE.findall(plain)]
    found += [f"nought: {each}" for each in _NOUGHT.findall(plain)]
    found += [f"broken feet: {each}" for each in _HALF_FEET.findall(plain)]
    found += _italian(plain) if language == "it" else _english(plain)
    found += _strangers(plain, language)
    found += _numbers(plain, language)
    return found
