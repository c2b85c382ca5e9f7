"""What the environments have in common: their spaces, a decision as an observation, pictures, seeds."""

from io import BytesIO
from typing import Any, Final

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from arbitro.kernel.legal_acts import LegalAct, legal_acts
from arbitro.kernel.ruleset import Ruleset
from arbitro.kernel.seat import REFEREE, Seat
from arbitro.kernel.sentence import choice_text, label_text
from arbitro.text import Fault, Language, Texts, Words
from arbitro.worlds.episode import Episode
from arbitro.worlds.sight import ACT, PERSON, Extent, SeenNow, see

Observation = dict[str, Any]
TEXTS: Final = Texts("arbitro.worlds")
RENDER_MODES: Final = ("ansi", "rgb_array")
METADATA: Final[dict[str, Any]] = {"render_modes": list(RENDER_MODES), "render_fps": 4}
BLANK: Final = (8, 8, 3)
"""The picture of a scene that nothing can be drawn of."""


def known_mode(mode: str | None) -> str | None:
    """A way to show a world, if it is one."""
    if mode is not None and mode not in RENDER_MODES:
        raise Fault(Words(TEXTS, "worlds.no_mode", mode=mode, known=", ".join(RENDER_MODES)))
    return mode


def known_seat(seats: tuple[Seat, ...], name: str) -> str:
    """A seat by its name, if it is there."""
    if name not in {seat.name for seat in seats}:
        raise Fault(Words(TEXTS, "worlds.no_seat", seat=name, known=", ".join(seat.name for seat in seats)))
    return name


def observation_space(extent: Extent) -> spaces.Dict:
    """What is seen at a decision (`sight` says what stands in which column)."""
    return spaces.Dict(
        {
            "people": spaces.Box(-1.0, 1.0, (extent.people, PERSON), np.float32),
            "acts": spaces.Box(-1.0, 1.0, (extent.acts, ACT), np.float32),
            "mask": spaces.MultiBinary(extent.acts),
            "clock": spaces.Box(0.0, 1.0, (1,), np.float32),
        }
    )


def as_observation(sight: SeenNow) -> Observation:
    """What a seat sees, as the space has it."""
    return {"people": sight.people, "acts": sight.acts, "mask": sight.mask, "clock": sight.clock}


class Decision:
    """A decision of a seat: what it may do, and what it sees."""

    def __init__(self, episode: Episode, seat: Seat, extent: Extent, gone: int) -> None:
        self.seat = seat
        mine = episode.seat is not None and episode.seat.name == seat.name
        everything = list(legal_acts(episode.ruleset, episode.state, seat)) if mine else []
        self.acts: list[LegalAct] = everything[: extent.acts]
        self.left_out = len(everything) - len(self.acts)
        """How many acts have no place on the list: a wider extent shows them."""
        self.sight = see(episode.ruleset, episode.state, seat, self.acts, extent, gone)

    def info(self) -> dict[str, Any]:
        """What goes beside the observation."""
        return {"action_mask": self.sight.mask, "acts": len(self.acts), "left_out": self.left_out}


def act_text(ruleset: Ruleset[Any], state: Any, act: LegalAct, language: Language) -> str:
    """An act in words: the choice, and what was filled in."""
    said = choice_text(ruleset, state, act.choice, language)
    filled = ", ".join(_value_text(ruleset, state, act, name, language) for name in act.values)
    return f"{said} ({filled})" if filled else said


def _value_text(ruleset: Ruleset[Any], state: Any, act: LegalAct, name: str, language: Language) -> str:
    value = act.values[name]
    picks = next(each.picks for each in act.choice.parameters if each.name == name)
    label = next((pick.label for pick in picks if pick.value == value), None)
    return str(value) if label is None else label_text(ruleset, state, label, language)


def drawn(episode: Episode, mode: str | None, seat: Seat | None) -> Any:
    """The scene as a seat may see it, in lines of text or as a picture; nothing where no mode was chosen."""
    viewer = seat or episode.seat or REFEREE
    if mode == "ansi":
        return "\n".join(episode.ruleset.picture(episode.state, viewer, "en"))
    return picture(episode, viewer) if mode == "rgb_array" else None


def picture(episode: Episode, viewer: Seat) -> NDArray[np.uint8]:
    """The scene as dots (needs the extra ``print``)."""
    drawing = episode.ruleset.drawing(episode.state, viewer, "en")
    if drawing is None:
        return np.full(BLANK, 255, np.uint8)
    from PIL import Image  # comes with the extra for printing

    from arbitro.dungeon.export.png import to_png

    return np.asarray(Image.open(BytesIO(to_png(drawing.svg()))).convert("RGB"))


def flattened(space: spaces.Dict, observation: Observation) -> NDArray[Any]:
    """An observation as one row of numbers."""
    return np.asarray(gymnasium.spaces.utils.flatten(space, observation))
