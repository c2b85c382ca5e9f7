"""Powers: monsters of the bestiary, spells and magic items in the fight and out of it, oil, the unseen, treasure.

What a kind of power or of magic does stands on two pages, each kind once: `monster_powers` (schemas in `special`) and
`magic_effects` (schemas in `effect`); `registry` says what may be said of one. The chapters below them go through what
somebody has and ask for no kind:

registry → lookups → effects → unseen → wards, hit_effects → walls → strikes → aiming → magic → creatures → shapes →
field_magic → monster_actions → perils, throwing, turning → devices → item_use, oil, telling → card_deck, power_ai →
offers → monster_powers, magic_effects. The contract in ``pyproject.toml`` says it exactly.

- The attack, from its command to what it brings: `strikes`; `hit_effects` beside the damage; `throwing`, `oil`.
- Who is touched at all: `wards`, `unseen`, `walls`, `perils` (of a place).
- Spells: `aiming`, `magic`, `field_magic`; `enchant`, `amounts` and `effects` for what lasts; `turning` the undead.
- Things: `devices` in a fight, `item_use` outside one, `card_deck`, `hoards` (treasure by the tables).
- Monsters: `creatures`, `monster_actions`, `shapes`, `arranging` (a fight from a few words), `lookups`.
- At the table: `offers`, `telling`, `power_ai`; `state`, `commands`, `events`, `changes` (more events), `fold`.
"""
