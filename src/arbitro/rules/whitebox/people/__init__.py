"""Characters between fights: creation, experience, load, healing, spells of the day, shop, parties.

records → levels → load → equipment → memory → creation → healing → treasure → battle → company → offers → telling
"""
