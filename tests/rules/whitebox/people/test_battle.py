"""A fight with characters changes them: hit points, spells, ammunition, experience, death."""

from random import Random

import pytest
from tests.rules.whitebox.arena import RULES, d20, sixes, someone, threat
from tests.rules.whitebox.people.camp import Camp, draft, found, only

from arbitro.dice.stream import seed_from_text
from arbitro.kernel.command import Refusal
from arbitro.kernel.seat import REFEREE
from arbitro.kernel.table import Table
from arbitro.rules.whitebox.commands import Attack, CallSave, Declare, EndFight, EndTurn
from arbitro.rules.whitebox.events import AttackRolled, DamageDealt
from arbitro.rules.whitebox.people.arms import weapons_of
from arbitro.rules.whitebox.people.battle import party_members, plain_spell, saves_of
from arbitro.rules.whitebox.people.commands import (
    AwardXp,
    Buy,
    Grant,
    Hire,
    MemoriseAll,
    PartyFight,
    RandomParty,
    Rest,
)
from arbitro.rules.whitebox.people.equipment import hands_needed
from arbitro.rules.whitebox.people.events import CameHome, ItemSpent, XpCounted
from arbitro.rules.whitebox.people.memory import slots_of, spell_level
from arbitro.rules.whitebox.people.records import company
from arbitro.rules.whitebox.people.state import Character
from arbitro.rules.whitebox.state import Combatant


def fight(camp: Camp, *foes: object, at: int = 10) -> None:
    """The party meets a foe (or these), without surprise, and acts first."""
    camp.do(PartyFight(foes or (someone("orc", "foes", hp=8, at=at, xp=15),)), *sixes(3), *sixes(6, 1))


def member(camp: Camp, who: str = "berto") -> Combatant:
    """Somebody in the fight."""
    assert camp.state.fight is not None
    return camp.state.fight.combatants[who]


def test_a_sheet_becomes_a_combatant_with_its_numbers() -> None:
    scores = {"str": 16, "dex": 15}
    camp = Camp(draft(scores=scores, level=3, gold=200, buy={"long_sword": 1, "chain": 1, "shield": 1, "sling": 1}))
    profile = RULES.rules.profile_of(RULES.rules, camp["berto"], "party")
    assert (profile.max_hp, profile.armour, profile.class_id, profile.level) == (12, 15, "fighter", 3)
    assert (profile.strength, profile.damage, profile.dexterity, profile.rate) == (1, 1, 1, 9)
    assert [weapon.id for weapon in profile.weapons] == ["long_sword", "sling"]
    assert profile.nature == "character"


def test_strength_is_for_fighters_and_halflings_shoot_well() -> None:
    thief = Camp(draft(class_id="thief", folk="halfling", scores={"str": 16}))
    profile = RULES.rules.profile_of(RULES.rules, thief["berto"], "party")
    assert (profile.strength, profile.damage, profile.aim) == (0, 0, 2)


@pytest.mark.rule("WB-SAVE-10")
def test_bonuses_on_saves_come_from_class_and_people() -> None:
    camp = Camp(draft(folk="dwarf"))
    found_ = {(bonus.source, bonus.danger): bonus.amount for bonus in saves_of(RULES.rules, camp["berto"])}
    assert found_ == {("class", "death_poison"): 2, ("race", "wands_rays"): 4, ("race", "spells_staves"): 4}


@pytest.mark.rule("WB-RANGED-01")
def test_an_axe_is_swung_or_thrown() -> None:
    camp = Camp(draft(gold=10, buy={"hand_axe": 1}))
    weapons = weapons_of(RULES.rules, camp["berto"])
    assert [(weapon.id, weapon.kind) for weapon in weapons] == [("hand_axe", "melee"), ("hand_axe~thrown", "missile")]
    assert [weapon.id for weapon in weapons_of(RULES.rules, Camp(draft())["berto"])] == ["fists"]


def test_magic_weapons_help_twice_and_a_shield_leaves_one_hand() -> None:
    camp = Camp(draft(gold=100, buy={"long_sword": 1, "shield": 1, "polearm": 1}))
    camp.do(Grant("berto", "weapon", "mace", plus=2))
    weapons = {weapon.id: weapon for weapon in weapons_of(RULES.rules, camp["berto"])}
    assert set(weapons) == {"long_sword", "mace"}
    assert (weapons["mace"].bonus, weapons["mace"].damage_bonus) == (2, 2)


@pytest.mark.rule("WB-ATK-02", "WB-ATK-12")
def test_strength_adds_to_hit_and_to_damage() -> None:
    camp = Camp(draft(scores={"str": 15}, gold=20, buy={"long_sword": 1}))
    fight(camp)
    events = camp.do(Attack("berto", "orc"), d20(9), *sixes(3))
    assert only(events, AttackRolled).check.total == 10
    dealt = only(events, DamageDealt)
    assert dealt.amount == 4
    assert [modifier.note for modifier in dealt.modifiers] == ["strength"]


def test_the_fight_goes_back_on_the_sheet() -> None:
    camp = Camp(draft(level=3), draft("amico"))
    fight(camp)
    camp.do(CallSave("berto", threat("damage", "5", save=False)))
    assert camp["berto"].hp == 12, "the sheet is written when the fight is over"
    events = camp.do(CallSave("orc", threat("damage", "9", save=False)))
    homes = {event.who: event for event in found(events, CameHome)}
    assert (homes["berto"].hp, homes["berto"].health) == (7, "well")
    assert homes["berto"].audience == "berto"
    assert camp["berto"].hp == 7
    assert camp["berto"].battle is not None
    assert camp["berto"].battle.began == 12
    assert only(events, XpCounted).xp == 15
    camp.do(AwardXp())
    assert camp["berto"].xp == 4000 + 7


@pytest.mark.rule("WB-DEATH-02")
def test_whoever_dies_in_a_fight_is_dead_on_the_sheet() -> None:
    camp = Camp(draft(), draft("amico"))
    fight(camp)
    camp.do(CallSave("berto", threat("damage", "50", save=False)))
    camp.do(EndFight())
    assert camp["berto"].health == "dead"
    assert [one.id for one in company(camp.state)] == ["amico"]
    assert camp.refused(Buy("berto", "club")) == "character_gone"


@pytest.mark.rule("WB-DEATH-03", "WB-DEATH-05")
def test_whoever_bleeds_when_the_fight_ends_goes_on_bleeding() -> None:
    camp = Camp(draft(level=3), draft("amico"), death_rule="unconscious_at_zero")
    fight(camp)
    camp.do(CallSave("berto", threat("damage", "13", save=False)))
    camp.do(EndFight())
    assert (camp["berto"].health, camp["berto"].hp, camp["berto"].bleeding) == ("out", -1, True)
    camp.do(Rest(1))
    assert camp["berto"].health == "dead"


@pytest.mark.rule("WB-RANGED-01")
def test_arrows_are_shot_away() -> None:
    camp = Camp(draft(gold=100, buy={"long_bow": 1}))
    fight(camp, at=100)
    assert camp.refused(Attack("berto", "orc", "long_bow")) == "no_ammunition"
    camp.do(EndFight())
    camp.do(Buy("berto", "arrows_20"))
    fight(camp, someone("ork", "foes", hp=8, at=100, xp=15))
    events = camp.do(Attack("berto", "ork", "long_bow"), d20(2))
    assert only(events, ItemSpent).count == 1
    assert camp["berto"].items["arrows_20"].count == 19


def test_spells_cast_in_a_fight_are_gone_from_memory() -> None:
    camp = Camp(draft(class_id="magic_user", level=5, book=("sleep", "web", "fireball")))
    camp.do(MemoriseAll("berto"))
    before = camp["berto"].prepared
    camp.do(PartyFight((someone("orc", "foes", hp=8, at=60, xp=15),)), *sixes(3))
    spell = next(spell for spell in member(camp).profile.spells if plain_spell(spell.id) == "fireball")
    camp.do(Declare("berto", "cast", "orc", spell.id))
    camp.do(EndTurn("party"), *sixes(1, 6))
    camp.do(CallSave("berto", threat("damage", "1", save=False)))  # hurt while casting: the spell is lost
    camp.do(EndFight())
    assert sorted((*camp["berto"].prepared, "fireball")) == sorted(before)


def test_hirelings_bring_the_numbers_of_the_bestiary() -> None:
    camp = Camp(draft(gold=100))
    camp.do(Hire("berto", "soldier"), *sixes(4))
    camp.do(Hire("berto", "non_combatant"), *sixes(5))
    soldier, servant = (one for one in camp.state.characters.values() if one.kind == "hireling")
    assert (soldier.hp, servant.hp) == (4, 3)
    profile = RULES.rules.profile_of(RULES.rules, soldier, "party")
    assert (profile.nature, profile.armour, profile.to_hit, profile.save) == ("npc", 12, 1, 18)
    fight(camp)
    assert camp.state.fight is not None
    assert set(camp.state.fight.combatants) == {"berto", soldier.id, "orc"}


def test_a_fight_needs_the_sides_it_was_told_of() -> None:
    camp = Camp(draft())
    assert camp.refused(PartyFight((someone("orc", "B"),))) == "no_such_side"
    assert camp.refused(PartyFight(())) == "empty_side"
    assert Camp().refused(PartyFight((someone("orc", "foes"),))) == "empty_side"
    assert camp.refused(PartyFight((someone("berto", "foes"),))) == "same_id"
    fight(camp)
    assert camp.refused(PartyFight((someone("orc", "foes"),))) == "fight_already"
    assert camp.refused(Buy("berto", "club")) == "fight_first"


@pytest.mark.parametrize("seed", range(6))
def test_parties_by_lot_fight_through_a_whole_table_and_come_home(seed: int) -> None:
    """Fight after fight with the automatic player: sheets stay possible, the log folds to the same state."""
    table = Table.open(RULES, "war", seed_from_text(f"war {seed}"), {"death_rule": "unconscious_at_zero"})
    chance = Random(seed)
    assert not isinstance(table.submit(RandomParty(6, 1 + seed % 3), REFEREE), Refusal)
    for number in range(3):
        if not party_members(RULES.at(table.state)):
            break
        foes = tuple(someone(f"orc-{number}-{n}", "foes", hp="1d6", at=30, xp=15, armour=13) for n in range(4))
        assert not isinstance(table.submit(PartyFight(foes), REFEREE), Refusal)
        for _ in range(2000):
            if RULES.finished(table.state):
                break
            command = RULES.suggest(table.state, REFEREE)
            assert command is not None
            assert not isinstance(table.submit(command, REFEREE), Refusal)
        assert RULES.finished(table.state)
        for _ in range(6):
            choices = list(table.choices(REFEREE))
            if not choices:
                break
            plain = chance.choice(list(chance.choice(choices).fillings()))
            answer = table.submit(RULES.command(plain), REFEREE)
            assert not isinstance(answer, Refusal), (plain, answer)
        for one in table.state.characters.values():
            check_sheet(one)
    restored = Table.restore(RULES, list(table.records()), table.seed)
    assert restored.state == table.state


def check_sheet(one: Character) -> None:
    """What holds for every sheet at any time."""
    assert one.hp <= one.max_hp
    assert (one.health in ("well", "retired")) or one.hp <= 0 or one.health == "dead"
    assert min(one.coins.gp, one.coins.sp, one.coins.cp) >= 0
    assert all(item.count > 0 for item in one.items.values())
    assert sum(hands_needed(RULES.rules, item) for item in one.items.values() if item.where == "hand") <= 2
    slots = slots_of(RULES.rules, one)
    held = [spell_level(RULES.rules, one, spell) for spell in one.prepared]
    assert all(held.count(level) <= slots[level - 1] for level in set(held))
