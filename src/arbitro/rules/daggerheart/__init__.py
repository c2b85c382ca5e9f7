"""The game of Hope and Fear, after the Daggerheart System Reference Document 1.0.

`game` is its table of contents, `rules` says what the game is made of, `play` what its chapters work on. A chapter is a
module of plain functions; it calls only those before it (the import contract in pyproject.toml names them all):

presence, ranges, numbers → conditions → resources → damage → countdown → roll_requests, dice_pool → attacking →
reaction_rolls → teamwork → findings → rolling → adversary → gm_turn → owner_effects → effects → gm_moves → features →
turns → death, rests, growing → scenes → agenda; then what is advised, offered (choices), suggested (tactics) and shown.

There is no initiative: the spotlight moves by results. What a resolution still has to do waits as an agenda in the
state whenever somebody must be asked, so that the kernel carries this game without knowing of it. See NOTICE.txt for
the licence.
"""

from arbitro.rules.daggerheart.game import Spotlight

__all__ = ["Spotlight"]
