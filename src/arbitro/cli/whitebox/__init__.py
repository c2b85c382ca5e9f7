"""What La Scatola Bianca and its variants add to the terminal: characters, creatures, treasure, own scenes."""
