"""A wish of a talking pool: it is kept until it is spoken, and lost after a day (DA-POOL-08, DA-POOL-10).

What a wish brings is the referee's to grant. Our ruling for tables without one: the party is made whole, by the game's
own ways of healing; whatever else was wished for a referee can bring about by hand.
"""

from typing import Final

from arbitro.appendix_a.clock import DAY
from arbitro.dungeon.events import Effect
from arbitro.play.ailments import afflict
from arbitro.play.scene import Scene
from arbitro.play.state import WISH, CampaignState

RULES: Final = ("DA-POOL-08", "DA-POOL-10")
LONGEST: Final = 300
"""Letters of a wish."""


def grant(scene: Scene, effect: Effect, rules: tuple[str, ...]) -> None:
    """Each of them may wish, until a day of 144 turns is past: the turn after it is the first without."""
    until = (effect.until or scene.state.turn + DAY) + 1
    afflict(scene, effect.who, WISH, until, rules)


def holders(state: CampaignState) -> tuple[str, ...]:
    """Those who have a wish that they have not spoken."""
    return tuple(dict.fromkeys(each.who for each in state.ailments if each.kind == WISH))
