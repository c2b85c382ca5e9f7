"""Powers: monsters of the bestiary, spells and magic items in the fight and out of it, oil, the unseen, treasure.

lore → effects → wards → unseen → strikes → arts → magic → devices → oil → turning → creatures → hoards → offers →
cunning → telling
"""
