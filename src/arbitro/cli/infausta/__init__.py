"""What L'Infausta Scatola adds to the terminal: days in the wilderness."""

from functools import partial
from typing import Final

from arbitro import cli
from arbitro.text import Texts

TEXTS: Final = Texts("arbitro.cli.infausta", cli.TEXTS)
help_text: Final = partial(cli.help_text, texts=TEXTS)
