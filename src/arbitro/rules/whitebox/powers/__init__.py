"""Powers: monsters of the bestiary, spells and magic items in the fight and out of it, oil, the unseen, treasure.

lore → effects → wards → unseen → riders → strikes → aiming → magic → creatures → arts → devices → oil → turning →
hoards → offers → cunning → natures (beside this folder) → telling
"""
