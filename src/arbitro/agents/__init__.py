"""Language models at the table: tools, resources and prompts of the Model Context Protocol.

Whoever connects sits in a seat and comes in by the doors that everybody uses: each tool asks the table's own API with
the seat's token, so that a model sees and does exactly what that seat may, by construction.

==============  ======================================================================================================
``wire``        how a question reaches the server: in this process, or over HTTP
``guest``       who asks: a seat's token, a language, the table it is about
``shapes``      what tools take and give, as types; their schemas are made from them
``tools``       the tools: looking, acting, asking why
``aids``        the tools beside the table: dice, odds, oracle, rules, journal
``catalogue``   which tools there are, and for whom
``resources``   rulebooks, options, rulings and guides to be read
``prompts``     how to be a narrator, a player, a referee's assistant
``checking``    is it so? a narrator's prose held against what was told
``asking``      what a model is asked that is to narrate
``server``      all of it as a server of the protocol
``entrance``    the way in over HTTP, beside the pages
==============  ======================================================================================================
"""

from typing import Final

from arbitro.text import Texts

TEXTS: Final = Texts("arbitro.agents")
