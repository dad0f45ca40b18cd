"""Screens: links to the scoreboard of a play."""
