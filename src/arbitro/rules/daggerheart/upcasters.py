"""Events and commands of this game in logs from before 0.1.0, brought into the form of today."""

from typing import Final

from arbitro.kernel.upcast import Plain, Upcasters


def _fall_by_its_own_dice(plain: Plain) -> Plain:
    """A fall that knew by itself how high one had climbed: now a condition does, and old places fall by their dice."""
    place = plain.get("place")
    if place is None:
        return plain
    features = [
        {name: value for name, value in feature.items() if (name, value) != ("passive", "by_climb")}
        for feature in place.get("features", ())
    ]
    return {**plain, "place": {**place, "features": features}}


UPCASTERS: Final = Upcasters(
    events={"place_set": _fall_by_its_own_dice},
    commands={"open_scene": _fall_by_its_own_dice},
)
