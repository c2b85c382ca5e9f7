"""Writes the pages on options and on rulings from the data of every game: ``python docs/generate.py``.

Options (options.md, it/opzioni.md) come from the options.yaml files, rulings (rulings.md, it/letture.md) from the
rulebooks. A test compares the pages with what this makes, so that they cannot fall behind.
"""

from collections.abc import Iterator
from importlib.resources import as_file, files
from pathlib import Path
from typing import Final

from arbitro.kernel.option import Option, Options, load_options
from arbitro.kernel.rulebook import Rulebook, load_rulebook
from arbitro.text import Language

FOLDER: Final = Path(__file__).parent
PAGES: Final[dict[Language, Path]] = {"en": FOLDER / "options.md", "it": FOLDER / "it" / "opzioni.md"}
RULINGS: Final[dict[Language, Path]] = {"en": FOLDER / "rulings.md", "it": FOLDER / "it" / "letture.md"}
BELOW: Final = {"appendix-a": "arbitro.dungeon"}
"""What lies below a package and reads its options too: the map knows how large its sheet is."""
PACKAGES: Final = {
    "whitebox": ("arbitro.rules.whitebox", ""),
    "infausta": ("arbitro.rules.infausta", "whitebox"),
    "archmage": ("arbitro.rules.archmage", ""),
    "daggerheart": ("arbitro.rules.daggerheart", ""),
    "appendix-a": ("arbitro.appendix_a", ""),
}
"""Each game, where it lies, and the game it varies."""
CAMPAIGN: Final = "arbitro.play"
CAMPAIGNS: Final[dict[str, dict[Language, str]]] = {
    CAMPAIGN: {"en": "In the campaigns of every game", "it": "Nelle campagne di tutti i giochi"},
    f"{CAMPAIGN}.sides.whitebox": {
        "en": "In those of whitebox and infausta, which have locks",
        "it": "In quelle di whitebox e infausta, che hanno le serrature",
    },
    f"{CAMPAIGN}.sides.walking": {
        "en": "In those of archmage and daggerheart, which have no exploring of their own",
        "it": "In quelle di archmage e daggerheart, che non hanno un'esplorazione loro",
    },
    f"{CAMPAIGN}.sides.archmage": {"en": "In archmage's", "it": "In quella di archmage"},
    f"{CAMPAIGN}.sides.daggerheart": {"en": "In daggerheart's", "it": "In quella di daggerheart"},
}
"""Where the campaigns' own options lie, and for which games they are."""

HEAD: Final[dict[Language, str]] = {
    "en": """\
# Options and house rules

*In italiano: [it/opzioni.md](it/opzioni.md).*

<!-- Written by docs/generate.py from the options.yaml of each game: change those, then run it. -->

An option is a place where the book offers a choice, or where we had to read an unclear sentence one way and you may
read it the other. The default is always the book's, or our reading of it. A table writes its options into the first
line of its log, so that it is replayed under the rules of its day.

## How to set them

For one fight, on the command line: `arbitro fight --set death_rule=unconscious_at_zero`, as often as you like. For your
table, in a small file that you can share:

```yaml
# file: house.yaml
game: whitebox
name: Our table
options:
  death_rule: unconscious_at_zero
  initiative_tie: reroll
  natural_extremes: on
```

and then `arbitro fight --house-rules house.yaml`; campaigns, dungeons, odds and sweeps take it too. House rules of a
game (`game: whitebox`) hold in its campaigns as well. On the page, a new table takes such a file, and *Options* of a
table saves its house rules as one and loads another; at the terminal, `arbitro table house-rules TABLE` saves them. A
name that does not exist, a value that does not fit and a setting that would have no effect are refused with the file
and the line:

```yaml
# file: wrong.yaml
game: whitebox
options:
  deth_rule: unconscious_at_zero
```

```console
$ arbitro fight --house-rules wrong.yaml
wrong.yaml, line 3: option “deth_rule”: “deth_rule” is not known here; did you mean “death_rule”?
$ arbitro fight --set death_floor=fixed
option “death_floor”: it has no effect unless death_rule is unconscious_at_zero (it is dead_at_zero)
```

A fight file may have `options` too; the house rules lie over them, and `--set` over both. In a library, the referee may
change options during play with `ChangeOptions`: that is an entry of the log like any other.

## How to read the list

*Book* means that the source itself offers the choice, *ruling* that our reading of it does. The rules are ids to
look up with `arbitro rules show`. An option that needs another one only means something under the value named.
""",
    "it": """\
# Opzioni e regole della casa

*In English: [../options.md](../options.md).*

<!-- Scritta da docs/generate.py a partire dagli options.yaml dei giochi: si cambiano quelli, poi lo si esegue. -->

Un'opzione è un punto in cui il manuale offre una scelta, oppure in cui abbiamo dovuto leggere in un modo una frase poco
chiara e tu puoi leggerla nell'altro. Il valore di partenza è sempre quello del manuale, o la nostra lettura. Un tavolo
scrive le sue opzioni nella prima riga del registro, così chi lo rigioca lo rigioca con le regole di allora.

## Come si impostano

Per un solo combattimento, sulla riga di comando: `arbitro fight --set death_rule=unconscious_at_zero`, quante volte
serve. Per il tuo tavolo, in un piccolo file da condividere:

```yaml
# file: casa.yaml
game: whitebox
name: Il nostro tavolo
options:
  death_rule: unconscious_at_zero
  initiative_tie: reroll
  natural_extremes: on
```

e poi `arbitro fight --house-rules casa.yaml`; lo prendono anche campagne, dungeon e probabilità. Le regole della casa
di un gioco (`game: whitebox`) valgono anche nelle sue campagne. Nella pagina, un tavolo nuovo prende un file così, e le
*Opzioni* di un tavolo salvano le sue regole della casa in un file e ne caricano un altro; dal terminale le salva
`arbitro table house-rules TAVOLO`. Un nome che non esiste, un valore che non va bene e un'impostazione
che non avrebbe effetto vengono rifiutati, con il file e la riga:

```yaml
# file: errore.yaml
game: whitebox
options:
  deth_rule: unconscious_at_zero
```

```console
$ arbitro fight --house-rules errore.yaml
errore.yaml, riga 3: opzione «deth_rule»: «deth_rule» qui non esiste; intendevi «death_rule»?
$ arbitro fight --set death_floor=fixed
opzione «death_floor»: non ha effetto se death_rule non è unconscious_at_zero (adesso è dead_at_zero)
```

Anche il file di un combattimento può avere `options`: le regole della casa valgono sopra quelle, e `--set` sopra
entrambe. Usando la libreria, l'Arbitro può cambiare le opzioni durante il gioco con `ChangeOptions`: è una voce del
registro come le altre.

## Come si legge l'elenco

*Manuale* vuol dire che è la fonte stessa a offrire la scelta, *lettura* che nasce dal nostro modo di leggerla. Le
regole sono sigle da cercare con `arbitro rules show`. Un'opzione che ne richiede un'altra conta soltanto con il
valore indicato.
""",
}

RULINGS_HEAD: Final[dict[Language, str]] = {
    "en": """\
# Rulings: how we read the books

*In italiano: [it/letture.md](it/letture.md).*

<!-- Written by docs/generate.py from the rulebook.yaml of each game: change those, then run it. -->

A book is silent here and unclear there, and a referee that decides by itself must have an answer all the same. These
are ours, each under the rule that it belongs to, and where it makes sense with the [option](options.md) that decides
otherwise. You meet the same words at the table: `arbitro rules show ID`, and "why?" beside whatever a ruling decided.
""",
    "it": """\
# Letture: come leggiamo i manuali

*In English: [../rulings.md](../rulings.md).*

<!-- Scritta da docs/generate.py dai rulebook.yaml dei giochi: si cambiano quelli, poi lo si esegue. -->

Un manuale qua tace e là è oscuro, e un arbitro che decide da solo una risposta la deve avere lo stesso. Queste sono
le nostre, ciascuna sotto la regola a cui appartiene e, dove ha senso, con l'[opzione](opzioni.md) che decide
altrimenti. Le stesse parole si incontrano al tavolo: `arbitro rules show ID`, e «perché?» accanto a ciò che una lettura
ha deciso.
""",
}

WORDS: Final[dict[Language, dict[str, str]]] = {
    "en": {
        "default": "default",
        "book": "book",
        "ruling": "ruling",
        "rules": "rules",
        "requires": "needs",
        "or": "or",
        "fixed": "fixed: this game leaves no choice",
        "contest": "chosen for each contest",
        "switch": "`on` or `off`",
        "integer": "a whole number",
        "least": "at least",
        "most": "at most",
        "fraction": "a fraction such as `1/2`",
        "dice": "a number or dice such as `1d4`",
        "waits": "no code reads it yet",
        "option": "option",
        "inherited": "As in {parent}, and not repeated here: {names}.",
        "campaign": "A [campaign](campaign.md) has the options of its game, those of appendix-a and these of its own.",
    },
    "it": {
        "default": "di partenza",
        "book": "manuale",
        "ruling": "lettura",
        "rules": "regole",
        "requires": "richiede",
        "or": "o",
        "fixed": "fissa: questo gioco non lascia scelta",
        "contest": "si sceglie per ogni gara",
        "switch": "`on` oppure `off`",
        "integer": "un numero intero",
        "least": "almeno",
        "most": "al più",
        "fraction": "una frazione come `1/2`",
        "dice": "un numero o dei dadi come `1d4`",
        "waits": "nessun codice la legge ancora",
        "option": "opzione",
        "inherited": "Come in {parent}, e non ripetute qui: {names}.",
        "campaign": "Una [campagna](campagna.md) ha le opzioni del suo gioco, quelle di appendix-a e queste sue.",
    },
}


def load_games() -> dict[str, Options]:
    """The options of every game, variants laid over their parents."""
    found: dict[str, Options] = {}
    for game, (package, parent) in PACKAGES.items():
        found[game] = load_options(package, found[parent] if parent else None)
    return found


def page(language: Language) -> str:
    """The whole page in one language."""
    games = load_games()
    parts = [HEAD[language]]
    for game, options in games.items():
        parts.append("\n".join(_game(game, options, games, language)))
    parts.append("\n".join(_campaign(language)))
    return "\n".join(parts)


def _game(game: str, options: Options, games: dict[str, Options], language: Language) -> Iterator[str]:
    package, parent = PACKAGES[game]
    words = WORDS[language]
    yield f"## {game}\n"
    yield f"{load_rulebook(package).source.in_(language)}.\n"
    same = [name for name in options if parent and name in games[parent] and options[name] == games[parent][name]]
    if same:
        yield words["inherited"].format(parent=parent, names=", ".join(f"`{name}`" for name in same)) + "\n"
    code = "".join(map(_code, filter(None, (package, BELOW.get(game), parent and PACKAGES[parent][0]))))
    for name in options:
        if name not in same:
            read = f'"{name}"' in code or f"'{name}'" in code
            yield from _option(name, options[name], language, waits=not read)


def _campaign(language: Language) -> Iterator[str]:
    """What a campaign adds to the options of its game."""
    yield "## campaign\n"
    yield f"{WORDS[language]['campaign']}\n"
    code = _code(CAMPAIGN)
    for package, title in CAMPAIGNS.items():
        yield f"**{title[language]}**\n"
        options = load_options(package)
        for name in options:
            yield from _option(name, options[name], language, waits=f'"{name}"' not in code)


def _code(package: str) -> str:
    """The source of a game, to see which options its rules name."""
    with as_file(files(package)) as folder:
        return "".join(file.read_text(encoding="utf-8") for file in sorted(folder.rglob("*.py")))


def _option(name: str, option: Option, language: Language, *, waits: bool) -> Iterator[str]:
    words = WORDS[language]
    yield f"### `{name}`\n"
    yield f"**{option.title.in_(language)}.** {option.text.in_(language)}\n"
    yield from _values(option, language)
    facts = [words[option.origin]]
    if option.atoms:
        facts.append(f"{words['rules']} {', '.join(option.atoms)}")
    for other, allowed in option.requires.items():
        values = f" {words['or']} ".join(f"`{_show(value)}`" for value in allowed)
        facts.append(f"{words['requires']} `{other}` {values}")
    if option.scope == "contest":
        facts.append(words["contest"])
    if option.fixed:
        facts.append(words["fixed"])
    if waits:
        facts.append(f"*{words['waits']}*")
    yield f"- {'; '.join(facts)}\n"


def _values(option: Option, language: Language) -> Iterator[str]:
    words = WORDS[language]
    if option.type == "choice":
        for value, meaning in option.values.items():
            mark = f" ({words['default']})" if value == option.default else ""
            yield f"- `{value}`{mark}: {meaning.in_(language)}"
        return
    limits = [words[option.type]]
    if option.minimum is not None:
        limits.append(f"{words['least']} {option.minimum}")
    if option.maximum is not None:
        limits.append(f"{words['most']} {option.maximum}")
    yield f"- {', '.join(limits)}; {words['default']} `{_show(option.default)}`"


def _show(value: object) -> str:
    return {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)


def rulings_page(language: Language) -> str:
    """Every ruling of every game, in one language."""
    parts = [RULINGS_HEAD[language]]
    for game, (package, _) in PACKAGES.items():
        parts.append("\n".join(_rulings(game, load_rulebook(package), language)))
    return "\n".join(parts)


def _rulings(game: str, book: Rulebook, language: Language) -> Iterator[str]:
    yield f"## {game}\n"
    yield f"{book.source.in_(language)}.\n"
    for name in book:
        atom = book[name]
        if not atom.rulings:
            continue
        yield f"### {name}: {atom.title.in_(language)}\n"
        for ruling in atom.rulings:
            option = f" ({WORDS[language]['option']} `{ruling.option}`)" if ruling.option else ""
            yield f"- *{ruling.question.in_(language)}* {ruling.ruling.in_(language)}{option}"
        yield ""


def main() -> None:
    """Write all pages."""
    for language, path in PAGES.items():
        path.write_text(page(language), encoding="utf-8")
    for language, path in RULINGS.items():
        path.write_text(rulings_page(language), encoding="utf-8")


if __name__ == "__main__":
    main()
