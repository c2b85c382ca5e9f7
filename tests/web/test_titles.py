"""Every kind of choice of which there may be many has a title of its own, under which a page folds them."""

from string import Formatter
from typing import Any

import pytest
from tests.games import PLAYABLE
from tests.web.test_wording import SCENES, played

from arbitro.kernel.choice import DESK
from arbitro.kernel.event import tag_of
from arbitro.kernel.seat import REFEREE
from arbitro.play import campaigns, find_game
from arbitro.text import LANGUAGES, Language, load_catalogue
from arbitro.web.board import FOLD_FROM
from arbitro.web.wording import Wording

GAMES = [*PLAYABLE, *campaigns()]
WITHIN = {
    "choice.direction.",
    "choice.form_of_",
    "choice.pair",
    "choice.project",
    "choice.search_whole",
    "choice.several",
    "choice.with_experience",
}
"""Words of what there is to choose from within a choice."""
BY_COMMAND = {
    "choice.ready_attack_": "ready",
    "choice.ready_engage_": "ready",
    "choice.impose_": "impose",
    "choice.foe_attack": "foe_attack",
    "choice.begin_song": "begin_song",
    "choice.use_skill": "use_skill",
    "choice.buy_": "buy",
    "choice.prepare": "declare",
    "choice.announce": "declare",
    "choice.present": "present",
    "choice.use_device": "use_device",
    "choice.use_power": "use_power",
    "choice.bolster": "bolster",
    "choice.declare_together_": "declare_together",
}
"""Sentences that stand with others of their command under one title."""
IN_SIGHT = {"choice.do_in_room", "choice.power", "choice.take_stance", "choice.use_feature", "choice.use_power"}
"""What a person is about to do with what the page of the game names: it is never folded away."""
ONE_AT_A_TIME = {
    "choice.answer_": "the question that waits",
    "choice.bank.": "one purse for each",
    "choice.choose_tag_": "the roll that waits",
    "choice.confused_target": "the question that waits",
    "choice.dig_level": "the next level, at the desk",
    "choice.end_turn": "the side whose turn it is",
    "choice.finish_character": "the character that is being made",
    "choice.going_past": "the question that waits",
    "choice.hire": "one purse for each",
    "choice.hold_back": "one turn for each",
    "choice.leave_form": "the one form that somebody is in",
    "choice.march": "one way",
    "choice.no_roll": "the roll that waits",
    "choice.offer_bargain": "the roll that waits",
    "choice.pay_wages": "one purse for each",
    "choice.price_monsters": "all that were slain",
    "choice.react_rather": "the reaction that waits",
    "choice.spend_zeal": "one pool for each",
    "choice.stray": "the question that waits",
}
"""Of what there is never more than one for whoever does it, and why."""


def sentences(ruleset: Any) -> dict[str, str]:
    """Everything that a game says, its parents' words included."""
    found: dict[str, str] = {}
    texts = ruleset.texts
    while texts is not None:
        found = {**load_catalogue(texts.package, "en"), **found}
        texts = texts.parent
    return found


def has_more_than_its_doer(sentence: str) -> bool:
    """Whether a sentence has gaps beside whoever does it: there may be one for every filling."""
    return any(gap for _, gap, _, _ in Formatter().parse(sentence.replace("{who}: ", "", 1)))


def named(key: str, among: Any) -> bool:
    return key.startswith(tuple(among))


@pytest.mark.parametrize("game", GAMES)
def test_every_kind_of_choice_with_gaps_has_a_title(game: str) -> None:
    ruleset = find_game(game)
    said = sentences(ruleset)
    tags = {tag_of(kind) for kind in ruleset.command_types}
    by_command = {start for start, command in BY_COMMAND.items() if command in tags and f"title.{command}" in said}
    left = [
        key
        for key, sentence in said.items()
        if key.startswith("choice.")
        and has_more_than_its_doer(sentence)
        and f"title.{key}" not in said
        and not named(key, WITHIN | by_command | IN_SIGHT | ONE_AT_A_TIME.keys())
    ]
    assert left == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_title_is_of_a_command_or_of_a_sentence_and_has_no_gaps(game: str, language: Language) -> None:
    ruleset = find_game(game)
    said = sentences(ruleset)
    tags = {tag_of(kind) for kind in ruleset.command_types}
    for key in said:
        if key.startswith("title."):
            title = ruleset.texts.find(language, key)
            assert title is not None
            assert key.removeprefix("title.") in tags | said.keys(), key
            assert "{" not in title, key
            assert title[0] == title[0].upper(), key
            assert title.rstrip(".…:?") == title, key


def test_what_is_excepted_is_said_somewhere() -> None:
    keys = {key for game in GAMES for key in sentences(find_game(game))}
    for start in (*WITHIN, *BY_COMMAND, *IN_SIGHT, *ONE_AT_A_TIME):
        assert any(key.startswith(start) for key in keys), start


@pytest.mark.parametrize(("game", "scene"), SCENES)
def test_whatever_there_is_much_of_has_a_title(game: str, scene: str) -> None:
    for table in played(game, scene):
        wording = Wording(table.ruleset, table.state, "it")
        many: dict[tuple[str, str], list[str]] = {}
        for choice in table.choices(REFEREE):
            (outline,) = wording.outlines([choice])
            if not (outline.main or outline.act or choice.group == DESK or named(choice.label.key, IN_SIGHT)):
                many.setdefault((outline.who, outline.alike), []).append(choice.id)
        assert {kind: ids for kind, ids in many.items() if len(ids) >= FOLD_FROM} == {}
