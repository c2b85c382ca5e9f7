"""``arbitro odds``: the exact odds of dice notation, as a table, a picture or JSON; with ``fight``, of a fight."""

from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

from msgspec import Struct

from arbitro.cli import (
    TEXTS,
    help_text,
    house_rules_option,
    language_option,
    leave,
    pack_option,
    pick_language,
    print_json,
    report_mistake,
)
from arbitro.dice.mistake import NotationError
from arbitro.dice.odds import Odds, Versus, odds
from arbitro.text import Language, number_text

if TYPE_CHECKING:
    import typer

MOST_ROWS: Final = 40
"""Rows of a table in the terminal; more outcomes are put together in equal ranges."""
FIGHT: Final = "fight"
"""The word that asks about a fight instead of dice."""
WIDEST: Final = 40
"""Characters of the longest bar."""
LONGEST_FRACTION: Final = 12
"""Digits of a denominator that is still worth reading."""


class OddsRequest(Struct):
    """What was asked on the command line."""

    text: str
    at_least: int | None = None
    at_most: int | None = None
    exactly: int | None = None
    versus: str | None = None
    given: str | None = None
    plot: bool = False
    json: bool = False
    language: str | None = None


class OddsFound(Struct):
    """What was found: everything that is printed, before it is put into words."""

    odds: Odds
    asked: list[tuple[str, int, Fraction]]
    versus: tuple[str, Versus] | None


def run(request: OddsRequest) -> int:
    """Compute what was asked and print it; the exit code."""
    language = pick_language(request.language)
    try:
        answer = compute(request)
    except NotationError as error:
        return report_mistake(error.mistake, language, request.json)
    if request.json:
        print_json(as_data(answer, request))
    else:
        print(*describe(answer, request, language), sep="\n")
    return 0


def compute(request: OddsRequest) -> OddsFound:
    """Find the odds that were asked for."""
    found = odds(request.text)
    if request.given is not None:
        found = found.given(request.given)
    asked = []
    if request.at_least is not None:
        asked.append(("≥", request.at_least, found.at_least(request.at_least)))
    if request.at_most is not None:
        asked.append(("≤", request.at_most, found.at_most(request.at_most)))
    if request.exactly is not None:
        asked.append(("=", request.exactly, found.exactly(request.exactly)))
    versus = None
    if request.versus is not None:
        other = odds(request.versus)
        versus = (other.text, found.versus(other))
    return OddsFound(found, asked, versus)


def as_data(answer: OddsFound, request: OddsRequest) -> dict[str, Any]:
    """The answer for a program: each probability as a fraction, in digits, and as a decimal number."""
    found = answer.odds
    data: dict[str, Any] = {"text": found.text}
    if request.given is not None:
        data["given"] = request.given
    data |= {
        "lowest": found.outcomes[0],
        "highest": found.outcomes[-1],
        "mean": _both(found.mean),
        "deviation": found.deviation,
        "median": found.median,
        "modes": found.modes,
        "cut": float(found.cut),
        "distribution": {str(outcome): _both(chance) for outcome, chance in found},
    }
    names = {"≥": "at_least", "≤": "at_most", "=": "exactly"}
    for sign, number, chance in answer.asked:
        data[names[sign]] = {"number": number, **_both(chance)}
    if answer.versus is not None:
        text, versus = answer.versus
        data["versus"] = {
            "text": text,
            "win": _both(versus.win),
            "tie": _both(versus.tie),
            "lose": _both(versus.lose),
        }
    return data


def describe(answer: OddsFound, request: OddsRequest, language: Language) -> list[str]:
    """The answer for a person, line by line."""
    found = answer.odds
    title = found.text if request.given is None else f"{found.text} | {request.given}"
    lines = [
        title,
        TEXTS.say(
            language,
            "cli.odds.summary",
            mean=number_text(found.mean, language, ".3f"),
            deviation=number_text(found.deviation, language, ".3f"),
            median=found.median,
            modes=", ".join(map(str, found.modes)) if len(found.modes) <= 6 else "–",
            lowest=found.outcomes[0],
            highest=found.outcomes[-1],
        ),
    ]
    lines += [f"P({sign} {number}) = {percent(chance, language)}" for sign, number, chance in answer.asked]
    if answer.versus is not None:
        text, versus = answer.versus
        chances = {name: percent(getattr(versus, name), language) for name in ("win", "tie", "lose")}
        lines.append(TEXTS.say(language, "cli.odds.versus", text=text, **chances))
    if found.cut > Fraction(1, 10**6):
        lines.append(TEXTS.say(language, "cli.odds.cut", chance=percent(found.cut, language)))
    if request.plot or not (answer.asked or answer.versus):
        lines += table(found, language, request.plot)
    return lines


def table(found: Odds, language: Language, plot: bool) -> list[str]:
    """Each outcome with its probability, and a bar if a picture is asked for."""
    lowest, highest = found.outcomes[0], found.outcomes[-1]
    step = -(-(highest - lowest + 1) // MOST_ROWS) if len(found) > MOST_ROWS else 0
    if step:
        starts = range(lowest, highest + 1, step)
        rows = [(f"{start}–{start + step - 1}", start, start + step - 1) for start in starts]
    else:
        rows = [(str(outcome), outcome, outcome) for outcome in found.outcomes]
    chances = [found.at_most(last) - found.at_most(first - 1) for _, first, last in rows]
    longest = max(chances)
    width = max(len(name) for name, _, _ in rows)
    heading = TEXTS.say(language, "cli.odds.columns").split("|")
    lines = [f"{'':>{width}}  " + "  ".join(f"{name:>9}" for name in heading)]
    for (name, first, last), chance in zip(rows, chances, strict=True):
        numbers = (chance, found.at_least(first), found.at_most(last))
        cells = "  ".join(f"{number_text(float(number) * 100, language, '.2f'):>7} %" for number in numbers)
        bar = "  " + "█" * round(float(chance / longest) * WIDEST) if plot else ""
        lines.append(f"{name:>{width}}  {cells}{bar}".rstrip())
    return lines


def percent(chance: Fraction, language: Language) -> str:
    """A probability for a person: per cent, and the fraction where it is short."""
    share = float(chance) * 100
    shown = number_text(share, language, ".2f" if share == 0 or share >= 0.01 else ".1e")
    short = len(str(chance.denominator)) <= LONGEST_FRACTION
    return f"{shown} % ({chance})" if short else f"{shown} %"


def _both(chance: Fraction) -> dict[str, Any]:
    return {"fraction": str(chance), "decimal": float(chance)}


def register(app: "typer.Typer") -> None:
    """Add the command to the application."""
    import typer

    def option(*names: str, key: str, metavar: str | None = None) -> Any:
        return typer.Option(*names, metavar=metavar, help=help_text(f"cli.odds.{key}"))

    @app.command(help=help_text("cli.odds.help"))
    def odds(
        text: Annotated[str, typer.Argument(metavar="DICE", help=help_text("cli.odds.text"))],
        scene: Annotated[str | None, typer.Argument(metavar="FIGHT", help=help_text("cli.odds.fight"))] = None,
        at_least: Annotated[int | None, option(key="at_least", metavar="N")] = None,
        at_most: Annotated[int | None, option(key="at_most", metavar="N")] = None,
        exactly: Annotated[int | None, option(key="exactly", metavar="N")] = None,
        versus: Annotated[str | None, option(key="versus_option", metavar="DICE")] = None,
        given: Annotated[str | None, option(key="given", metavar='">=4"')] = None,
        plot: Annotated[bool, option("--plot", key="plot")] = False,
        json: Annotated[bool, typer.Option("--json", help=help_text("cli.json"))] = False,
        lang: Annotated[str | None, language_option()] = None,
        rules: Annotated[str | None, typer.Option("--rules", help=help_text("cli.odds.rules"))] = None,
        settings: Annotated[list[str] | None, typer.Option("--set", help=help_text("cli.fight.settings"))] = None,
        house_rules: Annotated[
            Path | None,
            house_rules_option(),
        ] = None,
        pack: Annotated[list[Path] | None, pack_option()] = None,
        party: Annotated[list[str] | None, typer.Option("--party", help=help_text("cli.fight.party"))] = None,
        against: Annotated[list[str] | None, typer.Option("--against", help=help_text("cli.fight.against"))] = None,
        question: Annotated[str, typer.Option("--question", help=help_text("cli.chances.question"))] = "wins",
        policy: Annotated[list[str] | None, typer.Option("--policy", help=help_text("cli.chances.policy"))] = None,
        width: Annotated[float, typer.Option("--width", min=0, help=help_text("cli.chances.width"))] = 0.05,
        workers: Annotated[int, typer.Option("--workers", min=1, help=help_text("cli.chances.workers"))] = 1,
        seed: Annotated[str | None, typer.Option("--seed", help=help_text("cli.fight.seed"))] = None,
    ) -> None:
        if text == FIGHT:
            from arbitro.cli.chances import FightAsked  # late: dice need no game
            from arbitro.cli.chances import run as ask
            from arbitro.cli.sessions import PlayRequest
            from arbitro.rules import first_game

            play = PlayRequest(
                rules or first_game(),
                scene,
                pick_language(lang),
                seed=seed,
                house_rules=house_rules,
                settings=tuple(settings or ()),
                json=json,
                party=tuple(party or ()),
                against=tuple(against or ()),
                packs=tuple(pack or ()),
            )
            asked = FightAsked(play=play, question=question, policies=tuple(policy or ()), width=width, workers=workers)
            leave(ask(asked))
        if scene is not None:
            text = f"{text} {scene}"  # notation may have spaces
        leave(run(OddsRequest(text, at_least, at_most, exactly, versus, given, plot, json, lang)))
