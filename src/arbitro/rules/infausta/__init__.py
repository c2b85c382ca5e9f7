"""L'Infausta Scatola: `game` is its errata page to La Scatola Bianca; the other modules are what is new.

The book, chapter by chapter: the atoms of ``rulebook.yaml`` (IS-…) and where they are carried out. What is not here is
the parent's own chapter under this game's name for it: `citations` says which (GEN, XP, MOVE, DOOR, LIGHT, LISTEN,
SECRET, TRAP, SEARCH, SURP, INVIS, OIL, MELEE, PARLEY, LOYAL, CLER).

- TIME and TURN, exploring a dungeon turn by turn: `dungeon_turn` is the procedure, `dungeon_actions` each action.
- WILD and OUT, exploring the wilds day by day: `wilderness.journey`, `wilderness.day`, `wilderness.march`,
  `wilderness.night`, and for nights without rest
  WILD: `wilderness.weariness`.
- COMBAT, INIT, what is declared binds: `fight`.
- ATK, SAVE, DEATH, RANGED, SPELL: `fight`.
- MORALE, with a Table 20 of its own: `morale`; `numbers` reads the table.
- HEAL: `dungeon_actions` and `wilderness.night`.
- JOUST: one line in `fight`.
- CLASS, what classes can do: `features.feature_lookups`, `features.skills`.
- BARD: `features.songs`. HUNT: `features.trophies`. CHAM: `features.stances`. PALA: `features.zeal`.
- THIEF, DVER: `features.skills`. SILV: `features.shapes`. MAGE, FIT: `features.fitting`.

Around them: `deeds` (what its deeds add), `rules` (hooks of this game alone), `state`, `commands`, `events`, `fold`,
`content`, `setup`; `view` and `cards` for what is shown.
"""

from arbitro.rules.infausta.game import RULES, infausta

__all__ = ["RULES", "infausta"]
