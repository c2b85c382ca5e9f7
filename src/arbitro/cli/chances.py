"""Odds of fights at the terminal: ``arbitro fight --runs``, ``--exact``, ``--compare``; and ``arbitro odds fight``."""

import os
import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from arbitro.chances.answer import FightOdds
from arbitro.chances.asking import Budget, compared, fight_odds
from arbitro.chances.bout import Bout
from arbitro.chances.building import put_together
from arbitro.chances.measures import family
from arbitro.chances.policies import Policy, policy_of
from arbitro.chances.sweeps import HOUSE_RULES, PACKS
from arbitro.chances.work import FightWork, OnProgress, WorkProgress
from arbitro.cli import TEXTS, print_json, report
from arbitro.cli.own_fight import RANDOM, entered, foes_from
from arbitro.cli.sessions import PlayRequest, find_scene, packs_of, settings_of
from arbitro.cli.settings import settings_from
from arbitro.kernel.option import load_house_rules
from arbitro.kernel.rulebook import Phrase
from arbitro.kernel.ruleset import Setup
from arbitro.play.opening import known_game, ready_scenes
from arbitro.text import Fault, Language, Words

AS_IT_IS: Final = "-"
"""The variant that changes nothing."""
NAMELESS: Final = Phrase("", "")
LOCAL: Final = "local"
"""The address of a cluster that is started for the occasion."""
MILLION: Final = 1_000_000
"""Fights in compiled code, where nobody says how many."""
SITUATIONS: Final = 50_000
"""How far a fight is followed where an exact answer is wanted."""
ERASE: Final = "\x1b[K"
"""Empties the rest of a line of the terminal."""
SECONDS: Final = 30.0
"""How long it is followed then."""


class FightAsked(Struct, frozen=True, kw_only=True):
    """What is to be known of a fight, as it was asked on the command line."""

    play: PlayRequest
    question: str = "wins"
    policies: tuple[str, ...] = ()
    runs: int | None = None
    """How many fights are fought; None: as the width says."""
    exact: bool = False
    sim: bool = False
    """Whether they are fought in compiled code, where that can be done."""
    width: float = 0.05
    compare: tuple[str, str] | None = None
    workers: int = 1
    ray: str | None = None
    """The address of a cluster where they are fought."""


def run(asked: FightAsked) -> int:
    """Find out, and print it; the exit code."""
    try:
        seed = asked.play.seed or os.urandom(4).hex()
        bout = bout_of(replace(asked.play, seed=seed), asked.policies)
        if not (asked.play.scene or asked.play.against or asked.play.prepared or asked.play.json):
            print(_which(asked.play))
        _one_way(asked)
        with some_workers(asked.workers, asked.ray) as executor:
            if asked.compare is not None:
                _compare(asked, seed, executor)
            else:
                _tell(asked, odds_of(asked, bout, seed, executor))
    except Fault as fault:
        end_count()
        return report(fault, asked.play.language, as_json=asked.play.json)
    return 0


def _one_way(asked: FightAsked) -> None:
    """Exact odds need no fights: whoever asks for both is told, before anything is done."""
    others = {"--runs": asked.runs is not None, "--sim": asked.sim, "--compare": asked.compare is not None}
    both = [flag for flag, given in others.items() if given]
    if asked.exact and both:
        raise Fault(Words(TEXTS, "cli.chances.one_way", other=both[0]))


def bout_of(play: PlayRequest, policies: Iterable[str] = ()) -> Bout:
    """The fight that a command line names."""
    ruleset = known_game(play.game).with_packs(packs_of(play.packs))
    if play.against and not play.scene and len(play.party) <= 1:  # people by lot are drawn once, not for each fight
        options = settings_of(ruleset, Setup(NAMELESS, (), {}), play)
        own = entered(ruleset, "".join(play.party) or RANDOM, foes_from(play.against), options, play.seed or "")
        setup = put_together(own)
    else:
        _, setup = find_scene(ruleset, play)
    return Bout(
        game=ruleset.id,
        packs=ruleset.packs,
        start=setup.start,
        options=settings_of(ruleset, setup, play),
        policies=policies_from(policies),
    )


def _which(play: PlayRequest) -> str:
    """The fight that is taken where nobody names one."""
    ready = ready_scenes(known_game(play.game).with_packs(packs_of(play.packs)), play.folder)
    first, *others = ready
    return TEXTS.say(play.language, "cli.chances.unnamed", fight=first, others=", ".join(others))


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
    if asked.sim:
        return Budget(fights=asked.runs or MILLION, method="simulated")
    if asked.runs is not None:
        return Budget(fights=asked.runs, width=0.0, method="sampled")
    return Budget(width=asked.width)


def odds_of(asked: FightAsked, bout: Bout, seed: str, executor: Executor | None) -> FightOdds:
    """The odds; where an exact answer is wanted and there is none, a fault says why."""
    if asked.exact:
        budget = replace(budget_of(asked), fights=1, width=0.0)
        found = fight_odds(bout, asked.question, budget, seed=seed, work=FightWork(on_progress=_for_a_while(SECONDS)))
        if found.method == "sampled":
            why = " ".join([found.why(asked.play.language), *_so_far(found, asked.play.language)])
            raise Fault(Words(TEXTS, "cli.chances.not_exact", why=why))
        return found
    return fight_odds(bout, asked.question, budget_of(asked), seed=seed, work=_work(asked, executor))


def _work(asked: FightAsked, executor: Executor | None) -> FightWork:
    return FightWork(executor=executor, workers=asked.workers, on_progress=show_progress)


def _so_far(found: FightOdds, language: Language) -> Iterator[str]:
    known = found.known_so_far(language)
    if known:
        yield TEXTS.say(language, "cli.chances.so_far", known="; ".join(known))


def _for_a_while(seconds: float) -> OnProgress:
    """How far it has come is shown; after so many seconds that is enough."""
    began = monotonic()

    def told(progress: WorkProgress) -> bool:
        show_progress(progress)
        return monotonic() - began > seconds

    return told


def show_progress(progress: WorkProgress) -> None:
    """How far it has come, at a terminal."""
    show_count(f"{progress.count} / {progress.most}")


def _at_a_terminal() -> bool:
    return sys.stderr.isatty()


def show_count(text: str) -> None:
    """How far it has come, for whoever waits at a terminal: the next line that is written takes its place."""
    if _at_a_terminal():
        print(f"{text}{ERASE}", end="\r", file=sys.stderr, flush=True)


def end_count() -> None:
    """Nothing is left of how far it had come where the answer is printed."""
    if _at_a_terminal():
        print(ERASE, end="", file=sys.stderr, flush=True)


def _tell(asked: FightAsked, found: FightOdds) -> None:
    end_count()
    if asked.play.json:
        print_json(found.as_data())
    else:
        print(*told(found, asked.play.language), sep="\n")


def told(found: FightOdds, language: Language) -> list[str]:
    """The answer for a person: each number, how it was found, and, of who wins, what it comes to in plain words."""
    plain = found.plainly(language) if family(found.asked) == "wins" else []
    head = TEXTS.say(language, "cli.chances.plainly")
    return [*found.lines(language), *(["", head, *(f"  {line}" for line in plain)] if plain else [])]


# ---------------------------------------------------------------- variants


def variant(play: PlayRequest, policies: Iterable[str], text: str) -> Bout:
    """A fight with something changed, several things with commas; ``-`` changes nothing.

    ``option=value``, ``party:focus``, ``house_rules=FILE``, ``packs=FOLDER`` or ``packs=FILE+FILE``: what lies over the
    game changes who they are who fight, whatever else leaves them alone.
    """
    parts = [] if text == AS_IT_IS else text.split(",")
    files = dict(part.split("=", 1) for part in parts if part.startswith((f"{HOUSE_RULES}=", f"{PACKS}=")))
    more = tuple(map(Path, files[PACKS].split("+"))) if files.get(PACKS, AS_IT_IS) != AS_IT_IS else ()
    bout = bout_of(replace(play, packs=(*play.packs, *more)), policies)
    options = bout.ruleset.options
    changed = dict(bout.options)
    if HOUSE_RULES in files:
        changed |= load_house_rules(Path(files[HOUSE_RULES]), bout.game, options).options
    changed |= settings_from(part for part in parts if "=" in part and part.partition("=")[0] not in files)
    decided = policies_from(part for part in parts if "=" not in part)
    return replace(bout, options=options.meant(changed), policies={**bout.policies, **decided})


def _compare(asked: FightAsked, seed: str, executor: Executor | None) -> None:
    first, second = asked.compare or (AS_IT_IS, AS_IT_IS)
    budget = budget_of(asked)
    work = _work(asked, executor)
    play = replace(asked.play, seed=seed)
    one, other = (variant(play, asked.policies, text) for text in (first, second))
    found = compared(one, other, asked.question, budget, seed=seed, work=work)
    end_count()
    if asked.play.json:
        print_json({"variants": [first, second], **found.as_data()})
    else:
        print(*found.lines(asked.play.language), sep="\n")


@contextmanager
def some_workers(count: int, ray: str | None = None) -> Iterator[Executor | None]:
    """So many processes; none for one. With an address, a Ray cluster instead: ``local`` starts one here."""
    if ray is not None:
        from arbitro.chances.on_ray import RayExecutor

        with RayExecutor(None if ray == LOCAL else ray, **({"num_cpus": count} if ray == LOCAL else {})) as cluster:
            yield cluster
        return
    if count <= 1:
        yield None
        return
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    with ProcessPoolExecutor(count, mp_context=get_context("spawn")) as pool:
        yield pool
