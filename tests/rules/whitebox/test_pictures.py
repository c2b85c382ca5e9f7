"""A fight, a joust and a meeting as something to look at: who stands where, whose moment it is, who knows what."""

import pytest
from msgspec.structs import replace
from tests.rules.whitebox.arena import BOW, RULES, SWORD, Arena, d6, d20, declaring, fight_with, someone, spell, tied
from tests.rules.whitebox.exploring.test_encounters import met
from tests.rules.whitebox.exploring.test_joust import Lists

from arbitro.kernel.seat import REFEREE, SPECTATOR, Seat
from arbitro.kernel.sketch import Sketch
from arbitro.rules.whitebox.commands import Attack, Move, Surrender
from arbitro.rules.whitebox.exploring.commands import Charge, RollReaction
from arbitro.rules.whitebox.ongoing_effects import Barrier, Ongoing
from arbitro.rules.whitebox.state import Ground, Lying
from arbitro.rules.whitebox.terms import Named
from arbitro.text import LANGUAGES, Language

PLAYER = Seat("Anna", "player", frozenset({"A", "a", "a2"}))
FOE = Seat("Bruno", "player", frozenset({"B", "b"}))
FIGHTER = {"class_id": "fighter", "hp": 12}


def sketch(state: object, seat: Seat = PLAYER, language: Language = "en") -> Sketch:
    """The picture, which must be there."""
    found = RULES.sketch(state, seat, language)
    assert found is not None
    return found


def line(shown: Sketch) -> list[tuple[str, list[str], str, bool]]:
    """The places: where, who, what lies between, whether they fight across it."""
    return [(one.label, [each.id for each in one.figures], one.beyond, one.joined) for one in shown.spots]


def tracks(shown: Sketch) -> dict[str, list[str]]:
    """What is shown above the line; the present step in brackets, a past one struck through with a dash."""
    return {
        track.label: [
            f"[{step.text}]" if step.now else f"-{step.text}" if step.past else step.text for step in track.steps
        ]
        for track in shown.tracks
    }


@pytest.mark.rule("WB-MELEE-02")
def test_everybody_stands_on_the_line_and_melee_joins_the_places_within_ten_feet() -> None:
    arena = fight_with(
        someone("a", **FIGHTER, at=0),
        someone("a2", **FIGHTER, at=0),
        someone("b", "B", at=10),
        someone("c", "B", at=60),
    )
    shown = sketch(arena.state)
    assert shown.sides == ("A", "B")
    assert line(shown) == [
        ("A short run off (60 ft)", ["c"], "50 ft", False),
        ("Within reach (10 ft)", ["b"], "in melee, 10 ft apart", True),
        ("Our own", ["a", "a2"], "", False),
        ("Open ground, 20 ft back", [], "", False),
    ]
    figures = {each.id: each for spot in shown.spots for each in spot.figures}
    assert (figures["a"].state, figures["a"].life, figures["a"].more) == ("12/12 hp", 100, "in melee with b")
    assert (figures["b"].state, figures["b"].life) == ("unhurt", None), "a foe's numbers are the referee's"
    assert figures["c"].more == ""
    other = sketch(arena.state, FOE)
    assert [where for where, *_ in line(other)] == ["Within reach (10 ft)", "Our own", "Our own"], (
        "one's own side is near"
    )
    assert other.sides == ("B", "A")


@pytest.mark.rule("WB-INIT-01", "WB-SEQ-02")
def test_where_friends_and_foes_stand_on_one_spot_it_is_called_nobodys_own() -> None:
    arena = fight_with(someone("a", **FIGHTER, at=0), someone("b", "B", at=0))
    assert line(sketch(arena.state))[0][0] == "Hand to hand"


def test_the_order_of_the_round_is_shown_and_who_acts_now() -> None:
    arena = fight_with(someone("a", **FIGHTER), someone("b", "B"), first="B")
    shown = sketch(arena.state)
    assert shown.title == "Round 1"
    assert tracks(shown) == {"Initiative": ["[1. B]", "2. A"]}
    assert [each.id for spot in shown.spots for each in spot.figures if each.active] == ["b"]
    arena.do(Attack("b", "a", "sword"), d20(2))
    assert not any(each.active for spot in sketch(arena.state).spots for each in spot.figures), "it has struck"
    arena.end("B")
    assert tracks(sketch(arena.state)) == {"Initiative": ["-1. B", "[2. A]"]}
    assert RULES.picture(arena.state, PLAYER, "en")[1:3] == ["Initiative: 1. B, 2. A", "In melee: a with b"]


@pytest.mark.rule("WB-INIT-02")
def test_sides_that_act_together_are_one_step() -> None:
    assert tracks(sketch(tied(someone("a"), someone("b", "B")).state))["Initiative"] == ["[1. A + B]"]


@pytest.mark.rule("WB-SPELL-01", "WB-INTENT-01")
def test_declarations_are_a_step_of_their_own() -> None:
    arena = declaring(someone("a", spells=(spell("spark"),), class_id="magic_user"), someone("b", "B"))
    assert tracks(sketch(arena.state)) == {"The round": ["[declarations]", "actions"], "Declaring": ["[A]"]}
    arena = declaring(someone("a"), someone("b", "B"), declare_intent=True)
    assert tracks(sketch(arena.state))["Declaring"] == ["[A]", "[B]"]


@pytest.mark.rule("WB-ALTSEQ-01")
def test_the_other_sequence_has_four_steps() -> None:
    arena = fight_with(someone("a", weapons=(BOW, SWORD)), someone("b", "B", at=60), combat_sequence="alternate")
    assert tracks(sketch(arena.state)) == {
        "The round": ["-spells", "[missiles]", "melee", "movement"],
        "Initiative": ["[1. A]", "2. B"],
    }


@pytest.mark.rule("WB-SURPRISE-03")
def test_surprise_has_its_own_moment() -> None:
    arena = Arena(someone("a"), someone("b", "B"), dice=(d6(6), d6(1)), surprise_method="roll")
    shown = sketch(arena.state)
    assert shown.title == "Before initiative"
    assert tracks(shown) == {"Free action": ["[A]"]}
    (foe,) = shown.spots[0].figures
    assert foe.state == "unhurt, surprised"
    assert RULES.picture(arena.state, PLAYER, "en")[0] == "Before initiative: A"


@pytest.mark.rule("WB-RANGED-01")
def test_whoever_can_shoot_is_known_to_their_own_side_only() -> None:
    arena = fight_with(someone("a", weapons=(BOW, SWORD)), someone("b", "B", at=60, weapons=(BOW,)))
    shown = {each.id: each.more for spot in sketch(arena.state).spots for each in spot.figures}
    assert shown == {"a": "can shoot: bow", "b": ""}


def test_those_who_are_gone_stand_aside_and_the_helpless_where_they_lie() -> None:
    arena = fight_with(someone("a", **FIGHTER), someone("b", "B", hp=1), someone("c", "B"), someone("d", "B", at=30))
    arena.do(Attack("a", "b", "sword"), d20(19), d6(6))
    fight = arena.fight
    people = fight.combatants
    people = {**people, "c": replace(people["c"], held_until=9), "d": replace(people["d"], condition="fled")}
    state = replace(arena.state, fight=replace(fight, combatants=people))
    shown = sketch(state)
    assert [(one.label, [(each.id, each.state, each.out) for each in one.figures]) for one in shown.spots] == [
        ("Within reach (10 ft)", [("c", "unhurt, paralysed", False)]),
        ("Our own", [("a", "12/12 hp", False)]),
        ("Open ground, 20 ft back", []),
        ("Out of the fight", [("b", "dead", True), ("d", "fled", True)]),
    ]
    arena.end("A")
    arena.do(Surrender("c"))
    assert sketch(arena.state).spots[-1].figures[-1].state == "has surrendered"


@pytest.mark.rule("WB-INVIS-01")
def test_whoever_is_not_seen_has_no_place_for_the_others() -> None:
    arena = fight_with(someone("a", **FIGHTER), someone("b", "B", at=50))
    hidden = replace(arena.state, effects={"b": (Ongoing(kind="invisible"),)})
    assert line(sketch(hidden))[-1] == ("Nobody knows where", ["b"], "", False)
    assert "50" not in str(RULES.drawing(hidden, PLAYER, "en")).replace('"50"', "")
    assert line(sketch(hidden, REFEREE))[0][:2] == ("A short run off (50 ft)", ["b"])


def test_walls_and_fallen_weapons_are_on_the_line() -> None:
    arena = fight_with(someone("a"), someone("b", "B", at=60))
    fallen = Ground((Lying("a", "axe", 30, (replace(SWORD, name=Named("ascia", "axe")),)),))
    wall = Ongoing(kind="wall", barriers=(Barrier(of="fire", at=40),))
    state = replace(arena.state, fight=replace(arena.fight, ground=fallen), effects={"a": (wall,)})
    things = {spot.label: spot.things for spot in sketch(state).spots}
    assert things["A short run off (40 ft)"] == ("a wall of fire",)
    assert things["A few steps off (30 ft)"] == ("on the ground: axe",)


def test_the_end_says_who_is_left() -> None:
    arena = fight_with(someone("a", **FIGHTER), someone("b", "B", hp=1))
    arena.do(Attack("a", "b", "sword"), d20(19), d6(6))
    shown = sketch(arena.state)
    assert (shown.title, shown.tracks) == ("The fight is over. Left in the field: A", ())
    assert not any(each.active for spot in shown.spots for each in spot.figures)


def test_somebody_who_walks_away_is_drawn_where_they_stop() -> None:
    arena = fight_with(someone("a", **FIGHTER), someone("b", "B", at=40))
    arena.do(Move("a", 30))
    *_, last, behind = line(sketch(arena.state))
    assert (last[:2], behind[:2]) == (("Our own", ["a"]), ("Open ground, 20 ft back", []))


# -------------------------------------------------------------------- the lists


@pytest.mark.rule("WB-JOUST-02")
def test_a_joust_shows_its_passes_and_both_riders() -> None:
    lists = Lists()
    aldo, bice = (Seat(who, "player", frozenset({who})) for who in ("aldo", "bice"))
    lists.do(Charge("aldo"))
    shown = sketch(lists.state, aldo)
    assert shown.title == "A joust with blunted lances"
    assert tracks(shown) == {"Pass": ["[1]", "2", "3"]}
    far, near = (spot.figures[0] for spot in shown.spots)
    assert (near.id, near.state) == ("aldo", "0 points, in the saddle, 20/20 hp, ready")
    assert (far.id, far.state, far.active) == ("bice", "0 points, in the saddle", True)
    assert sketch(lists.state, bice).spots[1].figures[0].id == "bice", "one's own end is near"
    lists.do(Charge("bice"), d20(2), d20(3))
    assert tracks(sketch(lists.state, SPECTATOR)) == {"Pass": ["-1", "[2]", "3"]}


# -------------------------------------------------------------------- meetings


@pytest.mark.rule("WB-SURPRISE-01", "WB-PARLEY-01")
def test_a_meeting_shows_the_distance_and_who_is_aware() -> None:
    delve = met(count=3, dark_meeting_feet=0)
    player = Seat("party", "player", frozenset({"party", "berto"}))
    shown = sketch(delve.state, player)
    far, near = shown.spots
    assert (far.label, far.beyond) == ("A few steps off (30 ft)", "30 ft")
    assert [(each.side, each.state) for each in far.figures] == [(1, "× 3")]
    assert [each.id for each in near.figures] == ["berto"]
    assert [len(track.steps) for track in shown.tracks] == [2]
    assert all("on guard" in step.text for step in shown.tracks[0].steps)
    delve.do(RollReaction(), (6, 1), (6, 1))
    assert sketch(delve.state, REFEREE).spots[0].figures[0].state == "× 3, hostile"
    assert sketch(delve.state, player).spots[0].figures[0].state == "× 3", "how they take it is the referee's"


def test_there_is_nothing_to_look_at_before_anything_happens() -> None:
    for language in LANGUAGES:
        assert RULES.sketch(RULES.initial(), PLAYER, language) is None
        assert RULES.drawing(RULES.initial(), PLAYER, language) is None
