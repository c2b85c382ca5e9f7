"""Out of the fight: clock, light, doors, listening, searching, traps, travel, encounters, loyalty, the joust.

loyalty, joust → clock → doors, foes, weather → senses, strangers, telling → traps, wanderers → travel → meetings →
captives, guide → offers. The contract in ``pyproject.toml`` says it exactly.

- Time and ways: `clock`, `travel`, `weather`, `rest` (what breaks it), `doors`, `senses` (listening, searching),
  `traps`.
- Others: `wanderers` (who comes by), `foes` and `strangers` (who they are), `meetings` (from distance to parley or
  blows), `captives`.
- `loyalty` of followers; the `joust`.
- At the table: `offers`, `telling`, `encounter_words`, `view`, `guide` (the automatic explorer); `setup`, `numbers`,
  `state`, `commands`, `events`, `fold`.
"""
