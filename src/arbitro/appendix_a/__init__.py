"""Appendix A: a generator that rolls a dungeon as one walks, every die of it in the log, and draws it on the map.

The appendix, table by table; all of them are read in `tables`.

- A.1, the periodic roll in a corridor, with junctions (A.3) and bends (A.4): `passage`, by `stretch` (laying and
  counting feet) and `junction`. When the next one comes after a door is in `door`, after a place in `exits`.
- A.2, doors: `door` where they stand, `behind` what is behind; `hidden` for those that are found, `deadend` and
  `beyond` for walls.
- A.5, chambers and rooms: `place`, by `shape`, `site` and `fit`; `entrance`, `exits`, `content`; `encounter` and
  `origin` for who is there, `special`.
- A.6, ways between levels: `shaft`, `arrival`.
- A.7, tricks and traps: `trap` where they are met, `spring` what they do, `teleport`.
- A.8, caves: `cave`, `outline`; `water` where pools lie, `pool` what they do.
- The whole procedure: `level`; `clock` for what opens again, `solo` for play without a referee, `reuse` of a kept map,
  `furnishing` of one that was drawn elsewhere.

`generator` is what a campaign asks of it, `work` a step under way, `layout` what the source leaves to whoever draws,
`generic_stocker` monsters and treasure without a ruleset.
"""
