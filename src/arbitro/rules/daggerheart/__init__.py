"""The game of Hope and Fear, after the Daggerheart System Reference Document 1.0.

`game` is its table of contents, `rules` says what the game is made of, `play` what its chapters work on. A chapter is
a module of plain functions; it calls only those before it (the import contract in pyproject.toml names them all):

presence, ranges, gifts, numbers → arms → conditions → resources → power_price → offers → damage → countdown →
power_effects → roll_requests, dice_pool → attacking → reaction_rolls → riders → landing, power_use → teamwork →
findings, wearing_off → rolling → opportunity → power_reactions → adversary → gm_turn → owner_effects, feature_aims →
effects → gm_moves → features → feature_use → turns → death, rests, growing → scenes → agenda; then what is advised,
offered (choices), suggested (tactics) and shown.

There is no initiative: the spotlight moves by results. What a resolution still has to do waits as an agenda in the
state whenever somebody must be asked, so that the kernel carries this game without knowing of it. See NOTICE.txt for
the licence.

The book, chapter by chapter: the atoms of ``rulebook.yaml`` (DH-… the GM's side, DHP-… the players') and where they
are carried out.

- DHP-DUAL, an action roll: `roll_requests` before the dice, `dice_pool` for the pool, `rolling` for the outcome and
  what it brings. DH-ACTION: `roll_requests`. DHP-EXP, DHP-ADV: `dice_pool`. DHP-HOPE: `resources`, `powers`.
  DHP-FATE, DHP-GEN: `rolling`. DHP-TRAIT: `powers`.
- DH-DIFF, the Difficulty in two steps: the GM sets it or leaves it to the place in `roll_requests` (`numbers` says
  what it is made of), with what the tables of `difficulty` advise; what is added before the dice is in `dice_pool`.
- DHP-REACT: `reaction_rolls`. DHP-GROUP, DHP-TAG: `teamwork`.
- DHP-ATK, attacks of the party: `attacking` with `arms`, and `landing` with `riders` for what comes of them.
  DH-GMDIE, DH-ATK, those of adversaries: `gm_die`. DH-CRIT, DHP-DMG, DHP-ARM: `damage`. DHP-FALL: `falls`. DHP-EVA:
  `numbers`. DH-ADV: `gm_die`, `reaction_rolls`.
- DHP-HP, DHP-STRESS, DH-FEAR: `resources`. DH-FEAR and DH-TENSION, how much of it a scene takes: `scenes`,
  `scene_end` and, for the automatic GM, `pacing`.
- DH-MOVE, DH-SOFT, DH-SPOTLIGHT, DHP-SPOT, the GM's turn: `gm_turn` and `turns`. What a move does besides, DH-SOFT:
  `gm_moves`.
- DH-ADVERSARY, DHP-ADVSTAT, DH-REACT: `adversary`. DHP-ADVSTAT, features at work: `features`, `feature_use`,
  `effects`.
- DHP-COND: `conditions`, `hiding`, `wearing_off`. DHP-RANGE: `ranges`, `acting`, `feature_aims`. DHP-ENV: `scenes`.
  DHP-COUNT: `countdown`.
- DHP-DEATH: `death`. DHP-REST: `rests`. DHP-LEVEL: `growing`. DHP-ITEM: `inventory`. DHP-CHAR: `content`, `gifts`,
  `beastform`, `power_effects`, `power_use`, `spreading`, and `offers` with `power_reactions` for the powers that answer
  a moment.

Around them: `presence` (who can act), `opportunity` (warriors who let nobody leave), `companion` with
`companion_struck` and `companion_care` (the beast at a ranger's side), `findings`, `owner_effects`, `entrances`,
`defeat`, `prisoners`, `encounter` `companies` (who is met), `steps` (the `agenda` as data). What there is: `state`,
`people`, `commands`, `bounds`, `events`, `fold`, `fold_powers` and `fold_rests`, `upcasters`, `words`, `entries`,
`player_entries`, `gear` (weapons and armour), `power_terms` and `power_words`, `power_price`, `power_aims`,
`references`, `feature`,
`feature_words`, `feature_texts` (what each does, in words) and `feature_plays` with `coverage` (whether the rules play
it), `circumstances`, `setup`, `stat_block` and `stat_block_features` (blocks pasted as text). What is shown and played:
`view`, `narration`, `meanings`, `cards`, `tokens`, `sheets`, `picture`, `odds`, `chances`,
`choices` with `choice_parts`, `player_choices`, `thing_choices`, `answer_choices` and
`referee_choices`, `orders`, `seating`; `advice` and `fitting` help the GM; `tactics`, `power_tactics`, `rest_wishes`,
`automatic_gm` and `natures` play.
"""

from arbitro.rules.daggerheart.game import Spotlight

__all__ = ["Spotlight"]
