"""Sheets on paper: what is boxed, ticked and told, how many pages, and that everything is on them."""

from typing import Any

import pytest

from arbitro.dice.stream import seed_from_text
from arbitro.dungeon.export.pdf import A4
from arbitro.kernel.card import Section, Sheet
from arbitro.kernel.seat import REFEREE
from arbitro.kernel.table import Table
from arbitro.play import find_campaign
from arbitro.play.commands import Gather
from arbitro.play.printed_sheet import LETTER, as_count, paper_called, split_pairs, to_pdf
from arbitro.text import Fault

PAGE = b"/Type /Page\n"
GAMES = ("whitebox", "infausta", "archmage", "daggerheart")


def ready(game: str, language: Any) -> list[Sheet]:
    """The sheets of the first ready party."""
    campaign = find_campaign(game)
    table = Table.open(campaign, "desk", seed_from_text(game))
    table.submit(Gather(campaign.side.party.parties()[0][0]), REFEREE)
    people = campaign.side.party.people(table.state)
    return [sheet for who in people if (sheet := campaign.sheet(table.state, REFEREE, who, language)) is not None]


@pytest.mark.parametrize("game", GAMES)
def test_ready_characters_of_every_game_have_a_page_each_on_both_papers(game: str) -> None:
    for language in ("it", "en"):
        sheets = ready(game, language)
        printed = to_pdf(sheets, language, LETTER if language == "en" else A4)
        assert printed.count(PAGE) == len(sheets)  # at the first level a page is enough, and none is left blank
        assert printed == to_pdf(sheets, language, LETTER if language == "en" else A4)
    assert b"/MediaBox [ 0 0 612 792 ]" in to_pdf(sheets, "en", LETTER)


def test_a_long_sheet_goes_on_over_the_page_and_odd_letters_do_no_harm() -> None:
    long = Sheet(
        "Ünique <b>& Söhne</b>", "a “line”", (Section("Much", (), tuple(f"line {n} <i>" for n in range(200))),)
    )
    assert to_pdf([long], "en").count(PAGE) == 2
    assert to_pdf([long, Sheet("Short")], "en").count(PAGE) == 3


def test_short_values_are_boxed_and_counts_are_known() -> None:
    boxed, told = split_pairs([("Hit points", "4/4"), ("Languages", "common, gnomish"), ("Armour class", "4 [15]")])
    assert [word for word, _ in boxed] == ["Hit points", "Armour class"]
    assert [word for word, _ in told] == ["Languages"]
    assert as_count("7 / 14") is None  # damage thresholds are two numbers, not a count
    assert as_count("2/6") == (2, 6)


def test_paper_goes_by_its_name() -> None:
    assert paper_called("Letter") == LETTER
    with pytest.raises(Fault) as fault:
        paper_called("a5")
    assert "a4, letter" in fault.value.in_("en")
