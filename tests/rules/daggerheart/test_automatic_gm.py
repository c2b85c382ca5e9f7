"""The automatic GM plays like a good GM by the text: openings, consequences, Fear, moves that fit, circumstances."""

from collections import Counter
from importlib.resources import files
from itertools import product
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest
from msgspec import Struct
from msgspec.structs import replace
from tests.rules.daggerheart.bench import BOOKS, RULES, Bench, duality, foe, hero, play, printed

from arbitro.dice.stream import seed_from_text
from arbitro.kernel.command import Refusal
from arbitro.kernel.ruleset import shown_to
from arbitro.kernel.seat import REFEREE, Seat
from arbitro.kernel.sentence import choice_text, label_text, question_text, refusal_text, tell
from arbitro.kernel.table import Table
from arbitro.kernel.yamlfile import open_path
from arbitro.rules.daggerheart import automatic_gm, fitting, gm_moves, pacing
from arbitro.rules.daggerheart import commands as c
from arbitro.rules.daggerheart import events as e
from arbitro.rules.daggerheart.advice import advice, hints
from arbitro.rules.daggerheart.companies import CompanyEntry, gather_companies
from arbitro.rules.daggerheart.content import load_library
from arbitro.rules.daggerheart.encounter import tension_of
from arbitro.rules.daggerheart.ranges import reach_of
from arbitro.rules.daggerheart.state import Condition, Countdown, Request, State, Turn
from arbitro.rules.daggerheart.words import Named, Outcome
from arbitro.text import LANGUAGES, Fault

FOLDER = Path(str(files("arbitro.rules.daggerheart")))
FIGHTS = sorted(FOLDER.glob("fights/*.yaml"))
SCENES = sorted(FOLDER.glob("scenes/*.yaml"))
MOVES = BOOKS.guidance.moves
PLAYER = Seat("party", "player", frozenset({"ada", "bea"}))
ROLLED_WITH_FEAR = Turn("roll_with_fear", outcome="failure_fear", subject="ada")
ROLLED_WITH_HOPE = Turn("failed_action_roll", outcome="failure_hope", subject="ada")
CLOCK = Countdown("doom", Named("Rovina", "Doom"), "consequence", 6, 4, ends="failure")
HEADWAY = Countdown("goal", Named("Meta", "Goal"), "progress", 6, 3, ends="success")


# ---------------------------------------------------------------- whole fights and scenes, measured


class Measure(Struct):
    """What the automatic GM did in a number of fights and scenes."""

    games: int = 0
    fights: int = 0
    lost: int = 0
    moves: Counter[str] = Counter()
    answers: Counter[str] = Counter()
    """To failures with Fear: the first move, by whether it is one of the major ones."""
    criticals: int = 0
    openings: int = 0
    spotlights: int = 0
    rolls: int = 0
    incidental: int = 0
    """The most Fear spent in an incidental scene."""
    endings: Counter[str] = Counter()
    means: Counter[str] = Counter()
    """Experiences bought, dice granted, countdowns started, questions answered."""

    @property
    def kinds(self) -> set[str]:
        """The kinds of moves of the lists that were made."""
        return set(self.moves) & set(MOVES)

    @property
    def major(self) -> float:
        """The share of failures with Fear that were answered by something major."""
        return self.answers["major"] / max(self.answers.total(), 1)


def played(path: Path, seed: str) -> Table[State]:
    setup = RULES.read_setup(open_path(path))
    table: Table[State] = Table.open(RULES, "t", seed_from_text(seed), setup.options)
    for command in setup.start:
        assert not isinstance(table.submit(command, REFEREE), Refusal)
    for _ in range(2000):
        if RULES.finished(table.state):
            return table
        command = RULES.suggest(table.state, REFEREE)
        answer = table.submit(command, REFEREE)
        assert not isinstance(answer, Refusal), (command, answer)
    raise AssertionError(f"{path.stem} with {seed} does not end")


def measured(seeds: int) -> Measure:
    found = Measure(moves=Counter(), answers=Counter(), endings=Counter(), means=Counter())
    for path, seed in product((*FIGHTS, *SCENES), range(seeds)):
        table = played(path, f"gm{seed}")
        scene = table.state.scene
        found.games += 1
        found.fights += path in FIGHTS
        found.lost += table.state.fear.lost
        found.rolls += scene.rolls
        found.endings[scene.ending] += 1
        if scene.tension == "incidental":
            found.incidental = max(found.incidental, scene.fear_spent)
        count(found, [event for entry in table.entries() for event in entry.events])
    return found


def count(found: Measure, events: list[Any]) -> None:
    outcome = ""
    for event in events:
        match event:
            case e.TurnOpened():
                outcome = event.turn.outcome or ""
            case e.MoveMade():
                found.moves[event.move] += 1
                if outcome == "failure_fear":
                    suits = MOVES[event.move].suits if event.move in MOVES else ("major",)
                    grave = "major" in suits and event.move != "spotlight_adversary"
                    found.answers["major" if grave else "other"] += 1
                outcome = ""
            case e.RollClosed():
                found.criticals += event.outcome == "critical_success"
            case e.EdgeGiven():
                found.openings += event.rules == ("DH-MOVE-11",)
            case e.Spotlighted():
                found.spotlights += 1
            case e.FearSpent() if event.use == "experience":
                found.means["experiences"] += 1
            case e.AttackRolled() if event.others:
                found.means["dice"] += 1
            case e.CountdownStarted() if event.countdown.id == gm_moves.REINFORCEMENTS:
                found.means["countdowns"] += 1
            case e.PlayerTold():
                found.means["answers"] += 1


def show(found: Measure) -> None:
    print(
        f"{found.fights} fights, {found.games - found.fights} scenes: {found.lost / found.games:.2f} Fear lost each; "
        f"{len(found.kinds)} kinds of moves {dict(found.moves.most_common())}; openings after criticals "
        f"{found.openings}/{found.criticals}; major answers to failures with Fear {found.major:.0%}; "
        f"{found.rolls / found.games:.1f} rolls and {found.spotlights / found.fights:.1f} spotlights each; "
        f"at most {found.incidental} Fear in incidental scenes; {dict(found.means)}; {dict(found.endings)}"
    )


def good(found: Measure) -> None:
    assert found.lost / found.fights <= 0.3
    assert found.openings == found.criticals > 0
    assert found.major >= 0.6
    assert found.incidental <= BOOKS.guidance.tension["incidental"].high
    assert found.moves["environment_feature"] > 0
    assert len(found.kinds) >= 12
    assert found.rolls / found.games < 15
    assert found.spotlights / found.fights < 15


@pytest.mark.rule("DH-FEAR-05", "DH-FEAR-14", "DH-MOVE-11", "DH-MOVE-17", "DH-MOVE-18", "DH-SOFT-04", "DH-TENSION-02")
def test_a_sample_of_fights_and_scenes_is_run_as_the_text_advises():
    found = measured(5)
    show(found)
    good(found)


@pytest.mark.slow
@pytest.mark.rule("DH-FEAR-05", "DH-FEAR-14", "DH-MOVE-11", "DH-MOVE-17", "DH-MOVE-18", "DH-SOFT-04", "DH-TENSION-02")
def test_two_hundred_fights_and_scenes_are_run_as_the_text_advises():
    found = measured(40)
    show(found)
    assert found.fights == 200
    good(found)
    assert len(found.kinds) >= 18
    assert min(found.means[means] for means in ("experiences", "dice", "countdowns", "answers")) > 0


# ---------------------------------------------------------------- criticals (DH-MOVE-11)

KINDS = get_args(get_type_hints(Request)["kind"])


def rolled(kind: str) -> Bench:
    """A roll of every kind that an action roll can be, showing a double."""
    bea, ada = hero("bea", at=0), hero("ada", hope=6)
    orc = foe(at=5, hp=12, major=30, severe=40)
    bench = play(ada, bea, orc, in_danger=True)
    match kind:
        case "action":
            bench.do(c.Describe("ada", "", "agility")).do(c.RequestRoll("agility", 12))
        case "attack":
            bench.do(c.Attack("ada", "orc", "sword"))
        case "power":
            bolt = replace(BOOKS.powers["bolt_beacon"])
            bench = play(hero("ada", hope=6, powers=(bolt,), spellcast="presence"), bea, orc)
            bench.do(c.UsePower("ada", bolt.id, "orc"))
        case "move":
            bench.do(c.Move("ada", -20)).do(c.RequestRoll("agility", 12))
        case "shed":
            held = Condition("restrained", "orc", "temporary", ("strength",), 12)
            bench = play(hero("ada", conditions=(held,)), bea, orc).do(c.Shed("ada", "restrained", "strength"))
        case "tag":
            bench.do(c.TagTeam("ada", "bea", "orc")).do(c.Roll("ada"), *duality(4, 4)).do(c.Roll("bea"), *duality(1, 2))
            return bench.do(c.ChooseTag("ada", "first", "physical"), *((8, 1),) * 2)
        case _:
            raise AssertionError(f"how is {kind} rolled?")
    extra = {"attack": ((8, 1),), "power": ((8, 1),)}.get(kind, ())
    return bench.do(c.Roll("ada"), *duality(4, 4, *extra))


@pytest.mark.rule("DH-MOVE-11")
@pytest.mark.parametrize("kind", KINDS)
def test_every_roll_that_can_be_critical_brings_an_opening(kind):
    bench = rolled(kind)
    assert bench.scene.last.outcome == "critical_success"
    assert bench.asked == "opening"
    assert bench.state.awaiting[0].who == "referee"
    bench.no(c.Attack("ada", "orc", "sword"), "awaiting")
    suggested = RULES.suggest(bench.state, REFEREE)
    assert bench.do(suggested).hero("ada").edge
    assert bench.scene.spotlight == "players"


LAST_ROLLS = {
    "the last foe falls": lambda **more: play(hero("ada"), foe(hp=1), **more).do(c.Attack("ada", "orc", "sword")),
    "the goal is reached": lambda **more: (
        play(hero("ada"), countdowns={"goal": replace(HEADWAY, value=1)}, **more)
        .do(c.Describe("ada", "", "agility"))
        .do(c.RequestRoll("agility", 12))
    ),
}


@pytest.mark.rule("DH-MOVE-02", "DH-MOVE-03", "DHP-DUAL-04")
@pytest.mark.parametrize("scene", LAST_ROLLS)
def test_the_last_roll_with_fear_has_its_price_before_the_scene_ends(scene):
    damage = ((8, 1),) if "foe" in scene else ()
    hope = LAST_ROLLS[scene]().do(c.Roll("ada"), *duality(9, 8), *damage)
    assert hope.scene.ending in ("victory", "success")
    fear = LAST_ROLLS[scene]().do(c.Roll("ada"), *duality(8, 9), *damage)
    assert (fear.scene.ending, fear.scene.turn.free) == ("", 1)
    made = []
    while not fear.scene.ending:
        command = RULES.suggest(fear.state, REFEREE)
        fear.do(command)
        made += fear.found(e.MoveMade)
    assert len(made) == 1
    assert fear.scene.ending == hope.scene.ending
    waived = LAST_ROLLS[scene]().do(c.Roll("ada"), *duality(8, 9), *damage).do(c.EndTurn())
    assert waived.scene.ending == hope.scene.ending
    kept = LAST_ROLLS[scene](options={"gm_success_fear_spotlight": "players"})
    assert kept.do(c.Roll("ada"), *duality(8, 9), *damage).scene.ending == hope.scene.ending


@pytest.mark.rule("DH-MOVE-11")
def test_an_opening_outlasts_the_scene_that_the_critical_ended():
    bench = play(hero("ada"), foe(hp=1)).do(c.Attack("ada", "orc", "sword")).do(c.Roll("ada"), *duality(4, 4, (8, 1)))
    bench.do(c.GiveEdge("ada"))
    assert (bench.scene.ending, bench.hero("ada").edge) == ("victory", True)
    bench = play(hero("ada"), countdowns={"goal": HEADWAY}).do(c.Describe("ada", "", "agility"))
    bench.do(c.RequestRoll("agility", 12)).do(c.Roll("ada"), *duality(4, 4)).do(c.GiveEdge("ada"))
    assert (bench.scene.ending, bench.hero("ada").edge) == ("success", True)


# ---------------------------------------------------------------- moves that land


def ready_for(move: str) -> Bench:
    """A GM turn in which a move has something to take hold of."""
    people: list[Any] = [hero("ada", hope=3), hero("bea", at=5), hero("cora", at=5)]
    turn = ROLLED_WITH_FEAR
    match MOVES[move].lands:
        case "opportunity":
            people[0] = hero("ada", edge=True)
        case "stakes":
            return play(*people, foe(), turn=turn, countdowns={"doom": CLOCK})
        case "reveal" | "unseen":
            return play(*people, turn=turn, countdowns={"doom": replace(CLOCK, hidden=True)})
        case "shift":
            return play(*people, turn=turn, place="raging_river")
        case "collateral":
            return play(*people, foe(type="bruiser"), turn=turn)
        case "past":
            return play(*people, foe(type="leader"), turn=turn)
        case "looms" | "enemy":
            return play(*people, printed("bladed_guard", "bladed_guard-1"), turn=turn)
        case _:
            pass
    return play(*people, foe(), turn=turn)


LANDING = [move for move in MOVES if MOVES[move].lands]


def landed(move: str) -> Bench:
    bench = ready_for(move)
    return bench.do(c.MakeMove(move, target="ada" if gm_moves.aimed(load_library(), move) else "", lands=True))


@pytest.mark.rule("DH-SOFT-04", "DH-MOVE-14", "DH-MOVE-16", "DH-MOVE-18", "DH-MOVE-21")
@pytest.mark.parametrize("move", LANDING)
def test_a_move_that_lands_changes_the_game_and_one_that_is_told_does_not(move):
    landing, told = landed(move), ready_for(move).do(c.MakeMove(move, target="ada"))
    plain = {e.MoveMade, e.ThreatPending}
    assert {type(event) for event in told.events} <= plain
    assert {type(event) for event in landing.events} - plain
    assert landing.scene.moves[-1] == move
    for event, language in product(landing.events, LANGUAGES):
        assert tell(RULES, landing.state, event, language) or event.audience == "referee"
    offered = {choice.id: choice for choice in RULES.choices(ready_for(move).state, REFEREE)}
    assert f"make_move/{move}/lands" in offered
    assert f"make_move/{move}" in offered
    for language in LANGUAGES:
        label = choice_text(RULES, landing.state, offered[f"make_move/{move}/lands"], language)
        assert "{" not in label
        assert "landing." not in label


@pytest.mark.rule("DH-SOFT-04")
@pytest.mark.parametrize("move", [move for move in LANDING if MOVES[move].lands != "ask"])
def test_a_move_without_anything_to_take_hold_of_can_only_be_told(move):
    bench = play(hero("ada"), turn=ROLLED_WITH_FEAR, in_danger=False)
    refused = bench.no(c.MakeMove(move, target="ada", lands=True), "cannot_land")
    for language in LANGUAGES:
        assert "{" not in refusal_text(RULES, bench.state, refused, language)
    assert f"make_move/{move}/lands" not in {choice.id for choice in RULES.choices(bench.state, REFEREE)}


@pytest.mark.rule("DH-MOVE-18", "DHP-COND-04")
def test_immediate_danger_leaves_somebody_vulnerable_until_they_act():
    bench = landed("immediate_danger")
    (held,) = bench.hero("ada").conditions
    assert (held.name, held.until) == ("vulnerable", "act")


@pytest.mark.rule("DH-MOVE-18", "DH-ADVERSARY-03")
def test_immediate_danger_without_adversaries_is_the_place_striking():
    bench = play(hero("ada"), place="raging_river", turn=ROLLED_WITH_FEAR)
    bench.do(c.MakeMove("immediate_danger", target="ada", lands=True))
    assert bench.asked == "reaction"
    bench.do(c.React("ada", "agility"), *duality(2, 3), (6, 4))
    assert bench.only(e.DamageRolled).source == "place"


@pytest.mark.rule("DH-MOVE-18", "DHP-RANGE-01")
def test_the_separated_end_up_out_of_close_of_all_companions():
    bench = landed("separated")
    reach = reach_of(load_library(), bench.state, "close")
    assert all(abs(bench.hero("ada").at - bench.hero(other).at) > reach for other in ("bea", "cora"))


@pytest.mark.rule("DH-MOVE-18", "DH-SOFT-04", "DHP-COUNT-02")
def test_an_opportunity_lost_is_an_advantage_or_a_step_of_progress():
    assert not landed("lose_opportunity").hero("ada").edge
    bench = play(hero("ada"), turn=ROLLED_WITH_FEAR, countdowns={"goal": HEADWAY})
    bench.do(c.MakeMove("remove_opportunity", lands=True))
    assert bench.scene.countdowns["goal"].value == 4


@pytest.mark.rule("DH-MOVE-14", "DH-TENSION-01")
def test_raised_stakes_bring_doom_nearer_or_make_the_scene_tenser_once():
    assert landed("raise_stakes").scene.countdowns["doom"].value == 3
    bench = play(hero("ada"), foe(), fear=3, turn=Turn("roll_with_fear", 1), tension="minor")
    bench.do(c.MakeMove("raise_stakes", lands=True))
    assert bench.scene.tension == "typical"
    bench.no(c.MakeMove("raise_stakes", lands=True), "cannot_land")
    spent = play(hero("ada"), foe(), fear=9, turn=Turn("roll_with_fear", 1), tension="minor", fear_spent=4)
    assert [spent.do(c.MakeMove("raise_stakes", lands=True)).scene.tension for _ in range(2)] == ["typical", "major"]
    spent.no(c.MakeMove("raise_stakes", lands=True), "cannot_land")  # 5 are spent, of 4 to 8


@pytest.mark.rule("DH-FEAR-14", "DH-TENSION-01", "DH-TENSION-05", "DH-TENSION-06")
def test_a_gm_with_a_lot_of_fear_raises_the_stakes_before_more_of_it_is_spent():
    """The Fear of a fight stays within what its tension suggests, for the tension grows with it, up to climactic."""
    further = Turn("roll_with_fear", 0, made=1)
    bench = play(hero("ada"), foe(), foe("two"), fear=12, turn=further, fear_spent=4)
    assert automatic_gm.turn(RULES, bench.state, bench.scene, bench.scene.turn) == c.MakeMove(
        "raise_stakes", lands=True
    )
    bench.do(c.MakeMove("raise_stakes", lands=True))
    assert (bench.scene.tension, bench.scene.fear_spent) == ("major", 5)
    command = automatic_gm.turn(RULES, bench.state, bench.scene, bench.scene.turn)
    assert isinstance(command, c.Spotlight)
    calm = play(hero("ada"), foe(), foe("two"), fear=7, turn=further, fear_spent=4)
    assert automatic_gm.turn(RULES, calm.state, calm.scene, calm.scene.turn) == c.EndTurn()


@pytest.mark.rule("DH-MOVE-14", "DHP-COUNT-01", "DHP-ADVSTAT-13", "DH-SOFT-01")
@pytest.mark.parametrize("move", ["new_threat", "offscreen_threat"])
def test_a_threat_is_reinforcements_on_their_way_who_arrive_when_the_countdown_triggers(move):
    bench = landed(move)
    assert bench.scene.countdowns[gm_moves.REINFORCEMENTS].value == 4
    bench.no(c.MakeMove(move, lands=True), "no_fear")
    bench.do(c.AdvanceCountdown(gm_moves.REINFORCEMENTS, 4))
    assert set(bench.scene.foes) == {"bladed_guard-1", "bladed_guard-2"}


@pytest.mark.rule("DHP-ADVSTAT-13")
def test_no_reinforcements_come_beyond_the_battle_points():
    full = [printed("bladed_guard", f"bladed_guard-{number}") for number in range(1, 4)]
    bench = play(hero("ada"), *full, turn=ROLLED_WITH_FEAR)
    bench.no(c.MakeMove("new_threat", lands=True), "cannot_land")


@pytest.mark.rule("DH-SOFT-04", "DHP-COUNT-01")
def test_what_nobody_sees_draws_nearer_in_secret_and_an_unwelcome_truth_shows_it():
    bench = ready_for("unseen_move").do(c.MakeMove("unseen_move", lands=True))
    assert bench.scene.countdowns["doom"].value == 3
    seen = [shown_to(RULES, bench.state, event, PLAYER) for event in bench.events]
    assert not [event for event in seen if event is not None]
    bench = ready_for("unwelcome_truth").do(c.MakeMove("unwelcome_truth", lands=True))
    assert not bench.scene.countdowns["doom"].hidden


@pytest.mark.rule("DH-SOFT-04", "DHP-COND-03")
def test_the_captured_are_restrained_in_the_grip_of_an_adversary():
    (held,) = landed("capture").hero("ada").conditions
    assert (held.name, held.source, held.traits) == ("restrained", "orc", ("strength", "finesse"))


@pytest.mark.rule("DH-SOFT-04", "DHP-ARM-01", "DHP-RANGE-04")
def test_collateral_damage_takes_cover_first_and_armour_after_it():
    assert landed("collateral_damage").hero("ada").armour_marked == 1
    bench = play(hero("ada", cover="partial"), foe(), turn=ROLLED_WITH_FEAR)
    bench.do(c.MakeMove("collateral_damage", target="ada", lands=True))
    assert bench.hero("ada").cover == ""
    assert bench.hero("ada").armour_marked == 0


@pytest.mark.rule("DH-SOFT-04", "DH-ADVERSARY-03")
def test_the_past_and_a_shifting_place_call_for_reaction_rolls():
    bench = landed("use_backstory").do(c.React("ada", "presence"), *duality(1, 2))
    assert bench.hero("ada").hope == 2
    bench = landed("shift_environment")
    for who in ("ada", "bea", "cora"):
        assert bench.asked == "reaction"
        bench.do(c.React(who, "agility"), *duality(1, 2))
    assert {one.stress_marked for one in bench.state.party.values()} == {1}


# ---------------------------------------------------------------- questions to the players

ASKING = sorted(BOOKS.guidance.answers)


def asked(move: str) -> Bench:
    bench = play(hero("ada"), hero("bea"), foe(), turn=ROLLED_WITH_FEAR, countdowns={"goal": HEADWAY})
    return bench.do(c.MakeMove(move, target="ada", lands=True))


@pytest.mark.rule("DH-MOVE-21", "DH-SOFT-04")
@pytest.mark.parametrize(
    ("move", "reply"), [(move, reply) for move in ASKING for reply in BOOKS.guidance.answers[move]]
)
def test_what_a_move_asks_is_answered_by_the_player_and_by_nobody_else(move, reply):
    bench = asked(move)
    before = bench.state
    assert (bench.asked, bench.state.awaiting[0].who) == ("tell", "ada")
    for language in LANGUAGES:
        assert "{" not in question_text(RULES, before, before.awaiting[0], language)
    offered = {choice.id: choice for choice in RULES.choices(before, Seat("ada", "player", frozenset({"ada"})))}
    assert f"tell_gm/{reply}" in offered
    assert not list(RULES.choices(before, Seat("bea", "player", frozenset({"bea"}))))
    for language in LANGUAGES:
        assert "{" not in label_text(RULES, before, offered[f"tell_gm/{reply}"].label, language)
    bench.no(c.TellGm("bea", reply), "not_asked")
    bench.do(c.TellGm("ada", reply, "so it was"))
    assert bench.only(e.PlayerTold).reply == reply
    for language in LANGUAGES:
        assert "so it was" in tell(RULES, bench.state, bench.only(e.PlayerTold), language)
    changed = {type(event) for event in bench.events} - {e.Answered, e.PlayerTold}
    assert changed or reply == "let_be"


@pytest.mark.rule("DH-MOVE-21", "DH-SOFT-04")
@pytest.mark.parametrize("move", ASKING)
def test_an_automatic_player_answers_through_the_same_door(move):
    for stress in range(7):
        bench = play(hero("ada", stress_marked=stress), foe(), turn=ROLLED_WITH_FEAR)
        if gm_moves.possible(load_library(), bench.state, move, "ada"):
            bench.do(c.MakeMove(move, target="ada", lands=True))
            answer = RULES.suggest(bench.state, Seat("ada", "player", frozenset({"ada"})))
            assert isinstance(answer, c.TellGm)
            bench.do(answer)


@pytest.mark.rule("DH-SOFT-04")
def test_an_answer_that_is_not_open_is_refused():
    bench = play(hero("ada", armour_marked=3), foe(), turn=ROLLED_WITH_FEAR)
    bench.do(c.MakeMove("ask_player", target="ada", lands=True)).no(c.TellGm("ada", "dented"), "no_such_answer")
    bench.no(c.TellGm("ada", "seize"), "no_such_answer")


# ---------------------------------------------------------------- which move fits


@pytest.mark.rule("DH-MOVE-14", "DH-MOVE-16", "DH-MOVE-18", "DH-MOVE-21", "DH-SOFT-04")
def test_every_move_of_the_lists_has_a_size_and_something_that_makes_it_fit():
    by_nature = {"npc_motive", "custom"}  # an adversary's own heart, and the GM's own words
    assert set(fitting.RULES) | by_nature == set(MOVES)
    for name, entry in MOVES.items():
        assert bool(entry.suits) == (name != "custom"), name
    for name in BOOKS.guidance.minor:
        assert "minor" in MOVES[name].suits
    for name in BOOKS.guidance.major:
        assert "major" in MOVES[name].suits
    lands = {entry.lands for entry in MOVES.values() if entry.lands}
    assert lands == set(gm_moves.LANDINGS)


@pytest.mark.rule("DH-MOVE-13", "DH-MOVE-15", "DH-MOVE-17")
@pytest.mark.parametrize("outcome", get_args(Outcome))
def test_the_first_move_is_of_the_size_that_the_roll_calls_for(outcome):
    answer = BOOKS.guidance.outcomes[outcome]
    if not answer.gm_move:
        return
    for made in range(30):
        turn = Turn("roll_with_fear", outcome=outcome, subject="ada")
        past = ("adversary_attacks",) * made
        bench = play(hero("ada"), hero("bea"), foe(), foe("two"), fear=5, turn=turn, moves=past, rolls=made)
        command = RULES.suggest(bench.state, REFEREE)
        move = command.move if isinstance(command, c.MakeMove | c.Spotlight) else ""
        assert answer.severity in MOVES[move].suits
        bench.do(command)


@pytest.mark.rule("DH-TENSION-02")
@pytest.mark.parametrize("outcome", ["success_fear", "failure_hope", "failure_fear"])
def test_an_incidental_scene_has_room_for_gentle_moves_only(outcome):
    turn = Turn("roll_with_fear", outcome=outcome, subject="ada")
    bench = play(
        hero("ada"), hero("bea"), turn=turn, tension="incidental", place="raging_river", countdowns={"g": HEADWAY}
    )
    now = fitting.moment(load_library(), bench.state)
    found = fitting.of_size(now, fitting.fits(now))
    assert found
    assert all(MOVES[fit.move].gentle for fit in found)


@pytest.mark.rule("DH-MOVE-18")
def test_a_failure_with_fear_makes_several_adversaries_turn_on_one():
    others = [foe(name, at=10) for name in ("two", "three")]
    bench = play(hero("ada"), hero("bea", at=60), foe(), *others, fear=6, turn=ROLLED_WITH_FEAR)
    assert bench.do(RULES.suggest(bench.state, REFEREE)).scene.turn.focus == "ada"
    struck = []
    while bench.scene.turn is not None and len(struck) < 2:
        command = RULES.suggest(bench.state, REFEREE)
        if isinstance(command, c.FoeAttack):
            struck.append(command.targets)
            break
        bench.do(command)
    assert struck == ["ada"]


@pytest.mark.rule("DH-SOFT-04")
@pytest.mark.parametrize("lands", [True, False])
def test_whether_told_moves_have_effects_is_an_option(lands):
    options = {"gm_moves_land": lands}
    turn = ROLLED_WITH_FEAR
    bench = play(hero("ada"), turn=turn, countdowns={"goal": HEADWAY}, options=options)
    command = RULES.suggest(bench.state, REFEREE)
    assert isinstance(command, c.MakeMove)
    assert command.lands is lands
    assert (bench.do(command).scene.countdowns["goal"].value == 4) is lands


@pytest.mark.rule("DH-MOVE-20", "DH-MOVE-01")
def test_the_helper_names_the_moves_that_the_automatic_gm_would_choose_from():
    bench = play(hero("ada"), hero("bea"), foe(), foe("two"), fear=3, turn=ROLLED_WITH_FEAR)
    offered = {choice.id for choice in RULES.choices(bench.state, REFEREE)}
    tries = [hint for hint in hints(RULES, bench.state) if hint.key == "try_move"]
    assert {"#move.multiple_adversaries", "#move.immediate_danger", "#move.custom"} <= {h.values["move"] for h in tries}
    assert all(hint.choice in offered for hint in tries)
    for language in LANGUAGES:
        assert all("why." not in each.text for each in advice(RULES, bench.state, language))


# ---------------------------------------------------------------- Fear (USARE LA PAURA)


@pytest.mark.rule("DH-TENSION-01", "DH-FEAR-14")
@pytest.mark.parametrize(
    ("tension", "spent", "held", "yes"),
    [
        ("typical", 0, 1, True),  # up to the bottom of 2 to 4 freely
        ("typical", 1, 1, True),
        ("typical", 2, 2, False),  # beyond it two are kept
        ("typical", 2, 3, True),
        ("typical", 4, 12, False),  # not beyond the top: the stakes rise first
        ("climactic", 12, 7, False),  # they cannot rise any more
        ("climactic", 12, 8, True),  # and too much has piled up
        ("incidental", 1, 12, False),  # an incidental scene stays one
        ("none", 9, 2, False),
        ("none", 9, 3, True),
    ],
)
def test_how_much_fear_is_spent(tension, spent, held, yes):
    bench = play(hero(), foe(), fear=held, tension=tension, fear_spent=spent)
    assert pacing.affordable(load_library(), bench.state, 1) is yes


@pytest.mark.rule("DH-FEAR-14")
def test_without_a_reminder_the_range_is_never_left():
    bench = play(hero(), foe(), fear=12, fear_spent=4, options={"gm_fear_reminder_at": 0})
    assert not pacing.affordable(load_library(), bench.state, 1)


# ---------------------------------------------------------------- circumstances, Experiences, bargains


@pytest.mark.rule("DH-ATK-03", "DH-ADV-02", "DH-ADV-03")
def test_an_attack_has_advantage_on_the_hemmed_in_and_disadvantage_where_a_shot_is_cramped():
    ada, archer = hero("ada"), printed("archer_guard", "archer")
    alone = play(ada, foe(), foe("two"), hero("bea", at=60))
    assert automatic_gm.attack(load_library(), alone.state, alone.foe(), alone.hero("ada")).advantages == 1
    helped = play(ada, foe(), foe("two"), hero("bea", at=5))
    assert automatic_gm.attack(load_library(), helped.state, helped.foe(), helped.hero("ada")).advantages == 0
    near = play(ada, archer)
    assert automatic_gm.attack(load_library(), near.state, archer, near.hero("ada")).disadvantages == 1
    far = play(ada, printed("archer_guard", "archer", at=60))
    assert automatic_gm.attack(load_library(), far.state, far.foe("archer"), far.hero("ada")).disadvantages == 0


@pytest.mark.rule("DH-FEAR-12", "DH-ATK-03")
def test_a_relevant_experience_is_bought_where_the_blow_is_doubtful():
    bear = printed("bear")
    bench = play(hero(evasion=14), bear, fear=5)
    assert automatic_gm.attack(load_library(), bench.state, bear, bench.hero()).experience == "ambusher"
    for other in (play(hero(evasion=9), bear, fear=5), play(hero(evasion=14), bear, fear=5, fear_spent=4)):
        assert automatic_gm.attack(load_library(), other.state, bear, other.hero()).experience == ""


@pytest.mark.rule("DHP-ADVSTAT-04")
def test_every_experience_of_the_book_is_sorted_by_what_it_is_relevant_for():
    known = {one.id for block in BOOKS.adversaries.values() for one in block.experiences}
    assert known == set(BOOKS.guidance.experience_uses)


@pytest.mark.rule("DH-DIFF-02", "DH-ADV-01")
def test_a_call_counts_the_circumstances_and_the_adversarys_experience():
    wolf = printed("dire_wolf", "wolf", at=40)
    bench = play(hero("ada"), hero("bea", at=35), wolf, fear=4).do(c.Describe("ada", "", "agility", "wolf"))
    command = RULES.suggest(bench.state, REFEREE)
    assert command == c.RequestRoll("agility", 0, advantages=1, experience="keen_senses")
    pressed = play(hero("ada"), foe(), foe("two")).do(c.Describe("ada", "", "agility", "orc"))
    assert RULES.suggest(pressed.state, REFEREE).disadvantages == 1


@pytest.mark.rule("DH-ACTION-05")
def test_a_bargain_is_offered_for_a_roll_that_would_rather_fail():
    bench = play(hero("ada"), difficulty=18).do(c.Describe("ada", "", "agility"))
    command = RULES.suggest(bench.state, REFEREE)
    assert command == c.OfferBargain("agility", 0)
    bench.do(command)
    assert RULES.suggest(bench.state, Seat("ada", "player", frozenset({"ada"}))) == c.TakeBargain("ada", True)
    calm = play(hero("ada"), difficulty=14, in_danger=False).do(c.Describe("ada", "", "agility"))
    assert isinstance(RULES.suggest(calm.state, REFEREE), c.OfferBargain)
    for other in (
        play(hero("ada"), difficulty=14),
        play(hero("ada"), difficulty=10),
        play(hero("ada", stress_marked=3), difficulty=18),
        play(hero("ada"), difficulty=18, goal=Named("Meta", "Goal")),
    ):
        other.do(c.Describe("ada", "", "agility"))
        assert isinstance(RULES.suggest(other.state, REFEREE), c.RequestRoll)


@pytest.mark.rule("DH-ACTION-02", "DH-DIFF-04")
def test_dice_are_spared_where_experience_makes_it_easy_and_words_find_their_benchmark():
    smith = replace(hero("ada").sheet.experiences[0], name=Named("Fabbro di paese", "Village smith"))
    easy = play(hero("ada", experiences=(smith,)), in_danger=False)
    easy.do(c.Describe("ada", "I mend the buckle as a smith would", "finesse"))
    assert RULES.suggest(easy.state, REFEREE) == c.NoRoll()
    pressed = play(hero("ada", experiences=(smith,))).do(c.Describe("ada", "I mend it as a smith would", "finesse"))
    assert isinstance(RULES.suggest(pressed.state, REFEREE), c.RequestRoll)
    door = play(hero("ada", strength=2)).do(c.Describe("ada", "sfondo la porta di legno", "strength"))
    assert RULES.suggest(door.state, REFEREE).difficulty == 15


# ---------------------------------------------------------------- companies


@pytest.mark.rule("DHP-ADVSTAT-13", "DHP-ENV-01")
def test_every_adversary_has_a_company_and_a_place_to_live():
    assert not [name for name in BOOKS.adversaries if not BOOKS.companies.of(name)]
    for name, entry in BOOKS.companies.entries.items():
        assert entry.places, name
        assert entry.members, name
        assert len(set(entry.members)) == len(entry.members), name


@pytest.mark.parametrize("path", FIGHTS, ids=lambda path: path.stem)
def test_ready_fights_are_of_one_company(path):
    setup = RULES.read_setup(open_path(path))
    opened = next(command for command in setup.start if isinstance(command, c.OpenScene))
    kinds = {foe.block.id for foe in opened.foes if not foe.block.id.startswith("improvised_")}
    assert BOOKS.companies.together(kinds)


def test_sharks_are_not_met_with_archers_nor_underground():
    met = BOOKS.companies
    assert not met.together(("shark", "archer_guard"))
    assert not met.lives("shark", "underground")
    assert met.together(("shark", "siren"), "water")
    assert met.together(("skeleton_knight", "skeleton_archer"), "underground")
    assert not met.together(("oak_treant", "treant_sapling"), "underground")
    assert met.lives("of_a_pack", "underground")
    assert not met.together(("of_a_pack", "bear"))
    bench = play(hero(), printed("shark"))
    offered = next(choice for choice in RULES.choices(bench.state, REFEREE) if choice.command == "add_foe")
    assert {pick.value for pick in offered.parameters[0].picks[:5]} == set(
        BOOKS.companies.entries["deep_waters"].members
    )


def test_a_company_that_names_nobody_is_a_fault():
    entry = next(iter(BOOKS.companies.entries.values()))
    wrong = CompanyEntry(entry.name, entry.about, entry.places, ("nobody",))
    with pytest.raises(Fault):
        gather_companies({"wrong": wrong}, BOOKS.adversaries)


@pytest.mark.rule("DH-TENSION-03", "DH-TENSION-04", "DH-TENSION-05")
@pytest.mark.parametrize(
    ("blocks", "tension"),
    [
        (("bear",), "minor"),
        (("bear", "dire_wolf", "dire_wolf"), "typical"),
        (("head_guard",), "major"),
        (("minor_demon",), "major"),
    ],
)
def test_the_tension_of_a_fight_follows_from_who_is_in_it(blocks, tension):
    assert tension_of(load_library(), [BOOKS.adversaries[name] for name in blocks], 4) == tension


@pytest.mark.rule("DH-MOVE-16")
def test_without_anybody_in_reach_the_move_is_another_one_than_an_attack():
    far = play(hero("ada", at=-400), foe(at=300), turn=ROLLED_WITH_HOPE)
    command = RULES.suggest(far.state, REFEREE)
    assert not (isinstance(command, c.Spotlight) and command.move == "adversary_attacks")
    far.do(command)


@pytest.mark.rule("DH-MOVE-07", "DHP-COND-06")
def test_whoever_cannot_pay_for_a_roll_is_offered_none_and_looks_to_the_gm():
    bound = Condition("shackled", "orc", "scene", ("instinct",))
    bench = play(hero("ada", hope=0, conditions=(bound,)), foe())
    seat = Seat("ada", "player", frozenset({"ada"}))
    assert not {"describe", "move", "shed", "attack"} & {choice.command for choice in RULES.choices(bench.state, seat)}
    assert RULES.suggest(bench.state, seat) == c.LookToGm("ada")


# ---------------------------------------------------------------- which list a move is cited from


OUTCOMES = load_library().guidance.outcomes
LISTS = {answer.ideas for answer in OUTCOMES.values() if answer.ideas}


@pytest.mark.rule("DH-MOVE-14", "DH-MOVE-16", "DH-MOVE-18")
@pytest.mark.parametrize("outcome", [None, *OUTCOMES])
@pytest.mark.parametrize("move", MOVES)
def test_a_move_cites_the_list_of_the_outcome_there_was_and_no_other(move, outcome):
    told = ready_for(move)
    assert told.scene.turn is not None
    turn = replace(told.scene.turn, outcome=outcome)
    told.state = replace(told.state, scene=replace(told.scene, turn=turn))
    others = LISTS - {OUTCOMES[outcome].ideas if outcome else ""}
    for choice in RULES.choices(told.state, REFEREE):
        assert choice.command != "make_move" or others.isdisjoint(choice.rules), choice.id
    for hint in advice(RULES, told.state, "en"):
        assert others.isdisjoint(hint.rules), hint
    if MOVES[move].effect == "spotlight":
        command: Any = c.Spotlight(next(iter(told.scene.foes)), move)
    elif MOVES[move].effect == "clear_condition":
        return
    else:
        lands = gm_moves.possible(load_library(), told.state, move, "ada")
        command = c.MakeMove(move, target="ada", lands=lands)
    cited = {rule for event in told.do(command).events for rule in event.rules}
    assert others.isdisjoint(cited)
    size = OUTCOMES[outcome].severity if outcome else "none"
    listed = {"minor": load_library().guidance.minor, "major": load_library().guidance.major}.get(size, ())
    assert move not in listed or OUTCOMES[outcome].ideas in cited


@pytest.mark.rule("DH-FEAR-03", "DH-FEAR-05", "DH-FEAR-14")
@pytest.mark.parametrize(("scenes", "held", "much"), [(1, 7, False), (1, 8, True), (2, 3, False), (2, 4, True)])
def test_in_a_campaign_room_is_left_for_what_rests_will_bring(scenes, held, much):
    bench = play(*(hero(who) for who in ("ada", "bea", "cid", "dot")), foe(), fear=held)
    state = replace(bench.state, scenes=scenes)
    assert pacing.much(state) == much


@pytest.mark.rule("DH-FEAR-14")
def test_without_the_reminder_nothing_is_too_much():
    bench = play(hero(), foe(), fear=12, options={"gm_fear_reminder_at": 0})
    assert not pacing.much(replace(bench.state, scenes=5))
