"""The content of L'Infausta Scatola: the parent's, but for what its text changes, adds and leaves out."""

from collections import Counter
from pathlib import Path

import pytest

from arbitro.dice.amount import Amount
from arbitro.kernel.pack import read_pack
from arbitro.kernel.rulebook import load_rulebook
from arbitro.rules.infausta.content import load_content
from arbitro.rules.whitebox import class_features, effect, roll_tables, special
from arbitro.rules.whitebox import content as whitebox
from arbitro.rules.whitebox.measure import Span

CONTENT = load_content()
PARENT = whitebox.load_content()
REMOVED = {
    "elf", "elf_dark", "giant_firbolg", "gnome", "hobgoblin", "dwarf", "orc", "ogre_mage", "lizardman", "halfling",
    "shadow",
}  # fmt: skip
ADDED = {
    "dvergar", "elph_edal", "golem_diamond", "golem_mud", "storm_horse", "shadow_lesser", "shadow_wayfarer",
    "shadow_centipede", "toad_man", "rat_monstrous",
}  # fmt: skip
CHANGED = {
    "demon_imp", "bugbear", "cockatrice", "doppelganger", "gnoll", "goblin", "golem_flesh", "horse_draft", "hydra",
    "lich", "mummy", "ogre", "rat_giant", "roc", "troll", "zombie", "chimera", "giant_hill", "sabretooth_tiger",
    "weasel_giant",
}  # fmt: skip


def amount(text: str) -> Amount:
    return Amount.parse(text)


# ------------------------------------------------------------ inheritance


def test_only_what_differs_differs():
    assert set(PARENT.monsters) - set(CONTENT.monsters) == REMOVED
    assert set(CONTENT.monsters) - set(PARENT.monsters) == ADDED
    kept = set(PARENT.monsters) - REMOVED
    assert {name for name in kept if CONTENT.monsters[name] is not PARENT.monsters[name]} == CHANGED
    assert {name for name in kept if CONTENT.monsters[name] != PARENT.monsters[name]} == CHANGED
    assert len(CONTENT.monsters) == 149 - 11 + 10


@pytest.mark.parametrize("catalogue", ["armour", "gear", "transport", "hirelings", "hazards", "magic_items"])
def test_catalogues_that_the_text_does_not_touch_are_the_parents(catalogue):
    own, parents = getattr(CONTENT, catalogue), getattr(PARENT, catalogue)
    assert list(own) == list(parents)
    assert all(own[name] is parents[name] for name in own)


def test_single_facts_inherit_field_by_field():
    assert CONTENT.creation.modifiers == PARENT.creation.modifiers
    assert CONTENT.creation.uses["str"].classes == ()
    assert CONTENT.creation.uses["dex"].armour
    assert not PARENT.creation.uses["dex"].armour
    assert CONTENT.arms.missile_bands == PARENT.arms.missile_bands
    assert (CONTENT.arms.refit_weeks, CONTENT.arms.refit_cost) == (1, 0.5)
    assert CONTENT.exploration is PARENT.exploration
    assert CONTENT.weather is PARENT.weather


def test_a_change_in_part_leaves_the_other_fields_alone():
    ogre, parent = CONTENT.monsters["ogre"], PARENT.monsters["ogre"]
    assert (ogre.hd[0].dice, ogre.hd[0].plus, ogre.hd[0].xp) == (5, 4, 600)
    assert (ogre.ac, ogre.attacks, ogre.name, ogre.move) == (parent.ac, parent.attacks, parent.name, parent.move)
    assert CONTENT.weapons["club"].damage == amount("1d6-1")
    assert CONTENT.weapons["club"].cost == PARENT.weapons["club"].cost
    assert CONTENT.weapons["warhammer"].thrown == 10
    same = set(PARENT.weapons) - {"club", "warhammer"}
    assert all(CONTENT.weapons[name] is PARENT.weapons[name] for name in same)


def test_tables_are_the_parents_unless_a_row_differs():
    for name, table in CONTENT.encounter_tables.items():
        rows = [row.result for row in table.rows]
        assert (table is PARENT.encounter_tables[name]) == (
            rows == [row.result for row in PARENT.encounter_tables[name].rows]
        )
    own = {name for name, table in CONTENT.treasure_tables.items() if table is not PARENT.treasure_tables[name]}
    assert own == {"major_magic", "scrolls"}


# ------------------------------------------------------------ completeness


def test_no_name_leads_nowhere():
    assert list(CONTENT.dangling()) == []


@pytest.mark.parametrize("catalogue", ["monsters", "classes", "peoples", "spells", "attack_names", "languages"])
@pytest.mark.parametrize("language", ["it", "en"])
def test_names_are_in_both_languages_and_tell_things_apart(catalogue, language):
    names = [entry.name.in_(language) for entry in getattr(CONTENT, catalogue).values()]
    assert all(names)
    assert not [name for name, count in Counter(name.casefold() for name in names).items() if count > 1]


def test_no_encounter_names_a_monster_that_is_gone():
    for table in CONTENT.encounter_tables.values():
        assert sum(table.odds().values()) == 1
        for row in table.rows:
            assert not set(row.result.monsters) & REMOVED
            assert row.result.class_id != "fighter"
    first = [row.result.monsters for row in CONTENT.encounter_tables["dungeon_1"].rows]
    assert first[4:10] == [("dvergar",), ("goblin",), ("zombie",), ("dvergar",), ("elph_edal",), ("bugbear",)]


def test_tables_cite_rules_that_exist():
    known = {*load_rulebook("arbitro.rules.infausta"), *load_rulebook("arbitro.rules.whitebox")}
    tables = [*CONTENT.encounter_tables.values(), *CONTENT.treasure_tables.values()]
    assert {rule for table in tables for rule in table.rules} <= known


# ------------------------------------------------------------ characters


@pytest.mark.rule("IS-XP-04", "IS-ATK-02")
@pytest.mark.parametrize(
    ("name", "prime", "second", "dice", "to_hit"),
    [
        ("bard", "cha", 1250, (5, 1), 0),
        ("hunter", "dex", 2000, (10, 0), 9),
        ("cleric", "wis", 1500, (8, 0), 5),
        ("champion", "str", 2000, (10, 0), 9),
        ("dvergar", "con", 2000, (8, 0), 5),
        ("magic_user", "int", 2500, (5, 1), 0),
        ("thief", "dex", 1250, (8, 0), 5),
        ("paladin", "cha", 2500, (10, 0), 9),
        ("silvano", "wis", 2500, (5, 1), 0),
    ],
)
def test_the_nine_classes(name, prime, second, dice, to_hit):
    facts = CONTENT.classes[name]
    last = facts.levels[9]
    assert (facts.prime, facts.levels[1].xp, (last.dice, last.plus), last.to_hit) == (prime, second, dice, to_hit)
    assert len(facts.levels) == 10
    assert [row.xp for row in facts.levels] == sorted({row.xp for row in facts.levels})


def test_there_are_nine_classes_and_three_peoples_to_play():
    assert len(CONTENT.classes) == 9
    assert [name for name, people in CONTENT.peoples.items() if not people.legacy] == ["human", "dvergar", "silvano"]
    assert set().union(*(people.classes for people in CONTENT.peoples.values())) == set(CONTENT.classes)


@pytest.mark.rule("IS-SAVE-02")
def test_no_class_has_a_saving_throw_number():
    assert {row.save for facts in CONTENT.classes.values() for row in facts.levels} == {None}


def test_misprints_are_corrected_and_the_print_is_kept():
    cleric = CONTENT.classes["cleric"]
    assert cleric.levels[7].spells == (3, 3, 3, 2, 0)
    assert cleric.printed == {"spells_level_8": [3, 2, 3, 2, 0]}
    assert CONTENT.classes["dvergar"].levels[2].xp == 4000
    for facts in CONTENT.classes.values():
        for slots in zip(*(row.spells for row in facts.levels), strict=True):
            assert list(slots) == sorted(slots)


@pytest.mark.rule(
    "IS-DOOR-01", "IS-LISTEN-01", "IS-SECRET-01", "IS-SECRET-02", "IS-SECRET-03", "IS-TRAP-02", "IS-TRAP-03"
)
def test_chances_in_six_of_the_peoples():
    human, dvergar, silvano = (CONTENT.peoples[name] for name in ("human", "dvergar", "silvano"))
    assert (human.doors, dvergar.doors, silvano.doors) == (2, 1, 2)
    assert (human.listen, dvergar.listen, silvano.listen) == (1, 2, 2)
    assert (human.secret_doors, dvergar.secret_doors) == (class_features.Odds(2), class_features.Odds(2))
    assert silvano.secret_doors == class_features.Odds(4, 2)
    assert dvergar.stonework == class_features.Odds(4, 2)
    assert dvergar.skill_finds == CONTENT.classes["dvergar"].skill.id


@pytest.mark.rule("IS-MOVE-01")
def test_load_sets_the_speed():
    assert [(row.pounds, row.fast * 10, row.slow * 10) for row in CONTENT.encumbrance.bands] == [
        (75, 120, 90),
        (100, 90, 60),
        (150, 60, 30),
        (300, 30, 15),
    ]
    assert {CONTENT.peoples[name].speed for name in ("dvergar", "silvano")} == {"slow"}


def test_features_of_the_classes():
    champion, thief, paladin = (CONTENT.classes[name] for name in ("champion", "thief", "paladin"))
    assert [part.to_hit for part in champion.features if isinstance(part, class_features.Stance)] == [3, -3]
    assert [row.extra_attacks for row in champion.levels] == [0, 0, 1, 1, 1, 2, 2, 2, 3, 3]
    stab = thief.features[0]
    assert isinstance(stab, class_features.BackStab)
    assert (stab.to_hit, stab.damage_factor) == (3, 2)
    assert [row.zeal for row in paladin.levels] == list(range(2, 21, 2))
    assert paladin.alignments == ("law",)


def test_turning_reaches_one_row_further():
    assert (CONTENT.turning.needed(11, 8), CONTENT.turning.needed(14, 9), CONTENT.turning.needed(17, 10)) == (
        None,
        17,
        15,
    )
    assert {hd: CONTENT.turning.rows[hd] for hd in PARENT.turning.rows} == PARENT.turning.rows


# ------------------------------------------------------------ spells and monsters


def test_the_silvani_have_twenty_spells_of_their_own():
    own = set(CONTENT.spells) - set(PARENT.spells)
    assert len(own) == 20
    assert all(set(CONTENT.spells[name].lists) == {"silvano"} for name in own)
    assert [len(CONTENT.spell_list("silvano", level)) for level in range(1, 7)] == [6, 5, 4, 5, 5, 0]
    assert set(PARENT.spells) <= set(CONTENT.spells)


def test_the_sixth_level_is_for_scrolls():
    for spell in CONTENT.spells.values():
        assert {name for name, level in spell.lists.items() if level == 6} == set(spell.scroll_only)
    assert Counter(name for spell in CONTENT.spells.values() for name in spell.scroll_only) == {
        "magic_user": 11,
        "cleric": 3,
        "silvano": 3,
    }


def test_spells_that_differ():
    spells = CONTENT.spells
    hold = spells["hold_person"].effects[0]
    assert isinstance(hold, effect.Hold)
    assert (hold.count, hold.least) == (amount("1d6-1"), 1)
    assert spells["hold_person"].range == PARENT.spells["hold_person"].range
    assert spells["fly"].span_for("magic_user") == Span("turns", amount("1d6"), 1, "rounds", hidden=True)
    assert spells["lightning_bolt"].name.it == "fulmine"
    assert spells["death_spell"].effects[0].count == amount("2d6+2")
    assert spells["fireball"] is PARENT.spells["fireball"]


def test_treasure_is_rolled_without_a_d8():
    major = CONTENT.treasure_tables["major_magic"].at(3).result
    assert major == roll_tables.Rolls("scrolls", 1, amount("1d6+13"))
    assert CONTENT.treasure_tables["scrolls"].at(10).result == roll_tables.Scrolls(1, amount("2d3"))


def test_new_monsters_run_on_the_same_powers():
    monsters = CONTENT.monsters
    assert (monsters["shadow_wayfarer"].aac, monsters["golem_diamond"].aac, monsters["dvergar"].aac) == (20, 18, 15)
    assert any(isinstance(part, special.Aura) for part in monsters["shadow_wayfarer"].specials)
    assert any(
        isinstance(part, special.Bane) and part.petrifies == ("sunlight",) for part in monsters["troll"].specials
    )
    assert [rank.dice for rank in monsters["hydra"].hd] == list(range(7, 13))
    for name in ADDED:
        own = {attack.name for attack in monsters[name].attacks}
        assert all(getattr(part, "attack", "") in own | {""} for part in monsters[name].specials)


def test_a_pack_lies_over_the_variant(tmp_path: Path):
    (tmp_path / "mine.yaml").write_text(
        "content: weapons\ninherit: infausta\nentries:\n  club: {inherit: true, cost: 1}\n"
    )
    club = load_content((read_pack(tmp_path),)).weapons["club"]
    assert (club.cost, club.damage) == (1, amount("1d6-1"))
