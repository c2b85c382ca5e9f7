"""The page of the game: nothing that the data may name is missing from it, and a variant is a few lines more."""

import re
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import get_args, get_type_hints

import msgspec
import pytest
from msgspec.structs import fields
from tests.rules.archmage.fixed import FixedDice
from tests.rules.archmage.table import Play, foe, pc, sword
from tests.rules.archmage.test_random import check

from arbitro.dice.amount import Amount
from arbitro.kernel.command import Refusal
from arbitro.kernel.hooks import Forbid
from arbitro.kernel.ruling import Modifier
from arbitro.rules import archmage
from arbitro.rules.archmage import Archmage
from arbitro.rules.archmage import commands as c
from arbitro.rules.archmage import effects as do
from arbitro.rules.archmage import magic_effects as magic
from arbitro.rules.archmage.bestiary import creature
from arbitro.rules.archmage.catalogue import load_books
from arbitro.rules.archmage.circumstances import CIRCUMSTANCES
from arbitro.rules.archmage.events import AttackRolled, Fell
from arbitro.rules.archmage.game import RULES
from arbitro.rules.archmage.numbers import Strike
from arbitro.rules.archmage.power import ConditionName, Rider, Situation, SpecialCode
from arbitro.rules.archmage.rules import Deed, Trait
from arbitro.rules.archmage.scene import Scene
from arbitro.rules.archmage.sheets import attack_pairs, effect_text, rider_text
from arbitro.rules.archmage.state import Combatant
from arbitro.rules.archmage.step import Step, Stray, Vote
from arbitro.text import LANGUAGES, Language

IN_DAMAGE = {
    do.More,
    do.Instead,
    do.Half,
    do.Halved,
    do.RerollOnes,
    do.RollTwice,
    do.RaiseDice,
    do.Retype,
    magic.Pierce,
}
ASKED_FOR = {*IN_DAMAGE, *get_args(do.Answering)}
"""Words that change the damage of a blow while it is worked out, or answer it: their chapters ask for them."""
WAITING = {Stray, Vote}
"""Steps that are never carried on: they hold what an awaited answer is about."""


def test_every_word_of_the_power_vocabulary_is_registered_once() -> None:
    assert set(RULES.verbs) == set(get_args(do.AnyEffect))
    assert {word for word, verb in RULES.verbs.items() if verb.work is None} == ASKED_FOR


def test_every_word_that_may_be_aimed_is_known_to_be() -> None:
    aimed = {word for word in get_args(do.AnyEffect) if "on" in word.__struct_fields__}
    assert aimed == set(get_args(do.Aimed))


def test_every_special_that_data_may_name_is_registered_once() -> None:
    assert set(RULES.traits) == set(get_args(SpecialCode))


def test_every_special_does_something_or_is_asked_for_by_its_chapter() -> None:
    modules = (path for path in Path(archmage.__file__).parent.glob("*.py") if path.stem not in ("power", "specials"))
    words = set(re.findall(r'"(\w+)"', "".join(path.read_text(encoding="utf-8") for path in modules)))
    for code, trait in RULES.traits.items():
        assert trait != Trait() or code in words | {"cold_escalation"}, code


def test_every_circumstance_that_data_may_name_is_registered_once() -> None:
    assert set(CIRCUMSTANCES) == set(get_args(Situation))


def test_every_step_is_carried_on_or_waits() -> None:
    assert set(RULES.steps) == set(get_args(Step)) - WAITING


# -------------------------------------------------------------------- a variant


def blessing(strike: Strike) -> Iterable[Modifier]:
    """A house rule: characters strike better."""
    if strike.one.side == "party":
        yield Modifier(3, "AE-MOD-01", "circumstance")


def no_blows(scene: Scene, who: str) -> Refusal | None:
    """A house rule: nobody strikes in the first round."""
    return Refusal("not_now") if scene.state.battle.round == 1 else None


fallen: list[tuple[str, str]] = []


def toll(scene: Scene, before: Combatant, by: str) -> None:
    """A house rule: a bell is heard for everybody who falls."""
    fallen.append((before.id, by))


BLESSED = Archmage(replace(RULES, to_hit=RULES.to_hit.also(blessing), fell=RULES.fell.also(toll)))
"""The game with two more parts."""
PEACEFUL = Archmage(replace(RULES, may_do={**RULES.may_do, Deed.STRIKE: RULES.may_do[Deed.STRIKE].also(no_blows)}))
"""The game with one more thing that forbids a blow."""


def test_a_part_more_counts_and_is_told_and_the_parents_are_left_alone() -> None:
    fallen.clear()
    for game, more in ((Archmage(), 0), (BLESSED, 3)):
        play = Play(game).begin(pc("ada", sword()), foe(hp=1, ac=5)).engage("ada", "orc")
        play.do(c.Attack("ada", "sword", "orc"), (20, 15), (8, 4))
        rolled = play.find(AttackRolled).check
        assert sum(each.amount for each in rolled.modifiers if each.note == "circumstance") == more
        assert play.find(Fell).who == "orc"
    assert fallen == [("orc", "ada")]


def test_what_a_deed_asks_is_asked_of_every_command_of_its_sort() -> None:
    assert isinstance(RULES.may_do[Deed.STRIKE], Forbid)
    for game, code in ((Archmage(), ""), (PEACEFUL, "not_now")):
        play = Play(game).options(pc_grab=True).begin(pc("ada", sword()), foe()).engage("ada", "orc")
        for command in (c.Attack("ada", "sword", "orc"), c.Grab("ada", "orc")):
            answer = game.decide(play.state, command, FixedDice())
            assert (answer.code if isinstance(answer, Refusal) else "") == code
        assert game.allows(play.state, c.Move("ada", "away"))
        assert play.refused(c.Attack("orc", "sword", "ada")) == "not_your_turn", "what was asked before is asked first"


# -------------------------------------------------------------------- words


PLAIN = {
    Amount | None: Amount(1, 4),
    Amount: Amount(1, 4),
    tuple[ConditionName, ...]: ("dazed",),
    str: "rage",
    int: 12,
    tuple[str, ...]: ("rage",),
    tuple[int, ...]: (18,),
}


def sample(word: type[do.Effect]) -> do.Effect:
    """An effect of a word, with what its entry must say."""
    types = get_type_hints(word)
    return word(**{field.name: PLAIN[types[field.name]] for field in fields(word) if field.required})


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("word", RULES.verbs)
def test_every_word_of_the_power_vocabulary_can_be_told(word: type[do.Effect], language: Language) -> None:
    told = effect_text(Archmage(), "weapon", sample(word), language, pc("ada"))
    assert told
    assert not {"{", "}", "."} & set(told)


@pytest.mark.rule("AE-POS-11", "AE-ATK-06")
@pytest.mark.parametrize("word", RULES.verbs)
def test_no_word_of_a_power_puts_the_fallen_back_into_melee(word: type[do.Effect]) -> None:
    """The blow fells its target, and what else it does finds a corpse."""
    summons = next(iter(load_books().summons))
    effect = do.Summon(summons) if word is do.Summon else sample(word)
    deadly = sword(id="deadly", automatic=True, damage=Amount(plus=99), targets=Amount(plus=2))
    deadly = msgspec.structs.replace(deadly, reach="nearby", kind="close", riders=(Rider((effect,)),))
    play = Play(Archmage()).begin(pc("ada", deadly, sword()), foe("orc", hp=1), foe("elf", hp=1), pc("bea"), pc("cai"))
    play.engage("bea", "orc").engage("cai", "elf")
    resolved = play.game.decide(play.state, c.Attack("ada", "deadly", "orc,elf"), FixedDice())
    assert not isinstance(resolved, Refusal)
    orc = resolved.state.battle.combatants["orc"]
    assert not orc.in_field
    assert not orc.engaged
    check(play.game, resolved.state)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_circumstance_can_be_told(language: Language) -> None:
    for name in CIRCUMSTANCES:
        told = rider_text(Archmage(), "weapon", Rider((do.Half(),), when=(name,)), language, pc("ada"))
        assert ": " in told
        assert "circumstance" not in told


def test_a_sheet_tells_what_every_power_and_attack_does() -> None:
    for kind in load_books().monsters:
        profile = creature(load_books(), kind, "foes", kind, nastier=True)
        one = Combatant(profile, profile.max_hp, profile.max_hp)
        for attack, (_, told) in zip(profile.attacks, attack_pairs(Archmage(), one, "en"), strict=True):
            for rider in attack.riders:
                assert rider_text(Archmage(), attack.type, rider, "en", profile) in told
