"""The scoreboard for a television or tablet."""
