"""Words in the reader's language: flat catalogues, one YAML file per language beside the code that speaks.

A package that has something to say keeps ``locale/it.yaml`` and ``locale/en.yaml``, each a flat mapping from a key to
a sentence with ``{named}`` gaps. Both languages are complete; a test compares them key by key and gap by gap.

Three forms choose between words. ``{count:plural|torch|torches}`` goes by a number, or by whether a name is of several
(``{side:plural|flees|flee}``). ``{who:gender|caduto|caduta}`` goes by a name's gender; with four words, by its number
too (``{who:gender|caduto|caduta|caduti|cadute}``). ``{left:signed|# is left|# are left|# below zero|# below zero}``
goes by a number that may be below zero; ``#`` stands for the number, without its sign.
``{lost:count|loses nothing|loses # point|loses # points}`` has words of its own for none. ``{count:times}{thing}`` says
how many of something there are, if not one: "rope", "3 × rope". ``{minutes:span}`` says minutes as people do ("5 ore e
40 minuti"), ``{miles:measure|mile|miles}`` a number with a fraction: "4½ miles", "4 miglia e mezzo".

A number with decimals is given as a number, and written as the language writes it. A name takes its article by
``{who:the}``: "the orcs", "gli orchi", but "Bruno"; in Italian ``{who:of}``, ``{who:to}``, ``{who:from}``,
``{who:on}``, ``{who:in}`` join it to a preposition ("degli orchi", "ad Aldo"), and in both ``{who:and}`` to what stands
before ("ed Elda", "and the orcs"); ``{thing:a}`` has the other article ("uno zombi", "an oval"). A number takes its
article too: "l'8", "il 7". With a capital letter (``{who:The}``) it begins a sentence. A name with an article
of its own ("La compagnia") keeps it, small within a sentence. A common noun may be written with a capital, for lists
and cards; after its article it loses it: "Giant rat", "the giant rat". One of several that are told apart by a number
has an article in Italian alone: "l'orco 3", "Orc 3". Several names in a row take theirs each: "del lupo e di Bruno",
"dell'orco 1, del 2 e di Bruno"; where none has one, the preposition is said once: "di Aldo e Berta".
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import groupby
from operator import attrgetter
from string import Formatter
from typing import Final, Literal, NamedTuple, cast

from arbitro.agreement import agreeing

Language = Literal["it", "en"]
LANGUAGES: Final[tuple[Language, ...]] = ("it", "en")
Gender = Literal["m", "f"]
Grammar = Literal["proper", "one", "many"]
"""Whether a name stands alone, or takes an article: for one, or for several."""


class Name(str):
    """The name of somebody, with the gender that Italian sentences need and the article that common nouns take."""

    gender: Gender
    grammar: Grammar

    __slots__ = ("gender", "grammar")

    def __new__(cls, name: str, gender: Gender = "m", grammar: Grammar = "proper") -> "Name":
        """Make a name; without a gender it takes masculine forms, as Italian does for the unknown."""
        made = super().__new__(cls, name)
        made.gender = gender
        made.grammar = grammar
        return made


def same_name(one: Name, other: Name) -> bool:
    """Whether two names are the same in every sentence: letters, gender and article."""
    if type(one) is not Name or type(other) is not Name:  # of several, the letters alone do not tell
        return one is other
    return (one, one.gender, one.grammar) == (other, other.gender, other.grammar)


_JOINED: Final = {
    "of": ("di", {"il": "del", "lo": "dello", "l'": "dell'", "la": "della", "i": "dei", "gli": "degli", "le": "delle"}),
    "to": ("a", {"il": "al", "lo": "allo", "l'": "all'", "la": "alla", "i": "ai", "gli": "agli", "le": "alle"}),
    "from": (
        "da",
        {"il": "dal", "lo": "dallo", "l'": "dall'", "la": "dalla", "i": "dai", "gli": "dagli", "le": "dalle"},
    ),
    "on": ("su", {"il": "sul", "lo": "sullo", "l'": "sull'", "la": "sulla", "i": "sui", "gli": "sugli", "le": "sulle"}),
    "in": ("in", {"il": "nel", "lo": "nello", "l'": "nell'", "la": "nella", "i": "nei", "gli": "negli", "le": "nelle"}),
}
"""Italian prepositions, alone and joined to each article."""
_ARTICLES: Final = ("the", "a", "and", *_JOINED)
_OWN_ARTICLES: Final = {"it": ("il ", "lo ", "la ", "i ", "gli ", "le ", "l'"), "en": ("the ",)}
"""What a proper name may begin with itself: "La compagnia" is "della compagnia" after a preposition."""
_VOWELS: Final = "aeiouàèéìòùh"
_VOWEL_NUMBERS: Final = ("1", "11")
"""Numbers whose Italian names begin with a vowel, beside those that begin with an 8."""
_HARD: Final = ("gn", "ps", "pn", "x", "y", "z")
"""Beginnings before which Italian says "lo" and "gli"; so also before s and a consonant."""


def _italian_article(name: str, gender: Gender, grammar: Grammar) -> str:
    """The definite article of a common noun, or of a number."""
    start = name[:2].lower()
    vowel = start[:1] in _VOWELS or start[:1] == "8" or name in _VOWEL_NUMBERS
    if gender == "f":
        return "le" if grammar == "many" else "l'" if vowel else "la"
    hard = start.startswith(_HARD) or (start[:1] == "s" and start[1:] not in _VOWELS)
    if grammar == "many":
        return "gli" if vowel or hard else "i"
    return "l'" if vowel else "lo" if hard else "il"


def before_vowel(word: str, name: str) -> str:
    """An Italian "a" or "e" before what begins with the same vowel: "ad Aldo", "ed Elda"."""
    return f"{word}d" if name[:1].lower().translate(_PLAIN) == word else word


_PLAIN: Final = str.maketrans("àèé", "aee")


def _indefinite(name: str, language: Language) -> str:
    """A common noun with the article of one among others; what is several is some: "degli stivali", "boots"."""
    if getattr(name, "grammar", "one") == "many":
        return name if language == "en" else _said(name, "of", "it")
    if language == "en":
        return f"{'an' if name[:1].lower() in 'aeiou' else 'a'} {name}"
    the = _italian_article(name, getattr(name, "gender", "m"), "one")
    if getattr(name, "gender", "m") == "f":
        return f"un'{name}" if the == "l'" else f"una {name}"
    return f"uno {name}" if the == "lo" else f"un {name}"


def capital(text: str) -> str:
    """A text with a capital letter at its head; the rest of it stays as it is."""
    return text[:1].upper() + text[1:]


def with_article(name: str, form: str, language: Language) -> str:
    """A name with its article, after a preposition where the form is one: see the top of this module."""
    kind = form.lower()
    said = _each_with_article(name, kind, language) if isinstance(name, NameRow) else _said(name, kind, language)
    return capital(said) if form[:1].isupper() else said


def _said(name: str, kind: str, language: Language) -> str:
    grammar: Grammar = getattr(name, "grammar", "proper")
    as_it_is = language == "en" and (bool(_numbered(name)[0]) or name.lower().startswith(_OWN_ARTICLES["en"]))
    if kind == "a":
        return _indefinite(name, language)
    if kind == "and":
        told = _said(name, "the", language)
        return f"{before_vowel('e', told) if language == 'it' else 'and'} {told}"
    if grammar == "proper" or as_it_is:
        article = next((each for each in _OWN_ARTICLES[language] if name.lower().startswith(each)), "")
        name, article = name[len(article) :], article.strip()
    else:
        article = _italian_article(name, getattr(name, "gender", "m"), grammar) if language == "it" else "the"
        name = name[:1].lower() + name[1:]
    if language == "en":
        return " ".join(part for part in ("" if kind == "the" else kind, article, name) if part)
    alone, joined = _JOINED.get(kind, ("", {}))
    before = joined.get(article, article) if article else before_vowel(alone, name) if kind == "to" else alone
    return f"{before}{name}" if before.endswith("'") else f"{before} {name}".lstrip()


def _numbered(name: str) -> tuple[str, str]:
    """The name and the number of one of several: Orc 3. No name where there is no number."""
    base, _, number = name.rpartition(" ")
    return (base, number) if number.isdecimal() else ("", name)


class NameRow(Name):
    """Several names, as they are said one after the other."""

    names: tuple[Name, ...]

    __slots__ = ("names",)

    def __new__(cls, names: Iterable[Name]) -> "NameRow":
        """Put names in a row; all women take feminine forms."""
        named = tuple(names)
        women = bool(named) and all(name.gender == "f" for name in named)
        made = cast(NameRow, super().__new__(cls, in_a_row(named), "f" if women else "m", "many"))
        made.names = named
        return made


def by_number(names: Iterable[Name]) -> Iterator[Name]:
    """Names of which no order is meant: those who stand side by side and differ by their number go by it."""
    for _, alike in groupby(names, key=lambda name: _numbered(name)[0]):
        several = tuple(alike)
        yield from sorted(several, key=lambda name: int(_numbered(name)[1])) if _numbered(several[0])[0] else several


def _each_with_article(row: NameRow, kind: str, language: Language) -> str:
    """Names in a row, each with its article; of those who differ by their number the name is said once."""
    if kind == "and":
        told = _each_with_article(row, "the", language)
        return f"{before_vowel('e', told) if language == 'it' else 'and'} {told}"
    once = language == "en" or all(map(_bare, row.names))  # "di Aldo e Berta", but "del lupo e di Berta"
    said: list[str] = []
    last = ""
    for name in row.names:
        base, number = _numbered(name)
        alike = bool(base) and base == last
        first = "the" if once and said else kind
        if alike and language == "it":
            said.append(_said(Name(number, name.gender, "one"), kind, language))
        else:
            said.append(number if alike else _said(name, first, language))
        last = base
    return listed(said, language)


def listed(said: Sequence[str], language: Language) -> str:
    """What is said one after the other, with the conjunction before the last: "Aldo, Berta e il lupo"."""
    if len(said) < 2:
        return "".join(said)
    conjunction = before_vowel("e", said[-1]) if language == "it" else "and"
    return f"{', '.join(said[:-1])} {conjunction} {said[-1]}"


def _bare(name: Name) -> bool:
    """Whether an Italian name stands without an article."""
    return name.grammar == "proper" and not name.lower().startswith(_OWN_ARTICLES["it"])


def in_a_row(names: Iterable[str]) -> str:
    """Names with commas between; of those that differ by their number only, the name is said once: Rat 1, 2, Wolf."""
    said: list[str] = []
    last = ""
    for name in names:
        base, number = _numbered(name)
        said.append(number if base and base == last else name)
        last = base
    return ", ".join(said)


def number_text(number: float | Fraction, language: Language, form: str = "") -> str:
    """A number as a language writes it, with a comma in Italian: by a form such as ``.2f``, or as short as it is."""
    if not form and number == int(number):
        return str(int(number))
    shown = format(float(number), form or "g")
    return shown.replace(".", ",") if language == "it" else shown


_UNITS: Final = {
    "it": (("giorno", "giorni"), ("ora", "ore"), ("minuto", "minuti")),
    "en": (("day", "days"), ("hour", "hours"), ("minute", "minutes")),
}


def span_text(minutes: int, language: Language) -> str:
    """A span of time as people say it, by days, hours and minutes: "1 day", "5 ore e 40 minuti"."""
    hours, left = divmod(minutes, 60)
    counts = (*divmod(hours, 24), left)
    said = [f"{n} {words[n != 1]}" for n, words in zip(counts, _UNITS[language], strict=True) if n]
    if not said:
        return f"0 {_UNITS[language][-1][1]}"
    before, last = ", ".join(said[:-1]), said[-1]
    return f"{before} {'e' if language == 'it' else 'and'} {last}" if before else last


_PARTS: Final = {
    Fraction(1, 2): ("mezzo {0}", "e mezzo", "half a {0}", "½"),
    Fraction(1, 4): ("un quarto di {0}", "e un quarto", "a quarter of a {0}", "¼"),
    Fraction(3, 4): ("tre quarti di {0}", "e tre quarti", "three quarters of a {0}", "¾"),
    Fraction(1, 3): ("un terzo di {0}", "e un terzo", "a third of a {0}", "⅓"),
    Fraction(2, 3): ("due terzi di {0}", "e due terzi", "two thirds of a {0}", "⅔"),
}
"""Parts of a measure, alone and after whole ones, in Italian and in English."""


def measure_text(number: Fraction, one: str, many: str, language: Language) -> str:
    """How much of something there is: "mezzo miglio", "4 miglia e mezzo"; odd fractions are rounded to a decimal."""
    whole, part = divmod(number, 1)
    if part not in _PARTS:
        return f"{number_text(round(number, 1), language)} {one if number == 1 else many}"
    alone, after, alone_en, sign = _PARTS[part]
    if not whole:
        return (alone if language == "it" else alone_en).format(one)
    if language == "en":
        return f"{whole}{sign} {many}"
    return f"{whole} {one if whole == 1 else many} {after}"


class _Words(Formatter):
    """`str.format` with the choosing forms, and numbers as the language writes them."""

    def __init__(self, language: Language) -> None:
        self.language = language

    def format_field(self, value: object, format_spec: str) -> str:
        form, bar, words = format_spec.partition("|")
        if not bar:
            if form.lower() in _ARTICLES:
                named = Name(str(value), "m", "one") if isinstance(value, int) else str(value)
                return with_article(value if isinstance(value, str) else named, form, self.language)
            if form == "times":
                return "" if value == 1 else f"{value} × "
            if form == "span" and isinstance(value, int):
                return span_text(value, self.language)
            if isinstance(value, float | Fraction):
                return number_text(value, self.language, format_spec)
            return cast(str, super().format_field(value, format_spec))
        if form == "measure":
            one, many = words.split("|")
            return measure_text(Fraction(str(value)), one, many, self.language)
        return _chosen(form, value, words.split("|"))


def _of_several(name: Name) -> bool:
    """Whether a name is of several: it says so, or has an article of its own that does ("I briganti")."""
    return name.grammar == "many" or of_several(name)


def of_several(italian: str) -> bool:
    """Whether an Italian name has the article of several."""
    return italian.lower().startswith(("i ", "gli ", "le "))


_ONE: Final = (1, -1, "1", "-1")
"""One of something, or one too few, as a number or as its digits."""


def _chosen(form: str, value: object, words: list[str]) -> str:
    """One of the words of a gap, by the number or the name that fills it."""
    several = _of_several(value) if isinstance(value, Name) else value not in _ONE
    if form == "plural" and len(words) == 2:
        return words[several]
    if form == "gender" and len(words) in (2, 4):
        woman = getattr(value, "gender", "m") == "f"
        return words[woman + 2 * (len(words) == 4 and isinstance(value, Name) and several)]
    if form == "signed" and len(words) == 4 and isinstance(value, int):
        return words[(abs(value) != 1) + 2 * (value < 0)].replace("#", str(abs(value)))
    if form == "count" and len(words) == 3 and isinstance(value, int):
        return words[min(abs(value), 2)].replace("#", str(value))
    known = f"plural, gender, signed, count, times, span, measure, {', '.join(_ARTICLES)}"
    raise ValueError(f"unknown form {form!r} for {len(words)} words in a text; known: {known}")


FORMATS: Final = {language: _Words(language) for language in LANGUAGES}
"""What fills the gaps of a sentence, by language."""


class _Part(NamedTuple):
    """Words of a sentence, and the gap after them: its name, what of the value is said, its form."""

    literal: str
    gap: str | None
    of: Callable[[object], object] | None
    form: str
    stops: bool
    """Whether the words begin with a full stop: "She uses Charge!", and none after it."""


def _parts(sentence: str) -> tuple[_Part, ...] | None:
    """A sentence taken apart once. None where a gap is more than a name with attributes."""
    parts = tuple(Formatter().parse(sentence))
    if any(
        gap is not None and (turned or "{" in (form or "") or not all(map(str.isidentifier, gap.split("."))))
        for _, gap, form, turned in parts
    ):
        return None
    return tuple(_part(literal, gap, form or "") for literal, gap, form, _ in parts)


def _part(literal: str, gap: str | None, form: str) -> _Part:
    name, dot, path = (gap or "").partition(".")
    return _Part(literal, None if gap is None else name, attrgetter(path) if dot else None, form, literal[:1] == ".")


def as_language(text: str | None) -> Language | None:
    """The language that a tag such as ``it_IT.UTF-8`` or ``en-GB`` stands for, if it is one of ours."""
    tag = (text or "")[:2].lower()
    return tag if tag in LANGUAGES else None


@cache
def load_catalogue(package: str, language: Language) -> Mapping[str, str]:
    """All sentences of one package in one language."""
    from importlib.resources import files  # late, as yaml is: most commands say nothing from a catalogue

    import yaml

    top, *rooms = package.split(".")  # from the top, so that reading a game's words does not load the game
    source = files(top).joinpath(*rooms, "locale", f"{language}.yaml").read_text(encoding="utf-8")
    return cast(Mapping[str, str], yaml.load(source, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader)))  # noqa: S506 - it is the safe one


MOST_FOUND: Final = 20_000
"""How many keys a package remembers to have looked for."""


class Texts:
    """The sentences of a package; a variant of a game falls back to the ones of its parent."""

    def __init__(self, package: str, parent: "Texts | None" = None) -> None:
        self.package = package
        self.parent = parent
        self._taken_apart: dict[tuple[Language, str], tuple[_Part, ...] | None] = {}
        self._found: dict[tuple[Language, str], str | None] = {}

    def find(self, language: Language, key: str) -> str | None:
        """The raw sentence of a key, or None where neither this package nor its parent has one."""
        try:
            return self._found[language, key]
        except KeyError:
            found = load_catalogue(self.package, language).get(key)
            if found is None and self.parent is not None:
                found = self.parent.find(language, key)
            if len(self._found) < MOST_FOUND:  # keys that are nowhere may be made of what people say
                self._found[language, key] = found
            return found

    def _sentence(self, language: Language, key: str) -> str:
        sentence = self.find(language, key)
        if sentence is None:
            raise KeyError(f"no text {key!r} in {language} for {self.package}")
        return sentence

    def say(self, language: Language, key: str, /, **values: object) -> str:
        """The sentence of a key with its gaps filled; a missing key is a programmer's error."""
        words = FORMATS[language]
        try:
            parts = self._taken_apart[language, key]
        except KeyError:
            parts = self._taken_apart[language, key] = _parts(self._sentence(language, key))
        if parts is None:
            return words.vformat(self._sentence(language, key), (), values)
        if len(parts) == 1 and parts[0][1] is None:  # nothing to fill in
            return parts[0][0]
        said: list[str] = []
        several: list[int] = []
        for literal, gap, of, form, stops in parts:
            if literal:
                said.append(literal[1:] if stops and said and said[-1].endswith(("!", "?")) else literal)
            if gap is not None:
                value = values[gap] if of is None else of(values[gap])
                if form:
                    if type(value) is Name and value.grammar == "many" and form in ("the", "The"):
                        several.append(len(said))
                    said.append(words.format_field(value, form))
                elif isinstance(value, str):
                    said.append(value)
                else:
                    said.append(str(value) if isinstance(value, int) else words.format_field(value, form))
        if several and language == "en":
            return agreeing((piece, number in several) for number, piece in enumerate(said))
        return "".join(said)


class Words:
    """Something to be said later, in whatever language the reader has; may stand inside other words."""

    def __init__(self, texts: Texts, key: str, /, **values: object) -> None:
        self.texts = texts
        self.key = key
        self.values = values

    def in_(self, language: Language) -> str:
        """The sentence in one language."""
        values = {name: v.in_(language) if hasattr(v, "in_") else v for name, v in self.values.items()}
        return self.texts.say(language, self.key, **values)

    def __str__(self) -> str:
        return self.in_("en")


class Fault(ValueError):
    """Something a person gave us is wrong; `words` says what, and what would be right."""

    def __init__(self, words: Words) -> None:
        super().__init__(words)
        self.words = words

    def in_(self, language: Language) -> str:
        """What is wrong, in one language."""
        return self.words.in_(language)

    def __str__(self) -> str:
        return str(self.words)
