"""Stakes, settling, the kitty."""
