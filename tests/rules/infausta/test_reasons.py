"""Where two reasons forbid a thing, the decisive one is told: every command × every pair of things in the way.

The order of reasons stands once, in `reasons`. What is in the way is laid there one by one and two by two; whatever
the first alone and the second alone bring forth, both together bring the one that comes first.
"""

from collections.abc import Callable, Iterator, Mapping
from itertools import combinations
from typing import Any

import pytest
from msgspec.structs import replace
from tests.bending import Moment, moments
from tests.rules.infausta.arena import RULES
from tests.rules.infausta.doing import SAMPLES, UNABLE, Sample, combatant, hidden, prepared_for, shifted, unseen

from arbitro.dice.stream import ScriptedDice
from arbitro.kernel.command import Command, Refusal
from arbitro.kernel.event import tag_of
from arbitro.kernel.ruleset import Ruleset
from arbitro.kernel.state import Question
from arbitro.rules.whitebox.basics import fighting
from arbitro.rules.whitebox.deeds import Deed
from arbitro.rules.whitebox.ongoing_effects import Ongoing
from arbitro.rules.whitebox.people.state import Captivity, Coins
from arbitro.rules.whitebox.reasons import ORDER, rank
from arbitro.rules.whitebox.state import Intent

FAMILY = ("whitebox", "infausta")


def asked(ruleset: Ruleset[Any], state: Any, command: Command) -> str:
    """The code of a refusal; empty where the command may be given."""
    refused = ruleset.may_begin(state, command)
    if refused is None:
        if ruleset.allows(state, command):
            return ""
        answer = ruleset.decide(state, command, ScriptedDice())
        assert isinstance(answer, Refusal), (command, "is not allowed, and carried out all the same")
        refused = answer
    return refused.code


Way = Callable[[Any], Any]
"""Something in the way: the state with it in it; the same state where it cannot be."""


EXCLUDE = {frozenset(("strangers", "no expedition")), frozenset(("the dungeon", "no expedition"))}
"""Two that cannot be at once."""


def misorders(ruleset: Ruleset[Any], state: Any, command: Command, ways: Mapping[str, Way]) -> Iterator[str]:
    """Whatever is told of two reasons although the other comes before it."""
    alone = {name: asked(ruleset, lay(state), command) for name, lay in ways.items()}
    for one, other in combinations((name for name, code in alone.items() if code), 2):
        codes = alone[one], alone[other]
        if rank(codes[0]) == rank(codes[1]) or {one, other} in EXCLUDE:
            continue
        both = asked(ruleset, ways[one](ways[other](state)), command)
        first = min(codes, key=rank)
        if both != first:
            yield f"{type(command).__name__}: {one} and {other} tell {both or 'nothing'} instead of {first}"


def test_no_reason_stands_twice_in_the_order() -> None:
    codes = [code for part in ORDER for code in part]
    assert len(codes) == len(set(codes))


# -------------------------------------------------------------------- in a fight


def of_fight(state: Any, **changes: Any) -> Any:
    return replace(state, fight=replace(state.fight, **changes))


def in_a_fight(sample: Sample) -> dict[str, Way]:
    """What may stand in the way of a deed in a fight, of the doer and of the foe at whom it is pointed."""
    foe = str(getattr(sample.command, "target", ""))
    otherwise = Intent("other", act="pick_up/nothing")
    ways: dict[str, Way] = {
        "a question": lambda state: replace(state, awaiting=(Question("danger", "referee"),)),
        "the end": lambda state: of_fight(state, phase="over"),
        **{how: lambda state, how=how: UNABLE[how](state, "a") for how in UNABLE},  # type: ignore[misc]
        "declarations": lambda state: of_fight(state, phase="declare"),
        "the others' turn": lambda state: of_fight(state, done=(*state.fight.done, "A")),
        "flight": lambda state: combatant(state, "a", morale="flee"),
        "a whole round": lambda state: combatant(state, "a", busy=state.fight.round),
        "blows": lambda state: combatant(state, "a", attacked=state.fight.round, attacks_made=9, used=("x",) * 9),
        "another word": lambda state: combatant(state, "a", intent=otherwise),
        "another shape": lambda state: shifted(state, "a"),
        "empty hands": lambda state: bare(state, "a"),
    }
    if foe in ("b", "e"):
        ways |= {
            "a dead foe": lambda state: UNABLE["dead"](state, foe),
            "a foe who has yielded": lambda state: UNABLE["surrendered"](state, foe),
            "a hidden foe": lambda state: hidden(state, foe),
            "an unseen foe": lambda state: unseen(state, foe),
            "a foe far away": lambda state: combatant(state, foe, at=5000),
        }
    return ways


def bare(state: Any, who: str) -> Any:
    """Somebody without things, and without spells ready."""
    one = state.fight.combatants[who]
    powers = one.profile.powers
    profile = replace(one.profile, powers=None if powers is None else replace(powers, devices=()))
    state = combatant(state, who, profile=profile, prepared="")
    sheet = state.characters.get(who)
    return state if sheet is None else of_sheet(state, who, items={})


@pytest.mark.rule("IS-COMBAT-01", "IS-INIT-01", "IS-INVIS-01", "IS-SILV-01", "IS-THIEF-02")
def test_in_a_fight_the_decisive_reason_is_told() -> None:
    faults: list[str] = []
    for sample in SAMPLES:
        state, ways = prepared_for(sample), in_a_fight(sample)
        if asked(RULES, ways["the end"](state), sample.command) != "no_fight":  # of use between fights too, otherwise
            del ways["the end"]
        faults += misorders(RULES, state, sample.command, ways)
    assert faults == []


# -------------------------------------------------------------------- between fights


def of_sheet(state: Any, who: str, **changes: Any) -> Any:
    return replace(state, characters={**state.characters, who: replace(state.characters[who], **changes)})


def others_of(game: str) -> tuple[Any, Any, Any]:
    """A fight that goes on, an expedition under way and one that has met somebody, from the logs of a game."""
    states = [each.state for each in moments(game) if each.ruleset.id == game]
    outside = [state.expedition for state in states if state.expedition is not None and not state.expedition.over]
    return (
        next(state.fight for state in states if fighting(state)),
        next(out for out in outside if out.meeting is None and not out.places[out.at].safe),
        next(out for out in outside if out.meeting is not None),
    )


def between_fights(moment: Moment) -> dict[str, Way]:
    """What may stand in the way of somebody outside a fight."""
    fight, away, meeting = others_of(moment.ruleset.id)
    who = str(moment.command.who)  # type: ignore[attr-defined]

    def busy(state: Any) -> Any:
        out = state.expedition
        return state if out is None else replace(state, expedition=replace(out, busy={who: state.minutes + 50}))

    asleep = (Ongoing(kind="asleep"),)
    return {
        "a question": lambda state: replace(state, awaiting=(Question("danger", "referee"),)),
        "death": lambda state: of_sheet(state, who, health="dead"),
        "chains": lambda state: of_sheet(state, who, captive=Captivity("orcs", "hall")),
        "a fight": lambda state: replace(state, fight=fight),
        "strangers": lambda state: replace(state, expedition=meeting),
        "no expedition": lambda state: replace(state, expedition=None),
        "the dungeon": lambda state: replace(state, expedition=away) if in_town(state) else state,
        "a swoon": lambda state: of_sheet(state, who, health="out"),
        "sleep": lambda state: replace(state, effects={**state.effects, who: asleep}),
        "work": busy,
        "an empty purse": lambda state: of_sheet(state, who, coins=Coins()),
        "empty hands": lambda state: of_sheet(state, who, items={}, prepared=(), book=()),
    }


def in_town(state: Any) -> bool:
    return state.expedition is None or state.expedition.over


@pytest.mark.parametrize("game", FAMILY)
def test_between_fights_the_decisive_reason_is_told(game: str) -> None:
    faults: list[str] = []
    commands = set()
    for moment in moments(game):
        ruleset, state = moment.ruleset, moment.state
        own = ruleset.id == game and getattr(moment.command, "who", "") in state.characters
        if not own or fighting(state) or ruleset.rules.rulings[type(moment.command)].deed is Deed.REFEREE:  # type: ignore[attr-defined]
            continue
        commands.add(type(moment.command))
        faults += misorders(ruleset, state, moment.command, between_fights(moment))
    assert faults == []
    assert len(commands) > 20, "as many kinds as the logs of the game hold"


IN_BED = {"join_party", "leave_party", "retire"}
"""What is settled about somebody at home, who may lie in bed meanwhile."""
UNFIT = ("death", "chains", "a swoon", "sleep")


@pytest.mark.rule("WB-CORE-01", "WB-DEATH-02", "WB-DEATH-03")
@pytest.mark.parametrize("game", FAMILY)
def test_whoever_is_dead_captive_unconscious_or_asleep_gives_no_command_between_fights(game: str) -> None:
    """Of every kind that the logs of the game hold."""
    faults = []
    for moment in moments(game):
        ruleset, state = moment.ruleset, moment.state
        own = ruleset.id == game and getattr(moment.command, "who", "") in state.characters
        if not own or fighting(state) or ruleset.rules.rulings[type(moment.command)].deed is Deed.REFEREE:  # type: ignore[attr-defined]
            continue
        ways, tag = between_fights(moment), tag_of(type(moment.command))
        unfit = UNFIT[:2] if tag in IN_BED else UNFIT
        faults += [(tag, how) for how in unfit if not asked(ruleset, ways[how](state), moment.command)]
    assert faults == []
