"""Out of melee: holds and engagements end, and whoever falls is out of them (chapters «Impegnato», «Afferrato»)."""

from arbitro.rules.archmage.events import Fell, Parted, Released
from arbitro.rules.archmage.scene import Scene
from arbitro.rules.archmage.state import Awareness


def separate(scene: Scene, who: str, foe: str, rules: tuple[str, ...]) -> bool:
    """Two are out of melee and let go of each other; whether they were in it."""
    _let_go(scene, who, foe, rules)
    _let_go(scene, foe, who, rules)
    if foe not in scene.one(who).engaged:
        return False
    fallen = any(scene.one(each).awareness in ("dead", "gone") for each in (who, foe))
    scene.happen(Parted(who, foe, fallen, rules=rules))
    return True


def _let_go(scene: Scene, who: str, by: str, rules: tuple[str, ...]) -> None:
    if by in scene.one(who).grabbed_by:
        scene.happen(Released(who, by, rules=rules))


def fall(scene: Scene, who: str, awareness: Awareness, by: str, rules: tuple[str, ...], *, dying: bool = False) -> None:
    """Somebody goes down, or away: the dead and gone are in no melee, whoever is out cold holds nobody (AE-POS-11)."""
    scene.happen(Fell(who, awareness, by, dying, rules=rules))
    one = scene.one(who)
    for victim in one.grabbing:
        scene.happen(Released(victim, who, rules=("AE-POS-11",)))
    if one.in_field:
        return
    for foe in one.engaged:
        separate(scene, who, foe, ("AE-POS-11",))
