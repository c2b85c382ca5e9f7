"""Class features (chapter 2): what bards, hunters, champions, thieves, paladins, Dvergar and Silvani can do.

What a kind of feature is to the rules says `registry`; `class_gifts` is the page of them.

registry → feature_lookups → stances → songs → zeal → trophies → shapes → skills → fitting → offers, tactics, telling →
class_gifts

The bard's `songs`, the champion's `stances`, the paladin's `zeal`, the hunter's `trophies`, the Silvan's `shapes`,
`skills` of thieves and others, `fitting` for what gold buys; `facts` are the numbers that stand in no class table.
Around them: `feature_lookups`, `offers`, `tactics`, `telling`, `state`, `commands`, `events`, `fold`.
"""
