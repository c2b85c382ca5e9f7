"""Every number that a campaign tells says how it comes about, in the games that have no exploring of their own too."""

from typing import Any

import pytest
from tests.rules.sums import adds_up
from tests.rules.whitebox.test_numbers_have_reasons import PLAIN as OF_THE_FAMILY
from tests.rules.whitebox.test_numbers_have_reasons import explained, told

from arbitro.kernel.event import Event, tag_of
from arbitro.kernel.explain import explain
from arbitro.play import find_campaign
from arbitro.play.sides.walking.captivity import RansomSet

GAMES = ("archmage", "daggerheart")
PLAIN = {
    **OF_THE_FAMILY,
    # days that the line itself reckons: so many miles at so many a day
    # what is in a purse or a pack, as it stood before
    "gold_handed": "what is in the purse",
    "gold_shared": "coins that were found, as they lay there",
    "body_searched": "what is in the purse",
    "captive_robbed": "what is in the purse and the pack",
    "prisoner_robbed": "what is in the purse and the pack",
    "party_beaten": "what is in the purses",
    "ransom_given": "the ransom that was set",
    "potion_found": "a count of things",
    "potion_drunk": "a count of things",
    "potions_handed": "a count of things",
    "torches_changed": "a count of things",
    "torch_lit": "a count of things",
    # what somebody has come to
    "level_reached": "the level somebody has",
    "choice_taken": "the score somebody has",
    "foes_met": "how many, as they were drawn",
    "day_marched": "the clock",
}
"""Kinds of events that tell a number which nothing was added up for, and what it is."""


def kinds(game: str) -> dict[str, tuple[type[Event], Any]]:
    """Every kind of event of a campaign that is not its game's."""
    campaign: Any = find_campaign(game)
    own = ("arbitro.play", "arbitro.dungeon")
    return {tag_of(kind): (kind, campaign.texts) for kind in campaign.event_types if kind.__module__.startswith(own)}


@pytest.mark.parametrize(("game", "tag"), [(game, tag) for game in GAMES for tag in sorted(kinds(game))])
def test_a_told_number_says_how_it_comes_about(game: str, tag: str) -> None:
    kind, texts = kinds(game)[tag]
    numbers = told(kind, texts)
    assert not numbers or explained(kind) or tag in PLAIN, (tag, numbers)


def test_no_reason_is_given_in_vain() -> None:
    found = {tag: kind for game in GAMES for tag, kind in kinds(game).items()}
    for tag in PLAIN.keys() - OF_THE_FAMILY.keys():
        kind, texts = found[tag]
        assert told(kind, texts), tag
        assert not explained(kind), tag


@pytest.mark.rule("DH-SOFT-04")
def test_a_ransom_names_the_level_that_it_goes_by() -> None:
    campaign: Any = find_campaign("daggerheart")
    ransom = RansomSet("ada", 60, 20)
    (line,) = explain(campaign, campaign.initial(), ransom, "en").numbers
    assert line == "20 ransom a level, ×3 the level of the party = 60"
    (reckoned,) = ransom.sums()
    adds_up(reckoned)
