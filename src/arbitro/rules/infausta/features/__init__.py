"""Class features (chapter 2): what bards, hunters, champions, thieves, paladins, Dvergar and Silvani can do.

What a kind of feature is to the rules says `registry`; `class_gifts` is the page of them.

registry → feature_lookups → stances → songs → zeal → trophies → shapes → skills → fitting → offers, tactics, telling →
class_gifts
"""
