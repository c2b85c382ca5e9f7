"""Out of the fight: clock, light, doors, listening, searching, traps, travel, encounters, loyalty, the joust.

weather → clock, foes, loyalty → doors → senses, joust → traps, telling → travel → strangers → meetings → captives,
wanderers → encounter_fights, guide, offers, passing_time. The contract in ``pyproject.toml`` says it exactly.

- Time and ways: `clock`, `passing_time` (rests and walks that somebody may break), `travel`, `weather`, `rest` (what
  breaks its row of days), `doors`, `senses` (listening, searching), `traps`.
- Others: `wanderers` (who comes by), `foes` and `strangers` (who they are), `meetings` (from distance to parley),
  `encounter_fights` (to blows, and what comes of them), `captives`.
- `loyalty` of followers; the `joust`.
- At the table: `offers`, `telling`, `encounter_words`, `view`, `place_map`, `guide` (the automatic explorer); `setup`,
  `numbers`, `state`, `commands`, `events`, `fold`.
"""
