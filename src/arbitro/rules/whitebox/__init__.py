"""La Scatola Bianca (White Box): `game` is its page, and each chapter a module of plain functions.

The book, chapter by chapter: the atoms of ``rulebook.yaml`` (WB-…) and where they are carried out. `arbitro rules show
WB-ATK-01 --code` names the very functions.

- XP, gaining experience: `people.levels`, and `people.treasure` for what is brought home.
- TIME and LIGHT: `exploring.clock`.
- MOVE: `people.load` for the rate, `movement` and `manoeuvres` in a fight, `exploring.travel` elsewhere.
- OUTDOOR: `exploring.travel`, by the day.
- DOOR, TRAP: `exploring.doors`, `exploring.traps`.
- LISTEN, SECRET, SEARCH: `exploring.senses`.
- SURPRISE: `surprise`, and `exploring.meetings` for those who are met under way.
- SEQ, INTENT, INIT, ALTSEQ, the sequence of a fight and the alternative one: `mustering` and `joining` a fight,
  `rounds`, and `whose_turn` it is. What the alternative one does to spells is in `casting`, to moves in `movement`;
  `declaring` is what is said before initiative, `declared` keeps it.
- ATK, MELEE, RANGED, the attack roll: `powers.strikes` is the blow from its command to what a hit brings, `attack` the
  roll and its numbers.
- DEATH: `damage`; `people.healing` when the fight is over.
- HEAL, BIND: `people.healing`; `exploring.rest` says what breaks rest.
- INVIS, OIL: `powers.unseen`, `powers.oil`.
- MORALE: `morale`; `manoeuvres` for those who run or give up.
- PARLEY: `exploring.meetings`.
- JOUST, LOYAL: `exploring.joust`, `exploring.loyalty`.
- SPELL: `prepared_spells` and `casting` before it is cast, `powers.aiming` at whom, `powers.magic` what comes of it;
  `people.memory` for the spells of the day.
- SAVE: `saves`; `powers.wards` for those who need none.
- CORE, whatever the book leaves to the referee: where it comes up, most of it in `exploring.travel`.

What these chapters stand on: `basics`, `reckoning`, `numbers`, `class_features`, `terms`, `measure`; `rules` (what a
game of this family may have otherwise), `scene` (what rules read and change), `deeds`, `customs` and `deciding` (how a
command is decided), `reasons` (which refusal is told), `settling` (after changes by hand), `seating`.

What there is: `state`, `ongoing_effects`, `commands`, `events` and `spell_events`, `fold`; `content` with its schemas
`outfit`, `bestiary`, `special`, `ecology` (who lives with whom), `enchantment`, `effect`, `roll_tables` and what they
name of each other (`references`);
`setup` and `stat_block` read files.

What is shown and played: `view`, `narration`, `recounting`, `entry_names`, `meanings`, `cards`, `tokens`, `sheets`,
`pictures`; `choices`, `chances`, `orders`; `automatic_player`, `tactics` and `natures` for those who play by
themselves. `box_game` answers the kernel by the page.
"""

from arbitro.rules.whitebox.game import RULES, white_box

__all__ = ["RULES", "white_box"]
