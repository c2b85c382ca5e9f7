"""Universal VTT (``.uvtt``, ``.dd2vtt``): one file for each level, walls with gaps where the doors stand.

The format has no secret doors, so they are plain wall here; the Foundry export keeps them.
"""

from base64 import b64encode
from typing import Any, Final

import msgspec

from arbitro.dungeon.export.tabletop import SquarePlan, angle

FORMAT: Final = 0.3
PIXELS: Final = 70
LIGHT: Final = "ffffffff"
"""Full daylight, as alpha, red, green, blue: the picture shows no light of its own."""


def to_uvtt(plan: SquarePlan, png: bytes, pixels: int = PIXELS) -> bytes:
    """The file of a level, from its plan and its picture at so many pixels to the square."""
    document: dict[str, Any] = {
        "format": FORMAT,
        "resolution": {
            "map_origin": {"x": 0, "y": 0},
            "map_size": {"x": plan.columns, "y": plan.rows},
            "pixels_per_grid": pixels,
        },
        "line_of_sight": [[_point(*point) for point in line] for line in plan.walls],
        "objects_line_of_sight": [],
        "portals": [
            {
                "position": _point((a[0] + b[0]) / 2, (a[1] + b[1]) / 2),
                "bounds": [_point(*a), _point(*b)],
                "rotation": angle(a, b),
                "closed": True,
                "freestanding": False,
            }
            for _, a, b in plan.doors
        ],
        "lights": [],
        "environment": {"baked_lighting": False, "ambient_light": LIGHT},
        "image": b64encode(png).decode(),
    }
    return msgspec.json.encode(document)


def _point(x: float, y: float) -> dict[str, float]:
    return {"x": round(x, 4), "y": round(y, 4)}
