"""Every deed and every state: the unseen, hidden, singing, shifted and unable are treated alike at every command."""

import pytest
from msgspec.structs import replace
from tests.rules.infausta.arena import RULES
from tests.rules.infausta.doing import (
    GONE,
    OTHER_SEQUENCE,
    SAMPLES,
    UNABLE,
    Sample,
    blind,
    combatant,
    done,
    hidden,
    prepared_for,
    shifted,
    singing,
    under,
    unseen,
)

from arbitro.kernel.command import Refusal
from arbitro.kernel.seat import REFEREE
from arbitro.rules.infausta import infausta
from arbitro.rules.infausta.features.state import Song
from arbitro.rules.whitebox import white_box
from arbitro.rules.whitebox.deeds import UNNOTICED, Deed
from arbitro.rules.whitebox.events import AttackRolled
from arbitro.rules.whitebox.exploring import commands as x
from arbitro.rules.whitebox.ongoing_effects import Ongoing
from arbitro.rules.whitebox.people import commands as p
from arbitro.rules.whitebox.powers import commands as w
from arbitro.rules.whitebox.powers import lookups as lore_rules
from arbitro.rules.whitebox.powers.events import OilThrown

every_sample = pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.name)
at_a_foe = pytest.mark.parametrize(
    "sample", [one for one in SAMPLES if getattr(one.command, "target", "") in ("b", "e")], ids=lambda one: one.name
)
RULINGS = RULES.rules.rulings
OUTSIDE = (*(kind for kind in RULINGS if kind.__module__ in (p.__name__, x.__name__)), w.UseThing)
"""Commands for the time between fights."""


def refused(state, command):
    """The refusal of a command."""
    answer = done(state, command)
    assert isinstance(answer, Refusal), (command, answer.events)
    assert not RULES.allows(state, command)
    return answer


@pytest.mark.parametrize("game", [white_box(), infausta()], ids=["whitebox", "infausta"])
def test_every_command_names_its_deed(game):
    assert all(isinstance(game.rules.rulings[command].deed, Deed) for command in game.command_types)


def test_every_command_of_a_fight_that_others_notice_has_a_sample_here():
    noticed = {command for command in RULINGS if RULINGS[command].deed not in UNNOTICED}
    sampled = {type(sample.command) for sample in SAMPLES}
    missing = noticed - sampled - set(OTHER_SEQUENCE) - set(OUTSIDE)
    assert {command.__name__ for command in missing} == {"ResumeShape"}  # allowed to animals only: see test_shapes


@every_sample
def test_each_sample_is_allowed_as_it_stands(sample: Sample):
    answer = done(prepared_for(sample), sample.command)
    assert not isinstance(answer, Refusal), answer


@pytest.mark.rule("IS-INVIS-01")
@every_sample
def test_the_unseen_are_seen_with_every_attack_and_with_nothing_else(sample: Sample):
    state = done(unseen(prepared_for(sample), "a"), sample.command).state
    assert bool(lore_rules.under(state, "a", "invisible")) is not sample.harms


@pytest.mark.rule("IS-THIEF-02")
@every_sample
def test_the_hidden_are_seen_with_all_that_is_more_than_walking_and_stealth(sample: Sample):
    stays = RULINGS[type(sample.command)].deed in (Deed.WALK, Deed.SKILL, Deed.SHIFT)
    if RULINGS[type(sample.command)].deed is Deed.SKILL:
        assert refused(hidden(prepared_for(sample), "a"), sample.command).code == "hidden_already"
        return
    state = done(hidden(prepared_for(sample), "a"), sample.command).state
    assert ("a" in state.hidden) is stays


@pytest.mark.rule("IS-BARD-02")
@every_sample
def test_a_song_ends_with_all_that_is_more_than_walking(sample: Sample):
    deed = RULINGS[type(sample.command)].deed
    if deed is Deed.SING:
        return  # another song takes the place of the first: see test_songs
    answer = done(singing(prepared_for(sample), "a"), sample.command)
    assert ("a" in answer.state.songs) is (deed is Deed.WALK)


@pytest.mark.rule("IS-BARD-03")
@at_a_foe
def test_whatever_harms_a_follower_breaks_the_song(sample: Sample):
    foe = sample.command.target
    state = prepared_for(sample)
    state = combatant(state, foe, condition="charmed")
    state = replace(state, songs={"c": Song("enthral", (foe,))})
    answer = done(state, sample.command)
    if sample.harms:
        assert not isinstance(answer, Refusal)
        assert "c" not in answer.state.songs
    elif not isinstance(answer, Refusal):
        assert "c" in answer.state.songs


@pytest.mark.rule("IS-SILV-01")
@every_sample
def test_an_animal_uses_no_thing_and_casts_nothing(sample: Sample):
    bound = (Deed.THROW, Deed.CAST, Deed.THING, Deed.TEND, Deed.SING)
    answer = done(shifted(prepared_for(sample), "a"), sample.command)
    if RULINGS[type(sample.command)].deed in bound:
        assert (answer.code, answer.rules) == ("no_hands", ("IS-SILV-01",))
    else:
        assert not isinstance(answer, Refusal) or answer.code in ("shaped_already", "no_skill_for")


@pytest.mark.rule("IS-COMBAT-01", "IS-DEATH-03")
@pytest.mark.parametrize("how", UNABLE)
@every_sample
def test_whoever_is_unable_does_nothing_and_is_offered_nothing(sample: Sample, how: str):
    state = UNABLE[how](prepared_for(sample), "a")
    refused(state, sample.command)
    mine = [choice for choice in RULES.choices(state, REFEREE) if choice.fixed.get("who") == "a"]
    assert mine == []


@pytest.mark.rule("IS-INVIS-01")
@at_a_foe
def test_nothing_is_pointed_at_an_unseen_foe_without_a_direction(sample: Sample):
    state = unseen(prepared_for(sample), sample.command.target)
    assert refused(state, sample.command).rules == ("IS-INVIS-01",)
    known = under(state, sample.command.target, Ongoing(kind="located", magical=False))
    answer = done(known, sample.command)
    assert not isinstance(answer, Refusal), answer
    rolled = [event for event in answer.events if isinstance(event, AttackRolled | OilThrown)]
    for event in (one for one in rolled if one.target == sample.command.target):  # a shot may stray
        assert [one.amount for one in event.check.modifiers if one.rule == "IS-INVIS-01"] == [-4]


@pytest.mark.rule("IS-THIEF-02")
@at_a_foe
def test_nothing_is_pointed_at_a_hidden_foe(sample: Sample):
    answer = refused(hidden(prepared_for(sample), sample.command.target), sample.command)
    assert (answer.code, answer.rules) == ("hidden_from", ("IS-THIEF-02",))


@pytest.mark.rule("IS-COMBAT-01")
@pytest.mark.parametrize("how", GONE)
@at_a_foe
def test_nobody_attacks_those_who_are_out_of_the_fight(sample: Sample, how: str):
    state = UNABLE[how](prepared_for(sample), sample.command.target)
    if sample.harms:
        refused(state, sample.command)


@pytest.mark.rule("IS-INVIS-01")
@every_sample
def test_the_blind_roll_four_worse_at_every_attack(sample: Sample):
    answer = done(blind(prepared_for(sample), "a"), sample.command)
    for event in answer.events:
        check = getattr(event, "check", None)
        if sample.harms and check is not None and check.against.startswith("armour"):
            assert [one.amount for one in check.modifiers if one.note == "blind"] == [-4]
