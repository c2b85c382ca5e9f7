"""How far magic reaches: what is out of range is refused with its reason, and nothing is lost without a word."""

import pytest
from msgspec.structs import replace
from tests.rules.whitebox.arena import RULES, Arena, EndTurn, d6, fight_with, only, someone
from tests.rules.whitebox.powers.den import OIL, beast, caster, hero, magic, spell

from arbitro.dice.stream import QuickDice
from arbitro.kernel.command import Command, Refusal
from arbitro.kernel.seat import REFEREE
from arbitro.rules.whitebox.commands import Cast, Declare, JudgeSurprise, Run
from arbitro.rules.whitebox.events import SpellLapsed
from arbitro.rules.whitebox.powers import aiming
from arbitro.rules.whitebox.powers.aiming import reach_of
from arbitro.rules.whitebox.powers.commands import UseDevice, UsePower
from arbitro.rules.whitebox.powers.devices import device_manners, device_targets, reach_of_device
from arbitro.rules.whitebox.powers.lookups import powers, usable_powers
from arbitro.rules.whitebox.powers.monster_actions import reach_of_power
from arbitro.rules.whitebox.special import Aura, SpellLike
from arbitro.rules.whitebox.state import State

SPELLS = (*RULES.content.spells, *RULES.content.reverses)
THINGS = [name for name, thing in RULES.content.magic_items.items() if thing.effects]
SPELL_LIKE = [
    name
    for name, entry in RULES.content.monsters.items()
    if entry.ac is not None
    and any(isinstance(special, SpellLike) for special in entry.specials)
    and not any(isinstance(special, Aura) for special in entry.specials)  # its nearness throws dice
]
FEET = (10, 20, 35, 55, 70, 110, 150, 230, 300, 600, 5000)


def at_distance(state: State, feet: int) -> State:
    """The foes of `m` so far away."""
    fight = state.fight
    assert fight is not None
    people = {who: replace(one, at=feet) if one.profile.side == "B" else one for who, one in fight.combatants.items()}
    return replace(state, fight=replace(fight, combatants=people))


def works_or_says_why(state: State, commands: list[Command], reach: int, *, at_foes: bool) -> None:
    """Within reach something comes of it that is told; beyond it, the refusal names the distance."""
    for feet in FEET:
        there = at_distance(state, feet)
        for command in commands:
            answer = RULES.decide(there, command, QuickDice(feet))
            if isinstance(answer, Refusal):
                assert answer.code != "spell_range" or 0 <= reach < feet
                assert not RULES.allows(there, command)
                continue
            assert not at_foes or reach < 0 or feet <= reach, (command, feet)
            assert len(answer.events) > 1, (command, feet)  # more than that it was cast or used


@pytest.mark.rule("WB-SPELL-01", "WB-SPELL-04")
@pytest.mark.parametrize("name", SPELLS)
def test_every_spell_reaches_as_far_as_it_says_and_is_never_lost_without_a_word(name: str) -> None:
    arena = fight_with(hero("m", level=9, gifts={"caster": 9, "spell_list": "magic_user"}), beast("goblin", "b"))
    profile = replace(arena["m"].profile, spells=(spell(name),))
    one = replace(arena["m"], profile=profile, prepared=name)
    state = replace(arena.state, fight=replace(arena.fight, combatants={**arena.fight.combatants, "m": one}))
    manners = aiming.manners(RULES.rules, profile.spells[0])[:3]
    works_or_says_why(
        state,
        [Cast("m", "b", manner) for manner in manners],
        reach_of(RULES.rules, one, profile.spells[0]),
        at_foes=True,
    )


@pytest.mark.rule("WB-SPELL-01")
@pytest.mark.parametrize("name", THINGS)
def test_every_thing_reaches_as_far_as_its_magic(name: str) -> None:
    arena = fight_with(hero("m", level=9, gifts={"devices": (magic(name, 9),)}), beast("goblin", "b"))
    device = powers(arena["m"]).devices[0]
    for manner in device_manners(RULES.rules, device)[:3]:
        reach = reach_of_device(RULES.rules, arena["m"], device, manner)
        works_or_says_why(arena.state, [UseDevice("m", name, "b", manner)], reach, at_foes=True)


@pytest.mark.rule("WB-SPELL-01")
@pytest.mark.parametrize("name", SPELL_LIKE)
def test_every_spell_that_is_a_power_reaches_as_far_as_the_spell(name: str) -> None:
    entry = RULES.content.monsters[name]
    arena = fight_with(beast(name, "m", "A", variety=next(iter(entry.varieties), ""), spells=()), hero("b", "B", 90))
    for key, usable in usable_powers(RULES.rules, arena["m"]).items():
        if isinstance(usable.power, SpellLike):
            reach = reach_of_power(RULES.rules, arena["m"], usable)
            works_or_says_why(arena.state, [UsePower("m", key, "b")], reach, at_foes=True)


@pytest.mark.rule("WB-SPELL-01")
def test_a_spell_is_announced_only_where_a_walk_could_bring_it_into_range() -> None:
    """Charm person reaches 120 feet, and its caster walks 40 in a round."""
    for feet, offered in ((160, True), (161, False)):
        arena = Arena(caster("m", "charm_person"), beast("goblin", "b", at=feet), surprise_method="judgement")
        arena.do(JudgeSurprise(""))
        choices = [choice.id for choice in RULES.choices(arena.state, REFEREE)]
        assert ("declare/m/cast/charm_person" in choices) is offered
        if not offered:
            refused = arena.refused(Declare("m", "cast", "b", "charm_person"))
            assert (refused.code, refused.values["feet"], refused.values["reach"]) == ("spell_range", 161, 120)


@pytest.mark.rule("WB-SPELL-01")
def test_a_spell_that_never_came_into_range_is_told_to_lapse_and_stays_in_memory() -> None:
    arena = Arena(caster("m", "charm_person"), beast("goblin", "b", at=150), surprise_method="judgement")
    arena.do(JudgeSurprise(""))
    arena.do(Declare("m", "cast", "b", "charm_person"))
    arena.do(EndTurn("A"), d6(6), d6(1))
    assert arena.refused(Cast("m")).code == "spell_range"
    arena.end("A")
    told = arena.do(EndTurn("B"))
    assert only(told, SpellLapsed).spell == "charm_person"
    assert arena["m"].cast == ()


@pytest.mark.rule("WB-MOVE-06", "WB-SPELL-01", "WB-SPELL-04")
@pytest.mark.parametrize(("name", "aim", "gone"), [("sleep", "a", False), ("light", "b", True)])
def test_nobody_runs_out_of_the_fight_before_a_spell_that_reaches_them_is_released(
    name: str, aim: str, gone: bool
) -> None:
    arena = Arena(someone("a", hp=9), caster("b", name, side="B", at=60, hp=20), surprise_method="judgement")
    arena.do(JudgeSurprise(""))
    arena.do(Declare("b", "cast", aim, name))
    arena.do(EndTurn("B"), d6(6), d6(1))
    arena.do(Run("a"))
    assert (arena["a"].condition == "fled") is gone
    if not gone:
        arena.end("A")
        assert RULES.allows(arena.state, Cast("b"))
        arena.end("B", "B")
        arena.do(Run("a"))
        assert arena["a"].condition == "fled"  # what was not released is no threat any more


def far_reaching(name: str) -> int:
    """Feet that a thing reaches when it is used against somebody; 0 where it is not, or no reach is told."""
    arena = fight_with(
        hero("m", level=9, gifts={"devices": (magic(name, 9, stored=("fireball",)),)}), beast("goblin", "b")
    )
    device = powers(arena["m"]).devices[0]
    reaches = [
        reach_of_device(RULES.rules, arena["m"], device, manner)
        for manner in device_manners(RULES.rules, device)
        if "b" in {one.id for one in device_targets(RULES.at(arena.state), arena["m"], device, manner)}
    ]
    return max(reaches, default=0)


@pytest.mark.rule("WB-MOVE-06", "WB-RANGED-01")
@pytest.mark.parametrize("name", [name for name in THINGS if far_reaching(name) > 100])
@pytest.mark.parametrize("spent", [False, True])
def test_nobody_runs_out_of_the_fight_within_reach_of_a_thing(name: str, spent: bool) -> None:
    reach = far_reaching(name)
    for feet, gone in ((reach, spent), (reach + 1, True)):
        thing = magic(name, 0 if spent else 9, stored=("fireball",))
        arena = fight_with(hero("a"), hero("m", "B", level=9, gifts={"devices": (thing,)}, rate=3))
        fight = arena.fight
        there = replace(arena["a"], at=feet - 80 + 10)  # a run of 80 feet away from the place of `m`
        arena.state = replace(arena.state, fight=replace(fight, combatants={**fight.combatants, "a": there}))
        arena.do(Run("a"))
        assert abs(arena["a"].at - arena["m"].at) == feet
        assert (arena["a"].condition == "fled") is gone
        assert gone or RULES.allows(acting_next(arena), UseDevice("m", name, "a"))


def acting_next(arena: Arena) -> State:
    """The state once the runner's side is done."""
    arena.end("A")
    return arena.state


@pytest.mark.rule("WB-MOVE-06", "WB-OIL-01")
def test_a_flask_of_oil_and_breath_hold_a_runner_too() -> None:
    oil = fight_with(hero("a", rate=3), hero("m", "B", gifts={"devices": (OIL,)}, rate=0))
    oil.do(Run("a"))
    assert (oil["a"].at, oil["a"].condition) == (-20, "up")
    oil.end("A", "B")
    oil.do(Run("a"))
    assert (oil["a"].at, oil["a"].condition) == (-40, "fled")
