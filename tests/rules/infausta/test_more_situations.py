"""Situations of L'Infausta in which two chapters meet, once more: turns and waiting, declarations, shapes, the road."""

from typing import Any

import pytest
from msgspec.structs import replace
from tests.rules.infausta.camp import RULES, Camp, Dungeon, Wilds, door, found, one, only, place, strip, trap, way
from tests.rules.infausta.features.stage import beast, hero, staged
from tests.rules.whitebox.arena import d6, d20, sixes
from tests.rules.whitebox.powers.den import magic

from arbitro.dice.stream import QuickDice
from arbitro.kernel.command import Command, Refusal
from arbitro.kernel.seat import REFEREE
from arbitro.rules.infausta import events as e
from arbitro.rules.infausta.commands import LookOver, RestTurn, SearchTraps
from arbitro.rules.infausta.features.commands import BeginSong, ChangeShape, ResumeShape, SpendZeal, UseSkill
from arbitro.rules.infausta.wilderness.commands import (
    AnnounceWeather,
    BreakCamp,
    ChooseHeading,
    ConductMarch,
    MakeCamp,
)
from arbitro.rules.infausta.wilderness.events import Marched
from arbitro.rules.whitebox.commands import Attack, BindWounds, Cast, Move, Surrender
from arbitro.rules.whitebox.events import DamageDealt
from arbitro.rules.whitebox.exploring.clock import lit
from arbitro.rules.whitebox.exploring.commands import (
    Go,
    KindleLight,
    Listen,
    OpenDoor,
    PassTurns,
    Search,
    Travel,
    WalkAbout,
)
from arbitro.rules.whitebox.exploring.events import DoorTried, TrapSprung
from arbitro.rules.whitebox.ongoing_effects import Ongoing
from arbitro.rules.whitebox.people.commands import CastSpell, Memorise, Rest
from arbitro.rules.whitebox.powers.commands import UseDevice

ARCH = door("arch", passage=True)


def under(table: Any, who: str, kind: Any, **more: Any) -> None:
    """Something that lasts on somebody."""
    table.state = replace(table.state, effects={**table.state.effects, who: (Ongoing(kind=kind, **more),)})


# -------------------------------------------------------------------- turns


@pytest.mark.rule("IS-TURN-12", "IS-TURN-17")
@pytest.mark.parametrize("turns", [1, 4])
def test_an_hour_of_standing_still_makes_nobody_tired(turns: int) -> None:
    dungeon = Dungeon("berto", "carla")
    events = dungeon.do(PassTurns(turns))
    assert not found(events, e.RestDue)
    assert dungeon.turn.active == 0


@pytest.mark.rule("IS-TURN-12", "IS-TURN-18")
def test_a_guard_who_waits_for_a_searcher_has_no_turn_of_rest() -> None:
    dungeon = Dungeon("berto", "carla", places=(place("hall", area=300),))
    dungeon.do(Search("carla"))
    dungeon.do(PassTurns(2))
    assert dungeon.turn.active == 2


@pytest.mark.rule("IS-TURN-06", "IS-TURN-17")
@pytest.mark.parametrize(
    ("first", "second", "refused"),
    [(Listen("berto", "oak"), Listen("berto", "oak"), "turn_full"),
     (OpenDoor("berto", "oak"), Listen("berto", "oak"), ""),
     (Search("berto"), OpenDoor("berto", "oak"), "turn_full"), (LookOver("berto"), Search("berto"), "turn_full"),
     (OpenDoor("berto", "oak"), OpenDoor("berto", "oak"), "")],
    ids=lambda each: type(each).__name__,
)  # fmt: skip
def test_what_a_turn_has_room_for(first: Command, second: Command, refused: str) -> None:
    dungeon = Dungeon("berto", doors=(door(),))
    dungeon.do(first, *(sixes(6) if isinstance(first, Listen | OpenDoor) else ()))
    answer = RULES.decide(dungeon.state, second, QuickDice(1))
    assert (answer.code if isinstance(answer, Refusal) else "") == refused


@pytest.mark.rule("IS-TURN-07", "IS-DOOR-01")
@pytest.mark.parametrize(
    ("folk", "face", "opens"),
    [("human", 2, True), ("human", 3, False), ("silvano", 2, True), ("dvergar", 1, True), ("dvergar", 2, False)],
)
def test_who_opens_a_stuck_door(folk: str, face: int, opens: bool) -> None:
    dungeon = Dungeon(one("x", folk), doors=(door(),))
    assert only(dungeon.do(OpenDoor("x", "oak"), d6(face)), DoorTried).opened is opens


@pytest.mark.rule("IS-TURN-08", "IS-TRAP-01")
def test_a_dvergar_finds_what_the_others_must_describe() -> None:
    dungeon = Dungeon(one("dina", "dvergar"), "berto", traps=(trap(where="hall", stone=True),))
    assert found(dungeon.do(SearchTraps("dina", ""), d6(1)), e.TrapsSought)
    assert found(dungeon.do(SearchTraps("berto", "")), e.TrapsAsked)


@pytest.mark.rule("IS-TURN-12", "IS-TURN-14")
def test_whoever_is_at_work_does_not_rest() -> None:
    dungeon = Dungeon("berto", "carla", doors=(door(),))
    dungeon.do(Listen("carla", "oak"), d6(6))
    assert dungeon.refused(RestTurn()).code == "no_rest_now"


@pytest.mark.rule("IS-LIGHT-01", "IS-SPELL-01")
def test_magic_light_lights_the_dungeon_here_too() -> None:
    dungeon = Dungeon(one("ugo", class_id="magic_user", book=("light",)))
    dungeon.change("ugo", prepared=("light",))
    dungeon.do(CastSpell("ugo", "light", "ugo"))
    assert lit(RULES.at(dungeon.state))


@pytest.mark.rule("IS-TRAP-01", "IS-TRAP-04")
def test_a_flyer_sets_off_no_pit() -> None:
    dungeon = Dungeon(doors=(ARCH,), traps=(trap(pit=30),))
    under(dungeon, "berto", "moving", form="levitate")
    assert not found(dungeon.do(Go("arch")), TrapSprung)


# -------------------------------------------------------------------- shapes, songs, zeal on the way


@pytest.mark.rule("IS-SILV-01", "IS-LIGHT-01")
def test_an_animal_holds_no_torch_and_lights_none() -> None:
    dungeon = Dungeon(one("s", "silvano", level=3), torches=1)
    dungeon.do(KindleLight("s", "torches_6"))
    dungeon.do(ChangeShape("s", "mighty"))
    assert not lit(RULES.at(dungeon.state))
    assert dungeon.refused(KindleLight("s", "torches_6")).code == "no_hands"
    dungeon.do(ResumeShape("s"))
    dungeon.do(KindleLight("s", next(iter(dungeon.out.lights))))
    assert lit(RULES.at(dungeon.state))


@pytest.mark.rule("IS-SILV-01", "IS-TURN-10")
def test_an_animal_searches_and_listens_all_the_same() -> None:
    dungeon = Dungeon(one("s", "silvano", level=3))
    dungeon.do(ChangeShape("s", "mighty"))
    for command in (Search("s"), Listen("s", "")):
        assert not isinstance(RULES.decide(dungeon.state, command, QuickDice(1)), Refusal)


@pytest.mark.rule("IS-THIEF-02", "IS-DEATH-03")
@pytest.mark.parametrize("how", ["asleep", "held", "stone"])
def test_the_helpless_try_no_skill_and_sing_no_song(how: str) -> None:
    for who, class_id, command in (("t", "thief", UseSkill("t", "hide")), ("b", "bard", BeginSong("b", "inspire"))):
        dungeon = Dungeon(one(who, class_id=class_id))
        under(dungeon, who, how)
        assert isinstance(RULES.decide(dungeon.state, command, QuickDice(1)), Refusal)


@pytest.mark.rule("IS-PALA-03")
def test_zeal_is_spent_no_further_than_there_is() -> None:
    stage = staged(
        hero("a", "paladin", 3, 20, alignment="law"), hero("c", "thief", hp=20), beast("zombie", "z"),
        intents={"a": ("other", "c", "", "spend_zeal//c")},
    )  # fmt: skip
    assert stage.refused(SpendZeal("a", "c", 99)).code in ("zeal_short", "bad_points", "declared_otherwise")


# -------------------------------------------------------------------- declarations


@pytest.mark.rule("IS-INIT-01", "IS-COMBAT-01", "IS-DEATH-03")
@pytest.mark.parametrize("command", [UseDevice("a", "potion_healing", "b"), BindWounds("a", "b"), Cast("a")])
def test_whoever_declared_a_blow_brings_no_help_in_that_round(command: Command) -> None:
    stage = staged(
        hero("a", "cleric", 3, 20, gifts={"devices": (magic("potion_healing", 2),)}), hero("b", "champion", 3, 4),
        beast("zombie", "z", hp=30),
    )  # fmt: skip
    assert stage.refused(command).code in ("declared_otherwise", "not_bleeding")


@pytest.mark.rule("IS-COMBAT-02", "IS-INIT-01")
def test_of_two_who_declared_the_same_foe_the_second_may_still_walk() -> None:
    stage = staged(
        hero("a", "champion"), hero("b", "champion"), beast("goblin", "g", hp=1), beast("goblin", "h", hp=5),
        intents={"a": ("melee", "g"), "b": ("melee", "g")},
    )  # fmt: skip
    stage.do(Attack("a", "g"), d20(20), d6(6))
    assert stage.refused(Attack("b", "h")).code in ("declared_otherwise", "declared_target")
    assert stage.refused(Attack("b", "g")).code == "no_target"
    stage.do(Move("b", 5))
    assert [event.who for event in found(stage.end("A"), e.ActionWasted)] == ["b"]


@pytest.mark.rule("IS-MORALE-01", "IS-INIT-01")
def test_a_declaration_keeps_nobody_from_laying_down_arms() -> None:
    stage = staged(hero("a", "champion"), hero("b", "champion"), beast("goblin", "g", hp=5))
    assert not isinstance(RULES.decide(stage.state, Surrender("a"), QuickDice(1)), Refusal)


@pytest.mark.rule("IS-DEATH-02", "IS-DEATH-03")
@pytest.mark.parametrize(
    ("level", "damage", "condition"), [(1, 4, "out"), (1, 5, "dead"), (4, 7, "out"), (4, 8, "dead")]
)
def test_how_far_below_zero_a_level_carries(level: int, damage: int, condition: str) -> None:
    """Four hit points: at 0 one lies senseless, at minus the level one is dead."""
    stage = staged(beast("zombie", "z", "B", hp=30), hero("b", "champion", level, 4))
    strike = stage["z"].profile.weapons[0]
    stage.state = replace(
        stage.state,
        fight=replace(
            stage.fight,
            order=(("B",),), turn=0, done=(),
            combatants={
                **stage.fight.combatants,
                "z": replace(stage["z"], intent=None, profile=replace(stage["z"].profile, damage=damage - 1)),
            },
        ),
    )  # fmt: skip
    events = stage.do(Attack("z", "b", strike.id), d20(20), (strike.damage.sides, 1))
    assert only(events, DamageDealt).amount == damage
    assert stage["b"].condition == condition


# -------------------------------------------------------------------- the road


def march(wilds: Wilds, to: str) -> list[Any]:
    """A day's march by the referee's advice."""
    wilds.do(AnnounceWeather("clear"))
    wilds.do(ChooseHeading(to), *way(wilds), *sixes(6, 6))
    command = RULES.suggest(wilds.state, REFEREE)
    assert isinstance(command, ConductMarch)
    return wilds.do(command)


@pytest.mark.rule("IS-WILD-03", "IS-WILD-04")
@pytest.mark.parametrize("command", [Travel("settled"), BreakCamp(), MakeCamp("none"), ChooseHeading("0,1")])
def test_the_day_keeps_its_order(command: Command) -> None:
    assert isinstance(RULES.decide(Wilds().state, command, QuickDice(1)), Refusal)


@pytest.mark.rule("IS-WILD-04", "IS-OUT-01")
def test_the_miles_left_over_count_tomorrow() -> None:
    wilds = Wilds(one("d", "dvergar"), land=strip(*["settled"] * 6))
    assert only(march(wilds, "0,1"), Marched).miles == "9"
    assert (wilds.journey.at, wilds.journey.toward, wilds.journey.gone) == ("0,1", "0,2", "3")


@pytest.mark.rule("IS-WILD-08", "IS-WILD-09", "IS-SPELL-01")
def test_a_cleric_prays_after_a_night_in_camp() -> None:
    wilds = Wilds(one("pia", class_id="cleric", level=3))
    wilds.change("pia", prepared=())
    march(wilds, "0,1")
    wilds.do(MakeCamp("none"), d6(6))
    wilds.do(BreakCamp())
    wilds.do(Memorise("pia", "cure_light_wounds"))
    assert wilds["pia"].prepared == ("cure_light_wounds",)


@pytest.mark.rule("IS-MOVE-01", "IS-MOVE-03")
@pytest.mark.parametrize(
    ("folk", "feet", "moves"), [("human", 120, 1), ("human", 121, 2), ("dvergar", 90, 1), ("silvano", 91, 2)]
)
def test_a_move_by_people(folk: str, feet: int, moves: int) -> None:
    dungeon = Dungeon(one("x", folk))
    dungeon.do(WalkAbout(feet))
    assert dungeon.turn.spent["x"] == 5 * moves


@pytest.mark.rule("IS-HEAL-01", "IS-DEATH-03")
def test_a_night_wakes_whoever_lay_at_zero() -> None:
    camp = Camp(one("berto"))
    camp.change("berto", hp=0, health="out", max_hp=6)
    camp.do(Rest(1))
    assert (camp["berto"].hp, camp["berto"].health) == (1, "well")
