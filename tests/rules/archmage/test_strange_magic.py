"""Stranger magic: sight and places bent, powers lent, conditions handed on, spells at full force."""

import pytest
from msgspec.structs import replace
from tests.rules.archmage.table import Play, foe, pc

from arbitro.rules.archmage import Archmage
from arbitro.rules.archmage import commands as c
from arbitro.rules.archmage.catalogue import load_books
from arbitro.rules.archmage.characters import Hero, Weapon, make
from arbitro.rules.archmage.events import (
    AttackRolled,
    BlindChance,
    DamageDealt,
    DamageRolled,
    Teleported,
)
from arbitro.rules.archmage.numbers import in_state
from arbitro.rules.archmage.ongoing_effects import Affliction, Spent
from arbitro.rules.archmage.power import Named
from arbitro.rules.archmage.power_entry import ItemEntry
from arbitro.rules.archmage.state import PARTY, Profile, Worn
from arbitro.rules.archmage.states import flies

BOOKS = load_books()
SCORES = {"str": 10, "con": 12, "dex": 14, "int": 18, "wis": 16, "cha": 16}


def hero(class_id: str, *powers: str, level: int = 1, talents: tuple[str, ...] = (), **more: object) -> Profile:
    """Ada of a class, with these powers."""
    made = Hero("ada", Named("Ada", "Ada", "f"), class_id, level, dict(SCORES), melee=Weapon("small"))
    return make(BOOKS, replace(made, powers=powers, talents=talents, **more), PARTY)


def wizard(*powers: str, **more: object) -> Profile:
    """Ada the wizard."""
    return hero("wizard", *powers, **more)


@pytest.mark.rule("AE-ATK-06", "AE-INVIS-02")
def test_a_blurred_target_is_missed_by_so_many_in_a_hundred(game: Archmage) -> None:
    play = Play(game).begin(wizard("wizard_blur"), foe("orc"), pc("bea")).engage("bea", "orc")
    play.do(c.Attack("ada", "wizard-blur", "bea")).do(c.EndTurn("ada"))
    play.do(c.Attack("orc", "strike", "bea"), (100, 20))
    assert play.find(BlindChance).percent == 20
    assert not play.all(AttackRolled), "20 of 100 is a miss outright"
    play.end().until("orc")
    play.do(c.Attack("orc", "strike", "bea"), (100, 21), (20, 5))
    assert play.find(AttackRolled).outcome == "miss"


@pytest.mark.rule("AE-INVIS-01", "AE-INVIS-02")
def test_the_unseen_are_seen_when_they_attack_and_purged_for_good(game: Archmage) -> None:
    play = Play(game).begin(wizard("wizard_invisibility", level=5), pc("bea"), foe("orc", hp=90)).engage("bea", "orc")
    play.do(c.Attack("ada", "wizard-invisibility", "bea")).do(c.EndTurn("ada"))
    assert play.one("bea").invisible
    play.do(c.Attack("bea", "sword", "orc"), (20, 3))
    assert not play.one("bea").invisible
    seer = Play(game).begin(wizard("wizard_invisibility_purge", level=7), foe("orc", md=8), foe("ogre"))
    assert seer.refused(c.Attack("ada", "wizard-invisibility-purge")) == "how_many_targets", "nobody is unseen"
    seer.change("orc", invisible=True)
    seer.do(c.Attack("ada", "wizard-invisibility-purge"), (100, 60), (20, 10))
    assert not seer.one("orc").invisible
    assert in_state(seer.one("orc"), "revealed")


@pytest.mark.rule("AE-INVIS-01")
def test_at_the_ninth_level_one_in_four_stays_unseen_once(game: Archmage) -> None:
    play = Play(game).begin(wizard("wizard_invisibility", level=9), pc("bea"), foe("orc", hp=900)).engage("bea", "orc")
    play.do(c.Attack("ada", "wizard-invisibility", "bea"), (3, 1)).do(c.EndTurn("ada"))
    play.do(c.Attack("bea", "sword", "orc"), (100, 25), (20, 3))
    assert play.one("bea").invisible
    play.end().until("bea").do(c.Attack("bea", "sword", "orc"), (20, 3))
    assert not play.one("bea").invisible, "there is no second chance"


@pytest.mark.rule("AE-INTERCEPT-03")
def test_whoever_flies_by_a_spell_flies(game: Archmage) -> None:
    play = Play(game).begin(wizard("wizard_flight", level=7), pc("bea"), foe("orc"))
    assert not flies(play.state, play.one("bea"))
    play.do(c.Attack("ada", "wizard-flight", "bea"))
    assert flies(play.state, play.one("bea"))


@pytest.mark.rule("AE-ACTION-01", "AE-ESC-02")
def test_haste_gives_an_action_now_and_others_by_the_die(game: Archmage) -> None:
    play = Play(game).begin(wizard("wizard_haste", level=7), pc("bea"), foe("orc"))
    play.do(c.Attack("ada", "wizard-haste", "bea")).do(c.EndTurn("ada"))
    assert play.one("bea").actions.count("standard") == 2
    play.end().end().end()
    assert play.fight.escalation == 1
    play.end().end().set(escalation=4).do(c.EndTurn("ada"), (20, 12))
    assert play.one("bea").actions.count("standard") == 2, "12 and 4 are 16"
    assert play.one("bea").profile.attack("wizard-hasted") is not None


@pytest.mark.rule("AE-RESIST-01")
def test_overcome_resistance_lets_a_low_roll_deal_all(game: Archmage) -> None:
    ghost = foe("ghost", hp=90, ac=5, resistances={"weapon": 16})
    play = Play(game).begin(wizard("wizard_overcome_resistance", level=7), pc("bea"), ghost).engage("bea", "ghost")
    play.do(c.Attack("ada", "wizard-overcome-resistance", "bea"), (3, 1)).do(c.EndTurn("ada"))
    play.do(c.Attack("bea", "sword", "ghost"), (20, 10), (8, 6))
    assert play.find(DamageDealt).amount == 6


@pytest.mark.rule("AE-COND-01", "AE-DMG-07")
def test_a_condition_passes_to_whoever_is_hit(game: Archmage) -> None:
    play = Play(game).begin(wizard("wizard_transfer_enchantment", level=7), foe("orc", hp=300, md=8))
    assert play.refused(c.Attack("ada", "wizard-transfer-enchantment", "orc")) == "not_as_things_stand"
    play.change("ada", afflictions=(Affliction("dazed", "orc", 11),))
    play.do(c.Attack("ada", "wizard-transfer-enchantment", "orc"), (20, 12), (6, 2), (6, 3))
    assert not play.one("ada").afflictions
    assert [(each.name, each.source, each.save) for each in play.one("orc").afflictions] == [("dazed", "ada", 11)]
    assert play.all(DamageDealt)[-1].amount == 50 + 8


@pytest.mark.rule("AE-TELEPORT-01", "AE-POS-06")
def test_a_shield_sends_whoever_comes_into_melee_elsewhere_once_a_round(game: Archmage) -> None:
    ada = wizard("wizard_teleport_shield", level=3)
    play = Play(game).begin(ada, foe("orc", hp=90, pd=8), foe("ogre", hp=90, pd=8))
    play.do(c.Attack("ada", "wizard-teleport-shield", "ada")).do(c.EndTurn("ada"))
    play.do(c.Move("orc", "engage", "ada"))
    assert play.asked == ("ada", "interrupt")
    play.do(c.Interrupt("ada", "yes"), (20, 12))
    assert play.find(Teleported).who == "orc"
    assert not play.one("ada").engaged
    play.do(c.EndTurn("orc"))
    play.do(c.Move("ogre", "engage", "ada"))
    assert play.one("ada").engaged == ("ogre",), "the shield has flared in this round"


@pytest.mark.rule("AE-DMG-07", "AE-ATK-04")
def test_an_evoked_spell_against_the_body_does_all_it_can(game: Archmage) -> None:
    ada = wizard("wizard_acid_arrow", level=1, talents=("wizard_evocation",))
    play = Play(game).begin(ada, foe("orc", hp=90, pd=8))
    play.do(c.Attack("ada", "wizard-evocation", "ada"))
    attack = play.one("ada").profile.known("wizard-acid-arrow")
    assert attack.defence == "pd"
    play.do(c.Attack("ada", "wizard-acid-arrow", "orc"), (20, 13))
    rolled = play.find(DamageRolled)
    assert rolled.total == attack.damage.count * attack.damage.sides
    assert not rolled.dice
    assert not in_state(play.one("ada"), "evoked")


@pytest.mark.rule("AE-REST-04")
def test_an_item_is_talked_into_its_power_again(game: Archmage) -> None:
    item = next(name for name, each in BOOKS.items.items() if _recharges(each))
    ada = wizard("wizard_speak_with_item", level=3, wears=(Worn(item, tier=BOOKS.items[item].tier),))
    power = item.replace("_", "-")
    play = Play(game).begin(ada, foe("orc"))
    play.change("ada", powers={power: Spent(used=1)})
    play.do(c.Attack("ada", "wizard-speak-with-item", "ada"), (20, 20))
    assert play.one("ada").powers[power].used == 0


def _recharges(item: ItemEntry) -> bool:
    """Whether an item has a power that comes back by a roll, and anybody can wear it."""
    plain = item.usage == "recharge" and item.plays == "runs" and not (item.fits or item.passive or item.casts)
    return plain and item.chakra in ("cloak", "helmet", "belt", "boots", "bracers", "gloves", "ring", "necklace")
