"""Situations in which two chapters meet, once more: magic on the way, doors, lights, burdens, spells in a crowd."""

from typing import Any

import pytest
from msgspec.structs import replace
from tests.rules.whitebox.arena import RULES, SWORD, Arena, d6, d20, fight_with, found, only, sixes, someone
from tests.rules.whitebox.exploring.delve import Delve, door, of_folk, place, trap, troop
from tests.rules.whitebox.people.camp import Camp, draft
from tests.rules.whitebox.powers.den import OIL, TORCH, beast, caster, hero, magic

from arbitro.dice.amount import Amount
from arbitro.dice.stream import QuickDice
from arbitro.kernel.command import Command, Refusal
from arbitro.rules.whitebox.commands import Attack, Cast, Declare, EndTurn, JudgeSurprise
from arbitro.rules.whitebox.events import AttackRolled, DamageDealt, SpellLost
from arbitro.rules.whitebox.exploring.commands import (
    CheckWandering,
    DouseLight,
    Fall,
    Flee,
    Go,
    JudgeWedge,
    KindleLight,
    Listen,
    Meet,
    OpenDoor,
    Parley,
    PassTurns,
    Search,
    SetTreatment,
    ShutDoor,
    TakeLight,
    Travel,
    WalkAbout,
    WedgeDoor,
)
from arbitro.rules.whitebox.exploring.events import DoorTried, MetSomebody, TrapSprung, Walked
from arbitro.rules.whitebox.ongoing_effects import Ongoing
from arbitro.rules.whitebox.people.commands import (
    Buy,
    Carry,
    CastSpell,
    Dismiss,
    Grant,
    HealByMagic,
    Hire,
    Hurt,
    LeaveParty,
    MarchingOrder,
    PartyFight,
    Rest,
    Retire,
)
from arbitro.rules.whitebox.people.state import Captivity
from arbitro.rules.whitebox.powers import events as e
from arbitro.rules.whitebox.powers.commands import LightOil, ThrowOil, UseDevice, UseThing

ARCH = door("arch", passage=True)


def under(table: Any, who: str, kind: Any, **more: Any) -> None:
    """Something that lasts on somebody."""
    table.state = replace(table.state, effects={**table.state.effects, who: (Ongoing(kind=kind, **more),)})


def after(table: Any, command: Command, seed: int = 1) -> list[Any]:
    """What comes of a command with any dice."""
    answer = RULES.decide(table.state, command, QuickDice(seed))
    assert not isinstance(answer, Refusal), answer
    table.state = answer.state
    return list(answer.events)


def casts(spell: str, target: str, *others: Any, level: int = 7, seed: int = 1, **more: Any) -> tuple[Arena, list[Any]]:
    """A spell announced and released in the first turn of a fight."""
    arena = Arena(caster("m", spell, level=level, hp=40, **more), *others, surprise_method="judgement")
    arena.do(JudgeSurprise(""))
    arena.do(Declare("m", "cast", target, spell))
    arena.do(EndTurn("A"), d6(6), d6(1))
    return arena, after(arena, Cast("m"), seed)


# -------------------------------------------------------------------- doors and hands


@pytest.mark.rule("WB-DOOR-01", "WB-DOOR-02", "WB-DOOR-03")
@pytest.mark.parametrize(
    ("folk", "class_id", "strength", "face", "opens"),
    [("human", "fighter", 18, 3, True), ("human", "fighter", 18, 4, False), ("elf", "fighter", 3, 1, True),
     ("elf", "fighter", 3, 2, False), ("dwarf", "fighter", 18, 2, True), ("dwarf", "fighter", 10, 2, False),
     ("halfling", "thief", 10, 1, True), ("halfling", "thief", 3, 1, False)],
)  # fmt: skip
def test_people_and_strength_at_a_door(folk: str, class_id: str, strength: int, face: int, opens: bool) -> None:
    delve = Delve(of_folk("x", folk, class_id, scores={"str": strength}), doors=(door(),), door_strength_modifier=True)
    answer = RULES.decide(delve.state, OpenDoor("x", "oak"), _face(face))
    assert only(list(answer.events), DoorTried).opened is opens  # type: ignore[union-attr]


def _face(face: int) -> Any:
    class Same(QuickDice):
        def roll(self, sides: int, purpose: str = "", /) -> Any:
            return replace(super().roll(sides, purpose), face=face)

    return Same(1)


@pytest.mark.rule("WB-DOOR-05", "WB-CORE-02")
@pytest.mark.parametrize("holds", ["yes", "no"])
def test_a_wedged_door_stands_open_as_long_as_the_wedge_holds(holds: Any) -> None:
    delve = Delve("berto", "carla", doors=(door(),))
    delve.do(OpenDoor("berto", "oak"), d6(1))
    delve.do(WedgeDoor("berto", "oak"))
    delve.do(JudgeWedge(holds))
    delve.do(PassTurns(3))
    assert delve.out.doors["oak"].open is (holds == "yes")
    if holds == "yes":
        delve.do(ShutDoor("carla", "oak"))
        assert not delve.out.doors["oak"].open


@pytest.mark.rule("WB-TIME-02")
@pytest.mark.parametrize(
    "command",
    [OpenDoor("berto", "oak"), Listen("berto", "oak"), Search("berto"), WedgeDoor("berto", "oak"), WalkAbout(10),
     PassTurns(1), Fall("berto", 20), Hurt("berto", Amount(plus=1)), Travel("open"), Rest(1), Buy("berto", "lantern"),
     Carry("berto", "x", "pack"), Dismiss("berto", "carla"), Hire("berto", "soldier"), MarchingOrder("carla,berto"),
     LeaveParty("carla"), Retire("carla"), CheckWandering(), KindleLight("berto", "torches_6")],
    ids=lambda one: type(one).__name__,
)  # fmt: skip
def test_what_has_its_time_before_or_after_a_fight_is_refused_in_it(command: Command) -> None:
    delve = Delve("berto", "carla", doors=(door(),), torches=1)
    delve.do(PartyFight((someone("orc", "foes", hp=5, at=30),)), *sixes(6), *sixes(6, 1))
    assert delve.refused(command) == "fight_first"


# -------------------------------------------------------------------- lights and those who bear them


@pytest.mark.rule("WB-LIGHT-01", "WB-LIGHT-04", "WB-CORE-02")
def test_a_light_that_falls_from_a_held_hand_is_taken_up_by_a_friend() -> None:
    delve = Delve("berto", "carla", torches=1)
    delve.do(KindleLight("berto", "torches_6"))
    under(delve, "berto", "held", until=60)
    (light,) = delve.out.lights
    assert delve.refused(DouseLight("berto", light)) == "under_effect"
    delve.do(TakeLight("carla", light))
    assert delve.out.lights[light].bearer == "carla"


@pytest.mark.rule("WB-LIGHT-03")
def test_a_lantern_without_oil_and_a_sword_do_not_burn() -> None:
    delve = Delve("berto", "carla")
    delve.do(Grant("berto", "gear", "lantern"))
    delve.do(Grant("carla", "gear", "oil_pint"))
    delve.do(Grant("berto", "weapon", "long_sword"))
    assert delve.refused(KindleLight("berto", "lantern")) == "no_oil"
    assert delve.refused(KindleLight("berto", "long_sword")) == "burns_not"


@pytest.mark.rule("WB-LIGHT-04", "WB-SURPRISE-02")
@pytest.mark.parametrize("brought", [True, False])
def test_strangers_with_a_light_are_seen_from_beyond_the_partys_own(brought: bool) -> None:
    delve = Delve(torches=1, troops=(troop(light=brought),))
    delve.do(KindleLight("berto", "torches_6"))
    met = only(after(delve, Meet("orcs"), 2), MetSomebody)
    assert (met.meeting.distance > 30) is brought


# -------------------------------------------------------------------- burdens on the way


@pytest.mark.rule("WB-MOVE-01", "WB-DEATH-03", "WB-CORE-02")
@pytest.mark.parametrize("how", ["stone", "asleep", "held", "out"])
def test_whoever_cannot_walk_is_taken_along_while_one_can(how: str) -> None:
    delve = Delve("berto", "carla", doors=(ARCH,), death_rule="unconscious_at_zero")
    if how == "out":
        delve.change("carla", hp=-1, health="out", level=3)
    else:
        under(delve, "carla", how)
    delve.do(Go("arch"))
    assert (delve.out.at, delve.state.party.order) == ("cell", ("berto", "carla"))


@pytest.mark.rule("WB-TRAP-01", "WB-DEATH-03")
def test_the_carried_tread_on_nothing() -> None:
    delve = Delve("berto", "carla", doors=(ARCH,), traps=(trap(pit=20),), death_rule="unconscious_at_zero")
    delve.change("carla", hp=-1, health="out", level=3)
    assert not found(delve.do(Go("arch"), d6(3)), TrapSprung)


@pytest.mark.rule("WB-TRAP-03", "WB-TRAP-01")
def test_a_dwarf_who_sees_the_pit_spares_everybody_the_die() -> None:
    delve = Delve(of_folk("dorin", "dwarf"), "berto", doors=(ARCH,), traps=(trap(pit=20, stone=True),))
    delve.do(Go("arch"), d6(2))
    assert delve.out.at == "hall"
    delve.do(Go("arch"))
    assert delve.out.at == "cell"


@pytest.mark.rule("WB-DEATH-02", "WB-MORALE-02")
@pytest.mark.parametrize(
    "command", [Fall("carla", 20), Hurt("carla", Amount(plus=1)), HealByMagic("carla", Amount(plus=1))]
)
@pytest.mark.parametrize("how", ["dead", "captive"])
def test_nothing_befalls_those_who_are_gone(command: Command, how: str) -> None:
    delve = Delve("berto", "carla")
    if how == "dead":
        delve.change("carla", health="dead", hp=-1)
    else:
        delve.change("carla", captive=Captivity("orcs", "hall"))
    assert delve.refused(command) == ("character_gone" if how == "dead" else "captive")


@pytest.mark.rule("WB-HEAL-03")
def test_magic_heals_no_further_than_whole() -> None:
    camp = Camp(draft("berto"))
    camp.change("berto", hp=3, max_hp=9)
    camp.do(HealByMagic("berto", Amount(plus=30)))
    assert camp["berto"].hp == 9


@pytest.mark.rule("WB-LOYAL-01", "WB-CORE-01")
def test_of_a_players_loyalty_nobody_else_decides() -> None:
    assert Camp(draft("berto")).refused(SetTreatment("berto", 1)) == "players_own"


# -------------------------------------------------------------------- meetings


@pytest.mark.rule("WB-PARLEY-01", "WB-DEATH-03")
@pytest.mark.parametrize("how", ["asleep", "held", "stone"])
def test_a_party_of_the_helpless_neither_talks_nor_runs(how: str) -> None:
    delve = Delve(troops=(troop(),))
    after(delve, Meet("orcs"))
    under(delve, "berto", how)
    for command in (Parley(), Flee()):
        assert isinstance(RULES.decide(delve.state, command, QuickDice(1)), Refusal)


@pytest.mark.rule("WB-TIME-02", "WB-MOVE-06")
@pytest.mark.parametrize(
    "command",
    [Go("arch"), WalkAbout(10), PassTurns(1), Travel("open"), Rest(1), Search("berto"), OpenDoor("berto", "oak")],
    ids=lambda one: type(one).__name__,
)  # fmt: skip
def test_before_strangers_nobody_goes_about_other_business(command: Command) -> None:
    delve = Delve(doors=(ARCH, door()), troops=(troop(),))
    after(delve, Meet("orcs"))
    assert delve.refused(command) == "somebody_here"


# -------------------------------------------------------------------- spells in a crowd


@pytest.mark.rule("WB-SPELL-04")
@pytest.mark.parametrize(
    ("target", "taken"), [("orc", True), ("human_bandit", True), ("ogre", False), ("skeleton", False), ("elf", True)]
)
def test_a_charm_takes_people_and_leaves_giants_and_the_dead(target: str, taken: bool) -> None:
    charmed = []
    for seed in range(12):
        arena, told = casts("charm_person", "x", beast(target, "x"), beast("ogre", "o"), seed=seed)
        charmed.append(arena["x"].condition == "charmed")
        assert taken or [event.why for event in found(told, e.Unaffected)] == ["wrong_kind"]
    assert any(charmed) is taken


@pytest.mark.rule("WB-SPELL-04", "WB-SEQ-02")
def test_a_caster_has_no_blow_left_in_the_round_of_the_spell() -> None:
    arena, _ = casts("sleep", "o", beast("orc", "o"), beast("ogre", "g"))
    refused = arena.refused(Attack("m", "g"))
    assert (refused.code, refused.rules) == ("attacked_already", ("WB-SEQ-02",))


@pytest.mark.rule("WB-SPELL-03")
@pytest.mark.parametrize(("hits", "lost"), [(True, True), (False, False)])
def test_a_blow_before_the_spell_spoils_it_and_a_miss_does_not(hits: bool, lost: bool) -> None:
    arena = Arena(caster("m", "sleep", hp=20), beast("orc", "o"), surprise_method="judgement")
    arena.do(JudgeSurprise(""))
    arena.do(Declare("m", "cast", "o", "sleep"))
    arena.do(EndTurn("A"), d6(1), d6(6))
    told = arena.do(Attack("o", "m"), d20(20 if hits else 1), *((d6(1),) if hits else ()))
    assert bool(found(told, SpellLost)) is lost
    arena.end("B")
    assert RULES.allows(arena.state, Cast("m")) is not lost


@pytest.mark.rule("WB-SPELL-04")
def test_haste_gives_a_second_blow_from_the_next_turn_of_the_hasted_on() -> None:
    arena, _ = casts("alter_time", "b", hero("b", hp=20), beast("ogre", "o", hp=90))
    for _ in range(2):
        after(arena, Attack("b", "o"))
    assert arena.refused(Attack("b", "o")).code == "attacked_already"


@pytest.mark.rule("WB-SPELL-04")
def test_a_bolt_goes_sixty_feet_and_no_farther() -> None:
    near, far = beast("ogre", "near", hp=90, at=60), beast("ogre", "far", hp=90, at=61)
    _, told = casts("lightning_bolt", "near", near, far)
    assert {event.target for event in found(told, DamageDealt)} == {"near"}


@pytest.mark.rule("WB-SPELL-04", "WB-OIL-01")
def test_whoever_hangs_in_a_web_can_be_set_on_fire() -> None:
    arena, _ = casts("web", "o", beast("ogre", "o", hp=40), hero("b", at=-20, gifts={"devices": (OIL, TORCH)}))
    under(arena, "o", "webbed", until=10**6)
    soaked = replace(
        arena.state, effects={"o": (*arena.state.effects["o"], Ongoing(kind="oiled", by="b", magical=False))}
    )
    arena.state = soaked
    assert RULES.allows(arena.state, LightOil("b", "o"))


@pytest.mark.rule("WB-MELEE-02", "WB-INVIS-01")
@pytest.mark.parametrize("form", ["gaseous", "ethereal"])
def test_whoever_has_no_body_is_past_every_pit(form: str) -> None:
    delve = Delve(doors=(ARCH,), traps=(trap(pit=100),))
    under(delve, "berto", "bodiless", form=form)
    delve.do(Go("arch"))
    assert delve["berto"].living


@pytest.mark.rule("WB-CORE-02", "WB-HEAL-03")
@pytest.mark.parametrize("how", ["asleep", "held"])
def test_nobody_drinks_in_sleep(how: str) -> None:
    camp = Camp(draft("berto"))
    camp.do(Grant("berto", "magic", "potion_healing"))
    under(camp, "berto", how)
    assert camp.refused(UseThing("berto", "potion_healing")) == "under_effect"


@pytest.mark.rule("WB-SEQ-02", "WB-OIL-01")
def test_oil_takes_the_rounds_one_act() -> None:
    arena = fight_with(hero("a", weapons=(SWORD,), gifts={"devices": (OIL, TORCH)}), beast("ogre", "o", hp=40))
    arena.do(ThrowOil("a", "o"), d20(15))
    assert arena.refused(Attack("a", "o")).code == "attacked_already"
    assert isinstance(RULES.decide(arena.state, LightOil("a", "o"), QuickDice(1)), Refusal)


@pytest.mark.rule("WB-ATK-01", "WB-MELEE-02")
def test_a_foe_at_eleven_feet_is_out_of_a_swords_reach() -> None:
    arena = fight_with(hero("a"), beast("orc", "o", at=11))
    assert arena.refused(Attack("a", "o", "sword")).code == "out_of_reach"
    arena = fight_with(hero("a"), beast("orc", "o", at=10))
    assert only(arena.do(Attack("a", "o", "sword"), d20(1)), AttackRolled)


@pytest.mark.rule("WB-SEQ-02", "WB-CORE-02")
def test_a_wand_that_is_empty_takes_no_time() -> None:
    arena = fight_with(hero("a", level=9, gifts={"devices": (magic("wand_cold", 0),)}), beast("orc", "o", hp=30))
    assert arena.refused(UseDevice("a", "wand_cold", "o")).code == "device_empty"
    assert RULES.allows(arena.state, Attack("a", "o"))


@pytest.mark.rule("WB-MOVE-01", "WB-MOVE-03")
@pytest.mark.parametrize(("gold", "feet", "minutes"), [(0, 240, 10), (900, 180, 10), (1200, 120, 10), (2000, 60, 10)])
def test_how_far_ten_minutes_go_by_load(gold: int, feet: int, minutes: int) -> None:
    delve = Delve(draft("berto", gold=gold))
    assert only(delve.do(WalkAbout(feet)), Walked).minutes == minutes


@pytest.mark.rule("WB-LISTEN-01", "WB-TIME-01")
def test_whoever_listens_is_busy_for_the_turn_and_friends_are_not() -> None:
    delve = Delve("berto", "carla", doors=(door(),), places=(place("cell"),))
    delve.do(Listen("berto", "oak"), d6(3))
    assert delve.refused(Search("berto")) == "busy"
    delve.do(Search("carla"))
    assert delve.state.minutes == 0


@pytest.mark.rule("WB-SPELL-01", "WB-DEATH-03")
def test_a_cure_wakes_whoever_lay_below_zero() -> None:
    camp = Camp(draft("pia", class_id="cleric", level=3), draft("berto", level=3), death_rule="unconscious_at_zero")
    camp.change("pia", prepared=("cure_light_wounds",))
    camp.change("berto", hp=-1, health="out")
    camp.do(CastSpell("pia", "cure_light_wounds", "berto"), d6(4))
    assert (camp["berto"].health, camp["berto"].hp) == ("well", 4)


@pytest.mark.rule("WB-HEAL-03", "WB-TIME-02")
@pytest.mark.parametrize(
    ("hp", "health", "left"), [(1, "well", 11), (-2, "out", 8), (29, "well", 30), (-3, "dead", -3)]
)
def test_a_ring_of_regeneration_closes_wounds_between_fights_too(hp: int, health: str, left: int) -> None:
    """A point a round, ten in a turn; never beyond the whole, and not for the dead."""
    delve = Delve(draft("berto", level=4), death_rule="unconscious_at_zero")
    delve.do(Grant("berto", "magic", "ring_regeneration"))
    delve.do(Carry("berto", "ring_regeneration", "worn"))
    delve.change("berto", hp=hp, max_hp=30, health=health)
    answer = RULES.decide(delve.state, PassTurns(1), QuickDice(1))
    after_it = delve.state if isinstance(answer, Refusal) else answer.state
    assert after_it.characters["berto"].hp == left
    assert after_it.characters["berto"].health == ("well" if left > 0 else health)
