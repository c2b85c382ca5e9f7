"""Powers: monsters of the bestiary, spells and magic items in the fight and out of it, oil, the unseen, treasure.

What a kind of power or of magic does stands on two pages, each kind once: `monster_powers` (schemas in `special`) and
`magic_effects` (schemas in `effect`); `registry` says what may be said of one. The chapters below them go through what
somebody has and ask for no kind:

registry → lookups → effects → unseen → wards, hit_effects → walls → strikes → aiming → magic → creatures → shapes →
field_magic → monster_actions → perils, throwing, turning → devices → item_use, oil, telling → card_deck, power_ai →
offers → monster_powers, magic_effects. The contract in `pyproject.toml` says it exactly.
"""
