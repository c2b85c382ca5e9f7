"""The thoughtful policy: it plays its present choices out on imagined copies of the fight before it makes one.

It begins with what the game's own automatic player would do, and leaves that only for something that is shown to be
better. Two sorts of things are tried against it:

- *lines of play*: the side goes on as the game suggests, but always at whoever seems to have the least left; or, in a
  game in which one may act while the others wait, at one kind of foe before all others, and with one of its people in
  the lead; of many lines the better half is looked at longer, until one is left;
- *other acts* of the seat, each once, after which everybody goes on as the game suggests.

All of them meet the same imagined worlds with the same dice, so that nothing else makes a difference. A line is asked
about in more and more worlds, until it is clearly better or worse than the suggestion or the budget is spent. Of other
acts the one that looks best at a glance is held against the suggestion in new worlds, and must stand out from chance
more clearly, as so many are tried. At the next move all is thought out anew.

A world is imagined from what the seat may know (`FightReading.imagined`): whatever it may not know is drawn anew each
time. How much it thinks is counted in fights played out, never in seconds: the same lots make the same choice.
"""

from collections.abc import Callable, Iterator
from statistics import fmean, stdev
from typing import Any, Final

from msgspec import Struct

from arbitro.chances.aiming import Bend, aims, at_kind, at_weakest, both, kind_of, led_by
from arbitro.chances.outcome import FightOutcome, FightReading, reading_of
from arbitro.dice.stream import Dice, QuickDice
from arbitro.kernel.command import Command, Refusal
from arbitro.kernel.legal_acts import legal_acts
from arbitro.kernel.ruleset import Ruleset
from arbitro.kernel.seat import REFEREE, Seat
from arbitro.kernel.state import State

LOT_SIDES: Final = 1 << 30
"""The die that draws the number of an imagined world."""


class Thought(Struct, frozen=True, kw_only=True):
    """How much is thought about each move."""

    tried: int = 2
    """Other acts that are looked at beside the suggestion and the line of play."""
    glances: int = 3
    """Worlds in which each is played out first."""
    proofs: int = 8
    """New worlds in which the best of them is held against the suggestion."""
    batches: int = 3
    """How often so many more worlds are asked about a line of play, as long as it is neither better nor worse."""
    sure_line: float = 0.3
    """By how many standard errors the gain of a line of play must exceed nothing in the end."""
    clear: float = 1.5
    """By how many standard errors a line of play is better or worse without asking on."""
    sure_act: float = 2.0
    """By how many standard errors the gain of another act must exceed nothing: more, as so many are tried."""
    horizon: int = 40
    """Commands after which a play-out is broken off and the fight is judged as it stands."""


USUAL: Final = Thought()


class _Idea(Struct, frozen=True):
    """What is tried: a command now, and how the seat goes on after it."""

    command: Command
    bend: Bend | None = None


class _Thinking(Struct, frozen=True):
    """A moment that is thought about, with everything that stays the same for all that is tried."""

    ruleset: Ruleset[Any]
    reading: FightReading
    state: Any
    seat: Seat
    thought: Thought
    first_world: int

    def world(self, number: int) -> tuple[Any, Dice]:
        """An imagined world of that number, and the dice that fall in it from here on."""
        dice = QuickDice(self.first_world + number)
        imagined = self.reading.imagined
        return (None if imagined is None else imagined(self.ruleset, self.state, self.seat, dice)), dice


def thoughtful(ruleset: Ruleset[Any], state: State, seat: Seat, lots: Dice) -> Command | None:
    """The suggestion, or what looking ahead shows to be better."""
    return thinking(USUAL)(ruleset, state, seat, lots)


def thinking(thought: Thought) -> Callable[[Ruleset[Any], Any, Seat, Dice], Command | None]:
    """A policy that thinks so much about each move."""

    def policy(ruleset: Ruleset[Any], state: Any, seat: Seat, lots: Dice) -> Command | None:
        base, reading = ruleset.suggest(state, seat), reading_of(ruleset.id)
        if base is None or reading.imagined is None or not reading.fighting(state) or reading.over(state):
            return base
        moment = _Thinking(ruleset, reading, state, seat, thought, lots.roll(LOT_SIDES, "lot").face)
        if moment.world(0)[0] is None:
            return base
        return _better(moment, base, tuple(_acts(moment, base, lots)))

    return policy


# ---------------------------------------------------------------- what is tried


def _targets(moment: _Thinking, base: Command) -> Iterator[_Idea]:
    """The lines of play that begin at somebody else than the suggestion."""
    ruleset, state, seat = moment.ruleset, moment.state, moment.seat
    among = aims(ruleset, state, seat, base, moment.reading.wounds(state))
    if len(among) > 1:
        left = _hit_points(moment)
        first = min(among, key=lambda aim: left[aim[0]])[1]
        if first != base:
            yield _Idea(first, at_weakest)
        if moment.reading.leads:
            yield from _kinds(moment, base, among)


def _leads(moment: _Thinking, base: Command, aimed: _Idea | None) -> Iterator[_Idea]:
    """The lines of play that somebody else leads than the suggestion has it, at whom it seems best to go for."""
    for leader in _leaders(moment):
        bend = led_by(leader) if aimed is None or aimed.bend is None else both(led_by(leader), aimed.bend)
        first = bend(moment.ruleset, moment.state, moment.seat, base)
        if first not in (base, None if aimed is None else aimed.command):
            yield _Idea(first, bend)


def _kinds(moment: _Thinking, base: Command, among: list[tuple[str, Command]]) -> Iterator[_Idea]:
    """Each kind of foe before all others, where there are several."""
    kinds = sorted({kind_of(who) for who, _ in among})
    for kind in kinds if len(kinds) > 1 else ():
        bend = at_kind(kind)
        first = bend(moment.ruleset, moment.state, moment.seat, base)
        if first != base:
            yield _Idea(first, bend)


def _leaders(moment: _Thinking) -> Iterator[str]:
    """Those of the seat who stand, where one may act again and again while the others wait."""
    if moment.reading.leads:
        people = moment.reading.outcome(moment.state).people
        yield from (one.id for one in people if one.standing and moment.seat.may_act_for(one.id))


def _hit_points(moment: _Thinking) -> dict[str, float]:
    """How much everybody has left, as far as the seat can tell: the mean of what it imagines."""
    worlds = [moment.reading.outcome(moment.world(number)[0]).people for number in range(moment.thought.glances)]
    return {same[0].id: fmean(one.hp for one in same) for same in zip(*worlds, strict=True)}


def _acts(moment: _Thinking, base: Command, lots: Dice) -> Iterator[_Idea]:
    """Other acts: of each kind in turn, first of whoever would act, one by lot; none gives up."""
    ruleset, state = moment.ruleset, moment.state
    actor = ruleset.owner(state, base)
    kinds: dict[tuple[bool, bool, str], list[Command]] = {}
    for act in legal_acts(ruleset, state, moment.seat):
        command = act.command(ruleset)
        if not act.gives_up and command != base:
            another = ruleset.owner(state, command) != actor
            kinds.setdefault((another, type(command) is not type(base), act.choice.command), []).append(command)
    groups = [kinds[key] for key in sorted(kinds)]
    found = 0
    while found < moment.thought.tried and any(groups):
        for group in groups:
            if group and found < moment.thought.tried:
                command = group.pop(lots.roll(len(group), "lot").face - 1)
                if ruleset.allows(state, command):
                    found += 1
                    yield _Idea(command)


def _uses_nothing_up(moment: _Thinking, base: Command, command: Command) -> bool:
    """Whether an act can be done again and again, with the same left to do after it: it would never come to an end."""
    world, dice = moment.world(0)
    ruleset, found = moment.ruleset, moment.ruleset.decide(world, command, dice)
    if isinstance(found, Refusal) or moment.reading.over(found.state):
        return False
    return ruleset.suggest(found.state, moment.seat) == base and ruleset.allows(found.state, command)


# ---------------------------------------------------------------- looking ahead


def _better(moment: _Thinking, base: Command, acts: tuple[_Idea, ...]) -> Command:
    """The command of the best idea, where it is shown to be better than the suggestion; lines of play come first."""
    playouts: _PlayOuts = {}
    aimed = _likeliest(moment, playouts, base, list(_targets(moment, base)))
    led = list(_leads(moment, base, aimed))
    line = _likeliest(moment, playouts, base, [*([] if aimed is None else [aimed]), *led])
    if line is not None and _line_gain(moment, playouts, base, line) > 0:
        return line.command
    return _better_act(moment, playouts, base, list(acts))


def _likeliest(moment: _Thinking, playouts: "_PlayOuts", base: Command, lines: list[_Idea]) -> _Idea | None:
    """The line of play that looks best after more and more glances; the only one where there is no other."""
    glances, alone = 0, len(lines) < 2
    gain = 0.0
    while len(lines) > 1:
        glances += moment.thought.glances
        usual = _worths(moment, playouts, _Idea(base), range(-glances, 0))
        found = {idea: _gains(_worths(moment, playouts, idea, range(-glances, 0)), usual) for idea in lines}
        means = {idea: fmean(gains) if gains else -1.0 for idea, gains in found.items()}
        lines = sorted(lines, key=lambda idea: -means[idea])[: len(lines) // 2]
        gain = means[lines[0]]
    return next(iter(lines), None) if alone or gain > 0 else None


def _line_gain(moment: _Thinking, playouts: "_PlayOuts", base: Command, idea: _Idea) -> float:
    """What a line of play gains on the average, if it is shown to; nothing where it is not."""
    thought, gains = moment.thought, list[float]()
    for batch in range(thought.batches):
        worlds = range(batch * thought.proofs, (batch + 1) * thought.proofs)
        more = _gains(*(_worths(moment, playouts, each, worlds) for each in (idea, _Idea(base))))
        if not more:
            return 0.0
        gains += more
        if stands_out(gains, thought.clear) or not any(gains):
            break
        if stands_out([-gain for gain in gains], thought.clear):
            return 0.0
    fair = stands_out(gains, thought.sure_line) and not _uses_nothing_up(moment, base, idea.command)
    return fmean(gains) if fair else 0.0


def _better_act(moment: _Thinking, playouts: "_PlayOuts", base: Command, ideas: list[_Idea]) -> Command:
    """The act that looks best at a glance, where it is shown to be better in other worlds."""
    thought = moment.thought
    glances = range(thought.glances)
    usual = _worths(moment, playouts, _Idea(base), glances) if ideas else None
    if usual is None:
        return base
    best, most = None, 0.0
    for idea in ideas:
        gains = _gains(_worths(moment, playouts, idea, glances), usual)
        if gains and fmean(gains) > most and not _uses_nothing_up(moment, base, idea.command):
            best, most = idea, fmean(gains)
    if best is None:
        return base
    proofs = range(thought.glances, thought.glances + thought.proofs)
    gains = _gains(*(_worths(moment, playouts, each, proofs) for each in (best, _Idea(base))))
    return best.command if gains and stands_out(gains, thought.sure_act) else base


def stands_out(gains: list[float], sure: float) -> bool:
    """Whether the mean of paired gains exceeds nothing by so many standard errors."""
    error = stdev(gains) / len(gains) ** 0.5 if len(gains) > 1 else 0.0
    return fmean(gains) > sure * error


def _gains(found: list[float] | None, usual: list[float] | None) -> list[float]:
    """What an idea brings more than the suggestion, world by world; nothing where one of the two cannot be done."""
    if found is None or usual is None:
        return []
    return [other - plain for other, plain in zip(found, usual, strict=True)]


_PlayOuts = dict[tuple[_Idea, int], float | None]
"""How an idea did in each world in which it was played out."""


def _worths(moment: _Thinking, playouts: _PlayOuts, idea: _Idea, worlds: range) -> list[float] | None:
    """How the fight goes for the seat by an idea in each of some worlds; None where it is refused in one."""
    found = []
    for number in worlds:
        key = idea, number
        if key not in playouts:
            playouts[key] = _played_out(moment, idea, number)
        worth = playouts[key]
        if worth is None:
            return None
        found.append(worth)
    return found


def _played_out(moment: _Thinking, idea: _Idea, number: int) -> float | None:
    """The worth of where an idea leads in one world, if everybody else does as the game suggests."""
    ruleset, reading, seat = moment.ruleset, moment.reading, moment.seat
    state, dice = moment.world(number)
    began = reading.outcome(state)
    following: Command | None = idea.command
    for _ in range(moment.thought.horizon):
        if following is None:
            break
        decided = ruleset.decide(state, following, dice)
        if isinstance(decided, Refusal):
            return None
        state = decided.state
        following = None if reading.over(state) else ruleset.suggest(state, REFEREE)
        if idea.bend is not None and following is not None and seat.may_act_for(ruleset.owner(state, following)):
            following = idea.bend(ruleset, state, seat, following)
    return worth(began, reading.outcome(state), seat, over=reading.over(state))


def worth(began: FightOutcome, found: FightOutcome, seat: Seat, *, over: bool) -> float:
    """How well a fight stands for a seat, from 0 to 1: won, lost, or by what both sides have left.

    A victory is worth more the more of its side is left, a defeat less the more of the others are: margins tell good
    acts from bad ones with far fewer fights than victories alone.
    """
    own = frozenset(one.side for one in began.people if seat.may_act_for(one.id) or one.side in seat.controls)
    mine, theirs = (_left(found, own, of) / max(_left(began, own, of), 1) for of in (True, False))
    if not over:
        return 0.25 + 0.5 * mine / (mine + theirs) if mine + theirs else 0.5
    if found.winners and own.issuperset(found.winners):
        return 0.75 + 0.25 * min(mine, 1.0)
    return 0.5 if own.intersection(found.winners) else 0.25 * (1.0 - min(theirs, 1.0))


def _left(outcome: FightOutcome, own: frozenset[str], mine: bool) -> int:
    """The hit points of those who stand, on the seat's sides or on all others."""
    return sum(one.hp for one in outcome.people if one.standing and (one.side in own) is mine)
