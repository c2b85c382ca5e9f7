"""The guides: every line names an event that exists, fields that it has, and words that there are."""

from importlib.resources import files
from typing import Any

import pytest
from tests.games import PLAYABLE

from arbitro.dungeon.events import DUNGEON_EVENTS
from arbitro.kernel.event import KERNEL_EVENTS, Event
from arbitro.kernel.yamlfile import Document, FileFault, open_packaged
from arbitro.play import campaigns, find_game
from arbitro.play.journal.guide import PACKAGE, QUIET, Guide, Line, _GuideText, guide_for, ids_at, value_at
from arbitro.play.journal.words import TEXTS
from arbitro.rules.whitebox.events import AttackRolled, FightEnded
from arbitro.text import LANGUAGES

FILES = sorted(file.name.removesuffix(".yaml") for file in files(PACKAGE).joinpath("data").iterdir())
PATHS = ("who", "whom", "what", "amount")


def kinds_for(name: str) -> dict[str, list[type[Event]]]:
    """The events that a file may name, by tag: games may have different events of one name."""
    every: tuple[type[Event], ...] = KERNEL_EVENTS
    if name == "dungeon":
        every = DUNGEON_EVENTS
    elif name == "campaign":
        every = tuple(kind for game in campaigns() for kind in find_game(game).event_types)
    elif name in PLAYABLE:
        every = find_game(name).event_types
    found: dict[str, list[type[Event]]] = {}
    for kind in every:
        found.setdefault(str(kind.__struct_config__.tag), []).append(kind)
    return found


def lines_of(name: str) -> dict[str, Line]:
    return open_packaged(PACKAGE, "data", f"{name}.yaml").read(_GuideText).events


@pytest.mark.parametrize("name", FILES)
def test_every_line_fits_its_event(name):
    kinds = kinds_for(name)
    for key, line in lines_of(name).items():
        tag = key.partition(".")[0]
        assert tag in kinds, f"{name}: no event {tag}"
        paths = [getattr(line, part) for part in PATHS] + list(line.when)
        for path in filter(None, paths):
            first = path.partition(".")[0]
            assert any(first in kind.__struct_fields__ for kind in kinds[tag]), f"{name}: {key} has no {path}"


@pytest.mark.parametrize("name", FILES)
def test_every_line_has_its_words(name):
    for key, line in lines_of(name).items():
        words = [line.text, line.name, f"chapter.{line.kind}" if line.role in ("chapter", "stage") else ""]
        if line.role == "turning" and line.kind:
            words += [f"{line.kind}.{value}" for value in line.when[line.what]]
        if line.role == "end" and line.how not in ("", "told", "nobody"):
            words.append(f"fight.{line.how}")
        for word in filter(None, words):
            for language in LANGUAGES:
                assert TEXTS.find(language, word), f"{name}: {key} has no text {word}"


@pytest.mark.parametrize("game", PLAYABLE)
def test_every_game_has_a_guide_that_knows_its_fights(game):
    roles = {line.role for line in guide_for(find_game(game)).lines.values()}
    assert {"side", "blow", "wound", "fall", "end", "turning"} <= roles


def test_a_campaign_lies_over_its_game_and_the_dungeon():
    guide = guide_for(find_game("campaign-whitebox"))
    assert guide.lines["place_entered"].role == "quiet"
    assert guide.lines["attack_rolled.hit"].role == "blow"
    assert guide.lines["space_laid"].role == "quiet"


def test_a_variant_says_only_what_differs():
    assert guide_for(find_game("infausta")).lines["attack_rolled.hit"].role == "blow"
    assert guide_for(find_game("infausta")).lines["day_began"].kind == "day"


def test_the_variant_of_an_event_goes_before_its_name_and_a_condition_may_leave_it_out():
    guide = Guide({"fight_ended": Line("end"), "fight_ended.nobody": Line("told", when={"rounds": ("3",)})})
    assert guide.line(FightEnded(("orcs",), 2, 2)) == Line("end")
    assert guide.line(FightEnded((), 3, 3)).role == "told"
    assert guide.line(FightEnded((), 2, 2)) == QUIET
    assert Guide().line(FightEnded((), 2, 2)) is None


def test_a_path_is_read_through_tuples():
    event: Any = FightEnded(("a", "b"), 2, 2)
    assert ids_at(event, "winners") == ("a", "b")
    assert ids_at(event, "") == ()
    assert value_at(event, "rounds") == 2
    assert "attacker" in AttackRolled.__struct_fields__


def test_a_mistake_in_a_guide_is_named_with_its_line():
    with pytest.raises(FileFault) as raised:
        Document("journal.yaml", "events:\n  fell: {role: fall}\n  woke: {rolle: rise}\n").read(_GuideText)
    assert raised.value.line == 3
