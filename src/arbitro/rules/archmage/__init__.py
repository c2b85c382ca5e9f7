"""The Archmage Engine: heroic fights with positions, escalation and recoveries.

`game` is its table of contents, `rules` says what a game of this engine is made of, `scene` what its chapters work on.
A chapter is a module of plain functions; it calls only those before it:

condition_table → people → numbers → conditions → actions → states → circumstances → bonuses → targets → recovery
→ moments → damage → healing → end_of_turn → places → aiming → specials → class_verbs → declaring → moving → verbs
→ attack → readied → recoil → reactions → occasions → interrupts → blow → entry → turns → agenda; then rests, flight,
spirit and judgement; then what is shown (view, cards, …), offered (choices) and suggested (tactics).

The book, chapter by chapter: the atoms of ``rulebook.yaml`` (AE-…) and where they are carried out.

- ATK, an attack in its order: `declaring`, `targets`, `roll_targets` (how many rolls), `attack` (the
  roll), `blow` (from the roll to its effect), `dealing` (the damage of that). CRIT:
  `attack`. FUMBLE, MISS, FLEX, TWOWEAPON, MOD: `blow`. INVIS: `attack`. COUP: `declaring`.
- DMG, RESIST: `damage`. WEAPON: `characters`. DEF, STACK, UNARMED: `numbers`. HP: `characters`. TARGET: `targets`.
- INIT: `initiative`, `entry`. SEQ: `turns`, `end_of_turn`. DELAY, AMBUSH: `turns`. READY: `readied`. ACTION: `actions`.
- ESC, the escalation die: it climbs in `turns`, is added in `roll_modifiers`, and the referee holds or resets it in
  `judgement`.
- POS, TELEPORT: `places`. INTERCEPT, DISENGAGE: `moving`. GRAB: `moving`, `places`. OPP: `reactions`.
- COND: `condition_table` has them all, `conditions` puts them on somebody and lets them end. SAVE: `conditions`.
  ONGOING: `end_of_turn`.
- RECOVERY, TEMPHP: `recovery`. RALLY, DYING: `healing`. STAGGER: `specials`. LASTING: `turns`. REST, FULLHEAL,
  MEANINGFUL: `rests`.
- FLEE: `flight`. SPIRIT: `spirit`. SPEED, SITWEAPON: `judgement`.

A power's words are in `effects` (with `effect_base`, `situations`, `class_effects`, `magic_effects` and
`roll_effects`; `ongoing_effects` is what of them stays on somebody, `special_codes` names what creatures have
besides), what they do in `verbs`, `class_verbs`, `magic_verbs` and `roll_verbs`, in which `states`, under which
`circumstances`, with what `tally`; `bonuses` is what features add for good, `interrupts` what answers a blow,
`occasions` what answers the doings of others, `moments` what answers a fall, a wound or a turn, `recoil` what an
attack brings on its maker; `summoning` lets creatures come, `songs` are sung from turn to turn, `bonds` tie rivals,
`free_moves` are made out of turn; `step` is the `agenda` as data. Features, talents, powers and feats of classes are
entries (`power_entry`); `heroes` is what a character has chosen, `choosing` what may be chosen, `owning`, `arming`
and `settling` what comes of it, `wearing` what magic items give; `aiming` is at whom it goes.
What there is: `state`, `commands`, `rest_commands`, `bounds`, `events`, `fold` with `fold_rests` and `fold_features`,
`power`, `people`, `catalogue`, `bestiary`, `characters`, `setup`, `stat_block`, `prisoners`. What is shown and
played: `view`, `narration`, `meanings`, `power_words`, `cards`, `tokens`, `sheets`, `picture`, `odds`, `chances`,
`choices`, `destinations`, `answer_choices`, `referee_choices`, `seating`; `orders`; `tactics`, `preparing`, `natures`
and `appraisal` for automatic players.
"""

from arbitro.rules.archmage.game import Archmage

__all__ = ["Archmage"]
