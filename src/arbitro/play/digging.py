"""By which generator the dungeons of campaigns are dug: the one place that says so.

What the appendix says of using a dungeon (its traps, pools, clock) is another matter: that holds for any map.
"""

from arbitro.appendix_a.generator import APPENDIX_A
from arbitro.dungeon.generator import Generator

GENERATOR: Generator = APPENDIX_A
