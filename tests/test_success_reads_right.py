"""Success and failure read the right way round for the side they are told of: every event with a check, in every game.

A check's end is either somebody's success, told of the one who tried, or something that comes about or not; then it is
told in its own words and never as a success. Each event with a check tells its success and its failure in sentences of
their own, and what it tells agrees with its check.
"""

import ast
import re
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final, get_args, get_type_hints

import pytest
from tests.games import PLAYABLE, ready_of

from arbitro.dice.stream import seed_from_text
from arbitro.kernel.command import Refusal
from arbitro.kernel.event import Event
from arbitro.kernel.ruling import Check
from arbitro.kernel.seat import REFEREE
from arbitro.kernel.table import Table
from arbitro.kernel.yamlfile import open_path
from arbitro.play import find_campaign
from arbitro.rules import package_of
from arbitro.text import LANGUAGES, load_catalogue

SOURCE = Path(str(files("arbitro")))
AIMS = {
    "ac", "pd", "md", "save", "dc",  # archmage
    "difficulty", "evasion",  # daggerheart; in White Box "evasion" is shaking pursuers off
    "armour_ascending", "armour_descending", "saving_throw", "door", "lock", "listen", "search", "sense", "dispel",
    "turning", "spit", "arrival", "on_the_table",
    "doing", "skill",  # infausta
}  # fmt: skip
"""What somebody tries: a success is theirs. Whatever is not named here comes about, and has words of its own."""
ENDS: dict[str, tuple[str, str]] = {  # variants that tell a success, and a failure; "-" for a sentence without either
    "surprise_rolled": ("caught", "aware"),
    "attack_rolled": ("hit crit critical again_hit again_crit", "miss fumble again_miss again_fumble"),
    "save_rolled": (
        "saved any_saved power_saved effect_saved ongoing_saved disengage_saved "  # noqa: ISC004 - one list of words
        "rally_saved death_saved recharge_saved last_gasp_saved",
        "failed any_failed power_failed effect_failed ongoing_failed disengage_failed "  # noqa: ISC004 - one list of words
        "rally_failed death_failed recharge_failed last_gasp_failed",
    ),
    "door_tried": ("opened", "stuck"),
    "lock_tried": ("opened", "failed"),
    "listen_rolled": ("noise", "silence"),
    "search_rolled": ("- passing", "- passing"),
    "trap_trodden": ("sprung", "idle"),
    "way_rolled": ("lost", "kept"),
    "wandering_rolled": ("somebody", "nobody never"),
    "meeting_surprise": ("caught", "aware"),
    "pursuit_rolled": ("chase goes_on", "let_go given_up"),
    "evasion_rolled": ("away", "caught"),
    "lance_couched": ("hit", "miss"),
    "magic_resisted": ("resisted", "not"),
    "turn_attempted": ("turned destroyed", "nothing"),
    "oil_thrown": ("hit", "miss"),
    "oil_lit": ("lit", "missed"),
    "unseen_sensed": ("found", "not"),
    "magic_ended": ("gone", "stays"),
    "blinked": ("behind", "before"),
    "weapon_dropped": ("falls", "held"),
    "exposed": ("kills petrifies repels", "misses"),
    "armour_sundered": ("broken", "whole"),
    "hazard_touched": ("spores", "quiet"),
    "fizzled": ("works", "fails"),
    "teleported": ("well", "high low lost"),
    "spell_turned": ("back", "stays"),
    "gaze_reflected": ("seen", "missed"),
    "doing_done": ("done", "failed"),
    "way_checked": ("lost", "kept sure"),
    "wilderness_checked": ("met", "quiet never"),
    "skill_tried": ("done", "failed"),
    "skill_checked": ("success", "failure"),
    "recharged": ("back", "failed"),
    "action_rolled": ("critical_success success_hope success_fear", "failure_hope failure_fear"),
    "reaction_rolled": ("critical success", "failure"),
    "roll_twisted": ("critical_success success_hope success_fear", "failure_hope failure_fear"),
    "attack_twisted": ("hit critical", "missed"),
    "foe_rolled": ("action_success reaction_success", "action_failure reaction_failure"),
    "watch_kept": ("came", "nobody"),
    "missile_flew": ("hit poisoned", "missed"),
    "tried": ("search_done door_done", "search_failed door_failed"),
    "lock_settled": ("locked", "none"),
    "trap_attacked": ("hit", "missed"),
    "trap_sensed": ("-", "-"),  # the roll that is made again, whatever it came to
    "companion_attacked": ("hit", "miss"),
}
NEITHER = {"hazard_touched": {"-"}, "skill_tried": {"unknown"}}
"""Sentences without a check to tell of, or for those who may not know how it ended."""
ANSWERED = {("daggerheart", "missile_flew")}
"""Where the one it is told of rolls against it: their success is its failure."""
FAILS = re.compile(
    r"\b(fails?|failure|a miss|misses|does not|cannot|(?<!costs )nothing|"
    r"fallisce|fallimento|a vuoto|manca|non riesce|non si libera|non trova)\b"
)
WINS = re.compile(r"\b(a hit|a success|succeeds|a segno|un successo|supera|(?<!non )(?<!non ci )riesce)\b")


def checks_of(kind: type[Event]) -> bool:
    """Whether an event of a kind carries a check."""
    return any(Check in (hint, *get_args(hint)) for hint in get_type_hints(kind).values())


CHECKED = [(game, kind) for game in PLAYABLE for kind in find_campaign(game).event_types if checks_of(kind)]
BY_NAME = pytest.mark.parametrize(
    ("game", "kind"), CHECKED, ids=[f"{game} {kind.__struct_config__.tag}" for game, kind in CHECKED]
)


@cache
def aims_in(module: Path) -> frozenset[str]:
    """What the checks of a module are held against, as far as it is written there."""
    found: set[str] = set()
    for call in (node for node in ast.walk(ast.parse(module.read_text())) if isinstance(node, ast.Call)):
        place = {"held_against": 4, "Check": 6}.get(getattr(call.func, "id", ""))
        if place is not None:
            wanted = [*call.args[place : place + 1], *(word.value for word in call.keywords if word.arg == "against")]
            inner = (part for each in wanted for part in ast.walk(each))
            found |= {part.value for part in inner if isinstance(part, ast.Constant) and isinstance(part.value, str)}
        if getattr(call.func, "id", "") == "replace":
            found |= {
                str(word.value.value)
                for word in call.keywords
                if word.arg == "against" and isinstance(word.value, ast.Constant)
            }
    return frozenset(found)


def used_by(game: str) -> dict[str, set[str]]:
    """What the checks of a game's campaign are held against, and where."""
    parents = {"infausta": ("whitebox",)}.get(game, ())
    sides = {"whitebox": ("whitebox",), "infausta": ("whitebox", "infausta")}.get(game, ("walking", game))
    folders = [SOURCE / "rules" / one for one in (game, *parents)] + [SOURCE / "play" / "sides" / one for one in sides]
    modules = [path for folder in folders for path in folder.rglob("*.py")] + [*(SOURCE / "play").glob("*.py")]
    found: dict[str, set[str]] = {}
    for path in modules:
        for key in aims_in(path):
            found.setdefault(key, set()).add(path.name)
    return found


@pytest.mark.parametrize("game", PLAYABLE)
def test_what_comes_about_is_told_in_its_own_words_and_never_as_a_success(game):
    texts = find_campaign(game).texts
    used = used_by(game)
    assert used
    for key, where in used.items():
        for language in LANGUAGES:
            ends = [texts.find(language, f"result.{key}.{end}") for end in ("success", "failure")]
            assert texts.find(language, f"against.{key}"), (key, where)
            if key in AIMS:
                continue
            assert None not in ends, f"{key} ({where}) is nobody's success and needs words of its own"
            assert len({*ends, *(texts.find(language, f"why.{end}") for end in ("success", "failure"))}) == 4


SIDES: Final = "arbitro.play.sides"
CAMPAIGNS: Final = ("arbitro.play", f"{SIDES}.walking", f"{SIDES}.archmage", f"{SIDES}.daggerheart")


@BY_NAME
def test_every_sentence_of_a_check_is_a_success_or_a_failure(game, kind):
    tag = str(kind.__struct_config__.tag)
    good, bad = (set(words.split()) for words in ENDS[tag])
    told = {
        key.removeprefix(f"event.{tag}").removeprefix(".") or "-": (package, key)
        for package in (*CAMPAIGNS, *_packages(game))
        for key in load_catalogue(package, "en")
        if key == f"event.{tag}" or key.startswith(f"event.{tag}.")
    }
    assert told.keys() <= good | bad | NEITHER.get(tag, set()), "a variant that this table does not know"
    for language in LANGUAGES:
        read = {variant: load_catalogue(package, language)[key] for variant, (package, key) in told.items()}
        won = {read[one] for one in good - bad if one in read}
        lost = {read[one] for one in bad - good if one in read}
        assert not won & lost
        assert not [one for one in won if FAILS.search(one)]
        assert not [one for one in lost if WINS.search(one)]


def _packages(game: str) -> tuple[str, ...]:
    parents = ("arbitro.rules.whitebox",) if game == "infausta" else ()
    return (*parents, package_of(game))


def agrees(game: str, event: Any) -> bool:
    """Whether what an event tells is what its check came to."""
    tag, check = str(type(event).__struct_config__.tag), event.check
    variant = event.variant() or "-"
    good, bad = (set(words.split()) for words in ENDS[tag])
    if check is None or variant in NEITHER.get(tag, set()):
        return True
    success = check.success != ((game, tag) in ANSWERED)
    return variant in (good if success else bad)


@pytest.mark.parametrize(
    ("game", "folder", "name"), [(game, folder, name) for game in PLAYABLE for folder, name in ready_of(game)]
)
def test_what_is_told_agrees_with_its_check(game, folder, name):
    rules = find_campaign(game).game
    setup = rules.read_setup(open_path(Path(str(files(package_of(game)))) / folder / name))
    table: Table[Any] = Table.open(rules, "t", seed_from_text("sides"), setup.options)
    for command in setup.start:
        assert not isinstance(table.submit(command, REFEREE), Refusal)
    for _ in range(150):
        command = rules.suggest(table.state, REFEREE)
        if command is None or rules.finished(table.state):
            break
        assert not isinstance(table.submit(command, REFEREE), Refusal)
    events = [event for entry in table.entries() for event in entry.events if checks_of(type(event))]
    assert not [event for event in events if not agrees(game, event)]
