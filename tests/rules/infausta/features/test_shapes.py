"""The Silvan: shapes, what animals cannot do, blows that are too large."""

import pytest
from tests.rules.infausta.camp import Camp, Dungeon, door, one, troop
from tests.rules.infausta.features.stage import RULES, beast, hero, opened, staged
from tests.rules.whitebox.arena import JudgeSurprise, d6, d20, sixes, someone
from tests.rules.whitebox.people.camp import found, only

from arbitro.kernel.seat import REFEREE, REFEREE_ONLY, Seat
from arbitro.rules.infausta.features.commands import ChangeShape, ResumeShape, UseSkill
from arbitro.rules.infausta.features.events import Hid, ShapeEnded, ShapeTaken, SkillTried, SmallTarget
from arbitro.rules.whitebox.commands import Attack
from arbitro.rules.whitebox.deeds import Deed
from arbitro.rules.whitebox.events import AttackRolled, DamageDealt
from arbitro.rules.whitebox.exploring.commands import KindleLight, Meet, Parley
from arbitro.rules.whitebox.exploring.events import LightDoused
from arbitro.rules.whitebox.people.commands import CastSpell, Grant, MemoriseAll, PartyFight, Rest
from arbitro.rules.whitebox.powers.events import WeaponRuined, WeaponUseless


def silvan(who="selva", **more):
    return one(who, "silvano", **more)


@pytest.mark.rule("IS-SILV-01", "IS-SILV-03")
def test_the_mighty_shape_hits_three_better_bites_and_is_harder_to_hit():
    """AC 12 becomes 15; a level 1 Silvan with +3 hits AC 10 on a 7 and does a d6 and 1."""
    stage = staged(
        hero("a", "silvano", hp=20, armour=12),
        someone("b", "B", hp=20),
        intents={"a": ("other", "", "", "change_shape")},
    )
    taken = only(stage.do(ChangeShape("a", "mighty")), ShapeTaken)
    assert (taken.until, taken.rules) == (24 * 60, ("IS-SILV-01", "IS-SILV-03"))
    assert stage.fight.combatants["a"].profile.armour == 15
    assert stage.refused(Attack("a", "b")).code == "attacked_already"
    stage.end("A")
    assert not only(stage.do(Attack("b", "a"), d20(14)), AttackRolled).hit
    stage.end("B")
    stage.declare_all()
    events = stage.do(Attack("a", "b"), d20(7), d6(4))
    assert [(each.amount, each.rule) for each in only(events, AttackRolled).check.modifiers] == [(3, "IS-SILV-03")]
    assert only(events, DamageDealt).amount == 5
    ooze = staged(
        hero("a", "silvano", hp=20), beast("grey_ooze", "b", "B"), intents={"a": ("other", "", "", "change_shape")}
    )
    ooze.do(ChangeShape("a", "mighty"))
    ooze.end("A", "B")
    ooze.declare_all()
    eaten = ooze.do(Attack("a", "b"), d20(20), d6(1))
    assert only(eaten, DamageDealt).amount
    assert not found(eaten, WeaponRuined)  # claws are no thing to lose


@pytest.mark.rule("IS-SILV-01")
def test_whoever_turns_back_has_everything_back_and_loses_no_time():
    stage = staged(
        hero("a", "silvano", armour=12), someone("b", "B", hp=20), intents={"a": ("other", "", "", "change_shape")}
    )
    before = stage.fight.combatants["a"].profile
    stage.do(ChangeShape("a", "mighty"))
    stage.do(ResumeShape("a"))
    assert stage.fight.combatants["a"].profile == before
    assert stage.refused(ResumeShape("a")).code == "not_shaped"
    assert stage.state.shapes == {}


@pytest.mark.rule("IS-SILV-01")
def test_once_a_day_in_either_shape_and_for_a_day_at_most():
    camp = Camp(silvan())
    camp.do(ChangeShape("selva", "tiny"))
    assert camp.refused(ChangeShape("selva", "mighty")).code == "shaped_already"
    camp.do(ResumeShape("selva"))
    assert camp.refused(ChangeShape("selva", "mighty")).code == "shape_spent"
    camp.do(Rest(1))
    camp.do(ChangeShape("selva", "mighty"))
    ended = only(camp.do(Rest(1)), ShapeEnded)
    assert (ended.willing, ended.rules) == (False, ("IS-SILV-01",))
    assert camp.state.shapes == {}


@pytest.mark.rule("IS-SILV-01")
def test_animals_have_neither_hands_nor_words():
    camp = Dungeon(silvan(level=3), torches=1)
    camp.do(MemoriseAll("selva"))
    camp.do(KindleLight("selva", "torches_6"))
    doused = only(camp.do(ChangeShape("selva", "tiny")), LightDoused)
    assert doused.rules == ("IS-SILV-01",)
    spell = camp["selva"].prepared[0]
    for command in (CastSpell("selva", spell), KindleLight("selva", "torches_6")):
        assert camp.refused(command).code == "no_hands"
    camp.do(ResumeShape("selva"))
    camp.do(KindleLight("selva", next(iter(camp.out.lights))))


@pytest.mark.rule("IS-SILV-01", "IS-SILV-02", "IS-SILV-03")
@pytest.mark.parametrize("shape", ["tiny", "mighty"])
def test_whoever_goes_into_a_fight_as_an_animal_fights_as_one(shape):
    camp = Camp(silvan(level=3), surprise_method="judgement")
    camp.do(Grant("selva", "armour", "leather"))
    camp.do(MemoriseAll("selva"))
    plain = RULES.rules.profile_of(RULES.rules, camp["selva"], "party")
    camp.do(ChangeShape("selva", shape))
    camp.do(PartyFight((beast("goblin", side="foes", hp=20),)))
    camp.do(JudgeSurprise(""))
    profile = camp.state.fight.combatants["selva"].profile
    assert profile.spells == ()
    assert profile.armour == plain.armour + (3 if shape == "mighty" else 0)
    assert [str(weapon.damage) for weapon in profile.weapons] == (["1d6+1"] if shape == "mighty" else [])
    assert plain.spells


@pytest.mark.rule("IS-SILV-02")
def test_the_tiny_shape_does_not_fight():
    stage = staged(hero("a", "silvano"), someone("b", "B"), intents={"a": ("other", "", "", "change_shape")})
    stage.do(ChangeShape("a", "tiny"))
    stage.end("A")
    stage.end("B")
    stage.declare_all()
    assert stage.refused(Attack("a", "b")).code == "no_weapon"


@pytest.mark.rule("IS-SILV-02")
@pytest.mark.parametrize("face", range(1, 7))
def test_keeping_still_it_is_not_noticed_on_one_to_five_and_only_the_referee_knows(face):
    camp = Camp(silvan())
    camp.do(ChangeShape("selva", "tiny"))
    events = camp.do(UseSkill("selva", "hide"), d6(face))
    secret, public = found(events, SkillTried)
    assert (secret.audience, secret.success, secret.rules) == (REFEREE_ONLY, face <= 5, ("IS-SILV-02",))
    assert (public.audience, public.check, public.success) == ("", None, None)
    assert [event.audience for event in found(events, Hid)] == ([REFEREE_ONLY] if face <= 5 else [])
    assert camp.state.hidden == (("selva",) if face <= 5 else ())
    player = Seat("p", "player", frozenset({"party", "selva"}))
    assert RULES.view(camp.state, player).hidden == ()
    assert RULES.view(camp.state, REFEREE).hidden == camp.state.hidden


@pytest.mark.rule("IS-SILV-04")
@pytest.mark.parametrize(("monster", "face", "damage"), [("ogre", 6, 4), ("ogre", 5, 4), ("goblin", 5, 5)])
def test_the_large_do_half_damage_to_the_small(monster, face, damage):
    """An ogre's 1d6+2: 8 becomes 4, 7 becomes 4 (rounded up); a goblin is no larger than a man."""
    foe = beast(monster, "foe", hp=20)
    stage = staged(hero("a", "silvano", hp=20, gifts={"folk": "silvano"}), foe, first="B")
    dice = foe.profile.weapons[0].damage
    events = stage.do(Attack("foe", "a"), d20(20), *(d6(face) for _ in range(dice.count)))
    dealt = only(events, DamageDealt)
    whole = face * dice.count + dice.plus
    assert dealt.amount == (damage if monster == "ogre" else whole)
    assert [event.rules for event in found(events, SmallTarget)] == ([("IS-SILV-04",)] if monster == "ogre" else [])
    if monster == "ogre":
        assert dealt.amount == -(-whole // 2)
        assert (dealt.modifiers[-1].rule, dealt.modifiers[-1].note) == ("IS-SILV-04", "hard_to_hit")
        assert not found(events, WeaponUseless)  # no weapon is at fault


@pytest.mark.rule("IS-SILV-01")
def test_only_silvani_change_shape():
    stage = opened(hero("a", "thief"), someone("b", "B"))
    assert stage.refused(ChangeShape("a", "tiny")).code == "declare_first"
    camp = Camp(one("berto"), silvan())
    assert camp.refused(ChangeShape("berto", "tiny")).code == "no_gift"
    offered = {choice.id for choice in RULES.choices(camp.state, REFEREE)}
    assert {"change_shape/selva/tiny", "change_shape/selva/mighty"} <= offered
    assert not {choice for choice in offered if choice.startswith("change_shape/berto")}


@pytest.mark.rule("IS-SILV-01", "WB-PARLEY-01")
@pytest.mark.parametrize("shape", ["tiny", "mighty"])
def test_a_party_of_animals_has_no_words_for_strangers(shape):
    for others in ((), (one("berto"),)):
        camp = Dungeon(silvan(), *others, troops=(troop("them", "goblin"),))
        camp.do(ChangeShape("selva", shape))
        camp.do(Meet("them"), *sixes(6, 6), (4, 1), (4, 1))
        if others:
            assert RULES.allows(camp.state, Parley())
        else:
            assert camp.refused(Parley()).code == "no_hands"


@pytest.mark.rule("IS-SILV-02", "WB-DOOR-01")
@pytest.mark.parametrize("shape", ["tiny", "mighty"])
@pytest.mark.parametrize(
    "command", sorted(c.__name__ for c in RULES.rules.rulings if RULES.rules.rulings[c].deed is Deed.DOOR)
)
def test_the_tiny_animal_moves_no_door_and_the_mighty_one_does(shape, command):
    camp = Dungeon(silvan(), doors=(door("oak", open=command != "OpenDoor"),))
    act = next(each for each in RULES.rules.rulings if each.__name__ == command)("selva", "oak")
    assert RULES.allows(camp.state, act)
    camp.do(ChangeShape("selva", shape))
    if shape == "mighty":
        assert RULES.allows(camp.state, act)
    else:
        assert camp.refused(act).code == "too_small"
