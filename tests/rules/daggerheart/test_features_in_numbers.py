"""Whatever feature changes a number shows itself in that number's explanation, by its name, and cites its rule.

The sweep goes over the registry: every passive feature of every stat block, place and recurrent pattern is either put
to work here, or stands on a list that says why it changes no number.
"""

from collections.abc import Callable
from typing import Any, get_args

import pytest
from msgspec.structs import replace
from tests.rules.daggerheart.bench import BOOKS, RULES, SWORD, Bench, acting, foe, hero, play, printed
from tests.rules.daggerheart.test_every_feature import ACTIONS, FixedDice, feature_of, stage, used

from arbitro.kernel.command import Refusal
from arbitro.kernel.event import Event
from arbitro.kernel.explain import explain
from arbitro.kernel.ruleset import shown_to
from arbitro.kernel.seat import REFEREE, Seat
from arbitro.rules.daggerheart import commands as c
from arbitro.rules.daggerheart import events as e
from arbitro.rules.daggerheart import feature_words as f
from arbitro.rules.daggerheart.feature import Feature, PassiveKind, lacking
from arbitro.rules.daggerheart.numbers import rule_of
from arbitro.rules.daggerheart.state import Condition

CHANGES_NO_NUMBER = {
    "": "an action or a reaction",
    "relentless": "how often it is spotlighted",
    "relentless_by": "how often it is spotlighted",
    "slow": "when it acts",
    "minion": "who falls, which the line says",
    "direct": "whether armour may be marked",
    "ramp_up": "whom an attack may be aimed at; its price names it",
    "multi": "whom an attack may be aimed at",
    "fearsome": "what is refused, with its reason",
    "disguise": "that it is not seen",
    "heads": "how often it is spotlighted",
    "teleport": "where it may go",
    "difficulty_highest": "the Difficulty is an adversary's own, which explains itself",
    "investigate": "what can be tried",
    "bribe": "an advantage that the player buys, granted in a line of its own",
    "pitons": "a line of its own says that they hold",
    "bodyguards": "who is hurt, in a line of its own",
    "flip": "the outcome, in a line of its own",
    "direct_if": "whether armour may be marked",
    "all_in_reach": "whom an attack may be aimed at",
    "unbound": "what it cannot be put under",
    "creeps": "where it may go",
    "in_numbers": "nothing that the stat block's numbers do not say",
    "stress_spotlight": "what its spotlight costs, which names it",
    "pressed": "what a way through costs, in a line of its own",
    "healing_costs": "what a use costs, which names it",
    "slow_firing": "when it may attack, in a line of its own",
}


def carried_out(bench: Bench, *commands: Any) -> Bench:
    """Commands one after the other; what the last one asks is answered as the automatic seats would."""
    events: list[Event] = []
    dice = FixedDice(duality=(9, 8))
    due = list(commands)
    while due:
        answer = RULES.decide(bench.state, due.pop(0), dice)
        assert not isinstance(answer, Refusal), answer
        bench.state = answer.state
        events += answer.events
        if not due and bench.state.awaiting:
            due.append(RULES.suggest(bench.state, REFEREE))
    bench.events = events
    return bench


def with_feature(owner: str, feature: Feature, **marks: Any) -> Any:
    """The adversary of the book that has a feature, or a plain one for a recurrent pattern."""
    if owner in BOOKS.adversaries:
        return printed(owner, "orc", at=5, **marks)
    return foe(feature=feature, **marks)


def struck(owner: str, feature: Feature, **marks: Any) -> Bench:
    """A PC strikes the owner with the kind of damage that the feature is about."""
    kind = feature.kinds[0] if feature.kinds else "physical"
    armed = hero(agility=30, weapons=(replace(SWORD, kind=kind, die=12, plus=30),))
    return carried_out(play(armed, with_feature(owner, feature, **marks)), c.Attack("ada", "orc"), c.Roll("ada"))


def strikes(owner: str, feature: Feature, *others: Any, conditions: tuple[Condition, ...] = (), **marks: Any) -> Bench:
    """The owner strikes a PC."""
    bench = play(
        hero(evasion=0, conditions=conditions), with_feature(owner, feature, **marks), *others, turn=acting("orc")
    )
    return carried_out(bench, c.FoeAttack("orc", "ada"))


def kin_of(owner: str) -> Any:
    return printed(owner, "mate", at=5) if owner in BOOKS.adversaries else foe("mate")


def _horde(owner: str, feature: Feature) -> Bench:
    return strikes(owner, feature, hp_marked=with_feature(owner, feature).hp // 2 + 1)


def _having(owner: str, feature: Feature) -> Bench:
    return strikes(owner, feature, conditions=(Condition(feature.condition, "orc", "stated"),))


def _in_your_face(owner: str, feature: Feature) -> Bench:
    bench = play(hero(), with_feature(owner, feature), foe("two"))
    return carried_out(bench, c.Attack("ada", "two"), c.Roll("ada"))


def _wall(owner: str, feature: Feature) -> Bench:
    guards = [printed(owner, name, at=40) for name in ("orc", "mate")]
    return carried_out(play(hero(at=0), *guards), c.Move("ada", to=40), c.RequestRoll("agility"), c.Roll("ada"))


def _haggle(owner: str, feature: Feature) -> Bench:
    bench = play(hero(), with_feature(owner, feature, counters={"snubbed/ada": 1}))
    said = c.Describe("ada", "a better price", "presence", "orc")
    return carried_out(bench, said, c.RequestRoll("presence"), c.Roll("ada"))


def _tried_at(owner: str, feature: Feature) -> Bench:
    trait = feature.trait or "agility"
    said = c.Describe("ada", "something", trait)
    return carried_out(play(hero(), foe(), place=owner), said, c.RequestRoll(trait, 12), c.Roll("ada"))


def _struck_at(owner: str, feature: Feature) -> Bench:
    bench = play(hero(agility=30), foe(), place=owner)
    return carried_out(bench, c.Attack("ada", "orc"), c.Roll("ada"))


def _rest_at(owner: str, feature: Feature) -> Bench:
    bench = play(hero(hp_marked=3), in_danger=False, place=owner)
    return carried_out(bench, c.BeginRest("short"), c.EndRest())


def _lurking(owner: str, feature: Feature) -> Bench:
    """The owner strikes out of hiding, or with advantage, whichever the feature is about."""
    hiding = (Condition("hidden", "orc", "hidden"),) if feature.case == "hidden" else ()
    bench = play(hero(evasion=0), with_feature(owner, feature, conditions=hiding), turn=acting("orc"))
    return carried_out(bench, c.FoeAttack("orc", "ada", advantages=int(feature.case == "favoured")))


def _hopeless(owner: str, feature: Feature) -> Bench:
    bench = play(hero(evasion=0, hope=0), with_feature(owner, feature), turn=acting("orc"))
    return carried_out(bench, c.FoeAttack("orc", "ada"))


def _held_for_another(owner: str, feature: Feature) -> Bench:
    held = (Condition(feature.condition, "holder", "stated"),)
    bench = play(hero(evasion=0, conditions=held), foe(), printed(owner, "holder", at=5), turn=acting("orc"))
    return carried_out(bench, c.FoeAttack("orc", "ada"))


def _swift(owner: str, feature: Feature) -> Bench:
    bench = play(hero(evasion=12), with_feature(owner, replace(feature, die=None)), turn=acting("orc"))
    block = bench.scene.foes["orc"].block
    sure = tuple(replace(one, die=None) if one.passive == "halves_evasion" else one for one in block.features)
    foes = {"orc": replace(bench.scene.foes["orc"], block=replace(block, features=sure))}
    bench.state = replace(bench.state, scene=replace(bench.scene, foes=foes))
    return carried_out(bench, c.FoeAttack("orc", "ada"))


def _bowing(owner: str, feature: Feature) -> Bench:
    said = c.Describe("ada", "a favour", feature.trait, "orc")
    bench = play(hero(), with_feature(owner, feature))
    return carried_out(bench, said, c.RequestRoll(feature.trait), c.Roll("ada"))


def _steadied(owner: str, feature: Feature) -> Bench:
    kin = next(
        name for name, one in BOOKS.adversaries.items() if one.kin == BOOKS.adversaries[owner].kin != name != owner
    )
    bench = play(hero(), with_feature(owner, feature), printed(kin, "mate", at=5))
    return carried_out(bench, c.FoeReact("mate", 12, ally="orc"))


AT_WORK: dict[str, tuple[type[Event], Callable[[str, Feature], Bench]]] = {
    "horde": (e.DamageRolled, _horde),
    "pack": (e.DamageRolled, lambda owner, feature: strikes(owner, feature, kin_of(owner))),
    "flank": (e.DamageRolled, lambda owner, feature: strikes(owner, feature, kin_of(owner))),
    "damage_vs": (e.DamageRolled, _having),
    "severe_vs": (e.DamageTaken, _having),
    "mounted": (e.ActionRolled, struck),
    "double_near": (e.DamageTaken, lambda owner, feature: strikes(owner, feature, kin_of(owner))),
    "double_having": (e.DamageTaken, _having),
    "resist": (e.DamageTaken, struck),
    "reduce": (e.DamageTaken, struck),
    "weak": (e.HitPointsMarked, struck),
    "flying": (e.ActionRolled, struck),
    "damage_if": (e.DamageRolled, _lurking),
    "aims_if": (e.AttackRolled, _lurking),
    "double_if": (e.DamageTaken, _hopeless),
    "others_double": (e.DamageTaken, _held_for_another),
    "reduce_dice": (e.DamageTaken, struck),
    "brittle": (e.HitPointsMarked, struck),
    "halves_evasion": (e.AttackRolled, _swift),
    "shielded": (e.ActionRolled, struck),
    "imposing": (e.ActionRolled, _bowing),
    "in_your_face": (e.ActionRolled, _in_your_face),
    "too_many": (e.AttackRolled, lambda owner, feature: strikes(owner, feature, kin_of(owner))),
    "shield_wall": (e.ActionRolled, _wall),
    "haggle": (e.ActionRolled, _haggle),
    "hope_die": (e.ActionRolled, _tried_at),
    "hampered": (e.ActionRolled, _tried_at),
    "template": (e.DamageTaken, _struck_at),
    "place_of_healing": (e.HitPointsCleared, _rest_at),
    "steadies": (e.FoeRolled, _steadied),
    "money_talks": (e.ActionRolled, struck),
    "adds_gold": (e.AttackRolled, strikes),
}
"""Which number each kind of feature changes, and how it comes to be told."""

OWNED = [
    *((name, one) for name, block in BOOKS.adversaries.items() for one in block.features),
    *((name, one) for name, place in BOOKS.places.items() for one in place.features),
    *((f"pattern:{name}", one) for name, one in BOOKS.patterns.items()),
]
PASSIVES = [(owner, one) for owner, one in OWNED if one.passive in AT_WORK and not lacking(one)]


def test_every_kind_of_feature_changes_a_number_or_says_why_not():
    assert set(AT_WORK) | set(CHANGES_NO_NUMBER) == {"", *get_args(PassiveKind)}
    assert not set(AT_WORK) & set(CHANGES_NO_NUMBER)
    assert {one.passive for _, one in PASSIVES} == set(AT_WORK)


@pytest.mark.rule("DHP-ADVSTAT-05", "DHP-ADVSTAT-08", "DHP-ADVSTAT-10", "DHP-ENV-01")
@pytest.mark.parametrize(("owner", "feature"), PASSIVES, ids=lambda one: one if isinstance(one, str) else one.id)
def test_what_changes_a_number_is_named_with_its_rule(owner, feature):
    kind, work = AT_WORK[feature.passive]
    bench = work(owner, feature)
    event = bench.found(kind)[0]
    rule = "DHP-ENV-01" if owner in BOOKS.places and feature.passive != "template" else rule_of(feature)
    rule = {"resist": "DHP-ATK-04", "template": "DHP-ATK-04", "reduce": "DHP-DMG-04"}.get(feature.passive, rule)
    rule = {"too_many": "DH-ADV-02", "in_your_face": "DHP-ADV-02", "haggle": "DHP-ADV-02"}.get(feature.passive, rule)
    rule = {"hampered": "DHP-ADV-02", "shielded": "DHP-ADV-02", "imposing": "DHP-ADV-02"}.get(feature.passive, rule)
    rule = {"reduce_dice": "DHP-DMG-04", "halves_evasion": "DHP-EVA-01", "money_talks": "DHP-ADV-02"}.get(
        feature.passive, rule
    )
    for language in ("it", "en"):
        why = explain(RULES, bench.state, event, language)
        assert any(feature.name.in_(language) in line for line in why.numbers), why.numbers
        assert rule in [cited.id for cited in why.rules]


@pytest.mark.rule("DHP-ADVSTAT-05")
@pytest.mark.parametrize(("owner", "feature"), ACTIONS)
def test_damage_of_a_feature_names_it(owner, feature):
    wanted = feature_of(owner, feature)
    bench = stage(owner, wanted)
    state = bench.state
    events = used(bench, owner, wanted, FixedDice())
    own = wanted.attack is not None and wanted.attack.damage is not None
    own = own or any(isinstance(part, f.Harm) for part in wanted.do)
    own = own or (wanted.roll is not None and wanted.roll.half is not None)
    rolled = [event for event in events if isinstance(event, e.DamageRolled) and event.source == owner]
    later = wanted.count is not None or any(isinstance(part, f.Zone) for part in wanted.own)
    assert bool(rolled) or later or not own
    if not own or later:
        return
    shown = explain(RULES, state, rolled[0], "en")
    assert any(wanted.name.in_("en") in line for line in shown.numbers), shown.numbers


@pytest.mark.rule("DHP-ADVSTAT-05", "DHP-COND-06")
def test_conditions_that_change_damage_are_named():
    mighty = foe(conditions=(Condition("imbued_might", "x", "scene"),))
    bench = carried_out(play(hero(evasion=0), mighty, turn=acting()), c.FoeAttack("orc", "ada"))
    (line,) = explain(RULES, bench.state, bench.only(e.DamageRolled), "en").numbers
    assert "Blasphemous Strength" in line
    puppet = foe(conditions=(Condition("puppet", "x", "act"),))
    bench = carried_out(play(hero(evasion=0), puppet, turn=acting()), c.FoeAttack("orc", "ada"))
    (line,) = explain(RULES, bench.state, bench.only(e.DamageRolled), "en").numbers
    assert "half damage, rounded up (Puppet)" in line


@pytest.mark.rule("DHP-EVA-01", "DHP-HOPE-06")
def test_evasion_says_what_it_is_made_of():
    shield = replace(SWORD, id="shield", evasion=-1)
    bench = play(hero(weapons=(shield,), dodge=2), foe(), turn=acting())
    bench = carried_out(bench, c.FoeAttack("orc", "ada"))
    line = explain(RULES, bench.state, bench.found(e.AttackRolled)[0], "en").numbers[0]
    assert "≥ 13 (Evasion: 12 own -1 sword +2 Rogue's Dodge)" in line


@pytest.mark.rule("DH-DIFF-01", "DH-DIFF-02")
def test_what_a_difficulty_is_made_of_is_the_gms_to_know():
    bench = struck("pattern:flying", replace(BOOKS.patterns["flying"], value=3))
    event = bench.only(e.ActionRolled)
    assert "Difficulty: 12 printed +3 Flying" in explain(RULES, bench.state, event, "en").numbers[0]
    player = shown_to(RULES, bench.state, event, Seat("ada", "player", ("ada",)))
    shown = explain(RULES, bench.state, player, "en")
    assert not any("Flying" in line for line in shown.numbers)
    assert "DHP-ADVSTAT-10" not in [cited.id for cited in shown.rules]
