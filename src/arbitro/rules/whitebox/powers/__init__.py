"""Powers: monsters of the bestiary, spells and magic items in the fight and out of it, oil, the unseen, treasure.

What a kind of power or of magic does stands on two pages, each kind once: `monster_powers` (schemas in `special`) and
`magic_effects` (schemas in `effect`); `registry` says what may be said of one. The chapters below them go through what
somebody has and ask for no kind:

registry → lookups → durations → turning, unseen → wards → walls, hit_effects, throwing → strikes, aiming → effects →
ending_magic → magic → creatures, field_magic, perils → shapes → monster_actions → devices → item_use, oil, telling →
event_words → card_deck, power_ai → referee_offers, magic_effects → monster_powers → offers. The contract in
``pyproject.toml`` says it exactly.

- The attack, from its command to what it brings: `strikes`; `hit_effects` beside the damage; `throwing`, `oil`.
- Who is touched at all: `wards`, `unseen`, `walls`, `perils` (of a place).
- Spells: `aiming`, `magic`, `ending_magic`, `field_magic`, `enchant`; `turning` the undead.
- What lasts: `durations` (how it begins and ends), `effects` (what it does round by round), `amounts`.
- Things: `devices` in a fight, `item_use` outside one, `card_deck`, `hoards` (treasure by the tables).
- Monsters: `creatures`, `monster_actions`, `shapes`, `arranging` (a fight from a few words), `lookups`.
- At the table: `offers`, `referee_offers`, `telling`, `event_words`, `power_ai`, `coverage` (how each entry is
  played); `state`, `commands`, `events`, `changes` (more events), `fold`.
"""
