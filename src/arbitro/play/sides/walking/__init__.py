"""Exploring for games that have none of their own: doors, listening, searching, meetings. The checks are the game's.

A game says how it checks, fights, hurts and rests (`walker`); these chapters know only dungeon and clock of the
campaign.
"""
