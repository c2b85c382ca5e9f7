"""Arbitro: a referee for tabletop role-playing games.

The way in is :mod:`arbitro.kernel` for the engine, :mod:`arbitro.dice` for the dice and
:mod:`arbitro.rules` for the games.  Nothing is imported here, so that each part loads by itself.
"""

__version__ = "0.1.0"
