"""Every told number adds up: the parts that its explanation shows, in their order, come to exactly that number.

Fights and scenes are played at random, under options drawn at random. Each event is looked at as the GM's explanation
shows it, and its lines are worked out again from their text alone; every rule it cites must be the one applied.
"""

import random
import re
from collections.abc import Callable
from typing import Any, get_args

import pytest
from msgspec.structs import replace
from tests.rules.daggerheart.bench import BOOKS, BOW, RULES, SWORD, acting, duality, foe, hero, play, printed
from tests.rules.daggerheart.random_heroes import random_hero
from tests.rules.daggerheart.test_play import SCENES, opened, random_options, random_scene
from tests.rules.sums import adds_up, decided_openly, dice_in, reasons_given
from tests.sampling import sampled

from arbitro.dice.stream import QuickDice
from arbitro.kernel.command import Refusal
from arbitro.kernel.event import Event
from arbitro.kernel.explain import explain
from arbitro.kernel.ruling import Check
from arbitro.kernel.seat import REFEREE
from arbitro.kernel.sentence import tell
from arbitro.rules.daggerheart import events as e
from arbitro.rules.daggerheart.commands import (
    AdvanceCountdown,
    Answer,
    Attack,
    BeginRest,
    CallReaction,
    ChooseTag,
    DeathMove,
    Describe,
    EndRest,
    Fall,
    FoeAct,
    FoeAttack,
    FoeReact,
    MakeMove,
    React,
    Reroll,
    RestMove,
    Roll,
    Shed,
    SplitHealing,
    StartCountdown,
    TagTeam,
    UseArmour,
    UseFeature,
    UsePower,
)
from arbitro.rules.daggerheart.feature_words import Tell
from arbitro.rules.daggerheart.state import Condition, State, Turn
from arbitro.rules.daggerheart.words import Named, Purpose
from arbitro.text import LANGUAGES

TOLD: dict[type[Event], tuple[str, ...]] = {
    e.DamageRolled: ("amount",),
    e.DamageTaken: ("amount", "wounds"),
    e.HitPointsMarked: ("amount",),
    e.FearGained: ("held",),
    e.Parried: ("off",),
    e.PowerRolled: ("total",),
}
"""The numbers that events tell as the outcome of several parts."""
POWERS = ("use_power", "bolster", "answer_power")
PLAIN = {
    e.FearSpent,  # a price
    e.FearLost,
    e.StressMarked,
    e.StressCleared,
    e.HitPointsCleared,  # a sum only where dice were thrown for it
    e.ArmourCleared,
    e.MinionsFell,  # how many fall, not the damage
    e.DamageShared,
    e.RollClosed,  # the total of the roll before it
}
"""Events with such a field that tells a plain count, and no sum."""
WHERE_SHOWN: dict[type[Event], Callable[[Any], int]] = {
    e.HopeChanged: lambda event: event.hope,
    e.StressCleared: lambda event: event.amount,
    e.HitPointsCleared: lambda event: event.amount,
    e.ArmourCleared: lambda event: event.amount,
    e.MinionsFell: lambda event: len(event.who) - 1,
    e.FeatureUsed: lambda event: event.total,
    e.CountdownAdvanced: lambda event: event.value,
    e.GoldChanged: lambda event: event.by,
}
"""What the parts of an event come to, where it shows any."""
ON = {
    "DHP-DMG-05": "massive_damage",
    "DHP-SPOT-03": "spotlight_tracker",
    "DHP-FATE-01": "fate_rolls",
    "DHP-FALL-01": "falling_damage",
    "DHP-RANGE-02": "defined_ranges",
}
"""Optional rules, and the switch without which they are never cited."""


def noted(event: Any, *notes: str) -> bool:
    check = getattr(event, "check", None)
    modifiers = check.modifiers if check is not None else event.modifiers
    return any(each.note in notes for each in modifiers)


def natural(event: Any) -> int:
    face: int = event.check.dice[0].face
    return face


Law = Callable[[Any, State], bool]
_OUTCOMES = {
    "DHP-DUAL-03": "success_hope",
    "DHP-DUAL-04": "success_fear",
    "DHP-DUAL-05": "failure_hope",
    "DHP-DUAL-06": "failure_fear",
    "DHP-DUAL-07": "critical_success",
}


def _by_outcome(outcome: str) -> Law:
    return lambda event, _: event.outcome == outcome


LAWS: dict[tuple[str, type[Event]], Law] = {
    **{(rule, e.ActionRolled): _by_outcome(outcome) for rule, outcome in _OUTCOMES.items()},
    ("DHP-ADV-01", e.ActionRolled): lambda event, _: noted(event, "advantage", "help"),
    ("DHP-ADV-02", e.ActionRolled): lambda event, _: noted(event, "disadvantage", "help"),
    ("DHP-ADV-01", e.ReactionRolled): lambda event, _: noted(event, "advantage"),
    ("DHP-ADV-02", e.ReactionRolled): lambda event, _: noted(event, "disadvantage"),
    ("DHP-GEN-02", e.ActionRolled): lambda event, _: event.again,
    ("DHP-GEN-02", e.ReactionRolled): lambda event, _: event.again,
    ("DHP-REACT-02", e.ReactionRolled): lambda event, _: event.critical,
    ("DH-ADV-02", e.AttackRolled): lambda event, _: natural(event) >= max(die.face for die in event.others),
    ("DH-ADV-03", e.AttackRolled): lambda event, _: natural(event) <= min(die.face for die in event.others),
    ("DH-CRIT-01", e.AttackRolled): lambda event, _: natural(event) == 20,
    ("DH-CRIT-03", e.FoeRolled): lambda event, _: natural(event) == 20,
    ("DH-CRIT-02", e.DamageRolled): lambda event, state: event.critical and event.source not in state.party,
    ("DHP-ATK-03", e.DamageRolled): lambda event, state: event.critical and event.source in state.party,
    ("DHP-ATK-04", e.DamageTaken): lambda event, _: noted(event, "resisted", "immune"),
    ("DHP-GEN-01", e.DamageTaken): lambda event, _: event.resisted,
    ("DHP-DMG-02", e.DamageTaken): lambda event, _: event.amount == 0,
    ("DHP-DMG-03", e.DamageTaken): lambda event, state: event.who in state.party,
    ("DHP-DMG-05", e.DamageTaken): lambda event, _: event.wounds == 4,
    ("DH-FEAR-05", e.FearGained): lambda event, _: event.held == 12,
    ("DHP-STRESS-02", e.StressMarked): lambda event, _: event.marked == event.slots,
    ("DHP-RANGE-03", e.Moved): lambda event, _: event.how in ("walked", "sprinted"),
    ("DHP-TAG-02", e.FearGained): lambda event, _: event.amount == 2,
    **{(rule, e.RollClosed): _by_outcome(outcome) for rule, outcome in _OUTCOMES.items()},
    ("DH-MOVE-11", e.RollClosed): _by_outcome("critical_success"),
    ("DH-MOVE-12", e.RollClosed): _by_outcome("success_hope"),
    ("DH-MOVE-13", e.RollClosed): _by_outcome("success_fear"),
    ("DH-MOVE-15", e.RollClosed): _by_outcome("failure_hope"),
    ("DH-MOVE-17", e.RollClosed): _by_outcome("failure_fear"),
    ("DH-DIFF-01", e.RollRequested): lambda event, _: bool(event.request.against),
    ("DH-DIFF-02", e.RollRequested): lambda event, _: bool(event.request.against),
    ("DH-DIFF-03", e.RollRequested): lambda event, _: not event.request.against,
    ("DH-MOVE-03", e.TurnOpened): lambda event, _: event.variant() in ("roll_with_fear", "failed_with_fear"),
    ("DH-MOVE-04", e.TurnOpened): lambda event, _: event.variant() in ("failed_action_roll", "failed_with_fear"),
    ("DH-MOVE-05", e.TurnOpened): lambda event, _: event.variant() == "unavoidable_consequences",
    ("DH-MOVE-06", e.TurnOpened): lambda event, _: event.variant() == "golden_opportunity",
    ("DH-MOVE-07", e.TurnOpened): lambda event, _: event.variant() == "players_look_to_gm",
    ("DH-FEAR-08", e.TurnOpened): lambda event, _: event.variant() == "paid_interrupt",
    ("DHP-DEATH-02", e.DeathMoved): lambda event, _: event.variant() == "blaze_of_glory",
    ("DHP-DEATH-03", e.DeathMoved): lambda event, _: event.variant() == "avoid_death",
    ("DHP-DEATH-04", e.DeathMoved): lambda event, _: event.variant() == "risk_it_all",
    ("DHP-STRESS-03", e.HitPointsMarked): lambda event, _: event.variant() == "for_stress",
    ("DHP-ARM-02", e.ArmourMarked): lambda event, _: event.variant() != "wasted",
    ("DHP-COND-05", e.ConditionGained): lambda event, _: event.condition.until == "temporary",
    ("DHP-DEATH-02", e.StatusChanged): lambda event, _: event.status == "dead",
    ("DHP-DEATH-03", e.StatusChanged): lambda event, _: event.status in ("unconscious", "up", "yielded"),
    ("DHP-EXP-01", e.HopeChanged): lambda event, _: event.by < 0,
    ("DHP-HOPE-04", e.HopeChanged): lambda event, _: event.by >= 0,
    ("DHP-SPOT-01", e.SpotlightReturned): lambda event, _: False,
}
"""What must be so where a rule is cited for an event: it is the rule applied, not that of the other branch."""


def worked_out(line: str) -> int:
    """What a line of an explanation comes to, read as a person would: left to right, brackets left out."""
    most = re.search(r"; (?:at most|al massimo) (\d+)", line)
    line = re.sub(r"\[[^\]]*\]", "", line).split(";")[0]
    line = re.sub(r"^[^:=\d]+: ", "", line)  # what it is the sum of
    line = re.sub(r"\([^()]*\)", "", line)  # where a die lies, what an amount comes from
    line = re.sub(r"d\d+=(\d+)", r"\1", line)
    total = 0
    for sign, number in re.findall(r"(= |÷|[+-] ?|^)(-?\d+)", line.strip()):
        value = int(number)
        if sign == "= ":
            assert total == value, line
        elif sign == "÷":
            total //= value
        else:
            total += -value if sign.startswith("-") else value
    return min(total, int(most[1])) if most else total


def hold_to_its_word(state: State, event: Event) -> None:
    """Whoever attacks is told with what and whom; whoever pays for a power, for which; and damage, by what."""
    subjects: list[str] = []
    if isinstance(event, e.RollRequested) and not event.again and event.request.kind in ("attack", "power", "tag"):
        subjects = [*event.request.targets, f"{event.who}/{event.request.means}"]
    elif isinstance(event, e.HopeChanged) and event.why == "power":
        assert event.power, event
        subjects = [f"{event.who}/{event.power}"]
    elif isinstance(event, e.DamageRolled) and event.source in state.party and event.rules[0] != "DHP-FALL-01":
        assert event.means, event
        subjects = [event.means]
    for language in LANGUAGES if subjects else ():
        said = tell(RULES, state, event, language).lower()
        for subject in subjects:
            name = RULES.name_of(state, subject, language).lower()
            kind, _, number = name.rpartition(" ")  # of several of a kind the later ones are told by number alone
            assert name in said or (number.isdigit() and kind in said and number in said), (subject, said)


def hold_to_account(state: State, event: Event) -> None:
    """Everything that an event tells in numbers, against what its explanation shows."""
    hold_to_its_word(state, event)
    check = getattr(event, "check", None)
    if isinstance(check, Check):
        added = sum(die.face for die in check.dice) + sum(each.amount for each in check.modifiers)
        assert added == check.total, event
    reasons_given(RULES, state, event)
    decided_openly(event)
    for rule in event.rules:
        law = LAWS.get((rule, type(event)))
        assert law is None or law(event, state), (rule, event)
        assert rule not in ON or state.options[ON[rule]], (rule, event)
    sums = event.sums()
    for each in sums:
        adds_up(each)
    totals = [each.total for each in sums]
    for name in TOLD.get(type(event), ()) if sums else ():
        if name == "wounds" and event.minion:
            continue  # a Minion falls, whatever it is
        assert getattr(event, name) in totals, (name, event)
    if sums and type(event) in WHERE_SHOWN:
        assert WHERE_SHOWN[type(event)](event) in totals, event
    if sums and dice_in(event):
        assert sum(len(each.dice) for each in sums) == dice_in(event), event
    for language in ("en", "it"):
        lines = explain(RULES, state, event, language).numbers
        shown = lines[len(lines) - len(sums) :] if sums else ()
        for each, line in zip(sums, shown, strict=True):
            assert worked_out(line) == each.total, (line, each)
        if isinstance(check, Check):
            assert worked_out(lines[0]) == check.total, lines
        elif not sums and dice_in(event) and getattr(event, "modifiers", ()):
            loose = sum(die.face for die in event.dice) + sum(each.amount for each in event.modifiers)
            assert worked_out(lines[-1]) == loose, lines


class Carried:
    """What the roll of each came to as it was told: one that is changed carries on from it, and from nothing else."""

    def __init__(self) -> None:
        self.rolls: dict[str, int] = {}

    def hear(self, event: Event) -> None:
        """Hold a changed roll to the one told before it."""
        if isinstance(event, e.ActionRolled):
            self.rolls[event.who] = event.check.total
        elif isinstance(event, e.RollTwisted):
            before = next(part.amount for part in event.check.modifiers if part.note == "roll_before")
            assert before == self.rolls[event.whose], event
            self.rolls[event.whose] = event.check.total


@pytest.mark.rule("DHP-DMG-04", "DHP-DUAL-02", "DH-ATK-02")
@pytest.mark.parametrize("calling", list(BOOKS.classes))
def test_numbers_of_the_powers_of_every_class_add_up(calling):
    account_of_a_class(calling, range(1), 50)


@pytest.mark.slow
@pytest.mark.parametrize("calling", list(BOOKS.classes))
def test_numbers_of_many_fights_of_every_class_add_up(calling):
    account_of_a_class(calling, range(1, 25), 120)


def account_of_a_class(calling, seeds, steps):
    for seed in seeds:
        chance = random.Random(f"sums {calling} {seed}")
        callings = (calling, chance.choice(list(BOOKS.classes)))
        party = [
            random_hero(chance, each, chance.randint(1, 10), who) for each, who in zip(callings, "ab", strict=True)
        ]
        blocks = chance.sample(sorted(BOOKS.adversaries), 3)
        foes = [printed(block, f"foe-{at}", at=chance.choice((5, 20, 45))) for at, block in enumerate(blocks)]
        state = play(*(replace(one, hope=5) for one in party), *foes, fear=4, options=random_options(chance)).state
        dice, carried = QuickDice(seed), Carried()
        for _ in range(steps):
            offered = [one for one in RULES.choices(state, REFEREE) if one.command in POWERS and chance.random() < 0.5]
            chosen = RULES.command(next(iter(chance.choice(offered).fillings()))) if offered else None
            command = chosen or (None if RULES.finished(state) else RULES.suggest(state, REFEREE))
            if command is None:
                break
            answer = RULES.decide(state, command, dice)
            assert not isinstance(answer, Refusal), (command, answer)
            for event in answer.events:
                hold_to_account(answer.state, event)
                carried.hear(event)
            state = answer.state


@pytest.mark.rule("DHP-DMG-04", "DHP-DUAL-02", "DH-ATK-02")
@pytest.mark.parametrize("seed", sampled(range(8), 1))
def test_numbers_of_random_play_add_up(seed):
    chance = random.Random(1400 + seed)
    for game in range(4):
        carried = Carried()
        scene = random_scene(chance) if game else None
        table = opened(chance.choice(SCENES), f"sums-{seed}-{game}", random_options(chance), scene)
        for _ in range(80):
            offered = list(table.choices(REFEREE))
            if not offered:
                break
            lively = chance.random() < 0.6 and RULES.suggest(table.state, REFEREE)
            if lively:
                command = lively
            else:
                kind = chance.choice(sorted({choice.command for choice in offered} - {"end_scene"}))
                choice = chance.choice([each for each in offered if each.command == kind])
                command = RULES.command(chance.choice(list(choice.fillings())))
            answer = table.submit(command, REFEREE)
            assert not isinstance(answer, Refusal), (command, answer)
            for event in answer.events:
                hold_to_account(table.state, event)
                carried.hear(event)


@pytest.mark.slow
@pytest.mark.parametrize("path", SCENES, ids=lambda path: path.stem)
@pytest.mark.parametrize("seed", range(6))
def test_so_do_those_of_automatic_play(path, seed):
    table = opened(path, f"sums-{seed}")
    for _ in range(400):
        command = None if RULES.finished(table.state) else RULES.suggest(table.state, REFEREE)
        if command is None:
            break
        answer = table.submit(command, REFEREE)
        assert not isinstance(answer, Refusal), answer
        for event in answer.events:
            hold_to_account(table.state, event)


def test_every_event_that_tells_a_number_is_held_to_account():
    counted = {"amount", "total", "off"}
    telling = {kind for kind in e.EVENTS if counted & set(kind.__struct_fields__)}
    assert telling == {*TOLD, *PLAIN}


def test_every_event_that_shows_parts_is_held_to_the_number_that_it_tells():
    showing = {kind for kind in e.EVENTS if kind.sums is not Event.sums and "check" not in kind.__struct_fields__}
    assert showing == {*TOLD, *WHERE_SHOWN}


# ---------------------------------------------------------------- what was wrong


def lines_of(bench, kind, language="en"):
    for event in bench.events:
        hold_to_account(bench.state, event)
    return [line for event in bench.found(kind) for line in explain(RULES, bench.state, event, language).numbers]


@pytest.mark.rule("DHP-DMG-01", "DHP-ARM-02")
def test_thresholds_and_armour_are_parts_of_their_own():
    bench = play(hero(), foe(damage="9"), turn=acting()).do(FoeAttack("orc", "ada"), (20, 15))
    assert lines_of(bench, e.DamageTaken) == [
        "damage: 9 rolled",
        "Hit Points by the thresholds: 1 for any damage +1 Major, from 7 +0 not Severe, which begins at 14 = 2",
    ]
    bench.do(UseArmour("ada", use=True))
    assert lines_of(bench, e.HitPointsMarked) == ["Hit Points marked: 2 by the thresholds -1 Armor Slot = 1"]


@pytest.mark.rule("DHP-DMG-05")
def test_massive_damage_names_its_limit():
    bench = play(hero(armour_marked=3), foe(damage="30"), turn=acting(), options={"massive_damage": True})
    bench.do(FoeAttack("orc", "ada"), (20, 15))
    assert lines_of(bench, e.DamageTaken)[1].endswith("+1 Severe, from 14 +1 massive, from 28 = 4")


@pytest.mark.rule("DHP-ADVSTAT-05")
def test_doubling_is_told():
    archer, mate = printed("skeleton_archer", "orc"), foe("mate")
    bench = play(hero(), archer, mate, turn=acting()).do(FoeAttack("orc", "ada"), (20, 15), (8, 3))
    assert lines_of(bench, e.DamageTaken)[0] == "damage: 4 rolled +4 doubled (Opportunist) = 8"


@pytest.mark.rule("DHP-GEN-01", "DHP-ADVSTAT-05")
def test_halving_is_told_wherever_it_happens():
    demon = play(hero(), printed("minor_demon", "orc"), fear=1, turn=acting())
    demon.do(UseFeature("orc", "hellfire"), (20, 6)).do(React("ada", "agility"), *duality(9, 8))
    assert lines_of(demon, e.DamageTaken)[0] == "damage: 9 rolled -4 halved, rounded up (Hellfire) = 5"
    mist = play(hero(agility=9), printed("vampire", "orc"), fear=1).do(Attack("ada", "orc"))
    mist.do(Roll("ada"), *duality(11, 9), (8, 4)).do(Answer(use=True))
    assert lines_of(mist, e.DamageTaken)[0] == "damage: 5 rolled -2 halved, rounded up (Mistform) = 3"
    puppet = foe(damage="9", conditions=(Condition("puppet", "x", "act"),))
    weak = play(hero(), puppet, turn=acting()).do(FoeAttack("orc", "ada"), (20, 15))
    assert lines_of(weak, e.DamageRolled) == ["damage: 9 fixed damage -4 half damage, rounded up (Puppet) = 5"]


@pytest.mark.rule("DHP-ATK-02")
def test_the_lowest_die_is_laid_aside_not_added():
    great = BOOKS.weapons["greatsword"]
    bench = play(hero(strength=3, weapons=(great,)), foe()).do(Attack("ada", "orc"))
    bench.do(Roll("ada"), *duality(9, 5), (10, 2), (10, 7))
    (line,) = lines_of(bench, e.DamageRolled)
    assert line.startswith("damage: [d10=2")
    assert line.endswith("+3 fixed damage = 10")


@pytest.mark.rule("DHP-ATK-02")
def test_a_parry_is_taken_off():
    dagger = next(one for one in BOOKS.weapons.values() if one.parry)
    bench = play(hero(weapons=(SWORD, dagger)), foe(damage="1d6+4"), turn=acting())
    bench.do(FoeAttack("orc", "ada"), (20, 15), (6, 3), (6, 3))
    assert lines_of(bench, e.DamageTaken)[0] == "damage: 7 rolled -3 parried = 4"


@pytest.mark.rule("DHP-ATK-05", "DHP-TAG-03")
def test_damage_of_one_moment_is_added_part_by_part():
    rain = hero(hope=3, powers=(BOOKS.powers["rain_of_blades"],), spellcast="finesse")
    bench = play(rain, foe(conditions=(Condition("vulnerable", "x", "scene"),))).do(UsePower("ada", "rain_of_blades"))
    bench.do(Roll("ada"), *duality(9, 5, (6, 1)), (8, 3), (8, 4))
    assert lines_of(bench, e.DamageTaken)[0] == "damage: 5 rolled +4 against the Vulnerable (Rain of Blades) = 9"


@pytest.mark.rule("DHP-DMG-04", "DHP-ATK-04")
def test_more_than_is_there_is_not_taken_off():
    rock = printed("greater_earth_elemental", "orc")
    bench = play(hero(agility=9), rock).do(Attack("ada", "orc")).do(Roll("ada"), *duality(11, 9), (8, 2))
    assert lines_of(bench, e.DamageTaken)[0] == "damage: 3 rolled -3 reduction (Immovable Object) = 0"


@pytest.mark.rule("DHP-REST-06", "DH-FEAR-05")
def test_fear_of_a_rest_and_what_passes_the_limit():
    bench = play(hero(), hero("bea"), fear=10, in_danger=False).do(BeginRest("long")).do(EndRest(), (4, 3))
    first, second = lines_of(bench, e.FearGained)
    assert first.endswith("+2 for the PCs of the party = 5")
    assert second == "Fear held: 10 before +5 gained -3 beyond the limit of 12 = 12"


@pytest.mark.rule("DHP-REST-04")
def test_a_downtime_move_names_the_tier():
    bench = (
        play(hero(hp_marked=4), in_danger=False).do(BeginRest("short")).do(RestMove("ada", "tend_to_wounds"), (4, 2))
    )
    (line,) = lines_of(bench, e.RestMoveMade)
    assert line.endswith("+1 tier = 3")


@pytest.mark.rule("DHP-REST-04", "DHP-HP-01")
def test_cleared_hit_points_name_the_die_the_tier_and_what_found_no_mark():
    bench = play(hero(hp_marked=2), in_danger=False).do(BeginRest("short"))
    (line,) = lines_of(bench.do(RestMove("ada", "tend_to_wounds"), (4, 4)), e.HitPointsCleared)
    assert line == "Hit Points cleared: 4 rolled +1 tier -3 no marked Hit Point left = 2"


CLEARED = {
    "tend_to_wounds": (e.HitPointsCleared, "hp_marked", "Hit Points cleared", "no marked Hit Point left"),
    "clear_stress": (e.StressCleared, "stress_marked", "Stress cleared", "no marked Stress left"),
    "repair_armor": (e.ArmourCleared, "armour_marked", "Armor Slots cleared", "no marked Armor Slot left"),
}


@pytest.mark.rule("DHP-REST-04", "DHP-HP-01", "DHP-STRESS-01", "DHP-ARM-02")
@pytest.mark.parametrize("marked", [1, 2, 3])
@pytest.mark.parametrize("move", CLEARED)
def test_whatever_a_rest_clears_by_dice_adds_up(move, marked):
    kind, mark, what, none = CLEARED[move]
    bench = play(hero(**{mark: marked}), in_danger=False).do(BeginRest("short"))
    (line,) = lines_of(bench.do(RestMove("ada", move), (4, 1)), kind)
    short = f" -{2 - marked} {none}" if marked < 2 else ""
    assert line == f"{what}: 1 rolled +1 tier{short} = {min(marked, 2)}"


@pytest.mark.rule("DHP-DEATH-04")
def test_what_the_hope_die_cleared_is_shown_for_both_tracks():
    def risked(hope, stress, *more):
        dying = hero(hp=5, hp_marked=4, stress_marked=stress, evasion=0)
        bench = play(dying, foe(damage="9"), turn=acting()).do(FoeAttack("orc", "ada"), (20, 15))
        bench = bench.do(UseArmour("ada", use=False)) if bench.asked == "armour" else bench
        bench.do(DeathMove("ada", "risk_it_all"), *duality(hope, 1))
        return bench.do(*more) if more else bench

    whole = risked(11, 3)
    assert lines_of(whole, e.HitPointsCleared) == ["Hit Points cleared: 11 rolled -6 no marked Hit Point left = 5"]
    assert lines_of(whole, e.StressCleared) == [
        "Stress cleared: 11 rolled -5 for Hit Points -3 no marked Stress left = 3"
    ]
    parted = risked(6, 4, SplitHealing("ada", 4))
    assert lines_of(parted, e.HitPointsCleared) == ["Hit Points cleared: 6 rolled -2 for Stress = 4"]
    assert lines_of(parted, e.StressCleared) == ["Stress cleared: 6 rolled -4 for Hit Points = 2"]


@pytest.mark.rule("DH-ADV-02", "DHP-ADV-01")
def test_dice_that_do_not_count_say_so():
    bench = play(hero(), foe(), turn=acting()).do(FoeAttack("orc", "ada", advantages=1), (20, 3), (20, 4))
    assert lines_of(bench, e.AttackRolled)[1].endswith("laid aside, not counted (the GM grants it)]")
    keen = play(hero(edge=True), foe()).do(Attack("ada", "orc")).do(Roll("ada"), *duality(2, 1, (6, 4)))
    assert lines_of(keen, e.ActionRolled)[1].startswith("advantage: d6=4")


def test_whoever_may_not_know_the_numbers_is_shown_none():
    hidden = e.DamageTaken("orc", 9, None, None, None, thresholds=None, wounds=None)
    assert hidden.sums() == ()
    assert e.HitPointsMarked("orc", None, None, None, modifiers=None).sums() == ()


@pytest.mark.rule("DHP-DUAL-07", "DHP-REACT-02", "DH-CRIT-01", "DH-CRIT-03", "DH-ATK-01")
def test_the_double_or_the_natural_number_that_decides_is_a_part_of_the_roll():
    low = play(hero(), foe(difficulty=25)).do(Attack("ada", "orc")).do(Roll("ada"), *duality(1, 1), (8, 3))
    assert lines_of(low, e.ActionRolled)[0].endswith(
        "+0 double, which always succeeds = 2; needs ≥ 25 (Difficulty): success"
    )
    demon = play(hero(), printed("minor_demon", "orc"), fear=1, turn=acting())
    demon.do(UseFeature("orc", "hellfire"), (20, 6)).do(React("ada", "agility"), *duality(2, 2))
    assert "+0 double, which always succeeds = 4;" in lines_of(demon, e.ReactionRolled)[0]
    strong = play(hero(evasion=40), foe(damage="9"), turn=acting()).do(FoeAttack("orc", "ada"), (20, 20))
    assert lines_of(strong, e.AttackRolled)[0].endswith(
        "+0 natural 20, which always succeeds = 21; needs ≥ 40 (Evasion): success"
    )
    weak = play(hero(evasion=1), foe(), turn=acting(), options={"gm_natural1_attack": "auto_failure"})
    weak.do(FoeAttack("orc", "ada"), (20, 1))
    assert "+0 natural 1, which always misses = 2; needs ≥ 1" in lines_of(weak, e.AttackRolled)[0]
    quick = play(hero(), foe()).do(FoeReact("orc", 30), (20, 20))
    assert lines_of(quick, e.FoeRolled)[0].endswith(
        "+0 natural 20, which always succeeds = 20; needs ≥ 30 (Difficulty): success"
    )


@pytest.mark.rule("DH-MOVE-11", "DHP-ADV-01", "DHP-ADV-03")
def test_an_advantage_kept_from_before_is_named_and_counts_once_on_every_roll():
    kept = "advantage die (an advantage kept from before)"
    action = play(hero(edge=True), foe()).do(Attack("ada", "orc")).do(Roll("ada"), *duality(9, 5, (6, 1)), (8, 3))
    assert kept in lines_of(action, e.ActionRolled)[0]
    reaction = play(hero(edge=True), foe()).do(CallReaction("ada", "agility", 10))
    reaction.do(React("ada", "agility"), *duality(4, 2, (6, 1)))
    assert kept in lines_of(reaction, e.ReactionRolled)[0]
    hindered = play(hero(edge=True), foe()).do(CallReaction("ada", "agility", 10, disadvantages=1))
    hindered.do(React("ada", "agility"), *duality(4, 2))  # one of each: no die
    assert lines_of(hindered, e.ReactionRolled)
    again = play(hero(edge=True, adaptable=True, hope=2), foe()).do(CallReaction("ada", "agility", 20))
    again.do(React("ada", "agility", "one"), *duality(2, 1, (6, 1))).do(Reroll("ada", use=True), *duality(3, 1, (6, 2)))
    assert kept in lines_of(again, e.ReactionRolled)[0]


# ---------------------------------------------------------------- what a PC does is told


def requested(bench, language="en"):
    return tell(RULES, bench.state, bench.only(e.RollRequested), language)


@pytest.mark.rule("DHP-ATK-01", "DHP-TRAIT-03", "DHP-TAG-01", "DHP-COND-05")
def test_a_roll_names_what_is_done_with_what_and_to_whom():
    bow = play(hero(weapons=(BOW,)), foe(), foe("two")).do(Attack("ada", "two", "bow"))
    assert requested(bow, "it") == "Ada attacca Two (arco) e deve tirare Agilità, Difficoltà 12."
    assert requested(play(hero(), foe()).do(Attack("ada", "orc", "unarmed"))) == (
        "Ada attacks Orc (bare hands) and is to roll Strength, Difficulty 12."
    )
    rain = hero(hope=3, powers=(BOOKS.powers["rain_of_blades"],), spellcast="finesse")
    cast = play(rain, foe(), foe("two")).do(UsePower("ada", "rain_of_blades"))
    assert requested(cast) == "Ada uses “Rain of Blades” against Orc and Two and is to roll Finesse, Difficulty 12."
    assert tell(RULES, cast.state, cast.only(e.HopeChanged), "en") == "Ada has 1 Hope less (“Rain of Blades”): 2 left."
    pair = play(hero(hope=3), hero("bea"), foe()).do(TagTeam("ada", "bea", "orc"))
    assert requested(pair, "it") == "Ada attacca Orc (spada) insieme a Bea e deve tirare Agilità, Difficoltà 12."
    bound = hero(conditions=(Condition("restrained", "orc", "stated", ("strength",), 14),))
    shaken = play(bound, foe()).do(Shed("ada", "restrained", "strength"))
    assert requested(shaken).startswith("Ada tries to get rid of the condition “Restrained” and is to roll Strength")


@pytest.mark.rule("DHP-ATK-02")
def test_damage_of_a_pc_names_the_weapon():
    bench = play(hero(), foe()).do(Attack("ada", "orc")).do(Roll("ada"), *duality(9, 5), (8, 5))
    assert tell(RULES, bench.state, bench.only(e.DamageRolled), "it") == "Ada (spada): 6 di danno fisico."


@pytest.mark.parametrize("purpose", [each for each in get_args(Purpose) if each])
def test_every_purpose_of_a_deed_is_told(purpose):
    bench = play(hero(), foe()).do(Describe("ada", "", "agility", purpose=purpose))
    for language in LANGUAGES:
        said = tell(RULES, bench.state, bench.only(e.Described), language)
        assert said.startswith("Ada ")
        assert "something" not in said
        assert "qualcosa" not in said


@pytest.mark.rule("DH-ADV-02", "DH-ADV-03", "DH-ATK-03")
def test_the_gm_grants_advantage_and_imposes_disadvantage():
    better = play(hero(), foe(), turn=acting()).do(FoeAttack("orc", "ada", "", 1), (20, 3), (20, 9))
    assert any("the GM grants it" in line for line in lines_of(better, e.AttackRolled))
    worse = play(hero(), foe(), turn=acting()).do(FoeAttack("orc", "ada", "", 0, 1), (20, 3), (20, 9))
    assert any("imposed by the GM" in line for line in lines_of(worse, e.AttackRolled))
    assert any("lo impone il GM" in line for line in lines_of(worse, e.AttackRolled, "it"))


OWN = [
    (name, feature)
    for name, block in BOOKS.adversaries.items()
    for feature in block.features
    if feature.attack is not None and feature.attack.advantage and feature.kind == "action"
]


@pytest.mark.rule("DH-ADV-02", "DHP-ADVSTAT-05")
@pytest.mark.parametrize(("name", "feature"), OWN, ids=[f"{name}-{feature.id}" for name, feature in OWN])
def test_an_advantage_that_a_feature_brings_is_the_features_own(name, feature):
    archers = printed(name, "orc", at=5)
    having = feature.target.having if feature.target is not None else ""
    held = (Condition(having, "orc", "stated"),) if having else ()
    bench = play(hero(evasion=30, conditions=held), archers, turn=acting(), fear=6)
    bench.do(UseFeature("orc", feature.id, "ada"), (20, 3), (20, 9))
    lines = lines_of(bench, e.AttackRolled)
    assert any(feature.name.en in line for line in lines), lines
    assert not any("the GM grants it" in line for line in lines)


# ---------------------------------------------------------------- lines that say what came of it


def told_of(bench, kind, language="en"):
    return tell(RULES, bench.state, bench.only(kind), language)


@pytest.mark.rule("DHP-FALL-01")
@pytest.mark.parametrize(
    ("height", "said"), [("close", "Ada falls: 12 physical"), ("collision", "Ada crashes into something: 12 physical")]
)
def test_a_fall_is_told_as_one(height, said):
    bench = play(hero(), foe(), options={"falling_damage": True}).do(Fall("ada", height), (20, 7))
    assert told_of(bench, e.DamageRolled).startswith(said)


@pytest.mark.rule("DHP-COUNT-01")
def test_a_loop_says_that_it_begins_again_and_who_moved_it():
    bench = play(hero(), foe(), turn=Turn("failed_action_roll", 1))
    bench.do(StartCountdown("Flood", 2, loop="increasing")).do(AdvanceCountdown("gm-1", 2))
    assert told_of(bench, e.CountdownTriggered) == "The countdown “Flood” triggers and begins again at 3."
    (line,) = explain(RULES, bench.state, bench.only(e.CountdownAdvanced), "en").numbers
    assert line == "countdown: 2 before -2 advance = 0"


@pytest.mark.rule("DHP-TAG-02")
@pytest.mark.parametrize(("pick", "said"), [("first", "the roll of Ada counts"), ("second", "the roll of Bea counts")])
def test_of_two_rolls_it_is_said_whose_counts(pick, said):
    bench = play(hero(hope=5), hero("bea", hope=5), foe()).do(TagTeam("ada", "bea", "orc"))
    bench.do(Roll("ada"), *duality(8, 5)).do(Roll("bea"), *duality(8, 9))
    bench.do(ChooseTag("ada", pick), (8, 3), (8, 4))
    assert said in told_of(bench, e.TagChosen)


@pytest.mark.rule("DHP-DEATH-03")
@pytest.mark.parametrize(("face", "ends"), [(1, "a scar"), (2, "no scar")])
def test_why_avoiding_death_leaves_a_scar(face, ends):
    bench = play(hero(hp_marked=5, armour=None), hero("bea"), foe(), turn=acting())
    bench.do(FoeAttack("orc", "ada"), (20, 15), (8, 7)).do(DeathMove("ada", "avoid_death"), (12, face))
    (line,) = explain(RULES, bench.state, bench.only(e.DeathMoved), "en").numbers
    assert line.startswith(f"d12={face} (play:0) = {face}; needs ≤ 1 ")
    assert line.endswith(f": {ends}")


TOLD_ON = [
    (block.id, feature.id)
    for block in BOOKS.adversaries.values()
    for feature in block.features
    if feature.kind == "action" and feature.target is not None and not (feature.attack or feature.roll)
    if feature.do and all(isinstance(part, Tell) for part in feature.do)
]


@pytest.mark.rule("DHP-ADVSTAT-05")
@pytest.mark.parametrize(("block", "feature"), TOLD_ON)
def test_a_feature_that_is_only_told_says_on_whom(block, feature):
    bench = play(hero(), printed(block), fear=6, turn=acting(block)).do(UseFeature(block, feature, "ada"))
    assert told_of(bench, e.FeatureUsed).endswith(" on Ada.")
    assert " mira ad Ada" in told_of(bench, e.FeatureUsed, "it")


@pytest.mark.rule("DHP-STRESS-02")
@pytest.mark.parametrize(("marked", "said"), [(5, "1 Stress, the last (6/6)"), (4, "2 Stress, up to the last (6/6)")])
def test_the_last_stress_of_several_is_said_so(marked, said):
    bench = play(hero(stress_marked=marked), foe(), turn=Turn("failed_action_roll", 1))
    bench.do(MakeMove("mark_stress", target="ada", amount=6 - marked))
    assert said in told_of(bench, e.StressMarked)


@pytest.mark.rule("DHP-COND-02", "DHP-ADV-02")
@pytest.mark.parametrize(("gender", "word"), [("f", "Nascosta"), ("m", "Nascosto")])
def test_a_condition_in_a_why_agrees_with_whoever_bears_it(gender, word):
    hidden = (Condition("hidden", "ada", "hidden"),)
    struck = hero(conditions=hidden)
    struck = replace(struck, sheet=replace(struck.sheet, name=Named("Ada", "Ada", gender)))
    bench = play(struck, foe(), turn=acting()).do(FoeAttack("orc", "ada"), (20, 3), (20, 4))
    assert word in " ".join(lines_of(bench, e.AttackRolled, "it"))
    lurking = foe(conditions=(Condition("hidden", "orc", "hidden"),))
    lurking = replace(lurking, name=Named("Strega", "Witch", gender))
    bench = play(hero(), lurking).do(Attack("ada", "orc", "sword")).do(Roll("ada"), *duality(3, 2, (6, 1)))
    assert word in " ".join(lines_of(bench, e.ActionRolled, "it"))


@pytest.mark.rule("DH-ADV-02", "DH-ADV-03", "DH-REACT-01", "DH-ADVERSARY-05")
@pytest.mark.parametrize(
    ("given", "rule", "kept", "why"),
    [
        ({"advantages": 1}, "DH-ADV-02", 15, "the GM grants it"),
        ({"disadvantages": 1}, "DH-ADV-03", 5, "imposed by the GM"),
    ],
)
@pytest.mark.parametrize("command", [FoeReact("orc", difficulty=12), FoeAct("orc", roll="yes", difficulty=12)])
def test_an_adversary_s_second_d20_has_its_rule_and_its_reason(command, given, rule, kept, why):
    bench = play(hero(), foe(), turn=acting()).do(replace(command, **given), (20, 5), (20, 15))
    rolled = bench.only(e.FoeRolled)
    assert rule in rolled.rules
    assert rolled.check.dice[0].face == kept
    assert why in lines_of(bench, e.FoeRolled)[-1]


@pytest.mark.rule("DHP-HOPE-02", "DHP-REST-04")
def test_hope_that_finds_no_room_is_told():
    bench = play(hero(hope=5), hero("bo"))
    bench.state = replace(bench.state, scene=None)
    bench.do(BeginRest("short")).do(RestMove("bo", "prepare")).do(RestMove("ada", "prepare"))
    (gained,) = [each for each in bench.found(e.HopeChanged) if each.who == "ada"]
    assert (gained.by, gained.hope, gained.over) == (1, 6, 1)
    assert "no room for 1 more" in tell(RULES, bench.state, gained, "en")
    assert lines_of(bench, e.HopeChanged)[-1] == "Hope: 5 before +2 gained -1 without room = 6"


@pytest.mark.rule("DHP-STRESS-03")
@pytest.mark.parametrize(("marked", "left"), [(5, 1), (6, 0)])
def test_a_hit_point_in_place_of_stress_is_said_to_be_one(marked, left):
    bench = play(hero(stress_marked=marked), foe(), turn=Turn("failed_action_roll", 1))
    bench.do(MakeMove("mark_stress", target="ada", amount=3))
    assert len(bench.found(e.StressMarked)) == left
    assert "no room left for Stress" in told_of(bench, e.HitPointsMarked)
    assert lines_of(bench, e.HitPointsMarked) == ["Hit Points marked: 1 in place of Stress"]
