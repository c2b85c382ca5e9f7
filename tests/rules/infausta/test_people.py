"""People: experience, healing by the night, bandages, classes and peoples, the joust, loyalty, oil, the unseen."""

from itertools import product
from typing import Any

import pytest
from tests.rules.infausta.arena import Arena, fight_with
from tests.rules.infausta.camp import RULES, Camp, Dungeon, Wilds, found, one, only
from tests.rules.whitebox.arena import d6, d20, sixes, someone

from arbitro.dice.amount import Amount
from arbitro.dice.stream import ScriptedDice, seed_from_text
from arbitro.kernel.command import Refusal
from arbitro.kernel.seat import REFEREE
from arbitro.kernel.table import Table
from arbitro.rules.infausta.state import State
from arbitro.rules.whitebox.commands import Attack
from arbitro.rules.whitebox.events import AttackRolled, SaveRolled
from arbitro.rules.whitebox.exploring.commands import (
    AdvanceClock,
    Charge,
    CheckLoyalty,
    KindleLight,
    NameRansom,
    OfferBribe,
    SetTreatment,
    StartJoust,
)
from arbitro.rules.whitebox.exploring.events import (
    Forfeited,
    JoustEnded,
    LanceCouched,
    LanceHurt,
    LightKindled,
    LoyaltyDue,
    LoyaltyRolled,
    PassBegan,
    PointsScored,
    SeatLost,
)
from arbitro.rules.whitebox.exploring.joust import plain_lance
from arbitro.rules.whitebox.exploring.numbers import loyalty_numbers
from arbitro.rules.whitebox.exploring.state import Rider
from arbitro.rules.whitebox.ongoing_effects import Ongoing
from arbitro.rules.whitebox.people.commands import (
    AwardXp,
    Bandage,
    CreateCharacter,
    FindTreasure,
    GiveXp,
    Grant,
    HealByMagic,
    MemoriseAll,
    RandomParty,
    ReadyParty,
    Rest,
    SecureTreasure,
)
from arbitro.rules.whitebox.people.creation import book_room
from arbitro.rules.whitebox.people.events import Bandaged, LevelGained, Rested, TimeWent, XpGained
from arbitro.rules.whitebox.people.records import class_row
from arbitro.rules.whitebox.people.state import Battle, Coins, Hoard
from arbitro.rules.whitebox.powers.commands import LightOil, Locate, SizeUp, ThrowOil
from arbitro.rules.whitebox.powers.events import OilThrown, SenseAdvised
from arbitro.rules.whitebox.powers.state import Device, Powers
from arbitro.rules.whitebox.powers.unseen import advise_on_senses
from arbitro.rules.whitebox.terms import Named

# -------------------------------------------------------------------- experience


@pytest.mark.rule("IS-XP-01", "IS-XP-02", "IS-XP-03")
def test_monsters_by_their_value_and_gold_by_the_piece():
    camp = Camp()
    camp.do(FindTreasure(Hoard(Coins(250))))
    camp.do(SecureTreasure())
    gained = only(camp.do(AwardXp()), XpGained)
    assert (gained.award, gained.rules) == (250, ("IS-XP-01", "IS-XP-02", "IS-XP-03"))
    assert RULES.content.monsters["goblin"].hd[0].xp > 0


@pytest.mark.rule("IS-XP-04")
def test_the_class_table_says_when_a_level_is_reached():
    camp = Camp()
    camp.do(GiveXp("berto", 1999))
    assert camp["berto"].level == 1
    gained = only(camp.do(GiveXp("berto", 1), d6(3)), LevelGained)
    assert (gained.level, gained.rules) == (2, ("IS-XP-04",))


@pytest.mark.rule("IS-XP-05", "IS-XP-06")
@pytest.mark.parametrize(("award", "bonus", "received"), [(1000, 10, 1100), (1000, 0, 1000), (333, 5, 349)])
def test_the_bonus_acts_on_each_award(award, bonus, received):
    camp = Camp()
    camp.change("berto", xp_bonus=bonus, level=5)
    camp.do(GiveXp("berto", award))
    assert camp["berto"].xp == received


# -------------------------------------------------------------------- healing


def wounded(hp: int, most: int, level: int = 3, **options: object) -> Camp:
    camp = Camp(one(level=level), **options)
    camp.change("berto", hp=hp, max_hp=most, health="out" if hp <= 0 else "well")
    return camp


@pytest.mark.rule("IS-HEAL-01")
@pytest.mark.parametrize(("hp", "nights", "left"), [(3, 3, 6), (10, 1, 10), (-1, 2, 1)])
def test_a_night_gives_a_point(hp, nights, left):
    camp = wounded(hp, 10)
    told = camp.do(Rest(nights))
    assert (camp["berto"].hp, only(told, Rested).rules[0]) == (left, "IS-HEAL-01")
    assert camp["berto"].health == "well"


@pytest.mark.rule("IS-HEAL-01")
def test_nights_on_a_journey_heal_and_nights_on_the_march_do_not():
    from arbitro.rules.infausta.wilderness.commands import (
        AnnounceWeather,
        BreakCamp,
        ChooseHeading,
        ConductMarch,
        MakeCamp,
        MarchOn,
    )

    for evening, left in ((MakeCamp("none"), 4), (MarchOn(), 3)):
        wilds = Wilds()
        wilds.change("berto", hp=3, max_hp=10)
        wilds.do(AnnounceWeather("clear"))
        wilds.do(ChooseHeading("0,1"), *sixes(6, 6))
        wilds.do(ConductMarch("0,1"))
        wilds.do(evening, d6(6))
        wilds.do(BreakCamp())
        assert (wilds["berto"].hp, wilds["berto"].rested) == (left, 0)


@pytest.mark.rule("IS-HEAL-02")
@pytest.mark.parametrize(("days", "option", "left"), [(7, 7, 60), (6, 7, 8), (7, 28, 9), (28, 28, 60)])
def test_a_week_of_complete_rest_heals_everything(days, option, left):
    camp = wounded(2, 60, full_recovery_days=option)
    camp.do(Rest(days))
    assert camp["berto"].hp == left


@pytest.mark.rule("IS-HEAL-03")
def test_a_fight_on_the_sixth_day_begins_the_week_anew():
    camp = wounded(2, 60)
    camp.do(Rest(5))
    camp.do(Rest(1, broken=True))
    camp.do(Rest(1))
    assert (camp["berto"].hp, camp["berto"].rested) == (9, 1), "a point for each night, and no more"


@pytest.mark.rule("IS-HEAL-03")
def test_the_study_of_spells_breaks_complete_rest():
    camp = Camp(one("ofelia", class_id="magic_user", book=("sleep", "light")))
    camp.do(Rest(3))
    assert camp["ofelia"].rested == 3
    camp.do(MemoriseAll("ofelia"))
    assert camp["ofelia"].rested == 0


@pytest.mark.rule("IS-HEAL-04")
def test_magic_adds_to_rest():
    camp = wounded(3, 10)
    camp.do(Rest(1))
    camp.do(HealByMagic("berto", Amount(plus=4)))
    assert camp["berto"].hp == 8


@pytest.mark.rule("IS-HEAL-05", "IS-HEAL-06")
@pytest.mark.parametrize(
    ("most", "before", "after", "face", "healed"),
    [(12, 7, 5, 6, 2), (10, 10, 2, 5, 5), (9, 3, 3, 6, 0), (9, 6, 3, 3, 3)],
)
def test_bandages_give_a_d6_within_what_the_battle_cost(most, before, after, face, healed):
    camp = wounded(after, most, bind_wounds=True)
    camp.change("berto", battle=Battle(camp.state.fights, before, camp.state.minutes))
    told = only(camp.do(Bandage("berto", "berto"), d6(face)), Bandaged)
    assert (told.healed, told.rules[:2]) == (healed, ("IS-HEAL-05", "IS-HEAL-06"))


@pytest.mark.rule("IS-HEAL-05", "IS-HEAL-07")
def test_bandages_and_nights_by_the_options():
    off = wounded(2, 10)
    assert off.refused(Bandage("berto", "berto")).rules == ("IS-HEAL-05",)
    dice = wounded(2, 10, bind_wounds=True, bandage_dice="1d4")
    dice.change("berto", battle=Battle(dice.state.fights, 9, dice.state.minutes))
    assert only(dice.do(Bandage("berto", "berto"), (4, 3)), Bandaged).healed == 3
    quick = wounded(4, 10, rest_hp_per_day="3")
    told = quick.do(Rest(1))
    assert (quick["berto"].hp, "IS-HEAL-07" in only(told, Rested).rules) == (7, True)


@pytest.mark.rule("IS-TIME-03")
def test_the_referee_lets_time_go_by():
    camp = Dungeon()
    assert (
        only(
            camp.do(
                AdvanceClock(5),
            ),
            TimeWent,
        ).rules[0]
        == "IS-TIME-03"
    )


@pytest.mark.rule("IS-LIGHT-03")
def test_a_pint_of_oil_lasts_24_turns():
    dungeon = Dungeon(one())
    dungeon.do(Grant("berto", "gear", "lantern"))
    dungeon.do(Grant("berto", "gear", "oil_pint"))
    lit = only(dungeon.do(KindleLight("berto", "lantern")), LightKindled)
    assert (lit.turns, lit.rules) == (24, ("IS-LIGHT-01", "IS-LIGHT-03"))


# -------------------------------------------------------------------- classes and peoples

CLASSES = {
    "bard": "human", "hunter": "human", "cleric": "human", "champion": "human", "magic_user": "human",
    "thief": "human", "paladin": "human", "dvergar": "dvergar", "silvano": "silvano",
}  # fmt: skip


@pytest.mark.parametrize(("class_id", "folk"), CLASSES.items())
@pytest.mark.parametrize("level", [1, 5, 10])
def test_all_nine_classes_can_be_made_at_every_level_and_fight(class_id, folk, level):
    book = {}
    if class_id == "magic_user":
        room = book_room(RULES.rules, folk, class_id, level)
        names = [RULES.content.spell_list("magic_user", at)[: room[at - 1]] for at in range(1, len(room) + 1)]
        book = {"book": tuple(name for level_names in names for name in level_names)}
    camp = Camp(one("ada", folk, class_id=class_id, level=level, **book))
    profile = RULES.rules.profile_of(RULES.rules, camp["ada"], "party")
    assert (profile.class_id, profile.level) == (class_id, level)
    row = class_row(RULES.rules, class_id, level)
    assert profile.attacks == 1 + row.extra_attacks
    arena = fight_with(someone("a", class_id=class_id, level=level), someone("b", "B", hp=60))
    assert only(arena.do(Attack("a", "b"), d20(10), d6(1)), AttackRolled).check.total == 10 + row.to_hit


@pytest.mark.parametrize(
    ("folk", "class_id", "code"),
    [("elf", "champion", "no_such_folk"), ("human", "fighter", "no_such_class"), ("human", "dvergar", "folk_class"),
     ("dvergar", "champion", "folk_class")],
)  # fmt: skip
def test_impossible_characters_are_refused(folk, class_id, code):
    camp = Camp()
    draft = CreateCharacter(who="ada", name=Named("Ada", "Ada"), folk=folk, class_id=class_id, alignment="law", gold=0)
    assert camp.refused(draft).code == code


def test_parties_by_lot_and_ready_made():
    for command in (RandomParty(6, 2), ReadyParty("ill-starred")):
        table = Table.open(RULES, "t", seed_from_text("lot"), {}, at="")
        assert not isinstance(table.submit(command, REFEREE, at=""), Refusal)
        assert len(table.state.party.order) >= 5
        assert {one.class_id for one in table.state.characters.values()} <= set(CLASSES)


# -------------------------------------------------------------------- the joust


def rider(who: str, hp: int = 20, **more: Any) -> Rider:
    given: dict[str, Any] = {
        "name": Named(who.title(), who.title()),
        "mount": "riding_horse",
        "lance": plain_lance(RULES.rules),
        "max_hp": hp,
        "armour": 10,
        "class_id": "champion",
    }
    return Rider(id=who, hp=hp, **{**given, **more})


class Lists(Camp):
    def __init__(
        self, first: Rider | None = None, second: Rider | None = None, lances: Any = "", stakes: Any = "", **more: Any
    ) -> None:
        super().__init__(**more)
        self.do(StartJoust((first or rider("aldo"), second or rider("bice")), lances, stakes))

    def ride(self, *dice: Any) -> list[Any]:
        self.do(Charge("aldo"))
        return self.do(Charge("bice"), *dice)


@pytest.mark.rule("IS-JOUST-01", "IS-JOUST-08")
def test_three_passes_and_six_attacks_then_points_decide():
    lists = Lists()
    events = lists.ride(d20(12 - 3), d20(2)) + lists.ride(d20(2), d20(2)) + lists.ride(d20(9), d20(2))
    assert len(found(events, LanceCouched)) == 6
    assert found(events, PassBegan)[0].rules[0] == "IS-JOUST-01"
    assert lists.state.joust.passes == 3


@pytest.mark.rule("IS-JOUST-02", "IS-JOUST-03", "IS-JOUST-08")
@pytest.mark.parametrize(("face", "hp", "left", "seat"), [(1, 4, 4, None), (6, 3, 0, "stunned")])
def test_a_blunted_lance_does_up_to_five_and_never_kills(face, hp, left, seat):
    lists = Lists(second=rider("bice", hp))
    events = lists.ride(d20(15), d20(2), d6(face))
    assert only(events, LanceHurt).left == left
    lost = found(events, SeatLost)
    assert [event.seat for event in lost] == ([seat] if seat else [])
    if seat:
        assert (lost[0].damage, only(events, JoustEnded).winner) == (0, "aldo")


@pytest.mark.rule("IS-JOUST-04")
def test_a_sharp_lance_kills_by_this_games_rule():
    lists = Lists(second=rider("bice", 3, level=2), lances="sharp")
    events = lists.ride(d20(15), d20(2), d6(5))
    assert only(events, SeatLost).seat == "dead", "-2 at level 2"


@pytest.mark.rule("IS-JOUST-05")
@pytest.mark.parametrize(("face", "thrown"), [(12, False), (11, True)])
def test_whoever_is_hurt_saves_or_is_thrown(face, thrown):
    lists = Lists(second=rider("bice", level=3))
    events = lists.ride(d20(15), d20(2), d6(3), d20(face), *((d6(2),) if thrown else ()))
    assert only(events, SaveRolled).check.needed == 15
    assert bool(found(events, SeatLost)) is thrown


@pytest.mark.rule("IS-JOUST-05")
@pytest.mark.parametrize(("lethal", "seat"), [(True, "dead"), (False, "stunned")])
def test_a_fall_may_kill_by_the_option(lethal, seat):
    lists = Lists(second=rider("bice", 4), joust_fall_lethal=lethal)
    events = lists.ride(d20(15), d20(2), d6(2), d20(2), d6(6))
    assert only(events, SeatLost).seat == seat


@pytest.mark.rule("IS-JOUST-06")
@pytest.mark.parametrize(
    ("level", "armour", "face", "dice", "points"),
    [(1, 15, 13, (), 1), (4, 15, 9, (), 1), (1, 15, 9, (), 0), (1, 15, 16, ((6, 4), (20, 20)), 3)],
)
def test_the_base_bonus_counts_towards_the_twelve(level, armour, face, dice, points):
    """Level 4 has +3: a 9 is an attack of 12 here."""
    lists = Lists(first=rider("aldo", level=level), second=rider("bice", armour=armour))
    scored = found(lists.ride(d20(face), d20(2), *dice), PointsScored)
    assert next(event.total for event in scored if event.who == "aldo") == points


@pytest.mark.rule("IS-JOUST-07")
@pytest.mark.parametrize(("mount", "face", "hit"), [("warhorse_heavy", 12, True), ("warhorse_heavy", 11, False)])
def test_a_heavy_warhorse_gives_two(mount, face, hit):
    aldo = rider("aldo", level=2, strength=1, mount=mount)
    lists = Lists(first=aldo, second=rider("bice", armour=16))
    told = lists.ride(d20(face), d20(2), *((d6(1),) if hit else ()))
    assert next(event for event in found(told, LanceCouched) if event.rider == "aldo").hit is hit


@pytest.mark.rule("IS-JOUST-09")
@pytest.mark.parametrize("stakes", ["duel", "sport"])
def test_the_loser_of_a_duel_forfeits_horse_and_armour(stakes):
    lists = Lists(second=rider("bice", 2), stakes=stakes)
    events = lists.ride(d20(15), d20(2), d6(6))
    assert bool(found(events, Forfeited)) is (stakes == "duel")
    if stakes == "duel":
        lists.do(NameRansom(50))


# -------------------------------------------------------------------- loyalty


def company(charisma: int = 10, **options: object) -> Camp:
    return Camp(one(scores={"cha": charisma}), one("ugo", kind="retainer", employer="berto"), **options)


@pytest.mark.rule("IS-LOYAL-01")
def test_a_bribe_offers_a_check_and_rolls_nothing():
    due = only(company().do(OfferBribe("ugo")), LoyaltyDue)
    assert (due.audience, due.rules[0]) == ("referee", "IS-LOYAL-01")
    assert company(loyalty_checks="off").refused(CheckLoyalty("ugo")).rules == ("IS-LOYAL-01",)


@pytest.mark.rule("IS-LOYAL-02", "IS-LOYAL-03")
@pytest.mark.parametrize(
    ("charisma", "switch", "faces", "left", "status"),
    [(13, True, (4, 4, 4), 1, ""), (13, False, (4, 4, 4), 0, ""), (10, True, (1, 1, 1), 0, "traitor")],
)
def test_the_check_with_and_without_charisma(charisma, switch, faces, left, status):
    camp = company(charisma, loyalty_charisma=switch)
    told = only(camp.do(CheckLoyalty("ugo"), *sixes(*faces)), LoyaltyRolled)
    assert (told.next_check, told.status) == (left, status)


@pytest.mark.rule("IS-LOYAL-03")
def test_table_22_and_its_odds():
    table = loyalty_numbers().table
    odds: dict[Any, int] = {}
    for faces in product(range(1, 7), repeat=3):
        row, _ = table.roll(ScriptedDice(*((6, face) for face in faces)), (), "loyalty")
        key = row.result.status or row.result.next_check
        odds[key] = odds.get(key, 0) + 1
    assert odds == {"traitor": 1, -2: 9, -1: 46, 0: 104, 1: 46, 2: 9, "loyalist": 1}
    camp = company()
    camp.do(CheckLoyalty("ugo"), *sixes(1, 2, 2))
    assert only(camp.do(CheckLoyalty("ugo"), *sixes(3, 3, 3)), LoyaltyRolled).next_check == -1, "9 - 2"


@pytest.mark.rule("IS-LOYAL-04")
def test_treatment_moves_later_checks():
    camp = company()
    camp.do(SetTreatment("ugo", 1))
    assert only(camp.do(CheckLoyalty("ugo"), *sixes(4, 4, 4)), LoyaltyRolled).next_check == 1


# -------------------------------------------------------------------- oil and the unseen


def thrower(to_hit: int = 1) -> Any:
    flask = Device(id="oil", name=Named("olio", "oil"), sort="oil", uses=2)
    torch = Device(id="torch", name=Named("torcia", "torch"), sort="flame")
    return someone("a", to_hit=to_hit, powers=Powers(devices=(flask, torch)))


@pytest.mark.rule("IS-OIL-01", "IS-OIL-02")
@pytest.mark.parametrize(("size", "face", "hit"), [(0, 10, True), (0, 9, False), (2, 8, True), (2, 7, False)])
def test_oil_strikes_armour_class_11_whatever_is_worn(size, face, hit):
    arena = fight_with(thrower(), someone("b", "B", hp=20, armour=19), intents={"a": ("missile",)})
    if size:
        arena.do(SizeUp("b", size))
    told = only(arena.do(ThrowOil("a", "b"), d20(face)), OilThrown)
    assert (told.check.success, "IS-OIL-01" in told.rules) == (hit, True)


@pytest.mark.rule("IS-OIL-01")
def test_lit_oil_burns_for_two_rounds():
    arena = fight_with(thrower(9), someone("b", "B", hp=20), intents={"a": ("missile",)})
    arena.do(ThrowOil("a", "b"), d20(15))
    arena.end("A", "B")
    arena.declare_all(a=("other", "b", "", "light_oil"))
    arena.do(LightOil("a", "b"), d6(4))
    assert arena["b"].hp == 16


def unseen(located: bool) -> Arena:
    from msgspec.structs import replace

    arena = fight_with(someone("a", to_hit=2), someone("b", "B", hp=20, armour=14))
    assert isinstance(arena.state, State)
    arena.state = replace(arena.state, effects={"b": (Ongoing(kind="invisible"),)})
    if located:
        arena.do(Locate("b"))
    return arena


@pytest.mark.rule("IS-INVIS-01")
@pytest.mark.parametrize(("face", "hit"), [(16, True), (15, False)])
def test_striking_at_the_unseen_costs_four(face, hit):
    told = only(unseen(True).do(Attack("a", "b"), d20(face), *((d6(1),) if hit else ())), AttackRolled)
    assert told.hit is hit


@pytest.mark.rule("IS-INVIS-02")
@pytest.mark.parametrize(
    ("hd", "kind", "prompts"), [(6, "giantish", False), (7, "giantish", True), (2, "animal", True)]
)
def test_formidable_and_keen_monsters_bring_a_prompt_for_the_referee(hd, kind, prompts):
    from msgspec.structs import replace

    beast = someone("b", "B", hp=20, powers=Powers(monster="ogre", hd=hd, kind=kind))
    arena = fight_with(someone("a"), beast)
    arena.state = replace(arena.state, effects={"a": (Ongoing(kind="invisible"),)})
    scene = RULES.scene(arena.state, ScriptedDice())
    advise_on_senses(scene)
    told = [(event.rules, event.audience, event.chance) for event in found(scene.events, SenseAdvised)]
    assert told == ([(("IS-INVIS-02",), "referee", 4)] if prompts else [])


@pytest.mark.rule("IS-INVIS-01")
def test_without_any_idea_of_the_place_there_is_no_attack():
    refused = unseen(False).refused(Attack("a", "b"))
    assert refused.rules == ("IS-INVIS-01",)
