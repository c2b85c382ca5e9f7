"""``arbitro oracle``: a yes or no for those who play without a referee, and words to start an idea from."""

import os
from typing import Annotated

import typer

from arbitro.cli import BAD_INPUT, TEXTS, help_text, language_option, leave, pick_language, print_error, print_json
from arbitro.dice.stream import AuditedDice
from arbitro.kernel.ruling import Lookup
from arbitro.play.solo.oracle import (
    EVEN,
    IDEA,
    TWIST,
    OracleAnswer,
    answer_text,
    ask,
    likelihood_of,
    likelihood_text,
    prompt,
    prompt_text,
)
from arbitro.text import Fault, Language


def _shown(lookup: Lookup) -> str:
    return ", ".join(f"d{die.sides}={die.face}" for die in lookup.dice)


def _told(lookups: tuple[Lookup, ...], language: Language) -> str:
    return " ".join(prompt_text(lookup, language) for lookup in lookups)


def run(
    question: str, likely: str, wanted: tuple[str, ...], seed: str | None, language: Language, as_json: bool
) -> int:
    """Ask, throw and print; the exit code. Without a question only prompts are thrown."""
    chosen = os.urandom(8).hex() if seed is None else seed
    dice = AuditedDice.from_text(chosen).stream("oracle")
    answer: OracleAnswer | None = None
    try:
        if question:
            answer = ask(likelihood_of(likely), dice)
        ideas = prompt(dice, *wanted) if wanted or answer is None else ()
        twist = prompt(dice, TWIST) if answer is not None and answer.twist else ()
    except Fault as fault:
        print_error(fault.in_(language))
        if as_json:
            print_json({"error": {"message": fault.in_(language)}})
        return BAD_INPUT
    if as_json:
        words = {"answer": answer_text(answer, language)} if answer else {}
        said = [
            {"table": each.table, "row": each.row, "text": prompt_text(each, language)} for each in (*ideas, *twist)
        ]
        print_json({"seed": chosen, "question": question, "oracle": answer, **words, "prompts": said})
        return 0
    if answer is not None:
        how = likelihood_text(answer.likelihood, language)
        print(TEXTS.say(language, "cli.oracle.asked", question=question, likelihood=how))
        print(f"{answer_text(answer, language)}  [{_shown(answer.lookup)}]")
    if twist:
        print(TEXTS.say(language, "cli.oracle.twist", twist=_told(twist, language), dice=_shown(twist[0])))
    if ideas:
        dice_shown = ", ".join(_shown(each) for each in ideas)
        print(TEXTS.say(language, "cli.oracle.idea", idea=_told(ideas, language), dice=dice_shown))
    if seed is None:
        print(f"--seed {chosen}")
    return 0


def register(app: typer.Typer) -> None:
    """Add ``oracle``."""

    @app.command("oracle", help=help_text("cli.oracle.help"))
    def oracle(
        question: Annotated[str, typer.Argument(help=help_text("cli.oracle.question"))] = "",
        likely: Annotated[str, typer.Option("--likely", help=help_text("cli.oracle.likely"))] = EVEN,
        idea: Annotated[bool, typer.Option("--idea", help=help_text("cli.oracle.with_idea"))] = False,
        tables: Annotated[list[str] | None, typer.Option("--prompt", help=help_text("cli.oracle.prompt"))] = None,
        seed: Annotated[str | None, typer.Option("--seed", help=help_text("cli.roll.seed_option"))] = None,
        lang: Annotated[str | None, language_option()] = None,
        as_json: Annotated[bool, typer.Option("--json", help=help_text("cli.json"))] = False,
    ) -> None:
        wanted = tuple(tables or ()) or (IDEA if idea else ())
        leave(run(question.strip(), likely, wanted, seed, pick_language(lang), as_json))
