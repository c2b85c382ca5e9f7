"""What Daggerheart adds to the terminal: scenes, and how hard something is."""

from functools import partial
from typing import Final

from arbitro import cli
from arbitro.text import Texts

TEXTS: Final = Texts("arbitro.cli.daggerheart", cli.TEXTS)
help_text: Final = partial(cli.help_text, texts=TEXTS)
