"""The joust: three passes, blunted and sharp lances, saddles, points, winners, the stakes of a duel."""

import re
from fractions import Fraction
from typing import Any

import msgspec
import pytest
from tests.rules.whitebox.arena import RULES, d20
from tests.rules.whitebox.people.camp import Camp, draft, found, only

from arbitro.dice.stream import QuickDice
from arbitro.kernel.explain import explain
from arbitro.kernel.ruleset import shown_to
from arbitro.kernel.seat import REFEREE, SPECTATOR, Seat
from arbitro.kernel.yamlfile import Document, open_packaged
from arbitro.rules import find_ruleset
from arbitro.rules.whitebox.events import SaveRolled
from arbitro.rules.whitebox.exploring.commands import Charge, JoustOf, JudgeDraw, NameRansom, StartJoust, Withdraw
from arbitro.rules.whitebox.exploring.events import (
    Forfeited,
    JoustEnded,
    LanceCouched,
    LanceHurt,
    PassBegan,
    PointsScored,
    RansomAsked,
    RansomNamed,
    RiderHome,
    SeatLost,
)
from arbitro.rules.whitebox.exploring.joust import plain_lance
from arbitro.rules.whitebox.exploring.numbers import joust_numbers
from arbitro.rules.whitebox.exploring.state import Rider
from arbitro.rules.whitebox.people.commands import Grant
from arbitro.rules.whitebox.people.events import ItemGiven
from arbitro.rules.whitebox.terms import Named
from arbitro.text import LANGUAGES, Fault


def rider(who: str, hp: int = 20, **more: Any) -> Rider:
    """A fighter of the first level on a riding horse, armour class 9 [10]."""
    given: dict[str, Any] = {
        "name": Named(who.title(), who.title()),
        "mount": "riding_horse",
        "lance": plain_lance(RULES.rules),
        "max_hp": hp,
        "armour": 10,
        "class_id": "fighter",
    }
    return Rider(id=who, hp=hp, **{**given, **more})


class Lists(Camp):
    """Two riders before the first pass."""

    def __init__(self, first: Rider | None = None, second: Rider | None = None, **more: Any) -> None:
        lances, stakes = more.pop("lances", ""), more.pop("stakes", "")
        super().__init__(**more)
        self.do(StartJoust((first or rider("aldo"), second or rider("bice")), lances, stakes))

    def ride(self, *dice: tuple[int, int]) -> list[Any]:
        """One pass: Aldo's die and Bice's, then wounds, then saddles."""
        self.do(Charge("aldo"))
        return self.do(Charge("bice"), *dice)

    @property
    def joust(self) -> Any:
        """The joust."""
        assert self.state.joust is not None
        return self.state.joust

    def points(self) -> tuple[int, int]:
        """The score."""
        return self.joust.riders["aldo"].points, self.joust.riders["bice"].points


MISS = (d20(1), d20(1))


# -------------------------------------------------------------------- the lists


@pytest.mark.rule("WB-JOUST-01")
def test_two_mounted_lancers_are_accepted():
    assert Lists().joust.passes == 0


@pytest.mark.rule("WB-JOUST-01")
def test_others_are_not():
    camp = Camp()
    good = rider("aldo")
    for other, code in (
        (rider("bice", mount=""), "on_foot"),
        (rider("bice", mount="wagon_small"), "on_foot"),
        (rider("bice", lance=None), "no_lance"),
        (rider("bice", hp=0), "unfit_rider"),
        (rider("aldo"), "two_riders"),
    ):
        assert camp.refused(StartJoust((good, other))) == code
    assert camp.refused(StartJoust((good,))) == "two_riders"
    assert camp.refused(Charge("aldo")) == "no_joust"
    assert Lists().refused(StartJoust((good, rider("bice")))) == "joust_already"
    assert Lists().refused(Charge("carlo")) == "no_rider"


@pytest.mark.rule("WB-JOUST-02")
def test_three_passes_of_one_attack_each_both_at_once():
    lists = Lists()
    events = [event for _ in range(3) for event in lists.ride(*MISS)]
    assert [event.number for event in found(events, PassBegan)] == [1, 2, 3]
    assert len(found(events, LanceCouched)) == 6
    assert lists.state.awaiting[0].kind == "joust_draw"
    lists.do(JudgeDraw("draw"))
    assert lists.joust.over


@pytest.mark.rule("WB-JOUST-02")
def test_a_rider_waits_for_the_other():
    lists = Lists()
    lists.do(Charge("aldo"))
    assert lists.joust.passes == 0
    assert lists.refused(Charge("aldo")) == "ready_already"


@pytest.mark.rule("WB-JOUST-02", "WB-JOUST-10")
def test_a_knock_out_in_the_second_pass_ends_it():
    lists = Lists(second=rider("bice", hp=4))
    lists.ride(*MISS)
    events = lists.ride(d20(15), d20(1), (6, 5))
    ended = only(events, JoustEnded)
    assert (ended.winner, ended.why, ended.passes) == ("aldo", "knocked_out", 2)


@pytest.mark.rule("WB-JOUST-02", "WB-ATK-02")
def test_the_attack_is_the_normal_one_with_strength():
    lists = Lists(rider("aldo", strength=1), rider("bice", armour=17))
    hit, miss = found(lists.ride(d20(16), d20(9), (6, 1)), LanceCouched)
    assert (hit.check.total, hit.check.needed, hit.hit) == (17, 17, True)
    assert not miss.hit


# -------------------------------------------------------------------- lances


@pytest.mark.rule("WB-JOUST-03")
@pytest.mark.parametrize("face", range(1, 7))
def test_a_blunted_lance_costs_a_die_less_one(face):
    lists = Lists()
    dice = [d20(20)] if face > 1 else []
    hurt = only(lists.ride(d20(15), d20(1), (6, face), *dice), LanceHurt)
    assert hurt.amount == face - 1
    assert lists.joust.riders["bice"].hp == 20 - (face - 1)


@pytest.mark.rule("WB-JOUST-03", "WB-JOUST-07")
def test_a_hit_for_nothing_is_no_damage():
    lists = Lists()
    events = lists.ride(d20(15), d20(1), (6, 1))
    assert not found(events, SaveRolled)
    assert lists.points() == (1, 0)


@pytest.mark.rule("WB-JOUST-03", "WB-JOUST-04")
def test_a_blunted_lance_stuns_and_never_kills():
    lists = Lists(second=rider("bice", hp=2))
    events = lists.ride(d20(15), d20(1), (6, 6))
    lost = only(events, SeatLost)
    assert (lost.seat, lost.left, lost.damage) == ("stunned", 0, 0)
    assert not found(events, SaveRolled)


@pytest.mark.rule("WB-JOUST-04", "WB-JOUST-06")
def test_at_zero_stunned_above_it_a_save():
    lists = Lists(second=rider("bice", hp=4))
    assert only(lists.ride(d20(15), d20(1), (6, 5)), SeatLost).seat == "stunned"
    lists = Lists(second=rider("bice", hp=4))
    events = lists.ride(d20(15), d20(1), (6, 4), d20(14))
    assert only(events, SaveRolled).saved
    assert lists.joust.riders["bice"].hp == 1


@pytest.mark.rule("WB-JOUST-05")
def test_a_sharp_lance_kills():
    lists = Lists(second=rider("bice", hp=3), lances="sharp")
    events = lists.ride(d20(15), d20(1), (6, 5))
    assert only(events, SeatLost).seat == "dead"
    assert only(events, JoustEnded).why == "killed"
    lists = Lists(second=rider("bice", hp=9), lances="sharp")
    events = lists.ride(d20(15), d20(1), (6, 5), d20(20))
    assert lists.joust.riders["bice"].hp == 4
    assert found(events, SaveRolled)


@pytest.mark.rule("WB-JOUST-05")
def test_under_the_milder_death_rule_a_sharp_lance_knocks_out():
    lists = Lists(second=rider("bice", hp=3, level=3), lances="sharp", death_rule="unconscious_at_zero")
    events = lists.ride(d20(15), d20(1), (6, 5))
    lost = only(events, SeatLost)
    assert (lost.seat, lost.left, lost.damage) == ("out", -2, 0)
    assert not found(events, SaveRolled)
    assert only(events, JoustEnded).why == "knocked_out"


@pytest.mark.rule("WB-JOUST-03", "WB-JOUST-05")
@pytest.mark.parametrize("lances", ["blunted", "sharp"])
def test_the_lances_are_the_tables_unless_the_contest_says_otherwise(lances):
    assert Lists(joust_lances=lances).joust.lances == lances
    other = "sharp" if lances == "blunted" else "blunted"
    assert Lists(joust_lances=lances, lances=other).joust.lances == other


# -------------------------------------------------------------------- the saddle


@pytest.mark.rule("WB-JOUST-06")
def test_keeping_the_saddle():
    lists = Lists(second=rider("bice", hp=10))
    events = lists.ride(d20(15), d20(1), (6, 4), d20(14))
    assert not found(events, SeatLost)
    assert lists.joust.riders["bice"].hp == 7
    lists = Lists(second=rider("bice", hp=10))
    lost = only(lists.ride(d20(15), d20(1), (6, 4), d20(13), (6, 5)), SeatLost)
    assert (lost.seat, lost.left, lost.damage) == ("unhorsed", 2, 5)
    thrown = sum(not _kept(face) for face in range(1, 21))
    assert Fraction(thrown, 20) == Fraction(13, 20)


def _kept(face: int) -> bool:
    lists = Lists()
    fall = [] if face >= 14 else [(6, 1)]
    return not found(lists.ride(d20(15), d20(1), (6, 4), d20(face), *fall), SeatLost)


@pytest.mark.rule("WB-JOUST-06", "WB-JOUST-10")
def test_the_unhorsed_remount_for_the_next_pass():
    lists = Lists(second=rider("bice", hp=10))
    events = lists.ride(d20(15), d20(1), (6, 3), d20(1), (6, 3))
    assert not found(events, JoustEnded)
    assert lists.points() == (6, 0)
    lists.ride(*MISS)
    assert lists.joust.riders["bice"].seat == "mounted"


@pytest.mark.rule("WB-JOUST-06")
@pytest.mark.parametrize(("lethal", "seat", "left"), [(True, "dead", -1), (False, "stunned", 0)])
def test_a_fall_kills_or_stuns_by_the_option(lethal, seat, left):
    lists = Lists(second=rider("bice", hp=6), joust_fall_lethal=lethal)
    lost = only(lists.ride(d20(15), d20(1), (6, 4), d20(1), (6, 4)), SeatLost)
    assert (lost.seat, lost.left) == (seat, left)
    sharp = Lists(second=rider("bice", hp=6), lances="sharp", joust_fall_lethal=lethal)
    assert only(sharp.ride(d20(15), d20(1), (6, 3), d20(1), (6, 4)), SeatLost).seat == "dead"


@pytest.mark.rule("WB-JOUST-06")
def test_with_the_matrix_the_single_number_serves():
    lists = Lists(saving_throws="matrix")
    save = only(lists.ride(d20(15), d20(1), (6, 4), d20(14)), SaveRolled)
    assert (save.check.needed, save.danger) == (14, None)


# -------------------------------------------------------------------- points


@pytest.mark.rule("WB-JOUST-07")
@pytest.mark.parametrize(
    ("armour", "dice", "points"),
    [
        (19, (d20(12), d20(1)), 1),  # 12 that misses
        (10, (d20(11), d20(1), (6, 4), d20(20)), 2),  # 11 that deals 3, saddle kept
        (10, (d20(16), d20(1), (6, 5), d20(1), (6, 1)), 6),  # 16, 4 damage, unhorsed
        (10, (d20(15), d20(1), (6, 1)), 1),  # hit for nothing
        (19, (d20(11), d20(1)), 0),
    ],
)
def test_table_21(armour, dice, points):
    lists = Lists(second=rider("bice", armour=armour))
    lists.ride(*dice)
    assert lists.points() == (points, 0)


@pytest.mark.rule("WB-JOUST-07")
@pytest.mark.parametrize("system", ["ascending", "descending"])
def test_both_armour_systems_score_alike(system):
    lists = Lists(rider("aldo", level=9), rider("bice", armour=19), ac_system=system)
    events = lists.ride(d20(8), d20(1))
    assert found(events, LanceCouched)[0].attack == 8
    assert lists.points() == (0, 0)


@pytest.mark.rule("WB-JOUST-08")
@pytest.mark.parametrize(
    ("mount", "total"), [("warhorse_heavy", 12), ("warhorse_medium", 11), ("riding_horse", 10), ("mule", 10)]
)
def test_warhorses_help(mount, total):
    lists = Lists(rider("aldo", mount=mount), rider("bice", armour=19))
    events = lists.ride(d20(10), d20(1))
    assert found(events, LanceCouched)[0].check.total == total
    assert lists.points() == (1 if total >= 12 else 0, 0)


# -------------------------------------------------------------------- who wins


@pytest.mark.rule("WB-JOUST-09")
def test_the_higher_score_wins():
    lists = Lists(rider("aldo", armour=19), rider("bice", armour=19))
    lists.ride(d20(12), d20(1))
    lists.ride(d20(12), d20(12))
    ended = only(lists.ride(*MISS), JoustEnded)
    assert (ended.winner, ended.loser, ended.why) == ("aldo", "bice", "points")
    assert lists.points() == (2, 1)


@pytest.mark.rule("WB-JOUST-09")
def test_equal_points_are_a_draw_or_another_pass():
    lists = Lists()
    for _ in range(3):
        lists.ride(*MISS)
    lists.do(JudgeDraw("pass"))
    ended = only(lists.ride(d20(15), d20(1), (6, 1)), JoustEnded)
    assert (ended.winner, ended.passes) == ("aldo", 4)
    drawn = Lists()
    for _ in range(3):
        drawn.ride(*MISS)
    ended = only(drawn.do(JudgeDraw("draw")), JoustEnded)
    assert (ended.winner, ended.loser, ended.why) == ("", "", "draw")


@pytest.mark.rule("WB-JOUST-10")
def test_whoever_is_knocked_out_loses_whatever_the_score():
    lists = Lists(rider("aldo", hp=2))
    lists.ride(d20(16), d20(1), (6, 5), d20(1), (6, 1))
    assert lists.points() == (6, 0)
    ended = only(lists.ride(d20(12), d20(15), (6, 1), (6, 6)), JoustEnded)
    assert (ended.winner, ended.why) == ("bice", "knocked_out")
    assert lists.points()[0] > lists.points()[1]


@pytest.mark.rule("WB-JOUST-10", "WB-JOUST-09")
def test_where_both_are_out_points_decide():
    lists = Lists(rider("aldo", hp=2), rider("bice", hp=2))
    ended = only(lists.ride(d20(15), d20(10), (6, 6), (6, 6)), JoustEnded)
    assert (ended.winner, ended.why) == ("aldo", "points")  # 6 to 5
    lists = Lists(rider("aldo", hp=2), rider("bice", hp=2))
    ended = only(lists.ride(d20(15), d20(15), (6, 6), (6, 6)), JoustEnded)
    assert ended.why == "draw"


@pytest.mark.rule("WB-JOUST-10")
def test_giving_up_loses():
    lists = Lists()
    lists.ride(*MISS)
    ended = only(lists.do(Withdraw("bice")), JoustEnded)
    assert (ended.winner, ended.why) == ("aldo", "withdrew")
    assert lists.refused(Withdraw("aldo")) == "no_joust"


# -------------------------------------------------------------------- what is at stake


@pytest.mark.rule("WB-JOUST-11")
def test_a_duel_costs_the_loser_mount_armour_and_a_ransom():
    lists = Lists(second=rider("bice", hp=2, mount="warhorse_heavy", suit="plate"), stakes="duel")
    events = lists.ride(d20(15), d20(1), (6, 6))
    forfeit = only(events, Forfeited)
    assert (forfeit.loser, forfeit.winner, forfeit.mount, forfeit.armour) == (
        "bice",
        "aldo",
        "warhorse_heavy",
        "plate",
    )
    assert lists.state.awaiting[0].kind == "ransom"
    assert not RULES.finished(lists.state)
    assert lists.refused(NameRansom(-5)) == "bad_ransom"
    assert only(lists.do(NameRansom(300)), RansomNamed).gp == 300
    assert lists.joust.ransom == 300
    assert RULES.finished(lists.state)


@pytest.mark.rule("WB-JOUST-11")
@pytest.mark.parametrize(("each", "asked"), [(100, 400), (30, 120)])
def test_the_means_of_a_loser_without_a_sheet_go_by_level(each, asked):
    loser = rider("bice", hp=2, level=4)
    lists = Lists(second=loser, stakes="duel", ransom_per_level=each)
    proposed = only(lists.ride(d20(15), d20(1), (6, 6)), RansomAsked)
    assert (proposed.means, explain(RULES, lists.state, proposed, "en").numbers) == (
        asked,
        (f"{each} ransom a level, ×4 levels = {asked}",),
    )
    assert RULES.suggest(lists.state, REFEREE) == NameRansom(asked)


@pytest.mark.rule("WB-JOUST-07")
@pytest.mark.parametrize("game", ["whitebox", "infausta"])
def test_row_one_of_table_21_speaks_of_an_attack_and_never_of_a_hit(game):
    """A 12 or more counts whether it hits or not, and the last row is any defeat, not a fall alone."""
    rules = find_ruleset(game)
    scored = PointsScored("aldo", 1, 0, 0, 1)
    number = str(joust_numbers().attack_from)
    for language in LANGUAGES:
        said = explain(rules, rules.initial(), scored, language)
        for line in (said.sentence, *said.numbers):
            assert number in line
            assert not re.search(r"colpo|caduta|\bhit\b|\bfall\b", line)


@pytest.mark.rule("WB-JOUST-04", "WB-JOUST-05", "WB-DEATH-02")
@pytest.mark.parametrize(
    ("lances", "dice", "health", "rules"),
    [
        ("blunted", ((6, 6),), "out", ("WB-JOUST-04",)),
        ("sharp", ((6, 6),), "dead", ("WB-DEATH-02",)),
    ],
)
def test_how_the_beaten_leave_the_lists_cites_what_felled_them(lances, dice, health, rules):
    camp = knights()
    camp.change("bice", hp=1)
    camp.do(JoustOf("aldo", "bice", lances))
    camp.do(Charge("aldo"))
    home = {event.who: event for event in found(camp.do(Charge("bice"), d20(20), d20(1), *dice), RiderHome)}
    assert (home["bice"].health, home["bice"].rules) == (health, rules)
    assert (home["aldo"].health, home["aldo"].rules) == ("well", ())


@pytest.mark.rule("WB-JOUST-11")
@pytest.mark.parametrize("stakes", ["sport", "duel"])
def test_in_sport_nothing_is_forfeit(stakes):
    lists = Lists(second=rider("bice", hp=2), joust_stakes=stakes)
    events = lists.ride(d20(15), d20(1), (6, 6))
    assert bool(found(events, Forfeited)) == (stakes == "duel")


def knights(**options: Any) -> Camp:
    """Two characters with horses, lances and gold."""
    camp = Camp(draft("aldo", gold=50, level=3), draft("bice", gold=80, level=3), **options)
    for who in ("aldo", "bice"):
        camp.do(Grant(who, "transport", "riding_horse"))
        camp.do(Grant(who, "weapon", "lance"))
    camp.do(Grant("bice", "transport", "warhorse_medium"))
    return camp


@pytest.mark.rule("WB-JOUST-01", "WB-JOUST-04", "WB-JOUST-08")
def test_characters_joust_on_their_best_mounts_and_take_their_wounds_home():
    camp = knights()
    camp.change("bice", hp=3)
    camp.do(JoustOf("aldo", "bice"))
    assert camp.state.joust.riders["bice"].mount == "warhorse_medium"
    camp.do(Charge("aldo"))
    camp.do(Charge("bice"), d20(15), d20(1), (6, 6))
    assert (camp["bice"].hp, camp["bice"].health, camp["bice"].bleeding) == (0, "out", False)
    assert camp["aldo"].fit


@pytest.mark.rule("WB-JOUST-11")
def test_in_a_duel_of_characters_things_and_gold_change_hands():
    camp = knights(joust_stakes="duel")
    camp.change("bice", hp=3)
    camp.do(JoustOf("aldo", "bice"))
    camp.do(Charge("aldo"))
    events = camp.do(Charge("bice"), d20(15), d20(1), (6, 6))
    assert [event.key for event in found(events, ItemGiven)] == ["warhorse_medium"]
    assert "warhorse_medium" in camp["aldo"].items
    assert RULES.suggest(camp.state, REFEREE) == NameRansom(80)
    camp.do(NameRansom(100))
    assert (camp["aldo"].coins.gp, camp["bice"].coins.gp) == (130, 0)


def test_whoever_has_no_horse_is_refused():
    camp = Camp(draft("aldo"), draft("bice"))
    assert camp.refused(JoustOf("aldo", "bice")) == "on_foot"
    assert camp.refused(JoustOf("aldo", "carlo")) == "no_character"


# -------------------------------------------------------------------- the contest as a whole


def test_ready_jousts_are_played_by_suggestion_and_every_choice_is_accepted():
    for name in ("tourney", "duel"):
        setup = RULES.read_setup(open_packaged("arbitro.rules.whitebox", "jousts", f"{name}.yaml"))
        for seed in range(30):
            camp = Camp(**setup.options)
            camp.do(setup.start[0])
            dice = QuickDice(seed)
            for _ in range(40):
                if RULES.finished(camp.state):
                    break
                for choice in RULES.choices(camp.state, REFEREE):
                    for filled in choice.fillings():
                        assert RULES.allows(camp.state, RULES.command(filled)), choice
                camp.state = RULES.decide(camp.state, RULES.suggest(camp.state, REFEREE), dice).state
            assert RULES.finished(camp.state)


def test_what_a_spectator_sees_does_not_depend_on_hidden_numbers():
    seen = []
    for armour, hp in ((10, 20), (12, 14)):
        lists = Lists(second=rider("bice", armour=armour, hp=hp))
        events = lists.ride(d20(15), d20(1), (6, 3), d20(20))
        shown = [shown_to(RULES, lists.state, event, SPECTATOR) for event in events]
        seen.append(msgspec.json.encode([shown, RULES.view(lists.state, SPECTATOR)]))
        points = found(events, PointsScored)
        assert [event.total for event in points] == [3, 0]
    assert seen[0] == seen[1]


def test_each_rider_has_a_seat_and_knows_only_its_own_numbers():
    lists = Lists()
    seats = RULES.seats(lists.state)
    assert [seat.name for seat in seats] == ["aldo", "bice"]
    view = RULES.view(lists.state, Seat("aldo", "player", frozenset({"aldo"})))
    assert [one.hp for one in view.joust.riders] == [20, None]


def test_a_file_with_a_fault_says_where():
    text = "game: whitebox\nriders:\n  - {name: Aldo, hp: 8, mount: mule}\n  - {name: Bice, hp: 8, ac: 4}\n"
    with pytest.raises(Fault, match="line 3"):
        RULES.read_setup(Document("joust.yaml", text))
