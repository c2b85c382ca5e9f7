"""The journal: what happened at a table as readable prose, from the log and for the eyes of one seat.

`write.write_journal` reads the log, `markdown`, `html` and `pdf` lay it out. Which part an event has in the story is
said in data, by game: see `guide`.
"""
