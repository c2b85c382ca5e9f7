"""Powers: monsters of the bestiary, spells and magic items in the fight and out of it, oil, the unseen, treasure.

lookups → unseen → effects → wards → hit_effects → strikes → walls → aiming → magic → creatures → shapes → field_magic →
monster_actions → perils, throwing, turning → devices → item_use, oil, telling → card_deck, power_ai → offers. The
contract in `pyproject.toml` says it exactly.
"""
