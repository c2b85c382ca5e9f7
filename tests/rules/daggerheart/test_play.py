"""Whole games: choices, the automatic GM, replay, secrets, words, and ten thousand random decisions."""

import random
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from tests.rules.daggerheart.bench import BOOKS, RULES, Bench, foe, hero, play, printed
from tests.sampling import sampled

from arbitro.dice.stream import Die, QuickDice, seed_from_text
from arbitro.kernel.command import Override, Refusal
from arbitro.kernel.event import TOLD_WITH_ANOTHER
from arbitro.kernel.explain import explain
from arbitro.kernel.ruleset import shown_to
from arbitro.kernel.seat import REFEREE, Seat
from arbitro.kernel.sentence import choice_text, label_text, question_text, refusal_text, tell
from arbitro.kernel.table import Table
from arbitro.kernel.yamlfile import Document, FileFault, open_path
from arbitro.rules.daggerheart import advice as advice_rules
from arbitro.rules.daggerheart.commands import Attack, Describe, OpenScene, OpenTurn, Roll
from arbitro.rules.daggerheart.content import load_library
from arbitro.rules.daggerheart.events import EVENTS, DamageTaken, FearSpent, FoeAppeared
from arbitro.rules.daggerheart.resources import FEAR_USES
from arbitro.rules.daggerheart.scene_end import fear_budget
from arbitro.rules.daggerheart.state import Condition, Foe, State, Turn
from arbitro.text import LANGUAGES

FOLDER = Path(str(files("arbitro.rules.daggerheart")))
SCENES = sorted([*FOLDER.glob("fights/*.yaml"), *FOLDER.glob("scenes/*.yaml")])
PLAYER = Seat("party", "player", frozenset(BOOKS.characters))


def opened(
    path: Path, seed: str, options: dict[str, Any] | None = None, scene: OpenScene | None = None
) -> Table[State]:
    setup = RULES.read_setup(open_path(path))
    table = Table.open(RULES, "t", seed_from_text(seed), {**setup.options, **(options or {})})
    for command in setup.start:
        wanted = scene if scene is not None and isinstance(command, OpenScene) else command
        answer = table.submit(wanted, REFEREE)
        assert not isinstance(answer, Refusal), answer
    return table


def sound(state: State) -> None:
    """What must hold at every moment."""
    fear = state.fear
    assert fear.gained == fear.spent + fear.held + fear.lost
    assert 0 <= fear.held <= 12
    for one in state.party.values():
        assert 0 <= one.hope <= 6 - one.scars
        assert 0 <= one.hp_marked <= one.hp
        assert 0 <= one.stress_marked <= one.stress
    scene = state.scene
    if scene is None:
        return
    assert (scene.turn is not None) == (scene.spotlight == "gm")
    for one in scene.foes.values():
        assert 0 <= one.hp_marked <= one.hp
        assert 0 <= one.stress_marked <= one.stress
    if not state.awaiting:
        assert not scene.agenda
        assert scene.pending is None


def replayed(table: Table[State]) -> None:
    again = Table.restore(RULES, list(table.records()), None)
    assert msgspec.json.encode(again.state) == msgspec.json.encode(table.state)
    assert again.ledger == table.ledger


@pytest.mark.rule("DH-FEAR-05", "DH-FEAR-07", "DH-TENSION-01", "DH-FEAR-14")
@pytest.mark.parametrize("path", SCENES, ids=lambda path: path.stem)
def test_automatic_play_ends_keeps_the_fear_and_the_budget_and_replays(path):
    for seed in range(4):
        table = opened(path, f"auto{seed}")
        for _ in range(2000):
            if RULES.finished(table.state):
                break
            command = RULES.suggest(table.state, REFEREE)
            assert command is not None
            held, budget = table.state.fear.held, fear_budget(load_library(), table.state)
            answer = table.submit(command, REFEREE)
            assert not isinstance(answer, Refusal), answer
            sound(table.state)
            spent = any(isinstance(event, FearSpent) for event in answer.events)
            if spent and budget is not None and table.state.scene.fear_spent > budget[2]:
                assert held >= table.state.options["gm_fear_reminder_at"]  # beyond the range only with too much Fear
        assert table.state.scene.ending
        replayed(table)


@pytest.mark.rule("DH-MOVE-01", "DH-SPOTLIGHT-01")
def test_the_same_seed_plays_the_same_game():
    def log(seed: str) -> list[Any]:
        table = opened(SCENES[0], seed)
        for _ in range(40):
            if not RULES.finished(table.state):
                table.submit(RULES.suggest(table.state, REFEREE), REFEREE)
        return [body for _, body in table.records()]

    assert log("x") == log("x")
    assert log("x") != log("y")


def test_automatic_players_stay_in_their_seat():
    table = opened(SCENES[0], "seats")
    seats = RULES.seats(table.state)
    assert seats[0].controls == frozenset(table.state.party)
    for _ in range(200):
        if RULES.finished(table.state):
            break
        command = RULES.suggest(table.state, seats[0])
        if command is None:
            command = RULES.suggest(table.state, REFEREE)
            assert table.submit(command, REFEREE)
        else:
            assert seats[0].may_act_for(RULES.owner(table.state, command))
            assert not isinstance(table.submit(command, seats[0]), Refusal)


# Commands that a random GM would drown the game in.
SIDE = {"set_cover", "set_condition", "end_condition", "foe_react", "set_tension", "gain_fear", "add_foe", "set_place"}
SIDE |= {"settle_threat", "note_change", "end_scene", "call_reaction", "drop_roll", "spend_fear"}


def random_options(chance: random.Random) -> dict[str, Any]:
    chosen: dict[str, Any] = {}
    for name in RULES.options:
        option = RULES.options[name]
        if chance.random() < 0.3:
            if option.type == "switch":
                chosen[name] = chance.random() < 0.5
            elif option.type == "choice":
                chosen[name] = chance.choice(list(option.values))
    return chosen


def random_scene(chance: random.Random) -> OpenScene:
    blocks = chance.sample(list(BOOKS.adversaries.values()), 4)
    foes = tuple(
        Foe(f"{block.id}-{n}", block, block.name, chance.choice([5, 15, 30, 60, 120])) for n, block in enumerate(blocks)
    )
    place = chance.choice([None, None, *BOOKS.places.values()])
    return OpenScene(foes, place, in_danger=chance.random() < 0.8)


@pytest.mark.parametrize(("seed", "most"), sampled([(0, 360), *((seed, 1000) for seed in range(10))], 1))
def test_random_legal_decisions(seed, most):
    """Ten long runs and a short one: all that is offered is accepted, and the log folds to the live state."""
    chance = random.Random(seed)
    made = 0
    while made < most:
        scene = random_scene(chance) if chance.random() < 0.7 else None
        table = opened(chance.choice(SCENES), f"{seed}-{made}", random_options(chance), scene)
        for _ in range(120):
            offered = list(table.choices(REFEREE))
            kinds = sorted({choice.command for choice in offered})
            main = [kind for kind in kinds if kind not in SIDE]
            kind = chance.choice(main if main and chance.random() < 0.9 else kinds)
            choice = chance.choice([each for each in offered if each.command == kind])
            filling = chance.choice(list(choice.fillings()))
            answer = table.submit(RULES.command(filling), REFEREE)
            assert not isinstance(answer, Refusal), (choice, filling, answer)
            sound(table.state)
            made += 1
        replayed(table)


class Counting:
    """Dice that count how often they are thrown."""

    def __init__(self) -> None:
        self.thrown = 0
        self.dice = QuickDice(1)

    def roll(self, sides: int, purpose: str = "", /) -> Die:
        self.thrown += 1
        return self.dice.roll(sides, purpose)

    def stream(self, name: str, /) -> "Counting":
        return self


def test_what_is_refused_throws_no_die():
    """Commands that were legal at some moment of a game, tried at every other one."""
    chance = random.Random(5)
    table = opened(FOLDER / "fights" / "toll.yaml", "refused")
    states, commands = [], []
    for _ in range(80):
        states.append(table.state)
        commands += [RULES.command(next(iter(choice.fillings()))) for choice in table.choices(REFEREE)]
        if (command := RULES.suggest(table.state, REFEREE)) is None:
            break  # the fight is over
        table.submit(command, REFEREE)
    refused = 0
    for state in states:
        for command in chance.sample(commands, 60):
            if RULES.may_begin(state, command) is not None:
                continue
            dice = Counting()
            if isinstance(RULES.decide(state, command, dice), Refusal):
                refused += 1
                assert dice.thrown == 0, command
    assert refused > 200


# ---------------------------------------------------------------- secrets


def seen(table: Table[State], seat: Seat) -> bytes:
    history = [msgspec.json.encode(entry.events) for entry in table.history(seat)]
    return msgspec.json.encode([msgspec.to_builtins(table.view(seat)), [body.decode() for body in history]])


def test_two_worlds_that_differ_in_secrets_look_alike_to_players():
    def world(difficulty: int, hp: int) -> Table[State]:
        sly = replace(BOOKS.adversaries["bladed_guard"], difficulty=difficulty, hp=hp, stress=hp, major=90, severe=99)
        scene = OpenScene((Foe("g", sly, sly.name, 5),), BOOKS.places["raging_river"])
        table = opened(SCENES[0], "secret", scene=scene)
        for command in (Attack(next(iter(table.state.party)), "g"), Roll(next(iter(table.state.party)))):
            assert not isinstance(table.submit(command, REFEREE), Refusal)
        return table

    one, two = world(3, 6), world(4, 9)
    assert seen(one, PLAYER) == seen(two, PLAYER)
    assert seen(one, REFEREE) != seen(two, REFEREE)


def test_what_the_gm_keeps_is_nowhere_in_what_players_get():
    table = opened(FOLDER / "scenes" / "river.yaml", "river")
    for _ in range(60):
        if RULES.finished(table.state):
            break
        table.submit(RULES.suggest(table.state, REFEREE), REFEREE)
    shown = seen(table, PLAYER).decode()
    for secret in ("hunters", "patient_hunter", '"difficulty":10,"adversaries"', "agenda"):
        assert secret not in shown, secret


# ---------------------------------------------------------------- words


SILENT = {
    "foe_joined": "all its numbers, for the GM; `foe_appeared` tells what is seen",
    "place_set": "all its numbers, for the GM; `place_seen` tells what is seen",
    "asked": "what waits for an answer; the question itself is put",
    "answered": "what follows from the answer is told",
    "foe_done": "whose spotlight it was; the next one is told",
    "feature_spent": "a count for the GM; the use itself is told",
    "feature_marked": "that it waits for a rest; the use itself is told",
}
"""The only kinds of events without a line, and why."""


def test_every_sentence_is_there_in_both_languages():
    read = {name: msgspec.yaml.decode((FOLDER / "locale" / f"{name}.yaml").read_text()) for name in LANGUAGES}
    assert list(read["it"]) == list(read["en"])
    for texts in read.values():
        assert all(str(text).strip() for text in texts.values())
        for event in EVENTS:
            tag = str(event.__struct_config__.tag)
            told = [key for key in texts if key == f"event.{tag}" or key.startswith(f"event.{tag}.")]
            assert bool(told) != (tag in SILENT), tag
        assert {f"move.{name}" for name in BOOKS.guidance.moves} <= set(texts)
        assert {f"phrase.{name}" for name in BOOKS.guidance.outcomes} <= set(texts)
        assert {f"fear_use.{name}" for name in FEAR_USES} <= set(texts)


def test_refusal_codes_questions_notes_and_purposes_have_words():
    import re

    code = "\n".join(path.read_text() for path in FOLDER.glob("*.py"))
    wanted = {f"refusal.{name}" for name in re.findall(r'Refusal\(\s*"([a-z_]+)"', code)}
    wanted |= {f"question.{name}" for name in re.findall(r'Question\(\s*"([a-z_]+)"', code)}
    wanted |= {f"purpose.{name}" for name in re.findall(r'\.roll\([^()]*(?:\([^()]*\))?[^()]*, "([a-z_]+)"\)', code)}
    wanted |= {key for key in re.findall(r'Label\(\s*"([a-z_.]+)"', code) if key[-1] not in "._"}
    for key in sorted(wanted):
        for language in LANGUAGES:
            assert RULES.texts.find(language, key) is not None, key


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_that_happens_can_be_told_and_explained(language):
    for number, path in enumerate(SCENES):
        table = opened(path, f"told{number}")
        for _ in range(80):
            if RULES.finished(table.state):
                break
            for choice in table.choices(REFEREE):
                assert choice_text(RULES, table.state, choice, language)
                for parameter in choice.parameters:
                    for pick in parameter.picks[:3]:
                        assert label_text(RULES, table.state, pick.label, language)
            for question in table.state.awaiting:
                assert question_text(RULES, table.state, question, language)
            assert RULES.picture(table.state, REFEREE, language)
            assert RULES.picture(table.state, PLAYER, language)
            entry = table.submit(RULES.suggest(table.state, REFEREE), REFEREE)
            for event in entry.events:
                for seat in (REFEREE, PLAYER):
                    shown = shown_to(RULES, table.state, event, seat)
                    if shown is None:
                        continue
                    tag = str(shown.__struct_config__.tag)
                    quiet = tag in SILENT or shown.variant() == TOLD_WITH_ANOTHER
                    assert quiet or tell(RULES, table.state, shown, language), (tag, shown.variant())
                    explain(RULES, table.state, shown, language)


def test_every_adversary_has_a_name_for_several_in_both_languages():
    for name, kind in BOOKS.creature_names.items():
        assert kind.plural is not None, name
        assert kind.many("en") != kind.in_("en"), name
    assert BOOKS.creature_names["rotted_zombie"].many("it") == "zombi marci"


@pytest.mark.parametrize(("left", "told"), [(False, ""), (True, "Orc feels nothing of the damage (4).")])
def test_a_blow_at_a_foe_is_told_by_the_wound_or_by_its_absence(left, told):
    bench = play(hero(), foe())
    blow = DamageTaken("orc", 4, None, None, None, unharmed=left)
    assert tell(RULES, bench.state, blow, "en") == told


def test_refusals_are_said_with_names():
    bench = play(hero(), foe(at=90))
    refusal = bench.no(Attack("ada", "orc"), "out_of_reach")
    assert "Orc" in refusal_text(RULES, bench.state, refusal, "it")


# ---------------------------------------------------------------- the helper


@pytest.mark.rule("DH-ACTION-01", "DH-ACTION-02", "DH-ACTION-03", "DH-ACTION-04", "DH-ACTION-05", "DH-ADV-01")
def test_the_helper_before_a_roll():
    smith = hero(
        experiences=(replace(hero().sheet.experiences[0], id="smith", name=replace(hero().name, en="Blacksmith")),)
    )
    bench = play(smith, in_danger=False).do(Describe("ada", "mend a buckle like a blacksmith"))
    hints = {hint.key: hint for hint in advice_rules.hints(RULES, bench.state, "en")}
    assert {"is_it_needed", "say_the_stakes", "warn_of_consequences", "offer_a_bargain", "prefer_a_die"} <= set(hints)
    assert hints["experience_makes_it_easy"].choice == "no_roll"
    before = bench.state
    advice_rules.advice(RULES, bench.state, "it")
    assert bench.state == before


@pytest.mark.rule("DH-MOVE-01", "DH-MOVE-14", "DH-MOVE-18", "DH-MOVE-21", "DH-SOFT-03", "DH-MOVE-02")
def test_the_helper_offers_fitting_moves_with_reasons_and_never_forces_one():
    turn = Turn("roll_with_fear", outcome="success_fear", subject="ada")
    bench = play(hero(), foe(), turn=turn)
    hints = list(advice_rules.hints(RULES, bench.state))
    assert any(hint.key == "lean_hard" for hint in hints)
    tried = {hint.values["move"]: hint.values["why"] for hint in hints if hint.key == "try_move"}
    assert tried["#move.adversary_attacks"] == "#why.foe_in_reach"
    assert "#move.custom" in tried
    offered = {choice.id for choice in RULES.choices(bench.state, REFEREE)}
    assert {hint.choice for hint in hints if hint.key == "try_move"} <= offered
    assert "end_turn" in offered
    alone = play(hero(), turn=Turn("failed_action_roll", outcome="failure_fear", subject="ada"))
    moves = {hint.values["move"] for hint in advice_rules.hints(RULES, alone.state) if hint.key == "try_move"}
    assert "#move.multiple_adversaries" not in moves
    assert all(advice.rules for advice in advice_rules.advice(RULES, alone.state, "it"))


@pytest.mark.rule("DH-TENSION-01", "DH-MOVE-05", "DH-MOVE-06", "DH-MOVE-07", "DH-FEAR-08")
def test_the_helper_in_the_players_spotlight():
    keys = [hint.key for hint in advice_rules.hints(RULES, play(hero(), foe(), fear=3, fear_spent=1).state)]
    assert {"occasions", "interrupt", "budget_below"} <= set(keys)


@pytest.mark.rule("DH-FEAR-08", "DH-FEAR-14", "DH-TENSION-01")
def test_the_automatic_gm_interrupts_only_with_much_fear_and_time_in_a_scene_of_weight():
    from arbitro.rules.daggerheart.commands import Interrupt

    for ready in (play(hero(), foe(), fear=9, quiet=3), play(hero(), foe(), fear=9, quiet=3, fear_spent=4)):
        assert RULES.suggest(ready.state, REFEREE) == Interrupt()
    for tame in (
        play(hero(), foe(), fear=7, quiet=3),
        play(hero(), foe(), fear=9, quiet=1),
        play(hero(), foe(), fear=9, quiet=3, fear_spent=1, tension="incidental"),
    ):
        assert RULES.suggest(tame.state, REFEREE) != Interrupt()


# ---------------------------------------------------------------- setups, overriding, the pack


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("game: daggerheart\nparty: [nobody]\n", 2),
        ("game: daggerheart\nparty: [berta]\nfoes:\n  - {block: dragonfly}\n", 4),
        ("game: daggerheart\nparty: [berta]\nplace: moon\n", 3),
        ("game: daggerheart\nparty: [berta]\ntensoin: minor\n", 3),
    ],
)
def test_a_bad_scene_is_refused_with_its_line(text, line):
    with pytest.raises(FileFault) as fault:
        RULES.read_setup(Document("mine.yaml", text))
    assert fault.value.line == line


def test_the_gm_may_override_and_whoever_would_fall_falls():
    table = opened(SCENES[0], "override")
    foes = list(table.state.scene.foes)
    entry = table.submit(Override(f"scene.foes.{foes[0]}.hp_marked", 5, "a boulder"), REFEREE)
    assert not isinstance(entry, Refusal)
    assert table.state.scene.foes[foes[0]].defeated
    replayed(table)


def test_a_condition_ends_with_its_source():
    held = hero(conditions=(Condition("enveloped", "orc", "source"),))
    bench = play(held, foe(hp_marked=4), printed("giant_rat")).do(Attack("ada", "orc"))
    bench.do(Roll("ada"), (12, 9), (12, 8), (8, 1))
    assert bench.foe().defeated
    assert bench.hero().conditions == ()


def test_the_pack_names_its_document_and_stands_alone():
    notice = (FOLDER / "NOTICE.txt").read_text()
    assert "System Reference Document 1.0" in notice
    assert "darringtonpress.com/license" in notice
    for language in LANGUAGES:
        assert "Critical Role, LLC" in RULES.texts.say(language, "attribution")
    source = Path(str(files("arbitro")))
    for path in source.rglob("*.py"):
        if "daggerheart" in path.parts or path.stem == "daggerheart":  # the pack, and what is loaded only for it
            continue
        assert "import arbitro.rules.daggerheart" not in path.read_text()
        assert "from arbitro.rules.daggerheart" not in path.read_text()


def test_a_turn_that_the_gm_opened_can_be_ended():
    bench = Bench(play(hero(), foe()).state).do(OpenTurn("golden_opportunity"))
    assert bench.scene.spotlight == "gm"


def test_those_of_a_kind_who_appear_together_are_told_of_in_one_sentence():
    table = opened(next(path for path in SCENES if path.stem == "rats"), "arrivals")
    arrivals = [event for entry in table.history(REFEREE) for event in entry.events if isinstance(event, FoeAppeared)]
    told = [sentence for event in arrivals if (sentence := tell(RULES, table.state, event, "en"))]
    assert len(arrivals) == len(foes_of(table)) > len(told) == len({one.block.id for one in foes_of(table)})
    assert sum(event.together for event in arrivals) == len(arrivals)


def foes_of(table: Table[State]) -> list[Foe]:
    """All adversaries of the scene."""
    assert table.state.scene is not None
    return list(table.state.scene.foes.values())
