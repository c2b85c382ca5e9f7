"""``arbitro sweep``: the odds of a fight over many variants of it, as a table, CSV, JSON or a drawing."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Annotated, Any, Final

import typer
from msgspec import Struct

from arbitro.chances.asking import Budget
from arbitro.chances.bout import Bout
from arbitro.chances.mattering import FIGHTS, what_matters
from arbitro.chances.plot import plotted
from arbitro.chances.sweeps import (
    Axis,
    FightFile,
    Sweep,
    SweepPoint,
    Value,
    asker,
    axis_from,
    even_found,
    evened,
    records,
    rows_as,
    swept,
    varied,
    varied_own,
)
from arbitro.chances.work import FightWork
from arbitro.cli import (
    TEXTS,
    games_help,
    help_text,
    house_rules_option,
    language_option,
    leave,
    pack_option,
    pick_language,
    print_json,
    report,
)
from arbitro.cli.chances import end_count, policies_from, show_count, show_progress, some_workers
from arbitro.cli.own_fight import entered, foes_from
from arbitro.cli.sessions import named_and_put_together, packs_of
from arbitro.cli.settings import settings_from
from arbitro.extras import need
from arbitro.kernel.event import Setting
from arbitro.kernel.option import load_house_rules
from arbitro.kernel.ruleset import Ruleset
from arbitro.kernel.yamlfile import Document, open_path
from arbitro.play.opening import known_game, ready_scenes, unknown_scene
from arbitro.rules import first_game
from arbitro.text import Fault, Language, Words, number_text

ALL: Final = "all"
"""The word for every option."""
EVEN: Final = 0.5
ENDINGS: Final = (".csv", ".json", ".parquet", ".svg")


class SweepAsked(Struct, frozen=True, kw_only=True):
    """What is to be swept, as it was asked on the command line."""

    game: str
    scene: str
    language: Language
    vary: tuple[str, ...] = ()
    even: str | None = None
    goal: float = EVEN
    matters: str = ""
    """Whose mattering is asked for, instead of a sweep: options by name, or all."""
    party: str = ""
    against: tuple[str, ...] = ()
    """Whom a party meets, instead of a scene."""
    settings: tuple[str, ...] = ()
    house_rules: Path | None = None
    packs: tuple[Path, ...] = ()
    policies: tuple[str, ...] = ()
    question: str = "wins"
    runs: int | None = None
    width: float = 0.05
    seed: str | None = None
    workers: int = 1
    ray: str | None = None
    out: Path | None = None
    json: bool = False


def run(asked: SweepAsked) -> int:
    """Sweep, and print or write what was found; the exit code."""
    try:
        if asked.out is not None and asked.out.suffix not in ENDINGS:
            raise Fault(Words(TEXTS, "cli.sweep.ending", known=", ".join(ENDINGS)))
        if asked.out is not None and asked.out.suffix == ".parquet":
            need("parquet")  # before the work is done
        if asked.matters:
            _matters(asked)
            return 0
        points = _points(asked)
        _given(asked, points)
    except Fault as fault:
        return report(fault, asked.language, as_json=asked.json)
    return 0


def _variant(asked: SweepAsked, seed: str) -> Callable[[dict[str, Value]], Bout]:
    """What makes the fight at one point: out of its file, or of a party and foes."""
    if asked.against and asked.scene:
        raise named_and_put_together(asked.scene)
    if asked.against:
        ruleset = known_game(asked.game).with_packs(packs_of(asked.packs))
        own = entered(ruleset, asked.party, foes_from(asked.against), _options(asked, ruleset), seed)
        policies = policies_from(asked.policies)
        return lambda at: varied_own(own, at, policies)
    file = _file(asked)
    return lambda at: varied(file, at)


def _options(asked: SweepAsked, ruleset: Ruleset[Any]) -> dict[str, Setting]:
    options = dict(settings_from(asked.settings))
    if asked.house_rules is None:
        return options
    return {**load_house_rules(asked.house_rules, ruleset.id, ruleset.options).options, **options}


def _points(asked: SweepAsked) -> list[SweepPoint]:
    axes = [axis_from(text) for text in asked.vary]
    halved: Axis | None = None if asked.even is None else axis_from(asked.even)
    if (halved is None) == (not axes):
        raise Fault(Words(TEXTS, "cli.sweep.one_of"))
    seed = asked.seed or os.urandom(4).hex()
    build = _variant(asked, seed)
    fights = asked.runs or Budget().fights
    budget = Budget(fights=fights, width=0.0 if asked.runs else asked.width)
    with some_workers(asked.workers, asked.ray) as executor:
        ask = asker(asked.question, budget, seed, FightWork(executor=executor, workers=asked.workers))
        if halved is not None:
            return evened(build, halved, ask, asked.goal)
        found = []
        for point in swept(build, axes, ask):
            found.append(point)
            show_count(str(len(found)))
        end_count()
        return found


def _matters(asked: SweepAsked) -> None:
    """Which option matters most, told or written."""
    if asked.vary or asked.even is not None or (asked.out is not None and asked.out.suffix == ".svg"):
        raise Fault(Words(TEXTS, "cli.sweep.matters_alone"))
    seed = asked.seed or os.urandom(4).hex()
    names = () if asked.matters == ALL else tuple(asked.matters.split(","))
    bout = _variant(asked, seed)({})
    with some_workers(asked.workers, asked.ray) as executor:
        work = FightWork(executor=executor, workers=asked.workers, on_progress=show_progress)
        found = what_matters(bout, asked.question, asked.runs or FIGHTS, options=names, seed=seed, work=work)
    end_count()
    if asked.out is not None:
        asked.out.write_bytes(rows_as(asked.out.suffix, found.records()))
        print(TEXTS.say(asked.language, "cli.pack.written", file=asked.out))
    elif asked.json:
        print_json(found.as_data())
    else:
        print(*found.lines(asked.language), sep="\n")


def _file(asked: SweepAsked) -> FightFile:
    packs = packs_of(asked.packs)
    ruleset = known_game(asked.game).with_packs(packs)
    ready = ready_scenes(ruleset, "fights")
    if asked.scene not in ready and not Path(asked.scene).is_file():
        raise unknown_scene(asked.scene, ready)
    document: Document = ready[asked.scene] if asked.scene in ready else open_path(Path(asked.scene))
    return FightFile(
        game=ruleset.id,
        document=document,
        options=_options(asked, ruleset),
        policies=dict(policies_from(asked.policies)),
        packs=packs,
    )


def _given(asked: SweepAsked, points: list[SweepPoint]) -> None:
    if asked.out is not None:
        asked.out.write_bytes(_written(asked.out.suffix, asked.scene, points))
    if asked.json:
        print(rows_as(".json", records(points)).decode())
    elif asked.out is None or asked.out.suffix == ".svg":
        print(*lines(asked, points), sep="\n")
    if asked.out is not None and not asked.json:
        print(TEXTS.say(asked.language, "cli.pack.written", file=asked.out))


def _written(ending: str, title: str, points: list[SweepPoint]) -> bytes:
    return plotted(points, title).encode() if ending == ".svg" else rows_as(ending, records(points))


def lines(asked: SweepAsked, points: list[SweepPoint]) -> list[str]:
    """The sweep as a table for a person; of a search, the last row is the answer."""
    language, table = asked.language, Sweep(tuple(points))
    heads, rows = table.heads(language), table.rows(language)
    widths = [max(len(row[at]) for row in [heads, *rows] if at < len(row)) for at in range(len(heads))]
    told = ["  ".join(f"{cell:>{width}}" for cell, width in zip(row, widths, strict=False)) for row in [heads, *rows]]
    return [*told, *(_searched(points, asked.goal, language) if asked.even is not None else ())]


def _searched(points: list[SweepPoint], goal: float, language: Language) -> Iterator[str]:
    """What the search came to: the nearest value; that none comes to the goal; those that may be it as well."""
    found = even_found(points, goal)
    at = _place(found.nearest)
    if found.beyond:
        where = TEXTS.say(language, f"cli.sweep.beyond.{found.beyond}")
        yield TEXTS.say(language, "cli.sweep.beyond", at=at, where=where)
        return
    if goal == EVEN:
        yield TEXTS.say(language, "cli.sweep.even_at", at=at)
    else:
        yield TEXTS.say(language, "cli.sweep.near_goal", goal=f"{number_text(100 * goal, language, 'g')} %", at=at)
    if len(found.as_near) > 1:
        yield TEXTS.say(language, "cli.sweep.as_near", at="; ".join(map(_place, found.as_near)))


def _place(point: SweepPoint) -> str:
    return ", ".join(f"{name}={value}" for name, value in point.at.items())


def register(app: typer.Typer) -> None:
    """Add the command to the application."""

    @app.command("sweep", help=help_text("cli.sweep.help"))
    def sweep(
        scene: Annotated[str, typer.Argument(help=help_text("cli.sweep.scene"))] = "",
        rules: Annotated[str, typer.Option("--rules", help=games_help())] = first_game(),
        vary: Annotated[list[str] | None, typer.Option("--vary", help=help_text("cli.sweep.vary"))] = None,
        even: Annotated[str | None, typer.Option("--even", help=help_text("cli.sweep.even"))] = None,
        goal: Annotated[float, typer.Option("--goal", min=0, max=1, help=help_text("cli.sweep.goal"))] = EVEN,
        matters: Annotated[str, typer.Option("--matters", help=help_text("cli.sweep.matters"))] = "",
        party: Annotated[str, typer.Option("--party", help=help_text("cli.encounter.party"))] = "",
        against: Annotated[list[str] | None, typer.Option("--against", help=help_text("cli.encounter.foes"))] = None,
        settings: Annotated[list[str] | None, typer.Option("--set", help=help_text("cli.fight.settings"))] = None,
        house_rules: Annotated[
            Path | None,
            house_rules_option(),
        ] = None,
        pack: Annotated[list[Path] | None, pack_option()] = None,
        policy: Annotated[list[str] | None, typer.Option("--policy", help=help_text("cli.chances.policy"))] = None,
        question: Annotated[str, typer.Option("--question", help=help_text("cli.chances.question"))] = "wins",
        runs: Annotated[int | None, typer.Option("--runs", min=1, help=help_text("cli.sweep.runs"))] = None,
        width: Annotated[float, typer.Option("--width", min=0, help=help_text("cli.chances.width"))] = 0.05,
        seed: Annotated[str | None, typer.Option("--seed", help=help_text("cli.fight.seed"))] = None,
        workers: Annotated[int, typer.Option("--workers", min=1, help=help_text("cli.chances.workers"))] = 1,
        ray: Annotated[str | None, typer.Option("--ray", help=help_text("cli.chances.ray"))] = None,
        out: Annotated[Path | None, typer.Option("--out", dir_okay=False, help=help_text("cli.sweep.out"))] = None,
        as_json: Annotated[bool, typer.Option("--json", help=help_text("cli.json"))] = False,
        lang: Annotated[str | None, language_option()] = None,
    ) -> None:
        asked = SweepAsked(
            game=rules,
            scene=scene,
            language=pick_language(lang),
            vary=tuple(vary or ()),
            even=even,
            goal=goal,
            matters=matters,
            party=party,
            against=tuple(against or ()),
            settings=tuple(settings or ()),
            house_rules=house_rules,
            packs=tuple(pack or ()),
            policies=tuple(policy or ()),
            question=question,
            runs=runs,
            width=width,
            seed=seed,
            workers=workers,
            ray=ray,
            out=out,
            json=as_json,
        )
        leave(run(asked))
