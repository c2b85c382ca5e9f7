"""The reference fight solved exactly: what simulations and benchmarks are held against."""

import pytest
from benchmarks.reference import party_wins

REFERENCE = 0.685497879


@pytest.mark.rule("WB-INIT-04", "WB-SEQ-04", "WB-ATK-04", "WB-DEATH-02")
def test_the_reference_fight_is_won_as_often_as_we_say():
    assert party_wins() == pytest.approx(REFERENCE, abs=1e-9)
