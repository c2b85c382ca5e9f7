"""``arbitro difficulty``: how hard something is by the benchmark tables, and the exact odds of the five outcomes."""

from typing import Annotated, Literal

import typer

from arbitro.cli import BAD_INPUT, language_option, leave, pick_language, print_error, print_json
from arbitro.cli.daggerheart import TEXTS, help_text
from arbitro.cli.odds import percent
from arbitro.rules.daggerheart import difficulty, odds
from arbitro.rules.daggerheart.content import load_library
from arbitro.rules.daggerheart.words import Trait
from arbitro.text import Language


def run(text: str, modifier: int, advantage: int, helpers: int, limit: int, language: Language, as_json: bool) -> int:
    """Search, work out the odds and print them; the exit code."""
    books = load_library()
    roll = {"modifier": modifier, "advantage": advantage, "helpers": helpers}
    if text.strip().isdigit():
        rows: list[tuple[int, Trait | Literal[""], str, str, tuple[str, ...]]] = [(int(text), "", "", "", ())]
    else:
        found = difficulty.search_either(books, text, language, limit)
        rows = [(each.difficulty, each.trait, each.verb, each.text, each.rules) for each in found]
    if not rows:
        known = "; ".join(
            f"{difficulty.trait_name(trait, language)}: {', '.join(difficulty.verbs(books, trait, language))}"
            for trait in difficulty.TRAITS
        )
        return _sorry(TEXTS.say(language, "cli.difficulty.nothing", text=text, known=known), as_json)
    chances = {row[0]: dict(odds.outcome_odds(row[0], **roll)) for row in rows}
    if as_json:
        print_json(
            {
                "text": text,
                **roll,
                "benchmarks": [
                    {
                        "difficulty": number,
                        "trait": trait,
                        "verb": verb,
                        "text": deed,
                        "rules": rules,
                        "odds": {
                            name: {"fraction": str(chance), "decimal": float(chance)}
                            for name, chance in chances[number].items()
                        },
                    }
                    for number, trait, verb, deed, rules in rows
                ],
            }
        )
        return 0
    signs = {1: "cli.difficulty.with_advantage", 0: "", -1: "cli.difficulty.with_disadvantage"}
    extra = TEXTS.say(language, signs[advantage]) if advantage else ""
    extra += TEXTS.say(language, "cli.difficulty.with_helpers", helpers=helpers) if helpers else ""
    print(TEXTS.say(language, "cli.difficulty.title", text=text, modifier=f"{modifier:+d}", extra=extra))
    for number, trait, verb, deed, rules in rows:
        name = f"{difficulty.trait_name(trait, language)}, {verb}: {deed} [{rules[-1]}]" if trait else ""
        print(f"{number:4}  {name}".rstrip())
        shown = (
            f"{difficulty.outcome_name(one, language)} {percent(of, language)}" for one, of in chances[number].items()
        )
        print(f"      {'; '.join(shown)}")
    if any(row[1] for row in rows):
        print(TEXTS.say(language, "cli.difficulty.guide"))
    return 0


def _sorry(sentence: str, as_json: bool) -> int:
    print_error(sentence)
    if as_json:
        print_json({"error": {"message": sentence}})
    return BAD_INPUT


def register(app: typer.Typer) -> None:
    """Add ``difficulty``."""

    @app.command("difficulty", help=help_text("cli.difficulty.help"))
    def difficulty(
        text: Annotated[str, typer.Argument(help=help_text("cli.difficulty.text"))],
        modifier: Annotated[int, typer.Option("--modifier", "-m", help=help_text("cli.difficulty.modifier"))] = 0,
        advantage: Annotated[
            int, typer.Option("--advantage", min=-1, max=1, help=help_text("cli.difficulty.advantage"))
        ] = 0,
        helpers: Annotated[int, typer.Option("--helpers", min=0, max=9, help=help_text("cli.difficulty.helpers"))] = 0,
        limit: Annotated[int, typer.Option("--limit", min=1, max=108, help=help_text("cli.difficulty.limit"))] = 6,
        lang: Annotated[str | None, language_option()] = None,
        as_json: Annotated[bool, typer.Option("--json", help=help_text("cli.json"))] = False,
    ) -> None:
        leave(run(text, modifier, advantage, helpers, limit, pick_language(lang), as_json))
