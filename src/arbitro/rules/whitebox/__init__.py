"""La Scatola Bianca (White Box): `game` is its page, and each chapter a module of plain functions."""

from arbitro.rules.whitebox.game import RULES, white_box

__all__ = ["RULES", "white_box"]
