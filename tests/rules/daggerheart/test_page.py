"""The page of the game: nothing that data may name is missing from it, and a variant is a few lines more."""

from dataclasses import replace
from typing import get_args

import pytest
from msgspec.structs import fields
from tests.rules.daggerheart.bench import foe, hero, play

from arbitro.kernel.content import Sourced
from arbitro.rules.daggerheart import feature_words as f
from arbitro.rules.daggerheart.content import load_library
from arbitro.rules.daggerheart.events import HitPointsMarked, StressMarked
from arbitro.rules.daggerheart.feature import PASSIVES, Feature, PassiveKind, lacking
from arbitro.rules.daggerheart.game import RULES
from arbitro.rules.daggerheart.people import Power
from arbitro.rules.daggerheart.play import Play, begin
from arbitro.rules.daggerheart.player_entries import OptionEntry, PowerEntry
from arbitro.rules.daggerheart.powers import BOONS
from arbitro.rules.daggerheart.resources import mark_hp
from arbitro.rules.daggerheart.rules import Rules
from arbitro.rules.daggerheart.state import Agenda, Apply, Hero, PowerEffect
from arbitro.rules.daggerheart.steps import Choose, Rethink, Retry, Seized

TO_A_TARGET = {*get_args(f.Effect)}
TO_THE_OWNER = {*get_args(f.Own)}
WAITING = {Choose, Rethink, Retry, Seized}
"""Steps that are never settled: they hold what an awaited answer is about."""


def test_every_word_of_the_features_is_registered_once() -> None:
    assert set(RULES.words) == TO_A_TARGET | TO_THE_OWNER


@pytest.mark.parametrize("word", RULES.words)
def test_every_word_does_what_its_place_in_an_entry_promises(word: type[f.Part]) -> None:
    known = RULES.words[word]
    if word is not f.Tell:  # the GM's to tell
        assert (known.target is not None) == (word in TO_A_TARGET)
        assert (known.owner is not None or known.foe is not None) == (word in TO_THE_OWNER)


def test_every_passive_feature_is_registered_once() -> None:
    assert {"", *PASSIVES} == set(get_args(PassiveKind))


def test_a_passive_feature_says_what_it_needs() -> None:
    for kind, needs in PASSIVES.items():
        assert lacking(Feature(passive=kind)) == (needs[0] if needs else "")
    blocks = (*load_library().adversaries.values(), *load_library().places.values())
    assert not [feature.id for one in blocks for feature in one.features if lacking(feature)]


def test_every_step_is_settled_or_waits() -> None:
    assert set(RULES.steps) == set(get_args(Agenda)) - WAITING


# -------------------------------------------------------------------- a variant


def harder(game: Play, step: Apply, one: Hero, part: f.Stress) -> None:
    """A house rule: what strains the mind wounds the body."""
    del part
    mark_hp(game, one.id, 1, step.feature)


GRIM = replace(RULES, words=RULES.words.on(f.Stress, target=harder, standing=True))
"""The game with another meaning for one word."""


@pytest.mark.parametrize(("rules", "told"), [(RULES, StressMarked), (GRIM, HitPointsMarked)])
def test_a_variant_gives_a_word_another_meaning_and_the_parent_keeps_its_own(rules: Rules, told: type) -> None:
    scene = begin(rules, play(hero("ada"), foe("orc")).state)
    rules.steps[Apply](scene, Apply("orc", "", "ada", (f.Stress.of(1),)))
    assert [type(event) for event in scene.events] == [told]


# -------------------------------------------------------------------- powers


def test_every_effect_that_a_power_may_name_is_registered_once() -> None:
    assert set(BOONS) == set(get_args(PowerEffect))


@pytest.mark.parametrize("effect", [effect for effect in BOONS if effect])
def test_every_effect_of_a_power_works_or_says_why_not(effect: PowerEffect) -> None:
    boon = BOONS[effect]
    assert boon.work is not None or boon.may is not None
    assert any(power.effect == effect for power in load_library().powers.values())
    assert boon.work is None or boon.worth is not None, "an automatic player must know when to use it"


OF_A_FILE = {
    *Sourced.__struct_fields__,
    *("plays", "row", "name", "kind", "options", "weapon"),
    *("unlimited", "shares", "judge"),
}
"""What files write otherwise than it is played: where it comes from, and names that are looked up."""
AS_PLAYED = {"id", "pool"}
"""What no file says: it follows of where an entry stands."""


@pytest.mark.parametrize("entry", [OptionEntry, PowerEntry])
def test_a_power_is_played_with_the_very_words_that_files_may_say_of_it(entry) -> None:
    """States keep the order of a power's fields for ever, so it has them by itself: none is lost, none means else."""
    said, played = ({each.name: each for each in fields(kind)} for kind in (entry, Power))
    assert said.keys() - played.keys() <= OF_A_FILE
    if entry is PowerEntry:
        assert played.keys() - said.keys() == AS_PLAYED
    for name in said.keys() - OF_A_FILE:
        assert (said[name].type, said[name].default) == (played[name].type, played[name].default), name
