"""Attacks and answers that nobody declares in the own turn: each, in every state and place of whoever would make it."""

import ast
from collections.abc import Callable
from pathlib import Path
from typing import get_args

import pytest
from msgspec.structs import replace
from tests.rules.archmage.fixed import FixedDice, attacks, carry_out, everybody
from tests.rules.archmage.table import Play, bow, foe, pc, strike, sword
from tests.rules.archmage.test_deeds_and_states import HINDERED, MODES, UNABLE

from arbitro.dice.amount import Amount
from arbitro.kernel.event import Event
from arbitro.kernel.ruleset import shown_to
from arbitro.kernel.ruling import added_up
from arbitro.kernel.seat import Seat
from arbitro.kernel.sentence import tell
from arbitro.rules import archmage
from arbitro.rules.archmage import Archmage
from arbitro.rules.archmage import commands as c
from arbitro.rules.archmage import effects as do
from arbitro.rules.archmage.attack import volley
from arbitro.rules.archmage.events import (
    AttackLapsed,
    AttackRolled,
    CoupStruck,
    DamageDealt,
    Fell,
    Healed,
    NothingAdded,
    OngoingBegan,
    SaveRolled,
    SpecialWorked,
)
from arbitro.rules.archmage.game import RULES
from arbitro.rules.archmage.ongoing_effects import Affliction, Ongoing
from arbitro.rules.archmage.power import Attack, ConditionName, Rider
from arbitro.rules.archmage.scene import begin
from arbitro.rules.archmage.state import FOES, PARTY, Profile
from arbitro.rules.archmage.step import Volley

EVERYBODY = everybody()
STATES: dict[str, dict[str, object]] = {
    "well": {},
    **{name: change for name, (change, _) in HINDERED.items() if name != "grabbed"},
    **{name: UNABLE[name] for name in ("stunned", "helpless", "asleep")},
}
"""The states in which somebody may be when something sets an attack off."""
NO_ANSWER = ("stunned", "helpless", "asleep", "confused")
"""Those in which nobody strikes at a foe outside the own turn."""


def rolls_of(events: list[Event], who: str) -> list[AttackRolled]:
    return [event for event in events if isinstance(event, AttackRolled) and event.attacker == who]


def having(code: str) -> list[str]:
    return [name for name, profile in EVERYBODY.items() if any(each.code == code for each in profile.specials)]


# ---------------------------------------------------------------- a last blow


def nowhere(play: Play) -> Play:
    return play


PLACES: dict[str, tuple[Callable[[Play], Play], bool]] = {
    "engaged": (lambda play: play.engage("ada", "dier"), True),
    "engaged with both": (lambda play: play.engage("ada", "dier").engage("bea", "dier"), True),
    "engaged elsewhere": (lambda play: play.engage("bea", "dier"), False),
    "free": (nowhere, False),
    "slayer far": (lambda play: play.change("ada", band="far"), False),
}


@pytest.mark.rule("AE-POS-08", "AE-POS-09", "AE-COND-04", "AE-COND-10", "AE-ATK-06")
@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("race", having("dying_strike"))
def test_a_last_blow_falls_on_a_slayer_in_melee_from_one_who_could_act(
    game: Archmage, race: str, place: str, state: str
) -> None:
    setting, near = PLACES[place]
    shot = bow(weapon_die=0, damage=Amount(plus=900), bonus=30)
    ada, bea = pc("ada", shot, hp=900), pc("bea", hp=900)
    dier = replace(EVERYBODY[race], id="dier", category="normal")
    play = setting(Play(game).begin(ada, bea, dier, foe("imp"))).change("dier", **STATES[state])
    _, events = carry_out(game, play.state, c.Attack("ada", "bow", "dier"), FixedDice(attack=12, invisible=100))
    assert any(isinstance(event, Fell) and event.awareness == "dead" for event in events)
    struck = near and state not in NO_ANSWER
    assert bool(rolls_of(events, "dier")) == struck
    assert [event.code for event in events if isinstance(event, SpecialWorked)] == ["dying_strike"] * struck


@pytest.mark.rule("AE-POS-09", "AE-TARGET-01")
def test_of_a_mob_only_those_in_melee_with_the_slayer_strike_as_they_fall(game: Archmage) -> None:
    mob = [replace(EVERYBODY["orc_rager"], id=f"orc-{number}") for number in (1, 2, 3)]
    axe = sword(weapon_die=0, damage=Amount(plus=60), bonus=30)
    play = (
        Play(game).begin(pc("ada", axe, hp=900), *mob, pc("bea", hp=900)).engage("ada", "orc-1").engage("bea", "orc-2")
    )
    _, events = carry_out(game, play.state, c.Attack("ada", "sword", "orc-1"), FixedDice(attack=12))
    assert [event.who for event in events if isinstance(event, Fell)] == ["orc-1", "orc-2"]
    assert {event.attacker for event in events if isinstance(event, AttackRolled)} == {"ada", "orc-1"}


# ---------------------------------------------------------------- an answer to a foe's failure


@pytest.mark.rule("AE-ATK-06", "AE-COND-04", "AE-COND-06", "AE-COND-10")
@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("race", having("answer_fumble"))
def test_a_failure_is_answered_only_by_those_who_can(game: Archmage, race: str, state: str) -> None:
    answerer = replace(EVERYBODY[race], id="answerer")
    special = answerer.special("answer_fumble")
    assert special is not None
    answer = answerer.attack(special.attack)
    assert answer is not None
    play = Play(game).begin(pc("ada", hp=900), answerer, pc("bea")).engage("ada", "answerer")
    play.change("answerer", **STATES[state])
    _, events = carry_out(game, play.state, c.Attack("ada", "sword", "answerer"), FixedDice(attack=2, invisible=100))
    able = state not in NO_ANSWER and (state != "hampered" or answer.basic)
    assert bool(rolls_of(events, "answerer")) == able
    assert any(isinstance(event, SpecialWorked) for event in events) == able


@pytest.mark.rule("AE-POS-04")
@pytest.mark.parametrize("race", having("answer_fumble"))
def test_a_failure_from_afar_is_not_answered_by_what_does_not_reach(game: Archmage, race: str) -> None:
    answerer = replace(EVERYBODY[race], id="answerer")
    play = Play(game).begin(pc("ada", bow(), hp=900), answerer, pc("bea")).change("ada", band="far")
    _, events = carry_out(game, play.state, c.Attack("ada", "bow", "answerer"), FixedDice(attack=2))
    assert not any(isinstance(event, SpecialWorked) for event in events)


# ---------------------------------------------------------------- what an attack sets off


def follow_ups(game: Archmage, user: Profile, attack: Attack, natural: int, state: str) -> list[AttackRolled]:
    """All rolls of somebody who uses one attack, with this natural number, in some state."""
    others = (foe("orc"), foe("imp")) if user.side == PARTY else (pc("ada"), pc("bea"))
    weak = [replace(each, ac=0, pd=0, md=0, max_hp=9000) for each in others]
    play = Play(game).begin(user, *weak).engage(user.id, weak[0].id).set(escalation=2)
    play.change(user.id, **STATES[state])
    command = c.Attack(user.id, attack.id, weak[0].id)
    if not game.allows(play.state, command):
        return []
    _, events = carry_out(game, play.state, command, FixedDice(attack=natural))
    return rolls_of(events, user.id)


@pytest.mark.rule("AE-COND-06")
@pytest.mark.parametrize("name", EVERYBODY)
def test_the_hampered_make_only_basic_attacks_whatever_sets_them_off(game: Archmage, name: str) -> None:
    user = EVERYBODY[name]
    for attack in user.attacks:
        for natural in (1, 2, 5, 6, 11, 12, 16, 17, 18, 19, 20):
            for rolled in follow_ups(game, user, attack, natural, "hampered"):
                used = user.attack(rolled.attack)
                assert used is not None
                assert used.basic, (attack.id, natural, used.id)


def test_the_sweep_above_has_something_to_find(game: Archmage) -> None:
    """The same creatures, well: there are several whose blows set off what is no basic attack."""
    found = set()
    for name, user in EVERYBODY.items():
        for attack in user.attacks:
            for natural in (12, 17, 19):
                rolled = follow_ups(game, user, attack, natural, "well")
                if attack.basic and any(not getattr(user.attack(each.attack), "basic", True) for each in rolled):
                    found.add(name)
    assert {"hellhound", "white_dragon_large", "medusa", "frost_giant", "manticore", "lizardman_savage"} <= found


@pytest.mark.rule("AE-COND-06", "AE-READY-03")
@pytest.mark.parametrize(
    ("name", "attack"),
    [pytest.param(n, a, id=f"{n}-{a.id}") for n, a in attacks() if not (a.basic or a.friendly)],
)
def test_whoever_is_hampered_after_the_word_strikes_with_basic_attacks_only(
    game: Archmage, name: str, attack: Attack
) -> None:
    """An attack is declared, somebody who waited hampers the attacker, and then its moment comes."""
    user = EVERYBODY[name]
    other = foe("other", hp=9000) if user.side == PARTY else pc("other", hp=9000)
    play = Play(game).begin(user, other, *([pc("pal")] if user.side == PARTY else [foe("pal")]))
    play.engage(user.id, "other").change(user.id, **STATES["hampered"])
    for mode in MODES:
        scene = begin(RULES, play.state, FixedDice())
        volley(scene, Volley(user.id, attack.id, ("other",), mode=mode))
        assert [type(event) for event in scene.events] == [AttackLapsed], mode


# ---------------------------------------------------------------- interrupts


def apart(play: Play) -> Play:
    return play


BESIDE: dict[str, tuple[Callable[[Play], Play], bool]] = {
    "beside": (lambda play: play.change("doer", beside=("ally",)).change("ally", beside=("doer",)), True),
    "same foe": (lambda play: play.engage("striker", "doer"), True),
    "apart": (apart, False),
    "engaged elsewhere": (lambda play: play.engage("other", "doer"), False),
    "far": (lambda play: play.change("doer", band="far"), False),
}
INTERRUPTS = [
    (name, power) for name, profile in EVERYBODY.items() for power in profile.attacks if power.action == "interrupt"
]


@pytest.mark.rule("AE-ACTION-05", "AE-POS-07", "AE-POS-09")
@pytest.mark.parametrize("place", BESIDE)
@pytest.mark.parametrize(("name", "power"), [pytest.param(n, p, id=f"{n}-{p.id}") for n, p in INTERRUPTS])
def test_an_interrupt_needs_whom_it_helps_or_strikes_in_reach(
    game: Archmage, name: str, power: Attack, place: str
) -> None:
    setting, near = BESIDE[place]
    doer = replace(EVERYBODY[name], id="doer", attacks=(power,), max_hp=300)
    assert doer.side == PARTY
    blow = strike(reach="far", kind="ranged", bonus=4)
    play = Play(game).begin(foe("striker", blow, hp=300), foe("other", hp=300), doer, pc("ally", hp=300))
    setting(play.engage("striker", "ally"))
    mine = power.trigger != "ally_hit"
    command = c.Attack("striker", blow.id, "doer" if mine else "ally")
    dice = FixedDice(attack=2 if power.trigger == "missed" else 19)
    resolved = game.decide(play.state, command, dice)
    while [question.kind for question in resolved.state.awaiting] == ["opportunity"]:
        resolved = game.decide(resolved.state, c.Opportunity(resolved.state.awaiting[0].who, "no"), dice)
    asked = [question.kind for question in resolved.state.awaiting] == ["interrupt"]
    if power.friendly and mine:
        assert asked, "one is always in reach of oneself"
    elif power.friendly:
        assert power.reach == "beside", "a new reach needs its line in the table above"
        assert asked == near
    else:
        assert asked == (place == "same foe" or power.reach != "engaged")


# ---------------------------------------------------------------- coups


SEVERAL = [
    (name, attack)
    for name, profile in EVERYBODY.items()
    for attack in profile.attacks
    if attack.times != Amount(plus=1) and not attack.friendly and not attack.triggered and attack.action == "standard"
]


@pytest.mark.rule("AE-COUP-01", "AE-COUP-02")
@pytest.mark.parametrize("word", ["every", "one"])
@pytest.mark.parametrize(("name", "attack"), [pytest.param(n, a, id=f"{n}-{a.id}") for n, a in SEVERAL])
def test_a_coup_is_every_roll_of_the_attack_on_that_foe_alone(
    game: Archmage, name: str, attack: Attack, word: str
) -> None:
    user = replace(EVERYBODY[name], id="user", attacks=(replace(attack, riders=(), only=()),))
    first, second = (
        (foe("one", hp=9000), foe("two", hp=9000)) if user.side == PARTY else (pc("one", hp=9000), pc("two", hp=9000))
    )
    play = Play(game).options(coup_rolls=word).begin(user, first, second).engage("user", "one").engage("user", "two")
    play.change("one", awareness="asleep")
    command = c.CoupDeGrace("user", attack.id, "one")
    if not game.allows(play.state, command):
        assert attack.only_if_even or attack.reach != "engaged"
        return
    _, events = carry_out(game, play.state, command, FixedDice())
    struck = [event for event in events if isinstance(event, CoupStruck)]
    most = attack.times.count * attack.times.sides + attack.times.plus
    assert len(struck) == (1 if attack.different or word == "one" else most)
    assert {event.target for event in events if isinstance(event, CoupStruck | DamageDealt | AttackRolled)} == {"one"}


@pytest.mark.rule("AE-COUP-02")
def test_what_is_left_of_a_coup_goes_to_nobody_else(game: Archmage) -> None:
    hydra = replace(EVERYBODY["hydra_five"], id="hydra")
    play = Play(game).begin(hydra, pc("ada", hp=20), pc("bea", hp=90)).engage("hydra", "ada").engage("hydra", "bea")
    play.change("ada", awareness="asleep")
    _, events = carry_out(game, play.state, c.CoupDeGrace("hydra", "teeth", "ada"), FixedDice())
    assert {event.target for event in events if isinstance(event, CoupStruck | AttackRolled)} == {"ada"}
    assert [event.awareness for event in events if isinstance(event, Fell)][-1] == "dead"


@pytest.mark.rule("AE-COUP-02")
def test_a_coup_with_five_bites_is_worth_more_than_the_bites(game: Archmage) -> None:
    lost = []
    for command in (c.Attack("hydra", "teeth", "ada"), c.CoupDeGrace("hydra", "teeth", "ada")):
        play = Play(game).begin(replace(EVERYBODY["hydra_five"], id="hydra"), pc("ada", hp=900), pc("bea"))
        play.engage("hydra", "ada").change("ada", afflictions=(Affliction("helpless", "hydra"),))
        state, _ = carry_out(game, play.state, command, FixedDice(attack=12))
        assert state.fight is not None
        lost.append(900 - state.fight.combatants["ada"].hp)
    assert lost == [50, 100]
    assert EVERYBODY["hydra_five"].side == FOES


# ---------------------------------------------------------------- what is told, and by which rule


@pytest.mark.rule("AE-ATK-06")
@pytest.mark.parametrize("name", ["SpecialWorked", "Healed", "NothingAdded"])
def test_whatever_a_special_does_cites_its_rule(name: str) -> None:
    """Every place at which such an event is made gives it rules."""
    calls = 0
    for path in Path(archmage.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name:
                calls += 1
                rules = next((each.value for each in node.keywords if each.arg == "rules"), None)
                assert rules is not None, (path.name, node.lineno)
                assert not (isinstance(rules, ast.Tuple) and not rules.elts), (path.name, node.lineno)
    assert calls


@pytest.mark.rule("AE-ATK-06", "AE-RECOVERY-02")
def test_flesh_that_grows_back_cites_a_rule(game: Archmage) -> None:
    troll = replace(EVERYBODY["troll"], id="troll")
    play = Play(game).begin(pc("ada"), troll).change("troll", hp=20)
    play.end()
    assert play.find(SpecialWorked).rules
    assert play.find(Healed).rules


@pytest.mark.rule("AE-ATK-06")
def test_a_jelly_that_splits_tells_the_hit_points_of_both_halves(game: Archmage) -> None:
    jelly = replace(EVERYBODY["ochre_jelly"], id="jelly")
    play = Play(game).begin(pc("ada", sword(weapon_die=0, damage=Amount(plus=25), bonus=30)), jelly)
    play.engage("ada", "jelly").change("jelly", hp=90)
    play.do(c.Attack("ada", "sword", "jelly"), (20, 12), (6, 1), (6, 2), (6, 3), (6, 4))
    split = play.find(SpecialWorked)
    assert [each.total for each in split.sums()] == [32 + 3, 32 + 7]
    assert all(added_up(each.parts) == each.total for each in split.sums())
    assert sorted(one.hp for one in play.fight.combatants.values() if one.side == FOES) == [35, 39]
    assert "35" in tell(game, play.state, split, "it")
    assert "39" in tell(game, play.state, split, "it")
    hidden = shown_to(game, play.state, split, Seat("party"))
    assert isinstance(hidden, SpecialWorked)
    assert (hidden.hp, hidden.other_hp, hidden.before, hidden.variant()) == (None, None, None, "split")


@pytest.mark.rule("AE-ATK-06")
def test_a_new_head_tells_the_hit_points_it_brings(game: Archmage) -> None:
    hydra = replace(EVERYBODY["hydra_five"], id="hydra")
    play = Play(game).begin(pc("ada", sword(weapon_die=0, damage=Amount(plus=10), bonus=30)), hydra)
    half = hydra.max_hp // 2
    play.engage("ada", "hydra").change("hydra", hp=half + 5)
    play.do(c.Attack("ada", "sword", "hydra"), (20, 12))
    sprout = play.find(SpecialWorked)
    assert sprout.hp == play.one("hydra").hp
    assert [added_up(each.parts) for each in sprout.sums()] == [play.one("hydra").hp]


CONDITIONS = get_args(ConditionName)


@pytest.mark.rule("AE-ONGOING-01", "AE-STACK-04")
@pytest.mark.parametrize(("face", "told"), [(2, [NothingAdded]), (4, [OngoingBegan])])
def test_ongoing_damage_that_is_there_already_is_said_to_be(game: Archmage, face: int, told: list[type]) -> None:
    bite = strike(riders=(Rider((do.Ongoing(Amount(1, 6)),)),), damage=Amount())
    play = Play(game).begin(foe("rat", bite), pc("ada", hp=90, ac=0)).engage("rat", "ada")
    play.do(c.Attack("rat", "strike", "ada"), (20, 12), (6, 3))
    play.change("rat", actions=("standard",)).do(c.Attack("rat", "strike", "ada"), (20, 12), (6, face))
    assert [type(each) for each in play.events if isinstance(each, NothingAdded | OngoingBegan)] == told


@pytest.mark.rule("AE-STACK-04")
@pytest.mark.parametrize("condition", [name for name in CONDITIONS if name not in ("asleep", "confused")])
def test_a_condition_that_is_there_already_is_said_to_be(game: Archmage, condition: ConditionName) -> None:
    blow = strike(riders=(Rider((do.Condition(names=(condition,), until="source"),)),))
    play = Play(game).begin(foe("rat", blow), pc("ada", hp=90, ac=0)).engage("rat", "ada")
    play.do(c.Attack("rat", "strike", "ada"), (20, 12))
    assert not play.all(NothingAdded)
    play.change("rat", actions=("standard",)).do(c.Attack("rat", "strike", "ada"), (20, 12))
    nothing = play.find(NothingAdded)
    assert (nothing.kind, nothing.against) == ("condition", condition)
    for language in ("it", "en"):
        assert tell(game, play.state, nothing, language)


@pytest.mark.rule("AE-ONGOING-02")
@pytest.mark.parametrize("face", [4, 12])
def test_the_number_of_a_save_against_ongoing_damage_is_no_damage(game: Archmage, face: int) -> None:
    play = Play(game).begin(pc("ada", hp=90), foe())
    play.change("ada", ongoing=(Ongoing("acid", 5, "acid", 11, "orc"),)).end((20, face))
    lines = {language: tell(game, play.state, play.find(SaveRolled), language) for language in ("it", "en")}
    assert f"tira {face}" in lines["it"]
    assert f"rolls {face}" in lines["en"]


@pytest.mark.rule("AE-MOD-02")
@pytest.mark.parametrize(("who", "cited"), [("bea", True), ("ada", False), ("", False)])
def test_a_shot_into_melee_is_one_at_a_foe_busy_with_others(game: Archmage, who: str, cited: bool) -> None:
    play = Play(game).begin(pc("ada", bow()), pc("bea"), foe())
    if who:
        play.engage(who, "orc")
    play.do(c.Attack("ada", "bow", "orc"), (20, 2))
    assert ("AE-MOD-02" in play.find(AttackRolled).rules) == cited
