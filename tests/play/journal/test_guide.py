"""The guides: every line names an event that exists, fields that it has, and words that there are."""

import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest
from tests.games import PLAYABLE

from arbitro.dungeon.events import DUNGEON_EVENTS
from arbitro.kernel.event import KERNEL_EVENTS, Event
from arbitro.kernel.yamlfile import Document, FileFault, is_packaged
from arbitro.play import PREFIX, campaigns, find_game
from arbitro.play.journal.guide import (
    OWN,
    QUIET,
    Guide,
    GuideLine,
    GuideText,
    guide_for,
    guide_text,
    ids_at,
    shared,
    value_at,
)
from arbitro.play.journal.words import TEXTS, Voice
from arbitro.rules import package_of
from arbitro.rules.whitebox.events import AttackRolled, FightEnded
from arbitro.text import LANGUAGES, Texts, load_catalogue

PATHS = ("who", "whom", "what", "amount")
BESIDE = ("kernel", "dungeon", "campaign")
WRITERS = [game for game in PLAYABLE if is_packaged(package_of(game), OWN)]
CODE = "\n".join(path.read_text(encoding="utf-8") for path in Path(guide_for.__code__.co_filename).parent.glob("*.py"))


def every_campaign() -> tuple[type[Event], ...]:
    return tuple(kind for game in campaigns() for kind in find_game(game).event_types)


def own(game: str) -> GuideText:
    return guide_text(package_of(game), OWN)


def misfits(lines: Mapping[str, GuideLine], events: Iterable[type[Event]]) -> list[str]:
    """Lines of events that there are not, or with fields that they do not have; some events share a name."""
    kinds: dict[str, list[type[Event]]] = {}
    for kind in events:
        kinds.setdefault(str(kind.__struct_config__.tag), []).append(kind)
    found = []
    for key, line in lines.items():
        tag = key.partition(".")[0]
        if tag not in kinds:
            found.append(f"no event {tag}")
            continue
        paths = [getattr(line, part) for part in PATHS] + list(line.when)
        firsts = [path.partition(".")[0] for path in filter(None, paths)]
        fields = {name for kind in kinds[tag] for name in kind.__struct_fields__}
        found += [f"{key} has no {first}" for first in firsts if first not in fields]
    return found


def words_of(line: GuideLine) -> list[str]:
    """The words that a line asks for."""
    words = [line.text, line.name, f"chapter.{line.kind}" if line.role in ("chapter", "stage") else ""]
    if line.role == "turning" and line.kind:
        words += [f"{line.kind}.{value}" for value in line.when[line.what]]
    if line.role == "end" and line.how not in ("", "told", "nobody"):
        words.append(f"fight.{line.how}")
    return [word for word in words if word]


def wordless(lines: Mapping[str, GuideLine], texts: Texts) -> list[str]:
    voices = [Voice(language, texts) for language in LANGUAGES]
    asked = [(key, word) for key, line in lines.items() for word in words_of(line)]
    return [f"{key} has no text {word}" for key, word in asked if not all(voice.knows(word) for voice in voices)]


SHOWN = re.compile(r"\{(\w+)(?::\w+)?\}")
WORDED = {"trait"}
"""Fields with a choice of fixed values for which the game brings the words itself (`words_for`)."""


def raw(lines: Mapping[str, GuideLine], events: Iterable[type[Event]], package: str, prefix: str) -> list[str]:
    """Sentences of the journal that would print a word of the code: a field with a choice of fixed values."""
    catalogue = load_catalogue(package, "en")
    found = []
    for kind in events:
        hints = get_type_hints(kind)
        coded = {
            name for name, hint in hints.items() if get_origin(hint) is Literal and isinstance(get_args(hint)[0], str)
        }
        for key, line in lines.items():
            if line.text and key.partition(".")[0] == str(kind.__struct_config__.tag):
                own = re.compile(rf"{re.escape(prefix + line.text)}(?:\.\d+)?")
                said = [sentence for name, sentence in catalogue.items() if own.fullmatch(name)]
                shown = {name for sentence in said for name in SHOWN.findall(str(sentence))}
                found += [f"{key} prints {name}" for name in sorted(shown & coded - WORDED - set(kind.people))]
    return found


@pytest.mark.parametrize("game", WRITERS)
def test_no_sentence_of_the_journal_prints_a_word_of_the_code(game: str) -> None:
    """A death move once stood in a journal as `avoid_death`."""
    lines, away = own(game), find_game(PREFIX + game).event_types if PREFIX + game in campaigns() else ()
    events = {*find_game(game).event_types, *away}
    assert sorted(raw(lines.events | lines.campaign, events, package_of(game), "journal.")) == []
    assert sorted(raw(shared("dungeon") | shared("campaign") | shared("kernel"), events, TEXTS.package, "")) == []


@pytest.mark.parametrize("name", BESIDE)
def test_every_line_that_is_told_of_any_game_fits_its_event_and_has_its_words(name: str) -> None:
    events = {"kernel": KERNEL_EVENTS, "dungeon": DUNGEON_EVENTS, "campaign": every_campaign()}[name]
    assert misfits(shared(name), events) == []
    assert wordless(shared(name), TEXTS) == []


@pytest.mark.parametrize("game", WRITERS)
def test_every_line_of_a_game_fits_its_event_and_has_its_words(game: str) -> None:
    text, played = own(game), find_game(game)
    assert misfits(text.events, played.event_types) == []
    away = find_game(PREFIX + game).event_types if PREFIX + game in campaigns() else ()
    assert misfits(text.campaign, away) == []
    assert wordless(text.events | text.campaign, played.texts) == []


def test_what_is_told_of_any_game_names_no_event_of_one_game() -> None:
    """An event that a game or its side defines is told by that game's own file."""
    home = re.compile(rf"\.(?:{'|'.join(PLAYABLE)})(?:\.|$)")
    homes: dict[str, set[bool]] = {}
    for kind in (*KERNEL_EVENTS, *every_campaign()):
        homes.setdefault(str(kind.__struct_config__.tag), set()).add(bool(home.search(kind.__module__)))
    told = {key.partition(".")[0] for name in BESIDE for key in shared(name)}
    assert sorted(tag for tag in told if homes[tag] == {True}) == []


PUT_TOGETHER = re.compile(
    r"(?:number|ordinal|at|time)(?:\.\w+)?|chapter\.(?:plain_more|plain|took\w*)|place\.(?:room|chamber)"
    r"|fall\.(?:by_)?(?:dead|out|left|fled|surrendered)|fight\.(?:victory|defeat|fled|broken_off|unfinished)"
)
"""Keys that the code puts together, and what any game may say of a fall and of the end of a fight (`how`)."""


def test_the_journal_has_no_words_that_only_one_game_asks_for() -> None:
    asked = {word for name in BESIDE for line in shared(name).values() for word in words_of(line)}
    asked |= set(re.findall(r"""['"]([a-z_]+(?:\.[a-z_]+)*)['"]""", CODE))
    keys = {re.sub(r"\.\d+$", "", key) for key in load_catalogue(TEXTS.package, "en")}
    assert sorted(key for key in keys - asked if not PUT_TOGETHER.fullmatch(key)) == []


@pytest.mark.parametrize("game", WRITERS)
def test_a_game_has_no_words_for_the_journal_that_no_line_asks_for(game: str) -> None:
    lines = [*own(game).events.values(), *own(game).campaign.values()]
    asked = {word for line in lines for word in words_of(line)}
    asked |= {f"chapter.{line.kind}_more" for line in lines} | {f"fall.{line.how}" for line in lines}
    keys = {re.sub(r"\.\d+$", "", key) for key in load_catalogue(package_of(game), "en") if key.startswith("journal.")}
    assert sorted(keys - {f"journal.{word}" for word in asked}) == []


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
    guide = Guide({"fight_ended": GuideLine("end"), "fight_ended.nobody": GuideLine("told", when={"rounds": ("3",)})})
    assert guide.line(FightEnded(("orcs",), 2, 2)) == GuideLine("end")
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
        Document("journal.yaml", "events:\n  fell: {role: fall}\n  woke: {rolle: rise}\n").read(GuideText)
    assert raised.value.line == 3
