"""What Daggerheart adds to the terminal: scenes, and how hard something is."""
