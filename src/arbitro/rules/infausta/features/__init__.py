"""Class features (chapter 2): what bards, hunters, champions, thieves, paladins, Dvergar and Silvani can do.

feature_lookups → stances → songs → zeal → trophies → shapes → skills → fitting → offers → tactics → telling
"""
