"""Parties of adventurers whom the tables name: drawn by lot, met, fought, and fewer when they are met again."""

from collections import Counter

import msgspec
import pytest
from tests.rules.whitebox.arena import RULES, sixes
from tests.rules.whitebox.exploring.delve import Delve, draft
from tests.rules.whitebox.people.camp import only

from arbitro.dice.stream import QuickDice, ScriptedDice
from arbitro.kernel.seat import Seat
from arbitro.kernel.thrown import dice_of
from arbitro.rules.infausta import infausta
from arbitro.rules.whitebox.commands import EndFight
from arbitro.rules.whitebox.exploring.commands import Engage, Meet
from arbitro.rules.whitebox.exploring.events import MeetingEnded, MetSomebody, TroopStated
from arbitro.rules.whitebox.exploring.strangers import foes, party_by_lot, troop_rate
from arbitro.rules.whitebox.exploring.wanderers import appear
from arbitro.rules.whitebox.people.company import peoples_for
from arbitro.rules.whitebox.people.creation import book_room
from arbitro.rules.whitebox.people.load import walking_rate
from arbitro.rules.whitebox.people.memory import slots_of, spell_level
from arbitro.rules.whitebox.people.state import Item
from arbitro.rules.whitebox.roll_tables import Encounter
from arbitro.rules.whitebox.state import State

PLAYER = Seat("party", "player", frozenset({"party", "berto"}))
CLASSES = tuple(RULES.rules.adventuring_classes(RULES.rules))


def stranger(class_id: str, level: int, *hit_dice: int, lots: tuple[tuple[int, int], ...] = ()) -> list:
    """The dice of one member of chaos: level, class, people, scores that are all 10 or so, hit dice, book."""
    open_to = [name for name in CLASSES if "chaos" in RULES.content.classes[name].alignments]
    folk = len(peoples_for(RULES.rules, class_id, level))
    return [
        (6, level - 1),
        (len(open_to), open_to.index(class_id) + 1),
        (folk, 1),
        *sixes(*(3, 3, 4) * 6),
        *sixes(*hit_dice),
        *lots,
    ]


def book(level: int) -> tuple[tuple[int, int], ...]:
    """The lots of a magic-user's book: always the first spell that is left."""
    dice = []
    for spells, count in enumerate(book_room(RULES.rules, "human", "magic_user", level), 1):
        known = len(RULES.content.spell_list("magic_user", spells))
        dice += [(known - drawn, 1) for drawn in range(min(count, known))]
    return tuple(dice)


def met_party() -> tuple[Delve, list]:
    """A party of three, with the book's own dice: 1d4+2 members, chaos on 1 to 3, levels 1d6+1."""
    delve = Delve(draft("berto", level=4), draft("dalia", level=4))
    dice = [
        (4, 1),
        (6, 2),
        *stranger("fighter", 3, 5, 4, 6),
        *stranger("magic_user", 2, 2, lots=book(2)),
        *stranger("fighter", 2, 3, 3),
    ]
    # Turn 6: somebody comes (1), the encounter table of the level is rolled by hand below.
    with ScriptedDice(*dice, (6, 6), (4, 2), (4, 1)) as scripted:
        scene = RULES.scene(delve.state, scripted)
        appear(scene, Encounter(party=True), outdoors=False)
    delve.state = scene.state
    shown = [(die.sides, die.face) for die in dice_of(scene.events)]
    assert len(shown) == len(dice) + 3, "every die thrown stands in an event, once"
    return delve, scene.events


@pytest.mark.rule("WB-CORE-01")
def test_a_party_is_rolled_and_met():
    delve, events = met_party()
    troop = only(events, TroopStated).troop
    assert [(one.class_id, one.level, one.alignment) for one in troop.members] == [
        ("fighter", 3, "chaos"),
        ("magic_user", 2, "chaos"),
        ("fighter", 2, "chaos"),
    ]
    assert only(events, TroopStated).audience == "referee"
    assert only(events, MetSomebody).count == 3
    assert [str(one.name.in_("en")) for one in troop.members] == ["fighter 1", "magic-user 1", "fighter 2"]
    assert str(RULES.name_of(delve.state, troop.id, "it")) == "avventurieri"
    assert troop.light  # between walls they need light as the party does
    assert troop_rate(RULES.rules, troop) == min(walking_rate(RULES.rules, one) for one in troop.members)


def test_players_see_a_band_of_strangers_and_no_sheet():
    delve, _ = met_party()
    seen = msgspec.json.encode(RULES.view(delve.state, PLAYER))
    assert b"adventurers" in seen
    for word in (b"magic_user", b"chaos", b"met-1-2"):
        assert word not in seen


@pytest.mark.rule("WB-CORE-01", "WB-SEQ-01")
def test_they_fight_with_arms_armour_and_spells_of_their_own():
    delve, events = met_party()
    troop = only(events, TroopStated).troop
    resolved = RULES.decide(delve.state, Engage("party"), QuickDice(3))
    foes = [one for one in resolved.state.fight.combatants.values() if one.profile.side == "foes"]
    assert [one.hp for one in foes] == [one.hp for one in troop.members]
    fighter, magician, _ = (one.profile for one in foes)
    assert (fighter.class_id, fighter.level, fighter.nature, fighter.alignment) == ("fighter", 3, "npc", "chaos")
    assert fighter.armour > 10
    assert all(profile.weapons[0].id != "fists" for profile in (fighter, magician))
    assert magician.spells
    assert len({one.profile.group for one in foes}) == 1


@pytest.mark.rule("WB-CORE-01")
def test_the_dead_are_missing_when_they_are_met_again():
    delve, events = met_party()
    name = only(events, TroopStated).troop_id
    delve.state = RULES.decide(delve.state, Engage("party"), QuickDice(3)).state
    fight = delve.state.fight
    hurt = {
        "met-1-1": msgspec.structs.replace(fight.combatants["met-1-1"], hp=2),
        "met-1-2": msgspec.structs.replace(fight.combatants["met-1-2"], hp=0, condition="dead"),
    }
    delve.state = msgspec.structs.replace(
        delve.state, fight=msgspec.structs.replace(fight, combatants={**fight.combatants, **hurt})
    )
    ended = RULES.decide(delve.state, EndFight(("party", "foes")), QuickDice(1))
    assert only(ended.events, MeetingEnded).outcome == "broken_off"
    left = ended.state.expedition.troops[name]
    assert [(one.id, one.hp) for one in left.members] == [("met-1-1", 2), ("met-1-3", left.members[1].max_hp)]
    assert left.count.plus == 2
    again = RULES.decide(ended.state, Meet(name), QuickDice(1))
    assert only(again.events, MetSomebody).count == 2


@pytest.mark.rule("WB-CORE-01")
def test_slain_monsters_do_not_come_back_either():
    from tests.rules.whitebox.exploring.delve import troop

    from arbitro.dice.amount import Amount

    delve = Delve(troops=(troop(count=Amount(plus=3)),))
    delve.do(Meet("orcs"), *sixes(6, 6), (4, 2), (4, 1))
    delve.state = RULES.decide(delve.state, Engage("party"), QuickDice(3)).state
    fight = delve.state.fight
    slain = msgspec.structs.replace(fight.combatants["orcs-1"], hp=0, condition="dead")
    delve.state = msgspec.structs.replace(
        delve.state, fight=msgspec.structs.replace(fight, combatants={**fight.combatants, "orcs-1": slain})
    )
    ended = RULES.decide(delve.state, EndFight(("foes",)), QuickDice(1))
    assert ended.state.expedition.troops["orcs"].count.plus == 2


@pytest.mark.parametrize("rules", [RULES, infausta()], ids=["whitebox", "infausta"])
def test_many_parties_are_as_the_numbers_say(rules):
    """Sizes 3 to 6, levels 2 to 7, alignments by the table of people, every class that may have them."""
    state = rules.state_type(options=rules.options.defaults())
    dice = QuickDice(5)
    sizes, minds, levels, classes = Counter(), Counter(), Counter(), Counter()
    for number in range(60):
        scene = rules.scene(state, dice)
        troop, _ = party_by_lot(scene, "they", "", outdoors=bool(number % 2))
        sizes[len(troop.members)] += 1
        minds[troop.members[0].alignment] += 1
        for one in troop.members:
            levels[one.level] += 1
            classes[one.class_id] += 1
            assert one.alignment in rules.content.classes[one.class_id].alignments
            assert all(isinstance(item, Item) for item in one.items.values())
            slots = slots_of(rules.rules, one)
            held = Counter(spell_level(rules.rules, one, spell) for spell in one.prepared)
            assert all(held[level] == count for level, count in enumerate(slots, 1) if count)
        members = foes(scene, troop, len(troop.members), 30, outdoors=True)
        assert len({member.profile.id for member in members}) == len(troop.members)
        assert all(member.profile.outdoors for member in members)
    assert set(sizes) == {3, 4, 5, 6}
    assert set(levels) == {2, 3, 4, 5, 6, 7}
    assert minds["chaos"] > minds["law"]
    assert len(classes) >= 4
    assert isinstance(state, State)
