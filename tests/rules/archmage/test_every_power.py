"""Every power of every class, used once by somebody who has them all: nothing breaks, and every line can be told."""

import pytest
from msgspec.structs import replace
from tests.rules.archmage.fixed import FixedDice, carry_out, masters
from tests.rules.archmage.table import Play, foe, pc, spell
from tests.rules.archmage.test_opportunity_attacks import provoke
from tests.rules.archmage.test_random import check
from tests.sampling import spread

from arbitro.dice.amount import Amount
from arbitro.kernel.command import Command
from arbitro.kernel.event import Event
from arbitro.kernel.explain import explain
from arbitro.kernel.sentence import tell
from arbitro.rules.archmage import Archmage
from arbitro.rules.archmage import commands as c
from arbitro.rules.archmage.events import CoupStruck, DamageDealt, DamageRolled
from arbitro.rules.archmage.ongoing_effects import Boost, Mark, Until
from arbitro.rules.archmage.power import SPELLS, UNTYPED, Attack, Named
from arbitro.rules.archmage.state import Profile, State
from arbitro.text import LANGUAGES

NATURALS = (1, 3, 10, 20)


def user_of(name: str) -> Profile:
    return replace(masters()[name], id="user", name=Named("Ada", "Ada", "f"))


def ready_for(game: Archmage, user: Profile, power: Attack) -> Play:
    """A battle in which a power may be used: in its state, with points, somebody hurt, a foe at hand."""
    play = Play(game).begin(user, foe("one", hp=60, md=5, pd=5), foe("two", hp=60), pc("pal", hp=40), pc("pam", hp=40))
    play.unhurried().engage("user", "one").change("pal", hp=5).set(escalation=4)
    states = (Mark("state", "user", attack=name, until=Until("battle", "user")) for name in (power.state, power.spends))
    marks = (*play.one("user").marks, *(mark for mark in states if mark.attack))
    pools = {power.pool: 9} if power.pool else play.one("user").pools
    return play.change("user", marks=marks, pools=pools, hp=30)


def used(game: Archmage, play: Play, power: Attack) -> Command | None:
    """Its use on whomever it may be used on."""
    targets = ("pal", "pal,pam", "user", "user,pal", "") if power.friendly else ("one", "one,two", "two", "")
    commands = (c.Attack("user", power.id, target) for target in targets)
    return next((command for command in commands if game.allows(play.state, command)), None)


def all_told(game: Archmage, state: State, events: list[Event]) -> None:
    for event in events:
        for language in LANGUAGES:
            assert "{" not in tell(game, state, event, language)
            explain(game, state, event, language)


@pytest.mark.rule("AE-ATK-07")
@pytest.mark.parametrize("natural", NATURALS)
@pytest.mark.parametrize("name", spread(masters(), 7))
def test_every_power_of_a_class_can_be_used_and_told(game: Archmage, name: str, natural: int) -> None:
    user, uses = user_of(name), 0
    for power in user.attacks:
        if power.triggered or power.trigger is not None or power.flexible is not None:
            continue
        play = ready_for(game, user, power)
        command = used(game, play, power)
        if command is None:
            continue
        state, events = carry_out(game, play.state, command, FixedDice(attack=natural))
        check(game, state)
        all_told(game, state, events)
        uses += 1
    assert uses >= 2, "a weapon and the bare hands at least"


@pytest.mark.rule("AE-COUP-01", "AE-COUP-02")
@pytest.mark.parametrize("name", spread(masters(), 7))
def test_a_coup_with_any_attack_of_a_class_is_a_critical(game: Archmage, name: str) -> None:
    """With those that hit by themselves too."""
    for power in user_of(name).attacks:
        if power.friendly or power.triggered or power.trigger is not None or power.flexible is not None:
            continue
        bare = replace(power, state="", spends="", price=0, escalation=0, only=(), families=())
        play = Play(game).begin(replace(user_of(name), attacks=(bare,)), foe("one", hp=9000), foe("two", hp=9000))
        play.engage("user", "one").change("one", awareness="asleep")
        command = c.CoupDeGrace("user", power.id, "one")
        if not game.allows(play.state, command):
            continue
        state, events = carry_out(game, play.state, command, FixedDice())
        assert any(isinstance(event, CoupStruck) for event in events), power.id
        if any(isinstance(event, DamageRolled) for event in events):
            first = next(event for event in events if isinstance(event, DamageDealt) and event.target == "one")
            assert first.multiplier >= 2 or first.halved, power.id
        check(game, state)


@pytest.mark.rule("AE-OPP-01")
@pytest.mark.parametrize("name", spread(masters(), 7))
def test_an_opportunity_is_one_roll_for_whoever_has_every_power_too(game: Archmage, name: str) -> None:
    for natural in (2, 5, 12, 17, 20):
        (roll,) = provoke(game, masters()[name], natural, 2)
        attack = masters()[name].known(roll.attack)
        assert (attack.basic, attack.kind) == (True, "melee")


SPELLS_OF = sorted(
    {
        (name, attack.id)
        for name, profile in masters().items()
        for attack in profile.attacks
        if attack.kind in SPELLS and not attack.weapon_die
    }
)


@pytest.mark.rule("AE-RESIST-01", "AE-DMG-08")
def test_no_spell_deals_damage_of_weapons() -> None:
    """What a spell deals is of the type that its text names, or of none: the resistance to weapons is none to it."""
    mine = {(name, attack.id): attack for name, each in masters().items() for attack in each.attacks}
    assert len(SPELLS_OF) > 150
    assert [key for key in SPELLS_OF if mine[key].type == "weapon"] == []
    untyped = {key[1] for key in SPELLS_OF if mine[key].type == UNTYPED and mine[key].damage != Amount()}
    assert "wizard-disintegrate" in untyped


@pytest.mark.rule("AE-RESIST-01", "AE-RESIST-04")
@pytest.mark.parametrize(("kind", "harm"), [(UNTYPED, 12), ("weapon", 6), ("fire", 12)])
@pytest.mark.parametrize("resists", ["weapon", ""])
def test_who_resists_weapons_does_not_resist_a_spell_of_no_type(
    game: Archmage, kind: str, harm: int, resists: str
) -> None:
    bolt = spell(type=kind, damage=Amount(plus=12))
    tough = {"resistances": {"weapon": 16}} if resists else {}
    play = Play(game).begin(pc("ada", bolt), foe("imp", hp=50, **tough))
    if not resists:
        play.change("imp", boosts=(Boost("ward", "resist", 16, Until("battle", "imp"), ""),))  # against everything
    play.do(c.Attack("ada", "spell", "imp"), (20, 15))
    dealt = play.find(DamageDealt)
    assert dealt.amount == (harm if resists else 6)
    assert "untyped" not in tell(game, play.state, dealt, "en")
