"""The front door's `odds`: of dice notation, or of a fight. Whoever asks about dice alone loads nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, overload

from arbitro.dice.exact import LIMIT
from arbitro.dice.expression import Expression
from arbitro.dice.mistake import NotationError
from arbitro.dice.odds import Odds
from arbitro.dice.odds import odds as dice_odds
from arbitro.text import Fault, Words

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from arbitro.chances.answer import FightOdds
    from arbitro.chances.asking import Budget, Policies
    from arbitro.chances.measures import Question
    from arbitro.chances.work import OnProgress
    from arbitro.kernel.event import Setting
    from arbitro.kernel.ruleset import Ruleset, Setup
    from arbitro.kernel.state import State


@overload
def odds(what: str | Expression, /, *, seconds: float = LIMIT) -> Odds: ...


@overload
def odds(
    what: str | Ruleset[Any],
    fight: str | Setup | State,
    /,
    policy: Policies = "suggest",
    question: Question = "wins",
    budget: Budget | None = None,
    *,
    options: Mapping[str, Setting] | None = None,
    seed: str = "1",
    executor: Executor | None = None,
    workers: int = 1,
    on_progress: OnProgress | None = None,
) -> FightOdds: ...


def odds(
    what: str | Expression | Ruleset[Any],
    fight: str | Setup | State | None = None,
    /,
    policy: Policies = "suggest",
    question: Question = "wins",
    budget: Budget | None = None,
    *,
    options: Mapping[str, Setting] | None = None,
    seed: str = "1",
    executor: Executor | None = None,
    workers: int = 1,
    on_progress: OnProgress | None = None,
    seconds: float = LIMIT,
) -> Odds | FightOdds:
    r"""The exact odds of dice notation; or, with a game and one of its fights, the odds of that fight.

    The fight is a ready one by name, one that was set up, or the state of a table. The way is chosen by looking at it:
    exact where that can be had, else fought as often as the budget says. `on_progress` is told how far it has come: it
    may give True, that is enough, or raise, to call it off.

    >>> str(odds("2d6").at_least(9))
    '5/18'
    >>> plain = {"initiative_tie": "reroll", "surprise_method": "judgement", "morale_table": "off"}
    >>> orcs = odds("whitebox", "orcs", options=plain)
    >>> round(orcs.estimate, 12), orcs.method
    (0.685497879264, 'derived')
    >>> round(orcs["standing/party"].value, 6)
    1.815628
    >>> print(*odds("whitebox", "orcs", question="falls/berto", options=plain).lines(), sep="\n")
    Berto falls: 86.4484 %
    Counted out from single blows (1536 situations). There is nothing in it but blows.
    """
    if fight is None:
        if not isinstance(what, str | Expression):
            raise _which_fight(what)
        try:
            return dice_odds(what, seconds)
        except NotationError:
            if isinstance(what, str) and (meant := _game(what)) is not None:
                raise _which_fight(meant) from None
            raise
    from arbitro.chances.asking import DEFAULT, fight_odds, fight_of  # late: dice need no game
    from arbitro.chances.work import FightWork

    game = what.text if isinstance(what, Expression) else what
    bout = fight_of(game, fight, policy, options=options)
    work = FightWork(executor=executor, workers=workers, on_progress=on_progress)
    return fight_odds(bout, question, budget or DEFAULT, seed=seed, work=work)


def _game(name: str) -> Ruleset[Any] | None:
    """The game that somebody may have meant who wrote no dice."""
    from arbitro.play.opening import known_game  # late: dice need no game

    try:
        return known_game(name)
    except Fault:
        return None


def _which_fight(game: Ruleset[Any]) -> Fault:
    """A game alone has no odds: its ready fights are named."""
    from arbitro.chances.outcome import TEXTS
    from arbitro.play.opening import ready_scenes

    return Fault(Words(TEXTS, "chances.which_fight", game=game.id, known=", ".join(ready_scenes(game, "fights"))))
