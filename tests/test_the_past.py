"""The past does not change: a line is told from what its seat knew when it happened, and reads the same for ever.

Every scene that ships and a campaign of every game are played, and each line is told on the spot, from the state of
that moment. Then everything is done that used to change old lines: commands are taken back, a whole descent too,
visited places hidden, options changed; the table is opened again, from its log and from a log of old that does not say
how things stood. Referee, player and spectator read the same as before, in both languages, and so do their "why?".
"""

import asyncio
from collections.abc import Iterable
from functools import cache, cached_property
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from tests.games import PLAYABLE, ready_of
from tests.sampling import spread

from arbitro.cli.teller import TableTeller
from arbitro.dice.stream import QuickDice, seed_from_text
from arbitro.dungeon.export.moods import moods
from arbitro.dungeon.export.words import TEXTS as PLACES
from arbitro.kernel import table as kernel_table
from arbitro.kernel.command import ChangeOptions, Redo, Refusal, RevealEvent, Undo
from arbitro.kernel.explain import Explanation
from arbitro.kernel.fold import Record
from arbitro.kernel.log import FIRST_CHAIN, Entry, encode_entry, link, write_lines
from arbitro.kernel.ruleset import shown_to
from arbitro.kernel.seat import REFEREE, SPECTATOR, Seat
from arbitro.kernel.sentence import tell
from arbitro.kernel.table import Table
from arbitro.kernel.then import Now
from arbitro.kernel.together import explained_together, in_runs, told_together
from arbitro.kernel.witness import Said, in_words, own_name
from arbitro.kernel.yamlfile import open_packaged
from arbitro.play import campaigns, find_campaign, find_game
from arbitro.play.commands import Hide
from arbitro.play.events import PartyMoved
from arbitro.play.journal.write import write_journal
from arbitro.play.players import PLAYERS
from arbitro.play.players.turn import carry_out, next_turn
from arbitro.rules import find_ruleset
from arbitro.store.memory import MemoryStore
from arbitro.store.session import Session
from arbitro.text import LANGUAGES, Language, Name
from arbitro.web import story as web_story
from arbitro.web.story import Chronicle

CAMPAIGNS = [f"campaign {game}" for game in campaigns()]
SCENES = [f"{game} {folder} {name}" for game in PLAYABLE for folder, name in ready_of(game)]
MOST = {"campaign": 80, "scene": 24}
"""Commands of a campaign, and of a scene."""
MOST_GROWTH = 0.3
"""By how much a log may grow for what is noted with its entries."""

over_tables = pytest.mark.parametrize("what", [*CAMPAIGNS, *spread(SCENES, 5)])
over_campaigns = pytest.mark.parametrize("what", CAMPAIGNS)
Reading = tuple[Seat, Language]


class Played:
    """A table that was played, each entry as it was written with the state after it."""

    def __init__(self, table: Table[Any]) -> None:
        self.table = table
        self.steps: list[tuple[Entry[Any, Any], Any]] = []
        self.note()

    def note(self) -> None:
        entry = self.table.last
        assert entry is not None
        self.steps.append((entry, self.table.state))

    def copy(self) -> Table[Any]:
        return Table.restore(self.table.ruleset, list(self.table.records()), self.table.seed)

    @cached_property
    def story(self) -> "dict[Reading, list[str]]":
        return story(self.table)


@cache
def played(what: str) -> Played:
    return _campaign(what) if what in CAMPAIGNS else _scene(what)


def _campaign(what: str) -> Played:
    campaign: Any = find_campaign(what.partition(" ")[2])
    done = Played(Table.open(campaign, "past", seed_from_text("the past")))
    player = PLAYERS["plain"](campaign, QuickDice(5))
    while len(done.steps) < MOST["campaign"] and not campaign.finished(done.table.state):
        turn = next_turn(campaign, done.table.state, player)
        if turn is None:
            break
        assert not isinstance(carry_out(done.table, turn, player), Refusal)
        done.note()
    return done


def _scene(what: str) -> Played:
    game, folder, name = what.split()
    ruleset = find_ruleset(game)
    setup = ruleset.read_setup(open_packaged(ruleset.package, folder, name))
    done = Played(Table.open(ruleset, "past", seed_from_text("the past"), setup.options))
    for command in setup.start:
        assert not isinstance(done.table.submit(command, REFEREE), Refusal)
        done.note()
    while len(done.steps) < MOST["scene"] and not ruleset.finished(done.table.state):
        suggested = ruleset.suggest(done.table.state, REFEREE)
        if suggested is None:
            break
        assert not isinstance(done.table.submit(suggested, REFEREE), Refusal)
        done.note()
    return done


def readers(table: Table[Any]) -> list[Reading]:
    """The referee, everybody who plays, and who looks on, in both languages."""
    seats = (REFEREE, SPECTATOR, *table.ruleset.seats(table.state))
    return [(seat, language) for seat in dict.fromkeys(seats) for language in LANGUAGES]


def of_old(table: Table[Any]) -> Table[Any]:
    """The same log as an earlier version would have written it: no entry says how things stood."""
    chain = FIRST_CHAIN
    records: list[Record] = []
    for entry in table.entries():
        body = encode_entry(msgspec.structs.replace(entry, then=None))
        chain = link(chain, body)
        records.append((chain, body))
    return Table.restore(table.ruleset, records, table.seed)


def chronicle(table: Table[Any], seat: Seat) -> Chronicle:
    """The story of a seat that has just come to the table."""
    return chronicles(table, seat)[seat]


def chronicles(table: Table[Any], *seats: Seat) -> dict[Seat, Chronicle]:
    """The stories of seats that have just come to the table, all of whom read the same log."""
    found = {seat: Chronicle(table.ruleset, seat) for seat in seats}
    for entry in table.witnessed():
        for one in found.values():
            one.read(entry)
    return found


def told_to(table: Table[Any], readings: Iterable[Reading]) -> dict[Reading, list[str]]:
    """What each reads, in their language."""
    wanted = list(readings)
    found = chronicles(table, *dict.fromkeys(seat for seat, _ in wanted))
    return {(seat, language): texts(found[seat], language) for seat, language in wanted}


def texts(found: Chronicle, language: Language, last: int | None = None) -> list[str]:
    moment: Any = SimpleNamespace(language=language)
    return [line.text for line in found.lines(moment, 1, len(found.told) if last is None else last)]


def story(table: Table[Any]) -> dict[Reading, list[str]]:
    return told_to(table, readers(table))


def reasons(found: Chronicle, language: Language) -> list[Explanation]:
    return [explained_together(one.then, one.run, language) for one in found.told if one.run]


def disturb(table: Table[Any]) -> None:
    """All that may be done to a table and must not reach back: hide, change options, take back, put back, go on."""
    _hide_what_was_visited(table)
    flags = [name for name, value in table.state.options.items() if value is True or value is False]
    for name in flags[:6]:
        table.submit(ChangeOptions({name: not table.state.options[name]}), REFEREE)
    for _ in range(table.ledger.length):  # to the very beginning: no fight, no dungeon, nobody there
        if isinstance(table.submit(Undo(), REFEREE), Refusal):
            break
    for _ in range(3):
        assert not isinstance(table.submit(Redo(), REFEREE), Refusal)


def _hide_what_was_visited(table: Table[Any]) -> None:
    dungeon = getattr(table.state, "dungeon", None)
    for space in dungeon.spaces if dungeon is not None else ():
        table.submit(Hide(space, "it was another place"), REFEREE)


def begins(longer: list[Any], shorter: list[Any]) -> None:
    assert longer[: len(shorter)] == shorter


# -------------------------------------------------------------------- the same for ever


def came_to_light(entry: Any) -> bool:
    """Whether a place is told as the party came upon it, before something went off or was found there."""
    return any(fact.startswith("arrival:") for fact in entry.then.facts)


@over_tables
def test_what_is_noted_with_an_entry_says_what_the_state_of_then_says(what: str):
    """Line by line: told from the entry alone, and told on the spot from the state after it."""
    done = played(what)
    for (seat, language), told in done.story.items():
        on_the_spot = []
        for entry, state in done.steps:
            now = Now(done.table.ruleset, state)
            shown = (shown_to(done.table.ruleset, state, event, seat) for event in entry.events)
            has_words = [event for event in shown if event and tell(done.table.ruleset, state, event, language)]
            for run in in_runs(now, has_words):
                as_it_was_first = isinstance(run[0], PartyMoved) and came_to_light(entry)
                on_the_spot.append(told[len(on_the_spot)] if as_it_was_first else told_together(now, run, language))
        assert told == on_the_spot
        untold = done.table.ruleset.texts.say(language, "untold")
        assert untold not in told
        assert told


@over_tables
def test_nothing_that_is_done_later_changes_a_line(what: str):
    done = played(what)
    table = done.copy()
    disturb(table)
    opened = Table.restore(table.ruleset, list(table.records()), table.seed)
    assert opened.ledger.length > done.table.ledger.length
    for at in (table, opened):
        for reading, lines in told_to(at, done.story).items():
            begins(lines, done.story[reading])


@over_tables
def test_a_log_of_old_is_told_by_folding_to_each_moment(what: str):
    done = played(what)
    old = of_old(done.table)
    assert all(entry.then is None for entry in old.entries())
    assert story(old) == done.story
    table = of_old(done.copy())
    disturb(table)
    lines = told_to(table, done.story)
    for reading, before in done.story.items():
        begins(lines[reading], before)
    assert told_to(of_old(table), done.story) == lines


@over_tables
def test_the_reasons_do_not_change_either(what: str):
    """Rules, readings and options as they were in force, and the parts of every number."""
    done = played(what)
    seats = list(dict.fromkeys(seat for seat, _ in readers(done.table)))[:3]
    table = done.copy()
    disturb(table)
    before, after, old = (chronicles(at, *seats) for at in (done.table, table, of_old(done.table)))
    for seat, language in ((seat, language) for seat in seats for language in LANGUAGES):
        then = reasons(before[seat], language)
        begins(reasons(after[seat], language), then)
        assert reasons(old[seat], language) == then


@over_campaigns
def test_a_stored_table_is_read_the_same_after_a_restart(what: str):
    done = played(what)

    async def scene() -> None:
        store = MemoryStore(find_game)
        session: Session[Any] = await store.import_table(list(write_lines(done.table.records())), done.table.seed)
        for command in (Undo(), Undo(), Redo()):
            assert isinstance(await session.submit(command, REFEREE), Entry)
        for opened in (session, await store.open_table("past")):
            for (seat, language), lines in done.story.items():
                found = Chronicle(opened.ruleset, seat)
                await found.catch_up(opened)
                begins(texts(found, language), lines)

    asyncio.run(scene())


@over_campaigns
def test_the_terminal_reads_the_log_the_same_whatever_was_done_since(what: str):
    done = played(what)

    async def scene() -> None:
        store = MemoryStore(find_game)
        session: Session[Any] = await store.import_table(list(write_lines(done.table.records())), done.table.seed)
        before = [await printed(session, language) for language in LANGUAGES]
        for space in done.table.state.dungeon.spaces:
            await session.submit(Hide(space), REFEREE)
        while isinstance(await session.submit(Undo(), REFEREE), Entry):
            pass
        for language, lines in zip(LANGUAGES, before, strict=True):
            begins(await printed(session, language), lines)

    async def printed(session: Session[Any], language: Language) -> list[str]:
        lines: list[str] = []
        teller = TableTeller(session, language, lines.append, why=True)
        for entry in await session.witnessed():
            teller.tell(entry)
        return lines

    asyncio.run(scene())


def test_what_is_revealed_is_told_in_the_names_of_then():
    """Long after a fight the referee tells of it: those who fought have their names."""
    done = played(next(what for what in SCENES if what.startswith("whitebox fights")))
    table = done.copy()
    secret = next(
        (entry.seq, number)
        for entry, _ in done.steps
        for number, event in enumerate(entry.events)
        if event.secrets and type(event).__name__ == "AttackRolled"
    )
    then = texts(chronicle(table, REFEREE), "en")
    while not isinstance(table.submit(Undo(), REFEREE), Refusal):
        pass
    assert isinstance(table.submit(RevealEvent(*secret), REFEREE), Entry)
    for at in (table, of_old(table)):
        told = texts(chronicle(at, SPECTATOR), "en")[-1].partition(": ")[2]
        assert told in then


# -------------------------------------------------------------------- no line takes others with it


def test_a_line_that_cannot_be_told_leaves_all_others(monkeypatch: pytest.MonkeyPatch):
    done = played(CAMPAIGNS[0])
    whole = texts(chronicle(done.table, REFEREE), "en")
    say = type(done.table.ruleset).words_for

    def fails_at_times(self: Any, then: Any, event: Any, language: Language) -> dict[str, str]:
        if type(event).__name__ == "PartyMoved":
            raise KeyError("roots0")
        return dict(say(self, then, event, language))

    monkeypatch.setattr(type(done.table.ruleset), "words_for", fails_at_times)
    broken = texts(chronicle(done.table, REFEREE), "en")
    assert len(broken) == len(whole)
    lost = done.table.ruleset.texts.say("en", "untold")
    assert lost in broken
    assert all(mine in (yours, lost) for mine, yours in zip(broken, whole, strict=True))


@over_campaigns
def test_story_and_journal_agree_on_what_places_are_like(what: str):
    done = played(what)
    seat = next(iter(done.table.ruleset.seats(done.table.state)), SPECTATOR)
    for language in LANGUAGES:
        journal = write_journal(done.table.ruleset, done.table.entries(), language, seat)
        prose = " ".join(paragraph.text for chapter in journal.chapters for paragraph in chapter.paragraphs)
        lines = " ".join(texts(chronicle(done.table, seat), language))
        kinds = [kind for found in moods().values() for kind in found]
        for mood in (PLACES.say(language, f"mood.{kind}") for kind in kinds):
            assert (mood in prose) <= (mood in lines)


# -------------------------------------------------------------------- secrets


@over_tables
def test_what_is_noted_never_leaves_the_log(what: str):
    """Other seats are given events, from which what they may not know is gone; the notes are for whoever tells."""
    done = played(what)
    for seat in dict.fromkeys(seat for seat, _ in readers(done.table)):
        assert all(entry.then is None for entry in done.table.history(seat))


# -------------------------------------------------------------------- what it costs


def test_who_reads_the_end_pays_for_the_lines_shown(monkeypatch: pytest.MonkeyPatch):
    done = played(CAMPAIGNS[0])
    asked: list[Any] = []

    def told_so(then: Any, run: Any, language: Language) -> str:
        asked.append(run)
        return "."

    monkeypatch.setattr(web_story, "told_together", told_so)
    found = chronicle(done.table, REFEREE)
    assert len(found.told) > 100
    assert not asked
    moment: Any = SimpleNamespace(language="it")
    found.lines(moment, len(found.told) - 19, len(found.told))
    assert asked == [one.run for one in found.told[-20:] if one.run]
    assert asked


def test_simulations_that_nobody_reads_note_nothing(monkeypatch: pytest.MonkeyPatch):
    def unread(*_: Any) -> Any:
        raise AssertionError("nobody asked for it")

    monkeypatch.setattr(kernel_table, "witness_of", unread)
    game, folder, name = next(what for what in SCENES if " fights " in what).split()
    ruleset = find_ruleset(game)
    setup = ruleset.read_setup(open_packaged(ruleset.package, folder, name))
    table = Table.open(ruleset, "past", seed_from_text("unread"), setup.options)
    for command in setup.start:
        assert isinstance(table.submit(command, REFEREE), Entry)
    while not ruleset.finished(table.state):
        command = ruleset.suggest(table.state, REFEREE)
        assert command is not None
        assert isinstance(table.submit(command, REFEREE), Entry)
    with pytest.raises(AssertionError, match="nobody asked"):
        _ = table.fresh


@over_tables
def test_a_log_grows_little_for_it(what: str):
    done = played(what)
    with_it = sum(len(body) for _, body in done.table.records())
    without = sum(len(body) for _, body in of_old(done.table).records())
    assert with_it <= without * (1 + MOST_GROWTH)


def test_a_simulation_too_long_to_keep_its_states_is_told_all_the_same(monkeypatch: pytest.MonkeyPatch):
    """Only the last states are at hand when a long simulation is written; the entries before are folded to."""
    done = played(SCENES[0])
    monkeypatch.setattr(kernel_table, "RECENT", 8)
    table = Table.open(done.table.ruleset, "past", seed_from_text("the past"), done.steps[0][1].options)
    for entry, _ in done.steps[1:]:
        assert entry.command is not None
        assert isinstance(table.submit(entry.command, REFEREE), Entry)
    noted = [entry.then is not None for entry in table.entries()]
    assert noted.count(True) == 8
    assert story(table) == story(done.table)


def test_entries_that_older_words_were_noted_for_are_folded_to(monkeypatch: pytest.MonkeyPatch):
    """A later version whose sentences ask for more counts up, and old entries are worked out anew."""
    done = played(SCENES[0])
    before = story(done.table)
    today = done.table.ruleset.wording
    monkeypatch.setattr(type(done.table.ruleset), "wording", today + 1)
    table = done.copy()
    assert all(entry.then is not None and entry.then.version == today for entry in table.entries())
    assert all(entry.then is not None and entry.then.version == today + 1 for entry in table.witnessed())
    assert story(table) == before


# -------------------------------------------------------------------- how it is written down


@pytest.mark.parametrize(
    ("italian", "english", "packed"),
    [
        (Name("Aldo"), Name("Aldo"), ("Aldo",)),
        (Name("Berta", "f"), Name("Berta", "f"), ("Berta", "", "f")),
        (Name("Orco 2"), Name("Orc 2"), ("Orco 2", "Orc 2")),
        (Name("orco", "m", "one"), Name("orc", "m", "one"), ("orco", "orc", "m", "one")),
        (Name("vespe", "f", "many"), Name("wasps", "f", "many"), ("vespe", "wasps", "f", "many")),
    ],
)
def test_a_name_comes_back_as_it_was(italian: Name, english: Name, packed: tuple[str, ...]):
    texts = find_ruleset("whitebox").texts
    assert own_name(italian, english) == packed
    for language, name in zip(LANGUAGES, (italian, english), strict=True):
        again = in_words(packed, texts, language)
        assert (again, again.gender, again.grammar) == (name, name.gender, name.grammar)


def test_a_name_of_the_catalogues_is_kept_as_its_key_and_numbers():
    done = played(CAMPAIGNS[0])
    noted = [entry.then for entry in done.table.entries() if entry.then is not None]
    said = [name for each in noted for name in each.names.values() if isinstance(name, Said)]
    looks = [fact for each in noted for key, fact in each.facts.items() if key.startswith("looks:")]
    assert said or looks
    for fact in looks:
        assert all("." in part["key"] for part in (*fact["space"], *fact.get("more", ())))
