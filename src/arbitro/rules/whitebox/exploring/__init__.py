"""Out of the fight: clock, light, doors, listening, searching, traps, travel, encounters, loyalty, the joust.

loyalty → joust → clock → doors → senses → traps → travel → meetings → ways → offers → guide → Exploring
"""
