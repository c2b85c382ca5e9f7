"""Aids for playing without a referee: an oracle, prompts, sealed rooms and a table of specials (DA-SOLO-02, -05)."""
