"""Adversaries made up on the spot: every recurrent feature works at every tier, or is refused with a sentence."""

from pathlib import Path

import pytest
from msgspec.structs import replace
from tests.rules.daggerheart.bench import BOOKS, RULES, acting, duality, hero, play

from arbitro.dice.amount import Amount
from arbitro.dice.stream import QuickDice
from arbitro.kernel.command import Refusal
from arbitro.kernel.seat import REFEREE
from arbitro.kernel.yamlfile import Document, FileFault
from arbitro.rules import daggerheart
from arbitro.rules.daggerheart.circumstances import standard_damage
from arbitro.rules.daggerheart.commands import Attack, FoeAttack, Roll, Spotlight, UseFeature
from arbitro.rules.daggerheart.content import load_library
from arbitro.rules.daggerheart.damage import reduced
from arbitro.rules.daggerheart.feature import Feature, lacking
from arbitro.rules.daggerheart.numbers import difficulty_of
from arbitro.rules.daggerheart.setup import read_scene
from arbitro.rules.daggerheart.state import Foe, Turn
from arbitro.rules.daggerheart.words import Named
from arbitro.text import Fault

FIGHTS = Path(daggerheart.__file__).parent / "fights"
TIERS = (1, 2, 3, 4)
NAME = Named("Bandito", "Bandit")
SCENE = """
game: daggerheart
party: [berta]
foes:
  - {{improvise: 1, name: {{it: Bandito, en: Bandit}}, patterns: [{pattern}]}}
"""


def made(tier, *patterns, kind="standard", who="orc", **marks):
    block = BOOKS.improvised(tier, NAME, kind, patterns)
    return Foe(who, block, block.name, **{"at": 5, **marks})


@pytest.mark.rule("DHP-ADVSTAT-10", "DHP-ADVSTAT-12")
@pytest.mark.parametrize("tier", TIERS)
@pytest.mark.parametrize("pattern", sorted(BOOKS.patterns))
def test_every_recurrent_feature_survives_being_hit_and_striking(pattern, tier):
    foe = made(tier, pattern)
    assert not any(lacking(feature) for feature in foe.block.features)
    others = (made(tier, pattern, who="two"), made(tier, who="three"))
    hit = play(hero(hp=40), foe, *others, fear=12).do(Attack("ada", "orc"))
    hit.state = _played(hit.state, Roll("ada"))
    turn = play(hero(hp=40), foe, *others, fear=12, turn=acting())
    _played(turn.state, FoeAttack("orc", "ada"))
    for feature in foe.block.features:
        if feature.kind == "action":
            _played(turn.state, UseFeature("orc", feature.id, "ada"))


def _played(state, command):
    """A command and whatever is asked after it, answered by the automatic seats."""
    dice = QuickDice(14)
    for _ in range(40):
        done = RULES.decide(state, command, dice)
        assert not isinstance(done, Refusal), done
        state = done.state
        if not state.awaiting:
            return state
        command = RULES.suggest(state, REFEREE) or pytest.fail("nobody answers")
    return state


@pytest.mark.rule("DHP-ADVSTAT-06", "DHP-ADVSTAT-07")
@pytest.mark.parametrize("tier", TIERS)
def test_an_improvised_minion_is_one(tier):
    minion = made(tier, kind="minion")
    assert (minion.block.type, minion.hp, minion.block.major) == ("minion", 1, None)
    assert {feature.id for feature in minion.block.features} == {"minion", "group_attack"}
    (value,) = [feature.value for feature in minion.block.features if feature.passive == "minion"]
    bench = play(hero(agility=9), *(made(tier, "minion", who=f"m{number}") for number in range(4)))
    sword = replace(bench.hero().sheet.weapons[0], die=12, plus=value)
    bench.state = replace(
        bench.state,
        party={"ada": replace(bench.hero(), sheet=replace(bench.hero().sheet, weapons=(sword,)))},
    )
    bench.do(Attack("ada", "m0")).do(Roll("ada"), *duality(12, 11), (12, 1))
    assert sum(foe.defeated for foe in bench.scene.foes.values()) == 1 + (value + 1) // value


@pytest.mark.rule("DHP-ADVSTAT-09")
def test_relentless_by_tier_or_by_its_own_number():
    def spotlights(*patterns):
        bench = play(hero(), made(1, *patterns), fear=12, turn=Turn("failed_action_roll", 1))
        count = 0
        while RULES.allows(bench.state, Spotlight("orc")):
            bench.do(Spotlight("orc"))
            count += 1
        return count

    assert [spotlights(), spotlights("relentless"), spotlights(Feature(pattern="relentless", value=4))] == [1, 2, 4]


@pytest.mark.rule("DH-DIFF-01", "DHP-ADVSTAT-10")
def test_flying_raises_the_difficulty():
    assert [difficulty_of(load_library(), made(tier, "flying")) for tier in TIERS] == [13, 17, 20, 23]


@pytest.mark.rule("DHP-ADVSTAT-08")
def test_a_horde_thins_out():
    horde = made(1, kind="horde", hp_marked=3)
    pool, feature = standard_damage(load_library(), play(hero(), horde).state, horde)
    assert pool == (Amount(1, 4, 1),)
    assert feature is not None
    assert feature.passive == "horde"


@pytest.mark.rule("DHP-DMG-04", "DHP-ADVSTAT-10")
@pytest.mark.parametrize(
    ("kinds", "kind", "cut"),
    [
        ((), "physical", 5),
        ((), "magic", 0),
        ((), "both", 0),
        (("magic",), "physical", 0),
        (("magic",), "magic", 5),
        (("physical", "magic"), "both", 5),
    ],
)
def test_a_flat_reduction_takes_off_the_kinds_it_names(kinds, kind, cut):
    foe = made(1, Feature(pattern="armored_carapace", kinds=kinds))
    left, modifiers, _ = reduced(load_library(), play(hero(), foe).state, foe, 9, kind)
    assert left == 9 - cut
    assert sum(each.amount for each in modifiers) == -cut


@pytest.mark.rule("DHP-GEN-03")
def test_two_flat_reductions_add_up():
    twice = made(1, "armored_carapace", Feature(pattern="armored_carapace", id="scales", value=2))
    assert reduced(load_library(), play(hero(), twice).state, twice, 9, "physical")[0] == 2


@pytest.mark.rule("DHP-ADVSTAT-07")
def test_a_group_attack_gathers_those_of_one_name_only():
    other = replace(made(1, kind="minion", who="two").block, name=Named("Cane", "Dog"))
    bench = play(
        hero(),
        made(1, kind="minion"),
        made(1, kind="minion", who="mate"),
        Foe("two", other, other.name, 5),
        fear=1,
        turn=acting(),
    ).do(UseFeature("orc", "group_attack", "ada"), (20, 15))
    assert bench.scene.agenda[0].amount == 4  # two Bandits at 2 each


@pytest.mark.rule("DHP-ADVSTAT-07")
def test_a_group_with_damage_dice_throws_them_for_each():
    pack = [replace(made(1, "group_attack", who=who), id=who) for who in ("orc", "two")]
    bench = play(hero(), *pack, fear=1, turn=acting())
    bench.do(UseFeature("orc", "group_attack", "ada"), (20, 15), (6, 1), (6, 2))
    assert bench.scene.agenda[0].amount == 3 + 2 * 2


@pytest.mark.parametrize(
    ("pattern", "said"),
    [
        ("relentles", "“relentles” is not known here; did you mean “relentless”?"),
        ("{pattern: minoin}", "“minoin” is not known here; did you mean “minion”?"),
        ("{pattern: resist}", "“resist”"),
        ("{pattern: relentless, passive: weak, value: 1}", "needs a damage type"),
    ],
)
def test_what_cannot_work_is_refused_with_its_line(pattern, said):
    with pytest.raises(FileFault) as fault:
        read_scene(Document("x.yaml", SCENE.format(pattern=pattern)), BOOKS)
    assert said in str(fault.value)
    assert "x.yaml, line 5" in str(fault.value)


def test_a_file_gives_numbers_of_its_own():
    text = SCENE.format(pattern="{pattern: relentless, value: 4}, minion")
    (foe,) = read_scene(Document("x.yaml", text), BOOKS).start[1].foes
    assert {feature.id: feature.value for feature in foe.block.features} == {"relentless": 4, "minion": 4}


@pytest.mark.parametrize("kind", ["adversaries", "places"])
def test_no_printed_feature_lacks_what_it_needs(kind):
    for entry in getattr(BOOKS, kind).values():
        assert not [feature.id for feature in entry.features if lacking(feature)]


@pytest.mark.rule("DHP-ADVSTAT-12", "DHP-ENV-02")
@pytest.mark.parametrize("tier", [-1, 0, 5, 7])
def test_a_tier_that_there_is_not_is_refused_with_a_sentence_at_every_door(tier):
    said = f"there is no tier {tier}: the known ones are 1, 2, 3, 4"
    for door in (
        lambda: BOOKS.improvised(tier, NAME),
        lambda: BOOKS.adapted(next(iter(BOOKS.places.values())), tier),
    ):
        with pytest.raises(Fault) as fault:
            door()
        assert fault.value.in_("en") == said
        assert f"il rango {tier} non esiste" in fault.value.in_("it")
    text = SCENE.format(pattern="minion").replace("improvise: 1", f"improvise: {tier}")
    with pytest.raises(FileFault) as in_file:
        read_scene(Document("x.yaml", text), BOOKS)
    assert said in str(in_file.value)
    assert "x.yaml, line" in str(in_file.value)


def test_only_those_of_one_name_have_numbers():
    text = (FIGHTS / "bandits.yaml").read_text(encoding="utf-8")
    foes = read_scene(Document("bandits.yaml", text), BOOKS).start[1].foes
    assert [foe.name.in_("it") for foe in foes] == ["Bandito 1", "Bandito 2", "Capobanda"]
    assert len({foe.id for foe in foes}) == 3
    assert foes[-1].name.grammar == "one"  # "il capobanda", and nobody's own name
