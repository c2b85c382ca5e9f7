"""Appendix A: a generator that rolls a dungeon as one walks, every die of it in the log, and draws it on the map."""
