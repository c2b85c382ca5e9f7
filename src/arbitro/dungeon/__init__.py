"""The map of a dungeon: spaces on an exact lattice, what is in them, what a party knows; drawn, told, kept in files.

Any generator may fill it (`arbitro.dungeon.generator`); that of Appendix A is `arbitro.appendix_a`.
"""

from typing import Final

from arbitro.text import Texts

TEXTS: Final = Texts("arbitro.dungeon")
