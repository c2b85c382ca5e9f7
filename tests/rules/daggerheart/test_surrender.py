"""Laying down one's arms: the text is silent, so the option says whether; what follows for the scene is the same."""

import pytest
from msgspec.structs import replace
from tests.rules.daggerheart.bench import BOOKS, RULES, acting, duality, foe, hero, play, printed

from arbitro.kernel.seat import REFEREE, Seat
from arbitro.kernel.sentence import tell
from arbitro.rules.daggerheart import commands as c
from arbitro.rules.daggerheart import events as e
from arbitro.rules.daggerheart.content import load_library
from arbitro.rules.daggerheart.natures import retreat
from arbitro.rules.daggerheart.prisoners import BEASTS, has_words
from arbitro.rules.daggerheart.state import Condition

PLAYER = Seat("ada", "player", frozenset(("ada",)))


@pytest.mark.rule("DHP-ADVSTAT-11")
def test_whoever_surrenders_is_out_of_the_scene_and_safe():
    bench = play(hero(), hero("bea"), foe()).do(c.Surrender("ada"))
    assert bench.hero().status == "yielded"
    assert tell(RULES, bench.state, bench.only(e.StatusChanged), "it") == "Ada getta le armi e si arrende."
    bench.no(c.Attack("ada", "orc"), "captive")
    struck = play(hero(status="yielded"), hero("bea"), foe(), turn=acting())
    struck.no(c.FoeAttack("orc", "ada"), "no_target")


@pytest.mark.rule("DHP-ADVSTAT-11")
@pytest.mark.parametrize("on", [True, False])
def test_surrender_is_a_tables_choice(on):
    bench = play(hero(), foe(), options={"surrender": on})
    assert any(each.command == "surrender" for each in RULES.choices(bench.state, PLAYER)) == on
    turn = play(hero(), foe(), turn=acting(), options={"surrender": on})
    assert any(each.id == "foe_yield/orc" for each in RULES.choices(turn.state, REFEREE)) == on
    if not on:
        bench.no(c.Surrender("ada"), "option_off")
        turn.no(c.FoeAct("orc", yields=True), "option_off")


@pytest.mark.rule("DHP-ADVSTAT-11", "DH-SPOTLIGHT-01")
def test_one_surrenders_to_somebody_and_while_the_players_have_the_spotlight():
    play(hero(), in_danger=False).no(c.Surrender("ada"), "nobody_to_yield_to")
    play(hero(), foe(), turn=acting()).no(c.Surrender("ada"), "gm_spotlight")


@pytest.mark.rule("DHP-ADVSTAT-11")
def test_a_scene_without_a_pc_on_their_feet_is_lost():
    bench = play(hero(), hero("bea", status="unconscious"), foe()).do(c.Surrender("ada"))
    assert bench.scene.ending == "defeat"
    assert bench.hero().status == "yielded"


@pytest.mark.rule("DHP-ADVSTAT-11")
def test_whose_companions_win_is_free_again():
    strong = hero("bea", agility=20)
    bench = play(hero(), strong, foe(hp=1)).do(c.Surrender("ada")).do(c.Attack("bea", "orc"))
    bench.do(c.Roll("bea"), *duality(9, 8), (8, 4))
    assert bench.scene.ending == "victory"
    assert bench.hero().status == "up"


@pytest.mark.rule("DHP-ADVSTAT-11")
def test_an_adversary_that_yields_is_out_of_the_scene():
    bench = play(hero(), foe(), foe("two"), turn=acting()).do(c.FoeAct("orc", yields=True))
    assert bench.foe().gone
    assert tell(RULES, bench.state, bench.only(e.FoeLeft), "en") == "Orc throws down the arms and surrenders."
    last = play(hero(), foe(), turn=acting()).do(c.FoeAct("orc", yields=True))
    assert last.scene.ending == "victory"


TIMID = [
    name
    for name, block in BOOKS.adversaries.items()
    if BOOKS.natures.of(name, (block.kin,), block.type) in ("cowardly", "cunning")
]


@pytest.mark.rule("DHP-ADVSTAT-11", "DHP-COND-03")
@pytest.mark.parametrize("held", [True, False])
@pytest.mark.parametrize("name", TIMID)
def test_the_timid_who_cannot_get_away_give_up(name, held):
    bound = (Condition("restrained", "ada", "stated"),) if held else ()
    one = printed(name, "orc", conditions=bound)
    one = replace(one, hp_marked=one.hp - 1)
    bench = play(hero(), hero("bea"), one, printed(name, "mate", defeated=True), turn=acting())
    (wish,) = retreat(load_library(), bench.state, bench.foe())
    assert getattr(wish, "yields", False) == held


# ------------------------------------------------------------ what is nobody's deed goes on


@pytest.mark.rule("DHP-COND-06", "DHP-ADVSTAT-11")
@pytest.mark.parametrize("name", [name for name, entry in BOOKS.conditions.items() if entry.fall is not None])
def test_whoever_falls_and_surrenders_hits_the_ground(name):
    falling = hero(hp=12, armour_marked=9, conditions=(Condition(name, "orc", "stated"),))
    bench = play(falling, hero("bea"), foe()).do(c.Surrender("ada")).do(c.Attack("bea", "orc"))
    dice = ((20, 8), (20, 3)) if name == "falling" else ((12, 8),)
    bench.do(c.Roll("bea"), *duality(2, 1), *dice)
    assert bench.hero().hp_marked > 0
    assert bench.hero().conditions == ()


@pytest.mark.rule("DHP-FALL-01")
def test_the_gm_lets_a_prisoner_fall():
    bench = play(hero(hp=12, armour_marked=9, status="yielded"), hero("bea"), foe(), options={"falling_damage": True})
    bench.do(c.Fall("ada", "very_close"), (10, 9))
    assert bench.hero().hp_marked > 0


# ------------------------------------------------------------ to whom

SPEECHLESS = [name for name in BOOKS.adversaries if not has_words(load_library(), printed(name, "orc"))]


def test_beasts_and_the_mindless_have_no_words():
    assert set(BEASTS) <= set(BOOKS.adversaries)
    assert {"green_ooze", "bear", "zombie_pack", "giant_mosquitoes", "giant_rat", "swarm_of_rats"} <= set(SPEECHLESS)
    assert not {"pirate_captain", "vampire", "sellsword", "spy", "young_ice_dragon"} & set(SPEECHLESS)


@pytest.mark.rule("DHP-ADVSTAT-11")
@pytest.mark.parametrize("name", SPEECHLESS)
def test_nobody_surrenders_to_what_has_no_words_nor_does_it(name):
    play(hero(), hero("bea"), printed(name, "orc")).no(c.Surrender("ada"), "nobody_takes_prisoners")
    turn = play(hero(), printed(name, "orc"), turn=acting())
    turn.no(c.FoeAct("orc", yields=True), "no_words")
    assert not any(each.id == "foe_yield/orc" for each in RULES.choices(turn.state, REFEREE))


@pytest.mark.rule("DHP-ADVSTAT-11", "DHP-COND-06")
def test_what_has_no_words_does_not_let_go():
    held = hero(conditions=(Condition("enveloped", "ooze", "stated"),))
    play(held, hero("bea"), printed("green_ooze", "ooze"), foe()).no(c.Surrender("ada"), "does_not_let_go")


# ------------------------------------------------------------ no free exit


@pytest.mark.rule("DHP-ADVSTAT-11")
def test_a_scene_closed_before_the_foes_leaves_a_captive_whom_the_gm_frees():
    bench = play(hero(), hero("bea"), foe()).do(c.Surrender("ada")).do(c.EndScene())
    assert (bench.hero().status, bench.hero().captive) == ("yielded", True)
    assert "free_captive/ada" in [each.id for each in RULES.choices(bench.state, REFEREE)]
    bench.do(c.BeginRest("short")).do(c.EndRest(), (4, 2))
    assert bench.hero().status == "yielded"
    bench.do(c.OpenScene(foes=(foe(),))).do(c.EndScene())
    assert bench.hero().status == "yielded"
    bench.do(c.FreeCaptive("ada"))
    assert bench.hero().status == "up"
    assert (
        tell(RULES, bench.state, bench.found(e.StatusChanged)[-1], "it") == "Ada è di nuovo libera e riprende le armi."
    )
    bench.no(c.FreeCaptive("ada"), "no_captive")


# ------------------------------------------------------------ a prisoner who falls is one still


def fallen_prisoner(move="avoid_death", *dice):
    """Ada has surrendered, falls to her death move, and makes it; bea fights on."""
    ada = hero(hp_marked=5, armour_marked=3)
    mend = BOOKS.powers["life_support"]
    bea = hero("bea", hope=6, agility=20, powers=(mend,), spellcast="knowledge")
    bench = play(ada, bea, foe(hp=1), options={"falling_damage": True}).do(c.Surrender("ada"))
    return bench.do(c.Fall("ada", "very_close"), (10, 9)).do(c.DeathMove("ada", move), *dice)


RISING = {
    "with Hope": lambda: fallen_prisoner("risk_it_all", (12, 9), (12, 3)),
    "by a double": lambda: fallen_prisoner("risk_it_all", (12, 9), (12, 9)),
    "by a long rest": lambda: (
        fallen_prisoner("avoid_death", (12, 9)).do(c.EndScene()).do(c.BeginRest("long")).do(c.EndRest(), (4, 1))
    ),
    "by a spell": lambda: fallen_prisoner("avoid_death", (12, 9)).do(c.UsePower("bea", "life_support", "ada")),
    "tended to": lambda: (
        fallen_prisoner("avoid_death", (12, 9))
        .do(c.EndScene())
        .do(c.BeginRest("short"))
        .do(c.RestMove("bea", "tend_to_wounds", "ada"), (4, 1))
    ),
}


@pytest.mark.rule("DHP-ADVSTAT-11", "DHP-DEATH-03", "DHP-DEATH-04")
@pytest.mark.parametrize("way", RISING)
def test_a_prisoner_who_falls_and_rises_is_a_prisoner_still(way):
    bench = RISING[way]()
    assert (bench.hero().status, bench.hero().prisoner) == ("yielded", True)
    told = [tell(RULES, bench.state, event, "it") for event in bench.found(e.StatusChanged)]
    assert "Ada si rialza, ma è ancora in mano agli avversari." in told
    assert bench.do(c.FreeCaptive("ada")).hero().status == "up"
    assert not bench.hero().prisoner


@pytest.mark.rule("DHP-ADVSTAT-11")
def test_a_prisoner_who_lies_there_is_freed_where_they_lie():
    bench = fallen_prisoner("avoid_death", (12, 9))
    assert (bench.hero().status, bench.hero().prisoner) == ("unconscious", True)
    bench.do(c.Attack("bea", "orc")).do(c.Roll("bea"), *duality(9, 8), (8, 4))
    assert bench.scene.ending == "victory"
    assert (bench.hero().status, bench.hero().prisoner) == ("unconscious", False)
    freed = next(event for event in bench.found(e.StatusChanged) if event.freed)
    assert tell(RULES, bench.state, freed, "en") == "Ada is in the adversaries' power no more."
    dead = fallen_prisoner("risk_it_all", (12, 3), (12, 9))
    assert (dead.hero().status, dead.hero().prisoner) == ("dead", False)


# ------------------------------------------------------------ a prisoner's end


def last_moment(on=False):
    """Ada, who has surrendered, falls and marks her last Hit Point; the orc is beside her."""
    options = {"prisoner_blaze": on, "falling_damage": True}
    bench = play(hero(hp_marked=5, armour_marked=9, status="yielded"), hero("bea"), foe(), options=options)
    return bench.do(c.Fall("ada", "very_close"), (10, 9))


@pytest.mark.rule("DHP-DEATH-02", "DHP-ADVSTAT-11")
@pytest.mark.parametrize("on", [True, False])
def test_a_prisoners_blaze_of_glory_is_no_blow_unless_the_table_says_so(on):
    bench = last_moment(on)
    offered = next(each for each in RULES.choices(bench.state, PLAYER) if each.id == "death_move/blaze_of_glory")
    assert ("orc" in [pick.value for pick in offered.parameters[0].picks]) == on
    if on:
        bench.do(c.DeathMove("ada", "blaze_of_glory", "orc"), (8, 4))
        assert bench.foe().hp_marked
    else:
        bench.no(c.DeathMove("ada", "blaze_of_glory", "orc"), "no_arms_left")
        bench.do(c.DeathMove("ada", "blaze_of_glory"))
        assert not bench.foe().hp_marked
    assert bench.hero().status == "dead"


@pytest.mark.rule("DHP-DEATH-03", "DHP-DEATH-04", "DHP-ADVSTAT-11")
def test_a_prisoner_who_lives_on_is_still_a_prisoner():
    lies = last_moment().do(c.DeathMove("ada", "avoid_death"), (12, 9))
    assert (lies.hero().status, lies.hero().prisoner) == ("unconscious", True)
    stands = last_moment().do(c.DeathMove("ada", "risk_it_all"), (12, 9), (12, 4))
    assert (stands.hero().status, stands.hero().prisoner) == ("yielded", True)
