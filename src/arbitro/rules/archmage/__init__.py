"""The Archmage Engine: heroic fights with positions, escalation and recoveries.

`game` is its table of contents, `rules` says what a game of this engine is made of, `scene` what its chapters work on.
A chapter is a module of plain functions; it calls only those before it:

condition_table → people → numbers → conditions → actions → damage → healing → end_of_turn → circumstances → places
→ targets → specials → declaring → moving → verbs → attack → readied → reactions → blow → entry → turns → agenda; then
rests, flight, spirit and judgement; then what is shown (view, cards, …), offered (choices) and suggested (tactics).
"""

from arbitro.rules.archmage.game import Archmage

__all__ = ["Archmage"]
