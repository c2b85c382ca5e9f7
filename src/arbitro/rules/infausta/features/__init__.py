"""Class features (chapter 2): what bards, hunters, champions, thieves, paladins, Dvergar and Silvani can do.

callings → stances → songs → zeal → trophies → shapes → skills → fitting → table
"""
