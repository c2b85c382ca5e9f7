"""The ranger's companion: sent, struck, taught, out of the scene and back (DHP-CHAR-05)."""

import pytest
from msgspec.structs import replace
from tests.rules.daggerheart.bench import BOOKS, RULES, Bench, acting, duality, foe, hero, play, printed
from tests.rules.daggerheart.test_natures import next_of, stripped
from tests.rules.daggerheart.test_powers import struck

from arbitro.kernel.seat import REFEREE
from arbitro.play.sides.daggerheart.resting import growth
from arbitro.rules.daggerheart import commands as c
from arbitro.rules.daggerheart import events as e
from arbitro.rules.daggerheart.companion import LESSONS, companion_at, companion_of, lessons_due, lessons_open
from arbitro.rules.daggerheart.state import Condition, Hero, Thing
from arbitro.text import LANGUAGES

pytestmark = pytest.mark.rule("DHP-CHAR-05")


def ranger(*more: str, trained: tuple[str, ...] = (), **changes: object) -> Hero:
    """A ranger with a companion."""
    sheet = {"powers": tuple(BOOKS.powers[one] for one in ("companion", *more)), "spellcast": "agility", **changes}
    one = hero(**sheet)
    return replace(one, sheet=replace(one.sheet, trained=trained))


def hunted(bench: Bench, *dice: tuple[int, int]) -> Bench:
    """The orc goes for the companion."""
    return bench.do(c.StrikeCompanion("orc", "ada"), *dice)


def test_it_is_sent_with_the_spellcast_trait_and_bites_by_proficiency() -> None:
    bench = play(ranger(agility=2, proficiency=2), foe(at=20, hp=20))
    assert "attack/ada/companion" in {one.id for one in RULES.choices(bench.state, REFEREE)}
    bench.do(c.Attack("ada", "orc", "companion"))
    assert bench.hero().at == 0
    assert companion_at(bench.state, bench.hero()) == 20
    bench.do(c.Roll("ada"), *duality(9, 8), (6, 5), (6, 3))
    assert bench.only(e.ActionRolled).check.total == 9 + 8 + 2
    assert bench.only(e.DamageRolled).amount == 8


@pytest.mark.parametrize(("hope", "fear", "edge"), [(9, 8, True), (8, 9, False), (2, 1, False)])
def test_a_success_with_hope_opens_the_way_for_the_next_action(hope: int, fear: int, edge: bool) -> None:
    bench = play(ranger(), foe(hp=20)).do(c.Attack("ada", "orc", "companion"))
    bench.do(c.Roll("ada"), *duality(hope, fear), *([(6, 1)] if hope + fear >= 12 else []))
    assert bench.hero().edge is edge


def test_its_own_experiences_go_with_what_it_is_sent_to_do_and_nothing_else() -> None:
    bench = play(ranger(hope=3), foe(hp=20)).do(c.Attack("ada", "orc", "companion"))
    assert "roll/ada/beast_1" in {one.id for one in RULES.choices(bench.state, REFEREE)}
    bench.do(c.Roll("ada", "beast_1"), *duality(5, 6), (6, 1))
    assert (bench.only(e.ActionRolled).check.total, bench.hero().hope) == (13, 2)
    bench = play(ranger(hope=3), foe(hp=20)).do(c.Attack("ada", "orc", "sword"))
    bench.no(c.Roll("ada", "beast_1"), "no_experience")


def test_whatever_hits_it_is_one_stress_and_the_last_one_takes_it_out() -> None:
    bench = play(ranger(), foe(damage="20"), turn=acting())
    assert "strike_companion/orc/ada" in {one.id for one in RULES.choices(bench.state, REFEREE)}
    hunted(bench, (20, 8))
    assert bench.only(e.CompanionAttacked).check.needed == 10
    assert bench.hero().beast_marked == 0  # 8 and 1
    one = replace(ranger(), beast_marked=2)
    bench = hunted(play(one, foe(), turn=acting()), (20, 9))
    assert (bench.hero().beast_marked, bench.hero().beast_away, bench.hero().hp_marked) == (3, True, 0)
    bench.no(c.StrikeCompanion("orc", "ada"), "not_in_spotlight")
    gone = play(replace(one, beast_away=True, beast_marked=3), foe(), turn=acting())
    gone.no(c.StrikeCompanion("orc", "ada"), "no_companion")
    away = play(replace(one, beast_away=True, beast_marked=3), foe())
    away.no(c.Attack("ada", "orc", "companion"), "no_weapon")


def test_it_is_back_when_a_long_rest_begins_and_rests_with_its_ranger() -> None:
    gone = replace(ranger(stress_marked=4), beast_away=True, beast_marked=3)
    short = play(gone, tension="none").do(c.EndScene()).do(c.BeginRest("short"))
    assert short.hero().beast_away
    bench = play(gone, tension="none").do(c.EndScene()).do(c.BeginRest("long"))
    assert (bench.hero().beast_away, bench.hero().beast_marked) == (False, 2)
    bench.do(c.RestMove("ada", "clear_all_stress"))
    assert (bench.hero().stress_marked, bench.hero().beast_marked) == (0, 0)


def test_it_learns_once_a_level_and_more_with_training() -> None:
    assert [lessons_due(ranger(level=level)) for level in (1, 2, 5)] == [0, 1, 4]
    assert lessons_due(ranger("expert_training", "advanced_training", level=5)) == 7
    assert lessons_due(hero(level=5)) == 0
    taught = ranger(level=10, trained=("vicious_die", "vicious_range", "vicious_range", "bonded"))
    assert {"vicious_die", "vicious_range", "bonded"}.isdisjoint(lessons_open(taught))
    assert set(lessons_open(ranger())) == set(LESSONS)


def test_each_lesson_does_what_it_says() -> None:
    bench = play(ranger(level=10, hope=6, armour=None), tension="none").do(c.EndScene())
    for lesson in ("resilient", "aware", "vicious_die", "vicious_range", "light_in_the_dark", "creature_comfort"):
        bench.do(c.TrainCompanion("ada", lesson))
    bench.no(c.TrainCompanion("ada", "intelligent"), "bad_advance")
    bench.do(c.TrainCompanion("ada", "intelligent", "beast_2"))
    bench.no(c.TrainCompanion("ada", "light_in_the_dark"), "bad_advance")
    beast = companion_of(bench.hero())
    assert beast is not None
    assert (beast.stress, beast.evasion, beast.weapon.die, beast.weapon.range) == (4, 12, 8, "very_close")
    assert [one.bonus for one in beast.experiences] == [2, 3]
    assert any(one.id == "companion_creature_comfort" for one in bench.hero().sheet.powers)
    for language in LANGUAGES:
        sheet = RULES.sheet(bench.state, REFEREE, "ada", language)
        assert sheet is not None
        assert any("4" in told for part in sheet.sections for _, told in part.pairs)


def test_a_light_in_the_dark_is_one_hope_slot_more() -> None:
    bench = play(ranger(trained=("light_in_the_dark",), hope=6), foe(hp=20)).do(c.Attack("ada", "orc", "sword"))
    bench.do(c.Roll("ada"), *duality(9, 8), (8, 1))
    assert bench.hero().hope == 7


def test_its_rangers_armour_takes_the_last_stress() -> None:
    one = replace(ranger(trained=("armored",)), beast_marked=2)
    bench = hunted(play(one, foe(), turn=acting()), (20, 15))
    assert (bench.hero().beast_marked, bench.hero().armour_marked, bench.hero().beast_away) == (2, 1, False)


@pytest.mark.parametrize(("faces", "status"), [((3, 6), "up"), ((3, 5), "dying")])
def test_a_bonded_companion_may_bring_its_ranger_back(faces: tuple[int, int], status: str) -> None:
    one = replace(ranger(trained=("bonded",), hp_marked=5, armour=None), beast_marked=1)
    bench = struck(play(one, foe(damage="9"), turn=acting()), (20, 19), *((6, face) for face in faces))
    assert (bench.hero().status, bench.hero().beast_away) == (status, True)
    assert bench.hero().hp_marked == (5 if status == "up" else 6)


def test_a_loyal_friend_comes_between_its_ranger_and_the_last_blow() -> None:
    one = ranger("loyal_friend", hp_marked=5, armour=None)
    bench = struck(play(one, foe(damage="9"), turn=acting()), (20, 19))
    bench.do(c.AnswerPower("ada", use=True))
    assert (bench.hero().hp_marked, bench.hero().beast_marked, bench.hero().status) == (5, 1, "up")
    whole = struck(play(ranger("loyal_friend", armour=None), foe(damage="9"), turn=acting()), (20, 19))
    assert whole.hero().hp_marked == 3  # not the last: nobody is asked


def test_battle_bonded_rangers_are_harder_to_hit_where_the_companion_stands() -> None:
    near = struck(play(ranger("battle_bonded", armour=None), foe(), turn=acting()), (20, 12))
    assert near.only(e.AttackRolled).check.needed == 14
    sent = replace(ranger("battle_bonded", armour=None), beast_with="wolf")
    far = struck(play(sent, foe(), foe("wolf", at=60), turn=acting()), (20, 12), (8, 1))
    assert far.only(e.AttackRolled).check.needed == 12


def test_plain_rangers_teach_it_by_themselves() -> None:
    bench = play(ranger(level=3), tension="none").do(c.EndScene())
    wished = [command for command in growth(RULES, bench.state) if isinstance(command, c.TrainCompanion)]
    assert wished[0].lesson == "resilient"
    bench.do(wished[0])
    assert lessons_due(bench.hero()) == 1


def test_peace_is_shared_with_it() -> None:
    one = ranger("companion_creature_comfort", stress_marked=2)
    bench = play(replace(one, beast_marked=2, things=(Thing(BOOKS.things["torch"]),)), foe(at=60))
    bench.do(c.UsePower("ada", "companion_creature_comfort.calm"))
    assert (bench.hero().stress_marked, bench.hero().beast_marked) == (1, 1)


# ------------------------------------------------------------------ the same laws as for its ranger


def test_what_must_ready_its_shot_readies_it_for_a_companion_too() -> None:
    turret = printed("vault_guardian_turret", "orc", token=True)
    play(ranger(), turret, turn=acting()).no(c.StrikeCompanion("orc", "ada"), "still_readying")


def test_nobody_leaves_a_warriors_melee_for_a_companion() -> None:
    guard = hero("bo", powers=(BOOKS.powers["attack_of_opportunity"],))
    sent = replace(ranger(at=40), beast_with="wolf")
    bench = play(sent, guard, foe(at=5), foe("wolf", at=40), turn=acting())
    bench.do(c.StrikeCompanion("orc", "ada"), *duality(9, 8))
    assert bench.foe().at == 5


def test_a_ranger_who_is_held_or_hides_can_still_send_it() -> None:
    held = ranger(conditions=(Condition("restrained", "orc"),))
    bench = play(held, foe(at=20, hp=20)).do(c.Attack("ada", "orc", "companion"))
    assert bench.hero().at == 0
    asleep = ranger(conditions=(Condition("entranced", "orc"),))
    assert "attack/ada/companion" not in {one.id for one in RULES.choices(play(asleep, foe()).state, REFEREE)}


def test_it_is_at_heel_again_when_its_quarry_is_gone() -> None:
    sent = replace(ranger(at=0), beast_with="wolf")
    for fallen in (foe("wolf", at=60, defeated=True), foe("wolf", at=60, gone=True)):
        bench = play(sent, foe(), fallen)
        assert companion_at(bench.state, bench.hero()) == 0
    bench = play(sent, foe(), foe("wolf", at=60))
    bench.no(c.Attack("ada", "orc", "companion"), "out_of_reach")


@pytest.mark.parametrize(
    ("block", "at", "focus", "whom"),
    [
        ("dire_wolf", 40, "", "companion"),
        ("dire_wolf", 2, "", "ranger"),
        ("dire_wolf", 40, "ada", "ranger"),
        ("head_guard", 40, "", "ranger"),
    ],
)
def test_the_automatic_gm_has_it_struck_by_whoever_it_is_at(block: str, at: int, focus: str, whom: str) -> None:
    bench = play(replace(ranger(), beast_with="m"), stripped(block, at=at), turn=acting("m", focus=focus))
    assert (type(next_of(bench)) is c.StrikeCompanion) is (whom == "companion")


def test_nobody_strikes_the_companion_of_somebody_who_has_none_or_is_nobody() -> None:
    bench = play(hero(), foe(), turn=acting())
    bench.no(c.StrikeCompanion("orc", "ada"), "no_companion")
    bench.no(c.StrikeCompanion("orc", "nobody"), "no_companion")
    play(hero(), foe()).no(c.Attack("ada", "orc", "companion"), "no_weapon")
