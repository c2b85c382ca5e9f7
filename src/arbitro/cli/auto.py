"""``arbitro play --auto``: campaigns that play themselves, told as a chronicle and counted."""

import gc
import os
import sys
from collections.abc import Iterator, Sequence
from typing import Any, Final

from msgspec import Struct

from arbitro.cli import BAD_INPUT, TEXTS, print_error, print_json
from arbitro.cli.paint import painter
from arbitro.cli.place import open_store
from arbitro.cli.teller import Reasons
from arbitro.dungeon.kinds import OfClass, kind_of
from arbitro.kernel.event import tag_of
from arbitro.kernel.explain import explained
from arbitro.kernel.log import Entry
from arbitro.kernel.noting import moment_of
from arbitro.kernel.ruleset import shown_then
from arbitro.kernel.sentence import refusal_text
from arbitro.kernel.table import Table
from arbitro.play import find_campaign
from arbitro.play.players import player_named, player_names
from arbitro.play.players.runs import Job, Unplayable, count_one, play_out
from arbitro.play.players.tally import Summary, Tally, summed
from arbitro.play.players.turn import players_seat
from arbitro.play.side import Side
from arbitro.text import Fault, Language, Words

CHRONICLED: Final = frozenset(
    {
        "stage_reached",
        "leg_began",
        "met_somebody",
        "foes_met",
        "meeting_ended",
        "meeting_over",
        "hero_fell",
        "treasure_found",
        "gold_shared",
        "treasure_secured",
        "xp_divided",
        "level_gained",
        "level_reached",
        "room_read",
        "party_beaten",
    }
)
"""The tags of events that a chronicle tells; everything else is for the journal."""
COLUMN: Final = 36
"""How wide the first column of every table is at least."""
MOST_CAUSES: Final = 12
"""How many causes of death are named; the others are counted together."""


class AutoRequest(Struct, frozen=True):
    """What was asked of automatic players."""

    job: Job
    runs: int
    language: Language
    json: bool = False
    table: str | None = None
    """The name under which to keep the table; none: it is not kept."""
    why: bool = False
    """Whether every line is explained."""


def checked(player: str) -> str:
    """The name of a player, or the file of one; a fault that lists the known ones otherwise."""
    if player_named(player) is None:
        raise Fault(Words(TEXTS, "cli.auto.no_player", player=player, known=", ".join(player_names())))
    return player


async def play_auto(asked: AutoRequest) -> int:
    """Play one campaign and tell it, or many and count them; the exit code."""
    try:
        if asked.runs > 1:
            return count(asked)
        return await chronicle(asked)
    except Unplayable as bad:
        print_error(refusal_text(bad.table.ruleset, bad.table.state, bad.refusal, asked.language))
        return BAD_INPUT


async def chronicle(asked: AutoRequest) -> int:
    """One campaign, told as it goes and counted at its end."""
    say = painter()
    reasons = Reasons(say)

    def watch(table: Table[Any], entry: Entry[Any, Any]) -> None:
        ruleset: Any = table.ruleset
        seat = players_seat(ruleset, table.state)
        if not CHRONICLED & {tag_of(type(event)) for event in entry.events}:
            return
        (witnessed,) = table.witnessed(entry.seq, entry.seq)  # a line is told as things stood, not as they stand now
        then = moment_of(ruleset, witnessed)
        for event in entry.events:
            if tag_of(type(event)) not in CHRONICLED:
                continue
            shown = shown_then(then, event, seat)
            if shown is None:
                continue
            explanation = explained(then, shown, asked.language)
            if explanation.sentence:
                say(explanation.sentence)
                if asked.why:
                    reasons.show(explanation)

    if asked.table is not None:
        await must_be_free(asked.table)
    table, tally = play_out(asked.job, None if asked.json else watch)
    if asked.table is not None:
        async with open_store() as store:
            await store.create(table)
    if asked.json:
        print_json({"game": table.ruleset.id, "player": asked.job.player, "run": tally, "summary": summed([tally])})
    else:
        print()
        show(asked, [tally], summed([tally]))
        if asked.table is None:
            print()
            print(TEXTS.say(asked.language, "cli.auto.not_kept"))
    return 0


async def must_be_free(name: str) -> None:
    """A fault where a table of that name is kept already: automatic players sit down at no table of anybody's."""
    async with open_store() as store:
        if await store.has(name):
            raise Fault(Words(TEXTS, "cli.auto.taken", table=name))


def settle(game: str) -> None:
    """Load a game in a process of our own: what it has loaded is never searched for garbage again."""
    find_campaign(game)
    gc.freeze()


def count_many(jobs: list[Job], processes: int = 0) -> Iterator[Tally]:
    """Many campaigns in numbers, in order, on as many processors as there are."""
    several = min(processes or os.cpu_count() or 1, len(jobs))
    if several <= 1:
        yield from map(count_one, jobs)
        return
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    with ProcessPoolExecutor(several, get_context("spawn"), settle, (jobs[0].game,)) as pool:
        yield from pool.map(count_one, jobs, chunksize=max(len(jobs) // (several * 8), 1))


def count(asked: AutoRequest) -> int:
    """Many campaigns over many seeds."""
    from msgspec.structs import replace

    jobs = [replace(asked.job, seed=f"{asked.job.seed}/{number}") for number in range(1, asked.runs + 1)]
    tallies: list[Tally] = []
    for tally in count_many(jobs):
        tallies.append(tally)
        if sys.stderr.isatty():  # somebody waits for this
            ends = "\n" if len(tallies) == len(jobs) else ""
            print(f"\r{len(tallies)}/{len(jobs)}", end=ends, file=sys.stderr, flush=True)
    summary = summed(tallies)
    if asked.json:
        game = find_campaign(asked.job.game).id
        print_json({"game": game, "player": asked.job.player, "runs": tallies, "summary": summary})
    else:
        show(asked, tallies, summary)
    return 0


def show(asked: AutoRequest, tallies: list[Tally], summary: Summary) -> None:
    """The numbers as tables: the campaigns, survival by level, what killed."""
    language = asked.language

    def say(key: str, **values: object) -> str:
        return TEXTS.say(language, f"cli.auto.{key}", **values)

    def number(value: float) -> str:
        text = f"{value:.1f}"
        return text.replace(".", ",") if language == "it" else text

    deepest = max((one.deepest for one in tallies), default=0)
    lines = {
        "runs": str(summary.runs),
        "player": TEXTS.say(language, f"cli.auto.player.{asked.job.player}"),
        "survived": share(summary.survived, summary.runs),
        "days": number(summary.days),
        "descents": number(summary.descents),
        "rooms": number(summary.rooms),
        "deepest": f"{number(summary.deepest)} ({deepest})",
        "deaths": number(summary.deaths),
        **({"beatings": number(summary.beatings)} if summary.beatings else {}),
        "treasure_turn": number(summary.treasure_per_turn),
        "treasure_day": number(summary.treasure_per_day),
        "secured_day": number(summary.secured_per_day),
        "xp_day": "–" if summary.experience_per_day is None else number(summary.experience_per_day),
    }
    columns([(say(key), value) for key, value in lines.items()], COLUMN)
    rows = [tuple(say("levels").split("|"))]
    for row in summary.levels:
        where = say("level" if row.level else "surface", level=row.level)
        rows.append((where, str(row.reached), share(row.reached - row.lost, row.reached), str(row.deaths)))
    print()
    columns(rows, COLUMN)
    if not summary.causes:
        return
    side = find_campaign(asked.job.game).with_packs(asked.job.packs).side
    rows = [tuple(say("causes").split("|"))]
    total = sum(times for _, times in summary.causes)
    for cause, times in summary.causes[:MOST_CAUSES]:
        rows.append((cause_called(side, cause, language), share(times, total)))
    others = summary.causes[MOST_CAUSES:]
    if others:
        rows.append((say("others", count=len(others)), share(sum(times for _, times in others), total)))
    print()
    columns(rows, COLUMN)


def cause_called(side: Side, cause: str, language: Language) -> str:
    """What killed somebody: monsters by their kind, people by their class."""
    kind, _, foe = cause.partition(":")
    if kind != "foe":
        return TEXTS.say(language, f"cli.auto.cause.{cause}")
    known = side.stores.is_kind(foe) or isinstance(kind_of(foe), OfClass)
    return side.stores.kind_called(foe, 1, language) if known else foe


def share(part: int, whole: int) -> str:
    """A number and how much of the whole it is."""
    return f"{part} ({round(100 * part / max(whole, 1))} %)"


def columns(rows: Sequence[Sequence[str]], first: int) -> None:
    """Print rows with their columns one under the other: the first to the left, the others to the right."""
    wide = [max(len(row[at]) for row in rows) for at in range(len(rows[0]))]
    for row in rows:
        others = (f"{text:>{width}}" for text, width in zip(row[1:], wide[1:], strict=True))
        print("  ".join((f"{row[0]:{max(wide[0], first)}}", *others)).rstrip())
