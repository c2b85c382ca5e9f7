"""The content of La Scatola Bianca: complete, bilingual, without loose ends, and with the book's own numbers."""

from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest

from arbitro.dice.amount import Amount
from arbitro.kernel.content import Noun
from arbitro.kernel.pack import read_pack
from arbitro.kernel.rulebook import load_rulebook
from arbitro.kernel.yamlfile import FileFault
from arbitro.rules.whitebox import effect, roll_tables, special
from arbitro.rules.whitebox.content import KINDS, load_content
from arbitro.rules.whitebox.measure import Save, Span
from arbitro.text import Fault

CONTENT = load_content()
CATALOGUES = (
    "peoples", "classes", "weapons", "armour", "gear", "transport", "hirelings", "languages", "monsters", "hazards",
    "attack_names", "spells", "magic_items",
)  # fmt: skip
TABLES = {
    **CONTENT.treasure_tables,
    **CONTENT.encounter_tables,
    **CONTENT.dungeon_levels,
    **CONTENT.reactions,
    **CONTENT.spell_tables,
    "dragon_age": CONTENT.dragon_ages,
    "weather": CONTENT.weather,
    "npc_alignment": CONTENT.npc_alignment,
}


def amount(text: str) -> Amount:
    return Amount.parse(text)


# ------------------------------------------------------------ completeness


def test_everything_of_the_book_is_there():
    counts = {name: len(getattr(CONTENT, name)) for name in CATALOGUES}
    assert counts["monsters"] == 149
    assert sum(monster.source == "LSB advanced 8" for monster in CONTENT.monsters.values()) == 40
    assert counts["hazards"] == 1
    assert counts["spells"] == 80
    assert counts["peoples"] == 4
    assert [name for name, facts in CONTENT.classes.items() if not facts.people] == [
        "cleric",
        "fighter",
        "magic_user",
        "thief",
    ]
    assert (counts["armour"], counts["transport"], counts["hirelings"]) == (4, 17, 13)
    assert counts["gear"] == 33 + 7
    assert len([item for item in CONTENT.weapons.values() if item.confidence == "high"]) == 20


def test_spell_lists_have_the_printed_length():
    lists = {name: [len(CONTENT.spell_list(name, level)) for level in range(1, 7)] for name in ("cleric", "magic_user")}
    assert lists == {"cleric": [6, 4, 4, 5, 6, 0], "magic_user": [8, 11, 12, 10, 13, 11]}
    assert sum(len(spell.lists) == 2 for spell in CONTENT.spells.values()) == 10
    assert len(CONTENT.reverses) == 11


def test_magic_items_fill_their_tables():
    found = Counter(item.category for item in CONTENT.magic_items.values())
    assert (found["potion"], found["scroll"], found["ring"], found["staff"], found["wand"]) == (22, 10, 16, 10, 13)
    assert (found["cursed"], found["weapon"], found["armour"]) == (10, 10, 4)
    named = {
        row.result.item
        for table in CONTENT.treasure_tables.values()
        for row in table.rows
        if isinstance(row.result, roll_tables.Found)
    }
    parts = {part for item in CONTENT.magic_items.values() for part in item.alternatives}
    by_level = {"scroll_spells", "scroll_cursed"}  # these come from rows of their own kind
    # Each can be found, and nothing is found that is not there.
    assert named | parts | by_level == set(CONTENT.magic_items)


def test_no_name_leads_nowhere():
    assert list(CONTENT.dangling()) == []


# ------------------------------------------------------------ names


@pytest.mark.parametrize("catalogue", CATALOGUES)
@pytest.mark.parametrize("language", ["it", "en"])
def test_names_are_in_both_languages_and_tell_things_apart(catalogue, language):
    names = [entry.name.in_(language) for entry in getattr(CONTENT, catalogue).values()]
    assert all(names)
    assert not [name for name, count in Counter(name.casefold() for name in names).items() if count > 1]


@pytest.mark.parametrize(
    "catalogue", ["peoples", "classes", "monsters", "hirelings", "weapons", "armour", "gear", "transport"]
)
def test_what_can_be_many_has_a_plural(catalogue):
    for entry in getattr(CONTENT, catalogue).values():
        assert entry.name.plural is not None
        assert entry.name.plural.it
        assert entry.name.plural.en


def test_italian_genders_agree():
    monsters = CONTENT.monsters
    assert {
        name for name in ("harpy", "medusa", "mummy", "hydra", "wight") if monsters[name].name.gender == "m"
    } == set()
    assert (monsters["orc"].name.many("it"), monsters["ogre"].name.in_("it")) == ("orchetti", "orco")
    assert CONTENT.classes["thief"].name.feminine == "ladra"
    feminine = {"umano": "umana", "nano": "nana", "elfo": "elfa", "halfling": "halfling"}
    assert {people.name.it: people.name.feminine for people in CONTENT.peoples.values()} == feminine


def test_told_facts_are_in_both_languages():
    told = [
        part.text
        for parts in (
            *(monster.specials for monster in CONTENT.monsters.values()),
            *(spell.effects for spell in CONTENT.spells.values()),
            *(item.effects for item in CONTENT.magic_items.values()),
        )
        for part in parts
        if isinstance(part, (special.Narrated, effect.Narrated))
    ]
    assert len(told) > 100
    for text in told:
        assert text.it != text.en
        assert text.it.endswith(".")
        assert text.en.endswith(".")


# ------------------------------------------------------------ tables


@pytest.mark.parametrize("name", sorted(TABLES))
def test_every_table_answers_every_roll(name):
    table = TABLES[name]
    assert sum(table.odds().values()) == 1
    assert all(chance > 0 for chance in table.odds().values())


def test_tables_cite_rules_that_exist():
    rulebook = load_rulebook("arbitro.rules.whitebox")
    assert {rule for table in TABLES.values() for rule in table.rules} <= set(rulebook)


def test_magic_tables_roll_within_the_tables_they_lead_to():
    for name in ("minor_magic", "medium_magic", "major_magic"):
        for row in CONTENT.treasure_tables[name].rows:
            found = row.result
            assert isinstance(found, roll_tables.Rolls)
            dice = found.dice or CONTENT.treasure_tables[found.table].dice
            for total in range(dice.count + dice.plus, dice.count * dice.sides + dice.plus + 1):
                assert CONTENT.treasure_tables[found.table].at(total)


@pytest.mark.parametrize(
    ("xp", "roll", "expected"),
    [(100, 1, (20, 300, 5000)), (75, 4, (112, 900, 2250)), (400, 6, (1200, 4000, 0))],
)
def test_treasure_is_split_as_in_the_examples(xp, roll, expected):
    share = CONTENT.treasure_tables["treasure_value"].at(roll).result
    assert isinstance(share, roll_tables.Share)
    value = xp * share.multiple
    coins = (value * share.gold // 100, value * share.silver * 10 // 100, value * share.copper)
    assert coins == expected


def test_sample_rows_of_treasure():
    tables = CONTENT.treasure_tables
    assert tables["potions"].at(100).result == roll_tables.Found("potion_healing")
    assert tables["potions"].odds()["poison"] == Fraction(7, 100)
    assert tables["scrolls"].at(20).result == roll_tables.ProtectionScroll("protection", 3, 2)
    assert tables["arms_armour"].at(14).result == roll_tables.Arms("melee", 1, minor=True)
    assert tables["major_gem"].at(6).result == roll_tables.Worth(amount("1d100"), 200)
    assert tables["misc"].at(45).result == roll_tables.Rolls("staff")
    assert tables["lesser_item"].at(9).result == roll_tables.Rolls("cursed_item")


def test_encounters_by_dungeon_level():
    assert [CONTENT.dungeon_levels["dungeon_level_6"].at(roll).result.value for roll in range(1, 7)] == [
        5,
        6,
        6,
        6,
        7,
        8,
    ]
    assert CONTENT.encounter_tables["dungeon_1"].at(6).result.monsters == ("orc",)
    npc = CONTENT.encounter_tables["dungeon_9"].at(11).result
    assert (npc.class_id, npc.level) == ("magic_user", amount("8"))
    doubtful = CONTENT.encounter_tables["dungeon_5"].at(5).result
    assert (doubtful.monsters, doubtful.printed) == (("ochre_jelly",), ("yellow_mold",))
    assert CONTENT.encounter_tables["dungeon_2"].at(2).result.monsters == ("centipede_giant_small",)


def test_the_wilderness_leads_from_terrain_to_creature():
    terrain = CONTENT.exploration.terrains["desert"]
    assert (terrain.lost, terrain.encounter) == (3, 2)
    kind = CONTENT.encounter_tables[terrain.table].at(10).result.table
    assert CONTENT.encounter_tables[kind].at(2).result.monsters == ("purple_worm",)
    assert CONTENT.encounter_tables["wilderness_settled"].dice == amount("1d6")


def test_weather_gives_the_doubtful_six_to_the_later_row():
    assert CONTENT.weather.at(6).id == "bright_intervals"
    assert CONTENT.weather.at(12).result.travel == 0.5
    for dice in CONTENT.exploration.weather_dice.values():
        for total in range(dice.count + dice.plus, dice.count * dice.sides + dice.plus + 1):
            assert CONTENT.weather.at(total)


# ------------------------------------------------------------ monsters


@pytest.mark.rule("WB-ATK-06")
def test_armour_classes_always_add_to_nineteen():
    for monster in CONTENT.monsters.values():
        assert (monster.ac is None) == (monster.aac is None)
        assert monster.ac is None or monster.ac + (monster.aac or 0) == 19
    assert (CONTENT.monsters["death_knight"].aac, CONTENT.monsters["death_knight"].printed) == (19, {"aac": 20})


@pytest.mark.parametrize(
    ("name", "to_hit", "save", "points"),
    [
        ("orc", 1, 18, "1d6"),
        ("goblin", 0, 19, "1d6-1"),
        ("kobold", 0, 19, "1d3"),
        ("troll", 6, 13, "6d6+3"),
        ("giant_storm", 15, 3, "16d6"),
        ("sea_serpent", 15, 2, "30d6"),
        ("centipede_giant_small", 0, 19, "1d2"),
    ],
)
def test_attack_and_save_follow_from_hit_dice(name, to_hit, save, points):
    rank = CONTENT.monsters[name].hd[0]
    assert (rank.to_hit, rank.save, rank.hit_points) == (to_hit, save, amount(points))


def test_experience_follows_from_the_equivalent_but_for_what_is_printed_otherwise():
    odd = {
        name
        for name, monster in CONTENT.monsters.items()
        for rank in monster.hd
        if rank.xp != CONTENT.bestiary.xp_of(rank.hde)
    }
    assert odd == {"wolf", "sea_serpent"}


def test_monsters_of_several_sizes_have_a_rank_for_each():
    assert [rank.dice for rank in CONTENT.monsters["dragon_red"].hd] == [9, 10, 11]
    assert [rank.dice for rank in CONTENT.monsters["elemental_fire"].hd] == [8, 12, 16]
    assert [rank.xp for rank in CONTENT.monsters["vampire"].hd] == [1100, 1400, 1700]
    assert CONTENT.monsters["treant"].attacks[0].by_hd == {7: amount("2d6"), 9: amount("3d6"), 11: amount("4d6")}


@pytest.mark.rule("WB-MORALE-01")
def test_the_undead_and_the_mindless_know_no_fear():
    for name, monster in CONTENT.monsters.items():
        if monster.undead or monster.mindless:
            assert monster.fearless, name
        assert (monster.kind == "undead") == monster.undead


def of(name: str, kind: type) -> list:
    return [part for part in CONTENT.monsters[name].specials if isinstance(part, kind)]


def test_powers_that_an_engine_can_run():
    assert of("spider_giant", special.Poison)[0].save == Save("death_poison")
    assert of("centipede_giant_medium", special.Poison)[0].save == Save("death_poison", 6)
    assert of("ghoul", special.Paralysis)[0].span == Span("turns", amount("3d6"))
    assert [drain.levels for drain in (*of("wight", special.LevelDrain), *of("vampire", special.LevelDrain))] == [1, 2]
    assert of("troll", special.Regeneration)[0] == special.Regeneration(hp=3, stopped_by=("fire", "acid"))
    assert of("werewolf", special.WeaponWard)[0].silver
    assert of("golem_iron", special.WeaponWard)[0].plus == 3
    assert of("wraith", special.WeaponWard)[0].silver_factor == 0.5
    assert of("medusa", special.Gaze)[0].effect == "petrify"
    assert of("bugbear", special.Surprising)[0].chance == 3
    assert of("purple_worm", special.Swallow)[0].when.double
    assert of("stirge", special.Grip)[0].damage == amount("1d6-1")
    assert of("unicorn", special.MagicResistance)[0].percent == 25
    assert of("bear", special.Critical)[0].damage == amount("2d6+2")
    assert of("shadow", special.AbilityDrain)[0].returns == Span("turns", amount("9"))
    assert of("nixie", special.SpellLike)[0].needs == 10


def test_dragons_breathe_by_age():
    red = of("dragon_red", special.Breath)[0]
    assert red.by_age
    assert (red.element, red.area.length, red.area.width, red.per_day, red.chance) == ("fire", 90, 30, 3, 50)
    assert red.save == Save("dragon_breath", success="half")
    adult = CONTENT.dragon_ages.at(4).result
    assert adult.per_hd * CONTENT.monsters["dragon_black"].hd[0].dice == 24  # the book's example: 24 points, 24 damage


def test_powers_name_attacks_that_the_monster_has():
    for name, monster in CONTENT.monsters.items():
        own = {attack.name for attack in monster.attacks}
        for part in monster.specials:
            assert getattr(part, "attack", "") in own | {""}, name


def test_varieties_share_a_name_and_differ_in_a_power():
    for name, monster in CONTENT.monsters.items():
        used = {part.only for part in (*monster.specials, *monster.attacks)} - {""}
        assert used <= set(monster.varieties), name
    assert set(CONTENT.monsters["snake_giant"].varieties) == {"viper", "constrictor"}


def test_less_sure_facts_say_so():
    for monster in CONTENT.monsters.values():
        assert monster.uncertain["morale"] == "medium"
        assert monster.uncertain["appearing"] == "low"
        assert set(monster.uncertain) <= set(type(monster).__struct_fields__)


# ------------------------------------------------------------ characters


@pytest.mark.rule("WB-SAVE-03")
@pytest.mark.parametrize(
    ("name", "saves"),
    [
        ("cleric", [15, 14, 13, 12, 11, 10, 9, 8, 7, 6]),
        ("fighter", [14, 13, 12, 11, 10, 9, 8, 7, 6, 5]),
        ("magic_user", [15, 14, 13, 12, 11, 10, 9, 8, 7, 6]),
        ("thief", [14, 13, 12, 11, 10, 9, 8, 7, 6, 5]),
    ],
)
def test_single_saves_by_class(name, saves):
    assert [row.save for row in CONTENT.classes[name].levels[:10]] == saves


@pytest.mark.rule("WB-ATK-11")
@pytest.mark.parametrize(
    ("name", "bonuses"),
    [
        ("cleric", [0, 0, 0, 1, 1, 2, 2, 3, 4, 5]),
        ("thief", [0, 0, 0, 1, 1, 2, 2, 3, 4, 5]),
        ("fighter", [0, 1, 2, 2, 3, 4, 4, 5, 6, 6]),
        ("magic_user", [0, 0, 0, 0, 1, 1, 2, 2, 3, 3]),
    ],
)
def test_class_tables_agree_with_the_attack_tables(name, bonuses):
    assert [row.to_hit for row in CONTENT.classes[name].levels[:10]] == bonuses


@pytest.mark.rule("WB-XP-04")
def test_thresholds_rise_with_level():
    for facts in CONTENT.classes.values():
        assert [row.level for row in facts.levels] == list(range(1, len(facts.levels) + 1))
        known = [row.xp for row in facts.levels if row.xp is not None]
        assert known == sorted(set(known))
        assert known[0] == 0
    assert CONTENT.classes["magic_user"].levels[9].xp == 640_000
    assert CONTENT.classes["magic_user"].levels[11].spells == (4, 4, 4, 4, 4, 1)


@pytest.mark.rule("WB-XP-06")
def test_both_methods_of_the_experience_bonus():
    methods = CONTENT.creation.xp_methods
    assert [rule.ability for rule in methods["additive"].rules] == ["prime", "wis", "cha"]
    assert methods["additive"].cap == 15
    bands = methods["prime"].rules[0].bands
    percent = {score: band.value for band in bands for score in range(band.low, band.high + 1)}
    assert [percent[score] for score in (3, 8, 9, 12, 13, 14, 15, 18)] == [-10, -10, 0, 0, 5, 5, 10, 10]


@pytest.mark.parametrize("bands", ["modifiers", "charisma"])
def test_bands_of_scores_have_no_hole(bands):
    rows = getattr(CONTENT.creation, bands)
    assert [score for row in rows for score in range(row.low, row.high + 1)] == list(range(3, 19))


@pytest.mark.rule("WB-LOYAL-03")
def test_charisma_moves_loyalty():
    loyalty = {score: row.loyalty for row in CONTENT.creation.charisma for score in range(row.low, row.high + 1)}
    assert (loyalty[3], loyalty[8], loyalty[12], loyalty[15], loyalty[18]) == (-2, -1, 0, 1, 2)


@pytest.mark.rule("WB-MOVE-01")
def test_load_sets_the_rate():
    assert [(row.pounds, row.fast, row.slow) for row in CONTENT.encumbrance.bands] == [
        (75, 12, 9),
        (100, 9, 6),
        (150, 6, 3),
        (300, 3, 3),
    ]
    assert {name: people.speed for name, people in CONTENT.peoples.items()} == {
        "human": "fast",
        "dwarf": "slow",
        "elf": "fast",
        "halfling": "slow",
    }


@pytest.mark.rule(
    "WB-DOOR-02", "WB-LISTEN-01", "WB-SECRET-01", "WB-SECRET-02", "WB-SECRET-03", "WB-TRAP-02", "WB-TRAP-03"
)
def test_chances_in_six_of_the_peoples():
    peoples = CONTENT.peoples
    assert [people.doors for people in peoples.values()] == [2, 1, 2, 1]
    assert [people.listen for people in peoples.values()] == [1, 2, 2, 2]
    assert [people.secret_doors.search for people in peoples.values()] == [2, 2, 4, 2]
    assert [people.secret_doors.passing for people in peoples.values()] == [0, 0, 2, 0]
    stone = peoples["dwarf"].stonework
    assert stone is not None
    assert (stone.search, stone.passing) == (4, 2)


def test_turning_the_undead():
    turning = CONTENT.turning
    assert all(len(row) == 10 for row in turning.rows.values())
    assert (turning.needed(0, 1), turning.needed(0, 4), turning.needed(4, 1), turning.needed(7, 10)) == (
        10,
        "D",
        None,
        4,
    )
    assert turning.needed(16, 10) == turning.needed(10, 10) == 13


# ------------------------------------------------------------ equipment


def test_arms_and_armour():
    assert [(suit.ac, suit.aac) for suit in CONTENT.armour.values() if not suit.shield] == [(7, 12), (5, 14), (3, 16)]
    crossbow, bow = CONTENT.weapons["heavy_crossbow"], CONTENT.weapons["long_bow"]
    assert (crossbow.shots, crossbow.rounds, crossbow.range) == (1, 2, 80)
    assert (bow.shots, bow.rounds, bow.damage) == (2, 1, amount("1d6"))
    assert {name for name, weapon in CONTENT.weapons.items() if weapon.thrown and weapon.use == "melee"} == {
        "hand_axe",
        "spear",
    }
    assert {name for name, weapon in CONTENT.weapons.items() if weapon.blunt} == {
        "staff", "club", "flail", "warhammer", "mace", "morning_star", "sling",
    }  # fmt: skip


@pytest.mark.rule("WB-OIL-02", "WB-OIL-03")
def test_oil_burns_two_rounds_and_hits_armour_class_eight():
    oil = CONTENT.weapons["oil_flask"]
    assert (oil.target_ac, oil.burns, oil.damage) == (8, 2, amount("1d6"))


@pytest.mark.rule("WB-LIGHT-01", "WB-LIGHT-02", "WB-LIGHT-03")
def test_torches_and_lanterns():
    torches, lantern = CONTENT.gear["torches_6"], CONTENT.gear["lantern"]
    assert (torches.count, torches.light, torches.burns) == (6, 30, 6)
    assert (lantern.light, lantern.burns) == (30, 24)


@pytest.mark.rule("WB-JOUST-08")
def test_warhorses_help_in_the_joust():
    assert {name: mount.joust for name, mount in CONTENT.transport.items() if mount.joust} == {
        "warhorse_medium": 1,
        "warhorse_heavy": 2,
    }


# ------------------------------------------------------------ magic


def test_spells_by_list():
    hold = CONTENT.spells["hold_person"]
    assert (hold.range_for("cleric").feet, hold.range_for("magic_user").feet) == (180, 120)
    assert hold.span_for("magic_user") == Span("turns", amount("6"), per_level=1)
    assert CONTENT.spells["locate_object"].span_for("cleric") == Span("rounds", amount("0"), per_level=1)
    assert CONTENT.spells["darkvision"].span_for("magic_user") == Span("days")


def test_effects_that_an_engine_can_resolve():
    fireball = CONTENT.spells["fireball"].effects[0]
    assert isinstance(fireball, effect.Damage)
    assert (fireball.per_level, fireball.save) == (amount("1d6"), Save("spells_staves", success="half"))
    sleep = CONTENT.spells["sleep"].effects[0]
    assert isinstance(sleep, effect.Sleep)
    assert [(row.dice_max, str(row.count)) for row in sleep.rows] == [(1, "3d6"), (2, "2d6"), (3, "1d6"), (4, "1")]
    assert CONTENT.find_spell("cause_light_wounds") == (
        CONTENT.spells["cure_light_wounds"],
        (effect.Damage(amount=amount("1d6+1"), by_touch=True),),
    )
    assert CONTENT.spells["feeblemind"].effects[0].save == Save("spells_staves", -4)


def test_choices_of_a_spell_exclude_each_other():
    assert [part.choice for part in CONTENT.spells["alter_time"].effects] == ["haste", "slow"]
    assert {part.choice for part in CONTENT.spells["wall_of_stone_or_iron"].effects} == {"stone", "iron"}


def test_magic_items_have_charges_users_and_effects():
    items = CONTENT.magic_items
    assert (items["wand_cold"].charges, items["wand_cold"].rechargeable) == (amount("25"), False)
    assert items["wand_lesser_2"].charges == amount("5")
    assert items["staff_healing"].charges == amount("200")
    assert items["ring_protection_2"].effects == (effect.Bonus(ac=2, saves=2),)
    assert items["staff_snake"].classes == ("cleric",)
    assert items["potion_healing"].effects == (effect.Heal(amount=amount("1d6+1")),)
    assert items["potion_heroism"].span == Span("turns", amount("1d6+1"))
    assert all(item.effects or item.alternatives for item in items.values())
    for item in items.values():
        assert all(not items[part].alternatives for part in item.alternatives)


# ------------------------------------------------------------ packs


def pack(folder: Path, text: str) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / "mine.yaml").write_text(text, encoding="utf-8")
    return folder


def test_a_pack_adds_a_monster_and_meets_it(tmp_path):
    folder = pack(
        tmp_path / "pack",
        """
content: monsters
inherit: whitebox
entries:
  orc: {inherit: true, ac: 5}
  orc_chief:
    new: true
    source: mine
    name: {it: capo orchetto, en: orc chief, plural: {it: capi orchetti, en: orc chiefs}}
    kind: humanoid
    alignment: chaos
    ac: 4
    hd: [{dice: 3, hde: 3, xp: 60}]
    move: {walk: 12}
    attacks: [{name: weapon, damage: 1d6+1}]
    appearing: {dungeon: 1, wilderness: 1}
""",
    )
    (folder / "tables.yaml").write_text(
        "content: encounter_tables\ninherit: whitebox\ntables:\n  den: {dice: 1d1, rules: [], rows: "
        "[{at: 1, id: chief, result: {monsters: [orc_chief]}}]}\n"
    )
    laid = load_content((read_pack(folder),))
    assert (len(laid.monsters), laid.monsters["orc"].aac, laid.monsters["orc"].hd) == (
        150,
        14,
        CONTENT.monsters["orc"].hd,
    )
    assert laid.encounter_tables["den"].at(1).result.monsters == ("orc_chief",)
    assert CONTENT.monsters["orc"].ac == 6  # the book itself is untouched


@pytest.mark.parametrize(
    ("text", "line", "word"),
    [
        ("content: monsters\ninherit: whitebox\nentries:\n  orc:\n    inherit: true\n    armour: 5\n", 6, "armour"),
        ("content: monsters\ninherit: whitebox\nentries:\n  orc: {inherit: true, kind: greenskin}\n", 4, "greenskin"),
        (
            "content: spells\ninherit: whitebox\nentries:\n  light:\n    inherit: true\n    target: moon\n",
            6,
            "moon",
        ),
    ],
)
def test_a_fault_in_a_pack_names_its_file_and_line(tmp_path, text, line, word):
    with pytest.raises(FileFault) as caught:
        load_content((read_pack(pack(tmp_path / "pack", text)),))
    assert caught.value.file.endswith("mine.yaml")
    assert caught.value.line == line
    assert word in str(caught.value)


def test_a_pack_that_leaves_a_name_hanging_is_refused(tmp_path):
    text = "content: monsters\ninherit: whitebox\nentries:\n  orc: null\n"
    with pytest.raises(Fault) as caught:
        load_content((read_pack(pack(tmp_path / "pack", text)),))
    assert "«orc»" in caught.value.in_("it")
    assert "“orc”" in str(caught.value)


def test_every_kind_of_content_can_be_extended():
    assert len(KINDS) == len(set(KINDS)) == 34
    assert load_content() is CONTENT
    assert isinstance(CONTENT.monsters["orc"].name, Noun)
