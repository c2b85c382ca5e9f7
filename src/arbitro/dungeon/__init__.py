"""Appendix A: dungeons rolled as one walks, on an exact lattice, with every die in the log."""
