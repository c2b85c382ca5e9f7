"""A fight as a PettingZoo environment (AEC): every side is an agent, each moves when the game says that it is its turn.

>>> from arbitro.worlds.sides import sides_world
>>> world = sides_world("whitebox", "orcs")
>>> world.reset(seed=7)
>>> world.agents
['party', 'orcs']

Observations are those of `seat_world` under ``observation``, with the ``action_mask`` beside them. Where a seat plays
one person of a side, `seats` may name those instead. The worth of a fight is told at its end, as in `fights`.
"""

from collections.abc import Mapping
from typing import Any, ClassVar

from gymnasium import spaces
from pettingzoo import AECEnv

from arbitro.chances.bout import first_state
from arbitro.kernel.event import Setting
from arbitro.kernel.ruleset import Ruleset
from arbitro.kernel.seat import Seat
from arbitro.worlds.episode import Cast, Episode, parted, run_dice
from arbitro.worlds.fights import Fight, bout_of
from arbitro.worlds.outcomes import outcome_for
from arbitro.worlds.sight import Extent
from arbitro.worlds.spaces import (
    METADATA,
    Decision,
    Observation,
    as_observation,
    drawn,
    known_mode,
    known_seat,
    observation_space,
)


class SidesWorld(AECEnv[str, Any, Any]):
    """The sides of a fight."""

    metadata: ClassVar[dict[str, Any]] = {**METADATA, "name": "arbitro_sides_v0", "is_parallelizable": False}

    def __init__(
        self,
        game: str | Ruleset[Any],
        fight: Fight,
        *,
        seats: tuple[str, ...] = (),
        options: Mapping[str, Setting] | None = None,
        extent: Extent | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.bout = bout_of(game, fight, options=options)
        self.ruleset = self.bout.ruleset
        self.extent = extent or Extent()
        self.render_mode = known_mode(render_mode)
        there = self.ruleset.seats(first_state(self.bout, run_dice("0", 0).play))
        self.possible_agents = [known_seat(there, name) for name in seats or parted(there)]
        sight = observation_space(self.extent)
        seen = spaces.Dict({"observation": sight, "action_mask": sight["mask"]})
        self.observation_spaces = dict.fromkeys(self.possible_agents, seen)
        self.action_spaces = dict.fromkeys(self.possible_agents, spaces.Discrete(self.extent.acts))
        self._seed, self._number, self._gone = "0", -1, 0
        self.episode: Episode

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent sees."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent may do."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a fight: with a seed the first of that seed, without one the next; `options` may give its `number`."""
        self._seed, self._number = (self._seed, self._number + 1) if seed is None else (str(seed), 0)
        self._number = int((options or {}).get("number", self._number))
        dice = run_dice(self._seed, self._number)
        state = first_state(self.bout, dice.play)
        self.episode = Episode(self.ruleset, self.bout.reading.over, state, dice, Cast(tuple(self.possible_agents), {}))
        self.agents = self.possible_agents[:]
        self._gone = 0
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, self.episode.over)
        self.truncations = dict.fromkeys(self.agents, False)
        self._look()

    def _look(self) -> None:
        """Whose decision it is, and what everybody sees."""
        acting = self.episode.seat
        self.agent_selection = self.agents[0] if acting is None else acting.name
        self._decisions = {
            name: Decision(self.episode, self._seat(name), self.extent, self._gone) for name in self.agents
        }
        self.infos = {name: self._decisions[name].info() for name in self.agents}

    def observe(self, agent: str) -> Observation:
        """What an agent sees now."""
        sight = as_observation(self._decisions[agent].sight)
        return {"observation": sight, "action_mask": sight["mask"]}

    def step(self, action: Any) -> None:
        """Let the agent whose turn it is do what stands at a place of its list."""
        name = self.agent_selection
        if self.terminations[name] or self.truncations[name]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[name] = 0.0
        acts = self._decisions[name].acts
        if 0 <= int(action) < len(acts):
            self.episode.do(acts[int(action)].command(self.ruleset))
        self._gone += 1
        over = self.episode.over
        for agent in self.agents:
            self.rewards[agent] = outcome_for(self.bout, self.episode.state, self._seat(agent)) if over else 0.0
            self.terminations[agent] = over
            self.truncations[agent] = not over and self._gone >= self.extent.decisions
        self._accumulate_rewards()
        self._look()

    def render(self) -> Any:
        """The scene as the agent whose turn it is may see it."""
        return drawn(self.episode, self.render_mode, self._seat(self.agent_selection))

    def close(self) -> None:
        """Nothing stays open."""

    def _seat(self, name: str) -> Seat:
        seats = self.ruleset.seats(self.episode.state)
        return next((seat for seat in seats if seat.name == name), Seat(name))


def sides_world(game: str | Ruleset[Any], fight: Fight, **more: Any) -> SidesWorld:
    """The sides of a fight, each an agent."""
    return SidesWorld(game, fight, **more)
