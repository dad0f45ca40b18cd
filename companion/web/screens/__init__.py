"""The scoreboard for a television."""
