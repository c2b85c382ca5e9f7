"""What each game says about its fights."""
