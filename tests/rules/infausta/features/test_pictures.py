"""What this game adds to the picture of a fight: songs, stances, declarations by everybody."""

import pytest
from tests.rules.infausta.features.stage import RULES, hero, opened, staged
from tests.rules.whitebox.arena import someone

from arbitro.kernel.seat import REFEREE, Seat
from arbitro.rules.infausta.features.commands import BeginSong, TakeStance
from arbitro.rules.whitebox.entry_names import entry_name

OWN = Seat("A", "player", frozenset({"A", "a", "bard"}))
FOE = Seat("B", "player", frozenset({"B", "b"}))


def told(stage, seat):
    """What more the picture tells of each."""
    shown = RULES.sketch(stage.state, seat, "en")
    return {each.id: each.more for spot in shown.spots for each in spot.figures}


@pytest.mark.rule("IS-BARD-02")
def test_a_song_is_heard_by_everybody():
    stage = staged(
        hero("bard", "bard"), hero("a", "thief"), someone("b", "B"), intents={"bard": ("other", "", "", "begin_song")}
    )
    stage.do(BeginSong("bard", "inspire"))
    name = str(entry_name(RULES.rules, "gift", "inspire", "en"))
    assert all(name in told(stage, seat)["bard"] for seat in (OWN, FOE, REFEREE))


@pytest.mark.rule("IS-CHAM-02", "IS-INIT-01")
def test_a_stance_is_shown_in_its_round_and_everybody_declares():
    stage = opened(hero("a", "champion", hp=20), someone("b", "B", hp=20))
    steps = [step.text for step in RULES.sketch(stage.state, OWN, "en").tracks[0].steps]
    assert steps[:2] == ["declarations", "actions"]
    stage.do(TakeStance("a", "offensive"))
    assert str(entry_name(RULES.rules, "gift", "offensive", "en")) in told(stage, OWN)["a"]
