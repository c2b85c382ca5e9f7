"""What is offered beyond the plain turn: partial disengaging, groups, and the referee's own list."""

from typing import Any

import pytest
from tests.rules.archmage.table import Play, bow, foe, pc, special

from arbitro.kernel.choice import Choice
from arbitro.kernel.seat import REFEREE
from arbitro.rules.archmage import Archmage, bestiary
from arbitro.rules.archmage import commands as c
from arbitro.rules.archmage.catalogue import load_books
from arbitro.rules.archmage.events import DamageDealt, Healed, InitiativeRolled, MobThinned, MoveLost, OrderSet, Parted
from arbitro.rules.archmage.moving import interceptors
from arbitro.rules.archmage.step import Walk
from arbitro.rules.archmage.targets import may_target


def offers(play: Play) -> dict[str, Choice]:
    """What the referee is offered, by id; all of it is accepted."""
    found = {choice.id: choice for choice in play.game.choices(play.state, REFEREE)}
    for choice in found.values():
        for filling in choice.fillings():
            assert play.game.allows(play.state, play.game.command(filling)), filling
    return found


def values(choice: Choice, name: str) -> list[str]:
    return [pick.value for part in choice.parameters if part.name == name for pick in part.picks]


def take(play: Play, choice: Choice, *dice: tuple[int, int], **filled: Any) -> Play:
    return play.do(play.game.command(choice.fill(**filled)), *dice)


@pytest.fixture
def melee(game: Archmage) -> Play:
    return Play(game).begin(pc("ada"), foe("orc-1"), foe("orc-2")).engage("ada", "orc-1").engage("ada", "orc-2")


@pytest.mark.rule("AE-DISENGAGE-03", "AE-DISENGAGE-04", "AE-OPP-02")
def test_one_may_disengage_from_some_foes_only(melee):
    choice = offers(melee)["disengage_some/ada/away"]
    assert values(choice, "foes") == ["orc-1", "orc-2"]
    take(melee, choice, (20, 11), foes="orc-1")  # one foe: no penalty, an 11 is enough
    assert [event.foe for event in melee.all(Parted)] == ["orc-1"]
    assert melee.state.awaiting[0].who == "orc-2", "the other may strike"


@pytest.mark.rule("AE-DISENGAGE-03", "AE-DISENGAGE-05")
def test_disengaging_from_both_is_harder(melee):
    melee.do(c.Disengage("ada"), (20, 11))
    assert melee.find(MoveLost)


@pytest.mark.rule("AE-DISENGAGE-01", "AE-OPP-02")
def test_the_list_warns_of_moves_that_provoke(game):
    play = Play(game).begin(pc("ada"), foe("orc-1"), foe("orc-2"))
    assert offers(play)["move/ada/engage"].label.key == "choice.move_engage"
    play.engage("ada", "orc-1")
    assert offers(play)["move/ada/engage"].label.key == "choice.provoking_engage"
    take(play, offers(play)["move/ada/engage"], target="orc-2")
    assert play.state.awaiting[0].kind == "opportunity"


@pytest.mark.rule("AE-GRAB-03")
def test_whoever_holds_one_must_be_among_those_one_leaves(melee):
    melee.change("ada", grabbed_by=("orc-2",)).change("orc-2", grabbing=("ada",))
    assert values(offers(melee)["disengage_some/ada/away"], "foes") == ["orc-2"]


@pytest.mark.rule("AE-POS-11", "AE-TARGET-02")
@pytest.mark.parametrize("many", [True, False])
def test_a_group_may_be_engaged_at_once_by_the_option(game, many):
    people = (pc("ada"), *(foe(f"orc-{number}", race="orc") for number in range(3)))
    play = Play(game).options(engage_many=many, going_past="no_unless_named").begin(*people)
    choice = offers(play)["move/ada/engage"]
    together = ["orc-0,orc-1", "orc-1,orc-2", "orc-0,orc-1,orc-2"] if many else []
    assert values(choice, "target") == ["orc-0", "orc-1", "orc-2", *together]
    if many:
        take(play, choice, target="orc-1,orc-2")
        assert play.one("ada").engaged == ("orc-1", "orc-2")


@pytest.mark.rule("AE-POS-12")
def test_the_referee_calls_for_checks(game):
    play = Play(game).begin(pc("ada", level=3), foe("orc", specials=(special("fly"),)))
    found = offers(play)
    assert "check/movement" in found
    take(play, found["check/other"], (20, 12), ability="str", dc=15)
    assert play.events[0].check.success
    assert play.events[0].check.total == 15
    assert play.refused(c.CheckSkill("orc", "dex", 15, "movement")) == "no_check_needed"
    assert "check/movement" not in offers(play.end()), "who flies needs no check for difficult ground"


@pytest.mark.rule("AE-SPEED-01")
def test_the_referee_asks_who_is_faster(game):
    play = Play(game).options(speed_check="contested_check").begin(pc("ada"), pc("bea"), foe())
    choice = offers(play)["check/speed"]
    assert values(choice, "runners") == ["ada,bea", "ada,orc"]
    take(play, choice, (20, 4), (20, 9), runners="ada,bea")
    assert play.events[0].winner == "bea"


@pytest.mark.rule("AE-POS-04", "AE-INIT-03", "AE-INIT-04")
def test_the_referee_places_people_and_orders_equals(game):
    play = Play(game).begin(pc("ada"), foe("orc-1"), foe("orc-2"))
    found = offers(play)
    take(play, found["place/far"], who="orc-1")
    assert play.one("orc-1").band == "far"
    found = offers(play)
    take(play, found["place/orc-1/near"], near="ada")
    assert play.one("orc-1").near == ("ada",)
    take(play, found["reorder/orc-1"], who="orc-2")
    assert play.find(OrderSet).order == ("ada", "orc-2", "orc-1")


@pytest.mark.rule("AE-SITWEAPON-01")
@pytest.mark.parametrize("allowed", [True, False])
def test_a_larger_weapon_is_offered_by_the_option(game, allowed):
    play = Play(game).options(situational_weapon_dice=allowed).begin(pc("ada"), foe())
    found = offers(play)
    assert ("weapon/1" in found) == allowed
    if allowed:
        take(play, found["weapon/1"], who="ada")
        assert play.one("ada").boosts[0].stat == "weapon_die"


@pytest.mark.rule("AE-COND-02", "AE-COND-09")
def test_fear_is_not_offered_for_those_who_know_none(game):
    found = offers(Play(game).begin(pc("ada"), foe(), foe("ghoul", specials=(special("fearless"),))))
    plain, bold = found["impose/condition"], found["impose/condition_fearless"]
    assert (values(plain, "who"), values(bold, "who")) == (["ada", "orc"], ["ghoul"])
    assert set(values(plain, "condition")) - set(values(bold, "condition")) == {"fear"}


@pytest.mark.rule("AE-DMG-01", "AE-COND-01", "AE-ONGOING-01", "AE-TEMPHP-01", "AE-TELEPORT-01", "AE-RECOVERY-02")
def test_the_referee_lets_things_befall_people(game):
    play = Play(game).begin(pc("ada"), foe()).engage("ada", "orc")
    found = offers(play)
    take(play, found["impose/damage"], who="ada", points=7)
    assert play.one("ada").hp == 23
    take(play, offers(play)["impose/heal"], who="ada", points=3)
    assert play.one("ada").hp == 26
    take(play, found["impose/temp"], who="ada", points=5)
    assert play.one("ada").temp_hp == 5
    take(play, found["impose/ongoing"], points=4, damage_type="acid")
    assert play.one("ada").ongoing[0].amount == 4
    take(play, found["impose/condition"], who="orc", condition="dazed")
    assert values(offers(play)["impose/end/orc"], "condition") == ["dazed"]
    take(play, offers(play)["impose/end/orc"], condition="dazed")
    assert play.one("orc").afflictions == ()
    take(play, found["impose/teleport"], who="ada")
    assert play.one("ada").engaged == ()


@pytest.mark.rule("AE-RESIST-03")
def test_where_each_energy_is_flagged_the_referee_says_which_it_is(game):
    play = Play(game).options(energy_source_default="flag_each").begin(pc("ada"), foe())
    found = offers(play)
    assert {"impose/magical", "impose/mundane"} <= set(found)
    assert "impose/energy" not in found
    assert "impose/energy" in offers(Play(game).begin(pc("ada"), foe()))


@pytest.mark.rule("AE-INIT-04", "AE-INIT-05")
def test_reinforcements_come_from_the_catalogue(game):
    play = Play(game).begin(pc("ada", level=2), foe())
    found = offers(play)
    assert "ogre" in values(found["reinforce/foes"], "monster")
    assert "vampire" not in values(found["reinforce/foes"], "monster"), "far beyond this party"
    take(play, found["reinforce/foes"], (20, 5), monster="ogre")
    assert play.find(InitiativeRolled).who == ("ogre-1",)
    take(play, found["reinforce/foes"], monster="ogre")
    assert play.one("ogre-2").initiative == play.one("ogre-1").initiative
    take(play, found["reinforce/party"], (20, 5), monster="wolf")
    assert (play.one("wolf-1").side, play.one("wolf-1").profile.kind) == ("party", "npc")
    assert play.refused(c.Reinforce("unicorn", "foes")) == "no_monster"
    assert play.refused(c.Reinforce("ogre", "nobody")) == "no_such_side"


@pytest.mark.rule("AE-TARGET-01")
def test_mooks_share_what_healing_and_newcomers_bring(game):
    rats = [bestiary.creature(load_books(), "dire_rat", "foes", f"rat-{number}") for number in range(2)]
    mooks = [msg for msg in rats if msg.category == "mook"]
    kobolds = mooks or [
        bestiary.creature(load_books(), "kobold_archer", "foes", f"kobold-archer-{number}", number) for number in (1, 2)
    ]
    play = Play(game).begin(pc("ada"), *kobolds)
    first, second = (kobold.id for kobold in kobolds)
    play.do(c.Impose(first, "damage", points=2))
    assert play.find(DamageDealt).left == play.one(second).hp
    play.do(c.Reinforce(kobolds[0].race, "foes"))
    assert len({one.hp for one in play.fight.combatants.values() if one.side == "foes"}) == 1
    play.do(c.Impose(second, "heal", points=1))
    assert play.find(Healed).hp == play.find(MobThinned).left == play.one(first).hp


@pytest.mark.rule("AE-INTERCEPT-03")
@pytest.mark.parametrize("over", [True, False])
@pytest.mark.parametrize("code", ["fly", "incorporeal"])
def test_flyers_are_intercepted_unless_the_option_lets_them_pass(game, over, code):
    flyer = foe("bat", specials=(special(code),))
    play = (
        Play(game)
        .options(flyers_pass_over=over)
        .begin(flyer, pc("ada"), pc("bea", specials=(special("fly"),)), pc("cora"))
    )
    able = [one.id for one in interceptors(play.state, Walk("bat", "engage", ("cora",), ()))]
    assert able == (["bea"] if over else ["ada", "bea"])


@pytest.mark.rule("AE-TARGET-06")
def test_where_no_foe_is_nearby_the_weakest_of_them_bars_nobody(game):
    hunter = pc("ada", bow(weakest=True))
    play = Play(game).begin(hunter, foe("orc", hp=30), foe("imp", hp=9))
    assert refused_target(play, "orc") == "not_the_weakest"
    play.change("orc", band="far").change("imp", band="far")
    assert refused_target(play, "orc") == ""


def refused_target(play: Play, target: str) -> str:
    """Why ada may not aim her first attack at somebody; empty where she may."""
    ada = play.one("ada")
    refusal = may_target(play.state, ada, ada.profile.attacks[0], play.one(target))
    return refusal.code if refusal else ""
