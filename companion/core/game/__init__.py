"""What a game declares, and the table at which it is played."""
