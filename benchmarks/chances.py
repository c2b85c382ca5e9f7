"""Odds of fights: each way beside what it is held against in the same run, each answer against the exact one first.

The reference solver knows nothing of rules: it is told the numbers of WB-4v6 and solves its Markov chain round by
round. A tuned one goes half a round at a time; it has no limit here, and shows what the questions to the rules cost.
Ours asks the rules what a blow does and when it falls, makes sure that nothing else happens, and then counts. The
sampled way stands beside a bare loop of suggestions and decisions.
"""

from functools import cache
from time import process_time
from typing import Any, Final

from benchmarks.common import Report
from benchmarks.fight import EXACT
from benchmarks.reference import ORCS, PARTY, Left, party_wins, volleys

from arbitro.chances.asking import fight_of
from arbitro.chances.bout import Bout, fight_dice, first_state
from arbitro.chances.derived import Derived, derive
from arbitro.chances.explored import explore
from arbitro.chances.sampled import play_batch
from arbitro.kernel.command import Refusal
from arbitro.kernel.seat import REFEREE

PLAIN: Final = {"initiative_tie": "reroll", "surprise_method": "judgement", "morale_table": "off"}
SURVIVORS: Final = 1.815628
FIGHTS: Final = 20


def tuned() -> float:
    """The party's chance, half a round at a time: both orders are one chain."""
    volley = volleys()

    @cache
    def wins(party: Left, orcs: Left) -> tuple[float, float]:
        """With the party to act, and with the orcs to act."""
        acts, stays = 0.0, 0.0
        for end, chance in volley(PARTY, ORCS, party[0], orcs).items():
            if end == orcs:
                stays = chance
            else:
                acts += chance * (1.0 if not end[0] else wins(party, end)[1])
        answers, still = 0.0, 0.0
        for end, chance in volley(ORCS, PARTY, orcs[0], party).items():
            if end == party:
                still = chance
            elif end[0]:
                answers += chance * wins(end, orcs)[0]
        whole = 1 - stays * still
        return (acts + stays * answers) / whole, (answers + still * acts) / whole

    first, second = wins((PARTY.number, PARTY.hp), (ORCS.number, ORCS.hp))
    return (first + second) / 2


def bare(bout: Bout, number: int) -> Any:
    """A fight with nothing around it: what is suggested is decided until it is over."""
    ruleset, dice = bout.ruleset, fight_dice("bench", number).play
    state: Any = first_state(bout, dice)
    while state.fight.phase != "over":
        command = ruleset.suggest(state, REFEREE)
        if command is None:
            raise RuntimeError("the automatic players are at a loss")
        found = ruleset.decide(state, command, dice)
        if isinstance(found, Refusal):
            raise RuntimeError(found.code)
        state = found.state
    return state


def agree(what: str, value: float, exact: float, near: float) -> None:
    """Hold an answer against the exact one; too far away is an error, not a figure."""
    print(f"  {what}: {value:.9f}")
    if abs(value - exact) > near:
        raise SystemExit(f"{what} is not {exact}")


def main() -> None:
    """Print the ratios of the derived and the sampled way, and how long the explored one takes."""
    report = Report("odds of the reference fight WB-4v6")
    bout = fight_of("whitebox", "orcs", options=PLAIN)
    counted = derive(bout)
    if not isinstance(counted, Derived):
        raise SystemExit(f"the reference fight is not plain: {counted.key}")
    agree("reference solver", party_wins(), EXACT, 1e-9)
    agree("derived", counted.estimates["wins/party"].value, EXACT, 1e-9)
    agree("derived, survivors", counted.estimates["standing/party"].value, SURVIVORS, 5e-7)
    agree("tuned solver", tuned(), EXACT, 1e-9)
    report.ratio("time: derived from the rules / reference solver", lambda: derive(bout), party_wins, ceiling=2.0)
    speed = report.ratio("speed: derived from the rules / a tuned solver", lambda: derive(bout), tuned)
    print(f"  derived takes {1 / speed:.1f} times as long as the tuned solver")

    def sampled() -> None:
        play_batch(bout, "bench", 0, FIGHTS, {})

    def played() -> None:
        for number in range(FIGHTS):
            bare(bout, number)

    report.ratio("sampled, measures read / a bare loop of decisions", sampled, played, floor=0.8, aim=0.95)
    began = process_time()
    agree("explored", explore(bout, 20_000).estimates["wins/party"].value, EXACT, 1e-9)
    explored = process_time() - began
    began = process_time()
    played()
    fights = explored / (process_time() - began) * FIGHTS
    print(f"  explored: {explored:.1f} s of the processor, as long as {fights:.0f} fights take")
    report.close()
