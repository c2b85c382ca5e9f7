"""The wilderness of L'Infausta Scatola: days on a map of hexes or of places and ways, one procedure for each day.

`journey` says where a day stands, `day` has the seven steps, `march` lays miles along the ways; `night` has the
evening, the watches and sleep, `weariness` what nights without rest take away;
`land` reads and draws maps, `table` is what is offered and shown, in the dungeon turn too, `event_words` fills the
gaps of its sentences, `chart` is the map of a country as a seat knows it; `state`, `commands`, `events`, `fold`.
"""
