"""A Gymnasium environment in which the learner plays one seat: fights and campaigns are both played through it.

An act that is not on the mask is not carried out and costs nothing but a decision; ``info["refused"]`` says so.
"""

from collections.abc import Callable
from typing import Any, ClassVar, NamedTuple

import gymnasium
from gymnasium import spaces
from msgspec import Struct
from numpy.typing import NDArray

from arbitro.kernel.event import Event
from arbitro.kernel.ruleset import Ruleset
from arbitro.kernel.seat import Seat
from arbitro.text import Language
from arbitro.worlds.episode import Cast, Episode, RunDice, parted, run_dice
from arbitro.worlds.sight import Extent
from arbitro.worlds.spaces import (
    METADATA,
    Decision,
    Observation,
    act_text,
    as_observation,
    drawn,
    flattened,
    known_mode,
    known_seat,
    observation_space,
)

Answer = tuple[Observation | NDArray[Any], float, bool, bool, dict[str, Any]]


class WorldStep(Struct, frozen=True):
    """What a reward is made of: how things stood, how they stand, what happened, and whether that was the end."""

    before: Any
    after: Any
    events: tuple[Event, ...]
    over: bool
    seat: Seat


Reward = Callable[[WorldStep], float]


class Playable(NamedTuple):
    """What is played: how a run begins, when it is over, how those play who do not learn, and what it is worth."""

    ruleset: Ruleset[Any]
    begin: Callable[[RunDice], Any]
    over: Callable[[Any], bool]
    cast: Callable[[Any, tuple[str, ...]], Cast]
    worth: Reward


class SeatWorld(gymnasium.Env[Any, Any]):
    """One seat of a story."""

    metadata: ClassVar[dict[str, Any]] = METADATA  # type: ignore[misc] # the library's own is no class variable

    def __init__(
        self,
        story: Playable,
        seat: str = "",
        *,
        reward: Reward | None = None,
        extent: Extent | None = None,
        flat: bool = False,
        render_mode: str | None = None,
    ) -> None:
        self.render_mode = known_mode(render_mode)
        self.story = story
        self.seat_name = seat
        self.reward = reward or story.worth
        self.extent = extent or Extent()
        self.flat = flat
        self.spaces = observation_space(self.extent)
        self.observation_space = spaces.flatten_space(self.spaces) if flat else self.spaces
        self.action_space = spaces.Discrete(self.extent.acts)
        self._seed, self._number, self._gone = "", 0, 0
        self.episode: Episode
        self.decision: Decision

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation | NDArray[Any], dict[str, Any]]:
        """Begin a run: with a seed the first of that seed, without one the next; `options` may give its `number`."""
        super().reset(seed=seed)
        if seed is not None or not self._seed:
            self._seed, self._number = str(self.np_random.integers(2**62) if seed is None else seed), 0
        else:
            self._number += 1
        self._number = int((options or {}).get("number", self._number))
        self._gone = 0
        self.episode = self._begun()
        self.decision = self._decision()
        return self._observation(), self._info()

    def _begun(self) -> Episode:
        story, dice = self.story, run_dice(self._seed, self._number)
        state = story.begin(dice)
        seats = story.ruleset.seats(state)
        self.seat_name = known_seat(seats, self.seat_name or parted(seats)[0])
        return Episode(story.ruleset, story.over, state, dice, story.cast(state, (self.seat_name,)))

    def step(self, action: Any) -> Answer:
        """Do what stands at a place of the list."""
        before = self.episode.state
        refused = not 0 <= int(action) < len(self.decision.acts)
        if not refused:
            self.episode.do(self.decision.acts[int(action)].command(self.story.ruleset))
        self._gone += 1
        over = self.episode.over
        events = () if refused else tuple(self.episode.events)
        self.decision = self._decision()
        step = WorldStep(before, self.episode.state, events, over, self.decision.seat)
        info = {**self._info(), **({"refused": True} if refused else {})}
        late = not over and self._gone >= self.extent.decisions
        return self._observation(), float(self.reward(step)), over, late, info

    def own_seat(self) -> Seat:
        """The learner's seat as the scene cuts it now."""
        seats = self.story.ruleset.seats(self.episode.state)
        return next((seat for seat in seats if seat.name == self.seat_name), Seat(self.seat_name))

    def act_texts(self, language: Language = "en") -> list[str]:
        """The present acts in words, in the order of their numbers."""
        return [act_text(self.story.ruleset, self.episode.state, act, language) for act in self.decision.acts]

    def render(self) -> Any:
        """The scene as the seat may see it."""
        return drawn(self.episode, self.render_mode, self.own_seat())

    def _decision(self) -> Decision:
        acting = self.episode.seat
        return Decision(self.episode, self.own_seat() if acting is None else acting, self.extent, self._gone)

    def _observation(self) -> Observation | NDArray[Any]:
        sight = as_observation(self.decision.sight)
        return flattened(self.spaces, sight) if self.flat else sight

    def _info(self) -> dict[str, Any]:
        return {**self.decision.info(), "seed": f"{self._seed}/{self._number}"}
