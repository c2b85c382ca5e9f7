"""Write the golden logs of this version anew: ``python -m tests.logs.write``.

Ready scenes and campaigns are played from their beginning by the automatic players. The other logs, which are kept
because something occurs in them that occurs nowhere else, are played again command by command; what the rules refuse
now is left out. Where kinds are missing, ``--gather`` takes new ones from the scenes that the tests of the chapters
play (minutes), and ``--search SECONDS`` looks for them by odd play.

A log that comes out otherwise is a change of the rules: look at it before it is committed (``--diff`` names the first
difference of each log, and writes nothing).
"""

import argparse
import time
from collections.abc import Callable, Iterable, Iterator
from copy import deepcopy
from functools import partial
from itertools import count
from random import Random
from traceback import extract_tb
from typing import Any

from msgspec import structs
from tests.games import ready_of
from tests.logs import archive
from tests.logs.archive import FORMS, TODAY, Head, Log
from tests.logs.comparing import difference
from tests.logs.forms import forms_today, write_forms
from tests.logs.gathering import gathered, transposed
from tests.logs.playing import Kinds, again, any_fight, odd_campaign, odd_scene, ready, replayed, shortened

from arbitro import __version__
from arbitro.kernel.audit import verify
from arbitro.kernel.event import tag_of
from arbitro.kernel.log import write_lines
from arbitro.kernel.table import Table
from arbitro.kernel.yamlfile import open_packaged
from arbitro.play import find_campaign, find_game
from arbitro.rules import find_ruleset, games

ENOUGH = 0.9
"""How much of a game's events and of its commands must occur in its golden logs: where it is less, a scene that is
played on purpose (`playing.below_and_rare`), scenes of tests (`--gather`) or a search (`--search`) show more."""
FAMILY = ("whitebox", "infausta")
WITHOUT_LOCKS = ("archmage", "daggerheart")
NEVER: dict[str, tuple[str, ...]] = {
    "turns_passed": (*FAMILY, *WITHOUT_LOCKS),  # in logs of old alone
    "clock_moved": FAMILY,  # the game's own clock goes
    "draft_thrown": (*FAMILY, "daggerheart"),  # scores are the game's own event, or not thrown
    "throw_for_character": ("daggerheart",),
    "lock_settled": WITHOUT_LOCKS,
    "set_lock": WITHOUT_LOCKS,
    "tried": WITHOUT_LOCKS,  # saves and checks are the game's own events
}
"""Kinds of all campaigns that do not come about in those of some games."""
MOST = 250
"""Commands of a log that is looked for."""
FOUND = "found "


def registered(game: str) -> tuple[set[str], set[str]]:
    """The tags of all events and commands of a game and its campaign that may come about there."""
    both: tuple[Any, Any] = find_ruleset(game), find_campaign(game)
    never = {tag for tag, where in NEVER.items() if game in where}
    events = {tag_of(kind) for one in both for kind in one.event_types}
    commands = {tag_of(kind) for one in both for kind in one.command_types}
    return events - never, commands - never


def occurring(logs: Iterable[Log]) -> Kinds:
    """The kinds that occur in logs."""
    kinds = Kinds()
    for log in logs:
        decode = find_game(log.head.game).entry_decoder.decode
        for body in log.bodies:
            kinds.note(decode(body))
    return kinds


def missing(game: str, kinds: Kinds) -> tuple[set[str], set[str]]:
    """The events and the commands of a game that do not occur."""
    events, commands = registered(game)
    return events - kinds.events, commands - kinds.commands


def figures(game: str, kinds: Kinds) -> str:
    """How much of a game occurs, and what does not."""
    events, commands = registered(game)
    parts = []
    for word, all_of, lost in zip(("events", "commands"), (events, commands), missing(game, kinds), strict=True):
        share = 100 * (len(all_of) - len(lost)) / len(all_of)
        parts.append(f"{share:.1f} % of {len(all_of)} {word}; missing: {', '.join(sorted(lost)) or 'none'}")
    return f"{game}: " + f"\n{game}: ".join(parts)


def found_before(game: str) -> list[Log]:
    """The logs that were kept for what is rare."""
    if not (TODAY / f"{game}.xz").exists():
        return []
    return [log for log in archive.read(__version__, game) if log.head.log.startswith(FOUND)]


def kept_still(game: str, kinds: Kinds) -> Iterator[Log]:
    """Those of them that still show something new, played again."""
    for log in found_before(game):
        *_, (_, table, _) = again(log)
        short = shortened(table, kinds)
        if short is not None:
            yield Log(log.head, short.bodies, short.state)


def searched(game: str, kinds: Kinds, seconds: float) -> Iterator[Log]:
    """Logs of odd play, each with something in it that has not occurred before."""
    before = {log.head.log for log in found_before(game)}
    until = time.process_time() + seconds
    for seed in count(len(before) + 1):
        for what, play in odd_plays(game, f"{seed}"):
            if time.process_time() > until:
                return
            called = f"{FOUND}{what}, seed {seed}"
            try:
                short = shortened(play(kinds), kinds)
            except (
                Exception
            ) as error:  # odd play finds what is odd in the rules too: it is told, and the search goes on
                *_, frame = extract_tb(error.__traceback__)
                print(f"{called}: {type(error).__name__}: {error} at {frame.filename}:{frame.lineno}", flush=True)
                continue
            if short is not None and called not in before:
                events, commands = missing(game, kinds)
                print(f"{called}: {len(events)} events and {len(commands)} commands are missing still", flush=True)
                yield Log(Head(called, short.head.game, short.head.seeds), short.bodies, short.state)


def from_tests(game: str, kinds: Kinds) -> list[Log]:
    """Scenes of tests in which something new occurs; first those of a game all of whose commands this one has too."""
    known, logs = deepcopy(kinds), []
    own = set(find_ruleset(game).command_types)
    for parent in games():
        for log in found_before(parent) if set(find_ruleset(parent).command_types) < own else ():
            short = shortened(transposed(log, game), kinds)
            if short is not None:
                logs.append(_called(short, log.head.log))
    both: tuple[Any, Any] = find_ruleset(game), find_campaign(game)
    lost = set[str]().union(*missing(game, kinds))
    names = {kind.__name__ for one in both for kind in (*one.event_types, *one.command_types) if tag_of(kind) in lost}
    logs += (_called(log, f"{FOUND}{log.head.log}") for log in gathered(game, kinds, names))
    return needed(logs, known)


def _called(log: Log, name: str) -> Log:
    return log._replace(head=structs.replace(log.head, log=name))


def needed(logs: list[Log], known: Kinds) -> list[Log]:
    """Those without which something would be missing; of two that show the same, the shorter stays."""
    shown = {log.name: occurring([log]) for log in logs}
    left = list(logs)
    for log in sorted(logs, key=lambda log: sum(map(len, log.bodies)), reverse=True):
        others = [known, *(shown[other.name] for other in left if other is not log)]
        events = shown[log.name].events.difference(*(other.events for other in others))
        commands = shown[log.name].commands.difference(*(other.commands for other in others))
        if not events and not commands:
            left.remove(log)
    return left


def odd_plays(game: str, seed: str) -> Iterator[tuple[str, Callable[[Kinds], Table[Any]]]]:
    """One of everything that a game has ready, a campaign, a few fights with whoever comes along."""
    ruleset, chance = find_ruleset(game), Random(seed)
    scenes = ready_of(game)
    for folder, name in chance.sample(scenes, min(len(scenes), 4)):
        setup = ruleset.read_setup(open_packaged(ruleset.package, folder, name))
        yield f"{folder}/{name}", partial(odd_scene, game, setup, seed, most=MOST)
        other = any_fight(game, chance)
        if other is not None:
            yield f"fight {len(other.start)} {name}", partial(odd_scene, game, other, seed, most=MOST)
    yield "campaign", partial(odd_campaign, game, seed, most=MOST // 2)


def verified(log: Log) -> bool:
    """Whether a log holds when it is checked; one that does not shows a fault of the rules: it is told and left out."""
    verdict = verify(write_lines(log.records()), [bytes.fromhex(seed) for seed in log.head.seeds])
    if verdict.fault is not None:
        print(f"{log.name} does not verify, line {verdict.line}: {verdict.fault.in_('en')}", flush=True)
    return verdict.fault is None


def write(game: str, seconds: float, gather: bool) -> None:
    """Write the archive of a game."""
    logs = list(ready(game))
    kinds = occurring(logs)
    logs += kept_still(game, kinds)
    if gather:
        logs += from_tests(game, kinds)
    if seconds:
        logs += searched(game, kinds, seconds)
    logs = list(filter(verified, logs))
    kinds = occurring(logs)
    size = archive.write(__version__, game, logs)
    entries = sum(len(log.bodies) for log in logs)
    print(f"{game}: {len(logs)} logs, {entries} entries, {size} bytes")
    print(figures(game, kinds), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", choices=[*games(), []], help="all of them where none is named")
    parser.add_argument("--search", type=float, default=0, metavar="SECONDS")
    parser.add_argument("--gather", action="store_true", help="take scenes of tests where something is missing")
    parser.add_argument("--diff", action="store_true")
    parser.add_argument("--forms", action="store_true", help="write down the forms of events and commands alone")
    asked = parser.parse_args()
    for game in () if asked.forms else asked.games or games():
        if asked.diff:
            for log in archive.read(__version__, game):
                print(difference(log, replayed(log)) or f"{log.name}: the same")
        else:
            write(game, asked.search, asked.gather)
    if not asked.diff:
        write_forms(forms_today(), TODAY / FORMS)


if __name__ == "__main__":
    main()
