"""What always holds, whatever is chosen: over random legal play under every option, and over whole automatic fights."""

import json
from functools import cache
from random import Random
from typing import Any

import msgspec
import pytest
from tests.filling import filled
from tests.rules.whitebox.arena import RULES

from arbitro.dice.stream import Die, QuickDice, seed_from_text
from arbitro.kernel.command import Command, Refusal
from arbitro.kernel.event import Event
from arbitro.kernel.explain import explain
from arbitro.kernel.ruleset import Setup
from arbitro.kernel.seat import REFEREE, Seat
from arbitro.kernel.sentence import choice_text, label_text, question_text, refusal_text, tell
from arbitro.kernel.table import Table
from arbitro.kernel.thrown import dice_of
from arbitro.kernel.yamlfile import open_packaged
from arbitro.rules.whitebox import basics
from arbitro.rules.whitebox import events as e
from arbitro.rules.whitebox.basics import opponents
from arbitro.rules.whitebox.commands import (
    Attack,
    BindWounds,
    Cast,
    CheckMorale,
    Close,
    Declare,
    EndTurn,
    JudgeSurprise,
    Move,
    Prepare,
    ReadyWeapon,
    Run,
    SettleSave,
    Surrender,
)
from arbitro.rules.whitebox.state import State
from arbitro.text import LANGUAGES

FIGHTS = ("orcs", "skeletons", "hall", "spider", "three-sides")
OPTIONS = (
    "initiative_tie",
    "initiative_frequency",
    "surprise_method",
    "surprise_scope",
    "declare_intent",
    "combat_sequence",
    "ac_system",
    "death_rule",
    "death_floor",
    "bleeding",
    "morale_table",
    "saving_throws",
    "misprints",
    "natural_extremes",
    "loyalty_to_morale",
)


@cache
def setup(name: str) -> Setup:
    """A ready fight."""
    return RULES.read_setup(open_packaged("arbitro.rules.whitebox", "fights", f"{name}.yaml"))


def some_options(random: Random) -> dict[str, Any]:
    """A legal mixture of house rules."""
    chosen: dict[str, Any] = {}
    for name in OPTIONS:
        option = RULES.options[name]
        chosen[name] = random.choice([True, False] if option.type == "switch" else list(option.values))
    if chosen["death_floor"] == "fixed":
        chosen["death_floor_number"] = -3
    while faults := RULES.options.faults(chosen):
        for name in faults:
            del chosen[name]
    return chosen


class CountedDice(QuickDice):
    """Plain seeded dice that remember what was thrown."""

    __slots__ = ("thrown",)

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.thrown: list[Die] = []

    def roll(self, sides: int, purpose: str = "", /) -> Die:
        die = super().roll(sides, purpose)
        self.thrown.append(die)
        return die


def opened(name: str, options: dict[str, Any], dice: CountedDice) -> State:
    """A ready fight, begun on a bare state."""
    state = State(options=RULES.options.effective(options))
    for command in setup(name).start:
        resolved = RULES.decide(state, command, dice)
        assert not isinstance(resolved, Refusal)
        assert dice_of(resolved.events) == dice.thrown
        state = resolved.state
    return state


def anything(state: State, random: Random) -> Command:
    """A command of anybody at anybody, most often one that cannot be."""
    fight = basics.fight(state)
    people, sides = [*fight.combatants, "nobody"], [*fight.sides, "nowhere"]
    who, whom = random.choice(people), random.choice(people)
    things = [weapon.id for one in fight.combatants.values() for weapon in one.profile.weapons]
    magic = [spell.id for one in fight.combatants.values() for spell in one.profile.spells] or ["none"]
    kind: Any = random.choice(["melee", "missile", "move", "cast", "flee", "other"])
    return random.choice(
        [
            Attack(who, whom, random.choice(things)),
            Attack(who, whom),
            Move(who, random.randint(-60, 160)),
            Close(who, whom),
            Run(who),
            Cast(who, whom),
            Prepare(who, random.choice(magic), whom),
            Declare(who, kind, whom, random.choice(magic)),
            ReadyWeapon(who, random.choice(things)),
            BindWounds(who, whom),
            Surrender(who),
            EndTurn(random.choice(sides)),
            CheckMorale(random.choice(sides)),
            JudgeSurprise(whom),
            SettleSave("half"),
        ]
    )


ACTORS: dict[type[Event], str] = {
    e.AttackRolled: "attacker",
    e.Moved: "who",
    e.SpellCast: "who",
    e.SpellPrepared: "who",
    e.WeaponReadied: "who",
    e.WoundsBound: "who",
    e.Declared: "who",
}


def check_step(before: State, command: Command, events: list[Event], after: State, thrown: list[Die]) -> None:
    """Everything that one accepted command must respect."""
    folded = before
    for event in events:
        folded = RULES.evolve(folded, event)
    assert folded == after
    assert sorted(dice_of(events), key=lambda die: die.at) == thrown, "a die that stands in no event"
    fight, then = basics.fight(before), basics.fight(after)
    for event in events:
        if type(event) in ACTORS:
            actor = fight.combatants[getattr(event, ACTORS[type(event)])]
            assert actor.condition == "up", (command, event)
            assert actor.held_until < fight.round, (command, event)
        for rule in event.rules:
            assert rule in RULES.rulebook
    for who, one in then.combatants.items():
        was = fight.combatants[who]
        assert one.hp <= was.hp
        assert was.condition != "dead" or one.condition == "dead"
        assert was.condition == "up" or one.condition != "up"
    if then.phase == "over":
        standing = {one.profile.side for one in then.combatants.values() if one.condition == "up"}
        assert len(standing) <= 1
        assert set(then.winners) == standing
        assert not after.awaiting


@pytest.mark.rule("WB-CORE-01", "WB-SEQ-01")
@pytest.mark.parametrize("name", FIGHTS)
@pytest.mark.parametrize("part", range(8))
def test_every_offered_choice_is_accepted_and_every_refusal_costs_nothing(name: str, part: int) -> None:
    """Three hundred decisions in each of forty cases; beside them random other commands are tried."""
    random = Random(f"{name}/{part}")
    taken = 0
    while taken < 300:
        dice = CountedDice(random.randrange(1 << 30))
        options = some_options(random)
        state = opened(name, options, dice)
        seats = {seat.name: seat for seat in RULES.seats(state)}
        while not RULES.finished(state) and taken < 300:
            for _ in range(3):
                try_anything(state, random)
            offers = [choice for choice in RULES.choices(state, REFEREE) if choice.command != "end_fight"]
            assert offers, (options, state)
            if taken % 15 == 0:
                for choice in offers:
                    for filling in choice.fillings():
                        assert RULES.allows(state, RULES.command(filling)), (options, filling)
                for seat in seats.values():
                    assert {choice.id for choice in RULES.choices(state, seat)} <= {choice.id for choice in offers}
            likely = [choice for choice in offers if choice.command not in ("surrender", "run")]
            choice = random.choice(likely if likely and random.random() < 0.97 else offers)
            command = RULES.command(filled(choice, random))
            assert RULES.may_begin(state, command) is None
            dice.thrown.clear()
            resolved = RULES.decide(state, command, dice)
            assert not isinstance(resolved, Refusal), (options, command, resolved)
            check_step(state, command, resolved.events, resolved.state, dice.thrown)
            state = resolved.state
            taken += 1


def try_anything(state: State, random: Random) -> None:
    """Some command or other: when it is refused, no die was thrown, and the refusal can be put into words."""
    command = anything(state, random)
    dice = CountedDice(1)
    refused = RULES.may_begin(state, command)
    if refused is None:
        before = msgspec.json.encode(state)
        answer = RULES.decide(state, command, dice)
        assert msgspec.json.encode(state) == before
        refused = answer if isinstance(answer, Refusal) else None
    assert RULES.allows(state, command) is (refused is None)
    if refused is not None:
        assert dice.thrown == []
        assert all(refusal_text(RULES, state, refused, language) for language in LANGUAGES)


@pytest.mark.rule("WB-MORALE-02", "WB-SEQ-04")
@pytest.mark.parametrize("name", FIGHTS)
def test_automatic_fights_end_and_can_be_told_and_replayed(name: str) -> None:
    random = Random(name)
    for number in range(40):
        options = some_options(random)
        table = Table.open(RULES, name, seed_from_text(f"{name}/{number}"), options)
        for command in setup(name).start:
            assert not isinstance(table.submit(command, REFEREE), Refusal)
        while not RULES.finished(table.state):
            proposed = RULES.suggest(table.state, REFEREE)
            assert proposed is not None
            entry = table.submit(proposed, REFEREE)
            assert not isinstance(entry, Refusal), (options, proposed, entry)
            assert basics.fight(table.state).round <= 200, options
        again = Table.restore(RULES, table.records(), table.seed)
        assert msgspec.json.encode(again.state) == msgspec.json.encode(table.state)
        assert again.ledger == table.ledger
        if number < 3:
            for entry in table.entries():
                for event in entry.events:
                    for language in LANGUAGES:
                        assert explain(RULES, table.state, event, language).sentence == tell(
                            RULES, table.state, event, language
                        )


@pytest.mark.rule("WB-CORE-01")
@pytest.mark.parametrize("name", FIGHTS)
def test_each_seat_plays_its_own_side_through_the_same_door(name: str) -> None:
    """Players suggest for their sides and the referee answers questions: together they finish the fight."""
    table = Table.open(RULES, name, seed_from_text(name), {"saving_throws": "matrix", "surprise_method": "judgement"})
    for command in setup(name).start:
        table.submit(command, REFEREE)
    seats = [*RULES.seats(table.state), REFEREE]
    while not RULES.finished(table.state):
        for seat in seats:
            proposed = RULES.suggest(table.state, seat)
            if proposed is not None:
                assert not isinstance(table.submit(proposed, seat), Refusal), (seat.name, proposed)
                break
        else:
            pytest.fail("nobody has anything to do")
        assert basics.fight(table.state).round <= 200


@pytest.mark.rule("WB-CORE-01")
def test_a_seat_that_plays_one_member_proposes_for_nobody_else() -> None:
    dice = CountedDice(5)
    state = opened("orcs", {"surprise_method": "judgement"}, dice)
    resolved = RULES.decide(state, JudgeSurprise(""), dice)
    assert not isinstance(resolved, Refusal)
    seat = Seat("Dalia's player", "player", frozenset({"party", "orcs", "dalia"}))
    proposed = RULES.suggest(resolved.state, seat)
    assert proposed is None or getattr(proposed, "who", "dalia") == "dalia"
    actors = {choice.fixed.get("who", "dalia") for choice in RULES.choices(resolved.state, seat)}
    assert actors == {"dalia"}


@pytest.mark.rule("WB-CORE-03", "WB-ATK-04", "WB-INIT-04")
def test_sampled_fights_agree_with_the_exact_win_probability() -> None:
    """WB-4v6: four fighters against six orcs; the exact chance of the fighters is 0.685497879."""
    exact, count = 0.685497879, 1500
    options = RULES.options.effective(
        {"initiative_tie": "reroll", "surprise_method": "judgement", "morale_table": "off"}
    )
    dice = QuickDice(20261115)
    won = 0
    for _ in range(count):
        state = State(options=options)
        for command in (*setup("orcs").start, JudgeSurprise("")):
            resolved = RULES.decide(state, command, dice)
            assert not isinstance(resolved, Refusal)
            state = resolved.state
        while True:
            fight = basics.fight(state)
            if fight.phase == "over":
                break
            (side,) = fight.acting
            members = [one.id for one in basics.members(fight, side)]
            for who in members:
                target = next(opponents(basics.fight(state), fight.combatants[who]), None)
                if target is None:
                    break
                resolved = RULES.decide(state, Attack(who, target.id), dice)
                assert not isinstance(resolved, Refusal)
                state = resolved.state
            if basics.fight(state).phase != "over":
                resolved = RULES.decide(state, EndTurn(side), dice)
                assert not isinstance(resolved, Refusal)
                state = resolved.state
        won += basics.fight(state).winners == ("party",)
    z = (won / count - exact) / (exact * (1 - exact) / count) ** 0.5
    assert abs(z) < 4, (won / count, z)


@pytest.mark.rule("WB-CORE-03")
def test_exchanging_the_labels_of_the_sides_exchanges_the_outcome() -> None:
    """The same dice for two sides that differ only in name: nothing favours the one called party."""
    (start,) = setup("orcs").start
    plain = msgspec.json.encode(start).decode()
    swapped = plain.replace('"party"', '"x"').replace('"orcs"', '"party"').replace('"x"', '"orcs"')
    exchanged = RULES.command(json.loads(swapped))
    winners = []
    for command in (start, exchanged):
        dice = QuickDice(99)
        state = State(options=RULES.options.effective({"surprise_method": "judgement", "morale_table": "off"}))
        step: Command | None = command
        while step is not None:
            resolved = RULES.decide(state, step, dice)
            assert not isinstance(resolved, Refusal)
            state = resolved.state
            step = RULES.suggest(state, REFEREE)
        winners.append(basics.fight(state).winners)
    other = {"party": "orcs", "orcs": "party"}
    assert winners[1] == tuple(other[side] for side in winners[0])


@pytest.mark.rule("WB-CORE-01")
def test_every_label_and_question_has_words_in_both_languages() -> None:
    random = Random(3)
    for name in FIGHTS:
        dice = CountedDice(random.randrange(1 << 30))
        state = opened(name, some_options(random), dice)
        for _ in range(60):
            offers = [choice for choice in RULES.choices(state, REFEREE) if choice.command != "end_fight"]
            for language in LANGUAGES:
                for question in state.awaiting:
                    assert question_text(RULES, state, question, language)
                for choice in offers:
                    assert choice_text(RULES, state, choice, language)
                    for parameter in choice.parameters:
                        assert all(label_text(RULES, state, pick.label, language) for pick in parameter.picks)
                assert RULES.picture(state, REFEREE, language)
            resolved = RULES.decide(state, RULES.command(filled(random.choice(offers), random)), dice)
            assert not isinstance(resolved, Refusal)
            state = resolved.state
            if RULES.finished(state):
                break
