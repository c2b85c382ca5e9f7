"""La Scatola Bianca and its variants, as automatic players play them."""

from arbitro.play.players.whitebox.habits import WhiteBoxHabits

__all__ = ["WhiteBoxHabits"]
