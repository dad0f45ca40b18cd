"""The scoreboard for all in the room."""
