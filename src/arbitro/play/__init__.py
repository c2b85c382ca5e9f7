"""The automatic referee: what joins a game and a dungeon at the table."""
