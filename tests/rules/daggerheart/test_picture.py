"""A scene to look at: the spotlight, Fear in plain sight, the ranges between everybody, what runs down."""

import pytest
from msgspec.structs import replace
from tests.rules.daggerheart.bench import RULES, Bench, foe, hero, play

from arbitro.kernel.seat import REFEREE, Seat
from arbitro.rules.daggerheart.state import Countdown, Fear
from arbitro.rules.daggerheart.words import Named

PARTY = Seat("party", "player", frozenset({"ada", "bea"}))


def shown(bench: Bench, seat: Seat = PARTY):
    """The picture, which must be there."""
    found = RULES.sketch(bench.state, seat, "en")
    assert found is not None
    return found


@pytest.mark.rule("DHP-RANGE-01", "DHP-RANGE-02")
def test_the_line_tells_the_ranges_between_those_who_stand_on_it():
    bench = play(hero("ada", at=0), hero("bea", at=20), foe("orc", at=25), foe("boss", at=80))
    places = [(spot.label, [each.id for each in spot.figures], spot.beyond, spot.joined) for spot in shown(bench).spots]
    assert places == [
        ("At range: Far", ["boss"], "Far: 55 ft", False),
        ("At range: Melee", ["orc"], "in melee", True),
        ("The party", ["bea"], "Close: 20 ft", False),
        ("The party", ["ada"], "", False),
        ("Open ground behind", [], "", False),
    ]


@pytest.mark.rule("DH-FEAR-01")
def test_fear_and_the_spotlight_lie_in_the_open():
    bench = play(hero("ada"), foe("orc"))
    scene = replace(bench.scene, spotlight="gm", holder="orc")
    bench.state = replace(bench.state, scene=scene, fear=Fear(3, 3))
    spotlight, fear = shown(bench).tracks[:2]
    assert [(step.text, step.now) for step in spotlight.steps] == [("the players", False), ("the GM (Orc)", True)]
    assert (fear.full, fear.most) == (3, 12)
    bench.state = replace(bench.state, scene=replace(scene, spotlight="players"))
    assert shown(bench).tracks[0].steps[0].text == "the players", "the orc does not hold the players' spotlight"
    assert "Orc" not in RULES.picture(bench.state, PARTY, "en")[0]


@pytest.mark.rule("DHP-COUNT-01")
def test_countdowns_are_shown_to_those_who_may_know_them():
    bench = play(hero("ada"), foe("orc"))
    counts = {
        "flood": Countdown("flood", Named("piena", "flood"), "standard", 6, 4),
        "plot": Countdown("plot", Named("trama", "plot"), "standard", 6, 5, hidden=True),
    }
    bench.state = replace(bench.state, scene=replace(bench.scene, countdowns=counts))
    assert [(track.label, track.steps[0].text) for track in shown(bench).tracks[2:]] == [("“flood”", "4")]
    assert len(shown(bench, REFEREE).tracks) == 4


def test_adversaries_show_how_hurt_they_look_and_the_gm_sees_numbers():
    bench = play(hero("ada", hp_marked=2), foe("orc", hp_marked=3), foe("gone", hp_marked=5, defeated=True))
    figures = {each.id: each for spot in shown(bench).spots for each in spot.figures}
    assert (figures["ada"].state, figures["ada"].life) == ("HP 2/6, Stress 0/6", 66)
    assert (figures["orc"].state, figures["orc"].life) == ("badly hurt", None)
    assert (figures["gone"].out, shown(bench).spots[-1].label) == (True, "Out of the scene")
    known = {each.id: each.state for spot in shown(bench, REFEREE).spots for each in spot.figures}
    assert known["orc"] == "HP 3/5"


def test_between_scenes_there_is_nothing_to_look_at():
    assert RULES.sketch(RULES.initial(), PARTY, "en") is None
