"""Classes, powers, characters of every level, ready parties, battles from files, encounters by budget, exact odds."""

from fractions import Fraction
from pathlib import Path

import pytest
from msgspec.structs import replace
from tests.rules.archmage.table import FLAT
from tests.sampling import spread

from arbitro.dice.stream import QuickDice
from arbitro.kernel.rolltable import distribution
from arbitro.kernel.yamlfile import Document, FileFault, open_path
from arbitro.rules.archmage import bestiary, odds
from arbitro.rules.archmage import commands as c
from arbitro.rules.archmage.arming import bearer_of, power_at
from arbitro.rules.archmage.catalogue import load_books
from arbitro.rules.archmage.characters import (
    Bow,
    Hero,
    Weapon,
    create,
    level_up,
    make,
    spell_level,
    usable_powers,
)
from arbitro.rules.archmage.choosing import owed
from arbitro.rules.archmage.numbers import modifier, multiplier, standing_defence
from arbitro.rules.archmage.power import Named
from arbitro.rules.archmage.setup import PARTIES, READY_PARTIES, hero, read_battle, ready_party
from arbitro.rules.archmage.state import PARTY

SCORES = {"str": 16, "con": 14, "dex": 14, "int": 12, "wis": 10, "cha": 12}


def anybody(class_id: str, level: int = 1, **more) -> Hero:
    category = next(iter(load_books().classes[class_id].melee))
    bow = Bow("light", "bow") if "bow" in load_books().classes[class_id].ranged["light"] else None
    return Hero("x", Named("x", "x"), class_id, level, dict(SCORES), melee=Weapon(category), ranged=bow, **more)


def test_fifteen_classes_with_names():
    assert len(load_books().classes) == 15
    for entry in load_books().classes.values():
        assert entry.name.it
        assert entry.name.feminine
        assert entry.recoveries in (8, 9)


@pytest.mark.rule("AE-HP-01", "AE-DEF-01", "AE-WEAPON-02", "AE-RECOVERY-01")
@pytest.mark.parametrize("class_id", sorted(load_books().classes))
@pytest.mark.parametrize("level", spread(range(1, 11), 3))
def test_every_class_can_be_played_at_every_level(class_id, level):
    own = tuple(
        name for name, power in load_books().powers.items() if power.class_id == class_id and power.sort == "power"
    )
    profile = make(load_books(), anybody(class_id, level, powers=own), PARTY)
    entry = load_books().classes[class_id]
    assert profile.max_hp == (entry.hp_base + 2) * load_books().building.hp_multiplier[level - 1]
    assert (profile.recoveries, profile.recovery_die) == (entry.recoveries, entry.recovery_die)
    assert len({attack.id for attack in profile.attacks}) == len(profile.attacks)


@pytest.mark.rule("AE-DEF-01", "AE-DEF-02")
def test_a_ready_fighter_by_hand(game):
    brando = make(load_books(), hero(ready_party("level-1")[0]), PARTY)
    assert brando.max_hp == (8 + 3) * 3
    assert [standing_defence(brando, each) for each in ("ac", "pd", "md")] == [18, 14, 11]
    blow = brando.attacks[0]
    assert (blow.weapon_die, blow.ability, blow.miss_level) == (8, "str", True)


@pytest.mark.parametrize("name", READY_PARTIES)
def test_ready_parties_are_of_one_level_and_all_different(name):
    heroes = [make(load_books(), hero(text), PARTY) for text in ready_party(name)]
    assert {profile.level for profile in heroes} == {int(name.rpartition("-")[2])}
    assert len({profile.class_id for profile in heroes}) == len(heroes) == 5


@pytest.mark.parametrize("name", PARTIES)
def test_whoever_of_a_ready_party_has_talents_owes_no_choice(name):
    for text in ready_party(name):
        one = hero(text)
        assert not one.talents or not owed(load_books(), one), one.id


@pytest.mark.rule("AE-DMG-07")
def test_spells_come_at_odd_levels():
    assert [spell_level(level) for level in range(1, 11)] == [1, 1, 3, 3, 5, 5, 7, 7, 9, 9]
    ray = load_books().powers["wizard_ray_of_frost"]
    at = [
        str(
            power_at(bearer_of(load_books(), anybody("wizard", level), load_books().classes["wizard"]), "x", ray).damage
        )
        for level in (1, 4, 10)
    ]
    assert at == ["3d6", "4d8", "10d12"]


def test_levels_raise_abilities_at_four_seven_and_ten():
    young = create(load_books(), anybody("fighter"), "str")
    assert young.abilities["str"] == 18
    three = level_up(load_books(), level_up(load_books(), young))
    with pytest.raises(ValueError, match="3 different"):
        level_up(load_books(), three)
    four = level_up(load_books(), three, ("str", "con", "dex"))
    assert (four.level, four.abilities["con"], four.abilities["int"]) == (4, 15, 12)
    with pytest.raises(ValueError, match="one of these"):
        create(load_books(), anybody("fighter"), "cha")
    with pytest.raises(ValueError, match="no level 11"):
        level_up(load_books(), replace(four, level=10))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"class_id": "baker"}, "there is no class"),
        ({"level": 0}, "no level"),
        ({"abilities": {"str": 10}}, "are missing"),
        ({"backgrounds": {"cook": 6}}, "8 points"),
        ({"powers": ("cleric_heal",)}, "not of the class"),
        ({"powers": ("nothing",)}, "no power"),
        ({"melee": Weapon("giant")}, "no category"),
    ],
)
def test_what_a_character_cannot_be(change, message):
    with pytest.raises(ValueError, match=message):
        make(load_books(), replace(anybody("fighter"), **change), PARTY)


# -------------------------------------------------------------------- battles from files

BATTLE = """
game: archmage
party:
  heroes:
    - {name: Ada, class: fighter, level: 1, melee: {category: heavy}, abilities: ABILITIES}
foes:
  members:
    - {monster: MONSTER, count: 2}
""".replace("ABILITIES", "{str: 16, con: 14, dex: 12, int: 10, wis: 10, cha: 10}")


def test_a_battle_from_a_file():
    setup = read_battle(load_books(), Document("x.yaml", BATTLE.replace("MONSTER", "wolf")))
    start = setup.start[0]
    assert isinstance(start, c.StartBattle)
    assert [member.profile.id for member in start.members] == ["ada", "wolf-1", "wolf-2"]
    assert start.difficulty == "very_hard"


def test_a_fault_names_file_and_line():
    with pytest.raises(FileFault, match=r"x.yaml, line 8: there is no creature"):
        read_battle(load_books(), Document("x.yaml", BATTLE.replace("MONSTER", "unicorn")))
    with pytest.raises(FileFault, match="line 5"):
        read_battle(load_books(), Document("x.yaml", BATTLE.replace("fighter", "baker").replace("MONSTER", "wolf")))
    with pytest.raises(FileFault, match="one of the two"):
        read_battle(load_books(), Document("x.yaml", BATTLE.replace("monster: MONSTER, ", "")))


def test_every_ready_battle_reads(game):
    folder = Path(str(__import__("arbitro.rules.archmage", fromlist=["x"]).__file__)).parent / "fights"
    found = sorted(folder.glob("*.yaml"))
    assert len(found) == 6
    for path in found:
        assert game.read_setup(open_path(path)).title.it


# -------------------------------------------------------------------- budget


@pytest.mark.rule("AE-FULLHEAL-02")
@pytest.mark.parametrize(
    ("level", "category", "party", "worth"),
    [
        (1, "normal", 1, Fraction(1)),
        (3, "large", 1, Fraction(4)),
        (1, "mook", 1, Fraction(1, 5)),
        (0, "normal", 2, Fraction(1, 2)),
        (6, "normal", 5, Fraction(1)),
        (10, "normal", 8, Fraction(1)),
        (4, "normal", 5, Fraction(1, 2)),
        (5, "huge", 5, Fraction(2)),
    ],
)
def test_what_a_creature_is_worth(level, category, party, worth):
    assert bestiary.worth(load_books(), level, category, party) == worth


@pytest.mark.rule("AE-FULLHEAL-02")
def test_difficulty_follows_the_budget():
    def of(count: int) -> str:
        return bestiary.difficulty(load_books(), [(1, "normal")] * count, 1, 4)

    assert [of(count) for count in (2, 4, 6, 8)] == ["easy", "average", "hard", "very_hard"]


@pytest.mark.parametrize("level", [1, 5, 8])
def test_random_encounters_keep_to_the_budget(level):
    for seed in range(30):
        chosen = bestiary.encounter(load_books(), QuickDice(seed), level, 5)
        foes = [(load_books().monsters[race].level, load_books().monsters[race].category) for race in chosen]
        assert Fraction(3) <= bestiary.budget(load_books(), foes, level) <= 5


# -------------------------------------------------------------------- exact odds


@pytest.mark.rule(
    "AE-ATK-03", "AE-ATK-05", "AE-CRIT-04", "AE-COND-11", "AE-FUMBLE-01", "AE-TWOWEAPON-02", "AE-INVIS-02"
)
def test_exact_odds_of_attacks():
    assert odds.hit(7, 18) == Fraction(1, 2)
    assert odds.hit(20, 15) == Fraction(19, 20)
    assert odds.hit(9 + 4, 21) == Fraction(13, 20)
    assert odds.hit(9, 18 + 4) == Fraction(2, 5)
    assert odds.hit(7, 18, two_weapons=True) == Fraction(21, 40)
    assert odds.hit(7, 18, invisible=True) == Fraction(1, 4)
    both = odds.hit(5, 16) ** 2
    assert (both, 2 * odds.hit(5, 16) * (1 - odds.hit(5, 16))) == (Fraction(1, 4), Fraction(1, 2))
    assert [odds.attack(0, 99, crit_from=each)["crit"] for each in (20, 19, 18, 17, 15)] == [
        Fraction(1, 20),
        Fraction(1, 10),
        Fraction(3, 20),
        Fraction(1, 5),
        Fraction(3, 10),
    ]
    for bonus in range(-5, 25):
        for crit in (15, 18, 20):
            for two in (False, True):
                assert sum(odds.attack(bonus, 18, crit_from=crit, two_weapons=two).values()) == 1


@pytest.mark.rule("AE-DISENGAGE-02", "AE-DISENGAGE-03", "AE-GRAB-04")
def test_exact_odds_of_disengaging():
    assert [odds.disengage(foes) for foes in (1, 3, 10, 11)] == [Fraction(1, 2), Fraction(2, 5), Fraction(1, 20), 0]
    assert odds.disengage(1, held=True) == Fraction(1, 4)
    assert odds.disengage(3, held=True) == Fraction(3, 20)


@pytest.mark.rule("AE-SAVE-02", "AE-DYING-02", "AE-DYING-06", "AE-ONGOING-02", "AE-REST-04")
def test_exact_odds_of_saves_and_death():
    assert [odds.save(each) for each in (6, 11, 16)] == [Fraction(3, 4), Fraction(1, 2), Fraction(1, 4)]
    assert odds.death_saves() == 1 - Fraction(3, 4) ** 4 == Fraction(175, 256)
    assert odds.death_saves(3) == Fraction(1, 4)
    assert odds.death_saves(3, stable=True) == 1
    assert odds.wakes_within(2) == Fraction(7, 16)
    assert (odds.ongoing(5), odds.ongoing(6, 6)) == (10, 8)


@pytest.mark.rule("AE-RECOVERY-03", "AE-RECOVERY-04")
@pytest.mark.parametrize(
    ("level", "die", "con", "mean"), [(4, 10, 12, 23), (1, 6, 10, Fraction(7, 2)), (5, 8, 16, Fraction(57, 2))]
)
def test_exact_means_of_recoveries(level, die, con, mean):
    assert odds.recovery(load_books(), level, die, con) == mean


def test_a_recovery_never_means_less_than_one():
    assert odds.recovery(load_books(), 1, 4, 1) == 1


@pytest.mark.rule("AE-WEAPON-02", "AE-UNARMED-02", "AE-UNARMED-03")
@pytest.mark.parametrize(
    ("level", "die", "score", "low", "high"), [(1, 8, 16, 4, 11), (5, 6, 18, 13, 38), (8, 10, 20, 23, 95)]
)
def test_exact_ranges_of_weapon_damage(level, die, score, low, high):
    from arbitro.dice.amount import Amount

    chances = distribution(Amount(level, die, modifier(score) * multiplier(load_books(), level)))
    assert (min(chances), max(chances)) == (low, high)
    assert sum(total * chance for total, chance in chances.items()) == Fraction(low + high, 2)


@pytest.mark.rule("AE-ATK-03", "AE-DYING-06", "AE-DISENGAGE-02")
def test_sampled_battles_agree_with_the_exact_odds(game):
    """Play many death saves and disengage checks through the rules themselves; z below 4."""
    from tests.rules.archmage.table import Play, foe, pc

    dice = QuickDice(11)
    base = Play(game).begin(pc("bea"), pc("ada", hp=40), foe()).change("ada", hp=-3, awareness="unconscious")
    trials, woke = 1_500, 0
    for _ in range(trials):
        play = Play(game)
        play.state = base.state
        while play.one("ada").awareness == "unconscious":
            play.state = game.decide(play.state, c.EndTurn(play.fight.current), dice).state
        woke += play.one("ada").awareness == "awake"
    assert _z(woke, trials, odds.death_saves()) < 4
    held = Play(game).begin(pc("ada"), foe("orc-1"), foe("orc-2"), foe("orc-3"))
    for number in (1, 2, 3):
        held.engage("ada", f"orc-{number}")
    free = sum(
        game.decide(held.state, c.Disengage("ada"), dice).state.fight.combatants["ada"].engaged == ()
        for _ in range(3_000)
    )
    assert _z(free, 3_000, odds.disengage(3)) < 4
    hits = 0
    for _ in range(3_000):
        after = game.decide(held.state, c.Attack("ada", "sword", "orc-1"), dice).state
        hits += after.fight.combatants["orc-1"].hp < 30
    assert _z(hits, 3_000, odds.hit(1, 16)) < 4
    assert FLAT["str"] == 10


def _z(found: int, trials: int, chance: Fraction) -> float:
    expected = float(chance) * trials
    return abs(found - expected) / (trials * float(chance) * (1 - float(chance))) ** 0.5


def test_people_and_class_raise_different_abilities():
    orc = replace(anybody("fighter"), people="half_orc")
    young = create(load_books(), orc, "str", "dex")
    assert young.abilities["str"] == orc.abilities["str"] + 2
    assert young.abilities["dex"] == orc.abilities["dex"] + 2
    with pytest.raises(ValueError, match="dex"):
        create(load_books(), orc, "str", "str")  # not the one that the class raises already
    with pytest.raises(ValueError, match="dex"):
        create(load_books(), orc, "str", "cha")
    with pytest.raises(ValueError, match="giant"):
        make(load_books(), replace(orc, people="giant"), "party")


def test_a_power_that_needs_a_bow_is_for_those_who_have_one():
    ranger = replace(anybody("ranger"), powers=(), ranged=None)
    assert usable_powers(load_books(), ranger) == ()
    assert usable_powers(load_books(), replace(ranger, ranged=Bow("light"))) == ("ranger_twin_shot",)
