"""Characters between fights: creation, experience, load, healing, spells of the day, shop, parties.

records → creation → levels → load → spells → equipment → healing → experience → battle → company → People
"""
