"""What La Scatola Bianca and its variants add to the terminal: characters, creatures, treasure, own scenes."""

from functools import partial
from typing import Final

from arbitro import cli
from arbitro.text import Texts

TEXTS: Final = Texts("arbitro.cli.whitebox", cli.TEXTS)
help_text: Final = partial(cli.help_text, texts=TEXTS)
