"""Those who are met, as combatants: out of the bestiary, or people of a class."""

from fractions import Fraction

from msgspec.structs import replace

from arbitro.dice.amount import Amount
from arbitro.kernel.name_lists import leader_called, leader_names
from arbitro.rules.whitebox.commands import Member
from arbitro.rules.whitebox.exploring.state import FOES_SIDE, Place, Troop
from arbitro.rules.whitebox.people.creation import open_peoples, with_kit
from arbitro.rules.whitebox.people.equipment import dressed
from arbitro.rules.whitebox.people.load import walking_rate
from arbitro.rules.whitebox.people.records import class_row
from arbitro.rules.whitebox.people.state import Character, Coins
from arbitro.rules.whitebox.reckoning import SURPRISED_ON
from arbitro.rules.whitebox.rules import Rules
from arbitro.rules.whitebox.terms import Named

GOLD_A_LEVEL = 100
"""What somebody of a class who is met has spent on the kit, for each level (ours)."""


def troop_name(rules: Rules, troop: Troop, count: int = 1) -> Named:
    """What those who are met are called."""
    if troop.name is not None:
        return troop.name
    monster = troop.monster in rules.content.monsters
    noun = (rules.content.monsters[troop.monster] if monster else rules.content.classes[troop.class_id]).name
    if count > 1:
        shown = noun.plural or noun
        return Named(shown.it, shown.en, noun.gender, grammar="many")
    return Named(noun.it, noun.en, noun.gender, grammar="one")


def leaders_name(rules: Rules, troop: Troop, minute: int) -> Named | None:
    """What the first of a troop is called, the orc Grishka, say; None for those who call nobody by name.

    It is decoration: no die is thrown for it, and the same troop at the same hour has the same leader.
    """
    monster = rules.content.monsters.get(troop.monster)
    if monster is None or troop.name is not None or monster.mindless:
        return None
    people = leader_names("arbitro.rules.whitebox").people(troop.monster, monster.kind)
    return leader_called(troop_name(rules, troop), people, f"{troop.id} {troop.monster} {minute}") if people else None


def dice_of(rules: Rules, troop: Troop) -> float:
    """Hit dice of one of them, by what everybody can read of its kind in the bestiary."""
    if troop.members:
        return max(one.level for one in troop.members)
    monster = rules.content.monsters.get(troop.monster)
    if monster is None:
        return max(troop.level, 1)
    dice = monster.hd[0].hit_points
    return max(dice.count * dice.sides + 2 * dice.plus, 3) / 6


def troop_rate(rules: Rules, troop: Troop) -> Fraction:
    """How fast they are on their best feet, wings or fins."""
    if troop.monster in rules.content.monsters:
        return Fraction(max(rules.content.monsters[troop.monster].move.values(), default=0))
    return walking_rate(rules, stranger(rules, troop))


def stealth(rules: Rules, troop: Troop, place: Place) -> int:
    """The d6 at or below which others are surprised by them: some are harder to see coming (WB-SURPRISE-02)."""
    monster = rules.content.monsters.get(troop.monster)
    chance = SURPRISED_ON
    here = (*(("woods",) if place.terrain == "forest" else ()), *(() if place.outdoors else ("underground",)))
    for special in monster.specials if monster is not None else ():
        surprises = rules.powers[type(special)].surprises
        if surprises is not None:
            chance = max(chance, surprises(special, here))
    return chance


def stranger(rules: Rules, troop: Troop) -> Character:
    """Somebody of a class with the usual kit, no better and no worse than most."""
    noun = rules.content.classes[troop.class_id].name
    folk = rules.content.classes[troop.class_id].people or open_peoples(rules)[0]
    one = Character(
        troop.id,
        Named(noun.it, noun.en, noun.gender),
        folk,
        troop.class_id,
        "neutrality",
        {},
        1,
        1,
        (),
        troop.level,
        coins=Coins(GOLD_A_LEVEL * troop.level),
        kind="retainer",
    )
    one = with_kit(rules, one) if troop.class_id in rules.content.kits else one
    return replace(one, items=dressed(rules, one))


def stranger_member(rules: Rules, troop: Troop, number: int, feet: int) -> Member:
    """Somebody of a class, ready to fight."""
    one = stranger(rules, troop)
    row = class_row(rules, troop.class_id, troop.level)
    hp = Amount(row.dice, rules.content.creation.hit_die, row.plus)
    profile = replace(
        rules.profile_of(rules, one, FOES_SIDE),
        id=f"{troop.id}-{number}" if number else f"{troop.id}-1",
        name=replace(troop_name(rules, troop), number=number),
        max_hp=hp.count * hp.sides + hp.plus,
        group=f"{FOES_SIDE}-{troop.id}",
    )
    return Member(profile, hp, feet)
