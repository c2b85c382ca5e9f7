"""The games' parts in a campaign, a package each: a page that fills its `Side`, and modules of the functions on it.

A variant is its page alone, an errata page to its parent's; `walking` is for games that have no rules for exploring.
"""
