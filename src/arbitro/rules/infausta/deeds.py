"""What L'Infausta Scatola adds about deeds: whoever is an animal, sings or hides, and those whom a song enthrals."""

from typing import Final

from arbitro.kernel.command import Refusal
from arbitro.rules.infausta.features import shapes, songs
from arbitro.rules.infausta.features.skills import comes_out
from arbitro.rules.infausta.state import own
from arbitro.rules.whitebox import customs
from arbitro.rules.whitebox.customs import foe_of
from arbitro.rules.whitebox.deeds import Act, Deed
from arbitro.rules.whitebox.scene import Here, Scene
from arbitro.rules.whitebox.state import State

HANDS_OR_VOICE: Final = frozenset((Deed.THROW, Deed.CAST, Deed.THING, Deed.TEND, Deed.SING))
"""What an animal cannot do: it carries nothing, casts nothing and has neither hands nor words (IS-SILV-01)."""
DISTRACTING: Final = frozenset(
    (
        Deed.STRIKE,
        Deed.THROW,
        Deed.CAST,
        Deed.POWER,
        Deed.THING,
        Deed.TEND,
        Deed.SKILL,
        Deed.SHIFT,
        Deed.FLEE,
        Deed.YIELD,
    )
)
"""What nobody does and sings (IS-BARD-02): all but walking, looking and words."""
REVEALING: Final = frozenset(
    (Deed.STRIKE, Deed.THROW, Deed.CAST, Deed.POWER, Deed.THING, Deed.TEND, Deed.SING, Deed.FLEE, Deed.YIELD, Deed.TALK)
)
"""What brings somebody out of hiding (IS-THIEF-02): all but walking, looking, skills and another shape."""


def no_hands(here: Here, act: Act) -> Refusal | None:
    """An animal uses no things and casts no spells (IS-SILV-01)."""
    return shapes.no_hands(here.state, act.who) if act.deed in HANDS_OR_VOICE else None


def too_small(here: Here, act: Act) -> Refusal | None:
    """The tiny animal moves no door (IS-SILV-02)."""
    return shapes.too_small(here.state, act.who) if act.deed is Deed.DOOR else None


def out_of_sight(here: Here, act: Act) -> Refusal | None:
    """Nothing is pointed at those who hide (IS-THIEF-02)."""
    pair = foe_of(here.state, act) if act.target in own(here.state).hidden else None
    if pair is None or pair[1].condition != "up":
        return None
    return Refusal("hidden_from", {"who": f"@{act.target}"}, ("IS-THIEF-02",))


def breaks_songs(scene: Scene, act: Act) -> None:
    """A song ends when the singer does something else, and when somebody harms those who follow it (IS-BARD-03)."""
    if act.deed in DISTRACTING:
        songs.distracted(scene, act.who)
    bard = songs.enthralled_by(scene.state, act.target) if act.harms and act.target else ""
    if bard:
        songs.falls_silent(scene, bard, act.target)


def out_of_hiding(scene: Scene, act: Act) -> None:
    """Whoever does more than walk and look is seen (IS-THIEF-01, IS-THIEF-02)."""
    if act.deed in REVEALING and act.who in own(scene.state).hidden:
        comes_out(scene, act.who)


def out_of_the_ordinary(state: State) -> bool:
    """Whether deeds matter: where they do to the parent, and where somebody sings, hides or is an animal."""
    mine = own(state)
    return bool(mine.songs or mine.hidden or mine.shapes) or customs.out_of_the_ordinary(state)


FORBIDDEN: Final = (no_hands, too_small, out_of_sight)
"""What nobody may do as an animal, as a tiny one, and to those who hide."""
