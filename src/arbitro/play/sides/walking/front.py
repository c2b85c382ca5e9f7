"""What the table sees of the exploring that the campaign provides: whose turn it is, what is offered and told."""

from collections.abc import Iterable
from typing import cast

from arbitro.kernel.card import Card
from arbitro.kernel.choice import Choice
from arbitro.kernel.command import Command
from arbitro.kernel.event import Event
from arbitro.kernel.seat import REFEREE_ONLY, Seat
from arbitro.kernel.sketch import Sketch
from arbitro.kernel.then import Then
from arbitro.play import plain
from arbitro.play.chair import referee_decides
from arbitro.play.journal.words import counted, listed
from arbitro.play.naming import place_name
from arbitro.play.sides.walking import captives, ground, offers
from arbitro.play.sides.walking import commands as walking_commands
from arbitro.play.sides.walking import events as e
from arbitro.play.sides.walking.captives import CAPTIVES
from arbitro.play.sides.walking.captivity import (
    CaptiveFate,
    CaptiveFreed,
    CaptiveRobbed,
    CaptiveSlain,
    CaptiveTaken,
    RansomGiven,
    RansomSet,
)
from arbitro.play.sides.walking.endings import beaten_by_foes
from arbitro.play.sides.walking.firstword import rests_now
from arbitro.play.sides.walking.ground import walking_state
from arbitro.play.sides.walking.sketch import meeting_sketch
from arbitro.play.sides.walking.walker import Walker
from arbitro.play.state import GROUP, CampaignState
from arbitro.text import Language


def kind_of(state: CampaignState, command: Command) -> str:
    """Meetings are encounters; what becomes of the beaten is a matter of its own."""
    del state
    if isinstance(command, (walking_commands.JudgeBeaten, CaptiveFate)):
        return CAPTIVES
    return "encounters" if type(command) in walking_commands.REFEREES else ""


def choices(side: Walker, state: CampaignState, seat: Seat) -> Iterable[Choice]:
    """The side's own, then the game's that fit the moment."""
    if not state.under_way:
        return
    yield from offers.choices(side, walking_state(state), seat)
    for choice in side.game.choices(state.game, seat):
        if choice.command not in side.not_offered and not rests_now(side, state, choice.command):
            yield choice
    if not state.awaiting:
        yield from captives.choices(side, walking_state(state), seat)


def suggest(side: Walker, state: CampaignState, seat: Seat) -> Command | None:
    """In a meeting the party has the first word, unless a person referees; the rest is the game's own."""
    due = _before_the_game(side, state)
    if due is None:
        wished: Command | None = side.game.suggest(state.game, seat)
        return wished
    return due if seat.may_act_for(_whose(due)) else None


def next_to_act(side: Walker, state: CampaignState) -> frozenset[str]:
    """Whoever the beaten and the meeting wait for; the rest is the game's own."""
    due = _before_the_game(side, state)
    return plain.next_to_act(side.game, state) if due is None else frozenset((_whose(due),))


def _whose(due: Command) -> str:
    return REFEREE_ONLY if type(due) in walking_commands.REFEREES else GROUP


def _before_the_game(side: Walker, state: CampaignState) -> Command | None:
    """What is due of the referee or the party before the game goes on: the fate of the beaten, a meeting."""
    if beaten_by_foes(side, state):
        return walking_commands.JudgeBeaten(cast(walking_commands.BeatenFate, state.options["beaten"]))
    meeting, undecided = walking_state(state).meeting, walking_state(state).errand is None and not state.awaiting
    if meeting is None or meeting.joined or not undecided:
        return None
    peaceful = state.moods.get(meeting.slot) == "friendly"
    if referee_decides(state, "encounters") or peaceful or not side.able(state):
        return walking_commands.LetThemPass() if peaceful else walking_commands.Confront()
    return walking_commands.StrikeFirst()


def sketch(side: Walker, state: CampaignState, seat: Seat, language: Language) -> Sketch | None:
    """Those whom the party has come upon; once it has come to blows, the game's own picture."""
    return meeting_sketch(side, walking_state(state), seat, language) or plain.sketch(side.game, state, seat, language)


def cards(side: Walker, state: CampaignState, seat: Seat, language: Language) -> tuple[Card, ...]:
    """Who is in the enemy's power says so."""
    return captives.marked(walking_state(state), ground.cards(side, state, seat, language), language)


def words_for(side: Walker, then: Then[CampaignState], event: Event, language: Language) -> dict[str, str]:
    """Creatures, gold and places in words."""
    match event:
        case e.TorchBurnedOut() if event.space:
            return {"place": place_name(then, event.space, language)}
        case e.FoesMet():
            return {"foes": listed((counted(side.kind(each), n, language) for each, n in event.foes), language)}
        case e.FirstWordSpoken():
            return {"heeded": listed((counted(side.kind(each), 1, language) for each in event.heeded), language)}
        case e.GoldShared() | e.GoldHanded() | e.BodySearched() | e.PartyBeaten():
            return {"gold": side.money(event.gold, language)}
        case CaptiveRobbed() | RansomSet() | RansomGiven():
            return {"gold": side.money(event.gold, language)}
        case CaptiveFreed():
            return {"gold": side.money(event.purse, language)}
        case CaptiveTaken():
            return {"place": place_name(then, event.held.space, language)}
        case CaptiveSlain():
            return {"place": place_name(then, event.fallen.place, language)}
        case _:
            return {}
