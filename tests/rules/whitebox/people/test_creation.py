"""Making characters by the book, and refusing the impossible ones."""

import pytest
from msgspec.structs import replace
from tests.rules.carrying import turned_down
from tests.rules.whitebox.arena import RULES, sixes
from tests.rules.whitebox.people.camp import PLAIN, Camp, draft, found, only

from arbitro.dice.stream import AuditedDice, ScriptedDice
from arbitro.kernel.command import Refusal
from arbitro.rules.whitebox.people import records
from arbitro.rules.whitebox.people.arms import armour_class, weapons_of
from arbitro.rules.whitebox.people.commands import Enrol, RandomCharacter, RandomParty, ReadyParty, RollAbilities
from arbitro.rules.whitebox.people.company import bad_sheet
from arbitro.rules.whitebox.people.events import CharacterMade, PartyFormed, ScoresRolled, SheetWritten
from arbitro.rules.whitebox.people.load import walking_rate
from arbitro.rules.whitebox.people.memory import slots_of


def test_scores_are_3d6_in_order_and_stand_once_thrown() -> None:
    camp = Camp()
    faces = sixes(6, 5, 4, 3, 3, 3, 1, 1, 1, 6, 6, 6, 2, 4, 5, 1, 2, 3)
    rolled = only(camp.do(RollAbilities("alma"), *faces), ScoresRolled)
    assert rolled.abilities == {"str": 15, "dex": 9, "con": 3, "int": 18, "wis": 11, "cha": 6}
    assert rolled.audience == "alma"
    assert camp.refused(RollAbilities("alma")) == "scores_stand"
    assert camp.refused(draft("alma")) == "scores_stand"
    camp.do(draft("alma", abilities={}, class_id="magic_user", book=("sleep",)))
    assert camp["alma"].abilities["int"] == 18
    assert camp.state.drafts == {}


def test_what_is_not_given_is_rolled_in_a_fixed_order() -> None:
    camp = Camp()
    scores = sixes(*[3, 3, 4] * 6)
    made = camp.do(draft(abilities={}, hit_dice=(), gold=-1), *scores, *sixes(5), *sixes(6, 4, 2))
    one = camp["berto"]
    assert (one.abilities, one.max_hp, one.hp, one.coins.gp) == (dict.fromkeys(PLAIN, 10), 6, 6, 120)
    assert len(only(made, SheetWritten).dice) == 18 + 1 + 3
    assert only(made, CharacterMade).audience == ""
    assert camp.state.party.order == ("berto",)


@pytest.mark.parametrize(("score", "modifier"), [(3, -1), (6, -1), (7, 0), (14, 0), (15, 1), (18, 1)])
def test_modifiers_follow_table_1(score: int, modifier: int) -> None:
    assert records.modifier(RULES.rules, score) == modifier


@pytest.mark.parametrize(
    ("class_id", "level", "con", "dice", "points"),
    [
        ("fighter", 1, 10, (4,), 5),
        ("fighter", 1, 15, (4,), 6),
        ("fighter", 1, 3, (1,), 2),
        ("magic_user", 2, 10, (4,), 5),
        ("cleric", 4, 16, (1, 2, 3), 10),
        ("thief", 8, 5, (6, 6, 6, 6, 6, 1), 27),
    ],
)
def test_hit_points_are_each_die_with_constitution_then_the_flat_bonus(
    class_id: str, level: int, con: int, dice: tuple[int, ...], points: int
) -> None:
    book = ("sleep",) if class_id == "magic_user" else ()
    camp = Camp(draft(class_id=class_id, level=level, hit_dice=dice, scores={"con": con}, book=book))
    assert camp["berto"].max_hp == points


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"folk": "ork"}, "no_such_folk"),
        ({"class_id": "paladin", "hit_dice": ()}, "no_such_class"),
        ({"folk": "dwarf", "class_id": "cleric"}, "folk_class"),
        ({"folk": "halfling", "class_id": "magic_user"}, "folk_class"),
        ({"folk": "human", "class_id": "elf_adventurer"}, "folk_class"),
        ({"folk": "dwarf", "level": 7}, "folk_level"),
        ({"level": 11}, "folk_level"),
        ({"level": 0}, "folk_level"),
        ({"class_id": "cleric", "alignment": "neutrality"}, "bad_alignment"),
        ({"scores": {"str": 19}}, "bad_score"),
        ({"scores": {"str": 2}}, "bad_score"),
        ({"abilities": {"str": 10}}, "score_missing"),
        ({"trades": {"con": 2}}, "bad_trade"),
        ({"trades": {"dex": 1}, "scores": {"dex": 12}}, "bad_trade"),
        ({"trades": {"str": 2}}, "bad_trade"),
        ({"trades": {"dex": 4, "con": 4}, "scores": {"str": 16, "dex": 14, "con": 14}}, "trade_too_high"),
        ({"abilities": {}, "trades": {"dex": 2}}, "scores_first"),
        ({"hit_dice": (7,)}, "bad_hit_dice"),
        ({"hit_dice": (3, 3)}, "bad_hit_dice"),
        ({"gold": -5}, "bad_gold"),
        ({"gold": 9, "buy": {"long_sword": 1}}, "too_dear"),
        ({"gold": 9, "buy": {"excalibur": 1}}, "not_for_sale"),
        ({"gold": 9, "buy": {"club": 0}}, "bad_count"),
        ({"gold": -1, "buy": {"club": 1}}, "gold_first"),
        ({"languages": ("elvish",)}, "too_many_languages"),
        ({"languages": ("common",), "scores": {"int": 15}}, "bad_language"),
        ({"languages": ("klingon",), "scores": {"int": 15}}, "bad_language"),
        ({"class_id": "magic_user", "book": ("cure_light_wounds",)}, "bad_book"),
        ({"class_id": "magic_user", "book": ("sleep", "sleep")}, "bad_book"),
        ({"class_id": "magic_user", "book": ("sleep", "light", "read_magic")}, "book_full"),
        ({"book": ("sleep",)}, "bad_book"),
        ({"kind": "retainer"}, "employer_missing"),
        ({"kind": "retainer", "employer": "nobody"}, "no_character"),
        ({"employer": "alma"}, "employer_missing"),
    ],
)
def test_an_impossible_character_is_refused_with_the_reason(changes: dict, code: str) -> None:
    assert Camp().refused(draft(**changes)) == code


@pytest.mark.parametrize("who", ["", "party", "referee", "a/b", "a:b", "a.b", "a~b"])
def test_some_ids_would_be_mistaken(who: str) -> None:
    assert Camp().refused(draft(who)) == "id_taken"


def test_an_id_is_used_once() -> None:
    assert Camp(draft()).refused(draft()) == "id_taken"


def test_two_points_make_one_of_the_prime_attribute_down_to_9() -> None:
    camp = Camp(draft(scores={"dex": 13, "wis": 11, "str": 12}, trades={"dex": 4, "wis": 2}))
    assert camp["berto"].abilities == {**PLAIN, "str": 15, "dex": 9, "wis": 9}


def test_languages_are_those_of_the_people_and_a_few_of_ones_own() -> None:
    camp = Camp(draft(folk="dwarf", scores={"int": 12}, languages=("elvish", "draconic")))
    assert camp["berto"].languages == ("common", "gnomish", "goblin", "orcish", "kobold", "elvish", "draconic")


def test_equipment_is_bought_worn_and_taken_in_hand() -> None:
    camp = Camp(draft(gold=100, buy={"spear": 1, "chain": 1, "shield": 1, "torches_6": 2}))
    one = camp["berto"]
    assert one.coins.gp == 100 - 2 - 30 - 10 - 2
    assert {key: item.where for key, item in one.items.items()} == {
        "spear": "hand",
        "chain": "worn",
        "shield": "hand",
        "torches_6": "pack",
    }
    assert one.items["torches_6"].count == 12
    assert armour_class(RULES.rules, one) == 15


def test_what_the_class_does_not_use_stays_in_the_pack() -> None:
    camp = Camp(draft(class_id="cleric", gold=100, buy={"long_sword": 1, "mace": 1}))
    assert {key: item.where for key, item in camp["berto"].items.items()} == {"long_sword": "pack", "mace": "hand"}


def test_an_elf_has_a_book_from_the_start_whichever_class_comes_first() -> None:
    camp = Camp(draft(folk="elf", book=("sleep", "light")))
    assert camp["berto"].book == ("sleep", "light")
    lots = Camp()
    lots.do(draft(folk="elf"), (8, 8), (7, 1))
    assert lots["berto"].book == ("sleep", "detect_magic")


def test_higher_levels_begin_with_their_experience() -> None:
    camp = Camp(draft(level=5))
    assert (camp["berto"].xp, camp["berto"].level, camp["berto"].max_hp) == (16000, 5, 20)


@pytest.mark.rule("WB-LOYAL-03", "WB-LOYAL-07")
def test_charisma_limits_retainers() -> None:
    camp = Camp(draft("lea", scores={"cha": 4}))
    camp.do(draft("uno", kind="retainer", employer="lea"))
    assert camp.refused(draft("due", kind="retainer", employer="lea")) == "too_many_retainers"
    assert camp["uno"].employer == "lea"


@pytest.mark.parametrize("party", sorted(RULES.content.parties))
def test_every_ready_made_party_is_possible_and_can_walk(party: str) -> None:
    camp = Camp()
    events = camp.do(ReadyParty(party))
    facts = RULES.content.parties[party]
    assert [one.level for one in camp.state.characters.values()] == [facts.level] * len(facts.members)
    assert len(found(events, PartyFormed)) == 1
    for one in camp.state.characters.values():
        assert walking_rate(RULES.rules, one) >= 6
        assert bad_sheet(RULES.at(Camp().state), one) is None
        if any(slots_of(RULES.rules, one)):
            assert len(one.prepared) == sum(slots_of(RULES.rules, one))
    assert camp.refused(ReadyParty(party)) == "id_taken"
    assert camp.refused(ReadyParty("heroes")) == "no_such_party"


@pytest.mark.parametrize("level", range(1, 11))
def test_parties_by_lot_are_possible_at_every_level(level: int) -> None:
    state = Camp().state
    for seed in range(8):
        resolved = RULES.decide(state, RandomParty(5, level), AuditedDice.from_text(f"{level} {seed}"))
        assert not isinstance(resolved, Refusal)
        people = resolved.state.characters.values()
        assert len(people) == len(resolved.state.party.order) == 5
        assert {one.class_id for one in people} == {"fighter", "cleric", "magic_user", "thief"}
        for one in people:
            assert bad_sheet(RULES.at(state), one) is None, one
            assert walking_rate(RULES.rules, one) >= 6
            assert any(weapon.id != "fists" for weapon in weapons_of(RULES.rules, one))


def test_a_character_by_lot_takes_what_was_asked_for() -> None:
    camp = Camp()
    assert camp.refused(RandomCharacter(class_id="cleric", folk="dwarf")) == "folk_class"
    assert camp.refused(RandomCharacter(class_id="bard")) == "no_such_class"
    assert camp.refused(RandomCharacter(folk="ork")) == "no_such_folk"
    assert camp.refused(RandomCharacter(folk="halfling", level=9)) == "nobody_like_that"
    assert camp.refused(RandomCharacter(level=12)) == "nobody_like_that"
    assert camp.refused(RandomParty(0)) == "bad_size"
    assert camp.refused(RandomParty(4, 12)) == "nobody_like_that"
    assert turned_down(RULES, camp.state, RandomParty(4, 12)).values["most"] == 10
    assert 1 < turned_down(RULES, camp.state, RandomCharacter(folk="halfling", level=9)).values["most"] < 9
    dice = [*sixes(*[3] * 18), (3, 1), (2, 2), (20, 1), *sixes(3, 3, 3), *sixes(4)]
    camp.do(RandomCharacter("x", 1, "fighter", "dwarf"), *dice)
    one = camp["x"]
    assert (one.people, one.class_id, one.alignment, one.name.gender) == ("dwarf", "fighter", "law", "f")


def test_a_finished_character_may_come_from_elsewhere() -> None:
    home = Camp(draft(class_id="cleric", level=3, gold=50, buy={"mace": 1}))
    one = home["berto"]
    camp = Camp()
    camp.do(Enrol(one))
    assert camp["berto"] == one
    assert camp.state.party.order == ("berto",)
    assert camp.refused(Enrol(one)) == "id_taken"


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"hp": 99}, "bad_sheet"),
        ({"max_hp": 30}, "bad_sheet"),
        ({"xp": 10}, "bad_sheet"),
        ({"people": "dwarf"}, "folk_class"),
        ({"alignment": "neutrality"}, "bad_alignment"),
        ({"rolled": (1,)}, "bad_hit_dice"),
        ({"abilities": {**PLAIN, "str": 30}}, "bad_score"),
        ({"prepared": ("bless", "bless")}, "bad_sheet"),
        ({"prepared": ("sleep",)}, "bad_sheet"),
    ],
)
def test_a_sheet_that_cannot_be_is_refused(changes: dict, code: str) -> None:
    one = Camp(draft(class_id="cleric", level=3))["berto"]
    assert Camp().refused(Enrol(replace(one, **changes))) == code


def test_no_die_falls_for_a_refused_character() -> None:
    assert isinstance(RULES.decide(Camp().state, draft(folk="x", abilities={}), ScriptedDice()), Refusal)
