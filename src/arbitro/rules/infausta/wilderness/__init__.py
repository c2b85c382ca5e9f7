"""The wilderness of L'Infausta Scatola: days on a map of hexes or of places and ways, one procedure for each day."""
