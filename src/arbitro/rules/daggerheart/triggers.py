"""What a moment sets off among the features of those present (DHP-ADVSTAT-05)."""

from msgspec.structs import replace

from arbitro.rules.daggerheart.feature import Moment
from arbitro.rules.daggerheart.play import Play
from arbitro.rules.daggerheart.state import Agenda, Hit


def set_off(play: Play, moment: Moment, subject: str, target: str, hit: Hit | None = None) -> list[Agenda]:
    """What a moment sets off, as steps to be settled."""
    if play.state.scene is None or play.state.scene.ending:
        return []
    chances = play.rules.reactions(play.state, moment, subject, target, hit)
    if hit is None:
        return list(chances)
    return [replace(chance, wounds=hit.severity, armour=hit.armour == 1) for chance in chances]
