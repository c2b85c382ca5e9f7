"""Every trap of A.7.1 and every gas of A.7.2 × what somebody of the party is when it works: one sweep for each game.

Who saved, sleeps, is charmed or held, waits elsewhere, lies dead, is in the enemy's hands, or goes in front.
"""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest
from msgspec.structs import replace
from tests.play.sides.ground import of
from tests.play.test_hazards import GASES, with_trap
from tests.play.test_met_at_the_table import FAMILY, at_the_foot_of, lighted, walked

from arbitro.appendix_a.tables import tables
from arbitro.dice.stream import QuickDice
from arbitro.dungeon.events import Effect, EffectDue
from arbitro.dungeon.model import Face, Trap
from arbitro.kernel.sentence import tell
from arbitro.play import commands as c
from arbitro.play import events as e
from arbitro.play import find_campaign
from arbitro.play.scene import Scene
from arbitro.rules.whitebox.events import SaveRolled
from arbitro.rules.whitebox.ongoing_effects import HELPLESS, OUT_OF_IT, Ongoing
from arbitro.rules.whitebox.people.state import Captivity
from arbitro.text import LANGUAGES

CODES = tuple(row.id for row in tables().trap.rows if row.id not in ("NOTHING", "SPECIAL_OR_REROLL", "GAS"))
SEEDS = range(2)


class Faces:
    """Any dice, but every d20 shows one face: everybody saves, or nobody."""

    def __init__(self, seed: int, face: int) -> None:
        self.inner, self.face = QuickDice(seed), face

    def stream(self, _name: str, /) -> "Faces":
        return self

    def roll(self, sides: int, purpose: str = "", /) -> Any:
        die = self.inner.roll(sides, purpose)
        return replace(die, face=self.face) if sides == 20 else die


def before(game: str, state: Any, code: str, gas: str) -> tuple[Any, str]:
    """A party before a trap of the next stretch, and the way there; gas has been noticed."""
    floor, face = ((0, 0), (8, 0), (8, 8), (0, 8)), Face(0, 0, 0, 10)
    wall = ((0, 0), (8, 0)) if code == "SLIDING_WALL" else None
    levels = 1 if code == "ELEVATOR_1" else 2
    trap = Trap(
        *("t-x", 1, "", code, "noticed" if gas else "armed", floor, wall, face), gas=gas, levels=levels, depth_ft=10
    )
    state, way, _ = with_trap(game, state, trap)
    return (walked(game, state, c.Follow(way), QuickDice(1))[0] if gas else state), way


def of_sheet(state: Any, who: str, **changes: Any) -> Any:
    people = state.game.characters
    return replace(state, game=replace(state.game, characters={**people, who: replace(people[who], **changes)}))


def kept_by(kind: Any) -> Callable[[str, Any, str], Any]:
    """Asleep, charmed, held, turned to stone: there, and no use to anybody."""
    effects = {"until": 10**6} if kind == "asleep" else {}
    return lambda _game, state, who: replace(
        state, game=replace(state.game, effects={**state.game.effects, who: (Ongoing(kind=kind, **effects),)})
    )


AWAY: dict[str, Callable[[str, Any, str], Any]] = {
    "waits": lambda game, state, who: walked(game, state, c.SplitOff(who), QuickDice(1))[0],
    "dead": lambda _game, state, who: of_sheet(state, who, health="dead", hp=-9),
    "captive": lambda _game, state, who: of_sheet(state, who, captive=Captivity("orcs", "hall")),
}
"""Those whom no trap of the party's concerns."""
IDLE: dict[str, Callable[[str, Any, str], Any]] = {
    "out": lambda _game, state, who: of_sheet(state, who, health="out"),
    **{kind: kept_by(kind) for kind in (*HELPLESS, *OUT_OF_IT)},
}
"""Those who are carried along: they neither lead, search nor run."""
SITUATIONS = {**AWAY, **IDLE}


class Case(NamedTuple):
    """A trap and somebody's state."""

    code: str
    gas: str
    how: str


def cases() -> Iterator[Case]:
    traps = [*((code, "") for code in CODES), *(("GAS", gas) for gas in GASES)]
    return (Case(code, gas, how) for code, gas in traps for how in SITUATIONS)


def about(state: Any, who: str) -> Any:
    """All that the table knows of somebody."""
    inner = state.game
    ailments = tuple(ailment for ailment in state.ailments if ailment.who == who)
    return inner.characters[who], inner.effects.get(who, ()), ailments


def names(event: Any) -> set[str]:
    """Everybody whom an event names as its doer or its victim."""
    found = {getattr(event, field, "") for field in ("who", "victim")}
    return {each for each in found if isinstance(each, str)}


@pytest.mark.rule("DA-TRAP-01", "DA-TRAP-02", "DA-TRAP-03", "DA-TRAP-09", "DA-TRAP-11", "DA-GAS-04", "DA-GAS-05")
@pytest.mark.parametrize("game", FAMILY)
def test_every_trap_finds_only_those_who_are_there_and_only_the_able_lead_search_and_run(game: str) -> None:
    campaign: Any = find_campaign(game)
    fresh = lighted(game, at_the_foot_of(game))
    faults: list[str] = []
    worked: set[str] = set()
    for case in cases():
        person = campaign.side.party.able(fresh)[0]  # who would go in front
        if case.how == "waits":
            person = campaign.side.party.able(fresh)[-1]
        state = SITUATIONS[case.how](game, fresh, person)
        state, way = before(game, state, case.code, case.gas)
        assert person not in campaign.side.party.leading(state)
        for seed in SEEDS:
            after, events = walked(game, state, c.Follow(way), Faces(seed, 2))
            due = [event.effect for event in of(EffectDue, events)]
            worked |= {f"{case.code}/{case.gas}"} if due or of(e.Tried, events) else set()
            if case.how in AWAY and about(after, person) != about(state, person):
                faults.append(f"{case}: {person} is somewhere else, and changed")
            if case.how in AWAY and any(person in effect.who for effect in due):
                faults.append(f"{case}: {person} is somewhere else, and meant")
            tries = {who for event in of(e.Tried, events) for who in names(event)}
            if person in tries:
                faults.append(f"{case}: {person} can do nothing, and tries")
            if any(effect.kind == "fall" and person in effect.who for effect in due):
                faults.append(f"{case}: {person} does not lead, and falls")
            for event in events if seed == 0 else ():
                for language in LANGUAGES:
                    tell(campaign, after, event, language)
    assert faults == []
    assert {f"{code}/" for code in CODES if code != "SLIDING_WALL"} | {f"GAS/{gas}" for gas in GASES} <= worked


@pytest.mark.rule("DA-GAS-04", "DA-GAS-08", "DA-TRAP-09", "DA-TRAP-10", "WB-SAVE-01", "IS-SAVE-02")
@pytest.mark.parametrize("game", FAMILY)
def test_whoever_saves_is_spared_whatever_the_trap(game: str) -> None:
    campaign: Any = find_campaign(game)
    fresh = lighted(game, at_the_foot_of(game))
    saved = 0
    for code, gas in [("ARROWS", ""), ("SPEARS", ""), *(("GAS", gas) for gas in GASES)]:
        state, way = before(game, fresh, code, gas)
        for seed in SEEDS:
            after, events = walked(game, state, c.Follow(way), Faces(seed, 20))
            saves = of(SaveRolled, events)
            saved += len(saves)
            assert all(event.check.success for event in saves)
            if gas and saves:
                assert [about(after, who)[0].health for who in campaign.side.party.people(state)].count("dead") == 0
                assert after.waiting == state.waiting
    assert saved


@pytest.mark.rule("DA-GAS-06", "DA-GAS-08", "DA-POOL-08")
@pytest.mark.parametrize("game", FAMILY)
def test_whoever_is_of_stone_neither_breathes_nor_bleeds(game: str) -> None:
    campaign: Any = find_campaign(game)
    fresh = lighted(game, at_the_foot_of(game))
    person = campaign.side.party.able(fresh)[0]
    state = IDLE["stone"](game, fresh, person)
    for effect in (
        *(Effect("death", (person,), save=True), Effect("damage", (person,), amount=5)),
        *(Effect("stronger", (person,), amount=3, until=10**6), Effect("sick_until_surface", (person,))),
    ):
        scene = Scene(campaign.side, state, Faces(1, 2))
        campaign.side.perils.apply(scene, "cloud", effect, ("DA-GAS-08",))
        assert about(scene.state, person) == about(state, person), effect.kind


@pytest.mark.rule("DA-GAS-06")
@pytest.mark.parametrize("game", FAMILY)
def test_fighters_who_sleep_or_lie_unconscious_breathe_strength_too(game: str) -> None:
    campaign: Any = find_campaign(game)
    fresh = lighted(game, at_the_foot_of(game))
    person = campaign.side.party.able(fresh)[0]
    for how in ("out", "asleep"):
        state, way = before(game, IDLE[how](game, fresh, person), "GAS", "GAS_STRENGTH")
        _, events = walked(game, state, c.Follow(way), Faces(0, 2))
        assert person in of(EffectDue, events)[0].effect.who
