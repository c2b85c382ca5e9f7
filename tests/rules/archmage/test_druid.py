"""The druid: beasts, elements, terrains, wild attacks, healing that goes on, and a companion."""

import pytest
from msgspec.structs import replace
from tests.rules.archmage.table import Play, foe, pc

from arbitro.rules.archmage import Archmage
from arbitro.rules.archmage import commands as c
from arbitro.rules.archmage.catalogue import load_books
from arbitro.rules.archmage.characters import Hero, Weapon, make
from arbitro.rules.archmage.choosing import known_groups, powers_due, talent_options
from arbitro.rules.archmage.events import DamageDealt, Marked, RecoveryUsed
from arbitro.rules.archmage.numbers import defence_of, in_state
from arbitro.rules.archmage.power import Named
from arbitro.rules.archmage.state import PARTY, Profile
from arbitro.text import Fault

BOOKS = load_books()
SCORES = {"str": 16, "con": 12, "dex": 12, "int": 10, "wis": 18, "cha": 10}


def druid(*talents: str, powers: tuple[str, ...] = (), level: int = 1, **more: object) -> Profile:
    """A druid called Ada, who has walked these paths."""
    made = Hero("ada", Named("Ada", "Ada", "f"), "druid", level, dict(SCORES), melee=Weapon("light"))
    return make(BOOKS, replace(made, powers=powers, talents=talents, **more), PARTY)


def test_a_path_is_walked_a_little_before_it_is_walked_far() -> None:
    made = Hero("ada", Named("Ada", "Ada"), "druid", 1, dict(SCORES), melee=Weapon("light"))
    assert "druid_shifter_adept" not in talent_options(BOOKS, made)
    assert "druid_shifter_adept" in talent_options(BOOKS, replace(made, talents=("druid_shifter",)))
    with pytest.raises(Fault):
        druid("druid_shifter_adept")
    walked = replace(made, talents=("druid_terrain_caster",), level=4)
    assert known_groups(BOOKS, walked) == ("terrain",)
    assert powers_due(BOOKS, walked, "terrain") == 2
    far = replace(walked, talents=("druid_terrain_caster", "druid_terrain_caster_adept"))
    assert powers_due(BOOKS, far, "terrain") == 4


@pytest.mark.rule("AE-ATK-06", "AE-DMG-02")
def test_a_beast_strikes_by_even_and_odd_and_again_after_a_miss(game: Archmage) -> None:
    play = Play(game).begin(druid("druid_shifter"), foe("orc", hp=90, ac=14)).engage("ada", "orc")
    assert play.refused(c.Attack("ada", "druid-beast-form-attack", "orc")) == "not_in_state"
    play.do(c.Attack("ada", "druid-shifter", "ada"))
    play.do(c.Attack("ada", "druid-beast-form-attack", "orc"), (20, 4), (20, 15), (6, 5))
    assert play.find(DamageDealt).amount == 5 + 3, "an odd hit: d6"


@pytest.mark.rule("AE-STACK-01")
def test_one_aspect_at_a_time_and_adepts_have_more_of_each(game: Archmage) -> None:
    ada = druid("druid_shifter", "druid_shifter_adept", powers=("druid_behemoth_aspect", "druid_owlbear_aspect"))
    play = Play(game).begin(ada, foe("orc"))
    before = defence_of(play.state, play.one("ada"), "ac")
    play.do(c.Attack("ada", "druid-shifter", "ada"))
    play.do(c.Attack("ada", "druid-behemoth-aspect", "ada"))
    assert defence_of(play.state, play.one("ada"), "ac") == before + 2
    play.do(c.Attack("ada", "druid-owlbear-aspect", "ada"))
    assert not in_state(play.one("ada"), "aspect_behemoth")
    assert defence_of(play.state, play.one("ada"), "ac") == before + 2
    assert play.one("ada").profile.known("druid-owlbear-aspect").usage == "recharge"


@pytest.mark.rule("AE-RECOVERY-02", "AE-SEQ-02")
def test_regeneration_heals_by_half_in_each_turn_until_a_die_fails(game: Archmage) -> None:
    bea = replace(pc("bea", hp=60), recovery_die=8)
    play = Play(game).start((c.Member(druid("druid_wild_healer")), c.Member(bea, hp=10), c.Member(foe("orc"))))
    play.do(c.Attack("ada", "druid-regeneration", "bea"), (8, 7))
    assert play.find(RecoveryUsed).healed == 3
    play.do(c.EndTurn("ada"), (20, 5), (8, 8))
    assert play.one("bea").hp == 10 + 3 + 4
    assert not in_state(play.one("bea"), "regenerating")


@pytest.mark.rule("AE-INIT-03")
def test_a_companion_fights_beside_the_druid_and_falls_as_characters_do(game: Archmage) -> None:
    ada = druid("druid_animal_companion", level=3, details={"druid_animal_companion": "wolf"})
    play = Play(game).begin(ada, foe("orc"))
    wolf = play.one("companion-wolf-1")
    assert (wolf.max_hp, wolf.profile.level, wolf.profile.master) == (36, 2, "ada")
    assert wolf.profile.uses_dying_rules
    assert ada.recoveries == BOOKS.classes["druid"].recoveries + 1


@pytest.mark.rule("AE-DMG-02", "AE-DMG-07")
def test_some_spells_are_stronger_against_some(game: Archmage) -> None:
    ada = druid("druid_terrain_caster", powers=("druid_whoomph",), feats=("druid_terrain_caster/adventurer",))
    rat = replace(foe("rat", hp=90, pd=5), category="mook")
    play = Play(game).begin(ada, foe("orc", hp=90, pd=5), rat)
    play.do(c.Attack("ada", "druid-whoomph", "rat"), (20, 12), (8, 4), (8, 5))
    assert play.find(DamageDealt).amount == 9 + 4


@pytest.mark.rule("AE-FLEX-01", "AE-STACK-04")
def test_a_green_mantle_lasts_until_an_attack_misses(game: Archmage) -> None:
    ada = druid("druid_warrior_druid", powers=("druid_greenmantle",))
    play = Play(game).begin(ada, foe("orc", hp=90, ac=5)).engage("ada", "orc")
    before = defence_of(play.state, play.one("ada"), "ac")
    play.do(c.Attack("ada", "melee", "orc", flexible=True), (20, 18))
    play.do(c.PickFlexible("ada", "druid-greenmantle"), (6, 3))
    assert defence_of(play.state, play.one("ada"), "ac") == before + 4
    play.do(c.EndTurn("ada"))
    play.do(c.Attack("orc", "strike", "ada"), (20, 2))
    assert defence_of(play.state, play.one("ada"), "ac") == before


@pytest.mark.rule("AE-ATK-05", "AE-ESC-02")
def test_as_many_bolts_as_the_escalation_die_shows_each_by_lot(game: Archmage) -> None:
    ada = druid("druid_terrain_caster", powers=("druid_call_lightning",), level=7)
    play = Play(game).begin(ada, foe("orc", hp=200, pd=40), foe("ogre", hp=200, pd=40))
    play.state = replace(play.state, fight=replace(play.fight, escalation=3))
    play.do(c.Attack("ada", "druid-call-lightning", "orc"), (2, 1), (2, 1), (2, 2), (20, 2), (20, 3), (20, 4))
    assert [each.amount for each in play.all(DamageDealt)] == [7, 7, 7]


@pytest.mark.rule("AE-ACTION-01")
def test_a_leopard_springs_when_it_is_missed(game: Archmage) -> None:
    ada = druid("druid_shifter", "druid_shifter_adept", powers=("druid_leopard_aspect",))
    play = Play(game).begin(ada, foe("orc")).engage("ada", "orc")
    play.do(c.Attack("ada", "druid-shifter", "ada"))
    play.do(c.Attack("ada", "druid-leopard-aspect", "ada"))
    play.do(c.EndTurn("ada"))
    play.do(c.Attack("orc", "strike", "ada"), (20, 3))
    assert any(each.mark.kind == "extra" for each in play.all(Marked))
    play.do(c.EndTurn("orc"))
    assert play.one("ada").actions.count("standard") == 2
