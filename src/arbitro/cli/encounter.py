"""``arbitro encounter``: what the text and the odds make of foes for a party, and foes as hard as is asked."""

import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Annotated, Final

import typer
from msgspec import Struct
from msgspec.structs import replace

from arbitro.chances.asking import Budget
from arbitro.chances.building import OwnFight
from arbitro.chances.encounters import BUILT, ENOUGH, JudgedEncounter, build, difficulties, judge
from arbitro.chances.outcome import Foes
from arbitro.chances.work import FightWork
from arbitro.cli import (
    TEXTS,
    games_help,
    guarded,
    help_text,
    house_rules_option,
    language_option,
    pack_option,
    pick_language,
    print_json,
)
from arbitro.cli.chances import policies_from, some_workers
from arbitro.cli.own_fight import entered, foes_from
from arbitro.cli.sessions import game_named, packs_of
from arbitro.cli.settings import settings_from
from arbitro.cli.worded import WordedTyper
from arbitro.kernel.option import load_house_rules
from arbitro.play.opening import known_game
from arbitro.rules import first_game
from arbitro.text import Fault, Language, Words


class EncounterAsked(Struct, frozen=True, kw_only=True):
    """What is to be judged or built, as it was asked on the command line."""

    game: str
    language: Language
    party: str = ""
    settings: tuple[str, ...] = ()
    house_rules: Path | None = None
    packs: tuple[Path, ...] = ()
    policies: tuple[str, ...] = ()
    runs: int | None = None
    width: float = ENOUGH.width
    seed: str = ""
    workers: int = 1
    json: bool = False

    @property
    def budget(self) -> Budget:
        """How much work each answer is worth."""
        if self.runs is not None:
            return Budget(fights=self.runs, width=0.0, method="sampled")
        return replace(ENOUGH, width=self.width, fights=Budget().fights)


def own_fight(asked: EncounterAsked, foes: Foes = ()) -> OwnFight:
    """The fight that a command line names: a party and foes of any game."""
    ruleset = known_game(asked.game)
    options = dict(settings_from(asked.settings))
    if asked.house_rules is not None:
        options = {**load_house_rules(asked.house_rules, ruleset.id, ruleset.options).options, **options}
    return entered(ruleset.with_packs(packs_of(asked.packs)), asked.party, foes, options, asked.seed)


def run_judge(asked: EncounterAsked, foes: Iterable[str]) -> None:
    """Judge, and print it."""
    fight = own_fight(asked, foes_from(foes))
    with some_workers(asked.workers) as executor:
        work = FightWork(executor=executor, workers=asked.workers)
        policy = policies_from(asked.policies) or "suggest"
        found = judge(fight, asked.budget, seed=asked.seed, work=work, policy=policy)
    if asked.json:
        print_json(found.as_data())
    else:
        print(*found.lines(asked.language), sep="\n")


def run_build(asked: EncounterAsked, difficulty: str, count: int) -> None:
    """Build, and print what was found."""
    fight = own_fight(asked)
    with some_workers(asked.workers) as executor:
        work = FightWork(executor=executor, workers=asked.workers)
        found = build(fight, difficulty, count, asked.budget, seed=asked.seed, work=work)
    if not found:
        raise Fault(Words(TEXTS, "cli.encounter.none", difficulty=difficulty))
    if asked.json:
        print_json([each.as_data() for each in found])
    else:
        print(*_told(found, asked.language), sep="\n")


def _told(found: list[JudgedEncounter], language: Language) -> Iterable[str]:
    for number, each in enumerate(found):
        if number:
            yield ""
        yield from each.lines(language)


def register(app: typer.Typer) -> None:
    """Add ``encounter`` and its commands."""
    group = WordedTyper(no_args_is_help=True, help=help_text("cli.encounter.help"))
    app.add_typer(group, name="encounter")
    first: Final = first_game()
    Rules = Annotated[str | None, typer.Option("--rules", help=games_help(), show_default=first)]
    Party = Annotated[str, typer.Option("--party", help=help_text("cli.encounter.party"))]
    Settings = Annotated[list[str] | None, typer.Option("--set", help=help_text("cli.fight.settings"))]
    House = Annotated[
        Path | None,
        house_rules_option(),
    ]
    Packs = Annotated[list[Path] | None, pack_option()]
    Runs = Annotated[int | None, typer.Option("--runs", min=1, help=help_text("cli.encounter.runs"))]
    Width = Annotated[float, typer.Option("--width", min=0, help=help_text("cli.chances.width"))]
    Seed = Annotated[str | None, typer.Option("--seed", help=help_text("cli.fight.seed"))]
    Workers = Annotated[int, typer.Option("--workers", min=1, help=help_text("cli.chances.workers"))]
    Json = Annotated[bool, typer.Option("--json", help=help_text("cli.json"))]
    Lang = Annotated[str | None, language_option()]

    def do(asked: EncounterAsked, work: Callable[[EncounterAsked], None]) -> None:
        def begin() -> None:
            game = asked.game or game_named((asked.party,), first)
            work(replace(asked, game=game, seed=asked.seed or os.urandom(4).hex()))

        guarded(begin, asked.language, as_json=asked.json)

    @group.command("judge", help=help_text("cli.encounter.judge"))
    def judge_them(
        foes: Annotated[list[str], typer.Argument(help=help_text("cli.encounter.foes"))],
        rules: Rules = None,
        party: Party = "",
        settings: Settings = None,
        house_rules: House = None,
        pack: Packs = None,
        policy: Annotated[list[str] | None, typer.Option("--policy", help=help_text("cli.chances.policy"))] = None,
        runs: Runs = None,
        width: Width = ENOUGH.width,
        seed: Seed = None,
        workers: Workers = 1,
        as_json: Json = False,
        lang: Lang = None,
    ) -> None:
        asked = EncounterAsked(
            game=rules or "",
            language=pick_language(lang),
            party=party,
            settings=tuple(settings or ()),
            house_rules=house_rules,
            packs=tuple(pack or ()),
            policies=tuple(policy or ()),
            runs=runs,
            width=width,
            seed=seed or "",
            workers=workers,
            json=as_json,
        )
        do(asked, lambda each: run_judge(each, foes))

    @group.command("build", help=help_text("cli.encounter.build"))
    def build_them(
        difficulty: Annotated[str, typer.Argument(help=help_text("cli.encounter.difficulty"))] = "",
        rules: Rules = None,
        party: Party = "",
        count: Annotated[int, typer.Option("--count", min=1, max=20, help=help_text("cli.encounter.count"))] = 3,
        settings: Settings = None,
        house_rules: House = None,
        pack: Packs = None,
        runs: Runs = None,
        width: Width = BUILT.width,
        seed: Seed = None,
        workers: Workers = 1,
        as_json: Json = False,
        lang: Lang = None,
    ) -> None:
        asked = EncounterAsked(
            game=rules or "",
            language=pick_language(lang),
            party=party,
            settings=tuple(settings or ()),
            house_rules=house_rules,
            packs=tuple(pack or ()),
            runs=runs,
            width=width,
            seed=seed or "",
            workers=workers,
            json=as_json,
        )
        do(asked, lambda each: run_build(each, difficulty or difficulties(each.game)[1], count))
