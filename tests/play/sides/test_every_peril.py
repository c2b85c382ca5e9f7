"""Every trap, gas and pool × what somebody of the party is when it works, where the campaign provides the exploring.

Who waits elsewhere, lies dead or is in the enemy's hands is not meant by it; who sleeps, lies unconscious or is held
still is there all the same: breathes gas and is changed by a pool, and neither leads, searches, runs nor rolls.
"""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest
from msgspec.structs import replace
from tests.play.sides.ground import GAMES, of
from tests.play.test_every_trap import CODES, Faces, before
from tests.play.test_hazards import GASES, scene_of
from tests.play.test_met_at_the_table import at_the_foot_of, lighted, walked

from arbitro.dice.stream import QuickDice
from arbitro.dungeon.events import Effect, EffectDue
from arbitro.kernel.sentence import tell
from arbitro.play import commands as c
from arbitro.play import events as e
from arbitro.play import find_campaign
from arbitro.play.scene import Scene
from arbitro.play.sides.archmage import harms as archmage_harms
from arbitro.play.sides.daggerheart import harms as daggerheart_harms
from arbitro.play.sides.walking.captivity import CaptiveTaken
from arbitro.play.sides.walking.state import Captivity
from arbitro.play.state import Ailment
from arbitro.rules.archmage.events import DamageDealt, SkillChecked
from arbitro.rules.daggerheart.events import DamageRolled, ReactionRolled
from arbitro.rules.daggerheart.people import Condition
from arbitro.text import LANGUAGES

Made = Callable[[str, Any, str], Any]


def of_party(state: Any, who: str, **changes: Any) -> Any:
    party = state.game.party
    return replace(state, game=replace(state.game, party={**party, who: replace(party[who], **changes)}))


def fallen(game: str, state: Any, who: str, how: str) -> Any:
    """Unconscious, in a coma or dead, as the game has it."""
    if game == "archmage":
        return of_party(state, who, awareness=how, hp=-1 if how == "unconscious" else -30)
    return of_party(state, who, status=how, hp_marked=state.game.party[who].hp)


def taken(game: str, state: Any, who: str) -> Any:
    scene = scene_of(game, state)
    scene.happen(CaptiveTaken(who, Captivity("den", state.at, state.dungeons)))
    return scene.state


AWAY: dict[str, Made] = {
    "waits": lambda game, state, who: walked(game, state, c.SplitOff(who), QuickDice(1))[0],
    "dead": lambda game, state, who: fallen(game, state, who, "dead"),
    "captive": taken,
}
IDLE: dict[str, dict[str, Made]] = {
    "archmage": {
        "asleep": lambda _game, state, who: replace(state, ailments=(Ailment(who, "asleep", 10**6),)),
        "unconscious": lambda game, state, who: fallen(game, state, who, "unconscious"),
        "coma": lambda game, state, who: fallen(game, state, who, "coma"),
    },
    "daggerheart": {
        "asleep": lambda _game, state, who: replace(state, ailments=(Ailment(who, "asleep", 10**6),)),
        "unconscious": lambda game, state, who: fallen(game, state, who, "unconscious"),
        "held still": lambda _game, state, who: of_party(state, who, conditions=(Condition("entranced"),)),
    },
}


class Case(NamedTuple):
    """A trap or gas and somebody's state."""

    code: str
    gas: str
    how: str


def cases(game: str) -> Iterator[Case]:
    traps = [*((code, "") for code in CODES), *(("GAS", gas) for gas in GASES)]
    return (Case(code, gas, how) for code, gas in traps for how in {**AWAY, **IDLE[game]})


def about(game: str, state: Any, who: str) -> Any:
    """All that the table knows of somebody."""
    campaign: Any = find_campaign(game)
    ailments = tuple(ailment for ailment in state.ailments if ailment.who == who)
    heroes = getattr(state, "heroes", {})
    return campaign.side.party.whole(state).party.get(who), heroes.get(who), ailments, state.purses.get(who)


def rolls_of(events: Any) -> set[str]:
    """Everybody who has tried something."""
    found = (*of(e.Tried, events), *of(SkillChecked, events), *of(ReactionRolled, events))
    return {event.who for event in found}


@pytest.mark.rule("DA-TRAP-01", "DA-TRAP-02", "DA-TRAP-03", "DA-TRAP-09", "DA-TRAP-11", "DA-GAS-04", "DA-GAS-05")
@pytest.mark.parametrize("game", GAMES)
def test_every_trap_finds_those_who_are_there_and_only_the_able_lead_search_and_run(game: str) -> None:
    campaign: Any = find_campaign(game)
    fresh = lighted(game, at_the_foot_of(game))
    faults: set[str] = set()
    worked: set[str] = set()
    for case in cases(game):
        person = campaign.side.party.able(fresh)[-1 if case.how == "waits" else 0]
        state = {**AWAY, **IDLE[game]}[case.how](game, fresh, person)
        state, way = before(game, state, case.code, case.gas)
        assert person not in campaign.side.party.leading(state), case
        after, events = walked(game, state, c.Follow(way), Faces(1, 2))
        due = [event.effect for event in of(EffectDue, events)]
        worked |= {f"{case.code}/{case.gas}"} if due or rolls_of(events) else set()
        if case.how in AWAY and about(game, after, person) != about(game, state, person):
            faults.add(f"{case}: {person} is somewhere else, and changed")
        if case.how in AWAY and any(person in effect.who for effect in due):
            faults.add(f"{case}: {person} is somewhere else, and meant")
        if person in rolls_of(events):
            faults.add(f"{case}: {person} can do nothing, and rolls")
        if any(effect.kind == "fall" and person in effect.who for effect in due):
            faults.add(f"{case}: {person} does not lead, and falls")
        meant = {who for effect in due for who in effect.who}
        strong = person in campaign.side.party.fighters(state) or case.gas != "GAS_STRENGTH"
        if case.how not in AWAY and case.gas and strong and person not in meant:
            faults.add(f"{case}: {person} is there, and not meant")
        for event in events:
            for language in LANGUAGES:
                tell(campaign, after, event, language)
    assert faults == set()
    assert {f"{code}/" for code in CODES if code != "SLIDING_WALL"} | {f"GAS/{gas}" for gas in GASES} <= worked


@pytest.mark.rule("DA-GAS-04", "DA-GAS-08", "DA-TRAP-03", "DA-TRAP-09", "DA-TRAP-10")
@pytest.mark.parametrize("game", GAMES)
def test_whoever_saves_is_spared_whatever_the_trap(game: str) -> None:
    """Attacks of the surroundings that miss, reactions that succeed: nobody is hurt, felled or put to flight."""
    campaign: Any = find_campaign(game)
    fresh = lighted(game, at_the_foot_of(game, **({"falling_damage": False} if game == "daggerheart" else {})))
    faults, tried = set(), set()
    for case in {(case.code, case.gas) for case in cases(game)}:
        state, way = before(game, fresh, *case)
        after, events = walked(game, state, c.Follow(way), Twos(1, LOW if game == "archmage" else HIGH))
        due = {event.effect.kind for event in of(EffectDue, events)}
        tried |= due
        people = campaign.side.party.people(state)
        if of(DamageDealt, events) or of(DamageRolled, events) or of(e.HeroFell, events):
            faults.add((*case, "hurt"))
        if after.waiting != state.waiting or set(campaign.side.party.people(after)) != set(people):
            faults.add((*case, "parted"))
        lasting = {ailment.kind for ailment in after.ailments} - {"obscured", "blind", "asleep", "stronger", "sick"}
        if lasting or (case[1] in SAVED_FROM and after.ailments):
            faults.add((*case, "changed"))
    assert faults == set()
    assert {"fall", "missiles", "flee", "death"} <= tried


SAVED_FROM = ("GAS_FEAR", "GAS_POISON")
"""The gases against which the table gives a save; the others come over everybody (A.7.2)."""


WHATEVER_THEY_DO = {
    "damage": Effect("damage", amount=5),
    "death": Effect("death", save=True),
    "stronger": Effect("stronger", amount=3, until=10**6),
    "sick_until_surface": Effect("sick_until_surface"),
    "ability": Effect("ability", amount=2, detail="STRENGTH"),
    "gold_to_platinum": Effect("gold_to_platinum", amount=5, detail="5"),
    "gold_to_lead": Effect("gold_to_lead", amount=5, detail="0"),
}
"""What befalls those who are there, whether they can do anything or not."""
OF_THE_AWAKE = {"fall", "missiles", "flee", "asleep", "blind", "obscured", "wish", "healing"}
"""What befalls those who walk in front, are shot at, can run, or see and stay awake; and what mends."""
HURT = ("damage", "death")
LOW, HIGH = 2, 19
"""Every d20: a reaction that fails, an attack of the surroundings that strikes."""


class Twos(Faces):
    """The same of every d20; of d12s all low or all high, and never two alike."""

    last = 0

    def roll(self, sides: int, purpose: str = "", /) -> Any:
        die = super().roll(sides, purpose)
        if sides != 12:
            return die
        self.last = 3 - self.last if self.last else 1
        return replace(die, face=self.last if self.face == LOW else 13 - self.last)


def applied(game: str, state: Any, effect: Effect) -> tuple[Any, list[Any]]:
    campaign: Any = find_campaign(game)
    scene = Scene(campaign.side, state, Faces(1, HIGH if game == "archmage" else LOW))
    campaign.side.perils.apply(scene, "cloud", effect, ("DA-GAS-08",))
    return scene.state, scene.events


@pytest.mark.rule("DA-GAS-06", "DA-GAS-07", "DA-GAS-08", "DA-POOL-05", "DA-POOL-06", "DA-POOL-08")
@pytest.mark.parametrize("game", GAMES)
def test_whoever_sleeps_or_lies_there_is_not_spared_for_it(game: str) -> None:
    campaign: Any = find_campaign(game)
    fresh = lighted(game, at_the_foot_of(game))
    who = campaign.side.party.able(fresh)[1]
    spared = []
    for kind, effect in WHATEVER_THEY_DO.items():
        for how, lay in IDLE[game].items():
            state = lay(game, fresh, who)
            after, events = applied(game, state, replace(effect, who=(who,)))
            same = about(game, after, who) == about(game, state, who) and not of(DamageRolled, events)
            nothing_left = game == "daggerheart" and how == "unconscious" and kind in HURT
            if same != nothing_left:
                spared.append((kind, how))
            assert who not in rolls_of(events), (kind, how)
    assert spared == []
    tables_of = {"archmage": archmage_harms.HARMS, "daggerheart": daggerheart_harms.HARMS}
    assert set(tables_of[game]) == {*WHATEVER_THEY_DO, *OF_THE_AWAKE}


@pytest.mark.rule("DA-LAKE-01", "DA-SOLO-05")
@pytest.mark.parametrize("game", GAMES)
def test_whoever_may_save_from_a_lake_or_a_room_and_does_is_unhurt(game: str) -> None:
    campaign: Any = find_campaign(game)
    state = lighted(game, at_the_foot_of(game))
    who = campaign.side.party.able(state)[0]
    for face, hurt in ((LOW, game == "daggerheart"), (HIGH, game == "archmage")):
        scene = Scene(campaign.side, state, Twos(1, face))
        campaign.side.perils.apply(scene, "lake", Effect("damage", (who,), save=True, dice="1d6"), ("DA-LAKE-01",))
        assert bool([*of(DamageDealt, scene.events), *of(DamageRolled, scene.events)]) == hurt


@pytest.mark.rule("DA-SOLO-05")
@pytest.mark.parametrize("game", GAMES)
def test_what_a_room_heals_is_healed(game: str) -> None:
    """It is told aloud that wounds close; the unhurt have nothing of it."""
    campaign: Any = find_campaign(game)
    fresh = lighted(game, at_the_foot_of(game))
    who = campaign.side.party.able(fresh)[0]
    worse = {"hp": 1} if game == "archmage" else {"hp_marked": 2}
    for state, helps in ((fresh, False), (of_party(fresh, who, **worse), True)):
        after, events = applied(game, state, Effect("healing", (who,), dice="1d6"))
        before_it, now = state.game.party[who], after.game.party[who]
        better = now.hp > before_it.hp if game == "archmage" else now.hp_marked == before_it.hp_marked - 1
        assert better == helps
        assert not of(e.EffectTold, events)  # nothing is left for the referee to do
        if game == "archmage":
            assert now.recoveries == before_it.recoveries


@pytest.mark.rule("DA-POOL-08")
@pytest.mark.parametrize("game", GAMES)
def test_a_wish_raises_those_who_lie_unconscious(game: str) -> None:
    campaign: Any = find_campaign(game)
    fresh = lighted(game, at_the_foot_of(game))
    one, other = campaign.side.party.able(fresh)[:2]
    state = fallen(game, fresh, other, "unconscious")
    after, _ = applied(game, state, Effect("wish", (one,)))
    assert other in campaign.side.party.able(after)


@pytest.mark.rule("DA-TRAP-09")
@pytest.mark.parametrize("game", GAMES)
def test_missiles_that_find_nobody_on_their_feet_strike_nobody(game: str) -> None:
    """What went off before may have felled everybody."""
    campaign: Any = find_campaign(game)
    state = lighted(game, at_the_foot_of(game))
    everybody = campaign.side.party.people(state)
    for who in everybody:
        state = fallen(game, state, who, "unconscious")
    _, events = applied(game, state, Effect("missiles", everybody, missiles=(True, False), poison=(1, 3)))
    assert not of(e.MissileFlew, events)
