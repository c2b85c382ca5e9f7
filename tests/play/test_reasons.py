"""Which reason a campaign tells where several forbid a thing: its own commands × every pair of things in the way.

The order stands once, in `play.reasons`. Every command that a campaign and its side add is given in town, on the road
and below, as the logs have it or made up of names that nobody bears; whatever is in the way of it is laid there one by
one and two by two, in the state or in its own words, and of two reasons the one that comes first is told.
"""

from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Any

import msgspec
import pytest
from msgspec import inspect
from msgspec.structs import replace
from tests.bending import BEYOND, moments

from arbitro.dice.stream import QuickDice
from arbitro.kernel.command import Command, Refusal
from arbitro.kernel.event import tag_of
from arbitro.kernel.state import Question
from arbitro.play import campaigns, find_campaign
from arbitro.play.campaign import Campaign
from arbitro.play.drafting import Draft
from arbitro.play.reasons import ORDER, rank
from arbitro.play.scene import NotRefused
from arbitro.play.state import Ailment, Task
from arbitro.rules.whitebox.ongoing_effects import Ongoing

BOXES = ("whitebox", "infausta")
STAGES = ("gathering", "town", "road", "dungeon")
NOBODY = "@nobody"
ITSELF = "itself"
Laid = tuple[Any, Command]
Way = Callable[[Any, Command], Laid]
"""Something in the way of a command: the state and the command with it."""


def test_no_reason_stands_twice_in_the_order() -> None:
    codes = [code for part in ORDER for code in part]
    assert len(codes) == len(set(codes))


def asked(campaign: Campaign, laid: Laid) -> str:
    """The code of a refusal; empty where the command may be given."""
    state, command = laid
    refused = campaign.may_begin(state, command)
    if refused is None:
        try:
            answer = campaign.decide(state, command, QuickDice(1))
        except NotRefused:  # the campaign had nothing against it; its game knows nothing of a stage that was laid there
            return ""
        refused = answer if isinstance(answer, Refusal) else None
    return "" if refused is None else refused.code


def asleep(campaign: Campaign, state: Any, people: tuple[str, ...]) -> Any:
    """People who sleep, however their game has it."""
    if campaign.game.id in BOXES:
        effects = {**state.game.effects, **{who: (Ongoing(kind="asleep", until=10**6),) for who in people}}
        return replace(state, game=replace(state.game, effects=effects))
    return replace(state, ailments=(*state.ailments, *(Ailment(who, "asleep", 10**6) for who in people)))


def logged(campaign: Campaign) -> list[Laid]:
    """Every kind of command of a campaign's logs, and the state in which it was given first."""
    return [(each.state, each.command) for each in moments(campaign.game.id) if each.ruleset.id == campaign.id]


def facing(campaign: Campaign, state: Any) -> Any:
    """The same party before those whom it has met."""
    met = next(
        known
        for known, _ in logged(campaign)
        if known.at and campaign.side.meetings.busy(known) and not known.awaiting and not known.tasks
    )
    if campaign.game.id in BOXES:
        out = state.game.expedition  # as far along the road as before
        there = replace(met.game.expedition, miles=out.miles if out else state.mark, astray=out.astray if out else 0)
        return replace(state, game=replace(state.game, fight=met.game.fight, expedition=there))
    return replace(state, meeting=met.meeting)


def in_the_way(campaign: Campaign, state: Any, command: Command) -> dict[str, Way]:
    """All that may stand in the way of a command of a campaign."""
    everybody, who = campaign.side.party.people(state), str(getattr(command, "who", ""))
    ways: dict[str, Way] = {
        ITSELF: lambda state, command: (state, command),
        "a question": lambda state, command: (replace(state, awaiting=(Question("danger", "referee"),)), command),
        "something due": lambda state, command: (replace(state, tasks=(Task("meet", "x"),)), command),
        "everybody asleep": lambda state, command: (asleep(campaign, state, everybody), command),
        **{stage: _stage(stage) for stage in STAGES if stage != state.stage},
    }
    if state.draft is None:
        ways["a draft"] = lambda state, command: (replace(state, draft=Draft()), command)
    if not campaign.side.meetings.busy(state):
        ways["strangers"] = lambda state, command: (facing(campaign, state), command)
    if who in everybody:
        ways["a sleeper"] = lambda state, command: (asleep(campaign, state, (who,)), command)
    if who in everybody and hasattr(state, "purses"):
        ways["an empty purse"] = lambda state, command: (replace(state, purses={}, strongbox={}), command)
    return ways | dict(_words(command))


def _stage(stage: str) -> Way:
    return lambda state, command: (replace(state, stage=stage), command)


def _words(command: Command) -> Iterator[tuple[str, Way]]:
    """Every name of the command in turn one that nobody bears, every number too great."""
    for field in inspect.type_info(type(command)).fields:  # type: ignore[attr-defined]
        other = NOBODY if isinstance(field.type, inspect.StrType) else BEYOND
        if isinstance(field.type, inspect.StrType | inspect.IntType):
            yield f"{field.encode_name} {other}", _said(field.name, other)


def _said(field: str, other: Any) -> Way:
    return lambda state, command: (state, replace(command, **{field: other}))


def exclude(one: str, other: str) -> bool:
    """Two of a sort, which cannot be at once."""
    sleep = ("asleep" in one or "sleeper" in one) and ("asleep" in other or "sleeper" in other)
    nobody = f"who {NOBODY}"
    return {one, other} <= set(STAGES) or sleep or {one, other} == {"a sleeper", nobody}


def misorders(campaign: Campaign, laid: Laid) -> Iterator[str]:
    """Whatever is told of two reasons although the other comes before it."""
    ways, tag = in_the_way(campaign, *laid), tag_of(type(laid[1]))
    if asked(campaign, laid):  # another place, or somebody who is met, might be what it lacks
        ways = {name: lay for name, lay in ways.items() if name not in (*STAGES, "a draft", "strangers")}
    alone = {name: asked(campaign, lay(*laid)) for name, lay in ways.items()}
    for one, other in combinations((name for name, code in alone.items() if code), 2):
        codes = alone[one], alone[other]
        if rank(codes[0]) == rank(codes[1]) or exclude(one, other):
            continue
        both = asked(campaign, ways[one](*ways[other](*laid)))
        if rank(both) > min(map(rank, codes)) or not both:
            yield f"{tag}: {one} ({codes[0]}) and {other} ({codes[1]}) tell {both or 'nothing'}"


def made_up(kind: type[Command], who: str) -> Command | None:
    """A command of a kind that speaks of nothing that there is; None where it needs more than words and numbers."""
    values: dict[str, Any] = {"type": tag_of(kind)}
    for field in inspect.type_info(kind).fields:  # type: ignore[attr-defined]
        if field.name == "who":
            values["who"] = who
        elif isinstance(field.type, inspect.StrType):
            values[field.encode_name] = NOBODY
        elif isinstance(field.type, inspect.LiteralType):
            values[field.encode_name] = field.type.values[0]
        elif field.required:
            values[field.encode_name] = 1 if isinstance(field.type, inspect.IntType) else None
    try:
        return msgspec.convert(values, kind)
    except msgspec.ValidationError:
        return None


def cases(campaign: Campaign) -> Iterator[Laid]:
    """Every command of the campaign's own and its side's: as it was given once, and made up at every stage."""
    kinds = [kind for kind in campaign.command_types if kind not in campaign.game.command_types]
    known = logged(campaign)
    yield from ((state, command) for state, command in known if type(command) in kinds)
    at_ease = [state for state, _ in known if not state.awaiting and not campaign.side.meetings.busy(state)]
    stages = [next(state for state in at_ease if state.stage == stage) for stage in STAGES[1:]]
    for state in stages:
        who = campaign.side.party.people(state)[0]
        yield from ((state, made) for kind in kinds if (made := made_up(kind, who)) is not None)


@pytest.mark.parametrize("game", campaigns())
def test_of_two_reasons_the_decisive_one_is_told(game: str) -> None:
    campaign = find_campaign(game)
    swept = list(cases(campaign))
    kinds = {kind for kind in campaign.command_types if kind not in campaign.game.command_types}
    assert kinds - {type(command) for _, command in swept} <= {kind for kind in kinds if tag_of(kind) in WHOLE_THINGS}
    assert [fault for laid in swept[:: len(campaigns())] for fault in misorders(campaign, laid)] == []


@pytest.mark.slow
@pytest.mark.parametrize("game", campaigns())
def test_of_two_reasons_the_decisive_one_is_told_of_every_command_at_every_stage(game: str) -> None:
    campaign = find_campaign(game)
    assert [fault for laid in cases(campaign) for fault in misorders(campaign, laid)] == []


WHOLE_THINGS = {"bring_rooms", "bring_tale", "enlist"}
"""What takes more than words and numbers, and is swept where the logs of a game hold it."""
ABOUT_SOMEBODY = {"split_off", "bank", "hand_over", "give_item", "take_choice", "let_choose", "put_off_choices"}
"""What is done about somebody, who may sleep meanwhile: left behind, relieved of gold, chosen for on paper."""


@pytest.mark.parametrize("game", campaigns())
def test_whoever_sleeps_gives_no_command_of_the_campaigns(game: str) -> None:
    campaign = find_campaign(game)
    faults = set()
    for laid in cases(campaign):
        ways, tag = in_the_way(campaign, *laid), tag_of(type(laid[1]))
        if "a sleeper" in ways and tag not in ABOUT_SOMEBODY and not asked(campaign, ways["a sleeper"](*laid)):
            faults.add(tag)
    assert faults == set()
