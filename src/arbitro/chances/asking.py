"""Asking for the odds of a fight: the way is chosen by looking at it.

Counted out where there is nothing in it but blows; followed everywhere where it is small enough; fought, as often as it
takes, where it is neither.
"""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, Final, get_args

from msgspec import Struct
from msgspec.structs import replace

from arbitro.chances.answer import Because, FightOdds
from arbitro.chances.bout import EVERYBODY, Bout, fight_dice, first_state
from arbitro.chances.comparing import FightComparison
from arbitro.chances.derived import derive
from arbitro.chances.explored import GaveUp, explore
from arbitro.chances.intervals import Estimate
from arbitro.chances.measures import HOLDS, Question, answers, asked_of, family, is_share, measured, predicates_in
from arbitro.chances.outcome import TEXTS, Unfit
from arbitro.chances.plain_sim import simulate
from arbitro.chances.policies import THROWS_LOTS, Policy, policy_of
from arbitro.chances.sampled import Sample, Stop, compare, sample
from arbitro.chances.work import ALONE, FightWork, Method
from arbitro.kernel.event import Setting
from arbitro.kernel.ruleset import Ruleset, Setup
from arbitro.kernel.state import State
from arbitro.play.opening import FOLDERS, known_game, ready_scenes, unknown_scene
from arbitro.text import LANGUAGES, Fault, Words

Policies = str | Policy | Mapping[str, str | Policy]
"""One for everybody, or one for each side by its id."""


class Budget(Struct, frozen=True, kw_only=True):
    """How much work an answer is worth."""

    fights: int = 2_000
    width: float = 0.05
    """How wide the interval of a sampled answer may be; 0: all fights are fought."""
    situations: int = 1_000
    """How many are followed before fights are fought instead; 0: none are."""
    method: Method | None = None
    """The way to be taken; None: the best that there is."""

    def __post_init__(self) -> None:
        possible = {
            "fights": self.fights >= 1,
            "width": self.width >= 0,
            "situations": self.situations >= 0,
            "method": self.method is None or self.method in get_args(Method),
        }
        for name, holds in possible.items():
            if not holds:
                raise Fault(Words(TEXTS, "chances.budget", name=name, value=str(getattr(self, name))))


DEFAULT: Final = Budget()


def fight_of(
    game: str | Ruleset[Any],
    fight: str | Setup | State,
    policy: Policies = "suggest",
    *,
    options: Mapping[str, Setting] | None = None,
) -> Bout:
    """A fight to be asked about: a ready one by name, one that was set up, or one that has begun."""
    ruleset = known_game(game) if isinstance(game, str) else game
    policies: dict[str, str | Policy] = dict(policy) if isinstance(policy, Mapping) else {EVERYBODY: policy}
    for each in policies.values():
        policy_of(each)
    bout = Bout(game=ruleset.id, packs=ruleset.packs, policies=policies)
    if isinstance(fight, State):
        if not isinstance(fight, type(ruleset.initial())):  # a campaign, or another game
            raise Fault(Words(TEXTS, "chances.no_fight"))
        begun = fight if options is None else ruleset.with_options(fight, {**fight.options, **options})
        return replace(bout, state=begun)
    setup = _ready(ruleset, fight) if isinstance(fight, str) else fight
    return replace(bout, start=setup.start, options={**setup.options, **(options or {})})


def _ready(ruleset: Ruleset[Any], name: str) -> Setup:
    ready = {f"{folder}/{each}": found for folder in FOLDERS for each, found in ready_scenes(ruleset, folder).items()}
    for key, document in ready.items():
        if name in (key, key.partition("/")[2]):
            return ruleset.read_setup(document)
    raise unknown_scene(name, ready)


def fight_odds(
    bout: Bout,
    question: Question = "wins",
    budget: Budget = DEFAULT,
    *,
    seed: str = "1",
    work: FightWork = ALONE,
) -> FightOdds:
    """The odds of a fight, by the best way that there is, or by the one that the budget names."""
    asked, work = asked_of(question), _with(work, question)
    opening = first_state(bout, fight_dice(seed, 0).play)  # what cannot begin says so before any work is done
    _answerable(bout, opening, asked)
    return _called(_found(bout, asked, budget, seed, work), opening)


def _called(found: FightOdds, opening: State) -> FightOdds:
    """An answer with the names of everybody in it, the first side that the game names in front."""
    people = _people(found.bout, opening)
    estimates = _in_order(people, found.estimates)
    return replace(found, estimates=estimates, names=_names(found.bout, opening), people=people)


def _found(bout: Bout, asked: str, budget: Budget, seed: str, work: FightWork) -> FightOdds:
    if budget.method == "simulated":
        return _simulated(bout, asked, budget, seed, work)
    found = _worked_out(bout, asked, budget, work)
    if isinstance(found, FightOdds):
        return found
    if budget.method not in (None, "sampled"):
        _, why = found.reasons[-1]
        raise Fault(Words(TEXTS, "chances.not_so", why=Words(TEXTS, why.key, **why.values)))
    stop = Stop(fights=budget.fights, width=budget.width, asked=asked)
    because = Because("chances.because.asked" if budget.method else "chances.because.sampled", {}, found.reasons)
    return _of_sample(bout, asked, sample(bout, seed, stop, work), because, found.bounds)


def _of_sample(
    bout: Bout, asked: str, found: Sample, because: Because, bounds: Mapping[str, Estimate] = MappingProxyType({})
) -> FightOdds:
    return FightOdds(
        bout=bout,
        asked=asked,
        estimates=found.estimates(),
        method="sampled",
        because=because,
        count=found.count,
        seed=found.seed,
        sample=found,
        bounds=dict(bounds),
    )


class _NotExact(Struct, frozen=True):
    """Why there is no exact answer, way by way, and what is known for certain all the same."""

    reasons: tuple[tuple[Method, Unfit], ...]
    bounds: dict[str, Estimate]


def _worked_out(bout: Bout, asked: str, budget: Budget, work: FightWork) -> FightOdds | _NotExact:
    """By whichever way needs no fights, of those that the budget allows."""
    not_taken: list[tuple[Method, Unfit]] = []
    bounds: dict[str, Estimate] = {}
    if budget.method in (None, "derived"):
        counted_out = derive(bout, work.predicates)
        if not isinstance(counted_out, Unfit):
            return FightOdds(
                bout=bout,
                asked=asked,
                estimates=counted_out.estimates,
                method="derived",
                because=Because("chances.because.derived"),
                count=counted_out.situations,
                spreads=counted_out.spreads,
            )
        not_taken.append(("derived", counted_out))
    if budget.method == "explored" or (budget.method is None and budget.situations):
        try:
            return _explored(bout, asked, budget, work, tuple(not_taken))
        except GaveUp as gave_up:
            not_taken.append(("explored", gave_up.reason))
            bounds = gave_up.bounds
    return _NotExact(tuple(not_taken), bounds)


def _explored(
    bout: Bout, asked: str, budget: Budget, work: FightWork, not_taken: tuple[tuple[Method, Unfit], ...]
) -> FightOdds:
    """By following it everywhere; raises `GaveUp` where that is too far, or lots decide that are not the game's."""
    if any(not isinstance(policy, str) or policy in THROWS_LOTS for policy in bout.policies.values()):
        raise GaveUp(Unfit("chances.why.lots"), 0)
    followed = explore(bout, budget.situations, work, unsure=budget.width if is_share(asked) else 0.0)
    why = "chances.because.explored" if followed.complete else "chances.because.nearly"
    return FightOdds(
        bout=bout,
        asked=asked,
        estimates=followed.estimates,
        method="explored",
        because=Because(why, {}, not_taken),
        count=followed.situations,
        spreads=followed.spreads,
    )


def _answerable(bout: Bout, opening: State, asked: str) -> None:
    """What is asked of somebody, or for a side, must be there; a fault names those who are."""
    outcome = bout.reading.outcome(opening)
    for side in bout.policies:
        if side and side not in outcome.sides:
            raise Fault(Words(TEXTS, "chances.no_side", side=side, known=", ".join(outcome.sides)))
    if family(asked) == HOLDS:
        return
    known = measured(outcome)
    if any(answers(name, asked) for name in known):
        return
    alike = [name for name in known if family(name) == family(asked)]
    if not alike:
        raise Fault(Words(TEXTS, "chances.nothing_of_that", question=asked))
    raise Fault(Words(TEXTS, "chances.nobody_of_that", question=asked, known=", ".join(alike)))


def _simulated(bout: Bout, asked: str, budget: Budget, seed: str, work: FightWork) -> FightOdds:
    found = simulate(bout, budget.fights, seed, work.predicates)
    if isinstance(found, Unfit):
        raise Fault(Words(TEXTS, "chances.not_so", why=Words(TEXTS, found.key, **found.values)))
    return FightOdds(
        bout=bout,
        asked=asked,
        estimates=found.estimates,
        method="simulated",
        because=Because("chances.because.asked"),
        count=found.count,
        seed=seed,
        spreads=found.spreads,
    )


def _with(work: FightWork, question: Question) -> FightWork:
    """The work with what was asked: a predicate of one's own is read at each end."""
    return replace(work, predicates={**work.predicates, **predicates_in([question])})


def _in_order(sides: Iterable[str], estimates: dict[str, Estimate]) -> dict[str, Estimate]:
    """The first side that the game names comes first, by whichever way it was found."""
    place = {f"wins/{side}": number for number, side in enumerate(sides)}
    return dict(sorted(estimates.items(), key=lambda pair: place.get(pair[0], len(place))))


def names_of(bout: Bout, seed: str = "1") -> dict[str, dict[str, str]]:
    """By language, what the people and sides of a fight are called."""
    return _names(bout, first_state(bout, fight_dice(seed, 0).play))


def _people(bout: Bout, state: State) -> dict[str, tuple[str, ...]]:
    """By side, those who are there at first."""
    outcome = bout.reading.outcome(state)
    return {side: tuple(one.id for one in outcome.people if one.side == side) for side in outcome.sides}


def _names(bout: Bout, state: State) -> dict[str, dict[str, str]]:
    outcome, ruleset = bout.reading.outcome(state), bout.ruleset
    ids = [*outcome.sides, *(one.id for one in outcome.people)]
    found: dict[str, dict[str, str]] = {}
    for language in LANGUAGES:
        found[language] = {}
        for each in ids:
            try:
                name = str(ruleset.name_of(state, each, language))
            except LookupError:
                name = each
            found[language][each] = TEXTS.find(language, f"chances.side.{name}") or name
    return found


def compared(
    first: Bout,
    second: Bout,
    question: Question = "wins",
    budget: Budget = DEFAULT,
    *,
    seed: str = "1",
    work: FightWork = ALONE,
) -> FightComparison:
    """Two variants of a fight: exactly where both can be had so, else over the same seeds, with an interval."""
    asked, work = asked_of(question), _with(work, question)
    openings = [first_state(each, fight_dice(seed, 0).play) for each in (first, second)]
    for each, opening in zip((first, second), openings, strict=True):  # what cannot begin says so before any work
        _answerable(each, opening, asked)
    found = _both_exact(first, second, asked, budget, work)
    if found is None:
        stop = Stop(fights=budget.fights, width=budget.width, asked=asked)
        pair = compare(first, second, seed, stop, work)
        because = Because("chances.because.asked" if budget.method else "chances.because.sampled")
        found = _of_sample(first, asked, pair.first, because), _of_sample(second, asked, pair.second, because)
    one, other = map(_called, found, openings)
    return FightComparison(one=one, other=other)


def _both_exact(
    first: Bout, second: Bout, asked: str, budget: Budget, work: FightWork
) -> tuple[FightOdds, FightOdds] | None:
    """Both without a fight, where nothing is left open in either."""
    if budget.method in ("sampled", "simulated"):
        return None
    whole = replace(budget, width=0.0)
    one = _worked_out(first, asked, whole, work)
    if not isinstance(one, FightOdds):
        return None
    other = _worked_out(second, asked, whole, work)
    return (one, other) if isinstance(other, FightOdds) else None
