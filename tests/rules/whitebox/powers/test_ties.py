"""A simultaneous turn: whatever is done in it, by hand, by magic or by a thing, lands together at its end."""

from typing import Any

import pytest
from msgspec.structs import replace
from tests.rules.whitebox.arena import RULES, Arena, d6, d20, fight_with, found, only, someone, tied, weapon
from tests.rules.whitebox.powers.den import OIL, TORCH, beast, hero, magic, spell

from arbitro.dice.amount import Amount
from arbitro.dice.stream import QuickDice
from arbitro.kernel.command import Command, Refusal
from arbitro.kernel.ruling import added_up
from arbitro.rules.whitebox.basics import able
from arbitro.rules.whitebox.commands import Attack, Cast, CheckMorale, EndTurn, Member, Move, Run, Surrender
from arbitro.rules.whitebox.events import BlowHeld, BlowsLanded, DamageDealt, Fell, SideDone, TurnBegan, Yielded
from arbitro.rules.whitebox.ongoing_effects import Ongoing
from arbitro.rules.whitebox.powers import aiming
from arbitro.rules.whitebox.powers import lookups as lore_rules
from arbitro.rules.whitebox.powers.changes import WeaponDropped
from arbitro.rules.whitebox.powers.commands import LightOil, SayWhere, ThrowOil, TurnUndead, UseDevice, UsePower
from arbitro.rules.whitebox.powers.devices import device_manners
from arbitro.rules.whitebox.powers.events import HpRegained
from arbitro.rules.whitebox.powers.lookups import abilities, usable_powers
from arbitro.rules.whitebox.powers.state import Powers
from arbitro.rules.whitebox.special import Aura
from arbitro.rules.whitebox.special import Invisible as Hiding
from arbitro.rules.whitebox.state import State

SPELLS = (*RULES.content.spells, *RULES.content.reverses)
CREATURES = [
    name
    for name, entry in RULES.content.monsters.items()
    if entry.ac is not None and not any(isinstance(special, Aura) for special in entry.specials)
]
"""All that can be fought, but for those whose mere nearness throws dice as the fight begins."""
THINGS = [name for name, thing in RULES.content.magic_items.items() if thing.effects]
MARKS = ("located", "gazed", "braved")
"""What only the referee keeps account of."""


def felt(state: State) -> dict[str, Any]:
    """What anybody would feel: who is there, how they are, what lasts on them."""
    fight = state.fight
    assert fight is not None
    return {
        who: (
            *(one.hp, one.condition, one.held_until, one.morale),
            tuple(effect for effect in state.effects.get(who, ()) if effect.kind not in MARKS),
        )
        for who, one in fight.combatants.items()
    }


def waits_for_the_end(state: State, commands: list[Command]) -> None:
    """Nothing of a command is felt before the turn is over, however the dice fall."""
    for command in commands:
        for seed in range(3):
            answer = RULES.decide(state, command, QuickDice(seed))
            assert not isinstance(answer, Refusal)
            assert felt(answer.state) == felt(state), (command, answer.events)
            for event in found(answer.events, BlowHeld):
                assert all(added_up(reckoned.parts) == reckoned.total for reckoned in event.sums()), event


def finds_the_runner(state: State, commands: list[Command]) -> None:
    """Whatever can be done to somebody can be done as well when they have run far away in the same moment."""
    fleet = changed_in(state, "b", profile=replace(combatants(state)["b"].profile, rate=90))
    ran = RULES.decide(fleet, Run("b"), QuickDice(1))
    assert not isinstance(ran, Refusal)
    assert combatants(ran.state)["b"].at > 300
    for command in commands:
        before, after = (RULES.decide(one, command, QuickDice(2)) for one in (fleet, ran.state))
        assert not isinstance(before, Refusal)
        assert not isinstance(after, Refusal), (command, after)
        assert told(after.events) == told(before.events), command


def told(events: list[Any]) -> list[str]:
    """What happened, and to whom."""
    return [f"{type(event).__name__} {getattr(event, 'target', getattr(event, 'who', ''))}" for event in events]


def combatants(state: State) -> dict[str, Any]:
    """Everybody in the fight."""
    assert state.fight is not None
    return state.fight.combatants


def changed_in(state: State, who: str, **fields: Any) -> State:
    """A state with marks of one combatant changed."""
    fight = state.fight
    assert fight is not None
    people = {**fight.combatants, who: replace(fight.combatants[who], **fields)}
    return replace(state, fight=replace(fight, combatants=people))


def changed(arena: Arena, who: str, **fields: Any) -> State:
    """The state with marks of one combatant changed."""
    return changed_in(arena.state, who, **fields)


def company(first: Member) -> Arena:
    """A tied fight: somebody with a hurt and cursed friend against the living and the dead."""
    foes = (beast("goblin", "b", hp=9), beast("zombie", "z", hp=9), beast("wolf", "w", hp=9, at=15))
    arena = tied(first, hero("c", hp=20), beast("wolf", "dog", "A", hp=9), *foes)
    arena.state = changed(arena, "c", hp=3)
    cursed = Ongoing(kind="cursed", to_hit=-1, source="spell:curse", by="b")
    veiled = Ongoing(kind="invisible", source="spell:invisibility", by="w", ends_on_attack=True)
    arena.state = replace(arena.state, effects={"c": (cursed,), "w": (veiled,)})
    return arena


def out_of_the_melee(state: State) -> State:
    """The same under the open sky, before anybody is at blows: what some spells want."""
    fight = state.fight
    assert fight is not None
    people = {who: replace(one, at=40 if one.profile.side == "B" else one.at) for who, one in fight.combatants.items()}
    return replace(state, fight=replace(fight, combatants=people, ground=replace(fight.ground, setting=("surface",))))


@pytest.mark.rule("WB-INIT-02", "WB-SPELL-04")
@pytest.mark.parametrize("name", SPELLS)
def test_every_spell_lands_at_the_end(name: str) -> None:
    arena = company(hero("m", level=14, gifts={"caster": 14, "spell_list": "magic_user"}))
    profile = replace(arena["m"].profile, spells=(spell(name),))
    state = changed(arena, "m", profile=profile, prepared=name)
    manners = aiming.manners(RULES.rules, profile.spells[0])[:3]
    casts = [Cast("m", target, manner) for target in arena.fight.combatants for manner in manners]
    for staged in (state, out_of_the_melee(state)):
        legal = [cast for cast in casts if RULES.allows(staged, cast)]
        if legal:
            state = staged
            break
    assert legal
    waits_for_the_end(state, legal)
    finds_the_runner(state, legal)


@pytest.mark.rule("WB-INIT-02")
@pytest.mark.parametrize("name", THINGS)
def test_every_thing_lands_at_the_end(name: str) -> None:
    arena = company(hero("m", level=9, gifts={"devices": (magic(name, 9, stored=("fireball",)), magic(name, 9, "x"))}))
    uses = [
        UseDevice("m", device.id, target, manner)
        for device in lore_rules.powers(arena["m"]).devices
        for target in arena.fight.combatants
        for manner in device_manners(RULES.rules, device)[:3]
    ]
    legal: list[Command] = [use for use in uses if RULES.allows(arena.state, use)]
    waits_for_the_end(arena.state, legal)
    finds_the_runner(arena.state, legal)


@pytest.mark.rule("WB-INIT-02")
@pytest.mark.parametrize("name", CREATURES)
def test_every_power_and_every_blow_lands_at_the_end(name: str) -> None:
    entry = RULES.content.monsters[name]
    variety = next(iter(entry.varieties), "")
    arena = company(beast(name, "m", "A", variety=variety, per_hd=3 if entry.aged else 0, spells=()))
    one = arena["m"]
    powers: list[Command] = [
        UsePower("m", key, foe) for key in usable_powers(RULES.rules, one) for foe in arena.fight.combatants
    ]
    blows: list[Command] = [Attack("m", foe, blade.id) for blade in one.profile.weapons for foe in ("b", "z")]
    legal = [command for command in (*powers, *blows) if RULES.allows(arena.state, command)]
    waits_for_the_end(arena.state, legal)
    finds_the_runner(arena.state, legal)


@pytest.mark.rule("WB-INIT-02", "WB-OIL-01", "WB-RANGED-01")
@pytest.mark.parametrize("command", [ThrowOil("a", "b"), LightOil("a", "b"), Attack("a", "b", "bow")], ids=str)
def test_what_is_thrown_or_shot_finds_the_runner(command: Command) -> None:
    bow = weapon("bow", kind="missile", range=30)
    arena = tied(hero("a", gifts={"devices": (OIL, TORCH)}, weapons=(bow,)), beast("goblin", "b"))
    arena.state = replace(arena.state, effects={"b": (Ongoing(kind="oiled", by="a", magical=False),)})
    finds_the_runner(arena.state, [command])


@pytest.mark.rule("WB-INIT-02", "WB-INIT-03", "WB-OIL-03")
def test_oil_lit_in_a_tie_burns_at_its_end_and_the_burning_strike_back() -> None:
    bearer = {"devices": (OIL, TORCH)}
    friend = hero("d", gifts=bearer, at=-30)
    arena = tied(hero("a", gifts=bearer, hp=5), friend, someone("b", "B", hp=3), someone("c", "B", hp=30))
    arena.state = replace(arena.state, effects={"b": (Ongoing(kind="oiled", by="a", magical=False),)})
    told = arena.do(LightOil("a", "b"), (2, 1), d6(4))
    assert only(told, BlowHeld).rules[-1] == "WB-INIT-02"
    assert arena["b"].hp == 3
    assert arena.refused(LightOil("a", "b")).code == "attacked_already"
    assert arena.refused(LightOil("d", "b")).code == "no_oil_there"  # it is lit already
    arena.do(Attack("b", "a"), d20(15), d6(1))
    arena.end("A")
    landed = arena.do(EndTurn("B"))
    assert [event.who for event in found(landed, Fell)] == ["b"]
    assert (arena["a"].hp, arena["b"].condition) == (4, "dead")


@pytest.mark.rule("WB-INIT-02", "WB-OIL-01", "WB-OIL-03")
def test_oil_thrown_in_a_tie_can_be_lit_in_the_next_round_and_burns_to_the_end_of_the_one_after() -> None:
    bearer = {"devices": (OIL, TORCH)}
    arena = tied(hero("a", gifts=bearer), hero("d", gifts=bearer, at=-30), someone("b", "B", hp=30))
    arena.do(ThrowOil("a", "b"), d20(20))
    assert arena.refused(LightOil("d", "b")).code == "no_oil_there"
    arena.end("A", "B")
    arena.do(LightOil("a", "b"), d6(2))
    arena.end("A", "B")
    assert arena["b"].hp == 28
    arena.end("A")
    assert only(arena.do(EndTurn("B"), d6(5)), DamageDealt).left == 23
    arena.end("A", "B")


@pytest.mark.rule("WB-INIT-02", "WB-INIT-03")
@pytest.mark.parametrize("face", [3, 18])
def test_undead_are_turned_or_destroyed_at_the_end_of_a_tie(face: int) -> None:
    gifts = {"turns": True}
    arena = tied(hero("a", class_id="cleric", level=9, alignment="law", gifts=gifts, hp=6), beast("skeleton", "b"))
    destroyed = arena.do(TurnUndead("a", "skeleton"))
    assert only(destroyed, BlowHeld).blow.effect == "death"
    assert arena["b"].condition == "up"
    arena.do(Attack("b", "a"), d20(20), d6(6 if face > 10 else 1))
    arena.end("A")
    arena.do(EndTurn("B"))
    assert arena["b"].condition == "dead"
    assert arena["a"].hp == (0 if face > 10 else 5)


@pytest.mark.rule("WB-INIT-02", "WB-MOVE-06")
@pytest.mark.parametrize("first", ["runner", "striker"])
def test_whoever_runs_in_a_tie_is_in_reach_of_the_blow_of_the_same_moment(first: str) -> None:
    arena = tied(someone("a", hp=20), someone("b", "B", hp=4), someone("c", "B", hp=20))
    if first == "runner":
        arena.do(Run("b"))
        assert arena["b"].condition == "up"
    arena.do(Attack("a", "b"), d20(15), d6(2))
    if first == "striker":
        arena.do(Run("b"))
    arena.end("A")
    landed = arena.do(EndTurn("B"))
    assert only(landed, DamageDealt).left == 2
    assert only(landed, Yielded).condition == "fled"


@pytest.mark.rule("WB-INIT-02", "WB-INIT-03")
def test_whoever_falls_to_the_blow_of_the_same_moment_does_not_get_away() -> None:
    arena = tied(someone("a", hp=20), someone("b", "B", hp=2), someone("c", "B", hp=20))
    arena.do(Run("b"))
    arena.do(Attack("a", "b"), d20(15), d6(2))
    arena.end("A", "B")
    assert arena["b"].condition == "dead"


@pytest.mark.rule("WB-INIT-02", "WB-MORALE-02")
def test_whoever_gives_up_in_a_tie_is_struck_by_the_blow_of_the_same_moment_and_does_nothing_more() -> None:
    arena = tied(someone("a", hp=20), someone("b", "B", hp=9), someone("c", "B", hp=20))
    arena.do(Surrender("b"))
    assert arena.refused(Attack("b", "a")).code == "whole_round"
    assert arena.refused(Surrender("b")).code == "whole_round"
    arena.do(Attack("a", "b"), d20(15), d6(2))
    arena.end("A", "B")
    assert (arena["b"].hp, arena["b"].condition) == (7, "surrendered")


@pytest.mark.rule("WB-INIT-02", "WB-HEAL-03")
def test_help_counts_before_harm_of_the_same_moment() -> None:
    potion = magic("potion_healing", 1)
    healer = someone("a", hp=8, powers=Powers(devices=(potion,)), class_id="fighter")
    arena = tied(healer, someone("b", "B", hp=20))
    arena.state = changed(arena, "a", hp=2)
    arena.do(Attack("b", "a"), d20(15), d6(6))
    arena.do(UseDevice("a", "potion_healing", "a"), d6(5))
    arena.end("A")
    landed = arena.do(EndTurn("B"))
    assert only(landed, HpRegained).left == 8
    assert (arena["a"].hp, arena["a"].condition) == (2, "up")


@pytest.mark.rule("WB-INIT-02", "WB-INIT-03")
def test_the_why_of_a_tied_round_cites_the_rule_of_the_tie() -> None:
    arena = tied(someone("a", hp=20), someone("b", "B", hp=20))
    for _ in range(2):
        assert found(arena.events, TurnBegan)[-1].rules[:2] == ("WB-INIT-02", "WB-INIT-03")
        arena.do(Attack("a", "b"), d20(15), d6(1))
        assert only(arena.do(EndTurn("A")), SideDone).rules == ("WB-INIT-02",)
        assert only(arena.do(EndTurn("B")), BlowsLanded).rules == ("WB-INIT-02", "WB-INIT-03")


@pytest.mark.rule("WB-INIT-02", "WB-MORALE-02", "WB-MORALE-04")
def test_whoever_loses_heart_in_a_tie_lays_down_arms_at_its_end() -> None:
    arena = tied(someone("a", hp=20), someone("b", "B", hp=9))
    arena.do(CheckMorale("B"), d6(1), d6(1))
    assert (arena["b"].condition, arena.fight.phase) == ("up", "act")
    arena.do(Attack("a", "b"), d20(15), d6(2))
    arena.end("A", "B")
    assert (arena["b"].hp, arena["b"].condition) == (7, "surrendered")


STILL = [
    name
    for name, entry in RULES.content.monsters.items()
    if entry.ac is not None and any(isinstance(usable, Hiding) and usable.when == "still" for usable in entry.specials)
]


@pytest.mark.rule("WB-INIT-02", "WB-INVIS-01")
@pytest.mark.parametrize("name", STILL)
@pytest.mark.parametrize("stirs", ["moves", "strikes"])
def test_whoever_is_unseen_while_still_is_so_until_the_end_of_the_tie_in_which_it_stirs(name: str, stirs: str) -> None:
    arena = tied(someone("a", hp=90), beast(name, "b", weapons=(weapon("claw"),)))
    if RULES.rules.can_strike(RULES.at(arena.state), arena["a"], arena["b"]):  # the place must be right for it
        where = next(it.where for it, power in abilities(RULES.rules, arena["b"]) if power.hides and it.when == "still")
        arena.do(SayWhere(where))
    assert arena.refused(Attack("a", "b")).code == "unseen"
    command = Move("b", 5) if stirs == "moves" else Attack("b", "a", arena["b"].profile.weapons[0].id)
    arena.state = RULES.decide(arena.state, command, QuickDice(4)).state
    assert arena.refused(Attack("a", "b")).code == "unseen"
    for side in ("A", "B"):
        arena.state = RULES.decide(arena.state, EndTurn(side), QuickDice(4)).state
    if arena["a"].condition == "up" and able(arena.fight, arena["a"]):
        assert RULES.allows(arena.state, Attack("a", "b"))


@pytest.mark.rule("WB-INIT-02")
def test_what_burns_whoever_strikes_waits_for_the_end() -> None:
    arena = tied(someone("a", hp=20), someone("c", "B"))
    fire = Ongoing(kind="retaliating", dice=Amount(1, 6), element="fire", source="spell:x", by="b")
    arena.state = replace(arena.state, effects={"c": (fire,)})
    told = arena.do(Attack("a", "c"), d20(20), d6(1), d6(5))
    assert arena["a"].hp == 20
    assert [event.blow.target for event in found(told, BlowHeld)] == ["c", "a"]
    arena.end("A")
    arena.do(EndTurn("B"))
    assert arena["a"].hp == 15


@pytest.mark.rule("WB-INIT-02")
@pytest.mark.parametrize(("face", "drops"), [(60, True), (61, False)])
def test_whoever_is_put_to_flight_in_a_tie_may_let_fall_a_weapon_as_in_any_round(face: int, drops: bool) -> None:
    for made in (tied, fight_with):
        arena = made(hero("a", gifts={"devices": (magic("wand_fear", 5),)}, hp=20), hero("b", "B", 20))
        dice = (d20(2), d6(3), (100, face))
        told = arena.do(UseDevice("a", "wand_fear", "b"), *dice[: 2 if made is tied else 3])
        if made is tied:
            arena.end("A")
            told = arena.do(EndTurn("B"), dice[2])
        assert (only(told, WeaponDropped).lying is not None) is drops
