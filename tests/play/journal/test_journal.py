"""The journal: prose from the log, for the eyes of a seat, in both languages; nothing that the seat may not know."""

import html
import re
from collections.abc import Iterable
from itertools import pairwise
from typing import Any

import pytest
from msgspec.structs import replace
from tests.play.journal.playing import SCENES, campaign, play_on, played

from arbitro.dice.stream import seed_from_text
from arbitro.dungeon.export.moods import moods
from arbitro.dungeon.export.words import TEXTS as PLACES
from arbitro.kernel.command import Annotate, Undo
from arbitro.kernel.event import Event, HandedOut, SaidAside
from arbitro.kernel.log import Entry
from arbitro.kernel.prose import told_prose
from arbitro.kernel.recap import recalled
from arbitro.kernel.ruleset import shown_to
from arbitro.kernel.ruling import Check
from arbitro.kernel.seat import REFEREE, SPECTATOR, Seat
from arbitro.kernel.sentence import tell
from arbitro.kernel.table import Table
from arbitro.kernel.then import Now, Then
from arbitro.play import campaigns, find_game
from arbitro.play.events import HeroFell
from arbitro.play.journal import write
from arbitro.play.journal.guide import Guide, guide_for
from arbitro.play.journal.html import to_html
from arbitro.play.journal.model import Journal
from arbitro.play.journal.moments import MOST as MOST_MOMENTS
from arbitro.play.journal.story import Story
from arbitro.play.journal.write import players_seat, write_journal
from arbitro.play.last_words import LINES, heard, last_words
from arbitro.play.state import Called, Fallen
from arbitro.rules.daggerheart.events import StatusChanged
from arbitro.rules.whitebox.events import (
    Appeared,
    AttackRolled,
    DamageDealt,
    Fell,
    FightBegan,
    FightEnded,
    Seen,
    SpellCast,
    TurnBegan,
    Yielded,
)
from arbitro.rules.whitebox.exploring.events import DoorTried, FeltAmiss
from arbitro.rules.whitebox.people.events import TimeWent
from arbitro.rules.whitebox.state import Side
from arbitro.rules.whitebox.terms import Named
from arbitro.text import LANGUAGES, Language

over_scenes = pytest.mark.parametrize("scene", SCENES)
over_languages = pytest.mark.parametrize("language", LANGUAGES)
MOST = {"journey": 100}


def table_of(scene: str) -> Table[Any]:
    return played(scene, most=MOST.get(scene, 400))


def journal_of(table: Table[Any], language: Language = "it", seat: Seat | None = None) -> Journal:
    return write_journal(table.ruleset, table.entries(), language, seat)


def words_of(journal: Journal) -> str:
    """Everything that the journal says."""
    told = [paragraph.text for chapter in journal.chapters for paragraph in chapter.paragraphs]
    mourned = [f"{one.line} {one.how} {one.where} {one.last}" for one in journal.fallen]
    moments = [one.text for one in journal.moments]
    return "\n".join([journal.title, *journal.company, *moments, *told, *journal.gains, *mourned])


@over_scenes
@over_languages
def test_every_kind_of_table_has_a_journal(scene, language):
    journal = journal_of(table_of(scene), language)
    assert journal.chapters
    for chapter in journal.chapters:
        assert chapter.title
        for paragraph in chapter.paragraphs:
            text = paragraph.text
            assert text == text.strip()
            assert text[0] == text[0].upper()
            assert text[-1] in ".!?»”…"
            assert "{" not in text
            assert "None" not in text
            assert ".." not in text.replace("…", "")


@over_scenes
def test_it_is_shorter_than_the_log_and_groups_what_belongs_together(scene):
    """Prose, not a dump: far fewer paragraphs than the log has lines."""
    table = table_of(scene)
    lines = [
        sentence
        for entry in table.entries()
        for event in entry.events
        if (sentence := tell(table.ruleset, table.state, event, "en"))
    ]
    paragraphs = [paragraph for chapter in journal_of(table, "en").chapters for paragraph in chapter.paragraphs]
    assert len(paragraphs) < len(lines) / 3


@over_scenes
def test_both_languages_tell_the_same_story(scene):
    italian, english = (journal_of(table_of(scene), language) for language in LANGUAGES)
    assert len(italian.chapters) == len(english.chapters)
    assert len(italian.fallen) == len(english.fallen)
    assert len(italian.company) == len(english.company)
    assert [len(chapter.paragraphs) for chapter in italian.chapters] == [
        len(chapter.paragraphs) for chapter in english.chapters
    ]
    assert words_of(italian) != words_of(english)


@over_scenes
def test_the_same_log_gives_the_same_journal(scene):
    table = table_of(scene)
    assert journal_of(table) == journal_of(table)


# -------------------------------------------------------------------- what a seat may know


@over_scenes
@pytest.mark.parametrize("seat", [None, SPECTATOR, REFEREE], ids=["party", "spectator", "referee"])
def test_nothing_is_told_that_is_meant_for_the_referee(scene, seat):
    table = table_of(scene)
    told = words_of(journal_of(table, "it", seat))
    assert "(Arbitro)" not in told
    eyes = seat or players_seat(table.ruleset, table.state)
    for entry in table.entries():
        for event in entry.events:
            secret = tell(table.ruleset, table.state, event, "it")
            if secret and shown_to(table.ruleset, table.state, event, eyes) is None:
                assert secret.rstrip(".") not in told


@over_scenes
def test_the_story_reads_nothing_but_what_is_shown_to_the_seat(scene, monkeypatch):
    table = table_of(scene)
    seat = players_seat(table.ruleset, table.state)
    read: list[Event] = []

    class Watched(Story):
        def read(self, then: Then[Any], state: Any, events: Iterable[Event]) -> None:
            shown = list(events)
            read.extend(shown)
            super().read(then, state, shown)

    monkeypatch.setattr(write, "Story", Watched)
    journal_of(table, "en", seat)
    assert read
    assert all(seat.knows(event.audience) for event in read)
    hidden = [event for entry in table.entries() for event in entry.events if not seat.knows(event.audience)]
    assert not [event for event in hidden if event in read]


# -------------------------------------------------------------------- a fight


@over_languages
def test_a_fight_is_one_paragraph_with_who_fought_and_how_it_ended(language):
    table = played("fight")
    fight = table.state.fight
    (chapter,) = journal_of(table, language).chapters
    (paragraph,) = [each for each in chapter.paragraphs if len(each.text) > 150]
    ours = players_seat(table.ruleset, table.state).controls
    for one in fight.combatants.values():
        name = str(table.ruleset.name_of(table.state, one.id, language)).rstrip("0123456789 ")
        assert name in paragraph.text or (one.id in ours and one.condition == "up")
    assert paragraph.text.count(name) < 9  # those who differ by a number are named together


def test_every_fallen_hero_of_a_fight_is_mourned_once():
    for seed in ("1", "2", "3", "4"):
        table = played("fight", seed)
        seat = players_seat(table.ruleset, table.state)
        dead = [
            str(table.ruleset.name_of(table.state, one.id, "it"))
            for one in table.state.fight.combatants.values()
            if one.condition == "dead" and one.id in seat.controls
        ]
        assert sorted(one.name for one in journal_of(table, "it", seat).fallen) == sorted(dead)


# -------------------------------------------------------------------- sentence by sentence


def told_of(*entries: tuple[Event, ...], language: Language = "en", heroes: tuple[str, ...] = ()) -> list[str]:
    """The paragraphs that a few events of White Box come to."""
    game = find_game("whitebox")
    story = Story(game, guide_for(game), language, frozenset(heroes))
    for events in entries:
        story.read(Now(game, game.initial()), game.initial(), events)
    return [paragraph.text for chapter in story.finish() for paragraph in chapter.paragraphs]


def push(opened: bool) -> tuple[Event, ...]:
    return (DoorTried("Anna", "the door", Check((), 3, "<=", 2, opened), opened), TimeWent(1))


def test_repeated_tries_are_told_in_one_sentence():
    assert told_of(*(push(False) for _ in range(5)), push(True)) == [
        "Anna pushes the door: it opens, at the sixth try."
    ]
    many = told_of(*(push(False) for _ in range(15)), push(True), language="it")[0]
    assert "si apre, dopo quindici tentativi andati a vuoto." in many
    assert many.endswith("Il tutto è durato un quarto d'ora.")
    assert told_of(*(push(False) for _ in range(6))) == ["Anna pushes the door: it does not move, six times in a row."]


def test_a_door_that_opens_soon_is_not_worth_a_word():
    assert told_of(push(False), push(True)) == []
    assert told_of(push(False)) == []


def test_time_is_told_when_it_matters_and_a_march_tells_its_own():
    amiss, more = (FeltAmiss("Anna", "hall"),), (FeltAmiss("Bruno", "hall"),)
    told = told_of(amiss, (TimeWent(45),), more, (TimeWent(45),), amiss)[0]
    assert told.count("Three quarters of an hour later, Bruno senses") == 1
    assert told.count("later") == 1  # once in a paragraph is enough
    assert "later" not in told_of(amiss, (TimeWent(20),), more)[0]
    assert "later" not in " ".join(told_of(amiss, (TimeWent(720),), more))


def test_several_who_rise_are_told_in_one_sentence():
    game = find_game("daggerheart")
    story = Story(game, guide_for(game), "it", frozenset())
    for who in ("Anna", "Bruno"):
        story.read(Now(game, game.initial()), game.initial(), (StatusChanged(who, "up"),))
    [told] = [paragraph.text for chapter in story.finish() for paragraph in chapter.paragraphs]
    assert told == "Anna e Bruno sono di nuovo in piedi."


def test_what_has_just_been_said_is_not_said_again():
    amiss, more = (FeltAmiss("Anna", "hall"),), (FeltAmiss("Bruno", "hall"),)
    assert told_of(amiss, more, amiss)[0].count("Anna") == 1


def fight(*events: Event) -> str:
    """A fight between Anna and two goblins, in a paragraph."""
    anna, first, second = (Seen(name, Named(name, name), 0) for name in ("Anna", "goblin 1", "goblin 2"))
    begun = (
        FightBegan((Side("us", Named("La compagnia", "The party")), Side("them", Named("I goblin", "The goblins")))),
        Appeared("us", (anna,)),
        Appeared("them", (first, second)),
    )
    return " ".join(told_of((*begun, *events), heroes=("Anna",)))


def turn(number: int) -> Event:
    return TurnBegan(number, "act", (), 0)


def strike(who: str, whom: str, *, hit: bool = True) -> Event:
    return AttackRolled(who, whom, "sword", Check((), 15, ">=", 12, hit), hit)


def test_a_fall_is_told_as_the_deed_of_whoever_struck():
    told = fight(turn(1), strike("Anna", "goblin 1"), DamageDealt("goblin 1", 6, 0), Fell("goblin 1", "dead"))
    assert "In the first round, Anna kills goblin 1." in told


def test_a_blow_of_an_earlier_round_is_not_what_kills():
    told = fight(turn(1), strike("Anna", "goblin 1"), turn(2), Fell("goblin 1", "dead"))
    assert "Anna" not in told
    assert "In the second round, goblin 1 dies." in told


def test_what_happens_to_several_in_a_round_is_told_of_them_together():
    blows = [event for foe in ("goblin 1", "goblin 2") for event in (strike("Anna", foe), Fell(foe, "dead"))]
    assert "In the first round, Anna kills goblin 1 and 2." in fight(turn(1), *blows)
    fled = fight(turn(1), Yielded("goblin 1", "fled"), Yielded("goblin 2", "fled"))
    assert "goblin 1 and 2 flee" in fled


def test_the_end_names_the_rounds_the_heaviest_hand_and_who_holds_the_field():
    blows = (strike("Anna", "goblin 1"), DamageDealt("goblin 1", 6, 0), strike("Anna", "goblin 1"))
    told = fight(turn(2), *blows, DamageDealt("goblin 1", 6, 0), strike("Anna", "goblin 2", hit=False))
    assert told.endswith("After two rounds the fight is still going on.")
    assert "heaviest hand" not in told  # two blows are nothing to write home about
    told = fight(turn(2), *blows, *blows, strike("Anna", "goblin 2", hit=False))
    assert "The heaviest hand is that of Anna: four blows home out of five." in told
    ended = fight(turn(1), FightEnded(("us",), 1, 1))
    assert ended.endswith("After a single round the field is held by us.")
    assert fight(FightEnded((), 0, 0)).endswith("Before the first round nobody is left standing.")


def test_a_fall_without_a_blow_is_the_deed_of_whoever_acted_on_the_other_side():
    told = fight(turn(1), SpellCast("goblin 1", "fireball", "Anna"), Fell("Anna", "dead"))
    assert "goblin 1 kills Anna" in told
    again = fight(turn(1), SpellCast("goblin 1", "fireball", "goblin 2"), Fell("goblin 2", "dead"))
    assert "goblin 2 dies" in again


def test_a_paragraph_bears_only_so_many_turning_points_and_falls_go_first():
    spells = [SpellCast("Anna", f"spell{count}", "goblin 2") for count in range(20)]
    told = fight(turn(1), *spells, strike("Anna", "goblin 2"), Fell("goblin 2", "dead"))
    assert told.count(";") < 15
    assert "Anna kills goblin 2" in told


# -------------------------------------------------------------------- what was taken back, and notes


def fresh(most: int) -> Table[Any]:
    """A fight of one's own, to write notes in and to take things back."""
    made = played("fight")
    table = Table.open(made.ruleset, "own", seed_from_text("own"), at="2026-11-14T20:00:00+00:00")
    for entry in made.entries(1, 3):
        if entry.command is not None:
            table.submit(entry.command, REFEREE)
    play_on(table, most)
    return table


def test_what_was_taken_back_did_not_happen():
    table = fresh(10)
    before = journal_of(table)
    seats = (REFEREE, *table.ruleset.seats(table.state))
    command = next(found for seat in seats if (found := table.ruleset.suggest(table.state, seat)) is not None)
    assert isinstance(table.submit(command, REFEREE), Entry)
    assert isinstance(table.submit(Undo(), REFEREE), Entry)
    assert journal_of(table).chapters == before.chapters


def test_a_note_stands_where_it_was_written_for_those_whom_it_is_for():
    table = fresh(5)
    last = table.ledger.length - 1
    table.submit(Annotate(last, "Che coraggio!"), REFEREE)
    table.submit(Annotate(last, "Il mostro mente.", audience="referee"), REFEREE)
    notes = [
        paragraph.text
        for chapter in journal_of(table, "it").chapters
        for paragraph in chapter.paragraphs
        if paragraph.kind == "note"
    ]
    assert notes == ["Nota (l'Arbitro): Che coraggio!"]
    assert "Il mostro mente." in words_of(journal_of(table, "it", REFEREE))


def test_the_days_of_play_are_those_of_the_log():
    assert journal_of(fresh(0), "en").subtitle == "Played on 14 November 2026"
    assert journal_of(fresh(3), "en").subtitle == "Played: 14 November 2026 – 15 November 2026"


def test_a_game_without_a_guide_is_told_in_its_own_words():
    table = table_of("explore")
    story = Story(table.ruleset, Guide(), "en", frozenset())
    for entry in table.entries():
        story.read(
            Now(table.ruleset, table.state), table.state, [event for event in entry.events if event.audience == ""]
        )
    told = " ".join(paragraph.text for chapter in story.finish() for paragraph in chapter.paragraphs)
    assert "pushes the oak door" in told


def test_an_empty_log_gives_an_empty_journal():
    table = table_of("fight")
    journal = write_journal(table.ruleset, [], "it")
    assert journal.chapters == ()
    assert journal.fallen == ()


# -------------------------------------------------------------------- a campaign


def test_the_journal_of_a_campaign_has_chapters_places_and_the_fallen():
    table = campaign()
    journal = journal_of(table, "it")
    titles = [chapter.title for chapter in journal.chapters]
    assert titles[0] == "La partenza"
    assert titles[1].startswith("Discesa 1 · giorno ")
    assert len(journal.company) >= 4
    mourned = [one.name.casefold() for one in journal.fallen]  # hirelings with their number
    for one in table.state.fallen:
        assert any(name.startswith(str(one.name.in_("it")).casefold()) for name in mourned), one


@pytest.mark.parametrize("game", campaigns())
def test_every_campaign_has_a_journal_with_its_time_told(game):
    table = campaign("8", 60, "random:4:1", game)
    for language in LANGUAGES:
        journal = journal_of(table, language)
        assert len(journal.chapters) >= 2
        assert len(journal.company) >= 4
        told = words_of(journal)
        assert "{" not in told
        assert "(Arbitro)" not in told
        assert "(Referee)" not in told


def test_the_map_shows_what_the_party_knows_and_nothing_else():
    from arbitro.dungeon.knowledge import players_map

    table = campaign()
    journal = journal_of(table, "en")
    shown = players_map(table.state.dungeon, "party")
    assert [chart.name for chart in journal.charts] == [f"map-{level}" for level in sorted(shown.levels)]
    unseen = set(table.state.dungeon.levels) - set(shown.levels)
    assert all(chart.name != f"map-{level}" for chart in journal.charts for level in unseen)


@pytest.mark.parametrize("game", campaigns())
def test_the_best_moments_and_last_deeds_are_told_in_the_words_of_the_story(game):
    table = campaign("8", 60, "random:4:1", game)
    seat = players_seat(table.ruleset, table.state)
    for language in LANGUAGES:
        journal = journal_of(table, language, seat)
        lines = recalled(table.ruleset, seat, table.witnessed(0, table.ledger.length - 1), language)
        told = {words for line in lines for words in (line.text, line.prose)}
        assert 0 < len(journal.moments) <= MOST_MOMENTS
        assert {one.text for one in journal.moments} <= told
        assert {one.last for one in journal.fallen if one.last} <= told
        assert all(any(one.words in line for line in told) for one in journal.fallen)
        titles = {chapter.title for chapter in journal.chapters}
        assert {one.chapter for one in journal.moments if one.chapter} <= titles


def test_a_chapter_that_finds_new_places_has_a_picture_of_what_is_known_by_then():
    journal = journal_of(campaign(), "en")
    drawn = [chapter.chart for chapter in journal.chapters if chapter.chart is not None]
    assert drawn
    assert len({chart.name for chart in drawn}) == len(drawn)
    assert journal.chapters[0].chart is None  # the town
    page = to_html(journal)
    ids = re.findall(r' id="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    assert page.count("<figure>") == len(drawn) + len(journal.charts)


def test_what_was_handed_out_stands_in_the_journal_of_whoever_was_given_it():
    table = campaign("8", 60, "random:4:1", "campaign-whitebox")
    entries = list(table.entries())
    length = table.ledger.length
    party = Seat("Anna", controls=players_seat(table.ruleset, table.state).controls)
    for number, audience in enumerate(("", "seat:Anna")):
        told = HandedOut("A letter", f"Beware of door {number}.", audience=audience)
        entries.append(Entry(length + number, "referee", (told,), None, -1, ""))
    entries.append(Entry(length + 2, "Anna", (SaidAside("Shall we?"),), None, -1, ""))
    mine, other = (words_of(write_journal(table.ruleset, entries, "en", seat)) for seat in (party, SPECTATOR))
    assert "Beware of door 0." in mine
    assert "Beware of door 1." in mine
    assert "Beware of door 0." in other
    assert "Beware of door 1." not in other
    assert "Shall we?" not in mine


def test_every_place_is_described_once():
    journal = journal_of(campaign(), "it")
    told = words_of(journal)
    level, numbers = "", []
    for now, number in re.findall(r"ivello (\d+)[:,] |\(n\. (\d+)\)", told):
        level = now or level
        numbers += [(level, number)] if number else []
    assert len(numbers) >= 2
    assert len(numbers) == len(set(numbers))
    for count in moods()["built"]:
        assert told.count(PLACES.say("it", f"mood.{count}")) <= 1


@pytest.mark.parametrize("game", campaigns())
@over_languages
def test_no_sentence_is_worn_out(game, language):
    """A sentence of more than a few words comes back seldom, and never twice in a row."""
    journal = journal_of(campaign("8", 250, "random:4:1", game), language)
    for chapter in journal.chapters:
        sentences = [
            sentence
            for paragraph in chapter.paragraphs
            if paragraph.kind == "prose"
            for sentence in re.split(r"(?<=[.!?]) ", paragraph.text)
        ]
        assert not [one for one, after in pairwise(sentences) if one == after]
        for sentence in set(sentences):
            assert sentences.count(sentence) <= max(3, len(sentences) // 8), sentence


@pytest.mark.parametrize("game", ["campaign-whitebox", "campaign-infausta"])
def test_the_last_words_of_the_fallen_are_told_and_remembered(game: str) -> None:
    """Word by word as the story has them, in both languages."""
    table = next(one for seed in range(1, 9) if (one := campaign(str(seed), 200, "random:4:1", game)).state.fallen)
    seat = players_seat(table.ruleset, table.state)
    for language in LANGUAGES:
        journal = journal_of(table, language, seat)
        spoken = [one for one in journal.fallen if one.words]
        assert spoken
        shown = html.unescape(to_html(journal))
        assert all(one.words in shown for one in spoken)
        lines = recalled(table.ruleset, seat, table.witnessed(0, table.ledger.length - 1), language)
        assert all(any(one.words in line.prose and one.where in line.prose for line in lines) for one in spoken)


@pytest.mark.parametrize("game", campaigns())
def test_whoever_falls_in_any_game_has_last_words_but_in_a_trap(game: str) -> None:
    table = campaign("8", 4, "random:4:1", game)
    who = table.ruleset.side.party.people(table.state)[0]
    for level in (0, 1):
        one = Fallen(who, Called("Ugo", "Ugo", "m"), 60, "", level)
        others = tuple(replace(one, who=f"{number}") for number in range(LINES - 1))
        state = replace(table.state, fallen=(one, *others))
        then, fell = Now(table.ruleset, state), HeroFell(who, one)
        for language in LANGUAGES:
            assert heard(then, fell, language) in told_prose(then, (fell,), (fell,), language)
            plain = tell(table.ruleset, state, fell, language)
            assert heard(then, fell, language) not in plain
        said = {last_words(then, HeroFell(each.who, each), "en") for each in state.fallen}
        assert len(said) == LINES  # nobody says what another has said
