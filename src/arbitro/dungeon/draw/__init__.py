"""Maps: a level of a dungeon as one drawing, in several styles, for the referee or for players."""
