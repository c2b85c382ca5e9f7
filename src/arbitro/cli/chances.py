"""Odds of fights at the terminal: ``arbitro fight --runs``, ``--exact``, ``--compare``; and ``arbitro odds fight``."""

import os
import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from arbitro.chances.answer import FightOdds, as_data, measure_name, worded
from arbitro.chances.asking import Budget, compared, fight_odds, names_of
from arbitro.chances.bout import Bout
from arbitro.chances.measures import answers, asked_of
from arbitro.chances.policies import Policy, policy_of
from arbitro.chances.sampled import Comparison
from arbitro.cli import TEXTS, print_json, report
from arbitro.cli.sessions import PlayRequest, find_scene, packs_of, settings_of
from arbitro.cli.settings import settings_from
from arbitro.play.opening import known_game
from arbitro.text import Fault, Words

AS_IT_IS: Final = "-"
"""The variant that changes nothing."""
SITUATIONS: Final = 20_000
"""How far a fight is followed where an exact answer is wanted."""


class FightAsked(Struct, frozen=True, kw_only=True):
    """What is to be known of a fight, as it was asked on the command line."""

    play: PlayRequest
    question: str = "wins"
    policies: tuple[str, ...] = ()
    runs: int | None = None
    """How many fights are fought; None: as the width says."""
    exact: bool = False
    width: float = 0.05
    compare: tuple[str, str] | None = None
    workers: int = 1


def run(asked: FightAsked) -> int:
    """Find out, and print it; the exit code."""
    try:
        seed = asked.play.seed or os.urandom(4).hex()
        bout = bout_of(asked.play, asked.policies)
        with some_workers(asked.workers) as executor:
            if asked.compare is not None:
                _compare(asked, bout, seed, executor)
            else:
                _tell(asked, odds_of(asked, bout, seed, executor))
    except Fault as fault:
        return report(fault, asked.play.language, as_json=asked.play.json)
    return 0


def bout_of(play: PlayRequest, policies: Iterable[str] = ()) -> Bout:
    """The fight that a command line names."""
    ruleset = known_game(play.game).with_packs(packs_of(play.packs))
    _, setup = find_scene(ruleset, play)
    return Bout(
        game=ruleset.id,
        packs=ruleset.packs,
        start=setup.start,
        options=settings_of(ruleset, setup, play),
        policies=policies_from(policies),
    )


def policies_from(texts: Iterable[str]) -> dict[str, str | Policy]:
    """Who decides how: ``focus`` for all, ``party:focus`` for a side."""
    found: dict[str, str | Policy] = {}
    for text in texts:
        side, given, name = text.rpartition(":")
        policy_of(name)
        found[side if given else ""] = name
    return found


def budget_of(asked: FightAsked) -> Budget:
    """How much work the answer is worth."""
    if asked.exact:
        return Budget(situations=SITUATIONS)
    if asked.runs is not None:
        return Budget(fights=asked.runs, width=0.0, method="sampled")
    return Budget(width=asked.width)


def odds_of(asked: FightAsked, bout: Bout, seed: str, executor: Executor | None) -> FightOdds:
    """The odds; where an exact answer is wanted and there is none, a fault says why."""
    if asked.exact:
        found = fight_odds(bout, asked.question, replace(budget_of(asked), fights=1, width=0.0), seed=seed)
        if found.method == "sampled":
            raise Fault(Words(TEXTS, "cli.chances.not_exact", why=found.why(asked.play.language)))
        return found
    return fight_odds(
        bout, asked.question, budget_of(asked), seed=seed, executor=executor, workers=asked.workers, counted=_shown
    )


def _shown(count: int) -> None:
    if sys.stderr.isatty():
        print(f"\r{count} ", end="", file=sys.stderr, flush=True)


def _tell(asked: FightAsked, found: FightOdds) -> None:
    if asked.play.json:
        print_json(found.as_data())
    else:
        print(*found.lines(asked.play.language), sep="\n")


# ---------------------------------------------------------------- variants


def variant(bout: Bout, text: str) -> Bout:
    """A fight with something changed: ``option=value``, ``party:focus``, several with commas; ``-`` changes nothing."""
    parts = [] if text == AS_IT_IS else text.split(",")
    changed = settings_from(part for part in parts if "=" in part)
    policies = policies_from(part for part in parts if "=" not in part)
    options = bout.ruleset.options.meant({**bout.options, **changed})
    return replace(bout, options=options, policies={**bout.policies, **policies})


def _compare(asked: FightAsked, bout: Bout, seed: str, executor: Executor | None) -> None:
    first, second = asked.compare or (AS_IT_IS, AS_IT_IS)
    budget = Budget(fights=asked.runs or Budget().fights, width=0.0 if asked.runs else asked.width)
    found = compared(
        variant(bout, first),
        variant(bout, second),
        asked.question,
        budget,
        seed=seed,
        executor=executor,
        workers=asked.workers,
        counted=_shown,
    )
    if asked.play.json:
        print_json(_compared_data(asked, found, seed))
    else:
        print(*_compared_lines(asked, bout, found, seed), sep="\n")


def _compared_lines(asked: FightAsked, bout: Bout, found: Comparison, seed: str) -> Iterator[str]:
    language = asked.play.language
    names = names_of(bout, seed)[language]
    one, other = found.first.estimates(), found.second.estimates()
    for name, difference in found.differences.items():
        if answers(name, asked_of(asked.question)):
            yield TEXTS.say(
                language,
                "cli.chances.compared",
                what=measure_name(name, names, language),
                first=worded(name, one[name], language),
                second=worded(name, other[name], language),
                difference=worded(name, difference, language, signed=True),
            )
    yield TEXTS.say(language, "cli.chances.same_dice", count=found.first.count, seed=seed)


def _compared_data(asked: FightAsked, found: Comparison, seed: str) -> dict[str, object]:
    samples = {"first": found.first, "second": found.second}
    told = {key: {name: as_data(each) for name, each in sample.estimates().items()} for key, sample in samples.items()}
    differences = {name: as_data(each) for name, each in found.differences.items()}
    variants = list(asked.compare or ())
    return {"variants": variants, "count": found.first.count, "seed": seed, **told, "differences": differences}


@contextmanager
def some_workers(count: int) -> Iterator[Executor | None]:
    """So many processes; none for one."""
    if count <= 1:
        yield None
        return
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    with ProcessPoolExecutor(count, mp_context=get_context("spawn")) as pool:
        yield pool
