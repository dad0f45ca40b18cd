"""What pages of all areas have in common."""
