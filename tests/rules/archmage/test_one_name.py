"""Effects of one name do not stack, whoever brought them (AE-STACK-04): every effect there is, from two sources."""

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace
from tests.rules.archmage.fixed import FixedDice, attacks, carry_out, everybody, hero, masters_attacks, somebody
from tests.rules.archmage.table import Play, foe, pc, strike
from tests.sampling import spread

from arbitro.rules.archmage import Archmage
from arbitro.rules.archmage import commands as c
from arbitro.rules.archmage import effects as do
from arbitro.rules.archmage.attack import attack_modifiers, crit_from
from arbitro.rules.archmage.conditions import afflict, counting
from arbitro.rules.archmage.dealing import more_damage
from arbitro.rules.archmage.end_of_turn import burden
from arbitro.rules.archmage.events import Afflicted, DamageDealt, OngoingBegan, Relieved
from arbitro.rules.archmage.game import RULES
from arbitro.rules.archmage.numbers import Strike, defence_of
from arbitro.rules.archmage.ongoing_effects import Affliction, Ongoing
from arbitro.rules.archmage.people import foes_of
from arbitro.rules.archmage.places import suffer_curses
from arbitro.rules.archmage.power import Attack, Rider
from arbitro.rules.archmage.scene import begin
from arbitro.rules.archmage.state import Combatant, Profile, State
from arbitro.rules.archmage.step import Blow, Volley
from arbitro.rules.archmage.tally import Tally

LASTING = (do.Ongoing, do.Boost, do.Condition, do.Curse, do.Mark, do.LoseMove, do.LastGasp, do.TempHp)


def lasting(among: list[tuple[str, Attack]]) -> Iterator[Any]:
    for name, attack in among:
        for number, effect in enumerate(effect for rider in attack.riders for effect in rider.effects):
            if isinstance(effect, LASTING) and not getattr(effect, "stacks", False) and not do.on_oneself(effect):
                yield pytest.param(name, attack, effect, id=f"{name}-{attack.id}-{number}")


EFFECTS = [*lasting(attacks()), *spread(lasting(masters_attacks()), 20)]
CONDITIONS = [each for each in EFFECTS if isinstance(each.values[2], do.Condition)]


def opposed(game: Archmage, name: str) -> tuple[Play, tuple[str, str], str]:
    """Two of a kind, and a target of the other side whom they may both work on."""
    profile = somebody(name)
    first, second = (replace(profile, id=f"{name}-{number}") for number in (1, 2))
    if profile.side == "party":
        play = Play(game).begin(first, second, foe("orc", hp=900), pc("ada", hp=900))
        return play, (first.id, second.id), "orc"
    play = Play(game).begin(first, second, pc("ada", hp=900), pc("bea", hp=900))
    return play, (first.id, second.id), "ada"


def weight(game: Archmage, state: State, one: Combatant, by: Profile) -> dict[str, int]:
    """Everything that hangs on somebody, in numbers: what two sources must not make worse than one."""
    attack = next(each for each in by.attacks if each.basic or each.kind == "close")
    fight = state.battle
    found = {stat: defence_of(state, one, stat) for stat in ("ac", "pd", "md")}
    basic = next((each for each in one.profile.attacks if each.basic), one.profile.attacks[0])
    foe = next(foes_of(fight, one))
    found["attack"] = sum(each.amount for each in attack_modifiers(RULES, Strike(state, one, basic, foe, basic.type)))
    found["ongoing"] = sum(each.amount for each in one.ongoing)
    found["crit"] = crit_from(RULES, Strike(state, fight.combatants[by.id], attack, one, "weapon"))[0]
    found["temp"] = one.temp_hp
    scene = begin(RULES, state, FixedDice())
    melee = Strike(state, fight.combatants[by.id], replace(attack, kind="melee"), one, "weapon")
    found["struck"] = more_damage(scene, melee, Tally()).total
    scene = begin(RULES, state, FixedDice())
    suffer_curses(scene, one.id, foe.id)
    found["cursed"] = sum(event.amount for event in scene.events if isinstance(event, DamageDealt))
    found["saves"] = sum(1 for each in counting(one) if each.save) + sum(m.kind == "last_gasp" for m in one.marks)
    found["moves"] = sum(mark.kind == "lose_move" for mark in one.marks)
    return found


@pytest.mark.rule("AE-STACK-04", "AE-COND-01", "AE-ONGOING-01", "AE-TEMPHP-02")
@pytest.mark.parametrize(("name", "attack", "effect"), EFFECTS)
def test_two_sources_weigh_no_more_than_one(game: Archmage, name: str, attack: Attack, effect: do.AnyEffect) -> None:
    play, sources, target = opposed(game, name)
    if attack.friendly:
        target = "ada"
    scene = begin(RULES, play.state, FixedDice())
    weights = []
    for source in sources:
        step = Blow(Volley(source, attack.id, (target,)), target, 20, 30, "hit")
        scene.apply(effect, step)
        one = scene.state.battle.combatants[target]
        weights.append(weight(game, scene.state, one, scene.state.battle.combatants[sources[0]].profile))
    assert weights[0] == weights[1]


@pytest.mark.rule("AE-STACK-04", "AE-COND-01")
@pytest.mark.parametrize(("name", "attack", "effect"), CONDITIONS)
def test_two_sources_last_no_longer_than_the_longer(
    game: Archmage, name: str, attack: Attack, effect: do.Condition
) -> None:
    """Of one power each condition is there once: one save ends it, and the instance that lasts longer stays."""
    play, sources, target = opposed(game, name)
    if attack.friendly:
        target = "ada"
    scene = begin(RULES, play.state, FixedDice())
    for source in sources:
        scene.apply(effect, Blow(Volley(source, attack.id, (target,)), target, 20, 30, "hit"))
    held = scene.state.battle.combatants[target].afflictions
    assert held
    if effect.while_engaged:  # works beside its source alone, and so is another effect
        return
    assert sorted(each.name for each in held) == sorted(effect.names)
    if effect.until == "source":  # the other's own turn, at whose end it would be over, is still to come this round
        assert {each.source for each in held} == {sources[0]}


@pytest.mark.rule("AE-STACK-04", "AE-COND-01", "AE-SEQ-03")
def test_one_save_ends_what_two_ghouls_did(game: Archmage) -> None:
    ghouls = [replace(everybody()["ghoul"], id=f"ghoul-{number}") for number in (1, 2)]
    play = Play(game).begin(*ghouls, pc("ada", hp=900, ac=0), pc("bea"))
    play.change("ada", afflictions=(Affliction("vulnerable", "x"),))
    for ghoul in ghouls:
        play.engage(ghoul.id, "ada")
        play.state, _ = carry_out(game, play.state, c.Attack(ghoul.id, "claws-and-bite", "ada"), FixedDice(attack=12))
        if ghoul is ghouls[0]:
            play.end()
    assert [each.name for each in play.one("ada").afflictions].count("stunned") == 1
    play.end((20, 11))  # hers is the next turn, in which she cannot act
    assert all(each.name != "stunned" for each in play.one("ada").afflictions)


@pytest.mark.rule("AE-STACK-04")
def test_a_shorter_effect_of_the_same_power_does_not_cut_the_longer_off(play: Play) -> None:
    """The blow of somebody who has yet to act this round would be over sooner than that of who has just acted."""
    dazing = strike(riders=(Rider((do.Condition(names=("dazed",), until="source"),)),))
    play.begin(foe("orc", dazing), foe("imp", dazing), pc("ada", hp=900, ac=0), pc("bea"))
    play.engage("orc", "ada").do(c.Attack("orc", "strike", "ada"), (20, 15))
    scene = begin(RULES, play.state, FixedDice())
    effect = dazing.riders[0].effects[0]
    scene.apply(effect, Blow(Volley("imp", "strike", ("ada",)), "ada", 15, 20, "hit"))
    assert [each.source for each in scene.state.battle.combatants["ada"].afflictions] == ["orc"]


@pytest.mark.rule("AE-COND-01")
def test_the_same_condition_of_another_power_stays_beside_it(play: Play) -> None:
    riders = (Rider((do.Condition(names=("dazed",), save=11),)),)
    club, hex_ = strike(id="club", riders=riders), strike(id="hex", riders=riders)
    play.begin(foe("orc", club), foe("imp", hex_), pc("ada", hp=900, ac=0), pc("bea"))
    play.engage("orc", "ada").engage("imp", "ada").do(c.Attack("orc", "club", "ada"), (20, 15))
    assert "AE-COND-01" not in play.find(Afflicted).rules
    play.end().do(c.Attack("imp", "hex", "ada"), (20, 15))
    assert "AE-COND-01" in play.find(Afflicted).rules
    play.end().end((20, 11))
    assert [each.power for each in play.one("ada").afflictions] == ["hex"]
    assert "AE-COND-01" not in play.find(Relieved).rules


@pytest.mark.rule("AE-STACK-04", "AE-ONGOING-01")
def test_the_burning_rays_of_two_sorcerers_are_one_fire(game: Archmage) -> None:
    first, second = hero("sorcerer", "tizzo", level=1), hero("sorcerer", "cenere", level=1)
    play = Play(game).begin(first, second, foe("ogre", hp=200))
    ray = "sorcerer-scorching-ray"
    play.do(c.Attack("tizzo", ray, "ogre"), (20, 18), (6, 4), (8, 3)).end()
    play.do(c.Attack("cenere", ray, "ogre"), (20, 16), (6, 4), (8, 7))
    assert play.find(OngoingBegan).ongoing.amount == 7
    assert play.cites("AE-STACK-04")
    assert [each.amount for each in play.one("ogre").ongoing] == [7]
    play.end().end((20, 5))
    assert [event.amount for event in play.all(DamageDealt)] == [7]


@pytest.mark.rule("AE-STACK-04", "AE-ONGOING-01", "AE-RESIST-02")
@pytest.mark.parametrize(
    ("first", "second", "stays"),
    [
        (Ongoing("ray", 6, "fire", 11, "tizzo", 3), Ongoing("ray", 6, "fire", 11, "cenere", 15), "cenere"),
        (Ongoing("ray", 6, "fire", 11, "tizzo", 15), Ongoing("ray", 6, "fire", 11, "cenere", 3), "tizzo"),
        (Ongoing("ray", 6, "fire", 11, "tizzo", 15), Ongoing("ray", 9, "fire", 11, "cenere", 3), "tizzo"),
        (Ongoing("ray", 9, "fire", 11, "tizzo", 3), Ongoing("ray", 6, "fire", 11, "cenere", 15), "cenere"),
        (Ongoing("ray", 6, "fire", 11, "tizzo", 15), Ongoing("ray", 6, "fire", 16, "cenere", 15), "cenere"),
        (Ongoing("ray", 6, "fire", 16, "tizzo", 15), Ongoing("ray", 6, "fire", 11, "cenere", 15), "tizzo"),
        (Ongoing("ray", 6, "fire", 11, "tizzo", 15), Ongoing("ray", 6, "fire", 11, "cenere", 15, saves=2), "cenere"),
    ],
)
def test_of_two_fires_of_one_name_the_one_that_hurts_more_stays(
    play: Play, first: Ongoing, second: Ongoing, stays: str
) -> None:
    """What counts is what is lost at each tick, as resistance to the roll of its attack leaves it; then its end."""
    play.begin(foe("ogre", hp=200, resistances={"fire": 12}), pc("ada"))
    scene = begin(RULES, play.state, FixedDice())
    burden(scene, "ogre", first)
    burden(scene, "ogre", second)
    assert [each.source for each in scene.state.battle.combatants["ogre"].ongoing] == [stays]


@pytest.mark.rule("AE-STACK-04", "AE-COND-01")
def test_a_grip_half_loosened_is_tightened_by_the_same_power(play: Play) -> None:
    """One save of two has succeeded; the same song again takes two once more."""
    play.begin(foe("ogre"), pc("ada"))
    sung = Affliction("confused", "ada", 11, power="song", saves=2)
    play.change("ogre", afflictions=(replace(sung, saves=1),))
    scene = begin(RULES, play.state, FixedDice())
    afflict(scene, "ogre", sung)
    assert [each.saves for each in scene.state.battle.combatants["ogre"].afflictions] == [2]


@pytest.mark.rule("AE-STACK-04")
def test_the_curses_of_two_shamans_hurt_once(game: Archmage) -> None:
    curse = next(each for each in everybody()["goblin_shaman"].attacks if each.id == "curse")
    shamans = [replace(everybody()["goblin_shaman"], id=f"shaman-{number}") for number in (1, 2)]
    play = Play(game).begin(*shamans, foe("goblin", strike()), pc("ada", hp=90, pd=0))
    for shaman in shamans:
        play.do(c.Attack(shaman.id, curse.id, "ada"), (20, 15)).end()
    state, events = carry_out(game, play.state, c.Move("goblin", "engage", "ada"), FixedDice())
    assert [event.amount for event in events if isinstance(event, DamageDealt)] == [2]
    assert state.awaiting == ()
