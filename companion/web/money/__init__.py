"""Stakes, settling, and the kitty."""
