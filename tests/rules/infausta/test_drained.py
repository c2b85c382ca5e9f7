"""Levels lost in a fight are written on the sheet; of the dead nothing more is told, and nobody "comes home" so."""

import pytest
from msgspec.structs import replace
from tests.rules.infausta.arena import RULES
from tests.rules.infausta.doing import SAMPLES, combatant, done, prepared_for
from tests.rules.whitebox.people.camp import only

from arbitro.kernel.sentence import tell
from arbitro.rules.whitebox.commands import EndFight
from arbitro.rules.whitebox.powers.events import SheetDrained
from arbitro.text import LANGUAGES


@pytest.mark.rule("WB-DEATH-01")
@pytest.mark.parametrize(("condition", "hp", "told"), [("up", 4, True), ("out", -1, True), ("dead", -9, False)])
def test_what_a_drain_left_is_told_of_the_living_alone_and_sends_nobody_home(condition, hp, told):
    state = prepared_for(SAMPLES[0])
    drained = replace(state.fight.combatants["a"].profile, level=7, max_hp=12)
    after = done(combatant(state, "a", profile=drained, condition=condition, hp=hp), EndFight(("B",)))
    event = only(after.events, SheetDrained)
    assert (event.level, event.fallen) == (7, not told)
    assert after.state.characters["a"].level == 7  # whoever is raised again has lost it all the same
    for language in LANGUAGES:
        line = tell(RULES, after.state, event, language)
        assert bool(line) is told
        assert "casa" not in line
        assert "home" not in line
