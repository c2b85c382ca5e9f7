"""The journal: prose from the log, for the eyes of a seat, in both languages; nothing that the seat may not know."""

from typing import Any

import pytest
from tests.play.journal.playing import SCENES, campaign, play_on, played

from arbitro.dice.stream import seed_from_text
from arbitro.kernel.command import Annotate, Undo
from arbitro.kernel.explain import tell
from arbitro.kernel.log import Entry
from arbitro.kernel.ruleset import shown_to
from arbitro.kernel.seat import REFEREE, SPECTATOR, Seat
from arbitro.kernel.table import Table
from arbitro.play.journal.guide import Guide
from arbitro.play.journal.model import Journal
from arbitro.play.journal.story import Story
from arbitro.play.journal.write import players_seat, write_journal
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
    mourned = [f"{one.line} {one.how} {one.where}" for one in journal.fallen]
    return "\n".join([journal.title, *journal.company, *told, *journal.gains, *mourned])


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
def test_events_that_a_seat_may_not_know_change_nothing_in_its_journal(scene):
    """Told, counted and named from what is shown alone: hidden events only fold into the state."""
    table = table_of(scene)
    seat = players_seat(table.ruleset, table.state)
    before = journal_of(table, "en", seat)
    blind = []
    for entry in table.entries():
        kept = tuple(event for event in entry.events if seat.knows(event.audience))
        blind.append((entry, kept))
    story = [event for _, kept in blind for event in kept]
    assert all(seat.knows(event.audience) for event in story)
    assert journal_of(table, "en", seat) == before


# -------------------------------------------------------------------- a fight


@over_languages
def test_a_fight_is_one_paragraph_with_who_fought_and_how_it_ended(language):
    table = played("fight")
    fight = table.state.fight
    (chapter,) = journal_of(table, language).chapters
    (paragraph,) = [each for each in chapter.paragraphs if len(each.text) > 200]
    for one in fight.combatants.values():
        name = str(table.ruleset.name_of(table.state, one.id, language))
        assert name.rstrip("0123456789 ") in paragraph.text


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


def test_repeated_tries_are_told_in_one_sentence():
    told = words_of(journal_of(table_of("explore"), "en"))
    log = [
        tell(table_of("explore").ruleset, table_of("explore").state, event, "en")
        for entry in table_of("explore").entries()
        for event in entry.events
    ]
    stuck = [sentence for sentence in log if sentence.endswith("it does not move.")]
    if len(stuck) > 3:
        assert told.count("it does not move") <= 2
        assert "at the" in told or "tries in vain" in told


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
    table = fresh(30)
    before = journal_of(table)
    seat = players_seat(table.ruleset, table.state)
    command = table.ruleset.suggest(table.state, REFEREE) or table.ruleset.suggest(table.state, seat)
    if command is not None:
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
    assert notes == ["Nota di referee: Che coraggio!"]
    assert "Il mostro mente." in words_of(journal_of(table, "it", REFEREE))


def test_the_days_of_play_are_those_of_the_log():
    table = fresh(1)
    assert (
        journal_of(table, "en").subtitle.startswith("Played on 2026-11-14")
        or "from 2026-11-14" in journal_of(table, "en").subtitle
    )


def test_a_game_without_a_guide_is_told_in_its_own_words():
    table = table_of("explore")
    story = Story(table.ruleset, Guide(), "en", frozenset())
    for entry in table.entries():
        story.read(table.state, [event for event in entry.events if event.audience == ""])
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
    assert titles[:3] == ["In città", "Per strada", "Discesa 1"]
    assert len(journal.company) == 4
    mourned = {one.name for one in journal.fallen}
    assert {str(one.name.in_("it")) for one in table.state.fallen} <= mourned


def test_the_map_shows_what_the_party_knows_and_nothing_else():
    from arbitro.dungeon.knowledge import players_map

    table = campaign()
    journal = journal_of(table, "en")
    shown = players_map(table.state.dungeon, "party")
    assert [chart.name for chart in journal.charts] == [f"map-{level}" for level in sorted(shown.levels)]
    unseen = set(table.state.dungeon.levels) - set(shown.levels)
    assert all(chart.name != f"map-{level}" for chart in journal.charts for level in unseen)


def test_every_place_is_described_once():
    journal = journal_of(campaign(), "it")
    described = [
        paragraph.text
        for chapter in journal.chapters
        for paragraph in chapter.paragraphs
        if ", livello 1. Una " in paragraph.text
    ]
    heads = [text[: text.index(". Una ")] for text in described]
    assert heads
    assert len(heads) == len(set(heads))
