"""L'Infausta Scatola: `game` is its errata page to La Scatola Bianca; the other modules are what is new."""

from arbitro.rules.infausta.game import RULES, infausta

__all__ = ["RULES", "infausta"]
