"""Maps drawn elsewhere, read as dungeons to be played in: checked, with file and line of what is wrong."""
