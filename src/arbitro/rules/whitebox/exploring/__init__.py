"""Out of the fight: clock, light, doors, listening, searching, traps, travel, encounters, loyalty, the joust.

loyalty, joust → clock → doors, foes, weather → senses, strangers, telling → traps, wanderers → travel → meetings →
captives, guide → offers. The contract in `pyproject.toml` says it exactly.
"""
